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
from gruppetto.games import registry
from gruppetto.games.game import Game, Json
from gruppetto.language import t
from gruppetto.match import games as known_games
from gruppetto.players.levels import LEVELS
from gruppetto.players.network import is_trained, trained_under


def games(*, as_json: bool) -> None:
    """Every game with its options."""
    described = known_games()
    if as_json:
        consoles.write_json(msgspec.json.encode(described))
        return
    paper = consoles.out()
    for game in described:
        fewest, most = game["seats"]
        title = t("cli.games.title", name=game["name"], fewest=fewest, most=most)
        version = t("cli.games.version", version=game["rules_version"])
        paper.print(Text.assemble((game["id"], "bold"), f"  {title}", (f", {version}", "dim")))
        paper.print()
        paper.print(_options(game))
        paper.print(_seats(game["id"]))


def _options(game: Json) -> Grid:
    table = Grid.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    for name, field in _properties(game["schema"]).items():
        default = _default(field.get("default"))
        table.add_row(name, field.get("description", ""))
        table.add_row("", Text(t("cli.games.values", values=values(field), default=default), "dim"))
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
        return f" {t('cli.games.or')} ".join(map(values, field["anyOf"]))
    if field.get("type") == "array":
        return t("cli.games.list", values=values(field["items"]))
    if "minimum" in field:
        most = field.get("maximum", field.get("exclusiveMaximum", 1) - 1)
        return t("cli.games.range", least=field["minimum"], most=most)
    kind = str(field.get("type", ""))
    key = {"string": "cli.games.text", "integer": "cli.games.number"}.get(kind)
    return t(key) if key else kind


def _default(value: Any) -> str:
    return t("cli.games.none") if value in ((), [], None) else str(value)


def _seats(game: str) -> Text:
    """Who can sit down besides people."""
    room = registry.get(game)
    players = ", ".join(f"{level.name} ({level.text})" for level in LEVELS if level.rides(room))
    dummies = ", ".join(table_for(game).dummies)
    key = "cli.games.dummies" if dummies else "cli.games.seats"
    return Text(f"\n{t(key, players=players, dummies=dummies)}{_untrained(room)}")


def _untrained(game: Game) -> str:
    """Why nobody rides by the network that a game comes with."""
    version = trained_under(game)
    if version is None or is_trained(game):
        return ""
    return f" {t('cli.games.untrained', version=version)}"


def verify(file: Path) -> None:
    """What was checked of a save file."""
    paper = consoles.out()
    warmup.open_race(file, consoles.err())
    found = saves.verify(file)
    for line in _findings(found):
        paper.print(Text.assemble(("✓ ", "bold green"), line), soft_wrap=True)


def _findings(found: saves.Verification) -> Iterator[str]:
    yield t("cli.verify.seed", commitment=found.commitment)
    yield t("cli.verify.moves", decisions=found.decisions)
    if found.over:
        order = (found.result or {}).get("seats", [])
        yield t("cli.verify.result", order=", ".join(map(str, order)))
    else:
        yield t("cli.verify.running")
