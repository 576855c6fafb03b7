"""An empty table: nothing is left of the race, or of the stage, that was on it before (Z1, Z5, Z11.5)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gruppetto.games import loops
from gruppetto.games.due_ruote import DUE_RUOTE
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules import record as r
from gruppetto.games.due_ruote.rules.codes import Step, Terrain
from gruppetto.games.due_ruote.rules.event_cards import clear_events
from gruppetto.games.due_ruote.rules.race import clear_sheets
from gruppetto.games.due_ruote.rules.stages import begin_stage
from gruppetto.kernel.record import Records
from gruppetto.kernel.trace import NOT_RECORDING

LITTER = 7
KEYS = np.arange(1, 1 + c.STREAMS, dtype=np.uint64)
OF_CHANCE = {"key", "drawn", "script"}
NOBODY_THERE = -1
SHEETS: dict[str, Any] = {
    "activity": 0, "chosen": NOBODY_THERE, "entries": 0, "cancels": 0, "entry_rider": NOBODY_THERE,
    "entry_role": 0, "rights": 0, "right_rider": NOBODY_THERE, "right_role": 0, "right_sum": 0, "lefts": 0,
    "left_rider": NOBODY_THERE, "left_sum": 0, "joined": 0, "sector": 0, "excused": 0, "control": 0,
    "starter": NOBODY_THERE, "strict": 0, "columns": 0, "column_rider": NOBODY_THERE, "column_tokens": 0,
    "column_value": 0, "stopped": 0,
}  # fmt: skip
NO_EVENTS = {"offered": 0, "events": 0, "laid": 0, "due": 0, "bonked": 0, "fined": 0}


def littered() -> Records:
    """A record with something in every field."""
    state = DUE_RUOTE.blank()
    for name in set(state.dtype.names) - {"setup"}:
        state[0][name] = LITTER
    for name in set(r.SETUP.names) - {"options"}:
        state[0]["setup"][name] = LITTER
    for name in r.SETUP["options"].names:
        state[0]["setup"]["options"][name] = LITTER
    return state


def setup(seats: int, **options: Any) -> Records:
    return DUE_RUOTE.setup(DUE_RUOTE.options(options), seats)


def dealt(seats: int, **options: Any) -> Any:
    state = littered()
    loops.begin(DUE_RUOTE.rules.deal, state, setup(seats, **options), KEYS)
    return state[0]


def differing(race: Any, expected: dict[str, Any]) -> dict[str, Any]:
    """The fields that are not as they should be."""
    return {name: race[name] for name, value in expected.items() if not np.all(race[name] == value)}


@pytest.mark.rule("Z1.3", "Z1.4", "Z5.3")
def test_a_deal_clears_the_whole_table() -> None:
    race = dealt(3, first=1)
    other = set(race.dtype.names) - OF_CHANCE - {"setup"}
    expected = dict.fromkeys(other, 0) | SHEETS | NO_EVENTS
    nobody = ("card", "order", "helps", "effort", "stage_order", "stage_winner")
    expected |= dict.fromkeys((*nobody, "pawn", "claimed", "last_active", "asked"), NOBODY_THERE)
    expected |= {"step": Step.DRAFT, "first": 1, "decider": 1, "special": [4, 4, 4, 0, 0, 0]}
    assert differing(race, expected) == {}


@pytest.mark.rule("Z5.2", "Z5.4", "Z6.2.1")
def test_ready_teams_and_a_ready_route_are_laid_out() -> None:
    race = dealt(3, teams="ready", route="P C M D", first=2, start_first=1)
    assert race["card"].tolist() == [*range(15), *[c.NO_CARD] * 15]
    assert race["route"].tolist() == [*Terrain, *[0] * (c.ROUTE - 4)]
    assert differing(race, {"planned": 4, "step": Step.START, "first": 1, "pawn": 1, "decider": 1}) == {}


@pytest.mark.rule("Z1.2", "Z11.5")
def test_a_race_carries_the_whole_set_and_all_options_with_it() -> None:
    chosen = {"tie": "fails", "delay": "printed", "advanced": True, "stages": "P C, TT", "teams": "ready"}
    assert dealt(3, **chosen)["setup"].tobytes() == setup(3, **chosen)[0].tobytes()


@pytest.mark.rule("Z11.5", "Z11.3", "Z3.1")
def test_a_new_stage_clears_everything_but_what_is_carried_over() -> None:
    state = littered()
    race = state[0]
    race["setup"] = setup(3, advanced=True, stages="P, M C R, TT")[0]
    race["stage"], race["place"][1] = 0, c.GONE
    race["special"], race["fatigue"] = [0, 5, 6, 0, 0, 0], range(30)
    clear_sheets(race)
    begin_stage(race, NOT_RECORDING)
    expected = SHEETS | NO_EVENTS | dict.fromkeys(("order", "helps", "effort"), NOBODY_THERE)
    expected |= dict.fromkeys(("pawn", "claimed", "last_active", "asked"), NOBODY_THERE)
    cleared = "stood_back tokens spent passed turn shown fed terrain pace increases goal energised"
    expected |= dict.fromkeys(cleared.split(), 0)
    expected |= {"stage": 1, "planned": 3, "step": Step.START, "special": [4, 9, 9, 0, 0, 0]}
    expected |= dict.fromkeys(("green", "cyclamen", "time", "retired", "stage_order"), LITTER)
    assert differing(race, expected) == {}
    assert race["route"].tolist() == [Terrain.MOUNTAIN, Terrain.HILL, c.FEED, *[0] * (c.ROUTE - 3)]
    assert (race["setup"]["turns"], race["setup"]["route_cards"]) == (2, 3)
    assert race["fatigue"].tolist() == [0, 1, *(fatigue // 5 for fatigue in range(2, 30))]
    assert race["place"].tolist() == [0, c.GONE, *[0] * 28]
    assert race["head"].tolist() == [0, LITTER, *[0] * 28]


@pytest.mark.rule("Z11.4")
def test_no_event_card_is_left_lying() -> None:
    race = littered()[0]
    clear_events(race)
    assert differing(race, NO_EVENTS) == {}


@pytest.mark.rule("Z7.8.8", "Z6.3.5")
def test_all_sheets_are_empty_after_an_activity(table: Callable[..., Any]) -> None:
    everybody = {f"{seat}-{n}": "head 0" for seat in range(3) for n in range(1, 6)}
    race = table(3, everybody).challenge(0, "break-away", "perform 0-1", "help 0-2", "help 0-3")
    race.respond(1, "help 1-1", "help 1-2", "help 1-3")
    race.respond(2, *[f"obstruct 2-{n}" for n in (1, 2, 3, 4)]).pick(0, "GoClear", sector=6)
    assert differing(race.match.state[0], {**SHEETS, "wish": 0, "asked": NOBODY_THERE}) == {}
    race.challenge(1, "raise-pace", "perform 1-1").respond(2, "perform 2-1").respond(0, "help 0-2")
    race.pick(1, "Wish", wish="nothing").pick(2, "Wish", wish="nothing")
    assert differing(race.match.state[0], {**SHEETS, "wish": 0, "asked": NOBODY_THERE}) == {}
    race = table(3, {"0-1": "+1 0", "1-1": "+1 0", "2-1": "+1 0"}).do(0, "speed-up", "0-1")
    race.pick(1, "Join", rider="1-1").pick(2, "Join", rider="2-1")
    assert differing(race.match.state[0], SHEETS) == {}


@pytest.mark.rule("Z7.12.6")
def test_nothing_is_left_of_a_control(table: Callable[..., Any]) -> None:
    places = {f"{seat}-{n}": "bunch 0" for seat in range(2) for n in range(1, 6)}
    places |= {"0-1": "head 0", "0-2": "head 0", "0-3": "head 0", "1-1": "head 0", "1-2": "head 0"}
    race = table(2, places).challenge(0, "break-away", "perform 0-1").respond(1).pick(0, "GoClear", sector=1)
    race.pick(1, "ControlMove", rider="1-3")
    assert differing(race.match.state[0], {**SHEETS, "asked": NOBODY_THERE, "step": Step.ACTIVITY}) == {}


@pytest.mark.rule("Z6.3.5", "Z11.3", "Z11.4")
def test_what_is_so_or_not_is_one_or_nothing(table: Callable[..., Any]) -> None:
    """Passed, fed, bonked, energised: others add these up and compare them."""
    kept = {"offered": ["bonk", "fine", "cramp"], "events": ["bonk", "fine"], "special": 1}
    teams = [{**kept, "spent": 3, "tokens": 3, "laid": 2}, {**kept, "spent": 3, "tokens": 3}]
    race = table(2, options={"advanced": True}, teams=teams, route="P R P", turn=1)
    race.do(0, "drink", "0-1", special=1).pass_on(1)
    state = race.match.state[0]
    assert (state["passed"].tolist(), state["bonked"].tolist()) == ([0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    race.pass_on(0).pick(race.asks, "ActFirst")
    assert state["fed"] == 1
    race.do(race.asks, "energy", f"{race.asks}-2", **({"special": 0} if race.asks else {}))
    assert sorted(state["energised"].tolist()) == [*[0] * 29, 1]
