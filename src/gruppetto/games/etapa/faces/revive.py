"""From a position document to a record, with everything refused that no race can reach."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from gruppetto.games.documents import keep_script, parsed, refuse, said
from gruppetto.games.etapa.data.road import CARD_NAMES
from gruppetto.games.etapa.faces.names import ASKS, STEPS, rider_id, rider_number
from gruppetto.games.etapa.faces.position import (
    MOMENT,
    PILE,
    SCRIPTS,
    Position,
    Rider,
    Team,
    kind_of,
    own_riders,
    riders_of,
    riding,
)
from gruppetto.games.etapa.faces.possible import check, check_cars, check_drawn, check_road
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Ask, Status, Step
from gruppetto.games.etapa.rules.dealing import clear
from gruppetto.games.etapa.rules.record import Race, Setup
from gruppetto.games.etapa.rules.start import clear_road
from gruppetto.games.etapa.rules.steps import run_on
from gruppetto.games.vocabulary import keep
from gruppetto.kernel.record import Keys
from gruppetto.kernel.trace import NOT_RECORDING

NOT_ENTERED = -1  # as the stage in which a rider dropped out
NUMBERS = tuple(rider_id(rider) for rider in range(r.RIDERS))
OUTCOMES = ((1, 6), (0, r.KINDS - 1), (0, 11))  # of each stream: the lowest and the highest


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    return parsed(document, Position, Rider, NUMBERS, f"1 to {r.RIDERS} (start numbers)")


def seats_in(position: Position) -> int:
    """As many seats as riders or teams are named for."""
    riders = 1 + max(map(rider_number, position.riders)) // r.TEAM
    return max(2, len(position.teams), riders)


def revive(race: Race, position: Position, setup: Setup, keys: Keys) -> None:
    """Put a record into the position a document describes, with everybody still where it says."""
    race.key[:] = keys
    race.setup = setup
    clear(race)
    if position.stage > race.setup.stages:
        refuse("stage", f"there are {race.setup.stages}, so {position.stage} is none of them")
    race.at_stage = position.stage - 1
    clear_road(race)
    for rider in riders_of(race):
        _read_rider(race, rider, position.riders.get(rider_id(rider)))
    _read_teams(race, position)
    keep(replace(position, pile=_common_pile(race, position)), race)
    for stream, name in enumerate(SCRIPTS):
        outcomes: list[int | str] = position.script.get(name, [])  # type: ignore[call-overload]
        keep_script(race, stream, (_outcome(stream, outcome) for outcome in outcomes))
    _count_riders(race)
    _read_step(race, position)


# --- riders -----------------------------------------------------------------------------------------


def _read_rider(race: Race, number: int, rider: Rider | None) -> None:
    if rider is None:
        race.status[number], race.gone[number] = Status.OUT, NOT_ENTERED
        return
    keep(rider, race, number)
    where = f"riders.{rider_id(number)}.field"
    if rider.field > race.setup.stage[race.at_stage, r.LENGTH] + 2 * r.LONGEST_MOVE:
        refuse(where, f"{rider.field} is too far past the line")
    if rider.field < 0 and kind_of(race) != r.TEAM_TRIAL:
        refuse(where, f"{rider.field} lies before the start (C14.2)")


def _count_riders(race: Race) -> None:
    """How many riders stand where; in time trials nobody is in anybody's way (C17.14)."""
    race.taken[:] = 0
    on_road = kind_of(race) == r.ROAD
    for rider in riders_of(race):
        if riding(race, rider):
            race.taken[race.field[rider] if on_road else r.AT_START] += 1


# --- teams and cards --------------------------------------------------------------------------------


def _read_teams(race: Race, position: Position) -> None:
    for seat in range(race.setup.seats):
        team = position.teams[seat] if seat < len(position.teams) else Team()
        riders = max(1, sum(riding(race, rider) for rider in own_riders(seat)))
        hand = PILE.read(race.setup.deck[riders]) if team.hand is None else team.hand
        shown = hand if team.shown is None else team.shown
        slow = int(race.setup.slow[riders]) if team.slow is None else team.slow
        keep(replace(team, hand=hand, shown=shown, slow=slow), race, seat)
        _check_team(race, seat)
    race.slow_supply = max(0, race.setup.slow[0] - race.slow.sum())


def _check_team(race: Race, seat: int) -> None:
    own = {r.NOBODY, *own_riders(seat)}
    riders = {race.served[seat], race.young[seat], *race.line[seat]}
    if not riders <= own:
        refuse(f"teams[{seat}]", f"it can only name its own riders, not {max(riders - own) + 1}")
    hand = PILE.read(race.hand[seat])
    for name, cards in PILE.read(race.shown[seat]).items():
        if cards > hand.get(name, 0):
            refuse(f"teams[{seat}].shown", f"more cards {name} are known than are in the hand")


def _common_pile(race: Race, position: Position) -> Mapping[Any, int]:
    """The common pile: by default all cards that nobody holds (C1.2)."""
    held = sum(map(int, race.hand))
    in_hand, in_box = PILE.read(held), PILE.read(race.setup.deck[0])
    pile: Mapping[Any, int] = position.pile or {}
    for name in CARD_NAMES:
        cards = in_hand.get(name, 0) + pile.get(name, 0)
        if cards > in_box.get(name, 0):
            refuse("teams, pile", f"{cards} cards {name} are more than there are (C16.1)")
    return PILE.read(race.setup.deck[0] - held) if position.pile is None else pile


# --- the moment -------------------------------------------------------------------------------------


def _outcome(stream: int, outcome: int | str) -> int:
    if stream == r.CARDS and outcome in CARD_NAMES:
        return CARD_NAMES.index(str(outcome))
    low, high = OUTCOMES[stream]
    if not isinstance(outcome, int) or not low <= outcome <= high:
        refuse(f"script.{SCRIPTS[stream]}", f"{str(outcome)[:20]} is not between {low} and {high}")
    return outcome


def _read_step(race: Race, position: Position) -> None:
    """The turn in progress; or a round begins, as long as somebody can ride."""
    if position.ask not in ASKS:
        refuse("ask", f"{position.ask!r} is none of {', '.join(ASKS)}")
    for name, number in position.moment.items():
        if name not in MOMENT:
            refuse("moment", f"there is no {name!r}; there are {', '.join(MOMENT)}")
        low, high = MOMENT[name]
        if not low <= number <= high:
            refuse(f"moment.{name}", f"it is between {low} and {high}, not {said(number)}")
        setattr(race, name, number)
    if position.step is None:
        _begin_round(race)
        return
    if position.step not in STEPS:
        refuse("step", f"{position.step!r} is none of {', '.join(STEPS)}")
    race.step, race.ask = STEPS.index(position.step), ASKS.index(position.ask)
    check(race)


def go_on(race: Race) -> None:
    """Where nobody owes a decision, run on until somebody does."""
    if race.owing == 0 and race.step != Step.FINISHED:
        run_on(race, NOT_RECORDING)


def _begin_round(race: Race) -> None:
    """The round is about to begin, and everybody begins it where they stand."""
    check_cars(race)
    if race.rounds < 2 or kind_of(race) != r.ROAD:
        refuse("step", "it can be left out only where a round after the first begins on the road")
    if not any(riding(race, rider) for rider in riders_of(race)):
        refuse("riders", "nobody is on the road")
    race.rounds -= 1
    race.step = Step.ROUND
    race.start[:] = race.field
    race.ask, race.owing = Ask.NOTHING, 0
    check_road(race)
    check_drawn(race)
