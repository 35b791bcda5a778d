"""Explanations of mistakes: the answer that a move allows, and what the best move would have done.

Every statement follows from the rules and from search results; what cannot be computed is left out.
"""

from dataclasses import dataclass
from typing import Final

from gomoku.engine.types import plies_to_win
from gomoku.rules import Game
from gomoku.server.analysis import move_reasons
from gomoku.server.wire.analysis.study_messages import CoachedMove, Coaching
from gomoku.server.wire.values import Cell, MoveReason, ThreatKind

MOST_REASONS: Final = 2
"""Reasons given for a move, at most; one where a win is proved, which says enough."""
_SLIGHT: Final = frozenset(
    {MoveReason.QUIET, MoveReason.THREE, MoveReason.OPEN_TWO, MoveReason.REFILLS, MoveReason.STOPS_OPEN_THREE}
)
"""Reasons that do not explain a mistake."""
_FORCING: Final = frozenset(
    {
        MoveReason.FIVE,
        MoveReason.BREAKABLE_FIVE,
        MoveReason.PAIRS,
        MoveReason.OPEN_FOUR,
        MoveReason.DOUBLE_FOUR,
        MoveReason.FOUR_THREE,
        MoveReason.FOUR,
        MoveReason.DOUBLE_THREE,
        MoveReason.OPEN_THREE,
    }
)
"""Reasons that must be answered."""
_PAIRS: Final = {True: MoveReason.ATTACKS_PAIR, False: MoveReason.SAVES_PAIR}
"""The reason behind a threat to capture: the side's own, or the other's. Pairs that no word names are not marked."""


@dataclass(frozen=True)
class PositionResult:
    """Search result of a position: value for the side to move, and principal variation."""

    score: int
    pv: tuple[Cell, ...] = ()
    depth: int = 0


def explain(before: Game, after: Game, best: PositionResult, then: PositionResult) -> Coaching | None:
    """Explain the move between two positions by the search results of both; None if nothing can be said."""
    cell = after.moves[-1]
    reply = _coached(after, then) if after.to_move is not before.to_move else None
    if reply is not None and not reply.reasons and reply.win_in is None:
        reply = None
    better = _coached(before, best) if best.pv and best.pv[0] != cell else None
    if reply is None and better is None:
        return None
    return Coaching(reply, better, _prevents(before, better, reply))


def _coached(game: Game, found: PositionResult) -> CoachedMove | None:
    """The best move of a position with its reasons."""
    if game.is_over or not found.pv:
        return None
    after = game.copy()
    reasons, threats = move_reasons.reasons_of(after, found.pv[0])
    win_in = plies_to_win(found.score)
    if win_in is not None and win_in <= 0:
        win_in = None
    most = MOST_REASONS if win_in is None else 1
    told = tuple(reason for reason in reasons if reason not in _SLIGHT)[:most]
    color = game.to_move
    return CoachedMove(
        cell=found.pv[0],
        color=color,
        captured=tuple(after.played[-1].captured),
        reasons=told,
        threats=tuple(
            mark for mark in threats if mark.kind is not ThreatKind.CAPTURE or _PAIRS[mark.color is color] in told
        ),
        win_in=win_in,
    )


def _prevents(before: Game, better: CoachedMove | None, reply: CoachedMove | None) -> bool:
    """Whether the better move removes the reply's reasons and leaves it no other that must be answered."""
    if better is None or reply is None or not reply.reasons:
        return False
    game = before.copy()
    game.play(better.cell)
    if game.is_over:
        return False
    if game.why_illegal(reply.cell) is not None:
        return True
    left, _ = move_reasons.reasons_of(game, reply.cell)
    return not (_FORCING | set(reply.reasons)).intersection(left)
