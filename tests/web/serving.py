"""A server process that can be killed and started again at the same address."""

import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page

import gomoku.server
from tests.support.waiting import free_port, wait_until

TIMEOUT: Final = 60.0
"""Seconds allowed for the server to start or stop."""
PAGE = Path(gomoku.server.__file__).parent / "static" / "index.html"


def require_built_page() -> None:
    if not PAGE.exists():
        pytest.fail("the page is not built: run make page")


class Server:
    """`gomoku serve` with a database in a file."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the server; an unread pipe would fill up

    def command(self) -> list[str]:
        return [sys.executable, "-m", "gomoku", *self.arguments()]

    def arguments(self) -> list[str]:
        """With one search thread and short analyses: the engine shares its cores with browsers and other tests. Without the
        opening book: tests watch how AIs search their first moves."""
        engine = ["--engine-threads", "1", "--analysis-time", "1", "--no-book"]
        return ["serve", "--port", str(self.port), "--database", str(self.database), *engine]

    def start(self) -> None:
        self.log.seek(0, 2)
        began = self.log.tell()
        self.process = subprocess.Popen(self.command(), stdout=self.log, stderr=subprocess.STDOUT)
        try:
            wait_until(self._answers, TIMEOUT, "the server does not answer")
        except AssertionError as error:
            self.log.seek(began)
            said = self.log.read().decode()
            self.stop()
            raise AssertionError(f"{error}: {said}") from None

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server ended"
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=TIMEOUT) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError):
            return False

    def kill(self) -> None:
        """SIGKILL the server, as a power failure would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = None

    def stop(self) -> None:
        """Stop the server and close its log; it cannot be started again."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None
        self.log.close()


def new_visitor(context: BrowserContext, address: str) -> Page:
    """A page in a browser context that has been cleared of everything but the site's cached files."""
    for page in context.pages:
        page.close()
    context.clear_cookies()
    context.clear_permissions()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()
    return page


def room_of(url: str) -> str:
    match = re.search(r"/game/([\w-]+)", url)
    assert match, f"no game at {url}"
    return match[1]
