"""What a seat may know of a race, and how a finished one is ranked."""

from typing import Literal

import msgspec

from bordure.faces.position import options_of
from bordure.faces.words import TEAMS, WIND
from bordure.rules import record as r
from bordure.rules.record import Race
from gruppetto.games.vocabulary import word_of


class Team(msgspec.Struct, frozen=True):
    """A team, and whether it has to decide."""

    seat: int
    team: str
    owes: bool


class Rider(msgspec.Struct, frozen=True):
    """One rider: where they are, and what may be known of their legs."""

    seat: int
    square: int
    balance: int
    lowest_card: int
    chosen: bool
    legs: int | None
    effort: int | None


class RankedRider(msgspec.Struct, frozen=True):
    """A rider as the race has ended for them."""

    place: int
    rider: str
    on: int
    legs: int


class Result(msgspec.Struct, frozen=True):
    """How a race has ended."""

    winner: int
    seats: list[int]
    riders: list[RankedRider]


class View(msgspec.Struct, frozen=True, tag_field="game", tag="bordure"):
    """What a seat may know of a race."""

    stage: str
    line: int
    phase: Literal["racing", "finished"]
    round: int
    wind: str
    waiting: list[int]
    you: int | None
    seats: list[Team]
    riders: dict[str, Rider]
    result: Result | None


def view(race: Race, seat: int | None) -> View:
    """What everybody may know, and a seat's own legs and choice; in the end everybody's legs."""
    seats = range(race.setup.seats)
    owing = [other for other in seats if race.effort[other] == r.NOT_YET and not race.finished]
    return View(
        stage=word_of(options_of(race).stage),
        line=race.setup.line,
        phase="finished" if race.finished else "racing",
        round=race.rounds,
        wind=WIND.read(race.wind),
        waiting=owing,
        you=seat,
        seats=[Team(other, TEAMS[other], other in owing) for other in seats],
        riders={TEAMS[other]: _rider(race, other, seat) for other in seats},
        result=classification(race) if race.finished else None,
    )


def _rider(race: Race, seat: int, viewer: int | None) -> Rider:
    own = seat == viewer or race.finished
    return Rider(
        seat=seat,
        square=race.square[seat],
        balance=race.balance[seat],
        lowest_card=race.least[seat],
        chosen=race.effort[seat] != r.NOT_YET,
        legs=race.card[seat] + race.balance[seat] if own else None,
        effort=race.effort[seat] if own and race.effort[seat] != r.NOT_YET else None,
    )


def classification(race: Race) -> Result:
    """The riders in the order of the finish (BD3.2)."""
    order = list(race.order[: race.setup.seats])
    ranked = [
        RankedRider(place, TEAMS[seat], race.square[seat], race.card[seat] + race.balance[seat])
        for place, seat in enumerate(order, start=1)
    ]
    return Result(order[0], order, ranked)
