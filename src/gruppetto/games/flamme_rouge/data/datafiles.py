"""The data files of this room: read, and checked entry by entry, with file, key and reason in every fault."""

import tomllib
from importlib import resources
from typing import Any, TypeVar

import msgspec

from gruppetto.errors import BadData

Table = TypeVar("Table", dict[str, Any], list[Any])
Entry = TypeVar("Entry", bound=msgspec.Struct)


def text_of(package: str, file: str) -> str:
    """The content of a data file, which lies beside the module that reads it."""
    return (resources.files(package) / file).read_text(encoding="utf-8")


def only_table(file: str, text: str, key: str, kind: type[Table]) -> Table:
    """The one table (or list of tables) a data file consists of."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadData(f"{file}: this is not TOML: {fault}") from fault
    table = document.pop(key, None)
    if document or not isinstance(table, kind):
        raise BadData(f"{file}: {key}: this, and nothing else, must be given, as a {kind.__name__}")
    return table


def entry(file: str, key: str, raw: object, as_type: type[Entry]) -> Entry:
    """One entry of a table as the type it must be."""
    try:
        return msgspec.convert(raw, as_type)
    except msgspec.ValidationError as fault:
        raise BadData(f"{file}: {key}: {fault}") from fault
