"""`gruppetto play due-ruote`: board, riders and sheets on paper of any size, and a key for everything."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import gruppetto as g
from gruppetto.cli.table import scene_of
from gruppetto.cli.tables import table_for
from gruppetto.games.due_ruote.rules.options import ChallengePrice, RespondFrom, Tie
from gruppetto.players import decide

Gruppetto = Callable[..., tuple[int, str, str]]
NAMES = ("you", *("domestique",) * 5)
TABLE = table_for("due-ruote")
ANY_CHOICE = "\n".join(("y", "n", "p1", "1", "0", "d", "p", "p2", "r", "2", "3", "4", "5", "o1") * 60) + "\n"


def printed(page: object, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(page)
    return capture.get()


@pytest.fixture(scope="module")
def moments() -> list[g.Match]:
    """An advanced race of six teams at every moment at which the first seat has to decide, and its end."""
    options = {"route": "P C TV R M", "advanced": True, "first": 0}
    race = g.start("due-ruote", seats=6, seed=4, options=options)
    while not race.over:
        seat = race.waiting[0]
        race.play(seat, decide(race, seat, "random" if seat == 0 else "domestique", len(race.log)))
    steps = [step for step, (seat, _) in enumerate(race.log) if seat == 0]
    return [*(race.at(step) for step in steps), race]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40)])
def test_thirty_riders_fit_the_terminal(moments: list[g.Match], width: int, height: int) -> None:
    for race in moments:
        lines = printed(TABLE.screen(scene_of(race, 0, NAMES, (width, height))), width).splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= width


def test_every_choice_has_a_key_of_its_own(moments: list[g.Match]) -> None:
    asked = set()
    for race in moments:
        choices = race.choices(0)
        keys = TABLE.keys(choices)
        assert len(set(keys)) == len(keys)
        assert not set(keys) & set("?hlwusq")
        asked |= {choice.message.key for choice in choices}
        assert not choices or TABLE.question(scene_of(race, 0, NAMES, (80, 24)))
    assert asked >= {
        "DraftCard",
        "PlaceInHead",
        "ChooseActivity",
        "ChooseRider",
        "Perform",
        "Obstruct",
        "Cancel",
    }


def test_the_sheet_shows_both_sums_and_what_only_you_see(moments: list[g.Match]) -> None:
    composing = next(race for race in moments if (race.view(0)["composing"] or {}).get("entries"))
    page = printed(TABLE.screen(scene_of(composing, 0, NAMES, (80, 24))))
    assert re.search(r"\d+ : \d+  As it stands, it (succeeds|fails)", page)
    assert re.search(r"(for|against) .*\[B\d \d+h?\]", page)


def test_a_race_is_ridden_to_the_end(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    given = ("play", "due-ruote", "--stage", "PM", "--option", "teams=ready", "--seed", 5, "--save", path)
    code, out, _ = gruppetto(*given, stdin=ANY_CHOICE)
    assert code == 0
    assert g.load(path).over
    assert "Due Ruote 2/2 · mountain, speed" in out
    assert re.search(r"wins the race\.|You win the race!", out)
    code, out, _ = gruppetto("replay", path)
    assert code == 0
    assert "Round 2" in out


def test_two_teams_ride_by_the_readings_for_two_unless_others_are_asked_for(
    gruppetto: Gruppetto, tmp_path: Path
) -> None:
    path = tmp_path / "race.json"
    play = ("play", "due-ruote", "--seats", 2, "--stage", "P", "--seed", 5, "--save", path, "--new")
    code, out, _ = gruppetto(*play, "--option", "tie=succeeds", stdin="q\n")
    assert code == 0
    said = "Readings for 2 teams: challenge_price=fee, respond_from=peloton, delay=printed."
    assert said in " ".join(out.split())
    options = g.load(path).options
    read = (options.challenge_price, options.respond_from, options.tie)
    assert read == (ChallengePrice.FEE, RespondFrom.PELOTON, Tie.SUCCEEDS)
    gruppetto(*play[:3], 3, *play[4:], stdin="q\n")
    assert g.load(path).options.challenge_price == ChallengePrice.RIDERS
