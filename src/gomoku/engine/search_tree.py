"""The tree of a search, as it was: every position it looked at, in which window, what came of it and why it stopped there."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gomoku.core import constants as c
from gomoku.engine.types import Variation
from gomoku.rules import Cell

RECORD_PLIES: Final = 24
"""Positions further from the root are not recorded."""


class StopReason(StrEnum):
    """Why the search went no further in a position."""

    SEARCHED = "searched"  # every move worth a look was looked at
    CUT = "cut"  # a move was good enough: the other side will not let it come to this
    TABLE = "table"  # known from before
    OVER = "over"  # the game is decided
    LOST = "lost"  # the enemy finishes next, and nothing stops it
    LEAF = "leaf"  # the planned depth is reached
    FORCED = "forced"  # a win by continuous threats
    HIGH = "high"  # far above the window already
    LOW = "low"  # far below the window
    PASS = "pass"  # even a pass is good enough
    WINDOW = "window"  # a shorter win is known elsewhere
    STOPPED = "stopped"  # out of time


class Bound(StrEnum):
    """What a value says."""

    EXACT = "exact"
    LOWER = "lower"  # at least so much
    UPPER = "upper"  # at most so much


_WHY = {getattr(c, f"WHY_{why.name}"): why for why in StopReason}


@dataclass(frozen=True)
class TreeNode:
    """A position of the tree. Values and window are from the root's side to move, in evaluation points."""

    number: int
    parent: int | None
    ply: int
    move: Cell | None
    """The move that led here; None at the root and after a pass."""
    passed: bool
    depth: int
    """Plies that were left to look ahead."""
    alpha: int
    beta: int
    value: int
    bound: Bound
    why: StopReason
    best: Cell | None
    unsearched: int
    """Moves that were not looked at: behind a cut-off, or pruned."""


@dataclass(frozen=True)
class SearchTree:
    """Positions in the order in which they were entered; the root is the first. A parent comes before its children.

    A move may stand more than once below the same parent: first searched with less depth or a narrow window, then again.
    """

    nodes: tuple[TreeNode, ...]
    complete: bool
    """Nothing was left out for want of room."""

    def children(self) -> dict[int, list[TreeNode]]:
        """By number of the parent."""
        found: dict[int, list[TreeNode]] = {}
        for node in self.nodes:
            if node.parent is not None:
                found.setdefault(node.parent, []).append(node)
        return found

    def as_json(self) -> list[dict[str, Any]]:
        """Plain values, for a file or the wire."""
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


def read_tree(dump: bytes, room: int) -> SearchTree:
    """The tree that the core wrote down."""
    numbers = array("i", dump)
    nodes = tuple(_nodes(numbers))
    return SearchTree(nodes, len(nodes) < room)


def _nodes(numbers: "array[int]") -> Iterator[TreeNode]:
    plies: list[int] = []
    for number in range(len(numbers) // c.NODE):
        parent, move, depth, alpha, beta, value, reason, best = numbers[c.NODE * number : c.NODE * (number + 1)]
        ply = plies[parent] + 1 if parent >= 0 else 0
        plies.append(ply)
        bound = Bound.LOWER if value >= beta else Bound.UPPER if value <= alpha else Bound.EXACT
        if ply % 2:  # the enemy's values, turned round
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
            _WHY.get(reason & 255, StopReason.STOPPED),
            _cell(best),
            reason >> 8,
        )


def forced_tree(line: Variation) -> SearchTree:
    """The tree of a win by continuous threats: its line, nothing else."""
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
