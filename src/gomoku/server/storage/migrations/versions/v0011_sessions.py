"""Skeletons of account names, networks that accounts sign in from, sessions that were signed out."""

import sqlalchemy as sa
from alembic import op

from gomoku.server.rooms.lookalikes import skeleton

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("visitor", sa.Column("skeleton", sa.String(160)))
    op.create_index("visitor_skeleton", "visitor", ["skeleton"])
    connection = op.get_bind()
    for who, name in connection.execute(sa.text("SELECT id, name FROM visitor WHERE sign_in IS NOT NULL")).all():
        values = {"id": who, "skeleton": skeleton(name)}
        connection.execute(sa.text("UPDATE visitor SET skeleton = :skeleton WHERE id = :id"), values)
    op.create_table(
        "known_network",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("network", sa.String(50), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("known_network_at", "known_network", ["at"])
    op.create_table(
        "signed_out",
        sa.Column("session", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("signed_out_at", "signed_out", ["at"])


def downgrade() -> None:
    op.drop_table("signed_out")
    op.drop_table("known_network")
    op.drop_index("visitor_skeleton", "visitor")
    op.drop_column("visitor", "skeleton")
