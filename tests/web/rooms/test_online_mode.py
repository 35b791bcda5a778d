"""Online mode as its rules describe it, from the menu to the end, with two people in separate browsers."""

import re

from playwright.sync_api import expect

from tests.web.guests import Guest, ShortDelayServer, play


def test_two_people_meet_agree_play_and_part(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    ann.start_afresh()
    bob.start_afresh()
    # one creates a room, with the whole game configured where it is named; the other finds it in the list
    for one in (ann, bob):
        one.page.goto("/")
        one.page.get_by_role("link", name="Rooms").first.click()
    ann.page.get_by_role("button", name="Create a room", exact=True).first.click()
    form = ann.page.get_by_role("dialog")
    form.get_by_label("Name of the room").fill("First meeting")
    form.get_by_text("Freestyle", exact=True).click()
    form.get_by_text("I do", exact=True).click()
    form.get_by_role("button", name="Open the room").click()
    bob.page.get_by_label("Find a room").fill("first meeting")
    expect(bob.row("First meeting")).to_contain_text("Freestyle")
    bob.row("First meeting").get_by_role("button", name="Join").click()
    # both choose a name and the colour of their stones, by as many clicks as it takes
    for one, name, colour in ((ann, "Ada", "Jade"), (bob, "Boole", "Amber")):
        one.page.get_by_role("button", name="Your name").click()
        one.page.get_by_role("dialog").get_by_role("textbox").fill(name)
        one.press("Save")
        stone = one.page.locator(".big-stone")
        for _ in range(8):
            label = stone.get_attribute("aria-label") or ""
            if f"Your stones: {colour}." in label:
                break
            stone.click()
            expect(stone).not_to_have_attribute("aria-label", label)
        expect(stone).to_have_attribute("aria-label", re.compile(f"Your stones: {colour}"))
    expect(bob.seat("P1")).to_contain_text("Ada")
    expect(ann.seat("P2")).to_contain_text("Boole")
    # only the creator can send the other away
    expect(ann.page.get_by_role("button", name="Send away")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Send away")).to_have_count(0)
    # the game starts with a countdown, once both are ready
    rooms_server.set_delays(countdown=600_000)
    ann.get_ready()
    expect(bob.seat("P1").locator(".isready")).to_be_visible()
    bob.get_ready()
    for one in (ann, bob):
        expect(one.page.get_by_role("img", name="The game starts in 3", exact=True)).to_be_visible()
    bob.press("Ready")
    rooms_server.set_delays()
    bob.get_ready()
    for one in (ann, bob):
        expect(one.board).to_be_visible()
    # only the player whose turn it is can place a stone
    bob.click("H8")
    ann.click("H8")
    bob.expect_last_move("H8")
    ann.click("A1")
    ann.expect_stones(1)
    bob.expect_stones(1)
    # only the player who just placed a stone can ask for an undo; the other one denies it
    expect(bob.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
    ann.press("Undo")
    expect(bob.offer("undo")).to_contain_text("Ada asks to take back H8")
    expect(ann.offer("undo").get_by_role("button", name="Accept")).to_have_count(0)
    bob.deny("undo")
    expect(ann.page.locator(".toast")).to_contain_text("Boole keeps the moves as they are.")
    ann.expect_stones(1)
    play(bob, ann, "J9")
    # the next one is accepted
    bob.press("Undo")
    ann.accept("undo")
    for one in (ann, bob):
        one.expect_stones(1)
    play(bob, ann, "J9")
    # help is there on one's own turn only, and if the other one accepts
    expect(bob.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    ann.press("Hint")
    bob.deny("hint")
    expect(ann.page.locator(".toast")).to_contain_text("Boole would rather have no hints.")
    assert ann.page.locator("[data-hint]").count() == 0
    play(ann, bob, "K10")
    bob.press("Hint")
    expect(ann.offer("hint")).to_contain_text("Boole asks for a hint")
    ann.accept("hint")
    expect(bob.page.locator("[data-hint]")).to_be_visible()
    assert ann.page.locator("[data-hint]").count() == 0
    # a restart is denied, then accepted
    ann.choose_from_menu("Start again")
    expect(bob.offer("restart")).to_contain_text("Ada would like to start again")
    bob.deny("restart")
    expect(ann.page.locator(".toast")).to_contain_text("Boole would rather play on.")
    ann.expect_stones(3)
    bob.choose_from_menu("Start again")
    ann.accept("restart")
    for one in (ann, bob):
        one.expect_stones(0)
    play(ann, bob, "H8", "J9")
    # the creator sends the other away in the middle of the game
    ann.choose_from_menu("Send away")
    ann.page.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(ann.seat("P2")).to_contain_text("A free seat")
    bob.page.reload()
    expect(bob.page.locator(".removed")).to_contain_text("The room’s owner has sent you away.")
    expect(bob.page.get_by_role("status", name="The last game").locator(".grow")).to_have_text(
        "The game was called off"
    )
    expect(bob.page.get_by_role("button", name="Sit down")).to_have_count(0)
    ann.press("Leave")
    ann.page.wait_for_url("**/rooms")
    # none of it is left behind
    for one in (ann, bob):
        one.page.evaluate("localStorage.removeItem('gomoku.settings')")
