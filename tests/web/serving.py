"""A server process that can be killed and started again at the same address."""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import gomoku.server

PAGE = Path(gomoku.server.__file__).parent / "static" / "index.html"


def built_page() -> None:
    if not PAGE.exists():
        pytest.fail("the page is not built: run make page")


class Server:
    """`gomoku serve` with a database in a file."""

    def __init__(self, database: Path) -> None:
        self.database = database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        return [sys.executable, "-m", "gomoku", "serve", "--port", str(self.port), "--database", str(self.database)]

    def start(self) -> None:
        self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                assert self.process.stdout is not None
                raise RuntimeError(f"the server ended: {self.process.stdout.read()}")
            try:
                with urllib.request.urlopen(f"{self.address}/api/health", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """As the machine's power failing would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._close()

    def _close(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None


def room_of(url: str) -> str:
    match = re.search(r"/game/([\w-]+)", url)
    assert match, f"no game at {url}"
    return match[1]
