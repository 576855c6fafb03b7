"""Everything that travels is typed: no answer says less than it could, and what is sent fits its type."""

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from litestar.testing import TestClient

import gruppetto as g
from gruppetto.games import registry
from gruppetto.server.__main__ import of_our_games
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_JSON = {"image/svg+xml", "image/png", "application/zip"}
SAID, HEARD = "## What you say", "## What you hear"

# What really may be anything, and why.
FREE = {
    r"OptionForm/default": "whatever the option may be",
    r".*\.position\.\w+/options": "checked by the game's own options, and refused by name",
}
SIZES: dict[str, dict[str, Any]] = {
    "flamme-rouge": {},
    "flamme-rouge-tour": {"stages": ["abu"]},
    "due-ruote": {"advanced": True},
    "etapa": {},
}


@functools.cache
def document() -> dict[str, Any]:
    return of_our_games()


@functools.cache
def validator(name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document()["components"]}
    return jsonschema_rs.validator_for(schema)


def fits(name: str, told: Any) -> None:
    fault = next(iter(validator(name).iter_errors(told)), None)
    assert fault is None, f"{name}: {fault}"


def answers() -> Iterator[tuple[str, Any]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            for code, response in operation["responses"].items():
                if code.startswith("2") and not response["content"].keys() <= NOT_JSON:
                    yield f"{method} {path}", response["content"]["application/json"]["schema"]


def untyped(schema: Any, where: str, seen: set[str]) -> Iterator[str]:
    """All places below a schema of which nothing is said."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            yield from untyped(document()["components"]["schemas"][name], name, seen)
        return
    parts = [*schema.get("oneOf", []), *schema.get("anyOf", []), *schema.get("allOf", [])]
    inner = [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    for part in [*parts, *inner, *schema.get("prefixItems", [])]:
        yield from untyped(part, where, seen)
    for name, part in schema.get("properties", {}).items():
        yield from untyped(part, f"{where}/{name}", seen)
    says_what = (
        parts or schema.keys() & {"enum", "const"} or schema.get("type") not in (None, "object", "array")
    )
    holds_what = inner or "properties" in schema or "prefixItems" in schema
    if not says_what and not holds_what:
        yield where


def test_no_answer_is_untyped() -> None:
    found = {where for name, schema in answers() for where in untyped(schema, name, set())}
    assert [where for where in sorted(found) if not any(re.fullmatch(free, where) for free in FREE)] == []


def test_no_message_on_a_socket_is_untyped() -> None:
    schemas = document()["components"]["schemas"]
    found = {where for name in ("Incoming", "Outgoing") for where in untyped(schemas[name], name, set())}
    assert [where for where in sorted(found) if not any(re.fullmatch(free, where) for free in FREE)] == []


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    app = application(Settings(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", limits=Limits.OFF))
    with TestClient(app) as found:
        yield found


@pytest.mark.parametrize("game", sorted(SIZES))
def test_what_a_race_sends_fits_its_types(game: str, client: TestClient[Any], seated_at: Any) -> None:
    seats = [{"kind": "hotseat", "name": "Ada"}, {"kind": "hotseat", "name": "Bo"}]
    if registry.get(game).fewest_seats > len(seats):
        seats.append({"kind": "hotseat", "name": "Cy"})
    table = seated_at(client)(game=game, seats=seats, options=SIZES[game])
    fits("Table", table.get().json())
    with client.websocket_connect(f"/api/tables/{table.id}/ws") as socket:
        socket.send_json({"type": "hello", "key": table.keys[0]})
        table.start()
        table.race(decisions=60)
        socket.send_json({"type": "chat", "text": "Allez!"})
        socket.send_json({"type": "ping"})
        while (message := json.loads(socket.receive_text(timeout=10)))["type"] != "pong":
            fits("Outgoing", message)
            assert message["type"] not in ("snapshot", "step") or message["game"] == game
    table.race()
    fits("Snapshot", table.view(0))
    fits("Story", table.get("story").json())
    fits("SaveFile", table.get("log").json())
    fits("Catalogue", client.get(f"/api/games/{game}/catalogue").json())


def test_lists_fit_their_types(client: TestClient[Any]) -> None:
    ours = {game.id for game in registry.own()}
    for one in client.get("/api/games").json():
        if one["id"] in ours:
            fits("GameInfo", one)
    for one in client.get("/api/players").json():
        fits("PlayerInfo", one)
    for game in ours:
        fits("Rules", client.get(f"/api/games/{game}/rules", params={"language": "it"}).json())
    fits("Health", client.get("/api/health").json())
    fits("Composition", client.get("/api/studio/etapa/sketch", params={"stage": "F40 E8"}).json())
    fits("Pieces", client.get("/api/studio/flamme-rouge/pieces").json())


# --- the page of the protocol -----------------------------------------------------------------------


def examples(heading: str) -> list[dict[str, Any]]:
    """The messages shown below a heading of the page; where it leaves out the view, one of a fresh race."""
    text = PAGE.read_text(encoding="utf-8").partition(heading + "\n")[2].partition("\n## ")[0]
    view = g.start("flamme-rouge", seats=2, seed=7).view(0)
    found = [json.loads(example) for example in EXAMPLE.findall(text)]
    return [{**each, "view": view} if each.get("view") == {"…": "…"} else each for each in found]


@pytest.mark.parametrize(("heading", "direction"), [(SAID, "Incoming"), (HEARD, "Outgoing")])
def test_the_page_shows_every_message_as_it_is(heading: str, direction: str) -> None:
    shown = examples(heading)
    for example in shown:
        fits(direction, example)
    schemas = document()["components"]["schemas"]
    kinds = [part["$ref"].rpartition("/")[2] for part in schemas[direction]["oneOf"]]
    named = [schemas.get(f"flamme-rouge.{kind}", schemas[kind]) for kind in kinds]
    types = [schema["properties"]["type"]["enum"][0] for schema in named]
    assert sorted({example["type"] for example in shown}) == sorted(types)
