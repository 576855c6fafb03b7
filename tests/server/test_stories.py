"""The story of a race that has just ended: it is told while nobody at the table has to wait for it."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gruppetto.server.limits import Limits


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nobody_at_a_table_waits_for_whoever_downloads_its_race(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated, told = table(seats=[{"kind": "hotseat", "name": "Ada"}] * 2).start(), threading.Event()
    bench = seated.client.app.state.workbench
    real = bench.do_for_us

    async def slowly(*job: Any) -> Any:
        while not told.is_set():
            await asyncio.sleep(0.01)
        return await real(*job)

    monkeypatch.setattr(bench, "do_for_us", slowly)
    seated.race()
    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(seated.get, what) for what in ("log", "story")]
        time.sleep(0.2)
        try:
            said = pool.submit(seated.post, "chat", {"text": "Chapeau!"}, 0).result(20)
            assert not any(one.done() for one in asked)
        finally:
            told.set()
        assert said.is_success
        assert [one.result().status_code for one in asked] == [200, 200]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nobody_downloads_races_without_end(serve: Any, seated_at: Any) -> None:
    client = serve(Limits(stories=(0.001, 2), requests=(1000.0, 1000), decisions=(1000.0, 1000)))
    seated = seated_at(client)(seats=[{"kind": "hotseat", "name": "Ada"}] * 2).start().race()
    assert [seated.get("log").status_code for _ in range(3)] == [200, 200, 429]
