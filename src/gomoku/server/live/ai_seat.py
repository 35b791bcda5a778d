"""Sees to it that the engine is asked whatever a room needs: an AI's move, a hint, an answer to a draw offer.

After every change of a room `attend` is called. It stops what is thought about positions that are gone, and begins what
is due. What an AI decides goes the way of everybody's commands.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from gomoku.engine.types import Info
from gomoku.rules import Kind, Player
from gomoku.server.analysis import room_jobs
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, PoolBusy
from gomoku.server.analysis.study import position_of
from gomoku.server.live.live_room import FOLLOWERS, LiveRoom, ServerClock
from gomoku.server.ops.tasks import Tasks
from gomoku.server.rooms import referee
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.storage.store import StoreError
from gomoku.server.wire import messages
from gomoku.server.wire.analysis_messages import ThinkingInfo
from gomoku.server.wire.events import Event
from gomoku.server.wire.messages import Reason, RoomCommand
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Ai, Moment, OfferKind

log = logging.getLogger("gomoku.server")

AGAIN: Final = 5.0
"""Seconds until something that failed for no known reason is tried again."""
LONGEST_BREAK: Final = 10.0
"""Seconds at most until an engine that failed is asked again."""

Decide = Callable[[Room, Moment], tuple[Event, ...]]
Change = Callable[[str, Decide], Awaitable[int]]


class AiSeats:
    """For all rooms of a hub."""

    def __init__(self, engines: EnginePool, clock: ServerClock, pace: float, change: Change, tasks: Tasks) -> None:
        """`pace`: seconds at least between the moves of two AIs. `change`: how a room is changed."""
        self.engines = engines
        self.clock = clock
        self.pace = pace
        self.closed = False
        self._change = change
        self._tasks = tasks

    def attend(self, live: LiveRoom, begin: bool = True) -> None:
        """Do for a room what is due now; where another process sees to it, only stop what is due no longer."""
        if self.closed:
            return
        room = live.room
        for what, (game, task) in list(live.tasks.items()):
            if game is not room.game or (what == "move" and room.ai_due is None):
                del live.tasks[what]
                task.cancel()
        if not begin:
            return
        if room.ai_due is not None and "move" not in live.tasks:
            self._start(live, "move", self._move(live, room.ai_due))
        offer = next((o for o in room.offers if o.kind is OfferKind.DRAW and _is_ai(room, o.by.other)), None)
        if offer is not None and "draw" not in live.tasks:
            self._start(live, "draw", self._answer_draw(live, offer.by.other))

    def help(self, live: LiveRoom, player: Player) -> None:
        """Find a hint for a person."""
        if not self.closed:
            self._start(live, "hint", self._hint(live, player))

    def _start(self, live: LiveRoom, what: str, work: Coroutine[Any, Any, None]) -> None:
        earlier = live.tasks.pop(what, None)
        if earlier:
            earlier[1].cancel()
        task = self._tasks.start(self._guarded(live, what, work))
        task.add_done_callback(lambda _: work.close())  # it may have been ended before it began
        live.tasks[what] = (live.room.game, task)

    async def _guarded(self, live: LiveRoom, what: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refusal as refusal:  # the game went on without it
            log.info("%s: %s came too late: %s", live.room.id, what, refusal)
        except Exception:  # out of memory, say: an AI that is due must think again
            log.exception("%s: %s failed", live.room.id, what)
            asyncio.get_running_loop().call_later(AGAIN, self._again, live)
        finally:
            now = live.thinking
            if now is not None and what in ("move", "hint"):
                live.thinking = None
                live.announce(messages.Thinking(now.room, now.player, now.since, now.limit, done=True))
            if what in live.tasks and live.tasks[what][1] is asyncio.current_task():
                del live.tasks[what]

    def _again(self, live: LiveRoom) -> None:
        if not live.deleted:
            self.attend(live)

    # --- what is asked ---

    async def _move(self, live: LiveRoom, player: Player) -> None:
        """An AI thinks until it has an answer, and gives it."""
        room = live.room
        holder = room.holder(player)
        assert isinstance(holder, Ai)
        began = time.monotonic()
        millis = room_jobs.time_for(room)
        failures = 0
        while True:
            picture = (
                None if _is_ai(room, player.other) else live.pictures.get((room.round, player), room_jobs.Picture())
            )
            infos: list[ThinkingInfo] = []
            job = room_jobs.move_job(room, holder, millis, self._progress(live, player, millis, infos), picture)
            job.on_start = lambda: self._thinks(live, player, millis)
            self._thinks(live, player, millis, waiting=True)
            try:
                thought = await self.engines.ask(job)
                break
            except (EngineError, PoolBusy) as error:
                failures += 1
                log.warning("%s: the engine failed, it is asked again: %s", room.id, error)
                await asyncio.sleep(min(LONGEST_BREAK, 0.25 * 2**failures))
        if all(isinstance(seat, Ai) for seat in room.holders):
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        if thought.picture:
            for past in [key for key in live.pictures if key[0] != room.round]:
                del live.pictures[past]
            live.pictures[room.round, player] = thought.picture
        believes = room_jobs.belief(room, thought)
        if believes:
            live.announce(believes, FOLLOWERS)
        live.tasks.pop("move", None)  # what follows from its own move must not stop it
        if live.thinking is not None and infos:
            since, position = live.thinking.since, position_of(room.game)
            live.remembered = messages.LastThinking(
                room.id, room.round, room.ply, position, since, millis, tuple(infos)
            )
        live.thinking = None
        decision, answer = room.game.decision, thought.answer
        assert decision is not None
        kind = messages.Play if decision.kind in (Kind.STONE, Kind.PICK) else messages.Decide
        command: RoomCommand = kind("ai", room.id, answer, room.ply)  # type: ignore[arg-type]
        await self._insist(room, command, Actor(engine_of=player, ms=round(thought.seconds * 1000)))

    async def _hint(self, live: LiveRoom, player: Player) -> None:
        """Suggest something to a person; nobody else sees it."""
        room = live.room
        visitor = visitor_at(room.holder(player))
        limit = room_jobs.HINT_TIME
        job = room_jobs.hint_job(room, self._progress(live, None, limit, []))
        job.on_start = lambda: self._thinks(live, None, limit)
        answer: messages.ToClient
        try:
            answer = room_jobs.suggestion(room, await self.engines.ask(job))
        except (EngineError, PoolBusy) as error:
            answer = messages.Refused("", Reason.BUSY, str(error), room.id)
        live.announce(answer, visitor)

    async def _answer_draw(self, live: LiveRoom, player: Player) -> None:
        """An AI says yes or no to a draw."""
        room = live.room
        try:
            accepts = await self.engines.ask(room_jobs.draw_job(room))
        except (EngineError, PoolBusy):
            accepts = False
        live.tasks.pop("draw", None)
        reply = messages.Reply("ai", room.id, OfferKind.DRAW, accepts)
        await self._insist(room, reply, Actor(engine_of=player))

    async def _insist(self, thought_about: Room, command: RoomCommand, actor: Actor) -> None:
        """Give an AI's command, again and again while the database cannot be written."""

        def decide(room: Room, now: Moment) -> tuple[Event, ...]:
            if room.game.actions != thought_about.game.actions or room.round != thought_about.round:
                raise Refusal(Reason.STALE, "the position has changed")
            return referee.decide(room, command, actor, now)

        while True:
            try:
                await self._change(thought_about.id, decide)
                return
            except StoreError as error:
                log.error("%s: the database cannot be written, trying again: %s", thought_about.id, error)
                await asyncio.sleep(1)

    # --- what is told ---

    def _thinks(self, live: LiveRoom, player: Player | None, limit: int, waiting: bool = False) -> None:
        live.thinking = messages.Thinking(live.room.id, player, self.clock.now(), limit, waiting)
        if not waiting or self.engines.waiting:
            live.announce(live.thinking)

    def _progress(
        self, live: LiveRoom, player: Player | None, limit: int, infos: list[ThinkingInfo]
    ) -> Callable[[Info], None]:
        """Tells those who follow of every depth, and adds it to `infos`; called from the engine's thread."""
        loop = asyncio.get_running_loop()
        room = live.room.id

        def tell(info: Info) -> None:
            now = live.thinking
            infos.append(room_jobs.told(info))
            if now is not None and live.is_followed():
                live.announce(messages.Thinking(room, player, now.since, limit, info=infos[-1]), FOLLOWERS)

        def on_info(info: Info) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(tell, info)

        return on_info


def _is_ai(room: Room, player: Player) -> bool:
    return isinstance(room.holder(player), Ai)
