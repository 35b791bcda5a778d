"""Minimal WebSocket client, lean enough not to be the bottleneck of the measurement.

Implements just enough of RFC 6455: text frames out, complete text frames in, pongs. Incoming messages may be compressed;
outgoing ones are not, and use the mask 0, which leaves the text unchanged.
"""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from typing import Any, Final

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FIN: Final = 0x80
COMPRESSED: Final = 0x40
WINDOW: Final = 12
"""Compression window, in bits."""
MASKED: Final = 0x80


class State(msgspec.Struct):
    """The parts of a room's state that the test reads."""

    ply: int
    phase: str


class Message(msgspec.Struct):
    """The parts of a message that the test reads."""

    type: str
    id: str = ""
    room: str = ""
    reason: str = ""
    detail: str = ""
    me: str = ""
    state: State | None = None


_decode: Final = msgspec.json.Decoder(Message).decode
encode: Final = msgspec.json.Encoder().encode


class Wire(asyncio.Protocol):
    """A connected socket. `hear` is called with every message."""

    def __init__(self) -> None:
        self.hear: Callable[[Message], None] = lambda message: None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._inflate = zlib.decompressobj(-WINDOW).decompress
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._number = 0

    @classmethod
    async def open(cls, host: str, port: int, source: str | None = None) -> "Wire":
        """`source`: local address to connect from; every 127.x.y.z is this machine."""
        loop = asyncio.get_running_loop()
        local = (source, 0) if source else None
        _, wire = await loop.create_connection(cls, host, port, local_addr=local)
        wire._upgrade(f"{host}:{port}")
        await wire.opened
        return wire

    # --- messages ---

    def send(self, kind: str, /, **fields: object) -> None:
        self.send_text(encode({"type": kind, **fields}))

    def send_text(self, text: bytes) -> None:
        self._frame(TEXT, text)

    async def ask(self, kind: str, /, **fields: object) -> Message:
        """Send a command and wait for its answer."""
        self._number += 1
        name = f"a{self._number}"
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[name] = answer
        self.send(kind, id=name, **fields)
        message = await answer
        if message.type == "refused":
            raise RuntimeError(f"{kind} was refused: {message.reason}: {message.detail}")
        return message

    def close(self) -> None:
        if self._transport:
            self._transport.abort()

    # --- frames ---

    def _upgrade(self, host: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ("GET /ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade")
        extension = f"Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits={WINDOW}"
        head = (*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", extension, "", "")
        assert self._transport
        self._transport.write("\r\n".join(head).encode())

    def _frame(self, code: int, data: bytes) -> None:
        size = len(data)
        if size < 126:
            head = bytes((FIN | code, MASKED | size))
        else:
            head = bytes((FIN | code, MASKED | 126)) + size.to_bytes(2, "big")
        if self._transport:
            self._transport.write(head + b"\0\0\0\0" + data)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        gone = ConnectionError("the server closed the connection")
        waiting: list[asyncio.Future[Any]] = [self.opened, *self._answers.values()]
        for each in waiting:
            if not each.done():
                each.set_exception(gone)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.opened.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(buffer[:200]).decode("latin-1")))
                return
            del buffer[: end + 4]
            self.opened.set_result(None)
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            code, payload = buffer[0] & 15, bytes(buffer[start : start + size])
            if buffer[0] & COMPRESSED:
                payload = self._inflate(payload + b"\0\0\xff\xff")
            del buffer[: start + size]
            self._take(code, payload)

    def _take(self, code: int, payload: bytes) -> None:
        if code == PING:
            self._frame(PONG, payload)
        elif code == TEXT:
            message = _decode(payload)
            answer = self._answers.pop(message.id, None) if message.id else None
            if answer is not None:
                if not answer.done():
                    answer.set_result(message)
                return
            self.hear(message)
