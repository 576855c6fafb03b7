"""Stories of finished races, positions by the round, and what was carried over to other rules."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Let tables outlive their rules."""
    op.add_column("match", sa.Column("carried", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "round",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("position", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "story",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "carried",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("start", sa.JSON, nullable=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
