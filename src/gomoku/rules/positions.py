"""Positions up to symmetry: one key for a position in all eight views, and moves in its canonical view.

A key stands for the rules, the stones, the side to move and the stones taken. Rectangular boards have four views.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from operator import xor
from random import Random
from typing import Final

from gomoku.rules import Cell, Color, Game, Played, Rules
from gomoku.rules.board import STONE, Board

_BITS: Final = 63
"""Bits of a key, which SQLite can store as a positive integer."""


class _Board:
    """The views of a board, and a random number for each stone on each cell in each of them."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.views = [_view(width, height, turn) for turn in range(8 if width == height else 4)]
        """Each view as the cell that every cell becomes; cells are `y * width + x`."""
        random = Random(f"{width}x{height}")
        self.white_to_move = random.getrandbits(_BITS)
        self.taken = {color: random.getrandbits(_BITS) | 1 for color in Color}
        self.black, self.white = (
            [tuple(numbers[view[cell]] for view in self.views) for cell in range(width * height)]
            for numbers in ([random.getrandbits(_BITS) for _ in range(width * height)] for _ in Color)
        )


def _view(width: int, height: int, turn: int) -> list[int]:
    found = []
    for cell in range(width * height):
        y, x = divmod(cell, width)
        if turn & 4:
            x, y = y, x
        found.append((height - 1 - y if turn & 2 else y) * width + (width - 1 - x if turn & 1 else x))
    return found


@lru_cache(maxsize=16)
def _board(width: int, height: int) -> _Board:
    return _Board(width, height)


class Walker:
    """A position that changes move by move, with its key."""

    def __init__(self, rules: Rules) -> None:
        self._board = _board(rules.width, rules.height)
        base = int.from_bytes(blake2b(rules.spec().encode(), digest_size=8).digest()) >> 1
        self._keys: Sequence[int] = [base] * len(self._board.views)
        self._taken = dict.fromkeys(Color, 0)
        self._white_to_move = False
        self._rest = 0
        """Part of the key that is the same in every view: the side to move, and the stones taken."""

    @classmethod
    def of(cls, game: Game) -> "Walker":
        """The position that a game started from."""
        walker = cls(game.rules)
        if game.setup is not None:
            for y, row in enumerate(game.setup.rows):
                for x, sign in enumerate(row):
                    if sign != ".":
                        walker._flip(walker.cell((x, y)), Color(sign))
            walker._count(Color.X, game.setup.taken[0])
            walker._count(Color.O, game.setup.taken[1])
            walker._turn(game.setup.to_move is Color.O)
        return walker

    def cell(self, cell: Cell) -> int:
        """A cell as a number."""
        return cell[1] * self._board.width + cell[0]

    @property
    def key(self) -> int:
        """The key of the position, the same in all its views."""
        return min(self._keys) ^ self._rest

    def canonical(self, cell: int) -> int:
        """A move in the canonical view; moves that mirror each other are equal."""
        keys, views = self._keys, self._board.views
        least = min(keys)
        if keys.count(least) == 1:
            return views[keys.index(least)][cell]
        return min(views[turn][cell] for turn, key in enumerate(self._keys) if key == least)

    def cells(self, canonical: int) -> list[Cell]:
        """The cells on this board that a canonical move stands for."""
        least = min(self._keys)
        found = {self._board.views[turn].index(canonical) for turn, key in enumerate(self._keys) if key == least}
        return [divmod(cell, self._board.width)[::-1] for cell in sorted(found)]

    def play(self, stone: Played) -> None:
        """The position after a stone and its captures."""
        self._flip(self.cell(stone.cell), stone.color)
        if stone.captured:
            for cell in stone.captured:
                self._flip(self.cell(cell), stone.color.other)
            self._count(stone.color, len(stone.captured))
        self._turn(stone.color is Color.X)

    def _flip(self, cell: int, color: Color) -> None:
        stones = self._board.black if color is Color.X else self._board.white
        self._keys = list(map(xor, self._keys, stones[cell]))

    def _count(self, color: Color, stones: int) -> None:
        if stones:
            number = self._board.taken[color]
            before = self._taken[color]
            self._taken[color] += stones
            mask = (1 << _BITS) - 1
            self._rest ^= (number * before & mask) ^ (number * self._taken[color] & mask)

    def _turn(self, is_white: bool) -> None:
        if self._white_to_move != is_white:
            self._rest ^= self._board.white_to_move
        self._white_to_move = is_white


def stones_of(rules: Rules, cells: Iterable[int]) -> Iterator[Played]:
    """Stones played on the empty board, with their captures; legality is not checked."""
    board = Board(rules.width, rules.height)
    color, width, sizes = Color.X, rules.width, rules.capture_sizes
    for cell in cells:
        y, x = divmod(cell, width)
        if not sizes:
            yield Played((x, y), color)
            color = Color.O if color is Color.X else Color.X
            continue
        point = board.point((x, y))
        board.put(point, STONE[color])
        taken = board.captures(point, STONE[color], sizes)
        for other in taken:
            board.lift(other)
        yield Played((x, y), color, tuple(map(board.cell, taken)))
        color = color.other


def rows_after(rules: Rules, cells: Iterable[int]) -> list[str]:
    """The board after stones that are played on it when it is empty, as rows from the top; legality is not checked."""
    board = Board(rules.width, rules.height)
    for stone in stones_of(rules, cells):
        board.put(board.point(stone.cell), STONE[stone.color])
        for cell in stone.captured:
            board.lift(board.point(cell))
    return board.rows()


def canonical_line(rules: Rules, cells: Iterable[Cell]) -> tuple[int, ...]:
    """A line of moves as numbers, the same in all its views."""
    numbers = [y * rules.width + x for x, y in cells]
    return min(tuple(view[cell] for cell in numbers) for view in _board(rules.width, rules.height).views)


def key_of(game: Game) -> int:
    """The key of a game's current position."""
    walker = Walker.of(game)
    for stone in game.played:
        walker.play(stone)
    return walker.key
