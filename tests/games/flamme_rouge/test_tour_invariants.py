"""Random tours with every invariant checked after every decision, in compiled code."""

import random
import time

import numpy as np
import pytest

from gruppetto.games.flamme_rouge import GRAND_TOUR
from gruppetto.games.flamme_rouge.cards import card, copies, count
from gruppetto.games.flamme_rouge.energy import ROULEUR_DECK, SPRINTEUR_DECK
from gruppetto.games.flamme_rouge.movement import ahead
from gruppetto.games.flamme_rouge.record import (
    ENERGY,
    EXHAUSTION,
    EXHAUSTION_CARDS,
    HAND,
    KINDS,
    NO_CARD,
    NOBODY,
    NOWHERE,
    PLAYER,
    REVEALED,
    RIDERS,
    SEATS,
    SQUARES,
)
from gruppetto.games.flamme_rouge.road import stages
from gruppetto.games.flamme_rouge.tour import act, deal, forget, legal, observe, over, waiting
from gruppetto.games.flamme_rouge.tour_knowledge import TOUR_OBSERVATION
from gruppetto.games.flamme_rouge.tour_record import (
    DRAFT,
    EXHAUSTION_REMOVED,
    OUT,
    OUT_AT,
    POINTS,
    RAISING,
    ROW,
    STAGE_BEGAN,
    TOUR_ENDED,
    TOUR_OVER,
    TOUR_SETUP,
    TOUR_STREAMS,
    Tour,
)
from gruppetto.games.flamme_rouge.traits import NO_TRAIT, TRAITS
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Longs, Records
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

FAULTS = (
    "sound",
    "two riders in a lane, or lanes that do not match the riders",
    "a rider went backwards, or stands past the line after the round",
    "a card appeared or vanished",
    "a hand of the wrong size",
    "an exhaustion card appeared or vanished, also from one stage to the next",
    "the order is not the order of the riders",
    "somebody owes a decision who cannot, or nobody does",
    "a time that is not on the tracker, or somebody is back in the classification",
    "points that nobody earned",
    "a trait that nobody or two riders have",
    "what is known of a deck is not true of it",
    "a seat can tell a forgotten state from the true one",
    "the tour does not end",
)
LANES, BACKWARDS, CARDS, HANDS, FATIGUE, ORDER, OWING, CLOCK = range(1, 9)
EARNED, GIFTS, KNOWLEDGE, LEAK, ENDLESS = range(9, 14)


@rule
def lanes_fault(tour: Tour) -> bool:
    """One rider per lane, `taken` says who is where, and nobody stays past the line."""
    race = tour.race
    for square in range(SQUARES):
        here = 0
        for rider in range(2 * race.setup.seats):
            if race.square[rider] == square:
                if here & (1 << race.lane[rider]):
                    return True
                here |= 1 << race.lane[rider]
        if here != race.taken[square]:
            return True
    return False


@rule
def place_fault(tour: Tour, rider: int, before: int) -> bool:
    """Nobody rides backwards within a stage; whoever is home is off the road, and nobody else."""
    race = tour.race
    if race.phase == ENERGY and (race.square[rider] == NOWHERE) != (tour.place[rider] > 0):
        return True
    return race.square[rider] >= race.setup.line or (
        race.square[rider] != NOWHERE and race.square[rider] < before
    )


@rule
def cards_fault(tour: Tour, rider: int, gone: Longs) -> bool:
    """Every energy card is in exactly one place while its rider is on the road."""
    race = tour.race
    if race.setup.team[rider // 2] != PLAYER or tour.phase == DRAFT:
        return False
    there = race.deck[rider] + race.recycled[rider] + race.hand[rider]
    if tour.place[rider] > 0:
        return there != copies(there, EXHAUSTION) * card(EXHAUSTION)
    there += gone[rider]
    if race.played[rider] != NO_CARD:
        there += card(race.played[rider])
    full = ROULEUR_DECK if rider % 2 else SPRINTEUR_DECK
    for kind in range(1, KINDS):
        if copies(there, kind) != copies(full, kind):
            return True
    return False


@rule
def fatigue_fault(tour: Tour, gone: Longs) -> bool:
    """Exhaustion cards are conserved within a stage, but for riders on 2 with an empty supply."""
    race = tour.race
    if tour.phase == DRAFT:
        return False
    for kind in range(2):
        there = race.supply[kind]
        for rider in range(kind, 2 * race.setup.seats, 2):
            if race.setup.team[rider // 2] == PLAYER:
                there += copies(race.deck[rider] + race.recycled[rider] + race.hand[rider], EXHAUSTION)
                there += copies(gone[rider], EXHAUSTION) + (race.played[rider] == EXHAUSTION)
        if race.supply[kind] < 0 or there < EXHAUSTION_CARDS:
            return True
        if race.supply[kind] > 0 and there != EXHAUSTION_CARDS:
            return True
    return False


@rule
def hand_fault(tour: Tour, rider: int) -> bool:
    """A hand has four cards, or all there are, and only while its rider is being chosen for."""
    race = tour.race
    held = count(race.hand[rider])
    if race.at_hand[rider // 2] != rider:
        return held != 0
    spare = count(race.deck[rider]) + count(race.recycled[rider])
    return held == 0 or held > HAND or (held < HAND and spare > 0)


@rule
def knowledge_fault(tour: Tour, rider: int) -> bool:
    """The bounds that `forget` relies on hold of the true cards."""
    race = tour.race
    if race.fresh[rider] > copies(race.recycled[rider], EXHAUSTION):
        return True
    return race.early[rider] > HAND - 1 or race.buried[rider] > HAND


@rule
def owing_fault(tour: Tour) -> bool:
    """While the tour is on, somebody owes a decision; only players do, of the tour or of the race."""
    if tour.phase == TOUR_OVER:
        return waiting(tour) != 0
    if (tour.owing != 0) != (tour.phase in (DRAFT, RAISING)) or (tour.owing != 0 and tour.race.owing != 0):
        return True
    for seat in range(SEATS):
        if waiting(tour) >> seat & 1 and (
            seat >= tour.race.setup.seats or tour.race.setup.team[seat] != PLAYER
        ):
            return True
    return waiting(tour) == 0


@rule
def clock_fault(tour: Tour, rider: int, before: int) -> bool:
    """Times are on the tracker in steps of ten seconds; out is out."""
    seconds = tour.seconds[rider]
    if seconds == OUT:
        return False
    return before == OUT or seconds < ROW or seconds >= OUT_AT or seconds % ROW != 0


@rule
def order_fault(tour: Tour) -> bool:
    """Front-most first; behind them those who are home, as they came in."""
    race, riders = tour.race, 2 * tour.race.setup.seats
    for turn in range(1, riders - tour.home):
        if ahead(race, race.order[turn], race.order[turn - 1]):
            return True
    for place in range(tour.home):
        if tour.place[race.order[riders - tour.home + place]] != place + 1:
            return True
    return False


@rule
def points_fault(tour: Tour) -> bool:
    """Six points for every stage that is over, and at most six for the general classification."""
    total, stages_over = 0, tour.stage + (tour.phase == TOUR_OVER)
    for seat in range(SEATS):
        total += tour.points[seat]
    at_stake = POINTS * (POINTS + 1) // 2
    extra = total - at_stake * stages_over
    return extra < 0 or extra > at_stake * (tour.phase == TOUR_OVER)


@rule
def traits_fault(tour: Tour) -> bool:
    """One card of each, one for a team, and a raise only while it is asked for."""
    for trait in range(1, TRAITS + 1):
        held = 0
        for rider in range(RIDERS):
            held += (tour.trait[rider] == trait) + (tour.offered[rider] == trait)
        if held > 1:
            return True
    for seat in range(SEATS):
        if tour.trait[2 * seat] != NO_TRAIT and tour.trait[2 * seat + 1] != NO_TRAIT:
            return True
    for rider in range(RIDERS):
        if tour.active[rider] != NO_TRAIT and tour.active[rider] != tour.trait[rider]:
            return True
        if tour.shown[rider] != NOBODY and tour.race.played[rider] == NO_CARD:
            return True
    return False


@rule
def fault_in(tour: Tour, squares: Ints, seconds: Ints, gone: Longs) -> int:
    """The first invariant that does not hold, or 0."""
    if lanes_fault(tour):
        return LANES
    if fatigue_fault(tour, gone):
        return FATIGUE
    if owing_fault(tour):
        return OWING
    if order_fault(tour):
        return ORDER
    if points_fault(tour):
        return EARNED
    if traits_fault(tour):
        return GIFTS
    for rider in range(2 * tour.race.setup.seats):
        fault = fault_of(tour, rider, squares[rider], seconds[rider], gone)
        if fault != 0:
            return fault
    return 0


@rule
def fault_of(tour: Tour, rider: int, square: int, seconds: int, gone: Longs) -> int:
    """The first invariant that does not hold of a rider, or 0."""
    if place_fault(tour, rider, square):
        return BACKWARDS
    if cards_fault(tour, rider, gone):
        return CARDS
    if hand_fault(tour, rider):
        return HANDS
    if clock_fault(tour, rider, seconds):
        return CLOCK
    if knowledge_fault(tour, rider):
        return KNOWLEDGE
    return 0


@rule
def leaks(states: Records, seed: np.uint64, actions: Ints, seen: Ints, guessed: Ints) -> bool:
    """Whether any seat sees or may do something else once it has forgotten what it cannot know."""
    for seat in range(states[0].race.setup.seats):
        states[1] = states[0]
        forget(states[1], seat, seed)
        if waiting(states[1]) != waiting(states[0]):
            return True
        observe(states[0], seat, seen)
        observe(states[1], seat, guessed)
        for number in range(len(seen)):
            if seen[number] != guessed[number]:
                return True
        if waiting(states[0]) >> seat & 1:
            found = legal(states[0], seat, seen)
            if legal(states[1], seat, guessed) != found:
                return True
            for index in range(found):
                if seen[index] != guessed[index]:
                    return True
    return False


@rule
def account(trace: Ints, squares: Ints, gone: Longs) -> None:
    """Follow the cards that leave the game; a new stage begins a new account."""
    for event in range(trace[0]):
        row = trace[1 + event * WIDTH :]
        if row[0] == REVEALED:
            gone[row[1]] += card(row[2])
        elif row[0] == EXHAUSTION_REMOVED:
            gone[row[1]] += card(EXHAUSTION)
        elif row[0] in (STAGE_BEGAN, TOUR_ENDED):
            squares[:] = NOWHERE
            if row[0] == STAGE_BEGAN:
                gone[:] = 0
    trace[0] = 0


@rule
def some_seat(tour: Tour, key: np.uint64, made: int) -> int:
    """A random seat that owes a decision."""
    seat, _ = share(fraction_of(key, -1 - made), tour.race.setup.seats)
    while waiting(tour) >> seat & 1 == 0:
        seat = (seat + 1) % tour.race.setup.seats
    return seat


@rule
def attack(setups: Records, states: Records, seed: np.uint64, tours: int, fault: Ints) -> int:
    """Ride tours on all setups in turn, checking after every decision; how many decisions were made."""
    keys, actions = np.empty(TOUR_STREAMS, np.uint64), np.empty(256, np.int32)
    trace = np.zeros(1 + 4096 * WIDTH, np.int32)
    seen, guessed = np.empty(TOUR_OBSERVATION, np.int32), np.empty(TOUR_OBSERVATION, np.int32)
    squares, seconds = np.empty(RIDERS, np.int32), np.empty(RIDERS, np.int32)
    tour, gone, decisions = states[0], np.zeros(RIDERS, np.int64), 0
    for number in range(tours):
        spread(seed, np.uint64(number), keys)
        deal(tour, setups[number % len(setups)], keys)
        gone[:] = 0
        made = 0
        while not over(tour):
            seat = some_seat(tour, keys[0] ^ seed, made)
            index, _ = share(fraction_of(keys[1], made), legal(tour, seat, actions))
            for rider in range(RIDERS):
                squares[rider], seconds[rider] = tour.race.square[rider], tour.seconds[rider]
            act(tour, seat, actions[index], trace)
            made += 1
            account(trace, squares, gone)
            fault[0] = fault_in(tour, squares, seconds, gone)
            if made % 8 == 0 and leaks(states, mix(keys[2], np.uint64(made)), actions, seen, guessed):
                fault[0] = LEAK
            if made > 20_000:
                fault[0] = ENDLESS
            if fault[0] != 0:
                fault[1], fault[2] = number, made
                return decisions + made
        decisions += made
    return decisions


def setups(many: int) -> Records:
    """All kinds of tours: stages, number of teams, dummies, handicaps and options."""
    chance, records = random.Random(1), np.zeros(many, TOUR_SETUP)
    cards = [card.name for card in stages()]
    for number in range(many):
        seats = chance.randint(2, 4)
        teams = ["player"] + [chance.choice(["player", "player", "muscle"]) for _ in range(seats - 1)]
        if chance.random() < 0.2:
            teams[-1] = "peloton"
        chance.shuffle(teams)
        options = GRAND_TOUR.options(
            {
                "stages": [chance.choice(cards) for _ in range(chance.choice([1, 2, 2, 3, 4]))],
                "traits": chance.random() < 0.8,
                "cooperation": chance.random() < 0.4,
                "teams": teams,
                "handicap": [chance.randint(0, 2) if team == "player" else 0 for team in teams],
                "start_lane": chance.choice(["right", "right", "free"]),
                "mountain_groups": chance.choice(["per-rider", "per-rider", "whole-group"]),
            }
        )
        records[number] = GRAND_TOUR.setup(options, seats)[0]
    return records


def assert_clean(tours: int, seed: int) -> int:
    fault = np.zeros(3, np.int32)
    states = np.zeros(2, GRAND_TOUR.record)
    decisions = attack(setups(240), states, np.uint64(seed), tours, fault)
    assert fault[0] == 0, f"{FAULTS[fault[0]]} in tour {fault[1]} after {fault[2]} decisions, seed {seed}"
    return decisions


@pytest.mark.rule("GT3", "GT4", "GT7", "GT8")
def test_random_tours_keep_every_invariant() -> None:
    assert assert_clean(1000, seed=1) > 200_000


def test_the_checks_can_fail() -> None:
    """A planted fault of each kind is found: the checks are no decoration."""
    states = np.zeros(1, GRAND_TOUR.record)
    tour = states[0]
    squares, seconds = np.full(RIDERS, NOWHERE, np.int32), np.full(RIDERS, 80, np.int32)
    gone = np.zeros(RIDERS, np.int64)

    def fresh() -> None:
        setup = GRAND_TOUR.setup(GRAND_TOUR.options({"traits": False}), 4)
        deal(tour, setup[0], np.arange(TOUR_STREAMS).astype(np.uint64))

    def found() -> int:
        return int(fault_in(tour, squares, seconds, gone))

    fresh()
    assert found() == 0
    tour.race.square[1] = 3
    assert found() == LANES
    fresh()
    tour.race.supply[0] -= 1
    assert found() == FATIGUE
    fresh()
    tour.race.owing = 0
    assert found() == OWING
    fresh()
    tour.points[0] = 1
    assert found() == EARNED
    fresh()
    tour.trait[0] = tour.trait[2] = 3
    assert found() == GIFTS
    fresh()
    tour.race.deck[0] -= card(2)
    assert found() == CARDS
    fresh()
    tour.race.deck[0] -= card(2)
    tour.race.hand[0] += card(2)
    assert found() == HANDS
    fresh()
    tour.seconds[3] = 600
    assert found() == CLOCK
    fresh()
    tour.race.fresh[0] = 1
    assert found() == KNOWLEDGE


@pytest.mark.rule("GT1", "GT10")
def test_the_highest_score_is_the_winners() -> None:
    from gruppetto.lab.simulate import Simulation

    simulation = Simulation("flamme-rouge-tour", ["random"] * 3, {"stages": 2}, seed=3)
    _, table = simulation.run(300)
    assert (table[:, 2:5].max(axis=1) == table[np.arange(300), 2 + table[:, 1]]).all()
    assert (table[:, 5 + simulation.game.report.index("rider")] // 2 == table[:, 1]).all()


@pytest.mark.drill
def test_ten_million_decisions_of_tours_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(5000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
