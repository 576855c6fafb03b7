"""Random races with every invariant checked after every decision, in compiled code."""

import random
import time

import numpy as np
import pytest

from gruppetto.games.etapa.cards import EMPTY, copies
from gruppetto.games.etapa.game import ETAPA
from gruppetto.games.etapa.knowledge import OBSERVATION
from gruppetto.games.etapa.race import act, deal, forget, legal, observe, over, score, waiting
from gruppetto.games.etapa.readings import READINGS
from gruppetto.games.etapa.record import (
    FEEDING,
    FIELDS,
    FIFTH_RIDER,
    FINISHED,
    KIND,
    KINDS,
    LENGTH,
    LYING_FREE,
    NOBODY,
    OUT,
    RIDERS,
    ROAD,
    SEATS,
    SETUP,
    STREAMS,
    TEAM,
    Race,
)
from gruppetto.games.etapa.road import stages
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule

FAULTS = (
    "sound",
    "fields and riders do not match, or too many stand on one",
    "a rider went backwards or off the road",
    "a card appeared or vanished, or more is known of a hand than is in it",
    "a Slow card appeared",
    "the order of the round is not one of the riders",
    "somebody owes a decision who cannot, or nobody does",
    "a car serves a rider who does not need it",
    "a rider's state contradicts itself",
    "a seat can tell a forgotten state from the true one",
    "the race does not end, or nobody wins it",
)
CROWD, BACKWARDS, CARDS, SLOW, ORDER, OWING, CAR, RIDER, LEAK, ENDLESS = range(1, 11)
LONGEST = 60_000  # decisions


@rule
def crowd_fault(race: Race) -> bool:
    """`taken` says who is where; after the first round four on a field, unless they were there before."""
    if race.setup.stage[race.at_stage, KIND] != ROAD or race.rounds == 0:
        return False
    crowds_allowed = race.setup.reading[FIFTH_RIDER] or race.setup.reading[LYING_FREE]
    for field in range(FIELDS):
        here = old = 0
        for rider in range(TEAM * race.setup.seats):
            if race.status[rider] <= FEEDING and race.field[rider] == field:
                here += 1
                old += race.start[rider] == field
        if here != race.taken[field]:
            return True
        past = field > race.setup.stage[race.at_stage, LENGTH]
        if here > 4 and here > old and race.rounds > 1 and not past and not crowds_allowed:
            return True
    return False


@rule
def cards_fault(race: Race) -> bool:
    """36 cards are in hands or on the pile, six of each; what is known of a hand is in it."""
    if race.pile[0] == EMPTY and race.hand[0] == EMPTY and race.rounds == 0:
        return False
    for kind in range(KINDS):
        there = copies(race.pile[0], kind)
        for seat in range(race.setup.seats):
            there += copies(race.hand[seat], kind)
            if copies(race.shown[seat], kind) > copies(race.hand[seat], kind):
                return True
            hidden = copies(race.hand[seat], kind) - copies(race.shown[seat], kind)
            if hidden > copies(race.doubt[seat], kind):
                return True
        if there != copies(race.setup.deck[0], kind):
            return True
    return False


@rule
def slow_fault(race: Race, slow: int) -> bool:
    """Slow cards only get fewer in a stage."""
    return race.rounds > 1 and slow_cards(race) > slow


@rule
def slow_cards(race: Race) -> int:
    cards = race.slow_supply
    for seat in range(race.setup.seats):
        cards += race.slow[seat]
    return cards


@rule
def order_fault(race: Race) -> bool:
    """Nobody is in the order twice, and nobody who is out of the race."""
    seen = 0
    for place in range(race.ordered):
        who = race.order[place]
        if who < 0 or who >= TEAM * race.setup.seats or seen >> who & 1:
            return True
        seen |= 1 << who
    return race.turn > race.ordered and race.step != FINISHED


@rule
def owing_fault(race: Race) -> bool:
    """While the race is on, somebody owes a decision."""
    if race.step == FINISHED:
        return race.owing != 0
    return race.owing == 0 or race.owing >> race.setup.seats != 0


@rule
def car_fault(race: Race) -> bool:
    """A car serves a rider of its own team who stands still, and is never ahead of him."""
    for seat in range(race.setup.seats):
        rider = race.served[seat]
        if rider != NOBODY:
            if rider // TEAM != seat or race.car[seat] > race.field[rider]:
                return True
            if race.status[rider] == 0 or race.status[rider] > FEEDING:
                return True
    for rider in range(TEAM * race.setup.seats):
        if race.status[rider] == FEEDING and race.served[rider // TEAM] != rider:
            return True
    return False


@rule
def rider_fault(race: Race, rider: int) -> bool:
    """Who is out stays out; tokens, times and places are what they can be."""
    if (race.gone[rider] != 0) != (race.status[rider] == OUT) and race.step != FINISHED:
        return True
    if race.tokens[rider] < 0 or race.tokens[rider] > 3 or race.passed[rider] < 0:
        return True
    return race.injured[rider] != 0 and race.tokens[rider] > 0


@rule
def fault_in(race: Race, before: Ints, stage: int, slow: int) -> int:
    """The first invariant that does not hold, or 0."""
    if crowd_fault(race):
        return CROWD
    if cards_fault(race):
        return CARDS
    if race.at_stage == stage and slow_fault(race, slow):
        return SLOW
    if order_fault(race):
        return ORDER
    if owing_fault(race):
        return OWING
    return CAR if car_fault(race) else fault_of_riders(race, before, stage)


@rule
def fault_of_riders(race: Race, before: Ints, stage: int) -> int:
    for rider in range(TEAM * race.setup.seats):
        backwards = race.at_stage == stage and race.field[rider] < before[rider] - TEAM
        if backwards or race.field[rider] >= FIELDS - 1:
            return BACKWARDS
        if rider_fault(race, rider):
            return RIDER
    return 0


@rule
def leaks(states: Records, seed: np.uint64, actions: Ints, seen: Ints, guessed: Ints) -> bool:
    """Whether any seat sees or may do something else once it has forgotten what it cannot know."""
    for seat in range(states[0].setup.seats):
        states[1] = states[0]
        forget(states[1], seat, seed)
        if waiting(states[1]) != waiting(states[0]) or cards_fault(states[1]):
            return True
        observe(states[0], seat, seen)
        observe(states[1], seat, guessed)
        for number in range(len(seen)):
            if seen[number] != guessed[number]:
                return True
        if waiting(states[0]) >> seat & 1 and options_differ(states, seat, actions, seen):
            return True
    return False


@rule
def options_differ(states: Records, seat: int, ours: Ints, theirs: Ints) -> bool:
    found = legal(states[0], seat, ours)
    if legal(states[1], seat, theirs) != found:
        return True
    for index in range(found):
        if ours[index] != theirs[index]:
            return True
    return False


@rule
def no_winner(race: Race, scores: Ints) -> bool:
    """The scores rank every seat."""
    score(race, scores)
    ranks = 0
    for seat in range(race.setup.seats):
        ranks |= 1 << scores[seat]
    return ranks != (1 << race.setup.seats) - 1


@rule
def attack(setups: Records, states: Records, seed: np.uint64, races: int, fault: Ints) -> int:
    """Ride races on all setups in turn, checking after every decision; how many decisions were made."""
    keys, actions, silent = (
        np.empty(STREAMS, np.uint64),
        np.empty(MOST_ACTIONS, np.int32),
        np.empty(0, np.int32),
    )
    seen, guessed = np.empty(OBSERVATION, np.int32), np.empty(OBSERVATION, np.int32)
    before, scores = np.empty(RIDERS, np.int32), np.empty(SEATS, np.int32)
    race, decisions = states[0], 0
    for number in range(races):
        spread(seed, np.uint64(number), keys)
        deal(race, setups[number % len(setups)], keys)
        made = 0
        while not over(race):
            seat, _ = share(fraction_of(keys[0] ^ seed, LONGEST + made), race.setup.seats)
            while waiting(race) >> seat & 1 == 0:
                seat = (seat + 1) % race.setup.seats
            index, _ = share(fraction_of(keys[1], made), legal(race, seat, actions))
            for rider in range(RIDERS):
                before[rider] = race.field[rider]
            stage, slow = race.at_stage, slow_cards(race)
            act(race, seat, actions[index], silent)
            made += 1
            fault[0] = fault_in(race, before, stage, slow)
            if fault[0] == 0 and made % 16 == 0:
                fault[0] = LEAK * leaks(states, mix(keys[2], np.uint64(made)), actions, seen, guessed)
            if made > LONGEST:
                fault[0] = ENDLESS
            if fault[0] != 0:
                fault[1], fault[2] = number, made
                return decisions + made
        if no_winner(race, scores):
            fault[0], fault[1], fault[2] = ENDLESS, number, made
            return decisions + made
        decisions += made
    return decisions


def setups(many: int) -> Records:
    """All kinds of races: every stage and option, one day, time trials and tours."""
    chance, records = random.Random(1), np.zeros(many, SETUP)
    names = [known.name for known in stages()]
    for number in range(many):
        seats = chance.randint(2, 5)
        riders = [str(rider) for rider in range(1, 3 * seats + 1)]
        options: dict[str, object] = {"stages": [names[number % len(names)]]}
        if chance.random() < 0.25:
            options["stages"] = chance.choices(names, k=chance.randint(2, 5))
        options |= {name: chance.choice(both) for name, both in READINGS.items() if chance.random() < 0.15}
        for name in ("cars", "primes", "profiles", "specials"):
            options[name] = chance.random() < 0.85
        options["crashes"] = chance.random() < 0.9
        options["injuries"] = bool(options["crashes"]) and chance.random() < 0.9
        for name in ("weather", "doping", "real_dice"):
            options[name] = chance.random() < 0.15
        for name in ("road_champion", "time_trial_champion"):
            options[name] = chance.choice(riders) if chance.random() < 0.3 else None
        records[number] = ETAPA.setup(ETAPA.options(options), seats)[0]
    return records


def assert_clean(races: int, seed: int) -> int:
    fault = np.zeros(3, np.int32)
    states = np.zeros(2, ETAPA.record)
    decisions = attack(setups(400), states, np.uint64(seed), races, fault)
    assert fault[0] == 0, f"{FAULTS[fault[0]]} in race {fault[1]} after {fault[2]} decisions, seed {seed}"
    return int(decisions)


def test_random_races_keep_every_invariant() -> None:
    assert assert_clean(800, seed=1) > 100_000


def test_the_checks_can_fail() -> None:
    """A planted fault of each kind is found: the checks are no decoration."""
    states, silent = np.zeros(1, ETAPA.record), np.empty(0, np.int32)
    race, before = states[0], np.zeros(RIDERS, np.int32)

    def fresh() -> None:
        deal(race, ETAPA.setup(ETAPA.options({}), 4)[0], np.arange(STREAMS).astype(np.uint64))
        act(race, 0, 0, silent)

    fresh()
    assert fault_in(race, before, 0, 99) == 0
    race.taken[7] += 1
    assert fault_in(race, before, 0, 99) == CROWD
    fresh()
    race.pile[0] -= 1
    assert fault_in(race, before, 0, 99) == CARDS
    fresh()
    race.rounds = 2
    assert fault_in(race, before, 0, 3) == SLOW
    fresh()
    race.order[1] = race.order[0]
    assert fault_in(race, before, 0, 99) == ORDER
    fresh()
    race.owing = 0
    assert fault_in(race, before, 0, 99) == OWING
    fresh()
    race.served[0] = 0
    assert fault_in(race, before, 0, 99) == CAR
    fresh()
    assert fault_in(race, np.full(RIDERS, 9, np.int32), 0, 99) == BACKWARDS
    race.tokens[0] = 4
    assert fault_in(race, before, 0, 99) == RIDER


@pytest.mark.drill
def test_ten_million_decisions_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(8_000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
