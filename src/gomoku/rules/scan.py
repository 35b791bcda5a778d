"""Fast scan for forbidden cells and capturing cells, with bitboards.

Testing every cell with the reference rules is slow, and every move of every room needs the result. Bitboards preselect the
candidates; the rules then decide each of them. A bitboard is one large integer with a bit per cell; a shift by n steps of an
axis moves all cells at once. The gap after each row keeps lines from wrapping into the next row.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from gomoku.rules.board import REACH, Cell
from gomoku.rules.game import Game
from gomoku.rules.legality import Reason, has_bans
from gomoku.rules.variant import Three

Bitboard = int
"""A set of cells, one bit each."""
GAP: Final = "#" * REACH
"""Cells between two rows."""

Shapes = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Offsets on a line of own stones and of empty cells with which a stone at 0 makes a shape."""


def _spans(length: int) -> list[list[int]]:
    """Offsets of the other cells in each row of `length` cells that contains the stone."""
    return [[step for step in range(start, start + length) if step] for start in range(1 - length, 1)]


def _with_hole(span: list[int], *ends: int) -> Shapes:
    """A row of own stones with one hole; `ends` are empty."""
    return tuple((tuple(step for step in span if step != hole), (hole, *ends)) for hole in span)


def _ends(span: list[int]) -> tuple[int, int]:
    return min(0, *span) - 1, max(0, *span) + 1


THREES: Final = tuple(shape for span in _spans(4) for shape in _with_hole(span, *_ends(span)))
FLANKED_THREES: Final = THREES + tuple((tuple(span), _ends(span)) for span in _spans(3))
FOURS: Final = tuple(shape for span in _spans(5) for shape in _with_hole(span))
SIXES: Final = tuple((tuple(span), ()) for span in _spans(6))
PAIRS: Final = tuple((tuple(span), ()) for span in _spans(2))


class Scan:
    """Bitboards of a position, from the side to move."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rules = game.rules
        self._stride = game.rules.width + REACH
        self._axes = (1, self._stride, self._stride + 1, self._stride - 1)
        self._text = GAP.join(game.rows())
        self._own = self._bitboard(str(game.to_move))
        self._enemy = self._bitboard(str(game.to_move.other))
        self._empty = self._bitboard(".")

    def forbidden(self) -> tuple[tuple[Cell, Reason], ...]:
        """The empty cells forbidden to the side to move, each with its reason, sorted."""
        if self._game.is_over or not has_bans(self._rules, self._game.to_move):
            return ()
        reasons = ((cell, self._game.why_illegal(cell)) for cell in self.suspects())
        return tuple((cell, reason) for cell, reason in reasons if reason is not None)

    def captures(self) -> tuple[tuple[Cell, tuple[Cell, ...]], ...]:
        """The cells where the side to move captures, each with the captured stones, sorted."""
        if self._game.is_over:
            return ()
        return tuple((cell, tuple(self._game.captures(cell))) for cell in self._cells(self._captors))

    def suspects(self) -> list[Cell]:
        """Candidates for forbidden cells: a superset, found without the rules."""
        rules, color = self._rules, self._game.to_move
        found = self._captors  # a capture changes the lines: always a candidate
        if rules.ban_double_three.binds(color):
            found |= self._shaped(FLANKED_THREES if rules.three is Three.FLANK else THREES)[1]
        if rules.ban_double_four.binds(color):
            found |= self._shaped(FOURS, on_one_line=True)[1]
        if rules.ban_overline.binds(color):
            found |= self._shaped(SIXES)[0]
        if rules.ban_self_capture.binds(color):
            found |= self._shaped(PAIRS)[0]
        return self._cells(found)

    def _shaped(self, shapes: Shapes, on_one_line: bool = False) -> tuple[Bitboard, Bitboard]:
        """Empty cells where a stone makes one of the shapes, and where it makes two: on two lines, or also `on_one_line`."""
        one = two = 0
        for own, empty in self._lines:
            line = 0
            for (first, *stones), holes in shapes:
                cells = self._empty & own[first]
                for step in stones:
                    cells &= own[step]
                if cells:
                    for step in holes:
                        cells &= empty[step]
                    if on_one_line:
                        two |= line & cells
                    line |= cells
            two |= one & line
            one |= line
        return one, two

    @cached_property
    def _lines(self) -> list[tuple[list[Bitboard], list[Bitboard]]]:
        """Own stones and empty cells for each axis, shifted by every offset."""
        return [(_shifted(self._own, axis), _shifted(self._empty, axis)) for axis in self._axes]

    def _bitboard(self, glyph: str) -> Bitboard:
        return int(self._text.translate(_ONLY[glyph]), 2)

    def _cells(self, some: Bitboard) -> list[Cell]:
        """The cells of a bitboard, sorted by column, then row."""
        if not some:
            return []
        return sorted((at % self._stride, at // self._stride) for at in _set_bits(f"{some:0{len(self._text)}b}"))

    @cached_property
    def _captors(self) -> Bitboard:
        """Bitboard of the cells from which the side to move captures."""
        found = 0
        for axis in self._axes:
            ahead = behind = self._empty
            for length in range(1, max(self._rules.capture_sizes, default=0) + 1):
                ahead &= self._enemy << length * axis
                behind &= self._enemy >> length * axis
                if length in self._rules.capture_sizes:
                    found |= ahead & self._own << (length + 1) * axis | behind & self._own >> (length + 1) * axis
        return found


def _shifted(some: Bitboard, axis: int) -> list[Bitboard]:
    """The bitboard shifted by every offset, which is the index: [-2] is two steps back."""
    steps = range(axis, (REACH + 1) * axis, axis)
    return [some, *(some << step for step in steps), *(some >> step for step in reversed(steps))]


def _set_bits(bits: str) -> Iterator[int]:
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


_ONLY: Final = {glyph: str.maketrans("XO.#", "".join(str(int(each == glyph)) for each in "XO.#")) for glyph in "XO."}
"""Translation tables that map one glyph to 1 and all others to 0."""
