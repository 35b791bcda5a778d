"""Learning from mistakes: another move in place of a mistake, graded by the values of the review."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from gomoku.engine.types import WIN
from gomoku.rules import Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of
from gomoku.rules.records import Record
from gomoku.server.analysis import review, study
from gomoku.server.analysis.coach import PositionResult
from gomoku.server.analysis.review import Reviewer, judge, name_of, value_before
from gomoku.server.wire.analysis.study_messages import Grade, MistakeAnswer, MistakeTry, ReviewRequest
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Cell, MoveReason
from tests.server.conftest import ThreadServer

GAME = Game(Rules.preset("freestyle", size=15))


def cell(name: str) -> Cell:
    return cell_of(name, 15, 15)


REQUEST = ReviewRequest(
    study.position_of(GAME), tuple(cell(name) for name in ["H8", "A1", "G8", "A15", "I8", "O1", "J8", "O15", "K8"]), 100
)
SLIP = 6
"""White ignores the open three of G8, H8 and I8; J8 was best."""


def reviewer(score: int, pv: str) -> tuple[Reviewer, list[str]]:
    """A reviewer that knows the game, with an engine that finds this result after a try; and the searches requested from it."""
    games = review.positions_of(REQUEST)
    scores = [0, 0, 0, 0, 0, -40, WIN - 3, -WIN + 2, WIN - 1, -WIN]
    best = [cell("J8")] * SLIP + [cell("J8"), cell("F8"), cell("K8"), cell("A2")]
    found = [PositionResult(*pair) for pair in zip(scores, [(move,) for move in best], strict=True)]
    stored = {name_of(REQUEST): msgspec.json.encode(judge(name_of(REQUEST), games, found))}
    asked: list[str] = []

    async def ask(job: Any) -> Any:
        asked.append(job.topic)
        return SimpleNamespace(score=score, pv=(cell(pv),), depth=4)

    async def load(name: str) -> bytes | None:
        return stored.get(name)

    engines, store = SimpleNamespace(ask=ask), SimpleNamespace(review=load)
    return Reviewer(cast(Any, engines), cast(Any, store), cast(Any, None)), asked


def attempt(name: str, score: int, pv: str, request: ReviewRequest = REQUEST, number: int = SLIP) -> MistakeAnswer:
    return asyncio.run(reviewer(score, pv)[0].attempt("me", MistakeTry(request, number, cell(name))))


def test_the_best_move_is_good() -> None:
    answer = attempt("J8", 45, "F8")
    assert answer.good
    assert answer.move.grade is Grade.BEST
    assert answer.move.color is Color.O
    assert answer.view.to_move is Color.X
    assert answer.view.rows[7][9] == "O"


def test_a_move_that_holds_as_much_is_good_too() -> None:
    assert attempt("F8", 60, "J8").good
    assert not attempt("F8", 400, "J8").good, "it gives away too much"


def test_a_wrong_move_is_explained() -> None:
    answer = attempt("O14", WIN - 3, "J8")
    assert not answer.good
    assert answer.move.grade is Grade.BLUNDER
    assert answer.move.coach is not None
    assert answer.move.coach.reply is not None
    assert answer.move.coach.reply.reasons == (MoveReason.OPEN_FOUR,)


def test_a_move_that_wins_needs_no_search() -> None:
    table, asked = reviewer(0, "A2")
    answer = asyncio.run(table.attempt("me", MistakeTry(REQUEST, 9, cell("F8"))))
    assert (answer.good, answer.view.winner, asked) == (True, Color.X, [])


def test_invalid_tries_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        attempt("H8", 0, "J8")
    assert refused.value.reason is Reason.OCCUPIED
    for request, number in ((REQUEST, 10), (msgspec.structs.replace(REQUEST, ms=200), SLIP)):
        with pytest.raises(Refusal, match="no such review"):
            attempt("J8", 0, "F8", request, number)


@pytest.mark.parametrize("score", [-900, -250, -3, 0, 70, 400, 1200])
def test_the_value_before_a_mistake_follows_from_its_grade(score: int) -> None:
    games = review.positions_of(ReviewRequest(REQUEST.start, REQUEST.moves[:1]))
    found = [PositionResult(score, (cell("A1"),)), PositionResult(2000, (cell("A1"),))]
    (move,) = judge("", games, found).moves
    assert value_before(move) == pytest.approx(score, abs=max(1, abs(score) / 20))


def test_proved_wins_before_a_mistake_stay_proved() -> None:
    games = review.positions_of(ReviewRequest(REQUEST.start, REQUEST.moves[:1]))
    for score in (WIN - 5, -WIN + 6):
        found = [PositionResult(score, (cell("A1"),)), PositionResult(0, (cell("A1"),))]
        assert value_before(judge("", games, found).moves[0]) == score


def test_the_mistakes_of_a_reviewed_game() -> None:
    record = Record(play_all(GAME.copy(), REQUEST.moves))
    found = asyncio.run(reviewer(0, "A1")[0].mistakes(study.study_of(record), REQUEST.ms))
    assert found.reviewed
    assert [(one.number, one.color, one.cell) for one in found.mistakes] == [(SLIP, Color.O, cell("O1"))]
    assert found.mistakes[0].rows == tuple(record.game.at(SLIP).rows())
    assert found.mistakes[0].missed is None
    assert not asyncio.run(reviewer(0, "A1")[0].mistakes(study.study_of(record), 200)).reviewed, "by another review"


def test_a_review_is_known_by_its_moves() -> None:
    table, asked = reviewer(0, "A1")
    known = asyncio.run(table.known(REQUEST)).review
    assert known is not None
    assert known.complete
    assert asyncio.run(table.known(msgspec.structs.replace(REQUEST, ms=200))).review is None, "none is started"
    assert asked == []


def test_a_known_review_over_http(server: ThreadServer) -> None:
    with server.page() as page:
        headers = {"Content-Type": "application/json"}
        status, _, body = page.http("POST", "/api/review/stored", msgspec.json.encode(REQUEST), headers)
        assert (status, msgspec.json.decode(body)) == (200, {"review": None})
        twice = msgspec.structs.replace(REQUEST, moves=REQUEST.moves[:1] * 2)
        status, *_ = page.http("POST", "/api/review/stored", msgspec.json.encode(twice), headers)
        assert status == 400


def test_a_try_over_http(server: ThreadServer) -> None:
    with server.page() as page:
        body = msgspec.json.encode(MistakeTry(REQUEST, SLIP, cell("J8")))
        status, *_ = page.http("POST", "/api/review/try", body, {"Content-Type": "application/json"})
        assert status == 404, "there is no such review yet"
