"""Before the start: a fresh record holds nothing of another race, and carries its options with it (C1.1)."""

from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.codes import Ask, Status, Step
from gruppetto.kernel.record import duplicate

NOBODY = dict.fromkeys(
    ("young", "served", "line", "finish", "order", "start_order", "rider", "following", "crash_by"), r.NOBODY
)
UNSET = {"card": r.NO_CARD, "answer": r.NO_CARD, "turn": -1, "contest_for": -1, "class_now": r.NO_CLASS}
GIVEN = ("key", "setup", "road", "status", "taken", "ask", "owing")


def dealt(used: Any, stages: list[str], **options: Any) -> tuple[Any, Any]:
    """A race that is dealt into a record full of another one's numbers, and what it was dealt from."""
    used.view(np.uint8)[:] = 0x55
    race = g.start("etapa", seats=3, seed=1, options={"stages": stages, **options})
    setup = duplicate(race.state)["setup"]
    keys = np.arange(1, r.STREAMS + 1, dtype=np.uint64)
    race.game.rules.deal(used[0], setup[0], keys)
    return used[0], setup[0]


@pytest.fixture
def used() -> Any:
    """The record of a race, to be used again."""
    return duplicate(g.start("etapa", seats=3, seed=1).state)


@pytest.mark.rule("C1.1")
def test_a_new_race_holds_nothing_of_the_one_before(used: Any) -> None:
    race, _ = dealt(used, ["Plaine", "Collines"])
    expected = {**dict.fromkeys(race.dtype.names, 0), **NOBODY, **UNSET}
    for name in set(race.dtype.names) - set(GIVEN):
        assert np.all(race[name] == expected[name]), name


@pytest.mark.rule("C1.1")
@pytest.mark.parametrize(
    ("stages", "ask", "owing"), [(["Plaine", "Collines"], Ask.YOUNG, 0b111), (["Plaine"], Ask.START, 1)]
)
def test_before_a_tour_all_are_asked_before_a_stage_the_first(
    used: Any, stages: list[str], ask: int, owing: int
) -> None:
    race, _ = dealt(used, stages)
    assert (race["ask"], race["owing"], race["step"]) == (ask, owing, Step.STAGE)
    assert list(race["key"]) == list(range(1, r.STREAMS + 1))


@pytest.mark.rule("C1.1", "C1.5")
def test_nine_riders_stand_at_the_start_and_the_others_stay_at_home(used: Any) -> None:
    race, setup = dealt(used, ["F60 e20 U40 | limit 70"])
    assert list(race["status"]) == [Status.RIDING] * 9 + [Status.OUT] * 6
    assert (race["taken"][0], race["taken"][1:].sum()) == (9, 0)
    road = [r.FLAT] * 61 + [r.EASY + r.COBBLED] * 20 + [r.ULTRA] * (r.FIELDS - 81)
    assert list(race["road"]) == road
    assert race["setup"]["stage"][0].tolist() == setup["stage"][0].tolist()


@pytest.mark.rule("C1.1")
def test_a_race_carries_all_its_options_with_it(used: Any) -> None:
    given = {"doping": True, "nearest": "behind", "start_order": "numbers", "road_champion": "4"}
    race, setup = dealt(used, ["Plaine", "Collines"], **given)
    for name in r.SETUP.names or ():
        assert race["setup"][name].tolist() == setup[name].tolist(), name
    options = race["setup"]["options"]
    assert (options["doping"], options["nearest"], options["start_order"], options["loss"]) == (1, 1, 1, 0)
