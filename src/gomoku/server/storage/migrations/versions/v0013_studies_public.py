"""The list of public studies."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("study_access", "study", ["access", "updated"])


def downgrade() -> None:
    op.drop_index("study_access", "study")
