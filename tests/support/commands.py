"""Commands of the program: starting and interrupting them, and what they leave: exit code, standard output, standard error."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import gomoku
from tests.support.waiting import TIMEOUT, wait_until

Result = tuple[Any, str, str]


def failed(result: Result, code: int, *words: str) -> bool:
    """Assert the exit code, an empty standard output and a one-line error."""
    got, out, err = result
    assert got == code, err
    assert out == ""
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    for word in words:
        assert word in err
    return True


def start(*args: object, **settings: str) -> subprocess.Popen[str]:
    """Start a command in its own process group."""
    environment = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1]), **settings}
    command = [sys.executable, "-m", "gomoku", *map(str, args)]
    return subprocess.Popen(
        command, env=environment, start_new_session=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def finish(running: subprocess.Popen[str], code: int = 0, timeout: float = TIMEOUT) -> tuple[str, str]:
    """Wait for the end of a command, assert its exit code, and return what it printed."""
    out, err = running.communicate(timeout=timeout)
    assert running.returncode == code, err
    assert "Traceback" not in err
    return out, err


def interrupted(running: subprocess.Popen[str], log: Path, timeout: float = TIMEOUT) -> str:
    """Press Ctrl-C, which reaches the whole group, and assert that the command can be resumed from its log. Returns its output."""
    os.killpg(running.pid, signal.SIGINT)
    out, err = finish(running, 130, timeout)
    assert "resumes from" in err
    assert log.read_text().endswith("\n")
    return out


def is_gone(group: int) -> bool:
    """Wait until every process of a group has ended."""

    def gone() -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        return False

    return bool(wait_until(gone, what="processes are left"))
