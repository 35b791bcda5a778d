"""A killed server: the page reports it and reconnects, and no move is lost. Two tabs stay in sync."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.serving import Server
from tests.web.table import Table


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that only this test uses, so that it can be killed."""
    server = Server(tmp_path / "games.sqlite")
    server.start()
    yield server
    server.stop()


def test_a_killed_server_loses_no_move(own_server: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=own_server.address, service_workers="block")
    table = Table(context.new_page())
    table.start("K10", "L10", "A1", "M10")
    place = table.board.bounding_box()
    own_server.kill()
    expect(table.page.locator(".bar-lost")).to_contain_text("Connection lost. Trying again")
    assert table.board.bounding_box() == place, "the bar does not push the board"
    # A move made now is shown as pending until the server is back.
    table.click("N10")
    expect(table.page.locator(".board .pending")).to_have_count(1)
    own_server.start()
    expect(table.page.locator(".bar-lost")).to_be_hidden()
    expect(table.cell("N10")).to_have_attribute("aria-label", re.compile("last move"))
    table.expect_stones(3)
    snapshot = table.snapshot()
    assert [action["cell"] for action in snapshot["actions"]] == [[9, 9], [10, 9], [0, 18], [11, 9], [12, 9]]
    # The game continues, also after a reload.
    table.page.reload()
    expect(table.page.locator(".moves td button")).to_have_count(5)
    table.play("T1")
    # A game that is started without a connection can be called off, and starts when the server is back.
    table.open_form({"opponent": "two"})
    own_server.kill()
    expect(table.page.locator(".bar-lost")).to_be_visible()
    start = table.page.get_by_role("button", name="Start game")
    start.click()
    waits = table.page.locator(".waits")
    expect(waits).to_contain_text("No connection. The game starts as soon as the server answers.")
    waits.get_by_role("button", name="Cancel").click()
    expect(waits).to_be_hidden()
    start.click()
    expect(waits).to_be_visible()
    own_server.start()
    table.page.wait_for_url("**/game/*")
    expect(table.board).to_be_visible()
    table.assert_no_errors()
    context.close()


def test_an_interrupted_ai_search_is_restarted(own_server: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=own_server.address, service_workers="block")
    table = Table(context.new_page())
    table.start(opponent="computer", level=10, aiTime=4000)
    table.click("K10")
    expect(table.page.locator("[data-seat=P2]")).to_contain_text("Thinking")
    own_server.kill()
    own_server.start()
    expect(table.page.locator(".moves td button")).to_have_count(2)
    context.close()


def test_two_tabs_of_one_game_stay_in_sync(table: Table) -> None:
    table.start("K10")
    second = Table(table.page.context.new_page())
    second.page.goto(table.page.url)
    expect(second.cell("K10")).to_have_attribute("aria-label", re.compile("last move"))
    second.play("L11")
    expect(table.cell("L11")).to_have_attribute("aria-label", re.compile("last move"))
    second.page.keyboard.press("u")
    expect(table.page.locator(".moves td button")).to_have_count(1)
    second.assert_no_errors()


def test_a_study_is_saved_as_it_changes(own_server: Server, browser: Browser) -> None:
    """Through a reload, without the browser's storage, through a killed server, and for others with its address."""
    context = browser.new_context(base_url=own_server.address, service_workers="block")
    table = Table(context.new_page())
    page = table.page
    state = page.locator(".kept [role=status]")
    page.goto("/analyse")
    page.get_by_role("switch", name="Analysis").uncheck()
    expect(state).to_have_text("The first move gives this study an address.")
    table.play("K10")
    expect(state).to_have_text(re.compile("^(Saving|Saved)"))
    table.play("L10")
    page.keyboard.press(",")
    table.play("C3")
    page.locator(".way.main > .step").last.click()
    expect(page.locator(".step[aria-current]")).to_contain_text("L10")
    page.wait_for_url("**/study/*")
    address = page.url
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator(".sides"), "the review is shown").to_be_visible()
    expect(state).to_contain_text("Saved.")
    own_server.kill()
    page.get_by_role("button", name="Write a comment").click()
    page.get_by_label("Comment").fill("written without a server")
    expect(state).to_contain_text("Not saved yet")
    own_server.start()
    expect(state).to_contain_text("Saved.")
    page.evaluate("localStorage.removeItem('gomoku.study')")
    page.goto(address)
    expect(page.locator(".way.main > .step")).to_have_count(2)
    expect(page.locator(".variation .step")).to_have_count(1)
    expect(page.locator(".step[data-grade]"), "the review").to_have_count(2)
    expect(page.locator(".way.main > p")).to_have_text("written without a server")
    assert page.url == address

    other = browser.new_context(base_url=own_server.address, service_workers="block")
    guest = Table(other.new_page())
    guest.page.goto(address)
    expect(guest.page.locator(".kept")).to_contain_text("Someone else’s study")
    guest.play("A1")
    expect(guest.page.locator(".toast")).to_contain_text("saved in a study of your own")
    guest.page.wait_for_url(lambda url: "/study/" in url and url != address)
    expect(guest.page.locator(".step")).to_have_count(4)

    page.get_by_text("Public", exact=True).click()
    expect(page.get_by_role("radio", name="Public")).to_be_checked()
    guest.page.goto("/games")
    guest.page.get_by_role("button", name="Public studies").click()
    expect(guest.page.locator(f".game a[href='/study/{address.rsplit('/', 1)[1]}']")).to_be_visible()
    expect(guest.page.get_by_role("button", name=re.compile("Delete")), "it is not theirs").to_have_count(0)
    with page.expect_response(re.compile("/api/studies/.*")):
        page.get_by_text("Private", exact=True).click()
    page.reload()
    expect(page.get_by_role("radio", name="Private")).to_be_checked()
    expect(page.locator(".step"), "the guest changed a copy").to_have_count(3)
    guest.page.goto(address)
    expect(guest.page.get_by_text("This study doesn’t exist.")).to_be_visible()
    guest.page.goto("/games")
    guest.page.get_by_role("button", name="Public studies").click()
    expect(guest.page.get_by_text("No public studies yet")).to_be_visible()
    context.close()
    other.close()
