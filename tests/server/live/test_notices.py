"""Notices: a tournament game begins while its players are elsewhere on the site."""

import pytest

from gomoku.rules.records.sgf import loads_collection
from gomoku.server.rooms import seating
from tests.server.people.test_accounts import send
from tests.support.waiting import wait_until

CLOCK = {"type": "fischer", "time": 60_000, "increment": 2_000}


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 50)


def test_players_elsewhere_are_notified_of_a_tournament_game_and_its_clocks_are_shown(server, ann, bob):
    settings = {"name": "Lunch cup", "kind": "round-robin", "opening": "standard", "clock": CLOCK}
    status, _, made = send(ann, "/api/tournaments", **settings)
    assert status == 201, made
    path = f"/api/tournaments/{made['id']}"
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        assert send(page, f"{path}/join", name=name)[0] == 200
    assert bob.get("/api/me/notices")["games"] == []
    assert send(ann, f"{path}/start")[0] == 200
    for page in (ann, bob):
        page.until(lambda m: m["type"] == "notices_changed")
    (game,) = bob.get("/api/me/notices")["games"]
    room = game.pop("room")
    assert game == {"tournament": made["id"], "title": "Lunch cup", "opponent": "Ann", "begun": False}
    with server.page() as guest:
        assert guest.get("/api/me/notices") == {"sanctions": [], "games": [], "reports": 0}
    assert ann.get(path)["pairings"][0]["line"]["clocks"] is None, "before the game"
    for page in (ann, bob):
        page.watch(room)
        page.command("ready", room=room, ready=True)
    state = ann.until_state(room, lambda state: state["phase"] == "playing")
    assert bob.get("/api/me/notices")["games"][0]["begun"]
    first, second = (ann, bob) if ann.me in state["acts"] else (bob, ann)
    assert first.play(room, 9, 9)["type"] == "done"
    second.until_my_turn(room)
    assert second.play(room, 8, 8)["type"] == "done"
    first.until_my_turn(room)
    line = ann.get(path)["pairings"][0]["line"]
    assert (line["running"], line["running_since"] is None) == ("P1", False)
    assert [clock["left"] > 58_000 for clock in line["clocks"]] == [True, True]
    winner = "Bob" if first is ann else "Ann"
    assert first.command("resign", room=room)["type"] == "done"
    assert bob.get("/api/me/notices")["games"] == []
    assert ann.get(path)["pairings"][0]["line"]["running"] is None
    wait_until(lambda: ann.get(path)["pairings"][0]["points"], what="the game is not counted")
    # anybody may take the games with them
    with server.page() as guest:
        status, headers, body = guest.http("GET", f"{path}/games")
        assert (status, headers["content-type"].split(";")[0]) == (200, "application/x-go-sgf")
        (record,) = loads_collection(body.decode())
        assert (record.event, {record.black, record.white}) == ("Lunch cup", {"Ann", "Bob"})
        assert (len(record.game.moves), record.result) == (2, "W+R" if record.white == winner else "B+R")
        assert guest.http("GET", "/api/tournaments/nothing/games")[0] == 404
        assert send(guest, f"{path}/remove", number=1)[2]["reason"] == "not_owner"
