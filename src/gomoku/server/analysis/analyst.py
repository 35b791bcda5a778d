"""Analyst: engine searches outside games: live analyses, refutations and search trees.

A page has one analysis at a time, a visitor one other request; a new one replaces it. Games have priority: an analysis that
was preempted resumes when an engine is free.
"""

import asyncio
import contextlib
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol, TypeVar

from gomoku.engine.types import Info, Limit, Result, win_score
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game
from gomoku.server.analysis import move_reasons, positions, room_jobs
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.analysis.search_trees import MAX_RECORDED_NODES, Tree, pack_tree
from gomoku.server.ops.tasks import Tasks
from gomoku.server.wire.analysis_messages import MAX_ANALYSIS_TIME, Analyse, Analysis, Refutation
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Cell, Millis

T = TypeVar("T")

REFUTE_TIME: Final = 700
"""Milliseconds of search for a refutation; the whole request stays within a second."""
WAITING_NOTICE_DELAY: Final = 0.2
"""Seconds in the queue after which a page is told that it waits for an engine."""


class Client(Protocol):
    """A connected page that receives the progress of its analysis."""

    visitor: str

    def tell(self, message: Analysis, /) -> None: ...


class Analyst:
    """Analyses and requests of all visitors."""

    def __init__(self, engines: EnginePool, longest: float) -> None:
        """`longest`: seconds after which an analysis ends, whatever the page asked for."""
        self._engines = engines
        self._longest = longest
        self._tasks = Tasks()
        self._analyses: dict[Client, asyncio.Task[None]] = {}
        self._requests: dict[str, asyncio.Future[object]] = {}

    async def close(self) -> None:
        await self._tasks.close()

    # --- analyses ---

    def analyse(self, client: Client, request: Analyse) -> None:
        """Replace the page's analysis, or only stop it where there is no position. Raises Refusal."""
        self.leave(client)
        if request.position is not None:
            game = positions.playable(request.position)
            self._analyses[client] = self._tasks.start(self._analyse(client, request, game))

    def leave(self, client: Client) -> None:
        """Stop the page's analysis."""
        earlier = self._analyses.pop(client, None)
        if earlier is not None:
            earlier.cancel()

    async def _analyse(self, client: Client, request: Analyse, game: Game) -> None:
        loop = asyncio.get_running_loop()
        left = min((request.ms or MAX_ANALYSIS_TIME) / 1000, self._longest)
        deepest = 0
        began: float | None = None

        def send(info: Info) -> None:
            nonlocal deepest
            if info.depth >= deepest:  # a resumed search repeats earlier depths
                deepest = info.depth
                client.tell(Analysis(request.id, room_jobs.info_message(info)))

        def on_info(info: Info) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(send, info)

        def on_start() -> None:
            nonlocal began
            began = monotonic()

        def notify_waiting() -> None:
            if began is None:
                client.tell(Analysis(request.id, waiting=True))

        try:
            while left > 0:
                began = None
                job = Job(
                    game.rules,
                    Priority.ANALYSIS,
                    _search(game, Limit(time=left, analysis=True), on_info, request.lines),
                    f"analysis {client.visitor}",
                    on_start,
                )
                notice = loop.call_later(WAITING_NOTICE_DELAY, notify_waiting)
                try:
                    result = await self._engines.ask(job)
                finally:
                    notice.cancel()
                if not result.stopped:
                    break
                left -= monotonic() - (began or monotonic())
            client.tell(Analysis(request.id, done=True))
        except (EngineError, PoolBusy):
            client.tell(Analysis(request.id, done=True, refused=Reason.BUSY))

    # --- requests ---

    async def refute(self, visitor: str, game: Game, cell: Cell) -> Refutation:
        """The engine's answer to a move, within a second. Raises Refusal."""
        began = monotonic()
        reason = game.why_illegal(cell)
        if reason is not None:
            raise Refusal(Reason(str(reason)), f"{game.name(cell)} is closed", cell)
        start = game.copy()
        reasons, _ = move_reasons.reasons_of(game, cell)
        if game.is_over:
            score, win_in = (win_score(1), 1) if game.winner == start.to_move else (0, None)
            return Refutation(score, win_in, 0, positions.walk(start, (cell,)), 0, reasons)
        job = Job(game.rules, Priority.HINT, _search(game, Limit(time=REFUTE_TIME / 1000)), f"analysis {visitor}")
        result = await self._ask(visitor, job)
        win_in = None if result.win_in is None else -result.win_in + (1 if result.win_in < 0 else -1)
        steps = positions.walk(start, (cell, *result.pv))
        reply_reasons, _ = move_reasons.reasons_of(game, result.move)
        ms = round((monotonic() - began) * 1000)
        return Refutation(-result.score, win_in, result.depth + 1, steps, ms, reasons, reply_reasons)

    async def tree(self, visitor: str, game: Game, ms: Millis) -> Tree:
        """Search a position with an empty transposition table and pack the tree. Raises Refusal."""

        def work(worker: EngineWorker) -> Result:
            worker.new_game()  # table hits would be missing from the tree
            return worker.search(game, Limit(time=ms / 1000, analysis=True), record=MAX_RECORDED_NODES)

        result = await self._ask(visitor, Job(game.rules, Priority.HINT, work, f"analysis {visitor}"))
        return await asyncio.to_thread(pack_tree, game, result)

    async def _ask(self, visitor: str, job: Job[T]) -> T:
        """Run a job in place of the visitor's previous request."""
        earlier = self._requests.pop(visitor, None)
        if earlier is not None:
            earlier.cancel()
        search = asyncio.ensure_future(self._engines.ask(job))
        self._requests[visitor] = search  # type: ignore[assignment]
        try:
            return await asyncio.shield(search)
        except (EngineError, PoolBusy) as error:
            raise Refusal(Reason.BUSY, str(error)) from None
        except asyncio.CancelledError:
            if search.cancelled() and self._requests.get(visitor) is not search:
                raise Refusal(Reason.STALE, "replaced by a newer request") from None
            search.cancel()
            raise
        finally:
            if self._requests.get(visitor) is search:
                del self._requests[visitor]


def _search(
    game: Game, limit: Limit, on_info: Callable[[Info], None] | None = None, lines: int = 1
) -> Callable[[EngineWorker], Result]:
    return lambda worker: worker.search(game, limit, on_info, lines)
