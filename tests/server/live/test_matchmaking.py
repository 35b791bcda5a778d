"""Matchmaking: pairs by rating, across processes, into rated rooms."""

import asyncio

import pytest
from sqlalchemy import select

from gomoku.server.live import matchmaking
from gomoku.server.ops.settings import Settings
from gomoku.server.rooms import seating
from gomoku.server.storage import tables
from gomoku.server.storage.store import Store
from tests.server.conftest import ThreadServer
from tests.server.page import new_id
from tests.support.waiting import wait_until

CLOCK = {"type": "fischer", "time": 300_000, "increment": 3_000}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(seating, "COUNTDOWN", 200)
    monkeypatch.setattr(matchmaking, "PAIRING_INTERVAL", 0.1)


@pytest.fixture(scope="module")
def other_server(server):
    """Another process on the same database."""
    with ThreadServer(Settings(server.app.state.settings.database, engines=1, engine_threads=1)) as running:
        yield running


def seek(page, name="Ann", rules="freestyle", clock=CLOCK, request=None):
    request = request or new_id()
    page.send("seek", id=request, rules=rules, clock=clock, name=name)
    return request


def paired(page, request):
    return page.until(lambda m: m["type"] == "paired" and m["id"] == request)["room"]


def begin(room, *pages):
    """Join as the page does, and get ready; the pages in seat order."""
    for page in pages:
        page.watch(room)
        assert page.command("ready", room=room, ready=True)["type"] == "done"
    for page in pages:
        page.until_state(room, lambda state: state["phase"] == "playing")
    state = pages[0].state(room)
    holders = {seat["holder"]["visitor"]: seat["player"] for seat in state["seats"]}
    return sorted(pages, key=lambda page: holders[page.me])


def play(room, first, second, stones=10):
    for number in range(stones):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        done = mover.play(room, number // 2 * 2, 9 * (number % 2))
        assert done["type"] == "done", done
        other.until_state(room, lambda state, ply=number + 1: state["ply"] == ply)


def test_two_equal_requests_are_paired_in_a_rated_room(server):
    with server.page() as ann, server.page() as bob:
        for page in (ann, bob):
            page.keep_name()
        request = seek(ann)
        news = ann.until(lambda m: m["type"] == "seeking")
        assert (news["id"], news["within"] >= 100, news["rating"]) == (request, True, 1500)
        other = seek(bob, "Bob")
        room = paired(ann, request)
        assert paired(bob, other) == room
        first, second = begin(room, ann, bob)
        state = first.state(room)
        assert state["options"]["rated"]
        assert [seat["elo"]["rating"] for seat in state["seats"]] == [1500, 1500]
        assert first.command("hint", room=room)["reason"] == "rated"
        play(room, first, second)
        first.command("resign", room=room)
        state = second.until_state(room, lambda state: state["seats"][0]["change"] is not None)
        assert [seat["change"] for seat in state["seats"]] == [-162, 162]
        assert [seat["elo"]["rating"] for seat in state["seats"]] == [1338, 1662]
        assert all(seat["elo"]["provisional"] for seat in state["seats"])
        # it is in both histories, with the rating changes
        for page in (ann, bob):
            (line,) = page.get("/api/games")["games"]
            assert line["changes"] == [-162, 162]
            assert line["names"] == [seat["name"] for seat in state["seats"]]
        assert bob.get("/api/games?search=ann%20freestyle")["total"] == 1
        owner = first if state["owner"] == first.me else second
        assert owner.http("DELETE", f"/api/games/{room}")[0] == 403, "a rated game cannot be deleted"
        # a rematch swaps seats and ratings
        first.command("restart", room=room)
        second.until_state(room, lambda state: state["offers"])
        second.command("reply", room=room, offer="restart", accept=True)
        state = first.until_state(room, lambda state: state["phase"] == "playing")
        assert [seat["elo"]["rating"] for seat in state["seats"]] == [1662, 1338]
        assert [seat["change"] for seat in state["seats"]] == [None, None]
        owner = first if state["owner"] == first.me else second
        assert owner.http("DELETE", f"/api/games/{room}")[0] == 403, "a rated game in play cannot be deleted"


def test_a_quick_game_of_a_guest_is_not_rated(server):
    with server.page() as ann, server.page() as bob:
        ann.keep_name()
        requests = [seek(ann, rules="omok"), seek(bob, "Bob", rules="omok")]
        room = paired(ann, requests[0])
        assert paired(bob, requests[1]) == room
        ann.watch(room)
        assert not ann.state(room)["options"]["rated"]


def rated_room(ann, bob, rules="freestyle"):
    """A rated game that has just begun."""
    room = ann.create("me", "open", kind="listed", rated=True, clock=CLOCK, rules=rules)
    bob.watch(room)
    assert bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})["type"] == "done"
    begin(room, ann, bob)
    return room


def test_throwaway_cookies_play_no_rated_games(server):
    """Rating farming: a visitor with a name, and any number of cookies to win against."""
    rated = {"rules": "freestyle", "rated": True, "clock": CLOCK}
    seat = {"type": "me", "name": "Nobody"}
    with server.page() as ann, server.page() as bob:
        create = {"options": rated, "first": seat, "second": {"type": "open"}, "kind": "listed"}
        assert bob.command("create", **create)["reason"] == "unkept"
        ann.keep_name()
        room = ann.create("me", "open", kind="listed", **rated)
        assert bob.command("sit", room=room, player="P2", who=seat)["reason"] == "unkept"
        # nor by a detour: a casual room that becomes rated once a guest sits there
        casual = ann.create("me", "open", kind="listed", rules="freestyle", clock=CLOCK)
        assert bob.command("sit", room=casual, player="P2", who=seat)["type"] == "done"
        assert ann.command("configure", room=casual, options=rated)["reason"] == "unkept"
        bob.keep_name()
        assert ann.command("configure", room=casual, options=rated)["type"] == "done"
        assert bob.command("sit", room=room, player="P2", who=seat)["type"] == "done"


def test_the_winner_of_a_rated_game_sees_the_change_when_the_other_leaves(server):
    with server.page() as ann, server.page() as bob:
        for page in (ann, bob):
            page.keep_name()
        room = rated_room(ann, bob)
        play(room, ann, bob)
        bob.command("stand", room=room, player="P2")
        last = ann.until_state(room, lambda state: state["last_game"])["last_game"]
        assert (last["rated"], last["changes"]) == (True, [162, -162])
        assert [elo["rating"] for elo in last["elos"]] == [1662, 1338]


def test_one_s_own_second_account_is_no_opponent(server):
    home = {"headers": {"X-Forwarded-For": "203.0.113.77"}}
    with server.page(**home) as ann, server.page(**home) as bob:
        for page in (ann, bob):
            page.keep_name()
        room = rated_room(ann, bob)
        play(room, ann, bob)
        bob.command("resign", room=room)
        state = ann.until_state(room, lambda state: state["uncounted"])
        assert state["uncounted"] == "same_address"
        assert [seat["change"] for seat in state["seats"]] == [None, None]
        assert ann.get("/api/me")["standings"] == []


def test_visitors_at_two_processes_are_paired(server, other_server):
    with server.page() as ann, other_server.page() as bob, other_server.page() as cleo:
        requests = [seek(page, name) for page, name in ((ann, "Ann"), (bob, "Bob"))]
        room = paired(ann, requests[0])
        assert paired(bob, requests[1]) == room
        late = seek(cleo, "Cleo")
        assert cleo.until(lambda m: m["type"] == "seeking")["id"] == late
        # a repeated request after a reconnect gets the room
        ann.send("seek", id=requests[0], rules="freestyle", clock=CLOCK, name="Ann")
        assert paired(ann, requests[0]) == room
        assert not [m for m in cleo.so_far() if m["type"] == "paired"], "paired once only"


def test_different_requests_and_the_same_visitor_are_not_paired(server):
    with server.page() as ann, server.page() as bob, server.page() as cleo, server.page(ann.cookie) as tab:
        seek(ann, rules="renju")
        seek(bob, rules="pente")
        seek(cleo, rules="renju", clock={**CLOCK, "increment": 0})
        again = seek(tab, rules="renju")
        assert tab.until(lambda m: m["type"] == "seeking" and m["since"])["id"] == again
        heard = [m for page in (ann, bob, cleo, tab) for m in page.so_far()]
        assert not [m for m in heard if m["type"] == "paired"]
        assert [m for m in ann.heard if m["type"] == "seeking" and m["since"] is None], (
            "the second request replaces the first"
        )


def waiting(server) -> set[str]:
    """Visitors in the queue."""

    async def read() -> set[str]:
        store = await Store.open(server.app.state.settings.database)
        try:
            return await store.read(lambda connection: set(connection.scalars(select(tables.seek.c.visitor))))
        finally:
            await store.close()

    return asyncio.run(read())


def test_cancelled_requests_and_closed_pages_are_not_paired(server):
    with server.page() as ann, server.page() as bob:
        request = seek(ann, rules="caro")
        ann.until(lambda m: m["type"] == "seeking")
        ann.send("unseek", id=request)
        ann.until(lambda m: m["type"] == "seeking" and m["since"] is None)
        with server.page() as gone:
            seek(gone, rules="caro")
            gone.until(lambda m: m["type"] == "seeking")
        wait_until(lambda: gone.me not in waiting(server), what="a closed page still waits")
        request = seek(bob, rules="caro")
        assert bob.until(lambda m: m["type"] in ("seeking", "paired"))["type"] == "seeking"
        assert not [m for m in bob.so_far() if m["type"] == "paired"]


def test_invalid_requests_are_refused(server):
    with server.page() as ann:
        name = seek(ann, rules="42;three=flank")
        refused = ann.until(lambda m: m["type"] == "refused")
        assert (refused["id"], refused["reason"]) == (name, "bad_options")
        ann.send("seek", id="a", rules="42", clock={"type": "none"})
        assert ann.until(lambda m: m["type"] == "refused")["reason"] == "malformed"


def test_a_rated_game_survives_a_kill(start_process):
    """The result is counted once, though the server is killed right after it is acknowledged."""
    server = start_process()
    ann, bob = server.page(), server.page()
    with ann, bob:
        for page in (ann, bob):
            page.keep_name()
        room = ann.create("me", "open", kind="listed", rated=True, clock=CLOCK, rules="freestyle")
        bob.watch(room)
        bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        begin(room, ann, bob)
        play(room, ann, bob)
        name = new_id()
        assert ann.command("resign", id=name, room=room)["type"] == "done"
        server.kill()
    server = start_process()
    with server.page(ann.cookie) as ann, server.page(bob.cookie) as bob:
        assert ann.command("resign", id=name, room=room)["type"] == "done", "a repeated command is acknowledged"
        ann.watch(room)
        assert [seat["change"] for seat in ann.state(room)["seats"]] == [-162, 162]
        server.kill()
    server = start_process()
    with server.page(ann.cookie) as ann, server.page(bob.cookie) as bob:
        for page, rating, wins in ((ann, 1338, 0), (bob, 1662, 1)):
            (standing,) = page.get("/api/me")["standings"]
            assert (standing["elo"]["rating"], standing["elo"]["games"], standing["wins"]) == (rating, 1, wins)


def test_a_seek_is_listed_taken_and_gone(server, other_server):
    with server.page() as ann, other_server.page() as bob:
        wish = {"clock": CLOCK, "name": "Ann", "also": ["omok"], "player": "P1", "rated": False, "most": 1600}
        ann.send("seek", id="wish", rules="caro", **wish)
        ann.until(lambda m: m["type"] == "seeking")
        (listed,) = [each for each in bob.get("/api/seeks")["seeks"] if each["visitor"] == ann.me]
        assert (listed["rules"], listed["rated"], listed["player"], listed["most"]) == (
            ["caro", "omok"],
            False,
            "P1",
            1600,
        )
        bob.send("take", id="mine", seeker=ann.me, name="Bob")
        room = paired(bob, "mine")
        assert paired(ann, "wish") == room
        bob.watch(room)
        assert [seat["name"] for seat in bob.state(room)["seats"]] == ["Ann", "Bob"]
        bob.send("take", id="again", seeker=ann.me, name="Bob")
        assert bob.until(lambda m: m["type"] == "refused")["reason"] == "seat_taken"
        ann.send("seek", id="other", rules="caro", clock=CLOCK, rated=True)
        assert ann.until(lambda m: m["type"] == "refused")["reason"] == "unkept"
