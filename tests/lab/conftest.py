"""Fixtures of the laboratory's tests."""

import shlex
import sys
from pathlib import Path

import pytest

from gomoku import cli

FAKE = Path(__file__).with_name("fake_brain.py")


@pytest.fixture
def run(monkeypatch, capfd):
    """Run a command in this process; returns exit code, standard output and standard error."""

    def run(*args):
        monkeypatch.setattr(sys, "argv", ["gomoku", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capfd.readouterr()
        return ended.value.code, out, err

    return run


@pytest.fixture
def fake():
    """Player spec of a scripted brain with the given behaviour."""

    def spec(way, **options):
        command = shlex.join([sys.executable, "-S", str(FAKE), way])
        return ",".join([f"brain:{command}", *(f"{key}={value}" for key, value in options.items())])

    return spec
