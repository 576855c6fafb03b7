import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gruppetto as g
from gruppetto.match import checksum

Race = Callable[..., g.Match]
ERRORS = (g.CorruptLog, g.WrongVersion, g.UnknownGame)


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    match = g.start("flamme-rouge", seats=2, seed=5)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[-1])
    return json.loads(match.to_json())


def signed(document: dict[str, Any]) -> bytes:
    """A save file with a checksum that fits, so that only what was changed is wrong."""
    return json.dumps({**document, "checksum": checksum(document)}).encode()


def test_a_save_file_is_plain_json_a_person_can_read(finished: dict[str, Any]) -> None:
    assert finished["game"] == "flamme-rouge"
    assert finished["options"]["stage"] == "Avenue Corso Paseo"
    assert finished["log"][0] == [finished["log"][0][0], finished["log"][0][1]]
    assert g.loads(signed(finished)).over


def test_a_save_file_tells_who_sat_where_if_somebody_said(finished: dict[str, Any]) -> None:
    match = g.loads(signed(finished))
    assert match.seated == ()
    match.seated = g.Seated("person", "Ada"), g.Seated("bot", level="patron")
    again = g.loads(match.to_json())
    assert again.seated == again.at(3).seated == match.seated
    before = {key: value for key, value in finished.items() if key != "seated"}
    assert g.loads(signed(before)).seated == ()  # a file from before this was kept


def test_saving_replaces_a_file_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "race.json"
    match = g.start("flamme-rouge", seats=2, seed=1)
    match.save(path)
    before = path.read_bytes()
    monkeypatch.setattr(g.Match, "to_json", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        match.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(g.CannotSave, match=r"none.race\.json: cannot be written: No such file"):
        g.start("flamme-rouge", seats=2).save(tmp_path / "none" / "race.json")


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"gruppetto": 99}, g.WrongVersion, "format 99; this version reads 1"),
        ({"game": "chess"}, g.UnknownGame, "There is no game 'chess'"),
        ({"seats": 7}, g.CorruptLog, "2 to 4 seats, not 7"),
        ({"options": {"stage": "Nowhere"}}, g.CorruptLog, "options: 'Nowhere' is neither"),
        ({"options": {"colour": 1}}, g.CorruptLog, "no option 'colour'"),
        ({"options": {"handicap": [9, 9]}}, g.CorruptLog, "handicap"),
        ({"seed": "00" * 32}, g.CorruptLog, "log["),
        ({"commitment": "00" * 32}, g.CorruptLog, "commitment: it does not belong to the seed"),
        ({"position": "00" * 32}, g.CorruptLog, "position: the log leads to another position"),
        ({"result": None}, g.CorruptLog, "result: the log leads to another result"),
        ({"log": [[0, 999]]}, g.CorruptLog, "log[0]: seat 0 playing 999 is not legal there"),
        ({"log": [[0, 2**40]]}, g.CorruptLog, "$.log[0][1]"),
        ({"log": [[-1, 0]]}, g.CorruptLog, "$.log[0][0]"),
        ({"log": [[200, 0]]}, g.CorruptLog, "log[0]: seat 200 playing 0 is not legal there"),
        ({"log": "moves"}, g.CorruptLog, "$.log"),
        ({"seed": "zz"}, g.CorruptLog, "$.seed"),
        ({"extra": 1}, g.CorruptLog, "extra"),
        ({"seated": [{"kind": "person"}]}, g.CorruptLog, "seated: 1 entries for 2 seats"),
        ({"seated": [{"kind": "person"}, {"kind": "robot"}]}, g.CorruptLog, "$.seated[1].kind"),
        ({"start": {"stage": "abu", "riders": {"0S": {"square": 99}}}}, g.CorruptLog, "riders.0S: a rider"),
    ],
)
def test_what_is_wrong_with_a_save_file_is_named(
    finished: dict[str, Any], change: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as refusal:
        g.loads(signed({**finished, **change}), "race.json")
    assert words in str(refusal.value)
    assert str(refusal.value).startswith("race.json: ") or error is g.UnknownGame


def test_a_changed_file_is_noticed(finished: dict[str, Any]) -> None:
    log = [*finished["log"]]
    log[3], log[4] = log[4], log[3]
    with pytest.raises(g.CorruptLog, match="checksum: the file has been changed"):
        g.loads(json.dumps({**finished, "log": log}).encode())


def test_a_missing_field_and_a_missing_file_are_named(finished: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(g.CorruptLog, match="missing required field `log`"):
        g.loads(signed({key: value for key, value in finished.items() if key != "log"}))
    with pytest.raises(g.CorruptLog, match="cannot be read: No such file"):
        g.load(tmp_path / "none.json")
    with pytest.raises(g.CorruptLog, match="cannot be read: Is a directory"):
        g.load(tmp_path)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(5 * 1024 * 1024)
    with pytest.raises(g.CorruptLog, match="larger than any save file"):
        g.load(path)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_truncated_and_mangled_files_never_do_anything_but_refuse(
    finished: dict[str, Any], data: st.DataObject
) -> None:
    content = bytearray(json.dumps(finished).encode())
    cut = data.draw(st.integers(0, len(content)))
    for _ in range(data.draw(st.integers(0, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        g.loads(bytes(content[:cut]))
    except ERRORS:
        return
    assert json.loads(content[:cut]) == finished


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(ERRORS):
        g.loads(content)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**65), 2**65)
    | st.floats(allow_nan=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_value_in_any_field_is_refused_or_harmless(finished: dict[str, Any], data: st.DataObject) -> None:
    """Signed files with one field replaced: either the field does not matter, or the error is typed."""
    key = data.draw(st.sampled_from(sorted(finished)))
    changed = {**finished, key: data.draw(JSON)}
    try:
        match = g.loads(signed(changed) if key != "checksum" else json.dumps(changed).encode())
    except ERRORS:
        return
    assert match.log == [tuple(entry) for entry in finished["log"]]


def test_a_simulated_race_is_saved_with_its_two_numbers(tmp_path: Path) -> None:
    race = g.race("flamme-rouge", 5, 12, players=["random", "random"], options={"stage": "abu"})
    race.save(tmp_path / "race.json")
    document = json.loads((tmp_path / "race.json").read_text())
    assert document["seed"] == f"{5:016x}{12:016x}"
    loaded = g.load(tmp_path / "race.json")
    assert (loaded.log, loaded.result, loaded.seated) == (race.log, race.result, race.seated)
    assert [seated.level for seated in loaded.seated] == ["random", "random"]
    assert g.verify(tmp_path / "race.json").over
    assert loaded.undo(3).legal(race.log[-3][0])
    assert dict(race.story()).keys() == set(range(len(race.log)))
    assert g.start("flamme-rouge", seats=2, seed=document["seed"], options={"stage": "abu"}).position() == (
        race.at(0).position()
    )


def test_the_numbers_of_a_simulated_race_cannot_be_changed(tmp_path: Path) -> None:
    race = g.race("flamme-rouge", 5, 12, players=["random", "random"], options={"stage": "abu"})
    document = json.loads(race.to_json())
    document["seed"] = f"{5:016x}{13:016x}"
    document["checksum"] = checksum(document)
    with pytest.raises(g.CorruptLog):
        g.loads(json.dumps(document).encode())
    document["seed"] = document["seed"][:-2]
    with pytest.raises(g.CorruptLog, match="seed"):
        g.loads(json.dumps(document).encode())
