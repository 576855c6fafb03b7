"""The first start from the command line: what it refuses at once, and in which order it compiles."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gruppetto import readiness
from gruppetto.cli.warmup import Queue
from gruppetto.games import registry


@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_a_taken_port_is_refused_before_anything_is_compiled(
    family: socket.AddressFamily, host: str, tmp_path: Path
) -> None:
    with socket.socket(family) as taken:
        taken.bind((host, 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "gruppetto.cli", "serve", "--host", host, "--port", port],
            env={**os.environ, "GRUPPETTO_CACHE": str(tmp_path)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert f"port: {port} cannot be used" in done.stderr
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "cache_folder", lambda: tmp_path)


@pytest.mark.usefixtures("nothing_compiled")
def test_what_somebody_waits_for_is_compiled_first_and_its_first_piece_before_the_others() -> None:
    games = registry.games()
    queue = Queue(list(games.values()), lab=False)
    readiness.want(games["etapa"])
    etapa, flamme_rouge = games["etapa"], games["flamme-rouge"]
    assert queue.take() == (etapa, "race")
    assert queue.take() == (etapa, "eyes")
    assert queue.take() == (flamme_rouge, "race"), "nobody compiles what the first piece is about to"
    queue.done((etapa, "race"))
    assert queue.take() == (etapa, "thinking")


@pytest.mark.usefixtures("nothing_compiled")
def test_a_game_is_ready_with_its_last_piece() -> None:
    game = registry.get("due-ruote")
    shares = []
    for piece in readiness.PIECES:
        assert not readiness.is_ready(game)
        shares.append(readiness.progress(game).share)
        readiness.mark_done(game, piece)
    assert shares == sorted(shares)
    assert readiness.progress(game) == readiness.Progress("due-ruote", game.name, ready=True, share=1.0)


def test_without_polars_a_parquet_file_is_refused_by_the_name_of_its_extra(
    gruppetto: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith(("polars", "gruppetto.lab.parquet"))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delitem(sys.modules, "gruppetto.lab.results", raising=False)
    monkeypatch.setitem(sys.modules, "polars", None)
    for command in ("simulate", "arena"):
        code, _, told = gruppetto(
            command, "--races", "4", "--players", "random", "--out", str(tmp_path / "f.parquet")
        )
        assert code == 2
        assert "pip install 'gruppetto[lab]'" in told
