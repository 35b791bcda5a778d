"""Game clocks as pure functions: time left at the start of a turn, cost of a turn, expiry."""

from gomoku.server.wire.values import DAY, ByoYomi, Clock, ClockRule, Correspondence, Fischer, Millis, NoClock, TimeLeft

Clocks = tuple[TimeLeft, TimeLeft]
"""Time left of P1 and P2."""


def start(rule: ClockRule) -> Clocks | None:
    """The clocks before a game; None without a clock."""
    if isinstance(rule, NoClock):
        return None
    if isinstance(rule, Correspondence):
        left = TimeLeft(rule.days * DAY)
        return (left, left)
    left = TimeLeft(rule.time, rule.periods if isinstance(rule, ByoYomi) else 0)
    return (left, left)


def allowance(rule: ClockRule, left: TimeLeft) -> Millis:
    """Longest allowed duration of this turn."""
    return left.main + (left.periods * rule.period if isinstance(rule, ByoYomi) else 0)


def after(rule: ClockRule, left: TimeLeft, ms: Millis) -> TimeLeft:
    """Time left after a turn of `ms`. Never negative."""
    if isinstance(rule, Correspondence):
        return left  # every move has the same time
    if isinstance(rule, Fischer):
        return TimeLeft(max(0, left.main - ms) + rule.increment)
    assert isinstance(rule, ByoYomi)
    if ms <= left.main:
        return TimeLeft(left.main - ms, left.periods)
    used_up = (ms - left.main) // rule.period
    return TimeLeft(0, max(0, left.periods - used_up))


def shown(rule: ClockRule, left: TimeLeft, elapsed: Millis) -> Clock:
    """The clock as displayed, `elapsed` into a turn."""
    rest = max(0, allowance(rule, left) - max(0, elapsed))
    if isinstance(rule, Fischer | Correspondence):
        return Clock(rest)
    assert isinstance(rule, ByoYomi)
    in_periods = left.periods * rule.period
    if rest > in_periods:
        return Clock(rest - in_periods, left.periods)
    periods = -(-rest // rule.period)
    return Clock(rest - max(0, periods - 1) * rule.period, periods, in_period=True)
