"""Dummy teams: Muscle and Peloton (FR9)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Make = Callable[..., g.Match]
FLAT = "abcdlmu"
ROULEUR = {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}


def begun(*teams: str, **more: Any) -> g.Match:
    options = {"teams": list(teams), **more}
    return g.start("flamme-rouge", seats=len(teams), seed=1, options=options)


def places(race: g.Match) -> dict[str, str]:
    riders = race.view()["riders"]
    return {name: f"{rider['square']} {rider['lane']}" for name, rider in riders.items()}


# --- decks ------------------------------------------------------------------------------------------


@pytest.mark.rule("FR9")
def test_muscle_has_both_decks_and_an_extra_five_for_the_sprinteur() -> None:
    riders = begun("player", "muscle").position()["riders"]
    assert riders["1S"]["deck"] == {"2": 3, "3": 3, "4": 3, "5": 4, "9": 3}
    assert riders["1R"]["deck"] == ROULEUR


@pytest.mark.rule("FR9")
def test_peloton_has_one_rouleur_deck_and_two_attacks() -> None:
    riders = begun("player", "peloton").position()["riders"]
    cards = Counter(riders["1S"]["deck"]) + Counter(riders["1R"]["deck"])
    assert cards == {**ROULEUR, "A": 2}


# --- placing ----------------------------------------------------------------------------------------


@pytest.mark.rule("FR9", "FR2.2")
@pytest.mark.parametrize(("letters", "front"), [("abcu", 4), ("Abcu", 3)])
def test_peloton_then_muscle_then_players_are_placed(letters: str, front: int) -> None:
    race = begun("player", "muscle", "peloton", stage=letters)
    standing = places(race)
    assert {standing["2S"], standing["2R"]} == {f"{front} right", f"{front - 1} right"}
    assert (standing["1S"], standing["1R"]) == (f"{front} left", f"{front - 1} left")
    assert standing["0S"] == "None None"
    assert race.waiting == (0,)


@pytest.mark.rule("FR9")
def test_muscle_alone_stands_one_behind_the_other_sprinteur_in_front() -> None:
    standing = places(begun("muscle", "player"))
    assert (standing["0S"], standing["0R"]) == ("4 right", "3 right")


@pytest.mark.rule("FR9")
def test_three_dummy_teams_leave_a_place_for_the_player(pick: Callable[..., Any]) -> None:
    race = begun("muscle", "muscle", "peloton", "player", stage="Abcu")
    dummies = [place for name, place in places(race).items() if name[0] != "3"]
    assert len(set(dummies)) == 6
    pick(race, 3, rider="3S", square=race.choices(3)[0].message.square)  # type: ignore[attr-defined]
    race.play(3, race.choices(3)[0])
    assert race.view()["phase"] == "energy"


@pytest.mark.rule("FR9")
@pytest.mark.parametrize(
    "teams", [("peloton", "peloton", "player"), ("muscle", "peloton"), ("player", "robot"), ("player",)]
)
def test_teams_that_cannot_race_are_refused(teams: tuple[str, ...]) -> None:
    with pytest.raises(g.GruppettoError):
        begun(*teams)


@pytest.mark.rule("FR9", "FR1.1")
def test_a_position_with_a_fifth_team_is_refused(match: Make) -> None:
    with pytest.raises(g.GruppettoError):
        match(FLAT, {"0S": "4 right"}, options={"teams": ["player"] * 5})


@pytest.mark.rule("FR9", "FR2.2")
def test_a_dummy_is_never_the_first_to_place() -> None:
    with pytest.raises(g.BadOption, match="first"):
        begun("muscle", "player", first=0)
    for seed in range(20):
        race = g.start("flamme-rouge", seats=3, seed=seed, options={"teams": ["muscle", "player", "player"]})
        assert race.waiting[0] in {1, 2}


@pytest.mark.rule("FR9", "FR2.4")
def test_a_dummy_takes_no_handicap() -> None:
    with pytest.raises(g.BadOption, match="handicap"):
        begun("player", "muscle", handicap=[0, 1])


# --- riding -----------------------------------------------------------------------------------------


@pytest.mark.rule("FR9")
def test_a_dummy_never_owes_a_decision(match: Make) -> None:
    riders = {"0S": "0 right", "1S": "4 right", "1R": "3 right"}
    for team in ("muscle", "peloton"):
        race = match(FLAT, riders, options={"teams": ["player", team]})
        while not race.over:
            assert race.waiting == (0,)
            assert race.choices(1) == []
            race.play(0, race.choices(0)[0])


@pytest.mark.rule("FR9")
def test_muscle_plays_the_top_card_of_each_deck(match: Make) -> None:
    riders = {"0S": "0 right", "1S": "4 right", "1R": "3 right"}
    race = match(FLAT, riders, options={"teams": ["player", "muscle"]}, script={"1S": [9], "1R": [4]})
    race.play(0, race.choices(0)[0])
    view = race.view()["riders"]
    assert (view["1S"]["revealed"], view["1S"]["square"]) == (9, 13)
    assert (view["1R"]["revealed"], view["1R"]["square"]) == (4, 7)


@pytest.mark.rule("FR9")
@pytest.mark.parametrize("team", ["muscle", "peloton"])
def test_nobody_else_plays_from_the_top_of_the_deck(team: str, match: Make) -> None:
    """The players before and after the dummies in the order of the seats play what they choose."""
    only = {"lane": "right", "deck": {"3": 1}, "recycled": {"2": 3}}
    riders: dict[str, Any] = {"1S": "4 right", "1R": "3 right"}
    riders |= {"0R": {**only, "square": 1, "recycled": {"4": 3}}, "2S": {**only, "square": 0}}
    race = match(FLAT, riders, round=3, options={"teams": ["player", team, "player"]})
    race.play(0, race.choices(0)[0])
    race.play(2, race.choices(2)[0])
    view = race.view()["riders"]
    assert [view[name]["revealed"] for name in ("0R", "2S")] == [3, 2]


@pytest.mark.rule("FR9", "FR5.1")
def test_the_cards_of_dummies_are_not_recycled_and_used_once(match: Make) -> None:
    riders = {"0S": "0 right", "1S": "4 right", "1R": "3 right"}
    for team, cards in (("muscle", 31), ("peloton", 17)):
        race = match(FLAT, riders, options={"teams": ["player", team]})
        race.play(0, race.choices(0)[0])
        view = race.view()["riders"]
        assert (view["1S"]["recycled"], view["1R"]["recycled"]) == (0, 0)
        used = 2 if team == "muscle" else 1
        assert view["1S"]["face_down"] + view["1R"]["face_down"] == cards - used


@pytest.mark.rule("FR9", "FR5.4")
def test_dummies_take_no_exhaustion(ride: Callable[..., Any]) -> None:
    riders = {"0S": "12 right", "1S": "8 right", "1R": "3 right", "2S": "15 right", "2R": "0 right"}
    options = {"teams": ["player", "muscle", "peloton"]}
    ridden = ride(FLAT, riders, dict.fromkeys(riders, 3), options=options)
    assert ridden.tired == {"0S"}
    assert ridden.position["supply"] == {"S": 29, "R": 30}


@pytest.mark.rule("FR9", "FR5.2")
def test_dummies_give_and_take_slipstream_like_everybody(ride: Callable[..., Any]) -> None:
    riders = {"0S": "8 right", "1S": "10 right", "1R": "6 right"}
    ridden = ride(FLAT, riders, dict.fromkeys(riders, 2), options={"teams": ["player", "muscle"]})
    assert ridden.places == {"0S": "11 right", "1S": "12 right", "1R": "10 right"}
    assert ridden.tired == set()


@pytest.mark.rule("FR9")
def test_one_card_of_peloton_moves_both_riders(match: Make) -> None:
    race = match(
        FLAT,
        {"0S": "0 right", "1S": "4 right", "1R": "3 right"},
        options={"teams": ["player", "peloton"]},
        script={"1R": [7]},
    )
    race.play(0, race.choices(0)[0])
    view = race.view()["riders"]
    assert (view["1S"]["square"], view["1R"]["square"]) == (11, 10)
    assert (view["1S"]["revealed"], view["1R"]["revealed"]) == (7, 7)


@pytest.mark.rule("FR9")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"1S": "8 right", "1R": "6 right"}, {"1S": "10 right", "1R": "15 right"}),
        ({"1S": "6 right", "1R": "8 right"}, {"1S": "15 right", "1R": "10 right"}),
        ({"1S": "8 left", "1R": "8 right"}, {"1S": "17 right", "1R": "10 right"}),
        ({"1S": "8 right", "1R": "8 left"}, {"1S": "10 right", "1R": "17 right"}),
    ],
)
def test_an_attack_moves_the_front_rider_two_and_the_rear_rider_nine(
    before: dict[str, str], after: dict[str, str], ride: Callable[..., Any]
) -> None:
    ridden = ride(
        FLAT,
        {"0S": "0 right", **before},
        {"0S": 2, "1S": "A", "1R": "A"},
        options={"teams": ["player", "peloton"]},
    )
    assert {name: ridden.moved[name] for name in after} == after


@pytest.mark.rule("FR9", "FR4.5", "FR4.7")
def test_mountains_hold_dummies_too(ride: Callable[..., Any]) -> None:
    """In "aejLbcu" squares 10 to 12 climb and 13 to 15 descend."""
    riders = {"0S": "0 right", "1S": "14 right", "1R": "8 right"}
    ridden = ride(
        "aejLbcu", riders, {"0S": 2, "1S": "A", "1R": "A"}, options={"teams": ["player", "peloton"]}
    )
    assert (ridden.moved["1S"], ridden.moved["1R"]) == ("19 right", "13 right")


@pytest.mark.rule("FR9")
@pytest.mark.parametrize("team", ["muscle", "peloton"])
def test_a_dummy_with_an_empty_deck_plays_two(team: str, match: Make) -> None:
    bare = {"deck": {}, "recycled": {}, "lane": "right"}
    race = match(
        FLAT,
        {"0S": "0 right", "1S": {"square": 20, **bare}, "1R": {"square": 10, **bare}},
        options={"teams": ["player", team]},
    )
    supply = race.view()["supply"]
    race.play(0, race.choices(0)[0])
    view = race.view()
    assert (view["riders"]["1S"]["square"], view["riders"]["1R"]["square"]) == (22, 12)
    assert {view["riders"][name]["revealed"] for name in ("1S", "1R")} == {"X"}
    tired = view["riders"]["0S"]["recycled"] - 3
    assert view["supply"] == {**supply, "S": supply["S"] - tired}


@pytest.mark.rule("FR9", "FR6.1")
def test_a_dummy_may_win(ride: Callable[..., Any]) -> None:
    riders = {"0S": "0 right", "1S": "35 right", "1R": "3 right"}
    ridden = ride(FLAT, riders, dict.fromkeys(riders, 9), options={"teams": ["player", "muscle"]})
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FR9")
@pytest.mark.parametrize(
    "teams",
    [
        ("player", "muscle"),
        ("player", "peloton"),
        ("peloton", "player", "muscle"),
        ("muscle", "muscle", "player"),
    ],
)
def test_a_solo_race_runs_to_its_end(teams: tuple[str, ...]) -> None:
    race = begun(*teams, stage="Firenze – Milano")
    while not race.over:
        (seat,) = race.waiting
        race.play(seat, race.choices(seat)[-1])
    assert race.result is not None
    assert len(race.result["riders"]) == 2 * len(teams)
