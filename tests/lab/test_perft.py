"""Perft: the compiled core counts as the reference rules do, which made tests/positions/perft.txt."""

import pytest

from gomoku.core import baselines, board, patterns
from gomoku.core.constants import CODES
from gomoku.lab.perft import KINDS, by_core, by_rules
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from tests.rules.perft import FILE, Position, read

POSITIONS = list(read(FILE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_core_agrees_with_the_file(position: Position):
    game = Game.from_rows(position.rules, position.rows, position.to_move, position.taken)
    assert by_core(game, len(position.counts)) == [vars(counts) for counts in position.counts]


def test_kinds():
    assert KINDS == tuple(vars(POSITIONS[0].counts[0])) == baselines.PERFT_KINDS


def test_core_and_rules_agree_in_a_game():
    game = play_all(Game(Rules.parse("42;size=7")), ["D4", "E4", "F4", "C4", "D5", "E5"])
    before = game.rows()
    assert by_core(game, 2) == by_rules(game, 2)
    assert game.rows() == before


def test_compiled_equals_uncompiled():
    position = next(p for p in POSITIONS if p.rules.spec() == "42;size=5" and p.taken["O"] == 8)
    slow = board.Board(position.rules, patterns.PatternTables(position.rules), patterns.buffer(CODES, "q"))
    slow.load(position.rows, 2, 0, 8)
    game = Game.from_rows(position.rules, position.rows, position.to_move, position.taken)
    counted = [dict(zip(KINDS, counts, strict=True)) for counts in baselines.perft(slow, 4)]
    assert counted == by_core(game, 4)


def test_known_numbers():
    counts = by_core(Game(Rules.preset("freestyle")), 2)
    assert [level["moves"] for level in counts] == [225, 50_400]
