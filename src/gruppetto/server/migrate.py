"""Bring a database up to date, with Alembic, when the server starts."""

from importlib import resources

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.ext.asyncio import AsyncEngine

from gruppetto.errors import Unavailable

ONE_AT_A_TIME = {  # of several workers one migrates and the others wait
    "sqlite": ("BEGIN IMMEDIATE",),
    "postgresql": (
        "SET LOCAL statement_timeout = 0",  # it takes as long as it takes
        "SET LOCAL lock_timeout = 0",
        f"SELECT pg_advisory_xact_lock({0x67727570})",
    ),
}


async def upgrade(engine: AsyncEngine, to: str = "head") -> None:
    """Run all migrations the database has not seen yet, up to one of them or to the last."""
    async with engine.begin() as connection:
        for statement in ONE_AT_A_TIME[engine.dialect.name]:
            await connection.execute(sa.text(statement))
        await connection.run_sync(_upgrade, to)


def _upgrade(connection: sa.Connection, to: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise Unavailable(
            f"database: a newer version of Gruppetto has made it ({error}); install that one or name another."
        ) from None


def head() -> str | None:
    """The last migration there is."""
    return ScriptDirectory.from_config(_config()).get_current_head()


async def revision(engine: AsyncEngine) -> str | None:
    """The last migration a database has seen; none where it is not ours."""
    async with engine.connect() as connection:
        return await connection.run_sync(
            lambda plain: MigrationContext.configure(plain).get_current_revision()
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files("gruppetto.server") / "migrations"))
    return config
