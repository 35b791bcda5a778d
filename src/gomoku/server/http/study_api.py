"""HTTP routes of studies and reviews: positions, files, stored studies, the opening explorer, reviews."""

import asyncio
from functools import partial
from typing import Annotated, Final, Literal, cast

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from gomoku.rules.records import Record
from gomoku.rules.records.errors import MAX_BYTES
from gomoku.server.analysis import advice, study
from gomoku.server.analysis.analyst import Analyst
from gomoku.server.analysis.explorer import Explorer
from gomoku.server.analysis.review import Reviewer
from gomoku.server.analysis.study_store import Studies
from gomoku.server.http.middleware import limited_address_of, visitor_of
from gomoku.server.http.requests import FILE_POLICY, PARSING_MEMORY, AnyRequest, FileBody, hub_of, json_response
from gomoku.server.people.collections.collections import Collections
from gomoku.server.people.moderation import sanctions
from gomoku.server.rooms import records, views
from gomoku.server.rooms.room import apply
from gomoku.server.wire import messages
from gomoku.server.wire.analysis import analysis_messages, study_messages
from gomoku.server.wire.people.account_messages import SanctionKind
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import Ai, Phase
from gomoku.shortage import ensure

MAX_BODY_BYTES: Final = 65_536
"""Size of a request body, unless it is a whole study."""
MAX_STUDY_BYTES: Final = 5_000_000
"""Size of a study in a request body."""


def _reviewer(request: AnyRequest) -> Reviewer:
    return cast(Reviewer, request.app.state.reviewer)


def _studies(request: AnyRequest) -> Studies:
    return cast(Studies, request.app.state.studies)


async def _require_voice(request: AnyRequest, visitor: str) -> None:
    """Refuse public studies to muted and banned visitors."""
    hub = hub_of(request)
    now = hub.clock.now()
    for kind in (SanctionKind.MUTE, SanctionKind.BAN):
        await hub.store.read(partial(sanctions.require, visitor=visitor, kind=kind, now=now))


@post("/api/study/look", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def look(data: JSONBody[study_messages.StudyPosition]) -> Response[study_messages.StudyView]:
    """The position after a line of moves, with its forbidden and capturing cells."""
    return json_response(await asyncio.to_thread(study.view_after, data))  # on a large board it takes 50 ms


@post("/api/study/advice", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def advise(
    request: AnyRequest, data: JSONBody[study_messages.AdviceRequest]
) -> Response[analysis_messages.OpeningAdvice]:
    """Advice on an opening's question after a line of stones."""
    game = advice.opening_at(data)
    visitor = visitor_of(request.scope)
    await hub_of(request).fair_play.require_fair(visitor, game)
    return json_response(await cast(Analyst, request.app.state.analyst).advise(visitor, game))


@post("/api/study/play", request_max_body_size=MAX_BODY_BYTES, status_code=201)
async def play(request: AnyRequest, data: JSONBody[study_messages.StudyPlay]) -> Response[messages.Imported]:
    """Create a room whose game continues from a position of a study."""
    hub = hub_of(request)
    hub.require_few_games(limited_address_of(request))
    game = await asyncio.to_thread(study.game_to_play, data)
    if data.level is not None:
        await hub.fair_play.require_fair(visitor_of(request.scope), game)
    opponent = None if data.level is None else Ai(data.level)
    created = records.created_from(Record(game), visitor_of(request.scope), hub.clock.now(), opponent)
    room = await hub.add(apply(records.new_id(), None, created), created)
    return json_response(messages.Imported((views.summary_of(room),)))


@post("/api/study/figure", media_type=records.MEDIA_TYPES["svg"], request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def figure(data: JSONBody[study_messages.StudyFigure]) -> Response[bytes]:
    """A line of moves as a picture to print: numbers, letters, a caption."""
    text = await asyncio.to_thread(study.figure, data)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": FILE_POLICY}
    return Response(text.encode("utf-8", "replace"), media_type=records.MEDIA_TYPES["svg"], headers=headers)


@get("/api/study/game/{room:str}")
async def game(request: AnyRequest, room: FromPath[str]) -> Response[study_messages.Study]:
    """A room's game as a study."""
    return json_response(await _game(request, room))


async def _game(request: AnyRequest, room: str) -> study_messages.Study:
    found = await hub_of(request).room(room, visitor_of(request.scope))
    if found.is_strict and found.phase is Phase.PLAYING:
        raise Refusal(Reason.RATED, "a rated game is analysed when it is over")
    return await asyncio.to_thread(lambda: study.study_of(records.record_of(found)))


@get("/api/study/game/{room:str}/mistakes")
async def mistakes(
    request: AnyRequest, room: FromPath[str], ms: Annotated[int, QueryParameter(ge=50, le=5_000)] = 300
) -> Response[study_messages.GameMistakes]:
    """The mistakes of a room's game, found by a review of `ms` milliseconds for each position."""
    return json_response(await _reviewer(request).mistakes(await _game(request, room), ms))


@post(
    "/api/study/open",
    description="The body is the file or link, at most 5 MB.",
    request_max_body_size=MAX_BYTES,
    status_code=200,
)
async def open_file(
    data: FileBody = b"",
    format: Annotated[str | None, QueryParameter(max_length=10)] = None,
    rules: Annotated[str | None, QueryParameter(max_length=400)] = None,
    rows_from: FromQuery[Literal["top", "bottom"]] = "top",
) -> Response[study_messages.StudyList]:
    """Read the games of a file as studies, with variations and comments."""
    ensure(PARSING_MEMORY * len(data))
    return json_response(await asyncio.to_thread(study.open_file, data, format, rules, rows_from))


@post("/api/study/sgf", media_type=records.MEDIA_TYPES["sgf"], request_max_body_size=MAX_STUDY_BYTES, status_code=200)
async def to_sgf(data: JSONBody[study_messages.Study]) -> Response[bytes]:
    """A study as an SGF file."""
    text = await asyncio.to_thread(study.to_sgf, data)
    return Response(text.encode(), media_type=records.MEDIA_TYPES["sgf"], headers={"Cache-Control": "no-store"})


@post("/api/studies", request_max_body_size=MAX_STUDY_BYTES, status_code=200)
async def create(
    request: AnyRequest, data: JSONBody[study_messages.StudyCreation]
) -> Response[study_messages.StudySaved]:
    """Store a study and give it an address."""
    visitor, now, address = visitor_of(request.scope), hub_of(request).clock.now(), limited_address_of(request)
    return json_response(await _studies(request).create(visitor, data.draft, data.room, now, address))


@get("/api/studies")
async def studies(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[study_messages.StudySummaries]:
    """The visitor's studies, last changed first."""
    return json_response(await _studies(request).listing(visitor_of(request.scope), search, limit, offset))


@get("/api/studies/public")
async def public_studies(
    request: AnyRequest,
    search: Annotated[str, QueryParameter(max_length=200)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> Response[study_messages.StudySummaries]:
    """The public studies of all visitors, last changed first."""
    return json_response(await _studies(request).public(search, limit, offset))


@get("/api/studies/{name:str}")
async def load(request: AnyRequest, name: FromPath[str]) -> Response[study_messages.StoredStudy]:
    """A study."""
    return json_response(await _studies(request).load(visitor_of(request.scope), name[:40]))


@put("/api/studies/{name:str}", request_max_body_size=MAX_STUDY_BYTES)
async def save(
    request: AnyRequest, name: FromPath[str], data: JSONBody[study_messages.StudyUpdate]
) -> Response[study_messages.StudySaved]:
    """Save a changed study."""
    visitor, now, address = visitor_of(request.scope), hub_of(request).clock.now(), limited_address_of(request)
    if await _studies(request).is_public(visitor, name[:40]):
        await _require_voice(request, visitor)
    return json_response(await _studies(request).save(visitor, name[:40], data.draft, data.version, now, address))


@put("/api/studies/{name:str}/access", request_max_body_size=MAX_BODY_BYTES)
async def open_to(
    request: AnyRequest, name: FromPath[str], data: JSONBody[study_messages.StudyAccess]
) -> Response[study_messages.StudyAccess]:
    """Set who may see a study."""
    visitor = visitor_of(request.scope)
    if data.access is study_messages.Access.PUBLIC:
        await _require_voice(request, visitor)
    await _studies(request).open_to(visitor, name[:40], data.access, limited_address_of(request))
    return json_response(data)


@delete("/api/studies/{name:str}")
async def forget(request: AnyRequest, name: FromPath[str]) -> None:
    """Delete a study."""
    await _studies(request).delete(visitor_of(request.scope), name[:40])


@post("/api/explorer", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def explore(
    request: AnyRequest, data: JSONBody[study_messages.ExplorerRequest]
) -> Response[study_messages.ExplorerView]:
    """Moves played in a position: in the visitor's games, their collection, this server's games, or its collections."""
    game = await asyncio.to_thread(study.game_at, data.position.start, data.position.moves)
    visitor = visitor_of(request.scope)
    await hub_of(request).fair_play.require_fair(visitor, game)
    imported = await cast(Collections, request.app.state.collections).played(visitor, game)
    explorer = cast(Explorer, request.app.state.explorer)
    return json_response(await explorer.look(visitor, game, data.source, imported))


@post("/api/review", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def begin_review(
    request: AnyRequest, data: JSONBody[study_messages.ReviewRequest]
) -> Response[study_messages.Review]:
    """Start the review of a game."""
    hub, visitor = hub_of(request), visitor_of(request.scope)
    await hub.fair_play.require_fair(visitor, await asyncio.to_thread(study.game_at, data.start, data.moves))
    return json_response(await _reviewer(request).ask(visitor, data, hub.clock.now()))


@post("/api/review/try", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def try_again(
    request: AnyRequest, data: JSONBody[study_messages.MistakeTry]
) -> Response[study_messages.MistakeAnswer]:
    """Try another move in place of a mistake."""
    visitor = visitor_of(request.scope)
    game = await asyncio.to_thread(study.game_at, data.review.start, data.review.moves)
    await hub_of(request).fair_play.require_fair(visitor, game)
    return json_response(await _reviewer(request).attempt(visitor, data))


@get("/api/review/{name:str}")
async def review(request: AnyRequest, name: FromPath[str]) -> Response[study_messages.Review]:
    """The state of a review."""
    return json_response(await _reviewer(request).state(name[:40]))


@delete("/api/review/{name:str}")
async def cancel_review(request: AnyRequest, name: FromPath[str]) -> None:
    """Cancel a review."""
    await _reviewer(request).cancel(visitor_of(request.scope), name[:40])


ROUTES: Final = (
    look,
    advise,
    play,
    figure,
    game,
    mistakes,
    open_file,
    to_sgf,
    create,
    studies,
    public_studies,
    load,
    save,
    open_to,
    forget,
    explore,
    begin_review,
    try_again,
    review,
    cancel_review,
)
