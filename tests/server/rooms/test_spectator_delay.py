"""Spectator delay: no path reveals the players' state early."""

import json
from contextlib import contextmanager

import pytest

from gomoku.rules import Player
from gomoku.server.live import hub
from gomoku.server.rooms import seating, spectator_delay, views
from gomoku.server.rooms.room import apply, fold
from gomoku.server.wire import events
from gomoku.server.wire.values import EndedBy, Options, Person, RoomKind

DELAY = 1_500
"""Milliseconds, for tests that wait for the end of the delay."""
LONG = 600_000
"""Milliseconds, the longest delay, for tests in which it must not end."""


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 200)
    monkeypatch.setattr(hub, "IDLE", 0.0)


@contextmanager
def playing(server, delay):
    """Two players, a spectator, and a room with a started game."""
    with server.page() as ann, server.page() as bob, server.page() as cleo:
        clock = {"type": "fischer", "time": 300_000, "increment": 0}
        room = ann.create("me", "open", kind="listed", delay=delay, clock=clock)
        for page in (bob, cleo):
            page.watch(room)
        bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        for page in (ann, bob):
            page.command("ready", room=room, ready=True)
        for page in (ann, bob, cleo):
            page.until_state(room, lambda state: state["phase"] == "playing")
        yield ann, bob, cleo, room


@pytest.fixture
def table(server):
    with playing(server, LONG) as table:
        yield table


def move(ann, bob, room):
    assert ann.play(room, 9, 9)["type"] == "done"
    bob.until_state(room, lambda state: state["ply"] == 1)


def test_spectators_see_a_move_after_the_delay(server):
    with playing(server, DELAY) as (ann, bob, cleo, room):
        watch = server.stopwatch()
        move(ann, bob, room)
        assert cleo.get(f"/api/games/{room}")["state"]["ply"] == 0
        cleo.until_state(room, lambda state: state["ply"] == 1)
        assert cleo.get(f"/api/games/{room}")["state"]["ply"] == 1, "what small boards show"
        assert watch.wall() * 1000 > DELAY - 100
        assert watch.seconds() * 1000 < DELAY + 1500
        assert cleo.cells(room) == [(9, 9)]
        # clocks of the state shown
        bob.play(room, 8, 8)
        spent = watch.wall() * 1000
        cleo.until_state(room, lambda state: state["ply"] == 2)
        left = cleo.state(room)["seats"][1]["clock"]["left"]
        assert 300_000 - spent - 100 < left < 300_000


def test_no_other_path_is_earlier(table):
    ann, bob, cleo, room = table
    cleo.send("follow", room=room, on=True)
    move(ann, bob, room)
    ann.command("hint", room=room)
    started = len(cleo.heard)
    # the room over HTTP, as files, as a link and as a study
    assert ann.get(f"/api/games/{room}")["state"]["ply"] == 1
    assert cleo.get(f"/api/games/{room}")["state"]["ply"] == 0
    assert cleo.get(f"/api/games/{room}")["actions"] == []
    for format in ("sgf", "psq", "pos", "txt", "svg", "link"):
        mine, theirs = (page.http("GET", f"/api/games/{room}/export/{format}")[2] for page in (ann, cleo))
        assert mine != theirs, format
    assert ann.get(f"/api/games/{room}/link") != cleo.get(f"/api/games/{room}/link")
    assert cleo.get(f"/api/study/game/{room}") != ann.get(f"/api/study/game/{room}")
    assert cleo.http("GET", f"/api/games/{room}/export/txt?move=1")[0] == 400
    # the list of rooms
    (line,) = [line for line in cleo.get("/api/rooms")["games"] if line["room"] == room]
    assert (line["actions"], line["stones_played"], line["last"]) == (0, 0, None)
    assert set("".join(line["rows"])) == {"."}
    cleo.send("lobby", on=True)
    rooms = cleo.until(lambda m: m["type"] == "lobby")["rooms"]
    (line,) = [each for each in rooms if each["room"] == room]
    assert (line["delay"], line["clocks"], line["running"]) == (LONG, None, None)
    assert [line["actions"] for line in rooms if line["room"] == room] == [0]
    # the socket again: a ping, and a page that reconnects with no or an old seq
    cleo.send("ping", sent=1)
    seq = cleo.until(lambda m: m["type"] == "pong")["rooms"][room]
    assert seq == cleo.rooms[room]["seq"] < ann.rooms[room]["seq"]
    cleo.watch(room)
    assert cleo.state(room)["ply"] == 0
    cleo.watch(room, since=seq)
    cleo.rooms[room]["seq"] = seq - 1
    cleo.watch(room, since=seq - 1)
    cleo.send("ping", sent=2)
    cleo.until(lambda m: m["type"] == "pong" and m["sent"] == 2)
    early = cleo.heard[started:]
    assert not [m for m in early if m["type"] in ("thinking", "suggestion", "belief")]
    assert all(m["state"]["ply"] == 0 for m in early if m["type"] in ("snapshot", "update"))
    assert "[9,9]" not in json.dumps(early, separators=(",", ":"))
    bob.command("resign", room=room)
    cleo.until_state(room, lambda state: state["ply"] == 1)


def test_end_of_the_game_releases_everything(table):
    ann, bob, cleo, room = table
    move(ann, bob, room)
    bob.command("resign", room=room)
    cleo.until_state(room, lambda state: state["phase"] == "over")  # long before the end of the delay
    assert cleo.cells(room) == [(9, 9)]
    assert cleo.get(f"/api/games/{room}")["state"]["ply"] == 1


def test_spectator_chat_is_not_delayed(table):
    ann, _, cleo, room = table
    done = cleo.command("say", room=room, text="hello", name="Cleo")
    assert (done["type"], done["seq"]) == ("done", cleo.rooms[room]["seq"]), "the number of events is hidden too"
    ann.until(lambda m: m["type"] == "update" and m["event"]["type"] == "said")


def test_delay_is_validated(server):
    with server.page() as ann:
        me, ai = {"type": "me"}, {"type": "ai", "level": 1}
        for options, reason in (
            ({"delay": 1000}, "bad_options"),
            ({"delay": -1}, "malformed"),
            ({"delay": 10**7}, "malformed"),
        ):
            assert ann.command("create", options=options, first=me, second=ai)["reason"] == reason


# --- DelayedView ---


def history():
    people = (Person("ann"), Person("bob"))
    options = Options("freestyle", delay=1000)
    yield events.Created(at=0, by="ann", kind=RoomKind.LISTED, options=options, holders=people)
    yield events.Started(at=100)
    for number, at in enumerate((200, 900, 1700)):
        yield events.Placed(at=at, player=(Player.P1, Player.P2)[number % 2], cell=(number, 0), ms=1)


@pytest.mark.parametrize(("now", "plies"), [(150, 0), (1199, 0), (1200, 1), (1900, 2), (2699, 2), (2700, 3)])
def test_rebuilt_view_shows_what_is_due(now, plies):
    """As after a restart of the server."""
    room = fold("room", history())
    found = spectator_delay.rebuild("room", history(), now)
    assert found.visible_to(room, "cleo").ply == plies
    assert found.visible_to(room, "cleo").phase == "playing"
    assert found.visible_to(room, "ann").ply == 3
    ended = events.Ended(at=now, by=EndedBy.RESIGNATION, winner=Player.P1)
    over = apply("room", room, ended)
    assert len(found.add(spectator_delay.Transition(room, ended, over))) == 4 - plies
    assert found.visible_to(over, "cleo") is over
    assert views.summary_of(room).actions == 0
    assert views.summary_of(over).actions == 3
