"""Fixtures of the laboratory's tests."""

import shlex
import sys
from pathlib import Path

import pytest

FAKE = Path(__file__).with_name("fake_brain.py")


@pytest.fixture
def fake():
    """Player spec of a scripted brain with the given behaviour."""

    def spec(way, **options):
        command = shlex.join([sys.executable, "-S", str(FAKE), way])
        return ",".join([f"brain:{command}", *(f"{key}={value}" for key, value in options.items())])

    return spec
