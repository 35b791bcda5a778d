"""Every screen, in one visit each: every language fits it, and axe finds no violation on a phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect

from tests.web.accessibility import assert_accessible
from tests.web.app.test_languages import CHOOSE, CUT_OFF
from tests.web.screens import SCREENS
from tests.web.serving import Server, new_visitor
from tests.web.table import Table, settle

ROUTER = Path(__file__).parents[3] / "web" / "src" / "browser" / "router.ts"
LONG_WORDED = ("de", "ru")
SIZES = ((744, 1133), (360, 640))
"""A small tablet upright, where the navigation is above; the smallest phone."""
PHONE: ViewportSize = {"width": 390, "height": 664}

OUT_OF_SIGHT = """() => [...document.querySelectorAll('button, a, input, select, textarea')].filter(element => {
    const box = element.getBoundingClientRect();
    if (!box.width || !element.checkVisibility({ visibilityProperty: true })) return false;
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== 'visible') return false;
    return box.left < -1 || box.right > innerWidth + 1;
}).map(element => element.outerHTML.slice(0, 120))"""
"""Returns the controls that reach beyond the sides of the window, and cannot be scrolled to."""


LOOK = f"() => [document.documentElement.scrollWidth, ({CUT_OFF})(), ({OUT_OF_SIGHT})()]"


@pytest.fixture(scope="module")
def touch_context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=server.address, has_touch=True, service_workers="block", locale="en-GB")
    yield context
    context.close()


def test_every_page_has_a_screen() -> None:
    block = ROUTER.read_text().partition("const ROUTES = {")[2].partition("\n};")[0]
    pages = {re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", page) for page in re.findall(r"\n\t(\w+):", block)}
    assert "home" in pages
    elsewhere = {"analyse", "moderate"}  # the first is the screen of a study, the second is in `test_meeting`
    assert pages - elsewhere <= SCREENS.keys()


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_fits_every_language_and_is_accessible(
    touch_context: BrowserContext, server: Server, name: str
) -> None:
    """In the languages with the longest words; those of every language fit the screens of `test_languages`."""
    table = Table(new_visitor(touch_context, server.address))
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(reduced_motion="reduce")
    SCREENS[name](table)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for language in LONG_WORDED:
            page.locator(".lang select").first.evaluate(CHOOSE, language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            settle(page)
            where = f"{language} at {width} x {height}"
            wide, cut_off, out_of_sight = page.evaluate(LOOK)
            assert wide <= width, where
            assert (cut_off, out_of_sight) == ([], []), where
    page.set_viewport_size(PHONE)
    assert_accessible(page)
    table.assert_no_errors()
