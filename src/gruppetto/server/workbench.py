"""The workbench: long jobs go to processes of their own, a few at a time, each client in turn."""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable

import msgspec

from gruppetto.server.jobs import INTERRUPT, LENGTH, Done, Faulty, Import, Job, Outcome, Partly
from gruppetto.server.messages import Refused
from gruppetto.server.metrics import Timing
from gruppetto.server.turns import Turns

BENCHES = 1  # processes of a worker
MOST_OF_ONE = 2  # jobs of one client, under way and waiting
MOST_WAITING = 32
PATIENCE = 60.0  # seconds for a job; a save file that takes longer is no race of ours
START = 60.0  # seconds for a process to begin
GIVING_UP = 1.0  # seconds for it to let go of a job
IDLE = 300.0  # seconds after which a process that has nothing to do ends
Hear = Callable[[bytes], None]  # what has come of a job so far
OURS = ""  # as a client: what nobody has asked for
logger = logging.getLogger(__name__)


class Workbench:
    """Processes that wait for jobs; they are started when they are needed."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._turns, self._patience = Turns(BENCHES), patience
        self._idle: list[Bench] = []
        self.jobs = Timing()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._turns.waiting

    async def do(self, client: str, job: Job) -> bytes:
        """Have a job done; whoever is cancelled while they wait gives it up."""
        self.check(client)
        return await self.do_for_us(job, client)

    def check(self, client: str) -> None:
        """Refuse who has enough in line already, or all if the line is long."""
        if self._turns.wishes[client] >= MOST_OF_ONE:
            raise Refused(429, "TooMany", "Your last wishes are still being seen to; wait a moment.")
        if self.waiting >= MOST_WAITING:
            raise Refused(503, "Busy", "Too much is going on here at the moment; try again in a few seconds.")

    async def do_for_us(self, job: Job, client: str = OURS, hear: Hear | None = None) -> bytes:
        """Have a job done, however many wait; what has come of it so far can be heard."""
        async with self._turns.of(client):
            return await self._done(job, hear)

    async def _done(self, job: Job, hear: Hear | None) -> bytes:
        bench = self._idle.pop() if self._idle else Bench()
        begun = time.perf_counter()
        try:
            outcome = await bench.do(job, self._patience, hear)
        except (TimeoutError, EOFError, OSError) as error:
            self.jobs.fail()
            logger.warning(
                "a %s was not finished: %s", type(job).__name__.lower(), str(error) or "it took too long"
            )
            raise _too_hard(job) from None
        finally:
            self._put_back(bench)
        if isinstance(outcome, Faulty):
            raise Refused(outcome.status, outcome.kind, outcome.text)
        assert isinstance(outcome, Done)  # noqa: S101  (only those who are cancelled give up)
        self.jobs.observe(time.perf_counter() - begun)
        return outcome.content

    def _put_back(self, bench: "Bench") -> None:
        if bench.alive:
            self._idle.append(bench)
            bench.end_later(self._idle)

    async def close(self) -> None:
        """End all processes."""
        for bench in self._idle:
            await bench.close()


def _too_hard(job: Job) -> Refused:
    if isinstance(job, Import):
        return Refused(400, "CorruptLog", "save file: it could not be read to its end in reasonable time.")
    return Refused(503, "Busy", "The race could not be told just now; try again later.")


class Bench:
    """One process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._end: asyncio.TimerHandle | None = None

    @property
    def alive(self) -> bool:
        """Whether it can take another job."""
        return self._process is not None and self._process.returncode is None

    async def do(self, job: Job, patience: float = PATIENCE, hear: Hear | None = None) -> Outcome:
        """One job; a process that does not answer is killed."""
        if self._end:
            self._end.cancel()
        process = self._process
        if process is None:
            process, patience = await self._start(), patience + START
        message = msgspec.msgpack.encode(job)
        answer = asyncio.create_task(self._ask(process, LENGTH.pack(len(message)) + message, hear))
        try:
            async with asyncio.timeout(patience):
                return await asyncio.shield(answer)
        except asyncio.CancelledError:
            await self._give_up(process, answer)
            raise
        except BaseException:
            await self.close()
            raise
        finally:
            answer.cancel()

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "gruppetto.server.jobs",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return self._process

    @staticmethod
    async def _ask(process: asyncio.subprocess.Process, message: bytes, hear: Hear | None) -> Outcome:
        assert process.stdin  # noqa: S101
        assert process.stdout  # noqa: S101
        process.stdin.write(message)
        await process.stdin.drain()
        while True:
            head = await process.stdout.readexactly(LENGTH.size)
            answer: Outcome = msgspec.msgpack.decode(
                await process.stdout.readexactly(LENGTH.unpack(head)[0]), type=Outcome
            )
            if not isinstance(answer, Partly):
                return answer
            if hear:
                hear(answer.content)

    async def _give_up(self, process: asyncio.subprocess.Process, answer: "asyncio.Task[Outcome]") -> None:
        """Interrupt the job; a process that does not let go of it is killed."""
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(INTERRUPT) if INTERRUPT else process.kill()
        done, _ = await asyncio.wait({answer}, timeout=GIVING_UP)
        if not done or answer.exception():
            await self.close()

    def end_later(self, shelf: "list[Bench]") -> None:
        """End after a while without a job."""
        self._end = asyncio.get_running_loop().call_later(IDLE, self._end_now, shelf)

    def _end_now(self, shelf: "list[Bench]") -> None:
        if self in shelf and self._process:
            shelf.remove(self)
            self._process.kill()

    async def close(self) -> None:
        """Kill the process."""
        if self._end:
            self._end.cancel()
        if self._process and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
