"""A tournament in the browser: announced, joined, started, played and read."""

import re

from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, assert_fits_screens


def test_the_owner_removes_a_player_and_calls_off_what_has_begun(ann: Guest, bob: Guest, cleo: Guest) -> None:
    ann.page.goto("/tournaments")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.get_by_role("button", name="New tournament").first.click()
    form = ann.page.get_by_role("dialog")
    expect(form.get_by_label("Opening")).to_be_visible()
    assert form.evaluate(
        "dialog => [...dialog.querySelectorAll('*')].every(e => e.scrollWidth <= dialog.clientWidth"
        " || getComputedStyle(e).overflowX !== 'visible')"
    ), "nothing is cut off on a phone"
    expect(form.get_by_label("AI time")).to_have_count(0)
    assert_accessible(ann.page)
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    ann.page.get_by_label("Name", exact=True).fill("Club evening")
    ann.page.get_by_role("button", name="Announce it").click()
    ann.page.wait_for_url("**/tournaments/*")
    ann.press("Join")
    for guest in (bob, cleo):
        guest.page.goto(ann.page.url)
        expect(guest.page.get_by_role("button", name=re.compile("Remove"))).to_have_count(0)
        guest.press("Join")
    rows = ann.page.locator(".standings tbody tr")
    expect(rows).to_have_count(3)
    expect(ann.page.get_by_role("button", name="Remove Ann")).to_have_count(0)
    ann.press("Remove Cleo")
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("They cannot join again.")
    assert_accessible(ann.page)
    dialog.get_by_role("button", name="Remove Cleo").click()
    expect(rows).to_have_count(2)
    expect(cleo.page.get_by_role("status").filter(has_text="The owner has removed you")).to_be_visible()
    expect(cleo.page.get_by_role("button", name="Join", exact=True)).to_have_count(0)
    ann.press("Start now")
    expect(ann.page.get_by_role("link", name="To your game")).to_be_visible()
    expect(ann.page.locator(".hintline")).to_contain_text("Your current game continues")
    expect(ann.page.get_by_role("link", name="Games as a file")).to_have_count(0)
    expect(bob.page.get_by_role("button", name="Call off")).to_have_count(0)
    ann.press("Call off")
    expect(dialog).to_contain_text("Games in progress are played to their end.")
    dialog.get_by_role("button", name="Call off").click()
    expect(ann.page.locator(".tournament-head")).to_contain_text("Called off")
    expect(ann.page.get_by_role("button", name=re.compile("Remove|Withdraw|Call off"))).to_have_count(0)
    for guest in (ann, bob):
        guest.page.get_by_role("link", name="To your game").click()
    expect(bob.page.get_by_role("button", name="Resign")).to_be_enabled()
    bob.press("Resign")
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.page.get_by_role("link", name="Tournaments").click()
    expect(ann.page.locator(".standings .me")).to_contain_text("1")
    ann.page.goto("/tournaments")
    expect(ann.page.get_by_role("link", name="Club evening")).to_have_count(0)


def test_a_tournament_from_its_announcement_to_its_table(ann: Guest, bob: Guest) -> None:
    ann.visit_rooms()
    ann.page.get_by_role("link", name="Tournaments").click()
    expect(ann.page.get_by_role("heading", name="Tournaments")).to_be_visible()
    assert_accessible(ann.page)
    ann.page.get_by_role("button", name="New tournament").first.click()
    ann.page.get_by_label("Name", exact=True).fill("Lunch cup")
    expect(ann.page.get_by_label("Opening")).to_have_value("swap2")
    ann.page.get_by_role("button", name="Announce it").click()
    ann.page.wait_for_url("**/tournaments/*")
    expect(ann.page.get_by_role("button", name="Start now")).to_be_disabled()
    ann.press("Join")
    bob.page.goto("/tournaments")
    bob.page.get_by_role("link", name="Lunch cup").click()
    bob.press("Join")
    expect(bob.page.locator(".standings tbody tr")).to_have_count(2)
    bob.page.goto("/learn")
    ann.press("Start now")
    ann.page.get_by_role("link", name="To your game").click()
    notice = bob.page.locator(".notices .notice")  # bob is elsewhere
    expect(notice).to_contain_text("Your game against Ann begins.")
    expect(notice).to_contain_text("Lunch cup")
    assert_accessible(bob.page)
    notice.get_by_role("button", name="To the game").click()
    for guest in (ann, bob):  # ready without a click
        expect(guest.page.get_by_role("button", name="Resign")).to_be_enabled()
        expect(guest.page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(notice).to_have_count(0)
    ann.page.go_back()
    expect(ann.page.locator(".tb .ck")).to_have_count(2)  # clocks
    assert_accessible(ann.page)
    ann.page.get_by_role("link", name="To your game").click()
    bob.press("Resign")
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.get_by_role("button", name="Rematch")).to_have_count(0)
    ann.page.get_by_role("link", name="Tournaments").click()
    expect(ann.page.locator(".tournament-head")).to_contain_text("Winner")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Games as a file").click()
    assert "EV[Lunch cup]" in download.value.path().read_text()
    expect(ann.page.locator(".standings .me")).to_contain_text("Ann")
    expect(ann.page.get_by_role("link", name="against Bob: 1")).to_be_visible()
    assert_accessible(ann.page)
    assert_fits_screens(ann)
