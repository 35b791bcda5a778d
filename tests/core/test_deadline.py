"""The end of a search by the clock, with a clock of the test's own."""

import pytest

from gomoku.core import deadline as module
from gomoku.core.deadline import Deadline


class Clock:
    """Seconds since the start of the test."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "now", clock)
    return clock


def search(deadline: Deadline, clock: Clock, seconds: float, pause_at: float = 0.0, pause: float = 0.0) -> float:
    """Search until the deadline has come, with a look every millisecond and one pause; returns what was left of the time."""
    started = clock.time
    deadline.begin(started + seconds)
    while not deadline.has_come():
        clock.time += 0.001
        if pause and clock.time >= started + pause_at:
            clock.time += pause
            pause = 0.0
    return started + seconds - clock.time


def test_a_search_that_is_never_kept_waiting_uses_its_time(clock: Clock):
    assert search(Deadline(), clock, 0.5) == pytest.approx(0.001, abs=0.0011)


def test_a_search_that_was_kept_waiting_ends_earlier_by_as_much(clock: Clock):
    """From the first search on: the answer to it is in time if it is kept waiting as long once more."""
    assert search(Deadline(), clock, 0.5, 0.1, 0.06) == pytest.approx(0.061, abs=0.0011)


def test_later_searches_remember_half_of_it(clock: Clock):
    deadline = Deadline()
    search(deadline, clock, 0.5, 0.1, 0.06)
    assert search(deadline, clock, 0.5) == pytest.approx(0.03, abs=0.0025)
    assert search(deadline, clock, 0.5) == pytest.approx(0.015, abs=0.0025)


def test_a_machine_that_slept_costs_at_most_a_quarter(clock: Clock):
    deadline = Deadline()
    search(deadline, clock, 0.5, 0.1, 3600)
    assert search(deadline, clock, 0.5) == pytest.approx(0.0625, abs=0.0025)
    assert search(deadline, clock, 0.4, 0.1, 0.2) == pytest.approx(0.1, abs=0.0015)


def test_time_in_which_nobody_looks_is_no_pause(clock: Clock):
    deadline = Deadline()
    deadline.begin(clock.time + 0.5)
    clock.time += 0.2
    deadline.resume()
    clock.time += 0.25
    deadline.resume()
    assert not deadline.has_come()
    clock.time += 0.04
    assert deadline.has_come()


def test_without_a_limit_it_never_comes(clock: Clock):
    deadline = Deadline()
    deadline.begin(0.0)
    clock.time += 1e9
    assert not deadline.has_come()
