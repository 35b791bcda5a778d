"""Basic positions: the rules prove the right moves, and the real process must find them."""

from collections import Counter

import pytest

from tests.brain.basic_positions import KINDS, Board, every, makes, right_moves, tempting
from tests.brain.conversation import Brain

BOARDS = every()
NODES = 30_000
"""Node limit of a search, so that the answer does not depend on the speed of the machine."""


def label(board: Board) -> str:
    return f"{board.file[6:]}-{board.kind}: {board.name}"


def test_every_kind_and_rule_set_is_covered():
    assert len(BOARDS) >= 90
    assert min(Counter(board.kind for board in BOARDS)[kind] for kind in KINDS) >= 9
    assert {board.game.rules.name for board in BOARDS} >= {"freestyle", "standard", "renju", "caro", "caro6", "42"}
    assert len(set(map(label, BOARDS))) == len(BOARDS)


@pytest.mark.parametrize("board", BOARDS, ids=label)
def test_the_rules_prove_the_right_moves(board: Board):
    right, reasons = right_moves(board.game)
    assert board.right == right
    if board.kind == "priority":
        assert len(reasons) > 1 or tempting(board.game) - right
    elif board.kind == "win":
        assert "win" in reasons
    else:
        assert reasons == {board.kind}
    if board.kind == "defence":
        assert not makes(board.game, 3), "a four of our own would postpone the threat, and be right as well"


@pytest.fixture(scope="module")
def brain():
    with Brain() as brain:
        yield brain


@pytest.mark.parametrize("board", BOARDS, ids=label)
def test_the_brain_finds_a_right_move(brain: Brain, board: Board):
    rules = board.game.rules
    assert brain.ask(f"RECTSTART {rules.width},{rules.height}") == "OK"
    brain.say(f"INFO gomoku.rules {rules.spec()}", "INFO timeout_turn 60000", f"INFO max_node {NODES}")
    x, y = map(int, brain.ask(*board.lines()).split(","))
    assert (x, y) in board.right
