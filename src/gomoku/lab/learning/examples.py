"""Training examples for the network: the quiet positions of self-play games, of their asides and of variations on them, as arrays.

A variation is one to three plausible moves away from a game, drawn by the policy of today's network: such positions are what a search evaluates.
Nobody has searched them; they are for a teacher (`gomoku.lab.learning.teacher`) to label.
"""

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from gomoku.core import _core
from gomoku.core.constants import WHITE
from gomoku.core.learned.networks import network_for
from gomoku.core.learned.weights import numbers_for
from gomoku.engine import is_win
from gomoku.lab.learning.replay import SKIP_PLIES, replay
from gomoku.rules import Cell, Rules

Array: TypeAlias = npt.NDArray[Any]


@dataclass
class Examples:
    """Positions, one a row."""

    stones: Array  # n x cells, uint8: 0 empty, 1 of the side to move, 2 of the other
    white: Array  # n, uint8: is White to move?
    situation: Array  # n, uint8: as `Weights.situation` numbers it
    counts: Array  # n x 16, uint8: cells by what a stone would make there, as `threat_counts` has them
    linear: Array  # n, int16: linear evaluation
    score: Array  # n, int16: score of the search; NO_SCORE of a variation, which nobody has searched
    result: Array  # n, float32: result of the game for the side to move; NaN beside the game, which was not played on
    move: Array  # n, int16: the cell that the search chose, row by row; NO_MOVE beside the game
    game: Array  # n, int32: number of the game, for the held-out split


NO_MOVE: Final = -1
NO_SCORE: Final = -32_768
KINDS: Final = (np.uint8, np.uint8, np.uint8, np.int16, np.int16, np.float32, np.int16, np.int32)
"""Types of all fields but the first."""
VARIATION_PLIES: Final = (1, 2, 2, 3)
"""Lengths of variations, by how often they are wanted."""
VARIATION_HEAT: Final = 2.0
"""Temperature at which the moves of a variation are drawn: logits of the policy are divided by it."""


class Extractor:
    """Worker that replays games."""

    def __init__(self, spec: str, variations: int = 0) -> None:
        """`variations`: how many are tried from each position of a game."""
        rules = Rules.parse(spec)
        tables = _core.PatternTables(rules)
        self.weights = _core.Weights(tables, numbers_for(rules), rules.capture_goal)
        self.board = _core.Board(rules, tables, self.weights.by_code())
        network = network_for(rules)
        self.evaluator = _core.Evaluator(self.board, self.weights, network and _core.NetworkTables(network))
        self.width, self.cells = rules.width, rules.width * rules.height
        self.variations = variations

    def close(self) -> None:
        pass

    def __call__(self, job: tuple[int, list[dict[str, Any]]]) -> Examples:
        """Examples of a batch of games, given with the number of its first game."""
        first, games = job
        found: list[tuple[Any, ...]] = []
        for number, game in enumerate(games, start=first):
            rng = random.Random(number)
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
                    if _core.is_quiet(self.board):
                        for _ in range(self.variations):
                            self._vary(found, rng, number)
                self.board.play(x, y)
        stones, *columns = zip(*found, strict=True) if found else ((), *[()] * len(KINDS))
        return Examples(
            np.frombuffer(b"".join(stones), np.uint8).reshape(-1, self.cells),
            *(np.array(column, kind) for column, kind in zip(columns, KINDS, strict=True)),
        )

    def _vary(self, found: list[tuple[Any, ...]], rng: random.Random, game: int) -> None:
        """Add the end of a random variation; a first move may threaten to win, a second one must have answered it."""
        plies = rng.choice(VARIATION_PLIES)
        played = 0
        while played < plies and (played < 2 or _core.is_quiet(self.board)):
            if (cell := self._draw(rng)) is None:
                break
            self.board.play(*cell)
            played += 1
        if played == plies:
            self._add(found, NO_SCORE, float("nan"), NO_MOVE, game)
        for _ in range(played):
            self.board.take_back()

    def _draw(self, rng: random.Random) -> Cell | None:
        """Draw a move by the policy; None if there is no candidate."""
        drawn: Cell | None = None
        highest = -math.inf
        for cell, logit in self.evaluator.logits():
            # the highest of logits with Gumbel noise is a draw from their softmax
            key = logit / VARIATION_HEAT - math.log(-math.log(1.0 - rng.random()) + 1e-12)
            if key > highest:
                highest, drawn = key, cell
        return drawn

    def _add(self, found: list[tuple[Any, ...]], score: int, result: float, move: int, game: int) -> None:
        """Add the position on the board, if it is quiet and nothing is proved."""
        if (score != NO_SCORE and is_win(abs(score))) or not _core.is_quiet(self.board):
            return
        stones = _core.buffer(self.cells, "B")
        _core.stones(self.board, stones)
        turn, _, _ = self.board.ply_facts()
        situation, linear = self.weights.situation_of(self.board), self.weights.value(self.board)
        counts = _core.threat_counts(self.board)
        found.append((bytes(stones), turn == WHITE, situation, counts, linear, score, result, move, game))


def extract(spec: str, paths: Iterable[Path], processes: int, variations: int = 0) -> Examples:
    """The examples of all games in the files, with variations on each position."""
    return replay(Examples, partial(Extractor, variations=variations), spec, paths, processes)
