"""A stopwatch for time limits that hold on a busy machine, and a way to wait until a process is idle.

A time limit promises what a program does with its processor, not how long the scheduler keeps it waiting for one. The
stopwatch therefore subtracts the run-queue delay: the time that a thread was runnable and another one had the core.
On an idle machine that is next to nothing, and a limit is checked exactly; on a busy one no test fails because of what
else is running. Time spent blocked (a sleep, a lock, a lost wake-up) is never subtracted.
"""

import os
import time
from pathlib import Path
from typing import NamedTuple

from tests.support.waiting import wait_until

IDLE_TIME = 0.05
"""Seconds asleep after which a process counts as idle; longer than any timer of a brain."""
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """Scheduler statistics of a thread, in seconds since it began."""

    cpu: float
    delay: float
    """Run-queue delay."""


class Stopwatch:
    """Measures from its construction on. Follows the main thread of this process and all threads of the given ones."""

    def __init__(self, *pids: int) -> None:
        self._pids = pids
        self._before = self._usage()
        self._latest = dict(self._before)
        self._stolen = _stolen()
        self._began = time.monotonic()

    def follow(self, pid: int) -> None:
        """Follow another process, one that was started after the stopwatch."""
        self._pids += (pid,)

    def look(self) -> None:
        """Read the statistics now. Those of a thread that ends are lost, except for earlier readings."""
        self._latest.update(self._usage())

    def wall(self) -> float:
        """Seconds of wall-clock time."""
        return time.monotonic() - self._began

    def seconds(self) -> float:
        """Seconds of wall-clock time less the run-queue delay, and less what a hypervisor took from this machine.

        Threads that wait at the same time count twice, so this is a lower bound; the busiest thread's CPU time is another.
        """
        wall = self.wall()
        self.look()
        spent = [(usage, self._before.get(thread, Usage(0, 0))) for thread, usage in self._latest.items()]
        delay = sum(after.delay - before.delay for after, before in spent)
        busiest = max((after.cpu - before.cpu for after, before in spent), default=0.0)
        return max(wall - delay - (_stolen() - self._stolen), busiest)

    def cpu(self) -> float:
        """Seconds of CPU time of this process's main thread.

        For searches with helper threads: a helper that loses its core while it holds the GIL blocks the main thread, and
        its run-queue delay is lost when it ends.
        """
        self.look()
        own = _main_thread()
        return self._latest[own].cpu - self._before[own].cpu

    def _usage(self) -> dict[Path, Usage]:
        threads = [_main_thread()]
        for pid in self._pids:
            threads += _threads(pid)
        found = {}
        for thread in threads:
            try:
                cpu, delay, _ = map(int, (thread / "schedstat").read_text().split())
            except OSError:  # the thread has ended, or this system does not count: then nothing is subtracted
                continue
            found[thread] = Usage(cpu / 1e9, delay / 1e9)
        return found


def wait_until_idle(pid: int) -> None:
    """Wait until a process has finished its work and all its threads sleep."""

    def slept() -> bool:
        before = _activity(pid)
        time.sleep(IDLE_TIME)  # an idle process runs nothing in it
        return _activity(pid) == before and all(state == "S" for state, _ in before.values())

    wait_until(slept, what=f"process {pid} is still busy")


def _activity(pid: int) -> dict[Path, tuple[str, str]]:
    """State and scheduler statistics of every thread: equal at two moments if none has run in between."""
    return {
        thread: ((thread / "stat").read_text().rpartition(")")[2].split()[0], (thread / "schedstat").read_text())
        for thread in _threads(pid)
    }


def _main_thread() -> Path:
    return Path(f"/proc/{os.getpid()}/task/{os.getpid()}")


def _threads(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:  # the process has ended
        return []


def _stolen() -> float:
    """Seconds for which a hypervisor ran other machines on our processors."""
    try:
        return int(Path("/proc/stat").read_text().split(None, 9)[8]) / TICKS_PER_SECOND
    except OSError:
        return 0.0
