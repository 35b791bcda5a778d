"""The page on a phone, 390 × 844: the first tap selects a cell, the second places the stone; everything is reachable."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.serving import Server
from tests.web.table import LAST, Table, settle, width_of


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Table]:
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        service_workers="block",
        locale="en-GB",
    )
    table = Table(context.new_page())
    yield table
    table.assert_no_errors()
    context.close()


def tap(table: Table, name: str) -> None:
    table.page.touchscreen.tap(*table.screen_position(name))


def test_two_taps_place_a_stone(phone: Table) -> None:
    phone.start()
    tap(phone, "K10")
    card = phone.page.get_by_role("region", name="Place a stone")
    expect(card).to_contain_text("K10")
    expect(phone.page.locator(".board .aim path")).to_have_count(1)
    assert phone.state()["ply"] == 0, "the first tap only selects"
    tap(phone, "L11")
    expect(card).to_contain_text("L11")
    tap(phone, "L11")
    expect(phone.cell("L11")).to_have_attribute("aria-label", LAST)
    expect(card).to_be_hidden()


def test_a_selected_cell_can_be_adjusted(phone: Table) -> None:
    phone.start()
    tap(phone, "K10")
    card = phone.page.get_by_role("region", name="Place a stone")
    card.get_by_role("button", name="Up").tap()
    card.get_by_role("button", name="Right").tap()
    expect(card).to_contain_text("L11")
    card.get_by_role("button", name="Place stone").tap()
    expect(phone.cell("L11")).to_have_attribute("aria-label", LAST)
    # A stone cannot be placed on an occupied point.
    tap(phone, "L11")
    expect(card).to_contain_text("L11 is taken")
    expect(card.get_by_role("button", name="Place stone")).to_be_disabled()


def test_the_card_announces_captures(phone: Table) -> None:
    phone.start()
    for name in ("K10", "L10", "A1", "M10"):
        tap(phone, name)
        tap(phone, name)
        expect(phone.cell(name)).to_have_attribute("aria-label", LAST)
    tap(phone, "N10")
    expect(phone.page.get_by_role("region", name="Place a stone")).to_contain_text("N10 takes L10 and M10")


def test_the_card_is_on_every_board(phone: Table) -> None:
    """Not only in games: the analysis board and puzzles also say what the first tap does."""
    phone.page.set_viewport_size({"width": 390, "height": 664})
    held: list[Route] = []
    phone.page.route("**/api/study/look", lambda route: held.append(route))
    phone.page.goto("/analyse")
    tap(phone, "K10")
    card = phone.page.get_by_role("region", name="Place a stone")
    expect(card.get_by_role("button", name="Place stone")).to_be_in_viewport(ratio=1)
    for route in held:
        route.continue_()
    phone.page.unroute("**/api/study/look")
    expect(phone.page.get_by_role("button", name="Prove it"), "what the server says comes late").to_be_enabled()
    card.get_by_role("button", name="Place stone").tap()
    expect(phone.cell("K10")).to_have_attribute("aria-label", re.compile("black, last move"))
    expect(card).to_be_hidden()
    phone.page.goto("/puzzles")
    phone.page.locator("main a[href^='/puzzles/']").first.click()
    expect(phone.board).to_be_visible()
    empty = phone.page.locator("[role=gridcell][aria-label$=', empty']").first.get_attribute("aria-label") or ""
    tap(phone, empty.split(",")[0])
    expect(card.get_by_role("button", name="Place stone")).to_be_in_viewport(ratio=1)


def test_the_toast_covers_neither_board_nor_cards(phone: Table) -> None:
    """At the bottom of the screen it lay over the answers to a request."""
    phone.start("K10", "L10")
    phone.page.get_by_role("button", name="Undo").tap()
    toast = phone.page.locator(".toast")
    expect(toast).to_contain_text("Redo")
    box, board = toast.bounding_box(), phone.board.bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] + box["height"] <= board["y"]


def test_one_tap_mode(phone: Table) -> None:
    phone.page.add_init_script("localStorage.setItem('gomoku.settings', JSON.stringify({oneTap: true}))")
    phone.start()
    tap(phone, "K10")
    expect(phone.cell("K10")).to_have_attribute("aria-label", LAST)


def test_controls_fit_and_are_large_enough_to_tap(phone: Table) -> None:
    page = phone.page
    phone.start(opponent="computer", level=1, aiTime=100)
    tap(phone, "K10")
    tap(phone, "K10")
    expect(page.locator(".mv button")).to_have_count(2)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tabs = page.locator(".tabs button")
    expect(tabs).to_have_count(5)
    for button in tabs.all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert box["y"] + box["height"] <= 844
    page.get_by_role("button", name="More").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Resign")).to_be_visible()
    dialog.get_by_role("button", name="Restart").tap()
    page.get_by_role("dialog").get_by_role("button", name="Start again").tap()
    expect(page.locator(".mv button")).to_have_count(0)


def test_the_moves_stay_at_the_one_shown_when_the_screen_changes(phone: Table) -> None:
    page = phone.page
    page.set_viewport_size({"width": 820, "height": 1180})
    phone.start(*(f"{column}{row}" for row in (3, 8) for column in "ACEGJLNQ"))
    expect(page.locator(".mv [aria-current]")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".mv [aria-current]")).to_be_in_viewport(ratio=1)


def test_taps_hit_the_right_cell_after_a_pinch_zoom(phone: Table) -> None:
    page = phone.page
    phone.start()
    box = phone.board.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def fingers(apart: float) -> list[dict[str, float]]:
        return [{"x": centre[0] - apart, "y": centre[1], "id": 0}, {"x": centre[0] + apart, "y": centre[1], "id": 1}]

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers(30)})
    for apart in (40, 55, 70, 80):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": fingers(apart)})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.until(lambda: width_of(phone.board) > box["width"] * 1.8, "the board is not zoomed in")
    assert phone.state()["ply"] == 0
    tap(phone, "K10")
    tap(phone, "K10")
    expect(phone.cell("K10")).to_have_attribute("aria-label", LAST)
    page.get_by_role("button", name="Whole board").tap()
    phone.until(lambda: width_of(phone.board) == box["width"], "the board is not zoomed out again")


def test_home_fits_a_phone(phone: Table) -> None:
    phone.page.goto("/")
    expect(phone.page.get_by_role("button", name="Start game")).to_be_in_viewport()
    expect(phone.page.get_by_role("navigation", name="Main").filter(visible=True)).to_have_count(1)
    settle(phone.page)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
