"""Profiles, challenges between two visitors, reports and the moderators' page."""

import json
import re
import subprocess
import sys
from urllib.parse import quote

from playwright.sync_api import expect

from tests.server.page import Page
from tests.web.accessibility import assert_accessible
from tests.web.guests import Guest, ShortDelayServer, assert_fits_screens, play, seat_both
from tests.web.table import settle


def keep_name(one: Guest) -> str:
    """Set a passphrase; returns the name."""
    one.visit_rooms()
    one.keep_name()
    one.visit_rooms()
    return str(one.page.evaluate("fetch('/api/me').then(r => r.json())")["name"])


def test_a_challenge_is_answered_on_any_screen_and_profiles_show_the_game(ann: Guest, bob: Guest) -> None:
    name, other = keep_name(ann), keep_name(bob)
    online = ann.page.locator(".who-online")
    expect(online).to_contain_text(other)
    online.get_by_role("link", name=other).click()
    expect(ann.page.get_by_role("heading", name=other)).to_contain_text("Online")
    ann.press("Follow")
    expect(ann.page.locator(".pf")).to_contain_text("Followed by 1")
    bob.page.goto("/learn")
    ann.press("Challenge")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("Renju", exact=True).click()
    dialog.get_by_text("I do", exact=True).click()
    dialog.get_by_role("button", name="Send the challenge").click()
    expect(ann.page.locator(".notice")).to_contain_text(f"Waiting for {other}")
    notice = bob.page.locator(".notices .notice")
    expect(notice).to_contain_text(f"{name} challenges you")
    expect(notice).to_contain_text("Renju, not rated, you move second")
    assert_accessible(bob.page)
    notice.get_by_role("button", name="Accept").click()
    for one in (ann, bob):
        one.page.wait_for_url("**/room/*")
        expect(one.board).to_be_visible()
    play(ann, bob, "H8", "H9", "I9")
    bob.press("Resign")
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.locator(".facts")).to_contain_text(f"{name} 1 – 0 {other}")
    ann.seat("P2").get_by_role("link", name=other).click()
    expect(ann.page.locator(".hh")).to_contain_text("1 : 0")
    expect(ann.page.locator(".gl li")).to_have_count(1)
    expect(ann.page.locator(".gl li")).to_contain_text("Lost")
    expect(ann.page.locator(".gl li")).to_contain_text("by resignation · ")
    expect(ann.page.locator(".ol")).to_contain_text("Kagetsu")
    expect(ann.page.locator(".ol .thumb circle")).to_have_count(3)
    assert ann.page.locator(".primary").count() == 1, "one main button"
    assert_accessible(ann.page)
    assert_fits_screens(ann)
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    # the other is blocked: no challenge any more
    ann.page.get_by_role("button", name=f"More about {other}").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=f"Block {other}").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=f"Block {other}").click()
    expect(ann.page.locator(".hero")).to_contain_text("Blocked")
    bob.page.goto(f"/@{quote(name)}")
    bob.press("Challenge")
    bob.page.get_by_role("dialog").get_by_role("button", name="Send the challenge").click()
    expect(bob.page.locator(".toast")).to_contain_text("This person does not want to hear from you.")
    bob.errors.clear()  # the browser logs the status 403
    ann.page.goto("/you")
    ann.page.get_by_label("Motto").fill("<i>Always a rematch.</i>")
    ann.page.locator("section").filter(has=ann.page.get_by_label("Motto")).get_by_role("button", name="Save").click()
    expect(ann.page.locator(".toast")).to_contain_text("Saved.")
    blocked = ann.page.locator(".blocked")
    expect(blocked).to_contain_text(other)
    assert_accessible(ann.page)
    blocked.get_by_role("button", name=f"Unblock {other}").click()
    expect(blocked).to_have_count(0)
    ann.page.evaluate("localStorage.removeItem('gomoku.settings')")  # restores the name Ann
    bob.page.reload()
    expect(bob.page.locator(".hero")).to_contain_text("“<i>Always a rematch.</i>”")
    bob.page.goto("/@Nobody")
    expect(bob.page.get_by_role("heading", level=1)).to_be_visible()
    bob.errors.clear()  # the browser logs the status 404


def test_a_report_leads_to_a_mute(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    room = seat_both(rooms_server, ann, bob)
    name = keep_name(ann)
    ann.page.goto(f"/room/{room}")
    bob.say("learn to play or leave")
    line = ann.page.locator(".said").filter(has_text="learn to play")
    line.get_by_role("button").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Report to moderators").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("What happened?").fill("See the chat.")
    assert_accessible(ann.page)
    dialog.get_by_role("button", name="Send the report").click()
    expect(ann.page.locator(".toast")).to_contain_text("A moderator will look.")
    grant = ["-m", "gomoku", "moderate", "grant", name, "--database", str(rooms_server.database)]
    subprocess.run([sys.executable, *grant], check=True)
    ann.page.goto("/you")
    ann.page.get_by_role("link", name="Reports and moderation").click()
    case = ann.page.locator(".cx")
    expect(case).to_contain_text("See the chat.")
    expect(case.locator(".fl")).to_contain_text("learn to play or leave")
    expect(case.locator(".fl time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(case.locator(".sy")).to_contain_text(re.compile(r"reported Bob\.$"))
    expect(ann.page.locator(".qu .cnt")).to_contain_text("1 minute")
    expect(case.get_by_role("heading")).to_contain_text(re.compile(r"^Bob against "))
    expect(case.locator("dl")).to_contain_text("Result")
    expect(case.locator(".thumb")).to_be_visible()
    reports = ann.page.locator(".tools").get_by_role("link", name=re.compile(r"^\d+ reports?$"))
    expect(reports).to_have_attribute("href", "/moderate")
    assert_accessible(ann.page)
    assert_fits_screens(ann)
    for width, height in ((820, 1180), (390, 844)):
        ann.page.set_viewport_size({"width": width, "height": height})
        settle(ann.page)
        decision, log = (ann.page.locator(part).bounding_box() for part in (".ac", ".lg"))
        assert decision
        assert log
        assert decision["y"] + decision["height"] <= log["y"], f"{width}: the log comes after the decision"
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    ann.press("Take it")
    expect(case).to_contain_text("You have this case")
    ann.page.get_by_text("Mine", exact=True).click()
    ann.page.get_by_label(re.compile("will read")).fill("Be kind.")
    ann.page.get_by_role("button", name="Mute · 1 day").click()
    expect(ann.page.locator(".qu")).to_contain_text("no reports")
    expect(ann.page.locator(".lg li").first).to_contain_text("Be kind.")
    # a warning about the same person, who reads it where they are
    ann.page.get_by_text("Closed", exact=True).click()
    ann.page.locator(".ac").get_by_text("Warn", exact=True).click()
    ann.page.get_by_label(re.compile("will read")).fill("This is the last time.")
    ann.page.get_by_role("button", name="Warn", exact=True).click()
    told = bob.page.locator(".notices .notice")
    expect(told.filter(has_text="A moderator warns you")).to_contain_text("This is the last time.")
    expect(told.filter(has_text="A moderator has muted you")).to_contain_text("Be kind.")
    assert_accessible(bob.page)
    for left in (1, 0):
        told.get_by_role("button", name="I have read it").first.click()
        expect(told).to_have_count(left)
    bob.say("what?")
    expect(bob.page.locator(".toast")).to_contain_text("A moderator has muted you. Be kind.")
    # at once also in a browser of theirs that knows no name
    browser = bob.page.context.browser
    assert browser
    nameless = browser.new_context(base_url=rooms_server.address, service_workers="block")
    nameless.add_cookies(bob.page.context.cookies())  # type: ignore[arg-type]
    elsewhere = nameless.new_page()
    elsewhere.goto("/learn")
    elsewhere.mouse.move(20, 20)
    expect(elsewhere.locator(".notice")).to_contain_text("A moderator has muted you")
    ann.page.get_by_label(re.compile("will read")).fill("And once more.")
    ann.page.get_by_role("button", name="Warn", exact=True).click()
    expect(elsewhere.locator(".notices")).to_contain_text("And once more.")
    nameless.close()


def test_a_case_is_decided_by_closing_its_room(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    ann.start_afresh()
    room = seat_both(rooms_server, ann, bob)
    name = keep_name(ann)
    bob.say("buy gold at example.com")
    report = {"room": room, "visitor": bob.page.evaluate("fetch('/api/me').then(r => r.json())")["id"]}
    answer = ann.page.request.post("/api/reports", data={**report, "name": "", "reason": "spam", "text": ""})
    assert answer.ok, answer.text()
    grant = ["-m", "gomoku", "moderate", "grant", name, "--database", str(rooms_server.database)]
    subprocess.run([sys.executable, *grant], check=True)
    ann.page.goto("/moderate")
    decision = ann.page.locator(".ac")
    decision.get_by_text("Close", exact=True).click()
    expect(decision).to_contain_text("Its game is cancelled, and the room is removed for everyone.")
    expect(decision.get_by_text("For how long")).to_have_count(0)
    assert_accessible(ann.page)
    decision.get_by_label("Reason, for the log").fill("advertising")
    ann.press("Close the room")
    expect(ann.page.locator(".qu")).to_contain_text("no reports")
    expect(ann.page.locator(".lg li").first).to_contain_text("advertising")
    expect(bob.board).to_have_count(0)
    bob.page.goto("/rooms")
    bob.errors.clear()  # the browser logs the status 404 of the room


def test_news_at_the_table_covers_neither_seat(rooms_server: ShortDelayServer, ann: Guest, bob: Guest) -> None:
    """A challenge that comes during a game, on every size of screen."""
    ann.start_afresh()
    room = seat_both(rooms_server, ann, bob, clock={"type": "fischer", "time": 300_000, "increment": 3_000})
    name = keep_name(ann)
    ann.page.goto(f"/room/{room}")
    expect(ann.board).to_be_visible()
    with Page(rooms_server.address) as challenger:
        challenger.keep_name()
        body = {"name": name, "first": "lot", "options": {"rules": "42", "clock": {"type": "fischer", "time": 300_000}}}
        assert challenger.http("POST", "/api/challenges", json.dumps(body).encode())[0] == 201
        notice = ann.page.locator(".notices")
        expect(notice).to_contain_text("challenges you")
        for width, height in (
            (1440, 900),
            (1280, 800),
            (1024, 768),
            (844, 390),
            (820, 1180),
            (390, 844),
            (390, 664),
            (360, 640),
        ):
            ann.page.set_viewport_size({"width": width, "height": height})
            settle(ann.page)
            news = notice.bounding_box()
            assert news
            assert 0 <= news["x"] <= news["x"] + news["width"] <= width
            assert 0 <= news["y"] <= news["y"] + news["height"] <= height
            for player in ("P1", "P2"):
                seat = ann.seat(player).bounding_box()
                assert seat
                apart = (
                    news["x"] >= seat["x"] + seat["width"]
                    or seat["x"] >= news["x"] + news["width"]
                    or news["y"] >= seat["y"] + seat["height"]
                    or seat["y"] >= news["y"] + news["height"]
                )
                assert apart, (width, height, player, news, seat)
            if width == 390:
                assert_accessible(ann.page)
        ann.page.set_viewport_size({"width": 1440, "height": 900})
        notice.get_by_role("button", name="Decline").click()
        expect(notice).to_have_count(0)


def test_a_reported_name_is_replaced_and_a_reported_study_closed(
    rooms_server: ShortDelayServer, ann: Guest, bob: Guest
) -> None:
    ann.start_afresh()
    moderator = keep_name(ann)
    grant = ["-m", "gomoku", "moderate", "grant", moderator, "--database", str(rooms_server.database)]
    subprocess.run([sys.executable, *grant], check=True)
    with Page(rooms_server.address) as spammer:
        name = spammer.keep_name()
        start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
        draft = {"study": {"start": start, "nodes": [{"parent": -1}], "title": "Buy gold"}}
        made = spammer.http("POST", "/api/studies", json.dumps({"draft": draft}).encode())[2]
        study = json.loads(made)["id"]
        bob.page.goto(f"/study/{study}")
        bob.press("Report to moderators")
        assert_accessible(bob.page)
        dialog = bob.page.get_by_role("dialog")
        expect(dialog).to_contain_text("Report Buy gold")
        dialog.get_by_label("Reason").select_option("name")
        dialog.get_by_role("button", name="Send the report").click()
        expect(bob.page.locator(".toast")).to_contain_text("A moderator will look.")
        ann.page.goto("/moderate")
        ann.page.locator(".qu").get_by_role("button", name=name).click()
        expect(ann.page.get_by_role("link", name="Open the study")).to_have_attribute("href", f"/study/{study}")
        decision = ann.page.locator(".ac")
        decision.get_by_text("Close the study", exact=True).first.click()
        expect(decision).to_contain_text("Then only its owner sees it.")
        assert_accessible(ann.page)
        decision.get_by_text("New name", exact=True).click()
        expect(decision).to_contain_text("They get a neutral name")
        assert_fits_screens(ann)
        ann.page.set_viewport_size({"width": 1440, "height": 900})
        decision.get_by_role("button", name="New name").click()
        expect(ann.page.locator(".lg li").first).to_contain_text(f"New name: {name}")
        ann.page.get_by_text("Closed", exact=True).click()
        ann.page.locator(".qu").get_by_role("button", name=re.compile(r"^Player \d+")).click()
        decision.get_by_text("Close the study", exact=True).first.click()
        decision.get_by_role("button", name="Close the study").click()
        expect(ann.page.locator(".lg li").first).to_contain_text("Close the study: Buy gold")
        bob.page.reload()
        expect(bob.page.get_by_text("This study doesn’t exist.")).to_be_visible()
        bob.errors.clear()  # the browser logs the status 404


def test_menus_and_forms_fit_a_phone_in_languages_with_long_words(rooms_server: ShortDelayServer, bob: Guest) -> None:
    with Page(rooms_server.address) as other:
        name = other.keep_name()
        bob.visit_rooms()
        bob.page.set_viewport_size({"width": 360, "height": 640})
        for language in ("de", "ru"):
            bob.page.evaluate(
                "language => localStorage.setItem('gomoku.settings', JSON.stringify("
                "{...JSON.parse(localStorage.getItem('gomoku.settings') ?? '{}'), language}))",
                language,
            )
            bob.page.goto(f"/@{quote(name)}")
            bob.page.get_by_role("button", name=re.compile(re.escape(name))).last.click()
            assert_nothing_cut_off(bob)
            bob.page.goto("/tournaments")
            bob.page.locator("main button").first.click()
            expect(bob.page.get_by_role("dialog").locator(".sel").nth(1)).to_be_visible()
            alone = bob.page.get_by_role("dialog").locator(".sel").first
            assert alone.evaluate("one => one.firstElementChild.offsetWidth === one.offsetWidth"), (
                "its label may be long"
            )
            assert_nothing_cut_off(bob)
    bob.page.evaluate("localStorage.removeItem('gomoku.settings')")
    bob.page.set_viewport_size({"width": 1440, "height": 900})


def assert_nothing_cut_off(one: Guest) -> None:
    """Nothing in the dialog is wider than the dialog, unless it can be scrolled by itself."""
    dialog = one.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    wide = dialog.evaluate(
        "dialog => [...dialog.querySelectorAll('*')].filter(e => e.scrollWidth > dialog.clientWidth"
        " && getComputedStyle(e).overflowX === 'visible').map(e => e.className)"
    )
    assert wide == []
