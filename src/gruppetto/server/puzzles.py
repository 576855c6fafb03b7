"""Puzzles over the wire: a moment as its player sees it, the answer, and what comes of every choice."""

import asyncio
import functools
import time
from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath

from gruppetto.games.game import PLAYER
from gruppetto.games.vocabulary import document_of
from gruppetto.match import Match, commitment_of
from gruppetto.puzzles import Puzzle, puzzle, puzzle_of_the_day, puzzles, ridden_out
from gruppetto.server.answers import (
    PuzzleChoice,
    PuzzleLine,
    PuzzleSolution,
    Seat,
    Snapshot,
    Story,
    StoryStep,
    Table,
)
from gruppetto.server.asked import Asked
from gruppetto.server.limits import client_of
from gruppetto.server.messages import SeatKind, Tempo
from gruppetto.server.telling import moment

ENDINGS = 128  # that are kept at hand
OTHERS = "domestique"  # who rides the other teams


@get("/api/puzzles/today", sync_to_thread=False)
def puzzle_today() -> PuzzleLine | None:
    """The puzzle of the day, the same for everybody; days change at midnight UTC."""
    found = puzzle_of_the_day(datetime.now(UTC).date())
    return line_of(found) if found else None


@get("/api/puzzles/{game:str}", sync_to_thread=False)
def list_puzzles(game: FromPath[str]) -> list[PuzzleLine]:
    """The puzzles of a game."""
    return [line_of(one) for one in puzzles(game)]


@get("/api/puzzles/{game:str}/{name:str}")
async def one_puzzle(game: FromPath[str], name: FromPath[str], state: State) -> Snapshot:
    """A puzzle, as a table that its seat looks at."""
    found = puzzle(game, name)
    await state.desk.readiness.ready(found.room)
    return await asyncio.to_thread(snapshot_of, found)


@get("/api/puzzles/{game:str}/{name:str}/solution", sync_to_thread=False)
def solution(game: FromPath[str], name: FromPath[str]) -> PuzzleSolution:
    """What every choice is worth, the best first."""
    found = puzzle(game, name)
    choices = [PuzzleChoice(choice.code, choice.win) for choice in found.choices]
    return PuzzleSolution(choices, found.obvious, found.difficulty)


@get("/api/puzzles/{game:str}/{name:str}/endings/{code:int}")
async def ending(
    game: FromPath[str],
    name: FromPath[str],
    code: FromPath[int],
    request: Asked,
    state: State,
) -> Story:
    """One way the race may go on after a choice, ridden out with the same luck for every choice."""
    found = puzzle(game, name)
    found.win(code)
    state.gate.check("stories", client_of(request))
    await state.desk.readiness.ready(found.room)
    return await asyncio.to_thread(_ending, found.game, found.id, code)


PUZZLES: list[Any] = [puzzle_today, list_puzzles, one_puzzle, solution, ending]


@functools.lru_cache(ENDINGS)
def _ending(game: str, name: str, code: int) -> Story:
    found = puzzle(game, name)
    told = ridden_out(found, code)
    steps = [
        StoryStep(step.seat, step.code, step.text, step.events, step.changed) for step in told.story.steps
    ]
    table = msgspec.structs.replace(table_of(found, told.match), status="over", result=told.match.result)
    return Story(game, table, told.story.scenery, told.story.begin, steps, told.match.result)


def line_of(found: Puzzle) -> PuzzleLine:
    """What a list says of a puzzle."""
    return PuzzleLine(found.game, found.id, found.difficulty, found.asks)


def snapshot_of(found: Puzzle) -> Snapshot:
    """The moment as a table that nobody else sits at."""
    match = found.match()
    return moment(match, found.seat, table_of(found, match))


def table_of(found: Puzzle, match: Match) -> Table:
    """The table of a puzzle, at which only you are a person."""
    leaders = match.game.leaders(match.options, match.seats)
    return Table(
        id=f"puzzle-{found.id}", title="", game=found.game, options=document_of(match.options),
        stage=match.game.ridden(match.options) or None, status="running",
        seats=[_seat(found, match, seat, leader) for seat, leader in enumerate(leaders)],
        commitment=commitment_of(match.seed), seed=None, result=None, tempo=Tempo(None), hints=False,
        private_talk=False, listed=False, rematch=None, created=time.time(), seq=0, host=None, idle=[],
    )  # fmt: skip


def _seat(found: Puzzle, match: Match, seat: int, leader: str) -> Seat:
    kind: SeatKind = "person" if seat == found.seat else "bot" if leader == PLAYER else "dummy"
    name = "" if kind == "person" else OTHERS if kind == "bot" else leader
    level = OTHERS if kind == "bot" else None
    return Seat(seat, kind, name, level, online=True, lent=False, muted=False, team=match.game.teams[seat])
