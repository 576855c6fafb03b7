"""Clocks: time by the timekeeper, not by the clock of the machine."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Keep clocks, and look at every running table once: whose patience ran by the machine's clock."""
    op.add_column("match", sa.Column("clock", sa.JSON, nullable=True))
    op.add_column("match", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("match", sa.Column("due", sa.Float, nullable=True))
    op.add_column("seat", sa.Column("turn", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("seat", sa.Column("used", sa.Float, nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("since", sa.Float, nullable=True))
    op.add_column("move", sa.Column("time", sa.Float, nullable=True))
    op.add_column("move", sa.Column("spent", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "timekeeper",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.execute("INSERT INTO timekeeper (id, seconds) VALUES (1, 0)")
    op.execute("UPDATE match SET due = 0 WHERE status = 'running'")
