"""What a seat may know of a race, and how a finished one is ranked (C19)."""

from itertools import groupby
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gruppetto.games.etapa.data.road import KIND_NAMES, Stage, unpacked
from gruppetto.games.etapa.data.stage_checks import StageKind
from gruppetto.games.etapa.faces import position
from gruppetto.games.etapa.faces.names import ASKS, TEAMS, CardName, JerseyWord, SkyWord, clock, rider_id
from gruppetto.games.etapa.faces.position import (
    CARD_OR_NONE,
    PILE,
    RIDER_OR_NOBODY,
    Pile,
    kind_of,
    own_riders,
    riders_of,
    riding,
    stage_names,
)
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Ask, Sky, Step
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import named, told
from gruppetto.kernel.record import Ints

ON_THE_ROAD = ("field", "status", "jersey", "seconds", "tenths", "last_place")
SKY = named(Sky)
MOST_OUT = 1  # riders a team may lose and stay in its classification (C5.4)


class Turn(msgspec.Struct, frozen=True):
    """The turn in progress."""

    rider: str | None
    second: bool
    last_kilometre: bool
    die: int
    other_die: int
    card: CardName | None
    following: str | None
    fields: int
    changing: bool
    crash_field: int


class DiceOff(msgspec.Struct, frozen=True):
    """Who throws against whom, and what they have come to."""

    totals: dict[int, int]
    bidder: int
    declined: list[int]


class Group(msgspec.Struct, frozen=True, rename={"rear": "from", "front": "to"}):
    """Riders without a gap between them, and the seconds to the head of the race."""

    rear: int
    front: int
    gap: int
    riders: list[str]


class Seat(msgspec.Struct, frozen=True):
    """A team, and whether it has to decide."""

    seat: int
    team: str
    owes: bool


class Car(msgspec.Struct, frozen=True):
    """A team car that has come for a rider."""

    rider: str
    field: int


class Team(Seat, frozen=True):
    """A team, its car, and what anybody knows of its cards."""

    cards: int
    known: Pile
    slow: int
    car: Car | None
    young: str | None
    line: list[str]
    spent: bool


class Rider(msgspec.Struct, frozen=True):
    """A rider: where they are and how, and what they did in this round."""

    seat: int
    field: int
    status: Literal["riding", "fallen", "punctured", "feeding", "withdrawn", "out"]
    jersey: JerseyWord
    seconds: int
    tenths: int
    last_place: int
    breakaway: int
    injured: bool
    back: int
    fed: bool
    moved: int | None
    cards_used: int


class Timed(msgspec.Struct, frozen=True):
    """A rider and their time."""

    rider: str
    time: int


class Scored(msgspec.Struct, frozen=True):
    """A rider and their points."""

    rider: str
    points: int


class TimedTeam(msgspec.Struct, frozen=True):
    """A team and its time."""

    team: int
    time: int


class Classifications(msgspec.Struct, frozen=True):
    """All five, as they stand after the last stage (C4, C5.4, C16.3)."""

    general: list[Timed]
    points: list[Scored]
    mountains: list[Scored]
    young: list[Timed]
    teams: list[TimedTeam]


class Ranked(msgspec.Struct, frozen=True):
    """A rider as they have come in."""

    place: int
    rider: str
    time: int
    tenths: int
    field: int
    points: int
    mountains: int
    counts: bool
    line: str


class Result(msgspec.Struct, frozen=True):
    """How a race or a tour has ended."""

    winner: int
    seats: list[int]
    riders: list[Ranked]
    rainbow: str | None
    general: list[Timed]
    points: list[Scored]
    mountains: list[Scored]
    young: list[Timed]
    teams: list[TimedTeam]


class View(msgspec.Struct, frozen=True, tag_field="game", tag="etapa"):
    """What a seat may know of a race; with its own cards, where it has eyes of its own (C19)."""

    stage: str
    stage_number: int
    stages: list[str]
    kind: StageKind
    length: int
    weather: SkyWord
    phase: str
    round: int
    waiting: list[int]
    you: int | None
    turn: Turn
    dice_off: DiceOff | None
    order: Annotated[list[str], msgspec.Meta(description="In a team time trial the names of teams.")]
    peloton: list[int] | None
    groups: list[Group]
    pile: int
    slow_supply: int
    primes: list[int]
    seats: list[Seat]
    teams: list[Team]
    riders: dict[str, Rider]
    classifications: Classifications
    result: Result | None
    hand: Pile | UnsetType = UNSET
    drawn: Pile | UnsetType = UNSET


class Moment(msgspec.Struct, frozen=True):
    """Where everybody is and how they are."""

    round: int
    phase: str
    stage: str
    stages: list[str]
    kind: StageKind
    peloton: list[int] | None
    teams: list[Team]
    riders: dict[str, Rider]
    letters: str


def public_view(race: Race) -> View:
    """What everybody may know (C19)."""
    stage = unpacked(race.setup.stage[race.at_stage])
    return View(
        stage=stage.name,
        stage_number=race.at_stage + 1,
        stages=stage_names(race),
        kind=KIND_NAMES[kind_of(race)],
        length=stage.length,
        weather=SKY.read(race.sky),
        phase="finished" if race.step == Step.FINISHED else ASKS[race.ask],
        round=race.rounds,
        waiting=list(bits(race.owing)),
        you=None,
        turn=_turn(race, stage),
        dice_off=_dice_off(race),
        order=_order(race),
        peloton=[race.peloton_rear, race.peloton_front] if race.peloton_front else None,
        groups=_groups(race),
        pile=sum(PILE.read(race.pile[0]).values()),
        slow_supply=race.slow_supply,
        primes=list(race.taken_places[: len(stage.primes)]),
        seats=[Seat(**_seat(race, number)) for number in range(race.setup.seats)],
        teams=[_team(race, number) for number in range(race.setup.seats)],
        riders={rider_id(rider): _rider(race, rider) for rider in riders_of(race)},
        classifications=Classifications(**classifications(race)),
        result=classification(race) if race.step == Step.FINISHED else None,
    )


def seen_by(race: Race, public: View, seat: int | None) -> View:
    """What everybody may know, and a seat's own cards."""
    if seat is None:
        return public
    mine = bits(race.owing) == (seat,)
    drawn = PILE.read(race.drawn_hand[0]) if mine else {}
    return replace(public, you=seat, hand=PILE.read(race.hand[seat]), drawn=drawn)


def moment_of(view: View) -> Moment:
    """Of a view only what a replay shows: the rest is told by its events."""
    kept = {name: getattr(view, name) for name in Moment.__struct_fields__ if name != "letters"}
    return Moment(**kept, letters=view.stage)


def _turn(race: Race, stage: Stage) -> Turn:
    return Turn(
        rider=RIDER_OR_NOBODY.read(race.rider),
        second=bool(race.second_turn),
        last_kilometre=race.rider != r.NOBODY and race.field[race.rider] >= stage.flag,
        die=race.die,
        other_die=race.other_die,
        card=CARD_OR_NONE.read(race.card),
        following=RIDER_OR_NOBODY.read(race.following),
        fields=race.reach,
        changing=bool(race.changing),
        crash_field=race.crash_field,
    )


def _dice_off(race: Race) -> DiceOff | None:
    if race.ask != Ask.RAISE and race.step not in (Step.CONTEST, Step.CONTESTED, Step.AUCTION):
        return None
    totals = {
        seat: race.total[seat] + (race.bid if seat == race.bidder else 0) for seat in bits(race.contest)
    }
    return DiceOff(totals, race.bidder, list(bits(race.declined)))


def _order(race: Race) -> list[str]:
    """Who is still to ride in this round, the next first; where no order is settled yet, by field (C3.1)."""
    settling = Step.ORDER <= race.step < Step.TURN
    coming = list(race.order[max(0, race.turn + settling) : race.ordered])
    kind = kind_of(race)
    if kind == r.TEAM_TRIAL:
        return [TEAMS[seat] for seat in coming]
    if kind == r.ROAD and race.rounds > 1 and race.step != Step.FINISHED:
        placed = set(race.order[: race.ordered])
        others = [rider for rider in riders_of(race) if riding(race, rider) and rider not in placed]
        coming += sorted(others, key=lambda rider: -race.field[rider])
    return [rider_id(rider) for rider in coming]


def _groups(race: Race) -> list[Group]:
    """Groups on the road, the first in front."""
    riders = [rider for rider in riders_of(race) if riding(race, rider)]
    fields = sorted({race.field[rider] for rider in riders}, reverse=True)
    groups = ([field for _, field in run] for _, run in groupby(enumerate(fields), key=sum))
    return [
        Group(
            rear=group[-1],
            front=group[0],
            gap=fields[0] - group[0],
            riders=[rider_id(rider) for rider in riders if race.field[rider] in group],
        )
        for group in groups
    ]


def _seat(race: Race, seat: int) -> Json:
    return {"seat": seat, "team": TEAMS[seat], "owes": bool(race.owing >> seat & 1)}


def _team(race: Race, seat: int) -> Team:
    served = race.served[seat]
    return Team(
        **_seat(race, seat),
        cards=sum(PILE.read(race.hand[seat]).values()),
        known=PILE.read(race.shown[seat]),
        slow=race.slow[seat],
        car=None if served == r.NOBODY else Car(rider_id(served), race.car[seat]),
        young=RIDER_OR_NOBODY.read(race.young[seat]),
        line=[rider_id(rider) for rider in race.line[seat] if rider != r.NOBODY],
        spent=bool(race.spent[seat]),
    )


def _rider(race: Race, rider: int) -> Rider:
    return Rider(
        seat=rider // r.TEAM,
        **told(race, position.Rider, rider, ON_THE_ROAD),
        breakaway=race.tokens[rider],
        injured=bool(race.injured[rider]),
        back=race.back[rider] if race.back[rider] > race.rounds else 0,
        fed=bool(race.refreshed[rider]),
        moved=race.moved[rider] if race.rode[rider] else None,
        cards_used=race.used[rider],
    )


# --- classifications --------------------------------------------------------------------------------


def classifications(race: Race) -> Json:
    """All five, as they stand after the last stage (C4, C5.4, C16.3)."""
    riders = [rider for rider in riders_of(race) if race.gone[rider] == 0]
    general = sorted(riders, key=lambda rider: general_key(race, rider))
    points = sorted(general, key=lambda rider: (-race.points[rider], -race.wins[rider]))
    mountains = sorted(general, key=lambda rider: (-race.mountains[rider], -race.summits[rider]))
    young = [rider for rider in general if race.young[rider // r.TEAM] == rider]
    return {
        "general": [Timed(rider_id(rider), race.time[rider]) for rider in general],
        "points": _scored(points, race.points),
        "mountains": _scored(mountains, race.mountains),
        "young": [Timed(rider_id(rider), race.time[rider]) for rider in young],
        "teams": [TimedTeam(seat, race.team_time[seat]) for seat in team_order(race)],
    }


def _scored(riders: list[int], points: Ints) -> list[Scored]:
    return [Scored(rider_id(rider), points[rider]) for rider in riders if points[rider]]


def general_key(race: Race, rider: int) -> tuple[int, ...]:
    """Sorts riders as the rules do: still in, time, placings, last stage (C16.3)."""
    gone = race.gone[rider]
    tour = (race.time[rider], race.placings[rider]) if race.setup.stages > 1 else (0, 0)
    return (gone != 0, -gone, *tour, race.last_place[rider], rider)


def team_order(race: Race) -> list[int]:
    """The teams that are still classified, the leading one first (C5.4)."""
    seats = range(race.setup.seats)
    left = [seat for seat in seats if sum(race.gone[x] != 0 for x in own_riders(seat)) <= MOST_OUT]
    return sorted(left, key=lambda seat: team_key(race, seat))


def team_key(race: Race, seat: int) -> tuple[int, ...]:
    """Sorts teams as the rules do: times and placings added up, best in the last stage (C16.3)."""
    placings = sum(race.placings[rider] for rider in own_riders(seat))
    best = min(race.last_place[rider] for rider in own_riders(seat) if race.gone[rider] == 0)
    return race.team_time[seat], placings, best, seat


def classification(race: Race) -> Result:
    """Riders in the order of the race; teams by their best rider (C5.1, C5.6)."""
    riders = sorted(riders_of(race), key=lambda rider: general_key(race, rider))
    seats = list(dict.fromkeys(rider // r.TEAM for rider in riders))
    return Result(
        winner=seats[0],
        seats=seats,
        riders=[_entry(race, rider, place) for place, rider in enumerate(riders, start=1)],
        rainbow=rider_id(riders[0]) if race.setup.options.world_championship else None,
        **classifications(race),
    )


def _entry(race: Race, rider: int, place: int) -> Ranked:
    time = race.time[rider]
    trial = race.setup.stages == 1 and race.setup.stage[0][r.KIND] != r.ROAD
    counts = race.gone[rider] == 0
    said = clock(race.tenths[rider]) if trial else f"{time // 3600}:{time // 60 % 60:02}:{time % 60:02}"
    return Ranked(
        place=place,
        rider=rider_id(rider),
        time=time,
        tenths=race.tenths[rider],
        field=race.field[rider],
        points=race.points[rider],
        mountains=race.mountains[rider],
        counts=counts,
        line=f"{rider_id(rider)} in {said}" if counts else f"{rider_id(rider)} does not count",
    )
