"""Playing online: consent, turns, clocks, rematches, lost connections, tabs, spectators; each person has a browser."""

import re

from playwright.sync_api import expect

from tests.web.guests import Guest, HastyServer, seat_both
from tests.web.table import width_of

FISCHER = {"type": "fischer", "time": 300_000, "increment": 3000}


def play(first: Guest, second: Guest, *cells: str) -> None:
    """Stones in turn, each of them seen by the other."""
    for number, cell in enumerate(cells):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        mover.click(cell)
        other.sees(cell)


def expect_disabled(guest: Guest, name: str) -> None:
    expect(guest.page.get_by_role("button", name=name, exact=True)).to_be_disabled()


def test_an_undo_is_asked_for_denied_and_granted(inn: HastyServer, ann: Guest, bob: Guest, cleo: Guest) -> None:
    room = seat_both(inn, ann, bob, clock=FISCHER)
    cleo.page.goto(f"/room/{room}")
    play(ann, bob, "K10", "L11")
    cleo.sees("L11")
    assert bob.state()["seats"][1]["clock"]["left"] != 300_000
    bob.do("Undo")
    card = ann.request("undo")
    expect(card).to_contain_text("Bob asks to take back L11")
    expect(card).to_contain_text("return to move 1 and the clocks go back with it")
    expect(bob.request("undo")).to_contain_text("You asked to take back L11")
    # a spectator sees it and has no say
    expect(cleo.request("undo")).to_contain_text("Bob asks to take back L11")
    assert cleo.request("undo").get_by_role("button").count() == 0
    first = width_of(card.locator(".tl i"))
    ann.until(lambda: width_of(card.locator(".tl i")) < first, "the time left to answer does not shrink")
    expect_disabled(bob, "Draw")  # one question at a time
    # taken back, then asked again and denied, then it must wait
    bob.request("undo").get_by_role("button", name="Withdraw").click()
    expect(card).to_be_hidden()
    bob.do("Undo")
    ann.deny("undo")
    expect(bob.page.locator(".toast")).to_contain_text("Ann keeps the moves as they are.")
    bob.do("Undo")
    expect(bob.page.locator(".toast")).to_contain_text(re.compile(r"Ask again in \d+ s"))
    bob.expect_stones(2)
    # it reaches back to one's own last move, after the reply
    ann.do("Undo")
    expect(bob.request("undo")).to_contain_text("Ann asks to take back K10 and L11")
    bob.accept("undo")
    for one in (ann, bob, cleo):
        expect(one.page.locator(".board .stones > g")).to_have_count(0)
    state = ann.state()
    assert state["ply"] == 0
    assert [seat["clock"]["left"] for seat in state["seats"]] == [300_000, 300_000]
    ann.click("K9")
    bob.sees("K9")


def test_hints_draws_restarts_and_the_end_by_consent(inn: HastyServer, ann: Guest, bob: Guest) -> None:
    seat_both(inn, ann, bob)
    # help only in one's own turn, and only if the other agrees; the other does not see it
    expect_disabled(bob, "Hint")
    ann.do("Hint")
    expect(bob.request("hint")).to_contain_text("Ann asks for a hint")
    bob.accept("hint")
    expect(ann.page.locator("[data-hint]")).to_be_visible()
    assert bob.page.locator("[data-hint]").count() == 0
    play(ann, bob, "K10")
    # start again
    bob.more("Start again")
    expect(ann.request("restart")).to_contain_text("Bob would like to start again")
    ann.accept("restart")
    expect(bob.page.locator(".board .stones > g")).to_have_count(0)
    play(ann, bob, "J9", "J10")
    # a draw denied, a pause agreed on, the game called off
    bob.do("Draw")
    expect(ann.request("draw")).to_contain_text("Bob offers a draw")
    ann.deny("draw")
    expect(bob.page.locator(".toast")).to_contain_text("Ann would rather play on.")
    ann.more("Pause")
    bob.accept("pause")
    expect(ann.page.get_by_text("The game is paused")).to_be_visible()
    ann.more("Go on")
    expect(bob.page.get_by_text("The game is paused")).to_be_hidden()
    ann.more("Call off")
    expect(bob.request("cancel")).to_contain_text("It would not count.")
    bob.accept("cancel")
    for one in (ann, bob):
        expect(one.page.locator(".result")).to_contain_text("called off")
    # a rematch, with colours swapped
    ann.do("Rematch")
    expect(bob.request("restart")).to_contain_text("Ann offers a rematch")
    bob.accept("restart")
    expect(ann.page.locator("[data-seat=P1]")).to_contain_text("Bob")
    play(bob, ann, "K10")
    # giving up is asked once, of oneself
    ann.do("Resign")
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(bob.page.locator(".result")).to_contain_text("Bob wins")
    expect(bob.page.locator(".result")).to_contain_text("by resignation")


def test_an_opening_asks_the_right_player(inn: HastyServer, ann: Guest, bob: Guest) -> None:
    seat_both(inn, ann, bob, opening="swap2")
    for cell in ("K10", "L10", "L11"):
        ann.click(cell)
        bob.sees(cell)
    expect(ann.page.locator(".notice")).to_contain_text("Bob is choosing")
    assert ann.page.locator(".answers button").count() == 0
    bob.page.locator(".answers button").first.click()
    expect(bob.page.locator(".answers button")).to_have_count(0)
    assert ann.state()["ply"] == 4
    # the owner can send the other away at any moment; the game does not count
    assert bob.page.get_by_role("button", name="Send away").count() == 0
    ann.more("Send away")
    ann.page.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(bob.page.locator(".toast")).to_contain_text("The room’s owner has sent you away.")
    expect(ann.seat("P2")).to_contain_text("A free seat")


def test_a_lost_player_is_waited_for_and_the_win_claimed(inn: HastyServer, ann: Guest, bob: Guest) -> None:
    room = seat_both(inn, ann, bob)
    play(ann, bob, "K10", "K11")
    inn.set_waits(absence=600_000)
    bob.page.goto("about:blank")
    card = ann.page.locator(".grace.away")
    expect(card).to_contain_text("Bob lost the connection")
    expect(card).to_contain_text(re.compile(r"claim the win in \d+ s"))
    # what happened meanwhile is there when a phone wakes up
    ann.click("L10")
    bob.page.goto(f"/room/{room}")
    bob.sees("L10")
    expect(card).to_be_hidden()
    expect(ann.page.locator(".msgs")).to_contain_text("Bob is back.")
    inn.set_waits()
    bob.page.goto("about:blank")
    ann.page.get_by_role("button", name="Claim the win").click()
    expect(ann.page.locator(".result")).to_contain_text("Ann wins")
    bob.page.goto(f"/room/{room}")
    expect(bob.page.locator(".result")).to_contain_text("Ann wins")


def test_two_tabs_a_killed_server_and_a_spectator(inn: HastyServer, ann: Guest, bob: Guest, cleo: Guest) -> None:
    room = seat_both(inn, ann, bob, clock=FISCHER)
    second = Guest(bob.page.context.new_page())
    second.page.goto(f"/room/{room}")
    cleo.page.goto(f"/room/{room}")
    play(ann, bob, "K10")
    second.click("K11")  # the same seat, in its other tab
    for one in (ann, bob, cleo):
        one.sees("K11")
    inn.kill()
    for one in (ann, bob, cleo):
        expect(one.page.locator(".bar-lost")).to_be_visible()
    ann.click("L10")  # waits for the server
    inn.start()
    for one in (bob, second, cleo):
        expect(one.cell("L10")).to_have_attribute("aria-label", re.compile("last move"))
    bob.click("L11")
    for one in (ann, second, cleo):
        one.sees("L11")
    # spectators see all and can do nothing
    cleo.click("M12")
    cleo.expect_stones(4)
    for name in ("Hint", "Undo", "Resign"):
        assert cleo.page.get_by_role("button", name=name, exact=True).count() == 0
    expect(ann.page.get_by_role("img", name="1 is watching")).to_be_visible()
    second.assert_no_errors()
    second.page.close()
    # who leaves a running game gives up
    ann.more("Leave")
    ann.page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    ann.page.wait_for_url("**/rooms")
    expect(bob.page.locator(".msgs")).to_contain_text("Ann left the seat.")
    expect(bob.page.locator("[data-seat=P2]")).to_contain_text("owner of the room")
