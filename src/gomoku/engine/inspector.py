"""`Inspector`: breaks a static evaluation down into threats, cells and terms.

No search takes place here. The numbers are those the search adds up at its leaves; docs/HEURISTIC.md explains them.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.learned.networks import network_for
from gomoku.core.learned.weights import Numbers, numbers_for
from gomoku.engine.position import load_position
from gomoku.rules import Cell, Color, Game, Rules

COLORS: Final = (Color.X, Color.O)


class Shape(StrEnum):
    """Pattern class a stone would make on one line, weakest first (docs/HEURISTIC.md, section 2)."""

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
"""Indexed by the core's pattern class."""


@dataclass(frozen=True)
class Capture:
    """A capturing cell and the stones it captures."""

    cell: Cell
    stones: tuple[Cell, ...]


@dataclass(frozen=True)
class ThreatCells:
    """Cells where one side could make a threat if it were to move, each under its strongest pattern only."""

    fives: tuple[Cell, ...]
    open_fours: tuple[Cell, ...]
    """Open fours and double fours."""
    fours: tuple[Cell, ...]
    open_threes: tuple[Cell, ...]
    captures: tuple[Capture, ...]


@dataclass(frozen=True)
class CellView:
    """Patterns and evaluation of one empty cell for one side."""

    axes: tuple[Shape, Shape, Shape, Shape]
    """Along the row, the column, the falling diagonal and the rising diagonal."""
    takes: int
    """Stones a move here would capture."""
    to_move: int
    """Value of the cell if this side is to move, in evaluation points."""
    waiting: int
    """Value of the cell if the other side is to move, in evaluation points."""
    order: int
    """Share of this side's patterns in the move-ordering score; the other side's view adds the rest."""


@dataclass(frozen=True)
class EvaluationTerms:
    """Terms of the evaluation for the side to move. `total` is the value the search uses at a quiet leaf."""

    own_cells: int
    other_cells: int
    taken: int
    own_captures: int
    other_captures: int
    network: int
    """The network's contribution to the five terms above; 0 if the rule set has none."""
    total: int


@dataclass(frozen=True)
class Glance:
    """The policy for one move, before any search."""

    probability: float
    """Probability that the move is the best one: the policy's softmax over all candidates."""
    rank: int
    """Rank by probability; 1 for the most likely move."""
    axes: tuple[float, float, float, float]
    """Contribution of each axis to the logit: row, column, falling and rising diagonal."""


class Inspector:
    """Explains static evaluations and the policy under one rule set."""

    def __init__(self, rules: Rules, weights: Numbers | None = None) -> None:
        self.rules = rules
        self._tables = _core.PatternTables(rules)
        self._weights = _core.Weights(self._tables, weights or numbers_for(rules), rules.capture_goal)
        self._board = _core.Board(rules, self._tables, self._weights.by_code())
        network = None if weights else network_for(rules)
        tables = network and _core.NetworkTables(network)
        self._evaluator = _core.Evaluator(self._board, self._weights, tables)
        self.has_policy = self._evaluator.orders()
        """A network orders the moves of this rule set."""

    def threats(self, game: Game) -> dict[Color, ThreatCells]:
        """Threats of each side, as if it were to move. Cells forbidden to it are left out."""
        load_position(self._board, game)
        return {color: self._threats(side) for side, color in enumerate(COLORS)}

    def cell(self, game: Game, cell: Cell) -> dict[Color, CellView]:
        """Patterns and values of an empty cell for both sides. Raises ValueError if the cell is occupied."""
        load_position(self._board, game)
        return {color: self._view(cell, side) for side, color in enumerate(COLORS)}

    def terms(self, game: Game) -> EvaluationTerms:
        """Static evaluation of the position, term by term."""
        load_position(self._board, game)
        return EvaluationTerms(*self._evaluator.terms())

    def shares(self, game: Game) -> dict[Cell, int]:
        """Points that the network adds, for the side to move, because of the stones in line with each empty cell.

        A share is the value of the network, less its value if the lines through the cell were empty. Cells without a share
        are left out; all are where the network has no value. A network is no sum, so the shares do not add up to its term.
        """
        load_position(self._board, game)
        return dict(self._evaluator.shares())

    def policy(self, game: Game) -> dict[Cell, float]:
        """Probability of each candidate move by the policy, likeliest first; empty where the rule set has no network."""
        if not self.has_policy:
            return {}
        load_position(self._board, game)
        logits = sorted(self._evaluator.logits(), key=lambda found: -found[1])
        shares = {cell: math.exp(logit - logits[0][1]) for cell, logit in logits}
        total = sum(shares.values())
        return {cell: share / total for cell, share in shares.items()}

    def glance(self, game: Game, cell: Cell) -> Glance | None:
        """The policy for a move; None if it is no candidate, or where the rule set has no network."""
        policy = self.policy(game)
        if cell not in policy:
            return None
        return Glance(policy[cell], list(policy).index(cell) + 1, self._evaluator.axis_logits(*cell))

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
