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
from gruppetto.games.flamme_rouge.rules.record import EVERYBODY, NO_CARD, RIDERS
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT, TRAITS
from gruppetto.kernel.chance import fraction_of, mix, replant, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FIXED, MOMENT, PER_RIDER, OWN_DRAFT = 1, 3, 6, 3
TOUR_OBSERVATION = FIXED + OBSERVATION + MOMENT + SEATS + RIDERS * PER_RIDER + OWN_DRAFT
RACE_SEED, DRAFT_SEED, RAISE_SEED = TOUR_STREAMS, TOUR_STREAMS + 1, TOUR_STREAMS + 2
RIDER_SEED = TOUR_STREAMS + 3


@rule
def forget(tour: Tour, seat: int, seed: np.uint64) -> None:
    """Replace other hands, hidden choices, face-down cards and all chance to come by a fair sample."""
    renew(tour, seed)
    for rider in range(2 * tour.race.setup.seats):
        if rider // 2 != seat and tour.race.setup.team[rider // 2] == Team.PLAYER:
            imagine(tour.race, rider, mix(seed, np.uint64(RIDER_SEED + rider)), shown_card(tour, rider, seat))
    if tour.phase == TourPhase.DRAFT:
        imagine_draft(tour, seat, mix(seed, np.uint64(DRAFT_SEED)))
    if tour.phase == TourPhase.RAISING:
        imagine_raises(tour, seat, mix(seed, np.uint64(RAISE_SEED)))


@rule
def renew(tour: Tour, seed: np.uint64) -> None:
    """All chance to come anew, and nothing else."""
    replant(tour, seed)
    replant(tour.race, mix(seed, np.uint64(RACE_SEED)))


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
def observe_fixed(tour: Tour, out: Ints) -> int:
    """What never changes during a tour: how many stages there are."""
    out[0] = tour.plan.stages
    return FIXED


@rule
def observe(tour: Tour, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the race, then the tour, every team (the own one first), its draft."""
    observe_moving(tour, seat, out[observe_fixed(tour, out) :])


@rule
def observe_moving(tour: Tour, seat: int, out: Ints) -> None:
    """The same without what never changes."""
    at = OBSERVATION
    observe_race(tour.race, seat, out[:at])
    out[at], out[at + 1], out[at + 2] = tour.phase, tour.stage, tour.asked
    at += MOMENT
    for turn in range(SEATS):
        out[at + turn] = tour.points[(max(0, seat) + turn) % SEATS]
    at += SEATS
    for place in range(RIDERS):
        observe_rider(tour, (2 * max(0, seat) + place) % RIDERS, seat, out[at + place :])
    at += RIDERS * PER_RIDER
    for number in range(OWN_DRAFT):
        out[at + number] = 0
    if seat != EVERYBODY:
        out[at], out[at + 1] = tour.offered[2 * seat], tour.offered[2 * seat + 1]
        out[at + 2] = max(UNDECIDED, tour.choice[seat] - TourAction.KEEP)


@rule
def observe_rider(tour: Tour, rider: int, seat: int, out: Ints) -> None:
    """Time, places, trait, whether it is spent, and a card shown; each RIDERS numbers on."""
    out[0], out[RIDERS], out[2 * RIDERS] = tour.seconds[rider], tour.place[rider], tour.latest[rider]
    out[3 * RIDERS], out[4 * RIDERS] = tour.trait[rider], tour.used[rider]
    out[5 * RIDERS] = shown_card(tour, rider, seat)
