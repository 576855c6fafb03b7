"""What the server says: every answer and every message on a socket, typed.

What hangs on the game that is played (views, moves, events, options, results) is declared in its room. Here
it has only a name, under which the schema holds one type for each game (`gruppetto.server.schema`).
"""

from typing import Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import UNSET, Meta, UnsetType

from gruppetto.games.game import Preset
from gruppetto.server.messages import Fault, SeatKind, Tempo

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
    rules_version: int
    seats: Annotated[tuple[int, int], Meta(description="The fewest and the most.")]
    options: Options
    presets: list[Preset]
    schema: Annotated[OptionsSchema, Meta(description="The options as JSON Schema.")]


class PlayerInfo(msgspec.Struct, frozen=True):
    """A bot one can sit down with."""

    name: str
    text: str


class RuleText(msgspec.Struct, frozen=True):
    """A numbered rule."""

    number: str
    text: str


class Composed(msgspec.Struct, frozen=True):
    """A stage composed at random, written out."""

    stage: str


class Health(msgspec.Struct, frozen=True):
    """A worker that answers."""

    ok: bool
    version: str
    worker: str


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


class Table(msgspec.Struct, frozen=True):
    """What everybody may know of a table."""

    id: str
    title: str
    game: GameId
    options: Options
    stage: str | None
    status: Status
    seats: list[Seat]
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


class Created(msgspec.Struct, frozen=True):
    """A new table: its host's token, and those of the seats at this keyboard."""

    id: str
    host_token: str
    tokens: dict[str, str]
    table: Table


class Joined(msgspec.Struct, frozen=True):
    """A seat taken: its token is told once."""

    token: str
    seat: int
    table: Table


class Rematch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table that follows; whoever opened it is its host."""

    id: str
    host_token: str | UnsetType = UNSET


class Undone(msgspec.Struct, frozen=True):
    """What has become of a wish to take back a decision."""

    status: Literal["done", "asked", "refused"]


class Accepted(msgspec.Struct, frozen=True):
    """A decision is in the log, durably."""

    seq: int


class Advised(msgspec.Struct, frozen=True):
    """A choice, and what it promises."""

    code: int
    win: Annotated[float, Meta(description="The chance to win.")]
    place: Annotated[float, Meta(description="The expected finish.")]
    tried: Annotated[int, Meta(description="Races played out for it.")]


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


class State(msgspec.Struct, frozen=True):
    """The race as one viewer may see it; nothing of it before the start."""

    game: GameId
    seq: int
    own: Annotated[int, Meta(description="How many decisions of this seat stand: the next one's `own`.")]
    view: MaybeView
    choices: list[Offer]
    can_undo: bool


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


# --- other messages on a socket ---------------------------------------------------------------------


class TableTold(msgspec.Struct, frozen=True, tag="table"):
    """Seats, status or presence have changed."""

    table: Table


class UndoTold(msgspec.Struct, frozen=True, tag="undo"):
    """Somebody asks to take back a decision, or no longer."""

    undo: Undo | None
    seq: int


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


Outgoing = Snapshot | Step | TableTold | UndoTold | ChatLine | Acknowledged | MoveRefused | Failed | Pong
