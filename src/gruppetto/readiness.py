"""Which games are compiled, and how far the others are.

Files beside the compiled rules tell it, so that a server, its workers, a game at the terminal and those who
compile for them all know the same: what is ready, what is wanted most, and how much is done of it.
"""

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gruppetto.games import loops, registry
from gruppetto.games.game import Game, no_numbers
from gruppetto.kernel.rule import INTERPRETED, cache_folder, sources_hash
from gruppetto.match import from_position, start
from gruppetto.players import decide, names

Piece = Callable[[Game], Any]
FIRST = "race"  # the piece that has most of what the others call
ALONE = (FIRST, "eyes")  # pieces that build on no other


class Progress(msgspec.Struct, frozen=True):
    """How far a game is from being ready to play."""

    game: str
    name: str
    ready: bool
    share: float  # of its rules that are compiled, from 0 to 1


def is_ready(game: Game) -> bool:
    """Whether everything a match calls has been compiled."""
    return INTERPRETED or _file(game, "ready").exists()


def progress(game: Game) -> Progress:
    """How far a game is."""
    share = 1.0 if is_ready(game) else sum(WEIGHTS[piece] for piece in done_pieces(game))
    return Progress(game.id, game.name, is_ready(game), share)


def done_pieces(game: Game) -> set[str]:
    """The pieces of a game that have been compiled."""
    return {name for name in PIECES if _file(game, name).exists()}


def mark_done(game: Game, piece: str) -> None:
    """Note that a piece of a game is compiled, and with the last of them all of it."""
    _file(game, piece).touch()
    if len(done_pieces(game)) == len(PIECES):
        _file(game, "ready").touch()
        for name in PIECES:
            _file(game, name).unlink(missing_ok=True)


def want(game: Game) -> None:
    """Somebody waits for this game: it comes before all others."""
    if not is_ready(game):
        _file(game, "wanted").touch()


def in_order(games: Iterable[Game]) -> list[Game]:
    """Games, those first that somebody waits for, the latest before the others."""
    return sorted(games, key=_wanted_at, reverse=True)


def _wanted_at(game: Game) -> float:
    with contextlib.suppress(OSError):
        return _file(game, "wanted").stat().st_mtime
    return 0.0


def _file(game: Game, what: str) -> Path:
    modules = (game.rules.__name__, game.heuristic.__module__, decide.__module__)
    return cache_folder() / f"{game.id}-{sources_hash(*modules)}.{what}"


# --- who compiles -----------------------------------------------------------------------------------


def is_at_work() -> bool:
    """Whether a process compiles for everybody."""
    try:
        os.kill(int(_at_work().read_text()), 0)
    except (OSError, ValueError):
        return False
    return True


@contextlib.contextmanager
def at_work() -> Any:
    """Compile for everybody, and let them know."""
    _at_work().write_text(str(os.getpid()))
    try:
        yield
    finally:
        _at_work().unlink(missing_ok=True)


def _at_work() -> Path:
    return cache_folder() / "at-work"


# --- what is compiled -------------------------------------------------------------------------------


def _race(game: Game) -> None:
    """What a match calls as it goes along."""
    match = start(game.id, seats=game.fewest_seats, seed=1)
    match.at(0)
    seat = match.waiting[0]
    match.view(seat)
    match.play(seat, match.choices(seat)[0])
    match.apply(match.waiting[0], match.legal(match.waiting[0])[0])
    loops.rank(game.rules.score, match.state, no_numbers(game.observation))


def _eyes(game: Game) -> None:
    """What a seat may know; compiled on a record that nobody has dealt, and therefore not run."""
    state, numbers = game.blank(), no_numbers(game.observation)
    _prepare(loops.audit, game.rules.invariants, state)
    _prepare(loops.veil, game.rules.forget, state, 0, np.uint64(1))
    _prepare(loops.sense, game.rules.observe, state, 0, numbers)


def _prepare(rule: Any, *arguments: Any) -> None:
    """Compile a rule for such arguments, without calling it."""
    if not INTERPRETED:
        rule.compile(tuple(rule.typeof_pyval(argument) for argument in arguments))


def _sensible(game: Game) -> None:
    """A rider who does not think."""
    match = start(game.id, seats=game.fewest_seats, seed=1)
    decide(match, match.waiting[0], "domestique", 1)


def _thinking(game: Game) -> None:
    """Those who do."""
    match = start(game.id, seats=game.fewest_seats, seed=1)
    for player in set(names(game)) & {"patron", "hors-categorie"}:
        decide(match, match.waiting[0], f"{player}@1", 1)


def _positions(game: Game) -> None:
    """Positions, and what the room offers beyond the contract."""
    match = start(game.id, seats=game.fewest_seats, seed=1)
    while not match.over and len(match.log) < A_WHILE:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "random", len(match.log)))
    from_position(game.id, match.position(), seed=1)
    game.rehearse(match.position())


A_WHILE = 20  # decisions, until a position has something of everything
PIECES: dict[str, Piece] = {
    FIRST: _race, "eyes": _eyes, "thinking": _thinking, "positions": _positions, "sensible": _sensible,
}  # fmt: skip
WEIGHTS = {FIRST: 0.4, "eyes": 0.15, "thinking": 0.2, "positions": 0.15, "sensible": 0.1}  # of the work


def compile_piece(game: Game, piece: str) -> None:
    """Compile one piece of a game here and now."""
    PIECES[piece](game)
    mark_done(game, piece)


def rehearse(game: Game) -> None:
    """Go through all that a match calls, so that a process has it at hand."""
    for piece in PIECES.values():
        piece(game)


def missing() -> list[Game]:
    """The games that are not ready."""
    return [game for game in registry.games().values() if not is_ready(game)]
