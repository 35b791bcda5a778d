"""Runs a brain in a child process and plays the manager's part of a transcript.

A transcript is a text file:

    # a comment
    > START 15              line from the manager
    < OK                    expected answer, exactly
    <~ ERROR .*             expected answer, as a regular expression
    < move                  expected answer: any x,y
    < move in 0.2           answered within 0.2 s of the manager's last line; see `Stopwatch` for what counts
    ! wait 0.3              0.3 s without an answer; `Conversation.perform` lists the other actions

Each expected line is compared with the next line the brain writes; at the end none may be left over.
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

from tests.support.stopwatch import Stopwatch
from tests.support.waiting import wait_until

BRAIN = (sys.executable, "-P", "-m", "gomoku", "brain")
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
ANSWER_TIMEOUT = 60.0
"""Seconds until a missing answer, or a process that does not exit, fails the test."""
SAMPLE_INTERVAL = 0.02
"""Seconds between two samples of the scheduler statistics of the brain's threads."""
MOVE = r"\d{1,2},\d{1,2}"
ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


class Brain:
    """A running brain process."""

    def __init__(self, command=BRAIN, **options):
        pipe = subprocess.PIPE
        self.watch = Stopwatch()
        """Runs since the process started, or since `say` was last called."""
        self.process: Any = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **options)
        self.watch.follow(self.process.pid)
        self.end = "\n"
        self.unread = b""

    def say(self, *lines):
        """Send lines, and restart the stopwatch."""
        self.restart_watch()
        self.send(*lines)

    def restart_watch(self):
        self.watch = Stopwatch(self.process.pid)

    def send(self, *lines):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write("".join(line + self.end for line in lines).encode())

    def line(self):
        """The next line, checked for what every line must be; None at the end of output."""
        deadline = time.monotonic() + ANSWER_TIMEOUT
        while b"\n" not in self.unread:
            ready, _, _ = select.select([self.process.stdout], [], [], SAMPLE_INTERVAL)
            if not ready:
                self.watch.look()
                assert time.monotonic() < deadline, f"no answer within {ANSWER_TIMEOUT} s"
                continue
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                assert not self.unread, "a line without a line end"
                return None
            self.unread += data
        raw, _, self.unread = self.unread.partition(b"\n")
        text = raw.decode("ascii")
        assert text, "an empty line"
        assert text == text.strip()
        assert "\r" not in text
        return text

    def ask(self, *lines):
        """Send lines and return the one line that answers them."""
        self.say(*lines)
        found = self.line()
        assert found is not None, self.errors()
        return found

    def time(self, *lines):
        """Send lines and return the seconds until the answer."""
        self.ask(*lines)
        return self.watch.seconds()

    def wait(self):
        """Wait for the exit of the process; returns the seconds since `say` was last called."""
        wait_until(self._has_exited, ANSWER_TIMEOUT, "the brain is still running")
        seconds = self.watch.seconds()
        self.process.wait()
        return seconds

    def _has_exited(self):
        """Samples the scheduler statistics, too: they are gone with the threads."""
        self.watch.look()
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def errors(self):
        return self.process.stderr.read().decode()

    def close(self):
        """Send END; returns the output that was not read."""
        process = self.process
        if not process.stdin.closed:
            self.say("END")
            process.stdin.close()
        try:
            process.wait(ANSWER_TIMEOUT)
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
    """Plays the manager's part of a transcript and checks the brain's."""

    def __init__(self, brain):
        self.brain = brain
        self.eof_after = False

    def follow(self, path):
        lines = [line for line in read(path) if line]
        for at, (number, sign, text) in enumerate(lines):
            where = f"{path.name}, line {number}"
            if sign == ">":
                self.brain.say(text)
                if self.eof_after and lines[at + 1][1] != ">":
                    self.brain.process.stdin.close()
            elif sign == "!":
                self.brain.restart_watch()
                self.perform(where, *text.split())
            else:
                self.expect(where, sign, text)

    def expect(self, where, sign, text):
        found = re.fullmatch(r"(.*?)(?: in (0\.\d+))?", text)
        assert found is not None
        text, seconds = found.groups()
        line = self.brain.line()
        took = self.brain.watch.seconds()
        assert line is not None, f"{where}: the brain has exited: {self.brain.errors()}"
        assert re.fullmatch(pattern(sign, text), line), f"{where}: expected {text}, not {line}"
        assert seconds is None or took < float(seconds), f"{where}: took {took:.3f} s"

    def perform(self, where, what, *more):
        process = self.brain.process
        if what == "wait":
            assert not self.brain.unread, where
            spoken, _, _ = select.select([process.stdout], [], [], float(more[0]))
            assert not spoken, f"{where}: the brain answered too early"
        elif what == "suspend":
            os.kill(process.pid, signal.SIGSTOP)
        elif what == "resume":
            os.kill(process.pid, signal.SIGCONT)
        elif what == "ends":
            self.brain.end = ENDS[more[0]]
        elif what == "eof":
            self.eof_after = bool(more)  # `eof after`: end of input directly after the next lines
            if not more:
                process.stdin.close()
        elif what == "close":
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, process.stdout.fileno())
            os.close(nothing)
        elif what == "gone":
            took = self.brain.wait()
            assert took < float(more[0]), f"{where}: took {took:.3f} s"
            assert process.returncode == 0
            assert not self.brain.errors(), where
        else:
            raise AssertionError(f"{where}: unknown action {what}")


def pattern(sign, text):
    """The regular expression behind an expected line."""
    if sign == "<~":
        return text
    return MOVE if text == "move" else re.escape(text)


def read(path):
    """Yield the lines of a transcript as (number, sign, text). In the manager's lines `\\x01` stands for that byte."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        sign, _, text = line.partition(" ")
        if sign == ">":
            yield number, sign, re.sub(r"\\x(..)", lambda found: chr(int(found[1], 16)), text)
        elif sign in ("<", "<~", "!"):
            yield number, sign, text
        else:
            assert not line.strip() or line.startswith("#"), f"{path.name}, line {number}: {line}"
