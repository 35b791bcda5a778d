"""Reports that a moderator has taken."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("report", sa.Column("taken", sa.String(40)))


def downgrade() -> None:
    op.drop_column("report", "taken")
