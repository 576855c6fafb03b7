"""What is in the box, ours and an owner's own (Z1, Z12)."""

import shutil
from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

import gruppetto as g
from gruppetto.games.due_ruote.data.sets import FILES, our_set, read_set
from gruppetto.games.due_ruote.rules import codes as c

Table = Callable[..., Any]
VALUES = {1: (19, 19), 2: (22, 23), 3: (24, 25), 4: (26, 27)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of our set, to be changed."""
    data = resources.files("gruppetto.games.due_ruote") / "data"
    for name in FILES:
        (tmp_path / name).write_text((data / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


# --- what there is ----------------------------------------------------------------------------------


@pytest.mark.rule("Z1.1")
def test_six_sectors_ahead_and_as_many_behind_as_needed() -> None:
    assert c.LAST_SECTOR == 6
    assert c.LAST_DELAY == -3


@pytest.mark.rule("Z1.2", "Z12.1")
def test_the_terrain_cards_of_our_set() -> None:
    cards = {
        letter: (card.base_speed, card.in_peloton, card.outside) for letter, card in our_set().terrain.items()
    }
    assert cards == {"P": (6, 1, 2), "C": (5, 2, 3), "M": (4, 3, 4), "D": (8, -2, -1)}


@pytest.mark.rule("Z1.3", "Z4.1", "Z4.2")
def test_six_base_tokens_and_four_special_ones(begun: Table) -> None:
    race = begun(2, teams="ready", route="P")
    while race.step == "start":
        race.match.play(race.asks, race.match.choices(race.asks)[-1])
    assert [(team["tokens"], team["special"]) for team in race.view["seats"]] == [(6, 4), (6, 4)]


@pytest.mark.rule("Z1.4", "Z12.2", "Z12.5")
def test_the_sheets_of_our_set() -> None:
    sheets = our_set().sheets
    assert sheets.right == (3, 2, 2, 1, 1, 1)
    assert sheets.left == (1, 1, 2, 2, 3, 3)
    assert sheets.top_speed == 12


@pytest.mark.rule("Z1.5", "Z12.3")
def test_thirty_riders_worth_sixty_points_stronger_the_dearer() -> None:
    riders = our_set().riders
    assert len(riders) == 30
    assert Counter(rider.value for rider in riders) == {1: 12, 2: 9, 3: 6, 4: 3}
    for rider in riders:
        least, most = VALUES[rider.value]
        assert least <= rider.flat + rider.hill + rider.mountain + rider.descent <= most, rider.id
    teams = Counter(rider.team for rider in riders)
    assert set(teams.values()) == {5}


@pytest.mark.rule("Z1.5")
def test_names_are_there_for_everybody_and_different() -> None:
    assert len({rider.name for rider in our_set().riders}) == 30


@pytest.mark.rule("Z1.6", "Z5.1")
def test_somebody_has_the_pawn_as_soon_as_there_is_one_to_have(begun: Table) -> None:
    assert begun(3, teams="ready", route="P").view["pawn"] in (0, 1, 2)


@pytest.mark.rule("Z12.4", "Z5.4")
def test_the_stages_of_our_set_have_ten_terrains_each() -> None:
    for sheet in our_set().stages:
        assert sum(card in "PCMD" for card in sheet.route.split()) == 10, sheet.name


@pytest.mark.rule("Z12.3")
def test_sitting_in_does_not_make_anybody_retire(begun: Table) -> None:
    """Nobody does anything but drink on the flat wheel of Blue's number 1: all come home."""
    race = begun(6, teams="ready", route="One Mountain")
    while race.step == "start":
        kind = "StandBack" if race.can("StandBack") else "PlaceInHead"
        race.match.play(race.asks, next(c for c in race.match.choices(race.asks) if c.message.key == kind))
    while race.match.result is None and race.step not in ("line-up", "tokens-order", "tokens", "helpers"):
        seat = race.asks
        if race.can("PassForGood"):
            race.pick(seat, "PassForGood")
        elif race.step == "activity":
            race.pick(seat, "ChooseActivity", activity="drink")
            rider = next(c for c in race.match.choices(seat) if c.message.key == "ChooseRider")
            race.match.play(seat, rider)
            if race.asks == seat and race.can("PayWith"):
                race.pick(seat, "PayWith", special=0)
        else:
            race.match.play(seat, race.match.choices(seat)[0])
    fatigue = [rider["fatigue"] for rider in race.view["riders"].values()]
    assert race.of("Retired") == []
    assert max(fatigue) <= 20


# --- an owner's own set -----------------------------------------------------------------------------


@pytest.mark.rule("Z12.6")
def test_an_own_set_is_read_from_a_folder_and_travels_with_the_match(folder: Path, tmp_path: Path) -> None:
    change(folder, "riders.toml", 'id = "A1"', 'id = "Zz9"')
    change(folder, "terrain.toml", "base_speed = 6", "base_speed = 7")
    options = {"own_set": msgspec.to_builtins(read_set(folder)), "teams": "ready", "route": "PM"}
    match = g.start("due-ruote", seats=3, seed=5, options=options)
    assert [match.view()["riders"]["0-1"][key] for key in ("card", "name")] == ["Zz9", "Zz9"]
    again = g.from_position("due-ruote", match.position(), seed=1)
    assert again.view() == match.view()
    assert again.position() == match.position()
    match.save(tmp_path / "race.json")
    shutil.rmtree(folder, ignore_errors=True)
    assert match.to_json()


@pytest.mark.rule("Z12.6")
@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("riders.toml", "value = 4", "value = 5", r"riders\.toml: rider 1\.value: Expected `int` <= 4"),
        ("riders.toml", "flat = 6", 'flat = "six"', r"riders\.toml: rider 1\.flat: Expected `int`, got"),
        ("riders.toml", 'id = "A2"', 'id = "A1"', r"riders\.toml: rider 2\.id: 'A1' is there twice"),
        ("riders.toml", 'id = "A2"', 'id = "A2\\n"', r"riders\.toml: rider 2\.id: 'A2\\n' is no id"),
        ("riders.toml", 'team = "A"', 'team = "A\\u0000"', r"rider 1: name and team have signs"),
        ("stages.toml", 'name = "Hills"', 'name = "Hi\\tlls"', r"has signs that cannot be printed"),
        ("riders.toml", "sprint = 5", "sprnt = 5", r"rider 1: Object .*sprnt.*; its keys are id, "),
        ("terrain.toml", "[terrain.M]", "[terrain.X]", r"terrain\.toml: terrain\.X: no such terrain"),
        ("terrain.toml", "base_speed = 8", "base_speed = 13", r"terrain\.toml: terrain\.D\.base_speed: 13"),
        ("sheets.toml", "3, 2, 2, 1, 1, 1", "3, 2", r"sheets\.toml: sheets\.right: Expected `array`"),
        ("sheets.toml", "[sheets]", "[sheet]", r"sheets\.toml: sheets: the file consists of"),
        ("stages.toml", "P P P P P M", "P P P P P X", r"stages\.toml: stage 1 .*card 6 is 'X'"),
        ("stages.toml", 'name = "Hills"', 'name = "Sprinters"', r"stages\.toml: stage 3\.name: .* twice"),
        ("stages.toml", "[[stage]]", "[[stage", r"stages\.toml: this is not TOML"),
    ],
)
def test_a_fault_is_named_with_file_key_and_what_would_be_right(
    file: str, old: str, new: str, says: str, folder: Path
) -> None:
    change(folder, file, old, new)
    with pytest.raises(g.BadData, match=says):
        read_set(folder)


@pytest.mark.rule("Z12.6")
def test_a_missing_folder_file_or_terrain_is_named(folder: Path) -> None:
    with pytest.raises(g.BadData, match="there is no such folder"):
        read_set(folder / "nowhere")
    (folder / "sheets.toml").unlink()
    with pytest.raises(g.BadData, match=r"sheets\.toml: this file is missing"):
        read_set(folder)


@pytest.mark.rule("Z12.6", "Z5.2")
def test_a_set_with_too_few_riders_or_teams_is_refused() -> None:
    plain = msgspec.to_builtins(our_set())
    few = {**plain, "riders": plain["riders"][:14]}
    with pytest.raises(g.BadOption, match="14 rider cards are too few; 3 teams draft 15"):
        g.start("due-ruote", seats=3, options={"own_set": few})
    with pytest.raises(g.BadOption, match="2 ready teams of 5 riders, not 3"):
        g.start("due-ruote", seats=3, options={"own_set": few, "teams": "ready"})
    with pytest.raises(g.BadOption, match="own_set"):
        g.start("due-ruote", seats=2, options={"own_set": {**plain, "riders": plain["riders"][:3]}})


@pytest.mark.rule("Z12.6")
def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(g.BadOption, match="there is no seat 4; seats are 0 to 2"):
        g.start("due-ruote", seats=3, options={"first": 4})
    with pytest.raises(g.BadOption, match=r"'open' or 'printed'"):
        g.start("due-ruote", seats=3, options={"delay": "long"})
    with pytest.raises(g.UnknownOption, match="did you mean 'route'"):
        g.start("due-ruote", seats=3, options={"rout": "PPP"})
    with pytest.raises(g.BadStage, match="card 2 is 'XX'"):
        g.start("due-ruote", seats=3, options={"route": "P XX"})
