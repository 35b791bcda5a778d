"""Where to look on a board: the few cells that can be closed or capture at all. Whether they do is for the rules to say.

Asking the rules about every cell takes long, and every move of every room needs the answer. Here all cells of one kind
are a single large number with a byte for each, 1 where the cell is of that kind: shifted, it says for all cells at
once what stands so many steps away. The gap after each row keeps a line from going on in the next one.
"""

from collections.abc import Iterator
from typing import Final

from gomoku.rules import Banned, Cell, Game
from gomoku.rules.board import REACH

Cells = int
"""Some cells of a board."""
GAP: Final = "#" * REACH


class Lookout:
    """The stones of a position as the side to move sees them."""

    def __init__(self, game: Game) -> None:
        self.stride = game.rules.width + REACH
        self.text = GAP.join(game.rows()).encode()
        self.own = self._all(str(game.to_move))
        self.enemy = self._all(str(game.to_move.other))
        self.empty = self._all(".")
        self.axes = (1, self.stride, self.stride + 1, self.stride - 1)

    def _all(self, glyph: str) -> Cells:
        return int.from_bytes(self.text.translate(_ONLY[glyph]), "little")

    def cells(self, some: Cells) -> list[Cell]:
        """Sorted by column, then row."""
        found = some.to_bytes(len(self.text), "little")
        return sorted((at % self.stride, at // self.stride) for at in _places(found))

    def away(self, some: Cells, steps: int) -> Cells:
        """The places from which those cells are so many places ahead."""
        return some >> 8 * steps if steps > 0 else some << -8 * steps

    def suspects(self, beside: bool) -> Cells:
        """The empty cells which a ban can close: those with two own stones on each of two lines, for double-threes and
        double-fours, or four on one, for overlines and two fours in a row; or `beside` any, for a self-capture."""
        one_line = two_lines = 0
        for axis in self.axes:
            one = two = three = four = 0
            for step in (*range(-REACH, 0), *range(1, REACH + 1)):
                there = self.away(self.own, step * axis)
                four |= three & there
                three |= two & there
                two |= one & there
                one |= there
            two_lines |= (one_line & two) | four
            one_line |= two
            if beside:
                two_lines |= self.away(self.own, axis) | self.away(self.own, -axis)
        return two_lines & self.empty

    def captors(self, sizes: tuple[int, ...]) -> Cells:
        """The empty cells from which the side to move captures rows of these lengths."""
        found = 0
        for axis in self.axes:
            for ray in (axis, -axis):
                row = self.empty
                for length in range(1, max(sizes) + 1):
                    row &= self.away(self.enemy, length * ray)
                    if length in sizes:
                        found |= row & self.away(self.own, (length + 1) * ray)
        return found


def suspects(game: Game) -> list[Cell]:
    """The empty cells that a ban can close to the side to move at all."""
    lookout = Lookout(game)
    return lookout.cells(lookout.suspects(game.rules.ban_self_capture is not Banned.NOBODY))


def captors(game: Game) -> list[Cell]:
    """The cells from which the side to move captures."""
    if not game.rules.capture_sizes:
        return []
    lookout = Lookout(game)
    return lookout.cells(lookout.captors(game.rules.capture_sizes))


def _places(found: bytes) -> Iterator[int]:
    at = found.find(1)
    while at >= 0:
        yield at
        at = found.find(1, at + 1)


_ONLY: Final = {glyph: bytes(chr(byte) == glyph for byte in range(256)) for glyph in "XO."}
"""Tables that turn one glyph into 1 and all others into 0."""
