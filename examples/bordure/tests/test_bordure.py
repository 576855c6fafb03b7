"""The rules of Bordure, by number: a position, a decision, and what must come of it."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from bordure import GAMES
from bordure.data import road
from bordure.rules.race import turned_wind
from bordure.rules.record import Wind
from gruppetto.games import loops
from gruppetto.kernel.record import duplicate

BORDURE = GAMES[0]
TEAMS = ("Blue", "Red", "Green", "Black")
Ridden = Callable[..., g.Match]


def on_the_road(*squares: int, wind: str = "calm", **more: Any) -> g.Match:
    """Riders with ten legs each on these squares, in the sixth round."""
    riders = {team: {"card": 10, "square": square} for team, square in zip(TEAMS, squares, strict=False)}
    document = {"game": "bordure", "round": 6, "wind": wind, "riders": riders, **more}
    return g.from_position("bordure", document, seed=1)


def spend(match: g.Match, *efforts: int) -> list[g.Message]:
    """Everybody chooses, and the round is ridden: what is told of it."""
    told: list[g.Message] = []
    for seat, effort in enumerate(efforts):
        told = match.play(seat, effort)
    return told


def squares(match: g.Match) -> list[int]:
    return [rider["square"] for rider in match.position()["riders"].values()]


def balances(match: g.Match) -> list[int]:
    return [rider["balance"] for rider in match.position()["riders"].values()]


@pytest.mark.rule("BD1.1")
def test_two_to_four_riders_take_part() -> None:
    assert [g.start("bordure", seats=seats).game.rider_names(seats) for seats in (2, 4)] == [
        ["Blue", "Red"],
        list(TEAMS),
    ]
    for seats in (1, 5):
        with pytest.raises(g.UnknownSeat, match="2 to 4"):
            g.start("bordure", seats=seats)


@pytest.mark.rule("BD1.2")
@pytest.mark.parametrize(("stage", "line"), [("polder", 20), ("dike", 30), ("delta", 40)])
def test_roads_have_their_lengths_and_everybody_starts_on_square_0(stage: str, line: int) -> None:
    match = g.start("bordure", seats=4, seed=1, options={"stage": stage})
    assert match.view(None)["line"] == line
    assert squares(match) == [0, 0, 0, 0]
    assert match.game.ridden(match.options) == stage.capitalize()


def test_a_road_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(road, "text_of", lambda *_: "[stages]\npolder = 41\n")
    road.lengths.cache_clear()
    with pytest.raises(g.BadData, match=r"stages.toml: stages.polder: a road has 1 to 40 squares, not 41"):
        road.lengths()


@pytest.mark.rule("BD1.3")
def test_cards_of_eight_to_eleven_legs_are_equally_likely() -> None:
    cards: Counter[int] = Counter()
    for seed in range(300):
        match = g.start("bordure", seats=4, seed=seed)
        cards.update(rider["card"] for rider in match.position()["riders"].values())
    assert set(cards) == {8, 9, 10, 11}
    assert min(cards.values()) > 240


@pytest.mark.rule("BD1.3")
def test_nobody_but_the_rider_knows_the_card_before_the_end() -> None:
    match = on_the_road(5, 4)
    assert [rider["legs"] for rider in match.view(0)["riders"].values()] == [10, None]
    assert [rider["legs"] for rider in match.view(None)["riders"].values()] == [None, None]
    match = on_the_road(17, 17)
    spend(match, 3, 1)
    assert [rider["legs"] for rider in match.view(None)["riders"].values()] == [7, 9]


@pytest.mark.rule("BD1.3")
def test_a_card_is_imagined_as_any_that_could_have_ridden_so() -> None:
    riders = {
        "Blue": {"card": 11, "square": 9, "balance": -10, "least": 10},
        "Red": {"card": 9, "square": 9, "effort": 2},
    }
    match = g.from_position("bordure", {"round": 6, "riders": riders}, seed=1)
    cards: Counter[tuple[int, int]] = Counter()
    efforts: Counter[int] = Counter()
    for seed in range(400):
        state = duplicate(match.state)
        loops.veil(BORDURE.rules.forget, state, -1, np.uint64(seed))
        cards[int(state[0].card[0]), int(state[0].card[1])] += 1
        efforts[int(state[0].effort[1])] += 1
    assert set(cards) == {(blue, red) for blue in (10, 11) for red in (8, 9, 10, 11)}
    assert set(efforts) == {0, 1, 2, 3}
    assert min(cards.values()) > 25
    assert min(efforts.values()) > 70


@pytest.mark.rule("BD1.3")
def test_own_cards_are_remembered_and_in_the_end_everybodys() -> None:
    match = on_the_road(17, 17)
    for seed in range(20):
        state = duplicate(match.state)
        loops.veil(BORDURE.rules.forget, state, 1, np.uint64(seed))
        assert state[0].card[1] == 10
    spend(match, 3, 1)
    loops.veil(BORDURE.rules.forget, match.state, 1, np.uint64(7))
    assert list(match.state[0].card[:2]) == [10, 10]


@pytest.mark.rule("BD2.1")
def test_the_first_round_is_calm_and_every_other_has_its_wind() -> None:
    match = g.start("bordure", seats=2, seed=1)
    assert match.view(None)["wind"] == "calm"
    told = spend(match, 1, 1)
    assert [event.key for event in told[-2:]] == ["RoundBegan", "WindTurned"]
    assert match.view(None)["round"] == 2


@pytest.mark.rule("BD2.1")
def test_winds_are_equally_likely() -> None:
    race = g.start("bordure", seats=2, seed=1).state[0]
    winds = Counter(turned_wind(race) for _ in range(600))
    assert set(winds) == set(Wind)
    assert min(winds.values()) > 160


@pytest.mark.rule("BD2.1")
def test_on_a_still_day_there_is_no_wind() -> None:
    match = g.start("bordure", seats=2, seed=1, options={"weather": "still", "stage": "delta"})
    for _ in range(9):
        assert not [event for event in spend(match, 0, 0) if event.key == "WindTurned"]
        assert match.view(None)["wind"] == "calm"


@pytest.mark.rule("BD2.2")
def test_up_to_three_legs_can_be_spent_but_no_more_than_there_are() -> None:
    riders = {
        "Blue": {"card": 8, "square": 9, "balance": -8, "least": 8},
        "Red": {"card": 10, "square": 9, "balance": -8, "least": 8},
        "Green": {"card": 10, "square": 9},
    }
    match = g.from_position("bordure", {"round": 6, "riders": riders}, seed=1)
    assert match.waiting == (0, 1, 2)
    assert [[choice.code for choice in match.choices(seat)] for seat in range(3)] == [
        [0],
        [0, 1, 2],
        [0, 1, 2, 3],
    ]


@pytest.mark.rule("BD2.2")
def test_a_choice_is_a_secret_until_all_have_chosen() -> None:
    match = on_the_road(5, 4)
    (chose,) = match.play(0, 2)
    assert chose.text == "Blue means to spend 2 legs."
    assert getattr(chose.seen_by(0), "effort") == 2  # noqa: B009  (the class is the room's own)
    for other in (1, None):
        assert str(getattr(chose.seen_by(other), "text")) == "Blue has chosen."  # noqa: B009
    assert match.view(1)["riders"]["Blue"]["effort"] is None
    assert match.view(1)["riders"]["Blue"]["chosen"]


@pytest.mark.rule("BD2.3")
def test_everybody_rides_two_squares_and_one_for_each_leg_spent() -> None:
    match = on_the_road(2, 2, 8, 8)
    spend(match, 0, 1, 2, 3)
    assert squares(match) == [4, 5, 12, 13]
    assert balances(match)[1:] == [-1, -2, -3]


@pytest.mark.rule("BD2.4")
def test_in_a_headwind_leaders_ride_one_square_less() -> None:
    match = on_the_road(9, 9, 2, wind="head")
    spend(match, 1, 0, 1)
    assert squares(match) == [11, 10, 5]


@pytest.mark.rule("BD2.4")
@pytest.mark.parametrize("wind", ["calm", "cross"])
def test_in_other_winds_nobody_is_held(wind: str) -> None:
    match = on_the_road(9, 2, wind=wind)
    spend(match, 1, 1)
    assert squares(match) == [12, 5]


@pytest.mark.rule("BD2.5")
def test_whoever_is_two_squares_behind_closes_up_all_at_once() -> None:
    match = on_the_road(9, 7, 5, 2)
    told = spend(match, 1, 1, 1, 1)
    assert squares(match) == [12, 11, 9, 5]
    assert [event.text for event in told if event.rule == "BD2.5"] == [
        "Red closes up to square 11.",
        "Green closes up to square 9.",
    ]


@pytest.mark.rule("BD2.5")
def test_in_a_crosswind_nobody_closes_up() -> None:
    match = on_the_road(9, 7, wind="cross")
    spend(match, 1, 1)
    assert squares(match) == [12, 10]


@pytest.mark.rule("BD2.6")
def test_a_leg_is_won_back_without_effort_behind_somebody() -> None:
    match = on_the_road(9, 5, 5, wind="cross")
    spend(match, 0, 0, 1)
    assert balances(match) == [0, 1, -1]


@pytest.mark.rule("BD3.1")
def test_the_race_is_over_after_the_round_in_which_somebody_reaches_the_line() -> None:
    match = on_the_road(15, 18, wind="cross")
    spend(match, 2, 0)
    assert squares(match) == [19, 20]
    assert match.over
    match = on_the_road(15, 16, wind="cross")
    spend(match, 2, 1)
    assert not match.over


@pytest.mark.rule("BD3.2")
def test_the_furthest_wins_then_whoever_has_more_legs_left() -> None:
    match = on_the_road(17, 18, 16, wind="cross")
    spend(match, 3, 2, 3)
    assert squares(match) == [22, 22, 21]
    assert match.result["seats"] == [1, 0, 2]  # Red has spent fewer legs than Blue
    beaten = np.zeros(3, np.int32)
    loops.rank(BORDURE.rules.score, match.state, beaten)
    assert list(beaten) == [1, 2, 0]


@pytest.mark.rule("BD3.2")
def test_lots_decide_between_riders_who_are_level_in_everything() -> None:
    winners: Counter[int] = Counter()
    riders = {team: {"card": 9, "square": 18} for team in TEAMS[:3]}
    for seed in range(300):
        match = g.from_position("bordure", {"round": 6, "riders": riders}, seed=seed)
        spend(match, 1, 1, 1)
        winners[match.result["winner"]] += 1
    assert set(winners) == {0, 1, 2}
    assert min(winners.values()) > 70


@pytest.mark.parametrize("wind", ["calm", "head", "cross"])
def test_a_preview_is_where_the_rider_comes_to_before_any_slipstream(wind: str) -> None:
    for efforts in ((0, 3), (1, 2), (2, 1), (3, 0)):
        match = on_the_road(9, 8, wind=wind)
        foreseen = [match.choices(seat)[effort].preview for seat, effort in enumerate(efforts)]
        told = spend(match, *efforts)
        rode = [event for event in told if event.key == "Rode"]
        assert [getattr(seen, "square") for seen in foreseen] == [getattr(event, "square") for event in rode]  # noqa: B009


@pytest.mark.rule("BD2.1")
def test_winds_to_come_can_be_written_into_a_position() -> None:
    match = on_the_road(6, 6, script={"wind": ["cross", "head"]})
    assert match.position()["script"] == {"wind": ["cross", "head"]}
    winds = []
    for _ in range(2):
        spend(match, 0, 0)
        winds.append(match.view(None)["wind"])
    assert winds == ["cross", "head"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"riders": {"Blue": {"card": 9}, "Green": {"card": 9}}}, "2 riders are Blue, Red"),
        ({"riders": {"Blue": {"card": 9}, "White": {"card": 9}}}, "'White' is no rider"),
        ({"riders": {"Blue": {"card": 9}, "Red": {"card": 12}}}, "riders.Red: a rider does not fit"),
        ({"round": 2}, "numbers: "),
        ({"wind": "head"}, "numbers: "),
        ({"order": ["Blue", "Red"]}, "finish: "),
        ({"riders": {"Blue": {"card": 8, "balance": -9}, "Red": {"card": 9}}}, "legs: "),
        ({"riders": {"Blue": {"card": 8, "balance": -8}, "Red": {"card": 9, "least": 10}}}, "knowledge: "),
        ({"riders": {"Blue": {"card": 9, "effort": 1}, "Red": {"card": 9, "effort": 1}}}, "owing: "),
        (
            {
                "riders": {"Blue": {"card": 9, "balance": -8, "least": 8, "effort": 3}, "Red": {"card": 9}},
            },
            "legs: ",
        ),
        (
            {
                "round": 5,
                "riders": {"Blue": {"card": 9, "square": 21}, "Red": {"card": 9, "square": 22}},
                "order": ["Blue", "Red"],
            },
            "order: ",
        ),
    ],
)
def test_positions_that_no_race_can_reach_are_refused(change: dict[str, Any], why: str) -> None:
    document = {"riders": {"Blue": {"card": 9}, "Red": {"card": 9}}, **change}
    with pytest.raises(g.BadPosition, match=why):
        g.from_position("bordure", document, seed=1)


def test_the_sensible_rider_is_better_than_chance() -> None:
    from gruppetto.lab.simulate import Simulation

    wins = Simulation("bordure", ["domestique", "random", "random"], seed=1).run(2000)[0].wins_by_seat
    assert wins[0] > 1200


@pytest.mark.rule("BD2.3", "BD2.6", "BD3.2")
def test_everything_that_happens_in_a_round_is_told() -> None:
    match = on_the_road(18, 12, 11, wind="cross")
    assert [event.text for event in spend(match, 2, 0, 3)] == [
        "Green means to spend 3 legs.",
        "Blue spends 2 legs and rides to square 22.",
        "Red spends no legs and rides to square 14.",
        "Green spends 3 legs and rides to square 16.",
        "Red rests behind the others and wins a leg back.",
        "Blue wins the race.",
    ]
    assert match.result["seats"] == [0, 2, 1]
    assert match.waiting == ()


@pytest.mark.rule("BD1.3")
def test_anybody_can_tell_the_lowest_card_that_could_have_ridden_so() -> None:
    match = g.start("bordure", seats=2, seed=1, options={"stage": "delta", "weather": "still"})
    for _ in range(3):
        spend(match, 3, 0)
    assert [rider["lowest_card"] for rider in match.view(None)["riders"].values()] == [9, 8]
