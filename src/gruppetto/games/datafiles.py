"""The data files of rooms: read, and checked entry by entry, with file, key and reason in every fault."""

import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from gruppetto.errors import BadData

Table = TypeVar("Table", dict[str, Any], list[Any])
Entry = TypeVar("Entry", bound=msgspec.Struct)


def text_of(package: str, file: str) -> str:
    """The content of a data file, which lies beside the module that reads it."""
    return text_in(resources.files(package), file)


def text_in(folder: Traversable, file: str) -> str:
    """The content of a data file in some folder, perhaps an owner's own."""
    try:
        return (folder / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadData(f"{file}: this file is missing from {folder}.") from None
    except OSError as fault:
        raise BadData(f"{file}: this file cannot be read: {fault.strerror}.") from None
    except UnicodeDecodeError as fault:
        raise BadData(f"{file}: this is not TOML: {fault}.") from None


def document_in(file: str, text: str) -> dict[str, Any]:
    """All that a data file says."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadData(f"{file}: this is not TOML: {fault}.") from None


def only_table(file: str, text: str, key: str, kind: type[Table]) -> Table:
    """The one table (or list of tables) a data file consists of."""
    document = document_in(file, text)
    table = document.pop(key, None)
    if document or not isinstance(table, kind):
        form = f"[{key}] tables" if kind is dict else f"[[{key}]] entries"
        other = f", not {', '.join(document)}" if document else ""
        raise BadData(f"{file}: {key}: the file consists of {form} and nothing else{other}.")
    return table


def entry(file: str, key: str, raw: object, as_type: type[Entry]) -> Entry:
    """One entry of a table as the type it must be; if a key is wrong, the right ones are named."""
    try:
        return msgspec.convert(raw, as_type)
    except msgspec.ValidationError as fault:
        reason, _, place = str(fault).partition(" - at `$")
        keys = ", ".join(field.name for field in msgspec.structs.fields(as_type))
        right = f"; its keys are {keys}" if "field" in reason else ""
        raise BadData(f"{file}: {key}{place.rstrip('`')}: {reason}{right}.") from None
