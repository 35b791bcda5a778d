"""The search tree on the page: expansion, filters, keyboard navigation, performance with thousands of nodes."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.accessibility import assert_accessible
from tests.web.analysis.test_think import THREE
from tests.web.guests import guest, seat_both, short_delay_server
from tests.web.table import Table, settle

QUIET = ("K10", "K11", "H12", "M9", "L12", "H9")
"""No forced win in a million positions: one would leave a tree with a single move."""
CAPTURE = ("J10", "K10", "C3", "L10")
"""M10 captures: even a search with few positions, on a busy machine, contains this move."""


@pytest.fixture
def tree(table: Table) -> Page:
    """The tree of a quiet position."""
    return tree_after(table, QUIET)


def tree_after(table: Table, moves: tuple[str, ...]) -> Page:
    table.start(*moves)
    table.page.keyboard.press("t")
    # by key: the button moves while the analysis beside it grows
    table.page.get_by_role("button", name="Open tree").press("Enter")
    expect(table.page.get_by_role("tree")).to_be_visible()
    table.page.wait_for_load_state("networkidle")
    return table.page


def recorded_nodes(page: Page) -> int:
    """Number of nodes recorded by the search."""
    text = page.locator(".zoom span").inner_text()
    return int(re.sub(r"\D", "", text.rpartition(" of ")[2]))


def cpu_time(page: Page) -> Callable[[], float]:
    """A function that reads the CPU seconds of the page's main thread, which do not depend on the load of the machine."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    return read


def test_the_best_line_is_expanded(tree: Page) -> None:
    assert recorded_nodes(tree) > 500
    best = tree.locator(".mark.best")
    expect(best.nth(2)).to_be_attached()
    settle(tree)
    tops = {round(box["y"]) for mark in best.all() if (box := mark.locator(".pill").bounding_box())}
    assert len(tops) == 1, "the best line is drawn in one row"
    value = re.sub("^[≤≥] ", "", best.first.locator(".value").text_content() or "")  # the kind stands below it
    expect(tree.locator(".node dd[data-value]")).to_have_text(value)


def test_a_node_shows_its_details(tree: Page) -> None:
    first = tree.locator(".mark.best").first
    name = first.locator(".move").text_content() or ""
    first.click()
    expect(tree.locator(".path .on")).to_have_text(name)
    expect(tree.locator(".nodeboard [data-ghost]")).to_have_count(1)
    for label in ("Value", "Kind", "Depth left", "Positions"):
        expect(tree.locator(".kv dt", has_text=label)).to_be_visible()
    expect(tree.locator(".node .why")).not_to_be_empty()
    expect(tree.locator(".window")).to_have_attribute("aria-label", re.compile("^Window from .* to "))
    tree.get_by_role("button", name="Best reply").click()
    expect(tree.locator(".path button")).to_have_count(2)
    expect(tree.locator(".nodeboard [data-ghost]")).to_have_count(2)
    tree.get_by_role("button", name="Parent").click()
    expect(tree.locator(".path .on")).to_have_text(name)


def test_filters(table: Table) -> None:
    tree = tree_after(table, CAPTURE)
    tree.get_by_role("button", name="Cut-offs").click()
    expect(tree.locator(".mark .scissors").first).to_be_attached()
    tree.get_by_role("button", name="Captures").click()
    expect(tree.locator(".mark .takes-mark").first).to_be_attached()
    capture = tree.locator(".mark", has=tree.locator(".takes-mark")).first
    capture.click()
    expect(tree.locator(".nodeboard [data-taken]").first).to_be_attached()
    tree.get_by_role("button", name="Best line").click()
    expect(tree.locator(".mark.best").first).to_be_visible()


def test_the_tree_by_keyboard(tree: Page) -> None:
    tree.get_by_role("tree").focus()
    tree.keyboard.press("Home")
    tree.keyboard.press("ArrowRight")
    expect(tree.locator(".path button")).to_have_count(1)
    first = tree.locator(".path .on").inner_text()
    tree.keyboard.press("ArrowDown")
    expect(tree.locator(".path .on")).not_to_have_text(first)
    tree.keyboard.press("ArrowUp")
    expect(tree.locator(".path .on")).to_have_text(first)
    item = tree.locator("[role=treeitem][aria-selected=true]")
    expect(item).to_have_attribute("aria-expanded", "true")
    tree.keyboard.press("Enter")
    expect(item).to_have_attribute("aria-expanded", "false")
    tree.keyboard.press("b")
    expect(tree.locator(".path button")).to_have_count(2)


def test_many_nodes_scroll_smoothly(tree: Page) -> None:
    tree.get_by_role("tree").focus()
    tree.keyboard.press("Home")
    tree.keyboard.press("*")
    # more than are rendered at a time; how many a search of half a second visits depends on how busy the machine is
    expect(tree.locator(".zoom span")).to_have_text(re.compile(r"^([3-9]\d\d|[1-9] ?\d{3}) "))
    assert tree.locator(".mark").count() < 300, "only visible nodes are rendered"
    used = cpu_time(tree)
    before = used()
    drawn = tree.evaluate(
        """async () => {
            const box = document.querySelector(".scroll");
            const drawn = [];
            for (let i = 0; i < 40; i++) {
                box.scrollLeft = 800 * (i % 2);  // a shallow tree has nothing further right
                box.scrollTop += 600;
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                drawn.push(document.querySelectorAll(".mark").length);
            }
            return drawn;
        }"""
    )
    frame = (used() - before) / 40
    assert frame < 0.1, f"{1000 * frame:.0f} ms per frame"
    assert 5 < max(drawn) < 300


def test_back_navigation_and_unknown_paths(tree: Page) -> None:
    tree.get_by_role("button", name="Back to the game").click()
    expect(tree.locator(".think, .play")).to_be_visible()
    tree.go_back()
    expect(tree.get_by_role("tree")).to_be_visible()
    tree.goto(tree.url.replace("/tree", "/tree/99999/x"))
    expect(tree.get_by_role("tree")).to_be_visible()


def test_the_tree_has_no_violations(tree: Page) -> None:
    assert_accessible(tree)


def test_the_tree_is_a_list_on_a_phone(tree: Page) -> None:
    tree.set_viewport_size({"width": 390, "height": 844})
    moves = tree.locator(".children button")
    expect(moves.nth(3)).to_be_attached()
    name = moves.first.locator("b").inner_text()
    moves.first.click()
    expect(tree.locator(".path .on")).to_have_text(name)
    settle(tree)
    assert tree.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = tree.locator(".nodeboard").bounding_box()
    assert board is not None
    assert min(board["width"], board["height"]) > 200, "the board is large enough to read"


def test_no_analysis_in_a_game_between_people(browser: Browser, tmp_path: Path) -> None:
    server = short_delay_server(tmp_path)
    server.start()
    try:
        with guest(browser, server, "Ann") as ann, guest(browser, server, "Bob") as bob:
            room = seat_both(server, ann, bob)
            ann.page.keyboard.press("t")
            ann.page.keyboard.press("l")
            expect(ann.page.locator(".cells")).to_be_visible()
            expect(ann.page.locator("[data-threat]")).to_have_count(0)
            ann.page.goto(f"/game/{room}/tree")
            expect(ann.page.locator("main")).to_contain_text("keeps its thoughts to itself")
    finally:
        server.stop()


def test_a_forced_win_shows_every_defence(table: Table) -> None:
    tree = tree_after(table, THREE)
    expect(tree.locator(".mark.best").first).to_contain_text("win 2")
    replies = tree.locator(".mark[aria-level='3']")
    expect(replies.nth(1), "a four with two ends has several answers").to_be_attached()
    for reply in replies.all():
        expect(reply, "none of them helps").to_have_attribute("aria-label", re.compile(r"^[A-T]\d+ win \d\. White"))


def test_a_cutoff_names_the_answer_and_the_values(tree: Page) -> None:
    tree.locator(".mark", has=tree.locator(".scissors")).first.click()
    expect(tree.locator(".node .why").first).to_have_text(
        re.compile(r"answers [A-T]\d+, so [A-T]\d+ is worth [+−]?\d+ at (best|least)\.")
    )
