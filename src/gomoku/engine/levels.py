"""Strength levels 1 to 10.

Levels 7 to 9 search fewer positions. Levels 1 to 6 play like people: they look a move or two ahead, overlook threats (`perception`), and choose
among the moves that they see by the network's policy, with a temperature, near the stones played last. No level misses a win in one, or
fails to stop one that can be stopped. `benchmarks/ladder.py` measures each level against the next.
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final

from gomoku.engine.engine import Engine
from gomoku.engine.perception import LATEST, Kind, Oversights, Sight, Threat, distance
from gomoku.engine.types import Limit, Result, Variation
from gomoku.rules import Cell, Game

OPEN_FOUR_PLIES: Final = 4
"""A win in at most so many plies needs a three, a longer one a fork."""
SHOWN: Final = 20
"""Variations of a result: the best, and the one chosen."""


@dataclass(frozen=True)
class Level:
    """Settings of a strength level. Unset fields impose no limit."""

    number: int
    nodes: int | None = None
    """Positions visited per move."""
    depth: int | None = None
    """Depth of the last iteration, in plies."""
    width: int = 1
    """Candidate moves to choose from. With one, the level plays the best, and the fields below mean nothing."""
    temperature: float = 1.0
    """Of the policy: with 1, a move is chosen in proportion to its probability, other things being equal; with 2, to its square root."""
    judgement: float = 0.0
    """Logits for 100 evaluation points of the search."""
    nearness: float = 0.0
    """Logits lost for each cell between a move and the stones played last."""
    horizon: int = 100
    """Longer wins, of either side, are not seen; in plies, at least 2."""
    oversights: Oversights = field(default_factory=Oversights)
    uses_book: bool = False
    """Players of this level may open from a book (`book.book_for`); the search never does."""

    def limit(self, limit: Limit) -> Limit:
        """Combine a limit with those of this level."""
        return replace(limit, nodes=_least(limit.nodes, self.nodes), depth=_least(limit.depth, self.depth))


LEVELS: Final[dict[int, Level]] = {
    level.number: level
    for level in (
        Level(
            1,
            depth=1,
            width=60,
            temperature=1.9,
            judgement=0.4,
            nearness=0.75,
            horizon=4,
            oversights=Oversights(three=0.2, fork=0.75, capture=0.42, five_break=0.72),
        ),
        Level(
            2,
            depth=1,
            width=60,
            temperature=1.1,
            judgement=0.5,
            nearness=0.6,
            horizon=4,
            oversights=Oversights(three=0.12, fork=0.6, capture=0.3, five_break=0.6),
        ),
        Level(
            3,
            depth=1,
            width=60,
            temperature=0.8,
            judgement=0.9,
            nearness=0.5,
            horizon=6,
            oversights=Oversights(three=0.05, fork=0.35, capture=0.2, five_break=0.4),
        ),
        Level(
            4,
            depth=2,
            width=30,
            temperature=0.6,
            judgement=1.1,
            nearness=0.3,
            horizon=8,
            oversights=Oversights(three=0.025, fork=0.2, capture=0.1, five_break=0.2),
        ),
        Level(
            5,
            depth=3,
            width=16,
            temperature=0.5,
            judgement=1.7,
            nearness=0.15,
            horizon=14,
            oversights=Oversights(three=0.01, fork=0.09, capture=0.04, five_break=0.07),
        ),
        Level(
            6,
            depth=4,
            width=12,
            temperature=0.36,
            judgement=3.3,
            nearness=0.1,
            horizon=16,
            oversights=Oversights(three=0.003, fork=0.03, capture=0.015, five_break=0.03),
        ),
        Level(7, nodes=4_200),
        Level(8, nodes=9_300),
        Level(9, nodes=19_000, uses_book=True),
        Level(10, uses_book=True),
    )
}
"""By number, from a child who has just learned the rules, through a player who knows the shapes (3), to a club player (6). Each beats the one below
in about three games of four; level 10 is the full engine."""


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
    line = choose(result.info.lines, engine.look(game), game.moves[-LATEST:], level, rng or random.Random())
    best = [each for each in result.info.lines if each != line][: SHOWN - 1]
    lines = tuple(each for each in result.info.lines if each == line or each in best)
    info = replace(result.info, score=line.score, pv=line.pv, lines=lines)
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


def choose(
    lines: Sequence[Variation], sight: Sight, latest: Sequence[Cell], level: Level, rng: random.Random
) -> Variation:
    """Choose a variation as a person of this level would, `latest` being the stones played last.

    A win in one is taken and a loss in one avoided. Then the player overlooks some threats: their cells do not come to mind, and what
    follows from them is not seen. Of the rest, wins come first and losses last; equals are sampled.
    """
    if lines[0].win_in == 1:
        return lines[0]
    lines = _unless_none(lines, lambda line: line.win_in is None or not -2 <= line.win_in < 0)
    overlooked = [threat for threat in sight.threats if rng.random() < level.oversights.chance(threat, latest)]
    noticed = [threat for threat in sight.threats if threat not in overlooked]
    if rng.random() < level.oversights.five_break:
        lines = _unless_none(lines, lambda line: line.move in sight.fives)
    unseen = _cells(overlooked) - _cells(noticed)
    lines = _unless_none(lines, lambda line: line.move not in unseen)
    plain = sorted(line.score for line in lines if line.win_in is None) or [0]
    ordinary = plain[len(plain) // 2]
    values = [line.score if _is_seen(line, level.horizon, overlooked, noticed) else ordinary for line in lines]
    best, least = max(values), min(sight.logits.values(), default=0.0)
    logits = [
        (sight.logits.get(line.move, least) + level.judgement * (value - best) / 100) / level.temperature
        - level.nearness * distance(line.move, latest)
        for line, value in zip(lines, values, strict=True)
    ]
    most = max(logits)
    return rng.choices(lines, [math.exp(logit - most) for logit in logits])[0]


def _is_seen(line: Variation, horizon: int, overlooked: Sequence[Threat], noticed: Sequence[Threat]) -> bool:
    """Does the player see what a variation is worth? A win or loss beyond the horizon, or by overlooked threats alone, is not seen."""
    plies = line.win_in
    if plies is None:
        return True
    kind = Kind.THREE if abs(plies) <= OPEN_FOUR_PLIES else Kind.FORK

    def brings_it(threat: Threat) -> bool:
        return threat.kind is kind and threat.is_own == (plies > 0)

    return abs(plies) <= horizon and (any(map(brings_it, noticed)) or not any(map(brings_it, overlooked)))


def _cells(threats: Iterable[Threat]) -> set[Cell]:
    return {cell for threat in threats for cell in threat.cells}


def _unless_none(lines: Sequence[Variation], wanted: Callable[[Variation], bool]) -> Sequence[Variation]:
    """The variations that are wanted, or all if none is."""
    return [line for line in lines if wanted(line)] or lines


def _least(one: int | None, other: int | None) -> int | None:
    """The smaller of two optional limits."""
    return min((value for value in (one, other) if value is not None), default=None)
