"""Short reports: what can be played, and whether a save file is true."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from gruppetto import saves
from gruppetto.cli import consoles, warmup
from gruppetto.cli.tables import table_for
from gruppetto.games.game import Json
from gruppetto.match import games as known_games
from gruppetto.players.levels import LEVELS


def games(*, as_json: bool) -> None:
    """Every game with its options."""
    described = known_games()
    if as_json:
        consoles.write_json(msgspec.json.encode(described))
        return
    paper = consoles.out()
    for game in described:
        fewest, most = game["seats"]
        title = (f"{game['id']}", "bold"), f"  {game['name']}, {fewest} to {most} seats"
        paper.print(Text.assemble(*title, (f", rules version {game['rules_version']}", "dim")))
        paper.print()
        paper.print(_options(game))
        paper.print(_seats(game["id"]))


def _options(game: Json) -> Grid:
    table = Grid.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    for name, field in _properties(game["schema"]).items():
        default = _default(field.get("default"))
        table.add_row(name, field.get("description", ""))
        table.add_row("", Text(f"{values(field)}; default: {default}", "dim"))
    return table


def _properties(schema: Json) -> Json:
    name = schema["$ref"].rpartition("/")[2] if "$ref" in schema else None
    found: Json = (schema["$defs"][name] if name else schema).get("properties", {})
    return found


def values(field: Json) -> str:
    """What a field of a JSON schema may be, in a few words."""
    if "enum" in field:
        return ", ".join(map(str, field["enum"]))
    if "anyOf" in field:
        return " or ".join(map(values, field["anyOf"]))
    if field.get("type") == "array":
        return f"a list of: {values(field['items'])}"
    if "minimum" in field:
        most = field.get("maximum", field.get("exclusiveMaximum", 1) - 1)
        return f"{field['minimum']} to {most}"
    return {"string": "text", "integer": "a number"}.get(field.get("type", ""), str(field.get("type", "")))


def _default(value: Any) -> str:
    return "none" if value in ((), [], None) else str(value)


def _seats(game: str) -> Text:
    """Who can sit down besides people."""
    text = Text("\nSeats are for you, ")
    text.append(", ".join(f"{level.name} ({level.text})" for level in LEVELS))
    dummies = table_for(game).dummies
    text.append(f", and dummy teams: {', '.join(dummies)}." if dummies else ".")
    return text


def verify(file: Path) -> None:
    """What was checked of a save file."""
    paper = consoles.out()
    warmup.open_race(file, consoles.err())
    found = saves.verify(file)
    for line in _findings(found):
        paper.print(Text.assemble(("✓ ", "bold green"), line), soft_wrap=True)


def _findings(found: saves.Verification) -> Iterator[str]:
    yield f"commitment: the seed fits {found.commitment}"
    yield f"moves: all {found.decisions} decisions are legal, and lead to the recorded state"
    if found.over:
        order = (found.result or {}).get("seats", [])
        yield f"result: as recorded, seats finish in the order {', '.join(map(str, order))}"
    else:
        yield "result: none yet, the race is under way"
