"""Fuzz target: malformed HTTP and WebSocket bytes sent to the real server on a real port.

For any input, the server must not answer with an internal error, must close the connection, and must serve the next one.
"""

import contextlib
import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Final

import uvicorn

from benchmarks.fuzz.generators import Maker, damaged, encoded, members, shown
from benchmarks.fuzz.in_process import ANSWER_TIMEOUT, ErrorRecorder, Fault, lenient_settings
from gomoku.server.app import build
from gomoku.server.http.transport.listener import listen
from gomoku.server.http.transport.uvicorn_server import config_of
from gomoku.server.wire import messages

PER_BATCH: Final = 100
SILENCE: Final = 0.05
"""Seconds of silence after which an answer is complete."""
PATHS: Final = (
    *("/", "/api/health", "/api/games?limit=5&search=a", "/api/rooms", "/api/rules", "/api/shared/g1~42~~~c0~x", "/game/x"),
    *("/api/games/%ff%00/export/sgf?move=1", "/assets/../../etc/passwd", "/api/import?format=sgf", "/ws", "//", "/api/openapi.json"),
)  # fmt: skip


@contextmanager
def serving() -> Iterator[str]:
    """Run the real server in a thread; yields its address."""
    with TemporaryDirectory() as folder:
        listener = listen("127.0.0.1", 0)
        server = uvicorn.Server(config_of(build(lenient_settings(folder))))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
            listener.close()


@contextmanager
def running() -> Iterator[Callable[[random.Random], int]]:
    """Run a server, and yield a function that sends it a batch."""
    errors = ErrorRecorder()
    with serving() as address:
        port = int(address.rpartition(":")[2])

        def batch(rng: random.Random) -> int:
            for number in range(PER_BATCH):
                given = frames(rng) if number % 2 else request(rng)
                check(port, given)
            answer = send(
                port, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", ANSWER_TIMEOUT
            )
            if b" 200 " not in answer[:20]:
                raise Fault(f"the server is no longer healthy: {shown(answer)}")
            return PER_BATCH

        logging.getLogger().addHandler(errors)
        try:
            yield batch
        finally:
            logging.getLogger().removeHandler(errors)
        errors.raise_if_any()


def check(port: int, given: bytes) -> None:
    answer = send(port, given)
    if answer[:10].startswith(b"HTTP/1.1 5") and b" 503 " not in answer[:20]:
        raise Fault(f"{given!r}: {shown(answer)}")


def send(port: int, data: bytes, timeout: float = SILENCE) -> bytes:
    """Send bytes and read until silence; then close, and require the server to close."""
    heard = b""
    with socket.create_connection(("127.0.0.1", port), ANSWER_TIMEOUT) as line, contextlib.suppress(ConnectionError):
        line.sendall(data)
        line.settimeout(timeout)
        with contextlib.suppress(TimeoutError):
            while piece := line.recv(65536):
                heard += piece
            return heard
        line.settimeout(ANSWER_TIMEOUT)
        line.shutdown(socket.SHUT_WR)
        while piece := line.recv(65536):
            heard += piece
    return heard


def request(rng: random.Random) -> bytes:
    """A nearly valid request."""
    body = rng.choice((b"", b"", b"(;GM[4]SZ[15];B[hh])", b"{}", rng.randbytes(30)))
    method = rng.choice(("GET", "GET", "POST", "DELETE", "HEAD", "OPTIONS", "FOO"))
    head = [f"{method} {rng.choice(PATHS)} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    head += rng.sample(
        [
            f"Content-Length: {len(body)}",
            "Transfer-Encoding: chunked",
            "Cookie: gomoku=" + "A" * rng.choice((3, 40, 5000)),
            "Authorization: Bearer x",
            "Origin: null",
            "X-Forwarded-For: 1.2.3.4, ::1, x",
            "Expect: 100-continue",
            "Accept-Encoding: gzip;q=x",
            'If-None-Match: "',
            "Range: bytes=5-1",
        ],
        rng.choice((0, 1, 3)),
    )
    data = "\r\n".join([*head, "", ""]).encode() + body
    return damaged(rng, data) if rng.random() < 0.7 else data


def frames(rng: random.Random) -> bytes:
    """A handshake and frames, some of them invalid."""
    head = [
        "GET /ws HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
    ]
    data = "\r\n".join([*head, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]).encode()
    maker, payload = Maker(rng), b""
    for _ in range(rng.choice((1, 3, 10))):
        text = encoded(maker.of(rng.choice(members(messages.FromClient))))
        kind = rng.choice((0x81, 0x81, 0x81, 0x82, 0x01, 0x80, 0x89, 0x8A, 0x88, 0xC1, 0x83))
        length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2)
        payload += bytes([kind]) + length + bytes(4) + text
    return data + (damaged(rng, payload) if rng.random() < 0.5 else payload)
