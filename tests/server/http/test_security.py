"""Rude strangers: each is refused and logged, and a game that others play meanwhile goes on undisturbed."""

import asyncio
import json
import logging
import os
import re
import socket
import sqlite3
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gomoku.server.http import connection_limits, openapi
from gomoku.server.ops.settings import Settings
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.identity import COOKIE, Identity
from gomoku.server.rooms import seating
from gomoku.server.storage.store import Store, sqlite_url
from gomoku.server.wire import messages
from tests.server.conftest import ThreadServer
from tests.server.http.test_openapi import routes_of
from tests.server.http.test_sockets import frame, handshake
from tests.server.page import Page, request
from tests.support.stopwatch import Stopwatch
from tests.support.waiting import TIMEOUT, wait_until

SAFE = ("GET", "HEAD", "OPTIONS")


@contextmanager
def undisturbed(server: ThreadServer, moves: int = 3) -> Iterator[None]:
    """A game that two others play while something happens: all of its moves are made, and none takes long."""
    done = threading.Event()
    slowest = [0.0]
    played = [0]
    failed: list[BaseException] = []

    def play() -> None:
        try:
            with server.page() as cleo:
                room = cleo.create("me", "me", rules="freestyle;size=52")
                while not done.is_set() or played[0] < moves:
                    watch = Stopwatch(os.getpid())
                    cell = (played[0] % 52, 2 * (played[0] // 52) % 52)
                    assert cleo.play(room, *cell)["type"] == "done"
                    slowest[0] = max(slowest[0], watch.seconds())
                    played[0] += 1
                    if cleo.state(room)["outcome"] or played[0] % 40 == 0:
                        room, played[0] = cleo.create("me", "me", rules="freestyle;size=52"), played[0] + 1
                    time.sleep(0.05)  # slower than the limit of messages
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        wait_until(lambda: played[0] or failed, what="the game does not begin")
        yield
    finally:
        done.set()
        thread.join(TIMEOUT)
    assert not failed, failed
    assert played[0] >= moves
    assert slowest[0] < 2, f"a move took {slowest[0]:.2f} s"


@contextmanager
def noted(caplog: pytest.LogCaptureFixture, *words: str) -> Iterator[None]:
    """What happens inside stands in the log."""
    caplog.clear()
    with caplog.at_level(logging.WARNING, "gomoku.server"):
        yield
    text = "\n".join(record.getMessage() for record in caplog.records)
    for word in words:
        assert word in text, text


# --- requests from elsewhere ---

FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)


def changing_routes(server: ThreadServer) -> list[tuple[str, str]]:
    """Every route of the app that is not only for looking, with something in its parameters."""
    routes = sorted(route.split() for route in routes_of(server.app))
    found = [(method, re.sub(r"{\w+}", "x", path)) for method, path in routes if method not in SAFE]
    assert len(found) > 15, found
    return found


def contents(server: ThreadServer) -> dict[str, list[Any]]:
    """All that the database holds, but for what time itself changes."""
    path = server.app.state.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names if name != "setting"}
    database.close()
    return found


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_route_that_changes_something_can_be_reached_from_another_site(server, ann, headers, caplog):
    """Whatever route is added to the app: the list is the app's own."""
    before = contents(server)
    for method, path in changing_routes(server):
        with noted(caplog, "refused: foreign", path):
            status, answer_headers, body = ann.http(method, path, b"{}", headers)
        assert (status, json.loads(body)["reason"]) == (403, "foreign"), (method, path)
        assert "access-control-allow-origin" not in answer_headers
        assert "set-cookie" not in answer_headers
    assert contents(server) == before


def test_the_same_requests_from_our_own_page_are_not_foreign(server, ann):
    """Or the test before would prove nothing."""
    for method, path in changing_routes(server):
        if path == "/api/sign-out":
            continue
        headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
        _, _, body = ann.http(method, path, b"?", headers)
        assert b'"foreign"' not in body, (method, path)


def test_looking_changes_nothing(server, ann):
    """What a link or a picture on another site can do: every route for looking, with a cookie."""
    room = ann.create("me", "me")
    before = contents(server)
    paths = {route.split()[1] for route in routes_of(server.app) if route.startswith("GET ")}
    names = {"room": room, "name": "x", "text": "x", "format": "sgf", "path": "games", "rest": "x"}
    for path in paths:
        ann.http("GET", path.format(**names), headers={"Sec-Fetch-Site": "cross-site"})
    assert contents(server) == before
    assert len(paths) > 20


def test_a_preflight_grants_nothing(server, ann):
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "DELETE"}
    for _, path in changing_routes(server):
        _, answer, _ = ann.http("OPTIONS", path, headers=headers)
        assert not [name for name in answer if name.startswith("access-control-")]


def test_a_socket_from_another_site_is_refused(server, ann, caplog):
    for headers in FOREIGN:
        with noted(caplog, "refused: foreign"), pytest.raises(InvalidStatus) as refused:
            server.page(ann.cookie, headers=headers)
        assert refused.value.response.status_code == 403


def test_what_strangers_write_stays_on_one_line_of_the_log(server, ann, caplog):
    with noted(caplog, "refused: foreign"):
        ann.http("DELETE", "/api/games/%0aINFO%20all%20is%20well%1b[31m", headers={"Origin": "https://evil.example"})
    assert all(record.getMessage().isprintable() for record in caplog.records)


def test_no_key_stands_in_the_log(server, ann, caplog):
    """Neither the id of a room, which is the key to a private one, nor that of a visitor, nor a cookie."""
    room = ann.create("me", "open", kind="private")
    with noted(caplog, "refused: foreign"), server.page() as mallory:
        ann.http("DELETE", f"/api/games/{room}", headers={"Origin": "https://evil.example"})
        mallory.watch(room)
        mallory.command("kick", room=room, player="P1")
    for key in (room, ann.me, mallory.me, ann.cookie):
        assert key not in caplog.text


# --- cookies ---


def test_a_forged_cookie_is_nobody(server, ann):
    value = ann.cookie.partition("=")[2]
    visitor, _, signature = value.rpartition(".")
    other = Identity("another server's secret").cookie(ann.me, False).split(";")[0].partition("=")[2]
    forged = [
        f"{visitor}.",
        visitor,
        f".{signature}",
        f"{visitor}.{signature[:-1]}",
        f"{visitor}.{signature[::-1]}",
        f"{visitor[:-1]}{'B' if visitor[-1] == 'A' else 'A'}.{signature}",
        f"{visitor.upper()}.{signature}",
        f"bot-{visitor}.{signature}",
        f"{visitor}.{signature}.{signature}",
        other,
        "\\" * 100,
        "x" * 4000,
    ]
    for value in forged:
        status, headers, body = request(server.address, "GET", "/api/me", headers={"Cookie": f"{COOKIE}={value}"})
        assert status == 200
        assert json.loads(body)["id"] != ann.me, value
        assert headers["set-cookie"].startswith(f"{COOKIE}="), "it is somebody new"


def test_a_cookie_is_kept_from_scripts_and_other_sites(server):
    _, headers, _ = request(server.address, "GET", "/api/me")
    flags = {flag.strip().lower() for flag in headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert not any(flag.startswith("domain") for flag in flags), "no other name shares it"
    secured = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    _, headers, _ = request(server.address, "GET", "/api/me", headers=secured)
    assert "; Secure" in headers["set-cookie"]


def test_signing_in_gives_another_cookie(server, ann):
    """A cookie that somebody planted in a browser before does not become the account."""
    wish = {"name": "Ann the first", "passphrase": "correct horse battery"}
    assert ann.http("POST", "/api/me/passphrase", json.dumps(wish).encode())[0] == 200
    with server.page() as planted:
        before = planted.cookie
        status, headers, body = planted.http("POST", "/api/sign-in", json.dumps(wish).encode())
        assert status == 200, body
        assert json.loads(body)["id"] == ann.me
        given = headers["set-cookie"].split(";")[0]
        assert given != before
        assert json.loads(request(server.address, "GET", "/api/me", headers={"Cookie": given})[2])["id"] == ann.me
        old = request(server.address, "GET", "/api/me", headers={"Cookie": before})
        assert json.loads(old[2])["id"] == planted.me != ann.me


def test_a_stolen_cookie_is_worth_nothing_once_its_owner_has_set_a_passphrase(server, ann, caplog):
    """It cannot be told from the owner's own; but the owner can get rid of it."""
    stolen = ann.cookie
    room = ann.create("me", "me")
    with server.page(stolen) as thief:
        assert thief.me == ann.me
        wish = {"name": "Ann the second", "passphrase": "correct horse battery"}
        status, headers, body = ann.http("POST", "/api/me/passphrase", json.dumps(wish).encode())
        assert status == 200, body
        fresh = headers["set-cookie"].split(";")[0]
        with pytest.raises(ConnectionClosed):
            thief.until(lambda m: False, timeout=TIMEOUT)
    with noted(caplog, "refused: old_cookie"), server.page(stolen) as thief:
        assert thief.me != ann.me
        thief.watch(room)
        assert thief.play(room, 9, 9)["reason"] == "not_seated"
    assert request(server.address, "DELETE", f"/api/games/{room}", headers={"Cookie": stolen})[0] == 403
    with server.page(fresh) as owner:
        assert owner.me == ann.me
    changed = {**wish, "current": wish["passphrase"], "passphrase": "another horse battery"}
    status, headers, _ = request(
        server.address, "POST", "/api/me/passphrase", json.dumps(changed).encode(), {"Cookie": fresh}
    )
    assert status == 200
    assert json.loads(request(server.address, "GET", "/api/me", headers={"Cookie": fresh})[2])["id"] != ann.me
    wish["passphrase"] = changed["passphrase"]
    signed_in = request(server.address, "POST", "/api/sign-in", json.dumps(wish).encode())
    again = signed_in[1]["set-cookie"].split(";")[0]
    assert json.loads(request(server.address, "GET", "/api/me", headers={"Cookie": again})[2])["id"] == ann.me


def test_other_processes_learn_of_new_cookies(tmp_path):
    """And a server that was started later."""

    async def renew() -> None:
        store = await Store.open(sqlite_url(tmp_path / "a.sqlite"))
        one, other = CookieEpochs(store), CookieEpochs(store)
        assert await one.renew("ann") == 1
        assert await one.renew("ann") == 2
        assert other.of("ann") == 0
        await other.refresh()
        assert (other.of("ann"), other.of("bob")) == (2, 0)
        await store.close()

    asyncio.run(renew())


# --- another's seat ---


def command_of(kind: type, room: str, state: dict[str, Any]) -> dict[str, Any]:
    """A command that its rightful giver could give."""
    fields = {
        "cell": [5, 5],
        "ply": state["ply"],
        "answer": "black",
        "offer": "undo",
        "accept": True,
        "color": "X",
        "stone": "coral",
        "player": "P1",
        "name": "Mallory",
        "title": "Mine",
        "options": state["options"],
        "level": 1,
        "who": {"type": "me", "name": "Mallory"},
        "ready": False,
        "swap": True,
        "text": "hello",
    }
    known = {field for field in kind.__struct_fields__ if field in fields}  # type: ignore[attr-defined]
    return {field: fields[field] for field in known} | {"room": room}


def test_nobody_acts_in_anothers_place(server, ann, caplog, monkeypatch):
    """Every command there is, given by a stranger in the middle of a game: the list is the wire's own."""
    monkeypatch.setattr(seating, "COUNTDOWN", 50)
    with server.page() as bob, server.page() as mallory:
        room = ann.create("me", "open", kind="listed", rules="freestyle;size=15")
        bob.watch(room)
        bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})
        for page in (ann, bob):
            page.command("ready", room=room, ready=True)
        ann.until_state(room, lambda state: state["phase"] == "playing")
        ann.play(room, 7, 7)
        bob.until_state(room, lambda state: state["ply"] == 1)
        bob.play(room, 8, 8)
        ann.until_state(room, lambda state: state["ply"] == 2)
        assert bob.command("undo", room=room)["type"] == "done"  # there is an offer to be meddled with
        ann.until_state(room, lambda state: state["offers"])
        mallory.watch(room)
        before = ann.get(f"/api/games/{room}")["seq"]
        with noted(caplog, "refused: not_seated", "refused: not_owner"):
            for kind in messages.RoomCommand.__args__:
                tag = kind.__struct_config__.tag
                if tag == "say":
                    continue  # anybody may speak
                answer = mallory.command(tag, **command_of(kind, room, ann.state(room)))
                assert answer["type"] == "refused", tag
        assert mallory.http("DELETE", f"/api/games/{room}")[0] == 403
        assert ann.get(f"/api/games/{room}")["seq"] == before
        assert bob.play(room, 3, 3)["reason"] == "not_your_turn", "nor does a player move for the other"
        assert bob.command("rename", room=room, player="P1", name="x")["reason"] == "not_seated"
        assert bob.command("reply", room=room, offer="undo", accept=True)["reason"] == "no_offer"


# --- frames ---


def raw(server: ThreadServer, cookie: str, extra: str = "") -> socket.socket:
    """An open socket, without a library that would not send what follows."""
    there = socket.create_connection(server.listener.getsockname(), 10)
    asked = handshake(cookie).replace(b"\r\n\r\n", f"\r\n{extra}\r\n".encode() if extra else b"\r\n\r\n")
    there.sendall(asked + (b"\r\n" if extra else b""))
    assert b"101 Switching Protocols" in there.recv(2000)
    return there


def framed(first: int, payload: bytes, masked: bool = True) -> bytes:
    size = len(payload)
    mark = 0x80 if masked else 0
    if size < 126:
        head = bytes([first, mark | size])
    elif size < 65536:
        head = bytes([first, mark | 126]) + struct.pack(">H", size)
    else:
        head = bytes([first, mark | 127]) + struct.pack(">Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def closed_by_server(there: socket.socket) -> bool:
    """Does the server end it within a moment?"""
    there.settimeout(TIMEOUT)
    try:
        while there.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


FRAMES = {
    "unmasked": framed(0x81, b'{"type": "ping"}', masked=False),
    "unknown kind": framed(0x83, b"x"),
    "reserved bits": framed(0xF1, b"x"),
    "no text": framed(0x81, b"\xff\xfe\xfd"),
    "a continuation of nothing": framed(0x80, b"x"),
    "a long ping": framed(0x89, b"x" * 200),
    "a ping in parts": framed(0x09, b"x"),
    "too big": framed(0x81, b"x" * 200_000),
    "says it is huge": b"\x81\xff" + struct.pack(">Q", 2**62) + b"\0\0\0\0",
    "no end of parts": framed(0x01, b"x" * 60_000) + framed(0x00, b"x" * 60_000) * 3,
    "half a close": framed(0x88, b"\x03"),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_broken_frame_ends_that_socket_alone(server, ann, name):
    with undisturbed(server), raw(server, ann.cookie) as there:
        there.sendall(FRAMES[name])
        assert closed_by_server(there)
    ann.send("ping", sent=1)
    assert ann.until(lambda m: m["type"] == "pong"), "the other socket of the same visitor lives"


def test_a_message_that_unpacks_to_much_is_cut_off(server, ann):
    """A few kilobytes on the way, ten megabytes in memory."""
    with raw(server, ann.cookie, "Sec-WebSocket-Extensions: permessage-deflate") as there:
        packer = zlib.compressobj(9, wbits=-15)
        bomb = packer.compress(b" " * 10_000_000) + packer.flush(zlib.Z_SYNC_FLUSH)
        assert len(bomb) < 20_000
        there.sendall(framed(0xC1, bomb.removesuffix(b"\x00\x00\xff\xff")))
        assert closed_by_server(there)


def test_malformed_and_oversized_messages_are_logged(server, ann, caplog):
    with noted(caplog, "refused: malformed", "refused: too_big"), undisturbed(server):
        for text in ("{", "\n\x1b[31m", json.dumps({"type": "x" * 200}), "y" * 9000):
            ann.socket.send(text)
            ann.until(lambda m: m["type"] == "refused")
    assert all(record.getMessage().isprintable() for record in caplog.records)


# --- too many, and too slow ---


@pytest.fixture
def strict(tmp_path):
    """A server for which nobody here is a proxy."""
    settings = Settings(sqlite_url(tmp_path / "games.sqlite"), engines=1, engine_threads=1, proxies=())
    with ThreadServer(settings) as running:
        yield running


def test_ten_thousand_connections_from_one_address(strict, caplog):
    """Of those that say nothing only so many stay; a game that is under way goes on."""
    held: list[socket.socket] = []
    with noted(caplog, "refused: too_many"), undisturbed(strict):
        for _ in range(10_000):
            held.append(socket.create_connection(strict.listener.getsockname(), 10))
            if (
                len(held) > 2 * connection_limits.MOST_PER_ADDRESS
            ):  # the older half fills the server up, the others are tried
                held.pop().close()
        wait_until(lambda: sum(map(is_open, held)) <= connection_limits.MOST_PER_ADDRESS)
    assert sum(map(is_open, held)) > connection_limits.MOST_PER_ADDRESS - 20
    for each in held:
        each.close()
    wait_until(lambda: can_ask(strict))


def is_open(there: socket.socket) -> bool:
    there.setblocking(False)
    try:
        return there.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def can_ask(server: ThreadServer) -> bool:
    try:
        return request(server.address, "GET", "/api/health")[0] == 200
    except OSError:
        return False


def test_sockets_of_one_address_are_counted(server, caplog, monkeypatch):
    """A proxy speaks for many, and says for whom."""
    monkeypatch.setattr("gomoku.server.http.sockets.MOST_PER_ADDRESS", 5)
    crowd = {"X-Forwarded-For": "203.0.113.9"}
    pages = [server.page(headers=crowd) for _ in range(5)]
    try:
        with noted(caplog, "refused: too_many from 203.0.113.9"), pytest.raises(InvalidStatus) as refused:
            server.page(headers=crowd)
        assert refused.value.response.status_code == 429
        with server.page(headers={"X-Forwarded-For": "203.0.113.10"}) as other:
            assert other.me
    finally:
        for page in pages:
            page.__exit__()


def test_nobody_but_a_proxy_says_where_a_request_comes_from(strict, caplog):
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Origin": "https://evil.example"}
    with noted(caplog, "refused: foreign from 127.0.0.1"):
        request(strict.address, "POST", "/api/import", b"", headers)
    _, answer, _ = request(strict.address, "GET", "/api/me", headers=headers)
    assert "Secure" not in answer["set-cookie"]


def test_a_request_that_never_ends_is_cut_off(server, caplog, monkeypatch):
    monkeypatch.setattr(connection_limits, "REQUEST_TIMEOUT", 0.5)
    starts = (
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nx",
    )
    with noted(caplog, "refused: too_slow"), undisturbed(server):
        for start in starts:
            with socket.create_connection(server.listener.getsockname(), 10) as there:
                there.sendall(start)
                assert closed_by_server(there), start
    with socket.create_connection(server.listener.getsockname(), 10) as there:
        there.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert there.recv(100).startswith(b"HTTP/1.1 200")


def test_a_request_with_endless_headers_is_cut_off(server):
    with undisturbed(server), socket.create_connection(server.listener.getsockname(), 10) as there:
        there.settimeout(TIMEOUT)
        try:
            there.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            for number in range(20_000):
                there.sendall(f"X-{number}: {'y' * 100}\r\n".encode())
        except ConnectionError:
            pass
        assert closed_by_server(there)


# --- paths ---


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e", "sgf%00", "sgf/../svg", "x" * 3000]
)
def test_tricks_with_paths_lead_nowhere(server, ann, name):
    room = ann.create("me", "me")
    paths = [f"/api/games/{room}/export/{name}", f"/api/games/{name}", f"/api/games/{name}/export/sgf"]
    paths += [f"/api/shared/{name}", f"/api/lessons/{name}", f"/api/puzzles/{name}", f"/api/tree/{name}"]
    paths += [f"/assets/{name}", f"/{name}", f"/api/study/game/{name}", f"/api/review/{name}"]
    for path in paths:
        status, _, body = ann.http("GET", path)
        assert status in (200, 400, 404), (path, status)
        assert b"root:" not in body
        assert status != 200 or b"<!doctype html" in body.lower() or b"not been built" in body, path


@pytest.mark.parametrize(
    "query", ["format=../../x", "format=%00", "rules=../../x", "rows_from=/etc/passwd", "format=svg"]
)
def test_tricks_in_imports_lead_nowhere(ann, query):
    status, _, body = ann.http("POST", f"/api/import?{query}", b"/etc/passwd")
    assert status == 400
    assert b"root:" not in body


def test_a_file_with_scripts_in_its_names_comes_out_harmless(ann):
    text = '(;GM[4]SZ[15]PB[<script>alert(1)</script>]PW["><img src=x onerror=alert(1)>]EV[</title><svg onload=alert(1)>];B[hh])'
    _, _, body = ann.http("POST", "/api/import?rules=freestyle", text.encode())
    room = json.loads(body)["rooms"][0]["room"]
    for format in ("svg", "txt", "sgf", "psq"):
        status, headers, file = ann.http("GET", f"/api/games/{room}/export/{format}")
        assert status == 200
        assert headers["content-disposition"].startswith('attachment; filename="gomoku-')
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        if format == "svg":
            assert b"<script" not in file
            assert b"onerror" not in file


def test_the_document_of_routes_is_what_was_tried(server):
    """The routes that are tried here are those that are known to exist."""
    described = {route.split()[0] for route in openapi.handlers_of(server.app)}
    assert {method for method, _ in changing_routes(server)} == described - {"GET"}


def test_pages_that_are_refused_are_told_why_in_words(server):
    with pytest.raises(InvalidStatus) as refused:
        Page(server.address, headers={"Origin": "https://evil.example"})
    assert json.loads(refused.value.response.body or b"")["reason"] == "foreign"


def test_a_deaf_page_is_logged(server, ann, caplog):
    """A page that takes nothing out of its socket is dropped, and that stands in the log."""
    room = ann.create("me", "me", rules="freestyle;size=52")
    hub = server.app.state.hub
    server.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
    with noted(caplog, "refused: dropped"), socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(server.listener.getsockname())
        deaf.sendall(handshake(ann.cookie))
        assert b"101" in deaf.recv(300)
        deaf.sendall(frame({"type": "watch", "room": room, "since": 0}))
        wait_until(lambda: len(hub.rooms[room].watchers) == 2)
        moves = 0
        while len(hub.rooms[room].watchers) == 2:
            assert moves < 2000
            try:
                ann.play(room, moves % 52, moves // 52 * 2 + moves % 2)
                ann.command("undo", room=room)
            except ConnectionClosed:
                pytest.fail("the wrong one was dropped")
            moves += 1
        wait_until(lambda: "dropped" in caplog.text)
