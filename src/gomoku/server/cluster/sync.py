"""Cluster sync: keeps the live rooms of this process in step with the other processes on the database.

Notifications make it fast, polling makes it reliable: every POLL_INTERVAL seconds, or with every heartbeat while the subscription is
down, the process asks the database which of its rooms have new versions, who watches them elsewhere, and which AI seats
have lost their process.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from gomoku.server.cluster.peers import HEARTBEAT_INTERVAL, Peers
from gomoku.server.cluster.pubsub import (
    Notification,
    ProcessLeft,
    PubSub,
    RelayedMessage,
    RoomChanged,
    VisitorNews,
    WatchersChanged,
)
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

LOBBY_BATCH_DELAY: Final = 0.3
"""Seconds to gather changes of the lobby into one query."""
POLL_INTERVAL: Final = 5.0
"""Seconds between polls of the database while the subscription is up."""

SITE: Final = ""
"""Room id in `presence` that stands for the whole site: visitors with any page open."""

_thinking: Final = msgspec.json.Decoder(messages.Thinking)


class ClusterSync:
    """The `Cluster` of several processes."""

    is_shared = True
    hub: Hub

    def __init__(self, store: Store, pubsub: PubSub) -> None:
        self._store = store
        self._pubsub = pubsub
        self._peers = Peers(store, pubsub)
        self._tasks = Tasks()
        self._refreshing: set[str] = set()
        """Rooms with a refresh under way."""
        self._checking: set[tuple[str, str]] = set()
        """Room and player: presence checks under way."""
        self._lobby_changed: set[str] = set()
        """Rooms whose lobby line must be sent again."""
        self._lobby_deleted: set[str] = set()
        """Deleted rooms to be removed from the lobby."""
        self._polled = 0.0
        """Time of the last poll, by the monotonic clock."""
        self._connected = False
        """Whether the subscription was up at the last poll."""

    @property
    def id(self) -> str:
        return self._peers.id

    async def join(self, hub: Hub) -> Arrival:
        """Register this process. Call `start` next."""
        self.hub = hub
        return await self._peers.join()

    async def start(self) -> None:
        await self._pubsub.start(self.id, self._on_notification)
        self._tasks.start(self._peers.write_presence())
        self._tasks.start(self._repeat(self._peers.heartbeat))  # a separate task: polling many rooms takes long
        self._tasks.start(self._repeat(self._keep_in_step))

    async def close(self) -> None:
        """Deregister, and let other processes take over."""
        await self._tasks.close()
        await self._peers.leave()
        self._pubsub.publish(ProcessLeft())
        await self._pubsub.close()

    # --- publishing ---

    def changed(self, room: Room, gone: bool = False) -> None:
        """Publish that a room has a new version or was deleted."""
        players = tuple(filter(None, map(visitor_at, room.holders))) if room.is_slow and room.began else ()
        self._pubsub.publish(RoomChanged(room.id, 0 if gone else room.seq, room.kind is RoomKind.LISTED, players))

    def relay(self, room: str, to: str | None, message: bytes) -> None:
        self._pubsub.publish(RelayedMessage(room, to, msgspec.Raw(message)))

    def keeper(self, before: Room | None, after: Room) -> str | None:
        """This process, if the change gives AI seats work; None: unchanged."""
        if before is not None and before.game is after.game:
            if (before.ai_due, before.offers) == (after.ai_due, after.offers):
                return None
        return self.id

    def runs_ai(self, keeper: str | None) -> bool:
        return keeper is not None

    async def catch_up(self, live: LiveRoom) -> bool:
        return await self.hub.catch_up(live)

    async def came(self, live: LiveRoom, visitor: str) -> None:
        """A visitor watches a room through this process; returns once the other processes can know."""
        self._peers.note(live.room.id, visitor, True)
        await self.shared()
        with contextlib.suppress(StoreError):
            await self._update_watchers([live])

    async def shared(self) -> None:
        await self._peers.saved()

    def went(self, live: LiveRoom, visitor: str) -> None:
        self._peers.note(live.room.id, visitor, False)

    def arrived(self, visitor: str) -> None:
        self._peers.note(SITE, visitor, True)

    def departed(self, visitor: str) -> None:
        self._peers.note(SITE, visitor, False)

    def told(self, visitor: str) -> None:
        self._pubsub.publish(VisitorNews(visitor))

    # --- presence elsewhere ---

    async def online(self) -> set[str]:
        """Visitors with a page open at other processes."""
        return (await self._peers.elsewhere([SITE])).get(SITE, set())

    async def is_elsewhere(self, live: LiveRoom, visitor: str) -> bool:
        """True if a visitor watches a room through another process."""
        await self._update_watchers([live])
        return visitor in live.elsewhere

    async def is_watched(self, room: str) -> bool:
        return bool(await self._peers.elsewhere([room]))

    async def counted(self, lines: list[RoomSummary]) -> list[RoomSummary]:
        """Lobby lines with spectator counts, for rooms that are not in memory here."""
        visitors = await self._peers.elsewhere(line.room for line in lines if line.room not in self.hub.rooms)
        return [
            replace(line, spectators=len(visitors[line.room] - set(map(visitor_at, line.holders))))
            if line.room in visitors
            else line
            for line in lines
        ]

    # --- notifications ---

    def _on_notification(self, notification: Notification) -> None:
        match notification:
            case RoomChanged():
                self._on_change(notification)
            case WatchersChanged():
                self._tasks.start(self._on_watchers(notification))
            case RelayedMessage():
                self._on_message(notification)
            case VisitorNews():
                self._tasks.start(self.hub.challenges.tell_here(notification.visitor))
                self.hub.notices.tell_here(notification.visitor)
            case ProcessLeft():
                self._tasks.start(self._take_over())

    def _on_change(self, notification: RoomChanged) -> None:
        if notification.players:
            self.hub.tell_slow(notification.room, notification.players)
        live = self.hub.rooms.get(notification.room)
        if live is not None:
            if (
                notification.seq == 0 or notification.seq > live.room.seq
            ) and notification.room not in self._refreshing:
                self._refreshing.add(notification.room)
                self._tasks.start(self._refresh(live))
        elif notification.listed:
            if notification.seq == 0 and self.hub.lobby:
                self._lobby_deleted.add(notification.room)
            self._queue_lobby([notification.room])

    async def _refresh(self, live: LiveRoom) -> None:
        self._refreshing.discard(live.room.id)  # a later notification starts another refresh
        await self.hub.refresh(live)

    async def _on_watchers(self, notification: WatchersChanged) -> None:
        await self._update_watchers([live for room in notification.rooms if (live := self.hub.rooms.get(room))])
        self._queue_lobby([room for room in notification.rooms if room != SITE and room not in self.hub.rooms])

    def _queue_lobby(self, rooms: list[str]) -> None:
        """Queue lobby updates for rooms that are not in memory here."""
        if self.hub.lobby and rooms:
            if not self._lobby_changed:
                self._tasks.start(self._update_lobby())
            self._lobby_changed.update(rooms)

    async def _update_lobby(self) -> None:
        await asyncio.sleep(LOBBY_BATCH_DELAY)  # one query for many changes
        rooms, gone = list(self._lobby_changed), self._lobby_deleted
        self._lobby_changed, self._lobby_deleted = set(), set()
        known = await self._store.summaries(rooms)
        for line in await self.counted(list(known.values())):
            self.hub.lobby.announce(line.room, line)
        for room in gone.union(rooms) - known.keys():
            self.hub.lobby.announce(room, None)

    def _on_message(self, notification: RelayedMessage) -> None:
        live = self.hub.rooms.get(notification.room)
        if live is None:
            return
        live.tell_bytes(bytes(notification.message), notification.to)
        with contextlib.suppress(msgspec.ValidationError):  # keep it for pages that join later
            thinking = _thinking.decode(notification.message)
            if thinking.info is None:
                live.thinking = None if thinking.done else thinking

    # --- polling ---

    async def _repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except StoreError:  # the store logs it
                pass
            except Exception:  # out of memory, for example: without heartbeats others would take over
                log.exception("unexpected error")
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    async def _keep_in_step(self) -> None:
        await self._take_over()
        connected = self._pubsub.connected
        if not connected or connected != self._connected or time.monotonic() - self._polled > POLL_INTERVAL:
            await self._poll()
        self._connected = self._pubsub.connected

    async def _take_over(self) -> None:
        """Run the AI seats of rooms whose process is gone."""
        for room in await self._peers.rooms_to_attend():
            live = self.hub.rooms.get(room)
            if live is not None and "move" in live.tasks:
                continue
            if await self._peers.claim(room):
                with contextlib.suppress(Refusal):
                    if live is not None:
                        await self.hub.refresh(live)
                    await self.hub.attend(room)
                    await self._update_watchers([self.hub.rooms[room]])

    async def _poll(self) -> None:
        """Refresh the rooms in use that other processes changed, and their watchers."""
        self._polled = time.monotonic()
        used = [live for live in self.hub.rooms.values() if live.watchers or live.tasks]
        versions = await self._peers.versions(live.room.id for live in used)
        for live in used:
            if versions.get(live.room.id, 0) != live.room.seq:
                await self.hub.refresh(live)
        await self._update_watchers(used)
        await self.hub.challenges.poll()

    async def _update_watchers(self, lives: list[LiveRoom]) -> None:
        """Read who watches these rooms elsewhere, and check the presence of their players."""
        found = await self._peers.elsewhere(live.room.id for live in lives)
        for live in lives:
            live.elsewhere = frozenset(found.get(live.room.id, ()))
            self.hub.count_spectators(live)
            if live.room.kind is not RoomKind.LOCAL and live.watchers:
                self._check_players(live)

    def _check_players(self, live: LiveRoom) -> None:
        for holder, lost in zip(live.room.holders, live.room.lost, strict=True):
            visitor = visitor_at(holder)
            if visitor is None or (live.room.id, visitor) in self._checking:
                continue
            here = live.is_here(visitor) or visitor in live.elsewhere
            if here != (lost is None):
                self._checking.add((live.room.id, visitor))
                self._tasks.start(self._confirm_lost(live, visitor))

    async def _confirm_lost(self, live: LiveRoom, visitor: str) -> None:
        try:
            await self.hub.maybe_lost(live, visitor)
        finally:
            self._checking.discard((live.room.id, visitor))
