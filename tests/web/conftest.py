"""The page in Debian's Chromium, served by a real server with a database of its own."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.guests import Guest, HastyServer, guest, hasty
from tests.web.serving import Server, built_page
from tests.web.table import TIMEOUT, Table

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a process: every browser context is a visitor of its own."""
    built_page()
    server = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    # without the windows and toolbars of the whole browser, a page takes half the processor time
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        pytest.fail("there is no Chromium: on Debian, apt install chromium-headless-shell")
    return {"executable_path": chromium, "args": FLAGS, "headless": True}


@pytest.fixture(scope="session")
def browser_context_args(server: Server) -> dict[str, Any]:
    # Service workers would answer for the server in tests of loading and of losing it.
    return {
        "base_url": server.address,
        "viewport": {"width": 1440, "height": 900},
        "service_workers": "block",
        "locale": "en-GB",
    }


@pytest.fixture
def table(page: Page) -> Iterator[Table]:
    """A visitor's page. Errors on its console fail the test."""
    table = Table(page)
    yield table
    table.assert_no_errors()


# --- several players, each with a browser context; the names are those of the players ---


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyServer]:
    """The server of a module's rooms: it has short waits."""
    built_page()
    server = hasty(tmp_path_factory.mktemp("rooms"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def ann(browser: Browser, inn: HastyServer) -> Iterator[Guest]:
    with guest(browser, inn, "Ann") as ann:
        yield ann


@pytest.fixture(scope="module")
def bob(browser: Browser, inn: HastyServer) -> Iterator[Guest]:
    with guest(browser, inn, "Bob") as bob:
        yield bob


@pytest.fixture
def cleo(browser: Browser, inn: HastyServer) -> Iterator[Guest]:
    with guest(browser, inn, "Cleo") as cleo:
        yield cleo
