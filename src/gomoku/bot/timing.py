"""How long a brain may think: the room's clock turned into what the Gomocup protocol has words for."""

from dataclasses import dataclass
from typing import Final

from gomoku.server.values import Clock, ClockRule, Fischer, NoClock

MOVES: Final = 40
"""A move gets this part of what is left: what is lost on the way is still there after a hundred of them."""
SAFE: Final = 0.8
"""Part of what there is that a move may use at most."""
SHORTEST: Final = 0.05
"""Seconds: an answer there must be."""


@dataclass(frozen=True)
class Turn:
    """Seconds for one answer."""

    move: float
    """`timeout_turn`."""
    game: float | None
    """`time_left`; None where the game has no limit, or where what is not used of a move is lost anyway."""


def turn_of(rule: ClockRule, clock: Clock | None, most: float, lag: float) -> Turn:
    """What a brain is told. `most`: seconds for a move at most; `lag`: seconds that are lost on the way.

    Many brains use all of `timeout_turn`, whatever `time_left` says: so it is a share of what is left, never all of it.
    """
    if isinstance(rule, NoClock) or clock is None:
        return Turn(max(SHORTEST, most), None)
    left = max(0.0, clock.left / 1000 - lag)
    if isinstance(rule, Fischer):
        share = left / MOVES + SAFE * rule.increment / 1000
        return Turn(max(SHORTEST, min(most, share, SAFE * left)), max(SHORTEST, left))
    period = max(0.0, rule.period / 1000 - lag)
    if clock.in_period:
        # whoever comes late has used up a period: as long as there is another one, nothing is lost
        return Turn(max(SHORTEST, min(most, SAFE * left)), None)
    return Turn(max(SHORTEST, min(most, max(left / MOVES, SAFE * min(period, left + period)))), None)
