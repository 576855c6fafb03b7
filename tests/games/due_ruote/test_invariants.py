"""Random races with every invariant checked after every decision, in compiled code."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games.due_ruote.game import DUE_RUOTE
from gruppetto.games.due_ruote.rules.codes import (
    ACTIONS,
    GONE,
    NOBODY,
    SEATS,
    SPECIAL_TOKENS,
    STREAMS,
    TOKENS,
    Ending,
    Goal,
    Step,
)
from gruppetto.games.due_ruote.rules.invariants import ALWAYS, in_turn
from gruppetto.games.due_ruote.rules.knowledge import OBSERVATION
from gruppetto.games.due_ruote.rules.peloton import racing
from gruppetto.games.due_ruote.rules.race import act, deal, forget, invariants, legal, observe, over, waiting
from gruppetto.games.due_ruote.rules.record import SETUP, Race
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import lowest

FAULTS = (
    "sound",
    "something that is always true is not",
    "tokens appeared or vanished",
    "nobody is asked, or there is nothing to choose",
    "a seat can tell a forgotten state from the true one",
    "the race does not end",
)
BROKEN, PURSE, ASKED, LEAK, ENDLESS = range(1, 6)


@rule
def purse_fault(race: Race, seat: int, special: Ints) -> bool:
    """What was spent in a turn is missing from the purse."""
    if not in_turn(race) or not racing(race, seat):
        return False
    used = special[SEATS + seat] - race.tokens[seat] + special[seat] - race.special[seat]
    return race.spent[seat] != used


@rule
def asked_fault(race: Race, actions: Ints) -> bool:
    """Until the race is over somebody owes a decision, and has different things to choose from."""
    if race.step == Step.FINISHED:
        return waiting(race) != 0
    if waiting(race) == 0:
        return True
    found = legal(race, lowest(waiting(race)), actions)
    for index in range(found):
        if actions[index] < 0 or actions[index] >= ACTIONS:
            return True
        for other in range(index):
            if actions[other] == actions[index]:
                return True
    return found == 0


@rule
def fault_in(race: Race, special: Ints, actions: Ints) -> int:
    """The first thing that is wrong, or 0."""
    if invariants(race) != 0:
        return BROKEN
    for seat in range(race.setup.seats):
        if purse_fault(race, seat, special):
            return PURSE
    return ASKED if asked_fault(race, actions) else 0


@rule
def leaks(states: Records, seed: np.uint64, seen: Ints, guessed: Ints) -> bool:
    """Whether forgetting changes what a seat is told; the second state is scratch paper."""
    for seat in range(states[0].setup.seats):
        states[1] = states[0]
        forget(states[1], seat, seed)
        observe(states[0], seat, seen)
        observe(states[1], seat, guessed)
        if waiting(states[0]) != waiting(states[1]):
            return True
        for index in range(len(seen)):
            if seen[index] != guessed[index]:
                return True
    return False


@rule
def note_purses(race: Race, special: Ints) -> None:
    """What everybody has as a turn begins."""
    if race.step == Step.ORDER:
        for seat in range(SEATS):
            special[seat], special[SEATS + seat] = race.special[seat], race.tokens[seat]


@rule
def attack(setups: Records, states: Records, seed: np.uint64, races: int, fault: Ints) -> int:
    """Ride random races until something is wrong; how many decisions were made."""
    keys, actions, silent = np.empty(STREAMS, np.uint64), np.empty(256, np.int32), np.empty(0, np.int32)
    seen, guessed = np.empty(OBSERVATION, np.int32), np.empty(OBSERVATION, np.int32)
    special = np.empty(2 * SEATS, np.int32)
    race, decisions = states[0], 0
    for number in range(races):
        spread(seed, np.uint64(number), keys)
        deal(race, setups[number % len(setups)], keys)
        made = 0
        while not over(race):
            note_purses(race, special)
            seat = lowest(waiting(race))
            index, _ = share(fraction_of(keys[1], made), legal(race, seat, actions))
            act(race, seat, actions[index], silent)
            made += 1
            note_purses(race, special)
            fault[0] = fault_in(race, special, actions)
            if (
                fault[0] == 0
                and made % 8 == 0
                and leaks(states, mix(keys[0], np.uint64(made)), seen, guessed)
            ):
                fault[0] = LEAK
            if made > 3000 * (1 + race.setup.stages):
                fault[0] = ENDLESS
            if fault[0] != 0:
                fault[1], fault[2] = number, made
                return decisions + made
        decisions += made
    return decisions


def setups(many: int) -> Records:
    """All kinds of races: every number of teams, drafted and ready, any route, every option."""
    chance, records = random.Random(1), np.zeros(many, SETUP)
    for number in range(many):
        options = {
            "teams": chance.choice(["draft", "ready"]),
            "route": chance.choice(["choose", "Mountains", "Hills", "Sprinters", "MMMM", "PDPDPD", "C"]),
            "advanced": number % 3 == 0,
        }
        if options["advanced"]:
            options["events"] = chance.random() < 0.6
            if chance.random() < 0.4:
                options |= {"route": "choose", "stages": chance.choice(["TT, P C TV, M GPM", "M M, TT, R C"])}
        if number % 2:
            options |= {
                "delay": chance.choice(["open", "printed"]),
                "excess": chance.choice(["forbidden", "forbidden", "allowed"]),
                "last_activity": chance.choice(["any", "paid"]),
                "wear_down": chance.choice(["opponents", "anybody"]),
                "company": chance.choice(["joiners", "everybody"]),
                "join_price": chance.choice(["fatigue", "points"]),
                "respond_from": chance.choice(["head", "peloton", "always-head"]),
                "pace_duty": chance.choice(["one-rider", "all-riders"]),
                "break_depth": chance.choice(["together", "each"]),
                "fatigue": chance.choice(["net", "in-steps"]),
                "sprint_columns": chance.choice(["sprinters", "everybody"]),
                "start_first": chance.choice(["random", "same"]),
                "challenge_price": chance.choice(["riders", "fee"]),
                "tie": chance.choice(["succeeds", "fails"]),
                "easy_road": chance.choice(["rests", "carries"]),
                "sheet": chance.choice(["two-sided", "one-sided"]),
            } | {switch: chance.random() < 0.4 for switch in SWITCHES}
        records[number] = DUE_RUOTE.setup(DUE_RUOTE.options(options), 2 + number // 2 % 5)[0]
    return records


SWITCHES = (
    "sprint_minimum", "forced_refund", "pace_unanimous", "join_as_performer", "control_keeps_pawn",
    "own_bunch_empty", "sprint_lineup_choice", "passed_may_perform",
)  # fmt: skip


def assert_clean(races: int, seed: int) -> int:
    fault = np.zeros(3, np.int32)
    states = np.zeros(2, DUE_RUOTE.record)
    decisions = attack(setups(400), states, np.uint64(seed), races, fault)
    assert fault[0] == 0, (
        f"{FAULTS[fault[0]]} in race {fault[1]} after {fault[2]} decisions, seed {seed}: "
        f"{DUE_RUOTE.broken(states[:1])}"
    )
    return decisions


def test_random_races_keep_every_invariant() -> None:
    assert assert_clean(400, seed=1) > 80_000


# --- the checks can fail ----------------------------------------------------------------------------

Position = Callable[..., dict[str, Any]]
CARDS = {"offered": ["cramp", "fine", "bonk"], "events": ["cramp", "fine"]}
ON_SHEET = {"activity": "raise-pace", "challenge": {"right": [{"rider": "0-1", "role": "perform"}]}}
ANSWER = {"step": "response", "decides": 1, "asked": 1, **ON_SHEET}
TWO = {f"{seat}-{n}": "head 0" if n == 1 else "bunch 0" for seat in range(2) for n in range(1, 6)}
SPRINT = {"step": "tokens-order", "pawn": 0, "turn": 10, "teams": [{"special": 2}, {}]}
COLUMNS = {"columns": [{"rider": "0-1"}, {"rider": "1-1"}], "stopped": [0, 1]}
JOIN = {"step": "joining", "activity": "speed-up", "rider": "0-1", "speed_up": {"sector": 1}, "decides": 1}
STAGE_RACE = {"advanced": True, "events": False, "route": "choose", "stages": "TT, P"}

# For each truth: the riders and the rest of a sound position, and a field with what cannot be in it.
PLANTED: dict[str, tuple[dict[str, str], dict[str, Any], list[tuple[str, int | None, int]]]] = {
    "numbers": ({}, {}, [("shown", None, -2_000_000_000)]),
    "teams": ({}, {}, [("place", n, GONE) for n in range(5, 10)]),
    "step": ({}, {}, [("step", None, 13)]),
    "stages": ({}, {}, [("stage_winner", 0, 3)]),
    "route": ({}, {}, [("route", 9, 2)]),
    "turn": ({}, {}, [("turn", None, 2)]),
    "speed": ({}, {}, [("pace", None, 7)]),
    "cards": ({}, {}, [("card", 2, 7)]),
    "places": ({}, {}, [("place", 0, 1)]),
    "head": ({}, {}, [("head", n, 0) for n in range(9)]),
    "fatigue": ({}, {}, [("fatigue", 4, 21)]),
    "retired": ({"0-5": "out"}, {"turn": 2}, [("retired", 4, 2)]),
    "energy": ({}, {}, [("energised", 1, 1)]),
    "tokens": ({}, {}, [("passed", 1, 1)]),
    "special": ({}, {}, [("special", 1, 5)]),
    "events": ({}, {}, [("due", 1, 1)]),
    "trial": ({}, {}, [("effort", 1, 1)]),
    "points": ({}, {}, [("time", 2, 30)]),
    "pawn": (
        {},
        {"teams": [{}, {"tokens": 3, "passed": True}]},
        [("pawn", None, 1), ("decider", None, NOBODY)],
    ),
    "decider": ({}, {}, [("decider", None, 1)]),
    "activity": ({}, {}, [("chosen", None, 7)]),
    "sheet": ({}, ANSWER, [("right_sum", None, 3)]),
    "wishes": ({}, {}, [("wish", 1, 1)]),
    "speed-up": ({"0-1": "+2 3", "1-1": "+1 0"}, JOIN, [("place", 0, 3)]),
    "control": ({}, {}, [("excused", None, 1)]),
    "sprint": (TWO, {**SPRINT, "sprint": COLUMNS}, [("columns", None, 0)]),
    "helpers": (TWO, {**SPRINT, "sprint": COLUMNS}, [("helps", 1, 1)]),
    "ending": ({}, {}, [("ending", None, Ending.NOBODY_LEFT)]),
}


@pytest.mark.parametrize("truth", list(ALWAYS))
def test_the_checks_can_fail(truth: str, position: Position) -> None:
    """A planted fault of each kind is found: the checks are no decoration."""
    riders, more, faults = PLANTED[truth]
    state = g.from_position("due-ruote", position(2, riders, **more), seed=1).state
    assert DUE_RUOTE.broken(state) == []
    for field, index, value in faults:
        if index is None:
            state[0][field] = value
        else:
            state[0][field][index] = value
    assert f"{truth}: {ALWAYS[truth]}" in DUE_RUOTE.broken(state)


def test_what_compares_two_states_can_fail(position: Position) -> None:
    state = g.from_position("due-ruote", position(2), seed=1).state
    special, actions = np.zeros(2 * SEATS, np.int32), np.zeros(256, np.int32)
    special[SEATS:] = TOKENS
    assert fault_in(state[0], special, actions) == 0
    state[0].decider = NOBODY
    assert fault_in(state[0], special, actions) == ASKED
    special[0] = SPECIAL_TOKENS
    assert fault_in(state[0], special, actions) == PURSE
    state[0].goal = Goal.GPM
    assert fault_in(state[0], special, actions) == BROKEN


@pytest.mark.drill
def test_ten_million_decisions_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(2_000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
