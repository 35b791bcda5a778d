"""Recorded search tree: legal, bounded, and without effect on the search."""

import pytest

from gomoku.engine import Engine, Limit, Result
from gomoku.engine.search_tree import Bound, StopReason
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game, Rules
from tests.engine.positions import findings, position


def search(game: Game, depth: int, record: int = 0) -> Result:
    with Engine(game.rules, memory_mb=2) as engine:
        return engine.search(game, Limit(depth=depth), record=record)


@pytest.mark.parametrize("name", ["42", "freestyle", "renju"])
def test_recording_changes_nothing(name):
    game = position(Rules.preset(name), 5, 12)
    assert findings(search(game, 6)) == findings(search(game, 6, record=5000))


@pytest.mark.parametrize("seed", range(4))
def test_every_path_is_legal(seed):
    game = position(Rules.preset("42"), seed, 10)
    result = search(game, 6, record=100_000)
    tree = result.tree
    assert tree is not None
    assert tree.complete
    root, *others = tree.nodes
    assert (root.parent, root.move, root.ply, root.value) == (None, None, 0, result.score)
    for node in others:
        assert node.parent is not None
        parent = tree.nodes[node.parent]
        assert parent.number < node.number
        assert node.ply == parent.ply + 1
        assert node.passed or node.move is not None
        assert node.alpha < node.beta
    children = tree.children()
    for node in others[:400]:  # the path to each node is legal
        way = []
        while node.parent is not None:
            way.append(node)
            node = tree.nodes[node.parent]
        if any(step.passed for step in way):
            continue
        board = Game.from_rows(game.rules, game.rows(), game.to_move, taken=game.taken)
        for step in reversed(way):
            assert step.move is not None
            assert board.why_illegal(step.move) is None
            board.play(step.move)
    assert {node.number for node in tree.nodes if node.why == StopReason.CUT} <= set(children)


def test_principal_variation_is_in_the_tree():
    game = position(Rules.preset("freestyle"), 3, 10)
    result = search(game, 6, record=100_000)
    assert result.tree is not None
    children, node = result.tree.children(), result.tree.nodes[0]
    for move in result.pv[:3]:
        (node,) = [n for n in children[node.number] if n.move == move and n.bound == Bound.EXACT]
        assert node.value == result.score


def test_the_tree_is_bounded():
    tree = search(position(Rules.preset("42"), 1, 10), 8, record=50).tree
    assert tree is not None
    assert len(tree.nodes) == 50
    assert not tree.complete


def test_forced_win_is_a_single_path():
    rows = ["." * 15] * 15
    rows[7] = "...OXXX........"
    rows[8] = rows[9] = ".......X......."
    game = Game.from_rows(Rules.preset("freestyle"), rows, "X")
    result = search(game, 8, record=100)
    assert result.tree is not None
    assert [node.move for node in result.tree.nodes] == [None, *result.pv]
    assert {node.why for node in result.tree.nodes} == {StopReason.FORCED}


def test_tree_passes_through_a_worker():
    game = position(Rules.preset("42"), 2, 8)
    with EngineWorker(game.rules, memory_mb=2) as worker:
        there = worker.search(game, Limit(depth=5), record=10_000)
    assert there.tree == search(game, 5, record=10_000).tree
    assert there.tree is not None
    assert len(there.tree.as_json()) == len(there.tree.nodes)
