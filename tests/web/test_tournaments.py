"""A tournament in the browser: announced, joined, started, played and read."""

from playwright.sync_api import expect

from tests.web.guests import Guest
from tests.web.test_access import assert_accessible
from tests.web.test_rooms import assert_fits_screens


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
    expect(ann.page.locator(".standings .me")).to_contain_text("Ann")
    expect(ann.page.get_by_role("link", name="against Bob: 1")).to_be_visible()
    assert_accessible(ann.page)
    assert_fits_screens(ann)
