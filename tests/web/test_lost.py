"""A server that is killed: the page says so, comes back, and no move is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.serving import Server
from tests.web.table import Table


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    server = Server(tmp_path / "mortal.sqlite")
    server.start()
    yield server
    server.stop()


def test_a_killed_server_loses_no_move(mortal: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=mortal.address, service_workers="block")
    table = Table(context.new_page())
    table.start()
    table.play("K10", "L10", "A1", "M10")
    mortal.kill()
    expect(table.page.locator(".bar-lost")).to_contain_text("Connection lost. Trying again")
    # A move that is made now waits, pale, for the server.
    table.click("N10")
    expect(table.page.locator(".board .pending")).to_have_count(1)
    mortal.start()
    expect(table.page.locator(".bar-lost")).to_be_hidden()
    expect(table.cell("N10")).to_have_attribute("aria-label", re.compile("last move"))
    table.expect_stones(3)
    snapshot = table.snapshot()
    assert [action["cell"] for action in snapshot["actions"]] == [[9, 9], [10, 9], [0, 18], [11, 9], [12, 9]]
    # And the game goes on, also in a page that is opened anew.
    table.page.reload()
    expect(table.page.locator(".moves td button")).to_have_count(5)
    table.play("T1")
    table.assert_no_errors()
    context.close()


def test_an_ai_that_was_thinking_thinks_again(mortal: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=mortal.address, service_workers="block")
    table = Table(context.new_page())
    table.start(opponent="computer", level=10, aiTime=4000)
    table.click("K10")
    expect(table.page.locator("[data-seat=P2]")).to_contain_text("Thinking")
    mortal.kill()
    mortal.start()
    expect(table.page.locator(".moves td button")).to_have_count(2)
    context.close()


def test_two_tabs_of_one_game_stay_the_same(table: Table) -> None:
    table.start()
    table.play("K10")
    second = Table(table.page.context.new_page())
    second.page.goto(table.page.url)
    expect(second.cell("K10")).to_have_attribute("aria-label", re.compile("last move"))
    second.play("L11")
    expect(table.cell("L11")).to_have_attribute("aria-label", re.compile("last move"))
    second.page.keyboard.press("u")
    expect(table.page.locator(".moves td button")).to_have_count(1)
    second.assert_no_errors()
