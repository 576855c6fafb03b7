"""Position documents of a tour: the race's document, and what the tour adds to it."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.flamme_rouge.faces import position as of_race
from gruppetto.games.flamme_rouge.faces.position import (
    MOST_OPTIONS,
    MOST_ROUNDS,
    RiderId,
    StageName,
    riders_of,
)
from gruppetto.games.flamme_rouge.faces.words import rider_id
from gruppetto.games.flamme_rouge.grand_tour.faces.words import TRAIT, keeper, kept_trait
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules.options import Options
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import FLAG, Part, kept, read_numbers, shared, told, unless, unusual

Seconds = Annotated[int, Meta(ge=t.ROW, lt=t.OUT_AT, multiple_of=t.ROW)]
SeatId = Annotated[str, Meta(pattern="^[0-3]$", max_length=1)]
Place = Annotated[int, Meta(ge=1, le=r.RIDERS)]
TIME = unless(t.OUT)
NOTHING = "nothing"
TraitId = Annotated[str, Meta(max_length=40)]
MOST_POINTS = 2 * t.POINTS * (t.MOST_STAGES + 1)


class Standing(Part, frozen=True):
    """Where a rider stands in the tour."""

    time: Annotated[
        Seconds | None, kept("Seconds on the tracker; null: out of the classification.", TIME, "seconds")
    ] = t.STARTING_TIME
    trait: Annotated[TraitId | None, kept(codec=unless(NO_TRAIT, TRAIT))] = None
    used: Annotated[bool, kept("Whether a once-per-stage trait is spent.", FLAG)] = False
    carried_over: Annotated[int, kept(field="fatigue", ge=0, le=r.EXHAUSTION_CARDS)] = 0
    place: Annotated[Place | None, kept("In this stage, once they are home.", unless(0))] = None
    crossed: Annotated[
        int, kept("The round in which they came home; left out: the last one.", ge=0, le=MOST_ROUNDS)
    ] = 0
    past_line: Annotated[
        int, kept("Squares past the line; left out: 1 for whoever is home.", field="past", ge=0, le=5)
    ] = 0
    gain: Annotated[
        int, kept("Seconds gained; left out: those for their squares and their place.", ge=0, le=60)
    ] = 0
    shown_to: Annotated[
        Annotated[int, Meta(ge=0, lt=SEATS)] | None,
        kept("The seat that was shown their played card.", unless(r.NOBODY), "shown"),
    ] = None


class Ridden(Part, frozen=True):
    """A stage that is over: the finish, and everybody's time after it."""

    finish: Annotated[list[RiderId], Meta(max_length=r.RIDERS)]
    times: Annotated[dict[RiderId, Seconds | None], Meta(max_length=r.RIDERS)]


class Hand(Part, frozen=True):
    """A seat's part in the draft."""

    offered: Annotated[list[TraitId], Meta(min_length=2, max_length=2)]
    keeps: Annotated[TraitId | None, Meta(description="A trait, or nothing; null: not decided yet.")] = None
    rider: Literal["S", "R"] | None = None


class TourPosition(Part, frozen=True):
    """A position of a Grand Tour."""

    stages: Annotated[list[StageName], Meta(min_length=1, max_length=t.MOST_STAGES)]
    stage: Annotated[int, Meta(ge=1, le=t.MOST_STAGES, description="The present stage, from 1.")] = 1
    game: Literal["flamme-rouge-tour"] = "flamme-rouge-tour"
    race: Annotated[
        of_race.Position | None,
        Meta(description="The race of the present stage, riders who are home without a square."),
    ] = None
    draft: Annotated[
        Annotated[dict[SeatId, Hand], Meta(max_length=SEATS)] | None,
        Meta(description="Before the first stage: the traits offered."),
    ] = None
    raising: Annotated[
        Annotated[dict[SeatId, bool | None], Meta(max_length=SEATS)] | None,
        Meta(description="After the reveal: the seats asked whether they raise, and their answers."),
    ] = None
    standings: Annotated[dict[RiderId, Standing], Meta(max_length=r.RIDERS)] = {}
    points: Annotated[
        dict[SeatId, Annotated[int, Meta(ge=0, le=MOST_POINTS)]],
        Meta(max_length=SEATS, description="Left out: those that were earned."),
    ] = {}
    history: Annotated[list[Ridden], Meta(max_length=t.MOST_STAGES)] = []
    rounds_before: Annotated[
        int, Meta(ge=0, le=t.MOST_STAGES * MOST_ROUNDS, description="Rounds of the stages before this one.")
    ] = 0
    options: Annotated[dict[str, Any], Meta(max_length=MOST_OPTIONS)] = {}


def write_tour(tour: Tour) -> Json:
    """A tour as a document; only the chance to come is left out."""
    seats, drafting = range(tour.race.setup.seats), tour.phase == t.TourPhase.DRAFT
    history = [ridden(tour, number) for number in range(stages_over(tour))]
    riders = {rider_id(rider): Standing(**told(tour, Standing, rider)) for rider in riders_of(tour.race)}
    players = [seat for seat in seats if tour.race.setup.team[seat] == Team.PLAYER]
    raising = bits(tour.asked) if tour.phase == t.TourPhase.RAISING else ()
    maybe = {
        "draft": {str(seat): _write_hand(tour, seat) for seat in players} if drafting else None,
        "race": None if drafting else _write_race(tour.race),
        "raising": {str(seat): _answer(tour, seat) for seat in raising},
        "history": history,
        "rounds_before": tour.rounds,
    }
    return {
        "game": "flamme-rouge-tour",
        "stages": [of_race.road_by(letters_of(tour, number)).name for number in range(tour.plan.stages)],
        "stage": tour.stage + 1,
        "standings": msgspec.to_builtins(riders),
        "points": {str(seat): tour.points[seat] for seat in seats},
        "options": _write_options(tour),
        **{name: value for name, value in maybe.items() if value},
    }


def _write_race(race: Race) -> Json:
    """The race's own document, complete with the riders who are home; the options belong to the tour."""
    document = of_race.write_position(race)
    document["riders"] = {rider_id(rider): of_race.write_rider(race, rider) for rider in riders_of(race)}
    document.pop("options", None)
    return document


def _write_options(tour: Tour) -> Json:
    """The options that are not the usual ones, and what is particular to a tour in any case."""
    handicap = of_race.handicap_in(tour.plan.handicap, tour.race.setup.seats)
    own = {"handicap": handicap, **read_numbers(Options, tour.plan.options)}
    options = Options(**{**shared(of_race.options_of(tour.race), Options), **own})
    return {**unusual(options), "traits": options.traits, "cooperation": options.cooperation}


def _write_hand(tour: Tour, seat: int) -> Json:
    offered, choice = [TRAIT.read(card) for card in tour.offered[2 * seat : 2 * seat + 2]], tour.choice[seat]
    if choice == t.UNDECIDED:
        return {"offered": offered}
    if (rider := keeper(seat, choice)) is None:
        return {"offered": offered, "keeps": NOTHING}
    return {"offered": offered, "keeps": kept_trait(choice), "rider": rider[1]}


def _answer(tour: Tour, seat: int) -> bool | None:
    return None if tour.owing >> seat & 1 else any(tour.active[2 * seat : 2 * seat + 2])


def stages_over(tour: Tour) -> int:
    """How many stages have been ridden to the end."""
    return int(tour.stage + (tour.phase == t.TourPhase.OVER))


def letters_of(tour: Tour, number: int) -> str:
    """The tile letters of a stage, from 0."""
    return of_race.letters_of(tour.plan.tiles[number * r.TILES : (number + 1) * r.TILES])


def ridden(tour: Tour, number: int) -> Json:
    """A stage that is over: the finish, and everybody's time after it."""
    riders, first = riders_of(tour.race), number * r.RIDERS
    return {
        "finish": [rider_id(rider) for rider in tour.finishers[first : first + len(riders)]],
        "times": {rider_id(rider): TIME.read(tour.clock[first + rider]) for rider in riders},
    }
