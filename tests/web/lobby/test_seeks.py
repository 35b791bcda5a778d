"""Finding a game: preferences, the list of open seeks, and opponents to play while no one is waiting."""

import re
from contextlib import ExitStack

from playwright.sync_api import expect

from tests.server.page import Page
from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, ShortDelayServer, assert_fits_screens
from tests.web.table import width_of


def test_preferences_the_list_of_seeks_and_an_offer_to_lone_seekers(ann: Guest, bob: Guest) -> None:
    bob.visit_rooms()
    ann.visit_rooms()
    ann.page.get_by_text("More options").click()
    ann.page.locator(".wishes").get_by_role("button", name="Renju", exact=True).click()
    wanted = ann.page.locator(".opponent")
    wanted.get_by_text("Casual").click()
    wanted.get_by_role("radio", name="I do").check()
    expect(wanted).to_contain_text("Opponent’s rating Any")
    ann.page.get_by_label("From").fill("1200")
    expect(wanted).to_contain_text("from 1200")
    ann.page.get_by_label("To", exact=True).fill("600")  # the thumbs do not pass each other
    expect(wanted).to_contain_text("1200 – 1250")
    ann.page.get_by_label("To", exact=True).fill("2100")
    expect(wanted).to_contain_text("1200 – 2100")
    assert_accessible(ann.page)
    ann.page.get_by_role("button", name="Find a game").click()
    seek = bob.page.locator(".seeks li")
    for text in ("Ann", "1500", "42", "Renju", "5 + 3", "Casual"):
        expect(seek).to_contain_text(text)
    grid = bob.page.locator(".pairing")
    expect(grid).to_contain_text("15 × 15, Black limited")
    places = [part.bounding_box() for part in (grid, bob.page.locator(".seeks"))]
    assert places[0]
    assert places[1]
    assert places[1]["x"] > places[0]["x"] + places[0]["width"], "beside the grid"
    assert abs(places[1]["height"] - places[0]["height"]) < 2, "as tall as the grid"
    places = [part.bounding_box() for part in (seek.locator(".chip").first, seek.get_by_text("5 + 3"))]
    assert places[0]
    assert places[1]
    assert places[0]["x"] + places[0]["width"] < places[1]["x"], "rules beside the clock"
    expect(bob.page.get_by_role("button", name=re.compile(r"^Renju, 5 \+ 3 ?1 waiting$"))).to_be_visible()
    assert_accessible(bob.page)
    assert_fits_screens(bob)
    bob.page.set_viewport_size({"width": 1440, "height": 900})
    # one click looks for a game, another one ends that
    blitz = bob.page.get_by_role("button", name="Freestyle, 3 + 2")
    blitz.click()
    expect(blitz).to_have_attribute("aria-pressed", "true")
    blitz.click()
    expect(blitz).to_have_attribute("aria-pressed", "false")
    expect(ann.page.locator(".bots")).to_contain_text("The computer, now")
    seek.get_by_role("button", name="Accept: Ann").click()
    for guest in (ann, bob):
        guest.page.wait_for_url("**/room/*")
        expect(guest.page.locator(".frame")).to_be_visible()
    expect(ann.seat("P1")).to_contain_text("Ann")


def test_a_long_list_of_rooms_does_not_push_everything_else_away(rooms_server: ShortDelayServer, bob: Guest) -> None:
    with ExitStack() as hosts:
        for _ in range(3):
            host = hosts.enter_context(Page(rooms_server.address))
            for _ in range(4):
                host.create("me", "open", kind="listed")
        bob.page.set_viewport_size({"width": 390, "height": 844})
        bob.visit_rooms()
        rows = bob.page.locator(".rooms tbody tr")
        expect(rows).to_have_count(10)
        assert_accessible(bob.page)
        assert width_of(bob.page.locator(".lob .search")) > 300, "a search in a row of its own"
        bob.press("Show more")
        expect(rows.nth(11)).to_be_visible()
        expect(bob.page.get_by_role("button", name="Show more")).to_have_count(0)
        bob.page.get_by_label("Find a room").fill("no such room")
        expect(rows).to_have_count(0)
        bob.page.get_by_label("Find a room").fill("")
        expect(rows).to_have_count(10)
        bob.page.get_by_role("link", name="Tournaments").click()
        expect(bob.page.get_by_role("heading", name="Tournaments")).to_be_visible()
    bob.page.set_viewport_size({"width": 1440, "height": 900})
