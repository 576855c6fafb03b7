"""Position documents: a whole race as JSON, what FEN is to chess."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.due_ruote.data.sets import route_text, unpack_id
from gruppetto.games.due_ruote.faces.names import (
    ACTIVITIES,
    ENDINGS,
    EVENTS,
    FAULTS,
    GOALS,
    ROLES,
    STEPS,
    WISHES,
    rider_id,
)
from gruppetto.games.due_ruote.faces.standings import riders_of
from gruppetto.games.due_ruote.faces.view import seat_or_none
from gruppetto.games.due_ruote.options import options_in
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Activity, Role, Step
from gruppetto.games.game import Json, bits

FASTEST = 30  # the longest speed track of any set

RiderId = Annotated[str, Meta(pattern="^[0-5]-[1-5]$", max_length=3)]
Seat = Annotated[int, Meta(ge=0, lt=c.SEATS)]
Seats = Annotated[list[Seat], Meta(max_length=c.SEATS)]
Sector = Annotated[int, Meta(ge=-4000, le=c.LAST_SECTOR)]
Points = Annotated[int, Meta(ge=0, le=5000)]
Speed = Annotated[int, Meta(ge=0, le=FASTEST)]
Order = Annotated[list[RiderId], Meta(max_length=c.RIDERS)]
RoleName = Literal["perform", "help", "obstruct"]
WishName = Literal["break", "pace", "nothing"]
StepName = Literal[
    "draft", "route", "start", "events", "trial", "turn", "order", "activity", "response", "joining",
    "wishes", "depth", "control", "mishap", "fatigue", "line-up-order", "line-up", "helpers",
    "tokens-order", "tokens", "finished",
]  # fmt: skip
EventName = Literal["puncture", "cramp", "bonk", "crash", "fine", "headwind"]
ActivityName = Literal[
    "slow-down", "drink", "eat", "small-wear-down", "first-player", "speed-up", "wear-down-team",
    "energy", "go-to-head", "raise-pace", "break-away",
]  # fmt: skip


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a position: nothing in it that is not known."""


class Rider(Strict, frozen=True):
    """One rider: his card, his place (head, bunch, out, or sectors ahead of the peloton), his fatigue."""

    card: Annotated[str, Meta(max_length=4)] | None = None
    place: Literal["head", "bunch", "out"] | Sector = "bunch"
    fatigue: Annotated[int, Meta(ge=0, le=500)] = 0
    retired: Annotated[
        int,
        Meta(
            ge=0,
            lt=c.LONGEST_STAGE * c.STAGES,
            description="The turn in which he retired, and a hundred for every stage before.",
        ),
    ] = 0
    helps: RiderId | None = None
    energised: bool = False
    green: Points = 0
    cyclamen: Points = 0
    time: Annotated[int, Meta(ge=-1000, le=900_000, description="Seconds lost in the stages so far.")] = 0
    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.MOST_EFFORT)] | None, Meta(description="Set for him in a time trial.")
    ] = None


class Team(Strict, frozen=True):
    """A team's tokens, and how it has fared in this turn."""

    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.TOKENS)] | None,
        Meta(description="Base tokens; left out: all of them, none before the first turn."),
    ] = None
    special: Annotated[int, Meta(ge=0, le=c.MOST_SPECIAL)] = c.SPECIAL_TOKENS
    spent: Annotated[
        Annotated[int, Meta(ge=0, le=c.TOKENS + c.MOST_SPECIAL)] | None,
        Meta(description="In this turn; left out: the base tokens that are missing."),
    ] = None
    passed: bool = False
    stood_back: Annotated[int, Meta(ge=0, le=c.PASSES_AT_START)] = 0
    offered: Annotated[list[EventName], Meta(max_length=c.OFFERED)] = []
    events: Annotated[list[EventName], Meta(max_length=c.KEPT, description="In the order of filling.")] = []
    laid: Annotated[
        int, Meta(ge=0, lt=c.SPACES * c.KEPT, description="Special tokens on them, first card first.")
    ] = 0
    due: Annotated[
        list[Annotated[int, Meta(ge=0, lt=c.KEPT)]],
        Meta(max_length=c.MOST_DUE, description="Cards that were full and strike, in this order."),
    ] = []
    bonked: bool = False
    fined: Annotated[int, Meta(ge=0, le=c.TOKENS)] = 0


class OnSheet(Strict, frozen=True):
    """A rider with what he does on the challenge sheet."""

    rider: RiderId
    role: RoleName


class Composition(Strict, frozen=True):
    """What the deciding seat has prepared so far."""

    entries: Annotated[list[OnSheet], Meta(max_length=c.MOST_LEFT)] = []
    cancels: Annotated[int, Meta(ge=0, le=c.CANCELS)] = 0


class Challenge(Strict, frozen=True):
    """The challenge sheet."""

    right: Annotated[list[OnSheet], Meta(max_length=c.RIGHT_SHEET)] = []
    left: Annotated[list[OnSheet], Meta(max_length=c.LEFT_SHEET)] = []
    wishes: Annotated[
        dict[Annotated[str, Meta(pattern="^[0-5]$", max_length=1)], WishName], Meta(max_length=c.SEATS)
    ] = {}


class SpeedUp(Strict, frozen=True):
    """A speed-up others may join: the sector it began in, and how many have joined."""

    sector: Sector
    joined: Annotated[int, Meta(ge=0, le=c.JOINERS)] = 0


class Control(Strict, frozen=True):
    """A control of the head."""

    too: Literal["few", "many"]
    starter: Seat
    strict: bool = False


class Column(Strict, frozen=True):
    """A sprinter with his tokens (none while they are not chosen) and, in the end, his value."""

    rider: RiderId
    tokens: Annotated[int, Meta(ge=0, le=c.MOST_SPECIAL)] | None = None
    value: Annotated[int, Meta(ge=-999, le=999)] = 0


class Sprint(Strict, frozen=True):
    """The sprint sheet."""

    columns: Annotated[list[Column], Meta(max_length=c.COLUMNS)] = []
    stopped: Seats = []


class Position(Strict, frozen=True):
    """A position of Due Ruote."""

    riders: Annotated[
        dict[RiderId, Rider],
        Meta(
            description="By seat and number from 1; five for every seat.", min_length=1, max_length=c.RIDERS
        ),
    ]
    game: Literal["due-ruote"] = "due-ruote"
    step: StepName = "activity"
    decides: Annotated[Seat | None, Meta(description="Left out: whoever is next in this step.")] = None
    turn: Annotated[int, Meta(ge=0, le=c.ROUTE)] | None = None
    shown: Annotated[
        Annotated[int, Meta(ge=0, le=c.ROUTE)] | None,
        Meta(description="Cards turned up, markers too; left out: up to this turn's terrain."),
    ] = None
    stage: Annotated[int, Meta(ge=1, le=c.STAGES, description="Of a race of several stages.")] = 1
    stage_winners: Annotated[list[RiderId | None], Meta(max_length=c.STAGES)] = []
    stage_order: Annotated[
        Order, Meta(description="The classification of the last stage that was ridden.")
    ] = []
    goal: Literal["finish", "GPM", "TV"] = "finish"
    fed: Annotated[
        bool | None, Meta(description="Left out: whether the feed zone is among the cards turned up.")
    ] = None
    route: Annotated[
        Annotated[str, Meta(max_length=120)] | None,
        Meta(description="The cards chosen so far; left out: the route of the options."),
    ] = None
    first: Seat = 0
    pawn: Seat | None = None
    claimed: Seat | None = None
    last_active: Seat | None = None
    speed: Annotated[Speed | None, Meta(description="Left out: the terrain's base speed.")] = None
    increases: Annotated[Speed | None, Meta(description="Left out: what the speed is above it.")] = None
    teams: Annotated[list[Team], Meta(max_length=c.SEATS)] = []
    activity: ActivityName | None = None
    rider: RiderId | None = None
    opponent: Seat | None = None
    composing: Composition | None = None
    asked: Annotated[Seat | None, Meta(description="The last seat asked; left out: whoever decides.")] = None
    challenge: Challenge | None = None
    speed_up: SpeedUp | None = None
    excused: Seats = []
    control: Control | None = None
    sprint: Sprint | None = None
    ending: Literal["sprint", "alone", "last team", "nobody left", "time trial"] | None = None
    order: Order = []
    options: dict[str, Any] = {}


def write_position(race: Any) -> Json:
    """A race as a document; only the chance to come is left out."""
    document = Position(
        riders={rider_id(rider): _write_rider(race, rider) for rider in riders_of(race)},
        step=STEPS[race.step],
        decides=seat_or_none(race.decider),
        turn=int(race.turn),
        shown=int(race.shown),
        goal=GOALS[int(race.goal)],  # type: ignore[arg-type]
        fed=bool(race.fed),
        route=route_text(race.route[: int(race.planned)].tolist()),
        first=int(race.first),
        pawn=seat_or_none(race.pawn),
        claimed=seat_or_none(race.claimed),
        last_active=seat_or_none(race.last_active),
        speed=int(race.pace),
        increases=int(race.increases),
        teams=[_write_team(race, seat) for seat in range(int(race.setup.seats))],
        asked=seat_or_none(race.asked),
        excused=list(bits(int(race.excused))),
        options=options_in(race.setup),
        **_write_activity(race),
        **_write_end(race),
        **(_write_stages(race) if race.setup.stages else {}),
    )
    written: Json = msgspec.to_builtins(document)
    return written


def _write_stages(race: Any) -> Json:
    """How far a race of several stages has come (Z11.5)."""
    winners = [int(winner) for winner in race.stage_winner]
    while winners and winners[-1] == c.NOBODY:
        winners.pop()
    order = [int(rider) for rider in race.stage_order[: len(riders_of(race))]]
    return {
        "stage": int(race.stage) + 1,
        "stage_winners": [rider_id(winner) if winner != c.NOBODY else None for winner in winners],
        "stage_order": [rider_id(rider) for rider in order if rider != c.NOBODY],
    }


def _write_rider(race: Any, rider: int) -> Rider:
    column = int(race.helps[rider])
    place = int(race.place[rider])
    return Rider(
        card=_card_id(race, int(race.card[rider])),
        place="out" if place == c.GONE else place or ("head" if race.head[rider] else "bunch"),
        fatigue=int(race.fatigue[rider]),
        retired=int(race.retired[rider]),
        helps=None if column == c.NOBODY else rider_id(int(race.column_rider[column])),
        energised=bool(race.energised[rider]),
        green=int(race.green[rider]),
        cyclamen=int(race.cyclamen[rider]),
        time=int(race.time[rider]),
        tokens=None if race.effort[rider] == c.UNDECIDED else int(race.effort[rider]),
    )


def _card_id(race: Any, card: int) -> str | None:
    return None if card == c.NO_CARD else unpack_id(int(race.setup.card_id[card]))


def _write_team(race: Any, seat: int) -> Team:
    return Team(
        tokens=int(race.tokens[seat]),
        special=int(race.special[seat]),
        spent=int(race.spent[seat]),
        passed=bool(race.passed[seat]),
        stood_back=int(race.stood_back[seat]),
        offered=_kinds(race.offered[seat]),
        events=_kinds(race.events[seat]),
        laid=int(race.laid[seat]),
        due=cards_due(race, seat),
        bonked=bool(race.bonked[seat]),
        fined=int(race.fined[seat]),
    )


def cards_due(race: Any, seat: int) -> list[int]:
    """The cards that strike next, in the order in which they were full (Z11.4)."""
    filling, due = int(race.laid[seat]) // c.SPACES, int(race.due[seat])
    return [card % c.KEPT for card in range(filling - due, filling)]


def _kinds(cards: Any) -> list[Any]:
    return [EVENTS[kind] for kind in cards if kind]


def _write_activity(race: Any) -> Json:
    """The activity on its way."""
    team_chosen = race.activity == Activity.WEAR_DOWN_TEAM
    chosen = None if race.chosen == c.NOBODY else int(race.chosen)
    return {
        "activity": ACTIVITIES[race.activity] or None,
        "rider": None if team_chosen or chosen is None else rider_id(chosen),
        "opponent": chosen if team_chosen else None,
        "composing": _write_composition(race) if race.entries or race.cancels else None,
        "challenge": _write_challenge(race) if race.rights else None,
        "speed_up": SpeedUp(int(race.sector), int(race.joined)) if race.sector else None,
        "control": _write_control(race) if race.control else None,
    }


def _write_composition(race: Any) -> Composition:
    entries = _on_sheet(race.entry_rider[: int(race.entries)], race.entry_role)
    return Composition(entries, int(race.cancels))


def _write_challenge(race: Any) -> Challenge:
    return Challenge(
        _on_sheet(race.right_rider[: int(race.rights)], race.right_role),
        _on_sheet(race.left_rider[: int(race.lefts)], [Role.OBSTRUCT] * c.LEFT_SHEET),
        {str(seat): WISHES[wish] for seat, wish in enumerate(race.wish) if wish},
    )


def _on_sheet(riders: Any, roles: Any) -> list[OnSheet]:
    return [OnSheet(rider_id(int(rider)), ROLES[roles[n]]) for n, rider in enumerate(riders)]


def _write_control(race: Any) -> Control:
    return Control(FAULTS[race.control], int(race.starter), bool(race.strict))


def _write_end(race: Any) -> Json:
    """The finish turn, and what came of it."""
    columns = [
        Column(
            rider_id(int(race.column_rider[n])),
            int(race.column_tokens[n]) if race.column_tokens[n] >= 0 else None,
            int(race.column_value[n]),
        )
        for n in range(int(race.columns))
    ]
    finished = race.step == Step.FINISHED
    order = race.order[: len(riders_of(race))] if finished else ()
    return {
        "sprint": Sprint(columns, list(bits(int(race.stopped)))) if columns else None,
        "ending": ENDINGS[race.ending] if finished else None,
        "order": [rider_id(int(rider)) for rider in order],
    }
