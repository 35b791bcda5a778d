"""Logging: formatters for text and JSON lines, the request's context, the access log.

Lines logged while a request or socket is served carry its id and visitor. No line holds a secret: visitors appear as a
digest, rooms as a prefix of their id; cookies, tokens and chat never appear.
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

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
"""Form of an `X-Request-Id` header that is adopted as the request's id."""
ROOM_PREFIX: Final = 6
"""Characters of a room's id in the log: enough to find the room, too few to enter it."""
METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "SOCKET")
"""Methods that appear in log and metrics; others are `-`, so that clients cannot create metrics at will."""

_scope: ContextVar[Any] = ContextVar("scope", default=None)
"""The ASGI scope of the request or socket being served."""


class LogFormat(StrEnum):
    """Format of log lines."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """Level from which lines are logged: `info` has one for every request and every refused command."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def configure(format: LogFormat = LogFormat.TEXT, level: LogLevel = LogLevel.WARNING) -> None:
    """Log to standard error, in this format and from this level on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if format is LogFormat.JSON else TextFormatter())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # libraries: warnings and errors only
    for name in ("sqlalchemy", "alembic", "asyncio", "uvicorn", "websockets"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


def fields(**values: Any) -> dict[str, Any]:
    """The `extra` argument for a log line with named fields. `visitor` and `room` are given in full, and shortened here."""
    if "visitor" in values:
        values["visitor"] = digest(values["visitor"])
    if "room" in values:
        values["room"] = values["room"][:ROOM_PREFIX]
    return {"fields": {name: value for name, value in values.items() if value not in ("", None)}}


def digest(visitor: str) -> str:
    """A stable pseudonym of a visitor, whose id is a secret."""
    return hashlib.blake2b(visitor.encode(), digest_size=5).hexdigest() if visitor else ""


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of the request being served, and the record's own."""
    found: dict[str, Any] = {}
    scope = _scope.get()
    if scope is not None:
        state = scope.get("state", {})
        found["request"] = state.get("request")
        if state.get("visitor"):
            found["visitor"] = digest(state["visitor"])
    return found | getattr(record, "fields", {})


class TextFormatter(logging.Formatter):
    """Text lines: `2026-01-31 12:00:00,000 WARNING gomoku.server: message name=value`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        named = (f" {name}={_quoted(value)}" for name, value in _fields_of(record).items())
        return super().formatMessage(record) + "".join(named)


class JsonFormatter(logging.Formatter):
    """JSON lines: one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields_of(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def _quoted(value: Any) -> str:
    """A value as one word; quoted if it has spaces, quotes or an equals sign."""
    text = str(value)
    return text if re.fullmatch(r"[^\s=\"]+", text) else msgspec.json.encode(text).decode()


class AccessLog:
    """ASGI middleware around the whole app: gives each request an id, logs and counts it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = _request_id(scope)
        scope.setdefault("state", {})["request"] = name
        token = _scope.set(scope)
        began = time.perf_counter()
        status = 0

        async def send_and_watch(message: Message) -> None:
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
            await self.app(scope, receive, send_and_watch)
        finally:
            self._record(scope, status, time.perf_counter() - began)
            _scope.reset(token)

    def _record(self, scope: Any, status: int, seconds: float) -> None:
        # the route, not the path: ids of private rooms are secrets
        route = scope.get("path_template") or "-"
        method = scope.get("method", "SOCKET")
        method = method if method in METHODS else "-"
        if scope["type"] == "http":
            self.metrics.request(method, route, status, seconds)
        ms = round(1000 * seconds, 1)
        log.info("served", extra=fields(method=method, route=route, status=status, ms=ms))


def _request_id(scope: Any) -> str:
    """The id of a request: that of the `X-Request-Id` header, or a random one."""
    given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(6)
