"""Accessibility: keyboard-only play, screen readers, reduced motion, contrast."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.accessibility import assert_accessible
from tests.web.serving import Server
from tests.web.table import Table, close_dialog, settle


@pytest.mark.parametrize("path", ["/", "/learn", "/games", "/nothing"])
def test_pages_have_no_violations(table: Table, path: str) -> None:
    table.page.goto(path)
    table.page.wait_for_load_state("networkidle")
    assert_accessible(table.page)


def test_a_game_has_no_violations(table: Table) -> None:
    page = table.page
    table.start(opponent="computer", level=2, aiTime=100)
    table.click("K10")
    expect(page.locator(".moves td button")).to_have_count(2)
    assert_accessible(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".say[data-hint]")).to_be_visible()
    assert_accessible(page, ".notice")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "dialog")
    close_dialog(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    assert_accessible(page, "dialog")
    close_dialog(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "dialog")
    close_dialog(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()
    assert_accessible(page)


LOST = ("K10", "J10", "L10", "L11", "M10", "M11", "N10", "A1", "O10")


def test_what_comes_after_a_game_has_no_violations(table: Table) -> None:
    """The card, the mistakes of one game and of all, a shared link, the study's tree, the lists of studies and of a collection."""
    page = table.page
    table.start(*LOST, preset="freestyle", size=19)
    room = table.room
    page.goto(f"/game/{room}/after")
    expect(page.locator(".to-learn li").first).to_be_visible()
    assert_accessible(page)
    page.goto(f"/game/{room}/mistakes")
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".verdict.is-shown")).to_be_visible()
    assert_accessible(page, ".puzzle")
    page.goto("/puzzles/mistakes")
    expect(table.board).to_be_visible()
    assert_accessible(page)
    page.goto(page.request.get(f"/api/games/{room}/link").json()["path"])
    expect(page.locator(".notice")).to_contain_text("A shared game")
    assert_accessible(page)
    page.goto(f"/analyse/{room}")
    page.wait_for_url("**/study/*")
    page.get_by_role("button", name="Tree", exact=True).click()
    expect(page.get_by_role("tree")).to_be_visible()
    assert_accessible(page)
    page.goto("/games")
    for name, wanted in (("Studies", ".game"), ("Public studies", ".empty, main p"), ("Collection", ".collection")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(wanted).first).to_be_visible()
        assert_accessible(page)


def test_the_menu_of_a_phone_has_no_violations(browser: Browser, server: Server) -> None:
    """What only a phone has; its other screens are in `test_screens`."""
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": 390, "height": 664},
        has_touch=True,
        service_workers="block",
        locale="en-GB",
    )
    table = Table(context.new_page())
    table.start("K10")
    table.page.get_by_role("button", name="More").tap()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    assert_accessible(table.page, "dialog")
    table.assert_no_errors()
    context.close()


def test_high_contrast_has_no_violations(table: Table) -> None:
    table.page.add_init_script("localStorage.setItem('gomoku.settings', JSON.stringify({theme: 'contrast'}))")
    table.start("K10", "L10")
    assert_accessible(table.page)


def test_a_whole_game_with_the_keyboard_only(table: Table) -> None:
    page = table.page
    table.open_form({"opponent": "two"})
    # Two links lead past the header and past the form.
    page.locator("body").press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start game")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    expect(table.board).to_be_visible()
    # Any arrow key focuses the board and shows the cursor, in the centre of an empty board, else beside the last move.
    page.keyboard.press("ArrowDown")
    expect(table.board).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.cell("K10")).to_have_attribute("aria-label", "K10, black, last move")
    paths = (["ArrowUp"], ["ArrowDown", "ArrowRight"], ["ArrowUp"], ["ArrowDown", "ArrowRight"], ["ArrowUp"])
    for number, keys in enumerate(paths, start=2):
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        table.expect_moves(number)
    assert table.moves() == ["K10", "K11", "L10", "L11", "M10", "M11"]
    active = table.board.get_attribute("aria-activedescendant")
    expect(page.locator(f"#{active}")).to_have_attribute("aria-label", "M11, white, last move")
    # Enter a cell by its name.
    for name in ("N10", "N11", "O10"):
        page.keyboard.press("/")
        page.get_by_role("dialog").get_by_role("textbox").press_sequentially(name)
        page.keyboard.press("Enter")
        expect(table.cell(name)).to_have_attribute("aria-label", re.compile("last move"))
    expect(page.locator(".result")).to_contain_text("Black wins")
    page.keyboard.press("u")
    expect(page.locator(".moves td button")).to_have_count(8)


def test_letter_shortcuts_can_be_switched_off(table: Table) -> None:
    page = table.page
    table.start("K10")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Letter shortcuts").uncheck()
    close_dialog(page)
    page.keyboard.press("u")
    page.keyboard.press("d")
    table.play("L10")  # an undo would have reached the server first
    assert table.moves() == ["K10", "L10"]
    assert table.state()["ply"] == 2
    expect(page.locator(".board .stones use").first).to_have_attribute("href", "#s-black")
    page.keyboard.press("Home")
    table.expect_stones(0)  # keys other than letters still work


def test_moves_are_announced(table: Table) -> None:
    table.start()
    log = table.page.get_by_role("log")
    table.play("K10")
    expect(log).to_contain_text("Black K10.")
    table.play("L10")
    expect(log).to_contain_text("White L10.")
    expect(table.board).to_have_attribute("aria-label", "Board, 19 by 19, after move 2. Black to move.")


def test_reduced_motion_is_respected(table: Table) -> None:
    page = table.page
    page.emulate_media(reduced_motion="reduce")
    table.start("K10", "L10", "A1", "M10")
    table.play("N10")
    running = page.evaluate("document.getAnimations().filter(a => a.playState === 'running').length")
    assert running == 0
    expect(page.locator(".flight")).to_have_count(0)


def test_a_game_fits_a_laptop_screen_without_scrolling(table: Table) -> None:
    for width, height in ((1440, 900), (1366, 768), (1280, 720), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.start(opponent="computer", level=1, aiTime=100)
        expect(table.page.locator("[data-seat=P1]")).to_be_in_viewport(ratio=1)
        settle(table.page)
        assert table.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = table.board.bounding_box()
        assert box is not None
        assert box["height"] >= height - 104 or box["width"] >= width - 640
