"""Records: a game's whole state, declared once as a typed class, laid out by NumPy."""

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.kernel.rule import INTERPRETED

Ints = np.ndarray[Any, np.dtype[np.int32]]
Longs = np.ndarray[Any, np.dtype[np.int64]]
Keys = np.ndarray[Any, np.dtype[np.uint64]]
Records = npt.NDArray[np.void]


class QuickRecord(np.void):  # type: ignore[misc]  # NumPy only says that it is final
    """A record of interpreted rules; NumPy's own takes three times as long to find a field."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


RECORD: type[np.void] = QuickRecord if INTERPRETED else np.record  # Numba knows NumPy's own


def dtype_of(record: type) -> np.dtype[Any]:
    """The NumPy layout of a record class: int32 unless annotated otherwise; records may nest.

    Of a struct, as options are, only choices, flags and numbers are laid out: what rules can read.
    """
    hints = get_type_hints(record, include_extras=True)
    if issubclass(record, msgspec.Struct):
        hints = {name: int for name, hint in get_type_hints(record).items() if _is_number(hint)}
    for name in hints:
        if hasattr(np.record, name):
            raise TypeError(f"{record.__name__}.{name}: NumPy's records have a method of that name")
    return np.dtype((RECORD, _layout({name: _field(hint) for name, hint in hints.items()})))


def _is_number(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, int)


def _field(hint: Any) -> np.dtype[Any]:
    if _is_number(hint):
        return np.dtype(np.int32)
    if get_origin(hint) is Annotated:
        array, shape = get_args(hint)
        return np.dtype((get_args(get_args(array)[1])[0], shape))
    return dtype_of(hint)


def _layout(fields: dict[str, np.dtype[Any]]) -> np.dtype[Any]:
    """Fields one after the other, aligned as their numbers are; NumPy forgets how a nested record is."""
    plain = np.dtype([(name, _plain(field)) for name, field in fields.items()], align=True)
    offsets = [plain.fields[name][1] for name in fields] if plain.fields else []
    return np.dtype(
        {
            "names": list(fields),
            "formats": list(fields.values()),
            "offsets": offsets,
            "itemsize": plain.itemsize,
        },
        align=True,
    )


def _plain(field: np.dtype[Any]) -> np.dtype[Any]:
    """A nested record as nothing but its fields."""
    if not field.fields:
        return field
    return np.dtype([(name, _plain(inner[0])) for name, inner in field.fields.items()], align=True)


def duplicate(states: Records) -> Records:
    """A copy of records as the bytes they are; NumPy would copy field by field, ten times slower."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)
