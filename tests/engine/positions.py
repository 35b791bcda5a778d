"""Shared helpers of the engine tests: positions and comparable results."""

from typing import Any

from gomoku.engine import Result
from gomoku.rules import Game, Rules
from tests.rules.strategies import random_moves


def position(rules: Rules, seed: int, moves: int) -> Game:
    """An unfinished game of random moves."""
    game = Game(rules)
    for cell in random_moves(game, seed, moves):
        game.play(cell)
        if game.is_over:
            game.undo()
            break
    return game


def quiet(rules: Rules) -> Game:
    """A quiet position: a few stones near the centre."""
    game = Game(rules)
    x, y = rules.centre
    for dx, dy in ((0, 0), (1, 1), (-1, 2), (2, 0)):
        game.play((x + dx, y + dy))
    return game


def findings(result: Result) -> Any:
    """Everything in a result except its timing."""
    return (
        result.move,
        result.stopped,
        [(info.depth, info.selective_depth, info.score, info.nodes, info.pv, info.lines) for info in result.history],
    )
