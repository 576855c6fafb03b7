"""Long work in a process of its own: save files are read and races are told here, never where tables wait.

The process reads jobs from its standard input and answers on its standard output, one at a time, each as a
length and a message. SIGUSR1 gives up the job at hand. It ends with its input.
"""

import contextlib
import gzip
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import document_of
from gruppetto.language import speak
from gruppetto.match import Match, Seated
from gruppetto.past import PastMatch, SaveFile
from gruppetto.saves import loads
from gruppetto.server.answers import Story, StoryStep
from gruppetto.server.considering import chances_in, considered, ground_of
from gruppetto.server.drawing import Pictured, PictureForm, draw, paint
from gruppetto.server.messages import Refused
from gruppetto.story import pack, unpack

MODESTY = 10  # how far it steps back behind those that serve people
LENGTH = struct.Struct(">I")
INTERRUPT = getattr(signal, "SIGUSR1", None)  # where there is none, a process is killed instead


class Recorded(msgspec.Struct, frozen=True, tag=True):
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
        match = Match(game, self.seats, game.options(self.options), self.seed, start=self.start)
        match.seated = self.seated
        return match


class Past(msgspec.Struct, frozen=True, tag=True):
    """A match that other rules have ridden to its end."""

    file: SaveFile

    @property
    def log(self) -> list[tuple[int, int]]:
        """Its decisions."""
        return self.file.log

    def match(self) -> PastMatch:
        """The match, to read."""
        return PastMatch(registry.get(self.file.game), self.file)


class Import(msgspec.Struct, frozen=True, tag=True):
    """Read and check a save file; the answer is what was `Brought`."""

    content: bytes
    carry_over: bool = False  # a running race of other rules


class Tell(msgspec.Struct, frozen=True, tag=True):
    """Tell a race again; the answer is its story, packed."""

    match: Recorded


class Show(msgspec.Struct, frozen=True, tag=True):
    """A story as clients get it; the answer is JSON, compressed."""

    table: bytes  # as JSON
    packed: bytes


class Consider(msgspec.Struct, frozen=True, tag=True):
    """Think a race over; the answers are reviews, told and compressed, the last one whole."""

    match: Recorded
    worlds: int | None  # imagined for each decision; as many as the game says


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Draw a race that is over; the answer is a picture."""

    race: Pictured
    match: Recorded | None  # to see where it went; none where other rules rode it
    review: bytes | None  # as it was kept
    language: str
    form: PictureForm


class Partly(msgspec.Struct, frozen=True, tag=True):
    """What has come of a job so far."""

    content: bytes


class Done(msgspec.Struct, frozen=True, tag=True):
    """What came of a job."""

    content: bytes


class Faulty(msgspec.Struct, frozen=True, tag=True):
    """The client's fault."""

    status: int
    kind: str
    text: str


class GivenUp(msgspec.Struct, frozen=True, tag=True):
    """Nobody waits for it any more."""


Brought = Recorded | Past
Job = Import | Tell | Show | Consider | Draw
Outcome = Partly | Done | Faulty | GivenUp
Say = Callable[[bytes], None]  # what has come of a job so far


def do(job: Job, say: Say) -> bytes:
    """A job."""
    match job:
        case Import():
            return msgspec.msgpack.encode(brought(job))
        case Tell():
            match = job.match.match()
            match.go_to(job.match.log)
            return pack(match.retold())
        case Show():
            return packed(shown(job))
        case Consider():
            match = job.match.match()
            match.go_to(job.match.log)
            for progress in considered(match, job.worlds):
                if progress.status != "done":  # that is said when it is kept
                    say(packed(progress))
            return packed(progress)
        case Draw():
            return drawn(job)


def packed(answer: msgspec.Struct) -> bytes:
    """An answer as it is sent: JSON, compressed."""
    return gzip.compress(msgspec.json.encode(answer), 6, mtime=0)


def drawn(job: Draw) -> bytes:
    """A picture of a race, in a language."""
    speak(job.language)
    race = job.race
    if job.match:
        race = msgspec.structs.replace(race, ground=ground_of(job.match.match(), job.match.log))
    if job.review:
        race = msgspec.structs.replace(race, chances=chances_in(job.review))
    svg = draw(race)
    return paint(svg) if job.form == "png" else svg.encode()


def brought(job: Import) -> Brought:
    """The match in a save file; a running one of other rules only if it is to be carried over."""
    match = loads(job.content, "save file")
    if not isinstance(match, PastMatch):
        return Recorded.of(match)
    if not match.over:
        if not job.carry_over:
            raise Refused(409, "OtherRules", _other_rules(match))
        return Recorded.of(match.carry_over())
    if match.file.story is not None:
        _ = match.told  # it can be read
    return Past(match.file)


def _other_rules(match: PastMatch) -> str:
    return (
        f"This race was begun under version {match.rules_version} of the rules; installed is version "
        f"{match.game.rules_version}. It can be carried over: it goes on where its latest round began, "
        f"with fresh chance. Decisions taken back: {match.taken_back} of {len(match.log)}."
    )


def shown(job: Show) -> Story:
    """A race that is over, step by step."""
    told, table = unpack(job.packed), msgspec.json.decode(job.table)
    steps = [StoryStep(step.seat, step.code, step.text, step.events, step.changed) for step in told.steps]
    return Story(table["game"], table, told.scenery, told.begin, steps, table["result"])


# --- the process ------------------------------------------------------------------------------------


class Interrupted(BaseException):
    """The job at hand is to be given up."""


def outcome(job: Job, say: Say) -> Outcome:
    """What comes of a job, whatever comes of it."""
    try:
        with _Interruptible():
            return Done(do(job, say))
    except Refused as error:
        return Faulty(error.status, error.fault.kind, error.fault.text)
    except GruppettoError as error:
        return Faulty(400, type(error).__name__, str(error))
    except RecursionError:
        return Faulty(400, "CorruptLog", "Nothing in a save file is nested that deep.")
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


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """An answer is told to its end."""
    if not INTERRUPT:
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {INTERRUPT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {INTERRUPT})


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Job after job, until there are no more."""
    read: Any = msgspec.msgpack.Decoder(Job)

    def tell(told: Outcome) -> None:
        answer = msgspec.msgpack.encode(told)
        with _uninterrupted():
            answers.write(LENGTH.pack(len(answer)) + answer)
            answers.flush()

    while head := jobs.read(LENGTH.size):
        job = read.decode(jobs.read(LENGTH.unpack(head)[0]))
        tell(outcome(job, lambda content: tell(Partly(content))))


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
