"""What members of a club may ask for: every message bounded and typed."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gruppetto.server.messages import MOST_SEATS, VISIBLE, Name, Request
from gruppetto.server.store import club_rows
from gruppetto.server.store.club_rows import Colours

MOST_RIDERS = 64
MOST_ROUNDS = 40
LONGEST_ROUND = 60 * 24 * 3600
Title = Annotated[str, Meta(min_length=1, max_length=40, pattern=VISIBLE)]
Late = Annotated[
    club_rows.Late,
    Meta(
        description="What becomes of those who are late: a bot rides on for them; the same, and they are "
        "placed last without points; an organiser has half a round's time to prolong the round, then a bot."
    ),
]


class NewClub(Request, frozen=True):
    """A club to found, and what its founder is called and wears there."""

    name: Title
    called: Name
    colours: Colours = "Blue"


class Membership(Request, frozen=True):
    """What somebody is called in a club, and what they wear where that is free."""

    called: Name
    colours: Colours = "Blue"


class ClubChange(Request, frozen=True):
    """What becomes of a club: its name, and whether newcomers may join; as it was, if null."""

    name: Title | None = None
    open: bool | None = None


class Appointment(Request, frozen=True):
    """Whether a member organises the club."""

    organiser: bool


class NewLeague(Request, frozen=True):
    """A league to set up."""

    name: Title
    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="At a table.")] = 4
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="As many as stages, by stage.")] = 4
    seconds: Annotated[int, Meta(ge=1, le=LONGEST_ROUND, description="A round may take.")] = 7 * 24 * 3600
    points: Annotated[
        list[Annotated[int, Meta(ge=0, le=1000)]],
        Meta(max_length=MOST_SEATS, description="By place; the usual ones, if empty."),
    ] = msgspec.field(default_factory=list)
    late: Late = "bot"
    early: Annotated[bool, Meta(description="Whether a round begins as soon as the last one is over.")] = True
    by_stage: Annotated[bool, Meta(description="One tour, of which every round is a stage.")] = False
    begins: Annotated[float, Meta(ge=0, le=2**40, description="Seconds since 1970.")] | None = None
