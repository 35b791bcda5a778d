"""Leader of each tournament, for lists that do not read all boards."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament", sa.Column("leader", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tournament", "leader")
