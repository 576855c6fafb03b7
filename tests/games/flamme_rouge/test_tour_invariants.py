"""Random tours with every invariant checked after every decision, in compiled code."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge import GRAND_TOUR
from gruppetto.games.flamme_rouge.data.road import stages
from gruppetto.games.flamme_rouge.grand_tour.rules import invariants as tour_invariants
from gruppetto.games.flamme_rouge.grand_tour.rules.invariants import ALWAYS
from gruppetto.games.flamme_rouge.grand_tour.rules.knowledge import TOUR_OBSERVATION
from gruppetto.games.flamme_rouge.grand_tour.rules.record import (
    OUT,
    TOUR_SETUP,
    TOUR_STREAMS,
    Tour,
    TourAction,
    TourPhase,
    TourTold,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.tour import (
    act,
    deal,
    forget,
    invariants,
    legal,
    observe,
    over,
    waiting,
)
from gruppetto.games.flamme_rouge.rules import invariants as race_invariants
from gruppetto.games.flamme_rouge.rules.cards import card, copies
from gruppetto.games.flamme_rouge.rules.energy import whole_deck
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import (
    EXHAUSTION,
    EXHAUSTION_CARDS,
    KINDS,
    NO_CARD,
    NOWHERE,
    RIDERS,
    Told,
)
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Longs, Records
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

FAULTS = (
    "sound",
    "what is always true is broken",
    "a rider went backwards",
    "a card appeared or vanished",
    "an exhaustion card appeared or vanished, also from one stage to the next",
    "somebody is back in the classification",
    "a seat can tell a forgotten state from the true one",
    "nobody owes a decision, or the tour does not end",
)
BROKEN, BACKWARDS, CARDS, FATIGUE, CLOCK, LEAK, ENDLESS = range(1, 8)


@rule
def cards_fault(tour: Tour, rider: int, gone: Longs) -> bool:
    """Every energy card is in exactly one place while its rider is on the road."""
    race = tour.race
    if race.setup.team[rider // 2] != Team.PLAYER or tour.phase == TourPhase.DRAFT or tour.place[rider] > 0:
        return False
    there = race.deck[rider] + race.recycled[rider] + race.hand[rider] + gone[rider]
    if race.played[rider] != NO_CARD:
        there += card(race.played[rider])
    for kind in range(1, KINDS):
        if copies(there, kind) != copies(whole_deck(race, rider), kind):
            return True
    return False


@rule
def fatigue_fault(tour: Tour, gone: Longs) -> bool:
    """Exhaustion cards are conserved within a stage, but for riders on 2 with an empty supply."""
    race = tour.race
    if tour.phase == TourPhase.DRAFT:
        return False
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
def fault_in(tour: Tour, squares: Ints, seconds: Ints, gone: Longs) -> int:
    """The first thing that is wrong after a decision, or 0."""
    if invariants(tour) != 0:
        return BROKEN
    if fatigue_fault(tour, gone):
        return FATIGUE
    for rider in range(2 * tour.race.setup.seats):
        if tour.race.square[rider] != NOWHERE and tour.race.square[rider] < squares[rider]:
            return BACKWARDS
        if cards_fault(tour, rider, gone):
            return CARDS
        if seconds[rider] == OUT and tour.seconds[rider] != OUT:
            return CLOCK
    return 0


@rule
def leaks(states: Records, seed: np.uint64, actions: Ints, seen: Ints, guessed: Ints) -> bool:
    """Whether any seat sees or may do something else once it has forgotten what it cannot know."""
    for seat in range(states[0].race.setup.seats):
        states[1] = states[0]
        forget(states[1], seat, seed)
        if waiting(states[1]) != waiting(states[0]) or invariants(states[1]) != 0:
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
        if row[0] == Told.REVEALED:
            gone[row[1]] += card(row[2])
        elif row[0] == TourTold.EXHAUSTION_REMOVED:
            gone[row[1]] += card(EXHAUSTION)
        elif row[0] in (TourTold.STAGE_BEGAN, TourTold.TOUR_ENDED):
            squares[:] = NOWHERE
            if row[0] == TourTold.STAGE_BEGAN:
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
            if made > 20_000 or (waiting(tour) == 0 and not over(tour)):
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
                "finishers": chance.choice(["spared", "spared", "tire"]),
            }
        )
        records[number] = GRAND_TOUR.setup(options, seats)[0]
    return records


def assert_clean(tours: int, seed: int) -> int:
    fault = np.zeros(3, np.int32)
    states = np.zeros(2, GRAND_TOUR.record)
    decisions = attack(setups(240), states, np.uint64(seed), tours, fault)
    where = f"in tour {fault[1]} after {fault[2]} decisions, seed {seed}"
    assert fault[0] == 0, f"{FAULTS[fault[0]]} {where}: {GRAND_TOUR.broken(states[:1])}"
    return decisions


@pytest.mark.rule("GT3", "GT4", "GT7", "GT8")
def test_random_tours_keep_every_invariant() -> None:
    assert assert_clean(1000, seed=1) > 200_000


# --- the checks can fail ----------------------------------------------------------------------------


def drafting() -> Records:
    """A tour of two players who draft."""
    states = np.zeros(1, GRAND_TOUR.record)
    setup = GRAND_TOUR.setup(GRAND_TOUR.options({"stages": ["abcu", "abcu"], "first": 0}), 2)
    deal(states[0], setup[0], np.arange(TOUR_STREAMS).astype(np.uint64))
    return states


def placing() -> Records:
    """The same tour without traits, before its first stage."""
    states = np.zeros(1, GRAND_TOUR.record)
    options = GRAND_TOUR.options({"stages": ["abcu", "abcu"], "first": 0, "traits": False})
    deal(states[0], GRAND_TOUR.setup(options, 2)[0], np.arange(TOUR_STREAMS).astype(np.uint64))
    return states


def on_the_road() -> Records:
    """Stage 2: 0S and 0R are home, 1S and 1R still ride; the Badger, the Sheriff, and a card shown."""
    document = {
        "stages": ["abcu", "abcu"],
        "stage": 2,
        "options": {"cooperation": True},
        "history": [
            {"finish": ["0S", "0R", "1S", "1R"], "times": dict.fromkeys(["0S", "0R", "1S", "1R"], 80)}
        ],
        "standings": {
            "0S": {"place": 1, "crossed": 4, "past_line": 3, "gain": 40, "trait": "badger"},
            "0R": {"place": 2, "crossed": 4, "past_line": 2, "gain": 40},
            "1S": {"trait": "sheriff", "shown_to": 0},
        },
        "race": {
            "stage": "abcu",
            "round": 5,
            "riders": {
                "0S": {},
                "0R": {},
                "1S": {"square": 9, "deck": {"9": 3}, "played": 3},
                "1R": {"square": 8},
            },
        },
    }
    return g.from_position("flamme-rouge-tour", document, seed=1).state


Plant = Callable[[Any], None]


def put(name: str, index: int, value: int) -> Plant:
    """Write a number into a tour."""

    def planted(tour: Any) -> None:
        tour[name][index] = value

    return planted


def set_to(**numbers: int) -> Plant:
    """Write numbers that a tour has one of each."""

    def planted(tour: Any) -> None:
        for name, value in numbers.items():
            tour[name] = value

    return planted


def in_race(name: str, index: int, value: int) -> Plant:
    """Write a number into the race of a tour."""

    def planted(tour: Any) -> None:
        tour.race[name][index] = value

    return planted


def other_team_places(tour: Any) -> None:
    tour.race.owing = 1 << 1


PLANTED: list[tuple[Callable[[], Records], Plant, int]] = [
    (on_the_road, in_race("supply", 0, 31), race_invariants.WRONG_NUMBERS),
    (on_the_road, in_race("taken", 3, 1), race_invariants.WRONG_LANES),
    (on_the_road, in_race("order", 0, 0), race_invariants.WRONG_ORDER),
    (on_the_road, in_race("revealed", 0, 1), race_invariants.WRONG_CARDS),
    (on_the_road, in_race("deck", 2, 1), race_invariants.WRONG_SUPPLY),
    (on_the_road, in_race("hand", 2, 1), race_invariants.WRONG_HANDS),
    (placing, in_race("revealed", 0, 3), race_invariants.WRONG_START),
    (on_the_road, in_race("fresh", 2, 1), race_invariants.WRONG_KNOWLEDGE),
    (on_the_road, set_to(stage=2), tour_invariants.WRONG_COUNTERS),
    (on_the_road, put("trait", 1, 9), tour_invariants.WRONG_COUNTERS),
    (on_the_road, put("shown", 1, 2), tour_invariants.WRONG_COUNTERS),
    (drafting, put("choice", 0, 3), tour_invariants.WRONG_COUNTERS),
    (on_the_road, set_to(owing=1), tour_invariants.WRONG_DECISIONS),
    (drafting, set_to(owing=0), tour_invariants.WRONG_DECISIONS),
    (placing, other_team_places, tour_invariants.WRONG_TURN),
    (on_the_road, put("place", 2, 3), tour_invariants.WRONG_HOME),
    (on_the_road, put("place", 0, 0), tour_invariants.WRONG_HOME),
    (on_the_road, in_race("deck", 0, 1 << 12), tour_invariants.WRONG_HOME),
    (on_the_road, put("crossed", 0, 5), tour_invariants.WRONG_ARRIVALS),
    (on_the_road, put("gain", 1, 60), tour_invariants.WRONG_ARRIVALS),
    (on_the_road, put("past", 1, 4), tour_invariants.WRONG_ARRIVALS),
    (on_the_road, put("seconds", 3, 85), tour_invariants.WRONG_CLOCK),
    (on_the_road, put("seconds", 3, 590), tour_invariants.WRONG_CLOCK),
    (on_the_road, put("clock", 3, -1), tour_invariants.WRONG_CLOCK),
    (on_the_road, put("finishers", 3, 0), tour_invariants.WRONG_BOOK),
    (on_the_road, put("latest", 3, 1), tour_invariants.WRONG_BOOK),
    (on_the_road, put("points", 0, 6), tour_invariants.WRONG_POINTS),
    (on_the_road, put("fatigue", 0, 30), 0),
    (
        on_the_road,
        lambda tour: [put("fatigue", rider, 16)(tour) for rider in (0, 2)],
        tour_invariants.WRONG_FATIGUE,
    ),
    (on_the_road, put("trait", 3, 4), tour_invariants.WRONG_TRAITS),
    (on_the_road, put("used", 2, 1), tour_invariants.WRONG_TRAITS),
    (on_the_road, put("active", 2, 0), tour_invariants.WRONG_TRAITS),
    (drafting, put("offered", 0, 0), tour_invariants.WRONG_DRAFT),
    (drafting, put("choice", 0, TourAction.KEEP_NOTHING), tour_invariants.WRONG_DRAFT),
    (on_the_road, put("offered", 0, 1), tour_invariants.WRONG_DRAFT),
    (on_the_road, set_to(asked=2), tour_invariants.WRONG_RAISE),
    (on_the_road, set_to(phase=TourPhase.RAISING), tour_invariants.WRONG_RAISE),
    (on_the_road, put("shown", 2, 1), tour_invariants.WRONG_SHOWN),
    (on_the_road, put("shown", 3, 0), tour_invariants.WRONG_SHOWN),
]


@pytest.mark.parametrize(("begun", "plant", "bit"), PLANTED)
def test_the_checks_can_fail(begun: Callable[[], Records], plant: Plant, bit: int) -> None:
    """A planted fault of each kind is found: the checks are no decoration."""
    states = begun()
    assert invariants(states[0]) == 0
    plant(states[0])
    assert invariants(states[0]) & bit == bit
    assert (invariants(states[0]) == 0) == (bit == 0)


def test_every_statement_has_a_fault_that_breaks_it() -> None:
    planted = 0
    for _, _, bit in PLANTED:
        planted |= bit
    assert planted == (1 << len(ALWAYS)) - 1


def test_any_garbage_can_be_looked_at() -> None:
    """Numbers at random in every field: something is broken or nothing, and nothing falls."""
    chance = np.random.default_rng(1)
    tours = [drafting(), placing(), on_the_road()]
    for number in range(400):
        states = tours[number % 3].copy()
        raw = states.view(np.int32)
        for _ in range(chance.integers(1, 4)):
            raw[chance.integers(len(raw))] = chance.choice([-(2**31), -2, -1, 0, 1, 3, 9, 77, 90, 2**31 - 1])
        assert 0 <= invariants(states[0]) < 1 << len(ALWAYS)


def test_what_compares_two_states_can_fail() -> None:
    tour, gone = placing()[0], np.zeros(RIDERS, np.int64)
    squares, seconds = np.full(RIDERS, NOWHERE, np.int32), np.full(RIDERS, 80, np.int32)
    assert fault_in(tour, squares, seconds, gone) == 0
    assert fault_in(tour, squares, np.full(RIDERS, OUT, np.int32), gone) == CLOCK
    tour.race.supply[0] -= 1
    assert fault_in(tour, squares, seconds, gone) == FATIGUE
    tour = on_the_road()[0]
    gone[:] = 30 * card(EXHAUSTION)
    assert fault_in(tour, np.full(RIDERS, 12, np.int32), seconds, gone) in (FATIGUE, BACKWARDS)
    assert cards_fault(tour, 3, gone + card(3))
    tour.points[0] = 7
    assert fault_in(tour, squares, seconds, gone) == BROKEN


@pytest.mark.rule("GT1", "GT10")
def test_the_highest_score_is_the_winners() -> None:
    from gruppetto.lab.simulate import Simulation

    simulation = Simulation("flamme-rouge-tour", ["random"] * 3, {"stages": 2}, seed=3)
    _, table = simulation.run(300)
    assert (table[:, 2:5].max(axis=1) == table[np.arange(300), 2 + table[:, 1]]).all()
    assert (table[:, 5 + list(simulation.game.report).index("rider")] // 2 == table[:, 1]).all()


@pytest.mark.drill
def test_ten_million_decisions_of_tours_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(5000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
