"""Revoked cookies."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "renewal",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("renewed", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("renewal_at", "renewal", ["at"])


def downgrade() -> None:
    op.drop_table("renewal")
