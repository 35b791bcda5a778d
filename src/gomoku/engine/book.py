"""Opening books: scores of moves, searched ahead of time, and the choice among them.

A file is a line of JSON that says what the book is for and how it was made, followed by its numbers, compressed: keys
of positions in ascending order (64 bits), the number of moves of each (8 bits), cells of the moves (16 bits) and their
scores (16 bits), little-endian. Positions that are equal under symmetry are stored once. `gomoku book` makes it.
"""

import json
import os
import random
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, Final

from gomoku.engine.types import Info, Result, Variation, is_loss
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.positions import Walker

VERSION: Final = 1
"""Format version of a file."""
SUFFIX: Final = ".book"
FOLDER: Final = os.path.join(os.path.dirname(__file__), "books")  # not pathlib: it would delay the engine's start
MARGIN: Final = 8
"""Evaluation points below the best move within which moves count as equal: one of them is played at random."""
EXPANDED: Final = 1 << 15
"""Bit of a move that leads to a book position: its score comes from the lines that follow, not from one search."""


class BookError(ValueError):
    """The file is not a book that this program can use."""


@dataclass(frozen=True)
class BookMove:
    """A move of the book."""

    cells: tuple[Cell, ...]
    """The cell, and those that mirror it in a symmetric position."""
    score: int
    """For the side to move, in evaluation points."""
    is_expanded: bool
    """Whether the position it leads to is in the book."""


class Book:
    """Moves with their scores by position, for one rule set."""

    def __init__(self, about: Mapping[str, Any], content: bytes) -> None:
        """Raises ValueError if the content does not match `about`."""
        self.about = about
        """Metadata: `rules`, and how the book was made: `first`, `nodes`, `lines`."""
        self.first: tuple[Cell, ...] = tuple((int(x), int(y)) for x, y in about.get("first", ()))
        """Moves from the empty board to the first position of the book."""
        size, count = int(about["positions"]), int(about["moves"])
        numbers: list[array[int]] = []
        start = 0
        for code, length in (("Q", size), ("B", size), ("H", count), ("h", count)):
            part = array(code)
            end = start + length * part.itemsize
            part.frombytes(content[start:end])
            if sys.byteorder == "big":
                part.byteswap()
            numbers.append(part)
            start = end
        self._keys, widths, self._moves, self._scores = numbers
        self._starts = array("I", accumulate(widths, initial=0))
        if start != len(content) or self._starts[-1] != count:
            raise ValueError("the numbers do not match the head")

    def __len__(self) -> int:
        return len(self._keys)

    def moves(self, game: Game) -> list[BookMove]:
        """The moves known in the game's position, the best first; empty outside the book."""
        walker = Walker.of(game)
        for stone in game.played:
            walker.play(stone)
        at = bisect_left(self._keys, walker.key)
        if at == len(self._keys) or self._keys[at] != walker.key:
            return []
        return [
            BookMove(tuple(walker.cells(move & ~EXPANDED)), score, bool(move & EXPANDED))
            for move, score in zip(
                self._moves[self._starts[at] : self._starts[at + 1]],
                self._scores[self._starts[at] : self._starts[at + 1]],
                strict=True,
            )
        ]

    def choose(self, game: Game, rng: random.Random) -> Result | None:
        """Choose at random among the best moves of the position; None outside the book, and if every move loses.

        Only moves that lead to book positions are chosen: the last scores of a line are no better than those of a
        search during the game.
        """
        known = [move for move in self.moves(game) if move.is_expanded]
        if not known or is_loss(known[0].score):
            return None
        best = rng.choice([move for move in known if move.score >= known[0].score - MARGIN])
        cell = rng.choice(best.cells)
        if game.why_illegal(cell) is not None:  # an opening may restrict what the rules allow
            return None
        line = Variation(cell, best.score, (cell,))
        return Result(cell, Info(0, 0, best.score, 0, 0.0, 0, (cell,), (line,)))


def read(path: str) -> Book:
    """Read a book. Raises OSError, or BookError if it is damaged or made for another program."""
    with open(path, "rb") as file:
        head, packed = file.readline(4096), file.read()
    try:
        about = json.loads(head)
        if about["version"] != VERSION:
            raise BookError(f"{path} is a book of version {about['version']}; this program reads version {VERSION}")
        content = zlib.decompress(packed)
        if zlib.crc32(content) != about["crc32"]:
            raise BookError(f"{path} is damaged: its checksum does not match")
        return Book(about, content)
    except (ValueError, KeyError, TypeError, OverflowError, zlib.error) as error:
        if isinstance(error, BookError):
            raise
        raise BookError(f"{path} is not a book, or damaged") from None


def pack(about: Mapping[str, Any], positions: Mapping[int, Sequence[tuple[int, int, bool]]]) -> bytes:
    """The content of a file: by key of a position, its moves as canonical cell, score, and whether it is expanded; the best first."""
    keys = sorted(positions)
    moves = [move for key in keys for move in positions[key]]
    columns: list[tuple[str, Iterable[int]]] = [
        ("Q", keys),
        ("B", (len(positions[key]) for key in keys)),
        ("H", (cell | EXPANDED if is_expanded else cell for cell, _, is_expanded in moves)),
        ("h", (score for _, score, _ in moves)),
    ]
    content = b""
    for code, numbers in columns:
        part = array(code, numbers)
        if sys.byteorder == "big":
            part.byteswap()
        content += part.tobytes()
    head = {"version": VERSION, **about, "positions": len(keys), "moves": len(moves), "crc32": zlib.crc32(content)}
    return json.dumps(head).encode("ascii") + b"\n" + zlib.compress(content, 9)


def book_for(rules: Rules) -> Book | None:
    """The book that comes with the program for exactly these rules, if there is one."""
    return _built_in(rules.name, rules.spec())


@cache
def _built_in(name: str, spec: str) -> Book | None:
    path = os.path.join(FOLDER, name + SUFFIX)
    if not os.path.exists(path):
        return None
    try:
        book = read(path)
    except (OSError, BookError):  # a damaged installation plays without a book
        return None
    return book if book.about.get("rules") == spec else None
