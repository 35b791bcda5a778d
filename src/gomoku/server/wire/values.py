"""Small values that rooms, messages and the store share: what can be chosen, who sits where, what is asked.

All of them go over the wire and into the database as JSON. Times are whole milliseconds; moments are milliseconds since
1970 by the server's clock.
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
"""`[x, y]` from the upper left corner, both from 0."""
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
"""Of a room, a visitor or a command: letters, digits, dashes and underscores."""
Name: TypeAlias = Annotated[str, Meta(max_length=40)]
"""Of a player or a room, as people wrote it: never markup."""

BOT: Final = "bot-"
"""What the ids of programs begin with. No person's id is as long as one of those."""

LARGEST_FOR_AI: Final = 32
"""Lines: on larger boards people play without the engine."""

Answer: TypeAlias = str | int | tuple[Cell, ...]
"""To an opening's question: a word, a number, or the cells of an offer."""


class Stone(StrEnum):
    """What a side's stones can look like."""

    BLACK = "black"
    WHITE = "white"
    CORAL = "coral"
    JADE = "jade"
    LAPIS = "lapis"
    AMBER = "amber"
    PLUM = "plum"
    PEARL = "pearl"


TOO_ALIKE: Final = ((Stone.WHITE, Stone.PEARL),)
"""Looks that cannot be told apart on one board."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every value: it never changes, and a field that is not known is an error."""


class Tagged(Struct, frozen=True, tag_field="type"):
    """The base of the members of a union: `type` says which one it is."""


# --- clocks ---


class NoClock(Tagged, frozen=True, tag="none"):
    """As much time as one likes."""


class Fischer(Tagged, frozen=True, tag="fischer"):
    """Time for the whole game, and a little more with every move."""

    time: Annotated[Millis, Meta(ge=1_000, le=86_400_000)]
    increment: Annotated[Millis, Meta(ge=0, le=3_600_000)] = 0


class ByoYomi(Tagged, frozen=True, tag="byoyomi"):
    """Main time, then periods: a move made within a period leaves that period whole."""

    time: Annotated[Millis, Meta(ge=0, le=86_400_000)]
    periods: Annotated[int, Meta(ge=1, le=99)]
    period: Annotated[Millis, Meta(ge=1_000, le=3_600_000)]


ClockRule: TypeAlias = NoClock | Fischer | ByoYomi


# --- what a game is played by, and who plays ---


class Options(Struct, frozen=True):
    """What is chosen before a game."""

    rules: Annotated[str, Meta(max_length=400)] = "42"
    """The rule set as one word, such as `42;size=15;three=flank`; `GET /api/rules` lists all there is to choose."""
    opening: Annotated[str, Meta(max_length=40)] = "standard"
    clock: ClockRule = NoClock()
    ai_time: Annotated[Millis, Meta(ge=50, le=60_000)] = 500
    """How long an AI may think about a move."""
    rated: bool = False
    """The game changes both players' ratings: no help, no undo, no pause. Online, between people, with a clock."""
    delay: Annotated[Millis, Meta(ge=0, le=600_000)] = 0
    """Online: how much later than the players everybody else sees a game, so that nobody can whisper."""


class Elo(Struct, frozen=True):
    """How strong a player is in a rule set."""

    rating: int
    games: int
    """Rated games that made it what it is."""
    provisional: bool
    """They are too few for it to be trusted."""


class Person(Tagged, frozen=True, tag="person"):
    """A seat of somebody. On one computer one visitor holds both."""

    visitor: Annotated[str, Meta(max_length=40, pattern="^[A-Za-z0-9_-]*$")]
    """An `Id`; empty where a game is only looked at, by its link."""
    name: Name = ""
    bot: bool = False
    """It is a program that came in with a token."""


def is_bot(visitor: str) -> bool:
    """Is this the id of a program?"""
    return visitor.startswith(BOT) and len(visitor) > 16


class Ai(Tagged, frozen=True, tag="ai"):
    """A seat of the engine."""

    level: Annotated[int, Meta(ge=1, le=10)] = 10


class Open(Tagged, frozen=True, tag="open"):
    """A free seat of an online room."""


Holder: TypeAlias = Person | Ai | Open


class RoomKind(StrEnum):
    """Who can come in."""

    LOCAL = "local"  # one visitor's own game: nothing needs anybody's consent
    LISTED = "listed"  # an online room that the list of rooms shows
    PRIVATE = "private"  # an online room for those who have its address


class Phase(StrEnum):
    """How far a room has come."""

    SEATING = "seating"  # seats are taken, options changed, players say that they are ready
    COUNTDOWN = "countdown"  # both are ready: the game starts at `state.until`
    PLAYING = "playing"
    OVER = "over"


class EndedBy(StrEnum):
    """How a game ended."""

    LINE = "line"
    CAPTURE = "capture"
    FOUL = "foul"  # a forbidden move, where the rules let it lose
    FULL = "full"  # a draw: no legal move is left
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"  # a draw
    ABANDONED = "abandoned"  # the other one did not come back
    CANCELLED = "cancelled"  # by consent: it counts for nobody


class OfferKind(StrEnum):
    """What one player can ask of the other."""

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
    """The player who held it."""


class Offer(Struct, frozen=True):
    """A question of one player to the other, not answered yet."""

    kind: OfferKind
    by: Player
    until: Moment
    """It lapses then."""
    moves: tuple[int, ...] = ()
    """For an undo: the numbers of the actions that would be taken back, from 1."""


# --- what is seen of a game ---


class Action(Struct, frozen=True):
    """A stone that was put down, or an answer to a question of the opening."""

    by: Player
    color: Color
    """The stone's; for an answer, the colour that was to move."""
    cell: Cell | None = None
    """Where the stone went; none for an answer that put no stone down."""
    answer: Answer | None = None
    """What was answered; none for a stone."""
    captured: tuple[Cell, ...] = ()
    ms: Millis | None = None
    """How long it took: an AI's own thinking, without waiting for its turn. None where nobody measured."""
    fives: tuple[tuple[Cell, ...], ...] = ()
    """Rows of five on the board after it: to show it again later, no rules are needed."""
    breaks: tuple[Cell, ...] = ()
    """If a grace turn follows: the replies that break the five."""


class Question(Struct, frozen=True):
    """What the game waits for."""

    step: str
    """The opening's own name for it, such as `c1`; `play` once normal play has begun."""
    player: Player
    kind: Kind
    """`stone`: play a cell. `choice`, `number`: decide with one of `choices`. `offer`: decide with `count` cells.
    `pick`: play one of `cells`."""
    color: Color | None = None
    """Of the stone that is placed, offered or picked."""
    choices: tuple[str | int, ...] = ()
    cells: tuple[Cell, ...] | None = None
    """Where the opening allows only some empty cells: these."""
    count: int = 1


class Forbidden(Struct, frozen=True):
    """A cell that a rule closes to the side to move, and why."""

    cell: Cell
    reason: str
    """The rules' word: `double_three`, `double_four`, `overline`, `self_capture`."""


class CaptureMove(Struct, frozen=True):
    """A cell at which the side to move would capture, and what."""

    cell: Cell
    captured: tuple[Cell, ...]


def forbidden_in(scan: Scan) -> tuple[Forbidden, ...]:
    """The forbidden cells of a position as wire values."""
    return tuple(Forbidden(cell, str(reason)) for cell, reason in scan.forbidden())


def captures_in(scan: Scan) -> tuple[CaptureMove, ...]:
    """The capturing cells of a position as wire values."""
    return tuple(CaptureMove(cell, captured) for cell, captured in scan.captures())


class Clock(Struct, frozen=True):
    """One player's time, as it stood at the moment of the message."""

    left: Millis
    """Of the main time, or of the period that runs. Never negative."""
    periods: int = 0
    """Byo-yomi periods left, the running one included."""
    in_period: bool = False
    """The main time is used up."""


class TimeLeft(Struct, frozen=True):
    """What a player has left at the start of a turn."""

    main: Millis
    periods: int = 0


class Timing(Struct, frozen=True):
    """How long a player's actions in this game took."""

    count: int = 0
    last: Millis = 0
    average: Millis = 0
    slowest: Millis = 0


class Seat(Struct, frozen=True):
    """One of the two places at the board."""

    player: Player
    holder: Holder
    color: Color
    """The side it plays at present: an opening can change that."""
    stone: Stone
    """What its stones look like."""
    name: Name = ""
    ready: bool = False
    lost_since: Moment | None = None
    """The holder's connection is lost since then …"""
    claim_at: Moment | None = None
    """… and from this moment on the other player may claim the win."""
    timing: Timing = Timing()
    clock: Clock | None = None
    hints: int = 0
    """How often the engine was asked for help."""
    elo: Elo | None = None
    """The holder's rating in this rule set; none for programs, and where a room has rules of its own."""
    change: int | None = None
    """What the game on the board, a rated one that is over, did to it."""


class ChatLine(Struct, frozen=True):
    """Something that was said in a room."""

    at: Moment
    visitor: str
    name: Name
    text: str
    seat: Player | None = None
    """The speaker's; none for spectators."""
