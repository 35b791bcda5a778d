"""Rooms, their events and commands."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.LargeBinary),
        sa.Column("snapshot_seq", sa.Integer, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("first", sa.String(40)),
        sa.Column("second", sa.String(40)),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("ai_due", sa.Boolean, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("game_owner", "game", ["owner", "updated"])
    op.create_index("game_first", "game", ["first"])
    op.create_index("game_second", "game", ["second"])
    op.create_index("game_deadline", "game", ["deadline"])
    op.create_index("game_ai_due", "game", ["ai_due"])
    op.create_table(
        "game_event",
        sa.Column("game_id", sa.String(40), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "game_command",
        sa.Column("game_id", sa.String(40), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    op.create_table(
        "setting",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("setting", "game_command", "game_event", "game"):
        op.drop_table(table)
