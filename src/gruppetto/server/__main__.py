"""`python -m gruppetto.server` prints the OpenAPI document of our own games, for the browser’s types."""

import sys

import msgspec

from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.server.app import Settings, application
from gruppetto.server.schema import components


def of_our_games() -> Json:
    """The document as it is where no other game is installed."""
    document: Json = application(Settings("sqlite+aiosqlite://")).openapi_schema.to_schema()
    document["components"]["schemas"] = components(registry.own())
    return document


def main() -> None:
    """Write it to the standard output."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(of_our_games())))


if __name__ == "__main__":
    main()
