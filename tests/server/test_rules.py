"""The rules over the wire: in every language, once, and only what the pages show."""

from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.games import registry
from gruppetto.language import LANGUAGES

RULES = "/api/games/flamme-rouge-tour/rules"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tour_is_told_with_the_race_it_is_made_of(client: TestClient[Any], language: str) -> None:
    told = client.get(RULES, params={"language": language}).json()
    assert (told["game"], told["language"]) == ("flamme-rouge-tour", language)
    rules = {block["number"]: block["text"] for block in told["blocks"] if block["kind"] == "rule"}
    assert {"GT11", "FR4.6"} <= set(rules)
    word = {"en": "ascent", "pl": "podjazdu", "it": "salita", "cs": "stoupání"}[language]
    assert word in rules["FR4.6"]


def test_rules_that_have_not_changed_are_not_sent_again(client: TestClient[Any]) -> None:
    first = client.get(RULES, params={"language": "cs"})
    again = client.get(RULES, params={"language": "cs"}, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(RULES, params={"language": "it"}, headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200


def test_a_game_without_translations_is_told_in_english(client: TestClient[Any]) -> None:
    others = sorted(set(registry.games()) - {game.id for game in registry.own()})
    assert others, "the example game is installed"
    for game in others:
        assert client.get(f"/api/games/{game}/rules", params={"language": "pl"}).json()["language"] == "en"


def test_drawings_speak_the_language_and_nothing_else_is_sent(client: TestClient[Any]) -> None:
    drawing = client.get(f"{RULES}/ascent.svg", params={"language": "it"})
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert "salita" in drawing.text
    for name in ("house.svg", "..%2Fflamme-rouge.md", "flamme-rouge.md"):
        assert client.get(f"{RULES}/{name}").status_code == 404
    assert client.get(RULES, params={"language": "xx"}).json()["error"]["kind"] == "UnknownLanguage"
