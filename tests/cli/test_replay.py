"""`gruppetto replay` and `gruppetto verify`."""

import json
from collections.abc import Callable
from pathlib import Path

import gruppetto as g

Gruppetto = Callable[..., tuple[int, str, str]]


def test_a_race_is_told_round_by_round(gruppetto: Gruppetto, finished: Path) -> None:
    code, out, _ = gruppetto("replay", finished)
    rounds = g.load(finished).view(None)["round"]
    assert code == 0
    assert "At the start" in out
    assert f"Round {rounds} ─" in out
    assert f"Round {rounds + 1}" not in out
    assert "wins the race." in out
    assert "past the line" in out
    assert " draws" not in out


def test_some_rounds_of_it(gruppetto: Gruppetto, finished: Path) -> None:
    _, out, _ = gruppetto("replay", finished, "--from", 2, "--until", 3)
    assert "Round 2" in out
    assert "Round 3" in out
    assert "Round 1 " not in out
    assert "Round 4" not in out
    assert "past the line" not in out
    code, _, err = gruppetto("replay", finished, "--from", 99)
    assert code == 2
    assert "rounds 0 to" in err


def test_events_as_json(gruppetto: Gruppetto, finished: Path) -> None:
    _, out, _ = gruppetto("replay", finished, "--json")
    document = json.loads(out)
    assert document["over"] is True
    assert document["events"][-1]["type"] == "Ended"
    assert {"decision", "seat", "text", "rule"} <= set(document["events"][0])
    assert any(event.get("cards") for event in document["events"])


def test_a_race_under_way_keeps_its_secrets(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    gruppetto("play", "--seed", 3, "--save", path, stdin="1\n1\n1\nq\n")
    _, out, _ = gruppetto("replay", path, "--json")
    events = json.loads(out)["events"]
    assert [event for event in events if event["type"] == "Drew"]
    assert not any(event.get("cards") or event.get("card") for event in events)


def test_verify_says_what_was_checked(gruppetto: Gruppetto, finished: Path) -> None:
    code, out, _ = gruppetto("verify", finished)
    match = g.load(finished)
    assert code == 0
    assert match.commitment in out
    assert f"all {len(match.log)} decisions are legal" in out
    assert "result: as recorded" in out


def test_a_changed_file_is_refused(gruppetto: Gruppetto, finished: Path) -> None:
    document = json.loads(finished.read_text())
    document["log"] = document["log"][:-1]
    finished.write_text(json.dumps(document))
    code, _, err = gruppetto("verify", finished)
    assert code == 2
    assert "checksum" in err
