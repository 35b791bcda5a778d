"""HTTP routes of tournaments: lists, standings, joining and withdrawing."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final, cast

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from gomoku.server.http.middleware import address_of, limited_address_of, visitor_of
from gomoku.server.http.requests import FILE_POLICY, AnyRequest, hub_of, json_response, require_few_exports
from gomoku.server.rooms import records
from gomoku.server.tournaments.director import Director
from gomoku.server.wire import tournament_messages as messages

MAX_BODY_BYTES: Final = 4_096
"""Size of a request body."""


def _director(request: AnyRequest) -> Director:
    return cast(Director, request.app.state.director)


@get("/api/tournaments")
async def listing(
    request: AnyRequest, offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0
) -> Response[messages.TournamentList]:
    """A page of the tournaments: running ones, open ones, then finished ones, the last first."""
    return json_response(await _director(request).listing(offset))


@post("/api/tournaments", request_max_body_size=MAX_BODY_BYTES, status_code=201)
async def create(request: AnyRequest, data: JSONBody[messages.TournamentSettings]) -> Response[messages.TournamentView]:
    """Announce a tournament."""
    visitor, address = visitor_of(request.scope), address_of(request.scope)
    return json_response(await _director(request).create(data, visitor, address))


@get("/api/tournaments/{tournament:str}")
async def view(
    request: AnyRequest,
    tournament: FromPath[str],
    round: Annotated[int | None, QueryParameter(ge=1)] = None,
    all_scores: FromQuery[bool] = False,
) -> Response[messages.TournamentView]:
    """A tournament: settings, standings, and the boards of a round, by default the last one."""
    return json_response(await _director(request).view(tournament, visitor_of(request.scope), round, all_scores))


@post("/api/tournaments/{tournament:str}/join", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def join(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[messages.TournamentJoin]
) -> Response[messages.TournamentView]:
    """Join, or rejoin after withdrawing."""
    visitor, address = visitor_of(request.scope), limited_address_of(request)
    return json_response(await _director(request).join(tournament, visitor, data.name, address))


@post("/api/tournaments/{tournament:str}/withdraw", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def withdraw(request: AnyRequest, tournament: FromPath[str]) -> Response[messages.TournamentView]:
    """Withdraw. A game in progress goes on."""
    return json_response(await _director(request).withdraw(tournament, visitor_of(request.scope)))


@post("/api/tournaments/{tournament:str}/start", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def start(request: AnyRequest, tournament: FromPath[str]) -> Response[messages.TournamentView]:
    """Start a tournament; owner only."""
    return json_response(await _director(request).start(tournament, visitor_of(request.scope)))


@post("/api/tournaments/{tournament:str}/remove", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def remove(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[messages.TournamentRemoval]
) -> Response[messages.TournamentView]:
    """Remove a player for good; a game in progress goes on. Owner only."""
    return json_response(await _director(request).remove(tournament, visitor_of(request.scope), data.number))


@get("/api/tournaments/{tournament:str}/games", media_type=records.MEDIA_TYPES["sgf"])
async def games(request: AnyRequest, tournament: FromPath[str]) -> Response[bytes]:
    """The finished games, round by round, as one SGF file."""
    require_few_exports(request, limited_address_of(request))
    rooms, store = await _director(request).games(tournament), hub_of(request).store

    async def texts() -> AsyncIterator[str]:
        for room in rooms:
            found = await store.load(room)
            if found is not None:  # deleted by a moderator
                yield (await asyncio.to_thread(records.export, found, "sgf")).text

    headers = {
        "Content-Disposition": 'attachment; filename="tournament.sgf"',
        "Cache-Control": "no-store",
        "Content-Security-Policy": FILE_POLICY,
    }
    return cast("Response[bytes]", Stream(texts(), media_type=records.MEDIA_TYPES["sgf"], headers=headers))


@delete("/api/tournaments/{tournament:str}")
async def cancel(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Call off a tournament that is not over: pairing stops. Owner and moderators."""
    await _director(request).cancel(tournament, visitor_of(request.scope))


ROUTES: Final = (listing, create, view, join, withdraw, start, remove, games, cancel)
