"""Plays every transcript against the real process, and those without actions (`!`) against `Protocol` itself."""

import re

import pytest

from gomoku.brain import Protocol
from gomoku.brain.protocol import COMMANDS
from gomoku.brain.settings import KEYS
from tests.brain.conversation import TRANSCRIPTS, Brain, Conversation, pattern, read

PATHS = sorted(TRANSCRIPTS.glob("*.txt"))
PLAIN = [path for path in PATHS if "\n!" not in path.read_text(encoding="utf-8")]


def states_a_time(path):
    """Does the transcript say how long an answer may take?"""
    return any(re.search(r" in \d|^gone", text) for _, sign, text in read(path) if sign != ">")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.clock] if states_a_time(path) else []) for path in PATHS],
)
def test_process(path):
    brain = Brain()
    try:
        Conversation(brain).follow(path)
    finally:
        rest = brain.close()
    assert rest == b"", "output after the end of the transcript"


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_protocol(path):
    protocol = Protocol()
    answers: list[str] = []
    for number, sign, text in read(path):
        if sign == ">":
            assert answers == [], f"line {number}: an answer too many before it"
            answers = protocol.receive(text)
        else:
            assert answers, f"line {number}: no answer"
            assert re.fullmatch(pattern(sign, text), answers.pop(0)), f"line {number}"
    assert answers == []


def commands_of(path):
    """The manager's lines, each split into words."""
    return [text.split() for _, sign, text in read(path) if sign == ">" and text.strip()]


def test_every_command_and_key_has_a_transcript():
    lines = [words for path in PATHS for words in commands_of(path)]
    assert set(COMMANDS) <= {words[0].upper() for words in lines}
    keys = {words[1].lower() for words in lines if words[0].upper() == "INFO" and len(words) > 1}
    assert set(KEYS) | {"evaluate"} <= keys


def test_docs_list_every_command_and_key():
    page = (TRANSCRIPTS.parents[1] / "docs" / "BRAIN.md").read_text(encoding="utf-8")
    cells = {
        word for row in page.splitlines() if row.startswith("|") for word in re.findall(r"`([\w.]+)", row.split("|")[1])
    }
    assert set(COMMANDS) - {"RECSTART"} <= cells
    assert set(KEYS) | {"evaluate"} <= cells
