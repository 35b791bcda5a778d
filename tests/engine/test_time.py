"""Time limits hold from call to result, also while another process keeps a core busy."""

import subprocess
import sys
import time

import pytest

from gomoku.engine import Engine, Limit
from gomoku.engine.engine import _SearchRun
from gomoku.rules import Game, Rules
from tests.engine.positions import position
from tests.support.stopwatch import Stopwatch


@pytest.fixture(scope="module")
def busy_core():
    """A process in a busy loop."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    yield
    process.kill()
    process.wait()


@pytest.mark.clock
@pytest.mark.usefixtures("busy_core")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("limit", "searches"), [(0.1, 20), (0.5, 3)])
def test_never_late(limit: float, searches: int, threads: int):
    rules = Rules.preset("42")
    with Engine(rules, threads, memory_mb=16) as engine:
        for seed in range(searches):
            game = position(rules, seed, 3 + seed % 7)
            watch = Stopwatch()
            result = engine.search(game, Limit(time=limit))
            assert (watch.seconds() if threads == 1 else watch.cpu()) < limit
            assert game.why_illegal(result.move) is None


def test_a_tiny_limit_still_gets_an_answer():
    rules = Rules.preset("42")
    game = position(rules, 3, 20)
    with Engine(rules, memory_mb=2) as engine:
        assert game.why_illegal(engine.search(game, Limit(time=0.001)).move) is None


@pytest.mark.clock
def test_an_only_move_is_played_at_once():
    rows = ["." * 15] * 15
    rows[7] = "....OXXXX......"
    rules = Rules.preset("freestyle")
    game = Game.from_rows(rules, rows, "O")
    with Engine(rules, memory_mb=2) as engine:
        watch = Stopwatch()
        assert engine.search(game, Limit(time=20)).move == (9, 7)
        assert watch.seconds() < 0.5


@pytest.mark.clock
def test_a_soft_limit_saves_time():
    rules = Rules.preset("freestyle")
    game = position(rules, 2, 8)
    with Engine(rules, memory_mb=2) as engine:
        result = engine.search(game, Limit(time=20, soft=0.02))
    begun = [before.seconds for before in result.history[:-1]]
    assert max(begun, default=0) <= 3 * 0.02
    assert result.seconds < 10


@pytest.mark.parametrize(
    ("scores", "moves", "goes_on"),
    [
        ((10, 10), ((7, 7), (7, 7)), False),
        ((10, 10), ((7, 7), (8, 8)), True),  # the best move changed
        ((10, -60), ((7, 7), (7, 7)), True),  # the score fell
    ],
)
def test_soft_limit_is_extended_when_unstable(scores, moves, goes_on):
    rules = Rules.preset("freestyle")
    thinking = _SearchRun(Engine(rules, memory_mb=1), Limit(time=100, soft=1), time.monotonic() - 2, [(7, 7)], 1, None)
    for score, move in zip(scores, moves, strict=True):
        thinking.history.append(thinking._info(9, score, [(move, score, (move,))]))
    thinking.best_changed = moves[0] != moves[1]
    assert thinking._should_stop() is not goes_on
