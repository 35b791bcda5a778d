"""Names of openings: the 26 of renju, the patterns of pro and long pro, and those of Pente.

An opening of renju is the pattern of the first three stones: black in the centre, white beside it, black at most two
lines away. The names are used for the same patterns in every game of the family. If black's second stone is further
away, the pattern is named after the opening rule that requires it. Openings of Pente are named after the cell of the second
stone; two of four stones have a name of their own. RULES.md has the tables and their sources.
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


PRO_DISTANCE: Final = 3
"""Lines from the centre to the nearest second black stone that the pro rule allows; the long pro rule requires one more."""
_FAR_NAMES: Final = {
    (DIRECT, False): "Direct pro",
    (DIRECT, True): "Direct long pro",
    (INDIRECT, False): "Indirect pro",
    (INDIRECT, True): "Indirect long pro",
}
"""Names by the white stone, and whether black's second stone is as far away as the long pro rule requires."""
_PENTE: Final = {
    "Wedge": ((3, 0), (1, 1), (3, 1)),
    "Pawnbroker": ((3, 0), (1, 1), (-1, 0)),
}
"""Named openings of Pente: the second black stone and both white ones, from the centre."""
PENTE_LINES: Final = 19
"""Board of the openings of Pente that are named after a cell."""
_PENTE_SECOND: Final = {
    "M10 opening": (2, 0),
    "M9 opening": (2, 1),
    "N9 opening": (3, 1),
    "O9 opening": (4, 1),
    "N8 opening": (3, 2),
    "O8 opening": (4, 2),
    "O7 opening": (4, 3),
}
"""White's first stones, from the centre, that players of Pente call an opening by. Next to the centre it is that of renju or pro."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A named opening: of renju, where it has a code and an order, or of another game of the family."""

    code: str
    """Number and kind of an opening of renju: `1D` to `13D` are direct, `1I` to `13I` indirect; else empty."""
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}" if self.code else self.name

    def is_called(self, text: str) -> bool:
        """Whether a text names this opening: by code, by name or by both, ignoring case."""
        parts = (self.code, self.name, str(self), self.name.removesuffix(" opening"))
        return text.casefold() in {part.casefold() for part in parts if part}


RENJU_OPENINGS: Final = tuple(
    NamedOpening(f"{number}{'D' if white is DIRECT else 'I'}", name)
    for white, patterns in _NAMES.items()
    for number, name in enumerate(patterns.values(), start=1)
)
NAMED_OPENINGS: Final = RENJU_OPENINGS + tuple(
    NamedOpening("", name) for name in (*_FAR_NAMES.values(), *_PENTE, *_PENTE_SECOND)
)


def named_opening(game: Game) -> NamedOpening | None:
    """The opening of a game by its first stones, in any order of each side's stones; None if it has no name."""
    if game.setup is not None and set("".join(game.setup.rows)) != {"."}:
        return None
    centre = game.rules.centre
    first = [(stone.color, _from(centre, stone.cell)) for stone in game.played[:4]]
    if len(first) == 4 and game.rules.capture_sizes:
        found = _by_pattern().get(frozenset(first))
        if found is not None:
            return found
    first = first[:3]
    blacks = [cell for color, cell in first if color is Color.X]
    if (0, 0) not in blacks:
        return None
    if game.rules.capture_sizes and game.rules.width == game.rules.height == PENTE_LINES:
        white = next((cell for color, cell in first if color is Color.O), None)
        if white in _second_stones():
            return _second_stones()[white]
    if len(blacks) != 2:
        return None
    black = blacks[1 - blacks.index((0, 0))]
    distance = max(map(abs, black))
    if distance < PRO_DISTANCE:
        return _by_pattern().get(frozenset(first))
    white = next(cell for color, cell in first if color is Color.O)
    if max(map(abs, white)) != 1:
        return None
    kind = DIRECT if 0 in white else INDIRECT
    return _far_opening(kind, distance > PRO_DISTANCE)


def rows_of(name: str) -> tuple[str, ...]:
    """The stones of an opening on the seven lines around the centre, for a small picture; empty for a name of several patterns."""
    for blacks, whites, opening in _patterns():
        if name in (opening.name, str(opening)):
            marks = dict.fromkeys(blacks, "X") | dict.fromkeys(whites, "O")
            return tuple("".join(marks.get((x, y), ".") for x in range(-3, 4)) for y in range(-3, 4))
    return ()


def _from(centre: Cell, cell: Cell) -> Cell:
    return cell[0] - centre[0], cell[1] - centre[1]


@cache
def _by_pattern() -> dict[frozenset[tuple[Color, Cell]], NamedOpening]:
    """The openings by their stones in all eight symmetries."""
    return {
        frozenset(
            (color, _turned(cell, turn)) for color, cells in ((Color.X, blacks), (Color.O, whites)) for cell in cells
        ): opening
        for blacks, whites, opening in _patterns()
        for turn in range(8)
    }


@cache
def _patterns() -> tuple[tuple[tuple[Cell, ...], tuple[Cell, ...], NamedOpening], ...]:
    """The black and white stones of the openings that are one pattern, from the centre."""
    by_name = {opening.name: opening for opening in NAMED_OPENINGS}
    found: list[tuple[tuple[Cell, ...], tuple[Cell, ...], NamedOpening]] = [
        (((0, 0), black), (white,), by_name[name])
        for white, patterns in _NAMES.items()
        for black, name in patterns.items()
    ]
    found += [(((0, 0), black), tuple(whites), by_name[name]) for name, (black, *whites) in _PENTE.items()]
    return tuple(found)


@cache
def _second_stones() -> dict[Cell | None, NamedOpening]:
    """The openings of Pente by White's first stone, in all eight symmetries."""
    by_name = {opening.name: opening for opening in NAMED_OPENINGS}
    return {_turned(cell, turn): by_name[name] for name, cell in _PENTE_SECOND.items() for turn in range(8)}


@cache
def _far_opening(white: Cell, is_long: bool) -> NamedOpening:
    return NamedOpening("", _FAR_NAMES[white, is_long])


def _turned(cell: Cell, turn: int) -> Cell:
    x, y = cell[::-1] if turn & 4 else cell
    return (-x if turn & 1 else x), (-y if turn & 2 else y)
