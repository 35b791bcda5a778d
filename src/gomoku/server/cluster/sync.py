"""Keeps the rooms of this process in step with the other processes that share the database.

PubSub make it quick, and looking around makes it sure: every few seconds, or every second while no hints arrive, a process
asks the database which of its rooms have moved on, who watches them elsewhere, and which AIs have lost their process.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from gomoku.server.cluster.peers import BEAT, Peers
from gomoku.server.cluster.pubsub import Changed, Hint, Left, PubSub, Told, Watched
from gomoku.server.live.cluster import Arrival
from gomoku.server.live.hub import Hub
from gomoku.server.live.live_room import LiveRoom
from gomoku.server.ops.tasks import Tasks
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.wire import messages
from gomoku.server.wire.messages import RoomSummary
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import RoomKind

log = logging.getLogger("gomoku.server")

TOGETHER: Final = 0.3
"""Seconds that changes of the list wait for each other."""
LOOK: Final = 5.0
"""Seconds between two looks around while hints arrive."""

_thinking: Final = msgspec.json.Decoder(messages.Thinking)


class ClusterSync:
    """This process among others."""

    is_shared = True
    hub: Hub

    def __init__(self, store: Store, hints: PubSub) -> None:
        self._store = store
        self._hints = hints
        self._peers = Peers(store, hints)
        self._tasks = Tasks()
        self._behind: set[str] = set()
        """Rooms that are being brought up to date."""
        self._missing: set[tuple[str, str]] = set()
        """Players of rooms who seem to be gone, and are waited for."""
        self._unlisted: set[str] = set()
        """Rooms that the list must show anew …"""
        self._deleted: set[str] = set()
        """… or no longer."""
        self._looked = 0.0
        self._connected = False
        """Did hints arrive when we looked around last?"""

    @property
    def id(self) -> str:
        return self._peers.id

    async def join(self, hub: Hub) -> Arrival:
        """Become known to the others. Call `start` next."""
        self.hub = hub
        return await self._peers.join()

    async def start(self) -> None:
        await self._hints.start(self.id, self._heard)
        self._tasks.start(self._peers.tell())
        self._tasks.start(self._repeat(self._peers.beat))  # by itself: a look at many rooms takes long
        self._tasks.start(self._repeat(self._live))

    async def close(self) -> None:
        """Leave: what this process saw to is for others now."""
        await self._tasks.close()
        await self._peers.leave()
        self._hints.say(Left())
        await self._hints.close()

    # --- what the others are told ---

    def changed(self, room: Room, gone: bool = False) -> None:
        """A room has changed here, or was deleted."""
        self._hints.say(Changed(room.id, 0 if gone else room.seq, room.kind is RoomKind.LISTED))

    def relay(self, room: str, to: str | None, message: bytes) -> None:
        self._hints.say(Told(room, to, msgspec.Raw(message)))

    def keeper(self, before: Room | None, after: Room) -> str | None:
        """This process, where the change gives the AIs something to do; None: the same as before."""
        if before is not None and before.game is after.game:
            if (before.ai_due, before.offers) == (after.ai_due, after.offers):
                return None
        return self.id

    def runs_ai(self, keeper: str | None) -> bool:
        return keeper is not None

    async def catch_up(self, live: LiveRoom) -> bool:
        return await self.hub.catch_up(live)

    async def came(self, live: LiveRoom, visitor: str) -> None:
        """Somebody watches a room through this process."""
        self._peers.note(live.room.id, visitor, True)
        with contextlib.suppress(StoreError):
            await self._look_at([live])

    def went(self, live: LiveRoom, visitor: str) -> None:
        self._peers.note(live.room.id, visitor, False)

    # --- what the others know ---

    async def is_elsewhere(self, live: LiveRoom, visitor: str) -> bool:
        """Does somebody watch a room through another process?"""
        await self._look_at([live])
        return visitor in live.elsewhere

    async def is_watched(self, room: str) -> bool:
        return bool(await self._peers.elsewhere([room]))

    async def counted(self, lines: list[RoomSummary]) -> list[RoomSummary]:
        """The same with the number of those who only watch, for rooms that are not in memory here."""
        visitors = await self._peers.elsewhere(line.room for line in lines if line.room not in self.hub.rooms)
        return [
            replace(line, spectators=len(visitors[line.room] - set(map(visitor_at, line.holders))))
            if line.room in visitors
            else line
            for line in lines
        ]

    # --- hints ---

    def _heard(self, hint: Hint) -> None:
        match hint:
            case Changed():
                self._on_change(hint)
            case Watched():
                self._tasks.start(self._on_watch(hint))
            case Told():
                self._on_word(hint)
            case Left():
                self._tasks.start(self._take_over())

    def _on_change(self, hint: Changed) -> None:
        live = self.hub.rooms.get(hint.room)
        if live is not None:
            if (hint.seq == 0 or hint.seq > live.room.seq) and hint.room not in self._behind:
                self._behind.add(hint.room)
                self._tasks.start(self._refresh(live))
        elif hint.listed:
            if hint.seq == 0 and self.hub.lobby:
                self._deleted.add(hint.room)
            self._list([hint.room])

    async def _refresh(self, live: LiveRoom) -> None:
        self._behind.discard(live.room.id)  # what is heard from now on is for another look
        await self.hub.refresh(live)

    async def _on_watch(self, hint: Watched) -> None:
        await self._look_at([live for room in hint.rooms if (live := self.hub.rooms.get(room))])
        self._list([room for room in hint.rooms if room not in self.hub.rooms])

    def _list(self, rooms: list[str]) -> None:
        """Tell those who look at the list of rooms about some that are not in memory here, soon."""
        if self.hub.lobby and rooms:
            if not self._unlisted:
                self._tasks.start(self._list_all())
            self._unlisted.update(rooms)

    async def _list_all(self) -> None:
        await asyncio.sleep(TOGETHER)  # many games, many moves: one question for all of them
        rooms, gone = list(self._unlisted), self._deleted
        self._unlisted, self._deleted = set(), set()
        known = await self._store.lines(rooms)
        for line in await self.counted([line for line in known.values() if line.kind is RoomKind.LISTED]):
            self.hub.lobby.announce(line.room, line)
        for room in gone - known.keys():
            self.hub.lobby.announce(room, None)

    def _on_word(self, hint: Told) -> None:
        live = self.hub.rooms.get(hint.room)
        if live is None:
            return
        live.tell_bytes(bytes(hint.message), hint.to)
        with contextlib.suppress(msgspec.ValidationError):  # whoever comes later is told as well
            thinking = _thinking.decode(hint.message)
            if thinking.info is None:
                live.thinking = None if thinking.done else thinking

    # --- looking around ---

    async def _repeat(self, deed: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await deed()
            except StoreError as error:
                log.error("the database cannot be used: %s", error)
            except Exception:  # out of memory, say: without a sign of life others would take over
                log.exception("unexpected")
            await asyncio.sleep(BEAT)

    async def _live(self) -> None:
        await self._take_over()
        hears = self._hints.connected
        if not hears or hears != self._connected or time.monotonic() - self._looked > LOOK:
            await self._look_around()
        self._connected = self._hints.connected

    async def _take_over(self) -> None:
        """See to the AIs of rooms whose process is gone."""
        for room in await self._peers.mine():
            live = self.hub.rooms.get(room)
            if live is not None and "move" in live.tasks:
                continue
            if await self._peers.claim(room):
                with contextlib.suppress(Refusal):
                    if live is not None:
                        await self.hub.refresh(live)
                    await self.hub.attend(room)
                    await self._look_at([self.hub.rooms[room]])

    async def _look_around(self) -> None:
        self._looked = time.monotonic()
        used = [live for live in self.hub.rooms.values() if live.watchers or live.tasks]
        versions = await self._peers.versions(live.room.id for live in used)
        for live in used:
            if versions.get(live.room.id, 0) != live.room.seq:
                await self.hub.refresh(live)
        await self._look_at(used)

    async def _look_at(self, lives: list[LiveRoom]) -> None:
        """Who watches these rooms elsewhere? Players who seem to be gone are waited for, and then counted as lost."""
        found = await self._peers.elsewhere(live.room.id for live in lives)
        for live in lives:
            live.elsewhere = frozenset(found.get(live.room.id, ()))
            self.hub.count_spectators(live)
            if live.room.kind is not RoomKind.LOCAL and live.watchers:
                self._look_for_players(live)

    def _look_for_players(self, live: LiveRoom) -> None:
        for holder, lost in zip(live.room.holders, live.room.lost, strict=True):
            visitor = visitor_at(holder)
            if visitor is None or (live.room.id, visitor) in self._missing:
                continue
            here = live.is_here(visitor) or visitor in live.elsewhere
            if here != (lost is None):
                self._missing.add((live.room.id, visitor))
                self._tasks.start(self._ask_for(live, visitor))

    async def _ask_for(self, live: LiveRoom, visitor: str) -> None:
        try:
            await self.hub.maybe_lost(live, visitor)
        finally:
            self._missing.discard((live.room.id, visitor))
