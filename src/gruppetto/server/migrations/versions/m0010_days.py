"""Days: the stage that everybody rides, and what is kept of manners between people."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Keep the stages of the days, companions, invitations, who is blocked, and what was complained of."""
    op.add_column("match", sa.Column("day", sa.String(10), nullable=True))
    op.create_table(
        "day",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
    )
    op.create_table(
        "day_ride",
        sa.Column("day", sa.String(10), sa.ForeignKey("day.day"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), nullable=False, index=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=True),
        sa.Column("points", sa.Integer, nullable=True),
    )
    op.create_table(
        "companion",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True, index=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
    )
    op.create_table(
        "block",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "complaint",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), nullable=False, index=True),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed", sa.Float, nullable=True),
    )
