"""Process pool on this machine.

With one process, jobs run in the caller's. Otherwise workers are child processes that end with their parent, however it
ends, and close their resources first: no brain may be left running.
"""

import signal
import sys
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from gomoku.lab.jobs.pool import CLOSE_TIMEOUT, Answer, Job, Worker, WorkerDied, WorkerHost


def run(
    make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job], processes: int, /
) -> Generator[tuple[Job, Answer]]:
    """Run jobs on local processes; see `Pool`."""
    if processes == 1:
        yield from _run_here(make_worker, jobs)
        return
    waiting = iter(jobs)
    context = get_context("spawn")
    children: list[BaseProcess] = []
    busy: dict[Connection, tuple[BaseProcess, Job]] = {}
    try:
        for job in islice(waiting, processes):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=_serve, args=(make_worker, theirs), daemon=True)
            process.start()
            theirs.close()
            children.append(process)
            ours.send(job)
            busy[ours] = (process, job)
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                process, job = busy.pop(connection)
                answer = _receive(connection, process)
                for following in islice(waiting, 1):
                    connection.send(following)
                    busy[connection] = (process, following)
                yield job, answer
    finally:
        _terminate(children)


def _run_here(make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job]) -> Generator[tuple[Job, Answer]]:
    worker = make_worker()
    try:
        for job in jobs:
            yield job, worker(job)
    finally:
        worker.close()


def _receive(connection: Connection, process: BaseProcess) -> Any:
    try:
        success, answer = connection.recv()
    except (EOFError, OSError):
        process.join(CLOSE_TIMEOUT)
        code = process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        raise WorkerDied(f"a worker process {how}") from None
    if not success:
        raise WorkerDied(answer)
    return answer


def _terminate(children: list[BaseProcess]) -> None:
    for process in children:
        process.terminate()
    for process in children:
        process.join(CLOSE_TIMEOUT)
        if process.is_alive():
            process.kill()
            process.join()


def _serve(make_worker: Callable[[], Worker[Any, Any]], connection: Connection) -> None:
    """Main function of a worker process. SIGINT is left to the parent; SIGTERM and a closed pipe end it cleanly."""

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    host = WorkerHost(make_worker)
    try:
        try:
            while True:
                connection.send(host.do(connection.recv()))
        except (EOFError, OSError):  # may be followed by a SIGTERM at once, which must not skip `close`
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    finally:
        host.close()
