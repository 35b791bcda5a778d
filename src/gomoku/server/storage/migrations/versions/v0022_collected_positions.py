"""Positions of collected games. The server indexes existing games when it starts."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "collected_position",
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True),
        sa.Column("move", sa.Integer, nullable=False),
    )
    op.create_index("collected_position_owner", "collected_position", ["owner", "position"])


def downgrade() -> None:
    op.drop_table("collected_position")
