"""Stages and tables: the data, stages written out, and errors that say what is wrong (C16)."""

from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.etapa.data.road import read_stages, read_tables, stage, stages, tables, unpacked


@pytest.mark.rule("C16.1")
def test_thirty_six_cards_and_eighteen_slow_ones() -> None:
    box = tables().cards
    assert (6 * box.copies, box.slow) == (36, 18)


@pytest.mark.rule("C16.2")
@pytest.mark.parametrize(
    ("name", "length", "time"),
    [
        ("Plaine", 180, "03:39:20"), ("Pavés", 180, "03:54:08"), ("Moyenne montagne", 180, "03:57:12"),
        ("Haute montagne", 164, "04:29:12"), ("Collines", 160, "03:27:04"),
    ],
)  # fmt: skip
def test_our_stages_are_as_long_as_they_should_be(name: str, length: int, time: str) -> None:
    hours, minutes, seconds = map(int, time.split(":"))
    assert (stage(name).length, stage(name).time) == (length, 3600 * hours + 60 * minutes + seconds)


@pytest.mark.rule("C16.2")
@pytest.mark.parametrize("known", stages(), ids=lambda known: known.name)
def test_every_time_follows_from_the_road(known: Any) -> None:
    if known.kind == "road":
        assert stage(known.notation).time == known.time


@pytest.mark.rule("C16.2")
@pytest.mark.parametrize("known", stages(), ids=lambda known: known.name)
def test_a_stage_can_be_written_out_and_read_again(known: Any) -> None:
    again = stage(known.notation)
    assert again.packed().tolist() == known.packed().tolist()
    assert unpacked(again.packed()).name == known.name


@pytest.mark.rule("C16.2")
@pytest.mark.parametrize("known", [s for s in stages() if s.kind == "road"], ids=lambda known: known.name)
def test_mountain_primes_stand_on_top_and_the_marks_in_order(known: Any) -> None:
    fields = known.fields
    for category, field in known.primes:
        if category != "S":
            assert fields[field - 1].upper() in "ENHU", (category, field)
            assert field == known.length or fields[field].upper() not in "ENHU", (category, field)
    assert 54 <= known.length - known.limit <= 90
    assert 20 <= known.length - known.flag <= 30
    assert known.feed[1] - known.feed[0] == 7


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("F10", "40 to 240 fields"), ("F100 X3", "F40 or e8"), ("F100 | 4@300", "on fields 1 to 100"),
        ("F100 | 7@50", "4@48 or S@90"), ("F100 | feed 60-50", "first field first"),
        ("F100 | limit 101", "not on the road"), ("ITT 10 20", "a time trial has 4"),
        ("F100 | limit x", "'limit x': 'x' is not a number"),
        ("F100 | feed 10", "'feed 10': '' is not a number"),
        ("ITT 10/20/30/40", "as in .*ITT 28 30 36 56"), ("F100 | limit 50 | limit 60", "'limit' twice"),
        ("F100 | type steep", "steep"),
    ],
)  # fmt: skip
def test_a_bad_stage_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(g.BadStage, match=reason):
        stage(text)


def test_an_unknown_stage_is_refused_with_a_hint() -> None:
    with pytest.raises(g.UnknownStage, match="Did you mean Collines"):
        stage("Collinas")
    with pytest.raises(g.UnknownStage, match="at most"):
        stage("F" * 500)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("stage = 3", "consists of"), ("[[stage]]\nname = 'A'\nroad = 'F3'", "40 to 240"),
        ("[[stage]]\nname = 'A'\nroad = 'F90'\ncolour = 1", "colour"), ("a = [", "not TOML"),
        ("[[stage]]\nname = 'A'\nroad = 'F90'\n[[stage]]\nname = 'a'\nroad = 'F90'", "taken"),
    ],
)  # fmt: skip
def test_bad_stage_data_is_refused(text: str, reason: str) -> None:
    with pytest.raises(g.BadData, match=reason):
        read_stages(text)


def test_bad_tables_are_refused() -> None:
    good = "[cards]\nslow = 18\ncopies = 6\n"
    with pytest.raises(g.BadData, match="hand"):
        read_tables(good + "hand = []\n[points]\n")
    with pytest.raises(g.BadData, match="hand"):
        read_tables("hand = []\n" + good + "[points]\nsprint = [1]\n")
    with pytest.raises(g.BadData, match="slow"):
        read_tables("hand = []\n[cards]\nslow = 'x'\ncopies = 6\n[points]\n")
