"""Online games, each player in a separate browser: offers, clocks, rematches, lost connections, tabs, spectators."""

import re

from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, ShortDelayServer, play, seat_both
from tests.web.table import width_of

FISCHER = {"type": "fischer", "time": 300_000, "increment": 3000}


def expect_disabled(guest: Guest, name: str) -> None:
    expect(guest.page.get_by_role("button", name=name, exact=True)).to_be_disabled()


def test_an_undo_is_requested_denied_and_granted(
    rooms_server: ShortDelayServer, ann: Guest, bob: Guest, cleo: Guest
) -> None:
    room = seat_both(rooms_server, ann, bob, clock=FISCHER)
    cleo.page.goto(f"/room/{room}")
    play(ann, bob, "K10", "L11")
    cleo.expect_last_move("L11")
    assert bob.state()["seats"][1]["clock"]["left"] != 300_000
    bob.press("Undo")
    card = ann.offer("undo")
    expect(card).to_contain_text("Bob asks to take back L11")
    expect(card).to_contain_text("return to move 1 and the clocks go back with it")
    expect(bob.offer("undo")).to_contain_text("You asked to take back L11")
    # a spectator sees the request but cannot answer it
    expect(cleo.offer("undo")).to_contain_text("Bob asks to take back L11")
    assert cleo.offer("undo").get_by_role("button").count() == 0
    before = width_of(card.locator(".tl i"))
    ann.until(lambda: width_of(card.locator(".tl i")) < before, "the bar of the time left does not shrink")
    expect_disabled(bob, "Draw")  # one request at a time
    # withdrawn, requested again and denied, then rate limited
    bob.offer("undo").get_by_role("button", name="Withdraw").click()
    expect(card).to_be_hidden()
    bob.press("Undo")
    ann.deny("undo")
    expect(bob.page.locator(".toast")).to_contain_text("Ann keeps the moves as they are.")
    bob.press("Undo")
    expect(bob.page.locator(".toast")).to_contain_text(re.compile(r"Ask again in \d+ s"))
    bob.expect_stones(2)
    # only the player who has just moved can ask: the other has a hint in that place
    assert ann.page.get_by_role("button", name="Undo", exact=True).count() == 0
    assert bob.page.get_by_role("button", name="Hint", exact=True).count() == 0
    ann.click("M12")
    bob.expect_last_move("M12")
    ann.press("Undo")
    expect(bob.offer("undo")).to_contain_text("Ann asks to take back M12")
    bob.accept("undo")
    for one in (ann, bob, cleo):
        expect(one.page.locator(".board .stones > g")).to_have_count(2)
    assert ann.state()["ply"] == 2
    ann.click("K9")
    bob.expect_last_move("K9")


def test_hints_restarts_draws_pauses_and_cancelling_need_consent(
    rooms_server: ShortDelayServer, ann: Guest, bob: Guest
) -> None:
    seat_both(rooms_server, ann, bob)
    # a hint needs one's own turn and the opponent's consent; only the player who asked sees it
    expect_disabled(bob, "Hint")
    ann.press("Hint")
    expect(bob.offer("hint")).to_contain_text("Ann asks for a hint")
    # On a small laptop the request leaves the player's own seat on the screen; no engine thinks before it is granted.
    for guest in (ann, bob):
        guest.page.set_viewport_size({"width": 1280, "height": 720})
        expect(guest.page.locator(".seat").last).to_be_in_viewport(ratio=1)
        guest.page.set_viewport_size({"width": 1440, "height": 900})
    expect(ann.offer("hint")).to_contain_text("You asked for a hint")
    expect(ann.page.get_by_text("is looking for a good move")).to_be_hidden()
    bob.accept("hint")
    expect(ann.page.locator("[data-hint]")).to_be_visible()
    # news over the page have a frame of their own, not the notices at the table
    expect(ann.page.locator(".notice:has([data-hint])")).to_have_css("box-shadow", "none")
    assert bob.page.locator("[data-hint]").count() == 0
    play(ann, bob, "K10")
    # restart
    bob.choose_from_menu("Start again")
    expect(ann.offer("restart")).to_contain_text("Bob would like to start again")
    ann.accept("restart")
    for guest in (ann, bob):
        expect(guest.page.locator(".board .stones > g")).to_have_count(0)
    play(ann, bob, "J9", "J10")
    # a draw is denied, a pause accepted, the game cancelled
    bob.press("Draw")
    expect(ann.offer("draw")).to_contain_text("Bob offers a draw")
    ann.deny("draw")
    expect(bob.page.locator(".toast")).to_contain_text("Ann would rather play on.")
    ann.choose_from_menu("Pause")
    bob.accept("pause")
    expect(ann.page.get_by_text("The game is paused")).to_be_visible()
    ann.choose_from_menu("Resume")
    expect(bob.page.get_by_text("The game is paused")).to_be_hidden()
    ann.choose_from_menu("Call off")
    expect(bob.offer("cancel")).to_contain_text("It would not count.")
    bob.accept("cancel")
    for one in (ann, bob):
        expect(one.page.locator(".result")).to_contain_text("called off")
    # a rematch, with colours swapped
    ann.press("Rematch")
    expect(bob.offer("restart")).to_contain_text("Ann offers a rematch")
    bob.accept("restart")
    expect(ann.page.locator("[data-seat=P1]")).to_contain_text("Bob")
    play(bob, ann, "K10")
    # resigning needs only a confirmation
    ann.press("Resign")
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(bob.page.locator(".result")).to_contain_text("Bob wins")
    expect(bob.page.locator(".result")).to_contain_text("by resignation")


def test_an_opening_asks_the_right_player(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    seat_both(rooms_server, ann, bob, opening="swap2")
    for cell in ("K10", "L10", "L11"):
        ann.click(cell)
        bob.expect_last_move(cell)
    expect(ann.page.locator(".notice")).to_contain_text("Bob is choosing")
    assert ann.page.locator(".answers button").count() == 0
    bob.page.locator(".answers button").first.click()
    expect(bob.page.locator(".answers button")).to_have_count(0)
    assert ann.state()["ply"] == 4
    # the owner can remove the opponent at any time; the game does not count
    assert bob.page.get_by_role("button", name="Send away").count() == 0
    ann.choose_from_menu("Send away")
    ann.page.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(bob.page.locator(".toast")).to_contain_text("The room’s owner has sent you away.")
    expect(ann.seat("P2")).to_contain_text("A free seat")


def test_the_win_is_claimed_from_a_disconnected_player(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    room = seat_both(rooms_server, ann, bob)
    play(ann, bob, "K10", "K11")
    rooms_server.set_delays(absence=600_000)
    bob.page.goto("about:blank")
    card = ann.page.locator(".grace.away")
    expect(card).to_contain_text("Bob lost the connection")
    expect(card).to_contain_text(re.compile(r"claim the win in \d+ s"))
    # a player who returns sees the moves made meanwhile
    ann.click("L10")
    bob.page.goto(f"/room/{room}")
    bob.expect_last_move("L10")
    expect(card).to_be_hidden()
    expect(ann.page.locator(".msgs")).to_contain_text("Bob is back.")
    rooms_server.set_delays()
    bob.page.goto("about:blank")
    ann.page.get_by_role("button", name="Claim the win").click()
    expect(ann.page.locator(".result")).to_contain_text("Ann wins")
    bob.page.goto(f"/room/{room}")
    expect(bob.page.locator(".result")).to_contain_text("Ann wins")


def test_two_tabs_a_killed_server_and_a_spectator(
    rooms_server: ShortDelayServer, ann: Guest, bob: Guest, cleo: Guest
) -> None:
    room = seat_both(rooms_server, ann, bob, clock=FISCHER)
    second = Guest(bob.page.context.new_page())
    second.page.goto(f"/room/{room}")
    cleo.page.goto(f"/room/{room}")
    play(ann, bob, "K10")
    second.click("K11")  # the same seat, in another tab
    for one in (ann, bob, cleo):
        one.expect_last_move("K11")
    rooms_server.kill()
    for one in (ann, bob, cleo):
        expect(one.page.locator(".bar-lost")).to_be_visible()
    ann.click("L10")  # pending until the server is back
    rooms_server.start()
    for one in (bob, second, cleo):
        expect(one.cell("L10")).to_have_attribute("aria-label", re.compile("last move"))
    bob.click("L11")
    for one in (ann, second, cleo):
        one.expect_last_move("L11")
    # spectators see everything but cannot act
    cleo.click("M12")
    cleo.expect_stones(4)
    for name in ("Hint", "Undo", "Resign"):
        assert cleo.page.get_by_role("button", name=name, exact=True).count() == 0
    expect(ann.page.get_by_role("img", name="1 is watching")).to_be_visible()
    # on a phone the chat covers the seats, but not the clocks
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.get_by_role("button", name="Chat").click()
    chat = ann.page.get_by_role("dialog")
    for clock in chat.get_by_role("timer").all():
        expect(clock).to_be_in_viewport(ratio=1)
    expect(chat.get_by_role("timer")).to_have_count(2)
    assert_accessible(ann.page)
    ann.page.keyboard.press("Escape")
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    second.assert_no_errors()
    second.page.close()
    # leaving a running game resigns it
    ann.choose_from_menu("Leave")
    ann.page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    ann.page.wait_for_url("**/rooms")
    expect(bob.page.locator(".msgs")).to_contain_text("Ann left the seat.")
    expect(bob.page.locator("[data-seat=P2]")).to_contain_text("owner of the room")
