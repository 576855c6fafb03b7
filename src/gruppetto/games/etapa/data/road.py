"""Stages: load the data, find one by name or read it from its pieces, pack it for the rules (C16.2)."""

import difflib
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import takewhile
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
import numpy as np
from msgspec import Meta

from gruppetto.errors import BadData, BadStage, UnknownStage
from gruppetto.games.datafiles import document_in, entry, only_table, text_of
from gruppetto.games.etapa.data.stage_checks import (
    Category,
    Flaw,
    Pieces,
    StageKind,
    Type,
    WrittenStage,
    flaws,
)
from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.cards import DIGIT
from gruppetto.kernel.record import Ints

LONGEST_NAME = 400
USUAL_LAST = 25  # fields from the flag to the line
TERRAINS = "FDENHU"
TERRAIN_NAMES = ("flat", "descent", "easy climb", "normal climb", "hard climb", "ultra climb")
CATEGORIES: tuple[Category, ...] = get_args(Category)
TYPES: tuple[Type, ...] = ("flat", "medium", "high")
KIND_NAMES: tuple[StageKind, ...] = get_args(StageKind)
TRIAL_WORDS = {"ITT": r.SOLO, "TTT": r.TEAM_TRIAL}
SECONDS = {
    "F": 72,
    "D": 44,
    "E": 120,
    "N": 144,
    "H": 180,
    "U": 240,
}  # a field takes the winner so long (C16.2)
CARD_NAMES = ("2", "2B", "4", "4B", "6", "6B")
POINTS = (
    "sprint", "category-4", "category-3", "category-2", "category-1", "hors-categorie",
    "flat", "medium", "high", "time-trial",
)  # fmt: skip
PIECE = re.compile(r"([FDENHUfdenhu])([0-9]{1,3})")
PRIME = re.compile(r"(S|4|3|2|1|HC)@([0-9]{1,3})")

T = TypeVar("T")
Field = Annotated[int, Meta(ge=0, le=999)]


class StageCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stage as the data file lists it."""

    name: str
    kind: StageKind = "road"
    road: str = ""
    primes: str = ""
    sections: tuple[Field, ...] = ()
    feed: tuple[Field, Field] | None = None
    limit: Field | None = None
    flag: Field | None = None
    type: Literal["flat", "medium", "high"] = "flat"
    time: Annotated[str, Meta(pattern="^[0-9]{2}:[0-9]{2}:[0-9]{2}$")] | None = None
    note: str = ""


class Stage(WrittenStage, frozen=True, kw_only=True):
    """A stage ready to be ridden: its name, what it is like, and the numbers the rules read."""

    name: str
    time: int

    def packed(self) -> Ints:
        """The stage as the row of numbers the rules read."""
        row = np.zeros(r.STAGE_NUMBERS, np.int32)
        row[r.KIND] = KIND_NAMES.index(self.kind)
        row[r.TYPE] = TYPES.index(self.type) if self.kind == "road" else r.TIME_TRIAL
        row[r.LENGTH], row[r.LIMIT], row[r.FLAG] = self.length, self.limit, self.flag
        row[r.FEED_FROM], row[r.FEED_TO] = self.feed or (0, -1)
        row[r.WINNING_TIME] = self.time
        for number, (letter, fields) in enumerate(self.pieces):
            row[r.PIECES + number] = (terrain_of(letter) + 1) << r.PIECE_SHIFT | fields
        for number, (category, field) in enumerate(self.primes):
            row[r.PRIMES + number] = (CATEGORIES.index(category) + 1) << r.PRIME_SHIFT | field
        return row


def stage(asked: str) -> Stage:
    """A stage by its name, or written out: pieces, primes and the rest between bars (C16.2)."""
    text = asked.strip()
    if len(text) > LONGEST_NAME:
        raise UnknownStage(f"A stage has at most {LONGEST_NAME} characters, not {len(text)}.")
    _check_legible(text)
    found = _by_name().get(_plain(text))
    if found:
        return found
    if text.split(" ")[0] in TRIAL_WORDS or PIECE.fullmatch(text.split(" ")[0]):
        return _written(text)
    close = difflib.get_close_matches(_plain(text), _by_name(), n=1)
    hint = f" Did you mean {_by_name()[close[0]].name}?" if close else ""
    raise UnknownStage(
        f"There is no stage {asked!r}.{hint} Stages are {', '.join(s.name for s in stages())}; "
        "or write one out, as in 'F60 E8 D12 F80 | 4@68 S@120 | limit 110'."
    )


def stages() -> tuple[Stage, ...]:
    """All stages of the data file, in its order."""
    return tuple(_by_name().values())


def notes() -> dict[str, str]:
    """What the data file says of its stages."""
    return {card.name: card.note for card in _cards()}


def unpacked(row: Any) -> Stage:
    """The stage that a row of numbers stands for, by its name where it has one."""
    return _unpacked(tuple(int(number) for number in row))


@cache
def _unpacked(row: tuple[int, ...]) -> Stage:
    for known in stages():
        if tuple(known.packed().tolist()) == row:
            return known
    pieces = tuple(
        (_letter((piece >> r.PIECE_SHIFT) - 1), piece & ((1 << r.PIECE_SHIFT) - 1))
        for piece in takewhile(bool, row[r.PIECES : r.PRIMES])
    )
    primes = tuple(
        (CATEGORIES[(prime >> r.PRIME_SHIFT) - 1], prime & ((1 << r.PRIME_SHIFT) - 1))
        for prime in takewhile(bool, row[r.PRIMES :])
    )
    feed = (row[r.FEED_FROM], row[r.FEED_TO]) if row[r.FEED_FROM] else None
    kind = KIND_NAMES[row[r.KIND]]
    shape = TYPES[row[r.TYPE]] if kind == "road" else "flat"
    nameless = Stage(
        name="", kind=kind, pieces=pieces, primes=primes, feed=feed, limit=row[r.LIMIT], flag=row[r.FLAG],
        type=shape, time=row[r.WINNING_TIME],
    )  # fmt: skip
    return msgspec.structs.replace(nameless, name=nameless.notation)


def terrain_of(letter: str) -> int:
    """The terrain a letter stands for; small letters are cobbled (C11.2)."""
    return TERRAINS.index(letter.upper()) + r.COBBLED * letter.islower()


def _letter(terrain: int) -> str:
    letter = TERRAINS[terrain % r.COBBLED]
    return letter.lower() if terrain >= r.COBBLED else letter


def _plain(text: str) -> str:
    """A name without case, accents and spaces."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if char.isalnum())


def _check_legible(text: str) -> None:
    """Refuse what nobody can read or write."""
    for char in text:
        if unicodedata.category(char) == "Cc" and char not in "\t\n\r":
            raise BadStage(f"{text!r} is no stage: the character {char!r} cannot be read; leave it out.")


# --- stages written out -----------------------------------------------------------------------------


def written_stage(text: str) -> WrittenStage:
    """What is written of a road stage, sound or not; refused is only what cannot be read (C16.2)."""
    if len(text) > LONGEST_NAME:
        raise BadStage(f"A stage has at most {LONGEST_NAME} characters, not {len(text)}.")
    _check_legible(text)
    card = _card(text.strip())
    if card.kind != "road":
        raise BadStage(
            "A time trial has four sections and nothing to compose; write it out, as in ITT 28 30 36 56."
        )
    return _read(_draft, card)


def _written(text: str) -> Stage:
    """A stage of one's own, in the notation of C16.2."""
    built = _read(_build, _card(text))
    return msgspec.structs.replace(built, name=built.notation)


def _read(reading: Callable[[StageCard], T], card: StageCard) -> T:
    try:
        return reading(card)
    except ValueError as fault:
        raise BadStage(f"{card.name!r} is no stage: {fault}") from None


def _card(text: str) -> StageCard:
    first, *rest = (part.strip() for part in text.split("|"))
    word, *sections = first.split() or [""]
    given: dict[str, Any] = {"name": text}
    if word in TRIAL_WORDS:
        given |= {"kind": KIND_NAMES[TRIAL_WORDS[word]], "sections": [_number(s, first) for s in sections]}
    else:
        given["road"] = first
    for part in rest:
        read = _written_part(part)
        if twice := given.keys() & read.keys():
            raise BadStage(f"{text!r} is no stage: it has {min(twice)!r} twice; say it once.")
        given |= read
    try:
        return msgspec.convert(given, StageCard)
    except msgspec.ValidationError as fault:
        raise BadStage(f"{text!r} is no stage: {fault}") from None


def _written_part(part: str) -> dict[str, Any]:
    word, _, value = part.partition(" ")
    if word == "feed":
        first, _, last = value.partition("-")
        return {"feed": [_number(first, part), _number(last, part)]}
    if word in ("limit", "flag"):
        return {word: _number(value, part)}
    return {"type": value} if word == "type" else {"primes": part}


def _number(text: str, part: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise BadStage(
            f"{part!r}: {text!r} is not a number of a field; "
            "as in 'feed 70-77', 'limit 110', 'flag 150', 'ITT 28 30 36 56'."
        )
    return int(text)


def _build(card: StageCard) -> Stage:
    """A stage from its card, if nothing is wrong with it."""
    draft = _draft(card)
    if card.kind != "road" and (card.primes or card.feed or card.limit or card.flag or card.road):
        raise ValueError(Flaw("trial").text)
    for flaw in flaws(draft):
        raise ValueError(flaw.text)
    time = _seconds(card.time) if card.time else catalogue_time(draft.pieces) if card.kind == "road" else 0
    return Stage(name=card.name, time=time, **msgspec.structs.asdict(draft))


def _draft(card: StageCard) -> WrittenStage:
    """What is written on a card; a limit and a flag that are left open stand where they usually do."""
    road = card.kind == "road"
    pieces = tuple((letter, int(fields)) for letter, fields in _all(PIECE, card.road, "road"))
    primes = (
        (CATEGORIES[CATEGORIES.index(category)], int(field))
        for category, field in _all(PRIME, card.primes, "primes")
    )
    length = sum(fields for _, fields in pieces)
    return WrittenStage(
        kind=card.kind,
        pieces=pieces if road else tuple(("F", fields) for fields in card.sections),
        primes=tuple(sorted(primes, key=lambda prime: prime[1])),
        feed=card.feed,
        limit=(2 * length // 3 if card.limit is None else card.limit) if road else 0,
        flag=(max(1, length - USUAL_LAST) if card.flag is None else card.flag) if road else 0,
        type=card.type,
    )


def _all(pattern: re.Pattern[str], text: str, where: str) -> list[tuple[str, str]]:
    found = [pattern.fullmatch(word) or _no_word(word, where) for word in text.split()]
    return [(match[1], match[2]) for match in found]


def _no_word(word: str, where: str) -> re.Match[str]:
    example = "F40 or e8" if where == "road" else "4@48 or S@90"
    raise ValueError(f"{where}: {word!r} should look like {example}")


def catalogue_time(pieces: Pieces) -> int:
    """The winner's time by the seconds a field takes; cobbles half as much again (C16.2)."""
    return sum(fields * SECONDS[letter.upper()] * (2 + letter.islower()) // 2 for letter, fields in pieces)


def _seconds(clock: str) -> int:
    hours, minutes, seconds = map(int, clock.split(":"))
    return 3600 * hours + 60 * minutes + seconds


# --- the data files ---------------------------------------------------------------------------------


@cache
def _by_name() -> dict[str, Stage]:
    return {_plain(card.name): _build(card) for card in _cards()}


@cache
def _cards() -> tuple[StageCard, ...]:
    return read_stages(text_of(__package__, "stages.toml"))


def read_stages(text: str) -> tuple[StageCard, ...]:
    """The stages written in a TOML text, checked."""
    cards: list[StageCard] = []
    for position, raw in enumerate(only_table("stages.toml", text, "stage", list), start=1):
        card = entry("stages.toml", f"stage {position}", raw, StageCard)
        try:
            _build(card)
        except ValueError as fault:
            raise BadData(f"stages.toml: stage {position}: {fault}") from None
        if _plain(card.name) in {_plain(other.name) for other in cards}:
            raise BadData(f"stages.toml: stage {position}: name: {card.name!r} is taken already")
        cards.append(card)
    return tuple(cards)


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards a team of so many riders is dealt (C1.2)."""

    riders: Annotated[int, Meta(ge=1, le=r.TEAM)]
    cards: tuple[Literal["2", "2B", "4", "4B", "6", "6B"], ...]
    slow: Annotated[int, Meta(ge=0, le=9)]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards there are (C16.1)."""

    slow: Annotated[int, Meta(ge=0, le=60)]
    copies: Annotated[int, Meta(ge=1, le=10)]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards and points as the data file has them."""

    cards: Box
    hand: tuple[Hand, ...]
    points: dict[str, tuple[Annotated[int, Meta(ge=0, le=99)], ...]]


@cache
def tables() -> Tables:
    """The cards in the box and the points for primes and places."""
    return read_tables(text_of(__package__, "tables.toml"))


def read_tables(text: str) -> Tables:
    """Cards and points written in a TOML text, checked."""
    found = entry("tables.toml", "tables", document_in("tables.toml", text), Tables)
    if sorted(hand.riders for hand in found.hand) != list(range(1, r.TEAM + 1)):
        raise BadData(f"tables.toml: hand: one for each number of riders from 1 to {r.TEAM} must be given")
    if set(found.points) != set(POINTS):
        raise BadData(f"tables.toml: points: the tables are {', '.join(POINTS)}, no more and no fewer")
    if any(len(points) > r.MOST_PLACES for points in found.points.values()):
        raise BadData(f"tables.toml: points: a table has at most {r.MOST_PLACES} places")
    return found


def pile_of(cards: tuple[str, ...] | list[str]) -> int:
    """Cards by name, as a pile."""
    return sum(1 << DIGIT * CARD_NAMES.index(card) for card in cards)
