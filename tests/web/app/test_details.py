"""Small things that a walk through the page found wrong once, each on the screen where it was."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.screens import GAME
from tests.web.table import Table, settle

COVERED_NAMES = """() => {
    const boxes = selector => [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect());
    const stones = boxes('.board .stones use');
    return boxes('.board .coords text').filter(name => stones.some(stone => {
        const [x, y] = [stone.x + stone.width / 2, stone.y + stone.height / 2];
        const near = [Math.max(name.left, Math.min(x, name.right)), Math.max(name.top, Math.min(y, name.bottom))];
        return Math.hypot(near[0] - x, near[1] - y) < 0.9 * stone.width / 2;
    })).length;
}"""
"""Returns the number of coordinates under a stone."""
ENDLESS = """() => document.getAnimations()
    .filter(animation => animation.effect.getComputedTiming().endTime === Infinity)
    .map(animation => animation.effect.target.outerHTML.slice(0, 80))"""
"""Returns the elements that never come to rest."""
HEIGHT_OF_NAMES = "() => document.querySelector('.board .coords text').getBoundingClientRect().height"


@pytest.mark.parametrize("width", [1440, 390])
def test_stones_at_the_edge_leave_the_coordinates_in_sight(table: Table, width: int) -> None:
    page = table.page
    page.set_viewport_size({"width": width, "height": 844})
    table.start("A19", "K19", "T19", "T10", "T1", "K1", "A1", "A10")
    settle(page)
    assert page.evaluate(COVERED_NAMES) == 0


def test_coordinates_are_as_large_on_a_small_board(table: Table) -> None:
    page = table.page
    heights = []
    for size in (19, 9):
        table.start(size=size, preset="freestyle")
        settle(page)
        heights.append(page.evaluate(HEIGHT_OF_NAMES))
    assert heights[1] < 1.4 * heights[0]


def test_the_first_row_of_the_list_is_washed_out_only_under_others(table: Table) -> None:
    page = table.page
    table.start("K10", "L10")
    rows = page.locator(".list .scroll")
    expect(rows).to_have_css("mask-image", "none")
    table.start(*GAME.split())
    expect(rows).not_to_have_css("mask-image", "none")


def test_figures_that_change_do_not_jump(table: Table) -> None:
    page = table.page
    table.start(opponent="computer", level=1, aiTime=100)
    table.click("K10")
    expect(page.locator(".moves td button")).to_have_count(2)
    for figure in (".timer .now", ".timer dd, .timer .rows"):
        found: Any = page.locator(figure).first.evaluate("element => getComputedStyle(element).fontVariantNumeric")
        assert "tabular-nums" in found, figure


def test_a_page_has_one_main_button(table: Table) -> None:
    page = table.page
    page.goto("/you")
    expect(page.get_by_role("button", name="Set passphrase")).to_be_visible()
    expect(page.locator("main .primary")).to_have_count(1)


def test_words_with_a_hyphen_stay_in_one_line(table: Table) -> None:
    page = table.page
    table.open_form()
    expect(page.locator(".form .unbroken").first).to_have_text("double-threes.")
    expect(page.locator(".form .unbroken").first).to_have_css("white-space", "nowrap")


def test_a_mark_that_beats_comes_to_rest(table: Table) -> None:
    """What moves for more than five seconds distracts, and keeps the processor busy."""
    page = table.page
    page.goto("/")
    expect(page.locator(".slab .pulse")).to_be_visible()
    assert page.evaluate(ENDLESS) == []
    table.start("K10", "A1", "L10", "A3", opponent="two")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".board .pulse").first).to_be_visible()
    assert page.evaluate(ENDLESS) == []
