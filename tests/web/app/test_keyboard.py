"""The keyboard alone, from the first minute to a game, a study and a puzzle; a win by clicks of Enter is in `test_access`."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.learn.test_puzzles import answer_of, pick
from tests.web.table import LAST, Table

TABS = 90
"""More controls than any screen has."""
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the control has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(TABS):
        if wanted.evaluate("control => control === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached with Tab")


def press_on(page: Page, wanted: Locator) -> None:
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def place(page: Page, board: Locator, name: str) -> None:
    """Move the cursor of the focused board of 19 lines to a cell, and place a stone there."""
    page.keyboard.press("ArrowDown")
    active = page.locator(f"[id='{board.get_attribute('aria-activedescendant')}']")
    label = (active.get_attribute("aria-label") or "").partition(",")[0]
    right = COLUMNS.index(name[0]) - COLUMNS.index(label[0])
    down = int(label[1:]) - int(name[1:])
    for _ in range(abs(right)):
        page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    page.keyboard.press("Enter")


def test_the_first_minute_with_the_keyboard_only(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Tab")
    card = page.get_by_role("region", name="The first minute")
    board = page.get_by_role("grid")
    for title, target in (("Take the pair", "N8"), ("Break the five", "M8"), ("See a forbidden point", "M9")):
        expect(card.get_by_role("heading")).to_have_text(title)
        tab_to(page, board)
        place(page, board, target)
        following = card.get_by_role("button", name=re.compile("Next|Play a game"))
        expect(following).to_be_focused()
        page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    expect(table.board).to_be_visible()


def test_a_study_with_the_keyboard_only(table: Table) -> None:
    """Moves, a comment, a variation, the engine's reason, and the way back."""
    page = table.page
    page.goto("/")
    press_on(page, page.get_by_role("link", name="Analyse").filter(visible=True).first)
    expect(table.board).to_be_visible()
    for count, name in enumerate(("K10", "L11", "K8"), start=1):
        tab_to(page, table.board)
        place(page, table.board, name)
        expect(table.cell(name)).to_have_attribute("aria-label", LAST)
        expect(page.locator(".step")).to_have_count(count)
    press_on(page, page.get_by_role("button", name="Write a comment"))
    expect(page.get_by_label("Comment")).to_be_focused()
    page.keyboard.type("one apart")
    expect(page.locator(".way.main > p")).to_have_text("one apart")
    tab_to(page, table.board)
    page.keyboard.press(",")
    place(page, table.board, "C3")
    expect(page.locator(".variation .step")).to_have_count(1)
    press_on(page, page.get_by_role("button", name="Make main line"))
    expect(page.locator(".variation .step")).to_contain_text("K8")
    press_on(page, page.get_by_role("button", name="Why", exact=True))
    expect(page.locator(".whycard").get_by_role("heading")).to_be_visible()
    press_on(page, page.get_by_role("link", name="Games").filter(visible=True).first)
    press_on(page, page.get_by_role("button", name="Studies", exact=True))
    press_on(page, page.locator(".game a").first)
    expect(page.locator(".variation .step")).to_have_count(1)


def test_a_game_is_taken_back_repeated_and_resigned_with_the_keyboard_only(table: Table) -> None:
    """By the buttons; the letters U and R do the same."""
    page = table.page
    table.start()
    moves = page.locator(".moves td button")
    for count, name in enumerate(("K10", "L11"), start=1):
        tab_to(page, table.board)
        place(page, table.board, name)
        expect(moves).to_have_count(count)
    press_on(page, page.get_by_role("button", name="Undo"))
    expect(moves).to_have_count(1)
    redo = page.locator("button[aria-label=Redo]")  # beside the board; a toast offers the same
    press_on(page, redo)
    expect(moves).to_have_count(2)
    expect(redo).to_be_disabled()
    page.keyboard.press("u")
    expect(moves).to_have_count(1)
    page.keyboard.press("r")
    expect(moves).to_have_count(2)
    resign = page.get_by_role("button", name="Resign")
    press_on(page, resign)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(resign, "where the focus was").to_be_focused()
    page.keyboard.press("Enter")
    press_on(page, dialog.get_by_role("button", name="Resign"))
    expect(page.locator(".result")).to_be_visible()
    press_on(page, page.get_by_role("button", name="Play again"))
    expect(moves).to_have_count(0)


def test_a_win_is_proved_and_added_to_a_study_with_the_keyboard_only(table: Table) -> None:
    """Prove it, walk the tree, defend on the board, and keep the line."""
    page = table.page
    page.goto("/analyse")
    steps = page.locator(".step")
    for count, name in enumerate(("K10", "A1", "L10", "A3", "M10", "A5"), start=1):
        tab_to(page, table.board)
        place(page, table.board, name)
        expect(steps).to_have_count(count)
    press_on(page, page.get_by_role("button", name="Prove it"))
    card = page.get_by_role("region", name="Prove it")
    expect(card.get_by_role("heading")).to_have_text("Black wins by force in 2 moves")
    press_on(page, card.get_by_role("button", name="Show the tree"))
    tree = page.get_by_role("tree", name="The winning tree")
    chosen = tree.locator("[aria-selected=true]")
    tab_to(page, chosen)
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-level", "2")
    expect(chosen).to_be_focused()
    press_on(page, card.get_by_role("button", name="Try to defend it"))
    page.keyboard.press("Shift+Tab")
    tab_to(page, table.board)
    place(page, table.board, "T1")
    expect(card.locator(".path")).to_contain_text("T1")
    press_on(page, card.get_by_role("button", name="Add to study"))
    expect(steps, "the line is a part of the study").to_have_count(9)


def test_a_puzzle_with_the_keyboard_only(table: Table) -> None:
    page = table.page
    name = pick(page, rules="42", kind="save")
    page.goto("/puzzles")
    press_on(page, page.locator(f".tile[href='/puzzles/{name}'], .tile").first)
    page.wait_for_url("**/puzzles/*")
    page.goto(f"/puzzles/{name}")
    tab_to(page, table.board)
    x, y = answer_of(name)
    place(page, table.board, f"{COLUMNS[x]}{19 - y}")
    expect(page.locator(".verdict h2")).to_have_text("Solved")
    press_on(page, page.get_by_role("link", name="Next puzzle"))
    page.wait_for_url(lambda url: name not in url)
