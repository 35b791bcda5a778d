"""Advice in openings: the engine's judgement of a question's answers as a message, and openings on the analysis board.

A study has stones only. Which answers lead there is found by playing them under the opening's protocol.
"""

from typing import Any, Final

from gomoku.engine.opening_decisions import Advice
from gomoku.engine.types import Limit
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Color, Decision, Game, IllegalMove, Kind, OpeningError
from gomoku.rules.openings import OPENINGS
from gomoku.server.analysis.engine_pool import Job, Priority
from gomoku.server.analysis.review import chance
from gomoku.server.analysis.study import game_at
from gomoku.server.wire.analysis.analysis_messages import AdvisedChoice, OpeningAdvice
from gomoku.server.wire.analysis.study_messages import AdviceRequest
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Millis

ADVICE_TIME: Final = 1_500
"""Milliseconds of search for advice on the analysis board."""
CONTINUING: Final = ("two", "keep", "black")
"""Answers after which a protocol continues with stones, the longest way first."""


def message_of(decision: Decision, advice: Advice, ms: Millis) -> OpeningAdvice:
    """Advice as a message."""
    is_cell = decision.kind in (Kind.STONE, Kind.PICK)
    answer: Any = advice.answer
    choices = []
    for choice in advice.choices:
        share = None if choice.value is None else round(chance(choice.value), 3)
        said: Any = choice.answer
        named = {"cell": said} if isinstance(said, tuple) else {"answer": said}
        choices.append(AdvisedChoice(**named, chance=share))
    return OpeningAdvice(
        kind=decision.kind,
        color=decision.color,
        cell=answer if is_cell else None,
        answer=None if is_cell else answer,
        aim=advice.aim,
        black=None if advice.black is None else round(chance(advice.black), 3),
        choices=tuple(choices),
        line=advice.line,
        ms=ms,
    )


def opening_at(request: AdviceRequest) -> Game:
    """Read the stones of a study as an opening. Raises Refusal if they do not form one, or if the opening is over."""
    placed = game_at(request.start, request.moves)
    rules = placed.rules
    if request.opening not in OPENINGS:
        raise Refusal(Reason.BAD_OPTIONS, "unknown opening")
    if max(rules.width, rules.height) > MAX_AI_BOARD_SIZE:
        raise Refusal(Reason.BAD_OPTIONS, "the board is too large for the engine")
    start = request.start
    if any(set(row) != {"."} for row in start.rows) or start.to_move is not Color.X or any(start.taken):
        raise Refusal(Reason.BAD_OPTIONS, "an opening begins on the empty board")
    try:
        game = Game(rules, request.opening)
        for cell in request.moves:
            _skip_choices(game)
            game.play(cell)
    except (OpeningError, IllegalMove) as error:
        raise Refusal(Reason.BAD_OPTIONS, str(error)) from None
    if game.decision is None or game.decision.step == "play":
        raise Refusal(Reason.BAD_OPTIONS, "the opening is over")
    return game


def _skip_choices(game: Game) -> None:
    """Answer questions until a stone can follow. Raises Refusal if the stones do not determine the answer."""
    while game.decision is not None and game.decision.kind is not Kind.STONE:
        decision = game.decision
        word = next((word for word in CONTINUING if word in decision.choices), None)
        if decision.kind is Kind.NUMBER:
            game.decide(decision.choices[0])
        elif decision.kind is Kind.CHOICE and word is not None:
            game.decide(word)
        else:
            raise Refusal(Reason.BAD_OPTIONS, "the stones do not show which fifth stones were offered")


def advice_job(game: Game, visitor: str) -> Job[Advice]:
    """Job for advice on the analysis board, at full strength."""

    def work(worker: EngineWorker) -> Advice:
        return worker.advise(game, Limit(time=ADVICE_TIME / 1000))

    return Job(game.rules, Priority.HINT, work, f"analysis {visitor}")
