"""From a position document to a record, with everything refused that no race can reach."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from gruppetto.games.documents import keep_script, parsed, refuse, said
from gruppetto.games.flamme_rouge.data.trait_cards import trait_cards, trait_code
from gruppetto.games.flamme_rouge.faces.position import PILE, Position, Rider, on_road, riders_of
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
from gruppetto.kernel.record import Keys

EVERYBODY = tuple(rider_id(rider) for rider in range(r.RIDERS))
KIND_OF: dict[Card, int] = {
    card: kind for kind, name in enumerate(CARD_NAMES) if name != "8" for card in (name, card_of(kind))
}


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    return parsed(document, Position, Rider, EVERYBODY, "0S, 0R, 1S … 3R (seat and S or R)")


def refuse_option(options: Mapping[str, Any], name: str) -> None:
    """What a position says itself is not said by its options again."""
    if name in options:
        refuse(f"options.{name}", f"a position names it itself, as `{name}`; leave it out here")


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


# --- cards ------------------------------------------------------------------------------------------


def read_cards(race: Race, position: Position) -> None:
    """The round, the riders with their cards, the supplies and the script."""
    everybody_rides = all(rider.square is not None for rider in position.riders.values())
    race.rounds = everybody_rides if position.round is None else position.round
    for name, rider in position.riders.items():
        _read_rider(race, name, rider)
    _read_supply(race, position)
    for name, cards in position.script.items():
        if name not in position.riders:
            refuse(f"script.{name}", "there is no such rider in this position")
        _check_script(race, name, cards)
        keep_script(race, rider_number(name), (_kind(f"script.{name}", card) for card in cards))


def _read_rider(race: Race, name: str, rider: Rider) -> None:
    number = rider_number(name)
    full = PILE.read(whole_deck(race, number))
    if rider.deck is None and rider.recycled is None and not rider.hand and rider.played is None:
        rider = replace(rider, deck=full)
    lane = _lane(race, name, rider)
    _check_cards(name, rider, full)
    _check_hand(name, rider)
    keep(replace(rider, lane=LANE_NAMES[lane]), race, number)
    keep(rider.known, race, number)
    if rider.square is not None:
        race.taken[rider.square] |= 1 << lane


def _lane(race: Race, name: str, rider: Rider) -> int:
    """The lane that a rider says, or the right one if it is free (FR1.5)."""
    if rider.square is None:
        return r.RIGHT
    last = race.setup.last_square
    if rider.square > last:
        refuse(f"riders.{name}.square", f"{rider.square} is off the road (0 to {last})")
    taken = int(race.taken[rider.square])
    lane = int(bool(taken & 1)) if rider.lane is None else LANE_NAMES.index(rider.lane)
    if taken >> lane & 1:
        there = f"square {rider.square}, {LANE_NAMES[lane]} lane"
        refuse(f"riders.{name}", f"somebody else rides on {there}; a lane has room for one (FR1.5)")
    return lane


def _check_cards(name: str, rider: Rider, full: Mapping[str, int]) -> None:
    """Cards of the rider's own deck, no more often than they are in it (FR1.2, FR9)."""
    for where in ("revealed", "played"):
        _kind(f"riders.{name}.{where}", getattr(rider, where))
    cards = Counter[str]() if rider.played is None else Counter([str(rider.played)])
    for pile in (rider.deck, rider.recycled, rider.hand):
        cards.update(pile or {})
    for card, copies in cards.items():
        if card != "X" and copies > (there := full.get(card, 0)):
            refuse(f"riders.{name}", f"{copies} cards of {card}, but their deck has {there} (FR1.2)")


def _check_hand(name: str, rider: Rider) -> None:
    """A hand that was drawn and not played yet, and only what can be known of it (FR3.1, FR3.6)."""
    held, recycled = sum(rider.hand.values()), (rider.recycled or {}).get("X", 0)
    if held > r.HAND:
        refuse(f"riders.{name}.hand", f"a hand has at most {r.HAND} cards, not {held}")
    if rider.hand and rider.played is not None:
        refuse(f"riders.{name}", "they have played already, so their hand must be empty")
    if rider.known.early and not rider.hand and rider.played is None:
        refuse(f"riders.{name}.known.early", "no cards have been drawn for this rider")
    if rider.known.fresh > recycled:
        refuse(f"riders.{name}.known.fresh", f"only {recycled} exhaustion cards are recycled")


def _kind(where: str, card: Card | None) -> int:
    if card is None:
        return r.NO_CARD
    if not isinstance(card, int | str) or card not in KIND_OF:
        refuse(where, f"{said(card)} is no card; cards are 2, 3, 4, 5, 6, 7, 9, X and A")
    return KIND_OF[card]


def _read_supply(race: Race, position: Position) -> None:
    """The supplies; left out, they are complete but for the exhaustion in the decks (FR1.3)."""
    most = r.EXHAUSTION_CARDS
    for kind, letter in enumerate("SR"):
        piles = (pile[kind::2] & LARGEST for pile in (race.deck, race.recycled, race.hand))
        held = int(sum(map(sum, piles)))
        if held > most:
            refuse("riders", f"{held} exhaustion cards of type {letter}; there are {most} (FR1.3)")
        supply = most - held if position.supply is None else getattr(position.supply, letter)
        if supply + held > most:
            both = f"{supply} left and {held} in the decks"
            refuse(f"supply.{letter}", f"{both} are more than {most} (FR1.3)")
        race.supply[kind] = supply


def _check_script(race: Race, name: str, cards: list[Card]) -> None:
    """Only what a rider still has can come; exhaustion they may yet take."""
    rider = rider_number(name)
    left = PILE.read(race.deck[rider] + race.recycled[rider])
    for card, copies in Counter(map(str, cards)).items():
        if card in CARD_NAMES and card != "X" and copies > (there := left.get(card, 0)):
            refuse(f"script.{name}", f"{copies} cards of {card} to come, but {there} are left")


# --- the phase --------------------------------------------------------------------------------------


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
    to_place = Counter(rider // 2 for rider in unplaced)
    if not to_place[placing]:
        refuse("placing", f"seat {placing} has no rider left to place")
    for name in EVERYBODY[: len(riders_of(race))]:
        if name not in position.riders:
            refuse("riders", f"{name} is left out; before the start every seat has two riders")
    for seat in range(race.setup.seats):
        if to_place[seat] == 1 and seat != placing:
            refuse("riders", f"seat {seat} has placed one rider only, but seat {placing} is placing (FR2.2)")
    for rider in riders_of(race):
        if rider in unplaced and race.setup.team[rider // 2] != Team.PLAYER:
            refuse("riders", f"seat {rider // 2} is a dummy team, whose riders are placed first (FR9)")
        if on_road(race, rider) and race.square[rider] >= race.setup.start_squares:
            refuse("riders", "nobody rides on before everybody is placed (FR2.2)")
    race.phase, race.owing = r.Phase.PLACEMENT, 1 << placing


def _check_hands(race: Race) -> None:
    """A player draws for one rider at a time; a dummy team never (FR3.2, FR9)."""
    for seat in range(race.setup.seats):
        riders = (2 * seat, 2 * seat + 1)
        if all(race.hand[rider] for rider in riders):
            refuse("riders", f"seat {seat} holds two hands; a player draws for one rider at a time (FR3.2)")
        drawn = any(race.hand[rider] or race.played[rider] != r.NO_CARD for rider in riders)
        if drawn and race.setup.team[seat] != Team.PLAYER:
            refuse("riders", f"seat {seat} is a dummy team, which has no hand (FR9)")


def trait_named(where: str, name: Any) -> int:
    """The code of a trait (GT11)."""
    code = trait_code(name) if isinstance(name, str) else None
    if code is None:
        known = ", ".join(card.id for card in trait_cards())
        refuse(where, f"{said(name)} is no trait; traits are {known}")
    return code


# --- cards laid before the riders -------------------------------------------------------------------


def show(race: Race, cards: Mapping[str, Card]) -> None:
    """Lay these cards before the riders, face up; every rider on the road must have one."""
    for name, rider in by_name(race, cards, "cards", "9").items():
        if name not in cards:
            refuse("cards", f"{name} reveals no card; every rider on the road must")
        race.revealed[rider] = _shown_kind(race, name, cards[name])
        race.recycled[rider] += _rest_of_hand(int(race.hand[rider]), int(race.revealed[rider]))
        race.hand[rider], race.played[rider] = 0, r.NO_CARD
        race.at_hand[rider // 2] = r.NOBODY


def by_name(race: Race, given: Any, what: str, example: str) -> dict[str, int]:
    """The riders on the road by their names; nobody else may be given anything."""
    if not isinstance(given, Mapping):
        refuse(what, f'give them by rider, as {{"0S": {example}}}, not {said(given)}')
    named = {rider_id(rider): rider for rider in riders_of(race) if on_road(race, rider)}
    for name in given:
        if name not in named:
            refuse(what, f"there is no rider {said(name)} on the road; there are {', '.join(named)}")
    return named


def _shown_kind(race: Race, name: str, card: Any) -> int:
    kind = _kind(f"cards.{name}", card)
    if kind == r.NO_CARD:
        refuse(f"cards.{name}", "None is no card; X is exhaustion")
    if kind == r.ATTACK and race.setup.team[rider_number(name) // 2] != Team.PELOTON:
        refuse(f"cards.{name}", "only the Peloton has Attack cards (FR9)")
    return kind


def _rest_of_hand(hand: int, kind: int) -> int:
    """What is recycled of a hand when this card of it, or another, is revealed (FR3.1)."""
    held = hand >> DIGIT * kind & LARGEST
    return hand - (1 << DIGIT * kind) if held else hand
