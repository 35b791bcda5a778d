"""How long a brain may think: the room's clock turned into what the Gomocup protocol has words for."""

from dataclasses import dataclass
from typing import Final

from gomoku.server.wire.values import Clock, ClockRule, Fischer, NoClock

MOVES: Final = 40
"""A move gets this part of what is left: what is lost on the way is still there after a hundred of them."""
SAFE: Final = 0.8
"""Part of what there is that a move may use at most."""
PATIENCE: Final = 30.0
"""Seconds that a brain may be late where no clock runs out."""
SHORTEST: Final = 0.05
"""Seconds: an answer there must be."""


@dataclass(frozen=True)
class Turn:
    """Seconds for one answer."""

    move: float
    """`timeout_turn`."""
    game: float | None
    """`time_left`; None where the game has no limit, or where what is not used of a move is lost anyway."""
    late: float
    """Seconds more until a brain that does not answer is given up: half of what the clock has, for the other half there
    may be a second attempt."""


def turn_of(rule: ClockRule, clock: Clock | None, most: float, lag: float) -> Turn:
    """What a brain is told. `most`: seconds for a move at most; `lag`: seconds that are lost on the way.

    Many brains use all of `timeout_turn`, whatever `time_left` says: so it is a share of what is left, never all of it.
    """
    if isinstance(rule, NoClock) or clock is None:
        return Turn(max(SHORTEST, most), None, PATIENCE)
    left = max(0.0, clock.left / 1000 - lag)
    if isinstance(rule, Fischer):
        share = left / MOVES + SAFE * rule.increment / 1000
        move = max(SHORTEST, min(most, share, SAFE * left))
        return Turn(move, max(SHORTEST, left), _late(left - move))
    period = max(0.0, rule.period / 1000 - lag)
    if clock.in_period:
        # whoever comes late has used up a period: as long as there is another one, nothing is lost
        move = max(SHORTEST, min(most, SAFE * left))
        return Turn(move, None, _late(left - move + (clock.periods - 1) * period))
    move = max(SHORTEST, min(most, max(left / MOVES, SAFE * min(period, left + period))))
    return Turn(move, None, _late(left - move + clock.periods * period))


def _late(rest: float) -> float:
    """`rest`: seconds on the clock after the move's own time."""
    return min(PATIENCE, max(SHORTEST, rest / 2))
