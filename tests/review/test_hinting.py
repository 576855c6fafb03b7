"""Hints explained: what speaks against a choice is measured, and from what its player may know."""

import random

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops, registry
from gruppetto.kernel.record import duplicate
from gruppetto.match import Hint
from gruppetto.players import Budget
from gruppetto.review.hinting import OTHERS, explain

GAMES = list(registry.games())


def undecided(game: str, seed: int = 5) -> tuple[g.Match, int]:
    """A match in which somebody has three choices at least, a little after the start."""
    match, chance = g.start(game, seats=3, seed=seed), random.Random(1)
    while len(match.log) < 14 or len(match.legal(match.waiting[0])) < 3:
        match.apply(match.waiting[0], chance.choice(match.legal(match.waiting[0])))
    return match, match.waiting[0]


def test_a_card_that_is_clearly_worse_is_explained_beside_the_best() -> None:
    match, seat = undecided("flamme-rouge")
    hints = match.hint(seat, Budget(playouts=4000))
    best, *others = explain(match, seat, hints)
    assert best == []
    assert any(others)
    for hint, reasons in zip(hints[1:], others, strict=True):
        for reason in reasons:
            assert hint.choice.text in reason.text
            assert hints[0].choice.text in reason.text
            assert abs(reason.best - reason.made) >= 3 * reason.error


def test_a_choice_as_good_as_the_best_has_nothing_against_it() -> None:
    match, seat = undecided("flamme-rouge")
    twice = [match.hint(seat, Budget(playouts=100))[0]] * 2
    assert explain(match, seat, twice) == [[], []]


@pytest.mark.parametrize("game", GAMES)
def test_what_speaks_against_a_choice_does_not_hang_on_what_is_hidden(game: str) -> None:
    match, seat = undecided(game)
    hints = match.hint(seat, Budget(playouts=200))[: OTHERS + 3]
    told = explain(match, seat, hints)
    assert len(told) == len(hints)
    otherwise = match.at(len(match.log))
    otherwise.state = duplicate(match.state)
    loops.veil(match.game.rules.forget, otherwise.state, seat, np.uint64(99))
    assert explain(otherwise, seat, hints) == told


def test_who_has_gone_is_not_told_why() -> None:
    match, seat = undecided("flamme-rouge")
    hints = match.hint(seat, Budget(playouts=100))
    assert explain(match, seat, hints, cancelled=lambda: True) == [[]] * len(hints)


@pytest.mark.parametrize(("win", "tried", "error"), [(0.5, 98, 0.05), (1.0, 98, 0.00995), (0.0, 0, 0.35355)])
def test_how_sure_a_hint_is(win: float, tried: int, error: float) -> None:
    match, seat = undecided("flamme-rouge")
    assert Hint(match.choices(seat)[0], win, 1.0, tried).error == pytest.approx(error, abs=1e-5)
