"""From a position document to a record, with everything refused that no race can reach."""

import reprlib
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import msgspec

from gruppetto.errors import BadPosition
from gruppetto.games.flamme_rouge.faces.position import Position, Rider
from gruppetto.games.flamme_rouge.faces.view import cards_in, on_road, riders_of
from gruppetto.games.flamme_rouge.faces.words import (
    CARD_NAMES,
    LANE_NAMES,
    Card,
    card_of,
    rider_id,
    rider_number,
)
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.cards import DIGIT, LARGEST
from gruppetto.games.flamme_rouge.rules.energy import whole_deck
from gruppetto.games.flamme_rouge.rules.movement import line_up
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.race import clear
from gruppetto.games.flamme_rouge.rules.record import Race, Setup
from gruppetto.games.vocabulary import keep
from gruppetto.kernel.chance import SCRIPT_LENGTH, STREAM_SHIFT
from gruppetto.kernel.record import Keys

EVERYBODY = tuple(rider_id(rider) for rider in range(r.RIDERS))
A_LONG_NUMBER = 10**20
Document = TypeVar("Document", bound=msgspec.Struct)
KIND_OF: dict[Card, int] = {
    card: kind for kind, name in enumerate(CARD_NAMES) if name != "8" for card in (name, card_of(kind))
}


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    if isinstance(document, Mapping) and isinstance(document.get("riders"), Mapping):
        for name, rider in document["riders"].items():
            if name not in EVERYBODY:
                raise BadPosition(
                    f"riders: {said(name)} is no rider; riders are 0S, 0R, 1S … 3R (seat and S or R)."
                )
            fitting(rider, Rider, f"riders.{name}: a rider")
    return fitting(document, Position, "The position document")


def fitting(document: Any, kind: type[Document], what: str) -> Document:
    """A document, or a part of it, as the type it must be."""
    if not isinstance(document, Mapping):
        raise BadPosition(f"{what} does not fit: Expected `object`, got {said(document)}.")
    try:
        return msgspec.convert(document, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadPosition(f"{what} does not fit: {error}.") from None
    except RecursionError:
        raise BadPosition(f"{what} does not fit: it is nested too deep.") from None


def said(value: Any) -> str:
    """Anything that was given instead of something else, in a few characters."""
    if isinstance(value, str | float | None) or (isinstance(value, int) and abs(value) < A_LONG_NUMBER):
        return reprlib.repr(value)
    return f"a {type(value).__name__}"


def refuse_option(options: Mapping[str, Any], name: str, where: str) -> None:
    """What a position says itself is not said by its options again."""
    if name in options:
        raise BadPosition(f"options.{name}: a position names it itself, as `{where}`; leave it out here.")


def seats_in(position: Position, teams: int) -> int:
    """As many seats as riders or teams are named for."""
    return max(teams, 1 + max(rider_number(name) for name in position.riders) // 2)


def revive(race: Race, position: Position, setup: Setup, keys: Keys) -> None:
    """Put a record into the position a document describes, exactly as it stands."""
    clear(race, setup)
    race.key[:] = keys
    read_cards(race, position)
    read_phase(race, position)
    line_up(race)


def read_cards(race: Race, position: Position) -> None:
    """The round, the riders with their cards, the supplies and the script."""
    race.rounds = _round(position)
    for name, rider in position.riders.items():
        _read_rider(race, name, rider)
    _read_supply(race, position)
    _read_script(race, position)


def _round(position: Position) -> int:
    if position.round is None:
        return int(all(rider.square is not None for rider in position.riders.values()))
    return position.round


def _read_rider(race: Race, name: str, rider: Rider) -> None:
    number = rider_number(name)
    full = Counter(cards_in(whole_deck(race, number)))
    if rider.deck is None and rider.recycled is None and not rider.hand and rider.played is None:
        rider = msgspec.structs.replace(rider, deck=full)
    lane = _lane(race, name, rider)
    _check_cards(name, rider, full)
    _check_hand(name, rider)
    keep(msgspec.structs.replace(rider, lane=LANE_NAMES[lane]), race, number)
    keep(rider.known, race, number)
    if rider.square is not None:
        race.taken[rider.square] |= 1 << lane


def _lane(race: Race, name: str, rider: Rider) -> int:
    """The lane that a rider says, or the right one if it is free (FR1.5)."""
    if rider.square is None:
        return r.RIGHT
    last = int(race.setup.last_square)
    if rider.square > last:
        raise BadPosition(f"riders.{name}.square: {rider.square} is off the road (0 to {last}).")
    taken = int(race.taken[rider.square])
    lane = int(bool(taken & 1)) if rider.lane is None else LANE_NAMES.index(rider.lane)
    if taken >> lane & 1:
        raise BadPosition(
            f"riders.{name}: somebody else rides on square {rider.square}, {LANE_NAMES[lane]} lane; "
            "a lane has room for one (FR1.5)."
        )
    return lane


def _check_cards(name: str, rider: Rider, full: Counter[str]) -> None:
    """Cards of the rider's own deck, no more often than they are in it (FR1.2, FR9)."""
    _kind(f"riders.{name}.revealed", rider.revealed)
    played = _kind(f"riders.{name}.played", rider.played)
    cards = Counter[str]() if played == r.NO_CARD else Counter([CARD_NAMES[played]])
    for pile in (rider.deck, rider.recycled, rider.hand):
        cards.update(pile or {})
    for card, copies in cards.items():
        if card != "X" and copies > full[card]:
            raise BadPosition(
                f"riders.{name}: {copies} cards of {card}, but his deck has {full[card]} (FR1.2)."
            )


def _check_hand(name: str, rider: Rider) -> None:
    """A hand that was drawn and not played yet, and only what can be known of it (FR3.1, FR3.6)."""
    held, recycled = sum(rider.hand.values()), (rider.recycled or {}).get("X", 0)
    if held > r.HAND:
        raise BadPosition(f"riders.{name}.hand: a hand has at most {r.HAND} cards, not {held}.")
    if rider.hand and rider.played is not None:
        raise BadPosition(f"riders.{name}: he has played already, so his hand must be empty.")
    if rider.known.early and not rider.hand and rider.played is None:
        raise BadPosition(f"riders.{name}.known.early: no cards have been drawn for this rider.")
    if rider.known.fresh > recycled:
        raise BadPosition(f"riders.{name}.known.fresh: only {recycled} exhaustion cards are recycled.")


def _kind(where: str, card: Card | None) -> int:
    if card is None:
        return r.NO_CARD
    if not isinstance(card, int | str) or card not in KIND_OF:
        raise BadPosition(f"{where}: {said(card)} is no card; cards are 2, 3, 4, 5, 6, 7, 9, X and A.")
    return KIND_OF[card]


def _read_supply(race: Race, position: Position) -> None:
    """The supplies; left out, they are complete but for the exhaustion in the decks (FR1.3)."""
    for kind, letter in enumerate("SR"):
        riders = [rider for rider in riders_of(race) if rider % 2 == kind]
        held = sum(_exhaustion(race, rider) for rider in riders)
        if held > r.EXHAUSTION_CARDS:
            raise BadPosition(
                f"riders: {held} exhaustion cards of type {letter}; there are {r.EXHAUSTION_CARDS} (FR1.3)."
            )
        supply = r.EXHAUSTION_CARDS - held if position.supply is None else getattr(position.supply, letter)
        if supply + held > r.EXHAUSTION_CARDS:
            raise BadPosition(
                f"supply.{letter}: {supply} left and {held} in the decks are more than "
                f"{r.EXHAUSTION_CARDS} (FR1.3)."
            )
        race.supply[kind] = supply


def _exhaustion(race: Race, rider: int) -> int:
    return sum(int(pile[rider]) & LARGEST for pile in (race.deck, race.recycled, race.hand))


def _read_script(race: Race, position: Position) -> None:
    """The cards to come, rider by rider."""
    for name, cards in position.script.items():
        if name not in position.riders:
            raise BadPosition(f"script.{name}: there is no such rider in this position.")
        _check_script(race, name, cards)
        for card in cards:
            if race.scripted == SCRIPT_LENGTH:
                raise BadPosition(f"script: at most {SCRIPT_LENGTH} cards can be scripted.")
            race.script[race.scripted] = rider_number(name) << STREAM_SHIFT | _kind(f"script.{name}", card)
            race.scripted += 1


def _check_script(race: Race, name: str, cards: list[Card]) -> None:
    """Only what a rider still has can come; exhaustion he may yet take."""
    piles = Counter(cards_in(race.deck[rider_number(name)])) + Counter(
        cards_in(race.recycled[rider_number(name)])
    )
    for card, copies in Counter(map(str, cards)).items():
        if card in CARD_NAMES and card != "X" and copies > piles[card]:
            raise BadPosition(
                f"script.{name}: {copies} cards of {card} to come, but he has {piles[card]} left."
            )


def read_phase(race: Race, position: Position, home: Collection[int] = ()) -> None:
    """Placing, riding or finished; riders who are home count neither as unplaced nor as finished."""
    unplaced = {rider_number(name) for name, rider in position.riders.items() if rider.square is None}
    unplaced -= set(home)
    if unplaced:
        _read_placement(race, position, unplaced)
    elif any(race.square[rider] >= race.setup.line for rider in riders_of(race)):
        race.phase = r.Phase.FINISHED
    else:
        race.phase = r.Phase.ENERGY
        _check_hands(race)


def _read_placement(race: Race, position: Position, unplaced: set[int]) -> None:
    placing = min(unplaced) // 2 if position.placing is None else position.placing
    if not {2 * placing, 2 * placing + 1} & unplaced:
        raise BadPosition(f"placing: seat {placing} has no rider left to place.")
    for rider in riders_of(race):
        if rider_id(rider) not in position.riders:
            raise BadPosition(
                f"riders: {rider_id(rider)} is left out; before the start every seat has two riders."
            )
    for seat in range(int(race.setup.seats)):
        if len({2 * seat, 2 * seat + 1} & unplaced) == 1 and seat != placing:
            raise BadPosition(
                f"riders: seat {seat} has placed one rider only, but seat {placing} is placing (FR2.2)."
            )
    for rider in riders_of(race):
        team = race.setup.team[rider // 2]
        if rider in unplaced and team != Team.PLAYER:
            raise BadPosition(
                f"riders: seat {rider // 2} is a dummy team, whose riders are placed first (FR9)."
            )
        if on_road(race, rider) and race.square[rider] >= race.setup.start_squares:
            raise BadPosition("riders: nobody rides on before everybody is placed (FR2.2).")
    race.phase, race.owing = r.Phase.PLACEMENT, 1 << placing


def _check_hands(race: Race) -> None:
    """A player draws for one rider at a time; a dummy team never (FR3.2, FR9)."""
    for seat in range(int(race.setup.seats)):
        riders = (2 * seat, 2 * seat + 1)
        if all(race.hand[rider] for rider in riders):
            raise BadPosition(
                f"riders: seat {seat} holds two hands; he draws for one rider at a time (FR3.2)."
            )
        drawn = any(race.hand[rider] or race.played[rider] != r.NO_CARD for rider in riders)
        if drawn and race.setup.team[seat] != Team.PLAYER:
            raise BadPosition(f"riders: seat {seat} is a dummy team, which has no hand (FR9).")


def show(race: Race, cards: Mapping[str, Card]) -> None:
    """Lay these cards before the riders, face up; every rider on the road must have one."""
    named = by_name(race, cards, "cards", "9")
    for name, rider in named.items():
        if name not in cards:
            raise BadPosition(f"cards: {name} reveals no card; every rider on the road must.")
        race.revealed[rider] = _shown_kind(race, name, cards[name])
        race.recycled[rider] += _rest_of_hand(int(race.hand[rider]), int(race.revealed[rider]))
        race.hand[rider], race.played[rider] = 0, r.NO_CARD
        race.at_hand[rider // 2] = r.NOBODY


def by_name(race: Race, given: Any, what: str, example: str) -> dict[str, int]:
    """The riders on the road by their names; nobody else may be given anything."""
    if not isinstance(given, Mapping):
        raise BadPosition(f'{what}: give them by rider, as {{"0S": {example}}}, not {said(given)}.')
    named = {rider_id(rider): rider for rider in riders_of(race) if on_road(race, rider)}
    for name in given:
        if name not in named:
            there = ", ".join(named)
            raise BadPosition(f"{what}: there is no rider {said(name)} on the road; there are {there}.")
    return named


def _shown_kind(race: Race, name: str, card: Any) -> int:
    kind = _kind(f"cards.{name}", card)
    if kind == r.NO_CARD:
        raise BadPosition(f"cards.{name}: None is no card; X is exhaustion.")
    if kind == r.ATTACK and race.setup.team[rider_number(name) // 2] != Team.PELOTON:
        raise BadPosition(f"cards.{name}: only the Peloton has Attack cards (FR9).")
    return kind


def _rest_of_hand(hand: int, kind: int) -> int:
    """What is recycled of a hand when this card of it, or another, is revealed (FR3.1)."""
    held = hand >> DIGIT * kind & LARGEST
    return hand - (1 << DIGIT * kind) if held else hand
