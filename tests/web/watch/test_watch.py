"""Watching: several boards at once that follow the play, and the viewers' separate chat."""

from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, assert_fits_screens


def test_small_boards_follow_the_play_and_viewers_have_their_own_chat(ann: Guest, bob: Guest, cleo: Guest) -> None:
    url = ann.open_room("To be seen", preset="freestyle", size=15, clock={"type": "correspondence", "days": 1})
    bob.page.goto(url)
    bob.page.get_by_role("button", name="Sit down").click()
    expect(ann.board).to_be_visible()
    cleo.visit_rooms()
    cleo.page.get_by_role("link", name="Several games at once").click()
    game = cleo.page.locator(".watch-grid a")
    expect(game).to_contain_text("1 day a move")
    expect(game.locator(".facts")).to_have_css("padding-left", "0px")
    assert_accessible(cleo.page)
    cleo.visit_rooms()
    featured = cleo.page.locator(".featured")
    expect(featured).to_contain_text("It begins.")
    cleo.page.get_by_label("Find a room").fill("no such room")  # the filter does not concern it
    expect(cleo.page.get_by_text("No rooms found")).to_be_visible()
    ann.play("H8")
    expect(featured.locator(".stones > g")).to_have_count(1)
    expect(featured).to_contain_text("1 move")
    expect(featured.get_by_role("timer")).to_have_count(2)
    assert_accessible(cleo.page)
    assert_fits_screens(cleo)
    cleo.page.set_viewport_size({"width": 1440, "height": 900})
    cleo.page.get_by_role("link", name="Several games at once").click()
    expect(game.locator(".thumb circle")).to_have_count(2)  # the stone and its mark
    game.click()
    cleo.page.wait_for_url(url)
    cleo.say("G7 is good now")
    expect(cleo.page.locator(".msgs")).to_contain_text("G7 is good now")
    ann.say("hello")
    expect(bob.page.locator(".msgs")).to_contain_text("hello")
    assert "G7" not in (bob.page.locator(".msgs").text_content() or "")
    assert "hello" not in (cleo.page.locator(".msgs").text_content() or "")
    cleo.page.locator(".chat").get_by_text("Players", exact=True).click()
    expect(cleo.page.locator(".msgs")).to_contain_text("hello")
    assert_accessible(cleo.page)
    bob.press("Resign")
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.locator(".msgs")).to_contain_text("G7 is good now")
