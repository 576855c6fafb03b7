"""What a position document of any game must be; a refusal says where, what, and what would be right."""

import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

import msgspec

from gruppetto.errors import BadPosition
from gruppetto.kernel.chance import SCRIPT_LENGTH, STREAM_SHIFT

A_LONG_NUMBER = 10**20
Document = TypeVar("Document", bound=msgspec.Struct)


def refuse(where: str, why: str) -> NoReturn:
    """Refuse a document for what it says in one place."""
    raise BadPosition(f"{where}: {why}.")


def parsed(document: Any, kind: type[Document], rider: type, names: Collection[str], are: str) -> Document:
    """A document as the typed position it must be; a rider who does not fit is named."""
    riders = document.get("riders") if isinstance(document, Mapping) else None
    for name, told in riders.items() if isinstance(riders, Mapping) else ():
        if name not in names:
            refuse("riders", f"{said(name)} is no rider; riders are {are}")
        fitting(told, rider, f"riders.{name}: a rider")
    return fitting(document, kind)


def fitting(document: Any, kind: type[Document], what: str = "The position document") -> Document:
    """A document, or a part of it, as the type it must be."""
    if not isinstance(document, Mapping | kind):
        raise BadPosition(f"{what} does not fit: Expected `object`, got {said(document)}.")
    try:
        return msgspec.convert(document, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadPosition(f"{what} does not fit: {error}.") from None
    except RecursionError:
        raise BadPosition(f"{what} does not fit: it is nested too deep.") from None


def said(value: Any) -> str:
    """Anything that was given instead of something else, in a few characters."""
    if isinstance(value, int) and abs(value) >= A_LONG_NUMBER:
        return "a number of twenty digits or more"
    return reprlib.repr(value) if isinstance(value, str | float | int | None) else f"a {type(value).__name__}"


def script_in(
    race: Any, name: Callable[[int], str], outcome: Callable[[int], Any] = int
) -> dict[str, list[Any]]:
    """What chance is bound to bring, by the names of its streams."""
    script: dict[str, list[Any]] = {}
    for entry in race.script[: race.scripted]:
        stream, number = divmod(entry, 1 << STREAM_SHIFT)
        script.setdefault(name(stream), []).append(outcome(number))
    return script


def keep_script(race: Any, stream: int, outcomes: Iterable[int]) -> None:
    """Write what a stream of chance is to bring into the record, as far as there is room."""
    for outcome in outcomes:
        if race.scripted == SCRIPT_LENGTH:
            refuse("script", f"at most {SCRIPT_LENGTH} outcomes can be scripted")
        race.script[race.scripted] = stream << STREAM_SHIFT | outcome
        race.scripted += 1
