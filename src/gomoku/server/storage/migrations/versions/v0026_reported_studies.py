"""Studies that reports are about."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("report", sa.Column("study", sa.String(40)))


def downgrade() -> None:
    op.drop_column("report", "study")
