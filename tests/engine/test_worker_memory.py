"""A worker whose process cannot be started for a while: it says so each time, and works again as soon as it can."""

import errno
import os
import signal
from multiprocessing.context import SpawnProcess

import pytest

from gomoku.engine import Limit
from gomoku.engine.worker import EngineWorker, WorkerError
from gomoku.rules import Rules
from tests.engine.positions import quiet

FORTY_TWO = Rules.preset("42")


def test_a_process_that_cannot_be_started_is_tried_again(monkeypatch):
    real, failing = SpawnProcess.start, True

    def start(process: SpawnProcess) -> None:
        if failing:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        real(process)

    game = quiet(FORTY_TWO)
    with EngineWorker(FORTY_TWO, memory_mb=2) as worker:
        assert worker.search(game, Limit(depth=1)).depth == 1
        monkeypatch.setattr(SpawnProcess, "start", start)
        assert worker.pid
        os.kill(worker.pid, signal.SIGKILL)
        for _ in range(3):
            with pytest.raises((OSError, WorkerError)):
                worker.search(game, Limit(depth=1))
        failing = False
        assert worker.search(game, Limit(depth=1)).depth == 1
