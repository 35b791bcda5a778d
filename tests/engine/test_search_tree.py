"""Recorded search tree: legal, bounded, and without effect on the search."""

from collections.abc import Sequence

import pytest

from gomoku.engine import Engine, Limit, Result
from gomoku.engine.search_tree import Bound, StopReason, TreeNode
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
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


def test_a_full_tree_holds_the_best_line_and_every_move_of_the_root():
    game = play_all(Game(Rules.preset("42")), ["K10", "K11", "H12", "M9", "L12", "H9"])
    with Engine(game.rules) as engine:
        result = engine.search(game, Limit(nodes=400_000, analysis=True), record=10_000)
    assert result.tree is not None
    assert not result.tree.complete
    children = result.tree.children()
    moves = {node.move for node in children[0]}
    assert result.pv[0] in moves
    assert len(moves) > 50
    replies = [child.move for node in children[0] if node.move == result.pv[0] for child in children[node.number]]
    assert result.pv[1] in replies


def test_tree_passes_through_a_worker():
    game = position(Rules.preset("42"), 2, 8)
    with EngineWorker(game.rules, memory_mb=2) as worker:
        there = worker.search(game, Limit(depth=5), record=10_000)
    assert there.tree == search(game, 5, record=10_000).tree
    assert there.tree is not None
    assert len(there.tree.as_json()) == len(there.tree.nodes)


def test_the_tree_of_a_forced_win_answers_every_reply() -> None:
    game = play_all(Game(Rules.parse("freestyle")), ["H8", "A1", "I9", "A3", "G8", "O1", "I7", "O3"])
    with Engine(game.rules) as engine:
        tree = engine.search(game, Limit(nodes=50_000), record=1000).tree
    assert tree is not None
    assert tree.complete
    assert tree.nodes[0].why is StopReason.FORCED
    children = tree.children()
    for node in tree.nodes:
        board = game_at(game, tree.nodes, node)
        following = children.get(node.number, [])
        if node.why is StopReason.OVER:
            assert board.winner is game.to_move
            assert not following
        elif node.ply % 2 == 0:
            assert len(following) == 1, "one answer to each reply"
        else:
            assert following, "the replies to a threat"
            assert following[0].value == node.value, "the longest resistance first"
    assert max(len(replies) for replies in children.values()) > 1


def game_at(game: Game, nodes: Sequence[TreeNode], node: TreeNode) -> Game:
    """The position of a node."""
    path = []
    at: TreeNode | None = node
    while at is not None and at.parent is not None:
        path.append(at.move)
        at = nodes[at.parent]
    board = game.copy()
    for move in reversed(path):
        assert move is not None
        board.play(move)
    return board
