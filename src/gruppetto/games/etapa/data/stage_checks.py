"""A stage as it is written, sound or not: what keeps it from being ridden, and what would make it better."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Literal

import msgspec

from gruppetto.games.etapa.rules import record as r

SHORTEST_STAGE = 40
SOLO = "individual time trial"
CLIMBS = "ENHU"
EFFORT = {"E": 1.0, "N": 1.35, "H": 1.8, "U": 2.4}  # of a field, in easy ones
CATEGORIES_BY_EFFORT: tuple[tuple[float, "Category"], ...] = (
    (9.0, "4"),
    (15.0, "3"),
    (19.0, "2"),
    (27.0, "1"),
)  # below so much effort
TYPES_BY_EFFORT: tuple[tuple[float, "Type"], ...] = ((20.0, "flat"), (60.0, "medium"))
LAST_KILOMETRE = (20, 30)  # fields from flag and line; where the publisher wants them
OUT_OF_TIME = (50, 100)  # the same for the line of the time limit, which one rider in twenty should miss
FEED_ZONE = 8  # fields
FEED_TO_FLAG = 15  # fields between them, at the least: whoever has eaten still wants to race
FIRST_PRIME = 15  # field: what lies nearer is won by the throws of the start, and so by the seat

Type = Literal["flat", "medium", "high"]
StageKind = Literal["road", "individual time trial", "team time trial"]
Category = Literal["S", "4", "3", "2", "1", "HC"]
Pieces = tuple[tuple[str, int], ...]
Primes = tuple[tuple[Category, int], ...]
FlawKind = Literal[
    "short", "long", "pieces", "empty", "primes", "prime", "feed", "limit", "flag", "sections", "trial",
    "summit", "twice", "shared", "early", "flag-far", "limit-far", "feed-length", "feed-late",
    "type",
]  # fmt: skip
TEXTS: dict[FlawKind, str] = {
    "short": "a stage has {least} to {most} fields, not {length}: add a piece or lengthen one by {missing}",
    "long": "a stage has {least} to {most} fields, not {length}: take away {over}",
    "pieces": "road: at most {most} pieces, not {count}",
    "empty": "road: piece {place} ({piece}) must have at least one field",
    "primes": "primes: at most {most}, not {count}",
    "prime": "primes: {category}@{field} must stand on fields 1 to {length}",
    "feed": "feed: the zone {first}-{last} must lie on fields 1 to {length}, first field first",
    "limit": "limit: field {field} is not on the road (1 to {length})",
    "flag": "flag: field {field} is not on the road (1 to {length})",
    "sections": "sections: a time trial has {most} (C13.1), not {count}",
    "trial": "a time trial has sections and nothing else (C13)",
    "summit": "primes: {category}@{field} is not on top of a climb; the nearest one ends on field {right}",
    "twice": "primes: {category}@{field} stands there twice; say it once",
    "shared": "primes: {category}@{field} stands on the field of another prime",
    "early": "primes: {category}@{field} goes by the throws of the start; from {right} on it is raced for",
    "flag-far": "flag: {away} fields before the line; {least} to {most} are right",
    "limit-far": "limit: {away} fields before the line; {least} to {most} are right",
    "feed-length": "feed: {count} fields; {right} are right",
    "feed-late": "feed: the zone ends {away} fields before the flag; {least} or more are right",
    "type": "type: {given}; by its climbs it is {right}",
}


class WrittenStage(msgspec.Struct, frozen=True):
    """What somebody has written of a stage, with what follows from it where they have left it open."""

    kind: StageKind
    pieces: Pieces
    primes: Primes
    feed: tuple[int, int] | None
    limit: int
    flag: int
    type: Type

    @property
    def length(self) -> int:
        """How many fields there are."""
        return sum(fields for _, fields in self.pieces)

    @property
    def fields(self) -> str:
        """The terrain letter of every field, from the first to the last."""
        return "".join(letter * fields for letter, fields in self.pieces)

    @property
    def notation(self) -> str:
        """The stage written out, as it is read again."""
        if self.kind != "road":
            word = "ITT" if self.kind == SOLO else "TTT"
            return " ".join([word, *(str(fields) for _, fields in self.pieces)])
        parts = [" ".join(f"{letter}{fields}" for letter, fields in self.pieces)]
        if self.primes:
            parts.append(" ".join(f"{category}@{field}" for category, field in self.primes))
        if self.feed:
            parts.append(f"feed {self.feed[0]}-{self.feed[1]}")
        return " | ".join([*parts, f"limit {self.limit}", f"flag {self.flag}", f"type {self.type}"])


class Flaw(msgspec.Struct, frozen=True):
    """What is wrong, with the figures a sentence needs, and the pieces and primes (from 0) to blame."""

    kind: FlawKind
    values: dict[str, str | int] = {}
    pieces: tuple[int, ...] = ()
    primes: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The flaw in words."""
        return TEXTS[self.kind].format(**self.values)


def flaws(draft: WrittenStage) -> Iterator[Flaw]:
    """All that keeps a road from being a stage (C16.2)."""
    length, count = draft.length, len(draft.pieces)
    bounds: dict[str, str | int] = {"least": SHORTEST_STAGE, "most": r.LONGEST_STAGE, "length": length}
    if draft.kind != "road" and count != r.SECTIONS:
        yield Flaw("sections", {"most": r.SECTIONS, "count": count})
    if length < SHORTEST_STAGE:
        yield Flaw("short", {**bounds, "missing": SHORTEST_STAGE - length})
    if length > r.LONGEST_STAGE:
        yield Flaw("long", {**bounds, "over": length - r.LONGEST_STAGE})
    if count > r.MOST_PIECES:
        yield Flaw("pieces", {"most": r.MOST_PIECES, "count": count})
    for place, (letter, fields) in enumerate(draft.pieces):
        if fields < 1:
            yield Flaw("empty", {"place": place + 1, "piece": f"{letter}{fields}"}, pieces=(place,))
    if draft.pieces:
        yield from _marks_off_the_road(draft, length)


def _marks_off_the_road(draft: WrittenStage, length: int) -> Iterator[Flaw]:
    if len(draft.primes) > r.MOST_PRIMES:
        yield Flaw("primes", {"most": r.MOST_PRIMES, "count": len(draft.primes)})
    for number, (category, field) in enumerate(draft.primes):
        if not 1 <= field <= length:
            yield Flaw("prime", {"category": category, "field": field, "length": length}, primes=(number,))
        if (category, field) in draft.primes[:number]:
            pair = (draft.primes.index((category, field)), number)
            yield Flaw("twice", {"category": category, "field": field}, primes=pair)
    if draft.feed and not 1 <= draft.feed[0] <= draft.feed[1] <= length:
        yield Flaw("feed", {"first": draft.feed[0], "last": draft.feed[1], "length": length})
    if draft.kind == "road" and not 1 <= draft.limit <= length:
        yield Flaw("limit", {"field": draft.limit, "length": length})
    if draft.kind == "road" and not 1 <= draft.flag <= length:
        yield Flaw("flag", {"field": draft.flag, "length": length})


def advice(draft: WrittenStage) -> Iterator[Flaw]:
    """What can be ridden, but is not as on the stages of the box."""
    yield from _odd_primes(draft)
    for kind, field, (least, most) in (
        ("flag-far", draft.flag, LAST_KILOMETRE),
        ("limit-far", draft.limit, OUT_OF_TIME),
    ):
        away = draft.length - field
        if not least <= away <= most:
            yield Flaw(kind, {"away": away, "least": least, "most": most})  # type: ignore[arg-type]
    if draft.feed and (count := draft.feed[1] - draft.feed[0] + 1) != FEED_ZONE:
        yield Flaw("feed-length", {"count": count, "right": FEED_ZONE})
    if draft.feed and (away := draft.flag - draft.feed[1]) < FEED_TO_FLAG:
        yield Flaw("feed-late", {"away": max(0, away), "least": FEED_TO_FLAG})
    if draft.type != (right := type_of(draft.pieces)):
        yield Flaw("type", {"given": draft.type, "right": right})


def _odd_primes(draft: WrittenStage) -> Iterator[Flaw]:
    tops = [field for field, _ in summits(draft.pieces)]
    for number, (category, field) in enumerate(draft.primes):
        here: dict[str, str | int] = {"category": category, "field": field}
        if category != "S" and tops and field not in tops:
            nearest = min(tops, key=lambda top: abs(top - field))
            yield Flaw("summit", {**here, "right": nearest}, primes=(number,))
        if any(there == field and other != category for other, there in draft.primes[:number]):
            yield Flaw("shared", here, primes=(number,))
        if field < FIRST_PRIME:
            yield Flaw("early", {**here, "right": FIRST_PRIME}, primes=(number,))


def summits(pieces: Pieces) -> list[tuple[int, Category]]:
    """The last field of every climb, and the category that its effort deserves."""
    found, effort = [], 0.0
    ends = accumulate(fields for _, fields in pieces)
    for end, (piece, after) in zip(ends, pairwise([*pieces, ("", 0)]), strict=True):
        letter, fields = piece
        if letter.upper() not in CLIMBS:
            continue
        effort += EFFORT[letter.upper()] * fields
        if not after[0] or after[0].upper() not in CLIMBS:
            found.append((end, category_of(effort)))
            effort = 0.0
    return found


def category_of(effort: float) -> Category:
    """The category of a climb of so much effort."""
    return next((category for below, category in CATEGORIES_BY_EFFORT if effort < below), "HC")


def type_of(pieces: Pieces) -> Type:
    """What a stage is by its climbs."""
    effort = sum(EFFORT.get(letter.upper(), 0.0) * fields for letter, fields in pieces)
    return next((name for below, name in TYPES_BY_EFFORT if effort < below), "high")
