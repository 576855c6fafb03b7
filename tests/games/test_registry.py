"""The games there are, and what the house asks them instead of knowing them by name."""

import re
from pathlib import Path

import pytest

import gruppetto as g
from gruppetto.games import registry

SOURCES = Path(g.__file__).parent
OF_A_GAME = {  # the terminal's own pages for single games, the registry of these, and what is measured
    *("etapa", "stage_road", "due_ruote", "due_sheets", "peloton", "flamme_rouge", "grand_tour", "cards"),
    *("lanes", "tile_stages", "tables", "figures"),
}
HOUSE = [
    path
    for floor in ("server", "lab", "envs", "players", "cli")
    for path in sorted((SOURCES / floor).rglob("*.py"))
    if path.stem not in OF_A_GAME
]
EXAMPLES = re.compile(r'""".*?"""', re.DOTALL)


def test_the_first_game_is_the_one_of_the_lowest_rank() -> None:
    ranks = [game.rank for game in registry.games().values()]
    assert ranks == sorted(ranks)
    assert registry.first() is registry.get("flamme-rouge")


def test_an_unknown_game_is_refused_with_the_name_that_was_meant() -> None:
    with pytest.raises(g.UnknownGame, match="did you mean 'etapa'"):
        registry.get("etappa")
    with pytest.raises(g.BadOption, match="has no stages to compose"):
        registry.studio_of("due-ruote")


@pytest.mark.parametrize(
    ("game", "options", "ridden"),
    [
        ("flamme-rouge", {"stage": "La Doyenne"}, "La Doyenne"),
        ("flamme-rouge-tour", {}, "3 stages"),
        ("flamme-rouge-tour", {"stages": ["abcu", "La Doyenne"]}, "abcu, La Doyenne"),
        ("etapa", {"stages": ["Plaine", "Pavés"]}, "Plaine, Pavés"),
        ("due-ruote", {}, ""),
        ("due-ruote", {"route": "PPPPPMDPPP"}, "PPPPPMDPPP"),
    ],
)
def test_what_is_ridden(game: str, options: dict[str, object], ridden: str) -> None:
    room = registry.get(game)
    assert room.ridden(room.options(options)) == ridden


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_teams_are_led_by_players_unless_dummies_are_named(game: str) -> None:
    room = registry.get(game)
    assert list(room.leaders(room.options({}), 3)) == ["player"] * 3
    if "rouge" in game:
        assert list(room.leaders(room.options({"teams": ["player", "muscle"]}), 2)) == ["player", "muscle"]


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_every_game_has_an_event_that_opens_a_round(game: str) -> None:
    match, opened = g.start(game, seats=registry.get(game).fewest_seats, seed=1), 0
    for _ in range(60):
        seat = match.waiting[0]
        opened += sum(event.opens_round for event in match.play(seat, match.choices(seat)[0]))
        if opened:
            break
    assert opened == 1


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_house_knows_no_game_by_name(path: Path) -> None:
    """Examples in docstrings are free to."""
    code = EXAMPLES.sub("", path.read_text("utf-8"))
    assert not re.findall(r"flamme.?rouge|due.?ruote|etapa|grand.?tour", code, re.IGNORECASE)
