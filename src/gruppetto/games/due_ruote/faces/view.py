"""What a seat may know of a race."""

import functools
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict, replace

from gruppetto.games.due_ruote.data.sets import CARD_NAMES, card_in, our_set, unpack_id
from gruppetto.games.due_ruote.faces import position
from gruppetto.games.due_ruote.faces.fields import ActivityName, EventName, GoalName, RoleName, WishName
from gruppetto.games.due_ruote.faces.names import ACTIVITIES, EVENTS, STEPS, TEAMS, rider_id
from gruppetto.games.due_ruote.faces.position import (
    SEAT,
    StepName,
    on_sheet,
    subject,
)
from gruppetto.games.due_ruote.faces.previews import Reckoned
from gruppetto.games.due_ruote.faces.standings import (
    Box,
    Jerseys,
    Result,
    Stages,
    classification,
    jerseys,
    riders_of,
    stages_view,
    turn_retired,
    where,
)
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Step
from gruppetto.games.due_ruote.rules.components import RiderCard
from gruppetto.games.due_ruote.rules.options import RoutePile
from gruppetto.games.due_ruote.rules.record import Race, Setup
from gruppetto.games.due_ruote.rules.sprint import worth
from gruppetto.games.game import bits
from gruppetto.games.vocabulary import named, told

TerrainLetter = Literal["P", "C", "M", "D"]
LETTERS: tuple[TerrainLetter, ...] = get_args(TerrainLetter)
PhaseName = Literal[StepName, "next-stage"]
STEP, TERRAIN, EVENT, ACTIVITY = named(STEPS), named(LETTERS), named(EVENTS), named(ACTIVITIES)


class Limits(msgspec.Struct, frozen=True):
    """Numbers of the rules that a table shows."""

    team_value: int
    team: int
    effort: int
    spaces: int
    sector_seconds: int


LIMITS = Limits(c.TEAM_VALUE, c.TEAM, c.MOST_EFFORT, c.SPACES, c.SECTOR_SECONDS)


class Speed(msgspec.Struct, frozen=True):
    """The speed of the terrain, that of the peloton now, and the highest there is."""

    base: int | None
    now: int | None
    top: int


class TerrainSheet(msgspec.Struct, frozen=True):
    """What a turn costs on a terrain."""

    speed: int
    inside: int
    outside: int


class TerrainSheets(msgspec.Struct, frozen=True):
    """One for each terrain."""

    P: TerrainSheet
    C: TerrainSheet
    M: TerrainSheet
    D: TerrainSheet


class Sheets(msgspec.Struct, frozen=True):
    """What every terrain costs a turn, and the slots of the challenge sheet (Z12.1, Z12.2)."""

    terrain: TerrainSheets
    right: list[int]
    left: list[int]


class EventCard(msgspec.Struct, frozen=True):
    """An event card, and how full it is."""

    event: EventName
    tokens: int
    spaces: int


class EventCards(msgspec.Struct, frozen=True):
    """Event cards: those to choose from, those one has, the one filled next; what is in force (Z11.4)."""

    offered: list[EventName]
    cards: list[EventCard]
    next: int
    bonked: bool
    fined: int


class Team(msgspec.Struct, frozen=True):
    """A team, its tokens, and whether it has to decide."""

    seat: int
    team: str
    tokens: int
    special: int
    spent: int
    passed: bool
    all_tokens: Annotated[int, Meta(description="What everybody has at the beginning of a turn.")]
    to_spend: Annotated[int, Meta(description="Points still to be spent before one may pass.")]
    racing: bool
    owes: bool
    events: EventCards | UnsetType = UNSET


class JerseyPoints(msgspec.Struct, frozen=True):
    """Points for the jerseys, and whether the rider can still be given energy (Z11.2, Z11.3)."""

    green: int
    cyclamen: int
    energy_left: bool


class Speeds(msgspec.Struct, frozen=True):
    """A rider's speed on each terrain."""

    P: int
    C: int
    M: int
    D: int


class Card(msgspec.Struct, frozen=True):
    """A rider card."""

    card: str
    name: str
    value: int
    speed: Speeds
    sprint: int
    time_trial: int


class Rider(msgspec.Struct, frozen=True, kw_only=True):
    """One rider: what is on their card once they have one, where they are, how tired, what the road costs."""

    seat: int
    number: int
    card: str | None = None
    name: str | UnsetType = UNSET
    value: int | UnsetType = UNSET
    speed: Speeds | UnsetType = UNSET
    sprint: int | UnsetType = UNSET
    time_trial: int | UnsetType = UNSET
    sector: int | None
    box: Box | None
    fatigue: int
    retired: int | None
    road: Annotated[
        int | None, Meta(description="What the road will cost them at the end of this turn, as things stand.")
    ]
    retiring: Annotated[
        bool, Meta(description="Whether they would retire at the end of this turn, as things stand.")
    ] = False
    jerseys: JerseyPoints | UnsetType = UNSET
    time: Annotated[int | UnsetType, Meta(description="Seconds lost so far, in a race of stages.")] = UNSET


class Entry(msgspec.Struct, frozen=True):
    """A rider with what they do on the challenge sheet."""

    rider: str
    role: RoleName


class Challenge(msgspec.Struct, frozen=True):
    """The challenge sheet."""

    activity: ActivityName
    initiator: int
    right: list[Entry]
    left: list[Entry]
    right_sum: int
    left_sum: int
    succeeds: bool
    wishes: dict[str, WishName]


class SpeedUp(msgspec.Struct, frozen=True, rename={"sector": "from"}):
    """A speed-up others may join."""

    rider: str
    sector: int
    joined: int


class Control(msgspec.Struct, frozen=True):
    """A control of the head."""

    too: Literal["few", "many"]
    starter: int
    excused: list[int]


class SprintValue(msgspec.Struct, frozen=True):
    """What makes up a sprinter's value; tokens that are not chosen count nothing (Z9.7)."""

    card: int
    helpers: int
    tokens: int
    tired: int
    total: int


class Column(msgspec.Struct, frozen=True):
    """A sprinter, and who helps."""

    rider: str
    tokens: int | None
    worth: SprintValue
    helpers: list[str]
    value: int | None


class Sprint(msgspec.Struct, frozen=True):
    """The sprint sheet; its points are what the places are worth for a jersey (Z11.2)."""

    goal: GoalName
    points: list[int]
    columns: list[Column]
    stopped: list[int]
    asking_for: str | None


class Composing(msgspec.Struct, frozen=True):
    """What the deciding seat has prepared so far, and how a challenge would end with it."""

    activity: ActivityName | None
    rider: str | None
    team: int | None
    entries: list[Entry]
    right_sum: int
    left_sum: int
    succeeds: bool
    cancels_left: int


class Trial(msgspec.Struct, frozen=True):
    """What a seat has set for its riders in a time trial, and what it has left (Z11.6)."""

    tokens: dict[str, int]
    points: dict[str, int]
    left: int
    asking_for: str | None


class View(msgspec.Struct, frozen=True, tag_field="game", tag="due-ruote"):
    """What a seat may know of a race."""

    phase: PhaseName
    round: int
    turns: int
    route: list[str]
    terrain: TerrainLetter | None
    speed: Speed
    sheets: Sheets
    most_fatigue: int
    limits: Limits
    advanced: bool
    shown: int
    fed: bool
    pawn: int | None
    claimed: int | None
    first: int | None
    waiting: list[int]
    you: int | None
    seats: list[Team]
    riders: dict[str, Rider]
    cards: list[Card]
    challenge: Challenge | None
    speed_up: SpeedUp | None
    control: Control | None
    sprint: Sprint | None
    composing: Composing | None
    stages: Stages | None
    jerseys: Jerseys | None
    trial: Trial | None
    result: Result | None


def public_view(race: Race, worked_out: Reckoned) -> View:
    """What lies open on the table."""
    step = race.step
    return View(
        phase=STEP.read(step),
        round=race.turn,
        turns=race.setup.turns,
        route=[CARD_NAMES[card] for card in race.route[: _open_cards(race)]],
        terrain=TERRAIN.read(race.terrain) if race.turn else None,
        speed=_speed(race),
        sheets=_sheets(race.setup, worked_out),
        most_fatigue=race.setup.most_fatigue,
        limits=LIMITS,
        advanced=bool(race.setup.options.advanced),
        **told(race, position.Position, None, ("shown", "fed", "pawn", "claimed")),
        first=SEAT.read(race.first),
        waiting=list(bits(owing(race))),
        you=None,
        seats=[_team(race, number) for number in range(race.setup.seats)],
        riders={rider_id(rider): _rider(race, worked_out, rider) for rider in riders_of(race)},
        cards=_cards(race) if step == Step.DRAFT else [],
        challenge=_challenge(race, worked_out) if race.rights else None,
        speed_up=_speed_up(race) if step == Step.JOINING else None,
        control=_control(race) if race.control else None,
        sprint=_sprint(race, worked_out) if race.columns else None,
        composing=None,
        stages=stages_view(race) if race.setup.stages else None,
        jerseys=jerseys(race) if race.setup.options.advanced else None,
        trial=None,
        result=classification(race) if step == Step.FINISHED else None,
    )


def _open_cards(race: Race) -> int:
    """How much of the route one sees: all of it, or only what is turned up (Z13.5)."""
    if race.setup.options.route_pile == RoutePile.COVERED and race.step > Step.ROUTE:
        return race.shown
    return race.planned


def owing(race: Race) -> int:
    """The seats that owe a decision, as bits."""
    if race.step == Step.TRIAL:
        return sum(1 << seat for seat in range(race.setup.seats) if _to_start(race, seat))
    return 0 if race.decider == c.NOBODY else 1 << race.decider


def seen_by(race: Race, worked_out: Reckoned, public: View, seat: int | None) -> View:
    """What everybody may know, and what the seat itself is composing, which others do not see (Z10.2)."""
    if seat is None:
        return public
    composing = _composing(race, worked_out) if race.decider == seat else None
    trial = _trial(race, worked_out, seat) if race.step == Step.TRIAL else None
    return replace(public, you=seat, composing=composing, trial=trial)


def _trial(race: Race, worked_out: Reckoned, seat: int) -> Trial:
    chosen = {rider: race.effort[rider] for rider in _own(seat) if race.effort[rider] != c.UNDECIDED}
    waiting = _to_start(race, seat)
    return Trial(
        tokens={rider_id(rider): tokens for rider, tokens in chosen.items()},
        points={rider_id(rider): worked_out.trials[rider] for rider in chosen},
        left=c.TOKENS + race.special[seat] - sum(chosen.values()),
        asking_for=rider_id(waiting[0]) if waiting else None,
    )


def _to_start(race: Race, seat: int) -> list[int]:
    """The riders of a team who are still to be given tokens in a time trial (Z11.6)."""
    left = (rider for rider in _own(seat) if race.place[rider] != c.GONE)
    return [rider for rider in left if race.effort[rider] == c.UNDECIDED]


def _own(seat: int) -> range:
    return range(c.TEAM * seat, c.TEAM * (seat + 1))


def _speed(race: Race) -> Speed:
    base = race.setup.base_speed[race.terrain] if race.turn else None
    return Speed(base, race.pace if race.turn else None, race.setup.top_speed)


def _sheets(setup: Setup, worked_out: Reckoned) -> Sheets:
    costs = map(TerrainSheet, setup.base_speed, setup.inside, setup.outside)
    return Sheets(TerrainSheets(*costs), worked_out.right_slots, worked_out.left_slots)


def _team(race: Race, seat: int) -> Team:
    return Team(
        seat=seat,
        team=TEAMS[seat],
        **told(race, position.Team, seat, ("tokens", "special", "spent", "passed")),
        all_tokens=c.TOKENS,
        to_spend=max(0, c.LEAST_SPENT - race.spent[seat]),
        racing=any(race.place[rider] != c.GONE for rider in _own(seat)),
        owes=bool(owing(race) >> seat & 1),
        events=_events(race, seat) if race.setup.event_cards else UNSET,
    )


def _events(race: Race, seat: int) -> EventCards:
    laid = [min(c.SPACES, max(0, race.laid[seat] - c.SPACES * card)) for card in range(c.KEPT)]
    offered = race.offered[seat] if race.step == Step.EVENTS else ()
    return EventCards(
        offered=[EVENT.read(kind) for kind in offered if kind],
        cards=[
            EventCard(EVENT.read(kind), laid[card] % c.SPACES, c.SPACES)
            for card, kind in enumerate(race.events[seat])
            if kind
        ],
        next=race.laid[seat] // c.SPACES,
        **told(race, position.Team, seat, ("bonked", "fined")),
    )


def _rider(race: Race, worked_out: Reckoned, rider: int) -> Rider:
    gone, card = race.place[rider] == c.GONE, race.card[rider]
    return Rider(
        seat=rider // c.TEAM,
        number=rider % c.TEAM + 1,
        **(asdict(_card(race, card)) if card != c.NO_CARD else {}),
        **where(race, rider),
        retired=turn_retired(race, rider),
        road=None if gone or not race.turn else worked_out.roads[rider],
        retiring=rider in worked_out.retiring,
        jerseys=_points(race, rider) if race.setup.options.advanced else UNSET,
        time=race.time[rider] if race.setup.stages else UNSET,
    )


def _points(race: Race, rider: int) -> JerseyPoints:
    return JerseyPoints(race.green[rider], race.cyclamen[rider], not race.energised[rider])


def _card(race: Race, card: int) -> Card:
    setup = race.setup
    name = unpack_id(setup.card_id[card])
    return Card(
        card=name,
        name=_names().get(card_in(setup, card), name),
        value=setup.worth[card],
        speed=Speeds(*setup.speed[card]),
        sprint=setup.sprint[card],
        time_trial=setup.trial[card],
    )


@functools.cache
def _names() -> dict[RiderCard, str]:
    """What our riders are called; in a set of somebody's own they go by their ids (Z12.6)."""
    return {msgspec.structs.replace(rider, name="", team=""): rider.name for rider in our_set().riders}


def _cards(race: Race) -> list[Card]:
    """The rider cards nobody has taken yet (Z5.2)."""
    return [_card(race, card) for card in range(race.setup.cards) if card not in race.card]


def _challenge(race: Race, worked_out: Reckoned) -> Challenge:
    return Challenge(
        activity=ACTIVITY.read(race.activity),
        initiator=race.pawn,
        right=_entries(race, "right", race.rights),
        left=_entries(race, "left", race.lefts),
        right_sum=race.right_sum,
        left_sum=race.left_sum,
        succeeds=worked_out.succeeds,
        **told(race, position.Challenge),
    )


def _entries(race: Race, side: str, count: int) -> list[Entry]:
    return [Entry(**entry) for entry in on_sheet(race, side, count)]


def _speed_up(race: Race) -> SpeedUp:
    return SpeedUp(rider_id(race.chosen), race.sector, race.joined)


def _control(race: Race) -> Control:
    excused = bits(0 if race.strict else race.excused)
    return Control(**told(race, position.Control, None, ("too", "starter")), excused=list(excused))


def _sprint(race: Race, worked_out: Reckoned) -> Sprint:
    return Sprint(
        **told(race, position.Position, None, ("goal",)),
        points=_at_stake(race) if race.setup.options.advanced else [],
        columns=[_column(race, worked_out, column) for column in range(race.columns)],
        stopped=list(bits(race.stopped)),
        asking_for=rider_id(race.chosen) if race.chosen != c.NOBODY else None,
    )


def _at_stake(race: Race) -> list[int]:
    """What the places of this sprint are worth for a jersey (Z11.2)."""
    last_card = race.shown == race.setup.route_cards
    points = (int(worth(race.goal, last_card, place)) for place in range(c.COLUMNS))
    return [each for each in points if each]


def _column(race: Race, worked_out: Reckoned, column: int) -> Column:
    return Column(
        **told(race, position.Column, column, ("rider", "tokens")),
        worth=_worth(race, worked_out, column),
        helpers=[rider_id(rider) for rider in riders_of(race) if race.helps[rider] == column],
        value=race.column_value[column] if race.step == Step.FINISHED else None,
    )


def _worth(race: Race, worked_out: Reckoned, column: int) -> SprintValue:
    card = race.setup.sprint[race.card[race.column_rider[column]]]
    total, helpers, tired = (
        each[column] for each in (worked_out.values, worked_out.helpers, worked_out.tired)
    )
    return SprintValue(card, helpers, total - card - helpers + tired, tired, total)


def _composing(race: Race, worked_out: Reckoned) -> Composing | None:
    """What the deciding seat has prepared so far."""
    if race.step not in (Step.ACTIVITY, Step.RESPONSE):
        return None
    (rider, team), (right, left, succeeds) = subject(race), worked_out.sides
    return Composing(
        activity=ACTIVITY.read(race.activity) or None,
        rider=rider,
        team=team,
        entries=_entries(race, "entry", race.entries),
        right_sum=right,
        left_sum=left,
        succeeds=bool(succeeds),
        cancels_left=c.CANCELS - race.cancels,
    )
