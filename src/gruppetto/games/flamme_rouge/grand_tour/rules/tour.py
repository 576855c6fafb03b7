"""The Grand Tour: the contract's functions (GT1 to GT12)."""

from gruppetto.games.flamme_rouge.grand_tour.rules.classification import holder_of, leader_of, winner
from gruppetto.games.flamme_rouge.grand_tour.rules.draft import deal_traits, keep, legal_keeps
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import (
    answer_raise,
    legal_raises,
    legal_uses,
    new_hand,
    remove_exhaustion,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.invariants import invariants
from gruppetto.games.flamme_rouge.grand_tour.rules.knowledge import (
    forget,
    observe,
    observe_fixed,
    observe_moving,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.record import (
    MOST_STAGES,
    OUT,
    OUT_AT,
    ROW,
    STARTING_TIME,
    UNDECIDED,
    Tour,
    TourAction,
    TourPhase,
    TourSetup,
    TourTold,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.stage import begin_stage, lay_road, next_to_place, ride_on
from gruppetto.games.flamme_rouge.rules.energy import draw, play
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
from gruppetto.games.flamme_rouge.rules.race import clear, place
from gruppetto.games.flamme_rouge.rules.race import legal as legal_in_race
from gruppetto.games.flamme_rouge.rules.record import NOBODY, RIDERS, Action, Phase
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT
from gruppetto.kernel.chance import plant
from gruppetto.kernel.record import Ints, Keys
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

__all__ = [
    "act",
    "deal",
    "forget",
    "invariants",
    "legal",
    "observe",
    "observe_fixed",
    "observe_moving",
    "over",
    "report",
    "score",
    "waiting",
]

A_POINT = 1000  # in a score one tour point outweighs any time


@rule
def deal(tour: Tour, setup: TourSetup, keys: Keys) -> None:
    """Everybody on 1:20 (GT4); then the draft, or at once the first stage."""
    plant(tour, keys)
    clear_tour(tour, setup)
    if tour.plan.options.traits:
        deal_traits(tour)
    else:
        begin_stage(tour)


@rule
def clear_tour(tour: Tour, setup: TourSetup) -> None:
    """A tour that has not begun, with the first stage's road before it."""
    tour.plan, tour.race.setup = setup.plan, setup.race
    tour.phase, tour.stage, tour.owing, tour.rounds, tour.scripted = TourPhase.RIDING, 0, 0, 0, 0
    tour.asked, tour.home = 0, 0
    for rider in range(RIDERS):
        tour.trait[rider] = tour.active[rider] = NO_TRAIT
        tour.used[rider], tour.shown[rider] = 0, NOBODY
        tour.place[rider] = tour.crossed[rider] = tour.past[rider] = tour.gain[rider] = 0
        tour.fatigue[rider], tour.latest[rider] = tour.plan.handicap[rider // 2], 0
        tour.seconds[rider] = STARTING_TIME
    for seat in range(SEATS):
        tour.points[seat], tour.choice[seat] = 0, UNDECIDED
        tour.offered[2 * seat] = tour.offered[2 * seat + 1] = NO_TRAIT
    for entry in range(MOST_STAGES * RIDERS):
        tour.finishers[entry] = tour.clock[entry] = 0
    lay_road(tour)
    clear(tour.race, tour.race.setup)


@rule
def waiting(tour: Tour) -> int:
    """The seats that owe a decision, of the tour or of its race, as bits."""
    return tour.owing | tour.race.owing


@rule
def over(tour: Tour) -> bool:
    """Whether the last stage has been ridden (GT1)."""
    return tour.phase == TourPhase.OVER


@rule
def legal(tour: Tour, seat: int, out: Ints) -> int:
    """What a seat that owes a decision may do: as in any race, and what the tour adds."""
    if tour.phase == TourPhase.DRAFT:
        return legal_keeps(tour, seat, out)
    if tour.phase == TourPhase.RAISING:
        return legal_raises(out)
    race = tour.race
    found = legal_in_race(race, seat, out)
    if race.phase == Phase.ENERGY and race.at_hand[seat] != NOBODY:
        if tour.plan.options.cooperation:
            found = legal_shows(tour, seat, out, found)
        found = legal_uses(tour, race.at_hand[seat], out, found)
    return found


@rule
def legal_shows(tour: Tour, seat: int, out: Ints, cards: int) -> int:
    """Any card may be shown to an opponent as it is played (GT12)."""
    found = cards
    for other in range(tour.race.setup.seats):
        if other != seat and tour.race.setup.team[other] == Team.PLAYER:
            for index in range(cards):
                out[found] = TourAction.SHOW + (out[index] - Action.CARD) * SEATS + other
                found += 1
    return found


@rule
def act(tour: Tour, seat: int, action: int, trace: Ints) -> None:
    """Apply one decision, and run on until somebody owes the next."""
    race = tour.race
    if action < Action.RIDER:
        place_for_stage(tour, seat, action - Action.PLACE, trace)
    elif action < Action.CARD:
        draw(race, 2 * seat + action - Action.RIDER, trace)
    elif action < TourAction.SHOW:
        play(race, seat, action - Action.CARD, trace)
    elif action < TourAction.KEEP:
        show_and_play(tour, seat, action - TourAction.SHOW, trace)
    elif action <= TourAction.KEEP_NOTHING:
        draft(tour, seat, action, trace)
    elif action == TourAction.NEW_HAND:
        new_hand(tour, race.at_hand[seat], trace)
    elif action == TourAction.REMOVE_EXHAUSTION:
        remove_exhaustion(tour, race.at_hand[seat], trace)
    else:
        answer_raise(tour, seat, action == TourAction.RAISE)
    ride_on(tour, trace)


@rule
def place_for_stage(tour: Tour, seat: int, spot: int, trace: Ints) -> None:
    """Place a rider; from the second stage on teams do so in the order of their tour points (GT9)."""
    race = tour.race
    place(race, seat, spot, trace)
    if tour.stage > 0 and race.phase == Phase.PLACEMENT and race.owing != 1 << seat:
        race.owing = 1 << next_to_place(tour)


@rule
def show_and_play(tour: Tour, seat: int, showing: int, trace: Ints) -> None:
    """Play a card and let one opponent see it (GT12)."""
    rider, kind, other = tour.race.at_hand[seat], showing // SEATS, showing % SEATS
    tour.shown[rider] = other
    note(trace, TourTold.SHOWED, rider, kind, other)
    play(tour.race, seat, kind, trace)


@rule
def draft(tour: Tour, seat: int, action: int, trace: Ints) -> None:
    """Choose a trait; with the last choice the first stage begins (GT11)."""
    keep(tour, seat, action, trace)
    if tour.owing == 0:
        begin_stage(tour)
        note(trace, TourTold.STAGE_BEGAN, 1)


@rule
def score(tour: Tour, out: Ints) -> None:
    """For each seat its tour points, then its time, then the latest stage: more wins the tour (GT1, GT10)."""
    for seat in range(tour.race.setup.seats):
        rider = leader_of(tour, seat)
        out[seat] = A_POINT * tour.points[seat] + ROW - 1 - tour.latest[rider]
        if tour.seconds[rider] != OUT:
            out[seat] += OUT_AT - tour.seconds[rider]


@rule
def report(tour: Tour, out: Ints) -> None:
    """Rounds ridden, the winning team's best rider, its points, and the gap between first and second."""
    best = winner(tour)
    first, second = holder_of(tour, 1), holder_of(tour, 2)
    out[0], out[1], out[2] = tour.rounds + tour.race.rounds, leader_of(tour, best), tour.points[best]
    out[3] = 0 if second == NOBODY else tour.seconds[second] - tour.seconds[first]
