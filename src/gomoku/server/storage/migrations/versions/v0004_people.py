"""Visitors with passphrases, ratings, matchmaking."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "visitor",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("sign_in", sa.String(160), unique=True),
        sa.Column("passphrase", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempt",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rating",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("rating_rules", "rating", ["rules", "value"])
    op.create_table(
        "rated_game",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40), nullable=False),
        sa.Column("first_change", sa.Integer, nullable=False),
        sa.Column("second_change", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seek",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("wish", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(40)),
    )
    op.create_index("seek_seen", "seek", ["seen"])


def downgrade() -> None:
    for table in ("seek", "rated_game", "rating", "attempt", "visitor"):
        op.drop_table(table)
