"""The tables of the database. `migrations` makes them; a test holds the two together."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata: Final = MetaData()

game: Final = Table(
    "game",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("version", Integer, nullable=False),  # the seq of its last event
    Column("snapshot", LargeBinary),  # the room after `snapshot_seq` events
    Column("snapshot_seq", Integer, nullable=False),
    # what lists and sweeps ask for; all of it follows from the events
    Column("line", LargeBinary, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("phase", String(10), nullable=False),
    Column("owner", String(40), nullable=False),
    Column("first", String(40)),  # the visitor who holds the seat
    Column("second", String(40)),
    Column("search", Text, nullable=False),
    Column("plies", Integer, nullable=False, server_default="0"),  # actions of its game
    Column("ai_due", Boolean, nullable=False),
    Column("deadline", BigInteger),  # when time itself brings something about
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("game_owner", "owner", "updated"),
    Index("game_kind", "kind", "updated"),
    Index("game_plies", "plies", "updated"),
    Index("game_first", "first"),
    Index("game_second", "second"),
    Index("game_deadline", "deadline"),
    Index("game_ai_due", "ai_due"),
)

game_event: Final = Table(
    "game_event",
    metadata,
    Column("game_id", String(40), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

game_command: Final = Table(
    "game_command",
    metadata,
    Column("game_id", String(40), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(40), primary_key=True),
    Column("id", String(40), primary_key=True),
    Column("seq", Integer, nullable=False),  # the version it led to
)

review: Final = Table(
    "review",
    metadata,
    Column("id", String(40), primary_key=True),  # a digest of the game it is about
    Column("data", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("review_created", "created"),
)

setting: Final = Table(
    "setting",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
