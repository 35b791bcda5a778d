"""Interface of a process pool: `Pool` runs jobs on workers that are built once per process and reused.

Two implementations, interchangeable for callers: `local.run` (processes of this machine) and `cluster.connected` (actors of
a Ray cluster). Both stop the same way: closing the generator closes every worker, then ends its process.

Why not `concurrent.futures`: an executor has an initialiser but no finaliser, so brains started by a worker would outlive
it; it draws all jobs ahead instead of one per idle worker; and it waits for running jobs when it is shut down.
"""

import contextlib
import os
from collections.abc import Callable, Generator, Iterable
from typing import Any, Protocol, TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Job_contra = TypeVar("Job_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)

CLOSE_TIMEOUT = 5.0
"""Seconds a worker has to close its resources before it is killed."""


class Worker(Protocol[Job_contra, Answer_co]):
    """Performs jobs one after the other, in one process."""

    def __call__(self, job: Job_contra, /) -> Answer_co: ...
    def close(self) -> None: ...


class Pool(Protocol):
    """Runs all jobs on `processes` workers and yields each job with its answer, in order of completion.

    Jobs are drawn when a worker is idle. Closing the generator stops all workers at once. `make_worker`, jobs and answers
    must be picklable. Raises WorkerDied if a job cannot be done.
    """

    def __call__(
        self, make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job], processes: int, /
    ) -> Generator[tuple[Job, Answer]]: ...


class WorkerDied(RuntimeError):
    """A worker process died, or its job raised an exception."""


class WorkerHost:
    """Holds the worker of a remote process: builds it for the first job and turns exceptions into text."""

    def __init__(self, make_worker: Callable[[], Worker[Any, Any]]) -> None:
        self._make_worker = make_worker
        self._worker: Worker[Any, Any] | None = None

    def do(self, job: Any) -> tuple[bool, Any]:
        """Perform a job; return success with the answer, or failure with the error message."""
        try:
            self._worker = self._worker or self._make_worker()
            return True, self._worker(job)
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"

    def close(self) -> None:
        if self._worker is not None:
            with contextlib.suppress(Exception):
                self._worker.close()


def default_processes() -> int:
    """Number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
