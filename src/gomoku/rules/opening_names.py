"""Names of openings: the 26 of renju, thirteen direct and thirteen indirect.

An opening is the pattern of the first three stones: black in the centre, white beside it, black at most two lines away. The
names are used for the same patterns in every game of the family. RULES.md has the table and its sources.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from gomoku.rules.board import Cell
from gomoku.rules.game import Game
from gomoku.rules.variant import Color

DIRECT: Final = (0, -1)
"""The white stone of a direct opening, as `(dx, dy)` from the centre: above it."""
INDIRECT: Final = (1, -1)
"""The white stone of an indirect opening: up and to the right."""

_NAMES: Final = {
    DIRECT: {
        (0, -2): "Kansei",
        (1, -2): "Keigetsu",
        (2, -2): "Sosei",
        (1, -1): "Kagetsu",
        (2, -1): "Zangetsu",
        (1, 0): "Ugetsu",
        (2, 0): "Kinsei",
        (0, 1): "Shogetsu",
        (1, 1): "Kyugetsu",
        (2, 1): "Shingetsu",
        (0, 2): "Zuisei",
        (1, 2): "Sangetsu",
        (2, 2): "Yusei",
    },
    INDIRECT: {
        (2, -2): "Chosei",
        (2, -1): "Kyogetsu",
        (2, 0): "Kosei",
        (2, 1): "Suigetsu",
        (2, 2): "Ryusei",
        (1, 0): "Ungetsu",
        (1, 1): "Hogetsu",
        (1, 2): "Rangetsu",
        (0, 1): "Gingetsu",
        (0, 2): "Myojo",
        (-1, 1): "Shagetsu",
        (-1, 2): "Meigetsu",
        (-2, 2): "Suisei",
    },
}
"""Names by the white stone and the second black stone, both from the centre, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A named opening and its pattern in the usual view."""

    code: str
    """Number and kind: `1D` to `13D` are direct, `1I` to `13I` indirect."""
    name: str
    white: Cell
    """The white stone, from the centre."""
    black: Cell
    """The second black stone, from the centre."""

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


NAMED_OPENINGS: Final = tuple(
    NamedOpening(f"{number}{'D' if white is DIRECT else 'I'}", name, white, black)
    for white, patterns in _NAMES.items()
    for number, (black, name) in enumerate(patterns.items(), start=1)
)


def named_opening(game: Game) -> NamedOpening | None:
    """The opening of a game by its first three stones, whichever of the black ones came first; None if it has no name."""
    first = game.played[:3]
    if len(first) < 3 or (game.setup is not None and set("".join(game.setup.rows)) != {"."}):
        return None
    blacks = [stone.cell for stone in first if stone.color is Color.X]
    centre = game.rules.centre
    if len(blacks) != 2 or centre not in blacks:
        return None
    black = blacks[1 - blacks.index(centre)]
    white = next(stone.cell for stone in first if stone.color is Color.O)
    return _by_pattern().get((_from(centre, white), _from(centre, black)))


def _from(centre: Cell, cell: Cell) -> Cell:
    return cell[0] - centre[0], cell[1] - centre[1]


@cache
def _by_pattern() -> dict[tuple[Cell, Cell], NamedOpening]:
    """The openings by their stones in all eight symmetries."""
    found = {}
    for opening in NAMED_OPENINGS:
        for turn in range(8):
            found[_turned(opening.white, turn), _turned(opening.black, turn)] = opening
    return found


def _turned(cell: Cell, turn: int) -> Cell:
    x, y = cell[::-1] if turn & 4 else cell
    return (-x if turn & 1 else x), (-y if turn & 2 else y)
