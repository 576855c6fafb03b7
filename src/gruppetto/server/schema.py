"""The one schema of all that travels: what is asked and answered over HTTP, and the messages on a socket.

msgspec describes every type. What the rooms declare goes by the name of its game (`etapa.View`), and so does
every answer that holds some of it (`etapa.Snapshot`); the plain name (`Snapshot`) is one of these, told apart
by `game`. The types of the browser app are made from it.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import OpenAPI, Reference, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from gruppetto.games import registry
from gruppetto.games.game import Document, Game, Json
from gruppetto.games.vocabulary import face_of, members
from gruppetto.past import SaveFile
from gruppetto.readiness import Progress
from gruppetto.server import answers, manner_answers, messages, ride_answers
from gruppetto.server.answers import REFERENCE, component
from gruppetto.server.clubs import answers as club_answers
from gruppetto.server.clubs import requests as club_requests
from gruppetto.server.considering import ReviewProgress
from gruppetto.server.notices import answers as notice_answers
from gruppetto.server.reports import ReportProgress


def _structs_in(module: ModuleType) -> dict[str, Any]:
    return {kind.__name__: kind for kind in members(module)}


FOR_EACH_GAME = (
    "GameInfo",
    "Table",
    "Offer",
    "Gap",
    "Snapshot",
    "Step",
    "StoryStep",
    "Story",
    "RoundBegun",
    "SaveFile",
)
DECLARED = (
    "GameId", "Options", "Position", "View", "Result", "Moment", "Changed", "Catalogue", "Scenery", "Move",
    "Event", "Preview", "Pieces", "Composition",
)  # fmt: skip
BY_GAME = {"Table", "Snapshot", "Step", "Story", "SaveFile", "View", "Catalogue"}  # told apart by `game`
ASKED = (messages, club_requests)
ANSWERED = (answers, ride_answers, manner_answers, notice_answers, club_answers)
REQUESTS = {name for module in ASKED for name in _structs_in(module)}
MAY_LEAVE_OUT = REQUESTS | {"Offer", "SaveFile", "Seated"}  # they omit defaults
IN_A_SAVE_FILE = {"options": "Options", "start": "Position", "result": "Result"}
TELLING: Json = {"type": {"type": "string"}, "text": {"type": "string"}, "rule": {"type": "string"}}


def components(games: Iterable[Game]) -> Json:
    """All parts of the schema, by name."""
    rooms = {game.id: _declared(game) for game in games}
    found: Json = {}
    for name, schema in _described(_spoken()).items():
        if name not in MAY_LEAVE_OUT:
            _tell_all(schema)
        if name in FOR_EACH_GAME:
            found |= {f"{game}.{name}": _renamed(schema, game) for game in rooms}
        else:
            found[name] = schema
    found |= {f"{game}.{name}": schema for game, room in rooms.items() for name, schema in room.items()}
    for name in (*FOR_EACH_GAME, *DECLARED):
        found[name] = _one_of(name, [game for game in rooms if f"{game}.{name}" in found])
    found |= _of_reviews()
    found |= {"Incoming": _any_of(messages.Incoming), "Outgoing": _any_of(answers.Outgoing)}
    _refine_save_files(found, rooms)
    return dict(sorted(found.items()))


def _spoken() -> list[Any]:
    """All types of the server's own: requests, answers, and both directions of a socket."""
    own = [kind for module in (*ASKED, *ANSWERED) for kind in _structs_in(module).values()]
    return [*own, Progress, ReportProgress, SaveFile]


def _described(kinds: Iterable[Any]) -> Json:
    """Types as msgspec describes them, and the types in them."""
    _, found = msgspec.json.schema_components(list(kinds), ref_template=REFERENCE)
    return dict(found)


def _of_reviews() -> Json:
    """What a review says, in a group of its own: its moments are not those that a replay draws."""
    template = REFERENCE.format(name="review.{name}")
    _, found = msgspec.json.schema_components([ReviewProgress], ref_template=template)
    for schema in found.values():
        _tell_all(schema)
    found["Option"]["properties"]["message"] = component("Move")
    whole = found.pop("ReviewProgress")
    return {"ReviewProgress": whole} | {f"review.{name}": schema for name, schema in found.items()}


def _one_of(name: str, games: list[str]) -> Json:
    """A part that is one thing or another, by the game."""
    found: Json = {"oneOf": [component(f"{game}.{name}") for game in games]}
    if name in BY_GAME:
        mapping = {game: REFERENCE.format(name=f"{game}.{name}") for game in games}
        found["discriminator"] = {"propertyName": "game", "mapping": mapping}
    return found


def _tell_all(answer: Json) -> None:
    """What has a value of its own unless said is told all the same: only requests may leave it out."""
    properties = answer.get("properties", {})
    told = [name for name, schema in properties.items() if "default" in schema]
    for name in told:
        properties[name] = {key: value for key, value in properties[name].items() if key != "default"}
    answer["required"] = [*answer.get("required", []), *told]


def _any_of(union: Any) -> Json:
    """The messages of one direction of a socket: each has a `type` of its own."""
    return {"oneOf": [component(kind.__name__) for kind in get_args(union)]}


def _renamed(part: Any, game: str) -> Any:
    """A schema that refers to what is this game's."""
    if isinstance(part, list):
        return [_renamed(each, game) for each in part]
    if not isinstance(part, dict):
        return part
    for name in (*FOR_EACH_GAME, *DECLARED):
        if part.get("$ref") == REFERENCE.format(name=name):
            return component(f"{game}.{name}")
    return {key: _renamed(value, game) for key, value in part.items()}


def _refine_save_files(found: Json, games: Iterable[str]) -> None:
    """A save file is read whatever it holds; what one holds that we write is known."""
    for game in games:
        properties = found[f"{game}.SaveFile"]["properties"]
        properties["game"] = component(f"{game}.GameId")
        for name, kind in IN_A_SAVE_FILE.items():
            part = component(f"{game}.{kind}")
            properties[name] = part if name == "options" else {"anyOf": [part, {"type": "null"}]}
        found[f"{game}.RoundBegun"]["properties"]["position"] = properties["start"]


# --- what a room declares ---------------------------------------------------------------------------


def _declared(game: Game) -> Json:
    """All that a game declares, by names without its own."""
    shown = {
        "View": _answer_of(game.view),
        "Result": _answer_of(game.result),
        "Moment": _answer_of(game.moment),
        "Catalogue": _answer_of(game.catalogue),
        "Scenery": _answer_of(game.scenery),
    }
    if game.studio:
        shown |= {
            "Pieces": _answer_of(game.studio.pieces),
            "Composition": _answer_of(game.studio.composition),
        }
    found = _named(game, "", shown)
    for schema in found.values():
        _tell_all(schema)
    found |= _named(game, "options.", {"Options": face_of(game.options_type)})
    found |= _named(game, "position.", {"Position": game.position_type})
    found |= _messages(game, "Move", game.move_types)
    found |= _messages(game, "Event", game.event_types)
    found |= _messages(game, "Preview", game.preview_types)
    for name, schema in found.items():
        if name.startswith("event."):
            _add_telling(schema)
    whole = _meant(game, found, "Moment")
    found["Changed"] = {key: value for key, value in whole.items() if key != "required"}
    options = _meant(game, found, "Options")
    options["required"] = list(options["properties"])  # they are always told in full
    return found | {"GameId": {"enum": [game.id]}}


def _answer_of(method: Callable[..., Any]) -> Any:
    """What a method says it gives; a document of any form, where it says no more."""
    kind = get_type_hints(method)["return"]
    return Json if kind == Document else kind


def _named(game: Game, group: str, kinds: dict[str, Any]) -> Json:
    """Types under the names they go by here, and the types in them, these in a group of their own."""
    template = REFERENCE.format(name=f"{game.id}.{group}{{name}}")
    schemas, inner = msgspec.json.schema_components(list(kinds.values()), ref_template=template)
    called = dict(zip(kinds, schemas, strict=True))
    found = {name: schema for name, schema in called.items() if schema != component(f"{game.id}.{name}")}
    return found | {group + name: schema for name, schema in inner.items()}


def _messages(game: Game, name: str, kinds: tuple[Any, ...]) -> Json:
    """Messages as one of those that there are; any of them, where a room does not say which."""
    if not kinds:
        return {name: {"type": "object", "properties": TELLING, "required": ["type"]}}
    return _named(game, f"{name.lower()}.", {name: reduce(or_, kinds)})


def _add_telling(event: Json) -> None:
    """Every event is told with its sentence and its rule."""
    event["properties"] |= {"text": TELLING["text"], "rule": TELLING["rule"]}
    event["required"] = [*event["required"], "text", "rule"]


def _meant(game: Game, found: Json, name: str) -> Json:
    """What a name stands for, where it only refers to another."""
    schema: Json = found[name]
    return found[schema["$ref"].partition(f"{game.id}.")[2]] if "$ref" in schema else schema


# --- OpenAPI ----------------------------------------------------------------------------------------


class ByName(OpenAPISchemaPlugin):
    """Types of handlers only refer to the parts of the schema, which are described once for all."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether a type is one of the parts."""
        return _name_of(field_definition) is not None

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Any:
        """A reference to it."""
        del schema_creator
        return Schema(all_of=[Reference(REFERENCE.format(name=_name_of(field_definition)))])


def _name_of(field: FieldDefinition) -> str | None:
    for note in field.metadata:
        if isinstance(note, msgspec.Meta) and note.extra_json_schema:
            return str(note.extra_json_schema["$ref"]).rpartition("/")[2]
    kind = field.annotation
    return kind.__name__ if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None


class Described(OpenAPI):
    """An OpenAPI document with the parts that msgspec and the rooms describe."""

    def to_schema(self) -> Json:
        """The whole document; what it takes of every game is looked up when it is first asked for."""
        return super().to_schema() | {"components": {"schemas": components(registry.games().values())}}


class Config(OpenAPIConfig):
    """How the document is made."""

    def to_openapi_schema(self) -> OpenAPI:
        """A document to be filled in."""
        made = super().to_openapi_schema()
        return Described(**{name: getattr(made, name) for name in made.__dataclass_fields__})
