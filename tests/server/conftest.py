"""Server fixtures: in a thread for most tests, in a process where the test kills it."""

import asyncio
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
import uvicorn

import gomoku
from gomoku.server.app import build
from gomoku.server.http.transport.listener import listen
from gomoku.server.http.transport.uvicorn_server import config_of
from gomoku.server.ops.settings import Settings
from gomoku.server.storage.store import sqlite_url
from tests.server.page import Page
from tests.support.databases import Postgres, Redis, running
from tests.support.processes import children, family
from tests.support.stopwatch import Stopwatch
from tests.support.waiting import TIMEOUT, wait_until

T = TypeVar("T")


class ThreadServer:
    """The server in a thread of this process, on a real port."""

    def __init__(self, settings: Settings) -> None:
        self.app = build(settings)
        self.app.on_startup.append(self._keep_loop)
        self.listener = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.server = uvicorn.Server(config_of(self.app))
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))

    def __enter__(self) -> "ThreadServer":
        self.thread.start()
        wait_until(lambda: self.server.started or not self.thread.is_alive(), what="the server takes too long to start")
        assert self.thread.is_alive(), "the server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(TIMEOUT)
        assert not self.thread.is_alive(), "the server did not end"
        self.listener.close()

    def page(self, cookie: str | None = None, **options: object) -> Page:
        return Page(self.address, cookie, **options)

    async def _keep_loop(self) -> None:
        self._loop = asyncio.get_running_loop()

    def start(self, work: Coroutine[Any, Any, T]) -> "concurrent.futures.Future[T]":
        """Run a coroutine in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stopwatch(self) -> Stopwatch:
        """For a time limit: excludes the time in which the server, its engines and the test waited for a core."""
        return Stopwatch(os.getpid(), *children(os.getpid()))

    def advance(self, milliseconds: int) -> None:
        """Move the clock of the rooms forward."""
        clock = self.app.state.hub.clock
        clock.adopt(clock.now() + milliseconds)


SHIFTED_CLOCK: Final = """
import time
now = time.time
time.time = lambda: now() + {}
from gomoku.cli import main
main()
"""
"""Runs `gomoku` with the system clock ahead."""

SERVE: Final = ("serve", "--port", "0", "--engine-threads", "1", "--no-book")


class ProcessServer:
    """`gomoku serve` as a subprocess, with one search thread: the engine shares its cores with other tests. Without the opening
    book: tests wait for AIs that search their first moves."""

    def __init__(self, database: Path | str, *arguments: str, later: float = 0) -> None:
        """`later`: seconds its clock is ahead."""
        source = str(Path(gomoku.__file__).parents[1])
        program = ["-c", SHIFTED_CLOCK.format(later)] if later else ["-m", "gomoku"]
        self.process = subprocess.Popen(
            [sys.executable, *program, *SERVE, "--database", str(database), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": source, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+(?=/)", line)
        assert found, line + self.process.stdout.read()
        self.address = found[0]

    def page(self, cookie: str | None = None) -> Page:
        return Page(self.address, cookie)

    def stopwatch(self) -> Stopwatch:
        """For a time limit: excludes the time in which the server, its engines and the test waited for a core."""
        return Stopwatch(*(pid for pid, _ in family(self.process.pid)))

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(TIMEOUT)
        self._close()

    def interrupt(self) -> tuple[int, str]:
        """Send Ctrl-C. Returns exit code and remaining output."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, rest

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(TIMEOUT)
        self._close()

    def _close(self) -> None:
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """One server per module; each test creates its own visitors and rooms."""
    path = tmp_path_factory.mktemp("server") / "games.sqlite"
    settings = Settings(
        sqlite_url(path),
        engines=2,
        engine_threads=1,
        pace=0.02,
        opening_book=False,  # the AIs that tests wait for search their first moves
        messages_per_second=100_000,
        requests_per_minute=100_000,
    )
    with ThreadServer(settings) as running:
        yield running


@pytest.fixture
def ann(server: ThreadServer) -> Iterator[Page]:
    with server.page() as ann:
        yield ann


@pytest.fixture
def bob(server: ThreadServer) -> Iterator[Page]:
    with server.page() as bob:
        yield bob


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server per session; tests create their own databases."""
    with running(Postgres()) as program:
        yield program


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    with running(Redis()) as program:
        yield program


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a new database, SQLite and PostgreSQL."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "data" / "games.sqlite")
    program: Postgres = request.getfixturevalue("postgres")
    return program.create()


@pytest.fixture
def start_process(tmp_path: Path) -> Iterator[Callable[..., ProcessServer]]:
    """Starts `gomoku serve` on one database; can be called repeatedly."""
    started: list[ProcessServer] = []

    def start(*arguments: str, later: float = 0) -> ProcessServer:
        started.append(ProcessServer(tmp_path / "games.sqlite", *arguments, later=later))
        return started[-1]

    yield start
    for each in started:
        each.end()


@pytest.fixture
def run_cli() -> Callable[..., tuple[int, str, str]]:
    """Runs `gomoku …`. Returns exit code, stdout, stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        source = str(Path(gomoku.__file__).parents[1])
        done = subprocess.run(
            [sys.executable, "-m", "gomoku", *arguments],
            capture_output=True,
            text=True,
            timeout=2 * TIMEOUT,
            check=False,
            env={**os.environ, "PYTHONPATH": source},
        )
        return done.returncode, done.stdout, done.stderr

    return run
