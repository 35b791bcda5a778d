"""The processes that share a database: which of them live, who watches through them, whose rooms have lost their process.

Each says every second that it is alive, by the database's own clock. One that has not for some seconds, while others have,
is dead: whoever notices first removes it, and with it all that it said of who is here. Its rooms are then free to be
taken over. One that was only slow comes back with its next sign; what both did meanwhile met in the database, where a
version of a room is made once.
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

from gomoku.server.cluster.pubsub import PubSub, Watched
from gomoku.server.live.cluster import Arrival
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import game, presence, process
from gomoku.server.wire.values import Moment

log = logging.getLogger("gomoku.server")

BEAT: Final = 1.0
"""Seconds between two signs of life."""
DEAD: Final = 5_000
"""Milliseconds without one after which a process counts as dead, …"""
MISSED: Final = 5
"""… if whoever counts them has given so many signs meanwhile: where all are slow, or the database was, nobody is dead."""
AT_ONCE: Final = 500
"""Rooms that are asked about together."""

Place = tuple[str, str]
"""A room, and a visitor who watches it."""

_NOW: Final = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
"""The database's clock, in milliseconds: the one clock that all processes can see."""


class Peers:
    """This process among the others."""

    def __init__(self, store: Store, hints: PubSub) -> None:
        self.id = secrets.token_hex(8)
        self._store = store
        self._hints = hints
        self._here: set[Place] = set()
        """All that the database should know of who watches through this process."""
        self._news: dict[Place, bool] = {}
        """What it does not know yet."""
        self._more = asyncio.Event()
        self._beats: deque[Moment] = deque(maxlen=MISSED)
        """When we gave our last signs of life, by the database's clock."""

    # --- life ---

    async def join(self) -> Arrival:
        def work(connection: Connection) -> Arrival:
            now = connection.scalar(select(_NOW)) or 0
            moments = list(connection.scalars(select(process.c.alive)))
            connection.execute(delete(process).where(process.c.alive < now - DEAD))
            connection.execute(insert(process).values(id=self.id, alive=now))
            latest = max(moments, default=None)
            return Arrival(now, latest, latest is None or latest < now - DEAD)

        return await self._store.write(work)

    async def beat(self) -> None:
        """Say that we are alive, and remove who is not."""
        since = self._beats[0] if len(self._beats) == MISSED else 0

        def work(connection: Connection) -> tuple[Moment, bool]:
            now = connection.scalar(select(_NOW)) or 0
            alive = connection.execute(update(process).where(process.c.id == self.id).values(alive=now)).rowcount == 1
            if not alive:  # others took us for dead: tell them everything again
                connection.execute(insert(process).values(id=self.id, alive=now))
                _put(connection, self.id, self._here)
            silent = select(process.c.id).where(process.c.alive < min(now - DEAD, since))
            dead = list(connection.scalars(silent))
            if dead:
                connection.execute(delete(process).where(process.c.id.in_(dead)))
            for name in dead:
                log.warning("process %s is dead, others take over", name)
            return now, alive

        with contextlib.suppress(IntegrityError):  # the next one will do
            now, alive = await self._store.write(work, urgent=True)
            self._beats.append(now)
            if not alive:
                log.warning("this process was taken for dead, and is back")

    async def leave(self) -> None:
        with contextlib.suppress(StoreError, IntegrityError):
            await self._store.write(
                lambda connection: connection.execute(delete(process).where(process.c.id == self.id))
            )

    # --- who is here ---

    def note(self, room: str, visitor: str, here: bool) -> None:
        """Somebody watches a room through this process now, or no longer."""
        (self._here.add if here else self._here.discard)((room, visitor))
        self._news[room, visitor] = here
        self._more.set()

    async def tell(self) -> None:
        """Keep the database informed of who is here, for as long as it runs."""
        while True:
            await self._more.wait()
            self._more.clear()
            news, self._news = self._news, {}
            try:
                await self._store.write(_told(self.id, news))
            except (
                Exception
            ) as error:  # the database is gone, we were taken for dead, memory is short: in a moment again
                log.info("who is here cannot be noted yet: %s", error)
                self._news = news | self._news
                self._more.set()
                await asyncio.sleep(BEAT)
            else:
                self._hints.say(Watched(tuple({room for room, _ in news})))

    async def elsewhere(self, rooms: Iterable[str]) -> dict[str, set[str]]:
        """By room: who watches it through other processes."""
        found: dict[str, set[str]] = {}
        for some in _portions(rooms):
            query = select(presence.c.game_id, presence.c.visitor).where(
                presence.c.game_id.in_(some), presence.c.process != self.id
            )
            for room, visitor in await self._store.read(_all(query)):
                found.setdefault(room, set()).add(visitor)
        return found

    # --- rooms ---

    async def versions(self, rooms: Iterable[str]) -> dict[str, int]:
        """The version of each of these rooms that is still there."""
        found: dict[str, int] = {}
        for some in _portions(rooms):
            query = select(game.c.id, game.c.version).where(game.c.id.in_(some))
            found.update({row[0]: row[1] for row in await self._store.read(_all(query))})
        return found

    async def mine(self) -> list[str]:
        """Rooms in which an AI must move and this process is to see to it, or nobody that lives is."""
        orphaned = ~exists().where(process.c.id == game.c.keeper)
        query = select(game.c.id).where(game.c.ai_due, or_(game.c.keeper == self.id, orphaned))
        return [row[0] for row in await self._store.read(_all(query))]

    async def claim(self, room: str) -> bool:
        """Take over a room whose process is gone, unless another one was quicker."""
        others = select(process.c.id).where(process.c.id != self.id)
        free = or_(game.c.keeper.is_(None), game.c.keeper.not_in(others))
        statement = update(game).where(game.c.id == room, game.c.ai_due, free).values(keeper=self.id)
        return await self._store.write(lambda connection: connection.execute(statement).rowcount == 1)


def _told(name: str, news: dict[Place, bool]) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        places = list(news)
        for start in range(0, len(places), AT_ONCE):
            some = places[start : start + AT_ONCE]
            gone = tuple_(presence.c.game_id, presence.c.visitor).in_(some)
            connection.execute(delete(presence).where(presence.c.process == name, gone))
        _put(connection, name, (place for place, here in news.items() if here))

    return work


def _put(connection: Connection, name: str, places: Iterable[Place]) -> None:
    rows = [{"process": name, "game_id": room, "visitor": visitor} for room, visitor in sorted(places)]
    if rows:
        connection.execute(insert(presence), rows)


def _all(query: Any) -> Callable[[Connection], list[Any]]:
    return lambda connection: list(connection.execute(query).all())


def _portions(rooms: Iterable[str]) -> Iterable[list[str]]:
    names = list(rooms)
    return (names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE))
