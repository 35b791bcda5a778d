"""Recorded search tree: minimax over its leaves reproduces the value of the search."""

import pytest

from gomoku.engine import Engine, Limit
from gomoku.engine.search_tree import Bound, SearchTree, StopReason, TreeNode
from gomoku.rules import Rules
from tests.engine.positions import position

INFINITE = 10**6
Interval = tuple[int, int]


def told(node: TreeNode) -> Interval:
    """Interval of a node's true value, by its value and bound."""
    if node.bound == Bound.LOWER:
        return node.value, INFINITE
    if node.bound == Bound.UPPER:
        return -INFINITE, node.value
    return node.value, node.value


def recomputed(tree: SearchTree) -> list[Interval]:
    """The same interval computed from the leaves alone; recorded values of inner nodes are ignored.

    Of a re-searched move the last search counts. Moves behind a cut-off may have any value. Pruned moves count, as in the
    search, as no better than the best move searched.
    """
    children = tree.children()
    found: dict[int, Interval] = {}
    for node in reversed(tree.nodes):
        moves = {child.move: child for child in children.get(node.number, ()) if not child.passed}
        if node.why not in (StopReason.SEARCHED, StopReason.CUT) or not moves:
            found[node.number] = told(node)
            continue
        best = max if node.ply % 2 == 0 else min  # values are for the side to move at the root
        low = best(found[child.number][0] for child in moves.values())
        high = best(found[child.number][1] for child in moves.values())
        if node.why == StopReason.CUT:
            low, high = (low, INFINITE) if node.ply % 2 == 0 else (-INFINITE, high)
        found[node.number] = low, high
    return [found[number] for number in range(len(tree.nodes))]


@pytest.mark.parametrize("name", ["42", "freestyle", "standard", "renju", "pente"])
@pytest.mark.parametrize("seed", [0, 2, 4, 8])
def test_min_max_over_the_leaves_gives_the_roots_value(name: str, seed: int) -> None:
    game = position(Rules.preset(name), seed, 12)
    with Engine(game.rules, memory_mb=2) as engine:
        result = engine.search(game, Limit(depth=6), record=200_000)
    tree = result.tree
    assert tree is not None
    assert tree.complete
    assert sum(node.why in (StopReason.SEARCHED, StopReason.CUT) for node in tree.nodes) > 1, (
        "there is something to recompute"
    )
    values = recomputed(tree)
    assert values[0] == (result.score, result.score)
    for node, (low, high) in zip(tree.nodes, values, strict=True):
        said_low, said_high = told(node)
        assert max(low, said_low) <= min(high, said_high), node
