"""What clients may say: every message bounded and typed."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.match import PRINTABLE

Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=PRINTABLE, description="How others see you.")]
Token = Annotated[str, Meta(max_length=64)]
MoveId = Annotated[
    str,
    Meta(
        max_length=36,
        pattern=r"^[A-Za-z0-9_.:-]+$(?![\s\S])",
        description="Made by the client; resending is safe.",
    ),
]
Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)]
SeatKind = Literal["open", "person", "bot", "hotseat", "dummy"]
Reaction = Literal["👏", "😮", "😂", "🚴", "🔥"]
MOST_SEATS = 6
To = Annotated[int, Meta(ge=0, lt=MOST_SEATS, description="The one seat it is for; everybody, if null.")]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The root of all requests: nothing unknown is let in."""


class SeatPlan(Request, frozen=True):
    """Who is to sit on a seat."""

    kind: Literal["open", "bot", "hotseat", "dummy"]
    name: Annotated[str, Meta(max_length=24, pattern=PRINTABLE)] = ""
    level: Annotated[str, Meta(max_length=20)] = "domestique"


class Tempo(Request, frozen=True):
    """When an absent player's seat is lent to a bot; never, if null."""

    lend_after: Annotated[int, Meta(ge=10, le=30 * 24 * 3600)] | None = None


class NewTable(Request, frozen=True):
    """A table to set up."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=60, pattern=PRINTABLE)] = ""
    tempo: Tempo = Tempo()
    listed: bool = True
    hints: bool = False


class Join(Request, frozen=True):
    """Sit down; after a rematch, on the seat one had, shown by its token."""

    name: Name
    former: Annotated[Token | None, Meta(description="The token of the same seat at the table before.")] = (
        None
    )


class Start(Request, frozen=True):
    """Begin; open seats may be filled with a bot."""

    fill: Annotated[str, Meta(max_length=20)] | None = None


class Decision(Request, frozen=True):
    """A decision: which of one's own it is, what it is, and an id that makes resending safe."""

    own: Annotated[int, Meta(ge=0, le=100_000)]
    code: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    move_id: MoveId


class Answer(Request, frozen=True):
    """Whether another player may take back a decision."""

    agree: bool


class Lend(Request, frozen=True):
    """Let a bot play on."""

    level: Annotated[str, Meta(max_length=20)] = "domestique"


class Chat(Request, frozen=True):
    """A line of chat, or a reaction; to everybody, or to one seat only."""

    text: Line | None = None
    reaction: Reaction | None = None
    to: To | None = None


class StageAsked(Request, frozen=True):
    """A stage to report on, by its name or written out."""

    stage: Annotated[str, Meta(max_length=400)]


class Hello(Request, frozen=True, tag="hello"):
    """The first message on a socket."""

    token: Token | None = None
    since: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1


class Ping(Request, frozen=True, tag="ping"):
    """Are you there?"""


class SocketMove(Decision, frozen=True, tag="move"):
    """A decision, by socket."""


class SocketChat(Request, frozen=True, tag="chat"):
    """A line of chat, by socket."""

    text: Line
    to: To | None = None


class SocketReaction(Request, frozen=True, tag="reaction"):
    """A reaction, by socket."""

    reaction: Reaction
    to: To | None = None


Incoming = Hello | Ping | SocketMove | SocketChat | SocketReaction


class Fault(msgspec.Struct, frozen=True):
    """What was wrong, in a sentence a player understands."""

    kind: str
    text: str


class Refusal(msgspec.Struct, frozen=True):
    """The body of every error."""

    error: Fault


class Refused(Exception):
    """A request that cannot be granted."""

    def __init__(self, status: int, kind: str, text: str) -> None:
        super().__init__(text)
        self.status, self.fault = status, Fault(kind, text)
