"""The rules of the Grand Tour, number by number (GT1 to GT10)."""

import random
from types import ModuleType
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.flamme_rouge.grand_tour.rules.classification import leader_of
from gruppetto.games.game import no_numbers

FLAT = "abcdlu"
ALL = ["0S", "0R", "1S", "1R", "2S", "2R"]


def last_one_home(tours: ModuleType, riders: list[str], **more: Any) -> Any:
    """All riders but the last named are home in this order; he crosses now, one square past the line."""
    *home, last = riders
    entries: dict[str, Any] = dict.fromkeys(home, "home")
    entries[last] = {"square": 26, "lane": "right", "deck": {"5": 1}}
    tour = tours.begun(tours.document(entries, race={"round": 9}, **more))
    ridden = tours.Round(tour)
    ridden.events = tours.pick(tour, int(last[0]), "PlayCard", card=5)
    return ridden


def ranked(tour: g.Match) -> list[int]:
    scores = no_numbers(tour.seats)
    loops.rank(tour.game.rules.score, tour.state, scores)
    return sorted(range(tour.seats), key=lambda seat: -scores[seat])


# --- points and the winner --------------------------------------------------------------------------


@pytest.mark.rule("GT1", "GT2")
def test_stage_places_and_the_general_classification_earn_points(tours: ModuleType) -> None:
    """0S, 1S, 1R take the stage; 1R leads the classification before 2S and 0R."""
    times = {"0S": 300, "0R": 120, "1S": 400, "1R": 60, "2S": 90, "2R": 200}
    ridden = last_one_home(
        tours,
        ["0S", "1S", "1R", "0R", "2S", "2R"],
        stages=[FLAT],
        standings={name: {"time": time} for name, time in times.items()},
    )
    assert ridden.tour.over
    assert {event.rider: event.points for event in ridden.of("StagePoints")} == {"0S": 3, "1S": 2, "1R": 1}
    assert {event.rider: event.points for event in ridden.of("TourPoints")} == {"1R": 3, "2S": 2, "0R": 1}
    result = ridden.tour.result
    assert result is not None
    assert [(team["seat"], team["points"]) for team in result["teams"]] == [(1, 6), (0, 4), (2, 2)]
    assert (result["winner"], result["seats"]) == (1, [1, 0, 2])
    assert ranked(ridden.tour) == [1, 0, 2]
    assert ridden.of("TourEnded")[0].seat == 1


@pytest.mark.rule("GT1")
def test_points_count_not_time(tours: ModuleType) -> None:
    """Team 0 has the fastest rider, team 1 more points."""
    ridden = last_one_home(
        tours,
        ["1S", "1R", "0S", "0R"],
        stages=[FLAT, FLAT],
        stage=2,
        history=tours.ridden(["1S", "1R", "0S", "0R"]),
        standings={"0S": {"time": 20}, "1S": {"time": 90}, "1R": {"time": 100}},
    )
    result = ridden.tour.result
    assert result is not None
    assert result["riders"][0]["rider"] == "0S"
    assert result["winner"] == ridden.of("TourEnded")[0].seat == 1
    ridden = last_one_home(
        tours,
        ["0S", "0R", "1S", "1R"],
        stage=2,
        history=tours.ridden(["0S", "0R", "1S", "1R"]),
        standings={"1S": {"time": 20}, "0S": {"time": 90}, "0R": {"time": 100}},
    )
    assert ridden.of("TourEnded")[0].seat == 0


@pytest.mark.rule("GT2")
def test_whoever_is_out_of_the_classification_earns_no_points_there(tours: ModuleType) -> None:
    standings = {"0S": {"time": None}, "0R": {"time": None}, "1S": {"time": None}, "1R": {"time": 100}}
    ridden = last_one_home(tours, ["0S", "0R", "1S", "1R"], stages=[FLAT], standings=standings)
    assert [(event.rider, event.points) for event in ridden.of("TourPoints")] == [("1R", 3)]
    assert ridden.tour.result is not None
    assert ridden.tour.result["winner"] == 0


# --- the finish -------------------------------------------------------------------------------------


@pytest.mark.rule("GT3")
def test_a_stage_goes_on_until_everybody_is_home(tours: ModuleType) -> None:
    ridden = tours.ride(
        {"0S": ("30 right", 5), "0R": ("20 right", 3), "1S": ("5 right", 2), "1R": ("9 right", 3)}
    )
    view = ridden.tour.view()
    assert (view["round"], view["phase"]) == (6, "energy")
    assert view["riders"]["0S"]["square"] is None
    assert view["riders"]["0S"]["place"] == 1
    assert ridden.tour.waiting == (0, 1)
    assert view["riders"]["0R"]["drawn"]  # the only rider of his team still on the road


@pytest.mark.rule("GT3")
def test_whoever_has_crossed_shelters_the_others_once_more(tours: ModuleType) -> None:
    """0S ends on the first square past the line, 0R two behind him: carried, and not in the wind."""
    ridden = tours.ride(
        {"0S": ("27 right", 4), "0R": ("26 right", 3), "1S": ("3 right", 2), "1R": ("9 right", 3)}
    )
    assert ridden.moved["0R"] == 29
    assert ridden.carried["0R"] == 30
    assert "0R" not in {event.rider for event in ridden.of("Tired")}
    assert "0S" not in {event.rider for event in ridden.of("Tired")}
    assert ridden.crossed == {"0S": (1, 1)}


@pytest.mark.rule("GT3")
def test_a_rider_carried_over_the_line_is_home_behind_those_who_rode_over_it(tours: ModuleType) -> None:
    """0S and 1S on the second square past the line, 0R just before it: carried onto the first."""
    ridden = tours.ride(
        {"0S": ("28 right", 4), "1S": ("27 right", 5), "0R": ("27 left", 3), "1R": ("9 right", 3)}
    )
    assert ridden.moved["0R"] == 30
    assert ridden.carried == {"0R": 31}
    assert ridden.crossed == {"0S": (1, 2), "1S": (2, 2), "0R": (3, 1)}
    assert ridden.gained == {"0S": 30, "1S": 30, "0R": 10}


@pytest.mark.rule("GT3", "GT6")
def test_second_of_the_stage_by_slipstream_gains_ten_seconds_more(tours: ModuleType) -> None:
    ridden = tours.ride(
        {"0S": ("28 right", 4), "0R": ("27 left", 3), "1S": ("3 right", 2), "1R": ("9 right", 3)}
    )
    assert ridden.crossed == {"0S": (1, 2), "0R": (2, 1)}
    assert ridden.gained == {"0S": 30, "0R": 20}


@pytest.mark.rule("GT3")
def test_finishers_are_not_carried_themselves(tours: ModuleType) -> None:
    ridden = tours.ride(
        {"0S": ("29 right", 4), "1S": ("27 right", 4), "0R": ("5 left", 3), "1R": ("9 right", 3)}
    )
    assert ridden.moved == {"0S": 33, "1S": 31, "1R": 12, "0R": 8}
    assert ridden.carried == {}
    assert ridden.gained == {"0S": 40, "1S": 20}


@pytest.mark.rule("GT3", "FR5.4")
def test_those_on_the_road_tire_as_in_any_race(tours: ModuleType) -> None:
    """0S is past the line; 0R and 1R ride in the wind, 1S behind 1R."""
    ridden = tours.ride(
        {"0S": ("30 right", 5), "0R": ("20 right", 3), "1R": ("9 right", 3), "1S": ("9 left", 2)}
    )
    assert [event.rider for event in ridden.of("Tired")] == ["0R", "1R"]
    assert ridden.tour.view()["supply"] == {"S": 30, "R": 28}


@pytest.mark.rule("GT3", "GT8")
def test_by_another_reading_finishers_tire_too_and_carry_it_over(tours: ModuleType) -> None:
    """0S rides over the line into the wind, 1S over it behind 0S; the card of 0S comes with them."""
    riders = {"0S": ("30 right", 5), "1S": ("29 right", 5), "0R": ("20 right", 3), "1R": ("9 right", 3)}
    assert tours.ride(riders).tour.view()["riders"]["0S"]["exhaustion"] == 0
    ridden = tours.ride(riders, options={"finishers": "tire"})
    assert ridden.moved["0S"] == ridden.moved["1S"] + 1
    assert [event.rider for event in ridden.of("Tired")] == ["0S", "0R", "1R"]
    view = ridden.tour.view()
    assert (view["riders"]["0S"]["exhaustion"], view["riders"]["1S"]["exhaustion"]) == (1, 0)
    assert ridden.tour.position()["options"]["finishers"] == "tire"
    again = g.from_position("flamme-rouge-tour", ridden.tour.position(), seed=1)
    assert again.position() == ridden.tour.position()


@pytest.mark.rule("GT3")
def test_a_team_that_is_home_decides_nothing_any_more(tours: ModuleType) -> None:
    ridden = tours.ride({"1S": ("5 right", 2), "1R": ("9 right", 3)}, home=("0S", "0R"))
    assert ridden.tour.waiting == (1,)
    assert ridden.of("RanOut") == []  # they have no cards, and need none


DECK_OF = {"1S": {"2": 3, "3": 3, "4": 3}, "1R": {"3": 3, "4": 3, "7": 3}}


def with_dummies(tours: ModuleType, team: str, riders: dict[str, str], **script: list[int | str]) -> Any:
    """A round of a stage in which 0R, alone against a dummy team, plays a 3 from square 5.

    Muscle's riders have nine cards each. Peloton's lie with the rouleur, and there is an Attack more.
    """
    decks = DECK_OF if team == "muscle" else {"1S": {}, "1R": {**DECK_OF["1R"], "A": 1}}
    entries: dict[str, Any] = {"0S": "home", "0R": {"square": 5, "lane": "right", "deck": {"3": 3}}}
    standings: dict[str, Any] = {}
    for name, place in riders.items():
        square = {} if place == "home" else {"square": int(place), "lane": "right"}
        entries[name] = {**square, "deck": decks[name]}
        standings[name] = {"place": 2 + len(standings)} if place == "home" else {}
    tour = tours.begun(
        tours.document(
            entries,
            options={"teams": ["player", team]},
            race={"round": 5, "script": script},
            standings={"0S": {"place": 1}, **standings},
        )
    )
    ridden = tours.Round(tour)
    ridden.events = tours.pick(tour, 0, "PlayCard", card=3)
    return ridden


def face_down(ridden: Any) -> tuple[int, int]:
    """The cards that are left to either rider of the dummy team."""
    riders = ridden.tour.view()["riders"]
    return riders["1S"]["face_down"], riders["1R"]["face_down"]


@pytest.mark.rule("GT3", "FR9")
@pytest.mark.parametrize(("team", "left"), [("muscle", (9, 8)), ("peloton", (0, 9))])
def test_a_dummy_who_is_home_plays_no_card(team: str, left: tuple[int, int], tours: ModuleType) -> None:
    """The mate still on the road plays one: Muscle's of their own deck, Peloton's of the only one."""
    ridden = with_dummies(tours, team, {"1S": "home", "1R": "10"}, **{"1R": [4]})
    assert [(event.rider, event.card) for event in ridden.of("Revealed")] == [("1R", 4), ("0R", 3)]
    assert ridden.moved["1R"] == 14
    assert face_down(ridden) == left
    assert ridden.tour.view()["riders"]["1S"]["revealed"] is None


@pytest.mark.rule("GT3", "FR9")
@pytest.mark.parametrize(("team", "drawn", "left"), [("muscle", "1S", (8, 9)), ("peloton", "1R", (0, 9))])
def test_the_rouleur_may_be_home_first(
    team: str, drawn: str, left: tuple[int, int], tours: ModuleType
) -> None:
    ridden = with_dummies(tours, team, {"1R": "home", "1S": "10"}, **{drawn: [4]})
    assert [(event.rider, event.card) for event in ridden.of("Revealed")] == [("1S", 4), ("0R", 3)]
    assert face_down(ridden) == left


@pytest.mark.rule("GT3", "FR9")
@pytest.mark.parametrize(("team", "left"), [("muscle", (9, 9)), ("peloton", (0, 10))])
def test_a_dummy_team_that_is_home_turns_up_nothing(
    team: str, left: tuple[int, int], tours: ModuleType
) -> None:
    ridden = with_dummies(tours, team, {"1S": "home", "1R": "home"})
    assert [event.rider for event in ridden.of("Revealed")] == ["0R"]
    assert face_down(ridden) == left


@pytest.mark.rule("GT3", "FR9")
def test_a_dummy_who_comes_home_leaves_the_other_cards_face_down(tours: ModuleType) -> None:
    ridden = with_dummies(tours, "muscle", {"1S": "29", "1R": "10"}, **{"1S": [4], "1R": [4]})
    assert ridden.crossed == {"1S": (2, 3)}
    assert face_down(ridden) == (8, 8)


@pytest.mark.rule("GT3", "FR9")
@pytest.mark.parametrize(("home", "alone"), [("1S", "1R"), ("1R", "1S")])
def test_an_attack_moves_a_rider_left_alone_two_squares(home: str, alone: str, tours: ModuleType) -> None:
    ridden = with_dummies(tours, "peloton", {home: "home", alone: "10"}, **{"1R": ["A"]})
    assert ridden.moved[alone] == 12


# --- the clock --------------------------------------------------------------------------------------


@pytest.mark.rule("GT4")
def test_everybody_starts_on_one_twenty(tours: ModuleType) -> None:
    view = g.start("flamme-rouge-tour", seats=3, options={"traits": False}).view()
    assert {rider["time"] for rider in view["riders"].values()} == {80}
    tracker = view["tour"]["tracker"]
    assert (tracker["minutes"], tracker["rows"]) == (10, 6)
    assert {(token["minute"], token["row"]) for token in tracker["tokens"]} == {(1, 2)}


@pytest.mark.rule("GT4")
def test_before_anybody_has_crossed_nobody_loses_time(tours: ModuleType) -> None:
    ridden = tours.ride(
        {"0S": ("10 right", 5), "0R": ("9 right", 3), "1S": ("5 right", 2), "1R": ("7 right", 3)}
    )
    assert set(ridden.times.values()) == {80}


@pytest.mark.rule("GT4")
def test_in_every_later_round_those_on_the_road_lose_a_minute(tours: ModuleType) -> None:
    """Also when nobody crosses in it; whoever is home neither gains nor loses."""
    ridden = tours.ride({"1S": ("5 right", 2), "1R": ("9 right", 3)}, home=("0S", "0R"))
    assert ridden.times == {"0S": 80, "0R": 80, "1S": 140, "1R": 140}
    assert {event.rider for event in ridden.of("LostTime")} == {"1S", "1R"}


@pytest.mark.rule("GT4")
def test_a_rider_who_is_out_of_it_neither_gains_nor_loses(tours: ModuleType) -> None:
    ridden = tours.ride(
        {"0S": ("30 right", 5), "0R": ("20 right", 3), "1S": ("5 right", 2), "1R": ("9 right", 3)},
        standings={"0S": {"time": None}, "1S": {"time": None}},
    )
    assert ridden.times == {"0S": None, "0R": 140, "1S": None, "1R": 140}
    assert ridden.gained == {}
    assert ridden.of("ClockShifted") == ridden.of("DroppedOut") == []


@pytest.mark.rule("GT7")
def test_a_shift_passes_by_whoever_is_out_of_it(tours: ModuleType) -> None:
    """0S on 0:50 gains a minute and is back on 0:50 with the shift; 1R stays out."""
    ridden = tours.ride(
        {"0S": ("30 right", 5), "0R": ("20 right", 3), "1S": ("5 right", 2), "1R": ("9 right", 3)},
        standings={"0S": {"time": 50}, "1R": {"time": None}},
    )
    assert [event.seconds for event in ridden.of("ClockShifted")] == [60]
    assert ridden.times == {"0S": 50, "0R": 200, "1S": 200, "1R": None}


@pytest.mark.rule("GT5")
def test_a_line_is_read_before_slipstream(tours: ModuleType) -> None:
    """0S on the fifth square past the line, 1S on the third: slipstream would join them, time does not."""
    ridden = tours.ride(
        {"0S": ("30 right", 5), "1S": ("28 right", 5), "0R": ("5 left", 3), "1R": ("9 right", 3)}
    )
    assert ridden.gained == {"0S": 60, "1S": 40}


@pytest.mark.rule("GT5")
def test_riders_who_crossed_in_an_earlier_round_are_no_part_of_a_line(tours: ModuleType) -> None:
    ridden = tours.ride({"0S": ("28 right", 4), "1R": ("9 right", 3)}, home=("1S", "0R"))
    assert ridden.gained == {"0S": 20}


@pytest.mark.rule("GT6")
def test_the_second_gains_ten_seconds_in_the_round_in_which_he_crosses(tours: ModuleType) -> None:
    ridden = tours.ride({"0S": ("28 right", 4), "0R": ("5 left", 3), "1R": ("9 right", 3)}, home=("1S",))
    assert ridden.gained == {"0S": 30}
    ridden = tours.ride({"0S": ("28 right", 4), "1R": ("9 right", 3)}, home=("1S", "0R"))
    assert ridden.gained == {"0S": 20}


@pytest.mark.rule("GT7", "FR8.5")
def test_losses_gains_and_bonus_come_first_then_the_shift_then_the_last_field(tours: ModuleType) -> None:
    """0S on 0:50 gains 60 s: all go up a minute, which takes 1S to 9:40, still in, and 1R out."""
    ridden = tours.ride(
        {"0S": ("30 right", 5), "0R": ("20 right", 3), "1S": ("5 right", 2), "1R": ("9 right", 3)},
        standings={"0S": {"time": 50}, "1S": {"time": 460}, "1R": {"time": 470}},
    )
    assert ridden.times == {"0S": 50, "0R": 200, "1S": 580, "1R": None}
    told = [event.key for event in ridden.events]
    assert told.index("LostTime") < told.index("ClockShifted") < told.index("DroppedOut")


@pytest.mark.rule("GT7")
def test_a_rider_out_of_the_classification_still_scores_stage_places(tours: ModuleType) -> None:
    ridden = last_one_home(tours, ["0S", "0R", "1S", "1R"], standings={"0S": {"time": None}})
    assert ridden.tour.view()["seats"][0]["points"] == 5


# --- between the stages -----------------------------------------------------------------------------


@pytest.mark.rule("GT8")
def test_energy_cards_and_supplies_are_complete_again(tours: ModuleType) -> None:
    ridden = last_one_home(tours, ["0S", "0R", "1S", "1R"])
    tour = ridden.tour
    assert tour.view()["tour"]["stage"] == 2
    position = tour.position()
    assert position["race"]["riders"]["0S"]["deck"] == {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3}
    assert position["race"]["riders"]["1R"]["deck"] == {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}
    assert tour.view()["supply"] == {"S": 30, "R": 30}


@pytest.mark.rule("GT8")
def test_exhaustion_of_earlier_stages_is_counted_with_the_rest(tours: ModuleType) -> None:
    """He began the stage with three cards, has five now wherever they lie, and keeps three."""
    cards = {"square": 26, "lane": "right", "deck": {"5": 1, "X": 1}, "recycled": {"X": 4}}
    riders = {"0S": "home", "0R": "home", "1R": "home", "1S": cards}
    tour = tours.begun(
        tours.document(
            riders,
            standings={"1S": {"carried_over": 3}},
            race={"round": 9, "script": {"1S": [5, "X", "X", "X"]}},
        )
    )
    tours.pick(tour, 1, "PlayCard", card=5)
    assert tour.view()["riders"]["1S"]["carried_over"] == 3


@pytest.mark.rule("GT8")
def test_a_handicap_is_taken_before_the_first_stage_and_recovers_like_all_exhaustion() -> None:
    tour = g.start("flamme-rouge-tour", seats=2, seed=1, options={"traits": False, "handicap": [0, 2]})
    view = tour.view()
    assert [rider["exhaustion"] for rider in view["riders"].values()] == [0, 0, 2, 2]
    assert view["supply"] == {"S": 28, "R": 28}


@pytest.mark.rule("GT8")
def test_what_is_kept_is_shuffled_into_the_next_deck(tours: ModuleType) -> None:
    entries: dict[str, Any] = {"0S": {"deck": {"X": 4}}, "0R": {}, "1R": {}}
    entries["1S"] = {"square": 26, "lane": "right", "deck": {"5": 1}}
    standings = {"0S": {"place": 1}, "0R": {"place": 2}, "1R": {"place": 3}}
    tour = tours.begun(tours.document(entries, standings=standings, race={"round": 9}))
    tours.pick(tour, 1, "PlayCard", card=5)
    assert tour.position()["race"]["riders"]["0S"]["deck"] == {"X": 2, "2": 3, "3": 3, "4": 3, "5": 3, "9": 3}


def placing_order(tour: g.Match) -> list[int]:
    """The seats in the order in which they place their riders."""
    order: list[int] = []
    while tour.view()["phase"] == "placement":
        (seat,) = tour.waiting
        order.append(seat)
        tour.play(seat, tour.choices(seat)[0])
    assert order[::2] == order[1::2]
    return order[::2]


@pytest.mark.rule("GT9")
def test_the_team_with_the_fewest_points_places_first(tours: ModuleType) -> None:
    """The stage goes to 1S, 0S, 1R: four points for team 1, two for team 0, none for team 2."""
    ridden = last_one_home(tours, ["1S", "0S", "1R", "0R", "2S", "2R"])
    assert placing_order(ridden.tour) == [2, 0, 1]
    ridden = last_one_home(tours, ["0S", "1S", "0R", "1R", "2S", "2R"])
    assert placing_order(ridden.tour) == [2, 1, 0]


@pytest.mark.rule("GT9")
def test_in_the_first_stage_teams_place_clockwise() -> None:
    tour = g.start("flamme-rouge-tour", seats=4, options={"traits": False, "first": 2})
    assert placing_order(tour) == [2, 3, 0, 1]


@pytest.mark.rule("GT9", "GT10")
def test_of_two_teams_level_on_points_the_slower_places_first(tours: ModuleType) -> None:
    """Three points each; team 0 is led by 0R on 0:30, team 1 by 1S on 1:00."""
    times = {"0S": 200, "0R": 30, "1S": 60, "1R": 200}
    ridden = last_one_home(
        tours,
        ["0S", "1S", "1R", "0R"],
        standings={name: {"time": time} for name, time in times.items()},
    )
    assert [seat["points"] for seat in ridden.tour.view()["seats"]] == [3, 3]
    assert placing_order(ridden.tour) == [1, 0]


LEVEL = {
    # Three points each, and both led by a sprinteur on 1:40: the winner of the stage is one of them.
    "the winner's team is favoured": (["0S", "1S", "1R", "0R"], {"0S": 100, "1S": 100}, [0, 1]),
    "whatever its seat": (["1S", "0S", "0R", "1R"], {"0S": 100, "1S": 100}, [1, 0]),
    # 0R, the last, stands for team 0, since 0S, who won, is slower. So 1S, second, has the better place.
    "the leader's place counts": (["0S", "1S", "1R", "0R"], {"0R": 110, "1S": 100}, [1, 0]),
    # Within team 0 both have 1:40, and 0S, who won, stands for it.
    "the better of two alike": (["0S", "1S", "1R", "0R"], {"0S": 100, "0R": 110, "1S": 100}, [0, 1]),
    "nobody has a time": (["1S", "0S", "0R", "1R"], dict.fromkeys(["0S", "0R", "1S", "1R"]), [1, 0]),
    "nor here": (["0S", "1S", "1R", "0R"], dict.fromkeys(["0S", "0R", "1S", "1R"]), [0, 1]),
    "a rouleur leads": (["0R", "1S", "1R", "0S"], dict.fromkeys(["0S", "0R", "1S", "1R"]), [0, 1]),
    "one team has no time": (["0S", "1S", "1R", "0R"], {"1S": None, "1R": None}, [1, 0]),
    "one rider has no time": (["0S", "1S", "1R", "0R"], {"0S": None, "1S": None, "1R": 400}, [1, 0]),
}


@pytest.mark.rule("GT9", "GT10")
@pytest.mark.parametrize("case", LEVEL)
def test_level_on_points_and_time_the_better_latest_place_places_first(case: str, tours: ModuleType) -> None:
    """The last of the finish crosses now and gains ten seconds; all who are not named are on 5:00."""
    finish, times, order = LEVEL[case]
    given = {name: {"time": times.get(name, 300)} for name in finish}
    ridden = last_one_home(tours, finish, standings=given)
    assert [seat["points"] for seat in ridden.tour.view()["seats"]] == [3, 3]
    assert placing_order(ridden.tour) == order


@pytest.mark.rule("GT1", "GT10")
def test_level_on_points_and_time_the_better_latest_place_wins_the_tour(tours: ModuleType) -> None:
    """Nobody is left in the classification, so nobody earns points in it: three all."""
    gone = {name: {"time": None} for name in ["0S", "0R", "1S", "1R"]}
    ridden = last_one_home(tours, ["1S", "0S", "0R", "1R"], stages=[FLAT], standings=gone)
    assert ridden.of("TourPoints") == []
    assert (ridden.tour.result["winner"], ranked(ridden.tour)) == (1, [1, 0])
    assert ridden.of("TourEnded")[0].seat == 1


THREE = ["0S", "0R", "1S", "1R", "2S", "2R"]


@pytest.mark.rule("GT9", "GT10")
@pytest.mark.parametrize(
    ("quick", "order"),
    [(["0S", "1S", "2S"], [2, 1, 0]), (["0R", "1R", "2R"], [2, 1, 0]), (["2R", "1R", "0S"], [0, 1, 2])],
)
def test_the_slowest_of_three_level_teams_places_first(
    quick: list[str], order: list[int], tours: ModuleType
) -> None:
    """Four points each; the riders named are on 1:00, 2:00 and 3:00, their mates on 5:00."""
    times = dict.fromkeys(THREE, 300) | {name: 60 * n for n, name in enumerate(quick, 1)}
    ridden = last_one_home(
        tours,
        ["0S", "1S", "2S", "2R", "1R", "0R"],
        standings={name: {"time": time + 10 * (name == "0R")} for name, time in times.items()},
        stages=[FLAT, FLAT, FLAT],
        stage=2,
        history=tours.ridden(["2S", "1S", "0S", "0R", "1R", "2R"]),
    )
    assert [seat["points"] for seat in ridden.tour.view()["seats"]] == [4, 4, 4]
    assert placing_order(ridden.tour) == order


@pytest.mark.rule("GT1", "GT10")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_any_seat_wins_a_tour_by_its_points(winner: int, tours: ModuleType) -> None:
    """Nobody has a time any more; the sprinteurs take the stage, and then it is the other way round."""
    others = [seat for seat in range(3) if seat != winner]
    finish = [f"{seat}S" for seat in (winner, *others)] + [f"{seat}R" for seat in (*others, winner)]
    gone = {name: {"time": None} for name in THREE}
    ridden = last_one_home(tours, finish, stages=[FLAT], standings=gone)
    assert ridden.of("TourEnded")[0].seat == ridden.tour.result["winner"] == winner
    assert ranked(ridden.tour)[0] == winner


def scores(tour: g.Match) -> list[int]:
    found = no_numbers(tour.seats)
    loops.rank(tour.game.rules.score, tour.state, found)
    return [int(score) for score in found[: tour.seats]]


@pytest.mark.rule("GT1", "GT10")
def test_a_score_is_points_then_time_then_the_latest_place(tours: ModuleType) -> None:
    """A point is 1000, a second 1, and a place less than the ten seconds of a row."""
    times = {"0S": 100, "0R": 90, "1S": None, "1R": None, "2S": 580, "2R": 570}
    ridden = last_one_home(
        tours,
        ["1S", "1R", "0S", "2S", "2R", "0R"],
        stages=[FLAT, FLAT],
        standings={name: {"time": time} for name, time in times.items()},
    )
    assert ridden.times == {**times, "0R": 80}
    # 0R leads team 0 as the sixth, 1S team 1 as the first, 2R team 2 as the fifth.
    assert scores(ridden.tour) == [1000 + 510 + 3, 5000 + 8, 20 + 4]


# --- what is told -----------------------------------------------------------------------------------


@pytest.mark.rule("GT2", "GT3", "GT4", "GT8")
def test_the_last_round_of_a_stage_is_told_in_full(tours: ModuleType) -> None:
    """1R, fourth, crosses one square past the line; three have exhaustion, and the second stage begins."""
    entries: dict[str, Any] = {
        "0S": {"deck": {"X": 3}},
        "0R": {"deck": {"X": 1}},
        "1S": {},
        "1R": {"square": 26, "lane": "right", "deck": {"5": 1}, "recycled": {"X": 2}},
    }
    standings = {"0S": {"place": 1}, "0R": {"place": 2}, "1S": {"place": 3}, "1R": {"time": 400}}
    race = {"round": 9, "script": {"1R": [5]}}
    tour = tours.begun(tours.document(entries, standings=standings, race=race))
    events = tours.pick(tour, 1, "PlayCard", card=5)
    assert [event.text for event in events] == [
        "Red’s rouleur plays 5 face down.",
        "Red’s rouleur shows 5.",
        "Red’s rouleur rides from 26 to 31.",
        "Red’s rouleur crosses the line: place 4, 1 square past it.",
        "Red’s rouleur gains 10 seconds: 6:30.",
        "Everybody is home: Blue’s sprinteur wins stage 1.",
        "Blue’s sprinteur, place 1 of the stage, earns 3 tour points.",
        "Blue’s rouleur, place 2 of the stage, earns 2 tour points.",
        "Red’s sprinteur, place 3 of the stage, earns 1 tour point.",
        "Blue’s sprinteur gives back 1 exhaustion card and keeps 2.",
        "Blue’s rouleur gives back 0 exhaustion cards and keeps 1.",
        "Red’s rouleur gives back 1 exhaustion card and keeps 1.",
        "Stage 2",
    ]


@pytest.mark.rule("GT8", "GT1")
def test_every_stage_has_its_own_road_and_its_own_chance(tours: ModuleType) -> None:
    ridden = last_one_home(
        tours, ["0S", "0R", "1S", "1R"], stages=[FLAT, "AejLbNCU", FLAT], options={"first": 0}
    )
    race = ridden.tour.state["race"]
    single = g.flamme_rouge.FLAMME_ROUGE
    alone = single.setup(single.options({"stage": "AejLbNCU", "teams": ["player", "player"]}), 2)
    for name in ("tiles", "terrain", "start_squares", "line", "last_square"):
        assert race["setup"][name][0].tolist() == alone[name][0].tolist()
    assert race["drawn"][0].tolist() == [0] * 9
    assert not set(race["key"][0].tolist()) & set(ridden.tour.state["key"][0].tolist())
    assert len(set(race["key"][0].tolist())) == 9


@pytest.mark.rule("GT3", "GT8")
def test_a_new_stage_begins_with_nothing_of_the_last_but_time_points_and_fatigue(tours: ModuleType) -> None:
    entries: dict[str, Any] = {
        "0S": {"deck": {"X": 5}},
        "0R": {},
        "1S": {"deck": {"X": 2}},
        "1R": {"square": 26, "lane": "right", "deck": {"5": 1}, "recycled": {"X": 1}},
    }
    standings = {"0S": {"place": 1}, "0R": {"place": 3}, "1S": {"place": 2}, "1R": {"time": 400}}
    options = {"cooperation": True, "first": 0}
    race = {"round": 9, "script": {"1R": [5]}}
    tour = tours.begun(tours.document(entries, standings=standings, race=race, options=options))
    tours.pick(tour, 1, "PlayAndShow", card=5, to=0)
    state, race_now = tour.state, tour.state["race"]
    for table in ("place", "crossed", "past", "gain", "used"):
        assert state[table][0].tolist() == [0] * 8
    assert state["shown"][0].tolist() == [-1] * 8
    assert (int(state["home"][0]), int(state["stage"][0]), int(state["rounds"][0])) == (0, 1, 9)
    assert (int(race_now["rounds"][0]), int(race_now["phase"][0])) == (0, 0)
    assert state["fatigue"][0].tolist() == [3, 0, 1, 1, 0, 0, 0, 0]
    assert tour.view()["supply"] == {"S": 26, "R": 29}
    assert state["latest"][0].tolist() == [1, 3, 2, 4, 0, 0, 0, 0]
    assert state["finishers"][0].tolist()[:8] == [0, 2, 1, 3, 0, 0, 0, 0]
    assert state["clock"][0].tolist()[:8] == [80, 80, 80, 390, 0, 0, 0, 0]
    assert tour.waiting == (1,)


@pytest.mark.rule("GT3", "GT8")
def test_whoever_comes_home_puts_their_energy_cards_away_and_leaves_the_road(tours: ModuleType) -> None:
    """0S wins from 30 with a 5 before 1S; both had exhaustion, and those on the road keep all they have."""
    cards: dict[str, Any] = {
        "0S": {
            "square": 30,
            "deck": {"5": 3, "9": 1},
            "recycled": {"2": 1, "X": 1, "3": 3},
            "known": {"fresh": 1},
        },
        "0R": {"square": 9, "deck": {"3": 3, "4": 3}},
        "1S": {"square": 28, "deck": {"5": 3, "2": 1, "X": 1}},
        "1R": {"square": 5, "deck": {"3": 3, "4": 3}},
    }
    entries = {name: {"lane": "right", **rider} for name, rider in cards.items()}
    script: dict[str, Any] = {"0S": [5], "0R": [3], "1S": [5], "1R": [3]}
    tour = tours.begun(tours.document(entries, race={"round": 6, "script": script}))
    tours.play_round(tour, {name: plays[0] for name, plays in script.items()}, {})
    riders = tour.position()["race"]["riders"]
    assert [riders[name]["deck"] for name in ("0S", "1S")] == [{"X": 1}, {"X": 1}]
    assert [riders[name].get("known") for name in ("0S", "1S")] == [None, None]
    assert [riders[name]["recycled"] for name in ("0S", "1S")] == [{}, {}]
    race = tour.state["race"]
    assert race["square"][0].tolist()[:4] == [-1, 12, -1, 8]
    assert [square for square, lanes in enumerate(race["taken"][0]) if lanes] == [8, 12]
    assert race["order"][0].tolist()[:4] == [1, 3, 0, 2]
    assert race["lane"][0].tolist() == [0] * 8
    assert tour.view()["order"] == ["0R", "1R"]


@pytest.mark.rule("GT1", "GT2")
def test_every_stage_is_kept_in_the_book(tours: ModuleType) -> None:
    """0R wins the second stage of two; 1S, the last, gains ten seconds."""
    ridden = last_one_home(
        tours,
        ["0R", "1R", "0S", "1S"],
        stage=2,
        history=tours.ridden(["1S", "1R", "0S", "0R"], times={"0S": 200}),
        standings={"0S": {"time": 200}, "1S": {"time": 150}},
    )
    first, second = ridden.tour.result["stages"]
    assert first["finish"] == ["1S", "1R", "0S", "0R"]
    assert first["times"] == {"0S": 200, "0R": 80, "1S": 80, "1R": 80}
    assert second["finish"] == ["0R", "1R", "0S", "1S"]
    assert second["times"] == {"0S": 200, "0R": 80, "1S": 140, "1R": 80}
    assert [event.stage for event in ridden.of("StageEnded")] == [2]
    assert int(ridden.tour.state["race"]["phase"][0]) == 2  # no more rounds, either
    assert ridden.of("StageBegan") == []


EIGHT = ["3R", "2S", "1R", "0S", "3S", "2R", "1S", "0R"]


@pytest.mark.rule("GT1", "GT2", "GT9")
def test_four_teams_ride_two_stages(tours: ModuleType) -> None:
    """3R, 2S and 1R are the first of both; everybody has 1:20 but 0R, the last, on 1:10."""
    ridden = last_one_home(tours, EIGHT)
    assert [seat["points"] for seat in ridden.tour.view()["seats"]] == [0, 1, 2, 3]
    assert placing_order(ridden.tour) == [0, 1, 2, 3]
    ridden = last_one_home(tours, EIGHT, stage=2, history=tours.ridden(EIGHT))
    result = ridden.tour.result
    assert [(team["seat"], team["points"]) for team in result["teams"]] == [(3, 8), (2, 5), (0, 3), (1, 2)]
    assert [(e.rider, e.points, e.place) for e in ridden.of("TourPoints")] == [
        ("0R", 3, 1),
        ("3R", 2, 2),
        ("2S", 1, 3),
    ]
    assert ridden.of("TourEnded")[0].seat == 3
    assert scores(ridden.tour) == [3521, 2516, 5517, 8518]


TRAITS_OF_FOUR = {"3R": {"trait": "badger", "time": 20}, "0R": {"trait": "il-pirata"}}


@pytest.mark.rule("GT4", "GT11")
def test_four_teams_ride_a_round_with_a_raise_in_it(tours: ModuleType) -> None:
    """3R, who is the Badger, raises a 3, crosses and comes to 0:00; all others lose a minute, and all one."""
    places = {name: (f"{2 + n} right", 2 if name[1] == "S" else 3) for n, name in enumerate(reversed(EIGHT))}
    places["3R"] = ("27 right", 3)
    ridden = tours.ride(places, raising={3: True}, standings=TRAITS_OF_FOUR)
    assert ridden.crossed == {"3R": (1, 1)}
    assert ridden.times == {name: 60 if name == "3R" else 200 for name in sorted(places)}
    assert ridden.tour.state["active"][0].tolist() == [0, 7, 0, 0, 0, 0, 0, 0]  # Il Pirata, always
    assert ridden.tour.state["used"][0].tolist() == [0] * 7 + [1]


# --- ties -------------------------------------------------------------------------------------------


@pytest.mark.rule("GT10", "GT1")
def test_of_two_teams_level_on_points_the_quicker_wins_the_tour(tours: ModuleType) -> None:
    """3 + 2 + 1 points of the stage and 3 + 2 + 1 of the classification come out six all."""
    times = {"0S": 100, "1S": 200, "1R": 150, "0R": 500}
    ridden = last_one_home(
        tours,
        ["1S", "0S", "1R", "0R"],
        stages=[FLAT],
        standings={name: {"time": time} for name, time in times.items()},
    )
    result = ridden.tour.result
    assert result is not None
    assert {team["points"] for team in result["teams"]} == {5, 7}
    times = {"0S": 100, "1S": 200, "1R": 550, "0R": 150}
    ridden = last_one_home(
        tours,
        ["1S", "1R", "0S", "0R"],
        stages=[FLAT],
        standings={name: {"time": time} for name, time in times.items()},
    )
    result = ridden.tour.result
    assert result is not None
    assert [team["points"] for team in result["teams"]] == [6, 6]
    assert (result["winner"], ranked(ridden.tour)) == (0, [0, 1])


@pytest.mark.rule("GT10")
def test_with_the_same_time_the_better_place_in_the_latest_stage_is_ahead(tours: ModuleType) -> None:
    """Everybody has the same time once 0S, the last of the stage, has gained his ten seconds."""
    ridden = last_one_home(tours, ["1R", "0R", "1S", "0S"], stages=[FLAT], standings={"0S": {"time": 90}})
    result = ridden.tour.result
    assert result is not None
    assert [entry["rider"] for entry in result["riders"]] == ["1R", "0R", "1S", "0S"]
    assert {entry["time"] for entry in result["riders"]} == {80}
    assert {event.rider: event.points for event in ridden.of("TourPoints")} == {"1R": 3, "0R": 2, "1S": 1}


@pytest.mark.rule("GT10")
def test_only_the_latest_stage_breaks_a_tie(tours: ModuleType) -> None:
    ridden = last_one_home(
        tours,
        ["1R", "0R", "1S", "0S"],
        stage=2,
        history=tours.ridden(["0S", "1S", "0R", "1R"]),
        standings={"0S": {"time": 90}},
    )
    assert [entry["rider"] for entry in ridden.tour.result["riders"]] == ["1R", "0R", "1S", "0S"]


@pytest.mark.rule("GT10")
def test_a_team_with_nobody_left_in_the_classification_has_the_worst_time(tours: ModuleType) -> None:
    standings = {"0S": {"time": None}, "0R": {"time": None}, "1S": {"time": 580}, "1R": {"time": 570}}
    ridden = last_one_home(tours, ["0S", "1S", "1R", "0R"], standings=standings)
    assert [seat["points"] for seat in ridden.tour.view()["seats"]] == [3, 3]
    assert placing_order(ridden.tour) == [0, 1]


@pytest.mark.rule("GT10")
def test_before_the_first_stage_is_over_those_who_are_level_stand_in_the_order_of_the_seats(
    tours: ModuleType,
) -> None:
    tour = g.start("flamme-rouge-tour", seats=3, seed=1, options={"traits": False})
    view = tour.view()["tour"]
    assert [line["rider"] for line in view["gc"]] == THREE
    assert [line["seat"] for line in view["teams"]] == [0, 1, 2]
    assert scores(tour) == [519, 519, 519]
    assert [leader_of(tour.state[0], seat) for seat in range(3)] == [0, 2, 4]


# --- whole tours ------------------------------------------------------------------------------------


@pytest.mark.rule("GT1", "GT2", "GT4", "GT5", "GT6", "GT7", "GT8", "GT9")
@pytest.mark.parametrize("seed", range(12))
def test_a_bookkeeper_who_only_listens_comes_to_the_same_result(seed: int) -> None:
    """Times, points, exhaustion and starting orders worked out anew from what everybody sees happen."""
    chance = random.Random(seed)
    options = {"stages": ["abcu", "aLBU", "AnkDQLHU"], "handicap": [chance.randrange(3) for _ in range(3)]}
    tour = g.start("flamme-rouge-tour", seats=3, seed=seed, options=options)
    book = Book(tour)
    while not tour.over:
        seat = chance.choice(tour.waiting)
        book.placing(tour, seat)
        book.listen(tour.play(seat, chance.choice(tour.choices(seat))))
        assert {name: rider["time"] for name, rider in tour.view()["riders"].items()} == book.times
        assert [team["points"] for team in tour.view()["seats"]] == book.points
    assert tour.result is not None
    assert tour.result["seats"] == book.ranking()


class Book:
    """A slow and plain account of a tour, kept from what can be seen on the road."""

    def __init__(self, tour: g.Match) -> None:
        self.tour = tour
        names = [f"{seat}{kind}" for seat in range(tour.seats) for kind in "SR"]
        self.times: dict[str, int | None] = dict.fromkeys(names, 80)
        self.points = [0] * tour.seats
        self.latest = dict.fromkeys(names, 0)
        self.stage, self.home, self.traits = 1, list[str](), dict[str, str]()
        self.exhaustion = {name: tour.options.handicap[int(name[0])] for name in names}
        self.squares: dict[str, int] = {}
        self.rode_over: dict[str, int] = {}

    @property
    def line(self) -> int:
        return int(self.roads[self.stage - 1].index("F"))

    @property
    def roads(self) -> list[str]:
        from gruppetto.games.flamme_rouge.data.road import stage

        return [stage(letters).squares for letters in self.tour.options.stages]

    def placing(self, tour: g.Match, seat: int) -> None:
        """Fewest points first; of those alike the worst time, then the better latest place (GT9, GT10)."""
        view = tour.view()
        if view["phase"] == "placement" and self.stage > 1:
            free = [s for s in range(tour.seats) if view["riders"][f"{s}S"]["square"] is None]
            free = [s for s in free if view["riders"][f"{s}R"]["square"] is None] or [seat]
            if seat in free:
                order = self.order()
                best = {s: min(order.index(f"{s}S"), order.index(f"{s}R")) for s in free}
                leader = {s: order[best[s]] for s in free}
                assert seat == min(
                    free, key=lambda s: (self.points[s], -self.time(leader[s]), self.latest[leader[s]])
                )

    def listen(self, events: list[Any]) -> None:
        """Follow the riders; when a round is over, settle it."""
        for event in events:
            match event.key:
                case "TraitKept":
                    self.traits[event.rider] = event.trait
                case "Placed" | "Carried":
                    self.squares[event.rider] = event.square
                case "Revealed":
                    self.exhaustion[event.rider] -= event.card == "X"
                case "Tired" | "RanOut" | "ExhaustionRemoved":
                    self.exhaustion[event.rider] += -1 if event.key == "ExhaustionRemoved" else 1
                case "Moved":
                    self.squares[event.rider] = event.square
                    self.rode_over[event.rider] = event.square - self.line + 1
                case "LostTime" | "GainedTime" | "RoundBegan" | "StageEnded":
                    self.settle()
                case "Recovered":
                    self.recover(event)

    def settle(self) -> None:
        """The clock after a round, and the points after a stage; once for each round."""
        if not self.rode_over:
            return
        rode = {name: past for name, past in self.rode_over.items() if past > 0}
        over = [name for name in self.squares if self.squares[name] >= self.line]
        self.rode_over = {}
        self.arrive(rode, over)
        if len(self.home) == len(self.times):
            self.end_stage()

    def arrive(self, rode: dict[str, int], over: list[str]) -> None:
        """Those past the line are home: first who rode over it; lanes are taken from the engine."""
        places = {name: rider["place"] for name, rider in self.tour.view()["riders"].items()}
        finish = self.tour.view()["tour"]["stages"][self.stage - 1]["finish"]
        place = {name: finish.index(name) + 1 for name in finish} or places
        new = sorted(over, key=lambda name: place[name])
        assert new == sorted(new, key=lambda name: (name not in rode, -self.squares[name]))
        gains: dict[str, int] = {}
        for name in new:
            past = self.squares[name] - self.line + 1
            before = [other for other in gains if other in rode and name in rode]
            in_line = before and rode[before[-1]] - past <= 1
            gains[name] = gains[before[-1]] if in_line else 10 * past
        self.home += new
        for name in new:
            del self.squares[name]
        self.clock({name: gain + 10 * (self.home.index(name) < 2) for name, gain in gains.items()})

    def clock(self, gains: dict[str, int]) -> None:
        if not self.home:
            return
        for name, time in self.times.items():
            if time is not None:
                self.times[name] = time + 60 if name not in self.home else time - gains.get(name, 0)
        if any(time is not None and time <= 0 for time in self.times.values()):
            self.times = {name: None if time is None else time + 60 for name, time in self.times.items()}
        self.times = {n: None if time is None or time >= 590 else time for n, time in self.times.items()}

    def end_stage(self) -> None:
        self.latest = {name: place for place, name in enumerate(self.home)}
        for name, points in zip(self.home, (3, 2, 1), strict=False):
            self.points[int(name[0])] += points
        if self.stage == len(self.roads):
            ranked = [name for name in self.order() if self.times[name] is not None]
            for name, points in zip(ranked, (3, 2, 1), strict=False):
                self.points[int(name[0])] += points
        self.home = []
        self.stage += 1

    def recover(self, event: Any) -> None:
        before = self.exhaustion[event.rider]
        back = before // 2 + (self.traits.get(event.rider) == "sheriff")
        self.exhaustion[event.rider] = before - min(before, back)
        assert event.kept == self.exhaustion[event.rider]

    def order(self) -> list[str]:
        """The riders by time, then by their latest places."""
        return sorted(self.times, key=lambda name: (self.time(name), self.latest[name]))

    def time(self, name: str) -> int:
        """A rider's time; whoever has dropped out is slower than anybody."""
        time = self.times[name]
        return 10_000 if time is None else time

    def ranking(self) -> list[int]:
        order = self.order()
        seats = range(len(self.points))
        return sorted(seats, key=lambda s: (-self.points[s], min(order.index(f"{s}S"), order.index(f"{s}R"))))
