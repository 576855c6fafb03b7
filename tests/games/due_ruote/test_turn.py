"""The race turn: first player, terrain, speed, the way of the pawn, teams that are out (Z6)."""

from collections.abc import Callable
from typing import Any

import pytest

from gruppetto.games import loops
from gruppetto.games.game import no_numbers

Table = Callable[..., Any]


def team_out(seat: int) -> dict[str, str]:
    return {f"{seat}-{n}": "out 5" for n in range(1, 6)}


@pytest.mark.rule("Z6.1", "Z6.3.3", "Z6.3.4")
def test_each_turn_turns_up_the_next_terrain_at_its_base_speed(table: Table) -> None:
    race = table(step="fatigue", turn=2, speed=9, increases=3, route="PPMDPPPPPP")
    assert race.view["terrain"] == "M"
    assert race.speed == 4
    assert race.view["round"] == 3


@pytest.mark.rule("Z6.3.3", "Z6.1")
def test_after_the_last_terrain_comes_the_finish(table: Table) -> None:
    assert table(step="fatigue", turn=10).step == "line-up"


@pytest.mark.rule("Z6.3.4")
def test_riders_stay_in_their_sectors_when_the_terrain_changes(table: Table) -> None:
    race = table(3, {"0-1": "+3 0", "0-5": "-2 0"}, step="fatigue", turn=1, route="PM")
    assert race["0-1"].split()[0] == "+3"
    assert race["0-5"].split()[0] == "-2"


@pytest.mark.rule("Z6.3.1")
def test_first_is_the_left_neighbour_of_the_last_to_be_active(table: Table) -> None:
    race = table(3, teams=[{"spent": 3}] * 3).do(0, "drink", "0-1").do(1, "drink", "1-1").pass_on(2, 0, 1)
    assert race.view["first"] == 2


@pytest.mark.rule("Z6.3.1")
def test_responses_and_passes_are_no_activities(table: Table) -> None:
    race = table(3, teams=[{"spent": 3}] * 3).challenge(0, "go-to-head", "perform 0-4")
    race.respond(1, "help 1-1").respond(2, "help 2-1").pass_on(1, 2, 0)
    assert race.view["first"] == 1


@pytest.mark.rule("Z6.3.2", "TV21")
def test_the_first_player_may_act_last(table: Table) -> None:
    race = table(4, step="order", pawn=None, first=0).pick(0, "ActLast")
    order = []
    for _ in range(4):
        order.append(race.asks)
        race.do(race.asks, "drink", f"{race.asks}-1")
    assert order == [1, 2, 3, 0]


@pytest.mark.rule("Z6.3.2")
def test_he_decides_when_terrain_and_speed_are_known(table: Table) -> None:
    race = table(4, step="fatigue", turn=1, route="PM")
    assert race.step == "order"
    assert race.view["terrain"] == "M"


@pytest.mark.rule("Z6.3.5")
def test_the_pawn_goes_round_and_skips_who_has_passed(table: Table) -> None:
    race = table(3, teams=[{}, {"spent": 3}, {}]).do(0, "drink", "0-1").pass_on(1)
    race.do(2, "drink", "2-1").do(0, "drink", "0-1").do(2, "drink", "2-1")
    assert race.asks == 0


@pytest.mark.rule("Z6.3.5")
def test_who_has_nothing_left_passes_unasked(table: Table) -> None:
    teams = [{"tokens": 1, "spent": 5}, {"tokens": 3, "spent": 3}]
    race = table(teams=teams).do(0, "drink", "0-1").do(1, "drink", "1-1")
    assert race.asks == 1
    assert race.view["seats"][0]["passed"]


@pytest.mark.rule("Z6.3.5", "Z6.3.7")
def test_when_all_have_passed_the_road_takes_its_toll(table: Table) -> None:
    """Flat at 6: A1 (6) pays +1, B1 (8) gains."""
    race = table(riders={"1-1": "head 5"}, teams=[{"spent": 3}, {"spent": 3}]).pass_on(0, 1)
    assert (race["0-1"], race["1-1"]) == ("head 1", "head 4")


@pytest.mark.rule("Z6.3.6", "Z4.1")
def test_base_tokens_come_back_each_turn_special_ones_do_not(table: Table) -> None:
    race = table(teams=[{"tokens": 0, "special": 1, "spent": 6}, {"tokens": 1, "special": 3, "spent": 5}])
    race.pass_on(0, 1)
    assert [(team["tokens"], team["special"], team["spent"]) for team in race.view["seats"]] == [
        (6, 1, 0),
        (6, 3, 0),
    ]


# --- teams without riders ---------------------------------------------------------------------------


@pytest.mark.rule("Z6.4.1", "TV43")
def test_a_team_without_riders_is_skipped_everywhere(table: Table) -> None:
    race = table(3, team_out(0), step="turn", turn=6, first=0, pawn=None)
    assert race.asks == 1  # seat 0 would be first player
    assert race.tokens(0) == 0
    race.pick(1, "ActFirst").do(1, "drink", "1-1").do(2, "drink", "2-1")
    assert race.asks == 1


@pytest.mark.rule("Z6.4.1", "Z8.1")
def test_a_team_that_is_out_pays_for_no_road_and_is_told_of_once(table: Table) -> None:
    teams = [{}, {"spent": 6, "tokens": 0}, {"spent": 5, "tokens": 1}]
    race = table(3, team_out(0), turn=6, pawn=2, teams=teams).do(2, "drink", "2-1")
    assert race.told[1:4] == ["Refreshed 2-1 drink 0", "Passed 1", "Passed 2"]
    assert [line.split()[1] for line in race.told[4:-1]] == [f"{s}-{n}" for s in (1, 2) for n in range(1, 6)]
    assert race.told[-1] == "TurnBegan 7 flat 6 1"


@pytest.mark.rule("Z6.4.1")
def test_a_claim_of_a_team_that_is_out_passes_to_the_left(table: Table) -> None:
    race = table(3, team_out(0), step="turn", turn=6, claimed=0, pawn=None)
    assert race.view["first"] == 1


@pytest.mark.rule("Z6.4.2")
def test_the_last_team_on_the_road_wins_there(table: Table) -> None:
    """All of seat 1 retire on the flat; seat 0 is placed by sector, then fatigue."""
    tired = {f"1-{n}": "bunch 20" for n in range(1, 6)} | {"0-1": "+1 9", "0-2": "head 3", "0-3": "bunch 1"}
    cards = {"1-1": "bunch 20 D5", "1-2": "bunch 20 E5", "1-3": "bunch 20 F5", "1-4": "bunch 20 C5"}
    race = table(2, tired | cards | {"1-5": "bunch 20"}, step="fatigue", turn=3, speed=9)
    assert race.step == "finished"
    result = race.match.result
    assert result["winner"] == 0
    assert result["ending"] == "last team"
    assert [entry["rider"] for entry in result["riders"][:2]] == ["0-1", "0-2"]
    assert [entry["retired"] for entry in result["riders"][-5:]] == [3] * 5


@pytest.mark.rule("Z6.4.3")
def test_if_nobody_is_left_those_who_still_raced_share_the_first_place(table: Table) -> None:
    places = team_out(2) | {f"{seat}-{n}": "out 2" for seat in (0, 1) for n in range(2, 6)}
    places |= {"0-1": "-1 20", "1-1": "-1 20"}
    race = table(3, places, step="fatigue", turn=8, speed=9)
    result = race.match.result
    assert result["ending"] == "nobody left"
    assert (result["winner"], sorted(result["shared"])) == (None, [0, 1])
    assert result["seats"][2] == 2
    scores = no_numbers(3)
    loops.rank(race.match.game.rules.score, race.match.state, scores)
    assert scores.tolist() == [1, 1, 0]
