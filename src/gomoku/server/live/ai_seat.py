"""AI seats: run the engine jobs that a room needs: an AI's move, a hint, the answer to a draw offer.

`attend` is called after every change of a room. It cancels jobs about outdated positions and starts those that are due.
An AI's decision goes through the referee like any player's command.
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
from gomoku.server.ops.logs import fields
from gomoku.server.ops.tasks import Tasks
from gomoku.server.rooms import referee
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.storage.store import StoreError
from gomoku.server.wire import messages
from gomoku.server.wire.analysis.analysis_messages import ThinkingInfo
from gomoku.server.wire.events import Event
from gomoku.server.wire.messages import Reason, RoomCommand
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Ai, Moment, OfferKind

log = logging.getLogger("gomoku.server")

RETRY_DELAY: Final = 5.0
"""Seconds until a job is retried after an unexpected error."""
MAX_ENGINE_RETRY_DELAY: Final = 10.0
"""Seconds between retries of a failed engine, at most."""

Decide = Callable[[Room, Moment], tuple[Event, ...]]
Change = Callable[[str, Decide], Awaitable[int]]


class AiSeats:
    """Engine jobs of all live rooms."""

    def __init__(
        self, engines: EnginePool, clock: ServerClock, pace: float, uses_book: bool, change: Change, tasks: Tasks
    ) -> None:
        """`pace`: minimum seconds between moves when two AIs play. `uses_book`: whether levels with an opening book use it.
        `change`: stores a change of a room."""
        self.engines = engines
        self.clock = clock
        self.pace = pace
        self.uses_book = uses_book
        self.closed = False
        self._change = change
        self._tasks = tasks

    def attend(self, live: LiveRoom, begin: bool = True) -> None:
        """Cancel outdated jobs and start those that are due; `begin` is False if another process runs the AI seats."""
        if self.closed:
            return
        room = live.room
        for kind, (game, task) in list(live.tasks.items()):
            if game is not room.game or (kind == "move" and room.ai_due is None):
                del live.tasks[kind]
                task.cancel()
        if not begin:
            return
        if room.ai_due is not None and "move" not in live.tasks:
            self._start(live, "move", self._move(live, room.ai_due))
        offer = next((o for o in room.offers if o.kind is OfferKind.DRAW and _is_ai(room, o.by.other)), None)
        if offer is not None and "draw" not in live.tasks:
            self._start(live, "draw", self._answer_draw(live, offer.by.other))

    def hint(self, live: LiveRoom, player: Player) -> None:
        """Start the search for a hint."""
        if not self.closed:
            self._start(live, "hint", self._suggest(live, player))

    def _start(self, live: LiveRoom, kind: str, work: Coroutine[Any, Any, None]) -> None:
        earlier = live.tasks.pop(kind, None)
        if earlier:
            earlier[1].cancel()
        task = self._tasks.start(self._guarded(live, kind, work))
        task.add_done_callback(lambda _: work.close())  # the task may be cancelled before it starts
        live.tasks[kind] = (live.room.game, task)

    async def _guarded(self, live: LiveRoom, kind: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refusal as refusal:  # the position changed meanwhile
            log.info("outdated %s: %s", kind, refusal, extra=fields(room=live.room.id))
        except Exception as error:  # out of memory, for example: the AI must still move
            if not isinstance(error, StoreError):  # which the store logs
                log.exception("%s failed", kind, extra=fields(room=live.room.id))
            asyncio.get_running_loop().call_later(RETRY_DELAY, self._retry, live)
        finally:
            now = live.thinking
            if now is not None and kind in ("move", "hint"):
                live.thinking = None
                live.announce(messages.Thinking(now.room, now.player, now.since, now.limit, done=True))
            if kind in live.tasks and live.tasks[kind][1] is asyncio.current_task():
                del live.tasks[kind]

    def _retry(self, live: LiveRoom) -> None:
        if not live.deleted:
            self.attend(live)

    # --- jobs ---

    async def _move(self, live: LiveRoom, player: Player) -> None:
        """Take an AI's move from the book or search it, retrying a failed engine, and submit it."""
        room = live.room
        holder = room.holder(player)
        assert isinstance(holder, Ai)
        began = time.monotonic()
        millis = room_jobs.time_for(room)
        failures = 0
        infos: list[ThinkingInfo] = []
        result = room_jobs.from_book(room, holder) if self.uses_book else None
        while result is None:
            memory = (
                None
                if _is_ai(room, player.other)
                else live.opponents.get((room.round, player), room_jobs.OpponentMemory())
            )
            infos = []
            job = room_jobs.move_job(room, holder, millis, self._progress(live, player, millis, infos), memory)
            job.visitor = live.served
            job.on_start = lambda: self._announce_thinking(live, player, millis)
            self._announce_thinking(live, player, millis, waiting=True)
            try:
                result = await self.engines.ask(job)
            except (EngineError, PoolBusy) as error:
                failures += 1
                log.warning("the engine failed, retrying: %s", error, extra=fields(room=room.id))
                await asyncio.sleep(min(MAX_ENGINE_RETRY_DELAY, 0.25 * 2**failures))
        if all(isinstance(seat, Ai) for seat in room.holders):
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        if result.memory:
            for past in [key for key in live.opponents if key[0] != room.round]:
                del live.opponents[past]
            live.opponents[room.round, player] = result.memory
        belief = room_jobs.belief(room, result)
        if belief:
            live.announce(belief, FOLLOWERS)
        live.tasks.pop("move", None)  # its own move must not cancel it
        if live.thinking is not None and infos:
            since, position = live.thinking.since, position_of(room.game)
            live.remembered = messages.LastThinking(
                room.id, room.round, room.ply, position, since, millis, tuple(infos)
            )
        live.thinking = None
        decision, answer = room.game.decision, result.answer
        assert decision is not None
        command_type = messages.Play if decision.kind in (Kind.STONE, Kind.PICK) else messages.Decide
        command: RoomCommand = command_type("ai", room.id, answer, room.ply)  # type: ignore[arg-type]
        await self._submit(room, command, Actor(engine_of=player, ms=round(result.seconds * 1000)))

    async def _suggest(self, live: LiveRoom, player: Player) -> None:
        """Search a hint and send it to the player who asked."""
        room = live.room
        visitor = visitor_at(room.holder(player))
        limit = room_jobs.HINT_TIME
        job = room_jobs.hint_job(room, self._progress(live, None, limit, []))
        job.visitor = visitor or ""
        job.on_start = lambda: self._announce_thinking(live, None, limit)
        answer: messages.ToClient
        try:
            answer = room_jobs.suggestion(room, await self.engines.ask(job))
        except (EngineError, PoolBusy) as error:
            answer = messages.Refused("", Reason.BUSY, str(error), room.id)
        live.announce(answer, visitor)

    async def _answer_draw(self, live: LiveRoom, player: Player) -> None:
        """Answer a draw offer for an AI."""
        room = live.room
        job = room_jobs.draw_job(room)
        job.visitor = live.served
        try:
            accepts = await self.engines.ask(job)
        except (EngineError, PoolBusy):
            accepts = False
        live.tasks.pop("draw", None)
        reply = messages.Reply("ai", room.id, OfferKind.DRAW, accepts)
        await self._submit(room, reply, Actor(engine_of=player))

    async def _submit(self, searched: Room, command: RoomCommand, actor: Actor) -> None:
        """Submit an AI's command, retrying while the database cannot be written."""

        def decide(room: Room, now: Moment) -> tuple[Event, ...]:
            if room.game.actions != searched.game.actions or room.round != searched.round:
                raise Refusal(Reason.STALE, "the position has changed")
            return referee.decide(room, command, actor, now)

        while True:
            try:
                await self._change(searched.id, decide)
                return
            except StoreError:  # the store logs it
                await asyncio.sleep(1)

    # --- progress ---

    def _announce_thinking(self, live: LiveRoom, player: Player | None, limit: int, waiting: bool = False) -> None:
        live.thinking = messages.Thinking(live.room.id, player, self.clock.now(), limit, waiting)
        if not waiting or self.engines.waiting:
            live.announce(live.thinking)

    def _progress(
        self, live: LiveRoom, player: Player | None, limit: int, infos: list[ThinkingInfo]
    ) -> Callable[[Info], None]:
        """A callback for the engine's thread: sends each completed depth to followers and appends it to `infos`."""
        loop = asyncio.get_running_loop()
        room = live.room.id

        def tell(info: Info) -> None:
            now = live.thinking
            infos.append(room_jobs.info_message(info))
            if now is not None and live.is_followed():
                live.announce(messages.Thinking(room, player, now.since, limit, info=infos[-1]), FOLLOWERS)

        def on_info(info: Info) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(tell, info)

        return on_info


def _is_ai(room: Room, player: Player) -> bool:
    return isinstance(room.holder(player), Ai)
