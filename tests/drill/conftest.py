"""Databases for the drills."""

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    # Not below pytest's own folder: every session that starts closes it to other users, PostgreSQL's too.
    with tempfile.TemporaryDirectory(prefix="gruppetto-postgres-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pgserver

            server = pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        yield server.get_uri().replace("postgresql://postgres:@/", "postgresql+asyncpg://postgres@/")
        server.cleanup()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
