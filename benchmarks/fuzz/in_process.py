"""The real server inside this process: requests and sockets go directly into the ASGI app, without a network."""

import asyncio
import itertools
import json
import logging
import tempfile
from collections import deque
from pathlib import Path
from typing import Any, Final

from gomoku.server.app import build
from gomoku.server.ops.settings import Settings
from gomoku.server.storage.store import sqlite_url

ANSWER_TIMEOUT: Final = 20.0
"""Seconds allowed for an answer; later, the server counts as hung."""


def lenient_settings(folder: str) -> Settings:
    """Settings of a small server without rate limits."""
    return Settings(
        sqlite_url(Path(folder) / "games.sqlite"),
        engines=1,
        engine_threads=1,
        engine_memory=1,
        messages_per_second=1e9,
        requests_per_minute=10**9,
    )


class Fault(Exception):
    """The server misbehaved."""


class ErrorRecorder(logging.Handler):
    """Log handler that records errors; no input may cause one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []
        self._format = logging.Formatter("%(name)s: %(message)s")

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self._format.format(record))

    def raise_if_any(self) -> None:
        if self.heard:
            heard, self.heard = self.heard, []
            raise Fault("\n".join(heard))


class InProcessServer:
    """A server with its own database. One task opens and closes it, as its context managers require."""

    def __init__(self) -> None:
        self.app: Any = None
        self.errors = ErrorRecorder()
        self._ready = asyncio.Event()
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def opened(self) -> "InProcessServer":
        await asyncio.wait([self._task, asyncio.create_task(self._ready.wait())], return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            self._task.result()
        return self

    async def close(self) -> None:
        self._closing.set()
        await self._task

    async def _run(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.app = build(lenient_settings(folder))
            logging.getLogger().addHandler(self.errors)
            try:
                async with self.app.lifespan():
                    self._ready.set()
                    await self._closing.wait()
            finally:
                logging.getLogger().removeHandler(self.errors)

    async def request(
        self, method: str, path: str, body: bytes = b"", cookie: str = "", query: bytes = b"", kind: bytes = b""
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the response."""
        sent: list[Any] = []
        given = [body]
        is_answered = asyncio.Event()

        async def receive() -> Any:
            if given:
                return {"type": "http.request", "body": given.pop(), "more_body": False}
            await is_answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                is_answered.set()

        scope = {
            **_scope("http", path, cookie),
            "method": method,
            "query_string": query,
        }
        scope["headers"] += [(b"content-length", str(len(body)).encode())] + ([(b"content-type", kind)] if kind else [])
        async with asyncio.timeout(ANSWER_TIMEOUT):
            await self.app(scope, receive, send)
        start = next(message for message in sent if message["type"] == "http.response.start")
        headers = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
        return start["status"], headers, b"".join(message.get("body", b"") for message in sent)

    def socket(self, cookie: str = "") -> "Socket":
        return Socket(self.app, cookie)


class Socket:
    """A page's socket, as an asynchronous context manager."""

    def __init__(self, app: Any, cookie: str) -> None:
        self.cookie = cookie
        self.heard: deque[dict[str, Any]] = deque(maxlen=500)
        self.closed: str | None = None
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._updated = asyncio.Event()
        self._numbers = itertools.count(1)
        self._task = asyncio.create_task(app(_scope("websocket", "/ws", cookie), self._inbox.get, self._send))

    async def __aenter__(self) -> "Socket":
        self._inbox.put_nowait({"type": "websocket.connect"})
        await self._until(lambda: any(message["type"] == "hello" for message in self.heard))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(ANSWER_TIMEOUT):
            await asyncio.gather(self._task, return_exceptions=True)

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            given = dict(message.get("headers") or ()).get(b"set-cookie")
            self.cookie = given.decode().split(";")[0] if given else self.cookie
        elif message["type"] == "websocket.close":
            self.closed = f"{message.get('code')} {message.get('reason')}"
        elif message["type"] == "websocket.send":
            self.heard.append(json.loads(message.get("text") or message["bytes"]))
        self._updated.set()

    async def _until(self, condition: Any) -> None:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            while not condition():
                if self.closed is not None or self._task.done():
                    raise Fault(f"the socket was closed: {self.closed}")
                self._updated.clear()
                await self._updated.wait()

    def say(self, data: bytes) -> None:
        """Send a message, as text where it is valid UTF-8."""
        try:
            self._inbox.put_nowait({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self._inbox.put_nowait({"type": "websocket.receive", "bytes": data})

    async def wait_for_answers(self) -> None:
        """Wait for a pong: messages are answered in order, so all before it are answered."""
        number = float(next(self._numbers) + 1_000_000_000)
        self.say(json.dumps({"type": "ping", "sent": number}).encode())
        await self._until(lambda: any(m["type"] == "pong" and m["sent"] == number for m in reversed(self.heard)))


def _scope(type: str, path: str, cookie: str) -> dict[str, Any]:
    headers = [(b"host", b"127.0.0.1")] + ([(b"cookie", cookie.encode("latin-1", "replace"))] if cookie else [])
    return {
        "type": type,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if type == "http" else "ws",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 5000),
        "path": path,
        "raw_path": path.encode("utf-8", "surrogatepass"),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "subprotocols": [],
        "extensions": {},
        "state": {},
    }
