"""Every golden that a room declares is there, short enough to be read, and replays to itself."""

from pathlib import Path

import pytest
from golden import goldens_of, kept, path_of, render, replayed

from gruppetto.games import registry

MOST_LINES = 800
GOLDENS = [(game, name) for game in registry.games().values() for name in goldens_of(game)]


@pytest.fixture(params=GOLDENS, ids=lambda pair: f"{pair[0].id}/{pair[1]}")
def golden(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """The game, the name and the text of a golden."""
    game, name = request.param
    return game.id, name, path_of(game, name).read_text(encoding="utf-8")


def test_a_golden_replays_to_itself_and_shows_what_it_is_kept_for(golden: tuple[str, str, str]) -> None:
    game, name, text = golden
    match = replayed(text, game)
    assert match.over
    assert render(match) == text
    assert goldens_of(registry.get(game))[name].shows(match)


def test_a_golden_is_short_enough_to_be_read(golden: tuple[str, str, str]) -> None:
    assert golden[2].count("\n") <= MOST_LINES


def test_goldens_guard_the_version_of_the_rules(golden: tuple[str, str, str]) -> None:
    version = registry.get(golden[0]).rules_version
    assert golden[2].splitlines()[0].endswith(f"rules version {version}")


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_a_game_has_the_goldens_that_its_room_declares_and_no_others(game: str) -> None:
    declared = set(goldens_of(registry.get(game)))
    assert declared
    assert {path.stem for path in path_of(registry.get(game), "").parent.glob("*.txt")} == declared


def test_a_race_is_kept_for_as_long_as_the_rules_allow_it(tmp_path: Path) -> None:
    game = registry.first()
    name, golden = next(iter(goldens_of(game).items()))
    text, copy = path_of(game, name).read_text(encoding="utf-8"), tmp_path / "golden.txt"
    copy.write_text(text, encoding="utf-8")
    assert render(kept(golden, copy)) == text
    copy.write_text(text.replace("› 0:21 ", "› 0:99 ", 1), encoding="utf-8")
    assert kept(golden, copy) is None
    assert kept(golden, tmp_path / "missing.txt") is None
