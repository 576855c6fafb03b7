"""`python -m gruppetto.server` prints the OpenAPI document; the types of the browser app are made from it."""

import sys

import msgspec

from gruppetto.server.app import Settings, application


def main() -> None:
    """Write it to the standard output."""
    document = application(Settings("sqlite+aiosqlite://")).openapi_schema.to_schema()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)))


if __name__ == "__main__":
    main()
