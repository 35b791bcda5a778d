"""Slow games over the wire: they begin and continue without connected players, and announce whose turn it is."""

import json

from gomoku.server.people.games import slow_store
from gomoku.server.wire.values import DAY
from tests.server.page import new_id

SLOW = {"type": "correspondence", "days": 2}


def begun(ann, bob, **options):
    room = ann.create("me", "open", kind="listed", rules="freestyle", clock=SLOW, **options)
    bob.watch(room)
    assert bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})["type"] == "done"
    for page in (ann, bob):
        page.until_state(room, lambda state: state["phase"] == "playing")
    return room


def put(page, path, value):
    status, _, body = page.http("PUT", path, json.dumps(value).encode())
    return status, json.loads(body)


def slow(page):
    return page.get("/api/me/slow")


def test_the_list_of_games_that_wait_for_a_move(server, ann, bob):
    room = begun(ann, bob)
    assert ann.until(lambda m: m["type"] == "slow_changed")["room"] == room
    (mine,) = slow(ann)["games"]
    assert (mine["line"]["room"], mine["mine"]) == (room, True)
    assert 0 < mine["until"] - server.app.state.hub.clock.now() <= 2 * DAY
    assert not slow(bob)["games"][0]["mine"]
    ann.send("unwatch", room=room)
    assert ann.play(room, 7, 7)["type"] == "done"
    bob.until(lambda m: m["type"] == "slow_changed")
    assert slow(bob)["games"][0]["mine"]
    bob.command("resign", room=room)
    assert slow(bob)["games"] == slow(ann)["games"] == []


def test_the_opponent_need_not_be_there_and_the_seat_is_not_freed(server, bob):
    with server.page() as ann:
        room = ann.create("me", "open", kind="listed", rules="freestyle", clock=SLOW)
    hub = server.app.state.hub
    server.advance(3 * 3_600_000)
    line = next(line for line in bob.get("/api/rooms?open_only=true")["games"] if line["room"] == room)
    assert not any(line["away"])
    bob.watch(room)
    bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
    state = bob.until_state(room, lambda state: state["phase"] == "playing")
    assert state["seats"][0]["lost_since"] is None
    assert bob.command("claim", room=room)["reason"] == "not_here"
    assert hub.rooms[room].room.vacations == (None, None)


def test_conditional_moves_are_private_and_survive_the_room_being_forgotten(server, ann, bob):
    room = begun(ann, bob)
    ann.play(room, 7, 7)
    plan = {"ply": 1, "lines": [[[8, 8], [6, 6], [5, 5], [9, 9]]]}
    assert put(bob, f"/api/games/{room}/plan", plan)[1]["reason"] == "not_your_move"
    assert put(ann, f"/api/games/{room}/plan", {**plan, "ply": 0})[1]["reason"] == "stale"
    assert put(ann, f"/api/games/{room}/plan", plan) == (200, plan)
    assert bob.get(f"/api/games/{room}/plan")["lines"] == []
    with server.page() as cat:
        assert cat.http("GET", f"/api/games/{room}/plan")[0] == 400
    bob.until_state(room, lambda state: state["ply"] == 1)
    assert bob.play(room, 8, 8)["type"] == "done"
    bob.until_state(room, lambda state: state["ply"] == 3)
    assert bob.cells(room)[-1] == (6, 6)
    assert ann.get(f"/api/games/{room}/plan") == {"ply": 3, "lines": [[[5, 5], [9, 9]]]}
    assert not [m for m in bob.heard if "lines" in json.dumps(m)]


def test_a_vacation_stops_the_clocks_and_is_limited(server, ann, bob):
    room = begun(ann, bob)
    before = slow(ann)["games"][0]["until"]
    status, state = put(ann, "/api/me/vacation", {"days": 10})
    assert (status, state["left"]) == (200, 20)
    assert slow(ann)["games"][0]["until"] - before == 10 * DAY
    bob.until_state(room, lambda state: state["seats"][0]["vacation"])
    assert put(ann, "/api/me/vacation", {"days": 1})[1]["reason"] == "no_change"
    assert ann.http("DELETE", "/api/me/vacation")[0] == 204
    assert slow(ann)["vacation"] == {"until": None, "left": 29}, "a day that has begun counts"
    assert slow(ann)["games"][0]["until"] - before < 60_000
    assert put(ann, "/api/me/vacation", {"days": 30})[1]["reason"] == "bad_options"


def test_a_visitor_plays_a_limited_number(monkeypatch, ann, bob):
    begun(ann, bob)
    monkeypatch.setattr(slow_store, "MAX_SLOW_GAMES", 1)
    options = {"clock": SLOW, "rules": "freestyle"}
    seats = {"first": {"type": "me"}, "second": {"type": "open"}, "kind": "listed"}
    assert ann.command("create", id=new_id(), options=options, **seats)["reason"] == "slow_games"


def test_a_game_survives_kill_and_downtime_is_not_charged(start_process):
    first = start_process()
    with first.page() as ann, first.page() as bob:
        room = begun(ann, bob)
        ann.play(room, 7, 7)
        put(ann, f"/api/games/{room}/plan", {"ply": 1, "lines": [[[8, 8], [6, 6]]]})
        until = slow(bob)["games"][0]["until"]
        cookie = bob.cookie
    first.kill()
    second = start_process(later=3600)
    with second.page(cookie) as bob:
        (game,) = slow(bob)["games"]
        assert game["mine"]
        assert game["until"] - until > 3_000_000
        bob.watch(room)
        bob.play(room, 8, 8)
        bob.until_state(room, lambda state: state["ply"] == 3)
