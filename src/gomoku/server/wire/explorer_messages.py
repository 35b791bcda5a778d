"""Messages of the explorer: what was played in a position, from which games. Registered in `messages`."""

from enum import StrEnum
from typing import Final

from gomoku.server.wire.study_messages import StudyPosition
from gomoku.server.wire.values import Cell, Moment, Struct


class GameSource(StrEnum):
    """Where the games come from."""

    MINE = "mine"  # finished games of the visitor
    SERVER = "server"  # finished games of rooms that the lobby shows
    COLLECTIONS = "collections"  # collections that the server was started with


class ExplorerRequest(Struct, frozen=True):
    """A position, and the games to look at."""

    position: StudyPosition
    source: GameSource


class ExplorerReply(Struct, frozen=True):
    """A move that was played there."""

    cells: tuple[Cell, ...]
    """The cell, and those that mirror it in a symmetric position."""
    games: int
    black: int
    """Games that Black won."""
    draws: int
    white: int
    rating: int | None
    """Mean rating of those who played it, as far as known."""


class ExplorerGame(Struct, frozen=True):
    """A game that passed there."""

    black: str
    white: str
    result: str
    """`B`, `W`, `0` for a draw; empty if unknown."""
    date: str
    room: str | None = None
    """The room it was played in; none for a game of a collection."""
    ratings: tuple[int | None, int | None] = (None, None)
    at: Moment | None = None


class ExplorerView(Struct, frozen=True):
    """`POST /api/explorer`: the games of one source, and how many the others have."""

    opening_name: str
    totals: dict[str, int]
    """Games that passed the position, by `GameSource`; sources that the server lacks are missing."""
    replies: tuple[ExplorerReply, ...]
    """The most frequent first."""
    games: tuple[ExplorerGame, ...]
    """The latest game of each of the first replies."""


HTTP: Final = (ExplorerRequest, ExplorerView)
"""Request and reply bodies of the explorer."""
