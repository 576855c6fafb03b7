"""Random races with every invariant checked after every decision, in compiled code."""

import random
import time
from collections.abc import Callable
from enum import EnumType
from typing import Any, get_type_hints

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games.etapa.data.road import stages
from gruppetto.games.etapa.game import ETAPA
from gruppetto.games.etapa.rules.codes import Jersey, Status, Step
from gruppetto.games.etapa.rules.invariants import ALWAYS
from gruppetto.games.etapa.rules.knowledge import OBSERVATION
from gruppetto.games.etapa.rules.options import Options
from gruppetto.games.etapa.rules.race import (
    act,
    deal,
    forget,
    invariants,
    legal,
    observe,
    over,
    score,
    waiting,
)
from gruppetto.games.etapa.rules.record import (
    KIND,
    LENGTH,
    NOBODY,
    RIDERS,
    SEATS,
    SETUP,
    STREAMS,
    TEAM,
    TEAM_TRIAL,
    Race,
)
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.games.vocabulary import words_of
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule

READINGS = {
    name: list(words_of(kind)) for name, kind in get_type_hints(Options).items() if isinstance(kind, EnumType)
}
FAULTS = (
    "sound",
    "what is always true is broken",
    "a rider went backwards",
    "a Slow card appeared",
    "a seat can tell a forgotten state from the true one",
    "the race does not end, or nobody wins it",
)
BROKEN, BACKWARDS, SLOW, LEAK, ENDLESS = range(1, 6)
LONGEST = 60_000  # decisions


@rule
def slow_cards(race: Race) -> int:
    cards = race.slow_supply
    for seat in range(race.setup.seats):
        cards += race.slow[seat]
    return cards


@rule
def fault_in(race: Race, before: Ints, stage: int, slow: int) -> int:
    """The first thing that is wrong with a state, or with how it came from the one before, or 0."""
    if invariants(race) != 0:
        return BROKEN
    if race.owing == 0 and race.step != Step.FINISHED:
        return ENDLESS
    if race.at_stage != stage:
        return 0
    if race.rounds > 1 and slow_cards(race) > slow:
        return SLOW
    for rider in range(TEAM * race.setup.seats):
        if race.field[rider] < before[rider] - TEAM:
            return BACKWARDS
    return 0


@rule
def leaks(states: Records, seed: np.uint64, actions: Ints, seen: Ints, guessed: Ints) -> bool:
    """Whether any seat sees or may do something else once it has forgotten what it cannot know."""
    for seat in range(states[0].setup.seats):
        states[1] = states[0]
        forget(states[1], seat, seed)
        if waiting(states[1]) != waiting(states[0]) or invariants(states[1]) != 0:
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
    where = f"in race {fault[1]} after {fault[2]} decisions, seed {seed}"
    assert fault[0] == 0, f"{FAULTS[fault[0]]} {where}: {ETAPA.broken(states)}"
    return int(decisions)


def test_random_races_keep_every_invariant() -> None:
    assert assert_clean(800, seed=1) > 100_000


# --- the checks can fail ----------------------------------------------------------------------------


@pytest.fixture
def state() -> Records:
    """A tour of four teams in its first round: Blue's number 1 has ridden, and Red's number 4 is asked."""
    states, silent = np.zeros(1, ETAPA.record), np.empty(0, np.int32)
    race = states[0]
    deal(race, ETAPA.setup(ETAPA.options({}), 4)[0], np.arange(STREAMS).astype(np.uint64))
    act(race, 0, 0, silent)
    return states


def crowd(race: Any) -> None:
    race.rounds = 2
    race.field[:12] = 1
    race.taken[:2] = 0, 12


def crossed(race: Any) -> None:
    race.taken[0] -= 1
    race.field[0] = race.setup.stage[0, LENGTH] + 1
    race.taken[race.field[0]] += 1


def withdrawn(race: Any) -> None:
    race.taken[race.field[0]] -= 1
    race.status[0] = Status.WITHDRAWN
    race.rounds, race.field[:12], race.taken[:2] = 2, range(1, 13), (0, 0)
    race.taken[2:13] = 1


def column(race: Any) -> None:
    race.setup.stage[0, KIND] = TEAM_TRIAL
    race.starters, race.start_order[:] = 1, (0, *[NOBODY] * (RIDERS - 1))
    race.line[0], race.field[:3] = (0, 1, 2), (9, 8, 6)


PLANTED: dict[str, Callable[[Any], None]] = {
    "range": lambda race: setattr(race, "rider", 12),
    "entered": lambda race: race.gone.__setitem__(0, 1),
    "places": lambda race: race.start.__setitem__(11, 1),
    "line": crossed,
    "crowd": crowd,
    "cards": lambda race: race.pile.__setitem__(0, race.pile[0] - 1),
    "slow": lambda race: setattr(race, "slow_supply", 19),
    "order": lambda race: race.order.__setitem__(1, race.order[0]),
    "finish": lambda race: race.finish.__setitem__(0, 3),
    "start": lambda race: setattr(race, "started", 13),
    "grief": lambda race: race.status.__setitem__(0, Status.FALLEN),
    "injured": withdrawn,
    "tokens": lambda race: race.tokens.__setitem__(0, 4),
    "cars": lambda race: race.served.__setitem__(0, 0),
    "jerseys": lambda race: race.jersey.__setitem__(slice(2), Jersey.YELLOW),
    "primes": lambda race: race.passed.__setitem__(0, 1 << 9),
    "column": column,
    "owing": lambda race: setattr(race, "owing", 0),
    "turn": lambda race: setattr(race, "owing", race.owing << 1 if race.owing == 1 else race.owing >> 1),
    "thrown": lambda race: setattr(race, "going", race.reach + 1),
}


def test_there_is_a_planted_fault_for_every_truth() -> None:
    assert list(PLANTED) == list(ALWAYS)


@pytest.mark.parametrize("truth", PLANTED)
def test_a_planted_fault_is_found(state: Records, truth: str) -> None:
    assert ETAPA.broken(state) == []
    PLANTED[truth](state[0])
    broken = ETAPA.broken(state)
    assert f"{truth}: {ALWAYS[truth]}" in broken
    with pytest.raises(g.BadPosition, match=f"{truth}: "):
        ETAPA.check_possible(state)


def test_faults_between_two_states_are_found(state: Records) -> None:
    race, before = state[0], np.zeros(RIDERS, np.int32)
    assert fault_in(race, before, 0, 99) == 0
    assert fault_in(race, np.full(RIDERS, 99, np.int32), 0, 99) == BACKWARDS
    race.rounds, race.field[:12], race.taken[:13] = 2, range(1, 13), (0, *[1] * 12)
    race.taken[13:] = 0
    assert fault_in(race, before, 0, 3) == SLOW
    race.pile[0] -= 1
    assert fault_in(race, before, 0, 99) == BROKEN


@pytest.mark.drill
def test_ten_million_decisions_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(8_000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
