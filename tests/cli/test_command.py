"""The command as a whole: help, version, and how it refuses."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.kernel.rule import sources_hash


def test_help_names_every_command(gruppetto: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = gruppetto("--help")
    assert code == 0
    for command in ("play", "replay", "verify", "simulate", "bench", "warmup", "games", "stages", "Examples"):
        assert command in out
    assert "completion" not in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("command", ["play", "replay", "verify", "simulate", "bench", "warmup", "games"])
def test_every_command_has_help(gruppetto: Callable[..., tuple[int, str, str]], command: str) -> None:
    code, out, _ = gruppetto(command, "--help")
    assert code == 0
    assert f"gruppetto {command}" in out


def test_the_module_is_the_command(in_process: Callable[..., tuple[int, str, str]]) -> None:
    assert in_process("--version") == (0, f"gruppetto {g.__version__}\n", "")


REFUSED = [
    (("play", "chess"), "There is no game 'chess'"),
    (("play", "--seats", "9"), "2 to 4 seats"),
    (("play", "--players", "you,domestiqe"), "did you mean 'domestique'"),
    (("play", "--players", "random,random"), "no seat is yours"),
    (("play", "--players", "you,random", "--seats", "3"), "names 2 seats"),
    (("play", "--players", "you,peloton,peloton"), "only one Peloton"),
    (("play", "--option", "finish"), "write key=value"),
    (("play", "--option", "finish=soon"), "finish"),
    (("play", "--option", "wind=1"), "no option 'wind'"),
    (("play", "--option", "stage=abcu", "--stage", "abcu"), "already set"),
    (("play", "--seed", "lucky"), "neither a number"),
    (("play", "--stage", "Milano"), "Firenze – Milano"),
    (("play", "--resume", "nowhere.json"), "cannot be read"),
    (("play", "--resume"), "there is no race"),
    (("play", "--save", "/nowhere/race.json"), "no folder"),
    (("simulate", "--players", "you"), "there is no 'you'"),
    (("simulate", "--races", "0"), "--races"),
    (("simulate", "--workers", "none"), "--workers"),
    (("simulate", "--out", "/nowhere/races.parquet"), "no folder"),
    (("stages", "check", "abcau"), "used twice"),
    (("stages", "list", "--group", "moon"), "no group"),
    (("replay", "nowhere.json"), "cannot be read"),
    (("verify", "/dev/null"), "not JSON"),
    (("frob",), "No such command"),
]


@pytest.mark.parametrize(("arguments", "reason"), REFUSED)
def test_what_is_wrong_is_said_with_exit_code_2(
    gruppetto: Callable[..., tuple[int, str, str]], arguments: tuple[str, ...], reason: str
) -> None:
    code, out, err = gruppetto(*arguments)
    assert code == 2
    assert reason in err
    assert "Traceback" not in out + err


def test_a_port_that_is_taken_is_refused_before_anything_is_compiled(
    in_process: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRUPPETTO_CACHE", str(tmp_path / "cache"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = in_process("serve", "--port", str(port))
    assert (code, out) == (2, "")
    assert f"port: {port} cannot be used" in err
    assert "Compiling" not in err
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def test_an_error_is_one_line(in_process: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = in_process("stages", "show", "Milano")
    assert (code, out) == (2, "")
    assert err == "gruppetto: There is no stage 'Milano'. Did you mean Firenze – Milano?\n"


def test_a_reader_who_leaves_early_hears_nothing_of_it(tmp_path: Path) -> None:
    told = tmp_path / "stderr"
    with told.open("wb") as stderr:
        writer = subprocess.Popen(
            [sys.executable, "-m", "gruppetto.cli", "stages", "list", "--json"],
            stdout=subprocess.PIPE,
            stderr=stderr,
        )
        assert writer.stdout is not None
        writer.stdout.close()
        writer.wait(30)
    assert told.read_text() == ""


def test_games_lists_every_option_with_its_default(gruppetto: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = gruppetto("games")
    assert code == 0
    for name in g.games()[0]["options"]:
        assert name in out
    assert "default: Avenue Corso Paseo" in out
    assert "muscle" in out


def test_games_says_where_a_network_is_for_other_rules(
    gruppetto: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.get("flamme-rouge")
    learnt = game.rules_version
    monkeypatch.setattr(type(game), "rules_version", learnt + 1)
    _, out, _ = gruppetto("games")
    said = f"hors-categorie does not ride here: its network has learnt version {learnt} of the rules."
    assert " ".join(out.split()).count(said) == 1


def test_warmup_compiles_and_tidies(
    gruppetto: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gruppetto.cli.warmup.remove_stale", lambda: 3)
    code, out, _ = gruppetto("warmup")
    assert code == 0
    assert "Ready in" in out
    assert "Removed 3 folders" in out


def test_only_older_rules_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gruppetto.cli import warmup

    current = f"gruppetto.kernel.chance-{sources_hash('gruppetto.kernel.chance')}"
    for name in (current, "gruppetto.kernel.chance-0123", "gruppetto.gone-4567", "gruppetto.new-89ab"):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (0, 0) if "new" not in name else None)
    (tmp_path / "etapa-0123.ready").touch()
    monkeypatch.setattr(warmup, "cache_folder", lambda: tmp_path)
    assert warmup.remove_stale() == 2
    assert {path.name for path in tmp_path.iterdir()} >= {current, "gruppetto.new-89ab", "etapa-0123.ready"}
