"""Position documents: a whole race as JSON, what FEN is to chess."""

from itertools import repeat
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.due_ruote.data.sets import route_text, unpack_id
from gruppetto.games.due_ruote.faces.fields import (
    GOAL,
    RIDER,
    ActivityName,
    EndingName,
    EventName,
    RoleName,
    WishName,
)
from gruppetto.games.due_ruote.faces.names import ENDINGS, EVENTS, ROLES, WISHES, rider_id
from gruppetto.games.due_ruote.faces.standings import in_order, riders_of
from gruppetto.games.due_ruote.options import options_in
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Activity, Fault, Role, Step
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import (
    FLAG,
    Codec,
    Part,
    counted_from,
    kept,
    listed,
    named,
    told,
    unless,
)

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
SeatOrNobody = Annotated[Seat | None, kept(codec=SEAT)]
Seats = Annotated[list[Seat], kept(codec=SEATS_AS_BITS, max_length=c.SEATS)]
Sector = Annotated[int, Meta(ge=-4000, le=c.LAST_SECTOR)]
Points = Annotated[int, kept(ge=0, le=5000)]
Speed = Annotated[int, Meta(ge=0, le=FASTEST)]
Order = Annotated[list[RiderId], Meta(max_length=c.RIDERS)]
Flag = Annotated[bool, kept(codec=FLAG)]
StepName = Literal[
    "draft", "route", "start", "events", "trial", "turn", "order", "activity", "response", "joining",
    "wishes", "depth", "control", "mishap", "fatigue", "line-up-order", "line-up", "helpers",
    "tokens-order", "tokens", "finished",
]  # fmt: skip


class Rider(Part, frozen=True):
    """One rider: card, place (head, bunch, out, or sectors ahead of the peloton), fatigue."""

    card: Annotated[str, Meta(max_length=4)] | None = None
    place: Literal["head", "bunch", "out"] | Sector = "bunch"
    fatigue: Annotated[int, kept(ge=0, le=500)] = 0
    retired: Annotated[
        int,
        kept(
            "The turn in which they retired, and a hundred for every stage before.",
            ge=0,
            lt=c.LONGEST_STAGE * c.STAGES,
        ),
    ] = 0
    helps: RiderId | None = None
    energised: Flag = False
    green: Points = 0
    cyclamen: Points = 0
    time: Annotated[int, kept("Seconds lost in the stages so far.", ge=-1000, le=900_000)] = 0
    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.MOST_EFFORT)] | None,
        kept("Set for them in a time trial.", unless(c.UNDECIDED), "effort"),
    ] = None


class Team(Part, frozen=True):
    """A team's tokens, and how it has fared in this turn."""

    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.TOKENS)] | None,
        kept("Base tokens; left out: all of them, none before the first turn.", LEFT_OUT),
    ] = None
    special: Annotated[int, kept(ge=0, le=c.MOST_SPECIAL)] = c.SPECIAL_TOKENS
    spent: Annotated[
        Annotated[int, Meta(ge=0, le=c.TOKENS + c.MOST_SPECIAL)] | None,
        kept("In this turn; left out: the base tokens that are missing.", LEFT_OUT),
    ] = None
    passed: Flag = False
    stood_back: Annotated[int, kept(ge=0, le=c.PASSES_AT_START)] = 0
    offered: Annotated[
        list[EventName], kept(codec=row_of(named(EVENTS), c.OFFERED, c.NOTHING), max_length=c.OFFERED)
    ] = []
    events: Annotated[
        list[EventName],
        kept("In the order of filling.", row_of(named(EVENTS), c.KEPT, c.NOTHING), max_length=c.KEPT),
    ] = []
    laid: Annotated[int, kept("Special tokens on them, first card first.", ge=0, lt=c.SPACES * c.KEPT)] = 0
    due: Annotated[
        list[Annotated[int, Meta(ge=0, lt=c.KEPT)]],
        Meta(max_length=c.MOST_DUE, description="Cards that were full and strike, in this order."),
    ] = []
    bonked: Flag = False
    fined: Annotated[int, kept(ge=0, le=c.TOKENS)] = 0


class OnSheet(Part, frozen=True):
    """A rider with what they do on the challenge sheet."""

    rider: RiderId
    role: RoleName


class Composition(Part, frozen=True):
    """What the deciding seat has prepared so far."""

    entries: Annotated[list[OnSheet], Meta(max_length=c.MOST_LEFT)] = []
    cancels: Annotated[int, kept(ge=0, le=c.CANCELS)] = 0


class Challenge(Part, frozen=True):
    """The challenge sheet."""

    right: Annotated[list[OnSheet], Meta(max_length=c.RIGHT_SHEET)] = []
    left: Annotated[list[OnSheet], Meta(max_length=c.LEFT_SHEET)] = []
    wishes: Annotated[
        dict[Annotated[str, Meta(pattern="^[0-5]$", max_length=1)], WishName],
        kept(codec=WISHES_BY_SEAT, field="wish", max_length=c.SEATS),
    ] = {}


class SpeedUp(Part, frozen=True):
    """A speed-up others may join: the sector it began in, and how many have joined."""

    sector: Annotated[Sector, kept()]
    joined: Annotated[int, kept(ge=0, le=c.JOINERS)] = 0


class Control(Part, frozen=True):
    """A control of the head."""

    too: Annotated[Literal["few", "many"], kept(codec=named(Fault), field="control")]
    starter: Annotated[Seat, kept()]
    strict: Flag = False


class Column(Part, frozen=True):
    """A sprinter with their tokens (none while they are not chosen) and, in the end, their value."""

    rider: Annotated[RiderId, kept(codec=RIDER, field="column_rider")]
    tokens: Annotated[
        Annotated[int, Meta(ge=0, le=c.MOST_SPECIAL)] | None,
        kept(codec=unless(c.UNDECIDED), field="column_tokens"),
    ] = None
    value: Annotated[int, kept(field="column_value", ge=-999, le=999)] = 0


class Sprint(Part, frozen=True):
    """The sprint sheet."""

    columns: Annotated[list[Column], Meta(max_length=c.COLUMNS)] = []
    stopped: Seats = []


class Position(Part, frozen=True):
    """A position of Due Ruote."""

    riders: Annotated[
        dict[RiderId, Rider],
        Meta(
            description="By seat and number from 1; five for every seat.", min_length=1, max_length=c.RIDERS
        ),
    ]
    game: Literal["due-ruote"] = "due-ruote"
    step: Annotated[StepName, kept(codec=named(Step))] = "activity"
    decides: Annotated[Seat | None, kept("Left out: whoever is next in this step.", SEAT, "decider")] = None
    turn: Annotated[Annotated[int, Meta(ge=0, le=c.ROUTE)] | None, kept(codec=LEFT_OUT)] = None
    shown: Annotated[
        Annotated[int, Meta(ge=0, le=c.ROUTE)] | None,
        kept("Cards turned up, markers too; left out: up to this turn's terrain.", LEFT_OUT),
    ] = None
    stage: Annotated[int, kept("Of a race of several stages.", counted_from(1), ge=1, le=c.STAGES)] = 1
    stage_winners: Annotated[
        list[RiderId | None],
        kept(
            codec=row_of(unless(c.NOBODY, RIDER), c.STAGES, c.NOBODY),
            field="stage_winner",
            max_length=c.STAGES,
        ),
    ] = []
    stage_order: Annotated[
        Order,
        kept("The classification of the last stage that was ridden.", row_of(RIDER, c.RIDERS, c.NOBODY)),
    ] = []
    goal: Annotated[Literal["finish", "GPM", "TV"], kept(codec=GOAL)] = "finish"
    fed: Annotated[
        bool | None, kept("Left out: whether the feed zone is among the cards turned up.", Codec(bool, bool))
    ] = None
    route: Annotated[
        Annotated[str, Meta(max_length=120)] | None,
        Meta(description="The cards chosen so far; left out: the route of the options."),
    ] = None
    first: Annotated[Seat, kept()] = 0
    pawn: SeatOrNobody = None
    claimed: SeatOrNobody = None
    last_active: SeatOrNobody = None
    speed: Annotated[Speed | None, kept("Left out: the terrain's base speed.", LEFT_OUT, "pace")] = None
    increases: Annotated[Speed | None, kept("Left out: what the speed is above it.", LEFT_OUT)] = None
    teams: Annotated[list[Team], Meta(max_length=c.SEATS)] = []
    activity: Annotated[ActivityName | None, kept(codec=unless(c.NOTHING, named(Activity)))] = None
    rider: RiderId | None = None
    opponent: Seat | None = None
    composing: Composition | None = None
    asked: Annotated[SeatOrNobody, Meta(description="The last seat asked; left out: whoever decides.")] = None
    challenge: Challenge | None = None
    speed_up: SpeedUp | None = None
    excused: Seats = []
    control: Control | None = None
    sprint: Sprint | None = None
    ending: Annotated[EndingName | None, kept(codec=unless(c.NOTHING, named(ENDINGS)))] = None
    order: Order = []
    options: dict[str, Any] = {}


# --- a race as a document ---------------------------------------------------------------------------


def write_position(race: Race) -> Json:
    """A race as a document; only the chance to come is left out."""
    columns = [Column(**told(race, Column, n)) for n in range(race.columns)]
    finished, (rider, opponent) = race.step == Step.FINISHED, subject(race)
    document = Position(
        **told(race, Position),
        riders={rider_id(rider): _write_rider(race, rider) for rider in riders_of(race)},
        teams=[Team(**told(race, Team, n), due=cards_due(race, n)) for n in range(race.setup.seats)],
        route=route_text(race.route[: race.planned]),
        options=options_in(race.setup),
        rider=rider,
        opponent=opponent,
        composing=_write_composition(race) if race.entries or race.cancels else None,
        challenge=_write_challenge(race) if race.rights else None,
        speed_up=SpeedUp(**told(race, SpeedUp)) if race.sector else None,
        control=Control(**told(race, Control)) if race.control else None,
        sprint=Sprint(**told(race, Sprint), columns=columns) if columns else None,
        order=[rider_id(rider) for rider in in_order(race)] if finished else [],
    )
    written: Json = msgspec.to_builtins(document)
    return written


def _write_rider(race: Race, rider: int) -> Rider:
    column, card, place = race.helps[rider], race.card[rider], race.place[rider]
    return Rider(
        **told(race, Rider, rider),
        card=None if card == c.NO_CARD else unpack_id(race.setup.card_id[card]),
        place="out" if place == c.GONE else place or ("head" if race.head[rider] else "bunch"),
        helps=None if column == c.NOBODY else rider_id(race.column_rider[column]),
    )


def _write_composition(race: Race) -> Composition:
    return Composition(**told(race, Composition), entries=on_sheet(race, "entry", race.entries))


def _write_challenge(race: Race) -> Challenge:
    right, left = on_sheet(race, "right", race.rights), on_sheet(race, "left", race.lefts)
    return Challenge(**told(race, Challenge), right=right, left=left)


def cards_due(race: Race, seat: int) -> list[int]:
    """The cards that strike next, in the order in which they were full (Z11.4)."""
    filling = race.laid[seat] // c.SPACES
    return [card % c.KEPT for card in range(filling - race.due[seat], filling)]


def subject(race: Race) -> tuple[str | None, int | None]:
    """The rider, or the team, that the activity on its way is about."""
    if race.chosen == c.NOBODY or race.activity == Activity.WEAR_DOWN_TEAM:
        return None, SEAT.read(race.chosen)
    return rider_id(race.chosen), None


def on_sheet(race: Race, side: str, riders: int) -> list[Any]:
    """The riders of one side of the challenge sheet with what they do; on the left they obstruct."""
    roles = getattr(race, f"{side}_role", repeat(Role.OBSTRUCT))
    pairs = zip(getattr(race, f"{side}_rider")[:riders], roles, strict=False)
    return [{"rider": rider_id(rider), "role": ROLES[role]} for rider, role in pairs]
