"""Where to look on a board: the few cells that can be closed or capture at all. Whether they do is for the rules to say.

Asking the rules about every cell takes long, and every move of every room needs the answer. Here all cells of one kind
are a single large number with a bit for each, set where the cell is of that kind: shifted, it says for all cells at
once what stands so many steps away. The gap after each row keeps a line from going on in the next one.
"""

from collections.abc import Iterator
from typing import Final

from gomoku.rules import Banned, Cell, Game
from gomoku.rules.board import REACH

Cells = int
"""Some cells of a board."""
GAP: Final = "#" * REACH
NEAR: Final = 3
"""Steps: of the other stones in a three, and of two of those in a four, none is farther away."""


class Lookout:
    """The stones of a position as the side to move sees them."""

    def __init__(self, game: Game) -> None:
        self.stride = game.rules.width + REACH
        self.text = GAP.join(game.rows())
        self.own = self._all(str(game.to_move))
        self.enemy = self._all(str(game.to_move.other))
        self.empty = self._all(".")
        self.axes = (1, self.stride, self.stride + 1, self.stride - 1)

    def _all(self, glyph: str) -> Cells:
        return int(self.text.translate(_ONLY[glyph]), 2)

    def cells(self, some: Cells) -> list[Cell]:
        """Sorted by column, then row."""
        return sorted((at % self.stride, at // self.stride) for at in _places(f"{some:0{len(self.text)}b}"))

    def away(self, some: Cells, steps: int) -> Cells:
        """The places from which those cells are so many places ahead."""
        return some << steps if steps > 0 else some >> -steps

    def suspects(self, sizes: tuple[int, ...], beside: bool) -> Cells:
        """The empty cells which a ban can close. `beside`: any own stone next to them is enough, for a self-capture."""
        found = self._crowded(self.own | self.empty)
        takers = self.captors(sizes)
        if takers:  # what stands in the way of their lines may be gone with the capture
            found |= takers & self._crowded(self.own | self.empty | self.enemy)
        if beside:
            for axis in self.axes:
                found |= self.away(self.own, axis) | self.away(self.own, -axis)
        return found & self.empty

    def _crowded(self, passable: Cells) -> Cells:
        """The empty cells with own stones on their lines: two NEAR ones on two of them, for double-threes and
        double-fours, or four on one, for overlines and two fours in a row. What is not `passable` ends a line."""
        one_line = two_lines = 0
        for axis in self.axes:
            open_rays = {axis: self.empty, -axis: self.empty}
            one = two = three = four = near = 0
            for step in range(1, REACH + 1):
                for ray, is_open in open_rays.items():
                    there = is_open & self.away(self.own, step * ray)
                    four |= three & there
                    three |= two & there
                    two |= one & there
                    one |= there
                    open_rays[ray] = is_open & self.away(passable, step * ray)
                if step == NEAR:
                    near = two
            two_lines |= (one_line & near) | four
            one_line |= near
        return two_lines

    def captors(self, sizes: tuple[int, ...]) -> Cells:
        """The empty cells from which the side to move captures rows of these lengths."""
        found = 0
        for axis in self.axes:
            for ray in (axis, -axis):
                row = self.empty
                for length in range(1, max(sizes, default=0) + 1):
                    row &= self.away(self.enemy, length * ray)
                    if length in sizes:
                        found |= row & self.away(self.own, (length + 1) * ray)
        return found


def suspects(game: Game) -> list[Cell]:
    """The empty cells that a ban can close to the side to move at all."""
    lookout = Lookout(game)
    return lookout.cells(lookout.suspects(game.rules.capture_sizes, game.rules.ban_self_capture is not Banned.NOBODY))


def captors(game: Game) -> list[Cell]:
    """The cells from which the side to move captures."""
    lookout = Lookout(game)
    return lookout.cells(lookout.captors(game.rules.capture_sizes))


def _places(bits: str) -> Iterator[int]:
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


_ONLY: Final = {glyph: str.maketrans("XO.#", "".join(str(int(each == glyph)) for each in "XO.#")) for glyph in "XO."}
"""Tables that turn one glyph into 1 and all others into 0."""
