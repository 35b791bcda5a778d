"""Training examples for the network: the quiet positions of self-play games and of their asides, as arrays."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from gomoku.core import _core
from gomoku.core.constants import WHITE
from gomoku.core.learned.weights import numbers_for
from gomoku.engine import is_win
from gomoku.lab.learning.replay import SKIP_PLIES, replay
from gomoku.rules import Rules

Array: TypeAlias = npt.NDArray[Any]


@dataclass
class Examples:
    """Positions, one a row."""

    stones: Array  # n x cells, uint8: 0 empty, 1 of the side to move, 2 of the other
    white: Array  # n, uint8: is White to move?
    situation: Array  # n, uint8: as `Weights.situation` numbers it
    linear: Array  # n, int16: linear evaluation
    score: Array  # n, int16: score of the search
    result: Array  # n, float32: result of the game for the side to move; NaN behind an aside, which was not played on
    move: Array  # n, int16: the cell that the search chose, row by row; NO_MOVE behind an aside
    game: Array  # n, int32: number of the game, for the held-out split


NO_MOVE: Final = -1
KINDS: Final = (np.uint8, np.uint8, np.int16, np.int16, np.float32, np.int16, np.int32)
"""Types of all fields but the first."""


class Extractor:
    """Worker that replays games."""

    def __init__(self, spec: str) -> None:
        rules = Rules.parse(spec)
        tables = _core.PatternTables(rules)
        self.weights = _core.Weights(tables, numbers_for(rules), rules.capture_goal)
        self.board = _core.Board(rules, tables, self.weights.by_code())
        self.width, self.cells = rules.width, rules.width * rules.height

    def close(self) -> None:
        pass

    def __call__(self, job: tuple[int, list[dict[str, Any]]]) -> Examples:
        """Examples of a batch of games, given with the number of its first game."""
        first, games = job
        found: list[tuple[Any, ...]] = []
        for number, game in enumerate(games, start=first):
            self.board.clear()
            asides: dict[int, list[list[int]]] = {}
            for aside in game.get("asides", ()):
                asides.setdefault(aside[0], []).append(aside[1:])
            slip, *best = game.get("slip", (-1,))
            for ply, (x, y) in enumerate(game["moves"]):
                if ply >= max(game["opening"], SKIP_PLIES):
                    chosen = best if ply == slip else (x, y)
                    score = game["scores"][ply - game["opening"]]
                    self._add(found, score, abs(ply % 2 - game["X"]), chosen[1] * self.width + chosen[0], number)
                    for aside_x, aside_y, score in asides.get(ply, ()):
                        self.board.play(aside_x, aside_y)
                        self._add(found, score, float("nan"), NO_MOVE, number)
                        self.board.take_back()
                self.board.play(x, y)
        stones, *columns = zip(*found, strict=True) if found else ((), *[()] * len(KINDS))
        return Examples(
            np.frombuffer(b"".join(stones), np.uint8).reshape(-1, self.cells),
            *(np.array(column, kind) for column, kind in zip(columns, KINDS, strict=True)),
        )

    def _add(self, found: list[tuple[Any, ...]], score: int, result: float, move: int, game: int) -> None:
        """Add the position on the board, if it is quiet and nothing is proved."""
        if is_win(abs(score)) or not _core.is_quiet(self.board):
            return
        stones = _core.buffer(self.cells, "B")
        _core.stones(self.board, stones)
        turn, _, _ = self.board.ply_facts()
        situation, linear = self.weights.situation_of(self.board), self.weights.value(self.board)
        found.append((bytes(stones), turn == WHITE, situation, linear, score, result, move, game))


def extract(spec: str, paths: Iterable[Path], processes: int) -> Examples:
    """The examples of all games in the files."""
    return replay(Examples, Extractor, spec, paths, processes)
