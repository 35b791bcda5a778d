"""The HTTP routes about thinking: lines, threats, cells, refutations and trees. Positions come whole, in the body."""

import gzip
from typing import Annotated, Final, TypeVar

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from gomoku.server.analysis import positions
from gomoku.server.analysis.analyst import Analyst
from gomoku.server.analysis.search_trees import TreeCache
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import JSON, AnyRequest, answer, body_of
from gomoku.server.wire import analysis_messages

MOST_BYTES: Final = 16_384
T = TypeVar("T")


def _analyst(request: AnyRequest) -> Analyst:
    analyst: Analyst = request.app.state.analyst
    return analyst


def _trees(request: AnyRequest) -> TreeCache:
    trees: TreeCache = request.app.state.trees
    return trees


@post("/api/walk", request_max_body_size=MOST_BYTES, status_code=200)
async def walk(request: AnyRequest) -> Response[bytes]:
    """What a line of moves does."""
    wish = await body_of(request, analysis_messages.LineRequest)
    return answer(analysis_messages.LineReply(positions.walk(positions.game_of(wish.position), wish.moves)))


@post("/api/sight", request_max_body_size=MOST_BYTES, status_code=200)
async def sight(request: AnyRequest) -> Response[bytes]:
    """The threats of a position, and its evaluation in parts."""
    return answer(positions.sight(positions.game_of(await body_of(request, analysis_messages.Position))))


@post("/api/cell", request_max_body_size=MOST_BYTES, status_code=200)
async def cell(request: AnyRequest) -> Response[bytes]:
    """What the evaluation sees in a cell."""
    wish = await body_of(request, analysis_messages.CellRequest)
    return answer(positions.cell_sight(positions.playable(wish.position), wish.cell))


@post("/api/refute", request_max_body_size=MOST_BYTES, status_code=200)
async def refute(request: AnyRequest) -> Response[bytes]:
    """What the engine answers to a move."""
    wish = await body_of(request, analysis_messages.CellRequest)
    game = positions.playable(wish.position)
    return answer(await _analyst(request).refute(visitor_of(request.scope), game, wish.cell))


@post("/api/tree", request_max_body_size=MOST_BYTES, status_code=200)
async def tree(request: AnyRequest) -> Response[bytes]:
    """Search a position and keep the tree."""
    wish = await body_of(request, analysis_messages.TreeRequest)
    game = positions.playable(wish.position)
    return answer(await _trees(request).keep(await _analyst(request).tree(visitor_of(request.scope), game, wish.ms)))


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
