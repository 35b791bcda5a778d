"""The best line in a recorded search tree."""

from gomoku.engine.search_tree import Bound, SearchTree, StopReason, TreeNode
from gomoku.engine.types import win_score
from gomoku.rules import Cell
from gomoku.server.analysis.search_trees import best_line

A, B, C, D = (0, 0), (1, 0), (2, 0), (3, 0)


def tree_of(*nodes: tuple[int | None, Cell | None, int, Cell | None]) -> SearchTree:
    """A tree of nodes given as parent, move, value and best move."""
    made: list[TreeNode] = []
    for number, (parent, move, value, best) in enumerate(nodes):
        ply = 0 if parent is None else made[parent].ply + 1
        passed = parent is not None and move is None
        why = StopReason.SEARCHED
        made.append(TreeNode(number, parent, ply, move, passed, 3, -9, 9, value, Bound.EXACT, why, best, 0))
    return SearchTree(tuple(made), complete=True)


def test_the_last_search_of_each_move_of_the_variation_counts():
    tree = tree_of((None, None, 5, A), (0, A, 9, None), (0, B, 1, None), (0, A, 5, C), (3, C, 5, None), (1, C, 9, None))
    assert best_line(tree, (A, C)) == {0, 3, 4}


def test_a_variation_may_be_longer_than_the_record():
    assert best_line(tree_of((None, None, 5, A), (0, A, 5, B)), (A, B, C)) == {0, 1}


def test_a_win_found_as_a_bound_goes_on_with_the_longest_resistance():
    long, short = win_score(11), win_score(5)
    tree = tree_of(
        (None, None, long, A),
        (0, A, long, None),  # every reply loses: none of them is a best move
        (1, None, 0, None),  # a null move is no reply
        (1, B, short, D),
        (1, C, long, D),
        (4, B, 0, None),
        (4, D, long, None),
    )
    assert best_line(tree, (A,)) == {0, 1, 4, 6}
