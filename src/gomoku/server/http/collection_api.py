"""HTTP routes of the visitor's collection: import of files, search, export, deletion."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal, cast

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Stream

from gomoku.rules.records.errors import MAX_BYTES
from gomoku.server.analysis import study
from gomoku.server.http.middleware import address_of, limited_address_of, visitor_of
from gomoku.server.http.requests import (
    FILE_POLICY,
    PARSING_MEMORY,
    AnyRequest,
    FileBody,
    hub_of,
    json_response,
    require_few_exports,
)
from gomoku.server.people.collections.collections import Collections, Wanted
from gomoku.server.rooms import records
from gomoku.server.wire import messages
from gomoku.server.wire.analysis import study_messages
from gomoku.server.wire.http_replies import CollectionProgress
from gomoku.shortage import ensure

Text = Annotated[str, QueryParameter(max_length=200)]
Result = FromQuery[Literal["", "B", "W", "0"]]
LINES: Final = "application/x-ndjson"


def _collections(request: AnyRequest) -> Collections:
    return cast(Collections, request.app.state.collections)


@post(
    "/api/collection",
    description="The body is the file, at most 5 MB: SGF, PSQ, REC, POS, RenLib, or a ZIP archive of them. "
    "The reply is a `CollectionProgress` in each line.",
    media_type=LINES,
    request_max_body_size=MAX_BYTES,
    status_code=200,
)
async def bring(
    request: AnyRequest, name: Annotated[str, QueryParameter(max_length=300)], data: FileBody = b""
) -> Response[bytes]:
    """Import the games of a file into the visitor's collection."""
    visitor = visitor_of(request.scope)
    ensure(PARSING_MEMORY * len(data))
    plain = _collections(request).require_import(visitor, address_of(request.scope), name)
    now, address = hub_of(request).clock.now(), limited_address_of(request)
    parts = _collections(request).imported(visitor, plain, data, now, address)
    # A proxy that buffers the response would hold back the progress.
    return _stream(_lines(parts), LINES, {"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


def _stream(parts: AsyncIterator[bytes] | AsyncIterator[str], media: str, headers: dict[str, str]) -> Response[bytes]:
    """A streaming response."""
    return cast("Response[bytes]", Stream(parts, media_type=media, headers=headers))


async def _lines(parts: AsyncIterator[CollectionProgress]) -> AsyncIterator[bytes]:
    async for progress in parts:
        yield msgspec.json.encode(progress) + b"\n"


def _wanted(
    player: Text = "",
    since: Text = "",
    until: Text = "",
    rules: Text = "",
    opening: Text = "",
    result: Result = "",
    position: Annotated[str, QueryParameter(max_length=4000)] = "",
) -> Wanted:
    """The search filter of a request."""
    return Wanted(player, since, until, rules, opening, result, position)


Asked = NamedDependency[Wanted]
WANTED: Final = {"wanted": Provide(_wanted, sync_to_thread=False)}


@get("/api/collection", dependencies=WANTED)
async def games(
    request: AnyRequest,
    wanted: Asked,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[messages.CollectionList]:
    """The games of the visitor's collection that match, latest first."""
    return json_response(await _collections(request).listing(visitor_of(request.scope), wanted, limit, offset))


@get("/api/collection/export", dependencies=WANTED, media_type=records.MEDIA_TYPES["sgf"])
async def export(
    request: AnyRequest,
    wanted: Asked,
) -> Response[bytes]:
    """The games that match, as one SGF file."""
    require_few_exports(request, limited_address_of(request))
    texts = await _collections(request).exported(visitor_of(request.scope), wanted)
    headers = {
        "Content-Disposition": 'attachment; filename="collection.sgf"',
        "Cache-Control": "no-store",
        "Content-Security-Policy": FILE_POLICY,
    }
    return _stream(texts, records.MEDIA_TYPES["sgf"], headers)


@get("/api/collection/{name:str}")
async def game(request: AnyRequest, name: FromPath[str]) -> Response[study_messages.Study]:
    """A game of the visitor's collection as a study, with variations and comments."""
    record = await _collections(request).record(visitor_of(request.scope), name[:40])
    return json_response(await asyncio.to_thread(study.study_of, record))


@delete("/api/collection", dependencies=WANTED)
async def forget(
    request: AnyRequest,
    wanted: Asked,
) -> None:
    """Delete the games that match from the visitor's collection; all of them without a filter."""
    await _collections(request).forget(visitor_of(request.scope), wanted)


ROUTES: Final = (bring, games, export, game, forget)
