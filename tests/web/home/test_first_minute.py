"""The first minute on the home page, and an opponent of the visitor's own strength."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gomoku.server.people.identity import COOKIE
from tests.server import page as wire
from tests.web.accessibility import assert_accessible
from tests.web.app.test_sizes import SIDEWAYS, SIZES
from tests.web.play.test_play import follow_hint, play_to_the_end
from tests.web.serving import Server
from tests.web.table import Table

SHIFTS = "JSON.stringify(window.shifts)"
RECORD_SHIFTS = """window.shifts = [];
new PerformanceObserver(list => {
    for (const entry of list.getEntries())
        if (!entry.hadRecentInput) window.shifts.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90)));
}).observe({ type: 'layout-shift', buffered: true });"""
HIT = """name => {
    const cell = document.querySelector(`.minute-cells [aria-label^='${name},']`);
    const box = cell.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell;
}"""
"""Can a pointer reach this cell?"""
COVERED = """name => {
    const card = document.querySelector('.minute').getBoundingClientRect();
    const shown = `.slab .stones > g, .minute-cells [aria-label^='${name},']`;
    return [...document.querySelectorAll(shown)].filter(stone => {
        const box = stone.getBoundingClientRect();
        const wide = Math.min(box.right, card.right) - Math.max(box.left, card.left);
        const high = Math.min(box.bottom, card.bottom) - Math.max(box.top, card.top);
        return wide > 0 && high > 0 && wide * high > 0.04 * box.width * box.height;
    }).length;
}"""
"""Returns how many of the stones and this cell the card covers, but for their rims."""
LAPTOPS = [(1366, 768), (1280, 720), (1536, 730), (1366, 650)]
"""Windows of laptops, with the bars of the browser."""


def cell(page: Page, name: str) -> Any:
    return page.locator(f".minute-cells [aria-label^='{name},']")


def click(page: Page, name: str) -> None:
    box = cell(page, name).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.fixture
def new_here(page: Page) -> Iterator[Table]:
    """A browser that has never been here."""
    page.add_init_script(RECORD_SHIFTS)
    table = Table(page)
    yield table
    table.assert_no_errors()


def test_the_first_minute_is_played_on_the_board(new_here: Table) -> None:
    page = new_here.page
    page.goto("/")
    card = page.get_by_role("region", name="The first minute")
    page.wait_for_load_state("networkidle")
    expect(card).to_be_hidden()  # the first load does without
    page.evaluate("window.shifts = []")
    page.mouse.move(400, 300)
    expect(card.get_by_role("heading")).to_have_text("Take the pair")
    expect(page.get_by_role("checkbox", name="At your level")).to_be_visible()
    expect(page.get_by_text("Begins at level 3")).to_be_visible()
    assert page.evaluate(SHIFTS) == "[]", "nothing moves when it arrives"
    assert_accessible(page)

    # by mouse
    said = page.get_by_role("log")
    expect(said).to_contain_text("Take the pair. Two stones between two of yours")
    click(page, "J10")
    expect(card).to_contain_text("Not there.")
    expect(said).to_contain_text("Not there.")
    assert (
        "suggested" in (cell(page, "N8").get_attribute("aria-label") or "") or page.locator(".slab .hint").count() == 1
    )
    click(page, "N8")
    expect(card).to_contain_text("Five pairs win the game.")
    expect(card).to_contain_text("Your pairs can be taken, too.")
    expect(cell(page, "M9")).to_have_attribute("aria-label", "M9, empty")
    expect(page.locator(".slab .trace")).to_have_count(2)
    card.get_by_role("button", name="Next").click()

    # by keyboard
    expect(card.get_by_role("heading")).to_have_text("Break the five")
    expect(page.locator(".slab .in-five")).to_have_count(5)
    page.get_by_role("grid").focus()
    for key in (*("ArrowRight",) * 4, "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(f"[id='{page.get_by_role('grid').get_attribute('aria-activedescendant')}']")).to_have_attribute(
        "aria-label", re.compile(r"^M8, empty, .*five")
    )
    page.keyboard.press("Enter")
    expect(card).to_contain_text("The row is broken")
    expect(page.locator(".slab .in-five")).to_have_count(0)
    expect(card.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")

    # shown
    expect(card.get_by_role("heading")).to_have_text("See a forbidden point")
    expect(page.locator(".slab .forbidden")).to_have_count(1)
    expect(card).to_contain_text("an open three")  # hints speak of it
    card.get_by_role("button", name="Show me").click()
    expect(page.locator(".slab .minute-three"), "the rows that are meant").to_have_count(2)
    expect(card).to_contain_text("Double-three is not allowed here. The board marks it. Now play: five in a row wins.")
    expect(page.locator(".slab .stones > g")).to_have_count(8)
    card.get_by_role("button", name="Play a game").click()
    page.wait_for_url("**/game/*")
    state = new_here.wait_for(lambda state: True)
    assert state["seats"][1]["holder"] == {"type": "ai", "level": 3, "matched": False}

    # not again, unless it is asked for
    page.goto("/")
    page.mouse.move(500, 300)
    page.get_by_role("button", name="New to this?").click()
    expect(card.get_by_role("heading")).to_have_text("Take the pair")
    card.get_by_role("button", name="Skip").click()
    expect(card).to_be_hidden()
    expect(page.locator(".slab svg[role=img]")).to_be_visible()


def test_a_newcomer_wins_against_level_2_by_following_the_page(new_here: Table) -> None:
    """From the first visit: the minute, the level, and every hint played. It takes a whole game, because that is what the page promises."""
    page = new_here.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.mouse.move(400, 300)
    card = page.get_by_role("region", name="The first minute")
    for _ in range(2):
        card.get_by_role("button", name="Show me").click()
        card.get_by_role("button", name="Next").click()
    card.get_by_role("button", name="Show me").click()
    expect(card).to_contain_text("Now play: five in a row wins.")
    page.get_by_role("slider", name="Level 3").fill("2")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    expect(new_here.board).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".say")).to_contain_text("K10 is the centre: from there a row can grow in every direction.")
    assert play_to_the_end(new_here, follow_hint)["outcome"]["winner"] == "X"
    expect(page.locator(".result").get_by_role("heading")).to_have_text("You win")


def test_the_minute_fits_every_size_and_is_tapped(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, has_touch=True, service_workers="block", locale="en-GB")
    table = Table(context.new_page())
    page = table.page
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    card = page.get_by_role("region", name="The first minute")
    for step, target in enumerate(("N8", "M8", "M9")):
        expect(card).to_contain_text(f"{step + 1} of 3")
        for width, height in [*SIZES, *SIDEWAYS, *LAPTOPS, (800, 600)]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(HIT, target), f"step {step + 1} at {width} × {height}"
            assert page.evaluate(COVERED, target) == 0, f"step {step + 1} at {width} × {height}"
            box = card.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height, f"the card at {width} × {height}"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = cell(page, target).bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if step < 2:
            card.get_by_role("button", name="Next").tap()
    expect(card.get_by_role("button", name="Play a game")).to_be_visible()
    table.assert_no_errors()
    context.close()


def test_visitors_with_games_get_no_first_minute(table: Table) -> None:
    page = table.page
    table.start("K10")
    page.evaluate("localStorage.clear()")
    page.goto("/")
    page.mouse.move(400, 300)
    expect(page.get_by_role("button", name="New to this?")).to_be_visible()
    expect(page.locator("main")).to_have_class("home")
    expect(page.get_by_role("region", name="The first minute")).to_have_count(0)
    assert page.evaluate("localStorage['gomoku.minute']") == '"seen"'


def test_the_computer_plays_at_the_visitors_level(table: Table, server: Server) -> None:
    page = table.page
    table.open_form({"aiTime": 100})
    page.mouse.move(400, 300)
    box = page.get_by_role("checkbox", name="At your level")
    box.check()
    expect(page.get_by_text("unless you take a move back or ask for a hint")).to_be_visible()
    page.get_by_role("slider").press("ArrowRight")
    expect(box).not_to_be_checked()
    box.check()
    expect(page.get_by_role("slider")).to_have_value("3")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    cookie = next(known["value"] for known in page.context.cookies() if known["name"] == COOKIE)
    with wire.Page(server.address, f"{COOKIE}={cookie}") as me:
        me.watch(table.room)
        assert me.state(table.room)["seats"][1]["holder"] == {"type": "ai", "level": 3, "matched": True}
        for x in range(5):
            assert me.play(table.room, 3 * x, 18 - x % 2)["type"] == "done"
            me.until_state(table.room, lambda state, ply=2 * x + 2: state["ply"] == ply)
        me.command("resign", room=table.room)
    line = page.locator(".result .level")
    expect(line).to_have_text(re.compile(r"^Your level: 3\.0 → [12]\.\d ± 1\.\d\. Next: level [12]\.$"))
    level = int(line.inner_text().rstrip(".")[-1])
    assert_accessible(page, ".result")
    page.reload()
    expect(line).to_contain_text("Your level: 3.0 →")
    page.get_by_role("link", name="How it went").click()
    went = page.get_by_role("region", name="How it went")
    expect(went.locator(".level")).to_contain_text("Your level: 3.0 →")
    expect(went.locator(".level-bar .band"), "the estimate is drawn, with its uncertainty").to_be_visible()
    page.get_by_role("button", name="Play again").click()
    state = table.wait_for(lambda state: state["phase"] == "playing")
    assert state["seats"][1]["holder"] == {"type": "ai", "level": level, "matched": True}
    page.goto("/")
    page.mouse.move(400, 300)
    expect(page.get_by_text(re.compile(r"^[12]\.\d ± 1\.\d after 1 game$"))).to_be_visible()
    expect(page.get_by_role("slider")).to_have_value(str(level))
