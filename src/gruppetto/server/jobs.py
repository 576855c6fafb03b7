"""Long work in a process of its own: save files are read and races are told here, never where tables wait.

The process reads jobs from its standard input and answers on its standard output, one at a time, each as a
length and a message. SIGUSR1 gives up the job at hand. It ends with its input.
"""

import gzip
import os
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import document_of
from gruppetto.match import Match, Seated, seed_bytes
from gruppetto.saves import loads
from gruppetto.server.telling import ridden_again

MODESTY = 10  # how far it steps back behind those that serve people
LENGTH = struct.Struct(">I")
INTERRUPT = getattr(signal, "SIGUSR1", None)  # where there is none, a process is killed instead


class Recorded(msgspec.Struct, frozen=True):
    """A match as it goes from one process to the other."""

    game: str
    seats: int
    options: Json
    start: Json | None
    seed: bytes
    log: list[tuple[int, int]]
    seated: tuple[Seated, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "Recorded":
        """What there is to know of a match."""
        options = document_of(match.options)
        return cls(match.game.id, match.seats, options, match.start, match.seed, match.log, match.seated)

    def match(self) -> Match:
        """The match before its first decision."""
        game = registry.get(self.game)
        match = Match(game, self.seats, game.options(self.options), seed_bytes(self.seed), start=self.start)
        match.seated = self.seated
        return match


class Import(msgspec.Struct, frozen=True, tag=True):
    """Read and check a save file; the answer is a `Recorded`."""

    content: bytes


class Tell(msgspec.Struct, frozen=True, tag=True):
    """Tell a race again; the answer is JSON, compressed."""

    table: bytes  # as JSON
    match: Recorded


class Done(msgspec.Struct, frozen=True, tag=True):
    """What came of a job."""

    content: bytes


class Faulty(msgspec.Struct, frozen=True, tag=True):
    """The client's fault, as an error of ours says it."""

    kind: str
    text: str


class GivenUp(msgspec.Struct, frozen=True, tag=True):
    """Nobody waits for it any more."""


Job = Import | Tell
Outcome = Done | Faulty | GivenUp


def do(job: Job) -> bytes:
    """A job."""
    if isinstance(job, Import):
        return msgspec.msgpack.encode(Recorded.of(loads(job.content, "save file")))
    return gzip.compress(msgspec.json.encode(told(job)), 6, mtime=0)


def told(job: Tell) -> Json:
    """A race that is over, step by step."""
    match = job.match.match()
    begin, steps = ridden_again(match, job.match.log)
    return {
        "table": msgspec.Raw(job.table),
        "scenery": match.game.scenery(begin.get("letters", "")),
        "begin": begin,
        "steps": steps,
        "result": match.result,
    }


# --- the process ------------------------------------------------------------------------------------


class Interrupted(BaseException):
    """The job at hand is to be given up."""


def outcome(job: Job, work: Callable[[Job], bytes] = do) -> Outcome:
    """What comes of a job, whatever comes of it."""
    try:
        with _Interruptible():
            return Done(work(job))
    except GruppettoError as error:
        return Faulty(type(error).__name__, str(error))
    except RecursionError:
        return Faulty("CorruptLog", "Nothing in a save file is nested that deep.")
    except Interrupted:
        return GivenUp()


class _Interruptible:
    """SIGUSR1 counts only while a job is at hand."""

    def __enter__(self) -> None:
        if INTERRUPT:
            signal.signal(INTERRUPT, _interrupt)

    def __exit__(self, *_: object) -> None:
        if INTERRUPT:
            signal.signal(INTERRUPT, signal.SIG_IGN)


def _interrupt(*_: object) -> None:
    raise Interrupted


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Job after job, until there are no more."""
    read: Any = msgspec.msgpack.Decoder(Job)
    while head := jobs.read(LENGTH.size):
        job = read.decode(jobs.read(LENGTH.unpack(head)[0]))
        answer = msgspec.msgpack.encode(outcome(job))
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def main() -> None:
    """Run as a process: modestly, and not stopped by what is typed at the server's terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if INTERRUPT:
        signal.signal(INTERRUPT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(MODESTY)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
