"""Replies of the HTTP API about games, errors and the server's health."""

from gomoku.server.wire.refusal import Reason
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import Struct


class GameList(Struct, frozen=True):
    """`GET /api/games`: the visitor's games, most recent first. `GET /api/rooms`: the public rooms."""

    games: tuple[RoomSummary, ...]
    total: int
    """Number of matches, beyond this page of the list."""
    me: str = ""
    """The visitor's id."""


class Imported(Struct, frozen=True):
    """`POST /api/import`: the rooms created, one per game of the file."""

    rooms: tuple[RoomSummary, ...]
    annotated: bool = False
    """A game has comments or variations, which its study shows."""


class Shared(Struct, frozen=True):
    """`GET /api/games/{room}/link`: a link that contains the game."""

    link: str
    """The game in one line."""
    path: str
    """URL path of the page that shows it."""


class Problem(Struct, frozen=True):
    """Body of every HTTP error reply."""

    reason: Reason
    detail: str


class Health(Struct, frozen=True):
    """`GET /api/health`: health check."""

    ok: bool
    version: str
    rooms: int
    """Rooms held in memory."""
    sockets: int
    engines: int
    """Live engine processes."""
    waiting: int
    """Queued engine jobs."""
