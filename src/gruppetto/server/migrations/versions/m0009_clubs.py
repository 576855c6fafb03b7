"""Clubs, their leagues, and tours that are ridden over weeks."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make room for clubs, leagues, their rounds, and a table that waits between two stages."""
    op.add_column("match", sa.Column("stages_open", sa.Integer, nullable=True))
    op.add_column("match", sa.Column("resumes", sa.Float, nullable=True))
    _add_clubs()
    _add_leagues()
    _add_rounds()


def _add_clubs() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("link", sa.String(24), nullable=False, unique=True),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("counted", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "member",
        sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colours", sa.String(10), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )


def _add_leagues() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("club", sa.String(16), sa.ForeignKey("club.id"), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("points", sa.JSON, nullable=False),
        sa.Column("late", sa.String(10), nullable=False),
        sa.Column("early", sa.Boolean, nullable=False),
        sa.Column("by_stage", sa.Boolean, nullable=False),
        sa.Column("begins", sa.Float, nullable=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("status", sa.String(8), nullable=False, index=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("lot", sa.String(32), nullable=False),
        sa.Column("ended", sa.Float, nullable=True),
        sa.Column("champion", sa.Integer, nullable=True),
    )
    op.create_table(
        "rider",
        sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("dropped", sa.Integer, nullable=True),
    )


def _add_rounds() -> None:
    op.create_table(
        "league_round",
        sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("prolonged", sa.Boolean, nullable=False),
        sa.Column("closed", sa.Float, nullable=True),
    )
    op.create_table(
        "heat",
        sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(16), nullable=False, index=True),
        sa.Column("riders", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=True),
        sa.Column("classifications", sa.JSON, nullable=True),
    )
    op.create_table(
        "late",
        sa.Column("league", sa.String(16), sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("rider", sa.Integer, primary_key=True),
    )
