"""Accessibility of the analysis board, puzzles and lessons: screen readers, contrast, narrow screens."""

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.table import Table, settle

# White overlooks an open three: the review has a turning point.
GAME = "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh]C[centre](;W[ii];B[hg];W[aa];B[hf];W[ab];B[he])(;W[hi]C[other];B[gh]))"


def test_the_analysis_board_has_no_violations(table: Table) -> None:
    page = table.page
    page.goto("/analyse")
    page.get_by_role("button", name="Open", exact=True).click()
    dialog = page.get_by_role("dialog")
    assert_accessible(page, "dialog")
    dialog.get_by_label("Game or link").fill(GAME)
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".engine .cand tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator(".sides")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".judged")).to_be_visible()
    expect(page.locator(".turning h3")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("button", name="Use this position")).to_be_visible()
    assert_accessible(page)


def test_puzzles_and_lessons_have_no_violations(table: Table) -> None:
    page = table.page
    page.goto("/puzzles")
    expect(page.locator(".tile").first).to_be_visible()
    assert_accessible(page)
    page.locator(".tile").first.click()
    expect(table.board).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".told li").first).to_be_visible()
    assert_accessible(page)
    page.goto("/lessons")
    for name in ("minimax", "alpha-beta", "patterns", "threats", "deepening", "table"):
        page.locator(f"#{name}").scroll_into_view_if_needed()
        expect(page.locator(f"#{name}")).not_to_have_attribute("aria-busy", "true")
    assert_accessible(page)


@pytest.mark.parametrize("path", ["/analyse", "/puzzles", "/lessons"])
def test_pages_do_not_scroll_sideways(table: Table, path: str) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.goto(path)
    expect(table.page.locator("h1").first).to_be_attached()
    table.page.wait_for_load_state("networkidle")
    for width in (390, 820):
        table.page.set_viewport_size({"width": width, "height": 844})
        settle(table.page)
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
