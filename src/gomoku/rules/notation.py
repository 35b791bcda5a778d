"""Names of cells: `K10` in Go style, `H8` in renju style.

Go style skips the letter I and is used on boards 19 wide; renju style keeps it and is used on every other size.
Boards too wide for single letters use numbers: `27-3` is column 27, third row from the bottom. Files never hold these
names, so stored games are unambiguous.
"""

from enum import Enum
from string import ascii_uppercase
from typing import TypeAlias

from gomoku.rules.board import Cell

CellLike: TypeAlias = Cell | str | list[int]


class Style(Enum):
    """Column letters of a notation style."""

    GO = ascii_uppercase.replace("I", "")
    RENJU = ascii_uppercase


class NotationError(ValueError):
    """A text that is not the name of a cell."""


def style_of(width: int) -> Style:
    return Style.GO if width == 19 else Style.RENJU


def column_names(width: int, style: Style | None = None) -> list[str]:
    """The names of the columns from the left: letters, or numbers on boards too wide for them."""
    letters = (style or style_of(width)).value
    return list(letters[:width]) if width <= len(letters) else [str(x + 1) for x in range(width)]


def name_of(cell: Cell, width: int, height: int, style: Style | None = None) -> str:
    """The name of a cell, such as K10."""
    column = column_names(width, style)[cell[0]]
    dash = "-" if column.isdigit() else ""
    return f"{column}{dash}{height - cell[1]}"


def cell_of(text: str, width: int, height: int, style: Style | None = None) -> Cell:
    """Parse the name of a cell, or `x,y` from 0. The cell may lie off the board."""
    text = text.strip().upper()
    if len(text) > 12 or not text.isascii():
        raise NotationError(f"{text[:12]!r} names no cell")
    for separator in ",-":
        left, found, right = text.partition(separator)
        if found and left.isdigit() and right.isdigit():
            x, y = int(left), int(right)
            return (x, y) if separator == "," else (x - 1, height - y)
    letters = (style or style_of(width)).value
    if text[:1] not in letters or not text[:1] or not text[1:].isdigit():
        raise NotationError(f"{text!r} names no cell; expected something like {_example(width, height)}")
    return (letters.index(text[0]), height - int(text[1:]))


def _example(width: int, height: int) -> str:
    return name_of((width // 2, height // 2), width, height)
