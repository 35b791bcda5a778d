"""Engine jobs of rooms: an AI's move or opening decision, a hint, the answer to a draw offer."""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from gomoku.engine import LEVELS
from gomoku.engine.book import book_for
from gomoku.engine.inspector import Inspector
from gomoku.engine.opening_decisions import Advice
from gomoku.engine.opponent_model import CANDIDATES, AdaptedChoice, OpponentModel, choose, observe
from gomoku.engine.types import Info, Limit, Result, Variation, is_loss
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game, Kind, Rules
from gomoku.rules.openings import Answer
from gomoku.server.analysis import advice, move_reasons
from gomoku.server.analysis.engine_pool import Job, Priority
from gomoku.server.rooms import clocks
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.analysis.analysis_messages import Belief, ThinkingInfo, ThinkingLine
from gomoku.server.wire.messages import Suggestion
from gomoku.server.wire.values import Ai, ByoYomi, Fischer, Millis

OVERHEAD: Final = 20
"""Milliseconds reserved for queueing, storing and sending, so that the page sees the answer within the limit."""
MIN_THINKING_TIME: Final = 30
"""Minimum thinking time, in milliseconds."""
STRONGEST: Final = 10
"""The highest level: full strength, and the only one that adapts to its opponent."""
HINT_TIME: Final = 1_000
"""Minimum search time of a hint, in milliseconds."""
DRAW_IF_LOSING: Final = -60
"""Evaluation points at or below which an AI accepts a draw once the opening is over."""
OPENING_STONES: Final = 20
"""Stones before which an AI accepts a draw only if it sees that it loses."""
DRAW_IF_EVEN: Final = 15
"""Evaluation points at or below which an AI accepts a draw once a third of the board is full."""

Progress = Callable[[Info], None]


@dataclass(frozen=True)
class JobResult:
    """Result of a move or hint job."""

    answer: Answer
    seconds: float
    """Search time, without queueing."""
    result: Result | None = None
    """The search result; None for a decision of the opening."""
    memory: "OpponentMemory | None" = None
    """Memory of the AI for its next move; None if it does not adapt."""
    adapted: AdaptedChoice | None = None
    advice: Advice | None = None
    """For a hint in an opening: the reasons, and the other answers."""


@dataclass(frozen=True)
class OpponentMemory:
    """Memory of an AI between its moves: ply and score of its last search, and its model of the opponent."""

    ply: int = -1
    score: int = 0
    opponent: OpponentModel = field(default_factory=OpponentModel)


def time_for(room: Room) -> Millis:
    """Thinking time of the AI to move: its limit, or less if the clock is short."""
    most = room.options.ai_time
    asked, left, rule = room.to_act, room.clocks, room.options.clock
    if asked is not None and left is not None and room.ply:
        own = left[PLAYERS.index(asked)]
        if isinstance(rule, Fischer):
            most = min(most, own.main // 25 + rule.increment * 4 // 5, own.main // 2)
        elif isinstance(rule, ByoYomi):
            most = min(most, own.main // 25 if own.main > rule.period else clocks.allowance(rule, own) // 2)
            most = max(most, min(room.options.ai_time, rule.period // 2 if own.periods else 0))
    return max(MIN_THINKING_TIME, most)


def from_book(room: Room, level: Ai) -> JobResult | None:
    """A move of the opening book, drawn among nearly equal ones; None outside the book and for levels without one.

    The first stone is searched, and near the centre: in a book, those differ by less than their values mean.
    """
    game, decision = room.game, room.game.decision
    if not LEVELS[level.level].uses_book or not game.moves or decision is None or decision.step != "play":
        return None
    book = book_for(game.rules)
    found = book and book.choose(game, random.Random())
    return JobResult(found.move, 0.0) if found else None


def move_job(
    room: Room, level: Ai, millis: Millis, on_info: Progress, memory: OpponentMemory | None = None
) -> Job[JobResult]:
    """Job for an AI's move or opening decision. With `memory`, the highest level adapts to its opponent."""
    game = room.game.copy()
    limit = Limit(time=max(MIN_THINKING_TIME, millis - OVERHEAD) / 1000)

    def work(worker: EngineWorker) -> JobResult:
        return _search(worker, game, limit, level.level, on_info, memory)

    return Job(game.rules, Priority.PLAY, work, room.id, seconds=millis / 1000)


def hint_job(room: Room, on_info: Progress) -> Job[JobResult]:
    """Job for a hint, at full strength."""
    game = room.game.copy()
    seconds = max(HINT_TIME, room.options.ai_time) / 1000
    limit = Limit(time=seconds)

    def work(worker: EngineWorker) -> JobResult:
        if game.decision is None or game.decision.step == "play":
            return _search(worker, game, limit, STRONGEST, on_info)
        began = monotonic()
        found = worker.advise(game, limit)
        return JobResult(found.answer, monotonic() - began, advice=found)

    return Job(game.rules, Priority.HINT, work, room.id, seconds=seconds)


def draw_job(room: Room) -> Job[bool]:
    """Job for the answer to a draw offer, by the side that is not to move."""
    game = room.game.copy()
    played = len(game.moves)
    late = 3 * played >= game.rules.width * game.rules.height

    def work(worker: EngineWorker) -> bool:
        value = -worker.search(game, Limit(time=0.3)).score
        if played < OPENING_STONES:
            return is_loss(value)
        return value <= DRAW_IF_LOSING or (late and value <= DRAW_IF_EVEN)

    return Job(game.rules, Priority.PLAY, work, room.id)


def _search(
    worker: EngineWorker, game: Game, limit: Limit, level: int, on_info: Progress, memory: OpponentMemory | None = None
) -> JobResult:
    decision = game.decision
    assert decision is not None
    began = monotonic()
    result = None
    if decision.step != "play":
        answer = worker.answer(game, limit)
    else:
        if level == STRONGEST and memory is not None:
            return _adapt(worker, game, limit, on_info, memory)
        if level == STRONGEST:
            result = worker.search(game, limit, on_info)
        else:
            result = worker.play_at(game, level, limit)
            for info in (*result.history[:-1], result.info):  # lower levels report their depths at the end
                on_info(info)
        answer = result.move
    return JobResult(answer, monotonic() - began, result)


def _adapt(worker: EngineWorker, game: Game, limit: Limit, on_info: Progress, memory: OpponentMemory) -> JobResult:
    """Search, update the opponent model, and choose among nearly equal moves."""
    began = monotonic()
    ply = len(game.actions)
    result = worker.search(game, limit, on_info, CANDIDATES if memory.opponent.weakness else 1)
    inspector = _inspector(game.rules)
    opponent = memory.opponent
    if ply:
        before = memory.score if memory.ply == ply - 2 else None
        opponent = observe(opponent, game, inspector, before, result.score)
    adapted = choose(result, game, opponent, inspector)
    memory = OpponentMemory(ply, result.score, opponent)
    return JobResult(adapted.line.move, monotonic() - began, result, memory, adapted)


_local = threading.local()


def _inspector(rules: Rules) -> Inspector:
    """Inspector of this thread: it holds a board, and its tables are slow to build."""
    if getattr(_local, "rules", None) != rules:
        _local.rules, _local.inspector = rules, Inspector(rules)
    return _local.inspector  # type: ignore[no-any-return]


def belief(room: Room, done: JobResult) -> Belief | None:
    """The opponent model as a message; None if the AI does not adapt."""
    if done.memory is None or done.adapted is None or done.result is None:
        return None
    opponent, adapted = done.memory.opponent, done.adapted
    return Belief(
        room=room.id,
        ply=room.ply,
        moves=opponent.moves,
        mistakes=tuple(mistake.overlooked for mistake in opponent.mistakes),
        offered=opponent.offered,
        taken=opponent.taken,
        weakness=opponent.weakness,
        instead_of=done.result.move if adapted.exploits else None,
        given_up=adapted.given_up,
    )


def info_message(info: Info) -> ThinkingInfo:
    """Search progress as a message."""
    lines = info.lines or (Variation(info.pv[0], info.score, info.pv),) if info.pv else info.lines
    return ThinkingInfo(
        depth=info.depth,
        selective_depth=info.selective_depth,
        score=info.score,
        nodes=info.nodes,
        nodes_per_second=info.nodes_per_second,
        ms=round(info.seconds * 1000),
        hash_permille=info.hash_permille,
        lines=tuple(ThinkingLine(line.move, line.score, line.pv, line.win_in) for line in lines),
        win_in=info.win_in,
    )


def suggestion(room: Room, done: JobResult) -> Suggestion:
    """A hint as a message. For the event loop's thread: the reasons are found by its inspector."""
    decision, game, result = room.game.decision, room.game, done.result
    assert decision is not None
    is_cell = decision.kind in (Kind.STONE, Kind.PICK)
    answer: Any = done.answer
    ms = round(done.seconds * 1000)
    reasons, threats = move_reasons.reasons_of(game.copy(), answer) if decision.step == "play" else ((), ())
    return Suggestion(
        room=room.id,
        ply=room.ply,
        kind=decision.kind,
        color=decision.color or game.to_move,
        cell=answer if is_cell else None,
        captured=tuple(game.captures(answer)) if is_cell else (),
        answer=None if is_cell else answer,
        score=result.score if result else None,
        win_in=result.win_in if result else None,
        pv=result.pv if result else (),
        ms=ms,
        reasons=reasons,
        threats=threats,
        advice=advice.message_of(decision, done.advice, ms) if done.advice else None,
    )
