"""Peer registry: heartbeats, presence of visitors, and takeover of rooms whose process died.

Each process writes a heartbeat every second, stamped by the database's clock. A process without a heartbeat for
PEER_TIMEOUT is removed by the first peer that notices, together with its presence rows; its rooms may then be claimed. A
process that was only slow registers again with its next heartbeat. Concurrent work on a room is safe: the database accepts
each version of a room once.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, cast, delete, exists, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from gomoku.server.cluster.pubsub import PubSub, WatchersChanged
from gomoku.server.live.cluster import Arrival
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import game, presence, process
from gomoku.server.wire.values import Moment

log = logging.getLogger("gomoku.server")

HEARTBEAT_INTERVAL: Final = 1.0
"""Seconds between heartbeats."""
PEER_TIMEOUT: Final = 5_000
"""Milliseconds without a heartbeat after which a process counts as dead."""
OWN_HEARTBEATS: Final = 5
"""Heartbeats we must have sent ourselves before we declare a peer dead: a slow database is not a dead peer."""
ROOMS_PER_QUERY: Final = 500
"""Rooms per query, at most."""

Presence = tuple[str, str]
"""A room and a visitor who watches it."""

_NOW: Final = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
"""The database's clock in milliseconds, the one clock that all processes share."""


class Peers:
    """Registry of processes, seen from this one: heartbeats, and who is alive."""

    def __init__(self, store: Store, pubsub: PubSub) -> None:
        self.id = secrets.token_hex(8)
        self._store = store
        self._pubsub = pubsub
        self._presence: set[Presence] = set()
        """Everything watched through this process."""
        self._unsaved: dict[Presence, bool] = {}
        """Changes of presence that are not in the database yet; True: present."""
        self._written = asyncio.Event()
        """Set after the first attempt to write `_unsaved`; replaced with it."""
        self._last_written = asyncio.Event()
        """The event of the changes that were taken for writing last."""
        self._last_written.set()
        self._wake = asyncio.Event()
        self._heartbeats: deque[Moment] = deque(maxlen=OWN_HEARTBEATS)
        """Our last heartbeats, by the database's clock."""

    # --- heartbeats ---

    async def join(self) -> Arrival:
        """Register this process, and delete those that are dead."""

        def work(connection: Connection) -> Arrival:
            now = connection.scalar(select(_NOW)) or 0
            moments = list(connection.scalars(select(process.c.alive)))
            connection.execute(delete(process).where(process.c.alive < now - PEER_TIMEOUT))
            connection.execute(insert(process).values(id=self.id, alive=now))
            latest = max(moments, default=None)
            return Arrival(now, latest, latest is None or latest < now - PEER_TIMEOUT)

        return await self._store.write(work)

    async def heartbeat(self) -> None:
        """Write a heartbeat, and remove dead peers."""
        since = self._heartbeats[0] if len(self._heartbeats) == OWN_HEARTBEATS else 0

        def work(connection: Connection) -> tuple[Moment, bool]:
            now = connection.scalar(select(_NOW)) or 0
            alive = connection.execute(update(process).where(process.c.id == self.id).values(alive=now)).rowcount == 1
            if not alive:  # a peer declared us dead: restore our presence rows
                connection.execute(insert(process).values(id=self.id, alive=now))
                _insert_presence(connection, self.id, self._presence)
            silent = select(process.c.id).where(process.c.alive < min(now - PEER_TIMEOUT, since))
            dead = list(connection.scalars(silent))
            if dead:
                connection.execute(delete(process).where(process.c.id.in_(dead)))
            for name in dead:
                log.warning("process %s is dead; its rooms are taken over", name)
            return now, alive

        with contextlib.suppress(IntegrityError):  # a race with another process; the next heartbeat repairs it
            now, alive = await self._store.write(work, urgent=True)
            self._heartbeats.append(now)
            if not alive:
                log.warning("this process was declared dead by a peer; registered again")

    async def leave(self) -> None:
        """Remove this process and its presence."""
        with contextlib.suppress(StoreError, IntegrityError):
            await self._store.write(
                lambda connection: connection.execute(delete(process).where(process.c.id == self.id))
            )

    # --- presence ---

    def note(self, room: str, visitor: str, here: bool) -> None:
        """Record that a visitor watches a room through this process, or no longer does."""
        (self._presence.add if here else self._presence.discard)((room, visitor))
        self._unsaved[room, visitor] = here
        self._wake.set()

    async def saved(self) -> None:
        """Wait until the other processes can read all that was noted; not long if the database is slow."""
        written = self._written if self._unsaved else self._last_written
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(written.wait(), HEARTBEAT_INTERVAL)

    async def write_presence(self) -> None:
        """Write changes of presence to the database, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            changes, self._unsaved = self._unsaved, {}
            written = self._last_written = self._written
            self._written = asyncio.Event()
            try:
                await self._store.write(_update_presence(self.id, changes))
            except Exception as error:  # database outage, declared dead, out of memory: retry
                log.info("presence cannot be written yet: %s", error)
                self._unsaved = changes | self._unsaved
                self._wake.set()
                await asyncio.sleep(HEARTBEAT_INTERVAL)
            else:
                self._pubsub.publish(WatchersChanged(tuple({room for room, _ in changes})))
            finally:
                written.set()

    async def elsewhere(self, rooms: Iterable[str]) -> dict[str, set[str]]:
        """Visitors who watch these rooms through other processes, by room."""
        found: dict[str, set[str]] = {}
        for batch in _batches(rooms):
            query = select(presence.c.game_id, presence.c.visitor).where(
                presence.c.game_id.in_(batch), presence.c.process != self.id
            )
            for room, visitor in await self._store.read(_rows(query)):
                found.setdefault(room, set()).add(visitor)
        return found

    # --- rooms ---

    async def versions(self, rooms: Iterable[str]) -> dict[str, int]:
        """Stored versions of these rooms; deleted ones are missing."""
        found: dict[str, int] = {}
        for batch in _batches(rooms):
            query = select(game.c.id, game.c.version).where(game.c.id.in_(batch))
            found.update({row[0]: row[1] for row in await self._store.read(_rows(query))})
        return found

    async def rooms_to_attend(self) -> list[str]:
        """Rooms with an AI to move whose keeper is this process or dead."""
        orphaned = ~exists().where(process.c.id == game.c.keeper)
        query = select(game.c.id).where(game.c.ai_due, or_(game.c.keeper == self.id, orphaned))
        return [row[0] for row in await self._store.read(_rows(query))]

    async def claim(self, room: str) -> bool:
        """Become the keeper of a room whose process is dead; False if another process was faster."""
        others = select(process.c.id).where(process.c.id != self.id)
        free = or_(game.c.keeper.is_(None), game.c.keeper.not_in(others))
        statement = update(game).where(game.c.id == room, game.c.ai_due, free).values(keeper=self.id)
        return await self._store.write(lambda connection: connection.execute(statement).rowcount == 1)


def _update_presence(name: str, changes: dict[Presence, bool]) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        places = list(changes)
        for start in range(0, len(places), ROOMS_PER_QUERY):
            batch = places[start : start + ROOMS_PER_QUERY]
            gone = tuple_(presence.c.game_id, presence.c.visitor).in_(batch)
            connection.execute(delete(presence).where(presence.c.process == name, gone))
        _insert_presence(connection, name, (place for place, here in changes.items() if here))

    return work


def _insert_presence(connection: Connection, name: str, places: Iterable[Presence]) -> None:
    rows = [{"process": name, "game_id": room, "visitor": visitor} for room, visitor in sorted(places)]
    if rows:
        connection.execute(insert(presence), rows)


def _rows(query: Any) -> Callable[[Connection], list[Any]]:
    return lambda connection: list(connection.execute(query).all())


def _batches(rooms: Iterable[str]) -> Iterable[list[str]]:
    names = list(rooms)
    return (names[start : start + ROOMS_PER_QUERY] for start in range(0, len(names), ROOMS_PER_QUERY))
