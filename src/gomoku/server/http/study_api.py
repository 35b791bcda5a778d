"""The HTTP routes about analysing: positions and files of studies, reviews of games."""

import asyncio
from typing import Annotated, Final, Literal, TypeVar, cast

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from gomoku.rules.records.errors import MAX_BYTES
from gomoku.server.analysis import study
from gomoku.server.analysis.review import Reviewer
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import READING, AnyRequest, answer, body_of, hub_of
from gomoku.server.rooms import records
from gomoku.server.wire import study_messages
from gomoku.shortage import ensure

MOST_BYTES: Final = 65_536
MOST_STUDY_BYTES: Final = 2_000_000
T = TypeVar("T")


def _reviewer(request: AnyRequest) -> Reviewer:
    return cast(Reviewer, request.app.state.reviewer)


@post("/api/study/look", request_max_body_size=MOST_BYTES, status_code=200)
async def look(request: AnyRequest) -> Response[bytes]:
    """What there is to see after some moves."""
    return answer(study.look(await body_of(request, study_messages.StudyPosition)))


@get("/api/study/game/{room:str}")
async def game(request: AnyRequest, room: FromPath[str]) -> Response[bytes]:
    """A room's game as a study."""
    found = await hub_of(request).room(room, visitor_of(request.scope))
    return answer(await asyncio.to_thread(lambda: study.study_of(records.record_of(found))))


@post("/api/study/open", request_max_body_size=MAX_BYTES, status_code=200)
async def open_file(
    request: AnyRequest,
    format: Annotated[str | None, QueryParameter(max_length=10)] = None,
    rules: Annotated[str | None, QueryParameter(max_length=400)] = None,
    rows_from: FromQuery[Literal["top", "bottom"]] = "top",
) -> Response[bytes]:
    """The games of a file, with variations and comments."""
    data = await request.body()
    ensure(READING * len(data))
    return answer(await asyncio.to_thread(study.open_file, data, format, rules, rows_from))


@post("/api/study/sgf", request_max_body_size=MOST_STUDY_BYTES, status_code=200)
async def to_sgf(request: AnyRequest) -> Response[bytes]:
    """A study as an SGF file."""
    wish = await body_of(request, study_messages.Study)
    text = await asyncio.to_thread(study.to_sgf, wish)
    return Response(text.encode(), media_type=records.MEDIA["sgf"], headers={"Cache-Control": "no-store"})


@post("/api/review", request_max_body_size=MOST_BYTES, status_code=200)
async def begin_review(request: AnyRequest) -> Response[bytes]:
    """Have a whole game reviewed."""
    wish = await body_of(request, study_messages.ReviewRequest)
    return answer(await _reviewer(request).ask(visitor_of(request.scope), wish, hub_of(request).clock.now()))


@get("/api/review/{name:str}")
async def review(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """How far a review has come."""
    return answer(await _reviewer(request).state(name[:40]))


@delete("/api/review/{name:str}")
async def cancel_review(request: AnyRequest, name: FromPath[str]) -> None:
    """Stop it."""
    await _reviewer(request).cancel(visitor_of(request.scope), name[:40])


ROUTES: Final = (look, game, open_file, to_sgf, begin_review, review, cancel_review)
