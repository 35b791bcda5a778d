"""`SearchTree`: the recorded tree of a search, with the window, value, bound and stop reason of every node."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gomoku.core import constants as c
from gomoku.engine.types import Variation
from gomoku.rules import Cell

RECORD_PLIES: Final = 24
"""Maximum ply of a recorded node."""


class StopReason(StrEnum):
    """Reason for which the search did not go deeper at a node."""

    SEARCHED = "searched"  # all moves that were not pruned were searched
    CUT = "cut"  # beta cut-off: a move was too good for the opponent to allow this position
    TABLE = "table"  # transposition table hit
    OVER = "over"  # the game is over
    LOST = "lost"  # the opponent wins next move, and no defence exists
    LEAF = "leaf"  # depth exhausted: static evaluation
    FORCED = "forced"  # win by continuous threats (VCF)
    HIGH = "high"  # reverse futility pruning: static value far above beta
    LOW = "low"  # razoring: static value far below alpha
    PASS = "pass"  # null-move pruning
    WINDOW = "window"  # mate-distance pruning: a shorter win is known elsewhere
    STOPPED = "stopped"  # limit reached or search stopped


class Bound(StrEnum):
    """How a node value relates to the true value."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is at least this
    UPPER = "upper"  # the true value is at most this


_WHY = {getattr(c, f"WHY_{why.name}"): why for why in StopReason}


@dataclass(frozen=True)
class TreeNode:
    """A node of the tree. Value and window are in evaluation points, from the view of the side to move at the root."""

    number: int
    parent: int | None
    ply: int
    move: Cell | None
    """Move that led here; None at the root and after a null move."""
    passed: bool
    """Reached by a null move."""
    depth: int
    """Remaining depth, in plies."""
    alpha: int
    beta: int
    value: int
    bound: Bound
    why: StopReason
    best: Cell | None
    unsearched: int
    """Number of moves skipped: after a cut-off, or pruned."""


@dataclass(frozen=True)
class SearchTree:
    """Nodes in the order they were entered: the root first, parents before children.

    A move may occur several times below one parent: re-searches with more depth or a wider window are nodes of their own.
    """

    nodes: tuple[TreeNode, ...]
    complete: bool
    """The recording limit was not reached."""

    def children(self) -> dict[int, list[TreeNode]]:
        """Child nodes by number of the parent."""
        found: dict[int, list[TreeNode]] = {}
        for node in self.nodes:
            if node.parent is not None:
                found.setdefault(node.parent, []).append(node)
        return found

    def as_json(self) -> list[dict[str, Any]]:
        """The nodes as JSON-compatible values."""
        return [
            {
                "parent": node.parent,
                "move": list(node.move) if node.move else None,
                "pass": node.passed,
                "depth": node.depth,
                "alpha": node.alpha,
                "beta": node.beta,
                "value": node.value,
                "bound": str(node.bound),
                "why": str(node.why),
                "best": list(node.best) if node.best else None,
                "unsearched": node.unsearched,
            }
            for node in self.nodes
        ]


def read_tree(dump: bytes, complete: bool) -> SearchTree:
    """Decode the core's tree log."""
    return SearchTree(tuple(_nodes(array("i", dump))), complete)


def _nodes(numbers: "array[int]") -> Iterator[TreeNode]:
    plies: list[int] = []
    for number in range(len(numbers) // c.NODE_WORDS):
        start = c.NODE_WORDS * number
        parent, move, depth, alpha, beta, value, reason, best = numbers[start : start + c.NODE_WORDS]
        ply = plies[parent] + 1 if parent >= 0 else 0
        plies.append(ply)
        bound = Bound.LOWER if value >= beta else Bound.UPPER if value <= alpha else Bound.EXACT
        if ply % 2:  # logged for the opponent of the root side: negate
            alpha, beta, value = -beta, -alpha, -value
            bound = {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(bound, bound)
        yield TreeNode(
            number,
            parent if parent >= 0 else None,
            ply,
            _cell(move),
            move == 0 and parent >= 0,
            depth,
            alpha,
            beta,
            value,
            bound,
            _WHY.get(reason % c.NODE_UNSEARCHED, StopReason.STOPPED),
            _cell(best),
            reason // c.NODE_UNSEARCHED,
        )


def forced_tree(line: Variation) -> SearchTree:
    """Tree of a win found by threat search: a single path along its variation."""
    moves: list[Cell | None] = [None, *line.pv]
    nodes = tuple(
        TreeNode(
            number,
            number - 1 if number else None,
            number,
            move,
            False,
            len(moves) - 1 - number,
            -c.INFINITE,
            c.INFINITE,
            line.score,
            Bound.EXACT,
            StopReason.FORCED,
            moves[number + 1] if number + 1 < len(moves) else None,
            0,
        )
        for number, move in enumerate(moves)
    )
    return SearchTree(nodes, True)


def _cell(index: int) -> Cell | None:
    return (index % c.STRIDE - c.PAD, index // c.STRIDE - c.PAD) if index else None
