"""Bots as people start them, and brains that misbehave."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gomoku

SOURCE = str(Path(gomoku.__file__).parents[1])
BRAIN = f"{sys.executable} -m gomoku brain"


class Robot:
    """`gomoku bot` in a process of its own."""

    def __init__(self, *arguments: str, token: str, brain: str = BRAIN) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gomoku", "bot", "--brain", brain, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": "1", "GOMOKU_TOKEN": token},
        )

    def line(self) -> str:
        """The next thing it says."""
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def room(self) -> str:
        """The room that it has made or found."""
        line = self.line()
        assert "/room/" in line, line + self.end()[2]
        return line.rpartition("/")[2]

    def end(self, timeout: float = 60) -> tuple[int, str, str]:
        """Its exit code, and what it still said."""
        out, errors = self.process.communicate(timeout=timeout)
        return self.process.returncode, out, errors

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def robot() -> Iterator[Callable[..., Robot]]:
    """Starts bots, and ends those that are left."""
    started: list[Robot] = []

    def start(*arguments: str, token: str, brain: str = BRAIN) -> Robot:
        started.append(Robot(*arguments, token=token, brain=brain))
        return started[-1]

    yield start
    for each in started:
        each.kill()


@pytest.fixture
def brain_of(tmp_path: Path) -> Callable[[str], str]:
    """A brain made of a few lines of Python, in which `say`, `lines` and `free` are known."""

    def make(text: str, name: str = "pbrain-odd") -> str:
        path = tmp_path / name
        path.write_text(f"#!{sys.executable}\n{PRELUDE}\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return make


PRELUDE = """
import os, sys, time
def say(text):
    print(text, flush=True)
def lines():
    for line in sys.stdin:
        yield line.strip()
board = {}
def hear(line):
    'Keeps the board; True where an answer is due.'
    word = line.split()[0].upper() if line.split() else ''
    if word in ('START', 'RECTSTART', 'RESTART'):
        board.clear()
        say('OK')
    elif word == 'BEGIN':
        return True
    elif word == 'TURN':
        board[tuple(map(int, line.split()[1].split(',')))] = 2
        return True
    elif word == 'BOARD':
        board.clear()
        while (stone := sys.stdin.readline().strip()) != 'DONE':
            x, y, who = map(int, stone.split(','))
            board[x, y] = who
        return True
    elif word == 'END':
        sys.exit()
    return False
def free():
    'Some free cell, the same for the same board.'
    cell = next((x, y) for y in range(15) for x in range(0, 15, 2) if (x, y) not in board)
    board[cell] = 1
    return '%d,%d' % cell
"""
