"""HTTP routes of the site: the page and its files, the catalogue of rules, health, schema, unknown routes."""

import re
from functools import cache
from typing import Annotated, Any, Final, Literal, cast

from litestar import HttpMethod, MediaType, Response, get, route
from litestar.params import FromPath, QueryParameter

from gomoku import __version__
from gomoku.server.http import static_files
from gomoku.server.http.requests import JSON, AnyRequest, hub_of, json_response
from gomoku.server.http.static_files import IMMUTABLE, StaticFile, StaticFiles
from gomoku.server.wire import catalogue, messages, typescript
from gomoku.server.wire.messages import Reason, encode

ICON: Final = "/icons/icon-192.png"
"""Served as `/favicon.ico`, which some clients request without looking at the page."""
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self' {socket}; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)
"""Policy of the page. `scripts` are the hashes of its inline scripts; `socket` is the origin of its own WebSocket, which not every
browser takes for `'self'`."""
_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
"""A host name with its port, which may stand in a header."""


def _file_response(request: AnyRequest, found: StaticFile) -> Response[bytes]:
    """A file, compressed if the client accepts it; 304 if the client has it already."""
    headers = {"Cache-Control": found.cache}
    # An immutable file is never revalidated: without its ETag, a first visit saves some 30 bytes per file.
    if found.cache != IMMUTABLE:
        headers["ETag"] = found.etag
    if found.gzipped is not None:
        headers["Vary"] = "Accept-Encoding"
    if found.media.startswith("text/html"):
        headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.format(
            scripts=found.scripts, socket=_socket_origin(request)
        )
        headers["Cross-Origin-Opener-Policy"] = "same-origin"  # of documents only
    if found.etag in request.headers.get("If-None-Match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=found.media)
    if found.gzipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.gzipped, media_type=found.media, headers=headers)
    return Response(found.body, media_type=found.media, headers=headers)


def _socket_origin(request: AnyRequest) -> str:
    """The WebSocket origin of the requested page; empty for an invalid host."""
    host = request.headers.get("Host", "")
    is_secure = request.scope.get("scheme") in ("https", "wss")
    return f"{'wss' if is_secure else 'ws'}://{host}" if _HOST.fullmatch(host) else ""


@cache
def _catalogue(french: bool) -> StaticFile:
    found = catalogue.catalogue()
    return static_files.static_file("rules.json", encode(found if french else catalogue.without_french(found)))


@get("/api/rules", sync_to_thread=False)
def rules(
    request: AnyRequest, language: Annotated[Literal["en", "fr"] | None, QueryParameter()] = None
) -> Response[messages.Catalogue]:
    """The catalogue: rule sets, parameters, openings, levels, texts. The English texts alone are half as large."""
    found = _catalogue(french=language != "en")
    return cast("Response[messages.Catalogue]", _file_response(request, found))  # encoded and compressed once


@get("/api/health", sync_to_thread=False)
def health(request: AnyRequest) -> Response[messages.Health]:
    """Liveness: 200 as long as the process answers. `/api/ready` tells whether its database can be reached."""
    hub = hub_of(request)
    engines = hub.engines
    return json_response(
        messages.Health(True, __version__, len(hub.rooms), len(hub.clients), engines.alive, engines.waiting)
    )


@get("/api/ready")
async def ready(request: AnyRequest) -> Response[Any]:
    """Readiness: 503 while the process drains, or its database cannot be reached or written."""
    if request.app.state.draining:
        return json_response(messages.Problem(Reason.BUSY, "the server is shutting down"), 503)
    await hub_of(request).store.probe()  # raises StoreError, which is a 503 as well
    return json_response({"ready": True})


@get("/api/schema", sync_to_thread=False)
def wire() -> Response[Any]:
    """JSON schema of the messages."""
    return Response(typescript.json_schema().encode(), media_type=JSON, headers={"Cache-Control": "no-cache"})


@get(["/api", "/api/{rest:path}"], include_in_schema=False, sync_to_thread=False)
def nothing_here(rest: FromPath[str] = "") -> Response[bytes]:
    """Answer unknown API routes."""
    problem = messages.Problem(Reason.UNKNOWN_ROOM, "there is no such route")
    return Response(encode(problem), media_type=JSON, status_code=404)


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, sync_to_thread=False
)
def page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """A static file, or the page for each of its addresses."""
    files: StaticFiles = request.app.state.static_files
    found = files.file(ICON if path == "/favicon.ico" else path)
    if found is None and "." in path.rsplit("/", 1)[-1] and not path.startswith(("/shared/", "/@")):
        return Response(b"there is no such file", media_type=MediaType.TEXT, status_code=404)
    found = found or files.index
    if found is None:
        return Response(static_files.NOT_BUILT, media_type="text/html", status_code=503)
    return _file_response(request, found)


ROUTES: Final = (rules, health, ready, wire, nothing_here, page)
