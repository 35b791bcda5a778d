"""Opponent model: records what an opponent overlooks and picks, among nearly equal moves, the one that exploits it.

The model is built from the moves of the current game only. Exploiting it costs at most `MARGIN` points of the search
score and never a proved win; an opponent without a known weakness meets the plain engine. Not used in engine matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from gomoku.engine.inspector import Inspector, ThreatCells
from gomoku.engine.types import WIN_BOUND, Result, Variation, plies_to_win
from gomoku.rules import Cell, Color, Game, Played

MARGIN: Final = 30
"""Most evaluation points a choice may give up. For scale: 200 points are about three wins in four."""
CANDIDATES: Final = 4
"""Variations to request from the search once a weakness is known."""
MISTAKE_LOSS: Final = 80
"""Evaluation points a move must lose to count as a mistake."""


class Weakness(StrEnum):
    """Kind of threat an opponent overlooks."""

    FOURS = "fours"  # allowed a five
    THREES = "threes"  # allowed an open four
    CAPTURES = "captures"  # left stones open to capture, or missed a capture
    DEPTH = "depth"  # no immediate threat: the refutation lies deeper


@dataclass(frozen=True)
class Mistake:
    """An opponent move that raised our score by at least `MISTAKE_LOSS`."""

    move: int
    """Move number in the game, from 1."""
    loss: int
    """Evaluation points lost."""
    overlooked: Weakness
    refuted_in: int | None
    """Plies to the forced win it allowed, if one was found."""


@dataclass(frozen=True)
class OpponentModel:
    """Statistics and mistakes of one opponent in the current game."""

    moves: int = 0
    mistakes: tuple[Mistake, ...] = ()
    offered: int = 0
    """Turns on which a capture was possible."""
    taken: int = 0
    """Turns on which it captured."""

    def evidence(self, weakness: Weakness) -> int:
        """Evidence for a weakness: 1 per mistake, 2 per mistake of twice `MISTAKE_LOSS`."""
        return sum(
            2 if mistake.loss >= 2 * MISTAKE_LOSS else 1 for mistake in self.mistakes if mistake.overlooked is weakness
        )

    @property
    def weakness(self) -> Weakness | None:
        """Weakness with the most evidence, the latest on ties; None below an evidence of 2."""
        seen = [mistake.overlooked for mistake in self.mistakes]
        most = max(reversed(seen), key=self.evidence, default=None)
        return most if most and self.evidence(most) >= 2 else None


def observe(
    opponent: OpponentModel, game: Game, inspector: Inspector, before: int | None = None, after: int | None = None
) -> OpponentModel:
    """Update the model with the last move of the game, which is the opponent's.

    `before` and `after` are our search scores before our previous move and after the opponent's reply. Only a rise of
    `MISTAKE_LOSS` counts as a mistake: a bad position alone is no evidence.
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
    mistake = Mistake(len(game.moves), min(after - before, WIN_BOUND), overlooked, plies_to_win(after))
    return replace(opponent, mistakes=(*opponent.mistakes, mistake))


def _overlooked(
    before: Mapping[Color, ThreatCells], after: Mapping[Color, ThreatCells], color: Color, captured: bool
) -> Weakness:
    """Strongest threat on the board that explains the mistake."""
    us = color.other
    if after[us].fives:
        return Weakness.FOURS
    if before[us].open_fours and after[us].open_fours:
        return Weakness.THREES
    if after[us].captures or (before[color].captures and not captured):
        return Weakness.CAPTURES
    return Weakness.DEPTH


@dataclass(frozen=True)
class AdaptedChoice:
    """The variation chosen, and what the opponent model changed about the choice."""

    line: Variation
    given_up: int = 0
    """Evaluation points below the best variation."""
    exploits: Weakness | None = None
    """Weakness exploited; None if the best variation was chosen."""


def choose(result: Result, game: Game, opponent: OpponentModel, inspector: Inspector) -> AdaptedChoice:
    """Choose, among the variations within `MARGIN` of the best, the one that best exploits the opponent's weakness."""
    best = result.info.lines[0]
    weakness = opponent.weakness
    if weakness is None or best.win_in is not None:
        return AdaptedChoice(best)
    near = [line for line in result.info.lines if line.score >= best.score - MARGIN]
    set_up = [_threats_set_up(game, line.move, weakness, inspector) for line in near]
    if max(set_up) == set_up[0]:
        return AdaptedChoice(best)
    line = near[set_up.index(max(set_up))]  # the first maximum: variations are sorted best first
    return AdaptedChoice(line, best.score - line.score, weakness)


def _threats_set_up(game: Game, move: Cell, weakness: Weakness, inspector: Inspector) -> int:
    """Number of threats of the overlooked kind that a move sets up."""
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
