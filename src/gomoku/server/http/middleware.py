"""ASGI middleware: security headers, checks of host and origin, identification of the visitor.

A browser is identified by its cookie, a program by the token in its `Authorization` header. Browsers send that header
only on behalf of our own scripts, so requests with a token need no check of origin; their cookie is ignored.
"""

import ipaddress
import re
import time
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gomoku.server.http.requests import RETRY_STATUSES, problem_of
from gomoku.server.ops.log_deduplication import log_refusal
from gomoku.server.ops.logs import digest
from gomoku.server.people import origins
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.identity import Identity
from gomoku.server.people.tokens import Tokens, bearer_of
from gomoku.server.wire.messages import Reason, encode
from gomoku.server.wire.refusal import Refusal

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
FETCHES: Final = ("cors", "same-origin", "no-cors")
"""Values of `Sec-Fetch-Mode` of requests that a page makes while it is open, sockets apart."""
"""Methods that change nothing; other sites may send them."""
HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Security headers of every response."""
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
"""A year of TLS only, for this host name."""
RESPONSE_STARTS: Final = ("http.response.start", "websocket.http.response.start", "websocket.accept")
"""ASGI messages that carry the headers of a response."""

_ID: Final = re.compile(r"([\w-]{6})[\w-]{6,}")


def visitor_of(scope: Scope) -> str:
    """The visitor who sent a request."""
    return str(scope["state"]["visitor"])


def token_of(scope: Scope) -> str:
    """The id of the token that a request came with; empty for a browser."""
    return str(scope["state"].get("token", ""))


def session_of(scope: Scope) -> str:
    """The session of a request's cookie; empty for a program and for a new visitor."""
    return str(scope["state"].get("session", ""))


def address_of(scope: Any) -> str:
    """The client's address; uvicorn has applied the `X-Forwarded-For` of trusted proxies."""
    return scope["client"][0] if scope.get("client") else ""


def limited_address_of(request: Any) -> str:
    """The client's network for rate limits; empty if it is a proxy's, which stands for many visitors."""
    address = address_of(request.scope)
    return "" if address in request.app.state.trusted_proxies else origins.network_of(address)


class SecurityHeaders:
    """Adds `HEADERS` to every response. Wraps the whole app, so that unknown routes have them too."""

    def __init__(self, app: ASGIApp, has_tls: bool = False) -> None:
        """`has_tls`: the server has its own certificate; browsers are told to insist on TLS."""
        self.app = app
        self.headers = (*HEADERS, HSTS) if has_tls else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in RESPONSE_STARTS:
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _decides_cookie(name: bytes, value: bytes) -> bool:
    """Does this response header rule out a new cookie? Signing in sets its own; a response for shared caches must have none."""
    return name == b"set-cookie" or (name == b"cache-control" and b"public" in value)


class RequestMiddleware:
    """Checks host and origin of every request, identifies the visitor, and gives a cookie to new ones."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None = None) -> None:
        """`hosts`: allowed values of the `Host` header, without port; None allows any."""
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            state, cookie = await self._identify(scope, headers)
        except Refusal as refusal:
            await send_refusal(scope, receive, send, refusal)
            return
        scope.setdefault("state", {}).update(state)

        async def send_with_cookie(message: Message) -> None:
            if cookie and message["type"] in ("http.response.start", "websocket.accept"):
                given = list(message.get("headers", ()))
                if not any(_decides_cookie(name.lower(), value) for name, value in given):
                    message["headers"] = [*given, (b"set-cookie", cookie.encode())]
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    async def _identify(self, scope: Any, headers: dict[bytes, str]) -> tuple[dict[str, str], str]:
        """The visitor and token for the scope's state, and the cookie of a new visitor. Raises Refusal."""
        state = scope["litestar_app"].state
        identity: Identity = state.identity
        tokens: Tokens = state.tokens
        epochs: CookieEpochs = state.cookie_epochs
        host = headers.get(b"host", "")
        if self.hosts is not None and _without_port(host) not in self.hosts:
            # DNS rebinding: another site's name that resolves to our address
            raise Refusal(Reason.FOREIGN, "the request was meant for another server")
        secret = bearer_of(headers.get(b"authorization", ""))
        if secret is not None:
            bearer = await tokens.authenticate(secret, origins.network_of(address_of(scope)), int(time.time() * 1000))
            return {"visitor": bearer.visitor, "token": bearer.token}, ""
        secure = scope.get("scheme") in ("https", "wss")
        if (scope["type"] != "http" or scope["method"] not in SAFE_METHODS) and not _is_same_origin(
            headers, host, secure
        ):
            raise Refusal(Reason.FOREIGN, "the request comes from another site")
        known = identity.read(headers.get(b"cookie", ""))
        if known is not None and epochs.is_valid(known):
            return {"visitor": known.visitor, "session": known.name}, ""
        if known is not None:
            log_refusal(
                "old_cookie", address_of(scope), f"of {digest(known.visitor)}, who signed out or has a newer one"
            )
        visitor = identity.new_visitor()
        if known is not None and headers.get(b"sec-fetch-mode") in FETCHES:
            # The page may have received a newer cookie meanwhile, which one of ours would replace.
            return {"visitor": visitor}, ""
        return {"visitor": visitor}, identity.cookie(visitor, secure)


def _is_same_origin(headers: dict[bytes, str], host: str, secure: bool) -> bool:
    """Was the request sent by a page of this server, or outside of any page?"""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        there = urlsplit(origin)
    except ValueError:  # an opening bracket without its closing one
        return False
    # a page of ours that was loaded without TLS may have been forged on the way
    return there.netloc == host and not (secure and there.scheme == "http")


def _without_port(host: str) -> str:
    """The host name in a `Host` header; empty if it cannot be parsed."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:  # an opening bracket without its closing one
        return ""


def is_loopback(host: str) -> bool:
    """Is this an address that only this machine can reach?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allowed_hosts(host: str, names: Iterable[str] = ()) -> frozenset[str] | None:
    """The `Host` headers that a server listening on `host` accepts; None, for any, if its names are not known."""
    given = frozenset(name.lower() for name in names)
    return given | {"localhost", "127.0.0.1", "::1", host} if given or is_loopback(host) else None


async def send_refusal(scope: Any, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Log a refusal and send it as the response; to a socket as well, in place of the upgrade."""
    log_refusal(refusal.reason, address_of(scope), _summary(scope))
    problem, status, retry_after = problem_of(refusal)
    body = encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status in RETRY_STATUSES:
        headers.append((b"retry-after", str(retry_after).encode()))
    kind = scope["type"]
    if kind == "websocket":
        await receive()
        kind = "websocket.http"
    start: Any = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    end: Any = {"type": f"{kind}.response.body", "body": body, "more_body": False}
    await send(start)
    await send(end)


def _summary(scope: Any) -> str:
    """A request in one line for the log. Ids are cut: that of a private room is the key to it."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    path = _ID.sub(r"\1…", scope["path"][:200])
    words = f"{scope.get('method', 'socket')} {path!r}, host {headers.get(b'host', '')[:80]!r}"
    return words + (f", origin {headers[b'origin'][:80]!r}" if b"origin" in headers else "")
