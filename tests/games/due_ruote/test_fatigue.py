"""The fatigue phase: terrain, speed, lost sectors, retirement (Z8). Each position runs it at once."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gruppetto.games.due_ruote.data.sets import our_set

Table = Callable[..., Any]


def after(table: Table, riders: dict[str, str], **more: Any) -> Any:
    return table(3, riders, step="fatigue", **{"turn": 1, **more})


@pytest.mark.rule("Z8.1", "Z12.1")
@pytest.mark.parametrize(
    ("terrain", "inside", "outside"), [("P", 1, 2), ("C", 2, 3), ("M", 3, 4), ("D", -2, -1)]
)
def test_terrain_costs_less_in_the_peloton_than_outside(
    terrain: str, inside: int, outside: int, table: Table
) -> None:
    """A1 rides 6, 7, 6, 8; the speed is his, so only the terrain counts."""
    speed = {"P": 6, "C": 7, "M": 6, "D": 8}[terrain]
    for place, cost in (("head", inside), ("bunch", inside), ("+2", outside), ("-2", outside)):
        race = after(table, {"0-1": f"{place} 5"}, route=f"{terrain}P", speed=speed)
        assert race["0-1"] == f"{place} {5 + cost}"


@pytest.mark.rule("Z8.2")
@pytest.mark.parametrize("place", ["head", "bunch", "+3", "-2"])
def test_the_pelotons_speed_counts_for_everybody(place: str, table: Table) -> None:
    slow = after(table, {"0-1": f"{place} 5"}, speed=6)
    fast = after(table, {"0-1": f"{place} 5"}, speed=8)
    assert int(fast["0-1"].split()[1]) - int(slow["0-1"].split()[1]) == 2


@pytest.mark.rule("Z8.3", "Z3.1", "TV17")
def test_the_net_change_may_be_relief_down_to_nothing(table: Table) -> None:
    """B1 on a descent: −2 for the road, −1 for a peloton slower than his 9."""
    assert after(table, {"1-1": "head 1"}, route="DP")["1-1"] == "head 0"
    assert after(table, {"1-1": "head 7"}, route="DP")["1-1"] == "head 4"


@pytest.mark.rule("Z8.4", "TV16")
@pytest.mark.parametrize(("before", "now"), [("+2", "bunch"), ("+1", "-1"), ("-1", "-3")])
def test_more_than_five_costs_sectors(before: str, now: str, table: Table) -> None:
    """Mountain outside +4, speed 5 against 2: 7 in all."""
    race = after(table, {"0-4": f"{before} 0"}, route="MP", speed=5)
    assert race["0-4"] == f"{now} 5"


@pytest.mark.rule("Z8.4", "Z2.2", "TV16")
def test_from_head_and_bunch_one_falls_straight_into_the_delay(table: Table) -> None:
    """Mountain inside +3, speed 6 against 2: 7 in all."""
    race = after(table, {"0-4": "head 0", "1-2": "bunch 0"}, route="MP", speed=6)
    assert (race["0-4"], race["1-2"]) == ("-2 5", "-2 5")


@pytest.mark.rule("Z8.5", "Z3.2", "TV18", "TV44")
@pytest.mark.parametrize(
    ("before", "speed", "now"),
    [(18, 8, "out"), (15, 10, "head 20"), (16, 10, "out"), (10, 11, "-1 15"), (17, 8, "head 20")],
)
def test_twenty_ride_on_and_more_retire(before: int, speed: int, now: str, table: Table) -> None:
    """A1 on the flat: 1 for the road, and one for each point above 6."""
    race = after(table, {"0-1": f"head {before}"}, speed=speed)
    assert race["0-1"] == now


@pytest.mark.rule("Z8.5")
def test_a_rider_who_retires_leaves_the_head_and_is_told_of(table: Table) -> None:
    spent = [{"spent": 3}] * 3
    race = table(3, {"0-1": "head 20"}, teams=spent, speed=9).pass_on(0, 1, 2)
    assert race["0-1"] == "out"
    assert race.view["riders"]["0-1"]["retired"] == 1
    assert [event.rider for event in race.of("Retired")] == ["0-1"]


@pytest.mark.rule("Z3.3", "Z8.3")
def test_road_and_speed_are_paid_at_the_end_of_the_turn(table: Table) -> None:
    race = table(2, {"0-1": "head 5"}, teams=[{"spent": 3}] * 2).pass_on(0)
    assert race["0-1"] == "head 5"
    race.pass_on(1)
    assert race["0-1"] == "head 6"


@pytest.mark.rule("Z2.7")
def test_an_empty_peloton_still_has_its_speed(table: Table) -> None:
    away = {f"{seat}-{n}": "+1 5" for seat in range(3) for n in range(1, 6)}
    race = after(table, away, speed=7)
    assert race["0-1"] == "+1 8"  # outside +2, speed 7 against 6
    assert race.speed == 6


@pytest.mark.rule("Z8.6")
def test_no_control_in_the_fatigue_phase(table: Table) -> None:
    slow = {f"{seat}-{n}": "bunch 0" for seat in range(3) for n in range(1, 6)}
    race = after(table, slow)
    assert race.step == "order"
    assert race.head() == 0


@pytest.mark.rule("Z13.17", "Z8.3")
@pytest.mark.parametrize(
    ("terrain", "speed", "before", "net", "in_steps"),
    [
        ("D", 12, "head 1", "head 3", "head 4"),
        ("D", 9, "head 0", "head 0", "head 1"),
        ("D", 8, "head 1", "head 0", "head 0"),
        ("D", 12, "head 5", "head 7", "head 7"),
        ("D", 12, "+1 0", "+1 3", "+1 4"),
        ("P", 8, "head 1", "head 4", "head 4"),
        ("P", 6, "head 1", "head 2", "head 2"),
        ("P", 11, "head 1", "-1 6", "-1 6"),
    ],
)
def test_relief_comes_first_only_where_the_road_gives_and_the_speed_takes(
    terrain: str, speed: int, before: str, net: str, in_steps: str, table: Table
) -> None:
    """A1 rides 6 on the flat and 8 downhill."""
    for reading, now in (("net", net), ("in-steps", in_steps)):
        options = {"fatigue": reading}
        race = after(table, {"0-1": before}, route=f"{terrain}P", speed=speed, options=options)
        assert race["0-1"] == now


@pytest.mark.rule("Z8.3", "Z13.17")
def test_road_and_speed_may_both_take_fatigue_off(table: Table) -> None:
    """A descent at 8, the speed of A1 and one less than B1's: 2 and 3 are taken off, in steps too."""
    for reading in ("net", "in-steps"):
        race = after(table, {"0-1": "head 9", "1-1": "bunch 2"}, route="DP", options={"fatigue": reading})
        assert (race["0-1"], race["1-1"]) == ("head 7", "bunch 0")


@pytest.mark.rule("Z8.4")
@pytest.mark.parametrize(("speed", "now"), [(9, "head 4"), (10, "head 5"), (11, "-1 5"), (12, "-2 5")])
def test_five_are_borne_and_each_point_beyond_is_a_sector(speed: int, now: str, table: Table) -> None:
    """The flat costs A1 one, and one for each point above 6."""
    race = after(table, {"0-1": "head 0"}, speed=speed)
    assert race["0-1"] == now


@pytest.mark.rule("Z13.21", "Z8.4")
@pytest.mark.parametrize(
    ("relief", "before", "now"),
    [
        (-5, "head 12", "head 7"),
        (-6, "head 12", "+1 7"),
        (-6, "bunch 3", "+1 0"),
        (-8, "head 12", "+3 7"),
        (-8, "-1 12", "+2 7"),
        (-6, "-1 12", "bunch 7"),
        (-8, "+5 12", "+6 7"),
        (-6, "+6 12", "+6 7"),
        (-6, "+4 12", "+5 7"),
    ],
)
def test_what_an_easy_road_takes_off_beyond_five_carries_a_rider_ahead(
    relief: int, before: str, now: str, table: Table
) -> None:
    """A descent at A1's own speed, of a set of its own."""
    ours = msgspec.to_builtins(our_set())
    ours["terrain"]["D"] |= {"in_peloton": relief, "outside": relief}
    options = {"own_set": ours, "easy_road": "carries"}
    race = after(table, {"0-1": before}, route="DP", options=options)
    assert race["0-1"] == now


@pytest.mark.rule("Z6.4.2", "Z6.4.1", "Z9.10")
def test_with_one_team_left_the_next_first_player_decides_what_is_equal(table: Table) -> None:
    """Seat 2 has paid to be first, but is out: seat 0 would be, so seat 1 is before seat 2."""
    places = {f"{seat}-{n}": "-1 20" for seat in (1, 2) for n in range(1, 6)}
    race = after(table, places, speed=9, first=2, claimed=2, pawn=None)
    assert race.match.result["ending"] == "last team"
    assert race.match.result["seats"] == [0, 1, 2]
    riders = [entry["rider"] for entry in race.match.result["riders"]]
    assert riders[5:] == [f"{seat}-{n}" for seat in (1, 2) for n in range(1, 6)]


@pytest.mark.rule("Z6.4.1", "Z8.5")
def test_a_team_that_is_out_has_nothing_left_to_spend(table: Table) -> None:
    places = {f"2-{n}": "-1 20" for n in range(1, 6)}
    race = after(table, places, speed=9)
    assert race.step == "order"
    assert [race.tokens(seat) for seat in range(3)] == [6, 6, 0]
    assert {race.match.position()["riders"][f"2-{n}"]["retired"] for n in range(1, 6)} == {1}
