"""Find puzzles: ride races, weigh their decisions, and keep those with one clear and surprising answer.

Most decisions are out after a few play-outs. What is left is weighed again in fresh worlds, with more of
them each time, because the best of noisy guesses flatters itself. A play-out goes on by a rule of thumb, and
may throw away what a choice has kept. So in the end the seat itself goes on thoughtfully in every world.
"""

import contextlib
import functools
import itertools
import math
from collections.abc import Generator, Iterable, Iterator
from typing import Any

import msgspec
import numpy as np

from gruppetto.errors import GruppettoError
from gruppetto.games import loops, registry
from gruppetto.games.game import Game
from gruppetto.kernel.chance import derived
from gruppetto.kernel.record import duplicate
from gruppetto.lab.processes import in_order
from gruppetto.lab.simulate import Simulation
from gruppetto.match import Match, from_position
from gruppetto.players.halving import Budget, Halving
from gruppetto.players.player import follow, think
from gruppetto.players.playout import HEURISTIC, Floats
from gruppetto.players.thoughtful import thoughtful
from gruppetto.puzzles.puzzle import MARGIN, SEED, Puzzle, Weighed, asks_for, name_of
from gruppetto.puzzles.shelf import PuzzleSet

SIEVES = ((12, 0.02), (48, 0.06), (144, 0.10), (400, 0.15))  # play-outs a choice, and the margin to go on
SIEVED = 6  # choices for which there are so many; where there are more, the worse half is dropped sooner
OFTEN = 400  # play-outs for choices that are not ridden on from
LOOKS = ((4, 32), (3, 64), (3, 128), (3, 256))  # choices to go on from, in how many worlds by then
DOUBT = 2.0  # standard errors by which the best choice must be better than nothing
SOLVERS = ("baroudeur@12", "baroudeur@40", "equipier", "baroudeur")  # more and more thought
ENOUGH = 64  # worlds, in which a choice may turn out clearly better already
TRIES = 9
FEWEST = 3  # choices: with two, half of all guesses are right
HOPELESS = 0.15  # a chance to win, below which nobody likes to think
PER_RACE = 2
COMPANY = ("domestique", "domestique", "touriste", "domestique")


def grow(kept: PuzzleSet, *, workers: int = 1) -> Generator[PuzzleSet, None, None]:
    """A set with the puzzles of one more race each time, without end; the same on however many processes."""
    work = functools.partial(_in_race, kept.game, kept.seed)
    with contextlib.closing(in_order(work, itertools.count(kept.races), workers)) as races:
        for found in races:
            kept = msgspec.structs.replace(kept, puzzles=(*kept.puzzles, *found), races=kept.races + 1)
            yield kept


def _in_race(game: str, seed: int, number: int) -> tuple[Puzzle, ...]:
    """The first puzzles of a race; moments are looked at here and there, in the last round none."""
    match = _race(registry.get(game), seed, number)
    moments = sorted(range(match.round_began), key=lambda moment: derived(SEED, moment))
    asked = (puzzle_at(match.at(moment), match.log[moment][0]) for moment in moments)
    return tuple(itertools.islice((found for found in asked if found), PER_RACE))


def _race(room: Game, seed: int, number: int) -> Match:
    """A race on the next of the roads, with the next number of seats."""
    seats = room.fewest_seats + number % (min(room.most_seats, len(COMPANY)) - room.fewest_seats + 1)
    stages = room.stages() if room.studio else []
    road = room.on_stage(stages[number % len(stages)]) if stages else {}
    options = {**room.preset_for(seats), **road}
    return Simulation(room.id, COMPANY[:seats], options, seed=seed).match(number)


def puzzle_at(match: Match, seat: int) -> Puzzle | None:
    """The decision of a seat as a puzzle, if it is one."""
    if len(match.legal(seat)) < FEWEST:
        return None
    obvious = sensible(match, seat)
    for seed, (playouts, margin) in enumerate(SIEVES):
        best, second = _best_two(match, seat, playouts, seed)
        if best.win - second.win < margin or best.code == obvious:
            return None
    return settled(match.game.id, match.position(), seat)


def settled(game: str, position: Any, seat: int) -> Puzzle | None:
    """The same from a position document, ridden on thoughtfully; nothing where there is any doubt."""
    match = from_position(game, position, seed=SEED)
    obvious = sensible(match, seat)
    played_out = weigh(match, seat, OFTEN, seed=len(SIEVES))
    gained = {choice.code: np.array([choice.win]) for choice in played_out}
    ridden = dict[int, Floats]()
    for choices, worlds in LOOKS:
        close = _ranked(gained)[:choices]
        ridden |= {code: _ridden_on(match, seat, code, worlds, ridden.get(code)) for code in close}
        gained |= ridden
        if not _may_be(gained, obvious):
            return None
        if worlds >= ENOUGH and is_beyond_doubt(_lead(gained), MARGIN):
            break  # more of them would hardly bring it below
    best, second = _ranked(gained)[:2]
    if (
        not {best, second} <= set(close)
        or not _is_puzzling(gained, obvious)
        or not is_beyond_doubt(_lead(gained))
    ):
        return None
    weighed = tuple(Weighed(code, round(float(gained[code].mean()), 3)) for code in _ranked(gained))
    solvers = {level: _found(match, seat, level, best) for level in SOLVERS}
    asks = asks_for(match.choices(seat), best)
    return Puzzle(name_of(position, seat), game, seat, position, weighed, obvious, asks, solvers)


def _ranked(gained: dict[int, Floats]) -> list[int]:
    return sorted(gained, key=lambda code: -gained[code].mean())


def _may_be(gained: dict[int, Floats], obvious: int) -> bool:
    """Whether a choice that is not the obvious one may still turn out clearly better than all others."""
    best = next(code for code in _ranked(gained) if code != obvious)
    second = next(code for code in _ranked(gained) if code != best)
    ahead = _ahead(gained[best], gained[second])
    return bool(ahead.mean() + _error(ahead) >= MARGIN)


def _lead(gained: dict[int, Floats]) -> Floats:
    """What the best choice wins beyond the next."""
    best, second = _ranked(gained)[:2]
    return _ahead(gained[best], gained[second])


def _ahead(one: Floats, other: Floats) -> Floats:
    """What one choice wins beyond another, in the worlds in which both were ridden on; or beyond its mean."""
    if min(len(one), len(other)) == 1:
        return one - other
    both = min(len(one), len(other))
    return one[:both] - other[:both]


def _is_puzzling(gained: dict[int, Floats], obvious: int) -> bool:
    """Whether the best choice is clearly better, worth finding, and not the obvious one."""
    best, second = _ranked(gained)[:2]
    share = gained[best].mean()
    return bool(share >= HOPELESS and share - gained[second].mean() >= MARGIN and best != obvious)


def is_beyond_doubt(gains: Floats, by: float = MARGIN / 2) -> bool:
    """Whether one choice is better than another by so much, from what it gained in the same worlds."""
    return bool(gains.mean() - DOUBT * _error(gains) >= by)


def _error(gains: Floats) -> float:
    return float(gains.std()) / math.sqrt(len(gains))


def _ridden_on(match: Match, seat: int, code: int, worlds: int, before: Floats | None) -> Floats:
    """What a choice wins in so many worlds, the same for every choice, if its seat rides on with thought."""
    known = np.zeros(0) if before is None else before
    first, state = len(known), match.state
    more = thoughtful(match.game, state, seat, code, worlds - first, seed=SEED, first=first)
    return np.concatenate([known, more])


def weigh(match: Match, seat: int, playouts: int, *, seed: int) -> tuple[Weighed, ...]:
    """All choices by their chances to win, from what the seat may know, the best first."""
    halving = _halving(match, seat, seed)
    found = halving.estimate(Budget(playouts=playouts * len(halving.codes)), halving=False)
    weighed = (Weighed(code, round(win, 4)) for code, win in zip(found.codes, found.win, strict=True))
    return tuple(sorted(weighed, key=lambda choice: -choice.win))


def _best_two(match: Match, seat: int, playouts: int, seed: int) -> tuple[Weighed, Weighed]:
    """The two choices that were tried most often, because nothing was better."""
    halving = _halving(match, seat, seed)
    found = halving.estimate(Budget(playouts=playouts * min(SIEVED, len(halving.codes))))
    tried = sorted(zip(found.tried, found.win, found.codes, strict=True), reverse=True)
    best, second = (Weighed(code, win) for _, win, code in tried[:2])
    return best, second


def _halving(match: Match, seat: int, seed: int) -> Halving:
    state = duplicate(match.state)
    loops.veil(match.game.rules.forget, state, seat, np.uint64(seed))
    return Halving(match.game, state, seat, derived(SEED, seed), trees=False)


def sensible(match: Match, seat: int) -> int:
    """What somebody who rides by a rule of thumb would do."""
    return follow(match.game, duplicate(match.state), seat, HEURISTIC, SEED)


def _found(match: Match, seat: int, level: str, best: int) -> float:
    return sum(_thought(match, seat, level, number) == best for number in range(TRIES)) / TRIES


def _thought(match: Match, seat: int, level: str, number: int) -> int:
    return think(match.game, duplicate(match.state), seat, level, derived(SEED, number))


def still_hold(puzzles: Iterable[Puzzle]) -> Iterator[tuple[Puzzle, Puzzle | None]]:
    """Each puzzle weighed anew under the rules that are installed; nothing where it is none any more."""
    for one in puzzles:
        try:
            yield one, settled(one.game, one.position, one.seat)
        except GruppettoError:
            yield one, None  # a position that these rules do not know
