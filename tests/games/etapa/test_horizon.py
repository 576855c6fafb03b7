"""How thinkers see a race that is over, and what they look at on the way."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.etapa.bots import horizon
from gruppetto.players import decide
from gruppetto.players.halving import Halving

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
CLIMB = "F60 N20 F120 | limit 150 | flag 190"
ZONE = "F200 | feed 56-60 | limit 150 | flag 190"


def scored(score: loops.Rule, match: g.Match) -> list[int]:
    out = np.zeros(match.seats, np.int32)
    loops.rank(score, match.state, out)
    return [int(number) for number in out]


def ridden(stages: list[str], seed: int, player: str = "domestique") -> g.Match:
    match = g.start("etapa", seats=3, seed=seed, options={"stages": stages})
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, player, len(match.log)))
    return match


@pytest.mark.parametrize("stages", [["Plaine"], ["Chrono"], ["Collines", "Pavés"]])
def test_who_is_ahead_for_thinkers_is_ahead(stages: list[str]) -> None:
    for seed in range(8):
        match = ridden(stages, seed)
        places, leads = scored(match.game.rules.score, match), scored(horizon.score, match)
        for one in range(3):
            for other in range(3):
                if leads[one] > leads[other]:
                    assert places[one] > places[other]


@pytest.mark.rule("C5.1")
def test_a_lead_is_counted_in_fields(match: Make, throughout: Any) -> None:
    race = match({"1": 195, "2": 180, "3": 180, "4": 170, "5": 160, "6": 160}, dice=[6, 3, 3, 2, 1, 1])
    throughout(race)
    assert race.over
    assert scored(horizon.score, race) == [207 - 200, 178 - 200]


@pytest.mark.rule("C5.1")
def test_who_crosses_later_is_behind_however_far_he_gets(match: Make, throughout: Any) -> None:
    race = match({"1": 198, "2": 180, "3": 180, "4": 197, "5": 180, "6": 180}, dice=[1, 6, 1, 1, 1, 1])
    throughout(race)
    assert scored(horizon.score, race) == [5, 4]


@pytest.mark.rule("C5.2")
def test_a_team_without_a_result_is_nowhere(match: Make, throughout: Any) -> None:
    race = match({"1": 198, "2": 20, "3": 180, "4": 190, "5": 180, "6": 180})
    throughout(race)
    first, second = scored(horizon.score, race)
    assert first < -1000 < second


# --- what is worth a thought ------------------------------------------------------------------------


def thoughts(race: g.Match) -> list[str]:
    """The choices a thinker looks at."""
    seat = race.waiting[0]
    codes = Halving(race.game, race.state, seat, 1, near=True).codes.tolist()
    return sorted(choice.text for choice in race.choices(seat) if choice.code in codes)


@pytest.mark.rule("C2.8")
def test_slowing_down_is_thought_of_where_the_road_is_faster(match: Make, go: Go) -> None:
    race = match({"1": 53, "4": 90}, CLIMB, dice=[3, 4], slow=1)
    go(race, "Throw", "RideOn", "Throw")
    slower = [text for text in thoughts(race) if "Slow" in text]
    assert slower == sorted(f"Slow down: ride {fields} field{'s' * (fields != 1)}" for fields in range(8))
    race = match({"1": 10, "4": 90}, CLIMB, dice=[3, 4], slow=1)
    go(race, "Throw", "RideOn", "Throw")
    assert thoughts(race) == ["Blue 1 rides all 10 fields"]


@pytest.mark.rule("C12.1")
def test_cards_are_changed_after_the_throw_and_only_to_slow_down(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 53, "4": 20}, CLIMB, dice=[4], options={"specials": True}, moment={"slow_supply": 3})
    assert "SwapCard" in offered(race)
    assert not [text for text in thoughts(race) if "Change" in text]
    go(race, "Throw")
    assert [text for text in thoughts(race) if "Change" in text] == ["Change +2 for a Slow card"]


@pytest.mark.rule("C2.2")
def test_a_card_with_a_breakaway_is_not_thought_of_for_a_sprint(match: Make) -> None:
    sprints = [text for text in thoughts(match({"1": 53, "4": 20})) if text.startswith("Sprint")]
    assert len(sprints) == 3
    only = {"hand": {"4B": 1}, "slow": 0}
    race = match({"1": 53, "4": 20}, teams=[only, only])
    assert len([text for text in thoughts(race) if text.startswith("Sprint")]) == 1


@pytest.mark.rule("C3.6")
def test_food_is_taken_as_late_as_one_can(match: Make, go: Go) -> None:
    race = match({"1": 50}, ZONE, dice=[6])
    go(race, "Throw")
    assert thoughts(race) == ["Blue 1 rides all 12 fields", "Stop for food after 10 fields"]
