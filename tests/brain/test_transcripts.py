"""Every transcript, put to the real process over pipes; and those in which nothing but lines happens, to the protocol itself."""

import re

import pytest

from gomoku.brain import Protocol
from gomoku.brain.protocol import COMMANDS
from gomoku.brain.settings import KEYS
from tests.brain.conversation import TRANSCRIPTS, Brain, Conversation, pattern, read

PATHS = sorted(TRANSCRIPTS.glob("*.txt"))
PLAIN = [path for path in PATHS if "\n!" not in path.read_text(encoding="utf-8")]


def by_the_clock(path):
    """Does the transcript say how long something may take, or hang on what is found in a fraction of a second?"""
    timed = any(re.search(r" in \d|^gone", text) for _, sign, text in read(path) if sign != ">")
    return timed or path.stem.startswith("swap2board")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.clock] if by_the_clock(path) else []) for path in PATHS],
)
def test_process(path):
    brain = Brain()
    try:
        Conversation(brain).follow(path)
    finally:
        rest = brain.close()
    assert rest == b"", "it went on talking"


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_protocol(path):
    protocol = Protocol()
    answers: list[str] = []
    for number, sign, text in read(path):
        if sign == ">":
            assert answers == [], f"line {number}: nothing should have been said before"
            answers = protocol.receive(text)
        else:
            assert answers, f"line {number}: nothing was said"
            assert re.fullmatch(pattern(sign, text), answers.pop(0)), f"line {number}"
    assert answers == []


def said(path):
    return [text.split() for _, sign, text in read(path) if sign == ">" and text.strip()]


def test_every_command_and_key_has_its_transcript():
    lines = [words for path in PATHS for words in said(path)]
    assert set(COMMANDS) <= {words[0].upper() for words in lines}
    keys = {words[1].lower() for words in lines if words[0].upper() == "INFO" and len(words) > 1}
    assert set(KEYS) | {"evaluate"} <= keys


def test_the_page_names_every_command_and_key():
    page = (TRANSCRIPTS.parents[1] / "docs" / "BRAIN.md").read_text(encoding="utf-8")
    cells = {
        word for row in page.splitlines() if row.startswith("|") for word in re.findall(r"`([\w.]+)", row.split("|")[1])
    }
    assert set(COMMANDS) - {"RECSTART"} <= cells
    assert set(KEYS) | {"evaluate"} <= cells
