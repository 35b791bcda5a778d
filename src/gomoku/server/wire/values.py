"""Value types shared by messages, events and the store: options, seats, clocks, actions, offers.

All are serialised as JSON, on the wire and in the database. Durations are whole milliseconds; moments are Unix time in
milliseconds by the server's clock.
"""

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from gomoku.rules import Color, Kind, Player
from gomoku.rules.scan import Scan

Millis: TypeAlias = int
Moment: TypeAlias = int
Coordinate: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]
Cell: TypeAlias = tuple[Coordinate, Coordinate]
"""`[x, y]` from the upper left corner, zero-based."""
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
"""Id of a room, a visitor or a command: letters, digits, dashes and underscores."""
Name: TypeAlias = Annotated[str, Meta(max_length=40)]
"""Name of a player or a room. Plain text, never markup."""

BOT_ID_PREFIX: Final = "bot-"
"""Prefix of bot ids. `is_bot` checks the length too: no person's id is as long."""

MAX_SOURCE_LENGTH: Final = 1_000_000
"""Characters of one game of a file: its room or study keeps the text."""
MAX_AI_BOARD_SIZE: Final = 32
"""Largest board edge, in lines, that the engine plays on."""

Answer: TypeAlias = str | int | tuple[Cell, ...]
"""Answer to an opening's question: a word, a number, or the cells of an offer."""


class Stone(StrEnum):
    """Appearance of a side's stones."""

    BLACK = "black"
    WHITE = "white"
    CORAL = "coral"
    JADE = "jade"
    LAPIS = "lapis"
    AMBER = "amber"
    PLUM = "plum"
    PEARL = "pearl"


SIMILAR_STONES: Final = ((Stone.WHITE, Stone.PEARL),)
"""Pairs of stones that look too similar to share a board."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every value: immutable, unknown fields are an error."""


class Tagged(Struct, frozen=True, tag_field="type"):
    """Base of union members: `type` is the discriminator."""


# --- clocks ---

MIN_TIME: Final = 1_000
"""Least time for a whole game and for a byo-yomi period."""
MAX_TIME: Final = 86_400_000
MAX_INCREMENT: Final = 3_600_000
"""Largest increment, and longest byo-yomi period."""
MAX_PERIODS: Final = 99
DAY: Final = 86_400_000
"""Milliseconds of a day."""
MAX_DAYS: Final = 14
"""Maximum days for one move of a slow game."""


class NoClock(Tagged, frozen=True, tag="none"):
    """Unlimited time."""


class Fischer(Tagged, frozen=True, tag="fischer"):
    """Fischer clock: time for the whole game plus an increment per move."""

    time: Annotated[Millis, Meta(ge=MIN_TIME, le=MAX_TIME)]
    increment: Annotated[Millis, Meta(ge=0, le=MAX_INCREMENT)] = 0


class ByoYomi(Tagged, frozen=True, tag="byoyomi"):
    """Byo-yomi clock: main time, then periods. A move made within a period does not use it up."""

    time: Annotated[Millis, Meta(ge=0, le=MAX_TIME)]
    periods: Annotated[int, Meta(ge=1, le=MAX_PERIODS)]
    period: Annotated[Millis, Meta(ge=MIN_TIME, le=MAX_INCREMENT)]


class Correspondence(Tagged, frozen=True, tag="correspondence"):
    """Slow game: days for every move, the first one included. Players need not stay connected. Online only."""

    days: Annotated[int, Meta(ge=1, le=MAX_DAYS)]


ClockRule: TypeAlias = NoClock | Fischer | ByoYomi | Correspondence


# --- options and seats ---


class Options(Struct, frozen=True):
    """Options of a game, chosen before it starts."""

    rules: Annotated[str, Meta(max_length=400)] = "42"
    """The rule set as one word, such as `42;size=15;three=flank`; `GET /api/rules` lists the choices."""
    opening: Annotated[str, Meta(max_length=40)] = "standard"
    clock: ClockRule = NoClock()
    ai_time: Annotated[Millis, Meta(ge=50, le=60_000)] = 500
    """Thinking time of an AI per move."""
    rated: bool = False
    """The game changes both ratings: no hints, undo or pauses. Online only, between people, with a clock."""
    delay: Annotated[Millis, Meta(ge=0, le=600_000)] = 0
    """Online: how far spectators are behind the players, so that they cannot give advice."""


class Elo(Struct, frozen=True):
    """A player's rating in a rule set: Glicko-2, on the scale of Elo."""

    rating: int
    games: int
    """Rated games played."""
    provisional: bool
    """Whether the rating is not settled yet."""
    deviation: int = 350
    """Rating deviation, in points."""


class Uncounted(StrEnum):
    """Why a rated game that was played to its end changes no rating."""

    SAME_ADDRESS = "same_address"  # both players share an address
    REPEATED = "repeated"  # the same two have played each other too often recently


class PlayerLevel(Struct, frozen=True):
    """A visitor's strength on the scale of the engine's levels, estimated from finished games against it."""

    level: float
    """To one decimal: 4.0 is on a par with level 4. The scale extends a little below 1 and above 10."""
    deviation: float
    """Uncertainty of the estimate, in levels."""
    games: int
    """Games that have counted."""
    plays: Annotated[int, Meta(ge=1, le=10)]
    """The nearest level: the player wins about half of the games."""


class LevelUncounted(StrEnum):
    """Why a finished game against the engine says nothing about a visitor's level."""

    UNDONE = "undone"  # a move, or the result, was taken back
    HINT = "hint"  # the engine was asked for a move
    SEATS = "seats"  # the level or a player changed during the game
    SETUP = "setup"  # it did not begin with the empty board
    RULES = "rules"  # custom rules: not comparable with other games
    SHORT = "short"  # resigned or drawn by agreement after a few moves


class LevelResult(Struct, frozen=True):
    """Change of a visitor's estimated level by a finished game against the engine."""

    before: PlayerLevel
    after: PlayerLevel
    uncounted: LevelUncounted | None = None
    """Reason for which the game did not count; none if it did."""


class Person(Tagged, frozen=True, tag="person"):
    """A seat held by a visitor. In a local game one visitor may hold both seats."""

    visitor: Annotated[str, Meta(max_length=40, pattern="^[A-Za-z0-9_-]*$")]
    """An `Id`; empty in a game that is only viewed through its link."""
    name: Name = ""
    bot: bool = False
    """A program, authenticated by a token."""


def is_bot(visitor: str) -> bool:
    """Is this the id of a bot?"""
    return visitor.startswith(BOT_ID_PREFIX) and len(visitor) > 16


class Ai(Tagged, frozen=True, tag="ai"):
    """A seat held by the engine."""

    level: Annotated[int, Meta(ge=1, le=10)] = 10
    matched: bool = False
    """The level follows the player's: after a game that counted, the next one in the room is played at `plays`."""


class Open(Tagged, frozen=True, tag="open"):
    """A free seat of an online room."""


Holder: TypeAlias = Person | Ai | Open


class RoomKind(StrEnum):
    """Who may enter a room."""

    LOCAL = "local"  # on one device, for one visitor: nothing needs consent
    LISTED = "listed"  # online, shown in the lobby
    PRIVATE = "private"  # online, entered by its address only


class Phase(StrEnum):
    """Phase of a room."""

    SEATING = "seating"  # players take seats, change options and get ready
    COUNTDOWN = "countdown"  # both are ready; the game starts at `state.until`
    PLAYING = "playing"
    OVER = "over"


class EndedBy(StrEnum):
    """How a game ended."""

    LINE = "line"
    CAPTURE = "capture"
    FOUL = "foul"  # a forbidden move, under rules where it loses the game
    FULL = "full"  # a draw: no legal moves
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"  # a draw
    ABANDONED = "abandoned"  # the loser disconnected and did not return
    BANNED = "banned"  # a moderator has banned the loser
    CANCELLED = "cancelled"  # by consent, without result


class OfferKind(StrEnum):
    """Kind of request that needs the other player's consent."""

    DRAW = "draw"
    UNDO = "undo"
    RESTART = "restart"
    HINT = "hint"
    PAUSE = "pause"
    CANCEL = "cancel"


class Outcome(Struct, frozen=True):
    """The result of a game."""

    by: EndedBy
    winner: Color | None = None
    """The side that won; none for a draw."""
    player: Player | None = None
    """The player who had that side."""


class RemovalReason(StrEnum):
    """Why the owner removed someone from a room, as the owner chose it."""

    UNSAID = "unsaid"
    RESERVED = "reserved"  # the seat is for someone else
    WAITING = "waiting"  # they kept others waiting
    CONDUCT = "conduct"  # what they wrote or did


class Removal(Struct, frozen=True):
    """Notice for a removed visitor; no other visitor sees the reason."""

    reason: RemovalReason = RemovalReason.UNSAID
    seated: bool = True
    """Whether they had a seat; otherwise they were spectators."""


class LastGame(Struct, frozen=True, kw_only=True):
    """The last game finished in a room, once a player has left: who played it, and how it ended."""

    room: str
    """The room that keeps it; empty if nothing was played."""
    holders: tuple[Holder, Holder]
    outcome: Outcome
    rated: bool = False
    elos: tuple[Elo | None, Elo | None] = (None, None)
    changes: tuple[int, int] | None = None
    """Rating changes, if it counted."""
    uncounted: Uncounted | None = None


class Offer(Struct, frozen=True):
    """A pending request of one player to the other."""

    kind: OfferKind
    by: Player
    until: Moment
    """Expiry."""
    moves: tuple[int, ...] = ()
    """For an undo: the numbers of the actions to take back, from 1."""


# --- state of a game ---


class Action(Struct, frozen=True):
    """A stone placed, or an answer to a question of the opening."""

    by: Player
    color: Color
    """Colour of the stone; for an answer, the colour that was to move."""
    cell: Cell | None = None
    """Where the stone was placed; none for an answer that placed none."""
    answer: Answer | None = None
    """The answer; none for a stone."""
    captured: tuple[Cell, ...] = ()
    ms: Millis | None = None
    """Time taken; for an AI its thinking time, without queueing for an engine. None if unknown."""
    fives: tuple[tuple[Cell, ...], ...] = ()
    """Rows of five on the board after it, so that a replay needs no rules."""
    breaks: tuple[Cell, ...] = ()
    """If a grace turn follows: the replies that break the five."""


class Question(Struct, frozen=True):
    """The decision that the game waits for."""

    step: str
    """The opening's own name for it, such as `c1`; `play` once normal play has begun."""
    player: Player
    kind: Kind
    """`stone`: play a cell. `choice`, `number`: decide with one of `choices`. `offer`: decide with `count` cells.
    `pick`: play one of `cells`."""
    color: Color | None = None
    """Colour of the stone to place, offer or pick."""
    choices: tuple[str | int, ...] = ()
    cells: tuple[Cell, ...] | None = None
    """The allowed cells, if the opening restricts them."""
    count: int = 1
    number: int = 1
    """Number of this stone among the `total` that the player places in a row."""
    total: int = 1


class Forbidden(Struct, frozen=True):
    """A cell forbidden to the side to move, with the reason."""

    cell: Cell
    reason: str
    """As in `rules`: `double_three`, `double_four`, `overline`, `self_capture`."""


class CaptureMove(Struct, frozen=True):
    """A move that captures, and the stones it captures."""

    cell: Cell
    captured: tuple[Cell, ...]


def forbidden_in(scan: Scan) -> tuple[Forbidden, ...]:
    """The forbidden cells of a position as wire values."""
    return tuple(Forbidden(cell, str(reason)) for cell, reason in scan.forbidden())


def captures_in(scan: Scan) -> tuple[CaptureMove, ...]:
    """The capturing cells of a position as wire values."""
    return tuple(CaptureMove(cell, captured) for cell, captured in scan.captures())


class Clock(Struct, frozen=True):
    """One player's clock at the time of the message."""

    left: Millis
    """Time left in the main time or in the running period. Never negative."""
    periods: int = 0
    """Byo-yomi periods left, the running one included."""
    in_period: bool = False
    """Whether the main time is used up."""


class TimeLeft(Struct, frozen=True):
    """A player's time at the start of a turn."""

    main: Millis
    periods: int = 0


class Vacation(Struct, frozen=True):
    """Period in which the clocks of a player's slow games are stopped."""

    since: Moment
    until: Moment


class Timing(Struct, frozen=True):
    """Statistics of a player's thinking time in this game."""

    count: int = 0
    last: Millis = 0
    average: Millis = 0
    slowest: Millis = 0


class Seat(Struct, frozen=True):
    """One of the two places at the board."""

    player: Player
    holder: Holder
    color: Color
    """The side it plays; an opening can change it."""
    stone: Stone
    """Appearance of its stones."""
    name: Name = ""
    ready: bool = False
    lost_since: Moment | None = None
    """When the holder's connection was lost; none while connected."""
    claim_at: Moment | None = None
    """When the other player may claim the win."""
    timing: Timing = Timing()
    clock: Clock | None = None
    hints: int = 0
    """Hints requested."""
    elo: Elo | None = None
    """The holder's rating in this rule set; none for programs and for custom rules."""
    change: int | None = None
    """Rating change by the game on the board, once a rated game is over."""
    vacation: Moment | None = None
    """Slow games: end of the holder's vacation, during which the clock is stopped."""


class ChatLine(Struct, frozen=True):
    """A chat message."""

    at: Moment
    visitor: str
    name: Name
    text: str
    seat: Player | None = None
    """The speaker's seat; none for spectators."""


class MoveReason(StrEnum):
    """Purpose of a move."""

    FIVE = "five"  # makes five in a row
    BREAKABLE_FIVE = "breakable_five"  # makes five in a row that can still be broken
    PAIRS = "pairs"  # wins by captures
    BREAKS = "breaks"  # breaks a five
    REFILLS = "refills"  # plays where a stone was captured
    OPEN_FOUR = "open_four"
    DOUBLE_FOUR = "double_four"
    FOUR_THREE = "four_three"  # a four and an open three
    FOUR = "four"
    DOUBLE_THREE = "double_three"
    OPEN_THREE = "open_three"
    TAKES = "takes"  # captures
    STOPS_FIVE = "stops_five"  # leaves no point for a five
    STOPS_ONE_FIVE = "stops_one_five"  # blocks one five of several
    STOPS_OPEN_FOUR = "stops_open_four"  # leaves no point for an open or double four
    STOPS_OPEN_THREE = "stops_open_three"  # takes a point for an open three
    SAVES_PAIR = "saves_pair"  # protects stones from capture
    ATTACKS_PAIR = "attacks_pair"  # threatens to capture
    THREE = "three"
    OPEN_TWO = "open_two"
    QUIET = "quiet"


class ThreatKind(StrEnum):
    """Threat of a side: its effect with one more stone."""

    FIVE = "five"
    OPEN_FOUR = "open_four"
    CAPTURE = "capture"


class ThreatMark(Struct, frozen=True):
    """A threat that is the reason for a move, to be drawn."""

    color: Color
    """The side that threatens."""
    kind: ThreatKind
    cells: tuple[Cell, ...]
    """Cells that carry out the threat."""
    rows: tuple[tuple[Cell, Cell], ...] = ()
    """Ends of the rows of stones behind the threat: those that would make the shape, or be captured."""
