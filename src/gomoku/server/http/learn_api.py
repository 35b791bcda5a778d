"""HTTP routes of puzzles and lessons."""

import asyncio
import gzip
from typing import Final, cast

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from gomoku.server.analysis.learn import puzzles
from gomoku.server.analysis.learn.lessons import LessonFigures
from gomoku.server.analysis.learn.puzzle_records import PuzzleRecords
from gomoku.server.http.middleware import visitor_of
from gomoku.server.http.requests import AnyRequest, json_response, packed_response
from gomoku.server.wire.analysis import learn_messages

MAX_BODY_BYTES: Final = 4_096
"""Size of a request body."""


def _checker(request: AnyRequest) -> puzzles.PuzzleChecker:
    return cast(puzzles.PuzzleChecker, request.app.state.puzzles)


def _records(request: AnyRequest) -> PuzzleRecords:
    return cast(PuzzleRecords, request.app.state.puzzle_records)


@get("/api/puzzles")
async def all_puzzles(request: AnyRequest) -> Response[learn_messages.PuzzleList]:
    """The list of puzzles, with their ratings."""
    await asyncio.to_thread(puzzles.listing)
    found = await _records(request).listing()
    return packed_response(request, await asyncio.to_thread(lambda: gzip.compress(msgspec.json.encode(found), 6)))


@get("/api/puzzles/me")
async def progress(request: AnyRequest) -> Response[learn_messages.PuzzleProgress]:
    """The visitor's solved puzzles, rating and streak."""
    return json_response(await _records(request).progress(visitor_of(request.scope)))


@get("/api/puzzles/daily", sync_to_thread=False)
def daily(request: AnyRequest) -> Response[learn_messages.DailyPuzzle]:
    """The puzzle of the day, the same for everyone."""
    return json_response(_records(request).daily())


@get("/api/puzzles/{name:str}", sync_to_thread=False)
def puzzle(name: FromPath[str]) -> Response[learn_messages.Puzzle]:
    """A puzzle."""
    return json_response(puzzles.statement(name))


@post("/api/puzzles/{name:str}/try", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def attempt(
    request: AnyRequest, data: JSONBody[learn_messages.PuzzleTry], name: FromPath[str]
) -> Response[learn_messages.PuzzleAnswer]:
    """Try a line of moves, and get the reply. The first try of a puzzle is rated."""
    visitor = visitor_of(request.scope)
    answer = await _checker(request).attempt(visitor, name, data.moves)
    await _records(request).tried(visitor, name, data.moves, answer)
    return json_response(answer)


@post("/api/puzzles/{name:str}/hint", request_max_body_size=MAX_BODY_BYTES, status_code=200)
async def hint(
    request: AnyRequest, data: JSONBody[learn_messages.PuzzleHintRequest], name: FromPath[str]
) -> Response[learn_messages.PuzzleHint]:
    """The move to find. It ends the first try."""
    visitor = visitor_of(request.scope)
    found = await _checker(request).hint(visitor, name, data.moves)
    await _records(request).helped(visitor, name)
    return json_response(found)


@get("/api/puzzles/{name:str}/solution")
async def solution(request: AnyRequest, name: FromPath[str]) -> Response[learn_messages.PuzzleSolution]:
    """The solution of a puzzle, with reasons. It ends the first try."""
    found = puzzles.solution(name)
    await _records(request).helped(visitor_of(request.scope), name, shown=True)
    return json_response(found)


@get("/api/lessons/{name:str}")
async def lesson(request: AnyRequest, name: FromPath[str]) -> Response[learn_messages.Lesson]:
    """The figures of a lesson."""
    lessons: LessonFigures = request.app.state.lessons
    return json_response(await lessons.lesson(name))


ROUTES: Final = (all_puzzles, progress, daily, puzzle, attempt, hint, solution, lesson)
