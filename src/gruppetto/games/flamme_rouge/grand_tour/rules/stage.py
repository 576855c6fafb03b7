"""A stage of a tour: the road, its rounds, and what comes between it and the next (GT3, GT8, GT9)."""

import numpy as np

from gruppetto.games.flamme_rouge.grand_tour.rules.classification import (
    award_overall,
    award_stage,
    better,
    cross,
    keep_time,
    leader_of,
    winner,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import ask_to_raise, lower_cards, show_raises
from gruppetto.games.flamme_rouge.grand_tour.rules.options import Finishers
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour, TourPhase, TourTold
from gruppetto.games.flamme_rouge.rules.cards import EMPTY, card, copies
from gruppetto.games.flamme_rouge.rules.end import discard, exhaust, slipstream
from gruppetto.games.flamme_rouge.rules.energy import energy_phase, from_supply
from gruppetto.games.flamme_rouge.rules.movement import leave, line_up, movement, reveal
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.race import line_up_to_start
from gruppetto.games.flamme_rouge.rules.record import (
    EXHAUSTION,
    FLAT,
    NOBODY,
    NOWHERE,
    RIDERS,
    RIGHT,
    ROAD,
    SQUARES,
    STREAMS,
    TILES,
    Phase,
    Race,
)
from gruppetto.games.flamme_rouge.rules.traits import SHERIFF
from gruppetto.kernel.chance import mix
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

# --- before the start -------------------------------------------------------------------------------


@rule
def lay_road(tour: Tour) -> None:
    """The road of the present stage."""
    to, plan, stage = tour.race.setup, tour.plan, tour.stage
    for tile in range(TILES):
        to.tiles[tile] = plan.tiles[stage * TILES + tile]
    for square in range(SQUARES):
        to.terrain[square] = plan.terrain[stage * ROAD + square] if square < ROAD else FLAT
    to.start_squares, to.line = plan.start_squares[stage], plan.line[stage]
    to.last_square = plan.last_square[stage]


@rule
def plant_stage(tour: Tour) -> None:
    """Every stage has streams of chance of its own."""
    for stream in range(STREAMS):
        tour.race.key[stream] = mix(tour.key[stream], np.uint64(tour.stage))
        tour.race.drawn[stream] = 0


@rule
def begin_stage(tour: Tour) -> None:
    """New chance, complete decks, and the exhaustion that is left from before (GT8)."""
    race = tour.race
    tour.phase, tour.asked, tour.home = TourPhase.RIDING, 0, 0
    lay_road(tour)
    plant_stage(tour)
    line_up_to_start(race, race.setup)
    for rider in range(2 * race.setup.seats):
        tour.used[rider], tour.shown[rider] = 0, NOBODY
        tour.place[rider] = tour.crossed[rider] = tour.past[rider] = tour.gain[rider] = 0
        for _ in range(tour.fatigue[rider]):
            race.deck[rider] += from_supply(race, rider)
    if tour.stage > 0:
        race.owing = 1 << next_to_place(tour)


@rule
def next_to_place(tour: Tour) -> int:
    """Of those still to place, the team with the fewest points, or whom a tie favours (GT9, GT10)."""
    race, following = tour.race, NOBODY
    for seat in range(race.setup.seats):
        if race.setup.team[seat] != Team.PLAYER or race.square[2 * seat] != NOWHERE:
            continue
        if following == NOBODY or places_before(tour, seat, following):
            following = seat
    return following


@rule
def places_before(tour: Tour, seat: int, other: int) -> bool:
    """Fewer tour points, or as many and the worse time; level on both, the better place (GT9, GT10)."""
    if tour.points[seat] != tour.points[other]:
        return tour.points[seat] < tour.points[other]
    ours, theirs = leader_of(tour, seat), leader_of(tour, other)
    if tour.seconds[ours] != tour.seconds[theirs]:
        return better(tour, theirs, ours)
    return better(tour, ours, theirs)


# --- rounds -----------------------------------------------------------------------------------------


@rule
def ride_on(tour: Tour, trace: Ints) -> None:
    """Ride rounds for as long as nobody owes a decision."""
    while tour.race.owing == 0 and tour.owing == 0 and tour.race.phase == Phase.ENERGY:
        if tour.asked == 0:
            turn_over(tour, trace)
        if tour.owing == 0:
            ride_round(tour, trace)


@rule
def turn_over(tour: Tour, trace: Ints) -> None:
    """All cards are revealed; whoever can may raise their (FR4.1, GT11)."""
    reveal(tour.race, trace)
    discard(tour.race)
    if tour.plan.options.cooperation:
        clear_table(tour)
    if tour.plan.options.traits:
        ask_to_raise(tour)


@rule
def clear_table(tour: Tour) -> None:
    """What was shown is known to all now (GT12)."""
    for rider in range(2 * tour.race.setup.seats):
        tour.shown[rider] = NOBODY


@rule
def ride_round(tour: Tour, trace: Ints) -> None:
    """Movement and end phase; whoever crossed shelters the others once more and is home (GT3, FR8.4)."""
    race, already_home = tour.race, tour.home
    if tour.asked:
        show_raises(tour, trace)
    movement(race, trace, tour.active)
    line_up(race)
    cross(tour, trace)
    slipstream(race, trace, tour.active)
    if tour.plan.options.traits:  # only Il Campionissimo makes anybody be carried past another
        line_up(race)
    cross(tour, trace)
    exhaust(race, trace, end_of_tiring(tour))
    if tour.asked:
        lower_cards(tour)
    tour.phase, tour.asked = TourPhase.RIDING, 0
    if tour.home > 0:
        keep_time(tour, trace)
    if tour.home > already_home:
        go_home(tour)
    if tour.home < 2 * race.setup.seats:
        energy_phase(race, trace)
    else:
        end_stage(tour, trace)


@rule
def end_of_tiring(tour: Tour) -> int:
    """The square from which nobody tires: the first past the line, unless finishers tire as well (GT3)."""
    return SQUARES if tour.plan.options.finishers == Finishers.TIRE else tour.race.setup.line


@rule
def go_home(tour: Tour) -> None:
    """Whoever has crossed leaves the road and keeps nothing but their exhaustion (GT3, GT8)."""
    race = tour.race
    for rider in range(2 * race.setup.seats):
        if tour.place[rider] > 0 and race.square[rider] != NOWHERE:
            leave(race, rider)
            race.square[rider], race.lane[rider] = NOWHERE, RIGHT
            if race.setup.team[rider // 2] == Team.PLAYER:
                put_away(race, rider)
    line_up(race)
    line_up_at_home(tour)


@rule
def put_away(race: Race, rider: int) -> None:
    """Only the exhaustion in their deck still matters (GT8)."""
    tired = copies(race.deck[rider] + race.recycled[rider], EXHAUSTION)
    race.deck[rider], race.recycled[rider] = tired * card(EXHAUSTION), EMPTY
    race.fresh[rider] = race.early[rider] = race.buried[rider] = race.most_exhausted[rider] = 0


@rule
def line_up_at_home(tour: Tour) -> None:
    """Behind those on the road come the others, as they came in."""
    riders = 2 * tour.race.setup.seats
    for rider in range(riders):
        if tour.place[rider] > 0:
            tour.race.order[riders - tour.home + tour.place[rider] - 1] = rider


# --- after the finish -------------------------------------------------------------------------------


@rule
def end_stage(tour: Tour, trace: Ints) -> None:
    """Points, a note in the book, and on to the next stage, or the end of the tour (GT1, GT2)."""
    race = tour.race
    note(trace, TourTold.STAGE_ENDED, race.order[0], tour.stage + 1)
    for rider in range(2 * race.setup.seats):
        tour.latest[rider] = tour.place[rider]
        tour.finishers[tour.stage * RIDERS + tour.place[rider] - 1] = rider
        tour.clock[tour.stage * RIDERS + rider] = tour.seconds[rider]
    award_stage(tour, trace)
    if tour.stage + 1 < tour.plan.stages:
        recover(tour, trace)
        tour.rounds += race.rounds
        tour.stage += 1
        begin_stage(tour)
        note(trace, TourTold.STAGE_BEGAN, tour.stage + 1)
    else:
        award_overall(tour, trace)
        tour.phase, race.phase = TourPhase.OVER, Phase.FINISHED
        note(trace, TourTold.TOUR_ENDED, winner(tour))


@rule
def recover(tour: Tour, trace: Ints) -> None:
    """Half of the exhaustion goes back, rounded down; of the Sheriff's one card more (GT8, GT11)."""
    for rider in range(2 * tour.race.setup.seats):
        tired = copies(tour.race.deck[rider], EXHAUSTION)
        back = tired // 2
        if tour.trait[rider] == SHERIFF:
            back = min(tired, back + 1)
        tour.fatigue[rider] = tired - back
        if tired > 0:
            note(trace, TourTold.RECOVERED, rider, back, tired - back)
