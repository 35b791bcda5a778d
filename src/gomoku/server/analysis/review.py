"""Reviews of whole games: every position is thought about, and every move compared with the best one.

A review is named after what it is about, so that nobody waits twice for the same one; finished ones are kept in the
database. EnginePool do it when nothing else waits for them.
"""

import asyncio
import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from gomoku.engine.types import WIN, Limit, Result, win_in
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Color, Game, IllegalMove
from gomoku.server.analysis import study
from gomoku.server.analysis.cache import SharedCache
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.ops.tasks import Tasks
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.study_messages import Grade, Review, ReviewedMove, ReviewRequest, SideReview
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Cell, Moment

SCALE: Final = 200.0
"""Evaluation points: the evaluation was fitted so that a value of SCALE means winning 73 % of the games."""
SLIPS: Final = ((0.30, Grade.BLUNDER), (0.15, Grade.MISTAKE), (0.07, Grade.INACCURATE))
"""How much of its chance to win a side may give away."""
TURNING: Final = 0.15
MOST_TURNING: Final = 3
STEEPNESS: Final = 4.0
"""Accuracy of a move is 100 · e^(−STEEPNESS · loss): half of it is gone with a loss of 17 % of the chance."""
LASTS: Final = 30
"""Seconds that other processes believe how far a review has come."""
MOST_AT_ONCE: Final = 30
"""Reviews under way, of all visitors together."""

_decode: Final = msgspec.json.Decoder(Review).decode
_encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Found:
    """What a search found in a position: its value for the side to move, and the best line."""

    score: int
    pv: tuple[Cell, ...] = ()
    depth: int = 0


@dataclass(eq=False)
class _Work:
    """A review under way."""

    id: str
    visitor: str
    total: int
    done: int = 0
    waiting: bool = True
    task: "asyncio.Task[None] | None" = None
    failed: bool = False
    found: dict[int, Found] = field(default_factory=dict)

    def told(self) -> Review:
        return Review(id=self.id, done=self.done, total=self.total, waiting=self.waiting, failed=self.failed)


class Reviewer:
    """For all visitors of a server. A visitor has one review at a time: the next one takes its place."""

    def __init__(self, engines: EnginePool, store: Store, cache: SharedCache) -> None:
        """`cache`: where other processes find how far the reviews of this one have come."""
        self._engines = engines
        self._store = store
        self._cache = cache
        self._tasks = Tasks()
        self._works: dict[str, _Work] = {}

    async def close(self) -> None:
        await self._tasks.close()

    async def ask(self, visitor: str, wish: ReviewRequest, now: Moment) -> Review:
        """The review of a game: as it was kept, as far as it has come, or begun. Raises Refusal."""
        name = name_of(wish)
        kept = await self._kept(name)
        if kept is not None:
            return kept
        work = self._works.get(name)
        if work is not None and not work.failed:
            return work.told()
        if work is None and (elsewhere := await self._elsewhere(name)) is not None and not elsewhere.failed:
            return elsewhere
        games = await asyncio.to_thread(positions_of, wish)
        self._leave(visitor)
        failed = [one for one in self._works.values() if one.failed]
        if len(self._works) - len(failed) >= MOST_AT_ONCE:
            raise Refusal(Reason.BUSY, f"{MOST_AT_ONCE} reviews are under way already")
        for one in failed[: max(0, len(failed) - MOST_AT_ONCE)]:  # their visitors had time to see it
            self._end(one)
        await self._cache.put(_stop(name, visitor), b"", 1)  # it is wanted again
        work = self._works[name] = _Work(name, visitor, sum(not game.is_over for game in games))
        work.task = self._tasks.start(self._review(work, games, wish, now))
        return work.told()

    async def state(self, name: str) -> Review:
        """How far it has come. Raises Refusal where there is none of that name."""
        work = self._works.get(name)
        if work is not None:
            return work.told()
        found = await self._kept(name) or await self._elsewhere(name)
        if found is None:
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such review; ask for it again")
        return found

    async def cancel(self, visitor: str, name: str) -> None:
        """Stop it. Only its own visitor can."""
        work = self._works.get(name)
        if work is None:
            await self._cache.put(_stop(name, visitor), b"1", LASTS)  # another process may be at it
        elif work.visitor == visitor:
            await self._drop(work)

    def _leave(self, visitor: str) -> None:
        for work in [work for work in self._works.values() if work.visitor == visitor]:
            self._end(work)

    def _end(self, work: _Work) -> None:
        self._works.pop(work.id, None)
        if work.task is not None:
            work.task.cancel()

    async def _elsewhere(self, name: str) -> Review | None:
        """How far another process has come."""
        data = await self._cache.get(_progress(name))
        return _decode(data) if data else None

    async def _show(self, work: _Work) -> None:
        """Tell other processes how far this one has come; and stop if the visitor has told one of them to."""
        await self._cache.put(_progress(work.id), _encode(work.told()), LASTS)
        if await self._cache.get(_stop(work.id, work.visitor)):
            await self._drop(work)

    async def _drop(self, work: _Work) -> None:
        await self._cache.put(_progress(work.id), b"", 1)
        self._end(work)

    async def _kept(self, name: str) -> Review | None:
        data = await self._store.review(name)
        return None if data is None else _decode(data)

    async def _review(self, work: _Work, games: Sequence[Game], wish: ReviewRequest, now: Moment) -> None:
        """From the end to the start: what follows a position is then known when it is thought about."""
        try:
            for number in range(len(games) - 1, -1, -1):
                work.found[number] = await self._think(work, games[number], wish.ms / 1000)
                await self._show(work)
            found = [work.found[number] for number in range(len(games))]
            review = judge(work.id, games, found)
            await self._store.keep_review(work.id, _encode(review), now)
        except (EngineError, PoolBusy, StoreError):
            work.failed = True
            return
        except Exception:  # out of memory, say: it must not seem to go on
            work.failed = True
            raise
        self._works.pop(work.id, None)

    async def _think(self, work: _Work, game: Game, seconds: float) -> Found:
        if game.is_over:
            return ended(game)

        def search(worker: EngineWorker) -> Result:
            return worker.search(game, Limit(time=seconds))

        def starts() -> None:
            work.waiting = False

        while True:
            work.waiting = True
            job = Job(game.rules, Priority.ANALYSIS, search, f"review {work.id}", starts)
            result = await self._engines.ask(job)
            if not result.stopped:  # else a game needed the engine: think again
                work.done += 1
                return Found(result.score, result.pv, result.depth)


def _progress(name: str) -> str:
    return f"review:{name}"


def _stop(name: str, visitor: str) -> str:
    return f"review-stop:{name}:{visitor}"


def positions_of(wish: ReviewRequest) -> list[Game]:
    """The game after each of its moves, and before the first. Raises Refusal."""
    game = study.game_at(wish.start)
    if max(game.rules.width, game.rules.height) > MAX_AI_BOARD_SIZE:
        raise Refusal(
            Reason.BAD_OPTIONS, f"the engine thinks about boards up to {MAX_AI_BOARD_SIZE} x {MAX_AI_BOARD_SIZE}"
        )
    games = [game.copy()]
    for cell in wish.moves:
        try:
            game.play(cell)
        except IllegalMove as error:
            raise Refusal(Reason(str(error.reason)), str(error), cell) from None
        games.append(game.copy())
    return games


def name_of(wish: ReviewRequest) -> str:
    return hashlib.blake2b(_encode(wish), digest_size=12).hexdigest()


def ended(game: Game) -> Found:
    """The value of a finished game for the side that would be to move."""
    if game.winner is None:
        return Found(0)
    return Found(WIN if game.winner is game.to_move else -WIN)


# --- judging ---


def chance(score: int) -> float:
    """The chance to win that a value means."""
    return 1 / (1 + math.exp(-max(-6000, min(6000, score)) / SCALE))


def judge(name: str, games: Sequence[Game], found: Sequence[Found]) -> Review:
    """Grades and figures, from what was found in each position."""
    moves = tuple(
        _judged(games[number], games[number + 1], found[number], found[number + 1]) for number in range(len(games) - 1)
    )
    losses = sorted(range(len(moves)), key=lambda number: (-moves[number].loss, number))
    turning = sorted(number + 1 for number in losses[:MOST_TURNING] if moves[number].loss >= TURNING)
    thought = sum(not game.is_over for game in games)
    return Review(
        id=name,
        done=thought,
        total=thought,
        complete=True,
        start_chance=_rounded(chance(found[0].score if games[0].to_move is Color.X else -found[0].score)),
        moves=moves,
        X=_side(moves, Color.X),
        O=_side(moves, Color.O),
        turning_points=tuple(turning),
    )


def _judged(before: Game, after: Game, best: Found, then: Found) -> ReviewedMove:
    """A move. `best` is what the side could have had, `then` what the other side has after it."""
    color = before.to_move
    cell = after.moves[-1]
    # a turn does not always pass (a foul ends the game at once): values are those of a colour
    mine = then.score if after.to_move is color else -then.score
    expected = max(best.score, mine)  # what was found a move later counts for the move before it as well
    same = bool(best.pv) and best.pv[0] == cell
    loss = 0.0 if same else max(0.0, chance(expected) - chance(mine))
    grade = next((grade for least, grade in SLIPS if loss >= least), Grade.GOOD)
    if grade is Grade.GOOD and (same or loss < 0.005):
        grade = Grade.BEST
    for_x = mine if color is Color.X else -mine
    return ReviewedMove(
        color=color,
        score=for_x,
        win_in=win_in(for_x),
        chance=_rounded(chance(for_x)),
        loss=_rounded(loss),
        grade=grade,
        best=best.pv[0] if best.pv and not same else None,
        line=best.pv if not same else (),
        best_win_in=win_in(best.score),
        depth=best.depth,
    )


def _side(moves: Sequence[ReviewedMove], color: Color) -> SideReview:
    own = [move for move in moves if move.color is color]
    grades = Counter(str(move.grade) for move in own)
    if not own:
        return SideReview(None, {})
    accuracy = sum(100 * math.exp(-STEEPNESS * move.loss) for move in own) / len(own)
    return SideReview(round(accuracy, 1), {str(grade): grades[str(grade)] for grade in Grade})


def _rounded(share: float) -> float:
    return round(share, 4)
