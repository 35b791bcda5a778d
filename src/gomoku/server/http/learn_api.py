"""HTTP routes of puzzles and lessons."""

from typing import Final, cast

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from gomoku.server.analysis import puzzles
from gomoku.server.analysis.lessons import LessonFigures
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import AnyRequest, json_response
from gomoku.server.wire import study_messages

MAX_BODY_BYTES: Final = 4_096
"""Size of a request body."""


def _checker(request: AnyRequest) -> puzzles.PuzzleChecker:
    return cast(puzzles.PuzzleChecker, request.app.state.puzzles)


@get("/api/puzzles", sync_to_thread=False)
def all_puzzles() -> Response[study_messages.PuzzleList]:
    """The list of puzzles."""
    return json_response(puzzles.listing())


@get("/api/puzzles/{name:str}", sync_to_thread=False)
def puzzle(name: FromPath[str]) -> Response[study_messages.Puzzle]:
    """A puzzle."""
    return json_response(puzzles.statement(name))


@post("/api/puzzles/{name:str}/try", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def attempt(
    request: AnyRequest, data: JSONBody[study_messages.PuzzleTry], name: FromPath[str]
) -> Response[study_messages.PuzzleAnswer]:
    """Try a line of moves, and get the reply."""
    return json_response(await _checker(request).attempt(visitor_of(request.scope), name, data.moves))


@post("/api/puzzles/{name:str}/hint", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def hint(
    request: AnyRequest, data: JSONBody[study_messages.PuzzleHintRequest], name: FromPath[str]
) -> Response[study_messages.PuzzleHint]:
    """The move to find."""
    return json_response(await _checker(request).hint(visitor_of(request.scope), name, data.moves))


@get("/api/puzzles/{name:str}/solution", sync_to_thread=False)
def solution(name: FromPath[str]) -> Response[study_messages.PuzzleSolution]:
    """The solution of a puzzle, with reasons."""
    return json_response(puzzles.solution(name))


@get("/api/lessons/{name:str}")
async def lesson(request: AnyRequest, name: FromPath[str]) -> Response[study_messages.Lesson]:
    """The figures of a lesson."""
    lessons: LessonFigures = request.app.state.lessons
    return json_response(await lessons.lesson(name))


ROUTES: Final = (all_puzzles, puzzle, attempt, hint, solution, lesson)
