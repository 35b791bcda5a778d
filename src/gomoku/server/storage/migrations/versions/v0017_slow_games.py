"""Slow games: whose turn it is, conditional moves, vacations."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("slow", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("turn", sa.String(40)))
    op.create_index("game_slow", "game", ["slow", "phase"])
    op.create_table(
        "plan",
        sa.Column("game_id", sa.String(40), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("base", sa.String(40), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "vacation",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("vacation")
    op.drop_table("plan")
    op.drop_index("game_slow", "game")
    for name in ("turn", "slow"):
        op.drop_column("game", name)
