"""Reviews: every position of a game is searched, and every move graded against the best one.

A review is named by a hash of its request, so equal requests share one; finished reviews are stored in the database. Searches
run at the lowest priority.
"""

import asyncio
import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from gomoku.engine.types import SCALE, WIN, Limit, Result, plies_to_win, win_score
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Color, Game, IllegalMove
from gomoku.server.analysis import coach, study
from gomoku.server.analysis.cache import SharedCache
from gomoku.server.analysis.coach import PositionResult
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.ops.tasks import Tasks
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.wire.analysis.study_messages import (
    GameMistake,
    GameMistakes,
    Grade,
    KnownReview,
    MistakeAnswer,
    MistakeTry,
    Review,
    ReviewedMove,
    ReviewRequest,
    SideReview,
    Study,
)
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Millis, Moment

GRADE_THRESHOLDS: Final = ((0.30, Grade.BLUNDER), (0.15, Grade.MISTAKE), (0.07, Grade.INACCURATE))
"""Loss of winning chance from which a move gets a grade."""
TURNING_POINT_LOSS: Final = 0.15
"""Loss of winning chance from which a move is a turning point."""
MAX_TURNING_POINTS: Final = 3
"""Turning points per game, at most."""
TRY_TIME: Final = 0.5
"""Seconds of search for a move that is tried in place of a mistake."""
COACHED: Final = (Grade.MISTAKE, Grade.BLUNDER)
"""Grades of moves whose mistake is explained."""
ACCURACY_DECAY: Final = 4.0
"""Accuracy of a move is 100 · e^(−ACCURACY_DECAY · loss): 50 at a loss of 17 % of the winning chance."""
PROGRESS_TTL: Final = 30
"""Seconds that the progress of a review stays in the shared cache."""
REVISION: Final = b"coached"
"""Version in every review's name: reviews stored before mistakes were explained are computed again."""
MAX_REVIEWS: Final = 30
"""Reviews under way, of all visitors together, at most."""

_decode: Final = msgspec.json.Decoder(Review).decode
_encode: Final = msgspec.json.Encoder().encode


@dataclass(eq=False)
class _RunningReview:
    """A review under way or failed."""

    id: str
    visitor: str
    total: int
    done: int = 0
    waiting: bool = True
    task: "asyncio.Task[None] | None" = None
    failed: bool = False
    found: dict[int, PositionResult] = field(default_factory=dict)

    def progress(self) -> Review:
        return Review(id=self.id, done=self.done, total=self.total, waiting=self.waiting, failed=self.failed)


class Reviewer:
    """Runs the reviews of all visitors. A visitor has one at a time; a new one replaces it."""

    def __init__(self, engines: EnginePool, store: Store, cache: SharedCache) -> None:
        """`cache` shares the progress of reviews with other processes."""
        self._engines = engines
        self._store = store
        self._cache = cache
        self._tasks = Tasks()
        self._reviews: dict[str, _RunningReview] = {}

    async def close(self) -> None:
        await self._tasks.close()

    async def ask(self, visitor: str, request: ReviewRequest, now: Moment) -> Review:
        """The stored review of a game, or the progress of one under way, started if needed. Raises Refusal."""
        name = name_of(request)
        stored = await self._stored(name)
        if stored is not None:
            return stored
        running = self._reviews.get(name)
        if running is not None and not running.failed:
            return running.progress()
        if running is None and (elsewhere := await self._remote_progress(name)) is not None and not elsewhere.failed:
            return elsewhere
        games = await asyncio.to_thread(positions_of, request)
        self._end_own(visitor)
        failed = [one for one in self._reviews.values() if one.failed]
        if len(self._reviews) - len(failed) >= MAX_REVIEWS:
            raise Refusal(Reason.BUSY, f"{MAX_REVIEWS} reviews are under way already")
        for one in failed[: max(0, len(failed) - MAX_REVIEWS)]:  # their visitors had time to see it
            self._end(one)
        await self._cache.put(_stop_key(name, visitor), b"", 1)  # clears an earlier cancellation
        running = self._reviews[name] = _RunningReview(name, visitor, sum(not game.is_over for game in games))
        running.task = self._tasks.start(self._review(running, games, request, now))
        return running.progress()

    async def state(self, name: str) -> Review:
        """The stored review or its progress. Raises Refusal if there is none of that name."""
        running = self._reviews.get(name)
        if running is not None:
            return running.progress()
        found = await self._stored(name) or await self._remote_progress(name)
        if found is None:
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such review; request it again")
        return found

    async def known(self, request: ReviewRequest) -> KnownReview:
        """The stored review, without starting one."""
        return KnownReview(await self._stored(name_of(request)))

    async def mistakes(self, played: Study, ms: Millis) -> GameMistakes:
        """The mistakes that the stored review of a game's main line has found. Raises Refusal."""
        end, _ = await asyncio.to_thread(study.end_of, played)
        if not end.moves:
            return GameMistakes(reviewed=False)
        review = await self._stored(name_of(ReviewRequest(played.start, end.moves, ms)))
        if review is None:
            return GameMistakes(reviewed=False)
        return GameMistakes(reviewed=True, mistakes=await asyncio.to_thread(lambda: tuple(mistakes_in(end, review))))

    async def attempt(self, visitor: str, tried: MistakeTry) -> MistakeAnswer:
        """Grade another move in place of a mistake, by the values of its review. Raises Refusal."""
        review = await self._stored(name_of(tried.review))
        if review is None or tried.number > len(review.moves):
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such review; request it again")
        moves = tried.review.moves[: tried.number - 1]
        before = await asyncio.to_thread(study.game_at, tried.review.start, moves)
        after = before.copy()
        try:
            after.play(tried.cell)
        except IllegalMove as error:
            raise Refusal(Reason(str(error.reason)), str(error), tried.cell) from None
        mistake = review.moves[tried.number - 1]
        best = PositionResult(value_before(mistake), mistake.line, mistake.depth)
        if after.is_over:
            then = value_of_finished(after)
        else:
            job = Job(after.rules, Priority.HINT, _searching(after, TRY_TIME), f"mistake {visitor}", visitor=visitor)
            try:
                result = await self._engines.ask(job)
            except (EngineError, PoolBusy) as error:
                raise Refusal(Reason.BUSY, str(error)) from None
            then = PositionResult(result.score, result.pv, result.depth)
        move = _grade(before, after, best, then)
        return MistakeAnswer(move, move.grade in (Grade.BEST, Grade.GOOD), study.view_of(after))

    async def cancel(self, visitor: str, name: str) -> None:
        """Cancel a review; only the visitor who started it can."""
        running = self._reviews.get(name)
        if running is None:
            await self._cache.put(_stop_key(name, visitor), b"1", PROGRESS_TTL)  # it may run in another process
        elif running.visitor == visitor:
            await self._drop(running)

    def _end_own(self, visitor: str) -> None:
        for running in [running for running in self._reviews.values() if running.visitor == visitor]:
            self._end(running)

    def _end(self, running: _RunningReview) -> None:
        self._reviews.pop(running.id, None)
        if running.task is not None:
            running.task.cancel()

    async def _remote_progress(self, name: str) -> Review | None:
        """Progress of a review in another process."""
        data = await self._cache.get(_progress_key(name))
        return _decode(data) if data else None

    async def _publish(self, running: _RunningReview) -> None:
        """Publish the progress, and stop if the visitor cancelled through another process."""
        await self._cache.put(_progress_key(running.id), _encode(running.progress()), PROGRESS_TTL)
        if await self._cache.get(_stop_key(running.id, running.visitor)):
            await self._drop(running)

    async def _drop(self, running: _RunningReview) -> None:
        await self._cache.put(_progress_key(running.id), b"", 1)
        self._end(running)

    async def _stored(self, name: str) -> Review | None:
        data = await self._store.review(name)
        return None if data is None else _decode(data)

    async def _review(
        self, running: _RunningReview, games: Sequence[Game], request: ReviewRequest, now: Moment
    ) -> None:
        """Search from the last position to the first: the transposition table then knows the continuations."""
        try:
            for number in range(len(games) - 1, -1, -1):
                running.found[number] = await self._search(running, games[number], request.ms / 1000)
                await self._publish(running)
            found = [running.found[number] for number in range(len(games))]
            review = judge(running.id, games, found)
            await self._store.keep_review(running.id, _encode(review), now)
        except (EngineError, PoolBusy, StoreError):
            running.failed = True
            return
        except Exception:  # out of memory, for example: the review must not seem to be running
            running.failed = True
            raise
        self._reviews.pop(running.id, None)

    async def _search(self, running: _RunningReview, game: Game, seconds: float) -> PositionResult:
        if game.is_over:
            return value_of_finished(game)

        def on_start() -> None:
            running.waiting = False

        while True:
            running.waiting = True
            job = Job(game.rules, Priority.ANALYSIS, _searching(game, seconds), f"review {running.id}", on_start)
            job.visitor, job.seconds = running.visitor, seconds
            result = await self._engines.ask(job)
            if not result.stopped:  # otherwise preempted by a game: search again
                running.done += 1
                return PositionResult(result.score, result.pv, result.depth)


def _searching(game: Game, seconds: float) -> Callable[[EngineWorker], Result]:
    """Engine work that evaluates a position."""
    return lambda worker: worker.search(game, Limit(time=seconds, analysis=True))


def _progress_key(name: str) -> str:
    return f"review:{name}"


def _stop_key(name: str, visitor: str) -> str:
    return f"review-stop:{name}:{visitor}"


def positions_of(request: ReviewRequest) -> list[Game]:
    """The positions before the first move and after each. Raises Refusal."""
    game = study.game_at(request.start)
    if max(game.rules.width, game.rules.height) > MAX_AI_BOARD_SIZE:
        raise Refusal(
            Reason.BAD_OPTIONS, f"the engine thinks about boards up to {MAX_AI_BOARD_SIZE} x {MAX_AI_BOARD_SIZE}"
        )
    games = [game.copy()]
    for cell in request.moves:
        try:
            game.play(cell)
        except IllegalMove as error:
            raise Refusal(Reason(str(error.reason)), str(error), cell) from None
        games.append(game.copy())
    return games


def name_of(request: ReviewRequest) -> str:
    return hashlib.blake2b(_encode(request), digest_size=12, person=REVISION).hexdigest()


def value_of_finished(game: Game) -> PositionResult:
    """The value of a finished game for the side to move."""
    if game.winner is None:
        return PositionResult(0)
    return PositionResult(WIN if game.winner is game.to_move else -WIN)


# --- grading ---


def chance(score: int) -> float:
    """The winning chance of a value."""
    return 1 / (1 + math.exp(-max(-6000, min(6000, score)) / SCALE))


def value_before(move: ReviewedMove) -> int:
    """Value of the position before a graded move, for the side that moved."""
    if move.best_win_in is not None:
        return win_score(move.best_win_in) if move.best_win_in > 0 else -win_score(-move.best_win_in)
    own = move.chance if move.color is Color.X else 1 - move.chance
    share = min(0.9999, max(0.0001, own + move.loss))
    return round(SCALE * math.log(share / (1 - share)))


def judge(name: str, games: Sequence[Game], found: Sequence[PositionResult]) -> Review:
    """Grades, accuracies and turning points from the search results of all positions."""
    moves = tuple(
        _grade(games[number], games[number + 1], found[number], found[number + 1]) for number in range(len(games) - 1)
    )
    losses = sorted(range(len(moves)), key=lambda number: (-moves[number].loss, number))
    turning = sorted(number + 1 for number in losses[:MAX_TURNING_POINTS] if moves[number].loss >= TURNING_POINT_LOSS)
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


def _grade(before: Game, after: Game, best: PositionResult, then: PositionResult) -> ReviewedMove:
    """Grade a move. `best`: result of the position before it; `then`: of the position after it."""
    color = before.to_move
    cell = after.moves[-1]
    # the turn does not always pass (a foul ends the game at once): values are per colour
    mine = then.score if after.to_move is color else -then.score
    expected = max(best.score, mine)  # the search a ply later corrects the one before
    same = bool(best.pv) and best.pv[0] == cell
    loss = 0.0 if same else max(0.0, chance(expected) - chance(mine))
    grade = next((grade for least, grade in GRADE_THRESHOLDS if loss >= least), Grade.GOOD)
    if grade is Grade.GOOD and (same or loss < 0.005):
        grade = Grade.BEST
    for_x = mine if color is Color.X else -mine
    return ReviewedMove(
        color=color,
        score=for_x,
        win_in=plies_to_win(for_x),
        chance=_rounded(chance(for_x)),
        loss=_rounded(loss),
        grade=grade,
        best=best.pv[0] if best.pv and not same else None,
        line=best.pv if not same else (),
        best_win_in=plies_to_win(best.score),
        depth=best.depth,
        coach=coach.explain(before, after, best, then) if grade in COACHED else None,
    )


def mistakes_in(game: Game, review: Review) -> Iterator[GameMistake]:
    """The mistakes and blunders of a reviewed game for which a better move is known."""
    for number, move in enumerate(review.moves, start=1):
        if move.grade in COACHED and move.best is not None:
            missed = move.best_win_in if move.best_win_in is not None and move.best_win_in > 0 else None
            yield GameMistake(
                number=number,
                color=move.color,
                cell=game.moves[number - 1],
                rows=tuple(game.at(number).rows()),
                loss=move.loss,
                missed=missed,
            )


def _side(moves: Sequence[ReviewedMove], color: Color) -> SideReview:
    own = [move for move in moves if move.color is color]
    grades = Counter(str(move.grade) for move in own)
    if not own:
        return SideReview(None, {})
    accuracy = sum(100 * math.exp(-ACCURACY_DECAY * move.loss) for move in own) / len(own)
    return SideReview(round(accuracy, 1), {str(grade): grades[str(grade)] for grade in Grade})


def _rounded(share: float) -> float:
    return round(share, 4)
