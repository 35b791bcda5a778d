"""SGF values: points, point lists, the rule set and the setup position.

Reads and writes single properties; nodes and moves are handled by `sgf`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_letters
from typing import Final

from gomoku.rules.board import Cell
from gomoku.rules.game import Setup
from gomoku.rules.notation import cell_of
from gomoku.rules.records.errors import Source, shown
from gomoku.rules.records.record import Piskvork, checked_rules
from gomoku.rules.records.replay import cells_of, rows_of
from gomoku.rules.records.tree import Node, escape, unescape
from gomoku.rules.variant import PRESETS, Color, Rules, preset_of_piskvork

COLORS: Final = {"B": Color.X, "W": Color.O}
IDENTS: Final = {Color.X: "B", Color.O: "W"}

SETUP_IDENTS: Final = ("AB", "AW", "AE", "PL", "TAKEN")
_MAX_SETUP_CELLS: Final = 100_000
"""Cells in all setup properties, at most: a rectangle covers thousands in six characters."""

_LETTER: Final = {letter: number for number, letter in enumerate(ascii_letters)}
_LETTER_NUMBER: Final = re.compile(r"[A-Za-z][0-9]{1,2}")
_SIZE: Final = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
_TAKEN: Final = re.compile(r"([0-9]{1,5}):([0-9]{1,5})")
_MAX_CACHED: Final = 200
"""Characters of a rule set that is remembered: a file may hold long nonsense."""
_MOVE_LINE: Final = re.compile(r"\s*-?[0-9]+\s*,\s*-?[0-9]+\s*(?:,\s*[0-9]+\s*)?")
"""A line that a Piskvork file cannot have after its code."""
_PISKVORK: Final = re.compile(r"([0-9]{1,9}):([0-9]{1,9}),([01]),(-?[0-9]{1,9})")


# --- points ---


def point(cell: Cell) -> str:
    """A cell as two letters, column and row from the top left."""
    return ascii_letters[cell[0]] + ascii_letters[cell[1]]


def cell_at(value: str, rules: Rules) -> Cell:
    """Parse a point, which may lie off the board. Raises ValueError with the cause.

    Besides two letters, a letter and a number such as `h8` are understood, rows counted from the bottom.
    """
    value = value.strip()
    if len(value) == 2 and value[0] in _LETTER and value[1] in _LETTER:
        return (_LETTER[value[0]], _LETTER[value[1]])
    if _LETTER_NUMBER.fullmatch(value):
        return cell_of(value, rules.width, rules.height)
    if not value:
        raise ValueError("passing is not part of the rules")
    raise ValueError(f"{shown(value)} is not a point; expected two letters such as {point(rules.centre)}")


def cells_in(values: Iterable[str], rules: Rules) -> list[Cell]:
    """The cells of a point list, with rectangles `aa:cc` expanded.

    Raises ValueError if one is off the board or occurs twice, so that the list is never larger than the board.
    """
    found: dict[Cell, None] = {}
    for value in values:
        first, colon, last = value.partition(":")
        x1, y1 = _on_board(first, rules)
        x2, y2 = _on_board(last, rules) if colon else (x1, y1)
        if x1 > x2 or y1 > y2:
            raise ValueError(f"the rectangle {shown(value)} must go from top left to bottom right")
        for cell in ((x, y) for y in range(y1, y2 + 1) for x in range(x1, x2 + 1)):
            if cell in found:
                raise ValueError(f"the point {point(cell)} occurs twice")
            found[cell] = None
    return list(found)


def _on_board(value: str, rules: Rules) -> Cell:
    x, y = cell_at(value, rules)
    if not (0 <= x < rules.width and 0 <= y < rules.height):
        raise ValueError(f"{shown(value)} is not on the {rules.width} x {rules.height} board")
    return (x, y)


# --- the rule set ---


def read_rules(source: Source, root: Node, given: Rules | None) -> Rules:
    """The rule set of `RU` with the size of `SZ`. Given rules override `RU`; the default is freestyle."""
    size = _read_size(source, root)
    try:
        if given is not None:
            return given if size is None else given.with_options(size=size)
        spec = root.simple_text("RU")
        rules = (_rules if len(spec) < _MAX_CACHED else _rules.__wrapped__)(spec, size)
    except ValueError as error:
        raise source.error(root.offset, f"RU or SZ: {error}") from None
    if size is not None and (rules.width, rules.height) != size:
        board = f"{size[0]} x {size[1]}"
        raise source.error(root.offset, f"SZ and RU disagree about the board: {board} and {rules}")
    return rules


@lru_cache(maxsize=64)
def _rules(spec: str, size: tuple[int, int] | None) -> Rules:
    """The rule set of a text, with a size unless it names one; the games of a collection share a few."""
    defaults = {} if size is None else {"size": size}
    return Rules.parse(_spelled_out(spec), **defaults) if spec else Rules.preset("freestyle", **defaults)


def _read_size(source: Source, root: Node) -> tuple[int, int] | None:
    if "SZ" not in root.properties:
        return None
    match = _SIZE.fullmatch(root.simple_text("SZ"))
    if match is None:
        text = shown(root.simple_text("SZ"))
        raise source.error(root.offset, f"SZ must be a number or width:height, not {text}")
    return (int(match[1]), int(match[2] or match[1]))


def _spelled_out(spec: str) -> str:
    """Normalise a rule set: its name is case-insensitive, and Gomocup's numbers are accepted."""
    name, semicolon, rest = spec.partition(";")
    name = name.strip().lower()
    if name not in PRESETS:
        number = int(name) if name.isascii() and name.isdigit() and len(name) < 4 else -1
        preset = preset_of_piskvork(number)
        if preset is None:
            known = ", ".join(PRESETS)
            raise ValueError(f"unknown rule set {shown(name)}; known are {known} and Gomocup's 0, 1, 4, 8, 9")
        name = preset
    return name + semicolon + rest


def write_rules(root: Node, rules: Rules) -> None:
    """Set `SZ` and `RU`; the size is only in `SZ`."""
    checked_rules(rules)
    width, height = rules.width, rules.height
    root.put_text("SZ", str(width) if width == height else f"{width}:{height}")
    root.put_text("RU", rules.with_options(size=Rules.preset(rules.name).size).spec())


# --- setup position ---


@dataclass
class SetupReader:
    """Collects the setup properties of the nodes before the first move."""

    source: Source
    rules: Rules
    stones: dict[Cell, Color] = field(default_factory=dict)
    to_move: Color | None = None
    taken: tuple[int, int] = (0, 0)
    is_used: bool = False
    _cells: int = 0

    def read(self, node: Node) -> None:
        """Apply the setup properties of a node."""
        used = [ident for ident in SETUP_IDENTS if ident in node.properties]
        if not used:
            return
        self.is_used = True
        if "PL" in node.properties:
            self.to_move = read_player(self.source, node)
        if "TAKEN" in node.properties:
            self.taken = self._read_taken(node)
        seen: set[Cell] = set()
        for ident, color in (("AE", None), ("AB", Color.X), ("AW", Color.O)):
            for cell in self._read_cells(node, ident):
                if cell in seen:
                    raise self.source.error(node.offset, f"{ident}: the point {point(cell)} is set twice")
                seen.add(cell)
                if color is None:
                    self.stones.pop(cell, None)
                else:
                    self.stones[cell] = color

    def rows(self) -> list[str]:
        """The position as rows of `X O .`."""
        return rows_of(
            self.rules,
            (cell for cell, color in self.stones.items() if color is Color.X),
            (cell for cell, color in self.stones.items() if color is Color.O),
        )

    def _read_cells(self, node: Node, ident: str) -> list[Cell]:
        values = node.properties.get(ident, [])
        if ident == "AE" and values == [""]:
            return []
        try:
            cells = cells_in(values, self.rules)
        except ValueError as error:
            raise self.source.error(node.offset, f"{ident}: {error}") from None
        self._cells += len(cells)
        if self._cells > _MAX_SETUP_CELLS:
            raise self.source.error(node.offset, "too many set-up stones")
        return cells

    def _read_taken(self, node: Node) -> tuple[int, int]:
        match = _TAKEN.fullmatch(node.simple_text("TAKEN"))
        if match is None:
            text = shown(node.simple_text("TAKEN"))
            raise self.source.error(node.offset, f"TAKEN must be two numbers, black's:white's, not {text}")
        return (int(match[1]), int(match[2]))


def read_player(source: Source, node: Node) -> Color:
    """The side to move of `PL`."""
    text = node.simple_text("PL")
    color = COLORS.get(text[:1].upper())
    if color is None:
        raise source.error(node.offset, f"PL must be B or W, not {shown(text)}")
    return color


def write_setup(root: Node, setup: Setup | None) -> None:
    """Write the setup position into the root; no node has setup properties yet."""
    if setup is None:
        return
    for ident, color in (("AB", Color.X), ("AW", Color.O)):
        cells = cells_of(setup.rows, color)
        if cells:
            root.properties[ident] = points(cells)
    root.properties["PL"] = [IDENTS[setup.to_move]]
    if setup.taken != (0, 0):
        root.properties["TAKEN"] = [f"{setup.taken[0]}:{setup.taken[1]}"]


def read_piskvork(root: Node) -> Piskvork | None:
    """What `write_piskvork` wrote; None if there is nothing that can be read."""
    values = [unescape(value) for value in root.properties.get("PISKVORK", [])]
    match = _PISKVORK.fullmatch(values[0]) if values else None
    if match is None or any("\n" in line or _MOVE_LINE.fullmatch(line) for line in values[1:]):
        return None  # no Piskvork file could hold them: they stay what the file says
    return Piskvork((int(match[1]), int(match[2])), int(match[3]), int(match[4]), tuple(values[1:]))


def write_piskvork(root: Node, extra: Piskvork | None) -> None:
    """Write the metadata of a Piskvork file into the root, unless it says nothing."""
    if extra is not None and extra != read_piskvork(root):
        head = f"{extra.levels[0]}:{extra.levels[1]},{extra.first},{extra.code}"
        root.properties["PISKVORK"] = [head, *map(escape, extra.trailer)]
    if extra == Piskvork():
        root.properties.pop("PISKVORK", None)


def points(cells: Sequence[Cell]) -> list[str]:
    return [point(cell) for cell in cells]
