"""Fixtures of the browser tests: Debian's Chromium, and real servers, each with its own database.

Folders are named as those of `web/src`; tests of the whole page are in `app`.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.chromium import launch_arguments
from tests.web.guests import Guest, ShortDelayServer, guest, short_delay_server
from tests.web.serving import Server, new_visitor, require_built_page
from tests.web.table import TIMEOUT, Table

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a process; every test is a new visitor."""
    require_built_page()
    server = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return launch_arguments()


@pytest.fixture(scope="session")
def browser_context_args(server: Server) -> dict[str, Any]:
    # Service workers would answer in place of the server in tests of loading and of lost connections.
    return {
        "base_url": server.address,
        "viewport": {"width": 1440, "height": 900},
        "service_workers": "block",
        "locale": "en-GB",
    }


@pytest.fixture(scope="session")
def shared_context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """One browser context for all tests of a process: with its cache a page loads faster."""
    context = browser.new_context(**browser_context_args)
    yield context
    context.close()


@pytest.fixture
def page(shared_context: BrowserContext, server: Server) -> Page:
    return new_visitor(shared_context, server.address)


@pytest.fixture
def table(page: Page) -> Iterator[Table]:
    """A visitor's page. Errors on its console fail the test."""
    table = Table(page)
    yield table
    table.assert_no_errors()


# --- several players, each in a separate browser context ---


@pytest.fixture(scope="module")
def rooms_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShortDelayServer]:
    """A server with short delays, shared by the room tests of a module."""
    require_built_page()
    server = short_delay_server(tmp_path_factory.mktemp("rooms"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def ann(browser: Browser, rooms_server: ShortDelayServer) -> Iterator[Guest]:
    with guest(browser, rooms_server, "Ann") as ann:
        yield ann


@pytest.fixture(scope="module")
def bob(browser: Browser, rooms_server: ShortDelayServer) -> Iterator[Guest]:
    with guest(browser, rooms_server, "Bob") as bob:
        yield bob


@pytest.fixture
def cleo(browser: Browser, rooms_server: ShortDelayServer) -> Iterator[Guest]:
    with guest(browser, rooms_server, "Cleo") as cleo:
        yield cleo
