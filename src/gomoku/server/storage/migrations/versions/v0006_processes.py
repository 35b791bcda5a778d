"""Several processes on one database: heartbeats, presence, and the process that runs a room's AIs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("keeper", sa.String(40)))
    op.create_table(
        "process",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("alive", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(40), sa.ForeignKey("process.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("visitor", sa.String(40), primary_key=True),
    )
    op.create_index("presence_game", "presence", ["game_id"])


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("process")
    op.drop_column("game", "keeper")
