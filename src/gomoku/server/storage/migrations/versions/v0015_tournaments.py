"""Tournaments: their players and pairings."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("ends", sa.BigInteger),
        sa.Column("due", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("tournament_state", "tournament", ["state", "updated"])
    op.create_index("tournament_owner", "tournament", ["owner", "state"])
    op.create_table(
        "tournament_player",
        sa.Column("tournament", sa.String(40), sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("visitor", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_index("tournament_player_visitor", "tournament_player", ["tournament", "visitor"], unique=True)
    op.create_table(
        "tournament_pairing",
        sa.Column("tournament", sa.String(40), sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40)),
        sa.Column("room", sa.String(40), nullable=False),
        sa.Column("first_points", sa.Float),
        sa.Column("second_points", sa.Float),
        sa.Column("played", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_index("tournament_pairing_ended", "tournament_pairing", ["ended"])


def downgrade() -> None:
    op.drop_table("tournament_pairing")
    op.drop_table("tournament_player")
    op.drop_table("tournament")
