"""Perft: count all lines of play to a depth, by kind of move, with the compiled core or with the reference rules.

The two must agree: any error in captures, fives, grace turns or forbidden moves changes a count.
"""

from typing import TypeAlias

from gomoku.core import _core
from gomoku.core.constants import CODES
from gomoku.engine.position import load_position
from gomoku.lab.types import LabError
from gomoku.rules import Game

KINDS: tuple[str, ...] = tuple(_core.PERFT_KINDS)
Counts: TypeAlias = dict[str, int]


def by_core(game: Game, depth: int) -> list[Counts]:
    """Counts for depths 1 to `depth`, by the compiled core."""
    try:
        board = _core.Board(game.rules, _core.PatternTables(game.rules), _core.buffer(CODES, "q"))
    except ValueError as error:
        raise LabError(str(error)) from None
    load_position(board, game)
    return [dict(zip(KINDS, counts, strict=True)) for counts in _core.perft(board, depth)]


def by_rules(game: Game, depth: int) -> list[Counts]:
    """Counts by the reference rules; slow."""
    counts = [dict.fromkeys(KINDS, 0) for _ in range(depth)]
    _walk(game.copy(), counts)
    return counts


def _walk(game: Game, counts: list[Counts]) -> None:
    here, deeper = counts[0], counts[1:]
    here["forbidden"] += len(game.forbidden_cells())
    mover = game.to_move
    for cell in game.allowed_cells():
        played = game.play(cell)
        won = game.winner == mover
        here["moves"] += 1
        here["captures"] += bool(played.captured)
        here["fives"] += game.status == "grace" or (won and game.win_by == "line")
        here["graces"] += game.status == "grace"
        here["wins"] += won
        here["losses"] += game.winner is not None and not won
        here["draws"] += game.status == "draw"
        if deeper and not game.is_over:
            _walk(game, deeper)
        game.undo()
