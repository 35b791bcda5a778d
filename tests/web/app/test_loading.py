"""Download size of a first visit, headers included, and lazy loading."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.serving import Server
from tests.web.table import Table

MAX_BYTES = 100_000


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """The page of a browser that has never been here."""
    return context.new_page()


def transfer_sizes(page: Page, path: str) -> dict[str, int]:
    """Bytes that a first visit receives for every file, headers and all, by URL."""
    network = page.context.new_cdp_session(page)
    urls: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    network.on(
        "Network.loadingFinished",
        lambda event: sizes.update({urls[event["requestId"]]: round(event["encodedDataLength"])}),
    )
    network.send("Network.enable")
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return {url: size for url, size in sizes.items() if not url.startswith(("blob:", "data:"))}


def assert_below_limit(sizes: dict[str, int]) -> None:
    assert any(url.endswith(".js") for url in sizes)
    assert any(url.endswith(".woff2") for url in sizes)
    listing = "\n".join(f"{size:7} {url}" for url, size in sorted(sizes.items(), key=lambda item: -item[1]))
    assert sum(sizes.values()) < MAX_BYTES, listing


def test_a_first_visit_loads_less_than_100_kb(page: Page) -> None:
    assert_below_limit(transfer_sizes(page, "/"))


def test_a_first_visit_to_a_game_loads_less_than_100_kb(table: Table, browser: Browser, server: Server) -> None:
    table.start("K10")
    context = browser.new_context(base_url=server.address, service_workers="block")
    assert_below_limit(transfer_sizes(context.new_page(), f"/game/{table.room}"))
    context.close()


def test_rarely_used_parts_are_loaded_lazily(table: Table) -> None:
    files = transfer_sizes(table.page, "/")
    for part in ("comic-neue", "LearnScreen", "GamesScreen", "drawings", "/fr-"):
        assert not any(part in url for url in files), part
