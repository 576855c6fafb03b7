"""What clients may say: every message bounded and typed."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.match import PRINTABLE

VISIBLE = rf"(?=\s*\S){PRINTABLE}"  # not of blanks alone
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=VISIBLE, description="How others see you.")]
MOST_SEATS = 6
MOST_KEYS = 200  # of before, taken over at once
DAY = 24 * 3600  # seconds
Key = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{22,64}$(?![\s\S])",
        description="Made by the client at random, 128 bits or more; whoever has it is you.",
    ),
]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
MoveId = Annotated[
    str,
    Meta(
        max_length=36,
        pattern=r"^[A-Za-z0-9_.:-]+$(?![\s\S])",
        description="Made by the client; resending is safe.",
    ),
]
Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)]
# Raised when pages of before would no longer understand us: they are refused, and load themselves anew.
Edition = Literal[1]
EDITION: Edition = 1
SeatKind = Literal["open", "person", "bot", "hotseat", "dummy"]
Reaction = Literal["👏", "😮", "😂", "🚴", "🔥"]
To = Annotated[int, Meta(ge=0, lt=MOST_SEATS, description="The one seat it is for; everybody, if null.")]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The root of all requests: nothing unknown is let in."""


class SeatPlan(Request, frozen=True):
    """Who is to sit on a seat."""

    kind: Literal["open", "bot", "hotseat", "dummy"]
    name: Annotated[str, Meta(max_length=24, pattern=PRINTABLE)] = ""
    level: Annotated[str, Meta(max_length=20)] = "domestique"


class Clock(Request, frozen=True):
    """How many seconds every player has, for each decision or for the whole race.

    The increment is added to a player's reserve with every decision they make. Of a clock for each decision
    the reserve is what they draw on when its seconds are over; of one for the race it is all they have.
    """

    each: Annotated[Literal["decision", "race"], Meta(description="What the seconds are for.")]
    seconds: Annotated[int, Meta(ge=1, le=30 * DAY)]
    increment: Annotated[int, Meta(ge=0, le=DAY)] = 0
    at_zero: Annotated[
        Literal["bot", "safe", "vote"],
        Meta(
            description="What is done when a player's time is over: a bot rides until they are back, a safe "
            "choice is made for them, or the others may vote for a bot."
        ),
    ] = "bot"


class Tempo(Request, frozen=True):
    """How much time players have: by a clock, or else as long as the others are patient.

    `lend_after` is the patience: after so many seconds the seat of a player who holds up the others is lent
    to a bot; never, if null. One who is away is replaced then, one who is there when the others vote for it,
    or after twice the time. Where there is a clock, it alone decides.
    """

    lend_after: Annotated[int, Meta(ge=10, le=30 * DAY)] | None = 300
    clock: Clock | None = None


class NewTable(Request, frozen=True):
    """A table to set up."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=60, pattern=PRINTABLE)] = ""
    tempo: Tempo = Tempo()
    listed: bool = False
    hints: bool = False
    rated: bool = False


class NewLesson(Request, frozen=True):
    """A lesson to begin: how whoever learns is called, and what the table is."""

    name: Annotated[str, Meta(max_length=24, pattern=PRINTABLE)] = ""
    title: Annotated[str, Meta(max_length=60, pattern=PRINTABLE)] = ""


class Join(Request, frozen=True):
    """Sit down."""

    name: Name


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


class Mute(Request, frozen=True):
    """Whether somebody may talk at the table."""

    muted: bool


class NewHost(Request, frozen=True):
    """Whose table it is from now on."""

    seat: SeatNumber


class Myself(Request, frozen=True):
    """How one wants to be called."""

    name: Name


class Wish(Request, frozen=True):
    """Whether one wishes to be rated."""

    wanted: bool


class Keys(Request, frozen=True):
    """Keys that were one's own before."""

    keys: Annotated[list[Key], Meta(min_length=1, max_length=MOST_KEYS)]


class Seal(Request, frozen=True):
    """One's key, made unreadable for whoever lacks the link."""

    sealed: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$(?![\s\S])")]


class Code(Request, frozen=True):
    """Which sealed key."""

    code: Annotated[str, Meta(max_length=64)]


class NewRide(Request, frozen=True):
    """Ride the stage of the day, and whether others may read that one did."""

    name: Name
    listed: bool = True


class ListRide(Request, frozen=True):
    """Whether others may read that one rode."""

    listed: bool


class NewReport(Request, frozen=True):
    """What somebody on a seat has done, for whoever runs the server."""

    reason: Literal["insult", "name", "cheating", "spoiling", "other"]
    text: Annotated[str, Meta(max_length=300, pattern=PRINTABLE)] = ""
    line: Annotated[int | None, Meta(description="The line of chat that is meant, by its id.")] = None


class Chat(Request, frozen=True):
    """A line of chat, or a reaction; to everybody, or to one seat only."""

    text: Line | None = None
    reaction: Reaction | None = None
    to: To | None = None


class StageAsked(Request, frozen=True):
    """A stage to report on, by its name or written out."""

    stage: Annotated[str, Meta(max_length=400)]


# --- calls to people who are not looking ------------------------------------------------------------

Language = Literal["en", "pl", "it", "cs"]
Minutes = Annotated[int, Meta(ge=0, lt=24 * 60, description="After midnight.")]
Link = Annotated[str, Meta(min_length=12, max_length=1000, pattern=r"^https?://[!-~]+$(?![\s\S])")]


class Subscription(Request, frozen=True):
    """Where a browser can be called, and the keys with which what it is told is sealed."""

    endpoint: Link
    p256dh: Annotated[str, Meta(max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$(?![\s\S])")]
    auth: Annotated[str, Meta(max_length=30, pattern=r"^[A-Za-z0-9_-]+=*$(?![\s\S])")]
    name: Annotated[str, Meta(max_length=40, pattern=PRINTABLE, description="What device it is.")] = ""
    language: Language = "en"


class Quiet(Request, frozen=True):
    """The hours in which one is not called, where one lives; over midnight, if they end before they begin."""

    begins: Minutes
    ends: Minutes
    zone: Annotated[str, Meta(max_length=40, description="As in the tz database: Europe/Rome.")]


class MailWish(Request, frozen=True):
    """Where one wants mail, and how long a turn waits before there is any."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    minutes: Annotated[int, Meta(ge=1, le=7 * 24 * 60)] = 30
    language: Language = "en"


class ChatWish(Request, frozen=True):
    """The chat that is to be told of turns: what it has given out as its webhook."""

    url: Link
    language: Language = "en"


class Hello(Request, frozen=True, tag="hello"):
    """The first message on a socket."""

    key: Key | None = None
    seat: Annotated[SeatNumber | None, Meta(description="Which of your seats; the first, if null.")] = None
    since: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1
    edition: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)] | None,
        Meta(description="How the app’s own pages speak; programs leave it out."),
    ] = None


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
