"""`gruppetto arena`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Gruppetto = Callable[..., tuple[int, str, str]]
MEETING = ("arena", "flamme-rouge", "--players", "domestique,random", "--races", 8, "--workers", 1)


def test_standings_as_json(gruppetto: Gruppetto) -> None:
    code, out, _ = gruppetto(*MEETING, "--stages", "La Classicissima,Avenue Corso Paseo", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["races"] == 8
    assert sum(found["wins"].values()) == 8
    assert set(found["ratings"]["random"]) == {"mu", "sigma", "interval"}
    assert set(found["seconds_per_decision"]) == {"domestique", "random"}
    assert found["stages"] == ["La Classicissima", "Avenue Corso Paseo"]


def test_standings_as_a_page_a_picture_and_a_file(gruppetto: Gruppetto, tmp_path: Path) -> None:
    plot, out_file = tmp_path / "ladder.svg", tmp_path / "races.parquet"
    code, out, _ = gruppetto(*MEETING, "--plot", plot, "--out", out_file)
    assert code == 0
    assert "8 races of flamme-rouge on 7 stages" not in out
    assert "races of flamme-rouge on" in out
    assert "comes in before" in out
    assert plot.read_text().startswith("<svg")
    assert out_file.stat().st_size > 0
    code, _, err = gruppetto(*MEETING, "--plot", plot)
    assert code != 0
    assert "--force" in err


@pytest.mark.parametrize(("game", "stages"), [("etapa", "Plaine,Pavés"), ("flamme-rouge-tour", "abcu,aLBU")])
def test_every_game_that_has_stages_is_ridden_on_those_asked_for(
    game: str, stages: str, gruppetto: Gruppetto
) -> None:
    meeting = ("arena", game, "--players", "random,random", "--races", 4, "--workers", 1)
    code, out, err = gruppetto(*meeting, "--stages", stages, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["stages"] == stages.split(",")
    assert [sum(wins.values()) for wins in found["wins_by_stage"].values()] == [2, 2]


def test_a_game_without_stages_has_none_to_choose_from(gruppetto: Gruppetto) -> None:
    code, _, err = gruppetto("arena", "due-ruote", "--players", "random,random", "--stages", "Plaine")
    assert code == 2
    assert "Due Ruote has no stages to choose from" in err


def test_bad_wishes(gruppetto: Gruppetto) -> None:
    for wrong, said in (
        (("--players", "domestik,random"), "did you mean 'domestique'"),
        (("--budget", "soon"), "budget"),
        (("--stages", "Nowhere"), "Nowhere"),
        (("--players", "random", "--seats", 3), "name one for each"),
    ):
        code, _, err = gruppetto(*MEETING, *wrong)
        assert code != 0
        assert said in err
