"""Slow games: applies stored vacations and conditional moves with every change of a room.

Vacations and conditional moves are in the database; a room reads them with its next change, a deadline included, so
nothing is lost with a process. Where possible, rooms are updated at once.
"""

import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

from gomoku.server.live.ai_seat import Decide
from gomoku.server.people.games import slow_store
from gomoku.server.rooms import slow
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.rooms.slow import NO_FACTS, Facts
from gomoku.server.storage.store import Store
from gomoku.server.wire import slow_messages
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import Moment


class SlowGames:
    """Vacations, conditional moves and lists of slow games."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        load: Callable[[str], Awaitable[Room]],
        change: Callable[[str, Decide], Awaitable[int]],
    ) -> None:
        """`load` returns the current state of a room, `change` decides and stores events of one."""
        self._store = store
        self._now = now
        self._load = load
        self._change = change

    async def facts(self, room: Room) -> Facts:
        """The stored vacations and conditional moves of a slow game's players; nothing is read for other rooms."""
        if not room.is_slow or not room.began or room.is_over:
            return NO_FACTS
        visitors = [visitor for visitor in map(visitor_at, room.holders) if visitor]
        return await self._store.read(slow_store.read_facts(room.id, visitors))

    async def require_few(self, visitor: str) -> None:
        """Refuse a slow game to a visitor who plays too many."""
        await self._store.read(partial(slow_store.require_few, visitor=visitor))

    async def games(self, visitor: str) -> slow_messages.SlowGames:
        """A visitor's slow games and vacation."""
        return await self._store.read(partial(slow_store.games_of, visitor=visitor, now=self._now()))

    async def take_vacation(self, visitor: str, days: int) -> slow_messages.VacationState:
        """Stop the clocks of a visitor's slow games."""
        state = await self._store.write(partial(slow_store.take_vacation, visitor=visitor, days=days, now=self._now()))
        await self._touch(await self._store.read(partial(slow_store.rooms_of, visitor=visitor)))
        return state

    async def end_vacation(self, visitor: str) -> None:
        """Let the clocks of a visitor's slow games run again."""
        await self._store.write(partial(slow_store.end_vacation, visitor=visitor, now=self._now()))
        await self._touch(await self._store.read(partial(slow_store.rooms_of, visitor=visitor)))

    async def plan(self, room_id: str, visitor: str) -> slow_messages.ConditionalMoves:
        """The conditional moves of a player; none if they are for an earlier position."""
        room = await self._load(room_id)
        if not room.held_by(visitor):
            raise Refusal(Reason.NOT_SEATED, "only players may do that")
        plan = (await self._store.read(slow_store.read_facts(room_id, [visitor]))).plans.get(visitor)
        if plan is None or room.is_over or slow.digest(room, plan.ply) != plan.base:
            return slow_messages.ConditionalMoves(room.ply)
        played = tuple(action.cell for action in room.actions[plan.ply : room.ply])
        rest = (line[len(played) :] for line in plan.lines if line[: len(played)] == played)
        return slow_messages.ConditionalMoves(room.ply, tuple(filter(None, rest)))

    async def put_plan(
        self, room_id: str, visitor: str, given: slow_messages.ConditionalMoves
    ) -> slow_messages.ConditionalMoves:
        """Replace the conditional moves of a player."""
        room = await self._load(room_id)
        plan = slow.checked_plan(room, given.lines, Actor(visitor))
        if given.ply != room.ply:
            raise Refusal(Reason.STALE, f"the game has {room.ply} actions, not {given.ply}")
        await self._store.write(partial(slow_store.put_plan, room=room_id, visitor=visitor, new=plan))
        await self._touch([room_id])  # the opponent may have moved meanwhile
        return slow_messages.ConditionalMoves(plan.ply, plan.lines)

    async def _touch(self, rooms: list[str]) -> None:
        """Let rooms apply what has changed."""
        for room_id in rooms:
            with contextlib.suppress(Refusal):
                await self._change(room_id, lambda room, now: ())
