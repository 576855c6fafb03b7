"""A line of chat may be for one seat only."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Lines so far were for everybody."""
    op.add_column("talk", sa.Column("to", sa.Integer, nullable=True))
