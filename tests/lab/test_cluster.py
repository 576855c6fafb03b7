"""The same races on a Ray cluster of two workers, also when one of them is killed."""

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gruppetto as g
from gruppetto.cli import main
from gruppetto.lab import cluster
from gruppetto.lab.arena import Arena
from gruppetto.lab.cluster import Cluster
from gruppetto.lab.running import in_a_row, spans
from gruppetto.lab.simulate import Simulation
from gruppetto.lab.sprt import Hypotheses

FIELD = ["random", "domestique", "random", "domestique"]


@pytest.fixture
def two_workers() -> Iterator[Cluster]:
    import ray

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    rides = Cluster()
    yield rides
    rides.close()


def at_work() -> list[int]:
    """The workers that are riding just now: Ray writes the task over a worker's command line."""
    found = []
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdecimal() and b"ray::ride_span" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def test_the_same_races_as_on_threads_though_two_workers_are_killed(two_workers: Cluster) -> None:
    assert two_workers.workers == 2
    simulation = Simulation("flamme-rouge", FIELD, {"stage": "La Classicissima"}, seed=5)
    table, lost, counted = simulation.run(40_000)[1], 0, 0
    for first, rows in two_workers.ride(simulation, spans(0, 40_000, 200)):
        assert (rows == table[first : first + len(rows)]).all()
        counted += len(rows)
        for worker in at_work()[:1] if lost < 2 else []:
            os.kill(worker, signal.SIGKILL)
            lost += 1
    assert lost == 2
    assert counted == 40_000


def test_an_arena_is_the_same_on_a_cluster(
    two_workers: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arena = Arena("flamme-rouge", ["baroudeur@30", "domestique"], seed=4)
    here, met = arena.run(24, sprt=Hypotheses(0.4, 0.7))
    there, again = arena.run(24, workers=two_workers, sprt=Hypotheses(0.4, 0.7))
    assert [race.ridden.scores for race in again] == [race.ridden.scores for race in met]
    assert there.sprt == here.sprt
    assert there.ratings == here.ratings
    with pytest.raises(SystemExit, match="0"):
        main(["arena", "--players", "baroudeur@30,domestique", "--seed", "4", "--races", "4", "--stages",
              "La Classicissima", "--ray", "auto", "--json"])  # fmt: skip
    assert json.loads(capsys.readouterr().out)["races"] == 4
    bot = tmp_path / "bot.py"
    bot.write_text("print('pardon?')\ninput()\n")
    with pytest.raises(g.BotFault, match=r"bot\.py: (.*pardon|has ended)"):
        Arena("flamme-rouge", [f"stdio:{sys.executable} {bot}", "random"]).run(4, workers=two_workers)


def test_chunks_that_follow_one_another_make_a_task() -> None:
    wanted = [*spans(0, 1000, 90), *spans(5000, 5100, 90)]
    tasks = list(in_a_row(wanted, Simulation.together))
    assert [span for task in tasks for span in task] == wanted
    assert [len(task) for task in tasks] == [10, 2, 2]


def test_where_no_cluster_answers_it_is_said_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(g.Unavailable, match=f"no cluster answers at {address}"):
            Cluster(address)


@pytest.mark.parametrize("address", ["nonsense", "10.0.0.1", ":6379", "10.0.0.1:ray", "10.0.0.1:99999"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(g.BadOption, match="is no address; say auto"):
        Cluster(address)


def test_a_cluster_that_refuses_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ray:
        @staticmethod
        def init(**_: object) -> None:
            raise ConnectionError("refused")

    monkeypatch.setattr(cluster, "_check_answers", lambda _: None)
    with pytest.raises(g.Unavailable, match=r"no cluster answers at 10\.0\.0\.1:6379"):
        cluster._connect(Ray, "10.0.0.1:6379")
