"""HEAD control: at least 5 riders in the head, at most 15 (Z7.12)."""

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]
BEFORE_ORDER: dict[str, Any] = {"step": "order", "pawn": None}


def short_of(count: int, seats: int = 2) -> dict[str, str]:
    """Places with so many riders in the head: the first of each team in turn."""
    names = [f"{seat}-{n}" for n in range(1, 6) for seat in range(seats)]
    return {name: "head 0" if place < count else "bunch 0" for place, name in enumerate(names)}


@pytest.mark.rule("Z7.12", "Z7.12.1", "Z2.1", "Z6.3.5", "TV23")
def test_who_gets_the_pawn_brings_a_rider_up(table: Table) -> None:
    """Seat 1's break leaves 4 in the head; seat 2 must move, one rider is enough."""
    race = table(3, short_of(5, 3), pawn=1).challenge(1, "break-away", "perform 1-1").respond(2).respond(0)
    race.pick(1, "GoClear", sector=1)
    assert race.step == "control"
    assert race.asks == 2
    assert not race.can("UseExcuse")
    race.pick(2, "ControlMove", rider="2-4")
    assert race["2-4"] == "head 1"
    assert race.step == "activity"
    assert race.asks == 0


@pytest.mark.rule("Z7.12.3", "TV23")
def test_who_left_the_head_may_pass_in_the_first_trip(table: Table) -> None:
    away = [f"{seat}-{n}" for seat in (0, 2) for n in range(3, 6)] + ["2-2"]
    race = table(3, short_of(5, 3) | dict.fromkeys(away, "+2 0"), pawn=1)
    race.challenge(1, "break-away", "perform 1-1").respond(2).respond(0).pick(1, "GoClear", sector=1)
    assert race.asks == 1  # the others have nobody in the bunch or break 1
    assert race.can("UseExcuse")


@pytest.mark.rule("Z7.12.3")
def test_a_slow_down_that_causes_the_shortage_excuses_too(table: Table) -> None:
    places = short_of(5) | {f"1-{n}": "+2 0" for n in range(3, 6)}
    race = table(riders=places).do(0, "slow-down", "0-1")
    assert race.asks == 0  # seat 1 has nobody in the bunch or break 1
    assert race.can("UseExcuse")
    assert race.can("ControlMove")
    race.pick(0, "UseExcuse")
    assert race.asks == 0  # second trip, started by seat 0 (to the left of seat 1): now he must
    assert not race.can("UseExcuse")


@pytest.mark.rule("Z7.12.3", "Z7.12.4", "Z7.12.6", "Z7.12.10", "TV36")
def test_the_second_trip_knows_no_excuse(table: Table) -> None:
    race = table(riders=short_of(5) | {"0-1": "head 0 B1", "1-1": "head 0 A4"})
    race.challenge(0, "break-away", "perform 0-1").respond(1, "obstruct 1-1").pick(0, "GoClear", sector=1)
    race.pick(1, "UseExcuse").pick(0, "UseExcuse")
    assert race.asks == 0
    assert not race.can("UseExcuse")
    race.pick(0, "ControlMove", rider="0-4")
    assert race.step == "activity"
    assert race.asks == 1


@pytest.mark.rule("Z7.12.3")
def test_an_excuse_is_a_choice(table: Table) -> None:
    race = table(riders=short_of(5) | {"0-1": "head 0 B1", "1-1": "head 0 A4"})
    race.challenge(0, "break-away", "perform 0-1").respond(1, "obstruct 1-1").pick(0, "GoClear", sector=1)
    race.pick(1, "ControlMove", rider="1-4")
    assert race.head() == 5
    assert race.asks == 0  # the control was seat 1's activity


@pytest.mark.rule("Z7.12.2", "TV25")
def test_with_an_empty_bunch_break_1_sends_riders_back(table: Table) -> None:
    places = {f"{seat}-{n}": "+2 5" for seat in range(2) for n in range(1, 6)}
    places |= {f"0-{n}": "head 5" for n in range(1, 5)} | {"1-1": "+1 5", "1-2": "+1 5"}
    race = table(riders=places, **BEFORE_ORDER).pick(0, "ActLast")
    assert race.step == "control"
    assert race.riders("ControlMove") == ["1-1", "1-2"]
    race.pick(1, "ControlMove", rider="1-1")
    assert race["1-1"] == "head 4"


@pytest.mark.rule("Z7.12.2", "Z7.12.8", "TV34")
def test_the_bunch_may_run_empty_during_the_trip(table: Table) -> None:
    places = {f"{seat}-{n}": "+3 5" for seat in range(2) for n in range(1, 6)}
    places |= {"0-1": "head 0", "0-2": "head 0", "0-3": "head 0", "1-1": "bunch 6", "0-4": "+1 9"}
    race = table(riders=places, **BEFORE_ORDER).pick(0, "ActLast")
    assert (race["1-1"], race["0-4"]) == ("head 7", "head 8")
    assert race.head() == 5
    assert len(race.of("MovedUp")) == 2


@pytest.mark.rule("Z7.12.8", "Z7.12.9", "TV34")
def test_a_rider_at_the_limit_bars_the_way_and_no_control_takes_place(table: Table) -> None:
    places = {f"{seat}-{n}": "+3 5" for seat in range(2) for n in range(1, 6)}
    places |= {"0-1": "head 0", "0-2": "head 0", "0-3": "head 0", "1-1": "bunch 20", "0-4": "+1 9"}
    race = table(riders=places).do(0, "drink", "0-1")
    assert race.step == "activity"
    assert race.asks == 1


@pytest.mark.rule("Z7.12.9", "TV35")
def test_with_four_riders_left_there_is_no_control(table: Table) -> None:
    places = {f"{seat}-{n}": "out" for seat in range(2) for n in range(1, 6)}
    places |= {"0-1": "head 0", "1-1": "head 0", "0-2": "+1 0", "1-2": "+1 0"}
    race = table(riders=places).do(0, "drink", "0-1")
    assert race.step == "activity"
    assert race.asks == 1


@pytest.mark.rule("Z7.12.1")
def test_nobody_is_brought_up_beyond_five_and_the_passed_are_asked_too(table: Table) -> None:
    teams = [{}, {"passed": True, "spent": 3}, {}]
    race = table(3, short_of(5, 3), teams=teams).challenge(0, "break-away", "perform 0-1", "perform 0-2")
    race.respond(1).respond(2).pick(0, "GoClear", sector=1)
    assert race.head() == 3
    race.pick(2, "ControlMove", rider="2-3")
    assert race.asks == 0  # the pawn was seat 2's, so the trip goes 2, 0, 1
    race.pick(0, "UseExcuse").pick(1, "ControlMove", rider="1-5")
    assert race.head() == 5
    assert race.asks == 0


@pytest.mark.rule("Z7.12.5", "TV24")
def test_too_many_go_back_one_each_until_there_are_fifteen(table: Table) -> None:
    places = {f"{seat}-{n}": "head 3" for seat in range(4) for n in range(1, 6)}
    places |= {f"3-{n}": "bunch 3" for n in range(1, 6)}
    race = table(4, places, pawn=3).challenge(3, "go-to-head", "perform 3-1", "perform 3-2")
    race.respond(0).respond(1).respond(2)
    assert race.head() == 17
    assert race.asks == 0
    race.pick(0, "ControlMove", rider="0-5")
    assert race["0-5"] == "bunch 2"
    race.pick(1, "ControlMove", rider="1-5")
    assert race.head() == 15
    assert race.step == "activity"
    assert race.asks == 1  # to the left of seat 0, who started the control


@pytest.mark.rule("Z7.12.5")
def test_who_added_riders_or_obstructed_may_pass_in_the_first_trip(table: Table) -> None:
    places = {f"{seat}-{n}": "head 3" for seat in range(4) for n in range(1, 6)}
    places |= {f"3-{n}": "bunch 3" for n in range(1, 6)}
    race = table(4, places, pawn=3).challenge(3, "go-to-head", "perform 3-1", "perform 3-2", "perform 3-3")
    race.respond(0, "obstruct 0-1").respond(1).respond(2)
    assert race.head() == 18
    race.pick(0, "UseExcuse").pick(1, "ControlMove", rider="1-1").pick(2, "ControlMove", rider="2-1")
    race.pick(3, "UseExcuse")
    assert race.asks == 1  # the second trip starts to the left of the first
    assert not race.can("UseExcuse")
    race.pick(1, "ControlMove", rider="1-2")
    assert race.head() == 15
    assert race.asks == 2


@pytest.mark.rule("Z7.12.7", "Z6.3.2", "Z8.6", "TV37")
def test_a_shortage_from_the_fatigue_phase_is_the_first_activity_of_the_next_turn(table: Table) -> None:
    race = table(3, short_of(4, 3), step="order", pawn=None, first=0)
    race.pick(0, "ActLast")
    assert race.step == "control"
    race.pick(1, "ControlMove", rider="1-5")
    assert race.asks == 2
    assert race.step == "activity"


@pytest.mark.rule("Z7.12.7", "Z7.12.3")
def test_in_a_control_that_opens_a_turn_nobody_is_excused(table: Table) -> None:
    race = table(3, short_of(4, 3), step="order", pawn=None, first=0).pick(0, "ActFirst")
    assert race.asks == 0
    assert not race.can("UseExcuse")


@pytest.mark.rule("Z7.12.7", "Z8.6", "Z9.1", "TV26")
def test_no_control_before_the_sprint(table: Table) -> None:
    race = table(riders=short_of(3), step="fatigue", turn=10)
    assert race.step == "line-up"
    assert race.head() == 3


@pytest.mark.rule("Z7.12.6", "Z3.4")
def test_a_rider_at_the_limit_is_not_forced_up(table: Table) -> None:
    race = table(riders=short_of(5) | {"1-4": "bunch 20", "1-5": "bunch 20"}).do(0, "slow-down", "0-1")
    assert race.head() == 5  # 1-3 was the only one who could, and nobody was asked
    assert race["1-3"] == "head 1"


@pytest.mark.rule("Z7.12.6", "Z6.3.1")
def test_the_control_counts_as_the_starters_activity(table: Table) -> None:
    teams = [{"spent": 3}, {"passed": True, "spent": 3}, {"passed": True, "spent": 3}]
    race = table(3, short_of(5, 3), teams=teams).do(0, "slow-down", "0-1")
    assert race.asks == 0  # he has the pawn again: the others have passed
    race.pick(0, "UseExcuse").pick(1, "ControlMove", rider="1-4")
    assert race.asks == 0
    race.pass_on(0)
    assert race.view["first"] == 1  # to the left of seat 0, who started the control


def spread(heads: int, bunch: list[int], ahead: int) -> dict[str, str]:
    """So many in the head, those of the bunch by their fatigue, so many in break 1, the rest in break 3."""
    names = [f"{seat}-{n}" for n in range(1, 6) for seat in range(2)]
    places = ["head 5"] * heads + [f"bunch {fatigue}" for fatigue in bunch] + ["+1 5"] * ahead
    return dict(zip(names, [*places, *["+3 5"] * (10 - len(places))], strict=True))


@pytest.mark.rule("Z7.12", "Z7.12.8", "Z7.12.9", "Z3.4")
@pytest.mark.parametrize(
    ("heads", "bunch", "ahead", "begins"),
    [
        (5, [0], 1, False), (4, [0], 0, True), (4, [19], 0, True), (4, [20], 0, False), (4, [20], 1, False),
        (4, [], 1, True), (4, [], 0, False), (3, [0], 1, True), (3, [0], 0, False), (3, [0, 20], 1, False),
        (3, [19], 1, True),
        (4, [0, 20], 0, True), (2, [0, 0, 0], 0, True), (2, [0, 0], 1, True), (2, [0, 0], 0, False),
        (0, [0] * 5, 0, True), (0, [0] * 4, 0, False), (0, [], 5, True), (0, [], 4, False),
    ],
)  # fmt: skip
def test_a_control_begins_if_five_can_be_reached(
    heads: int, bunch: list[int], ahead: int, begins: bool, table: Table
) -> None:
    race = table(2, spread(heads, bunch, ahead), **BEFORE_ORDER).pick(0, "ActFirst")
    assert race.told[1:2] == (["ControlBegan few 0"] if begins else [])
    if not begins:
        assert (race.step, race.asks, race.head()) == ("activity", 0, heads)


@pytest.mark.rule("Z13.25", "Z7.12.8", "Z7.12.2")
@pytest.mark.parametrize(
    ("riders", "begins"),
    [
        ({"1-1": "+1 5"}, True),
        ({"1-1": "+1 5", "1-2": "bunch 20"}, False),
        ({"1-1": "+1 5", "0-5": "bunch 20"}, True),
        ({"1-1": "bunch 20", "0-5": "+1 5"}, True),
        ({"1-1": "bunch 20", "0-5": "bunch 20"}, False),
        ({"1-1": "bunch 19", "0-5": "bunch 20"}, True),
    ],
)
def test_where_each_bunch_counts_for_itself(riders: dict[str, str], begins: bool, table: Table) -> None:
    places = {f"{seat}-{n}": "+3 5" for seat in range(2) for n in range(1, 6)}
    places |= {f"0-{n}": "head 0" for n in range(1, 5)} | riders
    race = table(2, places, options={"own_bunch_empty": True}, **BEFORE_ORDER).pick(0, "ActFirst")
    assert race.told[1:2] == (["ControlBegan few 0"] if begins else [])
    assert race.head() == (5 if begins else 4)


@pytest.mark.rule("Z7.12.2", "Z13.25")
@pytest.mark.parametrize("own", [False, True])
def test_while_there_is_a_bunch_nobody_comes_back_from_break_1(own: bool, table: Table) -> None:
    """Seat 1, who begins, has riders in break 1 and, in the other reading, one in the bunch."""
    places = {f"{seat}-{n}": "+3 5" for seat in range(2) for n in range(1, 6)}
    places |= {"0-1": "head 5", "0-2": "head 5", "0-3": "head 5", "0-4": "head 5", "1-1": "+1 5"}
    places |= {"1-3": "bunch 2"} if own else {"0-5": "bunch 2"}
    race = table(2, places, options={"own_bunch_empty": own}, **BEFORE_ORDER).pick(0, "ActLast")
    assert race.told[1:] == ["ControlBegan few 1", f"MovedUp {'1-3' if own else '0-5'} 3"]


@pytest.mark.rule("Z7.12", "Z7.12.5", "Z2.1")
@pytest.mark.parametrize(("heads", "after"), [(13, 14), (14, 15), (15, 15)])
def test_fifteen_are_not_too_many(heads: int, after: int, table: Table) -> None:
    names = [f"{seat}-{n}" for n in range(1, 6) for seat in range(4)]
    places = {name: "head 3" if place < heads else "bunch 3" for place, name in enumerate(names)}
    race = table(4, places, pawn=3).challenge(3, "go-to-head", "perform 3-5").respond(0).respond(1).respond(2)
    if heads == 15:
        assert race.told[-1] == "ControlBegan many 0"
        race.pick(0, "ControlMove", rider="0-1")
    assert race.head() == after
    assert (race.step, race.asks) == ("activity", 1 if heads == 15 else 0)


@pytest.mark.rule("Z7.12.2", "Z3.1", "Z7.12.1")
def test_who_comes_back_from_break_1_is_fresher_who_goes_up_is_more_tired(table: Table) -> None:
    places = {f"{seat}-{n}": "+2 5" for seat in range(2) for n in range(1, 6)}
    places |= {"0-1": "head 5", "0-2": "head 5", "0-3": "head 5", "1-1": "bunch 19", "1-2": "+1 0"}
    race = table(2, places, **BEFORE_ORDER).pick(0, "ActFirst")
    assert race.told == ["Ordered 0 False", "ControlBegan few 0", "MovedUp 1-1 20", "MovedUp 1-2 0"]
    assert (race["1-1"], race["1-2"]) == ("head 20", "head 0")
    assert (race.step, race.asks) == ("activity", 0)  # seat 1 began the second trip


@pytest.mark.rule("Z7.12.4", "Z7.12.6", "Z7.12.1")
def test_a_second_trip_begins_one_seat_on_even_with_who_has_passed(table: Table) -> None:
    """Four riders are missing, and three players bring one each."""
    names = [f"{seat}-{n}" for n in range(1, 6) for seat in range(3)]
    places = {name: "head 0" if place < 1 else "bunch 0" for place, name in enumerate(names)}
    race = table(3, places, **BEFORE_ORDER).pick(0, "ActFirst")
    order = []
    while race.step == "control":
        order.append(race.asks)
        race.pick(race.asks, "ControlMove", rider=race.riders("ControlMove")[0])
    assert order == [0, 1, 2, 1]
    assert race.asks == 2  # to the left of seat 1, who began the second trip


@pytest.mark.rule("Z7.12.3", "Z7.12.7")
def test_an_excuse_is_for_the_control_that_follows_at_once(table: Table) -> None:
    """Seat 0 slows down with six in the head; a control much later knows nothing of it."""
    race = table(2, short_of(6)).do(0, "slow-down", "0-1")
    assert race.step == "activity"
    race.do(1, "drink", "1-1").do(0, "drink", "0-1").do(1, "slow-down", "1-1")
    assert (race.step, race.asks) == ("control", 0)
    assert not race.can("UseExcuse")


@pytest.mark.rule("Z13.24", "Z7.12.6")
def test_a_starter_who_has_passed_hands_the_pawn_on(table: Table) -> None:
    teams = [{"spent": 3}, {"passed": True, "spent": 3}, {}]
    places = short_of(5, 3)
    race = table(3, places, teams=teams, options={"control_keeps_pawn": True}).do(0, "slow-down", "0-1")
    assert race.asks == 2  # seat 1 has passed, so the pawn is seat 2's
    race.pick(2, "ControlMove", rider="2-5")
    assert race.asks == 2


# --- the two sides of an excuse ---------------------------------------------------------------------


@pytest.mark.rule("Z7.12.3", "Z7.10.3")
def test_who_broke_out_of_the_pace_is_excused(table: Table) -> None:
    race = table(2, short_of(5)).challenge(0, "raise-pace", "perform 0-1").respond(1, "perform 1-1")
    race.pick(0, "Wish", wish="nothing").pick(1, "Wish", wish="break")
    assert (race.step, race.asks) == ("control", 1)
    assert race.can("UseExcuse")
    race.pick(1, "UseExcuse")
    assert race.asks == 0
    assert not race.can("UseExcuse")
    assert [choice.message.key for choice in race.match.choices(0)] == ["ControlMove"] * 2
