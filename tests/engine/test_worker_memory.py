"""`EngineWorker` under memory pressure: failed starts raise, and the worker recovers when memory is back."""

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


def test_failed_start_is_retried(monkeypatch):
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
