"""Games without a table of their own are played in the terminal all the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

import gruppetto as g
from gruppetto.cli.tables import OWN_TABLES
from gruppetto.games import registry

Gruppetto = Callable[..., tuple[int, str, str]]
PLAIN = sorted(set(registry.games()) - set(OWN_TABLES))


def test_the_example_has_no_table_of_its_own() -> None:
    assert "bordure" in PLAIN


@pytest.mark.parametrize("game", PLAIN)
def test_a_race_at_the_plain_table(game: str, gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    given = ("play", game, "--players", "you,domestique", "--seed", 3, "--save", path)
    code, out, _ = gruppetto(*given, stdin="1\n" * 2000)
    assert code == 0
    match = g.load(path)
    assert match.over
    for rider in match.game.rider_names(2):
        assert rider in out
    assert match.choices(0) == []
    assert match.at(0).choices(0)[0].text in out
    assert "You win" in out or "wins the race." in out
    assert gruppetto("replay", path)[0] == 0
