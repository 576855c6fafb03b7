"""From a position document to a record, with everything refused that no race can reach."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gruppetto.errors import BadPosition
from gruppetto.games.etapa.data.road import CARD_NAMES
from gruppetto.games.etapa.faces.names import ASKS, STEPS, rider_id, rider_number
from gruppetto.games.etapa.faces.position import (
    MOMENT,
    SCRIPTS,
    Position,
    Rider,
    Team,
    cards_of,
)
from gruppetto.games.etapa.faces.possible import check, check_cars, check_drawn, check_road
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.cards import DIGIT, LARGEST
from gruppetto.games.etapa.rules.codes import Ask, Status, Step
from gruppetto.games.etapa.rules.dealing import clear
from gruppetto.games.etapa.rules.record import Race, Setup
from gruppetto.games.etapa.rules.start import clear_road
from gruppetto.games.etapa.rules.steps import run_on
from gruppetto.games.vocabulary import keep
from gruppetto.kernel.chance import SCRIPT_LENGTH, STREAM_SHIFT
from gruppetto.kernel.record import Keys
from gruppetto.kernel.trace import NOT_RECORDING

NOT_ENTERED = -1  # as the stage in which a rider dropped out


def parse(document: Any) -> Position:
    """A document as the typed position it must be."""
    if isinstance(document, Position):
        return document
    try:
        return msgspec.convert(document, Position)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadPosition(f"The position document does not fit: {error}.") from None


def seats_in(position: Position) -> int:
    """As many seats as riders or teams are named for."""
    for name in position.riders.keys() - {rider_id(rider) for rider in range(r.RIDERS)}:
        raise BadPosition(f"riders: {name!r} is no start number; they are 1 to {r.RIDERS}.")
    riders = 1 + max(rider_number(name) for name in position.riders) // r.TEAM
    return max(2, len(position.teams), riders)


def revive(race: Race, position: Position, setup: Setup, keys: Keys) -> None:
    """Put a record into the position a document describes, with everybody still where it says."""
    race.key[:] = keys
    race.setup = setup
    clear(race)
    if position.stage > race.setup.stages:
        raise BadPosition(f"stage: there are {race.setup.stages}, so {position.stage} is none of them.")
    race.at_stage = position.stage - 1
    clear_road(race)
    for rider in range(r.TEAM * int(race.setup.seats)):
        _read_rider(race, rider, position.riders.get(rider_id(rider)))
    _read_teams(race, position)
    keep(replace(position, pile=_common_pile(race, position)), race)
    _read_script(race, position)
    _count_riders(race)
    _read_step(race, position)


# --- riders -----------------------------------------------------------------------------------------


def _read_rider(race: Race, number: int, rider: Rider | None) -> None:
    if rider is None:
        race.status[number], race.gone[number] = Status.OUT, NOT_ENTERED
        return
    keep(rider, race, number)
    where = f"riders.{rider_id(number)}"
    if rider.field > race.setup.stage[race.at_stage, r.LENGTH] + 2 * r.LONGEST_MOVE:
        raise BadPosition(f"{where}.field: {rider.field} is too far past the line.")
    if rider.field < 0 and race.setup.stage[race.at_stage, r.KIND] != r.TEAM_TRIAL:
        raise BadPosition(f"{where}.field: {rider.field} lies before the start (C14.2).")


def _count_riders(race: Race) -> None:
    """How many riders stand where; in time trials nobody is in anybody's way (C17.14)."""
    race.taken[:] = 0
    on_road = race.setup.stage[race.at_stage, r.KIND] == r.ROAD
    for rider in range(r.TEAM * int(race.setup.seats)):
        if race.status[rider] <= Status.FEEDING:
            race.taken[race.field[rider] if on_road else r.AT_START] += 1


# --- teams and cards --------------------------------------------------------------------------------


def _read_teams(race: Race, position: Position) -> None:
    dealt = 0
    for seat in range(int(race.setup.seats)):
        team = position.teams[seat] if seat < len(position.teams) else Team()
        riders = sum(race.status[x] <= Status.FEEDING for x in range(seat * r.TEAM, seat * r.TEAM + r.TEAM))
        hand = cards_of(race.setup.deck[max(1, riders)]) if team.hand is None else team.hand
        shown = hand if team.shown is None else team.shown
        slow = int(race.setup.slow[max(1, riders)]) if team.slow is None else team.slow
        keep(replace(team, hand=hand, shown=shown, slow=slow), race, seat)
        _check_team(race, seat)
        dealt += int(race.slow[seat])
    race.slow_supply = max(0, int(race.setup.slow[0]) - dealt)


def _check_team(race: Race, seat: int) -> None:
    own = {r.NOBODY, *range(seat * r.TEAM, seat * r.TEAM + r.TEAM)}
    riders = {int(race.served[seat]), int(race.young[seat]), *(int(rider) for rider in race.line[seat])}
    if not riders <= own:
        raise BadPosition(f"teams[{seat}]: it can only name its own riders, not {max(riders - own) + 1}.")
    for kind, name in enumerate(CARD_NAMES):
        if _copies(race.shown[seat], kind) > _copies(race.hand[seat], kind):
            raise BadPosition(f"teams[{seat}].shown: more cards {name} are known than are in the hand.")


def _common_pile(race: Race, position: Position) -> Mapping[Any, int]:
    """The common pile: by default all cards that nobody holds (C1.2)."""
    held = sum(int(race.hand[seat]) for seat in range(int(race.setup.seats)))
    for kind, name in enumerate(CARD_NAMES):
        cards = _copies(held, kind) + (0 if position.pile is None else position.pile.get(name, 0))  # type: ignore[call-overload]
        if cards > _copies(race.setup.deck[0], kind):
            raise BadPosition(f"teams, pile: {cards} cards {name} are more than there are (C16.1).")
    return cards_of(race.setup.deck[0] - held) if position.pile is None else position.pile


def _copies(pile: int, kind: int) -> int:
    return int(pile) >> DIGIT * kind & LARGEST


# --- the moment -------------------------------------------------------------------------------------


def _read_script(race: Race, position: Position) -> None:
    """The outcomes to come, stream by stream."""
    for stream, name in enumerate(SCRIPTS):
        for outcome in position.script.get(name, []):  # type: ignore[call-overload]
            if race.scripted == SCRIPT_LENGTH:
                raise BadPosition(f"script: at most {SCRIPT_LENGTH} outcomes can be scripted.")
            race.script[race.scripted] = stream << STREAM_SHIFT | _outcome(stream, outcome)
            race.scripted += 1


def _outcome(stream: int, outcome: int | str) -> int:
    if stream == r.CARDS and outcome in CARD_NAMES:
        return CARD_NAMES.index(str(outcome))
    low, high = ((1, 6), (0, r.KINDS - 1), (0, 11))[stream]
    if not isinstance(outcome, int) or not low <= outcome <= high:
        raise BadPosition(f"script.{SCRIPTS[stream]}: {str(outcome)[:20]} is not between {low} and {high}.")
    return outcome


def _read_step(race: Race, position: Position) -> None:
    """The turn in progress; or a round begins, as long as somebody can ride."""
    if position.ask not in ASKS:
        raise BadPosition(f"ask: {position.ask!r} is none of {', '.join(ASKS)}.")
    for name, number in position.moment.items():
        if name not in MOMENT:
            raise BadPosition(f"moment: there is no {name!r}; there are {', '.join(MOMENT)}.")
        low, high = MOMENT[name]
        if not low <= number <= high:
            raise BadPosition(f"moment.{name}: it is between {low} and {high}, not {_short(number)}.")
        setattr(race, name, number)
    if position.step is None:
        _begin_round(race)
        return
    if position.step not in STEPS:
        raise BadPosition(f"step: {position.step!r} is none of {', '.join(STEPS)}.")
    race.step, race.ask = STEPS.index(position.step), ASKS.index(position.ask)
    check(race)


def _short(number: int) -> str:
    """A number, or that it is far too large to be said."""
    return str(number) if abs(number) < 1 << 64 else "a number of twenty digits or more"


def go_on(race: Race) -> None:
    """Where nobody owes a decision, run on until somebody does."""
    if race.owing == 0 and race.step != Step.FINISHED:
        run_on(race, NOT_RECORDING)


def _begin_round(race: Race) -> None:
    """The round is about to begin, and everybody begins it where they stand."""
    check_cars(race)
    if race.rounds < 2 or race.setup.stage[race.at_stage, r.KIND] != r.ROAD:
        raise BadPosition("step: it can be left out only where a round after the first begins on the road.")
    if not any(race.status[rider] <= Status.FEEDING for rider in range(r.TEAM * int(race.setup.seats))):
        raise BadPosition("riders: nobody is on the road.")
    race.rounds -= 1
    race.step = Step.ROUND
    race.start[:] = race.field
    race.ask, race.owing = Ask.NOTHING, 0
    check_road(race)
    check_drawn(race)
