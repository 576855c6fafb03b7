"""`python -m gruppetto.server` prints the OpenAPI document of our own games, for the browser’s types."""

import sys

import msgspec

from gruppetto.games import registry
from gruppetto.server.app import Settings, application
from gruppetto.server.schema import components


def main() -> None:
    """Write it to the standard output."""
    document = application(Settings("sqlite+aiosqlite://")).openapi_schema.to_schema()
    document["components"]["schemas"] = components(registry.own())
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)))


if __name__ == "__main__":
    main()
