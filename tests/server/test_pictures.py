"""Pictures of finished races, and links that unfurl with them."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.game import Ground
from gruppetto.server.drawing import Pictured, Team, draw, paint

from .conftest import eventually

PNG = b"\x89PNG\r\n\x1a\n"
RUDE = "<b>&\"'"
GAMES = ("flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa")
Make = Callable[..., Any]


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    """One database is enough for a picture."""
    return f"sqlite+aiosqlite:///{tmp_path}/{request.param}.db"


@pytest.fixture
def raced(table: Make) -> Any:
    """A race with a rude name in it, and a title."""
    seated = table(title="Sunday", options={"stage": "abu"}).join(0, RUDE).join(1, "Bo").start()
    return seated.race()


def words(svg: bytes) -> str:
    """All that is written in a picture."""
    return " ".join(unescape(text) for text in re.findall("<text[^>]*>([^<]*)</text>", svg.decode()))


def test_a_finished_race_has_a_picture_in_any_language(raced: Any) -> None:
    svg = raced.get("picture.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert RUDE in words(svg.content)
    assert "Sunday" in words(svg.content)
    assert "Victory for" in words(svg.content)
    polish = raced.client.get(f"/api/tables/{raced.id}/picture.svg", params={"lang": "pl"})
    assert words(polish.content) != words(svg.content)
    png = raced.get("picture.png")
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(PNG)
    assert int.from_bytes(png.content[16:20]) == 1200


def test_a_picture_tells_nothing_that_the_podium_does_not(raced: Any) -> None:
    table = raced.get().json()
    for secret in (table["seed"], raced.host, *raced.keys.values()):
        assert secret.encode() not in raced.get("picture.svg").content


def test_pictures_are_drawn_once(raced: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first = raced.get("picture.svg").content
    monkeypatch.setattr(raced.client.app.state.pictures, "_workbench", None)  # who draws again fails
    assert raced.get("picture.svg").content == first


def test_who_leaves_a_race_is_in_no_picture_of_it_any_more(raced: Any) -> None:
    assert RUDE in words(raced.get("picture.svg").content)
    mine = f"/api/me/races/{raced.id}"
    eventually(lambda: raced.client.delete(mine, headers={"X-Key": raced.keys[0]}).is_success)
    assert RUDE not in words(raced.get("picture.svg").content)


def test_a_link_says_what_it_leads_to(raced: Any) -> None:
    page = raced.client.get("/", params={"race": raced.id})
    tags = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page.text))
    assert tags["og:image"] == f"http://testserver.local/api/tables/{raced.id}/picture.png?lang=en"
    assert tags["twitter:card"] == "summary_large_image"
    assert "Sunday" in tags["og:title"]
    assert "&lt;b&gt;" in tags["og:description"]
    assert "<b>" not in page.text
    assert tags["robots"] == "noindex"
    assert '<div id="app">' in page.text
    assert "default-src 'self'" in page.headers["content-security-policy"]
    picture = raced.client.get(tags["og:image"])
    assert picture.content.startswith(PNG)
    assert "og:title" not in raced.client.get("/", params={"race": "nothere"}).text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_where_its_race_is(game: str) -> None:
    match = g.start(game, seats=2, seed=3)
    found = []
    for _ in range(40):
        found.append(match.game.ground(match.state))
        seat = match.waiting[0]
        match.apply(seat, match.legal(seat)[-1])
    assert all(isinstance(ground, Ground) for ground in found)
    assert found[0] != found[-1]


def test_a_picture_with_a_curve_has_a_line_for_every_team() -> None:
    teams = [Team("Ada", "Blue"), Team("Bo", "Red"), Team("Cy", "Black")]
    race = Pictured("Etapa", "Plaine", teams, [2, 0, 1], [Ground(0, 0), Ground(4, 2, "ascent")])
    chances = [[0.3, 0.3, 0.4], [0.0, 0.0, 1.0]]
    with_curve = draw(Pictured(race.game, race.ridden, teams, race.ranking, race.ground, chances))
    assert with_curve.count("<polyline") == draw(race).count("<polyline") + 3
    assert len(set(re.findall(r'stroke-dasharray="([^"]*)"', with_curve))) == 3
    assert paint(with_curve).startswith(PNG)
