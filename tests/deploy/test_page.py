"""docs/deploy.md, followed to the letter as far as this machine lets us."""

import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers import HOST, Server

from gruppetto.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deploy.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ (.*)$", PAGE, re.MULTILINE)
OURS = ("gruppetto ", "curl ", "export ", "mkdir /var", "mv ")
STOP, START = "sudo systemctl stop gruppetto", "sudo systemctl start gruppetto"
ELSEWHERE = ("pg_dump ", "pg_restore ")  # by tests/drill/test_restore.py
NOT_HERE = ("sudo ", "docker compose ", "cp deploy/env.example ", "journalctl ")
SEATS = [{"kind": "hotseat", "name": "Ada"}, {"kind": "hotseat", "name": "Bo"}]
OPEN = [{"kind": "open"}] * 2


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server as the unit starts it, at which Ada and Bo sit, and Cy has reported Dee."""
    (tmp_path / "gruppetto").mkdir()
    (tmp_path / "gruppetto-backups").mkdir()
    unit = (ROOT / "deploy" / "systemd" / "gruppetto.service").read_text("utf-8")
    options = re.findall(r"^ExecStart=\S+ serve (.*)$", unit, re.MULTILINE)[0]
    database = f"sqlite+aiosqlite:///{tmp_path / 'gruppetto' / 'tables.db'}"
    server = Server(database, options=shlex.split(options))
    server.start()
    try:
        server.wait()
        post(server, "", {"game": "flamme-rouge", "seats": SEATS, "listed": True}, HOST)
        reported = post(server, "", {"game": "flamme-rouge", "seats": OPEN}, HOST)["id"]
        cy, dee = ({"X-Key": name * 22} for name in "cd")
        post(server, f"/{reported}/seats/0/join", {"name": "Cy"}, cy)
        post(server, f"/{reported}/seats/1/join", {"name": "Dee"}, dee)
        assert post(server, f"/{reported}/seats/1/report", {"reason": "name"}, cy)["number"] == 1
        yield server
    finally:
        server.kill()


def post(server: Server, path: str, body: Any, headers: dict[str, str]) -> Any:
    answer = httpx.post(f"{server.url}/api/tables{path}", json=body, headers=headers, timeout=60)
    return answer.raise_for_status().json()


class Operator:
    """Types what stands on the page, on a machine where /var/lib is elsewhere."""

    def __init__(self, server: Server, folder: Path, gruppetto: Callable[[str], str]) -> None:
        self.server, self.folder, self.gruppetto = server, folder, gruppetto

    def types(self, command: str) -> str:
        if command == STOP:
            self.server.kill()
        elif command == START:
            self.server.start()
            self.server.wait()
        elif command.startswith("export "):
            assert f"GRUPPETTO_DATABASE={self.server.database}" in self._here(command)
        elif command.startswith("gruppetto "):
            return self.gruppetto(self._here(command))
        elif command.startswith(OURS):
            return subprocess.check_output(["bash", "-euc", self._here(command)], text=True)
        return ""

    def _here(self, command: str) -> str:
        command = command.replace("/var/lib", str(self.folder))
        command = command.replace(":8017", f":{self.server.port}").replace("8018", "0")
        copies = sorted((self.folder / "gruppetto-backups").glob("*.db"))
        return re.sub(r"gruppetto-2026\w+\.db", copies[-1].name if copies else "", command)


@pytest.fixture
def operator(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Operator:
    monkeypatch.setenv("GRUPPETTO_DATABASE", server.database)  # as the page exports it

    def gruppetto(command: str) -> str:
        with pytest.raises(SystemExit) as left, ThreadPoolExecutor(1) as pool:
            pool.submit(
                main, shlex.split(command)[1:]
            ).result()  # in a loop of its own, whatever else runs here
        printed = capsys.readouterr()
        assert not left.value.code, f"{command}\n{printed.err}"
        return printed.out + printed.err

    return Operator(server, tmp_path, gruppetto)


def test_the_commands_of_the_page_work_in_their_order(operator: Operator) -> None:
    told = "\n".join([operator.types(command) for command in COMMANDS])
    assert '"ok":true' in told
    assert "wrong" not in told
    assert "Ada sits or sat on 1 seats" in told
    assert "Ada is forgotten" in told
    assert "Dee" in told
    assert [name for name in watched() if f"# TYPE gruppetto_{name} " not in told] == []
    (table,) = httpx.get(f"{operator.server.url}/api/tables", timeout=60).json()
    assert [seat["name"] for seat in table["seats"]] == ["Anonymous", "Bo"]


def watched() -> list[str]:
    """The metrics that the page says one should look at."""
    rows = re.findall(r"^\| (`.*?`.*?) \|", PAGE.partition("## What to watch")[2], re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert len(names) > 8
    return sorted(names)


def test_nothing_else_is_on_the_page() -> None:
    known = (*OURS, *ELSEWHERE, *NOT_HERE)
    assert [command for command in COMMANDS if not command.startswith(known)] == []
    assert sum(command.startswith(OURS) for command in COMMANDS) >= 12


def test_every_file_it_names_is_there_and_every_file_there_is_named() -> None:
    named = set(re.findall(r"deploy/([\w./-]+\w)", PAGE)) - {".env"}
    assert [name for name in sorted(named) if not (ROOT / "deploy" / name).exists()] == []
    there = {path.name for path in (ROOT / "deploy").rglob("*") if path.is_file()}
    assert [name for name in sorted(there) if name not in PAGE] == []
