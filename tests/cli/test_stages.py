"""`gruppetto stages`."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

from gruppetto.games.flamme_rouge.data.road import stage, stages

Gruppetto = Callable[..., tuple[int, str, str]]


def test_list_has_a_line_for_every_stage(gruppetto: Gruppetto) -> None:
    code, out, _ = gruppetto("stages", "list")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == 1 + len(stages())
    assert max(map(len, lines)) <= 80
    assert all(card.letters in out for card in stages())


def test_list_as_json_counts_the_climbs(gruppetto: Gruppetto) -> None:
    _, out, _ = gruppetto("stages", "list", "--group", "box", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert len(rows) == 6
    assert rows["Avenue Corso Paseo"]["climbs"] == 0
    assert rows["La Haut Montagne"]["ascent"] == stage("La Haut Montagne").squares.count("a")


def test_show_tells_letters_profile_and_terrain(gruppetto: Gruppetto) -> None:
    code, out, _ = gruppetto("stages", "show", "le col du ballon")
    assert code == 0
    for part in (
        "Ballons Centrale",
        "AnLHgceqtrMBoipjDFkSu",
        "4 start",
        "5 past the line",
        "▁",
        "╱╱",
        "FINISH",
    ):
        assert part in out


def test_draw_writes_svg_and_does_not_overwrite(gruppetto: Gruppetto, tmp_path: Path) -> None:
    picture = tmp_path / "road.svg"
    assert gruppetto("stages", "draw", "abcu", "-o", picture, "--rider", "0S=7,left")[0] == 0
    assert "square 7, left lane" in picture.read_text()
    code, _, err = gruppetto("stages", "draw", "La Doyenne", "-o", picture)
    assert code == 2
    assert "--force" in err
    assert gruppetto("stages", "draw", "La Doyenne", "-o", picture, "--force")[0] == 0
    assert "La Doyenne" in picture.read_text()


def test_draw_without_a_file_goes_to_stdout(gruppetto: Gruppetto) -> None:
    _, out, _ = gruppetto("stages", "draw", "abcu")
    assert ET.fromstring(out).tag.endswith("svg")  # noqa: S314  (our own output)


def test_check_says_what_a_stage_is_like(gruppetto: Gruppetto) -> None:
    code, out, _ = gruppetto("stages", "check", "abDHcu")
    assert code == 0
    assert out.startswith("ok abDHcu")
    assert "1 climb" in out
    assert "Tiles left in the box: e f" in out


def test_random_composes_what_is_wished_and_tells_the_seed(gruppetto: Gruppetto) -> None:
    wishes = ("stages", "random", "--climbs", "2", "--finish", "uphill", "--seed", "4")
    code, out, _ = gruppetto(*wishes)
    assert code == 0
    assert "2 climbs" in out
    assert "Seed 4." in out
    found = json.loads(gruppetto(*wishes, "--json")[1])
    assert found["letters"] == out.split()[0]
    assert (found["tiles"], found["climbs"]) == (21, 2)
    assert gruppetto("stages", "check", found["letters"])[0] == 0


def test_stages_of_etapa_are_composed_checked_drawn_and_simulated(
    gruppetto: Gruppetto, tmp_path: Path
) -> None:
    etapa = ("--game", "etapa")
    found = json.loads(
        gruppetto("stages", "random", *etapa, "--mountains", "high", "--seed", "4", "--json")[1]
    )
    code, out, _ = gruppetto("stages", "check", *etapa, found["letters"])
    assert (code, out.splitlines()[0]) == (0, f"ok {found['letters']}")
    picture = ET.fromstring(gruppetto("stages", "draw", *etapa, found["letters"])[1])  # noqa: S314
    assert picture.tag.endswith("svg")
    rode = gruppetto(
        "simulate", "etapa", "--races", "3", "--option", f"stages={found['letters']}", "--json"
    )  # fmt: skip
    assert rode[0] == 0, rode[2]


def test_a_stage_of_etapa_that_is_none_is_told_what_would_be_right(gruppetto: Gruppetto) -> None:
    code, _, err = gruppetto("stages", "check", "--game", "etapa", "F20 E5")
    assert code == 2
    assert "40 to 240 fields, not 25" in err
    code, out, _ = gruppetto("stages", "check", "--game", "etapa", "F40 E8 D12 F60 | 4@50")
    assert code == 0
    assert "4@50 is not on top of a climb; the nearest one ends on field 48" in out
    assert gruppetto("stages", "draw", "--game", "etapa", "Plaine", "--rider", "0S=3")[0] == 2
    assert "Flamme Rouge and Etapa have" in gruppetto("stages", "check", "--game", "due-ruote", "x")[2]


def test_random_refuses_what_cannot_be(gruppetto: Gruppetto) -> None:
    for wish, reason in (("--finish", "sideways"), ("--climbs", "9"), ("--hilliness", "0")):
        code, _, err = gruppetto("stages", "random", wish, reason)
        assert code == 2
        assert "--help" in err
    assert "at least one" in gruppetto("stages", "random", "--climbs", "0", "--finish", "uphill")[2]
