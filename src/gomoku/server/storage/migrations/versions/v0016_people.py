"""People: their games and ratings over time, rebuilt from what is stored; follow and block; challenges; reports and moderation."""

import hashlib
import json
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_FIRST_RATING = 1500
_RATED = (
    "SELECT game_id, round, rules, first, second, first_change, second_change, at FROM rated_game"
    " ORDER BY at, game_id, round"
)
_LISTED = (
    "SELECT id, line, preset, first, second, updated FROM game WHERE kind = 'listed' AND phase = 'over'"
    " AND first <> second AND plies > 0"
)


def upgrade() -> None:
    _create_profiles()
    _create_relations()
    _create_moderation()


def _create_profiles() -> None:
    points = op.create_table(
        "rating_point",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Float),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("rating_point_at", "rating_point", ["visitor", "rules", "at"])
    played = op.create_table(
        "played_game",
        sa.Column("game_id", sa.String(40), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("archive", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("opening", sa.String(40), nullable=False),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("second", sa.String(40), nullable=False),
        sa.Column("first_side", sa.String(1), nullable=False),
        sa.Column("half_points", sa.Integer, nullable=False),
        sa.Column("ended_by", sa.String(20), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("played_game_first", "played_game", ["first", "at"])
    op.create_index("played_game_second", "played_game", ["second", "at"])
    connection = op.get_bind()
    _rebuild_points(connection, points)
    _rebuild_games(connection, played)


def _create_relations() -> None:
    op.create_table(
        "relation",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("relation_other", "relation", ["other", "kind"])
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("challenger", sa.String(40), nullable=False),
        sa.Column("challenged", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("room", sa.String(40)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("challenge_challenger", "challenge", ["challenger", "created"])
    op.create_index("challenge_challenged", "challenge", ["challenged", "created"])
    op.create_index("challenge_updated", "challenge", ["updated"])


def _create_moderation() -> None:
    op.create_table(
        "moderator",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("room", sa.String(40)),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("report_about", "report", ["about", "closed"])
    op.create_index("report_closed", "report", ["closed", "at"])
    op.create_index("report_reporter", "report", ["reporter", "at"])
    op.create_table(
        "sanction",
        sa.Column("visitor", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "moderation",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.String(40), nullable=False),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("about", sa.String(40)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("room", sa.String(40)),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("pending", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("moderation_at", "moderation", ["at"])
    op.create_index("moderation_about", "moderation", ["about", "at"])
    op.create_index("moderation_pending", "moderation", ["pending"])


def _rebuild_points(connection: sa.Connection, points: sa.Table) -> None:
    """Rebuild the rating history: a rating is the sum of its changes."""
    ratings: dict[tuple[str, str], int] = defaultdict(lambda: _FIRST_RATING)
    rows = []
    for game in connection.execute(sa.text(_RATED)).all():
        for visitor, change in ((game.first, game.first_change), (game.second, game.second_change)):
            ratings[visitor, game.rules] += change
            row = {"visitor": visitor, "game_id": game.game_id, "round": game.round, "rules": game.rules}
            rows.append(row | {"value": ratings[visitor, game.rules], "at": game.at})
    if rows:
        connection.execute(sa.insert(points), rows)


def _rebuild_games(connection: sa.Connection, played: sa.Table) -> None:
    """Rebuild the listed games that are still in their rooms; archived ones do not say where they were played."""
    latest = sa.text("SELECT game_id, max(round) FROM rated_game GROUP BY game_id")
    rounds: dict[str, int] = dict(connection.execute(latest).all())
    rows = []
    for room in connection.execute(sa.text(_LISTED)).all():
        line = json.loads(room.line)
        outcome = line["outcome"]
        if outcome is None or outcome["by"] == "cancelled":
            continue
        winner, side = outcome["player"], outcome["winner"]
        number = rounds.get(room.id, 1)
        key = hashlib.blake2b(f"{room.id} {number}".encode(), digest_size=9).hexdigest()
        row = {"game_id": room.id, "round": number, "archive": key, "kind": "listed", "rules": room.preset}
        row |= {"opening": "", "first": room.first, "second": room.second, "at": room.updated}
        row |= {"first_side": "O" if (winner, side) in (("P1", "O"), ("P2", "X")) else "X"}
        row |= {"half_points": {"P1": 2, "P2": 0}.get(winner, 1), "ended_by": outcome["by"]}
        rows.append(row)
    if rows:
        connection.execute(sa.insert(played), rows)


def downgrade() -> None:
    for name in (
        "moderation",
        "sanction",
        "report",
        "moderator",
        "challenge",
        "relation",
        "played_game",
        "rating_point",
    ):
        op.drop_table(name)
