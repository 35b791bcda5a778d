"""What every request passes: it must be meant for this server and come from its own pages, and it learns who is asking.

A browser is known by its cookie, a program by the token in its `Authorization` header. A browser sends that header only
where a script of our own page told it to, so a token needs no origin; and where there is one, no cookie is looked at.
"""

import ipaddress
import re
import time
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gomoku.server.ops.log_deduplication import refused
from gomoku.server.ops.logs import digest
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.identity import Identity
from gomoku.server.people.tokens import Tokens, bearer_of
from gomoku.server.wire.messages import Problem, Reason, encode
from gomoku.server.wire.refusal import Refusal

SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Sent with everything."""
STARTS: Final = ("http.response.start", "websocket.http.response.start", "websocket.accept")
"""What an answer begins with."""

_ID: Final = re.compile(r"([\w-]{6})[\w-]{6,}")


def visitor_of(scope: Scope) -> str:
    """Who is asking."""
    return str(scope["state"]["visitor"])


def token_of(scope: Scope) -> str:
    """The id of the token that it came with; empty for a browser."""
    return str(scope["state"].get("token", ""))


class SecurityHeaders:
    """ASGI middleware around the whole app: every answer carries `HEADERS`, also where there is no such route."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(scope, receive, send_with_headers)


class RequestMiddleware:
    """ASGI middleware around every route."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None = None) -> None:
        """`hosts`: the names the server goes by; any where it is None."""
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)
        self.identity: Identity | None = None
        """Set as soon as the database has told its secret."""
        self.tokens: Tokens | None = None
        self.renewals: CookieEpochs | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            who, cookie = await self._who(scope, headers)
        except Refusal as refusal:
            await refuse(scope, receive, send, refusal)
            return
        scope.setdefault("state", {}).update(who)

        async def send_with_cookie(message: Message) -> None:
            if cookie and message["type"] in ("http.response.start", "websocket.accept"):
                given = list(message.get("headers", ()))
                if not any(name.lower() == b"set-cookie" for name, _ in given):  # signing in gives another
                    message["headers"] = [*given, (b"set-cookie", cookie.encode())]
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    async def _who(self, scope: Any, headers: dict[bytes, str]) -> tuple[dict[str, str], str]:
        """Who is asking, and the cookie for somebody new. Raises Refusal for those who may not."""
        assert self.identity is not None
        assert self.tokens is not None
        assert self.renewals is not None
        host = headers.get(b"host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            # another name for our address: a page elsewhere may have made its own name point here
            raise Refusal(Reason.FOREIGN, "the request was meant for another server")
        secret = bearer_of(headers.get(b"authorization", ""))
        if secret is not None:
            found = await self.tokens.bearer(secret, address_of(scope), int(time.time() * 1000))
            return {"visitor": found.visitor, "token": found.token}, ""
        secure = scope.get("scheme") in ("https", "wss")
        if (scope["type"] != "http" or scope["method"] not in SAFE) and not _is_own_page(headers, host, secure):
            raise Refusal(Reason.FOREIGN, "the request comes from another site")
        known = self.identity.read(headers.get(b"cookie", ""))
        if known is not None and known[1] >= self.renewals.of(known[0]):
            return {"visitor": known[0]}, ""
        if known is not None:
            refused("old_cookie", address_of(scope), f"of {digest(known[0])}, who has a new one")
        visitor = self.identity.new_visitor()
        return {"visitor": visitor}, self.identity.cookie(visitor, secure)


def _is_own_page(headers: dict[bytes, str], host: str, secure: bool) -> bool:
    """Was it sent by a page of this server, or by no page at all?"""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get(b"origin")
    if origin is None:
        return True
    there = urlsplit(origin)
    # whoever is on the line can make up a page without encryption in our name
    return there.netloc == host and not (secure and there.scheme == "http")


def address_of(scope: Any) -> str:
    """Where it comes from; uvicorn has believed what a trusted proxy says."""
    return scope["client"][0] if scope.get("client") else ""


def _asked(scope: Any, headers: dict[bytes, str]) -> str:
    """A request in a few words, for the log: nothing in it can be more than one line, and no secret is."""
    path = _ID.sub(r"\1…", scope["path"][:200])  # a room's id is the key to it
    words = f"{scope.get('method', 'socket')} {path!r}, host {headers.get(b'host', '')[:80]!r}"
    return words + (f", origin {headers[b'origin'][:80]!r}" if b"origin" in headers else "")


def _name(host: str) -> str:
    """A host without its port."""
    return urlsplit(f"//{host}").hostname or ""


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine itself can use?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names_of(host: str, allowed: Iterable[str] = ()) -> frozenset[str] | None:
    """The names by which a server is reached that listens at this address; None where nobody can know them."""
    names = frozenset(name.lower() for name in allowed)
    return names | {"localhost", "127.0.0.1", "::1", host} if names or is_loopback(host) else None


async def refuse(scope: Any, receive: Receive, send: Send, refusal: Refusal) -> None:
    """An answer in place of the app's. A socket that is refused before it opens is answered like any request."""
    asked = _asked(scope, {name: value.decode("latin-1") for name, value in scope["headers"]})
    refused(refusal.reason, address_of(scope), asked)
    status = {Reason.BAD_TOKEN: 401, Reason.TOO_FAST: 429, Reason.TOO_MANY: 429}.get(refusal.reason, 403)
    body = encode(Problem(refusal.reason, refusal.detail))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    kind = scope["type"]
    if kind == "websocket":
        await receive()
        kind = "websocket.http"
    start: Any = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    end: Any = {"type": f"{kind}.response.body", "body": body, "more_body": False}
    await send(start)
    await send(end)
