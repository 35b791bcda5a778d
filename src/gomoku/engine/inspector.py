"""What the evaluation sees: threats of both sides, and for any cell what a stone there would make and what that is worth.

Nothing is searched here and nothing is drawn: these are the very numbers that the search adds up at its leaves.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.weights import Numbers, numbers_for
from gomoku.engine.position import load_position
from gomoku.rules import Cell, Color, Game, Rules

COLORS: Final = (Color.X, Color.O)


class Shape(StrEnum):
    """What a stone would make on one line, weakest first."""

    DEAD = "dead"
    ONE = "one"
    TWO = "two"
    OPEN_TWO = "open_two"
    THREE = "three"
    OPEN_THREE = "open_three"
    FOUR = "four"
    OPEN_FOUR = "open_four"
    FIVE = "five"


SHAPES: Final = tuple(Shape)
"""In the order of the core's classes."""


@dataclass(frozen=True)
class Capture:
    """A cell from which a side could take stones, and the stones."""

    cell: Cell
    stones: tuple[Cell, ...]


@dataclass(frozen=True)
class ThreatCells:
    """What one side could do if it were to move. A cell stands in the strongest list it belongs to."""

    fives: tuple[Cell, ...]
    open_fours: tuple[Cell, ...]
    """Open fours, and two fours at once."""
    fours: tuple[Cell, ...]
    open_threes: tuple[Cell, ...]
    captures: tuple[Capture, ...]


@dataclass(frozen=True)
class CellView:
    """What a stone of one side would make on a cell, and what the chance of it is worth."""

    axes: tuple[Shape, Shape, Shape, Shape]
    """Along the row, the column, the falling and the rising diagonal."""
    takes: int
    """Stones it would take."""
    to_move: int
    """Evaluation points for that side if it is its turn."""
    waiting: int
    """The same if it is not."""
    order: int
    """How early the move is tried when it is that side's turn; the other side's view counts as well."""


@dataclass(frozen=True)
class EvaluationTerms:
    """The evaluation, term by term, for the side to move. `total` is what the search sees at a quiet leaf."""

    own_cells: int
    other_cells: int
    taken: int
    own_captures: int
    other_captures: int
    total: int


class Inspector:
    """The eye of the evaluation under one rule set."""

    def __init__(self, rules: Rules, weights: Numbers | None = None) -> None:
        self.rules = rules
        self._tables = _core.PatternTables(rules)
        self._weights = _core.Weights(self._tables, weights or numbers_for(rules.name), rules.capture_goal)
        self._board = _core.Board(rules, self._tables, self._weights.by_code())

    def threats(self, game: Game) -> dict[Color, ThreatCells]:
        """What each side could do if it were to move. Cells that are closed to it are left out."""
        load_position(self._board, game)
        return {color: self._threats(side) for side, color in enumerate(COLORS)}

    def cell(self, game: Game, cell: Cell) -> dict[Color, CellView]:
        """What a stone of either side would make on an empty cell; ValueError where it is not empty."""
        load_position(self._board, game)
        return {color: self._view(cell, side) for side, color in enumerate(COLORS)}

    def terms(self, game: Game) -> EvaluationTerms:
        """The value of the position, in its parts."""
        load_position(self._board, game)
        return EvaluationTerms(*self._weights.terms(self._board))

    def _threats(self, side: int) -> ThreatCells:
        lists: dict[str, list[Cell]] = {"fives": [], "open_fours": [], "fours": [], "open_threes": []}
        captures = []
        for cell, kinds, victims in _core.threat_cells(self._board, side):
            if victims:
                captures.append(Capture(cell, tuple(victims)))
            if kinds & c.KIND_FIVE:
                lists["fives"].append(cell)
            elif kinds & c.KIND_TWO_FOURS:
                lists["open_fours"].append(cell)
            elif kinds & c.KIND_FOUR:
                lists["fours"].append(cell)
            elif kinds & c.KIND_THREE:
                lists["open_threes"].append(cell)
        return ThreatCells(**{name: tuple(cells) for name, cells in lists.items()}, captures=tuple(captures))

    def _view(self, cell: Cell, side: int) -> CellView:
        code, takes = _core.cell_facts(self._board, *cell, side)
        to_move, waiting, order = self._weights.of_code(code)
        first, second, third, fourth = (SHAPES[code // c.CLASSES**axis % c.CLASSES] for axis in range(4))
        return CellView((first, second, third, fourth), takes, to_move, waiting, order)
