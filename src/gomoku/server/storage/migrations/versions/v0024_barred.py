"""Players whom the owner of a tournament has removed; a time by which an announced tournament must have begun."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

OPEN_FOR = 7 * 86_400_000
"""Milliseconds for which a tournament without a start was announced, when this was written."""


def upgrade() -> None:
    op.add_column("tournament", sa.Column("barred", sa.Text, nullable=False, server_default="[]"))
    op.execute(f"UPDATE tournament SET due = created + {OPEN_FOR} WHERE state = 'open' AND due IS NULL")


def downgrade() -> None:
    op.drop_column("tournament", "barred")
