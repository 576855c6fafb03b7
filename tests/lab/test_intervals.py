"""Intervals, ratings and the sequential test, against races whose truth is known."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gruppetto as g
from gruppetto.lab.intervals import moments, paired, student, wilson
from gruppetto.lab.rating import MIDDLE, POINTS, Finish, rate
from gruppetto.lab.sprt import Hypotheses, hypotheses_of, judge

Deals = list[float]


def duels(share: float, luck: float, count: int, dice: np.random.Generator) -> Deals:
    """Deals ridden from both seats: the cards favour one seat by so much, and so each player once."""
    favour = luck * dice.normal(size=count)
    strength = np.log(share / (1 - share))
    won = sum(dice.random(count) < 1 / (1 + np.exp(-(strength + turn * favour))) for turn in (1, -1))
    return [float(wins) / 2 for wins in np.asarray(won)]


def common(share: float, luck: float, count: int, dice: np.random.Generator) -> Deals:
    """Deals that suit a player, whichever seat they have: rotations are alike, and tell little."""
    suits = np.log(share / (1 - share)) + luck * dice.normal(size=count)
    won = sum(dice.random(count) < 1 / (1 + np.exp(-suits)) for _ in range(4))
    return [float(wins) / 4 for wins in np.asarray(won)]


@pytest.mark.parametrize("deals", [7, 28, 120])
@pytest.mark.parametrize(("ridden", "luck"), [(duels, 0.0), (duels, 2.5), (common, 2.5)])
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_intervals_hold_the_truth_as_often_as_they_say(
    ridden: Callable[..., Deals], luck: float, share: float, deals: int
) -> None:
    dice = np.random.default_rng(deals)
    truth = np.mean(ridden(share, luck, 200_000, dice))
    held = 0
    for _ in range(1000):
        low, high = paired(ridden(share, luck, deals, dice)).interval
        held += low <= truth <= high
    assert held >= 930  # 950 is what is said; few deals are treated with more caution


def test_pairs_are_worth_more_than_as_many_single_races() -> None:
    """Where luck is large and shared out evenly; the reason why deals are ridden from every seat."""
    deals = duels(0.6, 3.0, 200, np.random.default_rng(1))
    low, high = paired(deals).interval
    naive_low, naive_high = wilson(int(2 * sum(deals)), 400)
    assert high - low < 0.8 * (naive_high - naive_low)


def test_rotations_that_are_alike_are_not_counted_as_many() -> None:
    deals = common(0.6, 3.0, 200, np.random.default_rng(1))
    low, high = paired(deals).interval
    naive_low, naive_high = wilson(int(4 * sum(deals)), 800)
    assert high - low > 1.4 * (naive_high - naive_low)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=60))
def test_an_interval_is_one(deals: Deals) -> None:
    found = paired(deals)
    assert 0 <= found.interval[0] < found.interval[1] <= 1
    assert found.interval[0] <= moments(deals)[0] <= found.interval[1]
    mirrored = paired([1 - share for share in deals])
    assert mirrored.interval == pytest.approx([1 - end for end in found.interval[::-1]])


def test_figures_of_intervals_by_hand() -> None:
    low, high = wilson(75, 100)
    assert (round(low, 3), round(high, 3)) == (0.657, 0.825)
    assert wilson(0, 0) == (0.0, 1.0)
    assert [round(student(freedom), 2) for freedom in (3, 10, 1e9)] == [3.16, 2.23, 1.96]
    mean, spread = moments([0.5, 0.5, 0.5])  # and half a deal won, half a deal lost
    assert mean == 0.5
    assert spread == pytest.approx(0.25 / 3)


# --- ratings ------------------------------------------------------------------------------------------


def finishes(strength: list[float], deals: int, seats: int, dice: np.random.Generator) -> list[Finish]:
    """Races that come out as Plackett and Luce say, every deal from every seat."""
    ridden = []
    for deal in range(deals):
        for turn in range(seats):
            players = [(seat + turn) % len(strength) for seat in range(seats)]
            speed = np.array(strength)[players] + dice.gumbel(size=seats)
            ridden.append(Finish(deal, players, speed.argsort().argsort().tolist()))
    return ridden


STRENGTH = [1.0, 0.0, -0.3, -0.7]


def test_ratings_find_the_truth() -> None:
    found = rate(4, finishes(STRENGTH, 3000, 4, np.random.default_rng(1)))
    assert [rating.points for rating in found] == pytest.approx(
        [MIDDLE + POINTS * strength for strength in STRENGTH], abs=8
    )


def test_intervals_of_ratings_hold_the_truth_as_often_as_they_say() -> None:
    dice, held, tries = np.random.default_rng(2), np.zeros(4), 200
    for _ in range(tries):
        found = rate(4, finishes(STRENGTH, 21, 4, dice))
        truth = [MIDDLE + POINTS * strength for strength in STRENGTH]
        held += [one.interval[0] <= true <= one.interval[1] for one, true in zip(found, truth, strict=True)]
    assert (held >= 0.9 * tries).all()


def test_the_same_race_again_tells_nothing_about_a_rating() -> None:
    """Sixty deals that come out four times alike, and the same races as if each had been dealt anew."""
    once = finishes(STRENGTH, 15, 4, np.random.default_rng(3))
    races = [race for race in once for _ in range(4)]
    alike, apart = (
        rate(4, [Finish(deal(number), race.players, race.scores) for number, race in enumerate(races)])
        for deal in (lambda number: number // 4, lambda number: number)
    )
    for one, other in zip(alike, apart, strict=True):
        assert one.points == pytest.approx(other.points)
        assert one.interval[1] - one.interval[0] > 1.8 * (other.interval[1] - other.interval[0])


def test_four_hundred_points_are_ten_to_one() -> None:
    ten_to_one = [Finish(deal, [0, 1], [int(deal % 11 > 0), int(deal % 11 == 0)]) for deal in range(11_000)]
    strong, weak = rate(2, ten_to_one)
    assert strong.points - weak.points == pytest.approx(400, abs=2)


def test_who_wins_everything_is_strong_but_not_infinitely_so() -> None:
    strong, weak = rate(2, [Finish(deal, [0, 1], [1, 0]) for deal in range(20)])
    assert 1600 < strong.interval[0] < strong.points < strong.interval[1] < 2500
    assert strong.points + weak.points == pytest.approx(2 * MIDDLE)


def test_who_comes_level_is_as_strong_and_who_never_raced_is_in_the_middle() -> None:
    level = [Finish(deal, [0, 1], [3, 3]) for deal in range(10)]
    assert [rating.points for rating in rate(3, level)] == pytest.approx([MIDDLE] * 3)
    assert [rating.points for rating in rate(2, [])] == [MIDDLE] * 2


def test_one_who_sits_twice_gains_nothing_on_themselves() -> None:
    alone = [Finish(deal, [0, 0, 0], [2, 1, 0]) for deal in range(5)]
    assert [rating.points for rating in rate(1, alone)] == [MIDDLE]
    by_chance = [
        Finish(deal, [0, 0, 1], scores) for deal, scores in enumerate([[2, 1, 0], [2, 0, 1], [1, 0, 2]])
    ]
    first, second = rate(2, by_chance)
    assert first.points == pytest.approx(second.points)


# --- the sequential test ------------------------------------------------------------------------------


def decided(truth: float, asked: Hypotheses, dice: np.random.Generator) -> tuple[str, int]:
    deals: Deals = []
    while (found := judge(asked, deals)).verdict == "open":
        deals += duels(truth, 0.0, 1, dice)
    return found.verdict, len(deals)


def test_the_test_is_seldom_wrong_and_needs_fewer_deals_than_a_fixed_number() -> None:
    asked, dice, tries = Hypotheses(0.5, 0.6), np.random.default_rng(4), 200
    for truth, right in ((0.5, "lower"), (0.6, "higher")):
        found = [decided(truth, asked, dice) for _ in range(tries)]
        assert sum(verdict != right for verdict, _ in found) <= 0.09 * tries  # 5 % is what is said
        assert np.mean([deals for _, deals in found]) < 136  # a fixed number with both errors at 5 %
    clear = [decided(0.9, asked, dice) for _ in range(50)]
    assert {verdict for verdict, _ in clear} == {"higher"}
    assert np.mean([deals for _, deals in clear]) < 25


def test_nothing_is_decided_after_a_few_deals() -> None:
    assert judge(Hypotheses(0.5, 0.9), [1.0] * 7).verdict == "open"
    assert judge(Hypotheses(0.5, 0.9), [1.0] * 8).verdict == "higher"
    assert judge(Hypotheses(0.5, 0.9), []).ratio == 0


def test_hypotheses_as_people_write_them() -> None:
    assert hypotheses_of("50:52.5") == Hypotheses(0.5, 0.525)
    for wrong in ("55:50", "50", "a:b", "50:150", "50:50", "-1:50", "nan:50"):
        with pytest.raises(g.BadOption, match="sprt"):
            hypotheses_of(wrong)
