"""The record of a Grand Tour, around the record of its race, and the names of its numbers."""

from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from gruppetto.games.flamme_rouge.grand_tour.rules.options import Options
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.record import (
    ACTIONS,
    KINDS,
    RIDERS,
    ROAD,
    STREAMS,
    TILES,
    Race,
    Setup,
)
from gruppetto.games.flamme_rouge.rules.traits import TRAITS
from gruppetto.kernel.chance import WithChance
from gruppetto.kernel.record import Ints, Keys, dtype_of

RULES_VERSION = 2

Bytes = np.ndarray[Any, np.dtype[np.int8]]
Shorts = np.ndarray[Any, np.dtype[np.int16]]

MOST_STAGES = 21
MINUTES, ROWS = 10, 6  # the columns and rows of the time tracker (GT4)
ROW = 10  # seconds from one row to the next
MINUTE = 60
STARTING_TIME = 80  # everybody begins on 1:20 (GT4)
OUT_AT = 590  # 9:50, the last field of the tracker (GT7)
OUT = -1  # as a time: no longer in the general classification
POINTS = 3  # for a first place; one less for each place after it (GT2)

UNDECIDED = -1

DRAFT_STREAM = STREAMS  # after the streams that every stage's own are derived from
TOUR_STREAMS = STREAMS + 1


class TourPhase(IntEnum):
    """Where a tour stands; while it is riding, its race says more."""

    DRAFT = 0
    RIDING = 1
    RAISING = 2
    OVER = 3


class TourAction(IntEnum):
    """What a seat decides on a tour, beyond the actions of a race."""

    SHOW = ACTIONS  # + card kind * SEATS + seat: play this card and show it to this seat
    KEEP = SHOW + KINDS * SEATS  # + 2 * (trait - 1) + rider kind: give this trait to this rider
    KEEP_NOTHING = KEEP + 2 * TRAITS
    NEW_HAND = KEEP_NOTHING + 1
    REMOVE_EXHAUSTION = NEW_HAND + 1
    HOLD = REMOVE_EXHAUSTION + 1
    RAISE = HOLD + 1


TOUR_ACTIONS = TourAction.RAISE + 1


class TourTold(IntEnum):
    """What the rules of the tour note in the trace, beyond what those of the race do."""

    DRAFTED = 32
    TRAIT_KEPT = 33
    TRAIT_REFUSED = 34
    STAGE_BEGAN = 35
    HAND_RECYCLED = 36
    EXHAUSTION_REMOVED = 37
    SHOWED = 38
    CARD_RAISED = 39
    CROSSED = 40
    LOST_TIME = 41
    GAINED_TIME = 42
    CLOCK_SHIFTED = 43
    DROPPED_OUT = 44
    STAGE_ENDED = 45
    STAGE_POINTS = 46
    RECOVERED = 47
    TOUR_POINTS = 48
    TOUR_ENDED = 49


class Plan:
    """What the options of a tour come down to, beyond those of its races."""

    options: Options
    stages: int
    handicap: Annotated[Ints, SEATS]
    tiles: Annotated[Bytes, MOST_STAGES * TILES]  # stage after stage, as in `Setup`
    terrain: Annotated[Bytes, MOST_STAGES * ROAD]
    start_squares: Annotated[Ints, MOST_STAGES]
    line: Annotated[Ints, MOST_STAGES]
    last_square: Annotated[Ints, MOST_STAGES]


class TourSetup:
    """All options of a tour; the road in `race` is laid anew for every stage."""

    race: Setup
    plan: Plan


class Tour(WithChance):
    """One tour, with the race of its present stage."""

    key: Annotated[Keys, TOUR_STREAMS]
    drawn: Annotated[Ints, TOUR_STREAMS]

    plan: Plan
    race: Race
    phase: int
    stage: int  # from 0
    owing: int  # the seats that owe a decision of the tour, not of the race, as bits
    rounds: int  # of the stages before this one

    offered: Annotated[Ints, 2 * SEATS]  # two traits for each seat, until all have chosen
    choice: Annotated[Ints, SEATS]  # what a seat has chosen, or UNDECIDED
    trait: Annotated[Ints, RIDERS]
    active: Annotated[Ints, RIDERS]  # the trait in effect, as the race's rules ask for it
    used: Annotated[Ints, RIDERS]  # whether a once-per-stage trait is spent
    asked: int  # the seats that are asked this round whether they raise, as bits
    shown: Annotated[Ints, RIDERS]  # the seat a played card was shown to, or NOBODY

    fatigue: Annotated[Ints, RIDERS]  # exhaustion cards in the deck when the stage began
    home: int  # how many riders have crossed the line
    place: Annotated[Ints, RIDERS]  # in this stage; 0 while on the road
    crossed: Annotated[Ints, RIDERS]  # the round in which they crossed
    past: Annotated[Ints, RIDERS]  # so many squares past the line
    gain: Annotated[Ints, RIDERS]  # seconds gained by it

    seconds: Annotated[Ints, RIDERS]  # on the time tracker, or OUT
    points: Annotated[Ints, SEATS]
    latest: Annotated[Ints, RIDERS]  # place in the latest stage that is over; 0 before the first
    finishers: Annotated[Bytes, MOST_STAGES * RIDERS]  # the riders of every stage in the order of the finish
    clock: Annotated[Shorts, MOST_STAGES * RIDERS]  # everybody's time after every stage


TOUR = dtype_of(Tour)
TOUR_SETUP = dtype_of(TourSetup)
