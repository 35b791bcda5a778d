"""The cells that are closed to the side to move, and those from which it captures. The rules say so, of each of them.

But asking the rules about every cell takes long, and every move of every room needs the answer: first those are looked
for that can be of the kind at all. Here all cells of one kind are a single large number with a bit for each, set where
the cell is of that kind: shifted, it says for all cells at once what stands so many steps away. The gap after each row
keeps a line from going on in the next one.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from gomoku.rules.board import REACH, Cell
from gomoku.rules.game import Game
from gomoku.rules.legality import Reason, has_bans
from gomoku.rules.variant import Three

Cells = int
"""Some cells of a board."""
GAP: Final = "#" * REACH

Shapes = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Where on a line own stones and holes must be for a stone in the middle to make a shape."""


def _spans(length: int) -> list[list[int]]:
    """The other cells of each row of so many in which the stone can stand."""
    return [[step for step in range(start, start + length) if step] for start in range(1 - length, 1)]


def _with_hole(span: list[int], *ends: int) -> Shapes:
    """A row of own stones but for one hole; its ends are empty."""
    return tuple((tuple(step for step in span if step != hole), (hole, *ends)) for hole in span)


def _ends(span: list[int]) -> tuple[int, int]:
    return min(0, *span) - 1, max(0, *span) + 1


THREES: Final = tuple(shape for span in _spans(4) for shape in _with_hole(span, *_ends(span)))
FLANKED_THREES: Final = THREES + tuple((tuple(span), _ends(span)) for span in _spans(3))
FOURS: Final = tuple(shape for span in _spans(5) for shape in _with_hole(span))
SIXES: Final = tuple((tuple(span), ()) for span in _spans(6))
PAIRS: Final = tuple((tuple(span), ()) for span in _spans(2))


class Scan:
    """A position as the side to move sees it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rules = game.rules
        self._stride = game.rules.width + REACH
        self._axes = (1, self._stride, self._stride + 1, self._stride - 1)
        self._text = GAP.join(game.rows())
        self._own = self._all(str(game.to_move))
        self._enemy = self._all(str(game.to_move.other))
        self._empty = self._all(".")

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
        """The empty cells that a ban can close to the side to move at all."""
        rules, color = self._rules, self._game.to_move
        found = self._captors  # of their lines nobody knows what the capture makes of them
        if rules.ban_double_three.binds(color):
            found |= self._shaped(FLANKED_THREES if rules.three is Three.FLANK else THREES)[1]
        if rules.ban_double_four.binds(color):
            found |= self._shaped(FOURS, on_one_line=True)[1]
        if rules.ban_overline.binds(color):
            found |= self._shaped(SIXES)[0]
        if rules.ban_self_capture.binds(color):
            found |= self._shaped(PAIRS)[0]
        return self._cells(found)

    def _shaped(self, shapes: Shapes, on_one_line: bool = False) -> tuple[Cells, Cells]:
        """The empty cells where a stone makes one of the shapes, and those where it makes two: on two lines, or also
        `on_one_line`."""
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
    def _lines(self) -> list[tuple[list[Cells], list[Cells]]]:
        """For each axis: from which cells an own stone, and an empty cell, is so many steps ahead."""
        return [(_ahead(self._own, axis), _ahead(self._empty, axis)) for axis in self._axes]

    def _all(self, glyph: str) -> Cells:
        return int(self._text.translate(_ONLY[glyph]), 2)

    def _cells(self, some: Cells) -> list[Cell]:
        """Sorted by column, then row."""
        if not some:
            return []
        return sorted((at % self._stride, at // self._stride) for at in _places(f"{some:0{len(self._text)}b}"))

    @cached_property
    def _captors(self) -> Cells:
        """The cells from which the side to move captures."""
        found = 0
        for axis in self._axes:
            ahead = behind = self._empty
            for length in range(1, max(self._rules.capture_sizes, default=0) + 1):
                ahead &= self._enemy << length * axis
                behind &= self._enemy >> length * axis
                if length in self._rules.capture_sizes:
                    found |= ahead & self._own << (length + 1) * axis | behind & self._own >> (length + 1) * axis
        return found


def _ahead(some: Cells, axis: int) -> list[Cells]:
    """The cells from which those are so many steps ahead, each at the place of its step: [-2] is two steps back."""
    steps = range(axis, (REACH + 1) * axis, axis)
    return [some, *(some << step for step in steps), *(some >> step for step in reversed(steps))]


def _places(bits: str) -> Iterator[int]:
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


_ONLY: Final = {glyph: str.maketrans("XO.#", "".join(str(int(each == glyph)) for each in "XO.#")) for glyph in "XO."}
"""Tables that turn one glyph into 1 and all others into 0."""
