"""Stages composed at random from all 21 tiles, as one wishes: climbs, finish, hilliness (FR1.6)."""

import re
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gruppetto.errors import BadOption
from gruppetto.games.flamme_rouge.data.layout import overlap
from gruppetto.games.flamme_rouge.data.road import ASCENT, DESCENT, FINISH, Road, stage, tiles

Finish = Literal["flat", "uphill", "downhill"]
Hilliness = Literal["gentle", "hilly", "mountainous"]

MOST_CLIMBS = 6
RUN_IN = 5  # squares before the line that make a finish flat, uphill or downhill
ASCENTS: dict[Hilliness, tuple[int, int]] = {"gentle": (0, 8), "hilly": (9, 18), "mountainous": (19, 42)}
SHORTEST_CLIMB = 2  # squares on one tile
TRIES = 200
TERRAIN_STEPS = 3000
TABLE_STEPS = 400

Climbs = Annotated[int, Meta(ge=0, le=MOST_CLIMBS, description="How many climbs.")]


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a stage should be like; whatever is left open may be anything."""

    climbs: Climbs | None = None
    finish: Finish | None = None
    hilliness: Hilliness | None = None


def compose(wishes: Wishes, seed: int) -> Road:
    """A stage of all tiles that fulfils the wishes; the same for the same wishes and seed."""
    check(wishes)
    chance = Random(seed)  # noqa: S311  (a stage, not a secret)
    for _ in range(TRIES):
        letters = _on_the_table(_as_wished(_anything(chance), wishes, chance), wishes, chance)
        if letters:
            return stage(letters)
    raise BadOption("No such stage was found in reasonable time; wish for a little less.")


def check(wishes: Wishes) -> None:
    """Refuse wishes that no stage fulfils, with the reason."""
    climbs, most = wishes.climbs, ASCENTS["gentle"][1] // SHORTEST_CLIMB
    if climbs is not None and not 0 <= climbs <= MOST_CLIMBS:
        raise BadOption(f"climbs: from 0 to {MOST_CLIMBS}, not {climbs}.")
    if climbs == 0 and wishes.finish == "uphill":
        raise BadOption("climbs: an uphill finish is a climb; wish for at least one.")
    if climbs == 0 and wishes.hilliness not in (None, "gentle"):
        raise BadOption(f"climbs: a {wishes.hilliness} stage has at least one.")
    if climbs is not None and climbs > most and wishes.hilliness == "gentle":
        raise BadOption(f"climbs: a gentle stage has at most {most}, not {climbs}.")


def climbs_of(squares: str) -> list[int]:
    """How long each climb of a road is, in squares."""
    return [len(run) for run in re.findall(f"{ASCENT}+", squares)]


def finish_of(squares: str) -> Finish:
    """What the last slope of the run-in makes of the finish; without one it is flat."""
    line = squares.index(FINISH)
    run_in = squares[line - RUN_IN : line].replace("f", "")
    if not run_in:
        return "flat"
    return "downhill" if run_in.endswith(DESCENT) else "uphill"


def hilliness_of(squares: str) -> Hilliness:
    """How hilly a road is, by the squares that go up."""
    ascents = squares.count(ASCENT)
    return next(name for name, (_, most) in ASCENTS.items() if ascents <= most)


# --- the search -------------------------------------------------------------------------------------


def _anything(chance: Random) -> str:
    """All tiles between start and finish in any order, on any side; some stages hillier than others."""
    between, letters = list("bcdefghijklmnopqrst"), ["a"]
    while between:
        letters.append(between.pop(_below(len(between), chance)))
    hilly = chance.random()
    return "".join(letter.upper() if chance.random() < hilly else letter for letter in (*letters, "u"))


def _as_wished(letters: str, wishes: Wishes, chance: Random) -> str:
    """Change the terrain step by step until it is as wished."""
    short = _short_of(letters, wishes)
    for _ in range(TERRAIN_STEPS):
        if not short:
            break
        changed = _changed(letters, len(letters), chance)
        if (now := _short_of(changed, wishes)) <= short:
            letters, short = changed, now
    return letters


def _on_the_table(letters: str, wishes: Wishes, chance: Random) -> str:
    """Change the road step by step, its terrain staying as wished, until it does not lie over itself."""
    if _short_of(letters, wishes):
        return ""
    reach = _reach(letters)
    for _ in range(TABLE_STEPS):
        if reach == len(letters):
            return letters
        changed = _changed(letters, reach + 1, chance)
        if not _short_of(changed, wishes) and (now := _reach(changed)) >= reach:
            letters, reach = changed, now
    return ""


def _changed(letters: str, among: int, chance: Random) -> str:
    """One of the first so many tiles turned over, or changed for another between start and finish."""
    tile, last = _below(among, chance), len(letters) - 1
    changed = list(letters)
    if tile in (0, last) or chance.random() < 0.5:
        changed[tile] = letters[tile].swapcase()
    else:
        other = 1 + _below(last - 1, chance)
        changed[tile], changed[other] = letters[other], letters[tile]
    return "".join(changed)


def _short_of(letters: str, wishes: Wishes) -> int:
    """How far a road is from what is wished; nought: not at all."""
    squares = "".join(tiles()[letter].squares for letter in letters)
    short = 0
    if wishes.climbs is not None:
        short += abs(len(climbs_of(squares)) - wishes.climbs)
    if wishes.hilliness is not None:
        least, most = ASCENTS[wishes.hilliness]
        short += max(0, least - squares.count(ASCENT), squares.count(ASCENT) - most)
    return short + (wishes.finish not in (None, finish_of(squares)))


def _reach(letters: str) -> int:
    """How many tiles from the start lie without a clash."""
    clash = overlap([(letter, tiles()[letter]) for letter in letters])
    return clash[1] if clash else len(letters)


def _below(most: int, chance: Random) -> int:
    """A whole number below another; of `Random` only `random()` stays the same in all versions."""
    return int(chance.random() * most)
