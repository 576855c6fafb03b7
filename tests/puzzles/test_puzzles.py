"""Puzzles: what is in the box holds, and what looks like one and is none is seen through."""

import json
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.lab import puzzle_making
from gruppetto.puzzles import puzzle_of_the_day, ridden_out
from gruppetto.puzzles.puzzle import MARGIN, asks_for, name_of
from gruppetto.puzzles.shelf import PuzzleSet, read, write

OURS = [game.id for game in registry.own()]
HERE = Path(__file__).parent
FEWEST = 8  # in a box that is worth opening; more are better


@pytest.mark.parametrize("game", OURS)
def test_puzzles_in_the_box_are_of_the_rules_that_are_installed(game: str) -> None:
    """If this fails, rules have changed: `gruppetto puzzles check GAME --out FILE` keeps those that hold."""
    found = g.puzzles(game)
    assert len(found) >= FEWEST
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert one.id == name_of(one.position, one.seat)
        assert set(one.match().legal(one.seat)) == {choice.code for choice in one.choices}
        assert one.best != one.obvious
        assert one.margin >= MARGIN
        assert 1 <= one.difficulty <= 5
        assert one.asks == asks_for(one.asked(), one.best)


@pytest.mark.compiled
@pytest.mark.parametrize("game", OURS)
def test_the_first_puzzle_of_a_game_is_weighed_anew(game: str) -> None:
    one = g.puzzles(game)[0]
    again = puzzle_making.settled(one.game, one.position, one.seat)
    assert again is not None
    assert (again.best, again.choices) == (one.best, one.choices)


@pytest.mark.compiled
def test_a_choice_that_only_saves_a_domestique_from_themselves_is_no_puzzle() -> None:
    """The 9 and the 5 ride equally far up this climb; a domestique would keep both nines for too long."""
    position = json.loads((HERE / "kept_for_nothing.json").read_text())
    match = g.from_position("flamme-rouge", position, seed=0)
    naive = puzzle_making.weigh(match, 2, 400, seed=0)
    assert naive[0].win - naive[1].win > 0.5
    assert puzzle_making.settled("flamme-rouge", position, 2) is None


@pytest.mark.compiled
def test_what_is_shown_of_both_choices_begins_with_them_and_has_the_same_luck() -> None:
    one = g.puzzles("flamme-rouge")[0]
    endings = [ridden_out(one, code) for code in (one.best, one.obvious)]
    assert [ending.story.steps[0].code for ending in endings] == [one.best, one.obvious]
    assert all(ending.match.over for ending in endings)
    assert ridden_out(one, one.best).match.log == endings[0].match.log
    assert any("wins" in event.text for event in endings[0].events[-1])


def test_every_day_has_a_puzzle_and_the_games_take_turns() -> None:
    begin = date(2026, 11, 18)
    days = [puzzle_of_the_day(begin + timedelta(number)) for number in range(len(OURS))]
    assert puzzle_of_the_day(begin) == days[0]
    assert {one.game for one in days if one} == set(OURS)


def test_no_puzzle_comes_again_before_all_have_come() -> None:
    many = len(g.puzzles("etapa"))
    turns = [turn * len(OURS) for turn in range(200_000 // many * many, (200_000 // many + 1) * many)]
    days = [puzzle_of_the_day(date.fromordinal(turn + OURS.index("etapa"))) for turn in turns]
    assert {one.id for one in days if one} == {one.id for one in g.puzzles("etapa")}


def test_a_puzzle_that_is_not_there() -> None:
    with pytest.raises(g.UnknownPuzzle, match="Flamme Rouge has no puzzle 'nothing'"):
        g.puzzle("flamme-rouge", "nothing")
    with pytest.raises(g.IllegalMove, match="is no choice in the puzzle"):
        g.puzzles("flamme-rouge")[0].win(999)


def test_a_set_is_read_as_it_was_written_and_refused_if_it_is_none(tmp_path: Path) -> None:
    kept = PuzzleSet("flamme-rouge", 1, g.puzzles("flamme-rouge")[:2], seed=7, races=3)
    write(kept, tmp_path / "set.json.xz")
    assert read(tmp_path / "set.json.xz") == kept
    (tmp_path / "bad").write_bytes(b"no set")
    with pytest.raises(g.BadData, match="bad: is no set of puzzles"):
        read(tmp_path / "bad")
    with pytest.raises(g.BadData, match="cannot be read: No such file"):
        read(tmp_path / "missing")
    with pytest.raises(g.CannotSave, match="cannot be written"):
        write(kept, tmp_path / "nowhere" / "set")


def test_a_lead_that_may_be_less_is_weighed_in_more_worlds() -> None:
    always, mostly = np.full(64, 0.12), np.tile([0.12, 0.48, -0.24, 0.12], 16)
    assert mostly.mean() == pytest.approx(always.mean())
    assert puzzle_making.is_beyond_doubt(always, MARGIN)
    assert puzzle_making.is_beyond_doubt(mostly)
    assert not puzzle_making.is_beyond_doubt(mostly, MARGIN)
