"""What a review says: books, moments, luck, and the curve; everything here is public once a race is over."""

from typing import Literal

import msgspec

from gruppetto.games.game import Json

FORMAT = 1
Verdict = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
MISTAKES: dict[Verdict, float] = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}  # from this loss on

DOUBTS = 3.0  # standard errors by which a choice must be worse to be called a mistake
MARKS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}


class Spent(msgspec.Struct, frozen=True):
    """What a review was made with."""

    worlds: int  # imagined for each decision
    playouts: int  # races played out for the whole review
    seconds: float


class Option(msgspec.Struct, frozen=True):
    """A choice of a decision, in the words of its game."""

    code: int
    text: str
    short: str
    message: Json


class ReasonTold(msgspec.Struct, frozen=True):
    """Why a choice was worse than another: what was measured, and the sentence that says so.

    `key` is the sentence in the catalogues and `names` fill it in, so that it can be said in any language.
    """

    kind: str
    key: str
    names: dict[str, str]
    text: str
    made: float  # how often, or how much, with the choice made,
    best: float  # with the better one,
    error: float  # and the standard error of the difference


class Chances(msgspec.Struct, frozen=True):
    """Every seat's chance to win if all go on as the reference rider, hidden cards being as they are."""

    before: list[float]  # the decision
    after: list[float]  # it, and before what chance then brought


class Moment(msgspec.Struct, frozen=True):
    """One decision; moments are in the order of the books: of those owed together, by seat."""

    number: int  # in the log: `match.at(number)` is the table as it was
    seat: int
    stage: int  # of a tour, from 0
    forced: bool  # there was nothing to decide
    choice: Option
    best: Option | None  # as its player could know; none where the decision was forced or not weighed yet
    loss: float  # the chance given away, as measured: below 0 by chance only
    error: float  # its standard error
    verdict: Verdict
    chances: Chances
    skill: float  # what it changed in the book of its own seat
    luck: list[float]  # what chance did to every seat right after it
    reasons: list[ReasonTold]


class Mistakes(msgspec.Struct, frozen=True):
    """How many decisions gave so much away, beyond doubt."""

    inaccuracies: int  # 2 % and more,
    mistakes: int  # 5 %,
    blunders: int  # 10 %


class Book(msgspec.Struct, frozen=True):
    """Where a seat's chance came from and went: start + luck + rivals + skill = result."""

    start: float
    luck: float
    rivals: float
    skill: float
    result: float


class Errors(msgspec.Struct, frozen=True):
    """The standard errors of a book."""

    luck: float
    rivals: float
    skill: float


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's race: its book, and how well it was ridden."""

    seat: int
    name: str
    team: str
    start: float
    luck: float
    rivals: float
    skill: float
    result: float
    errors: Errors
    accuracy: float | None  # of 100; none where nothing was to be decided
    decisions: int  # that were not forced
    loss: float  # the mean of these
    mistakes: Mistakes


class Stroke(msgspec.Struct, frozen=True):
    """The luck of one draw or throw: what happened, and what it was worth to whom."""

    number: int  # of the decision it followed, in the log
    seat: int  # whom it moved most
    luck: list[float]  # of every seat
    texts: list[str]  # what came to light


class StageReview(msgspec.Struct, frozen=True):
    """The part of the books that belongs to one stage of a tour."""

    stage: int
    first: int  # moment of the stage, counted in `moments`
    books: list[Book]  # by seat; one stage's result is where the next one starts


class Review(msgspec.Struct, frozen=True):
    """A race told back."""

    format: int
    game: str
    rules_version: int
    done: float  # 1 when all is reviewed
    budget: Spent
    seats: list[SeatReview]
    moments: list[Moment]
    luck: list[Stroke]  # the strongest first
    turning_points: list[int]  # numbers of moments, the greatest first
    opening: list[float]  # the spectator's chances for every seat before the first decision,
    public: list[list[float]]  # and after every moment, in their order; every row adds up to one
    stages: list[StageReview]  # one where it was no tour


def verdict_of(loss: float, error: float) -> Verdict:
    """How bad a choice was, as far as that is beyond doubt."""
    if loss < DOUBTS * error:
        return "good"
    return next((name for name, least in MISTAKES.items() if loss >= least), "good")
