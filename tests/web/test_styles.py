"""Style sheets come with the screens that need them, and stay: none may change a screen that is not its own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.serving import PAGE
from tests.web.table import Table, settle

LOOKS = """() => [...document.querySelectorAll('#app *')].map(element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const numbers = [box.x, box.y, box.width, box.height].map(Math.round);
    return [element.tagName, element.getAttribute('class'), ...numbers, style.color, style.backgroundColor, style.fontSize,
        style.fontWeight, style.fill, style.stroke].join(' ');
})"""
"""Where each element is, and what it looks like."""

FETCH = """files => Promise.all(files.map(file => document.querySelector(`link[href="${file}"]`) ? 0 : new Promise((done, failed) => {
    const link = document.createElement('link');
    Object.assign(link, {rel: 'stylesheet', href: file, onload: done, onerror: failed});
    document.head.append(link);
})))"""
"""Every sheet that the screen has not asked for."""


def at_rest(table: Table) -> list[str]:
    """The looks of every element, once they no longer change."""
    looks: list[str] = []

    def unchanged() -> bool:
        nonlocal looks
        settle(table.page)
        before, looks = looks, table.page.evaluate(LOOKS)
        return looks == before

    table.until(unchanged, "it never comes to rest")
    return looks


def at(path: str) -> Callable[[Table], None]:
    def visit(table: Table) -> None:
        table.page.goto(path)

    visit.__name__ = path
    return visit


def think(table: Table) -> None:
    table.start(opponent="computer", level=1)
    table.page.keyboard.press("t")
    expect(table.page.locator("main.think .numbers")).to_be_visible()


def analyse(table: Table) -> None:
    table.page.goto("/analyse")
    table.page.get_by_role("switch").first.click()


@pytest.mark.parametrize("visit", [at("/"), at("/lessons"), analyse, think], ids=lambda visit: visit.__name__)
def test_a_screen_looks_the_same_whatever_was_visited_before(table: Table, visit: Callable[[Table], None]):
    table.page.emulate_media(reduced_motion="reduce")
    visit(table)
    table.page.wait_for_load_state("networkidle")
    expect(table.page.locator(".skel")).to_have_count(0)
    before = at_rest(table)
    table.page.evaluate(FETCH, [f"/assets/{sheet.name}" for sheet in sorted((PAGE.parent / "assets").glob("*.css"))])
    after = at_rest(table)
    assert len(before) == len(after) > 100
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert not changed, changed[:5]
