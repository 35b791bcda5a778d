"""Analyst: engine searches outside games: live analyses, proofs, refutations and search trees.

A page has one analysis at a time, a visitor one proof and one other request; a new one replaces the old one. Games have
priority: an analysis that was preempted resumes when an engine is free.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol, TypeVar

from gomoku.engine.proof import Attack, Ended, Stage
from gomoku.engine.proof_tree import ProofTable, TableDefence
from gomoku.engine.prover import Progress, check_position
from gomoku.engine.types import Info, Limit, Result, win_score
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game
from gomoku.server.analysis import advice, move_reasons, positions, room_jobs
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from gomoku.server.analysis.search_trees import MAX_RECORDED_NODES, PackedTree, pack_tree
from gomoku.server.ops.tasks import Tasks
from gomoku.server.wire.analysis.analysis_messages import (
    MAX_ANALYSIS_TIME,
    Analyse,
    Analysis,
    EnginePower,
    OpeningAdvice,
    Proof,
    ProofAttack,
    ProofDefence,
    ProofNode,
    ProofOutcome,
    ProofReplies,
    ProofStage,
    Prove,
    Proving,
    Refutation,
)
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

    def tell(self, message: Analysis | Proving, /) -> None: ...


@dataclass(eq=False)
class _RunningProof:
    """A proof search in progress."""

    client: Client
    id: str
    task: "asyncio.Task[None] | None" = None
    job: Job[ProofTable] | None = None
    is_ending: bool = False
    """The page has asked for the result so far."""


class Analyst:
    """Analyses and requests of all visitors."""

    def __init__(self, engines: EnginePool, longest: float) -> None:
        """`longest`: upper limit of every analysis, in seconds."""
        self._engines = engines
        self._longest = longest
        self._tasks = Tasks()
        self._analyses: dict[Client, asyncio.Task[None]] = {}
        self._proofs: dict[str, _RunningProof] = {}
        """By visitor."""
        self._requests: dict[str, asyncio.Future[object]] = {}

    async def close(self) -> None:
        await self._tasks.close()

    # --- analyses ---

    def analyse(self, client: Client, request: Analyse) -> None:
        """Replace the page's analysis, or only stop it if there is no position. Raises Refusal."""
        self.leave(client)
        if request.position is not None:
            game = positions.playable(request.position)
            self._analyses[client] = self._tasks.start(self._analyse(client, request, game))

    def leave(self, client: Client) -> None:
        """Stop the page's analysis."""
        earlier = self._analyses.pop(client, None)
        if earlier is not None:
            earlier.cancel()

    def forget(self, client: Client) -> None:
        """Stop everything that a disconnected page has asked for."""
        self.leave(client)
        running = self._proofs.get(client.visitor)
        if running is not None and running.client is client:
            self._end_proof(running)

    async def _analyse(self, client: Client, request: Analyse, game: Game) -> None:
        deepest = 0
        wanted = request.power
        power = None if wanted is None else (wanted.threads, float(wanted.memory))
        threads, memory = self._engines.power
        client.tell(Analysis(request.id, most=EnginePower(threads, max(1, int(memory)))))

        def send(info: Info) -> None:
            nonlocal deepest
            if info.depth >= deepest:  # a resumed search repeats earlier depths
                deepest = info.depth
                client.tell(Analysis(request.id, room_jobs.info_message(info)))

        def job(left: float) -> Job[Result]:
            work = _search(game, Limit(time=left, analysis=True), _in_loop(send), request.lines)
            topic, visitor = f"analysis {client.visitor}", client.visitor
            return Job(game.rules, Priority.ANALYSIS, work, topic, power=power, visitor=visitor, seconds=left)

        try:
            waiting = Analysis(request.id, waiting=True)
            await self._resumed(job, request.ms, lambda: client.tell(waiting), lambda result: result.stopped)
            client.tell(Analysis(request.id, done=True))
        except (EngineError, PoolBusy):
            client.tell(Analysis(request.id, done=True, refused=Reason.BUSY))

    async def _resumed(
        self,
        make: Callable[[float], Job[T]],
        ms: Millis | None,
        notify_waiting: Callable[[], None],
        is_preempted: Callable[[T], bool],
    ) -> T | None:
        """Run a job for the remaining seconds, again if it was preempted; return the last answer. Raises EngineError or PoolBusy."""
        loop = asyncio.get_running_loop()
        left = min((ms or MAX_ANALYSIS_TIME) / 1000, self._longest)
        answer: T | None = None
        while left > 0:
            job = make(left)
            notice = loop.call_later(WAITING_NOTICE_DELAY, notify_waiting)
            began = monotonic()

            def on_start(notice: asyncio.TimerHandle = notice) -> None:
                nonlocal began
                began = monotonic()
                notice.cancel()

            job.on_start = on_start
            try:
                answer = await self._engines.ask(job)
            finally:
                notice.cancel()
            if not is_preempted(answer):
                break
            left -= monotonic() - began
        return answer

    # --- proofs ---

    def prove(self, client: Client, request: Prove) -> None:
        """Replace the visitor's proof; without a position, end the page's proof and report what it has found. Raises Refusal."""
        running = self._proofs.get(client.visitor)
        if request.position is None:
            if running is not None and running.client is client:
                running.is_ending = True
                if running.job is None or not self._engines.stop(running.job):
                    self._end_proof(running)
                    client.tell(Proving(running.id, done=True))
            return
        game = positions.playable(request.position)
        try:
            check_position(game, game.rules)
        except ValueError as error:
            raise Refusal(Reason.UNREADABLE, str(error)) from None
        if running is not None:
            self._end_proof(running)
            running.client.tell(Proving(running.id, done=True, refused=Reason.STALE))
        new = _RunningProof(client, request.id)
        self._proofs[client.visitor] = new
        new.task = self._tasks.start(self._prove(new, request, game))

    def _end_proof(self, running: "_RunningProof") -> None:
        if self._proofs.get(running.client.visitor) is running:
            del self._proofs[running.client.visitor]
        if running.task is not None:
            running.task.cancel()

    async def _prove(self, running: "_RunningProof", request: Prove, game: Game) -> None:
        tell = running.client.tell
        before, ms, depth = 0, 0, 0  # of calls that were preempted; of all calls
        stages: tuple[ProofStage, ...] = ()

        def send(progress: Progress) -> None:
            nonlocal depth
            depth = max(depth, progress.depth)
            spent = ms + round(progress.seconds * 1000)
            tell(
                Proving(
                    request.id,
                    before + progress.nodes,
                    spent,
                    depth,
                    progress.refuted,
                    attack=ProofAttack[progress.attack.name],
                    stages=_added(stages, progress.stages),
                )
            )

        def notify_waiting() -> None:
            tell(Proving(request.id, before, ms, depth, waiting=True, stages=stages))

        def job(left: float) -> Job[ProofTable]:
            on_progress, limit = _in_loop(send), Limit(time=left)
            running.job = Job(
                game.rules,
                Priority.ANALYSIS,
                lambda worker: worker.prove(game, limit, on_progress, Attack[request.attack.name]),
                f"analysis {running.client.visitor}",
                visitor=running.client.visitor,
                seconds=left,
            )
            return running.job

        def is_preempted(table: ProofTable) -> bool:
            nonlocal before, ms, stages
            before, ms = before + table.searched, ms + round(table.seconds * 1000)
            stages = _added(stages, table.stages)
            return table.ended is Ended.STOPPED and not running.is_ending

        try:
            table = await self._resumed(job, request.ms, notify_waiting, is_preempted)
            proof = _proof(table) if table else None
            tell(Proving(request.id, before, ms, depth, done=True, proof=proof, stages=stages))
        except (EngineError, PoolBusy):
            tell(Proving(request.id, before, ms, depth, done=True, refused=Reason.BUSY))
        finally:
            if self._proofs.get(running.client.visitor) is running:
                del self._proofs[running.client.visitor]

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

    async def advise(self, visitor: str, game: Game) -> OpeningAdvice:
        """The engine's advice on an opening question, within two seconds. Raises Refusal."""
        began, decision = monotonic(), game.decision
        assert decision is not None
        found = await self._ask(visitor, advice.advice_job(game, visitor))
        return advice.message_of(decision, found, round((monotonic() - began) * 1000))

    async def tree(self, visitor: str, game: Game, ms: Millis) -> PackedTree:
        """Search a position with an empty transposition table and pack the tree. Raises Refusal."""

        def work(worker: EngineWorker) -> Result:
            worker.new_game()  # table hits would be missing from the tree
            return worker.search(game, Limit(time=ms / 1000, analysis=True), record=MAX_RECORDED_NODES)

        result = await self._ask(
            visitor, Job(game.rules, Priority.HINT, work, f"analysis {visitor}", seconds=ms / 1000)
        )
        return await asyncio.to_thread(pack_tree, game, result)

    async def _ask(self, visitor: str, job: Job[T]) -> T:
        """Run a job in place of the visitor's previous request."""
        earlier = self._requests.pop(visitor, None)
        if earlier is not None:
            earlier.cancel()
        job.visitor = visitor
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


def _in_loop(send: Callable[[T], None]) -> Callable[[T], None]:
    """Wrap a callback of the event loop so that the engine's thread can call it."""
    loop = asyncio.get_running_loop()

    def call(value: T) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(send, value)

    return call


def _proof(table: ProofTable) -> Proof:
    nodes = tuple(ProofNode(node.move, node.plies, _defence(node.defence)) for node in table.nodes)
    outcome, decided = ProofOutcome(table.outcome), table.ended is Ended.DECIDED
    lost = _defence(table.lost)
    return Proof(
        outcome,
        decided,
        nodes,
        table.win,
        lost,
        table.threat,
        table.open,
        table.plies,
        table.line,
        None if table.attack is None else ProofAttack[table.attack.name],
        table.ended is Ended.BUDGET,
    )


def _added(before: tuple[ProofStage, ...], now: Iterable[Stage]) -> tuple[ProofStage, ...]:
    """Effort spent on each kind of attack, earlier calls included."""
    spent = {stage.attack: (stage.nodes, stage.ms) for stage in before}
    for stage in now:
        attack = ProofAttack[stage.attack.name]
        nodes, ms = spent.get(attack, (0, 0))
        spent[attack] = (nodes + stage.nodes, ms + round(stage.seconds * 1000))
    return tuple(ProofStage(attack, *spent[attack]) for attack in ProofAttack if attack in spent)


def _defence(table: TableDefence | None) -> ProofDefence | None:
    if table is None:
        return None
    return ProofDefence(tuple(ProofReplies(cells, node) for cells, node in table.replies), table.rest)


def _search(
    game: Game, limit: Limit, on_info: Callable[[Info], None] | None = None, lines: int = 1
) -> Callable[[EngineWorker], Result]:
    return lambda worker: worker.search(game, limit, on_info, lines)
