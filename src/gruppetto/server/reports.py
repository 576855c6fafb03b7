"""Reports on stages, ridden in the background: by a process of its own, one at a time, behind everybody."""

import asyncio
import contextlib
import logging
import os
import sys
from collections import OrderedDict
from typing import Literal

import msgspec

from gruppetto.games.studio import Report
from gruppetto.server.messages import Refused
from gruppetto.server.store import stop
from gruppetto.server.turns import Turns

RACES = 120  # on the stage itself; half as many on each of the official ones
RIDERS = "domestique"
KEPT = 200  # reports a worker remembers
MOST_WAITING = 24  # stages that wait in line
MOST_OF_ONE = 2  # of them by one client
PATIENCE = 900.0  # seconds for one report
MODESTY = 15  # how far it steps back behind everything else on the machine
Asked = tuple[str, str]  # game and stage
logger = logging.getLogger(__name__)


class ReportProgress(msgspec.Struct, frozen=True):
    """How far a report is, and the report once it is done."""

    game: str
    stage: str  # written out
    status: Literal["waiting", "riding", "done", "failed"]
    report: Report | None = None


class Reports:
    """All reports of this worker, by game and stage."""

    def __init__(self, races: int = RACES) -> None:
        self._races = races
        self._known: OrderedDict[Asked, ReportProgress] = OrderedDict()
        self._riding: dict[Asked, asyncio.Task[None]] = {}
        self._one_at_a_time = Turns(1)

    @property
    def waiting(self) -> int:
        """How many stages wait for their report, or are being ridden."""
        return len(self._riding)

    def known(self, game: str, stage: str) -> ReportProgress | None:
        """A report that is done or under way; that one has failed is told once, then it can begin anew."""
        found = self._known.get((game, stage))
        if found and found.status == "failed":
            del self._known[game, stage]
        return found

    def begin(self, game: str, stage: str, client: str) -> ReportProgress:
        """Put a stage in line; whoever asks again later is told how far it is."""
        if self._one_at_a_time.wishes[client] >= MOST_OF_ONE:
            raise Refused(429, "ReportsBusy", "Your last stages are still waiting for their report.")
        if len(self._riding) >= MOST_WAITING:
            raise Refused(429, "ReportsBusy", "Many stages are waiting for their report; try again later.")
        self._tell(ReportProgress(game, stage, "waiting"))
        self._riding[game, stage] = asyncio.create_task(self._ride(game, stage, client))
        return self._known[game, stage]

    async def close(self) -> None:
        """Ride no further."""
        for task in list(self._riding.values()):
            await stop(task)

    async def _ride(self, game: str, stage: str, client: str) -> None:
        try:
            async with self._one_at_a_time.of(client):
                self._tell(ReportProgress(game, stage, "riding"))
                found = await _ridden(game, stage, self._races)
            self._tell(ReportProgress(game, stage, "done", found))
        except Exception:
            logger.exception("the report on %s failed", stage)
            self._tell(ReportProgress(game, stage, "failed"))
        finally:
            del self._riding[game, stage]

    def _tell(self, progress: ReportProgress) -> None:
        told = (progress.game, progress.stage)
        self._known[told] = progress
        self._known.move_to_end(told)
        over = [it for it in self._known if it not in self._riding][: max(0, len(self._known) - KEPT)]
        for old in over:
            del self._known[old]


async def _ridden(game: str, stage: str, races: int) -> Report:
    """What `gruppetto stages report` finds: the lab must not hold up the tables."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gruppetto.cli", "stages", "report", "--game", game,
        "--races", str(races), "--players", RIDERS, "--workers", "1", "--json", "--", stage,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _step_back(process.pid)
        async with asyncio.timeout(PATIENCE):
            printed, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ChildProcessError(f"exit code {process.returncode}")
    return msgspec.json.decode(printed, type=Report)


def _step_back(pid: int) -> None:
    """Come after everything else, where the system knows priorities."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, pid, MODESTY)
