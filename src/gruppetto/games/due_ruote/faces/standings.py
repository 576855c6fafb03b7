"""How a race stands: its stages and jerseys, and how a finished one is ranked."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from gruppetto.games.due_ruote.faces.fields import RIDER_OR_NOBODY, EndingName
from gruppetto.games.due_ruote.faces.names import ENDINGS, rider_id
from gruppetto.games.due_ruote.options import stages_in
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Ending, Step
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.stages import BONUS
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import named
from gruppetto.kernel.record import Ints

ENDING = named(ENDINGS)
Box = Literal["bunch", "head"]


class StageRidden(msgspec.Struct, frozen=True):
    """A stage of a race of several, and who has won it."""

    route: str
    winner: str | None


class CameIn(msgspec.Struct, frozen=True):
    """A rider at the end of the last stage, and the seconds they got back."""

    rider: str
    bonus: int


class Clocked(msgspec.Struct, frozen=True):
    """A rider in the general classification; without a time whoever has retired."""

    rider: str
    time: int | None
    green: int
    cyclamen: int


class Stages(msgspec.Struct, frozen=True):
    """The stages, who won them, how the last one ended, and the general classification (Z11.5)."""

    stage: int
    stages: list[StageRidden]
    last: list[CameIn]
    general: list[Clocked]


class Jerseys(msgspec.Struct, frozen=True):
    """Who wears what."""

    pink: str | None
    green: str | None
    cyclamen: str | None


class RankedRider(msgspec.Struct, frozen=True):
    """A rider in the order of the finish; with a time in a race of several stages."""

    place: int
    rider: str
    sector: int | None
    box: Box | None
    fatigue: int
    sprint: int | None
    behind: int | None
    retired: int | None
    time: int | UnsetType | None = UNSET


class Result(msgspec.Struct, frozen=True):
    """How a race has ended."""

    winner: int | None
    seats: list[int]
    shared: list[int]
    ending: EndingName
    jerseys: Jerseys | None
    stages: list[StageRidden] | None
    riders: list[RankedRider]


def riders_of(race: Race) -> range:
    """All riders of the teams in the race."""
    return range(c.TEAM * race.setup.seats)


def in_order(race: Race) -> list[int]:
    """All riders in the order of the finish."""
    return list(race.order[: len(riders_of(race))])


def where(race: Race, rider: int) -> Json:
    """The sector of a rider, in the peloton the box, and how tired they are."""
    place, gone = race.place[rider], race.place[rider] == c.GONE
    return {
        "sector": None if gone else place,
        "box": None if gone or place else ("bunch", "head")[race.head[rider]],
        "fatigue": race.fatigue[rider],
    }


def turn_retired(race: Race, rider: int) -> int | None:
    """The turn in which a rider retired."""
    return race.retired[rider] % c.LONGEST_STAGE or None


def stages_view(race: Race) -> Stages:
    """The stages as they stand (Z11.5)."""
    return Stages(
        race.stage + 1, _stages(race), _last_stage(race), [_clocked(race, it) for it in _by_time(race)]
    )


def _stages(race: Race) -> list[StageRidden]:
    winners = map(RIDER_OR_NOBODY.read, race.stage_winner)
    return [StageRidden(*one) for one in zip(stages_in(race.setup), winners, strict=False)]


def _last_stage(race: Race) -> list[CameIn]:
    """Who came in where, and the seconds that the first of a road stage got back, if they came in at all."""
    if race.stage_order[0] == c.NOBODY:
        return []
    last = race.stage - (race.step != Step.FINISHED)
    bonuses = BONUS if race.setup.stage_cards[last] else ()
    order = race.stage_order[: len(riders_of(race))]
    return [
        CameIn(rider_id(rider), bonuses[place] if place < len(bonuses) and finished else 0)
        for place, rider in enumerate(order)
        for finished in [not 0 < race.retired[rider] < (last + 1) * c.LONGEST_STAGE]
    ]


def _by_time(race: Race) -> list[int]:
    """All riders by their time, equal ones by the last stage; last those who have retired."""
    places = {rider: place for place, rider in enumerate(race.stage_order)}

    def merit(rider: int) -> tuple[bool, int, int]:
        gone = race.place[rider] == c.GONE
        return gone, -race.retired[rider] if gone else race.time[rider], places.get(rider, rider)

    return sorted(riders_of(race), key=merit)


def _clocked(race: Race, rider: int) -> Clocked:
    time = None if race.place[rider] == c.GONE else race.time[rider]
    return Clocked(rider_id(rider), time, race.green[rider], race.cyclamen[rider])


def jerseys(race: Race) -> Jerseys:
    """Who wears what, or would if it ended now; equal points go to the better placed (Z11.2)."""
    riders = [rider for rider in _as_placed(race) if race.place[rider] != c.GONE]
    ended = race.step == Step.FINISHED and race.ending != Ending.NOBODY_LEFT
    clocked = race.step != Step.FINISHED and race.stage_order[0] != c.NOBODY
    pink = rider_id(riders[0]) if riders and (ended or clocked) else None
    return Jerseys(pink, _most(riders, race.green), _most(riders, race.cyclamen))


def _most(riders: list[int], points: Ints) -> str | None:
    """Who has the most points, if anybody has one."""
    best = max(riders, key=lambda rider: points[rider], default=None)
    return rider_id(best) if best is not None and points[best] else None


def _as_placed(race: Race) -> list[int]:
    """All riders, the best placed first: in the result, by the clock, or on the road."""
    if race.step == Step.FINISHED:
        return in_order(race)
    if race.setup.stages:
        return _by_time(race)
    return sorted(riders_of(race), key=lambda rider: (-race.place[rider], -race.head[rider]))


def classification(race: Race) -> Result:
    """Riders and teams in order; the time behind is 30 s for a sector (Z9.10)."""
    riders = in_order(race)
    seats = list(dict.fromkeys(rider // c.TEAM for rider in riders))
    nobody_left, last = race.ending == Ending.NOBODY_LEFT, race.turn + c.LONGEST_STAGE * race.stage
    return Result(
        winner=None if nobody_left else seats[0],
        seats=seats,
        shared=[seat for seat in seats if _exit(race, seat) == last] if nobody_left else [],
        ending=ENDING.read(race.ending),
        jerseys=jerseys(race) if race.setup.options.advanced else None,
        stages=_stages(race) if race.setup.stages else None,
        riders=[_placed(race, place, rider) for place, rider in enumerate(riders, start=1)],
    )


def _exit(race: Race, seat: int) -> int:
    """The turn in which a team's last rider retired."""
    return max(race.retired[c.TEAM * seat : c.TEAM * (seat + 1)])


def _placed(race: Race, place: int, rider: int) -> RankedRider:
    gone, front, stages = race.place[rider] == c.GONE, race.order[0], race.setup.stages
    sectors = race.place[front] - race.place[rider]
    behind = race.time[rider] - race.time[front] if stages else c.SECTOR_SECONDS * sectors
    columns = list(race.column_rider[: race.columns])
    time = (None if gone else race.time[rider]) if stages else UNSET
    return RankedRider(
        place=place,
        rider=rider_id(rider),
        **where(race, rider),
        sprint=race.column_value[columns.index(rider)] if rider in columns else None,
        behind=None if gone else behind,
        retired=turn_retired(race, rider),
        time=time,
    )
