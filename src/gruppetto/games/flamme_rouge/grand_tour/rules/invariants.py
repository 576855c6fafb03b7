"""What is always true of a tour, around what is always true of the race of its stage."""

from gruppetto.games.flamme_rouge.grand_tour.rules.classification import holder_of
from gruppetto.games.flamme_rouge.grand_tour.rules.draft import chosen_trait
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import able_to_raise
from gruppetto.games.flamme_rouge.grand_tour.rules.record import (
    MOST_STAGES,
    OUT,
    OUT_AT,
    POINTS,
    ROW,
    UNDECIDED,
    Tour,
    TourAction,
    TourPhase,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.stage import places_before
from gruppetto.games.flamme_rouge.rules.cards import EMPTY, card, copies
from gruppetto.games.flamme_rouge.rules.invariants import (
    IN_A_STAGE,
    WRONG_NUMBERS,
    broken_in_a_stage,
    numbers_in_range,
    owing_is_due,
    placed_clockwise,
    to_place,
)
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import (
    EXHAUSTION,
    EXHAUSTION_CARDS,
    NO_CARD,
    NOBODY,
    NOWHERE,
    RIDERS,
    Phase,
)
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT, TRAITS, lasts, raises
from gruppetto.kernel.rule import rule

ALWAYS = {
    **IN_A_STAGE,
    "counters": "Every number of the tour stands for something there is: a stage, a trait, a place.",
    "decisions": "The tour asks for traits and raises, its race for all else, and never both at once (GT11).",
    "turn": "In the first stage teams place clockwise, later by their tour points and times (GT9, GT10).",
    "home": "Who has crossed is home, in the order of the finish, and keeps only exhaustion (GT3).",
    "arrivals": "Whoever is home crossed in a round that is over, and gained what they could (GT4, GT5).",
    "clock": "Times lie on the tracker in steps of ten seconds; who has dropped out stays out (GT7).",
    "book": "Everybody is in the book of every stage that is over, and the latest counts (GT3, GT10).",
    "points": "The tour points are those of the stages that are over and, at the end, of the times (GT2).",
    "fatigue": "Players carry no more exhaustion into a stage than there is, and dummies none (GT8).",
    "traits": "There is one card of each trait, a player's team has one at most, and uses it once (GT11).",
    "draft": "Before the first stage every player has two cards and keeps one or none (GT11).",
    "raise": "Between reveal and movement just those are asked whom a raise takes further (GT11).",
    "shown": "Only a card that lies played is shown, and to another player (GT12).",
}

WRONG_COUNTERS, WRONG_DECISIONS, WRONG_TURN, WRONG_HOME = 1 << 8, 1 << 9, 1 << 10, 1 << 11
WRONG_ARRIVALS, WRONG_CLOCK, WRONG_BOOK, WRONG_POINTS = 1 << 12, 1 << 13, 1 << 14, 1 << 15
WRONG_FATIGUE, WRONG_TRAITS, WRONG_DRAFT, WRONG_RAISE, WRONG_SHOWN = (
    1 << 16,
    1 << 17,
    1 << 18,
    1 << 19,
    1 << 20,
)


@rule
def invariants(tour: Tour) -> int:
    """What is broken in a tour, as bits in the order of `ALWAYS`."""
    if not numbers_in_range(tour.race):
        return WRONG_NUMBERS
    if not counters_in_range(tour):
        return WRONG_COUNTERS
    if not book_is_whole(tour):
        return WRONG_BOOK
    broken = WRONG_DRAFT * (not draft_is_right(tour)) | broken_in_general(tour)
    if tour.phase != TourPhase.DRAFT:
        broken |= broken_in_a_stage(tour.race) | broken_on_tour(tour)
    return broken


@rule
def broken_in_general(tour: Tour) -> int:
    """What is broken of that which holds in every phase of a tour."""
    broken = WRONG_DECISIONS * (not decisions_are_due(tour))
    broken |= WRONG_CLOCK * (not times_on_the_tracker(tour))
    broken |= WRONG_POINTS * (not points_are_earned(tour))
    broken |= WRONG_FATIGUE * (not fatigue_is_there(tour))
    broken |= WRONG_TRAITS * (not traits_are_held(tour))
    broken |= WRONG_RAISE * (not raise_is_asked(tour))
    return broken


@rule
def broken_on_tour(tour: Tour) -> int:
    """What is broken of that which holds once the first stage has begun."""
    broken = WRONG_TURN * (not placed_in_turn(tour))
    broken |= WRONG_SHOWN * (not shown_to_players(tour))
    if not home_in_order(tour):
        return broken | WRONG_HOME
    return broken | WRONG_ARRIVALS * (not arrived_in_order(tour))


# --- numbers ----------------------------------------------------------------------------------------


@rule
def counters_in_range(tour: Tour) -> bool:
    """Whether every number that the tour adds to its race stands for something."""
    seats = tour.race.setup.seats
    if not 1 <= tour.plan.stages <= MOST_STAGES or not 0 <= tour.stage < tour.plan.stages:
        return False
    if (
        not TourPhase.DRAFT <= tour.phase <= TourPhase.OVER
        or tour.rounds < 0
        or not 0 <= tour.home <= 2 * seats
    ):
        return False
    if tour.owing >> seats != 0 or tour.asked >> seats != 0:
        return False
    for seat in range(seats):
        if (
            tour.choice[seat] != UNDECIDED
            and not TourAction.KEEP <= tour.choice[seat] <= TourAction.KEEP_NOTHING
        ):
            return False
    for rider in range(2 * seats):
        if not rider_in_tour_range(tour, rider):
            return False
    return True


@rule
def rider_in_tour_range(tour: Tour, rider: int) -> bool:
    """Whether the numbers of a rider are ones there can be."""
    seats = tour.race.setup.seats
    for trait in (tour.trait[rider], tour.active[rider], tour.offered[rider]):
        if not NO_TRAIT <= trait <= TRAITS:
            return False
    for place in (tour.place[rider], tour.latest[rider]):
        if not 0 <= place <= 2 * seats:
            return False
    if not 0 <= tour.used[rider] <= 1 or not 0 <= tour.fatigue[rider] <= EXHAUSTION_CARDS:
        return False
    if tour.crossed[rider] < 0 or not 0 <= tour.past[rider] <= RIDERS or tour.gain[rider] < 0:
        return False
    return NOBODY <= tour.shown[rider] < seats


# --- decisions --------------------------------------------------------------------------------------


@rule
def decisions_are_due(tour: Tour) -> bool:
    """Whoever is asked by the tour is asked nothing by the race; at the end nobody is asked (GT11)."""
    if tour.phase in (TourPhase.DRAFT, TourPhase.RAISING):
        return tour.owing != 0 and tour.race.owing == 0
    if tour.phase == TourPhase.OVER:
        return tour.owing == 0 and tour.race.owing == 0
    return tour.owing == 0 and owing_is_due(tour.race)


@rule
def placed_in_turn(tour: Tour) -> bool:
    """Who has placed came before the seat that places now, and who has not comes after it (GT9, GT10)."""
    race = tour.race
    if race.phase != Phase.PLACEMENT:
        return True
    if tour.stage == 0:
        return placed_clockwise(race)
    for seat in range(race.setup.seats):
        for other in range(race.setup.seats):
            if race.owing == 1 << seat and other != seat and race.setup.team[other] == Team.PLAYER:
                waits = to_place(race, other) > 0
                if waits == places_before(tour, other, seat):
                    return False
    return True


# --- the finish -------------------------------------------------------------------------------------


@rule
def home_in_order(tour: Tour) -> bool:
    """The first so many are off the road, all others before the line; in the end everybody is home (GT3)."""
    race, riders, met = tour.race, 2 * tour.race.setup.seats, 0
    for rider in range(riders):
        if race.square[rider] >= race.setup.line:
            return False
        if tour.place[rider] > 0:
            met += 1
            if tour.place[rider] > tour.home or not is_put_away(tour, rider):
                return False
            if race.order[riders - tour.home + tour.place[rider] - 1] != rider:
                return False
        elif race.phase == Phase.ENERGY and race.square[rider] == NOWHERE:
            return False
    if met != tour.home or (race.phase == Phase.PLACEMENT and tour.home > 0):
        return False
    over = tour.phase == TourPhase.OVER
    return over == (race.phase == Phase.FINISHED) == (tour.home == riders) and (
        not over or is_last_stage(tour)
    )


@rule
def is_put_away(tour: Tour, rider: int) -> bool:
    """Off the road, and of a player's cards only exhaustion is left (GT3, GT8)."""
    race = tour.race
    if race.square[rider] != NOWHERE:
        return False
    if race.setup.team[rider // 2] != Team.PLAYER:
        return True
    tired = copies(race.deck[rider], EXHAUSTION)
    return race.deck[rider] == tired * card(EXHAUSTION) and race.recycled[rider] + race.hand[rider] == EMPTY


@rule
def is_last_stage(tour: Tour) -> bool:
    """Whether the present stage is the last."""
    return tour.stage + 1 == tour.plan.stages


@rule
def arrived_in_order(tour: Tour) -> bool:
    """Round by round, and in a round the furthest first, each with seconds there are for it (GT3 to GT6)."""
    riders = 2 * tour.race.setup.seats
    for rider in range(riders):
        if tour.place[rider] == 0 and tour.crossed[rider] + tour.past[rider] + tour.gain[rider] > 0:
            return False
    for place in range(1, tour.home + 1):
        rider = tour.race.order[riders - tour.home + place - 1]
        before = tour.race.order[riders - tour.home + place - 2] if place > 1 else NOBODY
        if not arrived_after(tour, rider, before):
            return False
    return True


@rule
def arrived_after(tour: Tour, rider: int, before: int) -> bool:
    """In a round that is over, not before the rider one place ahead, and as far past the line as it goes."""
    race, past = tour.race, tour.past[rider]
    latest_round = race.rounds if tour.phase == TourPhase.OVER else race.rounds - 1
    if not 1 <= tour.crossed[rider] <= latest_round:
        return False
    if not 1 <= past <= race.setup.last_square - race.setup.line + 1:
        return False
    own_gain = squares_gained(tour, rider) == ROW * past
    if before == NOBODY or tour.crossed[before] < tour.crossed[rider]:
        return own_gain
    if tour.crossed[before] > tour.crossed[rider] or tour.past[before] < past:
        return False
    return own_gain or squares_gained(tour, rider) == squares_gained(tour, before)


@rule
def squares_gained(tour: Tour, rider: int) -> int:
    """The seconds gained without those for the first two (GT4, GT6)."""
    return tour.gain[rider] - ROW * int(tour.place[rider] <= 2)


# --- times, book, points ----------------------------------------------------------------------------


@rule
def stages_over(tour: Tour) -> int:
    """How many stages have been ridden."""
    return tour.stage + int(tour.phase == TourPhase.OVER)


@rule
def times_on_the_tracker(tour: Tour) -> bool:
    """Everybody's times, now and after every stage, are on the tracker; out is out (GT4, GT7)."""
    for rider in range(2 * tour.race.setup.seats):
        out = False
        for stage in range(stages_over(tour)):
            time = tour.clock[stage * RIDERS + rider]
            if not is_time(time) or (out and time != OUT):
                return False
            out = time == OUT
        if not is_time(tour.seconds[rider]) or (out and tour.seconds[rider] != OUT):
            return False
        if tour.phase == TourPhase.OVER and tour.clock[tour.stage * RIDERS + rider] != tour.seconds[rider]:
            return False
    return True


@rule
def is_time(seconds: int) -> bool:
    """Whether there is a field on the tracker for this time, or none is wanted any more (GT4, GT7)."""
    return seconds == OUT or (ROW <= seconds < OUT_AT and seconds % ROW == 0)


@rule
def book_is_whole(tour: Tour) -> bool:
    """Everybody finished every stage that is over; the latest places are of the last one (GT3, GT10)."""
    riders, over = 2 * tour.race.setup.seats, stages_over(tour)
    for stage in range(over):
        met = 0
        for place in range(riders):
            rider = int(tour.finishers[stage * RIDERS + place])
            if not 0 <= rider < riders:
                return False
            met |= 1 << rider
            if stage == over - 1 and tour.latest[rider] != place + 1:
                return False
        if met != (1 << riders) - 1:
            return False
    for rider in range(riders):
        if (over == 0 and tour.latest[rider] != 0) or (
            tour.phase == TourPhase.OVER and tour.latest[rider] != tour.place[rider]
        ):
            return False
    return True


@rule
def points_are_earned(tour: Tour) -> bool:
    """Three, two and one for every stage that is over and, after the last, for the best times (GT1, GT2)."""
    for seat in range(tour.race.setup.seats):
        earned = 0
        for place in range(1, POINTS + 1):
            for stage in range(stages_over(tour)):
                earned += (POINTS + 1 - place) * int(tour.finishers[stage * RIDERS + place - 1] // 2 == seat)
            if tour.phase == TourPhase.OVER and holder_of(tour, place) in (2 * seat, 2 * seat + 1):
                earned += POINTS + 1 - place
        if tour.points[seat] != earned:
            return False
    return True


@rule
def fatigue_is_there(tour: Tour) -> bool:
    """No more exhaustion was carried into the stage than there is, and none by a dummy (GT8, FR9)."""
    for kind in range(2):
        carried = 0
        for seat in range(tour.race.setup.seats):
            carried += tour.fatigue[2 * seat + kind]
            if tour.race.setup.team[seat] != Team.PLAYER and tour.fatigue[2 * seat + kind] > 0:
                return False
        if carried > EXHAUSTION_CARDS:
            return False
    return True


# --- traits -----------------------------------------------------------------------------------------


@rule
def traits_are_held(tour: Tour) -> bool:
    """One card of each, one for a player's team, in effect if it always holds, spent if it can be (GT11)."""
    met = 0
    for rider in range(2 * tour.race.setup.seats):
        trait = tour.trait[rider]
        if trait == NO_TRAIT:
            if tour.used[rider] or tour.active[rider] != NO_TRAIT:
                return False
            continue
        if (
            not tour.plan.options.traits
            or tour.phase == TourPhase.DRAFT
            or tour.race.setup.team[rider // 2] != Team.PLAYER
        ):
            return False
        if met & (1 << trait) or tour.trait[rider ^ 1] != NO_TRAIT or not trait_is_in_effect(tour, rider):
            return False
        met |= 1 << trait
    return True


@rule
def trait_is_in_effect(tour: Tour, rider: int) -> bool:
    """Always, or never but for an answer that is not shown yet; a stage begins with nothing spent (GT11)."""
    trait, seat = tour.trait[rider], rider // 2
    if lasts(trait):
        return tour.active[rider] == trait and not tour.used[rider]
    if tour.used[rider] and tour.race.phase == Phase.PLACEMENT:
        return False
    if tour.active[rider] == NO_TRAIT:
        return True
    answered = (tour.asked & ~tour.owing) >> seat & 1 == 1
    return answered and raises(trait) and tour.active[rider] == trait


@rule
def draft_is_right(tour: Tour) -> bool:
    """Every player has two cards and owes a choice until it is one of them; after the draft nobody (GT11)."""
    met, drafting = 0, tour.phase == TourPhase.DRAFT
    if drafting and (tour.stage > 0 or not tour.plan.options.traits or tour.race.phase != Phase.PLACEMENT):
        return False
    for seat in range(tour.race.setup.seats):
        drafts = drafting and tour.race.setup.team[seat] == Team.PLAYER
        for offered in range(2 * seat, 2 * seat + 2):
            trait = tour.offered[offered]
            if drafts != (trait != NO_TRAIT) or (drafts and met & (1 << trait)):
                return False
            met |= 1 << trait
        if not drafts and tour.choice[seat] != UNDECIDED:
            return False
        if drafts and not chooses_offered(tour, seat):
            return False
    return True


@rule
def chooses_offered(tour: Tour, seat: int) -> bool:
    """Whether a player is still asked, or has chosen neither or one of their two cards (GT11)."""
    owes, choice = tour.owing >> seat & 1 == 1, tour.choice[seat]
    if not TourAction.KEEP <= choice < TourAction.KEEP_NOTHING:
        return owes == (choice == UNDECIDED)
    trait = chosen_trait(choice)
    return not owes and trait in (tour.offered[2 * seat], tour.offered[2 * seat + 1])


@rule
def raise_is_asked(tour: Tour) -> bool:
    """All cards are on the table, and just those who gain by it are asked; else nobody is (GT11)."""
    race = tour.race
    if tour.phase != TourPhase.RAISING:
        return tour.asked == 0
    for rider in range(2 * race.setup.seats):
        if race.played[rider] != NO_CARD or race.hand[rider] != EMPTY:
            return False
        if race.square[rider] != NOWHERE and race.revealed[rider] == NO_CARD:
            return False
    if race.phase != Phase.ENERGY or tour.owing & ~tour.asked != 0:
        return False
    return tour.asked == able_to_raise(tour)


@rule
def shown_to_players(tour: Tour) -> bool:
    """A played card, shown to another player if the option is on (GT12)."""
    for rider in range(2 * tour.race.setup.seats):
        other = tour.shown[rider]
        if other != NOBODY and (not tour.plan.options.cooperation or tour.race.played[rider] == NO_CARD):
            return False
        if other != NOBODY and (other == rider // 2 or tour.race.setup.team[other] != Team.PLAYER):
            return False
    return True
