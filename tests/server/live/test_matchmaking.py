"""Quick games: pairs of about the same rating, in whichever process they wait; rated from the first stone."""

import asyncio
from types import SimpleNamespace

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
    monkeypatch.setattr(matchmaking, "LOOK", 0.1)


@pytest.fixture(scope="module")
def other_server(server):
    """Another process of the same database."""
    with ThreadServer(Settings(server.app.state.settings.database, engines=1, engine_threads=1)) as running:
        yield running


def seek(page, name="Ann", rules="freestyle", clock=CLOCK, wish=None):
    wish = wish or new_id()
    page.send("seek", id=wish, rules=rules, clock=clock, name=name)
    return wish


def paired(page, wish):
    return page.until(lambda m: m["type"] == "paired" and m["id"] == wish)["room"]


def begin(room, *pages):
    """As the page does it: whoever comes is ready."""
    for page in pages:
        page.watch(room)
        assert page.command("ready", room=room, ready=True)["type"] == "done"
    for page in pages:
        page.until_state(room, lambda state: state["phase"] == "playing")
    state = pages[0].state(room)
    holders = {seat["holder"]["visitor"]: seat["player"] for seat in state["seats"]}
    return sorted(pages, key=lambda page: holders[page.me])


def play(room, first, second, stones=6):
    for number in range(stones):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        done = mover.play(room, number // 2 * 2, 9 * (number % 2))
        assert done["type"] == "done", done
        other.until_state(room, lambda state, ply=number + 1: state["ply"] == ply)


def test_two_who_want_the_same_meet_in_a_rated_room(server):
    with server.page() as ann, server.page() as bob:
        wish = seek(ann)
        news = ann.until(lambda m: m["type"] == "seeking")
        assert (news["id"], news["within"] >= 100, news["rating"]) == (wish, True, 1500)
        other = seek(bob, "Bob")
        room = paired(ann, wish)
        assert paired(bob, other) == room
        first, second = begin(room, ann, bob)
        state = first.state(room)
        assert state["options"]["rated"]
        assert [seat["elo"]["rating"] for seat in state["seats"]] == [1500, 1500]
        assert first.command("hint", room=room)["reason"] == "rated"
        play(room, first, second)
        first.command("resign", room=room)
        state = second.until_state(room, lambda state: state["seats"][0]["change"] is not None)
        assert [seat["change"] for seat in state["seats"]] == [-20, 20]
        assert [seat["elo"]["rating"] for seat in state["seats"]] == [1480, 1520]
        assert all(seat["elo"]["provisional"] for seat in state["seats"])
        # it is in both histories, with what it changed
        for page in (ann, bob):
            (line,) = page.get("/api/games")["games"]
            assert line["changes"] == [-20, 20]
            assert line["names"] == [seat["name"] for seat in state["seats"]]
        assert bob.get("/api/games?search=ann%20freestyle")["total"] == 1
        owner = first if state["owner"] == first.me else second
        assert owner.http("DELETE", f"/api/games/{room}")[0] == 400, "it is both players' own"
        # places are changed in a rematch, and ratings with them
        first.command("restart", room=room)
        second.until_state(room, lambda state: state["offers"])
        second.command("reply", room=room, offer="restart", accept=True)
        state = first.until_state(room, lambda state: state["phase"] == "playing")
        assert [seat["elo"]["rating"] for seat in state["seats"]] == [1520, 1480]
        assert [seat["change"] for seat in state["seats"]] == [None, None]
        owner = first if state["owner"] == first.me else second
        assert owner.http("DELETE", f"/api/games/{room}")[0] == 400, "it is being played"


def test_two_processes_of_one_database(server, other_server):
    with server.page() as ann, other_server.page() as bob, other_server.page() as cleo:
        wishes = [seek(page, name) for page, name in ((ann, "Ann"), (bob, "Bob"))]
        room = paired(ann, wishes[0])
        assert paired(bob, wishes[1]) == room
        late = seek(cleo, "Cleo")
        assert cleo.until(lambda m: m["type"] == "seeking")["id"] == late
        assert not [m for m in cleo.listen(0.4) if m["type"] == "paired"], "nobody is paired twice"
        # whoever lost the connection and asks again is told
        ann.send("seek", id=wishes[0], rules="freestyle", clock=CLOCK, name="Ann")
        assert paired(ann, wishes[0]) == room


def test_other_wishes_and_oneself_do_not_fit(server):
    with server.page() as ann, server.page() as bob, server.page() as cleo, server.page(ann.cookie) as tab:
        seek(ann, rules="renju")
        seek(bob, rules="pente")
        seek(cleo, rules="renju", clock={**CLOCK, "increment": 0})
        again = seek(tab, rules="renju")
        assert tab.until(lambda m: m["type"] == "seeking" and m["since"])["id"] == again
        heard = [m for page in (ann, bob, cleo, tab) for m in page.listen(0.4)]
        assert not [m for m in heard if m["type"] == "paired"]
        assert [m for m in ann.heard if m["type"] == "seeking" and m["since"] is None], (
            "the second wish replaces the first"
        )


def waiting(server) -> set[str]:
    """Visitors whose wish for a game stands in the database."""

    async def read() -> set[str]:
        store = await Store.open(server.app.state.settings.database)
        try:
            return await store.read(lambda connection: set(connection.scalars(select(tables.seek.c.visitor))))
        finally:
            await store.close()

    return asyncio.run(read())


def test_cancelled_and_left(server):
    with server.page() as ann, server.page() as bob:
        wish = seek(ann, rules="caro")
        ann.until(lambda m: m["type"] == "seeking")
        ann.send("unseek", id=wish)
        ann.until(lambda m: m["type"] == "seeking" and m["since"] is None)
        with server.page() as gone:
            seek(gone, rules="caro")
            gone.until(lambda m: m["type"] == "seeking")
        wait_until(lambda: gone.me not in waiting(server), what="a page that is gone still waits")
        seek(bob, rules="caro")
        assert not [m for m in bob.listen(0.5) if m["type"] == "paired"]


def test_what_cannot_be_sought(server):
    with server.page() as ann:
        name = seek(ann, rules="42;three=flank")
        refused = ann.until(lambda m: m["type"] == "refused")
        assert (refused["id"], refused["reason"]) == (name, "bad_options")
        ann.send("seek", id="a", rules="42", clock={"type": "none"})
        assert ann.until(lambda m: m["type"] == "refused")["reason"] == "malformed"


def test_a_rated_game_survives_a_kill(start_process):
    """Killed as soon as the end of the game is acknowledged, or before it is: it counts once in the end."""
    server = start_process()
    ann, bob = server.page(), server.page()
    with ann, bob:
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
        assert ann.command("resign", id=name, room=room)["type"] == "done", "sent again, it was done already"
        ann.watch(room)
        assert [seat["change"] for seat in ann.state(room)["seats"]] == [-20, 20]
        server.kill()
    server = start_process()
    with server.page(ann.cookie) as ann, server.page(bob.cookie) as bob:
        for page, rating, wins in ((ann, 1480, 0), (bob, 1520, 1)):
            (standing,) = page.get("/api/me")["standings"]
            assert (standing["elo"]["rating"], standing["elo"]["games"], standing["wins"]) == (rating, 1, wins)


def waits(visitor, rating, since, rules="42"):
    return SimpleNamespace(visitor=visitor, rating=rating, since=since, rules=rules, clock="c")


def test_the_nearest_is_taken_and_the_search_widens():
    ann, bob, cleo = waits("ann", 1500, 0), waits("bob", 1590, 0), waits("cleo", 1450, 0)
    assert matchmaking.best_for(ann, (ann, bob, cleo), 0) is cleo
    assert matchmaking.best_for(ann, (ann, bob), 0) is bob
    far = waits("dan", 1900, 0)
    assert matchmaking.best_for(ann, (ann, far), 14_000) is None
    assert matchmaking.best_for(ann, (ann, far), 15_000) is far
    # it widens for both: who has just come is not given away to who has waited long
    late = waits("eve", 1900, 60_000)
    assert matchmaking.best_for(ann, (ann, late), 61_000) is None
