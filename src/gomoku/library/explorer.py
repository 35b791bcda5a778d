"""Position index: maps positions, up to symmetry, to the moves played there and their results.

The index is part of a library, or a separate file. It covers the first plies of every game and grows with the games; a
lookup reads one short range of it, so its time does not depend on the number of games.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gomoku.rules import Cell, Color, Game, Played
from gomoku.rules.positions import Walker

DEPTH: Final = 20
"""Plies of a game that are indexed: beyond these, few positions occur twice."""
BATCH: Final = 20_000
"""Games whose moves are buffered in memory before they are written, in the order of the index."""
TABLES: Final = """
CREATE TABLE IF NOT EXISTS plays (
    key INTEGER NOT NULL,
    source INTEGER NOT NULL,
    move INTEGER NOT NULL,
    black INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    white INTEGER NOT NULL,
    other INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (key, source, move)
) WITHOUT ROWID;
"""
_ADD: Final = """
INSERT INTO plays (key, source, move, black, draws, white, other, rated, rating, last) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (key, source, move) DO UPDATE SET black = black + excluded.black, draws = draws + excluded.draws,
    white = white + excluded.white, other = other + excluded.other, rated = rated + excluded.rated,
    rating = rating + excluded.rating, last = max(last, excluded.last)
"""


@dataclass(frozen=True)
class Reply:
    """A move played in a position, over all games of the requested sources."""

    cells: tuple[Cell, ...]
    """The cell, and those that mirror it in a symmetric position."""
    black: int
    """Games that Black won."""
    draws: int
    white: int
    other: int
    """Games without a known result."""
    rating: int | None
    """Mean rating of those who played it, as far as known."""
    last: int
    """Number of the latest game."""

    @property
    def games(self) -> int:
        return self.black + self.draws + self.white + self.other


class Index:
    """The index in an open database. Writes are buffered until `flush`."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._buffer: dict[tuple[int, int, int], list[int]] = {}
        self._games = 0

    def add(
        self,
        number: int,
        start: Walker,
        stones: Iterable[Played],
        result: str,
        ratings: tuple[int | None, int | None] = (None, None),
        source: int = 0,
    ) -> None:
        """Add a game: its first stones from a starting position, and who won: `B`, `W`, `0` or empty."""
        column = {"B": 0, "0": 1, "W": 2}.get(result, 3)
        rows = self._buffer
        for ply, stone in enumerate(stones):
            if ply == DEPTH:
                break
            name = (start.key, source, start.canonical(start.cell(stone.cell)))
            row = rows.get(name)
            if row is None:
                row = rows[name] = [0] * 7
            row[column] += 1
            rating = ratings[stone.color is Color.O]
            if rating is not None:
                row[4] += 1
                row[5] += rating
            row[6] = number
            start.play(stone)
        self._games += 1
        if self._games == BATCH:
            self.flush()

    def flush(self) -> None:
        """Write the buffered moves."""
        self._database.executemany(_ADD, ((*name, *row) for name, row in sorted(self._buffer.items())))
        self._buffer.clear()
        self._games = 0

    def clear(self, source: int | None = None) -> None:
        """Delete everything, or everything of one source."""
        if source is None:
            self._database.execute("DELETE FROM plays")
        else:
            self._database.execute("DELETE FROM plays WHERE source = ?", (source,))

    def replies(self, game: Game, sources: Sequence[int] = (0,)) -> list[Reply]:
        """The moves played in the game's position, most frequent first."""
        walker = Walker.of(game)
        for stone in game.played:
            walker.play(stone)
        marks = ", ".join("?" * len(sources))
        rows = self._rows_of(
            "SELECT json_array(move, sum(black), sum(draws), sum(white), sum(other), sum(rated), sum(rating), max(last)) AS row"
            f" FROM plays WHERE key = ? AND source IN ({marks}) GROUP BY move",
            (walker.key, *sources),
        )
        found = [
            Reply(tuple(walker.cells(move)), black, draws, white, other, round(rating / rated) if rated else None, last)
            for move, black, draws, white, other, rated, rating, last in rows
        ]
        return sorted(found, key=lambda reply: (-reply.games, reply.cells))

    def followed(self, game: Game, sources: Sequence[int] = (0,)) -> list[int]:
        """The number of games that played each move of the game's line, as far as moves are indexed."""
        steps = steps_of(game)
        keys, known = [key for key, _ in steps], ", ".join("?" * len(steps))
        rows = self._rows_of(
            "SELECT json_array(key, move, sum(black + draws + white + other)) AS row FROM plays"
            f" WHERE key IN ({known}) AND source IN ({', '.join('?' * len(sources))}) GROUP BY key, move",
            (*keys, *sources),
        )
        games = {(key, move): count for key, move, count in rows}
        return [games.get(step, 0) for step in steps]

    def _rows_of(self, query: str, values: Sequence[int]) -> list[list[int]]:
        """All rows of a query for JSON arrays, as one: fetching a row lets another thread of the process run, which keeps the
        interpreter for 5 ms each time."""
        (text,) = self._database.execute(f"SELECT json_group_array(json(row)) FROM ({query})", values).fetchone()
        rows: list[list[int]] = json.loads(text)
        return rows


def steps_of(game: Game) -> list[tuple[int, int]]:
    """The positions of a game's line with the canonical move played in each, as far as moves are indexed."""
    walker, steps = Walker.of(game), []
    for stone in game.played[:DEPTH]:
        steps.append((walker.key, walker.canonical(walker.cell(stone.cell))))
        walker.play(stone)
    return steps
