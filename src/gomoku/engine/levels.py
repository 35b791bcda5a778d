"""Strength levels 1 to 10.

Levels 7 to 9 search fewer positions. Levels 1 to 6 play like people: they look a move or two ahead and sample from the moves they notice, by
what these are worth and by how natural they look (the policy of the network). Far from the latest stones, and on diagonals, a move escapes
notice more easily. No level misses a win in one, or fails to stop one that can be stopped. `benchmarks/ladder.py` measures
each level against the next.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final

from gomoku.engine.engine import Engine, Impression
from gomoku.engine.types import Limit, Result, Variation
from gomoku.rules import Cell, Game

NEAR: Final = 2
"""Cells from the latest stones within which every move is noticed."""
FAR: Final = 8
"""Cells from the latest stones at which a move escapes notice with the probability `overlooks` of the level."""
DIAGONAL: Final = 0.5
"""Share of `overlooks` that counts anywhere for a move whose strongest line is a diagonal."""


@dataclass(frozen=True)
class Level:
    """Settings of a strength level. Unset fields impose no limit."""

    number: int
    nodes: int | None = None
    """Positions visited per move."""
    depth: int | None = None
    """Depth of the last iteration, in plies."""
    width: int = 1
    """Candidate moves to choose from."""
    noise: float = 0.0
    """Temperature of the scores, in evaluation points: a candidate worse by `noise` is chosen 1/e as often as the best."""
    instinct: float = 0.0
    """Weight of the policy: with 1, a candidate is chosen in proportion to the policy's probability, other things being equal."""
    overlooks: float = 0.0
    """Probability that a candidate far from the latest stones escapes notice."""
    horizon: int | None = None
    """Horizon in plies, at least 2: longer wins, of either side, are ignored."""
    uses_book: bool = False
    """Players of this level may open from a book (`book.book_for`); the search never does."""

    def limit(self, limit: Limit) -> Limit:
        """Combine a limit with those of this level."""
        return replace(limit, nodes=_least(limit.nodes, self.nodes), depth=_least(limit.depth, self.depth))


LEVELS: Final[dict[int, Level]] = {
    level.number: level
    for level in (
        Level(1, depth=1, width=20, noise=190, instinct=0.4, overlooks=0.8, horizon=2),
        Level(2, depth=1, width=14, noise=100, instinct=0.6, overlooks=0.6, horizon=2),
        Level(3, depth=1, width=12, noise=76, instinct=0.6, overlooks=0.5, horizon=3),
        Level(4, depth=1, width=10, noise=32, instinct=0.7, overlooks=0.26, horizon=5),
        Level(5, depth=2, width=8, noise=20, instinct=0.8, overlooks=0.10, horizon=6),
        Level(6, depth=3, width=6, noise=6, instinct=1.0, overlooks=0.02, horizon=16),
        Level(7, nodes=4_200),
        Level(8, nodes=8_500),
        Level(9, nodes=24_000, uses_book=True),
        Level(10, uses_book=True),
    )
}
"""By number. Each beats the one below in about three games of four; level 10 is the full engine."""


def play_at(
    engine: Engine,
    game: Game,
    level: int | Level,
    limit: Limit | None = None,
    rng: random.Random | None = None,
) -> Result:
    """Search at a strength level, within the limit, and return the move chosen.

    Reproducible for equal `rng` states if the search is. Raises ValueError if there is no legal move or no such level.
    """
    if not isinstance(level, Level):
        if level not in LEVELS:
            raise ValueError(f"levels are 1 to {len(LEVELS)}, not {level!r}")
        level = LEVELS[level]
    result = _search(engine, game, level, limit or Limit(time=0.5))
    if level.width == 1:
        return result
    line = _choose(result.info.lines, engine.impressions(game), game.moves, level, rng or random.Random())
    info = replace(result.info, score=line.score, pv=line.pv)
    return replace(result, move=line.move, info=info)


def _search(engine: Engine, game: Game, level: Level, limit: Limit) -> Result:
    """Search with the limits of the level. Depth 1 is always completed if `limit` allows, so that no five is missed."""
    started = monotonic()
    if level.nodes is None:
        return engine.search(game, level.limit(limit), lines=level.width)
    look = engine.search(game, replace(limit, depth=1), lines=level.width)
    left = level.nodes - look.nodes
    if look.stopped or look.win_in is not None or left <= 0 or limit.depth == 1:
        return look
    if limit.time is not None:
        limit = replace(limit, time=max(0.001, limit.time - (monotonic() - started)))
    if limit.nodes is not None:
        left = min(left, limit.nodes - look.nodes)
    return engine.search(game, replace(limit, nodes=left), lines=level.width) if left > 0 else look


def _choose(
    lines: tuple[Variation, ...],
    impressions: Mapping[Cell, Impression],
    moves: tuple[Cell, ...],
    level: Level,
    rng: random.Random,
) -> Variation:
    """Sample a variation of those noticed, by score and policy; one that loses at once only if all do."""
    lines = tuple(line for line in lines if line.win_in is None or not -2 <= line.win_in < 0) or lines
    if lines[0].win_in == 1:
        return lines[0]
    latest = moves[-2:]
    noticed = [line for line in lines if rng.random() >= _missed(line.move, impressions, latest, level)]
    lines = tuple(noticed) or (min(lines, key=lambda line: _distance(line.move, latest)),)
    values = _within_horizon(lines, level.horizon)
    logits = [impressions[line.move].logit if line.move in impressions else 0.0 for line in lines]
    best, likeliest = max(values), max(logits)
    if level.noise <= 0:
        return lines[values.index(best)]
    weights = [
        math.exp((value - best) / level.noise + level.instinct * (logit - likeliest))
        for value, logit in zip(values, logits, strict=True)
    ]
    return rng.choices(lines, weights)[0]


def _missed(move: Cell, impressions: Mapping[Cell, Impression], latest: tuple[Cell, ...], level: Level) -> float:
    """Probability that the player does not notice a move: the farther from the latest stones, the more; diagonals anywhere."""
    far = min(1.0, max(0.0, (_distance(move, latest) - NEAR) / (FAR - NEAR)))
    diagonal = DIAGONAL if move in impressions and impressions[move].is_diagonal else 0.0
    return level.overlooks * max(far, diagonal)


def _distance(move: Cell, latest: tuple[Cell, ...]) -> int:
    """Cells between a move and the nearest of the latest stones, diagonals counted as one; 0 without stones."""
    return min((max(abs(move[0] - x), abs(move[1] - y)) for x, y in latest), default=0)


def _within_horizon(lines: tuple[Variation, ...], horizon: int | None) -> list[int]:
    """Scores within the horizon: a win or loss beyond it counts as the best or worst ordinary score."""
    hidden = [line.win_in is not None and horizon is not None and abs(line.win_in) > max(horizon, 2) for line in lines]
    plain = [line.score for line in lines if line.win_in is None] or [0]
    return [
        line.score if not hide else max(plain) if line.score > 0 else min(plain)
        for line, hide in zip(lines, hidden, strict=True)
    ]


def _least(one: int | None, other: int | None) -> int | None:
    """The smaller of two optional limits."""
    return min((value for value in (one, other) if value is not None), default=None)
