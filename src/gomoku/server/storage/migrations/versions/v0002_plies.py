"""Number of actions per room, so that unplayed rooms can be deleted."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("plies", sa.Integer, nullable=False, server_default="0"))
    op.create_index("game_kind", "game", ["kind", "updated"], if_not_exists=True)
    op.create_index("game_plies", "game", ["plies", "updated"])
    connection = op.get_bind()
    for room_id, line in connection.execute(sa.text("SELECT id, line FROM game")).all():
        values = {"id": room_id, "plies": json.loads(line)["actions"]}
        connection.execute(sa.text("UPDATE game SET plies = :plies WHERE id = :id"), values)


def downgrade() -> None:
    op.drop_index("game_plies", "game")
    op.drop_index("game_kind", "game")
    op.drop_column("game", "plies")
