"""`--data`: an owner's own set of components, for play, simulate and arena."""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from gruppetto.games.due_ruote.data.sets import FILES

Gruppetto = Callable[..., tuple[int, str, str]]
RACE = ("due-ruote", "--option", "teams=ready", "--option", "route=PM")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Our set as an owner would copy it, with a rider of his own."""
    data, copy = resources.files("gruppetto.games.due_ruote") / "data", tmp_path / "set"
    copy.mkdir()
    for name in FILES:
        text = (data / name).read_text(encoding="utf-8")
        (copy / name).write_text(text.replace('id = "A1"', 'id = "Zz9"'), encoding="utf-8")
    return copy


@pytest.mark.rule("Z12.6")
def test_a_race_is_played_with_the_set_and_carries_it(
    gruppetto: Gruppetto, folder: Path, tmp_path: Path
) -> None:
    save = tmp_path / "race.json"
    gruppetto("play", *RACE, "--players", "you,domestique", "--data", folder, "--save", save)
    riders = json.loads(save.read_text())["options"]["own_set"]["riders"]
    assert riders[0]["id"] == "Zz9"


@pytest.mark.rule("Z12.6")
def test_races_are_simulated_and_met_with_the_set(gruppetto: Gruppetto, folder: Path) -> None:
    terrain = folder / "terrain.toml"
    plain = gruppetto("simulate", *RACE, "--json", "--races", 60, "--data", folder)
    assert plain[0] == 0
    terrain.write_text(terrain.read_text().replace("base_speed = 4", "base_speed = 7"))
    faster = gruppetto("simulate", *RACE, "--json", "--races", 60, "--data", folder)
    wins = [json.loads(out)["wins_by_rider"] for _, out, _ in (plain, faster)]
    assert wins[0] != wins[1]
    met = gruppetto(
        "arena", *RACE, "--json", "--players", "domestique,random", "--races", 4, "--data", folder
    )
    assert met[0] == 0


@pytest.mark.rule("Z12.6")
@pytest.mark.parametrize("command", ["play", "simulate", "arena"])
def test_a_fault_in_the_set_is_named_and_nothing_is_ridden(
    command: str, gruppetto: Gruppetto, folder: Path
) -> None:
    riders = folder / "riders.toml"
    riders.write_text(riders.read_text().replace("sprint = 5", "sprint = 99", 1))
    code, out, err = gruppetto(command, *RACE, "--data", folder)
    assert (code, out) == (2, "")
    assert "riders.toml: rider 1.sprint: Expected `int` <= 20" in " ".join(err.split())


def test_a_missing_folder_or_a_game_without_own_data_is_told(gruppetto: Gruppetto, folder: Path) -> None:
    code, _, err = gruppetto("simulate", *RACE, "--data", folder / "nowhere")
    assert code == 2
    assert "there is no such folder; it should hold terrain.toml" in " ".join(err.split())
    code, _, err = gruppetto("simulate", "flamme-rouge", "--data", folder)
    assert code == 2
    assert "Flamme Rouge is played with our own data" in err
    code, _, err = gruppetto("simulate", *RACE, "--data", folder, "--option", "own_set=null")
    assert code == 2
    assert "already set" in err
