"""The WebSocket: every message is answered, and no move is lost or made twice."""

import asyncio
import json
import os
import random
import socket
import time
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import State
from websockets.server import ServerProtocol

from gomoku import Game, Rules
from gomoku.server.http import sockets
from gomoku.server.http.transport.uvicorn_server import SocketProtocol
from gomoku.server.ops import rate_limit
from gomoku.server.ops.settings import Settings
from gomoku.server.storage.store import sqlite_url
from tests.server.conftest import ThreadServer
from tests.server.page import Page, new_id, request
from tests.support.stopwatch import Stopwatch
from tests.support.waiting import TIMEOUT, wait_until

BROKEN = (
    "",
    "null",
    "[]",
    "{",
    '"play"',
    "{}",
    '{"type": "nothing"}',
    '{"type": "play"}',
    '{"type": "play", "id": "x", "room": "y", "cell": [1], "ply": 0}',
    '{"type": "play", "id": "x", "room": "y", "cell": ["a", "b"], "ply": 0}',
    '{"type": "play", "id": "x", "room": "y", "cell": [1, 2], "ply": -1}',
    '{"type": "play", "id": "x", "room": "y", "cell": [1, 2], "ply": 0, "extra": 1}',
    '{"type": "play", "id": "../../etc", "room": "y", "cell": [1, 2], "ply": 0}',
    '{"type": "play", "id": "x", "room": "y", "cell": [1e99, 2], "ply": 0}',
    '{"type": "play", "id": "x", "room": "y", "cell": [99999999999999999999999, 2], "ply": 0}',
    '{"type": "watch", "room": "", "since": 0}',
    '{"type": "watch", "room": "nowhere", "since": 99999999999999999999}',
    '{"type": "create", "id": "x", "options": {"rules": 42}, "first": {"type": "me"}, "second": {"type": "me"}}',
    '{"type": "create", "id": "x", "options": {"clock": {"type": "fischer", "time": -5}}, "first": {"type": "me"}, "second": {"type": "me"}}',
    '{"type": "say", "id": "x", "room": "y", "text": "' + "a" * 501 + '"}',
    "[" * 3000,
    '{"a":' * 1000,
    "\ud800".encode("utf-16-be", "surrogatepass").hex(),
    '{"type": "play", "id": "\\ud800", "room": "y", "cell": [1, 2], "ply": 0}',
)


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_malformed_message_is_refused_and_the_socket_stays_open(server, text):
    with server.page() as ann:
        ann.socket.send(text)
        answer = ann.until(lambda m: m["type"] in ("refused", "gone"))
        assert answer["type"] == "gone" or answer["reason"] in ("malformed", "unknown_room")
        ann.send("ping", sent=7)
        assert ann.until(lambda m: m["type"] == "pong")["sent"] == 7


def test_binary_frames_are_read_like_text(server):
    with server.page() as ann:
        ann.socket.send(b'{"type": "ping", "sent": 3}')
        assert ann.until(lambda m: m["type"] == "pong")["sent"] == 3
        ann.socket.send(b"\xff\xfe\x00")
        assert ann.until(lambda m: m["type"] == "refused")["reason"] == "malformed"


def test_message_size_limit(server):
    with server.page() as ann:
        ann.socket.send(json.dumps({"type": "say", "id": "big", "room": "r", "text": "a" * 9000}))
        refused = ann.until(lambda m: m["type"] == "refused")
        assert (refused["id"], refused["reason"]) == ("big", "too_big")
        ann.socket.send("x" * 200_000)  # far too big: this socket is closed
        with pytest.raises(ConnectionClosed):
            ann.until(lambda m: m["type"] == "pong")
    with server.page() as ann:
        assert ann.hello["protocol"] == 1


def test_unknown_room(server):
    with server.page() as ann:
        ann.send("watch", room="nowhere")
        assert ann.until(lambda m: m["type"] == "gone") == {"type": "gone", "room": "nowhere"}
        assert ann.command("undo", room="nowhere")["reason"] == "unknown_room"


def test_commands_are_idempotent(server):
    with server.page() as ann:
        room = ann.create("me", "me")
        first = ann.command("play", id="once", room=room, cell=[9, 9], ply=0)
        again = ann.command("play", id="once", room=room, cell=[9, 9], ply=0)
        assert first == again
        assert ann.cells(room) == [(9, 9)]
        made = ann.command("create", id="same", options={}, first={"type": "me"}, second={"type": "me"})
        assert ann.command("create", id="same", options={}, first={"type": "me"}, second={"type": "me"}) == made


def test_rate_limit_of_messages(tmp_path):
    settings = Settings(sqlite_url(tmp_path / "a.sqlite"), engines=1)
    with ThreadServer(settings) as server, server.page() as ann:
        for number in range(100):
            ann.send("ping", sent=number)
        answers = [ann.receive()["type"] for _ in range(100)]
        assert 60 <= answers.count("pong") <= 75
        assert answers.count("refused") == 100 - answers.count("pong")


def flood(page: Page, count: int) -> list[int]:
    """Send pings far over the rate limit; the close codes received."""
    try:
        for _ in range(count):
            page.send("ping", sent=1)
            page.receive()
    except ConnectionClosed as closed:
        return [closed.rcvd.code] if closed.rcvd else []
    return []


def test_flooding_client_is_disconnected(tmp_path, monkeypatch):
    monkeypatch.setattr(sockets, "MAX_MESSAGES_OVER_RATE", 50)  # a slow machine sends no 500 within a second
    settings = Settings(sqlite_url(tmp_path / "a.sqlite"), engines=1, messages_per_second=1)
    with ThreadServer(settings) as server:
        with server.page() as ann:
            codes = flood(ann, 200)
        assert codes == [4000]
        with server.page(ann.cookie) as again:
            assert again.me == ann.me


def test_the_sockets_of_an_address_share_a_limit(server, monkeypatch):
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(server.app.state, "message_limits", rate_limit.Buckets(10.0, 20.0))

    def pongs(page, count):
        for number in range(count):
            page.send("ping", sent=number)
        return [page.until(lambda m: m["type"] in ("pong", "refused")).get("reason", "pong") for _ in range(count)]

    home = [{"X-Forwarded-For": f"2001:db8:5:5::{number}"} for number in (1, 2)]
    with server.page(headers=home[0]) as one, server.page(headers=home[1]) as other, server.page() as elsewhere:
        assert pongs(one, 15) == ["pong"] * 15
        assert pongs(other, 8) == ["pong"] * 5 + ["too_fast"] * 3
        assert pongs(elsewhere, 8) == ["pong"] * 8


def test_slow_client_is_disconnected_without_delay_for_others(server):
    with server.page() as ann:
        room = ann.create("me", "me", rules="freestyle;size=52")
        hub = server.app.state.hub
        server.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)  # or the kernel buffers megabytes
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.settimeout(TIMEOUT)
            slow.connect(server.listener.getsockname())
            slow.sendall(handshake(ann.cookie))
            assert b"101 Switching Protocols" in slow.recv(300)
            slow.sendall(frame({"type": "watch", "room": room, "since": 0}))
            wait_until(lambda: len(hub.rooms[room].watchers) == 2)
            slowest = 0.0
            moves = 0
            while len(hub.rooms[room].watchers) == 2:  # it no longer reads
                assert moves < 2000, "it was never disconnected"
                watch = Stopwatch(os.getpid())
                ann.play(room, moves % 52, moves // 52 * 2 + moves % 2)
                ann.command("undo", room=room)
                slowest = max(slowest, watch.seconds())
                moves += 1
        assert slowest < 2
        assert ann.play(room, 9, 9)["type"] == "done"


def handshake(cookie: str) -> bytes:
    """The upgrade request of a browser."""
    lines = ("GET /ws HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    return "\r\n".join([*lines, key, "Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", ""]).encode()


def frame(message: dict[str, object]) -> bytes:
    """A short text frame with a zero mask."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def test_two_tabs_see_the_same_room(server):
    with server.page() as ann, server.page(ann.cookie) as twin:
        assert twin.me == ann.me
        room = ann.create("me", "me")
        twin.watch(room)
        ann.play(room, 9, 9)
        twin.until_state(room, lambda state: state["ply"] == 1)
        twin.play(room, 8, 8)
        ann.until_state(room, lambda state: state["ply"] == 2)
        assert ann.rooms[room]["actions"] == twin.rooms[room]["actions"]


def test_reconnect_replays_missed_updates(server):
    with server.page() as ann:
        room = ann.create("me", "me")
        for x in range(4):
            ann.play(room, x, 2 * x)
        seen = dict(ann.rooms)
        cookie, seq = ann.cookie, ann.rooms[room]["seq"]
    with server.page(cookie) as other:
        other.watch(room)
        for x in range(4, 9):
            other.play(room, x, (2 * x) % 19)
        other.command("undo", room=room)
        expected = other.rooms[room]
    with server.page(cookie) as back:
        back.rooms = seen
        back.send("watch", room=room, since=seq)
        back.send("ping", sent=1)
        back.until(lambda m: m["type"] == "pong")
        kinds = [m["type"] for m in back.heard]
        assert kinds.count("update") == 6
        assert "snapshot" not in kinds
        assert back.rooms[room]["actions"] == expected["actions"]
        assert back.rooms[room]["seq"] == expected["seq"]
        assert back.heard[-1]["rooms"] == {room: expected["seq"]}


def test_move_of_a_closed_socket_is_published_and_answered(server):
    """A client sends a move and closes at once: others see it, and the AI replies."""
    with server.page() as ann:
        for number in range(12):
            room = ann.create(level=1, ai_time=50)
            hasty = server.page(ann.cookie)
            hasty.send("play", id="hasty", room=room, cell=[9, 9], ply=0)
            time.sleep(0.003 * number)  # close at different stages of the reply
            hasty.__exit__()
            answer = ann.command("play", id="hasty", room=room, cell=[9, 9], ply=0)
            assert answer["type"] == "done"
            ann.until_state(room, lambda state: state["ply"] == 2)
            assert ann.cells(room)[0] == (9, 9)


def test_watch_since_the_future_gets_a_snapshot(server):
    with server.page() as ann:
        room = ann.create("me", "me")
        ann.heard.clear()
        ann.send("watch", room=room, since=1000)
        assert ann.until(lambda m: m["type"] == "snapshot")["seq"] == 1


def test_foreign_origin_is_refused(server):
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus) as refused:
            server.page(headers={"Origin": origin})
        assert refused.value.response.status_code == 403


def test_forged_cookies_are_ignored(server):
    with server.page() as ann:
        assert ann.cookie
        name, _, value = ann.cookie.partition("=")
        forged = f"{name}={'A' * 16}.{value.partition('.')[2]}"
        with server.page(forged) as mallory:
            assert mallory.me not in (ann.me, "A" * 16)


class Player:
    """Plays at random, resends, sends garbage, and records acknowledged moves."""

    def __init__(self, server, rng: random.Random, rules: str) -> None:
        self.server, self.rng = server, rng
        self.page: Page = server.page()
        self.room = self.page.create("me", "me", rules=rules)
        self.game = Game(Rules.parse(rules))
        self.moves = 0
        self.refused = 0

    def garbage(self) -> None:
        """Send something that must not change the game."""
        page, rng, room = self.page, self.rng, self.room
        ply = page.state(room)["ply"]
        before = page.rooms[room]["seq"]
        kind = rng.randrange(7)
        if kind == 0:
            page.socket.send(rng.choice(BROKEN))
            page.until(lambda m: m["type"] in ("refused", "gone"))
        elif kind == 1 and self.game.moves:
            assert page.play(room, *rng.choice(self.game.moves))["type"] in ("refused", "done")
            if page.rooms[room]["seq"] != before:  # a cell whose stone was captured is free again
                self.game.play(page.cells(room)[-1])
                self.moves += 1
        elif kind == 2:
            answer = page.command(
                "play",
                room=room,
                cell=[rng.randint(0, 18), rng.randint(0, 18)],
                ply=ply + rng.choice((-1, 1, 5)) if ply else 7,
            )
            assert answer["reason"] == "stale"
        elif kind == 3:
            page.socket.send(json.dumps({"type": "play", "id": "big", "room": room, "pad": "x" * 9000}))
            assert page.until(lambda m: m["type"] == "refused")["reason"] == "too_big"
        elif kind == 4:
            assert page.command("play", room=room, cell=[rng.randint(19, 50), -1], ply=ply)["type"] == "refused"
        elif kind == 5:
            assert page.command("decide", room=room, answer="black", ply=ply)["type"] == "refused"
        else:
            cookie, seq = page.cookie, page.rooms[room]["seq"]
            page.__exit__()
            known = page.rooms
            self.page = self.server.page(cookie)
            self.page.rooms = known
            self.page.send("watch", room=room, since=seq)
        self.refused += 1

    def move(self) -> None:
        """Send a legal move, once or repeatedly, with or without waiting for the reply."""
        page, room = self.page, self.room
        cell = self.legal_cell()
        ply = page.state(room)["ply"]
        name = new_id()
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            page.send("play", id=name, room=room, cell=cell, ply=ply)
        if self.rng.random() < 0.1:
            cookie, seq, known = page.cookie, page.rooms[room]["seq"], page.rooms
            page.__exit__()  # closed before any reply
            page = self.page = self.server.page(cookie)
            page.rooms = known
            page.send("watch", room=room, since=seq)
            page.send("play", id=name, room=room, cell=cell, ply=ply)
        assert page.until(lambda m: m["type"] in ("done", "refused") and m["id"] == name)["type"] == "done"
        page.until_state(room, lambda state: state["ply"] == ply + 1)
        self.game.play(cell)
        self.moves += 1

    def legal_cell(self) -> tuple[int, int]:
        """Any cell that may be played: tried at random, since a list of all of them takes long."""
        width, height = self.game.rules.width, self.game.rules.height
        while self.game.why_illegal(cell := (self.rng.randrange(width), self.rng.randrange(height))) is not None:
            pass
        return cell

    def check(self) -> None:
        assert self.page.cells(self.room) == list(self.game.moves)
        assert self.page.state(self.room)["rows"] == self.game.rows()


def test_thousand_moves_among_garbage(server):
    """No server error, and no move is lost or made twice."""
    rng = random.Random(42)
    moves = refused = 0
    while moves < 1000:
        player = Player(server, rng, rng.choice(("42", "42;size=9", "pente;size=11", "renju", "freestyle")))
        while not player.game.is_over and player.moves < 80:
            if rng.random() < 0.4:
                player.garbage()
            else:
                player.move()
        player.page.send("ping", sent=0)
        player.page.until(lambda m: m["type"] == "pong")
        player.check()
        fresh = server.page(player.page.cookie)
        fresh.watch(player.room)
        assert fresh.cells(player.room) == list(player.game.moves)
        fresh.__exit__()
        player.page.__exit__()
        moves += player.moves
        refused += player.refused
    assert refused > 300
    status, _, body = request(server.address, "GET", "/api/health")
    assert status == 200, body


def test_a_server_ends_while_a_client_closes():
    """uvicorn raises if a closing handshake is in progress, and would leave all other sockets open."""
    closed: list[bool] = []
    protocol = object.__new__(SocketProtocol)
    protocol.close_sent, protocol.handshake_complete, protocol.queue = False, True, asyncio.Queue()
    protocol.stop_keepalive = lambda: None  # type: ignore[method-assign]
    protocol.transport = SimpleNamespace(close=lambda: closed.append(True))  # type: ignore[assignment]
    protocol.conn = ServerProtocol()
    protocol.conn.state = State.CLOSING
    protocol.shutdown()
    assert closed
