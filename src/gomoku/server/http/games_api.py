"""HTTP routes of games: lists of games and rooms, files in and out, links."""

import asyncio
from typing import Annotated, Final, Literal

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from gomoku.rules.records import RecordError, link
from gomoku.rules.records.errors import MAX_BYTES
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import READING, AnyRequest, answer, hub_of
from gomoku.server.rooms import records, views
from gomoku.server.rooms.room import apply
from gomoku.server.wire import messages
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Phase
from gomoku.shortage import ensure

CLOSED: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a downloaded file may do when it is opened in the browser: nothing."""


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
    return answer(messages.GameList(tuple(lines), total, visitor))


@get("/api/rooms")
async def rooms(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[bytes]:
    """The rooms that anybody may enter."""
    return answer(await hub_of(request).listed(search, limit, offset))


@get("/api/games/{room:str}")
async def game(request: AnyRequest, room: FromPath[str]) -> Response[bytes]:
    """A room as it stands."""
    return answer(await hub_of(request).snapshot(room, visitor_of(request.scope)))


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
    return answer(messages.Shared(text, f"/shared/{text}"))


@get("/api/shared/{text:str}")
async def shared(request: AnyRequest, text: FromPath[str]) -> Response[bytes]:
    """A game in a link, to be looked at."""
    hub = hub_of(request)
    now = hub.clock.now()
    try:
        created = records.created_from(link.loads(text), "", now)
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return answer(views.snapshot_of(apply("", None, created), now))


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
    return answer(messages.Imported(tuple(map(views.line_of, made))))


ROUTES: Final = (games, rooms, game, forget, export, share, shared, bring)
