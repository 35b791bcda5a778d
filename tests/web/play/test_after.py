"""After a game: the card with graph, accuracy and mistakes, and learning from these."""

import re

from playwright.sync_api import expect

from tests.web.table import Table

LOST = ("K10", "J10", "L10", "L11", "M10", "M11", "N10", "A1", "O10")
"""White does not stop Black's four: a mistake at any depth, in a position that was even."""


def test_after_a_game(table: Table) -> None:
    """From the result to the card, a mistake with the coach's words, an exercise made of it, and the study with its review."""
    page = table.page
    table.start(*LOST, preset="freestyle", size=19)
    page.get_by_role("link", name="How it went").click()
    card = page.get_by_role("region", name="How it went")
    expect(card.get_by_role("heading", name="Black wins")).to_be_visible()
    expect(card.locator(".went-accuracy li")).to_have_count(2)
    expect(card.locator(".went-accuracy li").last).to_contain_text(re.compile(r"[1-9] mistake"))
    allowed = card.locator(".to-learn li small").filter(has_text=re.compile(r"^A1 lets Black (play|win) .+\.$"))
    expect(allowed, "what a mistake allows").to_have_count(1)
    card.locator(".to-learn li button").first.click()
    expect(card.locator(".coached"), "the coach says why").to_have_text(re.compile(r"\w\.$"))
    expect(page.locator("[data-coach=better]")).to_have_count(1)
    expect(page.locator(".board .grade-mark"), "the mark of the mistake at its stone").to_have_text(
        re.compile(r"^\?\??$")
    )
    expect(card.get_by_role("button", name="Play again")).to_be_visible()
    with page.expect_download() as download:
        card.get_by_role("button", name="Share picture").click()
    assert download.value.suggested_filename == f"gomoku-{table.room}.png"
    card.get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".verdict.is-shown p"), "the coach says why").to_have_text(re.compile(r"\w\.$"))
    expect(page.locator("[data-coach=better]")).to_have_count(1)
    page.get_by_role("link", name="Back to the game").click()
    expect(card).to_be_visible()
    page.goto("/puzzles")
    own = page.get_by_role("region", name="From your mistakes")
    own.get_by_role("link", name="Practise all").click()
    of = int(page.locator(".task .lab").first.inner_text().split()[-1])
    for _ in range(of):
        page.get_by_role("button", name="Show the move").click()
        page.locator(".verdict.is-shown button").click()
    expect(
        page.get_by_role("status").filter(has_text=f"You found 0 of {of}."), "every mistake was asked"
    ).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    own.locator("li").get_by_role("link").first.click()
    expect(page, "each mistake has an address").to_have_url(re.compile(r"/mistakes/\d+$"))
    expect(table.board).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .cursor"), "arrow keys move on the board at once").to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    card.get_by_role("link", name="Review").click()
    expect(page.locator(".way.main .ended"), "the moves end with the result").to_have_text("Black wins")
    page.locator(".tree > .seg").get_by_text("Review").click()
    expect(page.locator(".sides"), "the study has the review").to_be_visible()
    page.wait_for_url("**/study/*")
    # So has the study of a game that was reviewed on an earlier visit.
    table.start(*LOST, preset="freestyle", size=19)
    page.goto(f"/analyse/{table.room}")
    page.wait_for_url("**/study/*")
    expect(page.locator(".step[data-grade]"), "these moves were reviewed").to_have_count(len(LOST))
