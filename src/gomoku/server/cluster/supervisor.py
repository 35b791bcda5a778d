"""Supervisor of several server processes: starts them, replaces those that die, and ends them.

They accept connections from one listening socket, so clients are served as long as one process lives. SIGTERM and
Ctrl-C end all of them, each with a drain; SIGHUP replaces them one by one.
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

READY: Final = "ready"
"""Sent by a process that accepts connections."""
POLL_INTERVAL: Final = 0.25
"""Seconds between checks for signals."""
START_TIMEOUT: Final = 60.0
"""Seconds for a process to get ready."""
STOP_TIMEOUT: Final = 15.0
"""Seconds for processes to end after SIGTERM; then they are killed."""
SHORT_LIFE: Final = 5.0
"""Seconds of life below which a death counts as a failure, and restarts back off."""
FIRST_BACKOFF: Final = 0.5
"""Seconds before the restart after the first failure; doubles with each further one."""
LONGEST_BACKOFF: Final = 10.0
"""Maximum seconds before a restart."""

T = TypeVar("T")
Child = Callable[[T, socket.socket, Connection], None]
"""The entry point of a process, called with its settings, the listening socket and a pipe to the supervisor. It sends `READY`,
or an error message, and exits when the pipe is closed."""


@dataclass
class Running:
    """A child process."""

    process: SpawnProcess
    pipe: Connection
    """The child exits when it closes, so that none outlives the supervisor."""
    started: float


class Supervisor:
    """Runs `count` processes. `failure` is the error of the first process, if it could not start."""

    def __init__(self, count: int, settings: T, listener: socket.socket, child: Child[T]) -> None:
        self._count = count
        self._arguments = (settings, listener)
        self._child = child
        self._running: list[Running] = []
        self._signals: set[int] = set()
        self._failures = 0
        self._next_start = 0.0
        """Time before which no process is started."""
        self.failure: str | None = None

    def run(self, on_ready: Callable[[], None]) -> None:
        """Run until SIGTERM or Ctrl-C; `on_ready` is called once the first process is ready."""
        handlers = {number: signal.signal(number, self._on_signal) for number in _SIGNALS}
        try:
            self._running.append(self._start())  # alone: it migrates the database and credits the downtime
            self.failure = self._wait_until_ready(self._running[0])
            if self.failure is None and not self._is_stopping:
                self._running += [self._start() for _ in range(self._count - 1)]
                on_ready()
                while not self._is_stopping:
                    self._check()
        finally:
            self._end(self._running)
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, _: object) -> None:
        self._signals.add(number)

    @property
    def _is_stopping(self) -> bool:
        return bool(self._signals & {signal.SIGTERM, signal.SIGINT})

    def _start(self) -> Running:
        context = multiprocessing.get_context("spawn")
        ours, childs = context.Pipe()
        process = context.Process(target=self._child, args=(*self._arguments, childs))
        process.start()
        childs.close()
        return Running(process, ours, time.monotonic())

    def _wait_until_ready(self, one: Running) -> str | None:
        """Wait until a process is ready; return its error if it fails to start."""
        end = time.monotonic() + START_TIMEOUT
        while time.monotonic() < end and not self._is_stopping:
            if one.pipe.poll(POLL_INTERVAL):
                with contextlib.suppress(EOFError, OSError):
                    message = str(one.pipe.recv())
                    return None if message == READY else message
                return "a process ended before it was ready"
        return None if self._is_stopping else "a process did not get ready in time"

    def _check(self) -> None:
        """Replace processes that have died; replace all of them after SIGHUP."""
        wait([one.process.sentinel for one in self._running], POLL_INTERVAL)
        for one in [one for one in self._running if not one.process.is_alive()]:
            self._running.remove(one)
            one.pipe.close()
            has_failed = time.monotonic() - one.started < SHORT_LIFE
            self._failures = self._failures + 1 if has_failed else 0
            backoff = FIRST_BACKOFF * 2 ** (self._failures - 1) if self._failures else 0.0
            self._next_start = time.monotonic() + min(LONGEST_BACKOFF, backoff)
            log.warning("process %s ended with exit code %s and is replaced", one.process.pid, one.process.exitcode)
        if len(self._running) < self._count and time.monotonic() >= self._next_start and not self._is_stopping:
            try:
                self._running.append(self._start())
            except (OSError, MemoryError) as error:  # out of memory: the others keep serving
                log.error("a process cannot be started: %s", error)
                self._next_start = time.monotonic() + 1
        if signal.SIGHUP in self._signals:
            self._signals.discard(signal.SIGHUP)
            self._replace_all()

    def _replace_all(self) -> None:
        """Replace the processes one by one; each old one ends once its successor is ready."""
        for old in list(self._running):
            try:
                one = self._start()
            except (OSError, MemoryError) as error:
                log.error("a new process cannot be started; the old ones keep running: %s", error)
                return
            self._running.append(one)
            problem = self._wait_until_ready(one)
            if problem is not None:
                log.error("a new process is not ready; the old ones keep running: %s", problem)
                self._running.remove(one)
                self._end([one])
                return
            if self._is_stopping:
                return
            self._running.remove(old)
            self._end([old])

    def _end(self, some: list[Running]) -> None:
        """Terminate processes, and kill those that do not end in time."""
        for one in some:
            one.process.terminate()
        end = time.monotonic() + STOP_TIMEOUT
        for one in some:
            one.process.join(max(0.0, end - time.monotonic()))
            if one.process.is_alive():
                log.error("process %s does not end and is killed", one.process.pid)
                one.process.kill()
                one.process.join()
            one.pipe.close()


_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
