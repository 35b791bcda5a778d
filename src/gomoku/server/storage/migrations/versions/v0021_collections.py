"""Collections of visitors: games that were imported from files."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "collected_game",
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("black", sa.Text, nullable=False),
        sa.Column("white", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("opening", sa.String(40), nullable=False),
        sa.Column("pattern", sa.String(60), nullable=False),
        sa.Column("result", sa.String(1), nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("format", sa.String(10), nullable=False),
        sa.Column("read_with", sa.Text),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
    )
    op.create_index("collected_game_owner", "collected_game", ["owner", "date"])


def downgrade() -> None:
    op.drop_table("collected_game")
