"""HTTP routes of games: lists, snapshots, import and export, links, conditional moves."""

import asyncio
from typing import Annotated, Final, Literal

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from gomoku.rules.records import RecordError, link
from gomoku.rules.records.errors import MAX_BYTES
from gomoku.server.http import openapi
from gomoku.server.http.middleware import limited_address_of, visitor_of
from gomoku.server.http.requests import FILE_POLICY, PARSING_MEMORY, AnyRequest, FileBody, hub_of, json_response
from gomoku.server.rooms import records, views
from gomoku.server.rooms.room import apply
from gomoku.server.wire import messages, slow_messages
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Phase
from gomoku.shortage import ensure

MAX_PLAN_BYTES: Final = 16_384
"""Size of a request with conditional moves."""


@get("/api/games")
async def games(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    phase: FromQuery[Phase | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[messages.GameList]:
    """The visitor's games, last played first."""
    visitor = visitor_of(request.scope)
    lines, total = await hub_of(request).store.games(visitor, search, phase, limit, offset)
    return json_response(messages.GameList(tuple(lines), total, visitor))


@get("/api/rooms")
async def rooms(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    rules: Annotated[str, QueryParameter(max_length=40)] = "",
    open_only: FromQuery[bool] = False,
) -> Response[messages.GameList]:
    """The listed rooms, which everyone may enter."""
    return json_response(await hub_of(request).lobby.listed(search, limit, offset, rules, open_only))


@get("/api/games/{room:str}")
async def game(request: AnyRequest, room: FromPath[str]) -> Response[messages.Snapshot]:
    """A snapshot of a room."""
    return json_response(await hub_of(request).snapshot(room, visitor_of(request.scope)))


@delete("/api/games/{room:str}")
async def forget(request: AnyRequest, room: FromPath[str]) -> None:
    """Delete a game permanently."""
    await hub_of(request).delete(room, visitor_of(request.scope))


@get(
    "/api/games/{room:str}/export/{format:str}",
    description=f"Formats are {', '.join(records.MEDIA_TYPES)}.",
    opt={openapi.MEDIA_TYPES: tuple(records.MEDIA_TYPES.values())},
)
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
        "Content-Security-Policy": FILE_POLICY,
    }
    return Response(file.text.encode("utf-8", "replace"), media_type=file.media, headers=headers)


@get("/api/games/{room:str}/link")
async def share(request: AnyRequest, room: FromPath[str]) -> Response[messages.Shared]:
    """A link that holds the whole game."""
    text = link.dumps(records.record_of(await hub_of(request).room(room, visitor_of(request.scope))))
    return json_response(messages.Shared(text, f"/shared/{text}"))


@get("/api/games/{room:str}/plan")
async def plan(request: AnyRequest, room: FromPath[str]) -> Response[slow_messages.ConditionalMoves]:
    """The visitor's own conditional moves in a slow game."""
    return json_response(await hub_of(request).slow.plan(room, visitor_of(request.scope)))


@put("/api/games/{room:str}/plan", request_max_body_size=MAX_PLAN_BYTES)
async def put_plan(
    request: AnyRequest, room: FromPath[str], data: JSONBody[slow_messages.ConditionalMoves]
) -> Response[slow_messages.ConditionalMoves]:
    """Replace the visitor's conditional moves in a slow game; without lines, they are gone."""
    return json_response(await hub_of(request).slow.put_plan(room, visitor_of(request.scope), data))


@get("/api/shared/{text:str}")
async def shared(request: AnyRequest, text: FromPath[str]) -> Response[messages.Snapshot]:
    """A snapshot of the game in a link; nothing is stored."""
    hub = hub_of(request)
    now = hub.clock.now()
    try:
        created = records.created_from(link.loads(text), "", now)
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return json_response(views.snapshot_of(apply("", None, created), now))


@post(
    "/api/import",
    description="The body is the file or link, at most 5 MB.",
    request_max_body_size=MAX_BYTES,
    status_code=201,
)
async def bring(
    request: AnyRequest,
    data: FileBody = b"",
    format: FromQuery[str | None] = None,
    rules: Annotated[str | None, QueryParameter(max_length=400)] = None,
    rows_from: FromQuery[Literal["top", "bottom"]] = "top",
) -> Response[messages.Imported]:
    """Create a room for each game of a file."""
    hub = hub_of(request)
    visitor = visitor_of(request.scope)
    ensure(PARSING_MEMORY * len(data))
    try:
        found = await asyncio.to_thread(  # may take seconds
            records.imported, data, format or None, rules or None, rows_from, visitor, hub.clock.now()
        )
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    hub.require_few_games(limited_address_of(request), len(found))
    made = [await hub.add(room, created) for room, created in found]
    annotated = await asyncio.to_thread(lambda: any(map(records.is_annotated, made)))
    return json_response(messages.Imported(tuple(map(views.summary_of, made)), annotated))


ROUTES: Final = (games, rooms, game, forget, export, share, plan, put_plan, shared, bring)
