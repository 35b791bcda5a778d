"""The HTTP routes: the page and its files, lists of games, files in and out, links, health. docs/SERVER.md lists them."""

import asyncio
import json
from functools import cache
from typing import Annotated, Any, Final, Literal, cast

from litestar import MediaType, Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from gomoku import __version__
from gomoku.rules.records import RecordError, link
from gomoku.rules.records.errors import MAX_BYTES
from gomoku.server.http import static_files
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.static_files import StaticFile, StaticFiles
from gomoku.server.live.hub import Hub
from gomoku.server.rooms import records, views
from gomoku.server.rooms.room import apply
from gomoku.server.wire import catalogue, messages, typescript
from gomoku.server.wire.messages import Reason, encode
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Phase
from gomoku.shortage import ensure

AnyRequest = Request[Any, Any, State]
JSON: Final = "application/json"
READING: Final = 60
"""Bytes of memory that reading a file takes at most for each of its own."""
ICON: Final = "/icons/icon-192.png"
"""For browsers and programs that ask for `/favicon.ico` whatever the page says."""
CLOSED: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a downloaded file may do when it is opened in the browser: nothing."""
POLICY: Final = (
    "default-src 'self'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)


def hub_of(request: AnyRequest) -> Hub:
    return cast(Hub, request.app.state.hub)


def _json(body: Any) -> Response[bytes]:
    return Response(encode(body), media_type=JSON, headers={"Cache-Control": "no-store"})


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
def rules(request: AnyRequest) -> Response[bytes]:
    """All there is to choose from."""
    return _sent(request, _rules())


@get("/api/games")
async def games(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    phase: FromQuery[Phase | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[bytes]:
    """The visitor's games, last played first."""
    visitor = visitor_of(request.scope)
    lines, total = await hub_of(request).store.games(visitor, search, phase, limit, offset)
    return _json(messages.GameList(tuple(lines), total, visitor))


@get("/api/rooms")
async def rooms(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[bytes]:
    """The rooms that anybody may enter."""
    return _json(await hub_of(request).listed(search, limit, offset))


@get("/api/games/{room:str}")
async def game(request: AnyRequest, room: FromPath[str]) -> Response[bytes]:
    """A room as it stands."""
    return _json(await hub_of(request).snapshot(room, visitor_of(request.scope)))


@delete("/api/games/{room:str}")
async def forget(request: AnyRequest, room: FromPath[str]) -> None:
    """Delete a game for good."""
    await hub_of(request).delete(room, visitor_of(request.scope))


@get("/api/games/{room:str}/export/{format:str}")
async def export(
    request: AnyRequest,
    room: FromPath[str],
    format: FromPath[str],
    move: Annotated[int | None, QueryParameter(ge=0, le=100_000)] = None,
    lossy: FromQuery[bool] = False,
    numbers: FromQuery[bool] = False,
) -> Response[bytes]:
    """A game as a file."""
    try:
        found = await hub_of(request).room(room, visitor_of(request.scope))
        file = records.export(found, format, move, lossy, numbers)
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    headers = {
        "Content-Disposition": f'attachment; filename="{file.name}"',
        "Cache-Control": "no-store",
        "Content-Security-Policy": CLOSED,
    }
    return Response(file.text.encode("utf-8", "replace"), media_type=file.media, headers=headers)


@get("/api/games/{room:str}/link")
async def share(request: AnyRequest, room: FromPath[str]) -> Response[bytes]:
    """A game in one line."""
    text = link.dumps(records.record_of(await hub_of(request).room(room, visitor_of(request.scope))))
    return _json(messages.Shared(text, f"/shared/{text}"))


@get("/api/shared/{text:str}")
async def shared(request: AnyRequest, text: FromPath[str]) -> Response[bytes]:
    """A game in a link, to be looked at."""
    hub = hub_of(request)
    now = hub.clock.now()
    try:
        created = records.created_from(link.loads(text), "", now)
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return _json(views.snapshot_of(apply("", None, created), now))


@post("/api/import", request_max_body_size=MAX_BYTES, status_code=201)
async def bring(
    request: AnyRequest,
    format: FromQuery[str | None] = None,
    rules: Annotated[str | None, QueryParameter(max_length=400)] = None,
    rows_from: FromQuery[Literal["top", "bottom"]] = "top",
) -> Response[bytes]:
    """Make rooms of the games in a file."""
    hub = hub_of(request)
    visitor = visitor_of(request.scope)
    body = await request.body()
    ensure(READING * len(body))
    try:
        found = await asyncio.to_thread(  # it may take long, and others play on meanwhile
            records.imported, body, format or None, rules or None, rows_from, visitor, hub.clock.now()
        )
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    made = [await hub.add(room, created) for room, created in found]
    return _json(messages.Imported(tuple(map(views.line_of, made))))


@get("/api/health", sync_to_thread=False)
def health(request: AnyRequest) -> Response[bytes]:
    """Is the process alive? Whether it can do its work is for `/api/ready` to say: a restart would not help."""
    hub = hub_of(request)
    engines = hub.engines
    return _json(messages.Health(True, __version__, len(hub.rooms), len(hub.clients), engines.alive, engines.waiting))


@get("/api/schema", sync_to_thread=False)
def wire() -> Response[bytes]:
    """JSON schema of the messages."""
    return Response(typescript.json_schema().encode(), media_type=JSON, headers={"Cache-Control": "no-cache"})


@get(["/api", "/api/{rest:path}"], sync_to_thread=False)
def nothing_here(rest: FromPath[str] = "") -> Response[bytes]:
    """No such route."""
    problem = messages.Problem(Reason.UNKNOWN_ROOM, "there is no such route")
    return Response(encode(problem), media_type=JSON, status_code=404)


@get(["/", "/{path:path}"], sync_to_thread=False)
def page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the page, or the page itself for each of its addresses."""
    held: StaticFiles = request.app.state.pages
    found = held.file(ICON if path == "/favicon.ico" else path)
    if found is None and "." in path.rsplit("/", 1)[-1] and not path.startswith("/shared/"):
        return Response(b"there is no such file", media_type=MediaType.TEXT, status_code=404)
    found = found or held.index
    if found is None:
        return Response(static_files.NOT_BUILT, media_type="text/html", status_code=503)
    return _sent(request, found)


ROUTES: Final = (rules, games, rooms, game, forget, export, share, shared, bring, health, wire, nothing_here, page)


STATUS: Final = {
    Reason.BAD_TOKEN: 401,
    Reason.FOREIGN: 403,
    Reason.NOT_OWNER: 403,
    Reason.BAD_PASSPHRASE: 403,
    Reason.NAME_TAKEN: 409,
    Reason.UNKNOWN_ROOM: 404,
    Reason.TOO_FAST: 429,
}
"""Of refusals; 400 for all others."""


def problem_of(error: Exception) -> tuple[int, messages.Problem]:
    """The status and body of an error."""
    if isinstance(error, Refusal):
        return STATUS.get(error.reason, 400), messages.Problem(error.reason, error.detail)
    status = getattr(error, "status_code", 500)
    reason = {404: Reason.UNKNOWN_ROOM, 413: Reason.TOO_BIG, 429: Reason.TOO_FAST}.get(status, Reason.MALFORMED)
    detail = str(getattr(error, "detail", "")) or json.dumps(str(error))
    return status, messages.Problem(reason, detail)
