"""Browsers to which Web Push sends messages."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "push_subscription",
        sa.Column("endpoint", sa.String(1000), primary_key=True),
        sa.Column("visitor", sa.String(40), nullable=False),
        sa.Column("session", sa.String(40), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("push_subscription_visitor", "push_subscription", ["visitor", "at"])


def downgrade() -> None:
    op.drop_table("push_subscription")
