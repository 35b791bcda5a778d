"""Strength of visitors on the scale of the engine's levels."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "player_level",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("player_level")
