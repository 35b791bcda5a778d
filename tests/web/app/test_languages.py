"""Every language fits: nothing is wider than the screen, and no button cuts its words off."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import Table, settle

LANGUAGES = ("fr", "de", "es", "cs", "ru", "ja", "ko", "zh-Hans", "zh-Hant", "en")
SIZES = ((1280, 800), (390, 664))

CUT_OFF = """() => [...document.querySelectorAll('button:not(.pv *), nav a, .seg label, .chip, th, .head b')]
    .filter(element => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
    .map(element => element.textContent)"""
"""The words of controls that are wider than their box. A line of moves is cut short on purpose."""
BEYOND = """() => [...document.querySelectorAll('main button')].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1);
}).map(element => element.textContent)"""
"""The words of controls that reach beyond the sides of the window."""
CHOOSE = "(list, name) => { list.value = name; list.dispatchEvent(new Event('change', { bubbles: true })); }"
"""Chooses a language, also on a phone, where the list is in the settings."""


def assert_every_language_fits(page: Page, is_scrolled: bool = True) -> None:
    """`is_scrolled`: whether the page has rows that a phone scrolls sideways."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES:
            page.locator(".lang select").evaluate(CHOOSE, language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            settle(page)
            where = f"{language} at {width} x {height}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, where
            assert page.evaluate(CUT_OFF) == [], where
            if not is_scrolled:
                assert page.evaluate(BEYOND) == [], where


@pytest.mark.parametrize("path", ["/", "/rooms", "/analyse", "/learn", "/puzzles"])
def test_every_language_fits_the_page(table: Table, path: str) -> None:
    table.page.goto(path)
    table.page.wait_for_load_state("networkidle")
    assert_every_language_fits(table.page)


def test_every_language_fits_a_game(table: Table) -> None:
    table.start(opponent="computer", level=1, aiTime=100)
    table.click("K10")
    expect(table.page.locator(".moves td button")).to_have_count(2)
    assert_every_language_fits(table.page, is_scrolled=False)
    table.page.set_viewport_size({"width": 1280, "height": 800})
    unit = table.page.locator(".timer .now small")
    for language, second in (("ru", "\u0441"), ("ja", "秒"), ("en", "s")):
        table.page.locator(".lang select").evaluate(CHOOSE, language)
        expect(unit, "the unit, too").to_have_text(second)
