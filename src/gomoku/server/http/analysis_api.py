"""HTTP routes of analysis: lines of moves, threats, evaluations, refutations, search trees. Stateless: a request holds its position."""

import asyncio
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from gomoku.rules import Game
from gomoku.server.analysis import move_reasons, positions
from gomoku.server.analysis.analyst import Analyst
from gomoku.server.analysis.search_trees import TreeCache
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import AnyRequest, hub_of, json_response, packed_response
from gomoku.server.wire.analysis import analysis_messages

MAX_BODY_BYTES: Final = 16_384
"""Size of a request body, unless it holds many lines."""
MAX_REASONS_BYTES: Final = 131_072
"""Size of a request body with many lines."""


def _analyst(request: AnyRequest) -> Analyst:
    analyst: Analyst = request.app.state.analyst
    return analyst


def _trees(request: AnyRequest) -> TreeCache:
    trees: TreeCache = request.app.state.trees
    return trees


async def _require_fair(request: AnyRequest, game: Game) -> None:
    """Refuse positions of rated games in progress to everyone, and all analysis to their players."""
    await hub_of(request).fair_play.require_fair(visitor_of(request.scope), game)


@post("/api/walk", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def walk(data: JSONBody[analysis_messages.LineRequest]) -> Response[analysis_messages.LineReply]:
    """The effects of a line of moves, as far as it is legal."""
    return json_response(analysis_messages.LineReply(positions.walk(positions.game_of(data.position), data.moves)))


@post("/api/reasons", request_max_body_size=MAX_REASONS_BYTES, status_code=200)
async def reasons(
    request: AnyRequest, data: JSONBody[analysis_messages.ReasonsRequest]
) -> Response[analysis_messages.ReasonsReply]:
    """The reasons for the last move of each line."""
    game = positions.game_of(data.position)
    await _require_fair(request, game)
    found = []
    for line in data.lines:
        found.append(move_reasons.of_line(game, line))
        await asyncio.sleep(0)  # each line takes about a millisecond: let other requests run in between
    return json_response(
        analysis_messages.ReasonsReply(tuple(each for each, _ in found), tuple(threats for _, threats in found))
    )


@post("/api/sight", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def sight(
    request: AnyRequest, data: JSONBody[analysis_messages.Position]
) -> Response[analysis_messages.PositionEvaluation]:
    """The threats of a position, and its evaluation in parts."""
    game = positions.game_of(data)
    await _require_fair(request, game)
    return json_response(positions.evaluate(game))


@post("/api/cell", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def cell(
    request: AnyRequest, data: JSONBody[analysis_messages.CellRequest]
) -> Response[analysis_messages.CellEvaluation]:
    """The evaluation of a cell, in parts."""
    game = positions.playable(data.position)
    await _require_fair(request, game)
    return json_response(positions.evaluate_cell(game, data.cell))


@post("/api/refute", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def refute(
    request: AnyRequest, data: JSONBody[analysis_messages.CellRequest]
) -> Response[analysis_messages.Refutation]:
    """The engine's refutation of a move."""
    game = positions.playable(data.position)
    await _require_fair(request, game)
    return json_response(await _analyst(request).refute(visitor_of(request.scope), game, data.cell))


@post("/api/tree", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def tree(
    request: AnyRequest, data: JSONBody[analysis_messages.TreeRequest]
) -> Response[analysis_messages.TreeSummary]:
    """Search a position and keep the tree."""
    game = positions.playable(data.position)
    await _require_fair(request, game)
    return json_response(
        await _trees(request).add(await _analyst(request).tree(visitor_of(request.scope), game, data.ms))
    )


@get("/api/tree/{name:str}")
async def branch(
    request: AnyRequest,
    name: FromPath[str],
    start: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[analysis_messages.TreeChunk]:
    """A chunk of a search tree."""
    return packed_response(request, await _trees(request).chunk(name[:40], start))


ROUTES: Final = (walk, reasons, sight, cell, refute, tree, branch)
