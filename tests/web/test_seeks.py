"""Finding a game: wishes, the list of those who look for one, and whom to play while nobody is there."""

from playwright.sync_api import expect

from tests.web.guests import Guest
from tests.web.test_access import assert_accessible


def test_wishes_the_list_of_seeks_and_an_offer_to_the_lonely(ann: Guest, bob: Guest) -> None:
    bob.visit_rooms()
    ann.visit_rooms()
    ann.page.get_by_text("More wishes").click()
    ann.page.locator(".wishes").get_by_role("button", name="Renju", exact=True).click()
    ann.page.locator(".wishes").get_by_text("Casual").click()
    ann.page.locator(".wishes").get_by_text("I do").click()
    ann.page.get_by_label("From").fill("1200")
    assert_accessible(ann.page)
    ann.page.get_by_role("button", name="Find a game").click()
    seek = bob.page.locator(".seeks li")
    for text in ("Ann", "1500", "42", "Renju", "5 min + 3 s", "Casual"):
        expect(seek).to_contain_text(text)
    assert_accessible(bob.page)
    expect(ann.page.locator(".bots")).to_contain_text("The computer, now")
    seek.get_by_role("button", name="Accept: Ann").click()
    for guest in (ann, bob):
        guest.page.wait_for_url("**/room/*")
        expect(guest.page.locator(".frame")).to_be_visible()
    expect(ann.seat("P1")).to_contain_text("Ann")
