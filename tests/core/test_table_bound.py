"""Step 16 of the search: the table's bound of a move that is not played counts as the move's value, no more and no less.

In the uncompiled core, whose functions can be called one by one.
"""

from types import SimpleNamespace

import pytest

from gomoku.core import constants, evaluation, params
from gomoku.core.board import Board
from gomoku.core.learned.weights import hand_made
from gomoku.core.patterns import PatternTables, buffer
from gomoku.core.root import Search
from gomoku.core.transposition import TranspositionTable, to_table
from gomoku.rules import Rules

ROWS = [".......", ".......", "...X...", "..OX...", "...O...", ".......", "......."]
ALPHA = 300
PLY = 1
WINS_IN = 6
"""Plies in which the enemy wins after a move that the table knows to lose."""


@pytest.fixture(scope="module")
def core() -> SimpleNamespace:
    """A search on a quiet position of freestyle, and its moves, best first."""
    rules = Rules.preset("freestyle", size=7)
    tables = PatternTables(rules)
    weights = evaluation.Weights(tables, hand_made(), rules.capture_goal)
    board = Board(rules, tables, weights.by_code())
    search = Search(board, weights, TranspositionTable(0.25), buffer(16, "i"), params.as_array(params.PARAMS))
    board.load(ROWS, constants.BLACK, 0, 0)
    top = search.list_quiet(0, 0, 0)
    search.sort(0, top)
    return SimpleNamespace(board=board, search=search, moves=list(search.moves[:top]))


def value(core: SimpleNamespace, losing: int) -> int:
    """The value of the position for a null window, where the table knows that the first `losing` moves lose."""
    core.search.forget()
    core.search.limit(0.0, 0)
    core.search.table = TranspositionTable(0.25)
    for move in core.moves[:losing]:
        core.board.make(move)
        won = to_table(evaluation.win_in(PLY + 1 + WINS_IN), PLY + 1)
        core.search.table.store(core.board.hash, 0, won, 0, 1, constants.BOUND_LOWER)
        core.board.undo()
    found: int = core.search.search_node(3, ALPHA, ALPHA + 1, PLY, 0, True)
    return found


def test_where_the_table_knows_that_every_move_loses_the_position_is_lost(core: SimpleNamespace):
    """The bound must not be raised to alpha: the rest would be pruned, as if a move had been found that does not lose."""
    assert core.search.evaluator.evaluate() + 240 <= ALPHA, "quiet moves would be pruned as soon as one does not lose"
    assert value(core, len(core.moves)) == evaluation.loss_in(PLY + 1 + WINS_IN)


def test_while_all_moves_lose_none_is_pruned(core: SimpleNamespace):
    """The last move is searched however many before it are known to lose."""
    found = value(core, len(core.moves) - 1)
    assert not evaluation.is_loss(found)
    assert found < ALPHA, "its own value, not a bound"
