"""Hostile clients: each is refused and logged, and a concurrent game goes on undisturbed."""

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

from gomoku.server.http import openapi
from gomoku.server.http.transport import connection_limits
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
    """Plays a game in the background; all of its moves must succeed, each within 2 seconds."""
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
                    time.sleep(0.05)  # below the rate limit
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
def logged(caplog: pytest.LogCaptureFixture, *words: str) -> Iterator[None]:
    """Asserts that the log of a `with` block contains these words."""
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
    """Method and path of every unsafe route of the app, with its parameters filled in."""
    routes = sorted(route.split() for route in routes_of(server.app))
    found = [(method, re.sub(r"{\w+}", "x", path)) for method, path in routes if method not in SAFE]
    assert len(found) > 15, found
    return found


def contents(server: ThreadServer) -> dict[str, list[Any]]:
    """The contents of the database, except the settings, which change with time."""
    path = server.app.state.settings.database.partition(":///")[2]
    with sqlite3.connect(path) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names if name != "setting"}
    database.close()
    return found


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_unsafe_routes_refuse_cross_site_requests(server, ann, headers, caplog):
    """The list comes from the app, so it includes every route added later."""
    before = contents(server)
    for method, path in changing_routes(server):
        with logged(caplog, "refused: foreign", path):
            status, answer_headers, body = ann.http(method, path, b"{}", headers)
        assert (status, json.loads(body)["reason"]) == (403, "foreign"), (method, path)
        assert "access-control-allow-origin" not in answer_headers
        assert "set-cookie" not in answer_headers
    assert contents(server) == before


def test_unsafe_routes_accept_same_origin_requests(server, ann):
    """Control of the test above."""
    for method, path in changing_routes(server):
        if path == "/api/sign-out":
            continue
        headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
        _, _, body = ann.http(method, path, b"?", headers)
        assert b'"foreign"' not in body, (method, path)


def test_safe_methods_change_nothing(server, ann):
    """Requests that a link or image on another site can cause, with the visitor's cookie."""
    room = ann.create("me", "me")
    before = contents(server)
    paths = {route.split()[1] for route in routes_of(server.app) if route.startswith("GET ")}
    names = {"room": room, "name": "x", "text": "x", "format": "sgf", "path": "games", "rest": "x", "tournament": "x"}
    for path in paths:
        ann.http("GET", path.format(**names), headers={"Sec-Fetch-Site": "cross-site"})
    assert contents(server) == before
    assert len(paths) > 20


def test_preflight_grants_nothing(server, ann):
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "DELETE"}
    for _, path in changing_routes(server):
        _, answer, _ = ann.http("OPTIONS", path, headers=headers)
        assert not [name for name in answer if name.startswith("access-control-")]


def test_cross_site_sockets_are_refused(server, ann, caplog):
    for headers in FOREIGN:
        with logged(caplog, "refused: foreign"), pytest.raises(InvalidStatus) as refused:
            server.page(ann.cookie, headers=headers)
        assert refused.value.response.status_code == 403


def test_client_text_stays_on_one_log_line(server, ann, caplog):
    with logged(caplog, "refused: foreign"):
        ann.http("DELETE", "/api/games/%0aINFO%20all%20is%20well%1b[31m", headers={"Origin": "https://evil.example"})
    assert all(record.getMessage().isprintable() for record in caplog.records)


def test_no_secrets_in_the_log(server, ann, caplog):
    """Ids of rooms and visitors, and cookies."""
    room = ann.create("me", "open", kind="private")
    with logged(caplog, "refused: foreign"), server.page() as mallory:
        ann.http("DELETE", f"/api/games/{room}", headers={"Origin": "https://evil.example"})
        mallory.watch(room)
        mallory.command("kick", room=room, player="P1")
    for key in (room, ann.me, mallory.me, ann.cookie):
        assert key not in caplog.text


# --- cookies ---


def test_cookies_of_before_sessions_are_valid_and_can_be_signed_out(server, ann):
    signer = server.app.state.identity._signer
    for signed in (ann.me, f"{ann.me}~0"):
        cookie = f"{COOKIE}={signer.sign(signed).decode()}"
        with server.page(cookie) as page:
            assert page.me == ann.me
            assert page.http("POST", "/api/sign-out")[0] == 200
        with server.page(cookie) as page:
            assert page.me != ann.me


def test_forged_cookies_are_ignored(server, ann):
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
        assert headers["set-cookie"].startswith(f"{COOKIE}="), "a new visitor"


def test_cookie_flags(server):
    _, headers, _ = request(server.address, "GET", "/api/me")
    flags = {flag.strip().lower() for flag in headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert not any(flag.startswith("domain") for flag in flags), "not shared with other hosts"
    secured = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    _, headers, _ = request(server.address, "GET", "/api/me", headers=secured)
    assert "; Secure" in headers["set-cookie"]


def test_signing_in_replaces_the_cookie(server, ann):
    """Session fixation: a cookie planted before does not become the account's."""
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


def test_setting_a_passphrase_invalidates_older_cookies(server, ann, caplog):
    """A stolen cookie equals the owner's, but the owner can invalidate it."""
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
    with logged(caplog, "refused: old_cookie"), server.page(stolen) as thief:
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


def test_cookie_epochs_reach_other_processes(tmp_path):
    """And a server that is started later."""

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
    """A command that would be valid from a player or owner."""
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


def test_commands_of_strangers_are_refused(server, ann, caplog, monkeypatch):
    """Every command of the wire protocol, sent by a spectator during a game."""
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
        assert bob.command("undo", room=room)["type"] == "done"  # an offer, to which strangers could reply
        ann.until_state(room, lambda state: state["offers"])
        mallory.watch(room)
        before = ann.get(f"/api/games/{room}")["seq"]
        with logged(caplog, "refused: not_seated", "refused: not_owner"):
            for kind in messages.RoomCommand.__args__:
                tag = kind.__struct_config__.tag
                if tag == "say":
                    continue  # open to spectators
                answer = mallory.command(tag, **command_of(kind, room, ann.state(room)))
                assert answer["type"] == "refused", tag
        assert mallory.http("DELETE", f"/api/games/{room}")[0] == 403
        assert ann.get(f"/api/games/{room}")["seq"] == before
        assert bob.play(room, 3, 3)["reason"] == "not_your_turn", "a player cannot move for the opponent"
        assert bob.command("rename", room=room, player="P1", name="x")["reason"] == "not_seated"
        assert bob.command("reply", room=room, offer="undo", accept=True)["reason"] == "no_offer"


# --- frames ---


def raw(server: ThreadServer, cookie: str, extra: str = "") -> socket.socket:
    """An open WebSocket without a library, to send invalid frames."""
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
    """Does the server close the connection before the timeout?"""
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
def test_broken_frame_closes_that_socket_only(server, ann, name):
    with undisturbed(server), raw(server, ann.cookie) as there:
        there.sendall(FRAMES[name])
        assert closed_by_server(there)
    ann.send("ping", sent=1)
    assert ann.until(lambda m: m["type"] == "pong"), "the visitor's other socket stays open"


def test_decompression_bomb_is_cut_off(server, ann):
    """A few kilobytes on the wire, ten megabytes in memory."""
    with raw(server, ann.cookie, "Sec-WebSocket-Extensions: permessage-deflate") as there:
        packer = zlib.compressobj(9, wbits=-15)
        bomb = packer.compress(b" " * 10_000_000) + packer.flush(zlib.Z_SYNC_FLUSH)
        assert len(bomb) < 20_000
        there.sendall(framed(0xC1, bomb.removesuffix(b"\x00\x00\xff\xff")))
        assert closed_by_server(there)


def test_malformed_and_oversized_messages_are_logged(server, ann, caplog):
    with logged(caplog, "refused: malformed", "refused: too_big"), undisturbed(server):
        for text in ("{", "\n\x1b[31m", json.dumps({"type": "x" * 200}), "y" * 9000):
            ann.socket.send(text)
            ann.until(lambda m: m["type"] == "refused")
    assert all(record.getMessage().isprintable() for record in caplog.records)


# --- too many, and too slow ---


@pytest.fixture
def strict(tmp_path):
    """A server without trusted proxies."""
    settings = Settings(sqlite_url(tmp_path / "games.sqlite"), engines=1, engine_threads=1, proxies=())
    with ThreadServer(settings) as running:
        yield running


def test_connection_limit_per_address(strict, caplog):
    """10,000 silent connections: at most MAX_CONNECTIONS_PER_ADDRESS stay open, and a running game goes on."""
    held: list[socket.socket] = []
    with logged(caplog, "refused: too_many"), undisturbed(strict):
        for _ in range(10_000):
            held.append(socket.create_connection(strict.listener.getsockname(), 10))
            if (
                len(held) > 2 * connection_limits.MAX_CONNECTIONS_PER_ADDRESS
            ):  # the first ones fill the limit, the others are attempts beyond it
                held.pop().close()
        wait_until(lambda: sum(map(is_open, held)) <= connection_limits.MAX_CONNECTIONS_PER_ADDRESS)
    assert sum(map(is_open, held)) > connection_limits.MAX_CONNECTIONS_PER_ADDRESS - 20
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


def test_socket_limit_per_address(server, caplog, monkeypatch):
    """Counted by the address that the proxy reports."""
    monkeypatch.setattr("gomoku.server.http.sockets.MAX_CONNECTIONS_PER_ADDRESS", 5)
    crowd = {"X-Forwarded-For": "203.0.113.9"}
    pages = [server.page(headers=crowd) for _ in range(5)]
    try:
        with logged(caplog, "refused: too_many from 203.0.113.9"), pytest.raises(InvalidStatus) as refused:
            server.page(headers=crowd)
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["Retry-After"]
        with server.page(headers={"X-Forwarded-For": "203.0.113.10"}) as other:
            assert other.me
    finally:
        for page in pages:
            page.__exit__()


def test_forwarded_headers_count_from_trusted_proxies_only(strict, caplog):
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Origin": "https://evil.example"}
    with logged(caplog, "refused: foreign from 127.0.0.1"):
        request(strict.address, "POST", "/api/import", b"", headers)
    _, answer, _ = request(strict.address, "GET", "/api/me", headers=headers)
    assert "Secure" not in answer["set-cookie"]


def test_request_timeout(server, caplog, monkeypatch):
    monkeypatch.setattr(connection_limits, "REQUEST_TIMEOUT", 0.5)
    starts = (
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nx",
    )
    with logged(caplog, "refused: too_slow"), undisturbed(server):
        for start in starts:
            with socket.create_connection(server.listener.getsockname(), 10) as there:
                there.sendall(start)
                assert closed_by_server(there), start
    with socket.create_connection(server.listener.getsockname(), 10) as there:
        there.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert there.recv(100).startswith(b"HTTP/1.1 200")


def test_endless_headers_are_cut_off(server):
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
def test_path_traversal_is_refused(server, ann, name):
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
def test_path_traversal_in_imports_is_refused(ann, query):
    status, _, body = ann.http("POST", f"/api/import?{query}", b"/etc/passwd")
    assert status == 400
    assert b"root:" not in body


def test_scripts_in_player_names_are_escaped(ann):
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


def test_the_tested_routes_are_the_documented_ones(server):
    """The unsafe routes above cover every documented method."""
    described = {route.split()[0] for route in openapi.handlers_of(server.app)}
    assert {method for method, _ in changing_routes(server)} == described - {"GET"}


def test_refused_sockets_get_a_problem(server):
    with pytest.raises(InvalidStatus) as refused:
        Page(server.address, headers={"Origin": "https://evil.example"})
    assert json.loads(refused.value.response.body or b"")["reason"] == "foreign"


def test_slow_client_is_logged(server, ann, caplog):
    """A client that does not read is disconnected, and logged."""
    room = ann.create("me", "me", rules="freestyle;size=52")
    hub = server.app.state.hub
    server.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
    with logged(caplog, "refused: dropped"), socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect(server.listener.getsockname())
        slow.sendall(handshake(ann.cookie))
        assert b"101" in slow.recv(300)
        slow.sendall(frame({"type": "watch", "room": room, "since": 0}))
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


def test_the_page_connects_to_its_own_host_only(server):
    for host, origin in (("127.0.0.1:8420", "ws://127.0.0.1:8420"), ("localhost", "ws://localhost")):
        _, headers, _ = request(server.address, "GET", "/", headers={"Host": host})
        assert f"connect-src 'self' {origin};" in headers["content-security-policy"]
    _, headers, _ = request(
        server.address, "GET", "/", headers={"Host": "127.0.0.1:8420", "X-Forwarded-Proto": "https"}
    )
    assert "connect-src 'self' wss://127.0.0.1:8420;" in headers["content-security-policy"]
    assert "strict-transport-security" not in headers, "only a server with a certificate sends it"


def test_strangers_do_not_chat_in_local_games(ann, bob):
    room = ann.create("me", "ai")
    assert bob.command("say", room=room, text="hello")["reason"] == "not_seated"
    assert ann.command("say", room=room, text="to myself")["type"] == "done"
