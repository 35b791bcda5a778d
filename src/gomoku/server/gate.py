"""What every request passes: it must be meant for this server and come from its own pages, and it learns who is asking."""

import ipaddress
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gomoku.server.identity import Identity
from gomoku.server.messages import Problem, Reason, encode

SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Sent with everything."""


def visitor_of(scope: Scope) -> str:
    """Who is asking."""
    return str(scope["state"]["visitor"])


class Gate:
    """ASGI middleware around the whole app."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None = None) -> None:
        """`hosts`: the names the server goes by; any where it is None."""
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)
        self.identity: Identity | None = None
        """Set as soon as the database has told its secret."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        assert self.identity is not None
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_ours(scope, headers):
            await _refuse(scope, receive, send)
            return
        visitor = self.identity.visitor_of(headers.get(b"cookie", ""))
        extra = list(HEADERS)
        if visitor is None:
            visitor = self.identity.new_visitor()
            secure = scope.get("scheme") in ("https", "wss")
            extra.append((b"set-cookie", self.identity.cookie(visitor, secure).encode()))
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _is_ours(self, scope: Any, headers: dict[bytes, str]) -> bool:
        """Meant for this server, and not sent by the page of another."""
        host = headers.get(b"host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return False  # another name for our address: a page elsewhere may have made its own name point here
        if scope["type"] == "http" and scope["method"] in SAFE:
            return True
        if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get(b"origin")
        return origin is None or urlsplit(origin).netloc == host


def _name(host: str) -> str:
    """A host without its port."""
    return urlsplit(f"//{host}").hostname or ""


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine itself can use?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names_of(host: str) -> frozenset[str] | None:
    """The names by which a server is reached that listens at this address; None where nobody can know them."""
    return frozenset(("localhost", "127.0.0.1", "::1", host)) if is_loopback(host) else None


async def _refuse(scope: Any, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": "foreign"})
        return
    body = encode(Problem(Reason.FOREIGN, "the request comes from another site, or was meant for another server"))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
