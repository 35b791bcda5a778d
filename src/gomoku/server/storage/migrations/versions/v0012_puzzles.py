"""Puzzles: tries of visitors, daily puzzles solved, ratings of visitors and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_try",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(40), primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("rating", sa.Integer),
        sa.Column("deviation", sa.Integer),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("puzzle_try_at", "puzzle_try", ["visitor", "at"])
    op.create_table(
        "puzzle_day",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True),
    )
    op.create_table(
        "puzzle_rating",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_rating")
    op.drop_table("puzzle_day")
    op.drop_table("puzzle_try")
