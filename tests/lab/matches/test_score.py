"""Repeated games: recognised, counted once in Elo and its error bars, and no evidence for a sequential test."""

import pytest

from gomoku.lab.matches.match import GameResult, Match, run
from gomoku.lab.matches.report import Report
from gomoku.lab.matches.score import Score
from gomoku.lab.matches.stats import SingleGames, Sprt, Tally
from gomoku.rules import Rules

RULES = "freestyle;size=11"
LINE = [(5, 5), (6, 4), (4, 4), (7, 7)]


def mirrored(moves):
    return [(y, 10 - x) for x, y in moves]


def game(points, moves, first_is_black=True):
    return GameResult(2, first_is_black, points, "line", moves=moves)


def test_a_repeated_game_counts_once():
    score = Score(Rules.parse(RULES))
    score.add([game(1.0, LINE), game(0.0, LINE, False)])  # the same moves with the other colour: another game
    assert (score.repeated, score.estimate) == (0, Tally(1, 0, 1, (0, 0, 1, 0, 0)))
    score.add([game(1.0, mirrored(LINE)), game(1.0, LINE[:3], False)])
    score.add([game(1.0, LINE), game(0.0, mirrored(LINE), False)])
    assert (score.tally.games, score.repeated) == (6, 3)
    assert score.estimate == SingleGames(2, 0, 1)
    assert score.tested.pairs == (0, 0, 1, 0, 1), "a pair without a new game is no evidence"


def test_games_lost_before_the_first_move_are_no_repetitions():
    score = Score(Rules.parse(RULES))
    for _ in range(2):
        score.add([GameResult(0, True, 0.0, "crashed"), GameResult(0, False, 0.0, "crashed")])
    assert score.repeated == 0


def test_error_bars_of_single_games():
    assert SingleGames().interval() == (0.0, 1.0)
    assert SingleGames(50, 0, 50).interval() == pytest.approx((0.402, 0.598), abs=1e-3)  # 1.96 * sqrt(1/4 / 100)
    assert SingleGames(30, 0, 0).interval() == pytest.approx((0.9, 1.0))
    assert SingleGames(0, 40, 0).interval() == pytest.approx((0.425, 0.575))
    # variance (60 * 0.3² + 20 * 0.2² + 20 * 0.7²) / 100 = 0.16
    assert SingleGames(60, 20, 20).interval() == pytest.approx((0.6216, 0.7784), abs=1e-4)
    assert str(SingleGames(60, 20, 20)) == "+60 =20 -20  70.0 %  Elo +147 [+86, +218]"


@pytest.fixture
def one_opening(tmp_path):
    """A file with one opening, from which deterministic players always play the same two games."""
    path = tmp_path / "openings.txt"
    path.write_text("1,0, 0,1, -1,0\n")
    return str(path)


def test_the_report_says_that_games_repeat(one_opening):
    report = Report(Match("classic:depth=2", "greedy", RULES, 5, openings=one_opening))
    for _, pair in run(report.match, 1):
        report.add(pair)
    first, second = report.lines()
    assert "Elo" not in first, "error bars over repeated games would mean nothing"
    assert second.startswith("2 of these 10 games differ; each of them once: ")
    assert "Elo" in second
    found = report.as_json()
    assert (found["games"], found["different_games"]) == (10, 2)
    low, high = SingleGames(found["wins"] // 5, found["draws"] // 5, found["losses"] // 5).elo()[1:]
    assert found["elo_95"] == [round(low, 1), round(high, 1)]


def test_repeated_games_do_not_decide_a_sequential_test(one_opening):
    test = Sprt(-400, -200)
    results = list(run(Match("classic:depth=2", "greedy", RULES, 60, sprt=test, openings=one_opening), 1))
    assert len(results) == 60
    assert test.verdict(results[-1][0]) is not None, "they would, if each of them counted"
