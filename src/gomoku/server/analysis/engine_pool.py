"""Engine pool: long-lived engine processes behind a priority queue.

Moves come first, then hints, then analysis, which is preempted as soon as anything else waits; among jobs of one priority every
visitor gets the same share. Cancelled jobs are stopped.
Restarting a hung or dead engine process is up to its `EngineWorker`.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, Generic, TypeVar

from gomoku.engine.worker import EngineWorker, WorkerError
from gomoku.rules import Rules
from gomoku.server.ops.metrics import Metrics

log = logging.getLogger("gomoku.server")

T = TypeVar("T")

STOP_INTERVAL: Final = 0.05
"""Seconds between stop requests: one sent before the search has started is lost, so it is repeated."""


class Priority(IntEnum):
    """Priority of a job; the lowest value is served first."""

    PLAY = 0
    HINT = 1
    ANALYSIS = 2


LONG: Final = 2.0
"""Seconds from which a job is long: one patron's leave an engine to others, who would wait for their end."""


class EngineError(RuntimeError):
    """The engine failed; a retry may succeed."""


class PoolBusy(RuntimeError):
    """The queue is full."""


class Turns:
    """Start-time fair queueing: of each priority, every patron gets the same time of the engines, however many jobs they ask for."""

    def __init__(self) -> None:
        self._now: dict[Priority, float] = {}
        """Turn of the job that was started last."""
        self._following: dict[tuple[Priority, str], float] = {}
        """Turn of a patron's next job."""

    def take(self, job: "Job[Any]") -> None:
        """Give a job its turn."""
        key = (job.priority, job.patron)
        job.turn = max(self._now.get(job.priority, 0.0), self._following.get(key, 0.0))
        self._following[key] = job.turn + job.seconds

    def began(self, job: "Job[Any]") -> None:
        """Move on to the turn of a job that is started; forget those who have had less."""
        now = self._now[job.priority] = max(job.turn, self._now.get(job.priority, 0.0))
        gone = [key for key, turn in self._following.items() if key[0] is job.priority and turn <= now]
        for key in gone:
            del self._following[key]

    def ended(self, job: "Job[Any]", seconds: float) -> None:
        """Give back the time that a job has not taken."""
        key = (job.priority, job.patron)
        if key in self._following:
            self._following[key] -= max(0.0, job.seconds - seconds)


@dataclass(eq=False)
class Job(Generic[T]):
    """A unit of work for one engine."""

    rules: Rules
    priority: Priority
    work: Callable[[EngineWorker], T]
    """Called with the engine's worker, in a thread of the pool."""
    topic: str = ""
    """The room or visitor it is about; an engine that served it last has a warm transposition table."""
    on_start: Callable[[], None] | None = None
    """Called when the job leaves the queue."""
    power: tuple[int, float] | None = None
    """Threads and megabytes, at most those of the pool; None for those."""
    visitor: str = ""
    """The visitor it is for; empty for nobody in particular."""
    seconds: float = 1.0
    """Time that it takes, at most."""
    worker: EngineWorker | None = field(default=None, init=False)
    """The engine that runs it."""
    answer: "asyncio.Future[T]" = field(init=False)
    patron: str = field(default="", init=False)
    """Whose share of the engines it takes."""
    turn: float = field(default=0.0, init=False)
    """Its place among the jobs of its priority."""
    stopped: bool = field(default=False, init=False)
    since: float = field(default_factory=time.monotonic, init=False)
    """Time of queueing, then of starting, by the monotonic clock."""


class EnginePool:
    """`count` engine processes. `ask` is called from the event loop; `close` ends every process."""

    def __init__(
        self,
        count: int = 2,
        threads: int = 1,
        memory_mb: float = 32,
        max_waiting: int = 200,
        metrics: Metrics | None = None,
    ) -> None:
        self.count = count
        self.max_waiting = max_waiting
        self._metrics = metrics or Metrics()
        self.power = (threads, memory_mb)
        """Threads and megabytes of an engine, unless its job wants less."""
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="engine")
        all_there = threading.Barrier(count)
        try:
            for _ in range(count):  # start all threads now: later there may be no memory for them
                self._threads.submit(all_there.wait)
        except BaseException:
            all_there.abort()  # those already started would wait forever
            self._threads.shutdown(wait=False)
            raise
        self._queue: list[Job[Any]] = []
        """In the order in which they were asked for."""
        self._turns = Turns()
        self.patron_of: Callable[[str], str] = lambda visitor: visitor
        """Whose share a visitor's jobs take: visitors at one address may be one person with many cookies."""
        self._idle: list[tuple[EngineWorker, str]] = []  # least recently used first, with the topic of its last job
        self._running: set[Job[Any]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def busy(self) -> int:
        return len(self._running)

    @property
    def alive(self) -> int:
        running = tuple(self._running)  # a copy: the metrics thread reads it as well
        return len(self._idle) + sum(job.worker is not None for job in running)

    async def ask(self, job: Job[T]) -> T:
        """Run a job and return its result. Cancelling stops the search. Raises EngineError or PoolBusy."""
        if self._closed:
            raise EngineError("the server is closing")
        job.answer = asyncio.get_running_loop().create_future()
        job.patron = self.patron_of(job.visitor)
        self._turns.take(job)
        self._queue.append(job)
        if len(self._queue) > self.max_waiting:
            self._refuse(max(reversed(self._queue), key=_place))  # of equal ones the latest
        self._dispatch()
        try:
            return await job.answer
        finally:
            self._stop(job)

    def warm(self, rules: Rules) -> None:
        """Start an engine for these rules in advance, if the pool has room."""
        if self._closed or any(worker.rules == rules and worker.power == self.power for worker, _ in self._idle):
            return
        if len(self._idle) + len(self._running) < self.count:
            job: Job[None] = Job(rules, Priority.PLAY, lambda worker: worker.new_game())
            job.answer = asyncio.get_running_loop().create_future()
            job.answer.add_done_callback(lambda answer: answer.cancelled() or answer.exception())
            self._start(job)

    def stop(self, job: Job[Any]) -> bool:
        """End a job early: it answers with what it has so far. False, and no effect, while it is queued."""
        if job in self._running:
            self._stop(job)
            return True
        return job.answer.done()

    async def close(self) -> None:
        """End every process; queued and running jobs fail."""
        self._closed = True
        for job in self._queue:
            if not job.answer.done():
                job.answer.set_exception(EngineError("the server is closing"))
        self._queue.clear()
        workers = [worker for worker, _ in self._idle] + [job.worker for job in self._running if job.worker]
        self._idle.clear()
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in workers))
        await asyncio.to_thread(self._threads.shutdown)

    # --- scheduling ---

    def _dispatch(self) -> None:
        """Start queued jobs on free engines; preempt analysis if other jobs wait."""
        while len(self._running) < self.count and not self._closed and (job := self._next()):
            self._queue.remove(job)
            if job.answer.done():
                self._turns.ended(job, 0.0)
            else:
                self._turns.began(job)
                self._start(job)
        waiting = self._next()
        if waiting and self._running:
            least = max(self._running, key=lambda job: job.priority)
            if least.priority is Priority.ANALYSIS and waiting.priority < Priority.ANALYSIS and least.worker:
                least.worker.stop()

    def _next(self) -> Job[Any] | None:
        """The waiting job to start next: of the highest priority, that of the patron who has had least."""
        return min(filter(self._may_start, self._queue), key=_place, default=None)

    def _may_start(self, job: Job[Any]) -> bool:
        if not _is_long(job):
            return True
        alike = sum(other.patron == job.patron for other in self._running if _is_long(other))
        return alike < max(1, self.count - 1)

    def _refuse(self, job: Job[Any]) -> None:
        """Refuse a job for which there is no space in the queue."""
        self._queue.remove(job)
        self._turns.ended(job, 0.0)
        if not job.answer.done():
            job.answer.set_exception(PoolBusy(f"{self.max_waiting} jobs are waiting already"))

    def _start(self, job: Job[Any]) -> None:
        worker, discarded = self._choose(job)
        self._running.add(job)
        job.worker = worker
        now = time.monotonic()
        self._metrics.engine_started(now - job.since)
        job.since = now
        loop = asyncio.get_running_loop()

        def work() -> Any:
            if discarded is not None:
                discarded.close()
            if job.worker is None:
                job.worker = EngineWorker(job.rules, *self._power_of(job))
            return job.work(job.worker)

        if job.on_start:
            job.on_start()
        done = loop.run_in_executor(self._threads, work)
        done.add_done_callback(lambda answer: self._finish(job, answer))

    def _choose(self, job: Job[Any]) -> tuple[EngineWorker | None, EngineWorker | None]:
        """An idle engine for the job's rules and power, preferably of its topic, or None for a new one; and the engine to discard for it."""
        wanted = self._power_of(job)
        fitting = [pair for pair in self._idle if pair[0].rules == job.rules and pair[0].power == wanted]
        if fitting:
            best = next((pair for pair in fitting if pair[1] == job.topic), fitting[-1])
            self._idle.remove(best)
            return best[0], None
        if len(self._idle) + len(self._running) >= self.count:
            return None, self._idle.pop(0)[0]
        return None, None

    def _power_of(self, job: Job[Any]) -> tuple[int, float]:
        if job.power is None:
            return self.power
        return min(job.power[0], self.power[0]), min(job.power[1], self.power[1])

    def _finish(self, job: Job[Any], answer: "asyncio.Future[Any]") -> None:
        self._running.discard(job)
        if job.worker is not None and not self._closed:
            self._idle.append((job.worker, job.topic))
        error = answer.exception()
        self._turns.ended(job, time.monotonic() - job.since)
        self._metrics.engine_answered(job.priority.name.lower(), time.monotonic() - job.since, error is not None)
        if not job.answer.done():
            if error is None:
                job.answer.set_result(answer.result())
            else:
                if not isinstance(error, WorkerError | OSError | MemoryError):
                    log.error("an engine job failed", exc_info=error)
                job.answer.set_exception(EngineError(str(error) or type(error).__name__))
        self._dispatch()

    def _stop(self, job: Job[Any]) -> None:
        """Stop a running job, or remove it from the queue."""
        if job in self._running:
            if job.worker is not None:
                job.worker.stop()
            asyncio.get_running_loop().call_later(STOP_INTERVAL, self._stop, job)
        elif job in self._queue:
            self._queue.remove(job)
            self._turns.ended(job, 0.0)


def _place(job: Job[Any]) -> tuple[Priority, float]:
    return job.priority, job.turn


def _is_long(job: Job[Any]) -> bool:
    """Does a job that nothing interrupts take an engine for long?"""
    return job.priority is not Priority.ANALYSIS and job.seconds > LONG
