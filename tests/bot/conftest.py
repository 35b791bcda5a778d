"""Fixtures: bots in processes and threads, and brains with faults."""

import asyncio
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import gomoku
from gomoku.bot.bot import Bot, BotConfig, BotRecord
from gomoku.bot.brain_driver import BrainDriver
from gomoku.bot.cli import _room
from gomoku.bot.policy import BotProfile
from gomoku.server.wire.messages import Create
from gomoku.server.wire.values import OfferKind
from tests.support.waiting import TIMEOUT

SOURCE = str(Path(gomoku.__file__).parents[1])
BRAIN = f"{sys.executable} -m gomoku.brain.process"
"""Command of our own brain."""

WHOLE_GAME: Final = 4 * TIMEOUT
"""Timeout of a whole game in seconds, on a busy machine."""


class Robot:
    """`gomoku bot` in a separate process."""

    def __init__(self, *arguments: str, token: str, brain: str = BRAIN) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gomoku", "bot", "--brain", brain, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": "1", "GOMOKU_TOKEN": token},
        )

    def line(self) -> str:
        """The next line of output."""
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def room(self) -> str:
        """Id of the room that it created or joined."""
        line = self.line()
        assert "/room/" in line, line + self.end()[2]
        return line.rpartition("/")[2]

    def end(self) -> tuple[int, str, str]:
        """Wait for its exit; returns exit code, remaining output and errors."""
        out, errors = self.process.communicate(timeout=WHOLE_GAME)
        return self.process.returncode, out, errors

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


class Guest:
    """The same bot in a thread of this process, which starts faster."""

    def __init__(self, brain: str, url: str, token: str, accepts: tuple[str, ...], config: dict[str, Any]) -> None:
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.driver = BrainDriver(brain, 70, {})
        self.profile = BotProfile("odd", frozenset(map(OfferKind, accepts)))
        self.config = BotConfig(url, token, self.profile, **{"time": 0.1, **config})
        self.tally: BotRecord | None = None
        self.error: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        async def play() -> None:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.current_task()
            self.tally = await Bot(self.config, self.driver, self._said.put).run()

        try:
            self.driver.check()
            asyncio.run(play())
        except BaseException as error:
            self.error = error
        finally:
            self.driver.close()
            self._said.put("")

    def line(self) -> str:
        """The next line of output; empty at the end."""
        return self._said.get(timeout=TIMEOUT)

    def room(self) -> str:
        line = self.line()
        assert "/room/" in line, (line, self.error)
        return line.rpartition("/")[2]

    def end(self, timeout: float = TIMEOUT) -> BotRecord | None:
        """Wait until it has finished."""
        self._thread.join(timeout)
        assert not self._thread.is_alive()
        return self.tally

    def kill(self) -> None:
        if self._loop is not None and self._thread.is_alive():
            assert self._task is not None
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(TIMEOUT)


def made(name: str = "odd", rules: str = "freestyle", opening: str = "standard", clock: str = "none") -> Create:
    """Command that creates a room."""
    return _room(rules, opening, clock, False, name)


@pytest.fixture
def guest(server: Any, token: str) -> Iterator[Callable[..., Guest]]:
    """Starts bots in this process and stops them after the test."""
    started: list[Guest] = []

    def start(brain: str = BRAIN, accepts: tuple[str, ...] = (), **config: Any) -> Guest:
        started.append(Guest(brain, server.address, token, accepts, config))
        return started[-1]

    yield start
    for each in started:
        each.kill()


@pytest.fixture
def robot() -> Iterator[Callable[..., Robot]]:
    """Starts bots in separate processes and stops them after the test."""
    started: list[Robot] = []

    def start(*arguments: str, token: str, brain: str = BRAIN) -> Robot:
        started.append(Robot(*arguments, token=token, brain=brain))
        return started[-1]

    yield start
    for each in started:
        each.kill()


@pytest.fixture
def brain_of(tmp_path: Path) -> Callable[[str], str]:
    """Creates a brain from Python code that may use the helpers of PRELUDE: `say`, `lines`, `hear`, `free`."""

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
    'Update the board; True if an answer is due.'
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
    'The first free cell.'
    cell = next((x, y) for y in range(15) for x in range(0, 15, 2) if (x, y) not in board)
    board[cell] = 1
    return '%d,%d' % cell
"""
