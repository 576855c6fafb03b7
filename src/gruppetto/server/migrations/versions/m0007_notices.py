"""Calls to people who are not looking: their devices, mailboxes and quiet hours, and the chats of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Let people be called, each in the ways they have chosen."""
    op.create_table(
        "secret",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("point", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(30), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "mailbox",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(64), nullable=True, index=True),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("leave", sa.String(64), nullable=False, index=True),
    )
    op.create_table(
        "quiet",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("begins", sa.Integer, nullable=False),
        sa.Column("ends", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(40), nullable=False),
    )
    op.create_table(
        "hook",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("url", sa.String(1000), nullable=False, unique=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(64), nullable=True, index=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "chat_hook",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("hook", sa.String(16), sa.ForeignKey("hook.id"), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
    )
    op.create_table(
        "notice",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("way", sa.String(64), primary_key=True),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False),
        sa.Column("due", sa.Float, nullable=True, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
