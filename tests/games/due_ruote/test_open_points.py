"""Where the rulebook leaves room, one reading is usual and an option gives the other (Z13)."""

from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.due_ruote import DUE_RUOTE

Table = Callable[..., Any]


def short_of(count: int, seats: int = 2) -> dict[str, str]:
    names = [f"{seat}-{n}" for n in range(1, 6) for seat in range(seats)]
    return {name: "head 0" if place < count else "bunch 0" for place, name in enumerate(names)}


@pytest.mark.rule("Z13.1")
def test_a_team_has_five_riders(begun: Table) -> None:
    assert len(begun(6).view["riders"]) == 30


@pytest.mark.rule("Z13.2", "Z2.6")
def test_the_delay_has_no_end_unless_it_is_printed(table: Table) -> None:
    open_end = table(3, {"0-5": "-3 0"}).do(0, "slow-down", "0-5")
    assert open_end["0-5"] == "-4 0"
    printed = table(3, {"0-5": "-3 0"}, options={"delay": "printed"})
    printed.pick(0, "ChooseActivity", activity="slow-down")
    assert "0-5" not in printed.riders("ChooseRider")
    dropped = table(3, {"0-4": "-2 0"}, options={"delay": "printed"}, step="fatigue", speed=12, route="PP")
    assert dropped["0-4"] == "-3 5"


@pytest.mark.rule("Z13.3")
def test_own_actions_may_go_beyond_the_limit_if_one_reads_it_so(table: Table) -> None:
    riders = {"0-1": "+1 19"}
    assert "speed-up" not in table(3, riders).activities()
    race = table(3, riders, options={"excess": "allowed"}).do(0, "speed-up", "0-1")
    assert race["0-1"] == "+2 22"


@pytest.mark.rule("Z13.4", "Z4.3")
def test_the_minimum_of_three_in_the_sprint(table: Table) -> None:
    back = {f"{seat}-{n}": "bunch 0" for seat in range(2) for n in range(1, 6)}
    front = back | {"0-1": "head 0", "1-1": "head 0"}
    teams = [{"special": 4}, {"special": 2}]
    finish = {"step": "turn", "turn": 10, "pawn": None, "teams": teams}
    race = table(2, front, **finish).pick(0, "ActFirst")
    assert [m.special for m in race.kinds("SpendTokens")] == [0, 1, 2, 3, 4]
    race = table(2, front, options={"sprint_minimum": True}, **finish).pick(0, "ActFirst")
    assert [m.special for m in race.kinds("SpendTokens")] == [3, 4]
    race.pick(0, "SpendTokens", special=3)
    assert [m.special for m in race.kinds("SpendTokens")] == [2]


@pytest.mark.rule("Z13.5", "Z10.2")
def test_the_route_lies_open(begun: Table) -> None:
    race = begun(2, teams="ready", route="Mountains")
    assert race.match.view(1)["route"] == list("PCMDPMMDMM")
    covered = begun(2, teams="ready", route="Mountains", route_pile="covered")
    assert covered.match.view(1)["route"] == []
    assert covered.view["turns"] == 10


@pytest.mark.rule("Z13.5", "Z5.4")
def test_a_covered_route_is_open_while_it_is_built_and_as_far_as_it_is_turned_up(table: Table) -> None:
    race = table(3, options={"route_pile": "covered"}, step="fatigue", turn=1, route="PMC")
    assert race.view["route"] == ["P", "M"]


@pytest.mark.rule("Z13.6", "Z6.2.1")
def test_the_start_turn_may_begin_with_the_same_player(begun: Table) -> None:
    for seed in range(12):
        race = begun(3, seed, teams="ready", route="P", first=2, start_first="same")
        assert race.asks == 2


@pytest.mark.rule("Z13.7", "Z6.3.1")
def test_a_control_of_the_receiver_counts_for_him_or_not(table: Table) -> None:
    for reading, first in (("any", 2), ("paid", 1)):
        teams = [{"spent": 3}, {"spent": 3}, {"passed": True, "spent": 3}]
        race = table(3, short_of(5, 3), teams=teams, options={"last_activity": reading}).do(
            0, "slow-down", "0-1"
        )
        race.pick(1, "ControlMove", rider="1-4").pass_on(0, 1)
        assert race.view["first"] == first


@pytest.mark.rule("Z13.8", "Z7.4")
def test_a_small_wear_down_of_anybody(table: Table) -> None:
    race = table(options={"wear_down": "anybody"}).pick(0, "ChooseActivity", activity="small-wear-down")
    assert "0-1" in race.riders("WearRider")


@pytest.mark.rule("Z13.9", "Z7.6")
def test_with_company_everybody_may_pay_two(table: Table) -> None:
    riders = {"0-1": "+1 0", "1-1": "+1 0", "2-1": "+1 0"}
    race = table(3, riders, options={"company": "everybody"}).do(0, "speed-up", "0-1")
    assert race["0-1"] == "+2 3"
    race.pick(1, "Join", rider="1-1").pick(2, "Join", rider="2-1")
    assert [race[f"{seat}-1"] for seat in range(3)] == ["+2 2"] * 3


@pytest.mark.rule("Z13.11", "Z7.8.5")
def test_the_bunch_may_answer_too(table: Table) -> None:
    race = table(options={"respond_from": "peloton"}).challenge(0, "break-away", "perform 0-1")
    assert race.riders("Obstruct") == ["1-1", "1-2", "1-3", "1-4", "1-5"]


@pytest.mark.rule("Z13.12", "Z7.10.2")
def test_a_faster_peloton_never_helps_a_break(table: Table) -> None:
    race = table(3, {"2-1": "+2 0"}).challenge(0, "raise-pace", "perform 0-2")
    race.respond(1, "obstruct 1-2").respond(2, "help 2-2")
    assert race["2-1"] == "+1 0"


@pytest.mark.rule("Z13.13", "Z7.10.2", "Z8.4")
def test_forced_drops_may_take_fatigue_off(table: Table) -> None:
    for refund, fatigue in ((False, 5), (True, 4)):
        options = {"forced_refund": refund}
        race = table(3, {"2-1": "+2 5"}, options=options).challenge(0, "raise-pace", "perform 0-2")
        race.respond(1, "obstruct 1-2").respond(2, "help 2-2")
        assert race["2-1"] == f"+1 {fatigue}"
    race = table(3, {"0-4": "+2 0"}, options={"forced_refund": True}, step="fatigue", speed=5, route="MP")
    assert race["0-4"] == "bunch 3"


@pytest.mark.rule("Z13.13", "Z13.2")
def test_only_sectors_really_lost_take_fatigue_off(table: Table) -> None:
    options = {"forced_refund": True, "delay": "printed"}
    race = table(3, {"2-1": "-3 5", "2-3": "-2 5"}, options=options).challenge(0, "raise-pace", "perform 0-2")
    race.respond(1, "obstruct 1-2").respond(2, "help 2-2")
    assert (race["2-1"], race["2-3"]) == ("-3 5", "-3 4")
    race = table(3, {"0-4": "-2 0"}, options=options, step="fatigue", speed=6, route="MP")
    assert race["0-4"] == "-3 4"


@pytest.mark.rule("Z13.14", "Z7.10.3")
def test_the_pace_may_need_everybody(table: Table) -> None:
    for unanimous, speed in ((False, 7), (True, 6)):
        race = table(options={"pace_unanimous": unanimous}).challenge(0, "raise-pace", "perform 0-1")
        race.respond(1, "perform 1-1").pick(0, "Wish", wish="pace").pick(1, "Wish", wish="nothing")
        assert race.speed == speed


@pytest.mark.rule("Z13.14", "Z7.10.3")
@pytest.mark.parametrize(
    ("wishes", "one", "all_of_them"),
    [
        (("pace", "pace"), 7, 7), (("pace", "nothing"), 7, 6), (("nothing", "pace"), 7, 6),
        (("nothing", "nothing"), 6, 6), (("break", "pace"), 6, 6), (("nothing", "break"), 6, 6),
        (("break", "break"), 6, 6),
    ],
)  # fmt: skip
def test_what_is_made_of_an_unopposed_pace(
    wishes: tuple[str, str], one: int, all_of_them: int, table: Table
) -> None:
    everybody = {f"{seat}-{n}": "head 0" for seat in range(2) for n in range(1, 6)}
    for unanimous, speed in ((False, one), (True, all_of_them)):
        race = table(2, everybody, options={"pace_unanimous": unanimous})
        race.challenge(0, "raise-pace", "perform 0-1", "perform 0-2").respond(1, "perform 1-1")
        race.pick(0, "Wish", wish=wishes[0]).pick(1, "Wish", wish=wishes[1])
        assert race.speed == speed
        assert race["0-1"] == ("+1 5" if wishes[0] == "break" else "head 3")
        assert race["1-1"] == ("+1 4" if wishes[1] == "break" else "head 2")
        assert race.asks == 1


@pytest.mark.rule("Z13.15", "Z13.16", "Z7.11")
@pytest.mark.parametrize(
    ("depth", "choices"), [("together", [(0, 3), (1, 6)]), ("each", [(0, 6), (0, 3), (1, 6)])]
)
def test_who_breaks_away_how_far(depth: str, choices: list[tuple[int, int]], table: Table) -> None:
    """With 10 and a slot of 2 there is room for three sectors."""
    options = {"join_as_performer": True, "break_depth": depth}
    race = table(3, {"0-2": "head 10", "2-4": "head 0"}, options=options)
    race.challenge(0, "break-away", "perform 0-1", "perform 0-2", "help 0-3")
    race.respond(1, "perform 1-1").respond(2, "help 2-1")
    asked = []
    while race.step == "depth":
        asked.append((race.asks, race.kinds("GoClear")[-1].sector))
        race.pick(race.asks, "GoClear", sector=race.kinds("GoClear")[-1].sector)
    assert asked == choices
    assert race["0-2"] == "+3 20"
    assert race["0-1"] == ("+3 11" if depth == "together" else "+6 17")
    assert (race["1-1"], race["0-3"], race["2-1"]) == ("+6 15", "head 2", "head 1")


@pytest.mark.rule("Z13.15", "Z7.8.9")
def test_others_may_perform_in_a_break_each_with_his_own_depth(table: Table) -> None:
    race = table(options={"join_as_performer": True}).challenge(0, "break-away", "perform 0-1")
    race.respond(1, "perform 1-1")
    assert race.tokens(1) == 4
    race.pick(0, "GoClear", sector=2).pick(1, "GoClear", sector=1)
    assert (race["0-1"], race["1-1"]) == ("+2 9", "+1 6")


@pytest.mark.rule("Z13.15", "Z7.9")
def test_others_may_perform_on_the_way_to_the_head(table: Table) -> None:
    race = table(options={"join_as_performer": True}).challenge(0, "go-to-head", "perform 0-4")
    race.respond(1, "perform 1-4")
    assert (race["0-4"], race["1-4"]) == ("head 4", "head 3")


@pytest.mark.rule("Z13.16", "Z7.11")
def test_each_performer_may_have_a_depth_of_his_own(table: Table) -> None:
    race = table(3, options={"break_depth": "each"}).challenge(0, "break-away", "perform 0-1", "perform 0-2")
    race.respond(1).respond(2).pick(0, "GoClear", sector=3).pick(0, "GoClear", sector=1)
    assert (race["0-1"], race["0-2"]) == ("+3 11", "+1 6")


@pytest.mark.rule("Z13.17", "Z8.3")
def test_road_and_speed_may_be_paid_one_by_one(table: Table) -> None:
    """Descent inside −2, speed 12 against A1's 8: net +2; in steps down to 0, then +4."""
    for reading, fatigue in (("net", 3), ("in-steps", 4)):
        race = table(3, {"0-1": "head 1"}, options={"fatigue": reading}, step="fatigue", speed=12, route="DP")
        assert race["0-1"] == f"head {fatigue}"


@pytest.mark.rule("Z13.18", "Z9.3")
def test_helpers_may_need_room_on_the_sheet_too(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in range(1, 6)}
    helpers = {}
    for reading in ("sprinters", "everybody"):
        race = table(3, front, options={"sprint_columns": reading}, step="turn", turn=10, pawn=None)
        for seat in range(3):
            race.pick(seat, "LineUp", rider=f"{seat}-1")
        for seat in range(3):
            race.pick(seat, "StopLineUp")
        helpers[reading] = sum(len(column["helpers"]) for column in race.view["sprint"]["columns"])
    assert helpers == {"sprinters": 12, "everybody": 7}


@pytest.mark.rule("Z13.19", "Z13.20", "Z7.8.3", "Z7.8.7")
def test_prices_are_per_rider_and_a_tie_succeeds(table: Table) -> None:
    race = table().challenge(0, "go-to-head", "perform 0-4").respond(1, "obstruct 1-3")
    assert race.tokens(0) == 5
    assert race.of("Decided")[0].won  # A4 and B3 ride 6


@pytest.mark.rule("Z13.20", "Z7.8.7")
def test_a_tie_may_fail(table: Table) -> None:
    race = table(options={"tie": "fails"}).challenge(0, "go-to-head", "perform 0-4")
    race.respond(1, "obstruct 1-3")
    assert not race.of("Decided")[0].won
    unopposed = table(options={"tie": "fails"}).challenge(0, "go-to-head", "perform 0-4").respond(1)
    assert unopposed.of("Decided")[0].won


@pytest.mark.rule("Z13.19", "Z7.8.3", "Z7.9", "Z7.11")
def test_a_challenge_may_cost_a_fee_besides_its_riders(table: Table) -> None:
    race = table(3, options={"challenge_price": "fee"}).challenge(0, "go-to-head", "perform 0-4", "help 0-1")
    assert race.tokens(0) == 6 - 1 - 2
    race.respond(1, "obstruct 1-1", "obstruct 1-2").respond(2)
    assert race.tokens(1) == 6 - 1 - 2
    race = table(3, options={"challenge_price": "fee"}).challenge(0, "break-away", "perform 0-1")
    assert race.tokens(0) == 6 - 2 - 2


@pytest.mark.rule("Z13.19")
@pytest.mark.parametrize(("price", "least"), [("riders", [1, 1, 2]), ("fee", [2, 2, 4])])
def test_the_least_a_challenge_costs_is_said_before_it_begins(
    table: Table, price: str, least: list[int]
) -> None:
    race = table(3, options={"challenge_price": price})
    said = {message.activity: message.points for message in race.kinds("ChooseActivity")}
    assert [said[deed] for deed in ("go-to-head", "raise-pace", "break-away")] == least
    assert said["eat"] == 2


@pytest.mark.rule("Z13.19", "Z7.10.1")
def test_who_cannot_pay_the_fee_is_not_asked(table: Table) -> None:
    options, teams = {"challenge_price": "fee"}, [{"tokens": 3}, {"tokens": 1, "spent": 5}]
    race = table(2, options=options, teams=teams)
    assert "break-away" not in race.activities()
    race.challenge(0, "raise-pace", "perform 0-1")
    assert race.step == "wishes"


@pytest.mark.rule("Z13.19", "Z7.11", "Z7.8.3")
@pytest.mark.parametrize(("tokens", "possible"), [(4, True), (3, False)])
def test_beginning_a_break_costs_a_fee_of_two_and_answering_it_one(
    tokens: int, possible: bool, table: Table
) -> None:
    options, teams = {"challenge_price": "fee"}, [{"tokens": tokens}, {"tokens": 2}, {"tokens": 1}]
    race = table(3, options=options, teams=teams)
    assert ("break-away" in race.activities()) is possible
    if possible:
        race.challenge(0, "break-away", "perform 0-1")
        assert race.tokens(0) == 0
        race.pick(1, "Help", rider="1-1")
        assert not race.can("Help")
        race.pick(1, "PayWith", special=0)
        assert race.tokens(1) == 0
        assert race.step == "depth"  # seat 2 cannot pay for a rider besides the fee


@pytest.mark.rule("Z13.21", "Z8.4")
def test_an_easy_road_may_carry_a_rider_ahead(position: Table) -> None:
    """Descent −6 and B1's 9 against 8: 7 are taken off, two more than five."""
    for reading, place in (("rests", "head"), ("carries", 2)):
        document = position(
            2, {"1-1": "head 12", "1-2": "-1 9", "0-1": "bunch 3"}, step="fatigue", route="DP"
        )
        own = DUE_RUOTE.own_data(our_folder())["own_set"]
        own["terrain"]["D"] |= {"in_peloton": -6, "outside": -7}
        document["options"] |= {"own_set": own, "easy_road": reading}
        race = g.from_position("due-ruote", document, seed=1).view()["riders"]
        assert (race["1-1"]["box"] or race["1-1"]["sector"]) == place
        assert race["1-1"]["fatigue"] == (5 if reading == "rests" else 7)


def our_folder() -> str:
    return str(resources.files("gruppetto.games.due_ruote") / "data")


@pytest.mark.rule("Z13.22", "Z7.8.4")
def test_obstructers_may_take_the_fatigue_of_the_right_side(table: Table) -> None:
    for reading, fatigue in (("two-sided", 1), ("one-sided", 3)):
        race = table(options={"sheet": reading}).challenge(0, "break-away", "perform 0-1")
        race.respond(1, "obstruct 1-1")
        assert race["1-1"] == f"head {fatigue}"


@pytest.mark.rule("Z13.24", "Z7.12.6")
def test_the_starter_of_a_control_may_keep_the_pawn(table: Table) -> None:
    for keeps, asked in ((False, 2), (True, 1)):
        race = table(3, short_of(5, 3), options={"control_keeps_pawn": keeps}).do(0, "slow-down", "0-1")
        race.pick(1, "ControlMove", rider="1-4")
        assert race.asks == asked


@pytest.mark.rule("Z13.25", "Z7.12.2", "Z7.12.8")
def test_an_own_empty_bunch_may_be_enough(table: Table) -> None:
    places = {f"{seat}-{n}": "+3 5" for seat in range(2) for n in range(1, 6)}
    places |= {f"0-{n}": "head 0" for n in range(1, 5)} | {"0-5": "bunch 20", "1-1": "+1 5", "1-2": "+1 5"}
    assert table(riders=places).do(0, "drink", "0-1").step == "activity"  # nobody can come up
    race = table(riders=places, options={"own_bunch_empty": True}, step="order", pawn=None).pick(0, "ActLast")
    assert race.step == "control"
    assert race.riders("ControlMove") == ["1-1", "1-2"]


@pytest.mark.rule("Z13.26", "Z9.4")
def test_the_first_player_may_also_line_up_last(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in (1, 2)}
    back = {f"{seat}-{n}": "bunch 0" for seat in range(3) for n in (3, 4, 5)}
    options = {"sprint_lineup_choice": True}
    race = table(3, front | back, options=options, step="turn", turn=10, pawn=None)
    assert race.step == "line-up-order"
    race.pick(0, "ActLast")
    assert race.asks == 1


@pytest.mark.rule("Z13.27", "Z7.8.9")
def test_who_has_passed_may_perform_if_one_reads_it_so(table: Table) -> None:
    teams = [{}, {"passed": True, "spent": 3, "tokens": 3}]
    race = table(teams=teams, options={"passed_may_perform": True}).challenge(0, "raise-pace", "perform 0-1")
    assert race.can("Perform")


@pytest.mark.rule("Z13.28", "Z7.6")
def test_who_joins_a_speed_up_may_pay_its_points(table: Table) -> None:
    riders = {f"{seat}-1": "+1 0" for seat in range(4)}
    teams = [{}, {"tokens": 2, "spent": 4, "special": 2}, {"tokens": 2, "spent": 4}, {}]
    race = table(4, riders, teams=teams, options={"join_price": "points"}).do(0, "speed-up", "0-1")
    race.pick(1, "Join", rider="1-1")
    assert race["1-1"] == "+2 2"
    assert (race.tokens(1), race.view["seats"][1]["special"]) == (0, 1)
    assert "Paid 1 speed-up 2 1" in race.told
    race.pick(3, "Join", rider="3-1")  # two tokens are not enough for the one between them
    assert race.tokens(3) == 3


@pytest.mark.rule("Z13.29", "Z7.8.5")
def test_on_the_way_to_the_head_the_bunch_may_have_no_say(table: Table) -> None:
    race = table(options={"respond_from": "always-head"}).pick(0, "ChooseActivity", activity="go-to-head")
    assert race.riders("Help") == ["0-1", "0-2", "0-3", "0-4", "0-5"]
    race.respond(0, "help 0-5", "perform 0-4")
    assert race.riders("Obstruct") == race.riders("Help") == ["1-1", "1-2", "1-3"]


@pytest.mark.rule("Z13.29", "Z13.15")
def test_who_has_nobody_in_the_head_may_still_go_there_along(table: Table) -> None:
    bunch = {f"1-{number}": "bunch 0" for number in (1, 2, 3)}
    for joins in (False, True):
        options = {"respond_from": "always-head", "join_as_performer": joins}
        race = table(3, bunch, options=options).challenge(0, "go-to-head", "perform 0-4")
        assert race.asks == (1 if joins else 2)
        assert not joins or (race.riders("Perform"), race.riders("Obstruct")) == (
            [f"1-{n}" for n in range(1, 6)],
            [],
        )


@pytest.mark.rule("Z13.29", "Z13.11")
def test_the_pace_and_a_break_are_still_the_heads(table: Table) -> None:
    for activity in ("raise-pace", "break-away"):
        race = table(options={"respond_from": "always-head"}).challenge(0, activity, "perform 0-1")
        assert race.riders("Obstruct") == ["1-1", "1-2", "1-3"]


@pytest.mark.rule("Z13.30", "Z7.10.1")
def test_all_riders_in_the_head_may_have_to_answer_a_pace(table: Table) -> None:
    options = {"pace_duty": "all-riders"}
    race = table(options=options).challenge(0, "raise-pace", "perform 0-1")
    for rider in ("1-2", "1-3"):
        race.pick(1, "Obstruct", rider=rider)
        assert not race.can("PayWith")
    race.pick(1, "Obstruct", rider="1-1").pick(1, "PayWith")
    assert race.tokens(1) == 3


@pytest.mark.rule("Z13.30", "Z7.8.2", "Z7.8.3")
def test_no_more_riders_answer_a_pace_than_a_side_takes_and_base_tokens_pay(table: Table) -> None:
    head = {f"1-{number}": "head 0" for number in range(1, 6)}
    options = {"pace_duty": "all-riders"}
    for tokens, role, due in ((6, "Obstruct", 4), (4, "Obstruct", 3), (6, "Help", 3), (2, "Help", 2)):
        teams = [{}, {"tokens": tokens, "spent": 6 - tokens, "special": 4}]
        race = table(2, head, teams=teams, options=options).challenge(0, "raise-pace", "perform 0-1")
        for placed in range(1, due + 1):
            race.pick(1, role, rider=f"1-{placed}")
            assert race.can("PayWith") == (placed == due), (tokens, role, placed)


@pytest.mark.rule("Z13.30", "Z13.11")
def test_neither_the_bunch_nor_tired_riders_nor_another_challenge_are_part_of_that_duty(table: Table) -> None:
    options = {"pace_duty": "all-riders", "respond_from": "peloton"}
    race = table(2, {"1-2": "head 20", "1-3": "head 20"}, options=options)
    race.challenge(0, "raise-pace", "perform 0-1").pick(1, "Obstruct", rider="1-1")
    assert race.can("PayWith")
    assert race.riders("Obstruct") == ["1-4", "1-5"]
    race = table(options=options).challenge(0, "break-away", "perform 0-1").pick(1, "Obstruct", rider="1-1")
    assert race.can("PayWith")


@pytest.mark.rule("Z13.10", "Z13.23")
def test_every_option_has_a_usual_reading_and_says_what_it_is_about() -> None:
    room = next(entry for entry in g.games() if entry["id"] == "due-ruote")
    for name, field in room["schema"]["$defs"]["Options"]["properties"].items():
        assert field.get("description"), name
        assert "default" in field, name
