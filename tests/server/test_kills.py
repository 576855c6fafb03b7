"""Twenty kills of a real server; `make drill PART=kills` goes on to a thousand."""

from pathlib import Path

from killing import kill_again_and_again
from servers import Server


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Server(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    counted = kill_again_and_again([server], kills=20, seed=0, tables=4)
    assert counted["kills"] >= 20
    assert counted["acknowledged"] > 0
