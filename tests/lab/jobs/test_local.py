"""Local process pool: all answers arrive, failures are reported, no process is left."""

import os
import signal
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from gomoku.lab.jobs import local
from gomoku.lab.jobs.pool import CLOSE_TIMEOUT, WorkerDied, default_processes


class Squarer:
    """A worker that can misbehave."""

    def __init__(self, folder, way="fine"):
        self.folder, self.way = Path(folder), way

    def __call__(self, job):
        (self.folder / f"used-{os.getpid()}").touch()
        if job == 3:
            if self.way == "raise":
                raise ZeroDivisionError("three")
            if self.way == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.way == "exit":
                os._exit(7)
        if self.way == "slow":
            time.sleep(0.3)  # a job that takes its time, so that results are closed in the middle of one
        return job * job

    def close(self):
        (self.folder / f"closed-{os.getpid()}").touch()


@pytest.mark.parametrize("processes", [1, 2])
def test_every_job_is_done_once(tmp_path, processes):
    done = dict(local.run(partial(Squarer, tmp_path), range(9), processes))
    assert done == {n: n * n for n in range(9)}
    assert len(list(tmp_path.glob("closed-*"))) == processes


def test_no_jobs(tmp_path):
    assert list(local.run(partial(Squarer, tmp_path), [], 2)) == []


@pytest.mark.parametrize(
    ("way", "words"), [("raise", "ZeroDivisionError: three"), ("die", "killed by signal 9"), ("exit", "code 7")]
)
def test_failures_are_reported(tmp_path, way, words):
    with pytest.raises(WorkerDied, match=words):
        list(local.run(partial(Squarer, tmp_path, way), range(9), 2))


def test_stopping_closes_the_workers(tmp_path):
    results = local.run(partial(Squarer, tmp_path, "slow"), range(1000), 2)
    while len(list(tmp_path.glob("used-*"))) < 2:
        next(results)
    started = time.monotonic()
    results.close()
    assert time.monotonic() - started < CLOSE_TIMEOUT
    assert len(list(tmp_path.glob("closed-*"))) == 2


def serve_until_terminated_late(folder, connection):
    """A worker's process that gets SIGTERM when it has read the end of its pipe, just before it ignores the signal."""
    set_handler, late = signal.signal, [signal.SIGTERM]

    def set_handler_late(number, handler):
        if number == signal.SIGTERM and handler is signal.SIG_IGN and late:
            signal.raise_signal(late.pop())
        return set_handler(number, handler)

    signal.signal = set_handler_late
    local._serve(partial(Squarer, folder), connection)


def test_a_signal_after_the_end_of_the_pipe_does_not_skip_the_close(tmp_path):
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve_until_terminated_late, args=(tmp_path, theirs))
    process.start()
    theirs.close()
    ours.send(2)
    assert ours.recv() == (True, 4)
    ours.close()
    process.join()
    assert len(list(tmp_path.glob("closed-*"))) == 1


def test_default_processes():
    assert 1 <= default_processes() <= (os.cpu_count() or 1)
