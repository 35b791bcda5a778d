"""Tables of the database. `migrations` creates them; a test checks that both agree."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata: Final = MetaData()

game: Final = Table(
    "game",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("version", Integer, nullable=False),  # seq of the last event
    Column("snapshot", LargeBinary),  # the room after `snapshot_seq` events
    Column("snapshot_seq", Integer, nullable=False),
    # Derived from the events, for lists and periodic sweeps.
    Column("line", LargeBinary, nullable=False),  # a `RoomSummary`
    Column("kind", String(10), nullable=False),
    Column("phase", String(10), nullable=False),
    Column("owner", String(40), nullable=False),
    Column("first", String(40)),  # visitor on the seat
    Column("second", String(40)),
    Column("search", Text, nullable=False),
    Column("preset", String(40), nullable=False, server_default=""),
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the lobby
    Column("open_seat", Boolean, nullable=False, server_default=false()),  # a seat can be taken
    Column("plies", Integer, nullable=False, server_default="0"),  # actions of its game
    Column("ai_due", Boolean, nullable=False),
    Column("deadline", BigInteger),  # next clock expiry, offer timeout or start
    Column("slow", Boolean, nullable=False, server_default=false()),  # days for a move
    Column("turn", String(40)),  # visitor who is to move in a slow game
    Column("keeper", String(40)),  # process that runs its AIs; none on SQLite, with its single process
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("game_owner", "owner", "updated"),
    Index("game_listed", "listed", "updated"),
    Index("game_plies", "plies", "updated"),
    Index("game_first", "first"),
    Index("game_second", "second"),
    Index("game_deadline", "deadline"),
    Index("game_ai_due", "ai_due"),
    Index("game_slow", "slow", "phase"),
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
    Column("seq", Integer, nullable=False),  # version after the command
)

plan: Final = Table(  # conditional moves of a player in a slow game, private to that player
    "plan",
    metadata,
    Column("game_id", String(40), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(40), primary_key=True),
    Column("base", String(40), nullable=False),  # digest of the game they begin with
    Column("ply", Integer, nullable=False),  # its number of actions
    Column("data", LargeBinary, nullable=False),  # the lines
)

review: Final = Table(
    "review",
    metadata,
    Column("id", String(40), primary_key=True),  # digest of the game
    Column("data", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("review_created", "created"),
)

token: Final = Table(
    "token",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),  # SHA-256 of the token
    Column("prefix", String(20), nullable=False),  # first characters, for lists
    Column("name", String(40), nullable=False),
    Column("owner", String(40), nullable=False),  # visitor who created it; empty for the operator
    Column("visitor", String(40), nullable=False),  # id of its bot
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("token_owner", "owner", "created"),
)

renewal: Final = Table(
    "renewal",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("renewed", Integer, nullable=False),  # cookie epoch: cookies of earlier epochs are invalid
    Column("at", BigInteger, nullable=False),
    Index("renewal_at", "at"),
)

signed_out: Final = Table(  # sessions whose cookies are no longer valid
    "signed_out",
    metadata,
    Column("session", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("signed_out_at", "at"),
)

setting: Final = Table(
    "setting",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

study: Final = Table(
    "study",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("room", String(40)),  # the game it was made of; kept when the room is deleted
    Column("access", String(10), nullable=False),
    Column("version", Integer, nullable=False),  # number of times it was saved
    Column("line", LargeBinary, nullable=False),  # a `StudySummary`
    Column("data", LargeBinary, nullable=False),  # a `StudyDraft`
    Column("search", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("study_owner", "owner", "updated"),
    Index("study_access", "access", "updated"),
)

collected_game: Final = Table(  # a game of a visitor's collection, as its file has it
    "collected_game",
    metadata,
    Column("owner", String(40), primary_key=True),
    Column("digest", String(32), primary_key=True),  # rules, opening, start, moves, players and result
    Column("source", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("black", Text, nullable=False),
    Column("white", Text, nullable=False),
    Column("players", Text, nullable=False),  # both, for searching
    Column("date", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("opening", String(40), nullable=False),
    Column("pattern", String(60), nullable=False),
    Column("result", String(1), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("rating_black", Integer),  # 0 if its file states none; NULL in games collected before it was read
    Column("rating_white", Integer),
    Column("format", String(10), nullable=False),
    Column("read_with", Text),  # rules it was read with, if its file does not name them
    Column("text", LargeBinary, nullable=False),  # of the file, compressed
    Column("added", BigInteger, nullable=False),
    Index("collected_game_owner", "owner", "date"),
)

collected_position: Final = Table(  # a position that a collected game passes, up to symmetry
    "collected_position",
    metadata,
    Column("owner", String(40), primary_key=True),
    Column("digest", String(32), primary_key=True),
    Column("position", BigInteger, primary_key=True),  # its key
    Column("move", Integer, nullable=False),  # that was played there, in the view of the key; -1 at the end
    Index("collected_position_owner", "owner", "position"),
)

# --- puzzles ---

puzzle_try: Final = Table(  # a visitor's tries of a puzzle
    "puzzle_try",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("line", Text, nullable=False),  # moves of the current try, replies included
    Column("score", Integer),  # of the first try: 1 solved, 0 failed; none while it is open
    Column("rating", Integer),  # of the visitor after it
    Column("deviation", Integer),
    Column("solved", Boolean, nullable=False),  # in any try
    Column("shown", Boolean, nullable=False),  # the solution was shown before
    Column("at", BigInteger, nullable=False),  # end of the first try
    Index("puzzle_try_at", "visitor", "at"),
)

puzzle_day: Final = Table(  # daily puzzles that were solved on their day
    "puzzle_day",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("day", Integer, primary_key=True),  # since 1970, by universal time
)

puzzle_rating: Final = Table(  # of the visitors who solve puzzles, and of the puzzles
    "puzzle_rating",
    metadata,
    Column("kind", String(10), primary_key=True),  # visitor or puzzle
    Column("id", String(40), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("deviation", Float, nullable=False),  # as of `updated`
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),  # first tries that solved the puzzle
    Column("updated", BigInteger, nullable=False),
)

# --- tournaments ---

tournament: Final = Table(
    "tournament",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("version", Integer, nullable=False),  # number of changes: one of several processes makes the next one
    Column("owner", String(40), nullable=False),
    Column("settings", LargeBinary, nullable=False),  # a `TournamentSettings`
    Column("state", String(10), nullable=False),
    Column("round", Integer, nullable=False),  # the last one that was paired
    Column("ends", BigInteger),  # of a running arena
    Column("due", BigInteger),  # next step that no finished game triggers
    Column("barred", Text, nullable=False, server_default="[]"),  # a list of visitors whom the owner has removed
    Column("leader", String(40), nullable=False, server_default=""),  # a name, for lists
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("tournament_state", "state", "updated"),
    Index("tournament_owner", "owner", "state"),
)

tournament_player: Final = Table(
    "tournament_player",
    metadata,
    Column("tournament", String(40), ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, as they joined
    Column("visitor", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),  # when they joined
    Column("withdrawn", Boolean, nullable=False),
    Index("tournament_player_visitor", "tournament", "visitor", unique=True),
)

tournament_pairing: Final = Table(
    "tournament_pairing",
    metadata,
    Column("tournament", String(40), ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", String(40), nullable=False),  # visitors
    Column("second", String(40)),  # none for a bye
    Column(
        "room", String(40), nullable=False
    ),  # empty for a bye, and if one player has withdrawn; kept when the room is deleted
    Column("first_points", Float),  # none while it is played
    Column("second_points", Float),
    Column("played", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Index("tournament_pairing_ended", "ended"),
)

# --- cluster ---

process: Final = Table(
    "process",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("alive", BigInteger, nullable=False),  # last heartbeat, by the database's clock
)

presence: Final = (
    Table(  # which visitor watches which room, or with an empty id has any page open, through which process
        "presence",
        metadata,
        Column("process", String(40), ForeignKey("process.id", ondelete="CASCADE"), primary_key=True),
        Column("game_id", String(40), primary_key=True),
        Column("visitor", String(40), primary_key=True),
        Index("presence_game", "game_id"),
    )
)

transient_tables: Final = (presence, process)
"""Tables that are meaningless once no server runs; not copied."""

# --- people ---

visitor: Final = Table(
    "visitor",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("sign_in", String(160), unique=True),  # normalised name; none without a passphrase
    Column("passphrase", Text),  # salted hash
    Column("skeleton", String(160)),  # skeleton of the account's name
    Column("motto", String(100), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Index("visitor_skeleton", "skeleton"),
)

known_network: Final = Table(  # networks an account has signed in from: guesses from elsewhere do not lock it there
    "known_network",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("network", String(50), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("known_network_at", "at"),
)

push_subscription: Final = Table(  # browsers that are told when it is their visitor's turn
    "push_subscription",
    metadata,
    Column("endpoint", String(1000), primary_key=True),
    Column("visitor", String(40), nullable=False),
    Column("session", String(40), nullable=False),  # of the cookie: signing out ends both
    Column("key", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("push_subscription_visitor", "visitor", "at"),
)

attempt: Final = Table(  # sign-in attempts by address and by name, for the rate limit
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
    Column("deviation", Float, nullable=False, server_default="350"),  # as of `updated`
    Column("volatility", Float, nullable=False, server_default="0.06"),
    Column("updated", BigInteger, nullable=False),
    Index("rating_rules", "rules", "value"),
)

player_level: Final = Table(  # strength on the scale of the engine's levels, from games against it
    "player_level",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("deviation", Float, nullable=False),  # as of `updated`
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

vacation: Final = Table(  # the latest vacation of a visitor, and the days used this year
    "vacation",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("year", Integer, nullable=False),
    Column("used", Integer, nullable=False),  # days of that year, those of the latest vacation included
)

rated_game: Final = Table(  # every rated game once; their changes add up to the ratings
    "rated_game",
    metadata,
    Column("game_id", String(40), primary_key=True),  # kept when the room is deleted
    Column("round", Integer, primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("first", String(40), nullable=False),
    Column("second", String(40), nullable=False),
    Column("first_change", Integer, nullable=False),
    Column("second_change", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("rated_game_pair", "first", "second", "at"),
)

rating_point: Final = Table(  # ratings after each game that counted
    "rating_point",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("game_id", String(40), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("value", Integer, nullable=False),
    Column("deviation", Float),  # none for older games
    Column("at", BigInteger, nullable=False),
    Index("rating_point_at", "visitor", "rules", "at"),
)

played_game: Final = Table(  # finished games between two people online; kept when the room is deleted
    "played_game",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("archive", String(40), nullable=False),  # room that keeps the game once its own room goes on
    Column("kind", String(10), nullable=False),  # of the room; only listed games are shown to others
    Column("rules", String(40), nullable=False),  # name of the preset
    Column("opening", String(40), nullable=False),  # `7I Hogetsu`; empty for none
    Column("first", String(40), nullable=False),
    Column("second", String(40), nullable=False),
    Column("first_side", String(1), nullable=False),  # X or O: openings may swap
    Column("half_points", Integer, nullable=False),  # of the first player: 0, 1 or 2
    Column("ended_by", String(20), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("played_game_first", "first", "at"),
    Index("played_game_second", "second", "at"),
)

relation: Final = Table(  # whom a visitor follows or has blocked
    "relation",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),  # follow or block
    Column("at", BigInteger, nullable=False),
    Index("relation_other", "other", "kind"),
)

challenge: Final = Table(
    "challenge",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("challenger", String(40), nullable=False),
    Column("challenged", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("first", String(10), nullable=False),  # who moves first: me, other, lot
    Column("state", String(10), nullable=False),
    Column("room", String(40)),  # set once accepted
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # an open one lapses then
    Column("updated", BigInteger, nullable=False),
    Index("challenge_challenger", "challenger", "created"),
    Index("challenge_challenged", "challenged", "created"),
    Index("challenge_updated", "updated"),
)

moderator: Final = Table(
    "moderator",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

report: Final = Table(
    "report",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("reporter", String(40), nullable=False),
    Column("about", String(40), nullable=False),
    Column("name", String(40), nullable=False),  # of the person, when the report was made
    Column("reason", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("room", String(40)),
    Column("study", String(40)),
    Column("title", String(40), nullable=False),  # of the room or study
    Column("chat", Text, nullable=False),  # lines of the room at that time: it may be deleted
    Column("at", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("taken", String(40)),  # moderator who handles it, empty for the operator; none while untaken
    Index("report_about", "about", "closed"),
    Index("report_closed", "closed", "at"),
    Index("report_reporter", "reporter", "at"),
)

sanction: Final = Table(  # mutes, bans and unread warnings, one of each for a person
    "sanction",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),  # none: until it is lifted
    Column("why", Text, nullable=False),
)

moderation: Final = Table(  # actions of moderators
    "moderation",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", String(40), nullable=False),  # empty for the operator at the command line
    Column("action", String(20), nullable=False),
    Column("about", String(40)),
    Column("name", String(40), nullable=False),  # of the person or the room, at that time
    Column("room", String(40)),
    Column("until", BigInteger),
    Column("why", Text, nullable=False),
    Column(
        "pending", Boolean, nullable=False, server_default=false()
    ),  # a room to close or a ban to carry out, by a server
    Index("moderation_at", "at"),
    Index("moderation_about", "about", "at"),
    Index("moderation_pending", "pending"),
)

origin: Final = Table(  # addresses from which visitors play or write in online rooms, kept for a day
    "origin",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("visitor", String(40), primary_key=True),
    Column("network", String(50), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("origin_at", "at"),
)

seek: Final = Table(  # matchmaking queue
    "seek",
    metadata,
    Column("visitor", String(40), primary_key=True),
    Column("wish", String(40), nullable=False),  # id chosen by the page
    Column("name", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("clock", Text, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # last heartbeat of the process with the waiting page
    Column("room", String(40)),  # set once paired
    Column("wants", Text, nullable=False, server_default="{}"),  # `pairing.Wants`
    Index("seek_seen", "seen"),
)
