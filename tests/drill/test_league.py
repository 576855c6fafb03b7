"""A league of 64 over ten rounds, by the API alone: some are late, some drop out, workers come and go."""

import random
from pathlib import Path
from typing import Any

import pytest
from leaguers import Club, check, meetings
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

RIDERS, ROUNDS, SECONDS, LATE = 64, 10, 30, 3
DROP_OUTS = {3: 17, 5: 40, 8: 2}  # who drops out in which round
RESTARTED = 6  # the round in which one of the workers is stopped and another begun
PATIENCE = 600.0


def worker(database: str) -> TestClient[Any]:
    settings = Settings(database, "memory://", Limits.OFF, 0.5, 0.0, review_worlds=0, shortest_round=1)
    return TestClient(application(settings)).__enter__()


@pytest.mark.drill
def test_a_league_of_64_goes_over_ten_rounds_without_a_hand(tmp_path: Path) -> None:
    database, chance = f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", random.Random(64)
    workers = [worker(database), worker(database)]
    try:
        club = Club(workers[0])
        league = club.league(club.grow(RIDERS), seats=4, rounds=ROUNDS, seconds=SECONDS)
        league.do("begin")
        for number in range(1, ROUNDS + 1):
            found = league.until(lambda league, now=number: league["round"] == now, PATIENCE)
            check(found)
            assert max(meetings(found).values()) == 1, "nobody meets anybody twice: there are enough others"
            if number in DROP_OUTS:
                league.do("drop-out", member=DROP_OUTS[number])
            out = {rider for at, rider in DROP_OUTS.items() if at <= number}
            late = set(chance.sample(sorted(set(club.keys) - out), LATE))
            if number == RESTARTED:
                workers.pop().__exit__(None, None, None)
                workers.append(worker(database))
            league.lend(number, absent=out | late)
            after = league.until(lambda league, now=number: _is_over(league, now), PATIENCE)
            check(after)
            (ridden,) = [one for one in after["history"] if one["number"] == number]
            assert late <= set(ridden["late"])
        ended = league.until(lambda league: league["status"] == "over", PATIENCE)
        check(ended)
        rides = club.ask("GET", "/api/me", member=1)["tables"]
        assert len(rides) == ROUNDS, "no table was set up by both workers"
    finally:
        for client in workers:
            client.__exit__(None, None, None)


def _is_over(league: Any, number: int) -> bool:
    return any(one["number"] == number and one["over"] for one in league["history"])
