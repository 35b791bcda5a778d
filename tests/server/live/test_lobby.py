"""The lobby's protection against floods: a limit per visitor, a rate limit per address, absent players not listed, and
search on the server."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from gomoku.server.live import hub, lobby
from gomoku.server.ops import rate_limit
from gomoku.server.ops.settings import Settings
from gomoku.server.storage.store import sqlite_url
from tests.server.conftest import ThreadServer
from tests.support.waiting import TIMEOUT, wait_until

ME = {"type": "me", "name": "Flo"}
OPEN = {"type": "open"}


def create(page, title="", kind="listed", **options):
    """Create a room without entering it, as a flooding script would."""
    return page.command("create", options=options, first=ME, second=OPEN, kind=kind, title=title)


def wait_in(page, title, **options):
    """Create a room and wait in it."""
    room = create(page, title, **options)["room"]
    page.watch(room)
    return room


def found(page, **wanted):
    """Rooms of the lobby, in order."""
    page.send("lobby", on=True, **wanted)
    return page.until(lambda m: m["type"] == "lobby" and m.get("offset", 0) == wanted.get("offset", 0))


def titles(page, **wanted):
    return [line["title"] for line in found(page, **wanted)["rooms"]]


def test_one_visitor_opens_few_rooms(monkeypatch, ann, bob):
    monkeypatch.setattr(hub, "GONE_AFTER", 60)
    answers = [create(ann, f"flood {n}") for n in range(40)]
    assert sum(answer["type"] == "done" for answer in answers) == hub.MAX_OPEN_ROOMS
    assert {answer.get("reason") for answer in answers[hub.MAX_OPEN_ROOMS :]} == {"open_rooms"}
    assert len(titles(bob, search="flood")) == hub.MAX_OPEN_ROOMS
    # private rooms and local games do not count, and leaving a room makes space for another
    assert create(ann, kind="private")["type"] == "done"
    ann.command("stand", room=answers[0]["room"], player="P1")
    assert create(ann, "flood again")["type"] == "done"
    assert create(ann, "flood again")["reason"] == "open_rooms"


def test_an_address_opens_rooms_at_a_limited_rate(monkeypatch, server):
    """A new cookie for every room gains nothing."""
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))

    def answer():
        with server.page(headers={"X-Forwarded-For": "203.0.113.9"}) as page:
            return create(page)

    answers = [answer() for _ in range(40)]
    burst = round(hub.CREATION_RATE[1])
    assert [each["type"] for each in answers[:burst]] == ["done"] * burst
    assert {(each.get("reason"), each.get("wait")) for each in answers[burst:]} == {("too_fast", 10_000)}
    with server.page(headers={"X-Forwarded-For": "203.0.113.10"}) as other:
        assert create(other)["type"] == "done"


def test_rooms_whose_players_are_gone_are_not_listed(monkeypatch, server, ann, bob):
    monkeypatch.setattr(hub, "GONE_AFTER", 0.1)
    with server.page() as cleo:
        room = wait_in(cleo, "entered")
        create(cleo, "never entered")
        assert titles(ann, search="entered") == ["never entered", "entered"]
        ann.until(lambda m: m["type"] == "lobby_change" and m["line"] is None)
        assert titles(bob, search="entered") == ["entered"]
    ann.until(lambda m: m["type"] == "lobby_change" and m["room"] == room and m["line"] is None)
    assert titles(bob, search="entered") == []
    with server.page(cleo.cookie) as again:
        again.watch(room)
        ann.until(lambda m: m["type"] == "lobby_change" and m["room"] == room and m["line"])
        assert titles(bob, search="entered") == ["entered"]


def test_rooms_that_were_left_do_not_count_against_a_visitor(monkeypatch, server, ann):
    monkeypatch.setattr(hub, "GONE_AFTER", 0.05)
    for n in range(hub.MAX_OPEN_ROOMS):
        create(ann, f"forgotten {n}")
    with server.page() as bob:
        wait_until(lambda: not titles(bob, search="forgotten"))
    assert create(ann)["type"] == "done"


def test_players_who_vanished_with_the_server_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr(hub, "SWEEP_INTERVAL", 0.05)
    settings = Settings(sqlite_url(tmp_path / "games.sqlite"), engines=1)
    with ThreadServer(settings) as server, server.page() as ann:
        create(ann, "vanished")
    with ThreadServer(settings) as server, server.page() as bob:
        assert titles(bob) == ["vanished"]
        monkeypatch.setattr(hub, "PRESENCE_INTERVAL", 0.05)
        bob.until(lambda m: m["type"] == "lobby_change" and m["line"] is None)
        assert titles(bob) == []


@pytest.fixture
def short_list(monkeypatch):
    monkeypatch.setattr(lobby, "LOBBY_PAGE", 4)


def test_the_server_searches_all_rooms_and_sends_them_in_parts(short_list, server, ann):
    pages = [server.page() for _ in range(3)]
    try:
        wait_in(ann, "honest room", rules="renju")
        for page in pages:
            for n in range(3):
                wait_in(page, f"noise {n}")
        first = found(ann, search="noise")
        assert (len(first["rooms"]), first["total"]) == (4, 9)
        rest = [line["room"] for offset in (4, 8) for line in found(ann, search="noise", offset=offset)["rooms"]]
        assert len({line["room"] for line in first["rooms"]} | set(rest)) == 9
        # whatever is on top of it
        for wanted in ({"search": "honest"}, {"search": "RENJU room"}, {"rules": "renju"}):
            assert titles(ann, **wanted) == ["honest room"], wanted
        assert [line["title"] for line in ann.get("/api/rooms?rules=renju&open_only=true")["games"]] == ["honest room"]
        # by the titles that the page shows, in both languages
        with server.page() as cleo:
            wait_in(cleo, "", rules="freestyle", opening="swap2")
            for search in ("libre swap2", "Freestyle Flo"):
                assert [line["rules"] for line in found(ann, search=search)["rooms"]] == ["freestyle"], search
    finally:
        for page in pages:
            page.__exit__()


def test_open_seats_only(server, ann, bob):
    room = ann.create("me", "open", kind="listed")
    full = ann.create("me", "ai", kind="listed")
    listed = {line["room"] for line in found(bob, open_only=True)["rooms"]}
    assert room in listed
    assert full not in listed


def test_a_room_created_while_the_list_is_read_is_shown(monkeypatch, server, ann, bob):
    """The list read before is told after the change, and must not undo it."""
    store = server.app.state.hub.store
    listed = store.listed
    is_read, is_created = threading.Event(), threading.Event()

    async def slowly(*wanted):
        found = await listed(*wanted)
        is_read.set()
        await asyncio.to_thread(is_created.wait, TIMEOUT)
        return found

    monkeypatch.setattr(store, "listed", slowly)
    bob.send("lobby", on=True, search="meanwhile")
    assert is_read.wait(TIMEOUT)
    room = wait_in(ann, "meanwhile")
    is_created.set()
    assert bob.until(lambda m: m["type"] == "lobby")["rooms"] == []
    assert bob.until(lambda m: m["type"] == "lobby_change" and m["room"] == room)["line"]["title"] == "meanwhile"
