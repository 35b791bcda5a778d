"""Playing the opponent as well as the board: a picture of what this opponent overlooks, and a choice among moves that are as good as equal.

The picture is read off the moves of the game at hand and nothing else. It never costs more than `MARGIN` points of the search's own score,
never a proved win, and it changes nothing against somebody who overlooks nothing. Matches do not use it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from gomoku.engine.inspector import Inspector, ThreatCells
from gomoku.engine.types import WIN_BOUND, Result, Variation, win_in
from gomoku.rules import Cell, Color, Game, Played

MARGIN: Final = 30
"""Evaluation points that a choice may give up; of which 200 mean three wins in four."""
CANDIDATES: Final = 4
"""Lines to ask the search for, where there is something to adapt to."""
MISTAKE_LOSS: Final = 80
"""Evaluation points: a move that loses so many was one."""


class Weakness(StrEnum):
    """What the opponent has been seen to overlook."""

    FOURS = "fours"  # leaves a five to be made
    THREES = "threes"  # leaves an open four to be made
    CAPTURES = "captures"  # leaves its stones to be taken, or takes none where it should
    DEPTH = "depth"  # nothing that can be seen at a glance: it does not look far ahead


@dataclass(frozen=True)
class Mistake:
    """A move of the opponent after which the position was worth much more to us than before."""

    move: int
    """Its number in the game, from 1."""
    loss: int
    """Evaluation points."""
    overlooked: Weakness
    refuted_in: int | None
    """Plies of the win by force that it allowed, where one was found."""


@dataclass(frozen=True)
class OpponentModel:
    """What is believed of an opponent, from its moves so far."""

    moves: int = 0
    mistakes: tuple[Mistake, ...] = ()
    offered: int = 0
    """Turns in which it could have taken something."""
    taken: int = 0
    """Turns in which it did."""

    def weight(self, weakness: Weakness) -> int:
        """How much speaks for it: a mistake counts one, a grave one two."""
        return sum(
            2 if mistake.loss >= 2 * MISTAKE_LOSS else 1 for mistake in self.mistakes if mistake.overlooked is weakness
        )

    @property
    def weakness(self) -> Weakness | None:
        """What it overlooks most, the latest on equal terms; nothing for a small slip alone."""
        seen = [mistake.overlooked for mistake in self.mistakes]
        most = max(reversed(seen), key=self.weight, default=None)
        return most if most and self.weight(most) >= 2 else None


def observe(
    opponent: OpponentModel, game: Game, inspector: Inspector, before: int | None = None, after: int | None = None
) -> OpponentModel:
    """The picture after one more move of the opponent, the last of the game.

    `before` and `after` are what our searches said, for us, before our own last move and after the opponent's. A move is a mistake only if
    they rose by `MISTAKE_LOSS`: who merely stands worse has overlooked nothing.
    """
    last = game.actions[-1]
    if not isinstance(last, Played):
        return opponent
    color = last.color
    earlier = game.copy()
    earlier.undo()
    seen = inspector.threats(earlier)
    opponent = replace(
        opponent,
        moves=opponent.moves + 1,
        offered=opponent.offered + bool(seen[color].captures),
        taken=opponent.taken + bool(last.captured),
    )
    if before is None or after is None or after - before < MISTAKE_LOSS or game.is_over:
        return opponent
    overlooked = _overlooked(seen, inspector.threats(game), color, bool(last.captured))
    mistake = Mistake(len(game.moves), min(after - before, WIN_BOUND), overlooked, win_in(after))
    return replace(opponent, mistakes=(*opponent.mistakes, mistake))


def _overlooked(
    before: Mapping[Color, ThreatCells], after: Mapping[Color, ThreatCells], color: Color, captured: bool
) -> Weakness:
    """What a mistake overlooked: the strongest thing that was there to be seen."""
    enemy = color.other
    if after[enemy].fives:
        return Weakness.FOURS
    if before[enemy].open_fours and after[enemy].open_fours:
        return Weakness.THREES
    if after[enemy].captures or (before[color].captures and not captured):
        return Weakness.CAPTURES
    return Weakness.DEPTH


@dataclass(frozen=True)
class AdaptedChoice:
    """The move that was chosen, and what the picture of the opponent changed."""

    line: Variation
    given_up: int = 0
    """Evaluation points below the best line."""
    because: Weakness | None = None
    """None where the best line was played as it is."""


def choose(result: Result, game: Game, opponent: OpponentModel, inspector: Inspector) -> AdaptedChoice:
    """Among the lines of a search that are as good as equal, the one this opponent is most likely to go wrong against."""
    best = result.info.lines[0]
    weakness = opponent.weakness
    if weakness is None or abs(best.score) > WIN_BOUND:
        return AdaptedChoice(best)
    near = [line for line in result.info.lines if line.score >= best.score - MARGIN]
    lures = [_lure(game, line.move, weakness, inspector) for line in near]
    if max(lures) == lures[0]:
        return AdaptedChoice(best)
    line = near[lures.index(max(lures))]  # lines stand best first
    return AdaptedChoice(line, best.score - line.score, weakness)


def _lure(game: Game, move: Cell, weakness: Weakness, inspector: Inspector) -> int:
    """How many things of the kind that is overlooked the move sets up."""
    after = Game.from_rows(game.rules, game.rows(), game.to_move, taken=game.taken)
    after.play(move)
    if after.is_over:
        return 0
    own = inspector.threats(after)[game.to_move]
    if weakness is Weakness.FOURS:
        return len(own.fives)
    if weakness is Weakness.THREES:
        return len(own.open_fours)
    if weakness is Weakness.CAPTURES:
        return len({stone for capture in own.captures for stone in capture.stones})
    return len(own.fours) + 2 * len(own.open_fours)  # room for combinations
