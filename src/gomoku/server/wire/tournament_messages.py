"""Messages about tournaments: settings, lists, standings and pairings. Registered in `messages`."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import ByoYomi, Fischer, Millis, Moment, Name, Struct
from gomoku.tournament.standings import TournamentKind

MIN_DURATION: Final = 300_000
"""Shortest arena, in milliseconds."""
MAX_DURATION: Final = 43_200_000
MAX_ROUNDS: Final = 15


class TournamentState(StrEnum):
    """State of a tournament."""

    OPEN = "open"  # players join
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class TournamentSettings(Struct, frozen=True, kw_only=True):
    """`POST /api/tournaments`: what kind of tournament it is, and with which games."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    kind: TournamentKind
    rules: Annotated[str, Meta(max_length=400)] = "42"
    opening: Annotated[str, Meta(max_length=40)] = "swap2"
    clock: Fischer | ByoYomi
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 5
    """Rounds of a Swiss tournament, at most one less than there are players."""
    cycles: Annotated[int, Meta(ge=1, le=2)] = 1
    """Games of each pair in a round robin."""
    duration: Annotated[Millis, Meta(ge=MIN_DURATION, le=MAX_DURATION)] = 3_600_000
    """How long an arena pairs its players."""
    rated: bool = False
    """Games between people change ratings; only names with a passphrase may join."""
    bots: bool = False
    """Programs may join; their games are not rated."""
    starts: Moment | None = None
    """When it starts; none: when its owner starts it, within a week."""
    description: Annotated[str, Meta(max_length=400)] = ""


class TournamentJoin(Struct, frozen=True):
    """`POST /api/tournaments/{id}/join`: join, or rejoin after withdrawing."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class TournamentRemoval(Struct, frozen=True):
    """`POST /api/tournaments/{id}/remove`: remove a player for good; their game goes on."""

    number: Annotated[int, Meta(ge=1)]


class TournamentSummary(Struct, frozen=True, kw_only=True):
    """Entry of a list of tournaments."""

    id: str
    settings: TournamentSettings
    state: TournamentState
    players: int
    round: int
    created: Moment
    leader: Name = ""
    """Leader of a running tournament, winner of a finished one."""


class TournamentList(Struct, frozen=True):
    """`GET /api/tournaments`: those that are running, then open ones, most players first, then finished ones, the last first."""

    tournaments: tuple[TournamentSummary, ...]
    total: int = 0
    """Of all pages."""


class TournamentScore(Struct, frozen=True, kw_only=True):
    """A player's game, bye or default in a round."""

    round: int
    opponent: int | None
    """Number of the other player; none for a bye."""
    points: float | None
    """None while it is played."""
    first: bool
    played: bool
    """False for a bye and for a game that was decided by default."""
    room: str
    """Room of the game; empty if there is none."""


class TournamentPlayer(Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    number: int
    """Number of the player in this tournament, from 1; names need not be unique."""
    name: Name
    rank: int
    points: float
    tie_break: float
    """Buchholz; Sonneborn-Berger in a round robin; games won in an arena."""
    bot: bool
    rating: int | None
    """Rating when they joined; none for programs."""
    withdrawn: bool
    scores: tuple[TournamentScore, ...]
    """In an arena the latest 10, unless all are asked for."""


class TournamentPairing(Struct, frozen=True, kw_only=True):
    """A board of a round."""

    board: int
    first: int
    second: int | None
    """None for a bye."""
    points: tuple[float, float] | None
    """None while it is played."""
    played: bool
    room: str
    line: RoomSummary | None
    """The board; none if there is no room."""


class TournamentView(Struct, frozen=True, kw_only=True):
    """`GET /api/tournaments/{id}`: everything about a tournament. Also the reply to all changes of it."""

    id: str
    settings: TournamentSettings
    state: TournamentState
    version: int
    now: Moment
    ends: Moment | None
    """When an arena stops pairing its players."""
    next_round: Moment | None
    """When the next round is paired; none while one is played."""
    round: int
    """The last round that was paired; in an arena, the number of pairings of waiting players."""
    rounds: int | None
    """Total number of rounds; none for an arena."""
    mine: bool
    """Whether the visitor is its owner."""
    may_call_off: bool = False
    """Whether the visitor may call it off: its owner until it is over; moderators then, too, which takes it off the list."""
    removed: bool = False
    """Whether its owner has removed the visitor."""
    me: int | None
    """The visitor's number, if they are a player."""
    room: str
    """The visitor's game that is being played; empty for none."""
    may_join: bool
    players: tuple[TournamentPlayer, ...]
    """Best first."""
    shown: int
    """The round of `pairings`."""
    pairings: tuple[TournamentPairing, ...]
    """The boards of that round; in an arena, those being played, or the last ones."""


HTTP: Final = (TournamentSettings, TournamentJoin, TournamentRemoval, TournamentList, TournamentView)
"""Request and reply bodies of the tournament API."""
