"""The stage studio's side of the server: tiles, sketches, stages at random, reports in the background."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.server import reports as reporting
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

HOST = {"X-Key": "h" * 22}
SHORT = "abu"
HILLY = "F40 E8 D12 F40 | 4@48 | limit 40 | flag 76 | type flat"
TILES, ETAPA = "/api/studio/flamme-rouge", "/api/studio/etapa"
Studio = Callable[..., TestClient[Any]]


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    """A server whose reports ride very few races."""
    running: list[TestClient[Any]] = []

    def start(limits: Limits = Limits.OFF) -> TestClient[Any]:
        database = f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
        client = TestClient(application(Settings(database, limits=limits, report_races=2)))
        running.append(client.__enter__())
        return client

    yield start
    for client in running:
        client.__exit__(None, None, None)


def ask(client: TestClient[Any], stage: str, game: str = TILES) -> Any:
    return client.post(f"{game}/reports", json={"stage": stage})


def until_done(client: TestClient[Any], stage: str, game: str = TILES) -> dict[str, Any]:
    """Ask again and again, with much patience: the machine may be busy."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        answer: dict[str, Any] = ask(client, stage, game).json()
        if answer["status"] in ("done", "failed"):
            return answer
        time.sleep(0.2)
    pytest.fail("the report was not done")


def test_all_sides_of_all_tiles_are_drawn(studio: Studio) -> None:
    sides = studio().get(f"{TILES}/pieces").json()
    assert len(sides) == 42
    straight = next(side for side in sides if side["letter"] == "b")
    assert (straight["shape"], len(straight["layout"]["squares"])) == ("straight", 6)


def test_a_road_is_drawn_while_it_is_composed(studio: Studio) -> None:
    client = studio()
    begun = client.get(f"{TILES}/sketch", params={"stage": "aie"}).json()
    assert begun["flaws"] == [{"kind": "finish", "tiles": []}]
    assert len(begun["layout"]["squares"]) == len(begun["squares"]) == 10
    assert client.get(f"{TILES}/sketch").json()["squares"] == ""
    over_itself = client.get(f"{TILES}/sketch", params={"stage": "aiegJbu"}).json()
    assert over_itself["flaws"] == [{"kind": "overlap", "tiles": [0, 4]}]


def test_a_stage_at_random_is_as_wished_and_can_be_raced(studio: Studio) -> None:
    client = studio()
    wishes = {"seed": 4, "climbs": 2, "finish": "uphill", "hilliness": "hilly"}
    found = client.get(f"{TILES}/random", params=wishes).json()
    laid = client.get(f"{TILES}/sketch", params=found).json()
    assert (len(found["stage"]), len(laid["climbs"]), laid["flaws"]) == (21, 2, [])
    assert client.get(f"{TILES}/random", params=wishes).json() == found
    table = {
        "game": "flamme-rouge",
        "seats": [{"kind": "bot"}] * 2,
        "options": found,
    }
    assert client.post("/api/tables", json=table, headers=HOST).status_code == 201


def test_a_stage_of_etapa_is_sketched_composed_and_raced(studio: Studio) -> None:
    client = studio()
    assert set(client.get(f"{ETAPA}/pieces").json()["terrains"]) == set("FDENHU")
    begun = client.get(f"{ETAPA}/sketch", params={"stage": "F20 E5 | 4@60"}).json()
    assert [flaw["kind"] for flaw in begun["flaws"]] == ["short", "prime"]
    assert (begun["card"]["fields"], begun["summits"]) == ("F" * 20 + "E" * 5, [[25, "4"]])
    wishes = {"seed": 4, "rounds": 12, "mountains": "medium", "finish": "uphill", "cobbles": 1}
    found = client.get(f"{ETAPA}/random", params=wishes).json()
    assert client.get(f"{ETAPA}/random", params=wishes).json() == found
    drawn = client.get(f"{ETAPA}/sketch", params=found).json()
    assert (drawn["flaws"], drawn["advice"], drawn["card"]["type"]) == ([], [], "medium")
    table = {"game": "etapa", "seats": [{"kind": "bot"}] * 2, "options": {"stages": [found["stage"]]}}
    assert client.post("/api/tables", json=table, headers=HOST).status_code == 201


def test_nobody_has_stages_composed_without_end(studio: Studio) -> None:
    client = studio(Limits(stages=(0.0, 1)))
    answers = [client.get(f"{TILES}/random", params={"seed": seed}) for seed in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]


@pytest.mark.parametrize(
    ("path", "params", "kind"),
    [
        (f"{TILES}/sketch", {"stage": "a1u"}, "BadStage"),
        (f"{TILES}/sketch", {"stage": "b" * 60}, "BadStage"),
        (f"{TILES}/random", {}, "BadRequest"),
        (f"{TILES}/random", {"seed": "x"}, "BadRequest"),
        (f"{TILES}/random", {"seed": 1, "climbs": 7}, "BadOption"),
        (f"{TILES}/random", {"seed": 1, "finish": "sideways"}, "BadOption"),
        (f"{TILES}/random", {"seed": 1, "climbs": 0, "finish": "uphill"}, "BadOption"),
        (f"{TILES}/random", {"seed": 1, "cobbles": 2}, "BadOption"),
        (f"{ETAPA}/sketch", {"stage": "X40"}, "BadStage"),
        (f"{ETAPA}/sketch", {"stage": "ITT 28 30 36 56"}, "BadStage"),
        (f"{ETAPA}/sketch", {"stage": "F1 " * 200}, "BadStage"),
        (f"{ETAPA}/random", {"seed": 1, "rounds": 40}, "BadOption"),
        (f"{ETAPA}/random", {"seed": 1, "rounds": 10, "mountains": "high", "cobbles": 4}, "BadOption"),
        ("/api/studio/due-ruote/pieces", {}, "BadOption"),
    ],
)
def test_what_makes_no_sense_is_refused(studio: Studio, path: str, params: Any, kind: str) -> None:
    answer = studio().get(path, params=params)
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == kind


def test_a_report_is_ridden_in_the_background_and_then_kept(studio: Studio) -> None:
    client = studio(Limits(reports=(0.0, 1)))
    assert ask(client, SHORT).json()["status"] in ("waiting", "riding")
    assert ask(client, "abcu").json()["error"]["kind"] == "TooMany"
    found = until_done(client, SHORT)
    assert found["status"] == "done"
    assert (found["game"], found["stage"]) == ("flamme-rouge", SHORT)
    assert (found["report"]["stage"]["letters"], found["report"]["stage"]["races"]) == (SHORT, 2)
    assert len(found["report"]["official"]) == 7
    assert ask(client, SHORT).json() == found


def test_a_report_on_a_stage_of_etapa(studio: Studio) -> None:
    found = until_done(studio(), HILLY, ETAPA)
    assert (found["status"], found["stage"]) == ("done", HILLY)
    report = found["report"]
    assert (report["game"], report["unit"], len(report["official"])) == ("etapa", "seconds", 17)
    assert {measure["key"] for measure in report["measures"]} == set(report["stage"]["means"])


@pytest.mark.parametrize(("stage", "kind"), [("Nowhere", "UnknownStage"), ("abbu", "BadStage")])
def test_no_report_on_what_is_no_stage(studio: Studio, stage: str, kind: str) -> None:
    answer = ask(studio(), stage)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, kind)


def test_stages_wait_in_line_and_the_line_has_an_end(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "MOST_WAITING", 2)
    client = studio()
    assert ask(client, "abu").json()["status"] in ("waiting", "riding")
    assert ask(client, "acu").json()["status"] == "waiting"
    refused = ask(client, "adu")
    assert (refused.status_code, refused.json()["error"]["kind"]) == (429, "ReportsBusy")


def test_a_report_that_failed_can_be_asked_for_again(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "RIDERS", "nobody")
    client = studio()
    assert until_done(client, SHORT)["status"] == "failed"
    monkeypatch.undo()
    assert ask(client, SHORT).json()["status"] in ("waiting", "riding")
