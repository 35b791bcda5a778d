"""Chromium for the browser tests, and for the programs that measure and photograph the page."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.serving import Server, require_built_page

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_arguments() -> dict[str, Any]:
    """How to start the system's Chromium."""
    # The headless shell has no window or toolbar code: a page takes half the CPU time.
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        pytest.fail("there is no Chromium: on Debian, apt install chromium-headless-shell")
    return {"executable_path": chromium, "args": [*FLAGS], "headless": True}


@contextmanager
def browser_and_server() -> Iterator[tuple[Browser, Server]]:
    """A browser, and a server of its own with an empty database."""
    require_built_page()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite")
        browser = playwright.chromium.launch(**launch_arguments())
        try:
            server.start()
            yield browser, server
        finally:
            browser.close()
            server.stop()
