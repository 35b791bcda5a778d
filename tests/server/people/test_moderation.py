"""Reports, mutes, bans, closed rooms, the log, and `gomoku moderate`."""

import json

import pytest
from typer.testing import CliRunner

from gomoku.cli import app
from gomoku.server.people.moderation import reports
from gomoku.server.rooms import seating
from tests.server.live.test_online import begun
from tests.server.page import request
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


def report(page, **fields):
    status, _, body = page.http("POST", "/api/reports", json.dumps(fields).encode())
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


def test_a_mute_refuses_chat_everywhere_in_words(server, ann, bob, moderate):
    one, other = ann.keep_name(), bob.keep_name()
    moderate("grant", one)
    room = begun(ann, bob, kind="listed")
    assert report(ann, name=other, reason="insults") == 201
    assert act(ann, "mute", person=bob.me, minutes=60, why="insults at the table")[0] == 200
    refused = bob.command("say", room=room, text="hello")
    assert (refused["reason"], refused["detail"]) == ("silenced", "insults at the table")
    assert 3_500_000 < refused["wait"] <= 3_600_000
    assert [taken["kind"] for taken in bob.get("/api/me")["sanctions"]] == ["mute"]
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
    assert "nobody has kept that name" in moderate("ban", "Nobody", "--why", "x", fails=True)


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
    wait_until(lambda: bob.http("GET", f"/api/games/{running}")[0] == 404, what="the room is still there")
    entries = ann.get("/api/moderation/log")["entries"]
    closed = {(each["by"], each["room"], each["why"]) for each in entries if each["action"] == "close_room"}
    assert closed == {("", running, "its title"), (one, room, "advertising")}


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
