"""What is said of races that were ridden: rides, records, ratings, and the stage of the day."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gruppetto.server.answers import GameId

Verdict = Literal["rated", "alone", "out", "several", "lent", "often"]


class Opponent(msgspec.Struct, frozen=True):
    """Somebody on another seat, as they were called; of a bot the level."""

    name: str
    level: str | None


class RideTold(msgspec.Struct, frozen=True):
    """A seat of one's own in a race that is over."""

    table: str
    seat: int
    name: Annotated[str, Meta(description="As one was called there.")]
    title: str
    game: str
    stage: str
    at: Annotated[float, Meta(description="Seconds since 1970.")]
    place: Annotated[int, Meta(description="Who came level shares the better one.")]
    seats: int
    others: list[Opponent]
    verdict: Annotated[
        Verdict | None,
        Meta(description="Of a race for ratings, whether it counted for this seat, or why not."),
    ]
    gained: Annotated[int | None, Meta(description="Points of one's rating.")]


class Rides(msgspec.Struct, frozen=True):
    """One's races, the latest first."""

    rides: list[RideTold]
    next: Annotated[str | None, Meta(description="Ask with it for what comes after.")]


class GameRecord(msgspec.Struct, frozen=True):
    """What one has ridden of a game."""

    game: str
    races: int
    wins: int
    streak: Annotated[int, Meta(description="How many of the latest were won, one after the other.")]
    longest: Annotated[int, Meta(description="The most that ever were.")]


class StageRecord(msgspec.Struct, frozen=True):
    """What one has ridden on a stage, and the best of it."""

    game: str
    stage: str
    races: int
    wins: int
    place: int
    seats: Annotated[int, Meta(description="In the race of that place.")]
    table: Annotated[str, Meta(description="That race.")]


class LevelRecord(msgspec.Struct, frozen=True):
    """Races against bots alone, by the strongest of them."""

    game: str
    level: str
    races: int
    wins: int


class Record(msgspec.Struct, frozen=True):
    """What one's races come to; those in which one rode on several seats are left out."""

    games: list[GameRecord]
    stages: list[StageRecord]
    levels: list[LevelRecord]
    years: list[int]


class Left(msgspec.Struct, frozen=True):
    """From how many races one was taken off."""

    races: int


class OwnRating(msgspec.Struct, frozen=True):
    """One's rating in a game."""

    game: str
    rider: Annotated[str, Meta(description="Who one is on the ladder.")]
    points: int
    margin: Annotated[int, Meta(description="In 19 of 20 cases they are no further off.")]
    races: int
    provisional: bool


class OwnRatings(msgspec.Struct, frozen=True):
    """Whether one wishes to be rated, and the ratings there are."""

    wanted: bool
    ratings: list[OwnRating]


class Rung(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    place: int
    rider: str
    name: str
    points: int
    margin: int
    races: int
    provisional: bool


class Anchor(msgspec.Struct, frozen=True):
    """A bot whose points are fixed."""

    level: str
    points: int


class Ladder(msgspec.Struct, frozen=True):
    """Those who wish to be rated in a game, the strongest first, and the bots whose points are fixed."""

    game: str
    rungs: list[Rung]
    anchors: Annotated[list[Anchor], Meta(description="The strongest first.")]
    next: Annotated[str | None, Meta(description="Ask with it for what comes after.")]


class RatingStep(msgspec.Struct, frozen=True):
    """A rating after a race."""

    at: Annotated[float, Meta(description="Seconds since 1970.")]
    points: int
    margin: int
    gained: int


class Climb(msgspec.Struct, frozen=True):
    """How a rating has come about, race by race."""

    game: str
    rung: Rung
    steps: list[RatingStep]


# --- the stage of the day ---------------------------------------------------------------------------


class MyRide(msgspec.Struct, frozen=True):
    """How one rode the stage of a day."""

    table: str
    over: bool
    listed: Annotated[bool, Meta(description="Whether others may read that one rode.")]
    place: Annotated[int | None, Meta(description="In the race; null until it has ended and counts.")]
    points: Annotated[int | None, Meta(description="The places of all one's riders together.")]
    rank: Annotated[int | None, Meta(description="Among all who rode; equals share it.")]


class DayLine(msgspec.Struct, frozen=True):
    """A ride of somebody who may be named; all can be watched once the day is opened."""

    rank: int
    name: str
    place: int
    points: int
    table: str | None
    mine: bool


class DayTold(msgspec.Struct, frozen=True):
    """The stage of a day: the same deal against the same bots for everybody."""

    day: Annotated[str, Meta(description="As 2026-11-19.")]
    game: GameId
    stage: str | None
    seats: int
    level: Annotated[str, Meta(description="Of the bots, with the play-outs they have.")]
    commitment: str
    seed: Annotated[str | None, Meta(description="Told when the day is opened.")]
    ends: Annotated[float, Meta(description="Seconds since 1970: nobody begins after it.")]
    opens: Annotated[float, Meta(description="Seconds since 1970: everything is told.")]
    void: Annotated[bool, Meta(description="The rules were changed since; nobody can begin.")]
    riders: Annotated[int, Meta(description="How many rode it to its end.")]
    ridden: Annotated[list[DayLine], Meta(description="The best of them, by rank.")]
    mine: MyRide | None
    streak: Annotated[int, Meta(description="On how many days in a row one has ridden, up to this one.")]


class RideBegun(msgspec.Struct, frozen=True):
    """The table of one's ride of the day: the same on every device, as often as one asks."""

    table: str
