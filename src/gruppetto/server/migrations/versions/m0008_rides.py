"""Rides of finished races, and ratings of those who wish them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

# What came from a save file, as far as can be told: such a log begins with a decision that was imported, and
# no other race begins in a position, unless it was carried over.
BROUGHT = """
    UPDATE "match" SET brought = true
    WHERE EXISTS (SELECT 1 FROM move WHERE move."match" = "match".id AND move.move_id = 'import:1')
       OR (carried = 0 AND start IS NOT NULL AND CAST(start AS VARCHAR) <> 'null')"""


def upgrade() -> None:
    """Make room for what is left of a race; the rides of races of before are written when a server starts."""
    for name in ("rated", "brought", "counted"):
        op.add_column("match", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(BROUGHT)
    op.create_index("ix_match_listed", "match", ["listed", "touched"])
    op.create_index("ix_match_listed_status", "match", ["listed", "status", "touched"])
    op.add_column("identity", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "ride",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), nullable=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=True),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("level", sa.String(20), nullable=True),
        sa.Column("verdict", sa.String(8), nullable=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("ix_ride_owner", "owner", "at"),
    )
    op.create_table(
        "rating",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("rider", sa.String(16), nullable=False, index=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("races", sa.Integer, nullable=False),
        sa.Index("ix_rating_ladder", "game", "mean", "rider"),
    )
    op.create_table(
        "rated",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("rider", sa.String(16), nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("gained", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Index("ix_rated_rider", "rider", "at"),
    )
