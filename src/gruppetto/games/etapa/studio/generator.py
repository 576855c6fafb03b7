"""Stages composed at random as one wishes: how long, how mountainous, how they end, how cobbled (C16.2)."""

from random import Random
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from gruppetto.errors import BadOption
from gruppetto.games.etapa.data.stage_checks import (
    CLIMBS,
    FEED_TO_FLAG,
    FEED_ZONE,
    FIRST_PRIME,
    LAST_KILOMETRE,
    OUT_OF_TIME,
    SHORTEST_STAGE,
    Pieces,
    Type,
    WrittenStage,
    summits,
    type_of,
)  # fmt: skip
from gruppetto.games.etapa.rules import record as r

T = TypeVar("T")
Finish = Literal["flat", "uphill", "downhill"]
FINISHES: tuple[Finish, ...] = ("flat", "uphill", "downhill")
TYPES: tuple[Type, ...] = ("flat", "medium", "high")

FEWEST_ROUNDS, MOST_ROUNDS = 10, 17
USUAL_ROUNDS = (12, 13, 14, 15)
MOST_SECTORS = 4
USUAL_SECTORS = (0, 0, 0, 2, 3)
TRIES = 400
SHORTEST = 100  # fields: less is no race
SHORTEST_FLAT, RUN_OUT = 12, 18  # fields: between two climbs, and before the first one
SPRINT_EVERY = 60  # fields of flat for every place where a sprint could be
SECTOR = (6, 11)  # fields of a sector of cobbles
LAST_FLAT = 16  # fields of a flat finish, at the least
Ascent = tuple[tuple[str, int, int], ...]  # foot to top: letters with their fewest and most fields
ASCENTS: dict[Type, tuple[Ascent, ...]] = {
    "flat": ((("E", 4, 8),), (("N", 4, 6),)),
    "medium": ((("E", 8, 14),), (("N", 6, 14),), (("H", 8, 12),), (("E", 4, 8), ("N", 4, 8))),
    "high": (
        (("N", 10, 16),),
        (("H", 10, 16),),
        (("E", 6, 12), ("N", 6, 10)),
        (("N", 6, 10), ("H", 8, 14)),
        (("N", 4, 8), ("H", 8, 10), ("U", 4, 8)),
    ),
}
CLIMBS_OF: dict[Type, tuple[int, int]] = {"flat": (0, 3), "medium": (2, 4), "high": (2, 4)}
WALL: Ascent = (("H", 4, 6),)  # an uphill finish of a flat stage
# How stages ride, by least squares over 400 of them (bench/etapa_limits.py): the rounds that a field takes,
# and how far behind the winner it leaves one rider in twenty; then the same of the whole race.
PACE = {"F": 0.086, "D": 0.091, "E": 0.104, "N": 0.115, "H": 0.117, "U": 0.12, "f": 0.137}
SPREAD = {"F": 0.24, "D": 0.52, "E": 0.15, "N": 0.2, "H": 0.44, "U": 0.96, "f": 0.98}
SHORTER, WIDER = -2.4, 21.5  # two fields more than fitted: where that errs, better too few are sent home

Rounds = Annotated[
    int, Meta(ge=FEWEST_ROUNDS, le=MOST_ROUNDS, description="About how many rounds a race should take.")
]
Sectors = Annotated[int, Meta(ge=0, le=MOST_SECTORS, description="How many sectors of cobbles.")]


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a stage should be like; whatever is left open may be anything."""

    rounds: Rounds | None = None
    mountains: Type | None = None
    finish: Finish | None = None
    cobbles: Sectors | None = None


def compose(wishes: Wishes, seed: int) -> WrittenStage:
    """A stage that fulfils the wishes, marked out and balanced; the same for the same wishes and seed."""
    chance = Random(seed)  # noqa: S311  (a stage, not a secret)
    for _ in range(TRIES):
        mountains = _one_of(TYPES if wishes.mountains is None else (wishes.mountains,), chance)
        finish = _one_of(FINISHES if wishes.finish is None else (wishes.finish,), chance)
        rounds = _one_of(USUAL_ROUNDS if wishes.rounds is None else (wishes.rounds,), chance)
        sectors = _one_of(USUAL_SECTORS if wishes.cobbles is None else (wishes.cobbles,), chance)
        pieces = _road(_hills(mountains, finish, chance), rounds, sectors, finish, chance)
        if pieces and type_of(pieces) == mountains:
            found = _marked_out(pieces, mountains, chance)
            if found.feed:
                return found
    raise BadOption(
        "rounds: there is no room in them for such mountains and cobbles; "
        "wish for more rounds, or for less of the rest."
    )


def finish_of(pieces: Pieces) -> Finish:
    """What the last piece makes of the finish."""
    last = pieces[-1][0].upper()
    return "uphill" if last in CLIMBS else "downhill" if last == "D" else "flat"


def rounds_of(pieces: Pieces) -> float:
    """How many rounds a race takes that is ridden hard."""
    return SHORTER + sum(fields * PACE[_ground(letter)] for letter, fields in pieces)


def _ground(letter: str) -> str:
    """What the riding depends on: the slope, or the cobbles."""
    return "f" if letter.islower() else letter


# --- the road ---------------------------------------------------------------------------------------


def _hills(mountains: Type, finish: Finish, chance: Random) -> list[Pieces]:
    """Climbs with their descents; the last one may be the finish."""
    many = max(_between(*CLIMBS_OF[mountains], chance), finish == "downhill" and 1)
    hills = [_hill(_one_of(ASCENTS[mountains], chance), chance) for _ in range(many)]
    if finish == "uphill":
        ascent = WALL if mountains == "flat" else _one_of(ASCENTS[mountains], chance)
        hills.append(_hill(ascent, chance)[:-1])
    return hills


def _hill(ascent: Ascent, chance: Random) -> Pieces:
    climb = tuple((letter, _between(least, most, chance)) for letter, least, most in ascent)
    up = sum(fields for _, fields in climb)
    return (*climb, ("D", up + _between(2, max(3, up // 2), chance)))


def _road(hills: list[Pieces], rounds: int, sectors: int, finish: Finish, chance: Random) -> Pieces:
    """Hills with as much flat between them as so many rounds take; nothing if that is too little."""
    cobbled = [_between(*SECTOR, chance) for _ in range(sectors)]
    least = _shortest_flats(len(hills), finish)
    left = rounds - rounds_of(tuple(piece for hill in hills for piece in hill)) - sum(cobbled) * PACE["f"]
    spare = round(left / PACE["F"]) - sum(least)
    if spare < 0:
        return ()
    flats = _shared_out(spare, least, chance)
    for sector in cobbled:
        longest = max(range(len(flats)), key=lambda place: _flat(flats[place]))
        flats[longest] = _with_sector(flats[longest], sector)
    stretches = zip(flats, [*hills, ()], strict=False)
    pieces = tuple(piece for flat, hill in stretches for piece in (*flat, *hill))
    return pieces if _fits(pieces) else ()


def _shortest_flats(hills: int, finish: Finish) -> list[int]:
    """The least flat there is before each hill, and to the line where the finish is flat."""
    if not hills:
        return [SHORTEST_STAGE]
    before = [RUN_OUT, *[SHORTEST_FLAT] * (hills - 1)]
    return [*before, LAST_FLAT] if finish == "flat" else before


def _shared_out(spare: int, least: list[int], chance: Random) -> list[Pieces]:
    """Flat stretches, the spare fields shared out among them by chance."""
    weights = [0.4 + chance.random() for _ in least]
    extra = [int(spare * weight / sum(weights)) for weight in weights]
    extra[-1] += spare - sum(extra)
    return [(("F", fields + more),) for fields, more in zip(least, extra, strict=True)]


def _flat(stretch: Pieces) -> int:
    """The longest flat piece of a stretch."""
    return max(fields for letter, fields in stretch if letter == "F")


def _with_sector(stretch: Pieces, sector: int) -> Pieces:
    """A sector of cobbles in the middle of the longest flat piece."""
    at = next(place for place, piece in enumerate(stretch) if piece == ("F", _flat(stretch)))
    before = stretch[at][1] // 2
    return (*stretch[:at], ("F", before), ("f", sector), ("F", stretch[at][1] - before), *stretch[at + 1 :])


def _fits(pieces: Pieces) -> bool:
    length = sum(fields for _, fields in pieces)
    return SHORTEST <= length <= r.LONGEST_STAGE


# --- what stands beside it --------------------------------------------------------------------------


def _marked_out(pieces: Pieces, mountains: Type, chance: Random) -> WrittenStage:
    length = sum(fields for _, fields in pieces)
    flats = [(first, last) for letter, first, last in _spans(pieces) if letter == "F"]
    primes = [(category, field) for field, category in summits(pieces)]
    primes += [("S", field) for field in _sprints(flats, length, chance)]
    return WrittenStage(
        kind="road",
        pieces=pieces,
        primes=tuple(sorted(primes, key=lambda prime: prime[1])),
        feed=_feed_zone(flats, length),
        limit=length - out_of_time(pieces),
        flag=length - _between(*LAST_KILOMETRE, chance),
        type=mountains,
    )


def out_of_time(pieces: Pieces) -> int:
    """How far before the line one rider in twenty still is when somebody crosses it."""
    least, most = OUT_OF_TIME
    spread = WIDER + sum(fields * SPREAD[_ground(letter)] for letter, fields in pieces)
    return max(least, min(most, round(spread)))


def _sprints(flats: list[tuple[int, int]], length: int, chance: Random) -> list[int]:
    """One or two on the flat, far enough from the start and from the line."""
    spots = []
    for first, last in _within(flats, FIRST_PRIME, length - LAST_KILOMETRE[1] - 1):
        fields = last - first + 1
        parts = fields // SPRINT_EVERY + 1
        spots += [first + (2 * part + 1) * fields // (2 * parts) for part in range(parts)]
    many = min(len(spots), _between(1, 2, chance))
    return [spots.pop(_below(len(spots), chance)) for _ in range(many)]


def _feed_zone(flats: list[tuple[int, int]], length: int) -> tuple[int, int] | None:
    """On the flat, as near as can be to half-way, and well before the flag wherever that may stand."""
    wanted = (length - FEED_ZONE) // 2
    starts = [
        max(first, min(last - FEED_ZONE + 1, wanted))
        for first, last in _within(flats, 1, length - LAST_KILOMETRE[1] - FEED_TO_FLAG)
        if last - first + 1 >= FEED_ZONE
    ]
    nearest = min(starts, key=lambda start: abs(start - wanted), default=None)
    return None if nearest is None else (nearest, nearest + FEED_ZONE - 1)


def _within(spans: list[tuple[int, int]], least: int, most: int) -> list[tuple[int, int]]:
    """What of some stretches lies between two fields."""
    cut = [(max(first, least), min(last, most)) for first, last in spans]
    return [(first, last) for first, last in cut if first <= last]


def _spans(pieces: Pieces) -> list[tuple[str, int, int]]:
    """Pieces with their first and last fields."""
    spans, before = [], 0
    for letter, fields in pieces:
        spans.append((letter, before + 1, before + fields))
        before += fields
    return spans


def _one_of(among: tuple[T, ...], chance: Random) -> T:
    return among[_below(len(among), chance)]


def _between(least: int, most: int, chance: Random) -> int:
    return least + _below(most - least + 1, chance)


def _below(most: int, chance: Random) -> int:
    """A whole number below another; of `Random` only `random()` stays the same in all versions."""
    return int(chance.random() * most)
