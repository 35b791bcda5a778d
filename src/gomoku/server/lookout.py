"""The cells that are closed to the side to move, and those from which it captures. The rules say so, of each of them.

But asking the rules about every cell takes long, and every move of every room needs the answer: first those are looked
for that can be of the kind at all. Here all cells of one kind
are a single large number with a bit for each, set where the cell is of that kind: shifted, it says for all cells at
once what stands so many steps away. The gap after each row keeps a line from going on in the next one.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from gomoku.rules import Banned, Cell, Game
from gomoku.rules.board import REACH
from gomoku.rules.legality import has_bans
from gomoku.server.values import Forbidden, Takes

Cells = int
"""Some cells of a board."""
GAP: Final = "#" * REACH
NEAR: Final = 3
"""Steps: of the other stones in a three, and of two of those in a four, none is farther away."""


class Lookout:
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

    def forbidden(self) -> tuple[Forbidden, ...]:
        """The empty cells that a ban closes to the side to move, with the reason, sorted."""
        if self._game.is_over or not has_bans(self._rules, self._game.to_move):
            return ()
        reasons = ((cell, self._game.why_illegal(cell)) for cell in self.suspects())
        return tuple(Forbidden(cell, str(reason)) for cell, reason in reasons if reason is not None)

    def takes(self) -> tuple[Takes, ...]:
        """Where the side to move would capture, and what, sorted."""
        if self._game.is_over:
            return ()
        return tuple(Takes(cell, tuple(self._game.captures(cell))) for cell in self._cells(self._captors))

    def suspects(self) -> list[Cell]:
        """The empty cells that a ban can close to the side to move at all."""
        # what stands in the way of a captor's lines may be gone with the capture
        found = self._crowded() | self._captors
        if self._rules.ban_self_capture is not Banned.NOBODY:
            for axis in self._axes:
                found |= self._own >> axis | self._own << axis
        return self._cells(found & self._empty)

    def _all(self, glyph: str) -> Cells:
        return int(self._text.translate(_ONLY[glyph]), 2)

    def _cells(self, some: Cells) -> list[Cell]:
        """Sorted by column, then row."""
        if not some:
            return []
        return sorted((at % self._stride, at // self._stride) for at in _places(f"{some:0{len(self._text)}b}"))

    def _crowded(self) -> Cells:
        """The empty cells with own stones on their lines, and no enemy between: two NEAR ones on two lines, for
        double-threes and double-fours, or four on one, for overlines and two fours in a row."""
        own, passable = self._own, self._own | self._empty
        one_line = two_lines = 0
        for axis in self._axes:
            ahead = behind = self._empty
            one = two = three = four = near = 0
            for step in range(axis, REACH * axis + 1, axis):
                for there in (ahead & own << step, behind & own >> step):
                    four |= three & there
                    three |= two & there
                    two |= one & there
                    one |= there
                ahead &= passable << step
                behind &= passable >> step
                if step == NEAR * axis:
                    near = two
            two_lines |= one_line & near | four
            one_line |= near
        return two_lines

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


def _places(bits: str) -> Iterator[int]:
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


_ONLY: Final = {glyph: str.maketrans("XO.#", "".join(str(int(each == glyph)) for each in "XO.#")) for glyph in "XO."}
"""Tables that turn one glyph into 1 and all others into 0."""
