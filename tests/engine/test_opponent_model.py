"""Adapting: a fair picture of the opponent, and a choice that never costs more than it may."""

import random

import pytest

from gomoku.engine import Engine, Info, Insight, Limit, Line, Result, play_at
from gomoku.engine.opponent_model import CANDIDATES, MARGIN, Mistake, Portrait, Weakness, choose, observe
from gomoku.rules import Color, Game, Rules

RULES = Rules.preset("42", size=15)


@pytest.fixture(scope="module")
def insight() -> Insight:
    return Insight(RULES)


def result_of(*scores: int, cells: list[tuple[int, int]]) -> Result:
    lines = tuple(Line(cell, score, (cell,)) for cell, score in zip(cells, scores, strict=True))
    return Result(cells[0], Info(8, 8, scores[0], 1, 0.1, 0, lines[0].pv, lines))


def blind(weakness: Weakness) -> Portrait:
    return Portrait(6, (Mistake(4, 90, weakness, None), Mistake(8, 90, weakness, None)))


def play(moves: str) -> Game:
    game = Game(RULES)
    for move in moves.split():
        game.play(move)
    return game


def test_a_three_left_alone_is_seen(insight):
    portrait = observe(Portrait(), play("H8 A1 H9 A3"), insight, 0, 90)
    portrait = observe(
        portrait, play("H8 A1 H9 A3 H10 A5"), insight, 90, 29_997
    )  # three in a column, and White looks elsewhere
    assert portrait.moves == 2
    assert [(mistake.move, mistake.refuted_in) for mistake in portrait.mistakes] == [(4, None), (6, 3)]
    assert portrait.mistakes[-1].overlooked is Weakness.THREES
    assert portrait.weakness is Weakness.THREES


def test_a_pair_left_alone_is_seen(insight):
    game = play("H8 H9 C3 H10 C9 N3")  # Black can take H9 and H10 from H11, and White looks elsewhere
    portrait = observe(Portrait(), game, insight, 0, 120)
    assert [mistake.overlooked for mistake in portrait.mistakes] == [Weakness.CAPTURES]
    assert portrait.weakness is None  # one small slip


def test_captures_offered_and_taken(insight):
    game = play("H8 H9 C3 H10 H11")
    portrait = observe(Portrait(), game, insight)
    assert (portrait.moves, portrait.offered, portrait.taken) == (1, 1, 1)


def test_who_only_stands_worse_has_overlooked_nothing(insight):
    game = play("H8 A1 H9 A3 H10 A5")
    assert observe(Portrait(), game, insight, 320, 330).mistakes == ()
    assert observe(Portrait(), game, insight).mistakes == ()


def test_against_the_strong_nothing_changes(insight):
    game = play("H8 J9")
    result = result_of(50, 49, cells=[(7, 5), (9, 9)])
    assert choose(result, game, Portrait(20), insight).line == result.info.lines[0]


def test_a_proved_win_is_played(insight):
    game = play("H8 J9")
    result = result_of(29_990, 29_989, cells=[(7, 5), (9, 9)])
    assert choose(result, game, blind(Weakness.THREES), insight).because is None


def test_among_equals_the_one_that_is_overlooked(insight):
    game = play("H8 A1 H9 A3")
    result = result_of(100, 80, 60, cells=[(0, 10), (7, 5), (7, 8)])  # far away, a third stone, a third stone
    adapted = choose(result, game, blind(Weakness.THREES), insight)
    assert adapted.line.move == (7, 5)
    assert (adapted.given_up, adapted.because) == (20, Weakness.THREES)


def test_no_more_than_the_margin(insight):
    rng = random.Random(5)
    with Engine(RULES, memory_mb=2) as engine:
        for _ in range(3):
            game = Game(RULES)
            portrait, before = Portrait(), None
            while not game.is_over and len(game.moves) < 40:
                if game.to_move is Color.X:
                    result = engine.search(game, Limit(nodes=1500), lines=CANDIDATES)
                    if game.moves:
                        portrait = observe(portrait, game, insight, before, result.score)
                    before = result.score
                    adapted = choose(result, game, portrait, insight)
                    assert 0 <= adapted.given_up <= MARGIN
                    assert adapted.line in result.info.lines
                    assert (adapted.because is None) == (adapted.line == result.info.lines[0])
                    game.play(adapted.line.move)
                else:
                    game.play(play_at(engine, game, 2, Limit(nodes=1500), rng).move)
