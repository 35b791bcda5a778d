"""The HTTP routes about thinking: lines, threats, cells, refutations and trees. Positions come whole, in the body."""

import gzip
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from gomoku.server.analysis import positions
from gomoku.server.analysis.analyst import Analyst
from gomoku.server.analysis.search_trees import TreeCache
from gomoku.server.http.api import JSON, AnyRequest
from gomoku.server.http.middleware import visitor_of
from gomoku.server.wire import analysis_messages
from gomoku.server.wire.messages import Reason, encode
from gomoku.server.wire.refusal import Refusal

MOST_BYTES: Final = 16_384
T = TypeVar("T")


async def _body(request: AnyRequest, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(Reason.MALFORMED, str(error)[:300]) from None


def _json(body: Any) -> Response[bytes]:
    return Response(encode(body), media_type=JSON, headers={"Cache-Control": "no-store"})


def _analyst(request: AnyRequest) -> Analyst:
    analyst: Analyst = request.app.state.analyst
    return analyst


def _trees(request: AnyRequest) -> TreeCache:
    trees: TreeCache = request.app.state.trees
    return trees


@post("/api/walk", request_max_body_size=MOST_BYTES, status_code=200)
async def walk(request: AnyRequest) -> Response[bytes]:
    """What a line of moves does."""
    wish = await _body(request, analysis_messages.Walk)
    return _json(analysis_messages.Walked(positions.walk(positions.game_of(wish.position), wish.moves)))


@post("/api/sight", request_max_body_size=MOST_BYTES, status_code=200)
async def sight(request: AnyRequest) -> Response[bytes]:
    """The threats of a position, and its evaluation in parts."""
    return _json(positions.sight(positions.game_of(await _body(request, analysis_messages.Position))))


@post("/api/cell", request_max_body_size=MOST_BYTES, status_code=200)
async def cell(request: AnyRequest) -> Response[bytes]:
    """What the evaluation sees in a cell."""
    wish = await _body(request, analysis_messages.CellWish)
    return _json(positions.cell_sight(positions.playable(wish.position), wish.cell))


@post("/api/refute", request_max_body_size=MOST_BYTES, status_code=200)
async def refute(request: AnyRequest) -> Response[bytes]:
    """What the engine answers to a move."""
    wish = await _body(request, analysis_messages.CellWish)
    game = positions.playable(wish.position)
    return _json(await _analyst(request).refute(visitor_of(request.scope), game, wish.cell))


@post("/api/tree", request_max_body_size=MOST_BYTES, status_code=200)
async def tree(request: AnyRequest) -> Response[bytes]:
    """Search a position and keep the tree."""
    wish = await _body(request, analysis_messages.TreeWish)
    game = positions.playable(wish.position)
    return _json(await _trees(request).keep(await _analyst(request).tree(visitor_of(request.scope), game, wish.ms)))


@get("/api/tree/{name:str}")
async def branch(
    request: AnyRequest,
    name: FromPath[str],
    start: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[bytes]:
    """A piece of a tree."""
    zipped = await _trees(request).piece(name[:40], start)
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(zipped, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(zipped), media_type=JSON, headers=headers)


ROUTES: Final = (walk, sight, cell, refute, tree, branch)
