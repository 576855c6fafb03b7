"""From a position document to a record, with everything refused that no race can reach."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from gruppetto.errors import BadPosition
from gruppetto.games.flamme_rouge import record as r
from gruppetto.games.flamme_rouge.cards import DIGIT, LARGEST
from gruppetto.games.flamme_rouge.movement import line_up
from gruppetto.games.flamme_rouge.position import KNOWN, Position, Rider
from gruppetto.games.flamme_rouge.race import clear
from gruppetto.games.flamme_rouge.view import cards_in, on_road, riders_of
from gruppetto.games.flamme_rouge.words import CARD_NAMES, LANE_NAMES, Card, rider_id, rider_number
from gruppetto.kernel.chance import SCRIPT_LENGTH, STREAM_SHIFT
from gruppetto.kernel.record import Keys

MOST_ROUNDS = 1000
FULL_DECK = (
    {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3},
    {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3},
)


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    if isinstance(document, Position):
        return document
    if isinstance(document, dict) and isinstance(document.get("riders"), dict):
        for name in document["riders"]:
            if not (isinstance(name, str) and len(name) == 2 and name[0] in "0123" and name[1] in "SR"):
                raise BadPosition(
                    f"riders: {name!r} is no rider; riders are 0S, 0R, 1S … 3R (seat and S or R)."
                )
    try:
        return msgspec.convert(document, Position)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadPosition(f"The position document does not fit: {error}.") from None


def seats_in(position: Position, teams: int) -> int:
    """As many seats as riders or teams are named for."""
    return max(teams, 1 + max(rider_number(name) for name in position.riders) // 2)


def revive(race: Any, position: Position, setup: Any, keys: Keys) -> None:
    """Put a record into the position a document describes, exactly as it stands."""
    clear(race, setup)
    race.key[:] = keys
    read_cards(race, position)
    read_phase(race, position)
    line_up(race)


def read_cards(race: Any, position: Position) -> None:
    """The round, the riders with their cards, the supplies and the script."""
    race.rounds = _round(position)
    for name, rider in position.riders.items():
        _read_rider(race, name, rider)
    _read_supply(race, position)
    _read_script(race, position)


def _round(position: Position) -> int:
    if position.round is None:
        return int(all(rider.square is not None for rider in position.riders.values()))
    if not 0 <= position.round <= MOST_ROUNDS:
        raise BadPosition(f"round: {position.round} is not between 0 and {MOST_ROUNDS}.")
    return position.round


def _read_rider(race: Any, name: str, rider: Rider) -> None:
    number = rider_number(name)
    _read_place(race, name, rider, number)
    full = _full_deck(race, number)
    untouched = rider.deck is None and rider.recycled is None and not rider.hand and rider.played is None
    deck = full if untouched else _counted(rider.deck)
    recycled, hand = _counted(rider.recycled), _counted(rider.hand)
    _check_cards(name, full, deck + recycled + hand + _counted_card(name, rider.played))
    race.deck[number], race.recycled[number], race.hand[number] = map(_pile, (deck, recycled, hand))
    race.played[number] = _kind(f"riders.{name}.played", rider.played)
    race.revealed[number] = _kind(f"riders.{name}.revealed", rider.revealed)
    for known in KNOWN:
        race[known][number] = getattr(rider.known, known)
    if hand.total() > r.HAND:
        raise BadPosition(f"riders.{name}.hand: a hand has at most {r.HAND} cards, not {hand.total()}.")
    if hand and rider.played is not None:
        raise BadPosition(f"riders.{name}: he has played already, so his hand must be empty.")
    if rider.known.fresh > recycled["X"]:
        raise BadPosition(f"riders.{name}.known.fresh: only {recycled['X']} exhaustion cards are recycled.")


def _read_place(race: Any, name: str, rider: Rider, number: int) -> None:
    if rider.square is None:
        return
    last = int(race.setup.last_square)
    if not 0 <= rider.square <= last:
        raise BadPosition(f"riders.{name}.square: {rider.square} is off the road (0 to {last}).")
    taken = int(race.taken[rider.square])
    lane = int(bool(taken & 1)) if rider.lane is None else LANE_NAMES.index(rider.lane)
    if taken >> lane & 1:
        raise BadPosition(
            f"riders.{name}: somebody else rides on square {rider.square}, {LANE_NAMES[lane]} lane; "
            "a lane has room for one (FR1.5)."
        )
    race.square[number], race.lane[number] = rider.square, lane
    race.taken[rider.square] = taken | 1 << lane


def _full_deck(race: Any, number: int) -> Counter[str]:
    """The energy cards a rider starts with (FR1.2, FR9)."""
    team = race.setup.team[number // 2]
    cards = Counter(FULL_DECK[number % 2])
    if team == r.MUSCLE and number % 2 == r.SPRINTEUR:
        cards["5"] += 1
    if team == r.PELOTON:
        cards = cards + Counter({"A": 2}) if number % 2 == r.ROULEUR else Counter()
    return cards


def _check_cards(name: str, full: Counter[str], cards: Counter[str]) -> None:
    energy = Counter({card: copies for card, copies in cards.items() if card != "X"})
    for card, copies in energy.items():
        if copies > full[card]:
            raise BadPosition(
                f"riders.{name}: {copies} cards of {card}, but his deck has {full[card]} (FR1.2)."
            )


def _counted(pile: Any) -> Counter[str]:
    return Counter(pile or {})


def _counted_card(name: str, card: Card | None) -> Counter[str]:
    kind = _kind(f"riders.{name}.played", card)
    return Counter() if kind in (r.NO_CARD, r.EXHAUSTION) else Counter({CARD_NAMES[kind]: 1})


def _pile(cards: Counter[str]) -> int:
    return sum(copies << DIGIT * CARD_NAMES.index(card) for card, copies in cards.items())


def _kind(where: str, card: Card | None) -> int:
    if card is None:
        return r.NO_CARD
    name = str(card)
    if name not in CARD_NAMES or name == "8":
        raise BadPosition(f"{where}: {card!r} is no card; cards are 2, 3, 4, 5, 6, 7, 9, X and A.")
    return CARD_NAMES.index(name)


def _read_supply(race: Any, position: Position) -> None:
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


def _exhaustion(race: Any, rider: int) -> int:
    return sum(int(race[pile][rider]) & LARGEST for pile in ("deck", "recycled", "hand"))


def _read_script(race: Any, position: Position) -> None:
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


def _check_script(race: Any, name: str, cards: list[Card]) -> None:
    """Only what a rider still has can come; exhaustion he may yet take."""
    piles = Counter(cards_in(race.deck[rider_number(name)])) + Counter(
        cards_in(race.recycled[rider_number(name)])
    )
    for card, copies in Counter(map(str, cards)).items():
        if card in CARD_NAMES and card != "X" and copies > piles[card]:
            raise BadPosition(
                f"script.{name}: {copies} cards of {card} to come, but he has {piles[card]} left."
            )


def read_phase(race: Any, position: Position, home: Collection[int] = ()) -> None:
    """Placing, riding or finished; riders who are home count neither as unplaced nor as finished."""
    unplaced = {rider_number(name) for name, rider in position.riders.items() if rider.square is None}
    unplaced -= set(home)
    if unplaced:
        _read_placement(race, position, unplaced)
    elif any(race.square[rider] >= race.setup.line for rider in riders_of(race)):
        race.phase = r.FINISHED
    else:
        race.phase = r.ENERGY
        _check_hands(race)


def _read_placement(race: Any, position: Position, unplaced: set[int]) -> None:
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
        if rider in unplaced and team != r.PLAYER:
            raise BadPosition(
                f"riders: seat {rider // 2} is a dummy team, whose riders are placed first (FR9)."
            )
        if on_road(race, rider) and race.square[rider] >= race.setup.start_squares:
            raise BadPosition("riders: nobody rides on before everybody is placed (FR2.2).")
    race.phase, race.owing = r.PLACEMENT, 1 << placing


def _check_hands(race: Any) -> None:
    """A player draws for one rider at a time; a dummy team never (FR3.2, FR9)."""
    for seat in range(int(race.setup.seats)):
        riders = (2 * seat, 2 * seat + 1)
        if all(race.hand[rider] for rider in riders):
            raise BadPosition(
                f"riders: seat {seat} holds two hands; he draws for one rider at a time (FR3.2)."
            )
        drawn = any(race.hand[rider] or race.played[rider] != r.NO_CARD for rider in riders)
        if drawn and race.setup.team[seat] != r.PLAYER:
            raise BadPosition(f"riders: seat {seat} is a dummy team, which has no hand (FR9).")


def show(race: Any, cards: Mapping[str, Card]) -> None:
    """Lay these cards before the riders, face up; every rider on the road must have one."""
    named = {rider_id(rider): rider for rider in riders_of(race) if on_road(race, rider)}
    for name in cards:
        if name not in named:
            raise BadPosition(f"cards: there is no rider {name!r} on the road; there are {', '.join(named)}.")
    for name, rider in named.items():
        if name not in cards:
            raise BadPosition(f"cards: {name} reveals no card; every rider on the road must.")
        kind = _kind(f"cards.{name}", cards[name])
        if kind == r.NO_CARD:
            raise BadPosition(f"cards.{name}: None is no card; X is exhaustion.")
        race.revealed[rider] = kind
        race.recycled[rider] += _rest_of_hand(int(race.hand[rider]), kind)
        race.hand[rider], race.played[rider] = 0, r.NO_CARD
        race.at_hand[rider // 2] = r.NOBODY


def _rest_of_hand(hand: int, kind: int) -> int:
    """What is recycled of a hand when this card of it, or another, is revealed (FR3.1)."""
    held = hand >> DIGIT * kind & LARGEST
    return hand - (1 << DIGIT * kind) if held else hand
