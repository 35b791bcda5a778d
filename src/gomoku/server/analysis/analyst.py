"""Questions to the engine that belong to no game: analyses that a page follows, refutations, trees.

A page has one analysis at a time, and a visitor one other question: the next one takes its place. Games go first: an
analysis that had to make room goes on as soon as it can.
"""

import asyncio
import contextlib
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol, TypeVar

from gomoku.engine.types import WIN, Info, Limit, Result
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game
from gomoku.server.analysis import positions, room_jobs
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.analysis.search_trees import RECORDED, Tree, plant
from gomoku.server.ops.tasks import Tasks
from gomoku.server.wire.analysis_messages import MAX_ANALYSIS_TIME, Analyse, Analysis, Refutation
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Cell, Millis

T = TypeVar("T")

REFUTE_TIME: Final = 700
"""Milliseconds of search: with asking and answering it stays within a second."""
PATIENCE: Final = 0.2
"""Seconds after which a page is told that it waits for a free engine."""


class Client(Protocol):
    """An open page that is sent the progress of its analysis."""

    visitor: str

    def tell(self, message: Analysis, /) -> None: ...


class Analyst:
    """For all pages of a server."""

    def __init__(self, engines: EnginePool) -> None:
        self._engines = engines
        self._tasks = Tasks()
        self._analyses: dict[Client, asyncio.Task[None]] = {}
        self._questions: dict[str, asyncio.Future[object]] = {}

    async def close(self) -> None:
        await self._tasks.close()

    # --- analyses ---

    def analyse(self, client: Client, wish: Analyse) -> None:
        """Begin an analysis in place of the page's last one, or stop that. Raises Refusal."""
        self.leave(client)
        if wish.position is not None:
            game = positions.playable(wish.position)
            self._analyses[client] = self._tasks.start(self._analyse(client, wish, game))

    def leave(self, client: Client) -> None:
        """The page wants nothing any more."""
        earlier = self._analyses.pop(client, None)
        if earlier is not None:
            earlier.cancel()

    async def _analyse(self, client: Client, wish: Analyse, game: Game) -> None:
        loop = asyncio.get_running_loop()
        left: float = (wish.ms or MAX_ANALYSIS_TIME) / 1000
        deepest = 0
        began: float | None = None

        def tell(info: Info) -> None:
            nonlocal deepest
            if info.depth >= deepest:  # after a break it comes through the same depths again
                deepest = info.depth
                client.tell(Analysis(wish.id, room_jobs.told(info)))

        def on_info(info: Info) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(tell, info)

        def starts() -> None:
            nonlocal began
            began = monotonic()

        def waits() -> None:
            if began is None:
                client.tell(Analysis(wish.id, waiting=True))

        try:
            while left > 0:
                began = None
                job = Job(
                    game.rules,
                    Priority.ANALYSIS,
                    _search(game, Limit(time=left), on_info, wish.lines),
                    f"analysis {client.visitor}",
                    starts,
                )
                alarm = loop.call_later(PATIENCE, waits)
                try:
                    result = await self._engines.ask(job)
                finally:
                    alarm.cancel()
                if not result.stopped:
                    break
                left -= monotonic() - (began or monotonic())
            client.tell(Analysis(wish.id, done=True))
        except (EngineError, PoolBusy):
            client.tell(Analysis(wish.id, done=True, refused=Reason.BUSY))

    # --- other questions ---

    async def refute(self, visitor: str, game: Game, cell: Cell) -> Refutation:
        """What the engine answers to a move, found within a second. Raises Refusal."""
        began = monotonic()
        reason = game.why_illegal(cell)
        if reason is not None:
            raise Refusal(Reason(str(reason)), f"{game.name(cell)} is closed", cell)
        start = game.copy()
        game.play(cell)
        if game.is_over:
            score, win_in = (WIN - 1, 1) if game.winner == start.to_move else (0, None)
            return Refutation(score, win_in, 0, positions.walk(start, (cell,)), 0)
        job = Job(game.rules, Priority.HINT, _search(game, Limit(time=REFUTE_TIME / 1000)), f"analysis {visitor}")
        result = await self._ask(visitor, job)
        win_in = None if result.win_in is None else -result.win_in + (1 if result.win_in < 0 else -1)
        steps = positions.walk(start, (cell, *result.pv))
        return Refutation(-result.score, win_in, result.depth + 1, steps, round((monotonic() - began) * 1000))

    async def tree(self, visitor: str, game: Game, ms: Millis) -> Tree:
        """Search a position as if for the first time, and keep the tree. Raises Refusal."""

        def work(worker: EngineWorker) -> Result:
            worker.new_game()  # what is remembered would be looked up and not searched
            return worker.search(game, Limit(time=ms / 1000), record=RECORDED)

        result = await self._ask(visitor, Job(game.rules, Priority.HINT, work, f"analysis {visitor}"))
        return await asyncio.to_thread(plant, game, result)

    async def _ask(self, visitor: str, job: Job[T]) -> T:
        """Ask in place of the visitor's last question."""
        earlier = self._questions.pop(visitor, None)
        if earlier is not None:
            earlier.cancel()
        question = asyncio.ensure_future(self._engines.ask(job))
        self._questions[visitor] = question  # type: ignore[assignment]
        try:
            return await asyncio.shield(question)
        except (EngineError, PoolBusy) as error:
            raise Refusal(Reason.BUSY, str(error)) from None
        except asyncio.CancelledError:
            if question.cancelled() and self._questions.get(visitor) is not question:
                raise Refusal(Reason.STALE, "another question came") from None
            question.cancel()
            raise
        finally:
            if self._questions.get(visitor) is question:
                del self._questions[visitor]


def _search(
    game: Game, limit: Limit, on_info: Callable[[Info], None] | None = None, lines: int = 1
) -> Callable[[EngineWorker], Result]:
    return lambda worker: worker.search(game, limit, on_info, lines)
