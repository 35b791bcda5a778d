"""Clock arithmetic: cost of a turn, time left, never negative."""

from hypothesis import given
from hypothesis import strategies as st

from gomoku.server.rooms import clocks
from gomoku.server.wire.values import DAY, ByoYomi, Clock, Correspondence, Fischer, NoClock, TimeLeft

rules = st.one_of(
    st.builds(Fischer, time=st.integers(1000, 10**6), increment=st.integers(0, 60_000)),
    st.builds(ByoYomi, time=st.integers(0, 10**6), periods=st.integers(1, 9), period=st.integers(1000, 60_000)),
)


def test_no_clock():
    assert clocks.start(NoClock()) is None


def test_fischer():
    rule = Fischer(60_000, 2_000)
    left = TimeLeft(60_000)
    assert clocks.start(rule) == (left, left)
    assert clocks.after(rule, left, 10_000) == TimeLeft(52_000)
    assert clocks.allowance(rule, left) == 60_000
    assert clocks.shown(rule, left, 59_999) == Clock(1)
    assert clocks.shown(rule, left, 70_000) == Clock(0)


def test_byo_yomi():
    rule = ByoYomi(10_000, 3, 5_000)
    left = TimeLeft(10_000, 3)
    assert clocks.allowance(rule, left) == 25_000
    assert clocks.after(rule, left, 10_000) == TimeLeft(0, 3)
    assert clocks.after(rule, left, 14_999) == TimeLeft(0, 3), "an unfinished period is restored"
    assert clocks.after(rule, left, 15_000) == TimeLeft(0, 2)
    assert clocks.after(rule, left, 24_999) == TimeLeft(0, 1)
    assert clocks.shown(rule, left, 4_000) == Clock(6_000, 3)
    assert clocks.shown(rule, left, 10_000) == Clock(5_000, 3, in_period=True)
    assert clocks.shown(rule, left, 16_000) == Clock(4_000, 2, in_period=True)
    assert clocks.shown(rule, left, 24_999) == Clock(1, 1, in_period=True)
    assert clocks.shown(rule, left, 99_999) == Clock(0, 0, in_period=True)


def test_days_for_every_move():
    rule = Correspondence(3)
    left = TimeLeft(3 * DAY)
    assert clocks.start(rule) == (left, left)
    assert clocks.after(rule, left, 2 * DAY) == left, "unused time is lost, and the next move has all of it again"
    assert clocks.allowance(rule, left) == 3 * DAY
    assert clocks.shown(rule, left, DAY) == Clock(2 * DAY)
    assert clocks.shown(rule, left, 4 * DAY) == Clock(0)


@given(rule=rules, turns=st.lists(st.integers(0, 10**6), max_size=20))
def test_time_is_never_negative_and_never_grows_beyond_the_increment(rule, turns):
    both = clocks.start(rule)
    assert both
    left = both[0]
    for ms in turns:
        most = clocks.allowance(rule, left)
        seen = clocks.shown(rule, left, ms)
        assert seen.left >= 0
        assert seen.periods >= 0
        assert (seen.left == 0) == (ms >= most), "the clock shows 0 exactly when the turn is lost"
        if ms > most:
            break
        left = clocks.after(rule, left, ms)
        assert left.main >= 0
        assert left.periods >= 0
        gained = rule.increment if isinstance(rule, Fischer) else rule.period
        assert clocks.allowance(rule, left) <= max(0, most - ms) + gained
