"""What is in the box: teams, decks, exhaustion, lanes (FR1)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stages

SPRINTEUR = {"2": 3, "3": 3, "4": 3, "5": 3, "9": 3}
ROULEUR = {"3": 3, "4": 3, "5": 3, "6": 3, "7": 3}


@pytest.mark.rule("FR1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_team_has_a_sprinteur_and_a_rouleur(seats: int) -> None:
    riders = g.start("flamme-rouge", seats=seats, seed=1).view()["riders"]
    assert Counter((rider["seat"], rider["kind"]) for rider in riders.values()) == Counter(
        (seat, kind) for seat in range(seats) for kind in "SR"
    )


@pytest.mark.rule("FR1.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 2.0, "2", None])
def test_a_race_is_for_two_to_four_teams(seats: Any) -> None:
    with pytest.raises(g.UnknownSeat):
        g.start("flamme-rouge", seats=seats, seed=1)


@pytest.mark.rule("FR1.2")
def test_a_rider_starts_with_the_fifteen_energy_cards_of_his_type() -> None:
    riders = g.start("flamme-rouge", seats=4, seed=1).position()["riders"]
    for name, rider in riders.items():
        assert rider["deck"] == (SPRINTEUR if name.endswith("S") else ROULEUR)
    assert sum(sum(rider["deck"].values()) for rider in riders.values()) == 120


@pytest.mark.rule("FR1.2")
@pytest.mark.parametrize(("rider", "card"), [("0S", "6"), ("0S", "7"), ("0R", "2"), ("0R", "9"), ("0S", "A")])
def test_a_deck_with_a_card_of_the_other_type_is_refused(
    rider: str, card: str, match: Callable[..., g.Match]
) -> None:
    with pytest.raises(g.BadPosition, match=rf"{rider}.*{card}"):
        match("abu", {rider: {"square": 4, "lane": "right", "deck": {card: 1}}})


@pytest.mark.rule("FR1.2")
@pytest.mark.parametrize("pile", ["recycled", "hand", "played"])
def test_a_fourth_copy_of_a_card_is_refused_wherever_it_lies(
    pile: str, match: Callable[..., g.Match]
) -> None:
    fourth: Any = 9 if pile == "played" else {"9": 1}
    with pytest.raises(g.BadPosition, match="4 cards of 9"):
        match("abu", {"0S": {"square": 4, "lane": "right", "deck": {"9": 3}, pile: fourth}})


@pytest.mark.rule("FR1.3")
def test_there_are_thirty_exhaustion_cards_for_each_type_of_rider() -> None:
    view = g.start("flamme-rouge", seats=4, seed=1).view()
    assert view["supply"] == {"S": 30, "R": 30}
    energy = sum(rider["face_down"] for rider in view["riders"].values())
    stage_cards, help_cards = len(stages("box")), 4
    assert energy + sum(view["supply"].values()) + stage_cards + help_cards == 190


@pytest.mark.rule("FR1.3")
def test_the_supply_is_open_to_everybody(match: Callable[..., g.Match]) -> None:
    race = match("abu", {"0S": "4 right", "1S": "3 right"}, supply={"S": 7, "R": 0})
    assert [race.view(seat)["supply"] for seat in (0, 1, None)] == [{"S": 7, "R": 0}] * 3


@pytest.mark.rule("FR1.3")
def test_an_exhaustion_card_moves_a_rider_two_squares(ride: Callable[..., Any]) -> None:
    assert ride("abu", {"0S": "4 right", "1R": "0 right"}, {"0S": "X", "1R": "X"}).moved == {
        "0S": "6 right",
        "1R": "2 right",
    }


@pytest.mark.rule("FR1.3")
def test_more_exhaustion_than_there_is_in_the_box_is_refused(match: Callable[..., g.Match]) -> None:
    held = {"square": 4, "lane": "right", "deck": {"X": 16}}
    rest = {"square": 3, "lane": "right", "deck": {"X": 15}}
    with pytest.raises(g.BadPosition, match="31 exhaustion cards of type S"):
        match("abu", {"0S": held, "1S": rest})
    assert match("abu", {"0S": held, "1R": rest}).view()["supply"] == {"S": 14, "R": 15}


@pytest.mark.rule("FR1.3")
@pytest.mark.parametrize("pile", ["recycled", "hand"])
def test_supply_and_decks_together_never_hold_more_than_thirty(
    pile: str, match: Callable[..., g.Match]
) -> None:
    with pytest.raises(g.BadPosition, match=r"supply\.S"):
        match("abu", {"0S": {"square": 4, "lane": "right", pile: {"X": 1}}}, supply={"S": 30, "R": 30})


@pytest.mark.rule("FR1.5")
def test_two_riders_fit_on_a_square_one_in_each_lane(match: Callable[..., g.Match]) -> None:
    riders = match("abu", {"0S": "4 right", "1S": "4 left"}).view()["riders"]
    assert {riders[name]["lane"] for name in ("0S", "1S")} == {"right", "left"}


@pytest.mark.rule("FR1.5")
def test_two_riders_in_one_lane_are_refused(match: Callable[..., g.Match]) -> None:
    with pytest.raises(g.BadPosition, match="square 4, right lane"):
        match("abu", {"0S": "4 right", "1S": "4 right"})


@pytest.mark.rule("FR1.5")
def test_three_riders_on_a_square_are_refused(match: Callable[..., g.Match]) -> None:
    with pytest.raises(g.BadPosition):
        match("abu", {"0S": "4 right", "1S": "4 left", "2S": {"square": 4}})


@pytest.mark.rule("FR1.6")
def test_a_first_game_is_raced_on_avenue_corso_paseo() -> None:
    view = g.start("flamme-rouge", seats=2, seed=1).view()
    assert (view["stage"], view["letters"]) == ("Avenue Corso Paseo", "abcdefghijklmnopqrstu")
