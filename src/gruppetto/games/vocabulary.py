"""What a room declares once, and what follows from it for every room.

* Options are a struct whose choices are enumerations. Rules read them as numbers in a record of the same
  names; documents and forms have them as words: `Finish.AFTER_SLIPSTREAM` is "after-slipstream".
* An observation is a row of numbers, each declared with its bounds and its meaning in the order in which
  `observe` writes them.
* An event is a code of the enumeration that rules note, and a message class of the same name whose fields
  say how each number of the row reads: `Told.WENT_NEXT` is `WentNext`.
* A move is a message class that says which action it is, and whose fields say whether they are read from
  the action's code or from the record.
* A part of a position document is a struct whose fields say where in the record they are kept.
"""

import sys
import types
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.games.sheet import Sheet

Bounds = npt.NDArray[np.integer[Any]]
Json = dict[str, Any]
Kind = TypeVar("Kind", bound=msgspec.Struct)
Record = TypeVar("Record")
NARROWEST = (np.int8, np.uint8, np.int16, np.uint16, np.int32)
PILES = 10_000  # of cards, whose counts are kept at hand


# --- words for numbers ------------------------------------------------------------------------------


def word_of(member: IntEnum) -> str:
    """How a member of an enumeration is written in documents."""
    return sys.intern(member.name.lower().replace("_", "-"))  # msgspec knows a default by its identity


@cache
def words_of(kind: type[IntEnum]) -> dict[str, Any]:
    """The members of an enumeration by their words, in the order of their numbers."""
    return {word_of(member): member for member in sorted(kind)}


class Codec(msgspec.Struct, frozen=True):
    """How a number of a record, or several, read in words, and how they are written back."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


NUMBER = Codec(int, int)
FLAG = Codec(bool, int)


def named(names: type[IntEnum] | Sequence[str]) -> Codec:
    """A number as the word of an enumeration's member, or as one of some names in a row."""
    known = list(words_of(names)) if isinstance(names, type) else list(names)
    codes = [int(member) for member in words_of(names).values()] if isinstance(names, type) else None
    if codes is None or codes == list(range(len(codes))):
        return Codec(lambda number: known[number], known.index)
    by_code = dict(zip(codes, known, strict=True))
    by_word = dict(zip(known, codes, strict=True))
    return Codec(lambda number: by_code[int(number)], by_word.__getitem__)


def unless(nothing: int, codec: Codec = NUMBER) -> Codec:
    """Another codec, with one number that stands for nothing."""
    return Codec(
        lambda number: None if number == nothing else codec.read(number),
        lambda word: nothing if word is None else codec.write(word),
    )


def counted_from(first: int) -> Codec:
    """A number that records count from 0 and people from another one."""
    return Codec(lambda number: int(number) + first, lambda number: number - first)


def listed(codec: Codec, length: int, nothing: int = -1) -> Codec:
    """A row of numbers, the last of which may be left out."""
    return Codec(
        lambda numbers: [codec.read(number) for number in numbers],
        lambda words: [*map(codec.write, words), *[nothing] * (length - len(words))],
    )


def piles(names: Sequence[str], digit: int) -> Codec:
    """A pile of cards, one number with so many bits for each kind, as how many there are of each."""
    largest = (1 << digit) - 1

    @lru_cache(PILES)
    def counted(pile: int) -> dict[str, int]:
        cards, rest = {}, pile
        for name in names:
            if copies := rest & largest:
                cards[name] = copies
            rest >>= digit
        return cards

    def cards_in(pile: int) -> dict[str, int]:
        return counted(int(pile)).copy()

    def pile_of(cards: Mapping[str, int] | None) -> int:
        return sum(copies << digit * names.index(card) for card, copies in (cards or {}).items())

    return Codec(cards_in, pile_of)


def _notes(hint: Any) -> tuple[Any, ...]:
    """What an annotated type says of itself, also where it may be missing."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[1:]
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(part for inner in get_args(hint) for part in _notes(inner))
    return ()


# --- options ----------------------------------------------------------------------------------------


def options_from(kind: type[Kind], document: Any) -> Kind:
    """Options from a document, every name and value checked by their face."""
    face = msgspec.convert(document, face_of(kind))
    hints = get_type_hints(kind)
    return kind(**{name: _meant(hints[name], getattr(face, name)) for name in hints})


def document_of(options: msgspec.Struct) -> Json:
    """Options as documents have them."""
    said = {name: _said(getattr(options, name)) for name in _in_order(type(options))}
    written: Json = msgspec.to_builtins(said)
    return written


def unusual(options: msgspec.Struct) -> Json:
    """Options as documents have them, as far as they are not the usual ones."""
    usual = document_of(type(options)())
    return {name: value for name, value in document_of(options).items() if value != usual[name]}


@cache
def face_of(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """The same options with words instead of numbers: for JSON, its schema, and forms."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = {field.name: _said(field.default) for field in msgspec.structs.fields(kind)}
    fields = [(name, _worded(hints[name]), defaults[name]) for name in _in_order(kind)]
    face = msgspec.defstruct(kind.__name__, fields, forbid_unknown_fields=True, kw_only=True, frozen=True)
    face.__doc__ = kind.__doc__
    return face


def _in_order(kind: type) -> list[str]:
    """The names of options: those that are declared for this kind, then those it shares with others."""
    if not issubclass(kind, msgspec.Struct):
        return []
    shared = _in_order(kind.__base__ or object)
    return [name for name in kind.__struct_fields__ if name not in shared] + shared


def shared(options: msgspec.Struct, kind: type[msgspec.Struct]) -> Json:
    """Whatever of some options is an option of another kind too."""
    common = [name for name in kind.__struct_fields__ if name in options.__struct_fields__]
    return {name: getattr(options, name) for name in common}


def _is_enumeration(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, IntEnum)


def _worded(hint: Any) -> Any:
    """A type with words where it has enumerations."""
    if _is_enumeration(hint):
        return Literal[tuple(words_of(hint))]
    inner = get_args(hint)
    if get_origin(hint) is Annotated:
        return Annotated[_worded(inner[0]), *inner[1:]]
    if get_origin(hint) in (Union, types.UnionType):
        return Union[tuple(map(_worded, inner))]  # noqa: UP007  (made at run time)
    return tuple[tuple(map(_worded, inner))] if get_origin(hint) is tuple else hint  # type: ignore[misc]


def _meant(hint: Any, said: Any) -> Any:
    """What a word or several words of a face stand for."""
    for kind in (hint, *get_args(hint)):
        if _is_enumeration(kind) and isinstance(said, str) and said in words_of(kind):
            return words_of(kind)[said]
        if _is_enumeration(kind) and isinstance(said, tuple):
            return tuple(words_of(kind)[word] for word in said)
    return said


def _said(value: Any) -> Any:
    if isinstance(value, IntEnum):
        return word_of(value)
    return tuple(map(_said, value)) if isinstance(value, tuple) else value


def write_numbers(options: msgspec.Struct, record: Any) -> None:
    """Write into a record whatever of the options is a number there."""
    for name in record.dtype.names:
        record[name] = int(getattr(options, name))


def read_numbers(kind: type[msgspec.Struct], sheet: Any) -> Json:
    """Whatever of the options is a number on a record's sheet, as it was declared."""
    hints = get_type_hints(kind)
    return {name: hints[name](number) for name, number in vars(sheet).items()}


# --- observations -----------------------------------------------------------------------------------


class Seen(msgspec.Struct, frozen=True):
    """One number that `observe` writes, or several of a kind in a row, and what it may be."""

    name: str
    low: int
    high: int
    meaning: str
    size: int = 1  # how many of them there are
    fixed: bool = False  # the same from the deal to the end of a race

    @property
    def width(self) -> int:
        """How many places they take one-hot."""
        return self.size * (self.high - self.low + 1)


def bounds_of(observed: Iterable[Seen]) -> tuple[Bounds, Bounds]:
    """The lowest and the highest of all numbers, in the narrowest type of integers that holds them."""
    pairs = np.array([(seen.low, seen.high) for seen in observed for _ in range(seen.size)], np.int64)
    least, most = pairs.min(), pairs.max()
    kind = next(kind for kind in NARROWEST if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max)
    return pairs[:, 0].astype(kind), pairs[:, 1].astype(kind)


# --- events -----------------------------------------------------------------------------------------


class At(msgspec.Struct, frozen=True):
    """Which of a row's numbers a field is read from, if not the next one."""

    read: Callable[..., Any] = int
    first: int | None = None
    all: bool = False  # the rest of the row, as one argument


def events_in(told: Iterable[IntEnum], messages: Iterable[Any]) -> tuple[Any, ...]:
    """The message classes of the same names as the codes, in the order of these."""
    classes = {kind.__name__: kind for kind in messages if isinstance(kind, type)}
    return tuple(classes[code.name.title().replace("_", "")] for code in told)


def event_reader(told: Iterable[IntEnum], kinds: Iterable[Any]) -> Callable[[Sequence[int]], Any]:
    """Rows of a trace as messages: for each code its class, each number read as its field says."""
    readers = {int(code): _row_reader(kind) for code, kind in zip(told, kinds, strict=True)}
    return lambda row: readers[row[0]](row[1:])


def _row_reader(kind: type[msgspec.Struct]) -> Callable[[Sequence[int]], Any]:
    hints = get_type_hints(kind, include_extras=True)
    fields = [_field_reader(hints[name], place) for place, name in enumerate(kind.__struct_fields__)]
    return lambda numbers: kind(*(read(numbers) for read in fields))


def _field_reader(hint: Any, place: int) -> Callable[[Sequence[int]], Any]:
    usual = At(bool if hint is bool else int)
    how = next((part for part in _notes(hint) if isinstance(part, At | Codec)), usual)
    if isinstance(how, Codec):
        how = At(how.read)
    at, read = place if how.first is None else how.first, how.read
    if how.all:
        return lambda numbers: read(numbers[at:])
    return lambda numbers: read(numbers[at])


# --- moves ------------------------------------------------------------------------------------------

Means = IntEnum | Mapping[Any, IntEnum]  # an action; by what is asked, where a code has several meanings


class From(msgspec.Struct, frozen=True):
    """How a field of a move is read from the record, the seat, and how far the code is into its action."""

    read: Callable[[Any, int, int], Any]


def moves_in(messages: Iterable[Any]) -> tuple[Any, ...]:
    """The message classes that mean an action."""
    return tuple(kind for kind in messages if isinstance(kind, type) and hasattr(kind, "means"))


def move_reader(
    actions: type[IntEnum], messages: Iterable[Any], asked: Callable[[Any], int] = lambda _: 0
) -> Callable[[Any, int, int], Any]:
    """Codes of actions as messages: the class that `means` the action, at the question that is asked.

    A code belongs to the last action that does not lie behind it. A field is read from how far it lies
    behind that, by its codec if it has one; or from where it is `Kept` in the record; or as `From` says.
    """
    firsts = sorted(map(int, actions))
    readers: dict[tuple[int, int | None], Callable[[Any, int, int], Any]] = {}
    for kind in messages:
        for question, action in _meanings(kind):
            if (action, question) in readers:
                raise TypeError(f"{kind.__name__} means what another move means already: {action!r}")
            readers[action, question] = _move_reader(kind)

    def read(race: Any, seat: int, code: int) -> Any:
        action = firsts[bisect_right(firsts, code) - 1]
        reader = readers.get((action, None)) or readers[action, int(asked(race))]
        return reader(race, seat, code - action)

    return read


def _meanings(kind: Any) -> Iterable[tuple[int | None, int]]:
    means: Means | None = getattr(kind, "means", None)
    if means is None:
        return ()
    return means.items() if isinstance(means, Mapping) else ((None, means),)


def _move_reader(kind: type[msgspec.Struct]) -> Callable[[Any, int, int], Any]:
    hints = get_type_hints(kind, include_extras=True)
    fields = [_part_reader(name, hints[name]) for name in kind.__struct_fields__]
    return lambda race, seat, offset: kind(*(read(race, seat, offset) for read in fields))


def _part_reader(name: str, hint: Any) -> Callable[[Any, int, int], Any]:
    how = next((part for part in _notes(hint) if isinstance(part, From | Kept | Codec)), NUMBER)
    if isinstance(how, From):
        return how.read
    if isinstance(how, Kept):
        read, field = how.codec.read, how.field or name
        return lambda race, *_: read(race[field])
    code = how.read
    return lambda _, __, offset: code(offset)


# --- sheets -----------------------------------------------------------------------------------------


def sheet_of(kind: type[Record], record: Any) -> Record:
    """A record read once, with the fields that its class declares."""
    del kind
    return cast("Record", Sheet(record))


# --- parts of a position ----------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a position document: nothing in it that is not known."""


class Kept(msgspec.Struct, frozen=True):
    """Where a field of a document is kept in the record, and how it reads there."""

    codec: Codec = NUMBER
    field: str = ""  # of the record; the same name unless said


def kept(
    meaning: str | None = None, codec: Codec = NUMBER, field: str = "", **bounds: int | str
) -> msgspec.Meta:
    """All there is to say of a field that is kept: what it means, how and where, and between what it lies."""
    return msgspec.Meta(description=meaning, extra={"kept": Kept(codec, field)}, **bounds)  # type: ignore[call-overload]


@cache
def _places(kind: type[msgspec.Struct], names: tuple[str, ...] = ()) -> list[tuple[str, str, Codec]]:
    """The fields of a document that are kept as they are, all or those named, and where."""
    hints = get_type_hints(kind, include_extras=True)
    notes = [(name, _said_kept(note)) for name in names or hints for note in _notes(hints[name])]
    found = {name: note for name, note in notes if note}
    return [(name, note.field or name, note.codec) for name, note in found.items()]


def _said_kept(note: Any) -> Kept | None:
    if isinstance(note, msgspec.Meta):
        return (note.extra or {}).get("kept")
    return note if isinstance(note, Kept) else None


def told(record: Any, kind: type[Part], index: int | None = None, names: tuple[str, ...] = ()) -> Json:
    """The fields of a document that a record or its sheet holds, in all or for one rider or seat."""
    places = _places(kind, names)
    if index is None:
        return {name: codec.read(getattr(record, field)) for name, field, codec in places}
    return {name: codec.read(getattr(record, field)[index]) for name, field, codec in places}


def keep(part: msgspec.Struct, record: Any, index: int | None = None) -> None:
    """Write into the record whatever of a document is kept there."""
    for name, field, codec in _places(type(part)):
        number = codec.write(getattr(part, name))
        if index is None:
            record[field] = number
        else:
            record[field][index] = number


def members(module: types.ModuleType) -> Iterator[Any]:
    """The message classes that a module declares or has imported."""
    structs = (thing for thing in vars(module).values() if isinstance(thing, type))
    return (kind for kind in structs if issubclass(kind, msgspec.Struct))
