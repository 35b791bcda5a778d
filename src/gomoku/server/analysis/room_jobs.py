"""Questions to the engine as games ask them: a move or an answer of an AI, a hint, what to say to a draw."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from gomoku.engine.inspector import Inspector
from gomoku.engine.opponent_model import CANDIDATES, AdaptedChoice, OpponentModel, choose, observe
from gomoku.engine.types import Info, Limit, Result, Variation
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game, Kind, Rules
from gomoku.rules.openings import Answer
from gomoku.server.analysis.engine_pool import Job, Priority
from gomoku.server.rooms import clocks
from gomoku.server.rooms.room import PLAYERS, Room
from gomoku.server.wire.analysis_messages import Belief, ThinkingInfo, ThinkingLine
from gomoku.server.wire.messages import Suggestion
from gomoku.server.wire.values import Ai, ByoYomi, Fischer, Millis

OVERHEAD: Final = 20
"""Milliseconds of an AI's time that asking, storing and sending take: it answers within its limit as the page sees it."""
LEAST: Final = 30
"""Milliseconds that an AI gets in any case."""
STRONGEST: Final = 10
HINT_TIME: Final = 1_000
GLAD: Final = -60
"""Evaluation points: an AI that stands so badly agrees to a draw at any time."""
EVEN: Final = 15
"""So near to even it agrees, once a third of the board is full."""

Progress = Callable[[Info], None]


@dataclass(frozen=True)
class Thought:
    """What came out of it."""

    answer: Answer
    seconds: float
    """From the question to the answer; waiting for a free engine is not in it."""
    result: Result | None = None
    """How it was found; none for an opening's question."""
    picture: "Picture | None" = None
    """What it believes of its opponent now; none where it does not adapt."""
    adapted: AdaptedChoice | None = None


@dataclass(frozen=True)
class Picture:
    """What an AI remembers between its moves: the position it searched last, the score, and the opponent as it sees it."""

    ply: int = -1
    score: int = 0
    opponent: OpponentModel = field(default_factory=OpponentModel)


def time_for(room: Room) -> Millis:
    """How long the AI that is asked may think: its own limit, or less where the clock is short."""
    most = room.options.ai_time
    asked, left, rule = room.to_act, room.clocks, room.options.clock
    if asked is not None and left is not None and room.ply:
        own = left[PLAYERS.index(asked)]
        if isinstance(rule, Fischer):
            most = min(most, own.main // 25 + rule.increment * 4 // 5, own.main // 2)
        elif isinstance(rule, ByoYomi):
            most = min(most, own.main // 25 if own.main > rule.period else clocks.allowance(rule, own) // 2)
            most = max(most, min(room.options.ai_time, rule.period // 2 if own.periods else 0))
    return max(LEAST, most)


def move_job(room: Room, level: Ai, millis: Millis, on_info: Progress, picture: Picture | None = None) -> Job[Thought]:
    """The AI's answer to what it is asked. With a picture of its opponent it adapts, where it plays at its best."""
    game = room.game.copy()
    limit = Limit(time=max(LEAST, millis - OVERHEAD) / 1000)

    def work(worker: EngineWorker) -> Thought:
        return _think(worker, game, limit, level.level, on_info, picture)

    return Job(game.rules, Priority.PLAY, work, room.id)


def hint_job(room: Room, on_info: Progress) -> Job[Thought]:
    """What the engine at its best would do in a person's place."""
    game = room.game.copy()
    limit = Limit(time=max(HINT_TIME, room.options.ai_time) / 1000)
    return Job(game.rules, Priority.HINT, lambda worker: _think(worker, game, limit, STRONGEST, on_info), room.id)


def draw_job(room: Room) -> Job[bool]:
    """Does the side that is not to move agree to a draw?"""
    game = room.game.copy()
    played = len(game.moves)
    late = 3 * played >= game.rules.width * game.rules.height

    def work(worker: EngineWorker) -> bool:
        value = -worker.search(game, Limit(time=0.3)).score
        return value <= GLAD or (late and value <= EVEN)

    return Job(game.rules, Priority.PLAY, work, room.id)


def _think(
    worker: EngineWorker, game: Game, limit: Limit, level: int, on_info: Progress, picture: Picture | None = None
) -> Thought:
    decision = game.decision
    assert decision is not None
    began = monotonic()
    result = None
    if decision.step != "play":
        answer = worker.answer(game, limit)
    else:
        if level == STRONGEST and picture is not None:
            return _adapt(worker, game, limit, on_info, picture)
        if level == STRONGEST:
            result = worker.search(game, limit, on_info)
        else:
            result = worker.play_at(game, level, limit)
            for info in (*result.history[:-1], result.info):  # a level tells of its depths when it is done
                on_info(info)
        answer = result.move
    return Thought(answer, monotonic() - began, result)


def _adapt(worker: EngineWorker, game: Game, limit: Limit, on_info: Progress, picture: Picture) -> Thought:
    """Think, learn from the opponent's last move, and choose among moves that are as good as equal."""
    began = monotonic()
    ply = len(game.actions)
    result = worker.search(game, limit, on_info, CANDIDATES if picture.opponent.weakness else 1)
    inspector = _inspector(game.rules)
    opponent = picture.opponent
    if ply:
        before = picture.score if picture.ply == ply - 2 else None
        opponent = observe(opponent, game, inspector, before, result.score)
    adapted = choose(result, game, opponent, inspector)
    picture = Picture(ply, result.score, opponent)
    return Thought(adapted.line.move, monotonic() - began, result, picture, adapted)


_eyes = threading.local()


def _inspector(rules: Rules) -> Inspector:
    """This thread's own: it holds a board, and its tables take a while to make."""
    if getattr(_eyes, "rules", None) != rules:
        _eyes.rules, _eyes.inspector = rules, Inspector(rules)
    return _eyes.inspector  # type: ignore[no-any-return]


def belief(room: Room, thought: Thought) -> Belief | None:
    """What the AI believes of its opponent, for the wire."""
    if thought.picture is None or thought.adapted is None or thought.result is None:
        return None
    opponent, adapted = thought.picture.opponent, thought.adapted
    return Belief(
        room=room.id,
        ply=room.ply,
        moves=opponent.moves,
        mistakes=tuple(mistake.overlooked for mistake in opponent.mistakes),
        offered=opponent.offered,
        taken=opponent.taken,
        weakness=opponent.weakness,
        instead_of=thought.result.move if adapted.exploits else None,
        given_up=adapted.given_up,
    )


def told(info: Info) -> ThinkingInfo:
    """How far a search has come, for the wire."""
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


def suggestion(room: Room, thought: Thought) -> Suggestion:
    """A hint, for the wire."""
    decision, game, result = room.game.decision, room.game, thought.result
    assert decision is not None
    is_cell = decision.kind in (Kind.STONE, Kind.PICK)
    answer: Any = thought.answer
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
        ms=round(thought.seconds * 1000),
    )
