"""The tests' stopwatch counts what a program does and where it sleeps, not how long it waits for a core."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.support import stopwatch
from tests.support.stopwatch import Stopwatch, wait_until_idle


@pytest.fixture
def shared_core() -> Iterator[None]:
    """This process and a busy one share one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    yield
    busy.kill()
    busy.wait()
    os.sched_setaffinity(0, before)


@pytest.mark.usefixtures("shared_core")
def test_waiting_for_a_core_does_not_count():
    watch = Stopwatch()
    while watch.wall() < 0.5:
        pass
    assert watch.seconds() < 0.4


def test_sleep_counts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stopwatch, "_stolen", lambda: 0.0)  # a virtual machine may lose any amount meanwhile
    watch = Stopwatch()
    time.sleep(0.3)  # what is measured
    assert watch.seconds() > 0.2


def test_work_of_another_process_counts():
    watch = Stopwatch()
    code = "import time\nwhile time.process_time() < 0.3: pass\ninput()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as process:
        watch.follow(process.pid)
        wait_until_idle(process.pid)
        assert watch.seconds() > 0.2
        process.communicate(b"\n")
