"""Slow games, with two people in separate browsers: they begin without waiting, and say whose turn it is."""

import re

from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest
from tests.web.table import LAST


def test_a_slow_game_its_turns_conditional_moves_and_a_vacation(ann: Guest, bob: Guest) -> None:
    url = ann.open_room("Slow and deep", preset="freestyle", size=15, clock={"type": "correspondence", "days": 3})
    expect(ann.page.get_by_text("You need not wait here")).to_be_visible()
    expect(ann.page.get_by_role("button", name="I am ready")).to_have_count(0)
    ann.visit_rooms()
    ann.page.mouse.move(5, 5)  # slow games are looked for once the page is used
    # it begins when the second player sits down, without the first one
    bob.visit_rooms()
    expect(bob.row("Slow and deep")).to_contain_text("3 days a move")
    bob.row("Slow and deep").get_by_role("button", name="Join").click()
    expect(bob.page.locator(".frame")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Your turn (1)")).to_be_visible()
    expect(ann.page).to_have_title(re.compile(r"^\(1\) Rooms"))
    expect(ann.page.locator("nav.main .badge")).to_contain_text("1")
    assert_accessible(ann.page)
    ann.page.locator(".slow-games a").click()
    ann.page.wait_for_url(url)
    expect(ann.page.locator(".clk").first).to_contain_text("3d")
    ann.play("H8")
    expect(ann.page.locator("nav.main .badge")).to_have_count(0)
    # an answer in advance, which the opponent does not see
    ann.page.get_by_role("button", name="Conditional moves").click()
    dialog = ann.page.get_by_role("dialog")
    for cell in ("J9", "G7"):
        dialog.get_by_role("gridcell", name=cell, exact=True).click()
    dialog.get_by_role("button", name="Add the line").click()
    expect(dialog.locator(".plan-lines li")).to_have_text("J9 G7")
    assert_accessible(ann.page)
    ann.page.keyboard.press("Escape")
    bob.click("J9")
    expect(bob.cell("G7")).to_have_attribute("aria-label", LAST)
    # a vacation, which the opponent sees
    bob.visit_rooms()
    bob.page.get_by_role("button", name="Vacation and notices").click()
    bob.page.get_by_role("button", name="Go on vacation").click()
    expect(bob.page.locator(".slow .chip")).to_contain_text("On vacation until")
    expect(ann.page.locator("[data-seat=P2]")).to_contain_text("On vacation")
