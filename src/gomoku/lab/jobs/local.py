"""Work in several processes: each holds a worker that is made once and asked again and again.

With one process everything happens in this one. Otherwise the workers are processes of their own, which end with their
parent, whatever ends it, and close what they hold: brains must not be left behind. `cluster` has the same `run` for the
machines of a Ray cluster.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Job_contra = TypeVar("Job_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)

PATIENCE = 5.0
"""Seconds that a worker gets to close what it holds before it is killed."""


class Worker(Protocol[Job_contra, Answer_co]):
    """Does jobs one after the other, in one process."""

    def __call__(self, job: Job_contra, /) -> Answer_co: ...
    def close(self) -> None: ...


class Pool(Protocol):
    """Who does the jobs: `run`, or that of a cluster."""

    def __call__(
        self, make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job], processes: int, /
    ) -> Generator[tuple[Job, Answer]]: ...


class WorkerDied(RuntimeError):
    """A worker process ended in the middle of its work, or its work raised an error."""


def default_processes() -> int:
    """As many as there are processors for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job], processes: int
) -> Generator[tuple[Job, Answer]]:
    """Do all jobs and yield each with its answer as it comes; jobs are drawn only when somebody is free.

    Closing the iterator stops everything at once. What `make_worker` is and what goes to and fro must be picklable.
    """
    if processes == 1:
        yield from _alone(make_worker, jobs)
        return
    waiting = iter(jobs)
    context = get_context("spawn")
    crew: list[BaseProcess] = []
    busy: dict[Connection, tuple[BaseProcess, Job]] = {}
    try:
        for job in first(waiting, processes):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=_serve, args=(make_worker, theirs), daemon=True)
            process.start()
            theirs.close()
            crew.append(process)
            ours.send(job)
            busy[ours] = (process, job)
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                process, job = busy.pop(connection)
                answer = _received(connection, process)
                for following in first(waiting, 1):
                    connection.send(following)
                    busy[connection] = (process, following)
                yield job, answer
    finally:
        _dismiss(crew)


def _alone(make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job]) -> Generator[tuple[Job, Answer]]:
    worker = make_worker()
    try:
        for job in jobs:
            yield job, worker(job)
    finally:
        worker.close()


def first(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    """At most so many of the jobs that are left."""
    for _ in range(count):
        try:
            yield next(jobs)
        except StopIteration:
            return


def _received(connection: Connection, process: BaseProcess) -> Any:
    try:
        fine, answer = connection.recv()
    except (EOFError, OSError):
        process.join(PATIENCE)
        code = process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        raise WorkerDied(f"a worker process {how}") from None
    if not fine:
        raise WorkerDied(answer)
    return answer


def _dismiss(crew: list[BaseProcess]) -> None:
    for process in crew:
        process.terminate()
    for process in crew:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()


def _serve(make_worker: Callable[[], Worker[Any, Any]], connection: Connection) -> None:
    """The life of a worker process. Ctrl-C is its parent's business; a request to end is obeyed in good order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    desk = Desk(make_worker)
    try:
        while True:
            connection.send(desk.do(connection.recv()))
    except (EOFError, OSError):
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        desk.close()


class Desk:
    """Where a worker sits in a process that is not ours: it is made when the first job comes, and its errors are told."""

    def __init__(self, make_worker: Callable[[], Worker[Any, Any]]) -> None:
        self._make_worker = make_worker
        self._worker: Worker[Any, Any] | None = None

    def do(self, job: Any) -> tuple[bool, Any]:
        """Whether all went well, and the answer, or else the error in words."""
        try:
            self._worker = self._worker or self._make_worker()
            return True, self._worker(job)
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"

    def close(self) -> None:
        if self._worker is not None:
            with contextlib.suppress(Exception):
                self._worker.close()
