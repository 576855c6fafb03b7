"""`gruppetto puzzles`: solved, listed, made and checked."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import gruppetto as g
from gruppetto.cli.tables import table_for
from gruppetto.games import registry
from gruppetto.lab import puzzle_making
from gruppetto.puzzles.shelf import PuzzleSet, read, write

Gruppetto = Callable[..., tuple[int, str, str]]
OURS = [game.id for game in registry.own()]
FALSE = Path(__file__).parents[1] / "puzzles" / "kept_for_nothing.json"


def test_puzzles_are_listed(gruppetto: Gruppetto) -> None:
    code, out, err = gruppetto("puzzles", "list", "flamme-rouge")
    assert (code, err) == (0, "")
    assert g.puzzles("flamme-rouge")[0].id in out
    code, out, _ = gruppetto("puzzles", "list", "etapa", "--json")
    assert [row["id"] for row in json.loads(out)] == [one.id for one in g.puzzles("etapa")]


@pytest.mark.compiled
@pytest.mark.parametrize("game", OURS)
def test_a_puzzle_is_solved_at_the_terminal(game: str, gruppetto: Gruppetto) -> None:
    one = g.puzzles(game)[0]
    texts = {choice.code: choice.text for choice in one.asked()}
    code, out, err = gruppetto(
        "puzzles", "solve", game, "--id", one.id, stdin="nonsense\n" + _typed(one, one.best)
    )
    assert (code, err) == (0, "")
    assert "That is it." in out
    assert texts[one.best] in " ".join(out.split())
    code, out, _ = gruppetto(
        "puzzles", "solve", game, "--id", one.id, "--answer", _typed(one, one.obvious).strip()
    )
    assert code == 0
    assert "There is something better." in out


def _typed(one: g.Puzzle, code: int) -> str:
    keys = table_for(one.game).keys(one.asked())
    return next(f"{key}\n" for key, choice in zip(keys, one.asked(), strict=True) if choice.code == code)


def test_answers_that_are_none_are_refused(gruppetto: Gruppetto) -> None:
    name = g.puzzles("flamme-rouge")[0].id
    code, _, err = gruppetto("puzzles", "solve", "--id", name, "--answer", "42")
    assert (code, "'42' is no choice here; choices are" in err) == (2, True)
    code, _, err = gruppetto("puzzles", "solve", "--id", "zzz")
    assert (code, "no puzzle 'zzz'" in err) == (2, True)


@pytest.mark.compiled
def test_puzzles_are_looked_for_and_the_search_is_taken_up_again(
    gruppetto: Gruppetto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = g.puzzles("flamme-rouge")[0]
    monkeypatch.setattr(puzzle_making, "puzzle_at", lambda *_, **__: looked_at)
    file = tmp_path / "own.json.xz"
    code, out, err = gruppetto("puzzles", "make", "flamme-rouge", "--count", 3, "--workers", 1, "--out", file)
    assert (code, "4 puzzles in" in out) == (0, True), err  # what a race gave is kept whole
    assert (len(read(file).puzzles), read(file).races) == (4, 2)
    assert gruppetto("puzzles", "make", "--count", 3, "--out", file)[0] == 2
    code, out, _ = gruppetto("puzzles", "make", "--count", 5, "--workers", 1, "--out", file, "--resume")
    assert (code, len(read(file).puzzles), read(file).races) == (0, 6, 3)
    code, out, _ = gruppetto("puzzles", "make", "--count", 2, "--out", file, "--resume")
    assert (code, "6 puzzles in" in out, len(read(file).puzzles)) == (0, True, 6)
    code, _, err = gruppetto("puzzles", "make", "etapa", "--count", 5, "--out", file, "--resume")
    assert (code, "has puzzles of flamme-rouge" in err) == (2, True)


@pytest.mark.compiled
def test_checking_keeps_what_holds(gruppetto: Gruppetto, tmp_path: Path) -> None:
    good = g.puzzles("flamme-rouge")[0]
    position = json.loads(FALSE.read_text())
    false = msgspec.structs.replace(good, id="false", position=position, seat=2)
    unknown = msgspec.structs.replace(good, id="unknown", position={"nothing": True})
    write(PuzzleSet("flamme-rouge", 0, (good, false, unknown)), tmp_path / "old.xz")
    code, out, err = gruppetto(
        "puzzles", "check", "--file", tmp_path / "old.xz", "--out", tmp_path / "new.xz"
    )
    assert (code, err) == (0, "")
    assert "false: is no puzzle any more." in out
    assert "1 of 3 puzzles hold." in out
    kept = read(tmp_path / "new.xz")
    assert (kept.rules_version, [one.id for one in kept.puzzles]) == (
        registry.get("flamme-rouge").rules_version,
        [good.id],
    )
