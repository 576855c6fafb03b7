"""Random races with every invariant checked after every decision, in compiled code."""

import random
import time

import numpy as np
import pytest

from gruppetto.games.flamme_rouge.cards import card, copies, count
from gruppetto.games.flamme_rouge.energy import ROULEUR_DECK, SPRINTEUR_DECK
from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE
from gruppetto.games.flamme_rouge.knowledge import OBSERVATION
from gruppetto.games.flamme_rouge.movement import ahead
from gruppetto.games.flamme_rouge.race import act, deal, forget, legal, observe, over, waiting
from gruppetto.games.flamme_rouge.record import (
    EXHAUSTION,
    EXHAUSTION_CARDS,
    FINISHED,
    HAND,
    KINDS,
    NO_CARD,
    NOWHERE,
    PLACEMENT,
    PLAYER,
    RIDERS,
    SETUP,
    SQUARES,
    STREAMS,
    Race,
)
from gruppetto.games.flamme_rouge.road import stages
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Longs, Records
from gruppetto.kernel.rule import rule

FAULTS = (
    "sound",
    "two riders in a lane, or lanes that do not match the riders",
    "a rider went backwards or left the road",
    "a card appeared or vanished",
    "a hand of the wrong size",
    "an exhaustion card appeared or vanished",
    "the order is not the order of the riders",
    "somebody owes a decision who cannot, or nobody does",
    "what is known of a deck is not true of it",
    "a seat can tell a forgotten state from the true one",
    "the race does not end",
)
LANES, BACKWARDS, CARDS, HANDS, FATIGUE, ORDER, OWING, KNOWLEDGE, LEAK, ENDLESS = range(1, 11)


@rule
def lanes_fault(race: Race) -> bool:
    """One rider per lane, and `taken` says who is where."""
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
def cards_fault(race: Race, rider: int, gone: Longs) -> bool:
    """Every energy card is in exactly one place: deck, recycled, hand, played, or gone."""
    if race.setup.team[rider // 2] != PLAYER:
        return False
    full = ROULEUR_DECK if rider % 2 else SPRINTEUR_DECK
    there = race.deck[rider] + race.recycled[rider] + race.hand[rider] + gone[rider]
    if race.played[rider] != NO_CARD:
        there += card(race.played[rider])
    for kind in range(1, KINDS):
        if copies(there, kind) != copies(full, kind):
            return True
    return False


@rule
def fatigue_fault(race: Race, gone: Longs) -> bool:
    """Exhaustion cards are conserved, but for riders on 2 with an empty supply."""
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
def hand_fault(race: Race, rider: int) -> bool:
    """A hand has four cards, or all there are, and only while its rider is being chosen for."""
    held = count(race.hand[rider])
    if race.at_hand[rider // 2] != rider:
        return held != 0
    spare = count(race.deck[rider]) + count(race.recycled[rider])
    return held == 0 or held > HAND or (held < HAND and spare > 0)


@rule
def knowledge_fault(race: Race, rider: int) -> bool:
    """The bounds that `forget` relies on hold of the true cards."""
    if race.fresh[rider] > copies(race.recycled[rider], EXHAUSTION):
        return True
    if race.early[rider] > HAND - 1 or race.buried[rider] > HAND - 1:
        return True
    return race.early[rider] > 0 and race.buried[rider] > 0


@rule
def owing_fault(race: Race) -> bool:
    """While the race is on, somebody owes a decision, and only players do."""
    if race.phase == FINISHED:
        return race.owing != 0
    for seat in range(race.setup.seats):
        if race.owing >> seat & 1 and race.setup.team[seat] != PLAYER:
            return True
    return race.owing == 0 or race.owing >> race.setup.seats != 0


@rule
def place_fault(race: Race, rider: int, before: int) -> bool:
    """Nobody rides backwards, past the end of the road, or off it."""
    if race.square[rider] < before or race.square[rider] > race.setup.last_square:
        return True
    return race.phase != PLACEMENT and race.square[rider] == NOWHERE


@rule
def fault_in(race: Race, before: Ints, gone: Longs) -> int:
    """The first invariant that does not hold, or 0."""
    if lanes_fault(race):
        return LANES
    if fatigue_fault(race, gone):
        return FATIGUE
    if owing_fault(race):
        return OWING
    for rider in range(2 * race.setup.seats):
        if place_fault(race, rider, before[rider]):
            return BACKWARDS
        if cards_fault(race, rider, gone):
            return CARDS
        if hand_fault(race, rider):
            return HANDS
        if knowledge_fault(race, rider):
            return KNOWLEDGE
        if rider > 0 and ahead(race, race.order[rider], race.order[rider - 1]):
            return ORDER
    return 0


@rule
def leaks(states: Records, seed: np.uint64, actions: Ints, seen: Ints, guessed: Ints) -> bool:
    """Whether any seat sees or may do something else once it has forgotten what it cannot know."""
    for seat in range(states[0].setup.seats):
        states[1] = states[0]
        forget(states[1], seat, seed)
        if waiting(states[1]) != waiting(states[0]):
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
            if race.phase == FINISHED or race.rounds > max(1, rounds):
                for rider in range(2 * race.setup.seats):
                    gone[rider] += card(race.revealed[rider])
            fault[0] = fault_in(race, before, gone)
            if (
                fault[0] == 0
                and made % 8 == 0
                and leaks(states, mix(keys[2], np.uint64(made)), actions, seen, guessed)
            ):
                fault[0] = LEAK
            if made > 2000:
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
    assert fault[0] == 0, f"{FAULTS[fault[0]]} in race {fault[1]} after {fault[2]} decisions, seed {seed}"
    return decisions


def test_random_races_keep_every_invariant() -> None:
    assert assert_clean(3000, seed=1) > 250_000


def test_the_checks_can_fail() -> None:
    """A planted fault of each kind is found: the checks are no decoration."""
    states = np.zeros(1, FLAMME_ROUGE.record)
    race = states[0]
    before, gone = np.full(RIDERS, NOWHERE, np.int32), np.zeros(RIDERS, np.int64)

    def fresh() -> None:
        setup = FLAMME_ROUGE.setup(FLAMME_ROUGE.options({}), 4)
        deal(race, setup[0], np.arange(STREAMS).astype(np.uint64))

    fresh()
    assert fault_in(race, before, gone) == 0
    race.square[1] = 3
    assert fault_in(race, before, gone) == LANES
    fresh()
    race.supply[0] -= 1
    assert fault_in(race, before, gone) == FATIGUE
    fresh()
    race.owing = 0
    assert fault_in(race, before, gone) == OWING
    fresh()
    assert fault_in(race, np.full(RIDERS, 5, np.int32), gone) == BACKWARDS
    race.deck[0] -= card(2)
    assert fault_in(race, before, gone) == CARDS
    fresh()
    race.deck[0] -= card(2)
    race.hand[0] += card(2)
    assert fault_in(race, before, gone) == HANDS
    fresh()
    race.fresh[0] = 1
    assert fault_in(race, before, gone) == KNOWLEDGE


@pytest.mark.drill
def test_ten_million_decisions_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(20_000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
