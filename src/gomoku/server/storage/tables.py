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
    Column("keeper", String(40)),  # the process that sees to its AIs; none on SQLite, where there is but one
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

token: Final = Table(
    "token",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),  # SHA-256 of the token
    Column("prefix", String(20), nullable=False),  # how it begins, for lists
    Column("name", String(40), nullable=False),
    Column("owner", String(40), nullable=False),  # the visitor who made it; empty for the host
    Column("visitor", String(40), nullable=False),  # the bot it speaks for
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("token_owner", "owner", "created"),
)

renewal: Final = Table(
    "renewal",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("renewed", Integer, nullable=False),  # how often: older cookies do not count
    Column("at", BigInteger, nullable=False),
    Index("renewal_at", "at"),
)

setting: Final = Table(
    "setting",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# --- processes that share the database ---

process: Final = Table(
    "process",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("alive", BigInteger, nullable=False),  # when it last said so, by the clock of the database
)

presence: Final = Table(  # who watches which room, through which process
    "presence",
    metadata,
    Column("process", String(40), ForeignKey("process.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", String(40), primary_key=True),
    Column("visitor", String(40), primary_key=True),
    Index("presence_game", "game_id"),
)

passing: Final = (presence, process)
"""Tables that say nothing any more once no server runs."""

# --- people ---

visitor: Final = Table(
    "visitor",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("sign_in", String(160), unique=True),  # the name as it is compared; none without a passphrase
    Column("passphrase", Text),  # salted and hashed
    Column("created", BigInteger, nullable=False),
)

attempt: Final = Table(  # to sign in: how many since when, by address and by name
    "attempt",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
)

rating: Final = Table(
    "rating",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("rating_rules", "rules", "value"),
)

rated_game: Final = Table(  # every game that counted: none counts twice, and they add up to the ratings
    "rated_game",
    metadata,
    Column("game_id", String(40), primary_key=True),  # stays when the room is deleted
    Column("round", Integer, primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("first", String(40), nullable=False),
    Column("second", String(40), nullable=False),
    Column("first_change", Integer, nullable=False),
    Column("second_change", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

seek: Final = Table(  # who waits for a quick game
    "seek",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("wish", String(40), nullable=False),  # the page's own name for it
    Column("name", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("clock", Text, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # a server process has last spoken for the waiting page
    Column("room", String(40)),  # once an opponent is found
    Index("seek_seen", "seen"),
)
