"""Rooms: the list, and a room before its game, with two or three people in separate browsers."""

import re

from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, ShortDelayServer, assert_fits_screens
from tests.web.table import close_dialog, settle


def test_rooms_are_listed_found_joined_and_watched(ann: Guest, bob: Guest, cleo: Guest) -> None:
    bob.page.goto("/")
    expect(bob.page.get_by_role("radio", name="Captures · 42")).to_be_visible()
    settle(bob.page)
    start = bob.page.get_by_role("button", name="Start game")
    before = start.bounding_box()
    bob.page.mouse.move(5, 5)  # what goes on is loaded with the first sign of a visitor
    expect(bob.page.locator(".life a")).to_have_text(re.compile("Today’s puzzle"))
    assert start.bounding_box() == before, "it moves nothing"
    bob.page.get_by_role("link", name="Rooms").first.click()
    expect(bob.page.get_by_text("No room is open")).to_be_visible()
    ann.open_room("Sunday table", opening="swap2", clock={"type": "fischer", "time": 300_000, "increment": 3000})
    row = bob.row("Sunday table")
    for text in ("Ann", "42", "Swap2", "5 min + 3 s"):
        expect(row).to_contain_text(text)
    expect(bob.page.get_by_role("status").filter(has_text="1 room, 1 person here")).to_be_visible()
    # a room by link is not listed, but its link opens it
    private = cleo.open_room("Secret table", by_link=True, preset="renju", size=15)
    expect(cleo.page.locator(".room .hd")).to_contain_text("By link only")
    assert bob.row("Secret table").count() == 0
    # the home page shows it
    cleo.page.goto("/")
    cleo.page.mouse.move(5, 5)
    expect(cleo.page.locator(".life a[href^='/room/']")).to_have_text(re.compile("1 open room.*Sunday table"))
    # search and filters
    find = bob.page.get_by_label("Find a room")
    find.fill("nobody at all")
    expect(bob.page.get_by_text("No rooms found")).to_be_visible()
    find.fill("ann swap2")
    expect(row).to_be_visible()
    bob.page.get_by_role("button", name="Renju", exact=True).click()
    expect(row).to_have_count(0)
    bob.page.get_by_role("button", name="All", exact=True).click()
    # join from the list
    row.get_by_role("button", name="Join").click()
    bob.page.wait_for_url("**/room/*")
    expect(ann.seat("P2")).to_contain_text("Bob")
    # the list is updated, and offers to watch
    cleo.visit_rooms()
    expect(cleo.row("Sunday table").get_by_role("button", name="Watch")).to_be_visible()
    cleo.page.get_by_role("button", name="Open seats only").click()
    expect(cleo.row("Sunday table")).to_have_count(0)
    cleo.page.get_by_role("button", name="All", exact=True).click()
    cleo.row("Sunday table").get_by_role("button", name="Watch").click()
    expect(cleo.page.get_by_text("You are watching")).to_be_visible()
    expect(ann.page.locator(".spec")).to_contain_text("1 is watching")
    # open the unlisted room by its link
    bob.page.goto(private)
    expect(bob.page.get_by_role("heading", name="Secret table")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()


def test_names_colours_options_readiness_and_the_start(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    url = ann.open_room("Colours")
    bob.sit_down(url)
    # clicks cycle the colours, without the opponent's and similar ones
    colours = []
    for _ in range(8):
        label = ann.page.locator(".big-stone").get_attribute("aria-label") or ""
        colours.append(re.sub(r"Your stones: (\w+)\..*", r"\1", label))
        ann.page.locator(".big-stone").click()
        expect(ann.page.locator(".big-stone")).not_to_have_attribute("aria-label", label)
    assert colours[:6] == ["Black", "Coral", "Jade", "Lapis", "Amber", "Plum"]
    ann.page.get_by_role("button", name="Previous colour").click()
    # names are shown verbatim
    bob.page.get_by_role("button", name="Your name").click()
    bob.page.get_by_role("dialog").get_by_role("textbox").fill("<b>Bobby</b>")
    bob.page.get_by_role("button", name="Save").click()
    expect(ann.seat("P2")).to_contain_text("<b>Bobby</b>")
    # a change of options resets readiness
    bob.get_ready()
    expect(ann.seat("P2").locator(".isready")).to_be_visible()
    assert bob.page.get_by_role("button", name="Change", exact=True).count() == 0
    ann.page.get_by_role("button", name="Change", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("Freestyle", exact=True).click()
    dialog.get_by_role("button", name="Apply").click()
    expect(bob.page.locator(".opts")).to_contain_text("Freestyle")
    expect(bob.page.get_by_role("button", name="I am ready")).to_be_visible()
    # both ready: a countdown, which can be stopped, then the game
    rooms_server.set_delays(countdown=600_000)
    ann.get_ready()
    bob.get_ready()
    expect(ann.page.get_by_role("img", name=re.compile("The game starts in"))).to_be_visible()
    bob.page.get_by_role("button", name="Ready", exact=True).click()
    expect(ann.page.get_by_role("img", name=re.compile("The game starts in"))).to_be_hidden()
    rooms_server.set_delays()
    bob.get_ready()
    for one in (ann, bob):
        expect(one.board).to_be_visible()
    # only the player to move can place a stone
    bob.click("K10")
    bob.expect_stones(0)
    ann.click("K10")
    bob.expect_last_move("K10")
    ann.expect_last_move("K10")
    ann.click("A1")
    ann.expect_stones(1)
    bob.click("L11")
    ann.expect_last_move("L11")
    bob.page.evaluate("localStorage.removeItem('gomoku.settings')")  # restores the name Bob


def test_the_owner_removes_players_seats_the_computer_and_leaves(ann: Guest, bob: Guest, cleo: Guest) -> None:
    url = ann.open_room("Owners")
    bob.sit_down(url)
    assert bob.page.get_by_role("button", name="Send away").count() == 0
    ann.page.get_by_role("button", name="Send away").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(bob.page.get_by_text("The room’s owner has sent you away.").first).to_be_visible()
    assert bob.page.get_by_role("button", name="Sit down").count() == 0
    expect(ann.page.locator(".msgs")).to_contain_text("Bob was sent away.")
    # the computer takes the seat, then frees it
    ann.page.get_by_role("button", name="Let the computer play").click()
    expect(ann.seat("P2")).to_contain_text("Computer")
    ann.page.get_by_role("button", name="Free this seat").click()
    # when the owner leaves, the other player becomes the owner
    cleo.sit_down(url)
    ann.page.get_by_role("button", name="Leave").click()
    ann.page.wait_for_url("**/rooms")
    expect(cleo.seat("P2")).to_contain_text("You · owner of the room")
    expect(cleo.page.get_by_role("button", name="Change", exact=True)).to_be_visible()


def test_the_removed_are_told_why_and_what_they_may_still_do(ann: Guest, bob: Guest, cleo: Guest) -> None:
    url = ann.open_room("Reserved")
    bob.sit_down(url)
    cleo.page.goto(url)
    cleo.say("Good luck!")
    ann.press("Send away")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Reason, for them alone").select_option(label="The seat is for someone else")
    assert_accessible(ann.page)
    dialog.get_by_role("button", name="Send away").click()
    told = bob.page.locator(".removed")
    for _ in range(2):
        expect(told).to_contain_text("The room’s owner has sent you away. The seat is for someone else.")
        expect(told).to_contain_text("You can keep watching. You cannot sit down or write in this room again")
        expect(bob.page.locator(".chat")).to_contain_text("The seat is for someone else.")
        bob.page.reload()  # the room says so for as long as it exists
    assert_accessible(bob.page)
    assert_fits_screens(bob)
    bob.page.set_viewport_size({"width": 1440, "height": 900})
    ann.page.locator(".msgs").get_by_role("button", name="Mute or send away Cleo").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Send Cleo away").click()
    dialog.get_by_label("Reason, for them alone").select_option(label="What they wrote or did")
    dialog.get_by_role("button", name="Send away").click()
    expect(cleo.page.locator(".removed")).to_contain_text("Because of what you wrote or did here.")
    assert "someone else" not in (cleo.page.locator("main").text_content() or ""), "others are not told why"
    expect(ann.page.locator(".removed")).to_have_count(0)
    told.get_by_role("link", name="Find another game").click()
    bob.page.wait_for_url("**/rooms")


def test_chat_and_mute(ann: Guest, bob: Guest, cleo: Guest) -> None:
    url = ann.open_room("Talk")
    bob.sit_down(url)
    cleo.page.goto(url)
    ann.say("Swap2 today?")
    bob.say("<img src=x onerror=alert(1)>")
    cleo.say("Good luck!")
    log = ann.page.locator(".msgs")
    expect(log).to_contain_text("<img src=x onerror=alert(1)>")
    expect(log).to_contain_text("Cleo")
    expect(bob.page.locator(".msgs")).to_contain_text("Swap2 today?")
    log.get_by_role("button", name="Mute or send away Bob").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Mute Bob").click()
    expect(log).not_to_contain_text("onerror")
    bob.say("still there?")
    cleo.say("still here")
    expect(log).to_contain_text("still here")
    expect(log).not_to_contain_text("still there?")
    # after a reload the chat history is complete
    cleo.page.reload()
    expect(cleo.page.locator(".msgs")).to_contain_text("still there?")
    expect(cleo.page.locator(".msgs")).to_contain_text("Bob sat down.")
    log.get_by_role("button", name=re.compile("1 person muted")).click()
    expect(log).to_contain_text("still there?")
    # the owner silences a spectator for all, and sends a player away
    log.get_by_role("button", name="Mute or send away Cleo").first.click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Silence Cleo in this room").click()
    expect(cleo.page.locator(".chat")).to_contain_text("The room’s owner has silenced you.")
    expect(cleo.page.get_by_label("Say something")).to_have_count(0)
    expect(bob.page.locator(".msgs")).to_contain_text("Cleo may not write here any more.")
    log.get_by_role("button", name="Mute or send away Bob").first.click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Send Bob away").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(bob.page.locator(".chat")).to_contain_text("The room’s owner has sent you away.")
    expect(bob.page.get_by_label("Say something")).to_have_count(0)


def test_rooms_are_accessible(ann: Guest, bob: Guest) -> None:
    """No axe violations in light and dark, no sideways scrolling, unread chat is marked, and French texts."""
    url = ann.open_room("Friendly")
    bob.visit_rooms()
    expect(bob.row("Friendly")).to_be_visible()
    assert_accessible(bob.page)
    bob.page.get_by_role("button", name="Create a room", exact=True).first.click()
    assert_accessible(bob.page, "dialog")
    close_dialog(bob.page)
    assert_fits_screens(bob)
    bob.page.set_viewport_size({"width": 1440, "height": 900})
    bob.sit_down(url)
    ann.say("Welcome")
    expect(bob.page.locator(".msgs")).to_contain_text("Welcome")
    assert_accessible(bob.page)
    assert_fits_screens(bob)
    # on small screens the chat is in a tab
    expect(bob.page.locator(".msgs")).to_be_hidden()
    bob.page.get_by_text("Chat", exact=True).first.click()
    expect(bob.page.locator(".msgs")).to_be_visible()
    bob.page.get_by_text("Table", exact=True).click()
    # the tab shows the number of unread messages
    expect(bob.page.locator(".unread")).to_have_count(0)
    ann.say("Shall we?")
    expect(bob.page.locator(".unread")).to_have_text("1 new")
    bob.page.locator(".views").get_by_text("Chat").click()
    expect(bob.page.locator(".unread")).to_have_count(0)
    bob.page.get_by_text("Table", exact=True).click()
    bob.get_ready()
    ann.get_ready()
    expect(bob.board).to_be_visible()
    ann.click("K10")
    bob.expect_last_move("K10")
    expect(bob.page).to_have_title("● Your turn · Gomoku")
    expect(ann.page).to_have_title("Friendly · Gomoku")
    ann.say("Hm.")
    expect(bob.page.get_by_role("button", name="Chat 1 new")).to_be_visible()
    bob.press("More")
    expect(bob.page.get_by_role("dialog").get_by_role("button", name="Draw")).to_be_enabled()
    close_dialog(bob.page)
    ann.press("Undo")
    expect(bob.offer("undo")).to_be_visible()
    assert_accessible(bob.page)
    assert_fits_screens(bob)
    bob.page.evaluate(
        "localStorage.setItem('gomoku.settings', JSON.stringify({...JSON.parse(localStorage.getItem('gomoku.settings')),"
        " language: 'fr'}))"
    )
    bob.page.reload()
    expect(bob.offer("undo")).to_contain_text("Ann voudrait reprendre K10")
    bob.offer("undo").get_by_role("button", name="Accepter").click()
    expect(ann.page.locator(".board .stones > g")).to_have_count(0)
