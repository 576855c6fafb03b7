"""Random races with every invariant checked after every decision, in compiled code."""

import random
import time

import numpy as np
import pytest

from gruppetto.games.due_ruote.control import fault_of_head
from gruppetto.games.due_ruote.game import DUE_RUOTE
from gruppetto.games.due_ruote.knowledge import OBSERVATION
from gruppetto.games.due_ruote.peloton import racing, speed_of
from gruppetto.games.due_ruote.race import act, deal, forget, legal, observe, over, waiting
from gruppetto.games.due_ruote.record import (
    ACTIONS,
    ACTIVITY,
    DRAFT,
    FATIGUE_PHASE,
    FINISHED,
    GONE,
    KEPT,
    LAST_SECTOR,
    LEAST_SPENT,
    MOST_EFFORT,
    MOST_SPECIAL,
    MOUNTAIN,
    MOUNTAIN_INCREASES,
    NOBODY,
    NOTHING,
    ORDER,
    RIDERS,
    SEATS,
    SETUP,
    SPACES,
    SPECIAL_TOKENS,
    STREAMS,
    TEAM,
    TOKENS,
    TRIAL,
    Race,
)
from gruppetto.games.due_ruote.trial import tokens_to_set
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import lowest

FAULTS = (
    "sound",
    "a rider is where nobody can be",
    "fatigue below nothing, or above the limit in the race",
    "tokens appeared or vanished",
    "the speed is not what the increases make it",
    "somebody chooses freely while the head is out of order",
    "a sum on the challenge sheet is wrong, or a rider is there twice",
    "the wrong one is asked, or nobody is, or there is nothing to choose",
    "somebody passed before three points were spent",
    "a card is in two teams",
    "the classification is not one",
    "a seat can tell a forgotten state from the true one",
    "the race does not end",
    "an event card is not what it should be",
    "the clock or the tokens of a time trial are wrong",
)
(
    PLACE, TIRED, PURSE, SPEED, OUT_OF_ORDER, SHEET, ASKED, EARLY, CARDS, RANKING, LEAK, ENDLESS,
    EVENT_CARDS, STAGE,
) = range(1, 15)  # fmt: skip


@rule
def place_fault(race: Race, rider: int) -> bool:
    """The head is part of the peloton, break 6 the end, and only the retired are gone."""
    place = race.place[rider]
    if (place == GONE) != (race.retired[rider] > 0) or place > LAST_SECTOR:
        return True
    if race.head[rider] and place != 0:
        return True
    return place != GONE and place < race.setup.floor


@rule
def fatigue_fault(race: Race, rider: int) -> bool:
    """Within bounds while a rider races; an owner who may exceed them can do so until the turn ends."""
    if race.fatigue[rider] < 0:
        return True
    beyond = race.fatigue[rider] > race.setup.most_fatigue and race.place[rider] != GONE
    return beyond and (race.setup.free_excess == 0 or race.step == ORDER)


@rule
def purse_fault(race: Race, seat: int, special: Ints) -> bool:
    """What was spent in a turn is missing from the purse, and no special tokens come from nowhere."""
    most = MOST_SPECIAL if race.setup.event_cards or race.setup.stages else SPECIAL_TOKENS
    if race.tokens[seat] < 0 or race.special[seat] < 0 or race.special[seat] > most:
        return True
    if race.turn == 0 or race.step > FATIGUE_PHASE or not racing(race, seat):
        return False
    used = special[SEATS + seat] - race.tokens[seat] + special[seat] - race.special[seat]
    return race.spent[seat] != used


@rule
def event_fault(race: Race, seat: int) -> bool:
    """Cards are struck as soon as they are full, before anybody acts again (Z11.4)."""
    if race.laid[seat] < 0 or race.laid[seat] >= SPACES * KEPT or race.fined[seat] < 0:
        return True
    resting = race.step < ACTIVITY or race.step >= FATIGUE_PHASE
    resting = resting or (race.step == ACTIVITY and race.activity == NOTHING)
    if race.due[seat] != 0 and (resting or not race.setup.event_cards):
        return True
    chosen = race.setup.event_cards and race.turn > 0 and racing(race, seat)
    return chosen and (race.events[seat, 0] == NOTHING or race.events[seat, 0] == race.events[seat, 1])


@rule
def stage_fault(race: Race) -> bool:
    """A time trial spends no more than there is, and the clock only runs in a race of several stages."""
    for seat in range(race.setup.seats):
        if tokens_to_set(race, seat) < 0 and race.step == TRIAL:
            return True
    for rider in range(TEAM * race.setup.seats):
        if race.time[rider] != 0 and race.setup.stages == 0:
            return True
        if race.effort[rider] > MOST_EFFORT or (race.effort[rider] > 0 and race.turn > 0):
            return True
    return race.stage > 0 and race.stage >= race.setup.stages


@rule
def speed_fault(race: Race) -> bool:
    """Base speed and increases, within the track, two at most on a mountain."""
    if race.turn == 0:
        return False
    if race.pace != race.setup.base_speed[race.terrain] + race.increases or race.pace > race.setup.top_speed:
        return True
    return race.terrain == MOUNTAIN and race.increases > MOUNTAIN_INCREASES


@rule
def sheet_fault(race: Race) -> bool:
    """Each side adds up, and nobody rides on both or twice."""
    right, left, seen = 0, 0, 0
    for slot in range(race.rights):
        right += speed_of(race, race.right_rider[slot])
        if seen >> race.right_rider[slot] & 1:
            return True
        seen |= 1 << race.right_rider[slot]
    for slot in range(race.lefts):
        left += speed_of(race, race.left_rider[slot])
        if seen >> race.left_rider[slot] & 1:
            return True
        seen |= 1 << race.left_rider[slot]
    return right != race.right_sum or left != race.left_sum


@rule
def asked_fault(race: Race, actions: Ints) -> bool:
    """Whoever owes a decision has riders, and different things to choose from."""
    if race.step == FINISHED:
        return waiting(race) != 0
    if waiting(race) == 0 or (race.step == TRIAL) != (race.decider == NOBODY):
        return True
    seat = lowest(waiting(race))
    if not racing(race, seat):
        return True
    found = legal(race, seat, actions)
    for index in range(found):
        if actions[index] < 0 or actions[index] >= ACTIONS:
            return True
        for other in range(index):
            if actions[other] == actions[index]:
                return True
    return found == 0


@rule
def card_fault(race: Race) -> bool:
    """No card in two hands, and nobody without one after the draft."""
    seen = 0
    for rider in range(TEAM * race.setup.seats):
        if race.card[rider] < 0:
            if race.step != DRAFT:
                return True
        else:
            if seen >> race.card[rider] & 1:
                return True
            seen |= 1 << race.card[rider]
    return False


@rule
def ranking_fault(race: Race) -> bool:
    """All riders once, those still racing in front of those who are not."""
    if race.step != FINISHED:
        return False
    seen, gone = 0, False
    for place in range(TEAM * race.setup.seats):
        rider = race.order[place]
        if rider < 0 or seen >> rider & 1 or (gone and race.place[rider] != GONE):
            return True
        seen |= 1 << rider
        gone = race.place[rider] == GONE
    return False


@rule
def rider_or_team_fault(race: Race, special: Ints) -> int:
    """What is wrong with a rider or a team, or 0."""
    for rider in range(TEAM * race.setup.seats):
        if place_fault(race, rider):
            return PLACE
        if fatigue_fault(race, rider):
            return TIRED
    for seat in range(race.setup.seats):
        if purse_fault(race, seat, special):
            return PURSE
        if race.passed[seat] and race.spent[seat] < LEAST_SPENT:
            return EARLY
        if event_fault(race, seat):
            return EVENT_CARDS
    return STAGE if stage_fault(race) else 0


@rule
def fault_in(race: Race, special: Ints, actions: Ints) -> int:
    """The first invariant that does not hold, or 0."""
    fault = rider_or_team_fault(race, special)
    if fault != 0:
        return fault
    if speed_fault(race):
        return SPEED
    if race.step == ACTIVITY and race.activity == NOTHING and fault_of_head(race) != NOTHING:
        return OUT_OF_ORDER
    if sheet_fault(race):
        return SHEET
    if asked_fault(race, actions):
        return ASKED
    if card_fault(race):
        return CARDS
    return RANKING if ranking_fault(race) else 0


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
    if race.step == ORDER:
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
                "respond_from": chance.choice(["head", "peloton"]),
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
    assert fault[0] == 0, f"{FAULTS[fault[0]]} in race {fault[1]} after {fault[2]} decisions, seed {seed}"
    return decisions


def test_random_races_keep_every_invariant() -> None:
    assert assert_clean(400, seed=1) > 80_000


def test_the_checks_can_fail() -> None:
    """A planted fault of each kind is found: the checks are no decoration."""
    states, actions = np.zeros(1, DUE_RUOTE.record), np.zeros(256, np.int32)
    special = np.full(2 * SEATS, SPECIAL_TOKENS, np.int32)
    special[SEATS:] = TOKENS
    race = states[0]

    def fresh() -> None:
        options = DUE_RUOTE.options({"teams": "ready", "route": "PPP"})
        deal(race, DUE_RUOTE.setup(options, 3)[0], np.arange(STREAMS).astype(np.uint64))

    def found(field: str, index: int | None, value: int) -> int:
        fresh()
        assert fault_in(race, special, actions) == 0
        if index is None:
            race[field] = value
        else:
            race[field][index] = value
        return int(fault_in(race, special, actions))

    assert found("place", 3, 7) == PLACE
    assert found("place", 3, GONE) == PLACE
    assert found("fatigue", 4, -1) == TIRED
    assert found("fatigue", 4, 21) == TIRED
    assert found("special", 1, 5) == PURSE
    assert found("passed", 1, 1) == EARLY
    assert found("turn", None, 1) == PURSE
    assert found("right_sum", None, 3) == SHEET
    assert found("decider", None, NOBODY) == ASKED
    assert found("card", 2, 7) == CARDS
    assert found("due", 1, 1) == EVENT_CARDS
    assert found("laid", 1, 6) == EVENT_CARDS
    assert found("time", 2, 30) == STAGE
    assert found("stage", None, 1) == STAGE
    fresh()
    race.step, race.activity = ACTIVITY, NOTHING
    assert fault_in(race, special, actions) == OUT_OF_ORDER
    fresh()
    race.step, race.decider = FINISHED, NOBODY
    race.order[:RIDERS] = 0
    assert fault_in(race, special, actions) == RANKING


@pytest.mark.drill
def test_ten_million_decisions_keep_every_invariant() -> None:
    begun, decisions, seed = time.perf_counter(), 0, 100
    while decisions < 10_000_000:
        decisions += assert_clean(2_000, seed)
        seed += 1
    print(f"\n{decisions:,} decisions clean in {time.perf_counter() - begun:.0f} s")  # noqa: T201
