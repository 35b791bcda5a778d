"""Stored studies."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "study",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("room", sa.String(40)),
        sa.Column("access", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("study_owner", "study", ["owner", "updated"])


def downgrade() -> None:
    op.drop_table("study")
