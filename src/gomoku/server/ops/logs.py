"""What a server writes down about its work: one line each for a request, a refused command, an error.

Lines for people or, as JSON, for programs. Everything that is written while a request or a socket is served carries
its id and its visitor. No line holds what could open a door: visitors are named by a digest, rooms by the first part of
their id, addresses and cookies and what people say not at all.
"""

import hashlib
import logging
import re
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gomoku.server.ops.metrics import Metrics

log = logging.getLogger("gomoku.server")

GIVEN: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
"""What a proxy may call a request."""
ROOM: Final = 6
"""Letters of a room's id that are shown: enough to find it, not enough to enter it."""

METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "SOCKET")

_serving: ContextVar[Any] = ContextVar("serving", default=None)
"""The scope of the request or socket that is being served."""


class LogFormat(StrEnum):
    """How lines are written."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """How much is written: `info` holds a line for every request and every refused command."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def configure(format: LogFormat = LogFormat.TEXT, level: LogLevel = LogLevel.WARNING) -> None:
    """Write lines to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if format is LogFormat.JSON else TextLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # of what others write only trouble is of interest
    for name in ("sqlalchemy", "alembic", "asyncio", "uvicorn", "websockets"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


def fields(**values: Any) -> dict[str, Any]:
    """`extra` for a log line: things by name, beside its words. `visitor` and `room` are given as they are."""
    if "visitor" in values:
        values["visitor"] = digest(values["visitor"])
    if "room" in values:
        values["room"] = values["room"][:ROOM]
    return {"fields": {name: value for name, value in values.items() if value not in ("", None)}}


def digest(visitor: str) -> str:
    """A visitor's name in the logs: always the same, and of no use to be them."""
    return hashlib.blake2b(visitor.encode(), digest_size=5).hexdigest() if visitor else ""


def _said(record: logging.LogRecord) -> dict[str, Any]:
    """What goes with a line: that of the request at hand, and its own."""
    found: dict[str, Any] = {}
    scope = _serving.get()
    if scope is not None:
        state = scope.get("state", {})
        found["request"] = state.get("request")
        if state.get("visitor"):
            found["visitor"] = digest(state["visitor"])
    return found | getattr(record, "fields", {})


class TextLines(logging.Formatter):
    """For people: `2026-01-31 12:00:00,000 WARNING gomoku.server: words name=value`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        named = (f" {name}={_word(value)}" for name, value in _said(record).items())
        return super().formatMessage(record) + "".join(named)


class JsonLines(logging.Formatter):
    """For programs: an object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_said(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def _word(value: Any) -> str:
    text = str(value)
    return text if re.fullmatch(r"[^\s=\"]+", text) else msgspec.json.encode(text).decode()


class AccessLog:
    """ASGI middleware around everything: names each request, writes it down and counts it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = _named(scope)
        scope.setdefault("state", {})["request"] = name
        token = _serving.set(scope)
        began = time.perf_counter()
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", name.encode())]
            elif message["type"] == "websocket.close":
                status = message["code"]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            self._note(scope, status, time.perf_counter() - began)
            _serving.reset(token)

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        # the route, not the path: the id of a private room is the key to it
        route = scope.get("path_template") or "-"
        method = scope.get("method", "SOCKET")
        method = method if method in METHODS else "-"  # whatever somebody makes up would be a figure of its own
        if scope["type"] == "http":
            self.metrics.request(method, route, status, seconds)
        ms = round(1000 * seconds, 1)
        log.info("served", extra=fields(method=method, route=route, status=status, ms=ms))


def _named(scope: Any) -> str:
    """The id of a request: a proxy's, where it gave it one."""
    given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
    return given if GIVEN.fullmatch(given) else secrets.token_hex(6)
