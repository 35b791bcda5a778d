"""Fit of the evaluation weights to self-play games, by logistic regression.

The evaluation is a sum of weights, so the winning probability is modelled as sigmoid(value / SCALE). The weights of maximum
likelihood are found by gradient descent (Adam), regularised towards their start. Move-ordering weights are not fitted: fitted
ones lost to the hand-made ones (docs/SEARCH.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gomoku.core import _core
from gomoku.core.constants import CODES, MULTISETS
from gomoku.core.learned.weights import Numbers
from gomoku.engine import is_win
from gomoku.engine.types import SCALE
from gomoku.lab.learning.replay import SKIP_PLIES, replay
from gomoku.rules import Rules

COLUMNS = 2 * MULTISETS + 75

Array: TypeAlias = npt.NDArray[Any]


@dataclass
class Samples:
    """Training positions as arrays."""

    counts: Array  # n x 990, uint8: cells by multiset, of the side to move and of the other
    tables: Array  # n x 3, uint8: index into taken, capture_own, capture_other
    result: Array  # n, float32: result of the game for the side to move
    score: Array  # n, float32: search score
    game: Array  # n, int32: number of the game, for the held-out split


class Extractor:
    """Worker that replays games and extracts the features of the evaluation."""

    def __init__(self, spec: str) -> None:
        rules = Rules.parse(spec)
        self.tables = _core.PatternTables(rules)
        self.board = _core.Board(rules, self.tables, _core.buffer(CODES, "q"))
        self.goal = rules.capture_goal or 10**6

    def close(self) -> None:
        pass

    def __call__(self, job: tuple[int, list[dict[str, Any]]]) -> Samples:
        """Samples of a batch of games, given with the number of its first game."""
        first, games = job
        board, tables = self.board, self.tables
        out = _core.buffer(2 * MULTISETS, "H")
        counts, small, results, scores, owner = [], [], [], [], []
        for number, game in enumerate(games):
            board.clear()
            for ply, (x, y) in enumerate(game["moves"]):
                if ply >= max(game["opening"], SKIP_PLIES) and _core.is_quiet(board):
                    score = game["scores"][ply - game["opening"]]
                    if not is_win(abs(score)):
                        _core.features(board, tables, out)
                        counts.append(np.array(out, dtype=np.uint8))
                        small.append(_small_indices(board, self.goal))
                        results.append(game["X"] if ply % 2 == 0 else 1 - game["X"])
                        scores.append(score)
                        owner.append(first + number)
                board.play(x, y)
        return Samples(
            np.array(counts, dtype=np.uint8).reshape(-1, 2 * MULTISETS),
            np.array(small, dtype=np.uint8).reshape(-1, 3),
            np.array(results, dtype=np.float32),
            np.array(scores, dtype=np.float32),
            np.array(owner, dtype=np.int32),
        )


def _small_indices(board: Any, goal: int) -> list[int]:
    turn, taken, capturing = board.ply_facts()
    mine, theirs = taken[turn - 1], taken[2 - turn]
    fifths = [min(stones * 5 // goal, 4) for stones in (mine, theirs)]
    cells = [min(capturing[turn - 1], 4), min(capturing[2 - turn], 4)]
    return [fifths[0] * 5 + fifths[1], fifths[0] * 5 + cells[0], fifths[1] * 5 + cells[1]]


def extract(spec: str, paths: Iterable[Path], processes: int) -> Samples:
    """Extract the samples of all games in the files."""
    return replay(Samples, Extractor, spec, paths, processes)


def to_vector(numbers: Numbers) -> Array:
    """The evaluation weights as one vector, signed so that the value is a plain sum."""
    parts = [numbers["own"], [-w for w in numbers["other"]], numbers["taken"], numbers["capture_own"]]
    parts.append([-w for w in numbers["capture_other"]])
    return np.concatenate([np.array(p, dtype=np.float32) for p in parts])


def from_vector(vector: Array, order: Numbers) -> Numbers:
    """Weights from a vector, with the move-ordering weights of `order`."""
    whole = [round(float(w)) for w in vector]
    n = MULTISETS
    return {
        "own": whole[:n],
        "other": [-w for w in whole[n : 2 * n]],
        "taken": whole[2 * n : 2 * n + 25],
        "capture_own": whole[2 * n + 25 : 2 * n + 50],
        "capture_other": [-w for w in whole[2 * n + 50 :]],
        **{name: order[name] for name in ("make", "stop", "take_rank")},
    }


def _values(samples: Samples, rows: Array, vector: Array) -> Array:
    n = 2 * MULTISETS
    value = samples.counts[rows].astype(np.float32) @ vector[:n]
    for k in range(3):
        value += vector[n + 25 * k + samples.tables[rows, k].astype(np.int64)]
    return value


def fit_values(
    samples: Samples, start: Array, epochs: int = 12, mix: float = 0.7, pull: float = 1e-7, seed: int = 0
) -> tuple[Array, float, float]:
    """Fit the weights; return them with the loss on held-out games before and after.

    `mix` is the share of the game result in the target, `pull` the L2 penalty towards the start.
    """
    rng = np.random.default_rng(seed)
    n = 2 * MULTISETS
    target = mix * samples.result + (1 - mix) / (1 + np.exp(-samples.score / SCALE))
    held = samples.game % 20 == 0
    train = np.flatnonzero(~held)
    test = np.flatnonzero(held)
    vector = start.astype(np.float32).copy()
    moment, second = np.zeros_like(vector), np.zeros_like(vector)
    before = _loss(samples, test, start.astype(np.float32))
    step = 0
    batch = 8192
    for epoch in range(epochs):
        rng.shuffle(train)
        rate = 3.0 * 0.75**epoch
        for i in range(0, len(train), batch):
            rows = train[i : i + batch]
            chance = 1 / (1 + np.exp(-_values(samples, rows, vector) / SCALE))
            error = (chance - target[rows]).astype(np.float32) / len(rows)
            gradient = np.empty_like(vector)
            gradient[:n] = error @ samples.counts[rows].astype(np.float32)
            for k in range(3):
                index = samples.tables[rows, k].astype(np.int64)
                gradient[n + 25 * k : n + 25 * k + 25] = np.bincount(index, error, 25)
            gradient += pull * (vector - start)
            step += 1
            moment = 0.9 * moment + 0.1 * gradient
            second = 0.999 * second + 0.001 * gradient**2
            size = moment / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
            vector -= rate * size
    return vector, before, _loss(samples, test, vector)


def _loss(samples: Samples, rows: Array, vector: Array) -> float:
    """Mean log loss of the game results."""
    chance = np.clip(1 / (1 + np.exp(-_values(samples, rows, vector) / SCALE)), 1e-6, 1 - 1e-6)
    result = samples.result[rows]
    return float(-np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance)))
