"""Converts a room's clock into the time limits of the Gomocup protocol."""

from dataclasses import dataclass
from typing import Final

from gomoku.server.wire.values import Clock, ClockRule, Correspondence, Fischer, NoClock

MOVES_LEFT: Final = 40
"""Moves that the remaining time is divided by. It shrinks with each move, so some is left after a hundred moves."""
MAX_SHARE: Final = 0.8
"""Largest fraction of the available time for one move."""
MAX_OVERRUN: Final = 30.0
"""Seconds that a brain may exceed its limit if the clock allows it."""
MIN_MOVE_TIME: Final = 0.05
"""Minimum seconds per move."""


@dataclass(frozen=True)
class AnswerTime:
    """Time limits of one answer, in seconds."""

    move: float
    """Sent as `timeout_turn`."""
    game: float | None
    """Sent as `time_left`; None if the game has no limit or unused time of a move is lost."""
    late: float
    """Further seconds until a brain that does not answer is stopped. Half of what the clock has left: the rest is for a retry."""


def turn_of(rule: ClockRule, clock: Clock | None, most: float, lag: float) -> AnswerTime:
    """Return the limits for the next move. `most`: maximum seconds per move; `lag`: seconds lost to latency.

    Many brains use all of `timeout_turn` and ignore `time_left`, so it is always a fraction of the remaining time.
    """
    if isinstance(rule, NoClock | Correspondence) or clock is None:
        return AnswerTime(max(MIN_MOVE_TIME, most), None, MAX_OVERRUN)
    left = max(0.0, clock.left / 1000 - lag)
    if isinstance(rule, Fischer):
        share = left / MOVES_LEFT + MAX_SHARE * rule.increment / 1000
        move = max(MIN_MOVE_TIME, min(most, share, MAX_SHARE * left))
        return AnswerTime(move, max(MIN_MOVE_TIME, left), _late(left - move))
    period = max(0.0, rule.period / 1000 - lag)
    if clock.in_period:
        # a late answer costs one period, and loses only if it was the last
        move = max(MIN_MOVE_TIME, min(most, MAX_SHARE * left))
        return AnswerTime(move, None, _late(left - move + (clock.periods - 1) * period))
    move = max(MIN_MOVE_TIME, min(most, max(left / MOVES_LEFT, MAX_SHARE * min(period, left + period))))
    return AnswerTime(move, None, _late(left - move + clock.periods * period))


def _late(rest: float) -> float:
    """The allowed overrun; `rest`: seconds on the clock after the move's own time."""
    return min(MAX_OVERRUN, max(MIN_MOVE_TIME, rest / 2))
