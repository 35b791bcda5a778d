"""Style sheets are loaded with the screens that need them and never unloaded: none may affect another screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.serving import PAGE
from tests.web.table import Table, settle

APPEARANCE = """() => [...document.querySelectorAll('#app *')].map(element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const numbers = [box.x, box.y, box.width, box.height].map(Math.round);
    return [element.tagName, element.getAttribute('class'), ...numbers, style.color, style.backgroundColor, style.fontSize,
        style.fontWeight, style.fill, style.stroke].join(' ');
})"""
"""Returns the position and the style of every element."""

LOAD_SHEETS = """files => Promise.all(files.map(file => document.querySelector(`link[href="${file}"]`) ? 0 : new Promise((done, failed) => {
    const link = document.createElement('link');
    Object.assign(link, {rel: 'stylesheet', href: file, onload: done, onerror: failed});
    document.head.append(link);
})))"""
"""Loads every sheet that the screen has not loaded."""


def stable_appearance(table: Table) -> list[str]:
    """The appearance of every element, once it no longer changes."""
    appearance: list[str] = []

    def unchanged() -> bool:
        nonlocal appearance
        settle(table.page)
        before, appearance = appearance, table.page.evaluate(APPEARANCE)
        return appearance == before

    table.until(unchanged, "the page keeps changing")
    return appearance


def open_path(path: str) -> Callable[[Table], None]:
    def visit(table: Table) -> None:
        table.page.goto(path)
        if path == "/":
            expect(table.page.locator(".slab image")).to_be_attached()  # the wood, painted by the page itself

    visit.__name__ = path
    return visit


def think(table: Table) -> None:
    table.start(opponent="computer", level=1)
    table.page.keyboard.press("t")
    expect(table.page.locator("main.think .numbers")).to_be_visible()


def analyse(table: Table) -> None:
    table.page.goto("/analyse")
    table.page.get_by_role("switch").first.click()


@pytest.mark.parametrize(
    "visit", [open_path("/"), open_path("/lessons"), analyse, think], ids=lambda visit: visit.__name__
)
def test_sheets_of_other_screens_do_not_affect_a_screen(table: Table, visit: Callable[[Table], None]):
    table.page.emulate_media(reduced_motion="reduce")
    visit(table)
    table.page.wait_for_load_state("networkidle")
    expect(table.page.locator(".skel")).to_have_count(0)
    before = stable_appearance(table)
    table.page.evaluate(
        LOAD_SHEETS, [f"/assets/{sheet.name}" for sheet in sorted((PAGE.parent / "assets").glob("*.css"))]
    )
    after = stable_appearance(table)
    assert len(before) == len(after) > 100
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert not changed, changed[:5]
