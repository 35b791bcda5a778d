"""Several server processes at one address: a parent that starts them, replaces those that die, and ends them.

All of them take connections from the same listening socket, so whoever connects is served as long as one of them lives.
SIGTERM and Ctrl-C end them all, each with a drain; SIGHUP renews them one after the other.
"""

import contextlib
import logging
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, TypeVar

log = logging.getLogger("gomoku.server")

LOOK: Final = 0.25
"""Seconds between looks at signals."""
STARTS_WITHIN: Final = 60.0
"""Seconds that a process has to get ready."""
ENDS_WITHIN: Final = 15.0
"""Seconds that processes have to end by themselves."""
SHORT_LIFE: Final = 5.0
"""Seconds: a process that died younger is replaced more slowly each time …"""
LONGEST_BREAK: Final = 10.0
"""… but within so many."""

T = TypeVar("T")
Child = Callable[[T, socket.socket, Connection], None]
"""The entry point of a process, called with its settings, the listening socket and a pipe to the supervisor. It sends `ready`,
or an error message, and exits when the pipe is closed."""


@dataclass
class Running:
    """A process that was started."""

    process: SpawnProcess
    line: Connection
    """To it; it ends when this closes, so that none outlives the parent."""
    since: float


class Supervisor:
    """The parent's view. `failure` says what was wrong where the first process could not start."""

    def __init__(self, count: int, settings: T, listener: socket.socket, child: Child[T]) -> None:
        self._count = count
        self._arguments = (settings, listener)
        self._child = child
        self._running: list[Running] = []
        self._signals: set[int] = set()
        self._failures = 0
        self._again = 0.0
        """When the next process may be started."""
        self.failure: str | None = None

    def run(self, on_ready: Callable[[], None]) -> None:
        """Until a signal ends it."""
        known = {number: signal.signal(number, self._on_signal) for number in _SIGNALS}
        try:
            self._running.append(self._start())  # the first one sees to what happened while no server was there
            self.failure = self._greeting(self._running[0])
            if self.failure is None and not self._is_over:
                self._running += [self._start() for _ in range(self._count - 1)]
                on_ready()
                while not self._is_over:
                    self._look_after()
        finally:
            self._end(self._running)
            for number, handler in known.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, _: object) -> None:
        self._signals.add(number)

    @property
    def _is_over(self) -> bool:
        return bool(self._signals & {signal.SIGTERM, signal.SIGINT})

    def _start(self) -> Running:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=self._child, args=(*self._arguments, theirs))
        process.start()
        theirs.close()
        return Running(process, ours, time.monotonic())

    def _greeting(self, one: Running) -> str | None:
        """Wait until a process is ready; otherwise what is wrong with it."""
        end = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < end and not self._is_over:
            if one.line.poll(LOOK):
                with contextlib.suppress(EOFError, OSError):
                    said = str(one.line.recv())
                    return None if said == "ready" else said
                return "a process ended before it was ready"
        return None if self._is_over else "a process takes too long to start"

    def _look_after(self) -> None:
        """Replace what has died."""
        wait([one.process.sentinel for one in self._running], LOOK)
        for one in [one for one in self._running if not one.process.is_alive()]:
            self._running.remove(one)
            one.line.close()
            young = time.monotonic() - one.since < SHORT_LIFE
            self._failures = self._failures + 1 if young else 0
            self._again = time.monotonic() + min(LONGEST_BREAK, 0.25 * 2**self._failures if self._failures else 0)
            log.warning("process %s has ended (%s), another takes its place", one.process.pid, one.process.exitcode)
        if len(self._running) < self._count and time.monotonic() >= self._again and not self._is_over:
            try:
                self._running.append(self._start())
            except (OSError, MemoryError) as error:  # no memory for it at the moment: those that live go on
                log.error("a process cannot be started: %s", error)
                self._again = time.monotonic() + 1
        if signal.SIGHUP in self._signals:
            self._signals.discard(signal.SIGHUP)
            self._renew()

    def _renew(self) -> None:
        """Replace every process by a new one, so that there are always enough."""
        for old in list(self._running):
            try:
                one = self._start()
            except (OSError, MemoryError) as error:
                log.error("a new process cannot be started, the old ones go on: %s", error)
                return
            self._running.append(one)
            wrong = self._greeting(one)
            if wrong is not None:
                log.error("a new process cannot start, the old ones go on: %s", wrong)
                self._running.remove(one)
                self._end([one])
                return
            if self._is_over:
                return
            self._running.remove(old)
            self._end([old])

    def _end(self, some: list[Running]) -> None:
        for one in some:
            one.process.terminate()
        end = time.monotonic() + ENDS_WITHIN
        for one in some:
            one.process.join(max(0.0, end - time.monotonic()))
            if one.process.is_alive():
                log.error("process %s does not end, it is killed", one.process.pid)
                one.process.kill()
                one.process.join()
            one.line.close()


_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
