"""HTTP routes of the site: the page and its files, the catalogue of rules, health, schema, unknown routes."""

from functools import cache
from typing import Any, Final, cast

from litestar import MediaType, Response, get
from litestar.params import FromPath

from gomoku import __version__
from gomoku.server.http import static_files
from gomoku.server.http.requests import JSON, AnyRequest, hub_of, json_response
from gomoku.server.http.static_files import StaticFile, StaticFiles
from gomoku.server.wire import catalogue, messages, typescript
from gomoku.server.wire.messages import Reason, encode

ICON: Final = "/icons/icon-192.png"
"""For browsers and programs that ask for `/favicon.ico` whatever the page says."""
POLICY: Final = (
    "default-src 'self'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)


def _sent(request: AnyRequest, found: StaticFile) -> Response[bytes]:
    """A file, or that it has not changed since it was sent last."""
    headers = {"Cache-Control": found.cache, "ETag": found.etag, "Vary": "Accept-Encoding"}
    if found.media.startswith("text/html"):
        headers["Content-Security-Policy"] = POLICY.format(scripts=found.scripts)
    if found.etag in request.headers.get("If-None-Match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=found.media)
    if found.zipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.zipped, media_type=found.media, headers=headers)
    return Response(found.body, media_type=found.media, headers=headers)


@cache
def _rules() -> StaticFile:
    return static_files.page_of("rules.json", encode(catalogue.catalogue()))


@get("/api/rules", sync_to_thread=False)
def rules(request: AnyRequest) -> Response[messages.Catalogue]:
    """All there is to choose from."""
    return cast("Response[messages.Catalogue]", _sent(request, _rules()))  # encoded and compressed once


@get("/api/health", sync_to_thread=False)
def health(request: AnyRequest) -> Response[messages.Health]:
    """Is the process alive? Whether it can do its work is for `/api/ready` to say: a restart would not help."""
    hub = hub_of(request)
    engines = hub.engines
    return json_response(
        messages.Health(True, __version__, len(hub.rooms), len(hub.clients), engines.alive, engines.waiting)
    )


@get("/api/ready")
async def ready(request: AnyRequest) -> Response[Any]:
    """Readiness: 503 while the process drains or its database cannot be reached."""
    if request.app.state.draining:
        return json_response(messages.Problem(Reason.BUSY, "the server is ending"), 503)
    await hub_of(request).store.setting("alive")  # raises StoreError, which is a 503 as well
    return json_response({"ready": True})


@get("/api/schema", sync_to_thread=False)
def wire() -> Response[Any]:
    """JSON schema of the messages."""
    return Response(typescript.json_schema().encode(), media_type=JSON, headers={"Cache-Control": "no-cache"})


@get(["/api", "/api/{rest:path}"], include_in_schema=False, sync_to_thread=False)
def nothing_here(rest: FromPath[str] = "") -> Response[bytes]:
    """No such route."""
    problem = messages.Problem(Reason.UNKNOWN_ROOM, "there is no such route")
    return Response(encode(problem), media_type=JSON, status_code=404)


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the page, or the page itself for each of its addresses."""
    files: StaticFiles = request.app.state.static_files
    found = files.file(ICON if path == "/favicon.ico" else path)
    if found is None and "." in path.rsplit("/", 1)[-1] and not path.startswith("/shared/"):
        return Response(b"there is no such file", media_type=MediaType.TEXT, status_code=404)
    found = found or files.index
    if found is None:
        return Response(static_files.NOT_BUILT, media_type="text/html", status_code=503)
    return _sent(request, found)


ROUTES: Final = (rules, health, ready, wire, nothing_here, page)
