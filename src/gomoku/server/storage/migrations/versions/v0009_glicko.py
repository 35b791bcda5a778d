"""Glicko-2: deviation and volatility of ratings; games by pair of players; addresses of the players of rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rating", sa.Column("deviation", sa.Float, nullable=False, server_default="350"))
    op.add_column("rating", sa.Column("volatility", sa.Float, nullable=False, server_default="0.06"))
    # roughly a new player's deviation after that number of games
    op.execute("UPDATE rating SET deviation = CASE WHEN games >= 10 THEN 100 ELSE 350 - 24 * games END")
    op.create_index("rated_game_pair", "rated_game", ["first", "second", "at"])
    op.create_table(
        "origin",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("network", sa.String(50), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("origin_at", "origin", ["at"])


def downgrade() -> None:
    op.drop_table("origin")
    op.drop_index("rated_game_pair", "rated_game")
    op.drop_column("rating", "volatility")
    op.drop_column("rating", "deviation")
