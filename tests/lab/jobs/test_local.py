"""Local process pool: all answers arrive, failures are reported, no process is left."""

import os
import signal
import time
from functools import partial
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


def test_default_processes():
    assert 1 <= default_processes() <= (os.cpu_count() or 1)
