"""Columns of the lobby: rooms with a connected player, by rule set and free seat."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ROOMS = "SELECT id, line FROM game WHERE kind = 'listed'"
_UPDATE = "UPDATE game SET preset = :preset, listed = :listed, open_seat = :open_seat WHERE id = :id"


def upgrade() -> None:
    op.add_column("game", sa.Column("preset", sa.String(40), nullable=False, server_default=""))
    op.add_column("game", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("open_seat", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("game_kind", "game")
    op.create_index("game_listed", "game", ["listed", "updated"])
    connection = op.get_bind()
    for room_id, text in connection.execute(sa.text(_ROOMS)).all():
        line = json.loads(text)
        seats = {holder["type"] for holder in line["holders"]}
        values = {
            "id": room_id,
            "preset": line["rules"].partition(";")[0],
            "listed": "person" in seats,  # the server checks at start-up which players are still connected
            "open_seat": "open" in seats and line["phase"] in ("seating", "over"),
        }
        connection.execute(sa.text(_UPDATE), values)


def downgrade() -> None:
    op.drop_index("game_listed", "game")
    op.create_index("game_kind", "game", ["kind", "updated"])
    for name in ("open_seat", "listed", "preset"):
        op.drop_column("game", name)
