"""Opponent model: mistakes are classified, and exploiting them never costs more than `MARGIN`."""

import random

import pytest

from gomoku.engine import Engine, Info, Inspector, Limit, Result, Variation, play_at
from gomoku.engine.opponent_model import CANDIDATES, MARGIN, Mistake, OpponentModel, Weakness, choose, observe
from gomoku.rules import Color, Game, Rules

RULES = Rules.preset("42", size=15)


@pytest.fixture(scope="module")
def inspector() -> Inspector:
    return Inspector(RULES)


def result_of(*scores: int, cells: list[tuple[int, int]]) -> Result:
    lines = tuple(Variation(cell, score, (cell,)) for cell, score in zip(cells, scores, strict=True))
    return Result(cells[0], Info(8, 8, scores[0], 1, 0.1, 0, lines[0].pv, lines))


def blind(weakness: Weakness) -> OpponentModel:
    return OpponentModel(6, (Mistake(4, 90, weakness, None), Mistake(8, 90, weakness, None)))


def play(moves: str) -> Game:
    game = Game(RULES)
    for move in moves.split():
        game.play(move)
    return game


def test_ignored_three_is_recorded(inspector):
    opponent = observe(OpponentModel(), play("H8 A1 H9 A3"), inspector, 0, 90)
    opponent = observe(
        opponent, play("H8 A1 H9 A3 H10 A5"), inspector, 90, 29_997
    )  # three in a column, and White plays elsewhere
    assert opponent.moves == 2
    assert [(mistake.move, mistake.refuted_in) for mistake in opponent.mistakes] == [(4, None), (6, 3)]
    assert opponent.mistakes[-1].overlooked is Weakness.THREES
    assert opponent.weakness is Weakness.THREES


def test_ignored_pair_is_recorded(inspector):
    game = play("H8 H9 C3 H10 C9 N3")  # Black can take H9 and H10 from H11, and White plays elsewhere
    opponent = observe(OpponentModel(), game, inspector, 0, 120)
    assert [mistake.overlooked for mistake in opponent.mistakes] == [Weakness.CAPTURES]
    assert opponent.weakness is None  # one small mistake is not enough


def test_capture_statistics(inspector):
    game = play("H8 H9 C3 H10 H11")
    opponent = observe(OpponentModel(), game, inspector)
    assert (opponent.moves, opponent.offered, opponent.taken) == (1, 1, 1)


def test_a_bad_position_is_no_mistake(inspector):
    game = play("H8 A1 H9 A3 H10 A5")
    assert observe(OpponentModel(), game, inspector, 320, 330).mistakes == ()
    assert observe(OpponentModel(), game, inspector).mistakes == ()


def test_no_weakness_no_change(inspector):
    game = play("H8 J9")
    result = result_of(50, 49, cells=[(7, 5), (9, 9)])
    assert choose(result, game, OpponentModel(20), inspector).line == result.info.lines[0]


def test_proved_win_is_played(inspector):
    game = play("H8 J9")
    result = result_of(29_990, 29_989, cells=[(7, 5), (9, 9)])
    assert choose(result, game, blind(Weakness.THREES), inspector).exploits is None


def test_exploits_the_weakness_among_equal_moves(inspector):
    game = play("H8 A1 H9 A3")
    result = result_of(100, 80, 60, cells=[(0, 10), (7, 5), (7, 8)])  # far away, a third stone, a third stone
    adapted = choose(result, game, blind(Weakness.THREES), inspector)
    assert adapted.line.move == (7, 5)
    assert (adapted.given_up, adapted.exploits) == (20, Weakness.THREES)


def test_never_gives_up_more_than_the_margin(inspector):
    rng = random.Random(5)
    with Engine(RULES, memory_mb=2) as engine:
        for _ in range(3):
            game = Game(RULES)
            opponent, before = OpponentModel(), None
            while not game.is_over and len(game.moves) < 40:
                if game.to_move is Color.X:
                    result = engine.search(game, Limit(nodes=1500), lines=CANDIDATES)
                    if game.moves:
                        opponent = observe(opponent, game, inspector, before, result.score)
                    before = result.score
                    adapted = choose(result, game, opponent, inspector)
                    assert 0 <= adapted.given_up <= MARGIN
                    assert adapted.line in result.info.lines
                    assert (adapted.exploits is None) == (adapted.line == result.info.lines[0])
                    game.play(adapted.line.move)
                else:
                    game.play(play_at(engine, game, 2, Limit(nodes=1500), rng).move)
