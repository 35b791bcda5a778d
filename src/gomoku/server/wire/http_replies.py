"""Replies of the HTTP API about games, errors and the server's health."""

from gomoku.server.wire.refusal import Reason
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.values import Struct


class GameList(Struct, frozen=True):
    """`GET /api/games`: the visitor's games, most recent first. `GET /api/rooms`: the public rooms."""

    games: tuple[RoomSummary, ...]
    total: int
    """Number of all matches, not only of this page."""
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


class CollectedGame(Struct, frozen=True):
    """A game of the visitor's collection."""

    id: str
    black: str
    white: str
    date: str
    event: str
    rules: str
    opening: str
    """The opening protocol."""
    opening_name: str
    """Name of its pattern, such as `7I Hogetsu`; empty if it has none."""
    result: str
    """`B`, `W`, `0` for a draw; empty if it is unknown."""
    plies: int
    source: str
    """The file, with the archive before it."""
    number: int


class CollectionList(Struct, frozen=True):
    """`GET /api/collection`: the games that match, latest first."""

    games: tuple[CollectedGame, ...]
    total: int
    """Number of all matches, not only of this page."""
    most: int
    """Games that a collection may hold."""


class CollectionFailure(Struct, frozen=True):
    """A game that could not be read."""

    source: str
    number: int
    why: str
    text: str = ""
    """The game as it is in the file, to be repaired; empty if it is too long, or after many others."""


class CollectionProgress(Struct, frozen=True, kw_only=True):
    """A line of the reply to `POST /api/collection`: progress of the import."""

    done: int
    """Bytes read, of `total`."""
    total: int
    added: int
    known: int
    """Games that the collection had already."""
    failed: int
    failures: tuple[CollectionFailure, ...] = ()
    """Failures since the previous line."""
    finished: bool = False
    refused: Reason | None = None
    """Why the import ended before the file did."""


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
