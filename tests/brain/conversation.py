"""A brain's process with a manager at the other end of its pipes, and the transcripts that such managers follow.

A transcript is a text file:

    # a comment
    > START 15              what the manager says
    < OK                    what the brain must answer, to the letter
    <~ ERROR .*             … or as a regular expression
    < move                  … or any x,y
    < move in 0.2           … within so many seconds of the line before
    ! wait 0.3              silence for so long; and other things that happen: see `Conversation.happen`

Nothing else may come: each line is compared with the next one that the brain writes, and at the end there must be none left.
"""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

BRAIN = (sys.executable, "-P", "-m", "gomoku", "brain")
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
PATIENCE = 20.0
"""Seconds after which an answer is given up."""
MOVE = r"\d{1,2},\d{1,2}"
ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
LATE = 0.25
"""Seconds that a busy machine may add to a time that a transcript states."""


class Brain:
    """The running process."""

    def __init__(self, command=BRAIN, **options):
        pipe = subprocess.PIPE
        self.process: Any = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **options)
        self.end = "\n"
        self.unread = b""

    def say(self, *lines):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write("".join(line + self.end for line in lines).encode())

    def line(self, patience=PATIENCE):
        """The next line, checked for what every line must be; None at the end of output."""
        deadline = time.monotonic() + patience
        while b"\n" not in self.unread:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"nothing was said for {patience} s"
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                assert not self.unread, "a line without an end"
                return None
            self.unread += data
        raw, _, self.unread = self.unread.partition(b"\n")
        text = raw.decode("ascii")
        assert text, "an empty line"
        assert text == text.strip()
        assert "\r" not in text
        return text

    def ask(self, *lines):
        """Say something, and give the one line that answers it."""
        self.say(*lines)
        found = self.line()
        assert found is not None, self.errors()
        return found

    def errors(self):
        return self.process.stderr.read().decode()

    def close(self):
        """Say good-bye; gives what was still written."""
        process = self.process
        if not process.stdin.closed:
            self.say("END")
            process.stdin.close()
        try:
            process.wait(5)
        finally:
            process.kill()
            process.wait()
            rest = self.unread + process.stdout.read()
            process.stdout.close()
            process.stderr.close()
        return rest

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Conversation:
    """Plays the manager's part of a transcript and compares the brain's."""

    def __init__(self, brain):
        self.brain = brain
        self.spoke = time.monotonic()
        self.eof_after = False

    def follow(self, path):
        lines = [line for line in read(path) if line]
        for at, (number, sign, text) in enumerate(lines):
            where = f"{path.name}, line {number}"
            if sign == ">":
                self.spoke = time.monotonic()
                self.brain.say(text)
                if self.eof_after and lines[at + 1][1] != ">":
                    self.brain.process.stdin.close()
            elif sign == "!":
                self.spoke = time.monotonic()
                self.happen(where, *text.split())
            else:
                self.expect(where, sign, text)

    def expect(self, where, sign, text):
        found = re.fullmatch(r"(.*?)(?: in (0\.\d+))?", text)
        assert found is not None
        text, seconds = found.groups()
        line = self.brain.line()
        took = time.monotonic() - self.spoke
        assert line is not None, f"{where}: the brain has ended: {self.brain.errors()}"
        assert re.fullmatch(pattern(sign, text), line), f"{where}: expected {text}, not {line}"
        assert seconds is None or took < float(seconds) + LATE, f"{where}: took {took:.3f} s"

    def happen(self, where, what, *more):
        process = self.brain.process
        if what == "wait":
            assert not self.brain.unread, where
            spoken, _, _ = select.select([process.stdout], [], [], float(more[0]))
            assert not spoken, f"{where}: the brain should have kept silent"
        elif what == "suspend":
            os.kill(process.pid, signal.SIGSTOP)
        elif what == "resume":
            os.kill(process.pid, signal.SIGCONT)
        elif what == "ends":
            self.brain.end = ENDS[more[0]]
        elif what == "eof":
            self.eof_after = bool(more)  # `eof after`: the next lines are followed by the end of input at once
            if not more:
                process.stdin.close()
        elif what == "close":
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, process.stdout.fileno())
            os.close(nothing)
        elif what == "gone":
            process.wait(PATIENCE)
            took = time.monotonic() - self.spoke
            assert took < float(more[0]) + LATE, f"{where}: took {took:.3f} s"
            assert process.returncode == 0
            assert not self.brain.errors(), where
        else:
            raise AssertionError(f"{where}: nobody knows what {what} is")


def pattern(sign, text):
    """The regular expression behind an expected line."""
    if sign == "<~":
        return text
    return MOVE if text == "move" else re.escape(text)


def read(path):
    """The lines of a transcript as (number, sign, text). In what the manager says, \\x01 is that byte."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        sign, _, text = line.partition(" ")
        if sign == ">":
            yield number, sign, re.sub(r"\\x(..)", lambda found: chr(int(found[1], 16)), text)
        elif sign in ("<", "<~", "!"):
            yield number, sign, text
        else:
            assert not line.strip() or line.startswith("#"), f"{path.name}, line {number}: {line}"


def assert_quick(measure, limit):
    """It can be done in that time. A machine with more to do may need several tries to show it."""
    tries: list[float] = []
    while not tries or (tries[-1] >= limit and len(tries) < 10):
        time.sleep(0.3 * len(tries))
        tries.append(measure())
    assert tries[-1] < limit, f"{tries} s of {limit} s"
