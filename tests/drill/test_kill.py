"""A thousand kills: no acknowledged decision is lost or doubled, every race ends and verifies."""

import pytest
from killing import kill_again_and_again
from ledger import Drill
from servers import Server

pytestmark = pytest.mark.drill
KILLS = 1000
AT_A_TIME = 20  # what is interrupted goes on with the next twenty


def test_one_server_killed_again_and_again(sqlite: str, drill: Drill) -> None:
    for seed in drill.pieces(kills=KILLS):
        drill.count(**kill_again_and_again([Server(f"{sqlite}-{seed}")], AT_A_TIME, seed))


def test_two_workers_on_postgresql_killed_at_random(postgres: str, drill: Drill) -> None:
    for seed in drill.pieces(kills=KILLS):
        workers = [Server(postgres, postgres) for _ in range(2)]
        drill.count(**kill_again_and_again(workers, AT_A_TIME, seed))
