"""Long work happens elsewhere: it can be given up, it can break, and nobody has all of it."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

import gruppetto as g
from gruppetto.server import bots as thinkers
from gruppetto.server import workbench as benches
from gruppetto.server.bots import PATIENCE, Bots
from gruppetto.server.jobs import Brought, Done, GivenUp, Import, Recorded, Tell
from gruppetto.server.messages import Refused
from gruppetto.server.reports import Reports
from gruppetto.server.roster import Roster
from gruppetto.server.turns import Turns
from gruppetto.server.workbench import Workbench

SAVED = g.start("flamme-rouge", seats=2, seed=1).to_json()


def long_tour() -> Tell:
    """A race that takes seconds to tell."""
    options, chance = {"stages": ["La Classicissima"] * 21}, random.Random(1)
    match = g.start("flamme-rouge-tour", seats=4, seed=3, options=options)
    while not match.over:
        seat = match.waiting[0]
        match.apply(seat, chance.choice(match.legal(seat)))
    return Tell(Recorded.of(match))


def worked(scenario: Callable[[Workbench], Awaitable[Any]]) -> Any:
    async def work() -> Any:
        bench = Workbench()
        try:
            return await scenario(bench)
        finally:
            await bench.close()

    return asyncio.run(work())


def pid(bench: Workbench) -> int:
    process = bench._idle[0]._process
    assert process
    return process.pid


def test_a_save_file_is_read_by_another_process() -> None:
    async def scenario(bench: Workbench) -> tuple[Any, Refused]:
        read = await bench.do("me", Import(SAVED))
        with pytest.raises(Refused) as refused:
            await bench.do("me", Import(b"{}"))
        return msgspec.msgpack.decode(read, type=Brought), refused.value

    found, refused = worked(scenario)
    assert found.match().commitment == g.start("flamme-rouge", seats=2, seed=1).commitment
    assert (refused.status, refused.fault.kind) == (400, "CorruptLog")


def test_who_hangs_up_gives_up_the_job_and_the_process_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "GIVING_UP", 60.0)  # the rules of a tour may be loaded just now
    ask, came_of_it = benches.Bench._ask, []

    async def noted(*asked: Any) -> Any:
        came_of_it.append(await ask(*asked))
        return came_of_it[-1]

    monkeypatch.setattr(benches.Bench, "_ask", staticmethod(noted))

    async def scenario(bench: Workbench) -> None:
        await bench.do("me", Import(SAVED))
        before = pid(bench)
        story = asyncio.create_task(bench.do("me", long_tour()))
        await asyncio.sleep(0.3)
        story.cancel()
        await asyncio.gather(story, return_exceptions=True)
        assert story.cancelled()
        await bench.do("me", Import(SAVED))
        assert pid(bench) == before

    worked(scenario)
    assert [type(outcome) for outcome in came_of_it] == [Done, GivenUp, Done]


def test_a_process_that_dies_or_hangs_is_replaced() -> None:
    async def scenario(bench: Workbench) -> None:
        await bench.do("me", Import(SAVED))
        process = bench._idle[0]._process
        assert process
        job = asyncio.create_task(bench.do("me", long_tour()))
        await asyncio.sleep(0.2)
        process.kill()
        with pytest.raises(Refused) as died:
            await job
        await bench.do("me", Import(SAVED))
        bench._patience = 0.2
        with pytest.raises(Refused) as hung:
            await bench.do("me", long_tour())
        bench._patience = 60.0
        await bench.do("me", Import(SAVED))
        assert died.value.status == hung.value.status == 503
        assert bench.jobs.failed == 2

    worked(scenario)


def test_one_client_has_two_jobs_at_most() -> None:
    async def scenario(bench: Workbench) -> None:
        mine = [asyncio.create_task(bench.do("me", Import(SAVED))) for _ in range(4)]
        yours = asyncio.create_task(bench.do("you", Import(SAVED)))
        done = await asyncio.gather(*mine, yours, return_exceptions=True)
        assert [isinstance(one, Refused) for one in done] == [False, False, True, True, False]

    worked(scenario)


def test_those_who_wait_are_taken_in_turn() -> None:
    async def scenario() -> list[str]:
        turns, taken = Turns(1), []

        async def work(client: str) -> None:
            async with turns.of(client):
                await asyncio.sleep(0)
                taken.append(client)

        tasks = [asyncio.create_task(work(client)) for client in ["a"] * 5 + ["b"] * 2 + ["c"]]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert turns.waiting == 0
        assert not turns.wishes
        return taken

    assert "".join(asyncio.run(scenario())) == "abcabaa"


def test_thirty_tables_of_one_stranger_leave_others_their_part() -> None:
    bots = Bots(Roster({}), threads=1)
    bots._turns.wishes.update({"stranger": 120, "me": 1})
    assert bots._patience("me") == PATIENCE / 2
    assert bots._patience("stranger") == thinkers.LEAST
    bots._turns.wishes.clear()
    bots._turns.wishes["me"] = 1
    assert bots._patience("me") == PATIENCE


def test_bots_think_at_so_many_tables_of_one_client() -> None:
    bots = Bots(Roster({}), threads=1)
    for number in range(thinkers.MOST_TABLES):
        bots.adopt(f"t{number}", "stranger")
        bots._busy[f"t{number}", 0] = None  # type: ignore[assignment]
    with pytest.raises(Refused, match="let some races end"):
        bots.check("stranger")
    bots.check("me")


def test_nobody_fills_the_queue_of_reports_alone() -> None:
    async def scenario() -> None:
        reports = Reports(races=1)
        for stage in "ab":
            reports.begin("flamme-rouge", stage, "stranger")
            await asyncio.sleep(0)
        with pytest.raises(Refused, match="still waiting"):
            reports.begin("flamme-rouge", "c", "stranger")
        assert reports.begin("flamme-rouge", "d", "me").status == "waiting"
        await asyncio.sleep(0)
        await reports.close()

    asyncio.run(scenario())
