"""Quick games, ratings, leaderboards, and signing in from another browser."""

import re

from playwright.sync_api import expect

from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, ShortDelayServer, assert_fits_screens, play, seat_both
from tests.web.table import settle

FISCHER = {"type": "fischer", "time": 300_000, "increment": 3000}
RATING = re.compile(r"\d{4}\?")
TEN_MOVES = ("K10", "A1", "M10", "C1", "O10", "E1", "Q10", "G1", "K14", "M1")


def find_game(one: Guest, rules: str = "Captures · 42") -> None:
    one.visit_rooms()
    card = one.page.locator(".quick")
    card.get_by_role("button", name="More", exact=True).click()
    card.get_by_text(rules, exact=True).click()
    card.get_by_role("button", name="Find a game").click()


def by_turn(*guests: Guest) -> tuple[Guest, Guest]:
    """The guest to move first, then the other."""
    one, other = guests
    expect(one.board).to_be_visible()
    expect(other.board).to_be_visible()

    def mover() -> tuple[Guest, Guest] | None:
        for first, second in ((one, other), (other, one)):
            if "Your turn" in first.page.locator(".col.right").inner_text():
                return first, second
        return None

    return one.until(mover, "neither player is to move")


def test_a_quick_game_is_found_played_and_rated(ann: Guest, bob: Guest) -> None:
    for one in (ann, bob):
        one.visit_rooms()
        one.keep_name()
    find_game(ann, "Renju")
    card = ann.page.locator(".quick")
    expect(card).to_contain_text("Looking for an opponent")
    expect(card).to_contain_text("Your rating is 1500. Searching within")
    card.get_by_role("button", name="Cancel").click()
    expect(card.get_by_role("button", name="Find a game")).to_be_visible()
    find_game(ann, "Pente")
    find_game(bob, "Pente")
    for one in (ann, bob):
        one.page.wait_for_url("**/room/*")
    first, second = by_turn(ann, bob)
    for one in (ann, bob):
        expect(one.seat("P1").locator(".elo")).to_contain_text(RATING)
        for name in ("Hint", "Undo"):
            assert one.page.get_by_role("button", name=name, exact=True).count() == 0
    play(first, second, *TEN_MOVES)
    first.press("Resign")
    first.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for one in (first, second):
        expect(one.page.locator(".result")).to_contain_text(re.compile(r"\d{4}\? −\d+"))
        expect(one.page.locator(".result")).to_contain_text(re.compile(r"\d{4}\? \+\d+"))
    elo = second.seat("P2").locator(".elo")
    gained = second.until(lambda: re.search(r"(\d{4}\?) ?(\+\d+)", elo.inner_text()), "no rating was gained")
    rating, change = gained.groups()
    # the rating is in the list of rooms, the list of games, the profile and the leaderboard
    name = second.seat("P2").locator(".who").inner_text()
    title = second.page.locator(".facts li").first.locator("b").inner_text()
    # the result stays with the winner when the other leaves
    first.page.locator(".result").get_by_role("button", name="Leave").click()
    last = second.page.locator(".last-game")
    expect(last).to_contain_text("You win by resignation")
    expect(last).to_contain_text(change)
    expect(last.get_by_role("link", name="Analyse")).to_be_visible()
    # seen by the one who left: a room whose players are all gone is not listed
    first.visit_rooms()
    expect(first.row(title)).to_contain_text(f"{name} · {rating}")
    second.visit_rooms()
    expect(second.page.locator(".best .me")).to_contain_text(rating)
    second.page.goto("/games")
    second.page.get_by_label("Find a game").fill("ann bob pente")
    line = second.page.locator(".games .game").first
    expect(line).to_contain_text(f"Won{change}")
    expect(line).to_contain_text(f"{name} ({rating})")
    second.page.goto("/you")
    card = second.page.locator("section").filter(has_text="Your ratings")
    expect(card).to_contain_text(rating)
    expect(card).to_contain_text("not ranked yet")
    card.get_by_role("link", name="Pente").click()
    expect(second.page.locator("tr.me")).to_contain_text(rating)


def test_a_rated_room_with_delayed_spectators(ann: Guest, bob: Guest, cleo: Guest) -> None:
    for one in (ann, bob):
        one.start_afresh()
    ann.store_locally("choice", {})
    ann.visit_rooms()
    ann.page.get_by_role("button", name="Create a room", exact=True).first.click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Name of the room").fill("For points")
    dialog.get_by_role("switch", name=re.compile("Rated")).click()
    expect(dialog.get_by_label("Clock")).to_have_value("3")  # a rated game needs a clock
    dialog.get_by_label("Spectators see the game").select_option("30 s later")
    dialog.get_by_role("button", name="Open the room").click()
    expect(ann.page.locator(".toast")).to_contain_text("Rated games need a name with a passphrase")
    for one in (ann, bob):
        one.keep_name()
    dialog.get_by_role("button", name="Open the room").click()
    ann.page.wait_for_url("**/room/*")
    expect(ann.page.locator(".opts")).to_contain_text("No hints, no undo, no pauses.")
    expect(ann.page.locator(".opts")).to_contain_text("30 s later")
    assert ann.page.get_by_role("button", name="Let the computer play").count() == 0
    cleo.visit_rooms()
    expect(cleo.row("For points")).to_contain_text("Rated")
    bob.sit_down(ann.page.url)
    expect(ann.seat("P2")).to_contain_text(re.compile(r"Opponent · \d{4}"))
    cleo.page.goto(ann.page.url)
    ann.get_ready()
    bob.get_ready()
    for one in (ann, bob, cleo):
        expect(one.board).to_be_visible()
    play(ann, bob, "K10", "L11")
    expect(cleo.page.get_by_text("You see this game 30 s later.")).to_be_visible()
    assert ann.page.get_by_text("You see this game").count() == 0
    cleo.say("well played")
    expect(cleo.page.locator(".toast")).to_contain_text("You will see it with the game.")
    assert cleo.stones() == 0
    # too short to be rated; the delay ends with the game
    ann.press("Resign")
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.locator(".result")).to_contain_text("too short to be rated")
    cleo.expect_last_move("L11")
    for one in (ann, cleo):  # players read what spectators said once the game is over
        expect(one.page.locator(".msgs")).to_contain_text("well played")


def test_signing_in_from_another_browser(ann: Guest, cleo: Guest) -> None:
    ann.start_afresh()
    ann.page.goto("/you")
    ann.page.get_by_label("Your name").first.fill("Ann of the lake")
    ann.page.get_by_role("button", name="Save").click()
    expect(ann.page.locator(".toast")).to_contain_text("Saved.")
    secret = ann.page.get_by_label("Passphrase", exact=True).first
    secret.fill("short")
    ann.page.get_by_role("button", name="Set passphrase").click()
    expect(ann.page.get_by_role("alert").filter(has_text="at least 8")).to_be_visible()
    secret.fill("correct horse battery")
    ann.page.get_by_role("button", name="Set passphrase").click()
    expect(ann.page.get_by_role("button", name="Change passphrase")).to_be_visible()
    # the other browser: a wrong passphrase is refused
    cleo.page.goto("/you")
    form = cleo.page.locator("section").filter(has=cleo.page.get_by_role("button", name="Sign in"))
    form.get_by_label("Your name").fill("ann of the LAKE")
    form.get_by_label("Passphrase").fill("wrong horse battery")
    form.get_by_role("button", name="Sign in").click()
    expect(form.get_by_role("alert")).to_contain_text("Wrong name or passphrase.")
    cleo.errors.clear()  # the browser logs the status 403
    form.get_by_label("Passphrase").fill("correct horse battery")
    form.get_by_role("button", name="Sign in").click()
    expect(cleo.page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
    expect(cleo.page.get_by_label("Your name").first).to_have_value("Ann of the lake")
    ann.visit_rooms()
    expect(ann.page.locator(".side section.me")).to_contain_text("Ann of the lake")
    assert cleo.page.evaluate("fetch('/api/me').then(r => r.json())") == ann.page.evaluate(
        "fetch('/api/me').then(r => r.json())"
    )
    cleo.page.get_by_role("button", name="Sign out everywhere").click()
    cleo.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(cleo.page.get_by_role("button", name="Sign in")).to_be_visible()
    for one in (cleo, ann):
        assert one.page.evaluate("fetch('/api/me').then(r => r.json())")["name"] == ""
    ann.page.evaluate("localStorage.removeItem('gomoku.settings')")  # restores the name Ann


def test_a_room_against_the_computer(ann: Guest) -> None:
    ann.visit_rooms()
    ann.page.get_by_role("button", name="Create a room", exact=True).first.click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("The computer", exact=True).click()
    assert dialog.get_by_role("switch", name=re.compile("Rated")).count() == 0
    dialog.get_by_role("slider").fill("2")
    dialog.get_by_role("button", name="Open the room").click()
    ann.page.wait_for_url("**/room/*")
    expect(ann.seat("P2")).to_contain_text("Level 2")
    ann.get_ready()
    expect(ann.board).to_be_visible()
    ann.click("K10")
    expect(ann.page.locator(".board .stones > g")).to_have_count(2)


def is_fully_visible(one: Guest, kind: str) -> bool:
    """True when an offer is entirely within the viewport and its buttons are not covered."""
    return bool(
        one.page.evaluate(
            """kind => {
                const card = document.querySelector(`[data-offer=${kind}]`);
                const box = card.getBoundingClientRect();
                const buttons = [...card.querySelectorAll("button")];
                return box.top >= 0 && box.bottom <= innerHeight && buttons.every(button => {
                    const b = button.getBoundingClientRect();
                    return button.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2));
                });
            }""",
            kind,
        )
    )


def test_an_offer_is_visible_on_every_screen_size(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    seat_both(rooms_server, ann, bob, clock=FISCHER)
    play(ann, bob, "K10", "L11", "K9", "L12")
    bob.press("Undo")
    expect(ann.offer("undo")).to_be_visible()
    for width, height in ((1440, 900), (1280, 720), (820, 1180), (390, 844), (375, 667)):
        ann.page.set_viewport_size({"width": width, "height": height})
        settle(ann.page)
        assert is_fully_visible(ann, "undo"), (width, height)
        for player in ("P1", "P2"):  # with their clocks
            seat = ann.seat(player).bounding_box()
            assert seat is not None
            assert 0 <= seat["y"] <= seat["y"] + seat["height"] <= height, (player, width, height)
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    settle(ann.page)
    moves = ann.page.locator(".col.right .moves").first.bounding_box()
    card = ann.offer("undo").bounding_box()
    assert moves is not None
    assert card is not None
    assert card["y"] < moves["y"]


def test_profile_and_leaderboard_are_accessible(bob: Guest) -> None:
    """No axe violations in light and dark, no sideways scrolling, and French texts."""
    for path in ("/you", "/leaderboard/renju", "/leaderboard/pente"):
        bob.page.goto(path)
        expect(bob.page.get_by_role("heading", level=1)).to_be_visible()
        assert bob.page.locator(".primary").count() <= 1, "one main button"
        assert_accessible(bob.page)
        assert_fits_screens(bob)
        bob.page.set_viewport_size({"width": 1440, "height": 900})
    find_game(bob, "Renju")
    expect(bob.page.locator(".searching")).to_be_visible()
    assert_accessible(bob.page)
    assert_fits_screens(bob)
    bob.page.get_by_role("button", name="Cancel").click()
    bob.page.set_viewport_size({"width": 1440, "height": 900})
    bob.page.get_by_label("Language").select_option(label="Français")
    for path, text, title in (
        ("/you", "Votre nom", "Vous"),
        ("/leaderboard", "Classement", "Classement"),
        ("/rooms", "Partie rapide", "Salles"),
    ):
        bob.page.goto(path)
        expect(bob.page).to_have_title(f"{title} · Gomoku")
        expect(bob.page.get_by_text(text, exact=True).first).to_be_visible()
        assert_fits_screens(bob)
