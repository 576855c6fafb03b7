"""Random races with what is always true checked after every decision, in compiled code."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gruppetto.games.flamme_rouge.data.road import stages
from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE
from gruppetto.games.flamme_rouge.rules.cards import card, copies
from gruppetto.games.flamme_rouge.rules.energy import whole_deck
from gruppetto.games.flamme_rouge.rules.invariants import (
    ALWAYS,
    WRONG_CARDS,
    WRONG_FINISH,
    WRONG_HANDS,
    WRONG_KNOWLEDGE,
    WRONG_LANES,
    WRONG_NUMBERS,
    WRONG_ORDER,
    WRONG_OWING,
    WRONG_START,
    WRONG_SUPPLY,
    WRONG_TURN,
)
from gruppetto.games.flamme_rouge.rules.knowledge import OBSERVATION
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.race import (
    act,
    deal,
    forget,
    invariants,
    legal,
    observe,
    over,
    waiting,
)
from gruppetto.games.flamme_rouge.rules.record import (
    EXHAUSTION,
    EXHAUSTION_CARDS,
    KINDS,
    LEFT,
    NO_CARD,
    RIDERS,
    SETUP,
    STREAMS,
    Phase,
    Race,
)
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Longs, Records
from gruppetto.kernel.rule import rule

FAULTS = (
    "sound",
    "what is always true is broken",
    "a rider went backwards or left the road",
    "a card appeared or vanished",
    "an exhaustion card appeared or vanished",
    "a seat can tell a forgotten state from the true one",
    "nobody owes a decision, or the race does not end",
)
BROKEN, BACKWARDS, CARDS, FATIGUE, LEAK, ENDLESS = range(1, 7)


@rule
def cards_fault(race: Race, rider: int, gone: Longs) -> bool:
    """Every energy card is in exactly one place: deck, recycled, hand, played, or gone."""
    if race.setup.team[rider // 2] != Team.PLAYER:
        return False
    there = race.deck[rider] + race.recycled[rider] + race.hand[rider] + gone[rider]
    if race.played[rider] != NO_CARD:
        there += card(race.played[rider])
    for kind in range(1, KINDS):
        if copies(there, kind) != copies(whole_deck(race, rider), kind):
            return True
    return False


@rule
def fatigue_fault(race: Race, gone: Longs) -> bool:
    """Exhaustion cards are conserved, but for riders on 2 with an empty supply."""
    for kind in range(2):
        there = race.supply[kind]
        for rider in range(kind, 2 * race.setup.seats, 2):
            if race.setup.team[rider // 2] == Team.PLAYER:
                there += copies(race.deck[rider] + race.recycled[rider] + race.hand[rider], EXHAUSTION)
                there += copies(gone[rider], EXHAUSTION) + (race.played[rider] == EXHAUSTION)
        if there < EXHAUSTION_CARDS or (race.supply[kind] > 0 and there != EXHAUSTION_CARDS):
            return True
    return False


@rule
def fault_in(race: Race, before: Ints, gone: Longs) -> int:
    """The first thing that is wrong after a decision, or 0."""
    if invariants(race) != 0:
        return BROKEN
    if fatigue_fault(race, gone):
        return FATIGUE
    for rider in range(2 * race.setup.seats):
        if race.square[rider] < before[rider]:
            return BACKWARDS
        if cards_fault(race, rider, gone):
            return CARDS
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
def attack(setups: Records, states: Records, seed: np.uint64, races: int, fault: Ints) -> int:
    """Ride races on all setups in turn, checking after every decision; how many decisions were made."""
    keys, actions, silent = np.empty(STREAMS, np.uint64), np.empty(64, np.int32), np.empty(0, np.int32)
    seen, guessed = np.empty(OBSERVATION, np.int32), np.empty(OBSERVATION, np.int32)
    before, gone = np.empty(RIDERS, np.int32), np.empty(RIDERS, np.int64)
    race, decisions = states[0], 0
    for number in range(races):
        spread(seed, np.uint64(number), keys)
        deal(race, setups[number % len(setups)], keys)
        gone[:] = 0
        made = 0
        while not over(race):
            seat, _ = share(fraction_of(keys[0] ^ seed, -1 - made), race.setup.seats)
            while waiting(race) >> seat & 1 == 0:
                seat = (seat + 1) % race.setup.seats
            index, _ = share(fraction_of(keys[1], made), legal(race, seat, actions))
            for rider in range(RIDERS):
                before[rider] = race.square[rider]
            rounds = race.rounds
            act(race, seat, actions[index], silent)
            made += 1
            if race.phase == Phase.FINISHED or race.rounds > max(1, rounds):
                for rider in range(2 * race.setup.seats):
                    gone[rider] += card(race.revealed[rider])
            fault[0] = fault_in(race, before, gone)
            if (
                fault[0] == 0
                and made % 8 == 0
                and leaks(states, mix(keys[2], np.uint64(made)), actions, seen, guessed)
            ):
                fault[0] = LEAK
            if made > 2000 or (waiting(race) == 0 and not over(race)):
                fault[0] = ENDLESS
            if fault[0] != 0:
                fault[1], fault[2] = number, made
                return decisions + made
        decisions += made
    return decisions


def setups(many: int) -> Records:
    """All kinds of races: every stage, number of teams, dummy, handicap and option."""
    chance, records = random.Random(1), np.zeros(many, SETUP)
    cards = stages()
    for number in range(many):
        seats = chance.randint(2, 4)
        teams = ["player"] + [chance.choice(["player", "player", "muscle"]) for _ in range(seats - 1)]
        if chance.random() < 0.3:
            teams[-1] = "peloton"
        chance.shuffle(teams)
        options = FLAMME_ROUGE.options(
            {
                "stage": cards[number % len(cards)].name,
                "teams": teams,
                "handicap": [chance.randint(0, 2) if team == "player" else 0 for team in teams],
                "start_lane": chance.choice(["right", "right", "free"]),
                "last_square": chance.choice(["fall-back", "fall-back", "open-road"]),
                "mountain_groups": chance.choice(["per-rider", "per-rider", "whole-group"]),
                "finish": chance.choice(["movement", "movement", "slipstream"]),
            }
        )
        records[number] = FLAMME_ROUGE.setup(options, seats)[0]
    return records


def assert_clean(races: int, seed: int) -> int:
    fault = np.zeros(3, np.int32)
    states = np.zeros(2, FLAMME_ROUGE.record)
    decisions = attack(setups(490), states, np.uint64(seed), races, fault)
    where = f"in race {fault[1]} after {fault[2]} decisions, seed {seed}"
    assert fault[0] == 0, f"{FAULTS[fault[0]]} {where}: {FLAMME_ROUGE.broken(states[:1])}"
    return decisions


def test_random_races_keep_every_invariant() -> None:
    assert assert_clean(3000, seed=1) > 250_000


# --- the checks can fail ----------------------------------------------------------------------------


def fresh(seats: int = 4) -> Records:
    """A race whose first player is about to place."""
    states = np.zeros(1, FLAMME_ROUGE.record)
    setup = FLAMME_ROUGE.setup(FLAMME_ROUGE.options({"first": 0}), seats)
    deal(states[0], setup[0], np.arange(STREAMS).astype(np.uint64))
    return states


def riding() -> Records:
    """A race of two players in its first round; the first has drawn for the sprinteur."""
    states, actions, silent = fresh(2), np.empty(64, np.int32), np.empty(0, np.int32)
    race = states[0]
    for seat in (0, 0, 1, 1, 0):
        legal(race, seat, actions)
        act(race, seat, actions[0], silent)
    return states


def put(name: str, index: int, value: int) -> Callable[[Any], None]:
    """Write a number into a record."""

    def planted(race: Any) -> None:
        race[name][index] = value

    return planted


def add(name: str, index: int, value: int) -> Callable[[Any], None]:
    """Add to a number of a record."""

    def planted(race: Any) -> None:
        race[name][index] += value

    return planted


def lone_left(race: Any) -> None:
    """A rider placed in the left lane of an empty square."""
    race.square[0], race.lane[0], race.taken[2] = 2, LEFT, 1 << LEFT


def second_team_first(race: Any) -> None:
    """Seat 1 places although seat 0 was to begin."""
    race.owing = 1 << 1


def owes_nothing(race: Any) -> None:
    race.owing = 0


def over_too_early(race: Any) -> None:
    """The race is over, and nobody has crossed."""
    race.phase, race.owing, race.at_hand[0] = Phase.FINISHED, 0, -1
    race.deck[0] += race.hand[0]
    race.hand[0] = 0


BEFORE_THE_START: list[tuple[Callable[[Any], None], int]] = [
    (put("square", 1, 3), WRONG_LANES),
    (put("taken", 3, 1), WRONG_LANES),
    (put("order", 0, 1), WRONG_ORDER),
    (add("supply", 0, -31), WRONG_NUMBERS),
    (put("at_hand", 0, 5), WRONG_NUMBERS),
    (put("lane", 2, 2**31 - 1), WRONG_NUMBERS),
    (put("square", 2, -(2**31)), WRONG_NUMBERS),
    (put("deck", 0, -1), WRONG_NUMBERS),
    (put("hand", 0, 2**62), WRONG_NUMBERS),
    (add("deck", 0, card(EXHAUSTION)), WRONG_SUPPLY),
    (add("deck", 0, card(7)), WRONG_CARDS),
    (add("deck", 0, -card(2)), WRONG_START),
    (put("revealed", 0, 1), WRONG_CARDS),
    (put("revealed", 0, 3), WRONG_START),
    (put("played", 0, 0), WRONG_HANDS),
    (put("fresh", 0, 1), WRONG_KNOWLEDGE),
    (put("early", 0, 1), WRONG_KNOWLEDGE),
    (lone_left, WRONG_START),
    (second_team_first, WRONG_TURN),
    (owes_nothing, WRONG_OWING),
]
UNDER_WAY: list[tuple[Callable[[Any], None], int]] = [
    (put("at_hand", 0, -1), WRONG_HANDS),
    (add("hand", 1, card(3)), WRONG_HANDS),
    (put("played", 2, 0), WRONG_OWING),
    (owes_nothing, WRONG_OWING),
    (over_too_early, WRONG_FINISH),
]


@pytest.mark.parametrize(("plant", "bit"), BEFORE_THE_START)
def test_the_checks_can_fail_before_the_start(plant: Callable[[Any], None], bit: int) -> None:
    states = fresh()
    assert invariants(states[0]) == 0
    plant(states[0])
    assert invariants(states[0]) & bit == bit


@pytest.mark.parametrize(("plant", "bit"), UNDER_WAY)
def test_the_checks_can_fail_under_way(plant: Callable[[Any], None], bit: int) -> None:
    states = riding()
    assert invariants(states[0]) == 0
    plant(states[0])
    assert invariants(states[0]) & bit == bit


def test_every_statement_has_a_fault_that_breaks_it() -> None:
    planted = 0
    for _, bit in (*BEFORE_THE_START, *UNDER_WAY):
        planted |= bit
    assert planted == (1 << len(ALWAYS)) - 1


def test_what_is_broken_is_said_by_name() -> None:
    states = fresh()
    states[0].taken[3] = 1
    assert FLAMME_ROUGE.broken(states) == [f"lanes: {ALWAYS['lanes']}"]


def test_any_garbage_can_be_looked_at() -> None:
    """Numbers at random in every field, also in the teams and the road: nothing falls."""
    chance = np.random.default_rng(1)
    for _ in range(300):
        states = riding()
        raw = states.view(np.int32)
        for _ in range(chance.integers(1, 4)):
            raw[chance.integers(len(raw))] = chance.choice([-(2**31), -2, -1, 0, 1, 3, 9, 77, 90, 2**31 - 1])
        assert 0 <= invariants(states[0]) < 1 << len(ALWAYS)


def test_what_compares_two_states_can_fail() -> None:
    states, gone = fresh(), np.zeros(RIDERS, np.int64)
    race, before = states[0], np.full(RIDERS, -1, np.int32)
    assert fault_in(race, before, gone) == 0
    assert fault_in(race, np.full(RIDERS, 5, np.int32), gone) == BACKWARDS
    race.supply[0] -= 1
    assert fault_in(race, before, gone) == FATIGUE
    states = riding()
    states[0].deck[2] -= card(2)
    assert fault_in(states[0], before, gone) == CARDS


@pytest.mark.drill
def test_ten_million_decisions_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(20_000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
