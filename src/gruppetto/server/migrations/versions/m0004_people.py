"""People by their keys: every secret of a seat or of a host is one, until its browser takes it over."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KNOWN = """
    INSERT INTO identity (id, key, name, made, seen)
    SELECT substr(key, 1, 16), key, max(name), min(made), max(seen) FROM (
        SELECT owner AS key, seat.name AS name, created AS made, touched AS seen
        FROM seat JOIN match ON match.id = seat."match" WHERE owner IS NOT NULL
        UNION ALL
        SELECT host, '', created, touched FROM match
    ) AS people GROUP BY key"""


def upgrade() -> None:
    """Let seats hang on people, and give tables a host with powers."""
    op.alter_column("seat", "token", new_column_name="owner")
    op.add_column("seat", sa.Column("by_table", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_seat_owner", "seat", ["owner"])
    op.create_index("ix_match_host", "match", ["host"])
    op.create_table(
        "identity",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "handover",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("sealed", sa.String(64), nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
    )
    op.create_table(
        "kick",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
    )
    op.create_table(
        "vote",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    op.execute(KNOWN)
