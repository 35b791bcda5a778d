"""Reports, mutes, bans, closed rooms, the log, and `gomoku moderate`."""

import contextlib
import json
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from gomoku.cli import app
from gomoku.server.people.moderation import reports
from gomoku.server.rooms import seating
from tests.server.live.test_online import begun
from tests.server.live.test_slow_games import begun as begun_slowly
from tests.server.page import new_id, request
from tests.server.people.test_accounts import send, sign_in
from tests.server.people.test_profiles import resigned
from tests.support.waiting import wait_until


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 50)


@pytest.fixture
def moderate(server):
    """`gomoku moderate` on the server's database; its output."""

    def run(*arguments, fails=False):
        database = server.app.state.settings.database
        done = CliRunner().invoke(app, ["moderate", *arguments, "--database", database])
        assert bool(done.exit_code) is fails, done.output
        return done.stderr if fails else done.stdout

    return run


def report(page, address="", **fields):
    headers = {"X-Forwarded-For": address or f"host-{new_id()}"}  # reports are limited per address
    status, _, body = page.http("POST", "/api/reports", json.dumps(fields).encode(), headers)
    return status if status == 201 else json.loads(body)["reason"]


def act(page, action, **fields):
    return send(page, "/api/moderation/actions", action=action, **fields)


def cases(page, about, closed=False):
    found = page.get(f"/api/moderation/cases?closed={str(closed).lower()}")["cases"]
    return [case for case in found if case["person"] == about]


def test_a_report_is_seen_by_moderators_alone(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    room = begun(ann, bob, kind="listed")
    bob.command("say", room=room, text="you only win on time")
    assert report(ann, room=room, visitor=bob.me, reason="insults", text="see above") == 201
    assert report(ann, name=other, reason="spam") == "no_change", "one open report about one person"
    assert report(bob, name=other, reason="spam") == "not_here"
    with server.page() as guest:
        assert report(guest, name=other, reason="leaving") == 201
        assert report(guest, room=room, visitor=guest.me, reason="spam") == "unknown_person"
        assert guest.http("GET", "/api/moderation/cases")[0] == 403
        assert act(guest, "mute", person=bob.me, why="")[2]["reason"] == "not_moderator"
    assert bob.http("GET", "/api/moderation/log")[0] == 403
    moderate("grant", one)
    assert ann.get("/api/me")["moderator"] is True
    (case,) = cases(ann, bob.me)
    assert (case["name"], case["kept"]) == (other, True)
    assert [(each["by"], each["reason"]) for each in case["reports"]] == [("", "leaving"), (one, "insults")]
    assert [line["text"] for line in case["reports"][1]["chat"]] == ["you only win on time"]
    assert (case["reports"][0]["game"], case["reports"][1]["game"]["room"]) == (None, room)
    assert len(case["reports"][1]["game"]["rows"]) == 19, "the board"
    assert other in moderate("list")
    assert "you only win on time" in moderate("show", other)
    # nothing is wrong: the case is closed
    assert act(ann, "dismiss", person=bob.me)[0] == 200
    assert cases(ann, bob.me) == []
    assert [each["action"] for each in cases(ann, bob.me, closed=True)[0]["before"]] == ["dismiss"]
    moderate("revoke", one)
    assert ann.http("GET", "/api/moderation/cases")[0] == 403


def test_reports_are_limited(ann, bob, server, monkeypatch):
    other = bob.keep_name()
    monkeypatch.setattr(reports, "MAX_A_DAY", 0)
    assert report(ann, name=other, reason="other") == "too_fast"
    monkeypatch.setattr(server.app.state.report_limits, "_burst", 0)
    monkeypatch.setattr(server.app.state.report_limits, "_held", type(server.app.state.report_limits._held)())
    assert report(ann, name=other, reason="other") == "too_fast"


def test_a_mute_refuses_chat_everywhere_with_its_reason(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    room = begun(ann, bob, kind="listed")
    assert report(ann, name=other, reason="insults") == 201
    assert act(ann, "mute", person=bob.me, minutes=60, why="insults at the table")[0] == 200
    refused = bob.command("say", room=room, text="hello")
    assert (refused["reason"], refused["detail"]) == ("silenced", "insults at the table")
    assert 3_500_000 < refused["wait"] <= 3_600_000
    assert [taken["kind"] for taken in bob.get("/api/me")["sanctions"]] == ["mute"]
    assert send(bob, "/api/me/motto", "PUT", motto="hello")[2]["reason"] == "silenced"
    mover = ann if ann.me in ann.until_state(room, lambda state: state["acts"])["acts"] else bob
    assert mover.play(room, 5, 5)["type"] == "done", "play goes on"
    assert cases(ann, bob.me) == [], "the reports are closed"
    server.advance(3_600_000)
    assert bob.command("say", room=room, text="hello again")["type"] == "done"
    moderate("mute", other, "--why", "again")
    assert bob.command("say", room=room, text="hello")["wait"] is None
    assert act(ann, "unmute", person=bob.me)[0] == 200
    assert bob.command("say", room=room, text="thanks")["type"] == "done"
    assert act(ann, "unmute", person=bob.me)[2]["reason"] == "no_change"


def test_a_ban_refuses_signing_in_joining_and_creating(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    room = ann.create("me", "open", kind="listed", rules="renju")
    moderate("ban", other, "--hours", "2", "--why", "computer help")
    bob.watch(room)
    assert bob.command("sit", room=room, player="P2", who={"type": "me"})["reason"] == "expelled"
    seats = {"first": {"type": "me"}, "second": {"type": "open"}}
    assert bob.command("create", options={}, kind="listed", **seats)["reason"] == "expelled"
    status, _, answer = send(bob, "/api/challenges", name=one, options={"rules": "renju"})
    assert (status, answer["reason"], answer["detail"]) == (403, "expelled", "computer help")
    bob.send("seek", id="wish", rules="renju", clock={"type": "fischer", "time": 60_000}, name="")
    assert bob.until(lambda m: m["type"] == "refused")["reason"] == "expelled"
    with server.page() as elsewhere:
        assert sign_in(elsewhere, other)[2]["reason"] == "expelled"
        moderate("unban", other)
        assert sign_in(elsewhere, other)[0] == 200
    assert bob.command("sit", room=room, player="P2", who={"type": "me"})["type"] == "done"
    assert "computer help" in moderate("log")
    assert "no one with a passphrase has that name" in moderate("ban", "Nobody", "--why", "x", fails=True)


def test_a_closed_room_is_gone_and_a_counted_game_is_kept(server, ann, bob, moderate):
    one, _ = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    room = resigned(ann, bob, 10, clock={"type": "fischer", "time": 60_000}, rated=True)
    assert act(ann, "close_room", room=room, why="advertising")[0] == 200
    bob.until(lambda m: m["type"] == "gone" and m["room"] == room)
    assert bob.http("GET", f"/api/games/{room}")[0] == 404
    (kept,) = bob.get("/api/games")["games"]
    assert kept["changes"] is not None
    assert act(ann, "close_room", room=room)[2]["reason"] == "unknown_room"
    # the operator marks a room, and the server closes it
    running = begun(ann, bob, kind="listed", rules="renju")
    moderate("close-room", running, "--why", "its title")
    lost = begun(ann, bob, kind="listed")
    moderate("ban", bob.get("/api/me")["name"], "--why", "computer help")
    wait_until(lambda: bob.http("GET", f"/api/games/{running}")[0] == 404, what="the room is still there")
    ann.until_state(lost, lambda state: state["phase"] == "seating")  # the same for the games of the banned
    entries = ann.get("/api/moderation/log")["entries"]
    closed = {(each["by"], each["room"], each["why"]) for each in entries if each["action"] == "close_room"}
    assert closed == {("", running, "its title"), (one, room, "advertising")}


def test_closing_the_room_decides_a_case(server, ann, bob, moderate):
    one, _ = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    with server.page() as guest:
        room = begun(guest, bob, kind="listed")
        assert report(guest, room=room, visitor=bob.me, reason="spam") == 201
        assert report(guest, name=one, reason="spam") == 201
        for person in (ann.me, ""):
            refused = act(ann, "close_room", room=room, person=person)[2]["reason"]
            assert refused in ("not_here", "malformed"), "a case against oneself is for others"
        assert act(ann, "close_room", room=room, person=bob.me, why="advertising")[0] == 200
        assert guest.http("GET", f"/api/games/{room}")[0] == 404
    assert cases(ann, bob.me) == []
    (case,) = cases(ann, bob.me, closed=True)
    assert [(entry["action"], entry["room"], entry["why"]) for entry in case["before"]] == [
        ("close_room", room, "advertising")
    ]
    assert f"{one}  " in moderate("list"), "the case against the moderator is still open"


def test_moderators_are_the_operator_s(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    moderate("grant", other)
    assert act(ann, "ban", person=bob.me, why="")[2]["reason"] == "not_owner"
    assert act(ann, "revoke", person=bob.me)[2]["reason"] == "not_owner"
    assert act(ann, "mute", person=ann.me)[2]["reason"] == "not_here"
    assert "moderator already" in moderate("grant", one, fails=True)
    moderate("revoke", other)
    moderate("mute", other, "--why", "test")
    assert request(server.address, "GET", "/api/moderation/log")[0] == 403


def test_a_warning_is_shown_on_the_next_visit(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    assert report(ann, name=other, reason="arranged") == 201
    assert act(ann, "warn", person=bob.me, why=" ")[2]["reason"] == "bad_options"
    assert act(ann, "warn", person=bob.me, minutes=5, why="no ratings by\narrangement")[0] == 200
    bob.until(lambda m: m["type"] == "notices_changed")
    (told,) = bob.get("/api/me/notices")["sanctions"]
    assert (told["kind"], told["until"], told["why"]) == ("warning", None, "no ratings by arrangement")
    assert cases(ann, bob.me) == [], "the reports are closed"
    assert cases(ann, bob.me, closed=True)[0]["sanctions"] == [told], "not read yet"
    assert "warning until read: no ratings by arrangement" in moderate("show", other)
    assert bob.create("me", "open", kind="listed"), "a warning restricts nothing"
    assert bob.http("DELETE", "/api/me/warning")[0] == 204
    assert bob.get("/api/me/notices")["sanctions"] == []
    assert [each["action"] for each in cases(ann, bob.me, closed=True)[0]["before"]] == ["warn"], "it stays in the log"
    moderate("warn", other, "--why", "once more")
    assert [each["why"] for each in bob.get("/api/me/notices")["sanctions"]] == ["once more"]


def test_moderators_see_how_many_people_were_reported(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    before = ann.get("/api/me/notices")["reports"]
    with server.page() as guest:
        assert report(guest, name=other, reason="spam") == 201
    ann.until(lambda m: m["type"] == "notices_changed")
    assert ann.get("/api/me/notices")["reports"] == before + 1
    assert bob.get("/api/me/notices")["reports"] == 0, "nobody else"
    assert act(ann, "dismiss", person=bob.me)[0] == 200
    ann.until(lambda m: m["type"] == "notices_changed")
    assert ann.get("/api/me/notices")["reports"] == before


def test_moderators_do_not_see_who_has_reported_them(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    moderate("grant", other)
    before = ann.get("/api/moderation/cases")["open"]
    assert report(bob, name=one, reason="other", text="closes the cases of friends") == 201
    assert cases(ann, ann.me) == []
    assert ann.get("/api/moderation/cases")["open"] == ann.get("/api/me/notices")["reports"] == before
    assert [each["by"] for each in cases(bob, ann.me)[0]["reports"]] == [other]
    assert act(bob, "mute", person=ann.me)[2]["reason"] == "not_owner", "the operator decides"
    assert "closes the cases of friends" in moderate("show", one)
    moderate("dismiss", one)
    assert cases(ann, ann.me, closed=True) == []
    assert [each["by"] for each in cases(bob, ann.me, closed=True)[0]["reports"]] == [other]


def test_no_report_is_hidden_by_later_ones(server, ann, bob, moderate, monkeypatch):
    """The queue has pages; a case that is taken is found among one's own."""
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    monkeypatch.setattr(reports, "SHOWN_CASES", 2)
    monkeypatch.setattr(reports, "SHOWN_REPORTS", 1)
    with contextlib.ExitStack() as open_pages:
        guests = [open_pages.enter_context(server.page()) for _ in range(4)]
        assert report(guests[0], name=other, reason="insults") == 201
        assert act(ann, "take", person=bob.me)[0] == 200
        for guest in guests:
            name = guest.keep_name()
            assert report(ann, name=name, reason="spam") == 201
            assert report(bob, name=name, reason="spam", text="the later one") == 201
        first = ann.get("/api/moderation/cases")
        assert [case["person"] for case in first["cases"]] == [guests[3].me, guests[2].me]
        assert [each["text"] for each in first["cases"][0]["reports"]] == ["the later one"]
        assert first["total"] == first["open"] >= 5
        later = [ann.get(f"/api/moderation/cases?offset={at}")["cases"] for at in range(2, first["total"], 2)]
        shown = [case["person"] for page in (first["cases"], *later) for case in page]
        assert (len(shown), len(set(shown))) == (first["total"], first["total"])
        assert shown.index(bob.me) == 4, "the latest report first"
        mine = ann.get("/api/moderation/cases?mine=true")
        assert ([case["person"] for case in mine["cases"]], mine["total"]) == ([bob.me], 1)
        for guest in (*guests, bob):
            assert act(ann, "dismiss", person=guest.me)[0] == 200
        assert [case["person"] for case in ann.get("/api/moderation/cases?closed=true")["cases"]] == [
            guests[3].me,
            guests[2].me,
        ]


def test_a_case_is_taken_by_one_moderator(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    moderate("grant", other)
    with server.page() as guest:
        third = guest.keep_name()
        assert act(ann, "take", person=guest.me)[2]["reason"] == "no_change", "nobody has reported them"
        assert report(ann, name=third, reason="spam") == 201
        assert cases(bob, guest.me)[0]["taken"] is None
        assert act(ann, "take", person=guest.me)[0] == 200
        assert act(ann, "take", person=guest.me)[2]["reason"] == "no_change"
        assert report(bob, name=third, reason="name") == 201, "what comes later is theirs as well"
        assert cases(ann, guest.me)[0]["taken"] == {"by": one, "mine": True}
        assert cases(bob, guest.me)[0]["taken"] == {"by": one, "mine": False}
        assert f"taken by {one}" in moderate("list")
        moderate("release", third)
        assert cases(bob, guest.me)[0]["taken"] is None
        moderate("take", third)
        assert cases(bob, guest.me)[0]["taken"] == {"by": "", "mine": False}
        assert act(bob, "take", person=guest.me)[0] == 200, "another moderator may take it"
        done = [each["action"] for each in ann.get("/api/moderation/log")["entries"] if each["person"] == guest.me]
        assert sorted(done) == ["release", "take", "take", "take"]


def test_a_ban_ends_the_running_games(server, ann, bob, moderate):
    one, _ = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    over = resigned(ann, bob)
    room, waiting = begun(ann, bob, kind="listed"), bob.create("me", "open", kind="listed")
    slow = begun_slowly(ann, bob)
    for each in (room, slow):
        assert ann.play(each, 5, 5)["type"] == "done"
    bob.send("seek", id="wish", rules="renju", clock={"type": "fischer", "time": 60_000}, name="")
    bob.until(lambda m: m["type"] == "seeking" and m["since"])
    assert act(ann, "ban", person=bob.me, minutes=60, why="computer help")[0] == 200
    bob.until(lambda m: m["type"] == "seeking" and m["since"] is None)
    lost = ann.until_state(room, lambda state: state["phase"] == "seating")
    assert lost["seats"][1]["holder"]["type"] == "open", "the seat is free"
    ann.until_state(slow, lambda state: state["phase"] == "seating")
    kept = [game["outcome"] for game in ann.get("/api/games")["games"] if game["outcome"]]
    assert kept.pop()["by"] == "resignation"
    assert [(each["by"], each["player"]) for each in kept] == 2 * [("banned", "P1")], "both games are kept, and won"
    assert bob.until_state(waiting, lambda state: state["seats"][0]["holder"]["type"] == "open")
    (told,) = bob.get("/api/me/notices")["sanctions"]
    assert (told["kind"], told["why"]) == ("ban", "computer help")
    assert ann.command("restart", room=over)["type"] == "done"
    assert bob.command("reply", room=over, offer="restart", accept=True)["reason"] == "expelled", "no rematch"


def test_the_muted_write_no_titles(server, ann, bob, moderate):
    """The list of rooms is read by more people than any chat."""
    other = bob.keep_name()
    room = bob.create("me", "open", kind="listed")
    moderate("mute", other, "--why", "insults")
    assert bob.command("retitle", room=room, title="insults")["reason"] == "silenced"
    seats = {"first": {"type": "me", "name": other}, "second": {"type": "open"}}
    made = bob.command("create", options={}, kind="listed", title="insults", **seats)
    assert made["type"] == "done", "play goes on"
    assert ann.get(f"/api/games/{made['room']}")["state"]["title"] == ""
    moderate("unmute", other)
    assert bob.command("retitle", room=room, title="Sunday table")["type"] == "done"


def test_the_muted_publish_no_study(server, ann, bob, moderate):
    """Neither on the public list, nor by a change of one that is there."""
    other = bob.keep_name()
    start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
    draft = {"study": {"start": start, "nodes": [{"parent": -1}], "title": "insults"}}
    made = [send(bob, "/api/studies", draft=draft)[2]["id"] for _ in range(2)]
    assert send(bob, f"/api/studies/{made[0]}/access", "PUT", access="public")[0] == 200
    moderate("mute", other, "--why", "insults")
    assert send(bob, f"/api/studies/{made[1]}/access", "PUT", access="public")[2]["reason"] == "silenced"
    assert send(bob, f"/api/studies/{made[0]}", "PUT", draft=draft, version=1)[2]["reason"] == "silenced"
    assert send(bob, f"/api/studies/{made[1]}", "PUT", draft=draft, version=1)[0] == 200, "their own are theirs"
    assert send(bob, f"/api/studies/{made[0]}/access", "PUT", access="link")[0] == 200


def test_an_offensive_name_is_replaced(server, ann, bob, moderate):
    """Everywhere, at once; the person reads the reason, and chooses another name."""
    one = ann.keep_name()
    other = bob.keep_name(f"fastcash {new_id()}")
    moderate("grant", one)
    clock = {"type": "fischer", "time": 60_000}
    cup = send(ann, "/api/tournaments", name="Cup", kind="swiss", clock=clock)[2]["id"]
    assert send(bob, f"/api/tournaments/{cup}/join", name=other)[0] == 200
    over = resigned(ann, bob)
    room = begun(ann, bob, kind="listed")
    assert report(ann, name=other, reason="name") == 201
    with server.page() as guest:
        guest.command("say", room=room, text="hello", name="fastcash")
        assert report(ann, room=room, visitor=guest.me, reason="name") == 201
        assert act(ann, "rename", person=guest.me, why="advertising")[2]["reason"] == "unkept"
    assert act(ann, "rename", person=bob.me, why="advertising")[0] == 200
    bob.until(lambda m: m["type"] == "notices_changed")
    name = bob.get("/api/me")["name"]
    assert name.startswith("Player ")
    (told,) = bob.get("/api/me/notices")["sanctions"]
    assert (told["kind"], told["why"]) == ("warning", f"advertising ({other} → {name})")
    assert ann.until_state(room, lambda state: name in [seat["name"] for seat in state["seats"]])
    ann.until_state(over, lambda state: name in [seat["name"] for seat in state["seats"]])
    assert other not in json.dumps(ann.get("/api/rooms")["games"])
    assert [each["name"] for each in ann.get(f"/api/tournaments/{cup}")["players"]] == [name]
    assert ann.http("DELETE", f"/api/tournaments/{cup}")[0] == 204
    assert ann.http("GET", f"/api/people/person?name={quote(other)}")[0] == 404
    assert cases(ann, bob.me) == []
    entry = ann.get("/api/moderation/log")["entries"][0]
    assert (entry["action"], entry["about"]) == ("rename", other)
    with server.page() as elsewhere:
        assert sign_in(elsewhere, name)[0] == 200
    moderate("rename", name, "--why", "again")
    assert bob.get("/api/me")["name"] != name


def test_a_study_is_reported_and_closed(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    start = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X", "taken": [0, 0]}
    draft = {"study": {"start": start, "nodes": [{"parent": -1}], "title": "Buy gold"}}
    shown, hidden = (send(bob, "/api/studies", draft=draft)[2]["id"] for _ in range(2))
    assert send(bob, f"/api/studies/{shown}/access", "PUT", access="public")[0] == 200
    assert send(bob, f"/api/studies/{hidden}/access", "PUT", access="private")[0] == 200
    with server.page() as guest:
        assert report(guest, study=hidden, reason="spam") == "unknown_room"
        assert report(guest, study=shown, reason="spam") == 201
        assert report(bob, study=shown, reason="spam") == "not_here", "that is oneself"
        assert act(guest, "close_study", study=shown)[2]["reason"] == "not_moderator"
        (case,) = cases(ann, bob.me)
        assert (case["name"], case["reports"][0]["study"], case["reports"][0]["title"]) == (other, shown, "Buy gold")
        assert act(ann, "close_study", study=hidden, why="")[2]["reason"] == "unknown_room"
        assert act(ann, "close_study", study=shown, person=bob.me, why="advertising")[0] == 200
        assert guest.http("GET", f"/api/studies/{shown}")[0] == 404
        assert [line["id"] for line in guest.get("/api/studies/public?search=gold")["studies"]] == []
    assert cases(ann, bob.me) == []
    assert bob.get(f"/api/studies/{shown}")["access"] == "private", "its owner keeps it"
    entry = ann.get("/api/moderation/log")["entries"][0]
    assert (entry["action"], entry["about"], entry["why"]) == ("close_study", "Buy gold", "advertising")
    own = send(ann, "/api/studies", draft=draft)[2]["id"]
    assert act(ann, "close_study", study=own)[2]["reason"] == "not_owner", "one's own"
    moderate("close-study", own, "--why", "test")
    assert ann.get(f"/api/studies/{own}")["access"] == "private"
