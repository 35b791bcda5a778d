"""The HTTP routes about learning: puzzles and lessons."""

from typing import Final, cast

from litestar import Response, get, post
from litestar.params import FromPath

from gomoku.server.analysis import puzzles
from gomoku.server.analysis.lessons import LessonFigures
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import AnyRequest, answer, body_of
from gomoku.server.wire import study_messages

MOST_BYTES: Final = 4_096


def _riddler(request: AnyRequest) -> puzzles.PuzzleMaster:
    return cast(puzzles.PuzzleMaster, request.app.state.riddler)


@get("/api/puzzles", sync_to_thread=False)
def all_puzzles() -> Response[bytes]:
    """What there is to solve."""
    return answer(puzzles.listing())


@get("/api/puzzles/{name:str}", sync_to_thread=False)
def puzzle(name: FromPath[str]) -> Response[bytes]:
    """A puzzle."""
    return answer(puzzles.shown(name))


@post("/api/puzzles/{name:str}/try", request_max_body_size=MOST_BYTES, status_code=200)
async def attempt(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """What a move comes to."""
    wish = await body_of(request, study_messages.PuzzleTry)
    return answer(await _riddler(request).attempt(visitor_of(request.scope), name, wish.moves))


@post("/api/puzzles/{name:str}/hint", request_max_body_size=MOST_BYTES, status_code=200)
async def hint(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The move to be found."""
    wish = await body_of(request, study_messages.PuzzleHintRequest)
    return answer(await _riddler(request).hint(visitor_of(request.scope), name, wish.moves))


@get("/api/puzzles/{name:str}/solution", sync_to_thread=False)
def solution(name: FromPath[str]) -> Response[bytes]:
    """Played out, with reasons."""
    return answer(puzzles.solution(name))


@get("/api/lessons/{name:str}")
async def lesson(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The figures of a lesson."""
    teacher: LessonFigures = request.app.state.teacher
    return answer(await teacher.lesson(name))


ROUTES: Final = (all_puzzles, puzzle, attempt, hint, solution, lesson)
