"""Ratings of collected games. The server reads those of existing games when it starts."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("collected_game") as table:
        table.add_column(sa.Column("rating_black", sa.Integer))
        table.add_column(sa.Column("rating_white", sa.Integer))


def downgrade() -> None:
    with op.batch_alter_table("collected_game") as table:
        table.drop_column("rating_white")
        table.drop_column("rating_black")
