"""Position documents of a tour: the race's document, and what the tour adds to it."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gruppetto.games.flamme_rouge.faces.position import (
    MOST_OPTIONS,
    MOST_ROUNDS,
    RiderId,
    StageName,
    options_of,
    write_position,
    write_rider,
)
from gruppetto.games.flamme_rouge.faces.position import Position as RacePosition
from gruppetto.games.flamme_rouge.faces.view import riders_of, road_by
from gruppetto.games.flamme_rouge.faces.words import rider_id
from gruppetto.games.flamme_rouge.grand_tour.faces.view import finishers, letters_of, stages_over, time_after
from gruppetto.games.flamme_rouge.grand_tour.faces.words import TRAIT, keeper, kept_trait, trait_id
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.options import Options
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT
from gruppetto.games.game import Json, bits
from gruppetto.games.vocabulary import FLAG, Kept, kept_in, read_numbers, shared, unless, unusual

Seconds = Annotated[int, Meta(ge=t.ROW, lt=t.OUT_AT, multiple_of=t.ROW)]
SeatId = Annotated[str, Meta(pattern="^[0-3]$", max_length=1)]
Place = Annotated[int, Meta(ge=1, le=r.RIDERS)]
NOTHING = "nothing"
TraitId = Annotated[str, Meta(max_length=40)]
MOST_POINTS = 2 * t.POINTS * (t.MOST_STAGES + 1)


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a rider stands in the tour."""

    time: Annotated[
        Seconds | None,
        Meta(description="Seconds on the tracker; null: out of the classification."),
        Kept(unless(t.OUT), "seconds"),
    ] = t.STARTING_TIME
    trait: Annotated[TraitId | None, Kept(unless(NO_TRAIT, TRAIT))] = None
    used: Annotated[bool, Meta(description="Whether a once-per-stage trait is spent."), Kept(FLAG)] = False
    carried_over: Annotated[int, Meta(ge=0, le=r.EXHAUSTION_CARDS), Kept(field="fatigue")] = 0
    place: Annotated[Place | None, Meta(description="In this stage, once he is home."), Kept(unless(0))] = (
        None
    )
    crossed: Annotated[
        int,
        Meta(ge=0, le=MOST_ROUNDS, description="The round in which he came home; left out: the last one."),
        Kept(),
    ] = 0
    past_line: Annotated[
        int,
        Meta(ge=0, le=5, description="Squares past the line; left out: 1 for whoever is home."),
        Kept(field="past"),
    ] = 0
    gain: Annotated[
        int,
        Meta(ge=0, le=60, description="Seconds gained; left out: those for his squares and his place."),
        Kept(),
    ] = 0
    shown_to: Annotated[
        Annotated[int, Meta(ge=0, lt=SEATS)] | None,
        Meta(description="The seat that was shown his played card."),
        Kept(unless(r.NOBODY), "shown"),
    ] = None


class Ridden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stage that is over: the finish, and everybody's time after it."""

    finish: Annotated[list[RiderId], Meta(max_length=r.RIDERS)]
    times: Annotated[dict[RiderId, Seconds | None], Meta(max_length=r.RIDERS)]


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's part in the draft."""

    offered: Annotated[list[TraitId], Meta(min_length=2, max_length=2)]
    keeps: Annotated[TraitId | None, Meta(description="A trait, or nothing; null: not decided yet.")] = None
    rider: Literal["S", "R"] | None = None


class TourPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a Grand Tour."""

    stages: Annotated[list[StageName], Meta(min_length=1, max_length=t.MOST_STAGES)]
    stage: Annotated[int, Meta(ge=1, le=t.MOST_STAGES, description="The present stage, from 1.")] = 1
    game: Literal["flamme-rouge-tour"] = "flamme-rouge-tour"
    race: Annotated[
        RacePosition | None,
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
        int,
        Meta(ge=0, le=t.MOST_STAGES * MOST_ROUNDS, description="Rounds of the stages before this one."),
    ] = 0
    options: Annotated[dict[str, Any], Meta(max_length=MOST_OPTIONS)] = {}


def write_tour(tour: Tour) -> Json:
    """A tour as a document; only the chance to come is left out."""
    document: Json = {
        "game": "flamme-rouge-tour",
        "stages": [road_by(letters_of(tour, number)).name for number in range(tour.plan.stages)],
        "stage": int(tour.stage) + 1,
        "standings": {
            rider_id(rider): msgspec.to_builtins(Standing(**kept_in(tour, Standing, rider)))
            for rider in riders_of(tour.race)
        },
        "points": {str(seat): int(tour.points[seat]) for seat in range(tour.race.setup.seats)},
        "options": _write_options(tour),
    }
    if tour.phase == t.TourPhase.DRAFT:
        document["draft"] = {str(seat): _write_hand(tour, seat) for seat in _drafting(tour)}
    else:
        document["race"] = _write_race(tour.race)
    if tour.phase == t.TourPhase.RAISING:
        document["raising"] = {str(seat): _answer(tour, seat) for seat in bits(int(tour.asked))}
    if history := [_write_ridden(tour, number) for number in range(stages_over(tour))]:
        document["history"] = history
    if tour.rounds:
        document["rounds_before"] = int(tour.rounds)
    return document


def _write_race(race: Race) -> Json:
    """The race's own document, complete with the riders who are home; the options belong to the tour."""
    document = write_position(race)
    document["riders"] = {rider_id(rider): write_rider(race, rider) for rider in riders_of(race)}
    document.pop("options", None)
    return document


def _write_options(tour: Tour) -> Json:
    """The options that are not the usual ones, and what is particular to a tour in any case."""
    plan, seats = tour.plan, int(tour.race.setup.seats)
    handicap = tuple(map(int, plan.handicap[:seats])) if plan.handicap.any() else ()
    told = read_numbers(Options, plan.options)
    options = Options(**{**shared(options_of(tour.race), Options), "handicap": handicap, **told})
    return {**unusual(options), "traits": options.traits, "cooperation": options.cooperation}


def _drafting(tour: Tour) -> list[int]:
    return [seat for seat in range(tour.race.setup.seats) if tour.race.setup.team[seat] == Team.PLAYER]


def _write_hand(tour: Tour, seat: int) -> Json:
    offered = [trait_id(int(card)) for card in tour.offered[2 * seat : 2 * seat + 2]]
    choice = int(tour.choice[seat])
    if choice == t.UNDECIDED:
        return {"offered": offered}
    if (rider := keeper(seat, choice)) is None:
        return {"offered": offered, "keeps": NOTHING}
    return {"offered": offered, "keeps": kept_trait(choice), "rider": rider[1]}


def _answer(tour: Tour, seat: int) -> bool | None:
    if int(tour.owing) >> seat & 1:
        return None
    return bool(tour.active[raiser_of(tour, seat)] != NO_TRAIT)


def _write_ridden(tour: Tour, number: int) -> Json:
    order = finishers(tour, number)
    times = {rider: time_after(tour, number, rider) for rider in sorted(order)}
    return {
        "finish": [rider_id(rider) for rider in order],
        "times": {rider_id(rider): None if time == t.OUT else time for rider, time in times.items()},
    }
