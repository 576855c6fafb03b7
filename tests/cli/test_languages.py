"""The command speaks the language of whoever calls it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

Gruppetto = Callable[..., tuple[int, str, str]]
STAGE = "abcu"
WORDS = {
    "pl": ("Ustaw kolarza", "Tour 2018, etap 12.", "Runda 1", "wygrywa wyścig."),
    "it": ("Metti un corridore", "Tour del 2018, tappa 12.", "Turno 1", "vince la corsa."),
    "cs": ("Postav jezdce", "Tour 2018, 12. etapa.", "1. kolo", "vyhrává závod."),
    "en": ("Place a rider", "Tour of 2018, stage 12.", "Round 1", "wins the race."),
}
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A system that speaks as it is told, and nothing else."""

    def speaks(**wishes: str) -> None:
        for name in SYSTEM:
            monkeypatch.delenv(name, raising=False)
        for name, wish in wishes.items():
            monkeypatch.setenv(name, wish)

    return speaks


@pytest.mark.parametrize("language", WORDS)
def test_a_race_is_played_and_told_in_a_language(
    gruppetto: Gruppetto, finished: Path, tmp_path: Path, language: str
) -> None:
    question, note, round_one, won = WORDS[language]
    race = tmp_path / "race.json"
    _, out, _ = gruppetto("--lang", language, "play", "--stage", STAGE, "--save", race, stdin="q\n")
    assert question in out
    _, out, _ = gruppetto("--lang", language, "stages", "show", "Alpe d'Huez")
    assert note in out
    _, out, _ = gruppetto("--lang", language, "replay", finished)
    assert round_one in out
    assert won in out


@pytest.mark.parametrize("game", ["flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa"])
@pytest.mark.parametrize("language", ["pl", "it", "cs"])
def test_every_table_has_its_words(gruppetto: Gruppetto, tmp_path: Path, game: str, language: str) -> None:
    given = ("--lang", language, "play", game, "--save", tmp_path / "race.json")
    code, out, _ = gruppetto(*given, stdin="h\n1\n1\nt\n1\nw\nl\nq\n")
    assert code == 0
    for english in ("you are", "help", "hint", "rider", "round", "Nothing has happened", "Saved"):
        assert english not in out
    assert "{" not in out


@pytest.mark.parametrize(
    ("wishes", "spoken"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "it_IT.UTF-8", "LC_ALL": "cs"}, "cs"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "csb_PL.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_system_says_which(
    gruppetto: Gruppetto, system: Callable[..., None], wishes: dict[str, str], spoken: str
) -> None:
    system(**wishes)
    _, out, _ = gruppetto("stages", "show", "Alpe d'Huez")
    assert WORDS[spoken][1] in out


def test_who_asks_for_a_language_gets_it_whatever_the_system_says(
    gruppetto: Gruppetto, system: Callable[..., None]
) -> None:
    system(LANG="pl_PL.UTF-8")
    _, out, _ = gruppetto("--lang", "en", "stages", "show", "Alpe d'Huez")
    assert WORDS["en"][1] in out


def test_a_language_nobody_speaks_is_refused(gruppetto: Gruppetto) -> None:
    code, out, err = gruppetto("--lang", "tlh", "games")
    assert (code, out) == (2, "")
    assert err == "gruppetto: --lang: 'tlh' is not spoken here; languages are en, pl, it, cs.\n"


def test_resuming_stands_alone_behind_a_language(gruppetto: Gruppetto, own_shelf: Path) -> None:
    gruppetto("play", "--stage", STAGE, stdin="q\n")
    code, out, _ = gruppetto("--lang", "it", "play", "--resume", stdin="q\n")
    assert code == 0
    assert "Metti un corridore" in out


def test_at_a_terminal_the_questions_are_czech(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", *SYSTEM}}
    command = ["-m", "gruppetto.cli", "play", "--stage", STAGE, "--save", str(tmp_path / "race.json")]
    child = pexpect.spawn(
        sys.executable,
        command,
        dimensions=(40, 100),
        env={**env, "LANG": "cs_CZ.UTF-8", "PYTHONUTF8": "1", "TERM": "xterm-256color"},
        encoding="utf-8",
        timeout=60,
    )
    child.expect("Postav jezdce")
    child.expect(r"h pomoc  \? nápověda")
    child.sendline("h")
    child.expect("Každá karta se použije jednou")
    child.expect("Enter: zpět ke stolu")
    child.sendline("")
    child.expect("Postav jezdce")
    child.sendline("q")
    child.expect("Uloženo. Jak v závodě pokračovat:")
    child.close(force=True)
