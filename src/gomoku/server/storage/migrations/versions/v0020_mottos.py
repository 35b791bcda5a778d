"""Mottos of people."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("visitor", sa.Column("motto", sa.String(100), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("visitor", "motto")
