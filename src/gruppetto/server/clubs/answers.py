"""What members of a club are told."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gruppetto.games import classification
from gruppetto.server import answers
from gruppetto.server.clubs import requests
from gruppetto.server.store.club_rows import Colours, HeatScore, LeagueStatus, Role

Decided = Literal["points", "wins", "places", "late", "lot"]


class ClubLine(msgspec.Struct, frozen=True):
    """A club somebody is in, in a line."""

    id: str
    name: str
    members: int
    running: Annotated[int, Meta(description="Leagues that run or may be joined.")]


class ClubMember(msgspec.Struct, frozen=True):
    """Somebody in a club, or who was there once."""

    number: int
    name: str
    colours: Colours
    role: Role
    joined: float


class Wearer(msgspec.Struct, frozen=True):
    """Who leads a classification of a tour, by their number in the club; nobody of it, if a bot does."""

    name: Annotated[str, Meta(description="Of the classification.")]
    rider: int | None


class LeagueLine(msgspec.Struct, frozen=True):
    """A league in a line."""

    id: str
    name: str
    game: answers.GameId
    status: LeagueStatus
    by_stage: bool
    round: int
    rounds: int
    riders: int
    riding: Annotated[bool, Meta(description="Whether whoever asks rides in it.")]
    ends: Annotated[float | None, Meta(description="Until when the present round is to be ridden.")]
    champion: Annotated[str | None, Meta(description="By name, once it is over.")]
    wearers: Annotated[list[Wearer], Meta(description="Of a tour, after its last stage; empty otherwise.")]


class Club(msgspec.Struct, frozen=True):
    """A club, as its members see it."""

    id: str
    name: str
    link: Annotated[str, Meta(description="Whoever has it may join.")]
    open: bool
    you: Annotated[int, Meta(description="Your number.")]
    members: list[ClubMember]
    leagues: list[LeagueLine]


class Invitation(msgspec.Struct, frozen=True):
    """A club, as whoever has its link sees it."""

    name: str
    members: int
    open: bool
    club: Annotated[str | None, Meta(description="Its id, for whoever is in it.")]


class LeagueRider(msgspec.Struct, frozen=True):
    """Where somebody stands in a league."""

    rider: Annotated[int, Meta(description="By their number in the club.")]
    place: int
    points: int
    wins: int
    places: Annotated[list[int], Meta(description="How often they came first, second, and so on.")]
    late: int
    ridden: int
    lot: Annotated[int, Meta(description="Who comes first if all else is equal; 0 until it is drawn.")]
    decided: Annotated[Decided, Meta(description="By what they stand behind the one above them.")]
    dropped: Annotated[int | None, Meta(description="In which round they dropped out.")]


class Heat(msgspec.Struct, frozen=True):
    """A table of a round."""

    table: str
    riders: Annotated[list[int | None], Meta(description="By seat; bots, where nobody of the league sits.")]
    scores: Annotated[list[HeatScore] | None, Meta(description="Once it is over.")]


class LeagueRound(msgspec.Struct, frozen=True):
    """A round of a league."""

    number: int
    begun: float
    ends: float
    prolonged: bool
    over: bool
    heats: list[Heat]
    late: list[int]


class TourLine(msgspec.Struct, frozen=True):
    """A line of a classification; nobody's, if a bot rides for itself."""

    rider: int | None
    named: Annotated[str | None, Meta(description="Which rider of the team, as the game writes it.")]
    amount: int | None


class TourClassification(msgspec.Struct, frozen=True):
    """A classification of a tour, as it stood after the last stage."""

    name: str
    form: classification.Form
    lines: list[TourLine]


class League(msgspec.Struct, frozen=True, kw_only=True):
    """A league, as the members of its club see it."""

    id: str
    club: str
    club_name: str
    you: int
    organiser: Annotated[bool, Meta(description="Whether you may look after it.")]
    name: str
    game: answers.GameId
    options: answers.Options
    seats: int
    smallest: Annotated[int, Meta(description="How few of the league may ride at a table without bots.")]
    rounds: int
    seconds: int
    points: list[int]
    late: requests.Late
    early: bool
    by_stage: bool
    begins: float | None
    status: LeagueStatus
    round: int
    ended: float | None
    members: list[ClubMember]
    standings: list[LeagueRider]
    history: Annotated[list[LeagueRound], Meta(description="The rounds so far, the latest first.")]
    classifications: Annotated[list[TourClassification], Meta(description="Of a tour; empty otherwise.")]
