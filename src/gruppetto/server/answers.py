"""What the server says: every answer and every message on a socket, typed.

What hangs on the game that is played (views, moves, events, options, results) is declared in its room. Here
it has only a name, under which the schema holds one type for each game (`gruppetto.server.schema`). What is
said of races that were ridden, of people, of calls and of clubs stands in files of their own.
"""

from typing import Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import UNSET, Meta, UnsetType

from gruppetto.games.game import Preset
from gruppetto.games.passages import Block
from gruppetto.lessons import Words
from gruppetto.puzzles import Asks
from gruppetto.review.results import ReasonTold
from gruppetto.server.messages import Edition, Fault, SeatKind, Tempo

REFERENCE = "#/components/schemas/{name}"
Status = Literal["open", "running", "over"]


def component(name: str) -> dict[str, str]:
    """A reference to a part of the schema."""
    return {"$ref": REFERENCE.format(name=name)}


def of_game(name: str) -> Meta:
    """A part that each game declares for itself."""
    return Meta(extra_json_schema=component(name))


def maybe_of_game(name: str) -> Meta:
    """The same, where there may be nothing."""
    return Meta(extra_json_schema={"anyOf": [component(name), {"type": "null"}]})


GameId = Annotated[str, of_game("GameId")]
Options = Annotated[Any, of_game("Options")]
View = Annotated[Any, of_game("View")]
Move = Annotated[Any, of_game("Move")]
Event = Annotated[Any, of_game("Event")]
Result = Annotated[Any, of_game("Result")]
Scenery = Annotated[Any, of_game("Scenery")]
Catalogue = Annotated[Any, of_game("Catalogue")]
Pieces = Annotated[Any, of_game("Pieces")]
Composition = Annotated[Any, of_game("Composition")]
Moment = Annotated[Any, of_game("Moment")]
Changed = Annotated[Any, of_game("Changed")]
MaybeView = Annotated[Any, maybe_of_game("View")]
MaybeResult = Annotated[Any, maybe_of_game("Result")]


# --- games ------------------------------------------------------------------------------------------


class OptionForm(TypedDict, total=False):
    """What JSON Schema says of an option, as far as a form needs it."""

    description: str
    type: str
    enum: list[str]
    anyOf: list["OptionForm"]
    default: Annotated[Any, Meta(description="Whatever the option may be.")]


class OptionForms(TypedDict):
    """The options by their names."""

    properties: dict[str, OptionForm]


class OptionDefinitions(TypedDict):
    """The options, and what else their schema defines."""

    Options: OptionForms


OptionsSchema = TypedDict("OptionsSchema", {"$ref": str, "$defs": OptionDefinitions})


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played, with its options as they usually are and what they may be."""

    id: GameId
    name: str
    line: Annotated[str, Meta(description="What it is, in a sentence, where the catalogues do not say it.")]
    minutes: Annotated[tuple[int, int] | None, Meta(description="That a race usually takes, from and to.")]
    weight: Annotated[int, Meta(description="How heavy it is, from 1 to 5; 0 where nobody has said.")]
    rules_version: int
    seats: Annotated[tuple[int, int], Meta(description="The fewest and the most.")]
    options: Options
    presets: list[Preset]
    schema: Annotated[OptionsSchema, Meta(description="The options as JSON Schema.")]


class PlayerInfo(msgspec.Struct, frozen=True):
    """A bot one can sit down with."""

    name: str
    text: str
    games: Annotated[list[str], Meta(description="The games in which they can be met.")]


class Rules(msgspec.Struct, frozen=True):
    """The rules of a game, and the language they are written in."""

    game: GameId
    language: str
    blocks: list[Block]


class Composed(msgspec.Struct, frozen=True):
    """A stage composed at random, written out."""

    stage: str


class Health(msgspec.Struct, frozen=True):
    """A worker that answers."""

    ok: bool
    version: str
    worker: str
    edition: Edition


# --- tables -----------------------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True):
    """A seat, and who sits on it."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    online: bool
    lent: bool
    team: str
    muted: bool


class Idle(msgspec.Struct, frozen=True):
    """A player who is there but has not decided for longer than the table's patience."""

    seat: int
    seq: Annotated[int, Meta(description="Where the table waits; void as soon as it goes on.")]
    voted: Annotated[list[int], Meta(description="Who wants a bot to ride for them, by seat.")]
    needed: Annotated[int, Meta(description="How many it takes.")]


class Table(msgspec.Struct, frozen=True):
    """What everybody may know of a table."""

    id: str
    title: str
    game: GameId
    options: Options
    stage: str | None
    status: Status
    seats: list[Seat]
    host: Annotated[int | None, Meta(description="The host's seat, if they sit at the table.")]
    idle: list[Idle]
    commitment: str
    seed: Annotated[str | None, Meta(description="Told when the race is over.")]
    result: MaybeResult
    tempo: Tempo
    hints: bool
    private_talk: Annotated[bool, Meta(description="Whether two players may say what nobody else hears.")]
    listed: bool
    rematch: Annotated[str | None, Meta(description="The table that follows on this one.")]
    created: Annotated[float, Meta(description="Seconds since 1970.")]
    seq: int
    lesson: Annotated[bool, Meta(description="Whether the table says what everything is.")] = False
    rated: Annotated[bool, Meta(description="Whether the race is for the ratings of those who wish it.")] = (
        False
    )
    resumes: Annotated[float | None, Meta(description="A tour rests until then, between two stages.")] = None
    day: Annotated[str | None, Meta(description="Of whose stage it is a ride, as 2026-11-19.")] = None


class Created(msgspec.Struct, frozen=True):
    """A new table; its host, and who sits on the seats at this keyboard, is whoever set it up."""

    id: str
    table: Table


class Joined(msgspec.Struct, frozen=True):
    """A seat taken."""

    seat: int
    table: Table


class Rematch(msgspec.Struct, frozen=True):
    """The table that follows; whoever opened it is its host."""

    id: str


class MyTable(msgspec.Struct, frozen=True):
    """A table at which somebody sits, or which they have set up."""

    table: Table
    seats: list[int]
    host: bool
    owes: Annotated[bool, Meta(description="Whether the race waits for them.")]


class Me(msgspec.Struct, frozen=True):
    """Whoever has a key, as this server knows them."""

    id: Annotated[str | None, Meta(description="Nothing until they have sat down somewhere.")]
    name: str
    made: Annotated[float | None, Meta(description="Seconds since 1970.")]
    tables: list[MyTable]


class Done(msgspec.Struct, frozen=True):
    """It is done, or was done before."""

    done: bool = True


class Handover(msgspec.Struct, frozen=True):
    """A sealed key waits for another device, for so many seconds and for one of them."""

    code: str
    seconds: int


class Sealed(msgspec.Struct, frozen=True):
    """A key, to be opened with what the link holds besides."""

    sealed: str


class Undone(msgspec.Struct, frozen=True):
    """What has become of a wish to take back a decision."""

    status: Literal["done", "asked", "refused", "withdrawn"]


class PauseWish(msgspec.Struct, frozen=True):
    """What has become of a wish to pause, or to go on."""

    status: Literal["paused", "asked", "refused", "withdrawn", "running"]


class Accepted(msgspec.Struct, frozen=True):
    """A decision is in the log, durably."""

    seq: int


class Advised(msgspec.Struct, frozen=True):
    """A choice, and what it promises."""

    code: int
    win: Annotated[float, Meta(description="The chance to win.")]
    place: Annotated[float, Meta(description="The expected finish.")]
    error: Annotated[float, Meta(description="The standard error of the chance to win.")]
    tried: Annotated[int, Meta(description="Races played out for it.")]
    reasons: Annotated[list[ReasonTold], Meta(description="What speaks against it, beside the best.")] = []


class Advice(msgspec.Struct, frozen=True):
    """A hint: the choices of a seat, the best first."""

    choices: list[Advised]
    seconds: float


# --- the race ---------------------------------------------------------------------------------------


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice: its code, its sentence and rule, and what would come of it as far as that is certain."""

    code: int
    text: str
    rule: str
    message: Move
    preview: Annotated[Any, maybe_of_game("Preview")] = None
    routine: Annotated[bool, Meta(description="Quick play answers with it.")] = False


class Undo(msgspec.Struct, frozen=True):
    """Somebody asks to take back a decision, and these have not agreed yet."""

    by: int
    waiting: list[int]


class Gap(msgspec.Struct, frozen=True):
    """A step that was missed: what happened on the decision of this seq."""

    seq: int
    events: list[Event]


class CarriedOver(msgspec.Struct, frozen=True):
    """A line of the log: since then a table goes on under other rules, from where a round began."""

    seq: int
    rules_version: Annotated[int, Meta(description="The version of the rules before.")]
    taken_back: Annotated[int, Meta(description="How many decisions.")]
    commitment: Annotated[str, Meta(description="To the seed before.")]


class SeatClock(msgspec.Struct, frozen=True):
    """A player's clock, at the moment of sending."""

    seat: int
    left: Annotated[float, Meta(description="Seconds; of the decision and the reserve together.")]
    runs: bool


class PauseAsked(msgspec.Struct, frozen=True):
    """Somebody asks for a pause, and these have not agreed yet."""

    by: int
    waiting: list[int]


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a table; bots have none, and a seat that is lent has one that stands."""

    seats: list[SeatClock]
    paused: bool
    asked: PauseAsked | None


class State(msgspec.Struct, frozen=True):
    """The race as one viewer may see it; nothing of it before the start."""

    game: GameId
    seq: int
    own: Annotated[int, Meta(description="How many decisions of this seat stand: the next one's `own`.")]
    view: MaybeView
    choices: list[Offer]
    can_undo: bool
    clocks: Annotated[Clocks | None, Meta(description="Of a running race at a table that has clocks.")]


class Snapshot(State, frozen=True, tag="snapshot"):
    """Everything a viewer needs to begin, or to go on after a gap."""

    table: Table
    seat: int | None
    undo: Undo | None
    last: Annotated[list[Event], Meta(description="What has happened since the last round began.")]
    gap: Annotated[list[Gap], Meta(description="What was told after `since`; empty where that was undone.")]
    carried: CarriedOver | None


class Step(State, frozen=True, tag="step"):
    """A decision was made."""

    events: list[Event]
    late: Annotated[int | None, Meta(description="The seat for which it was made: its time was over.")]


class StoryStep(msgspec.Struct, frozen=True):
    """A decision of a finished match, and what it has changed of what everybody sees."""

    seat: int
    code: int
    text: str
    events: list[Event]
    changed: Changed


class Story(msgspec.Struct, frozen=True):
    """A finished match again, step by step."""

    game: GameId
    table: Table
    scenery: Scenery
    begin: Moment
    steps: list[StoryStep]
    result: Result


class LessonTold(msgspec.Struct, frozen=True):
    """What is said in the lesson of a game, and which race is ridden next."""

    game: GameId
    words: tuple[Words, ...]
    then: Options
    rival: Annotated[str, Meta(description="The level of everybody else.")]


class PuzzleLine(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    game: GameId
    id: str
    difficulty: Annotated[int, Meta(description="From 1 to 5.")]
    asks: Annotated[Asks, Meta(description="What is to be found.")]


class PuzzleChoice(msgspec.Struct, frozen=True):
    """A choice of a puzzle, and its chance to win."""

    code: int
    win: float


class PuzzleSolution(msgspec.Struct, frozen=True):
    """What the choices of a puzzle are worth, the best first, and which of them is the obvious one."""

    choices: list[PuzzleChoice]
    obvious: int
    difficulty: int


# --- other messages on a socket ---------------------------------------------------------------------


class TableTold(msgspec.Struct, frozen=True, tag="table"):
    """Seats, status or presence have changed."""

    table: Table


class You(msgspec.Struct, frozen=True, tag="you"):
    """What you are at this table: the seats that hang on your key, and whether you are its host."""

    seats: list[int]
    host: bool


class UndoTold(msgspec.Struct, frozen=True, tag="undo"):
    """Somebody asks to take back a decision, or no longer."""

    undo: Undo | None
    seq: int


class ClocksTold(msgspec.Struct, frozen=True, tag="clocks"):
    """Clocks have stopped or gone on without a decision, or somebody asks for a pause."""

    clocks: Clocks


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, tag="chat"):
    """A line of chat, or a reaction; an old one was said before one came."""

    id: int
    seat: int
    name: str
    text: str | UnsetType = UNSET
    reaction: str | UnsetType = UNSET
    to: Annotated[int | None, Meta(description="The one seat it is for; everybody, if null.")]
    at: Annotated[float, Meta(description="Seconds since 1970.")]
    old: bool | UnsetType = UNSET


class Acknowledged(msgspec.Struct, frozen=True, tag="ack"):
    """A decision sent by this socket is in the log, durably."""

    move_id: str
    seq: int


class MoveRefused(msgspec.Struct, frozen=True, tag="refused"):
    """A decision sent by this socket was refused."""

    move_id: str
    error: Fault


class Failed(msgspec.Struct, frozen=True, tag="error"):
    """Something else sent by this socket was refused."""

    error: Fault


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """Here I am."""


Outgoing = (
    Snapshot
    | Step
    | You
    | TableTold
    | UndoTold
    | ClocksTold
    | ChatLine
    | Acknowledged
    | MoveRefused
    | Failed
    | Pong
)
