"""How much a first visit loads."""

import gzip

from playwright.sync_api import Browser, Page, Response

from tests.web.serving import Server
from tests.web.table import Table

MOST = 100_000


def weigh(page: Page, path: str) -> dict[str, int]:
    """Every file of ours that a first visit asks for, and its bytes on the wire when compressed."""
    seen: list[Response] = []
    page.on("response", lambda response: seen.append(response))
    page.goto(path)
    page.wait_for_load_state("networkidle")
    weights = {}
    for response in seen:
        if response.url.startswith(("blob:", "data:")) or not response.ok:
            continue
        body = response.body()
        packed = response.url.endswith((".woff2", ".png"))
        weights[response.url] = len(body) if packed else len(gzip.compress(body, 6))
    return weights


def assert_light(weights: dict[str, int]) -> None:
    assert any(url.endswith(".js") for url in weights)
    assert any(url.endswith(".woff2") for url in weights)
    listing = "\n".join(f"{size:7} {url}" for url, size in sorted(weights.items(), key=lambda item: -item[1]))
    assert sum(weights.values()) < MOST, listing


def test_a_first_visit_loads_less_than_100_kb(page: Page) -> None:
    assert_light(weigh(page, "/"))


def test_so_does_one_that_begins_at_a_game(table: Table, browser: Browser, server: Server) -> None:
    table.start()
    table.play("K10")
    context = browser.new_context(base_url=server.address, service_workers="block")
    assert_light(weigh(context.new_page(), f"/game/{table.room}"))
    context.close()


def test_what_is_seldom_wanted_comes_later(table: Table) -> None:
    files = weigh(table.page, "/")
    for part in ("comic-neue", "LearnScreen", "GamesScreen", "drawings", "/fr-"):
        assert not any(part in url for url in files), part
