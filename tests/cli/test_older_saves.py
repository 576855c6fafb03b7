"""Save files of other rules on the command line: told again, and carried over when asked."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.match import checksum
from gruppetto.players import decide
from gruppetto.story import pack

Gruppetto = Callable[..., tuple[int, str, str]]


def make_older(path: Path) -> Path:
    """The same file, as if an earlier version of the rules had written it."""
    document = json.loads(path.read_text())
    document["rules_version"] -= 1
    path.write_text(json.dumps({**document, "checksum": checksum(document)}))
    return path


@pytest.mark.parametrize("game", list(registry.games()))
def test_an_older_race_is_told_as_it_was(gruppetto: Gruppetto, tmp_path: Path, game: str) -> None:
    match = g.start(game, seats=2, seed=5, options={"stages": ["abcu"]} if "tour" in game else None)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "domestique", len(match.log)))
    path = tmp_path / "race.json"
    match.save(path)
    before, told = gruppetto("replay", path), gruppetto("replay", path, "--json")
    make_older(path)
    assert gruppetto("replay", path) == before
    document, was = json.loads(gruppetto("replay", path, "--json")[1]), json.loads(told[1])
    assert document.pop("rules_version") == was.pop("rules_version") - 1
    assert document == was


def test_what_an_older_view_lacks_is_not_drawn(gruppetto: Gruppetto, finished: Path) -> None:
    _, whole, _ = gruppetto("replay", make_older(finished))
    path = finished.with_name("lacking.json")
    match = g.load(finished)
    assert isinstance(match, g.PastMatch)
    del match.told.view["squares"]
    path.write_bytes(match.to_json(pack(match.told)))
    code, out, err = gruppetto("replay", path)
    assert (code, err) == (0, "")
    assert "wins the race." in out
    assert len(out) < len(whole)


def test_an_older_race_that_is_over_is_not_resumed(gruppetto: Gruppetto, finished: Path) -> None:
    code, _, err = gruppetto("play", "--resume", make_older(finished))
    assert code == 2
    assert "The race is over; see it again with: gruppetto replay" in err


def test_an_older_race_is_carried_over_only_when_asked(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    gruppetto("play", "--seed", 3, "--save", path, stdin="1\n1\n1\n1\n1\nq\n")
    before = make_older(path).read_bytes()
    code, _, err = gruppetto("play", "--resume", path)
    assert code == 2
    assert "begun under version 0 of the rules of Flamme Rouge, installed is version 1" in err
    assert "With --carry-over it goes on" in err
    assert "decisions taken back:" in err
    code, out, _ = gruppetto("play", "--resume", path, "--carry-over", stdin="q\n")
    carried = tmp_path / "race-carried.json"
    assert code == 0
    assert f"The race goes on in {carried}" in out
    assert path.read_bytes() == before
    assert g.load(carried).position() == json.loads(before)["round"]["position"]
    code, _, err = gruppetto("play", "--resume", path, "--carry-over")
    assert code == 2
    assert "there is a race in it: go on with --resume" in err
