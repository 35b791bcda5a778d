"""Positions for the engine's tests, what a result is compared by, and when it is late."""

from collections.abc import Callable
from typing import Any

from gomoku.engine import Result
from gomoku.rules import Game, Rules
from tests.rules.strategies import random_moves


def position(rules: Rules, seed: int, moves: int) -> Game:
    """A game of random moves that is not over."""
    game = Game(rules)
    for cell in random_moves(game, seed, moves):
        game.play(cell)
        if game.is_over:
            game.undo()
            break
    return game


def quiet(rules: Rules) -> Game:
    """A few stones near the middle, nothing decided."""
    game = Game(rules)
    x, y = rules.centre
    for dx, dy in ((0, 0), (1, 1), (-1, 2), (2, 0)):
        game.play((x + dx, y + dy))
    return game


def findings(result: Result) -> Any:
    """All of a result but the clock."""
    return (
        result.move,
        result.stopped,
        [(info.depth, info.selective_depth, info.score, info.nodes, info.pv, info.lines) for info in result.history],
    )


def assert_in_time(slowest: Callable[[], float], limit: float) -> None:
    """The promise holds beside one busy process. A machine with more to do may stall once or twice: late three times is late."""
    tries: list[float] = []
    while not tries or (tries[-1] >= limit and len(tries) < 3):
        tries.append(slowest())
    assert tries[-1] < limit, f"{tries} s of {limit} s"
