"""Board: stones on a padded grid, captures, and the shapes on a single line.

A `Board` knows no turn, no ban and no end of the game. Shapes on one axis (runs, fours, threes) are judged on a window of
eleven cells around a stone: no rule depends on cells further away than five.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from gomoku.rules.variant import Color, Five

Cell: TypeAlias = tuple[int, int]
"""(x, y) from 0; x is the column from the left, y the row from the top."""
Point: TypeAlias = int
"""Index into the padded grid."""
Window: TypeAlias = bytes
"""The eleven cells of one axis around a point."""

EMPTY: Final = 0
STONE: Final = {Color.X: 1, Color.O: 2}
WALL: Final = 3
COLOR: Final = {1: Color.X, 2: Color.O}

REACH: Final = 5
"""Distance up to which shapes of a stone depend on other cells; also the width of the wall."""
MIDDLE: Final = REACH
"""Index of the stone in its window."""

remembered: Final = lru_cache(maxsize=1 << 15)
"""Cache of the shape functions below: the same windows recur."""


class Board:
    """Stones on a grid surrounded by a wall.

    A point is `(y + REACH) * stride + REACH + x`; the wall before a row also ends the previous row.
    """

    __slots__ = ("axes", "empty", "grid", "height", "rays", "stride", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = width + REACH
        wall = bytes([WALL])
        row = wall * REACH + bytes(width)
        outside = wall * (self.stride * REACH)
        self.grid = bytearray(outside + row * height + outside + wall * REACH)
        self.axes = (1, self.stride, self.stride + 1, self.stride - 1)
        self.rays = self.axes + tuple(-step for step in self.axes)
        self.empty = width * height
        """Number of empty cells."""

    def copy(self) -> "Board":
        twin = object.__new__(Board)
        for name in Board.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.grid = self.grid[:]
        return twin

    def point(self, cell: Cell) -> Point:
        return (cell[1] + REACH) * self.stride + REACH + cell[0]

    def cell(self, point: Point) -> Cell:
        return (point % self.stride - REACH, point // self.stride - REACH)

    def holds(self, cell: Cell) -> bool:
        """Is the cell on the board?"""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def points(self) -> Iterator[Point]:
        """Every point of the board, row by row from the top."""
        for start in self._row_starts():
            yield from range(start, start + self.width)

    def _row_starts(self) -> range:
        first = self.point((0, 0))
        return range(first, first + self.height * self.stride, self.stride)

    def empties(self) -> Iterator[Point]:
        """Every empty point, row by row from the top."""
        find = self.grid.find
        point = find(EMPTY)
        while point >= 0:
            yield point
            point = find(EMPTY, point + 1)

    def put(self, point: Point, stone: int) -> None:
        self.grid[point] = stone
        self.empty -= 1

    def lift(self, point: Point) -> None:
        self.grid[point] = EMPTY
        self.empty += 1

    def window(self, point: Point, axis: int) -> Window:
        """The eleven cells of one axis around a point."""
        return bytes(self.grid[point - REACH * axis : point + REACH * axis + 1 : axis])

    def fill(self, rows: Sequence[str]) -> None:
        """Fill an empty board from rows of `X O .`."""
        for start, row in zip(self._row_starts(), rows, strict=True):
            self.grid[start : start + self.width] = row.encode("ascii").translate(_STONES)
        self.empty = sum(row.count(".") for row in rows)

    def has_five(self, stone: int) -> bool:
        """Are five of these stones in a row anywhere? The wall separates the lines of an axis."""
        five = bytes([stone]) * 5
        return any(five in self.grid[first::axis] for axis in self.axes for first in range(axis))

    def captures(self, point: Point, stone: int, sizes: tuple[int, ...]) -> list[Point]:
        """The enemy stones captured by a stone on this point: rows of a length in `sizes`, flanked on both sides."""
        taken: list[Point] = []
        if not sizes:
            return taken
        grid = self.grid
        enemy = 3 - stone
        for ray in self.rays:
            if grid[point + ray] != enemy:
                continue
            length = 1
            while grid[point + (length + 1) * ray] == enemy:
                length += 1
            if length in sizes and grid[point + (length + 1) * ray] == stone:
                taken.extend(point + k * ray for k in range(1, length + 1))
        return taken

    def run(self, point: Point, axis: int) -> range:
        """The unbroken row of the stone's colour through the point, as a range of points."""
        grid = self.grid
        stone = grid[point]
        first = last = point
        while grid[first - axis] == stone:
            first -= axis
        while grid[last + axis] == stone:
            last += axis
        return range(first, last + axis, axis)

    def rows(self) -> list[str]:
        """The board as text, `X O .`, top row first."""
        text = self.grid.translate(_GLYPHS).decode("ascii")
        return [text[start : start + self.width] for start in self._row_starts()]


_GLYPHS: Final = bytes(b".XO#"[i] if i < 4 else 0 for i in range(256))
_STONES: Final = bytes.maketrans(b".XO", bytes([EMPTY, STONE[Color.X], STONE[Color.O]]))


@remembered
def is_five(window: Window, five: Five, caro: bool) -> bool:
    """Is the middle stone part of a winning run?"""
    stone = window[MIDDLE]
    first = last = MIDDLE
    while first > 0 and window[first - 1] == stone:
        first -= 1
    while last < len(window) - 1 and window[last + 1] == stone:
        last += 1
    length = last - first + 1
    if length != 5:
        return length > 5 and five is Five.AT_LEAST
    enemy = 3 - stone
    return not (caro and window[first - 1] == enemy and window[last + 1] == enemy)


@remembered
def is_overline(window: Window) -> bool:
    """Is the middle stone part of a run of six or more?"""
    stone = window[MIDDLE]
    return any(window[s : s + 6] == bytes([stone]) * 6 for s in range(len(window) - 5) if s <= MIDDLE < s + 6)


@remembered
def fours(window: Window, five: Five) -> int:
    """Number of fours with the middle stone: sets of four stones that one more completes to a five."""
    stone = window[MIDDLE]
    found = set()
    for start in range(MIDDLE - 4, MIDDLE + 1):
        spots = range(start, start + 5)
        holes = [i for i in spots if window[i] == EMPTY]
        if len(holes) == 1 and all(window[i] == stone for i in spots if i != holes[0]):
            longer = window[start - 1] == stone or window[start + 5] == stone
            if five is Five.AT_LEAST or not longer:
                found.add(frozenset(spots) - {holes[0]})
    return len(found)


@remembered
def open_four_cells(window: Window, five: Five) -> tuple[int, ...]:
    """Offsets from the middle stone at which one more stone makes a straight four with it.

    A straight four is four in a row with both neighbours empty, each of which would make a five. The shapes are
    `.XXX..`, `..XXX.`, `.XX.X.` and `.X.XX.`. A window that holds a four already is not a three: nothing is listed.
    """
    stone = window[MIDDLE]
    if fours(window, Five.AT_LEAST):
        return ()
    found = []
    for start in range(MIDDLE - 3, MIDDLE + 1):  # the straight four would fill start .. start + 3
        spots = range(start, start + 4)
        holes = [i for i in spots if window[i] == EMPTY]
        if len(holes) != 1 or any(window[i] not in (stone, EMPTY) for i in spots):
            continue
        if window[start - 1] != EMPTY or window[start + 4] != EMPTY:
            continue
        if five is Five.EXACTLY and stone in (window[start - 2], window[start + 5]):
            continue  # one of the two completing stones would make six
        found.append(holes[0] - MIDDLE)
    return tuple(found)


@remembered
def is_flanked_three(window: Window) -> bool:
    """Three stones with the middle one among them, at most one hole, and both end cells empty (`Three.FLANK`)."""
    stone = window[MIDDLE]
    for length in (3, 4):
        for start in range(MIDDLE - length + 1, MIDDLE + 1):
            body = window[start : start + length]
            inside = body[0] == body[-1] == stone and body.count(stone) == 3
            if inside and body.count(EMPTY) == length - 3:
                if window[start - 1] == EMPTY == window[start + length]:
                    return True
    return False


@remembered
def is_flanked_pair(window: Window) -> bool:
    """Is the middle stone one of exactly two, with an enemy stone at either end?"""
    stone = window[MIDDLE]
    enemy = 3 - stone
    pair = bytes([enemy, stone, stone, enemy])
    return window[MIDDLE - 1 : MIDDLE + 3] == pair or window[MIDDLE - 2 : MIDDLE + 2] == pair
