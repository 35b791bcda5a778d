"""Figures as books print them: a range of numbered moves, letters on empty cells, and a list of moves on occupied cells below.

`figure_of` makes the `Diagram` that `diagram.draw` renders. A stone captured within the range stays drawn, as it was
seen when it was played; a move on a cell that holds a stone in the figure is listed: `7 at 3`, or `7 at K10` on a stone
without number.
"""

from collections.abc import Mapping
from itertools import chain
from string import ascii_uppercase
from typing import Final

from gomoku.rules.board import Cell
from gomoku.rules.diagram import Diagram
from gomoku.rules.game import Game

MAX_LETTER: Final = 3
"""Characters of a letter."""
_LISTED_PER_LINE: Final = 6


class FigureError(ValueError):
    """A range or a letter that does not fit the game."""


def figure_of(
    game: Game,
    *,
    first: int = 1,
    letters: Mapping[Cell, str] | None = None,
    caption: str = "",
    at: str = "at",
    coordinates: bool = True,
) -> Diagram:
    """Figure of a game's moves from number `first` on; past the last move, none is numbered. `at` is the word of the list."""
    last = len(game.played)
    if not 1 <= first <= last + 1:
        raise FigureError(f"the figure has moves 1 to {last}; it cannot begin with {first}")
    rows = [list(row) for row in game.at(first - 1).rows()]
    numbers: dict[Cell, str] = {}
    listed: list[str] = []
    for number, played in enumerate(game.played[first - 1 :], first):
        x, y = played.cell
        if rows[y][x] == ".":
            rows[y][x] = played.color.value
            numbers[played.cell] = str(number)
        else:
            listed.append(f"{number} {at} {numbers.get(played.cell) or game.name(played.cell)}")
    for cell, letter in (letters or {}).items():
        x, y = cell
        if not (0 <= y < len(rows) and 0 <= x < len(rows[0])):
            raise FigureError("a letter is outside the board")
        if rows[y][x] != ".":
            raise FigureError(f"there is a stone on {game.name(cell)}: letters are for empty cells")
        if not 1 <= len(letter) <= MAX_LETTER:
            raise FigureError(f"a letter has 1 to {MAX_LETTER} characters, not {letter!r}")
    lines = [", ".join(listed[i : i + _LISTED_PER_LINE]) for i in range(0, len(listed), _LISTED_PER_LINE)]
    return Diagram(
        rows=["".join(row) for row in rows],
        title=caption or _title(first, last),
        coordinates=coordinates,
        labels={**numbers, **(letters or {})},
        notes=[*lines, *([caption] if caption else [])],
    )


def lettered(letters: Mapping[Cell, str]) -> dict[Cell, str]:
    """The same letters; an empty one becomes the next unused one of A, B, C …, and after Z, AA and so on."""
    used = set(letters.values())
    names = chain(ascii_uppercase, (a + b for a in ascii_uppercase for b in ascii_uppercase))
    free = (name for name in names if name not in used)
    return {cell: text or next(free) for cell, text in letters.items()}


def _title(first: int, last: int) -> str:
    if first > last:
        return f"Board after move {last}." if last else "Board before the first move."
    return f"Moves {first} to {last}." if first < last else f"Move {last}."
