"""Position documents: a whole race as JSON, what FEN is to chess."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.due_ruote.data.sets import route_text, unpack_id
from gruppetto.games.due_ruote.faces.fields import GOAL, RIDER
from gruppetto.games.due_ruote.faces.names import ENDINGS, EVENTS, ROLES, WISHES, rider_id
from gruppetto.games.due_ruote.faces.standings import riders_of
from gruppetto.games.due_ruote.options import options_in
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Activity, Fault, Role, Step
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import FLAG, Codec, Kept, counted_from, kept_in, listed, named, unless

FASTEST = 30  # the longest speed track of any set


def row_of(codec: Codec, length: int, nothing: int) -> Codec:
    """A row of numbers, told as far as there is anything in it."""

    def read(numbers: Any) -> list[Any]:
        told = max((place for place, number in enumerate(numbers, 1) if number != nothing), default=0)
        return [codec.read(number) for number in numbers[:told]]

    return Codec(read, listed(codec, length, nothing).write)


SEAT = unless(c.NOBODY)
SEATS_AS_BITS = Codec(lambda mask: list(bits(int(mask))), lambda seats: sum(1 << seat for seat in set(seats)))
LEFT_OUT = Codec(int, lambda number: number or 0)  # and found out once the rest is known
WISHES_BY_SEAT = Codec(
    lambda row: {str(seat): WISHES[wish] for seat, wish in enumerate(row) if wish},
    lambda said: [WISHES.index(said.get(str(seat), "")) for seat in range(c.SEATS)],
)

RiderId = Annotated[str, Meta(pattern="^[0-5]-[1-5]$", max_length=3)]
Seat = Annotated[int, Meta(ge=0, lt=c.SEATS)]
SeatOrNobody = Annotated[Seat | None, Kept(SEAT)]
Seats = Annotated[list[Seat], Meta(max_length=c.SEATS), Kept(SEATS_AS_BITS)]
Sector = Annotated[int, Meta(ge=-4000, le=c.LAST_SECTOR)]
Points = Annotated[int, Meta(ge=0, le=5000), Kept()]
Speed = Annotated[int, Meta(ge=0, le=FASTEST)]
Order = Annotated[list[RiderId], Meta(max_length=c.RIDERS)]
Flag = Annotated[bool, Kept(FLAG)]
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
    fatigue: Annotated[int, Meta(ge=0, le=500), Kept()] = 0
    retired: Annotated[
        int,
        Meta(
            ge=0,
            lt=c.LONGEST_STAGE * c.STAGES,
            description="The turn in which he retired, and a hundred for every stage before.",
        ),
        Kept(),
    ] = 0
    helps: RiderId | None = None
    energised: Flag = False
    green: Points = 0
    cyclamen: Points = 0
    time: Annotated[
        int, Meta(ge=-1000, le=900_000, description="Seconds lost in the stages so far."), Kept()
    ] = 0
    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.MOST_EFFORT)] | None,
        Meta(description="Set for him in a time trial."),
        Kept(unless(c.UNDECIDED), "effort"),
    ] = None


class Team(Strict, frozen=True):
    """A team's tokens, and how it has fared in this turn."""

    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.TOKENS)] | None,
        Meta(description="Base tokens; left out: all of them, none before the first turn."),
        Kept(LEFT_OUT),
    ] = None
    special: Annotated[int, Meta(ge=0, le=c.MOST_SPECIAL), Kept()] = c.SPECIAL_TOKENS
    spent: Annotated[
        Annotated[int, Meta(ge=0, le=c.TOKENS + c.MOST_SPECIAL)] | None,
        Meta(description="In this turn; left out: the base tokens that are missing."),
        Kept(LEFT_OUT),
    ] = None
    passed: Flag = False
    stood_back: Annotated[int, Meta(ge=0, le=c.PASSES_AT_START), Kept()] = 0
    offered: Annotated[
        list[EventName], Meta(max_length=c.OFFERED), Kept(row_of(named(EVENTS), c.OFFERED, c.NOTHING))
    ] = []
    events: Annotated[
        list[EventName],
        Meta(max_length=c.KEPT, description="In the order of filling."),
        Kept(row_of(named(EVENTS), c.KEPT, c.NOTHING)),
    ] = []
    laid: Annotated[
        int, Meta(ge=0, lt=c.SPACES * c.KEPT, description="Special tokens on them, first card first."), Kept()
    ] = 0
    due: Annotated[
        list[Annotated[int, Meta(ge=0, lt=c.KEPT)]],
        Meta(max_length=c.MOST_DUE, description="Cards that were full and strike, in this order."),
    ] = []
    bonked: Flag = False
    fined: Annotated[int, Meta(ge=0, le=c.TOKENS), Kept()] = 0


class OnSheet(Strict, frozen=True):
    """A rider with what he does on the challenge sheet."""

    rider: RiderId
    role: RoleName


class Composition(Strict, frozen=True):
    """What the deciding seat has prepared so far."""

    entries: Annotated[list[OnSheet], Meta(max_length=c.MOST_LEFT)] = []
    cancels: Annotated[int, Meta(ge=0, le=c.CANCELS), Kept()] = 0


class Challenge(Strict, frozen=True):
    """The challenge sheet."""

    right: Annotated[list[OnSheet], Meta(max_length=c.RIGHT_SHEET)] = []
    left: Annotated[list[OnSheet], Meta(max_length=c.LEFT_SHEET)] = []
    wishes: Annotated[
        dict[Annotated[str, Meta(pattern="^[0-5]$", max_length=1)], WishName],
        Meta(max_length=c.SEATS),
        Kept(WISHES_BY_SEAT, "wish"),
    ] = {}


class SpeedUp(Strict, frozen=True):
    """A speed-up others may join: the sector it began in, and how many have joined."""

    sector: Annotated[Sector, Kept()]
    joined: Annotated[int, Meta(ge=0, le=c.JOINERS), Kept()] = 0


class Control(Strict, frozen=True):
    """A control of the head."""

    too: Annotated[Literal["few", "many"], Kept(named(Fault), "control")]
    starter: Annotated[Seat, Kept()]
    strict: Flag = False


class Column(Strict, frozen=True):
    """A sprinter with his tokens (none while they are not chosen) and, in the end, his value."""

    rider: Annotated[RiderId, Kept(RIDER, "column_rider")]
    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.MOST_SPECIAL)] | None, Kept(unless(c.UNDECIDED), "column_tokens")
    ] = None
    value: Annotated[int, Meta(ge=-999, le=999), Kept(field="column_value")] = 0


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
    step: Annotated[StepName, Kept(named(Step))] = "activity"
    decides: Annotated[
        Seat | None, Meta(description="Left out: whoever is next in this step."), Kept(SEAT, "decider")
    ] = None
    turn: Annotated[Annotated[int, Meta(ge=0, le=c.ROUTE)] | None, Kept(LEFT_OUT)] = None
    shown: Annotated[
        Annotated[int, Meta(ge=0, le=c.ROUTE)] | None,
        Meta(description="Cards turned up, markers too; left out: up to this turn's terrain."),
        Kept(LEFT_OUT),
    ] = None
    stage: Annotated[
        int, Meta(ge=1, le=c.STAGES, description="Of a race of several stages."), Kept(counted_from(1))
    ] = 1
    stage_winners: Annotated[
        list[RiderId | None],
        Meta(max_length=c.STAGES),
        Kept(row_of(unless(c.NOBODY, RIDER), c.STAGES, c.NOBODY), "stage_winner"),
    ] = []
    stage_order: Annotated[
        Order,
        Meta(description="The classification of the last stage that was ridden."),
        Kept(row_of(RIDER, c.RIDERS, c.NOBODY)),
    ] = []
    goal: Annotated[Literal["finish", "GPM", "TV"], Kept(GOAL)] = "finish"
    fed: Annotated[
        bool | None,
        Meta(description="Left out: whether the feed zone is among the cards turned up."),
        Kept(Codec(bool, bool)),
    ] = None
    route: Annotated[
        Annotated[str, Meta(max_length=120)] | None,
        Meta(description="The cards chosen so far; left out: the route of the options."),
    ] = None
    first: Annotated[Seat, Kept()] = 0
    pawn: SeatOrNobody = None
    claimed: SeatOrNobody = None
    last_active: SeatOrNobody = None
    speed: Annotated[
        Speed | None, Meta(description="Left out: the terrain's base speed."), Kept(LEFT_OUT, "pace")
    ] = None
    increases: Annotated[
        Speed | None, Meta(description="Left out: what the speed is above it."), Kept(LEFT_OUT)
    ] = None
    teams: Annotated[list[Team], Meta(max_length=c.SEATS)] = []
    activity: Annotated[ActivityName | None, Kept(unless(c.NOTHING, named(Activity)))] = None
    rider: RiderId | None = None
    opponent: Seat | None = None
    composing: Composition | None = None
    asked: Annotated[SeatOrNobody, Meta(description="The last seat asked; left out: whoever decides.")] = None
    challenge: Challenge | None = None
    speed_up: SpeedUp | None = None
    excused: Seats = []
    control: Control | None = None
    sprint: Sprint | None = None
    ending: Literal["sprint", "alone", "last team", "nobody left", "time trial"] | None = None
    order: Order = []
    options: dict[str, Any] = {}


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    document = Position(
        **kept_in(race, Position),
        riders={rider_id(rider): _write_rider(race, rider) for rider in riders_of(race)},
        teams=[_write_team(race, seat) for seat in range(race.setup.seats)],
        route=route_text(race.route[: race.planned].tolist()),
        options=options_in(race.setup),
        **_write_activity(race),
        **_write_end(race),
    )
    written: Json = msgspec.to_builtins(document)
    return written


def _write_rider(race: Race, rider: int) -> Rider:
    column, card, place = race.helps[rider], race.card[rider], int(race.place[rider])
    return Rider(
        **kept_in(race, Rider, rider),
        card=None if card == c.NO_CARD else unpack_id(int(race.setup.card_id[card])),
        place="out" if place == c.GONE else place or ("head" if race.head[rider] else "bunch"),
        helps=None if column == c.NOBODY else rider_id(race.column_rider[column]),
    )


def _write_team(race: Race, seat: int) -> Team:
    return Team(**kept_in(race, Team, seat), due=cards_due(race, seat))


def cards_due(race: Race, seat: int) -> list[int]:
    """The cards that strike next, in the order in which they were full (Z11.4)."""
    filling, due = int(race.laid[seat]) // c.SPACES, int(race.due[seat])
    return [card % c.KEPT for card in range(filling - due, filling)]


def _write_activity(race: Race) -> Json:
    """The activity on its way."""
    team_chosen = race.activity == Activity.WEAR_DOWN_TEAM
    chosen = None if race.chosen == c.NOBODY else int(race.chosen)
    return {
        "rider": None if team_chosen or chosen is None else rider_id(chosen),
        "opponent": chosen if team_chosen else None,
        "composing": _write_composition(race) if race.entries or race.cancels else None,
        "challenge": _write_challenge(race) if race.rights else None,
        "speed_up": SpeedUp(**kept_in(race, SpeedUp)) if race.sector else None,
        "control": Control(**kept_in(race, Control)) if race.control else None,
    }


def _write_composition(race: Race) -> Composition:
    entries = _on_sheet(race.entry_rider[: race.entries], race.entry_role)
    return Composition(**kept_in(race, Composition), entries=entries)


def _write_challenge(race: Race) -> Challenge:
    return Challenge(
        **kept_in(race, Challenge),
        right=_on_sheet(race.right_rider[: race.rights], race.right_role),
        left=_on_sheet(race.left_rider[: race.lefts], [Role.OBSTRUCT] * c.LEFT_SHEET),
    )


def _on_sheet(riders: Any, roles: Any) -> list[OnSheet]:
    return [OnSheet(rider_id(rider), ROLES[roles[n]]) for n, rider in enumerate(riders)]


def _write_end(race: Race) -> Json:
    """The finish turn, and what came of it."""
    columns = [Column(**kept_in(race, Column, n)) for n in range(race.columns)]
    finished = race.step == Step.FINISHED
    order = race.order[: len(riders_of(race))] if finished else ()
    return {
        "sprint": Sprint(**kept_in(race, Sprint), columns=columns) if columns else None,
        "ending": ENDINGS[race.ending] if finished else None,
        "order": [rider_id(rider) for rider in order],
    }
