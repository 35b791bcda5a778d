"""The compiled core counts every line of play as the rules do; the numbers of tests/positions/perft.txt are by the rules."""

import pytest

from gomoku.core import _core, yardsticks
from gomoku.lab.perft import KINDS, by_core, by_rules
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from tests.rules.perft import FILE, Position, read

POSITIONS = list(read(FILE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_core_counts_as_the_file_says(position: Position):
    game = Game.from_rows(position.rules, position.rows, position.to_move, position.taken)
    assert by_core(game, len(position.counts)) == [vars(counts) for counts in position.counts]


def test_kinds():
    assert KINDS == tuple(vars(POSITIONS[0].counts[0])) == yardsticks.PERFT_KINDS


def test_both_ways_from_a_game():
    game = play_all(Game(Rules.parse("42;size=7")), ["D4", "E4", "F4", "C4", "D5", "E5"])
    before = game.rows()
    assert by_core(game, 2) == by_rules(game, 2)
    assert game.rows() == before


def test_known_numbers():
    counts = by_core(Game(Rules.preset("freestyle")), 2)
    assert [level["moves"] for level in counts] == [225, 50_400]
    assert _core.PERFT_KINDS == yardsticks.PERFT_KINDS
