"""`gruppetto play`, scripted: whole races, saving, undo, and nothing that a seat may not know."""

import dataclasses
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Console, RenderableType

import gruppetto as g
from gruppetto.cli.table import Scene, Table, scene_of
from gruppetto.cli.tables import table_for
from gruppetto.games import loops, registry
from gruppetto.games.flamme_rouge.faces import words
from gruppetto.games.flamme_rouge.rules.race import legal
from gruppetto.games.game import ASK
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.kernel.record import duplicate
from gruppetto.kernel.rule import rule
from gruppetto.match import Seated

Gruppetto = Callable[..., tuple[int, str, str]]
NAMES = ("you", "domestique", "domestique", "domestique")
ROOT = Path(__file__).parents[2]
ANY_CHOICE = "\n".join(("5", "4", "3", "6", "2", "7", "9", "x", "1") * 400) + "\n"


def log_of(path: Path) -> list[list[int]]:
    log: list[list[int]] = json.loads(path.read_text())["log"]
    return log


def test_a_race_is_ridden_to_the_podium(gruppetto: Gruppetto, finished: Path) -> None:
    match = g.load(finished)
    code, out, _ = gruppetto("play", "--resume", finished)
    assert code == 0
    assert match.result is not None
    assert "wins the race." in out or "You win" in out
    assert "past the line" in out
    assert f"gruppetto replay {finished}" in out
    assert max(map(len, out.splitlines()[:16])) <= 80


@rule
def only_the_first_card(race: Any, seat: int) -> int:
    """Riders and cards are obvious, as far as the first of them goes; a place to start from is not."""
    actions = np.empty(MOST_ACTIONS, np.int32)
    legal(race, seat, actions)
    return actions[0] if race.rounds > 0 else ASK


def test_quick_play_follows_the_routine_of_the_room(
    gruppetto: Gruppetto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, given = tmp_path / "race.json", ("play", "--seed", 4, "--stage", "abcDHu", "--save")
    _, out, _ = gruppetto(*given, path, stdin="a\nq\n")
    assert "“a” is no choice here" in out
    monkeypatch.setattr(type(registry.first()), "routine", staticmethod(only_the_first_card))
    code, out, _ = gruppetto(*given, path, "--new", stdin="h\na\n1\n1\n")
    assert code == 0
    assert "quick play on and off" in out
    assert "Quick play is on." in out
    assert g.load(path).over


def test_quit_and_resume_is_the_same_race(gruppetto: Gruppetto, tmp_path: Path) -> None:
    keys, whole, halves = ["1", "1", "1", "5", "5"], tmp_path / "whole.json", tmp_path / "halves.json"
    given = ("play", "--seed", 4, "--save")
    code, out, _ = gruppetto(*given, whole, stdin="\n".join((*keys, "q")))
    assert code == 0
    assert f"gruppetto play --resume {whole}" in out
    gruppetto(*given, halves, stdin="\n".join((*keys[:2], "q")))
    gruppetto("play", "--resume", halves, stdin="\n".join((*keys[2:], "q")))
    assert len(log_of(whole)) > 4
    assert log_of(whole) == log_of(halves)


def test_the_file_tells_who_sits_where(gruppetto: Gruppetto, tmp_path: Path) -> None:
    race, seated = tmp_path / "race.json", ("bot", "person", "dummy")
    gruppetto("play", "--players", "random,you,muscle", "--seed", 1, "--save", race, stdin="")
    assert tuple(who.kind for who in g.load(race).seated) == seated
    _, out, _ = gruppetto("play", "--resume", race, stdin="")
    assert tuple(who.kind for who in g.load(race).seated) == seated
    assert re.search(r"you are\s+Red", out)
    gruppetto("play", "--resume", race, "--players", "you,domestique,muscle", stdin="")
    assert g.load(race).seated[0] == g.Seated("person")


def test_a_player_from_outside_sits_at_the_table(
    gruppetto: Gruppetto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They decide, the file keeps what they are called, and never what would run them."""
    bot = f"stdio:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    race, told = tmp_path / "race.json", tmp_path / "told"
    monkeypatch.chdir(tmp_path)
    code, out, _ = gruppetto("play", "--players", f"you,{bot}", "--seed", 2, "--save", race, stdin=ANY_CHOICE)
    assert code == 0
    assert "bot.py" in out
    saved = json.loads(race.read_text())
    assert saved["seated"][1] == {"kind": "bot", "name": "bot.py"}
    code, _, err = gruppetto("play", "--resume", race)
    assert (code, "'bot.py' came from outside" in err) == (2, True)
    assert gruppetto("play", "--resume", race, "--players", f"you,{bot}")[0] == 0
    match = g.start("flamme-rouge", seats=2, seed=2)
    match.seated = (Seated("person"), Seated("bot", level="stdio:touch told"))
    match.save(race)
    code, _, err = gruppetto("play", "--resume", race)
    assert (code, "came from outside" in err, told.exists()) == (2, True, False)


def test_a_player_from_outside_who_is_not_there_is_refused(gruppetto: Gruppetto) -> None:
    code, _, err = gruppetto("play", "--players", "you,py:no_such_module:Bot", stdin="q\n")
    assert (code, "there is no module 'no_such_module'" in err) == (2, True)


def test_the_end_of_input_saves_and_quits(gruppetto: Gruppetto, own_shelf: Path) -> None:
    code, out, _ = gruppetto("play", "--seed", 1, "--stage", "La Classicissima", stdin="1\n")
    assert code == 0
    (race,) = own_shelf.glob("*.json")
    assert "la-classicissima" in race.name
    assert f"--resume {race}" in out
    code, out, _ = gruppetto("play", "--resume", stdin="")
    assert code == 0
    assert "La Classicissima" in out


def test_a_race_is_not_overwritten_unasked(gruppetto: Gruppetto, finished: Path) -> None:
    code, _, err = gruppetto("play", "--save", finished)
    assert code == 2
    assert "--resume" in err
    assert gruppetto("play", "--save", finished, "--new")[0] == 0
    assert not g.load(finished).over


def test_a_race_cannot_be_changed_when_resumed(gruppetto: Gruppetto, finished: Path) -> None:
    code, _, err = gruppetto("play", "--resume", finished, "--stage", "La Doyenne")
    assert code == 2
    assert "--stage" in err


def test_nonsense_is_refused_and_asked_again(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    _, out, _ = gruppetto("play", "--seed", 1, "--save", path, stdin="99\n[bold]\n\nq\n")
    assert "“99” is no choice here. Type 1," in out
    assert "“[bold]” is no choice" in out
    assert not [seat for seat, _ in log_of(path) if seat == 0]


def test_undo_takes_back_what_has_shown_nothing(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    given = ("play", "--seed", 1, "--save", path, "--players", "you,random", "--option", "first=0")
    _, out, _ = gruppetto(*given, stdin="u\n1\nu\nq\n")
    assert out.count("nothing to take back") == 1
    assert g.load(path).log == []
    _, out, _ = gruppetto("play", "--resume", path, stdin="1\n1\n1\nu\nq\n")
    assert "There is no way back: you have seen new cards since." in out
    assert g.load(path).view(0)["riders"]["0S"]["drawn"]


def test_no_undo_of_revealed_cards_against_dummies(gruppetto: Gruppetto, tmp_path: Path) -> None:
    given = ("play", "--seed", 1, "--save", tmp_path / "race.json", "--players", "you,muscle")
    _, out, _ = gruppetto(*given, stdin="1\n1\n1\n2\n3\n4\n5\n9\n3\n4\n5\n6\n7\nu\nq\n")
    assert "round 2" in out
    assert "There is no way back" in out


def test_friends_pass_the_keyboard(gruppetto: Gruppetto, tmp_path: Path) -> None:
    given = ("play", "--seed", 2, "--save", tmp_path / "race.json", "--players", "you,you")
    code, out, _ = gruppetto(*given, stdin="\n1\n1\n\nu\nq\n")
    assert code == 0
    assert "Red, it is your turn: pass the keyboard" in out
    assert "Blue, it is your turn: pass the keyboard" in out
    assert "No undo at a shared keyboard" in out


def test_commands_explain(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    _, out, _ = gruppetto("play", "--seed", 2, "--save", path, stdin="h\nl\nw\ns\nq\n")
    assert "front-most first" in out
    assert "undo your last decision" in out
    assert "FR2.2  Red’s" in out or "Nothing has happened yet." in out
    assert f"Saved in {path}" in out


def test_a_hint_says_what_each_choice_promises(
    gruppetto: Gruppetto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gruppetto.cli import session

    monkeypatch.setattr(session, "HINT", "60")
    _, out, _ = gruppetto("play", "--seed", 2, "--save", tmp_path / "race.json", stdin="1\n1\n1\n?\nq\n")
    assert "chance to win (±), expected place, and why not" in out
    hints = re.findall(r"^ +(\S+) +(\d+)% ± (\d+)% +(\d\.\d)  (Play .*)$", out, re.MULTILINE)
    assert 2 <= len(hints) <= 4
    assert all(0 <= int(win) <= 100 and 1 <= float(place) <= 4 for _, win, _, place, _ in hints)
    assert all(0 < int(error) < 50 for _, _, error, _, _ in hints)


def test_a_snapshot_is_a_picture(gruppetto: Gruppetto, tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    assert gruppetto("play", "--seed", 2, "--save", tmp_path / "race.json", "--snapshot", picture)[0] == 0
    text = picture.read_text()
    assert text.startswith("<svg")
    assert "Avenue" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


# --- hidden cards -----------------------------------------------------------------------------------


def printed(page: RenderableType, width: int = 80) -> str:
    console = Console(width=width, record=True, quiet=False, file=None, color_system=None)
    with console.capture() as capture:
        console.print(page)
    return capture.get()


def mid_race(race_on: Callable[..., g.Match], decisions: int) -> g.Match:
    match = race_on(
        g.start("flamme-rouge", seats=4, seed=3, options={"stage": "La Classicissima"}), 1, decisions
    )
    while not match.choices(0):
        match.play(match.waiting[0], match.choices(match.waiting[0])[0])
    return match


@pytest.mark.parametrize("decisions", [0, 5, 40, 83, 120])
def test_the_screen_shows_nothing_that_a_seat_cannot_know(
    race_on: Callable[..., g.Match], decisions: int
) -> None:
    match, table = mid_race(race_on, decisions), table_for("flamme-rouge")
    scene = scene_of(match, 0, NAMES, (80, 24))
    for seed in range(5):
        veiled = duplicate(match.state)
        loops.veil(match.game.rules.forget, veiled, 0, np.uint64(seed))
        other = dataclasses.replace(scene, view=msgspec.to_builtins(match.game.view(veiled, 0)))
        assert printed(table.screen(other)) == printed(table.screen(scene))


def test_a_scene_tells_no_others_cards(race_on: Callable[..., g.Match]) -> None:
    scene = scene_of(mid_race(race_on, 120), 0, NAMES, (80, 24))
    hidden = [event for event in scene.story if isinstance(event, words.Drew | words.Chose)]
    assert any(event.rider[0] == "0" for event in hidden)
    for event in hidden:
        told = event.cards if isinstance(event, words.Drew) else event.card
        assert (told is not None) == (event.rider[0] == "0")
    assert not any(rider.get("own") for name, rider in scene.view["riders"].items() if name[0] != "0")


def test_the_log_of_a_whole_race_tells_no_others_hands(gruppetto: Gruppetto, tmp_path: Path) -> None:
    keys = ("5", "4", "3", "6", "2", "7", "9", "x", "1", "l")
    given = ("play", "--seed", 12, "--stage", "abcu", "--save", tmp_path / "race.json")
    _, out, _ = gruppetto(*given, stdin="\n".join(keys * 100))
    assert re.search(r"Blue’s \w+ draws \S", out)
    assert not re.search(r"(Red|Green|Black)’s \w+ (draws [\dX]|plays [\de])", out)


# --- paper sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", [0, 5, 40, 83, 120])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_the_table_fits_the_terminal(
    race_on: Callable[..., g.Match], decisions: int, width: int, height: int
) -> None:
    scene = scene_of(mid_race(race_on, decisions), 0, NAMES, (width, height))
    lines = printed(table_for("flamme-rouge").screen(scene), width).splitlines()
    assert len(lines) < height
    assert max(map(len, lines)) <= width
    mine = [sign for sign, rider in (("B▲", "0S"), ("B●", "0R")) if scene.view["riders"][rider]["square"]]
    assert all(any(sign in line for line in lines[1:9]) for sign in mine[:1])


def test_any_other_game_has_a_plain_table(race_on: Callable[..., g.Match]) -> None:
    match = mid_race(race_on, 40)
    scene = scene_of(match, 0, NAMES, (80, 24))
    assert isinstance(scene, Scene)
    text = printed(Table().screen(scene))
    assert all(choice.text in text for choice in scene.choices)
    assert scene.story[-1].text in text
    over = scene_of(race_on(match, 2), 0, NAMES, (80, 24))
    assert "1. Red" in printed(Table().result(over))
