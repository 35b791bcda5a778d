"""Engine pool: long-lived engine processes behind a priority queue.

Moves come first, then hints, then analysis, which is preempted as soon as anything else waits. Cancelled jobs are stopped.
Restarting a hung or dead engine process is up to its `EngineWorker`.
"""

import asyncio
import heapq
import itertools
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


class EngineError(RuntimeError):
    """The engine failed; a retry may succeed."""


class PoolBusy(RuntimeError):
    """The queue is full."""


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
    worker: EngineWorker | None = field(default=None, init=False)
    """The engine that runs it."""
    answer: "asyncio.Future[T]" = field(init=False)
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
        self._queue: list[tuple[int, int, Job[Any]]] = []
        self._numbers = itertools.count()
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
        if len(self._queue) >= self.max_waiting:
            raise PoolBusy(f"{len(self._queue)} jobs are waiting already")
        job.answer = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (job.priority, next(self._numbers), job))
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
        for _, _, job in self._queue:
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
        while self._queue and len(self._running) < self.count and not self._closed:
            _, _, job = heapq.heappop(self._queue)
            if not job.answer.done():
                self._start(job)
        if self._queue:
            least = max(self._running, key=lambda job: job.priority)
            if least.priority is Priority.ANALYSIS and self._queue[0][0] < Priority.ANALYSIS and least.worker:
                least.worker.stop()

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
        elif any(job is waiting for _, _, waiting in self._queue):
            self._queue = [entry for entry in self._queue if entry[2] is not job]
            heapq.heapify(self._queue)
