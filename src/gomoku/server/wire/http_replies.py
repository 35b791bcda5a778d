"""Replies of the HTTP API about games, errors and the server's health."""

from gomoku.server.wire.refusal import Reason
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import Struct


class GameList(Struct, frozen=True):
    """`GET /api/games`: the visitor's games, last played first. `GET /api/rooms`: the rooms that anybody may enter."""

    games: tuple[RoomSummary, ...]
    total: int
    """All that fit the search, not only those listed."""
    me: str = ""
    """The visitor's id: whose games these are."""


class Imported(Struct, frozen=True):
    """`POST /api/import`: the rooms that were made, one for each game of the file."""

    rooms: tuple[RoomSummary, ...]


class Shared(Struct, frozen=True):
    """`GET /api/games/{room}/link`."""

    link: str
    """The game in one line."""
    path: str
    """The page's address for it, without host."""


class Problem(Struct, frozen=True):
    """The body of every HTTP answer from 400 on."""

    reason: Reason
    detail: str


class Health(Struct, frozen=True):
    """`GET /api/health`."""

    ok: bool
    version: str
    rooms: int
    """Rooms held in memory."""
    sockets: int
    engines: int
    """Engine processes alive."""
    waiting: int
    """Questions to the engine that wait."""
