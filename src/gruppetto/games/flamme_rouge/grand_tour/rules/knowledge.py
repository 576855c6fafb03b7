"""What a seat cannot know of a tour, replaced by a fair guess; what it knows, as numbers."""

import numpy as np

from gruppetto.games.flamme_rouge.grand_tour.rules.draft import nth_left
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.record import (
    TOUR_STREAMS,
    UNDECIDED,
    Tour,
    TourAction,
    TourPhase,
)
from gruppetto.games.flamme_rouge.rules.knowledge import OBSERVATION, imagine
from gruppetto.games.flamme_rouge.rules.knowledge import observe as observe_race
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
from gruppetto.games.flamme_rouge.rules.record import EVERYBODY, NO_CARD
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT, TRAITS
from gruppetto.kernel.chance import fraction_of, mix, replant, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

PER_RIDER = 6
OWN_DRAFT = 3
TOUR_OBSERVATION = OBSERVATION + 4 + SEATS * (1 + 2 * PER_RIDER) + OWN_DRAFT
RACE_SEED, DRAFT_SEED, RAISE_SEED = TOUR_STREAMS, TOUR_STREAMS + 1, TOUR_STREAMS + 2
RIDER_SEED = TOUR_STREAMS + 3


@rule
def forget(tour: Tour, seat: int, seed: np.uint64) -> None:
    """Replace other hands, hidden choices, face-down cards and all chance to come by a fair sample."""
    replant(tour, seed)
    replant(tour.race, mix(seed, np.uint64(RACE_SEED)))
    for rider in range(2 * tour.race.setup.seats):
        if rider // 2 != seat and tour.race.setup.team[rider // 2] == Team.PLAYER:
            imagine(tour.race, rider, mix(seed, np.uint64(RIDER_SEED + rider)), shown_card(tour, rider, seat))
    if tour.phase == TourPhase.DRAFT:
        imagine_draft(tour, seat, mix(seed, np.uint64(DRAFT_SEED)))
    if tour.phase == TourPhase.RAISING:
        imagine_raises(tour, seat, mix(seed, np.uint64(RAISE_SEED)))


@rule
def shown_card(tour: Tour, rider: int, seat: int) -> int:
    """The card a rider has played, if it was shown to this seat (GT12)."""
    if seat == EVERYBODY or tour.shown[rider] != seat:
        return NO_CARD
    return tour.race.played[rider]


@rule
def imagine_draft(tour: Tour, seat: int, seed: np.uint64) -> None:
    """The others may hold any other cards, and have kept either or none (GT11)."""
    for other in range(tour.race.setup.seats):
        if other != seat:
            tour.offered[2 * other] = tour.offered[2 * other + 1] = NO_TRAIT
    left = TRAITS - 2 * (seat != EVERYBODY)
    for other in range(tour.race.setup.seats):
        if other != seat and tour.race.setup.team[other] == Team.PLAYER:
            fraction = fraction_of(seed, other)
            for card in range(2 * other, 2 * other + 2):
                index, fraction = share(fraction, left)
                tour.offered[card] = nth_left(tour, index)
                left -= 1
            if tour.choice[other] != UNDECIDED:
                tour.choice[other] = any_choice(tour, other, fraction)


@rule
def any_choice(tour: Tour, seat: int, fraction: np.uint64) -> int:
    """One of the five things a player may do with two cards."""
    choice, _ = share(fraction, 5)
    if choice == 4:
        return TourAction.KEEP_NOTHING
    return TourAction.KEEP + 2 * (tour.offered[2 * seat + choice // 2] - 1) + choice % 2


@rule
def imagine_raises(tour: Tour, seat: int, seed: np.uint64) -> None:
    """Whoever has answered already may have raised or not (GT11)."""
    for other in range(tour.race.setup.seats):
        if other != seat and tour.asked & ~tour.owing & (1 << other):
            rider = raiser_of(tour, other)
            raised, _ = share(fraction_of(seed, other), 2)
            tour.active[rider] = tour.trait[rider] if raised else NO_TRAIT


@rule
def observe(tour: Tour, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the race, then the tour, every team (the own one first), its draft."""
    observe_race(tour.race, seat, out[:OBSERVATION])
    at = OBSERVATION
    out[at], out[at + 1], out[at + 2] = tour.phase, tour.stage, tour.plan.stages
    out[at + 3] = tour.asked
    at += 4
    for turn in range(SEATS):
        team = (max(0, seat) + turn) % SEATS
        out[at] = tour.points[team]
        for kind in range(2):
            observe_rider(tour, 2 * team + kind, seat, out[at + 1 + kind * PER_RIDER :])
        at += 1 + 2 * PER_RIDER
    for number in range(OWN_DRAFT):
        out[at + number] = 0
    if seat != EVERYBODY:
        out[at], out[at + 1] = tour.offered[2 * seat], tour.offered[2 * seat + 1]
        out[at + 2] = tour.choice[seat]


@rule
def observe_rider(tour: Tour, rider: int, seat: int, out: Ints) -> None:
    """His time, place in this stage and in the latest, trait, whether it is spent, and a card shown."""
    out[0], out[1], out[2] = tour.seconds[rider], tour.place[rider], tour.latest[rider]
    out[3], out[4] = tour.trait[rider], tour.used[rider]
    out[5] = shown_card(tour, rider, seat)
