"""A short run of `benchmarks/brain_fuzz.py`, and proof that it detects faults."""

import sys

import pytest

from benchmarks.brain_fuzz import AnswerPredictor, Fault, check, fuzz_process, fuzz_protocol
from tests.brain.conversation import BRAIN


def test_protocol():
    moves, _, _ = fuzz_protocol(6_000, seed=7)
    assert moves > 500


def test_process():
    assert fuzz_process(1_000, 3, list(BRAIN)) > 100


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("INFO timeout_turn 5", ["OK"]),
        ("START 15", []),
        ("START 15", ["OK", "OK"]),
        ("BEGIN", ["7, 7"]),
        ("FOO", ["ERROR what"]),
        ("ABOUT", ["UNKNOWN"]),
        ("RESTART", ["OK "]),
        ("STOP", ["7,7"]),
        ("TURN 1,1", ["MESSAGE", "7,7"]),
    ],
)
def test_faults_are_detected(line, answers):
    with pytest.raises(Fault):
        check(line, answers, AnswerPredictor().expect(line))


def test_a_crash_is_detected():
    with pytest.raises(Fault, match="it ended"):
        fuzz_process(100, 3, [sys.executable, "-c", "input()"])
