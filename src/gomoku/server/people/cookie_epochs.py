"""Cookies that do not count any more. Whoever sets a passphrase gets a new cookie, and every older one is nobody's.

A stolen cookie cannot be told from the one it was copied from: this is how its owner gets rid of it. Each process knows the
few visitors who have done so, and looks again every few seconds for what others know.
"""

import asyncio
import contextlib
import time
from typing import Final

from sqlalchemy import Connection, insert, select, update

from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import renewal
from gomoku.server.wire.values import Moment

LOOK: Final = 5.0
"""Seconds until other processes know."""
OVERLAP: Final = 60_000
"""Milliseconds: clocks of several machines are not the same."""


class CookieEpochs:
    """How often each visitor's cookie was renewed: those of an earlier time do not count."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: dict[str, int] = {}
        self._seen: Moment = 0

    def of(self, visitor: str) -> int:
        return self._counts.get(visitor, 0)

    async def look(self) -> None:
        """Learn what has changed."""
        query = select(renewal).where(renewal.c.at >= self._seen - OVERLAP)
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            self._counts[row.visitor] = row.renewed
            self._seen = max(self._seen, row.at)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(StoreError):  # the next look will do
                await self.look()

    async def renew(self, visitor: str) -> int:
        """From now on only cookies of this number are the visitor's."""
        now = int(time.time() * 1000)

        def work(connection: Connection) -> int:
            before = connection.scalar(select(renewal.c.renewed).where(renewal.c.visitor == visitor).with_for_update())
            if before is None:
                connection.execute(insert(renewal).values(visitor=visitor, renewed=1, at=now))
                return 1
            count = int(before) + 1
            connection.execute(update(renewal).where(renewal.c.visitor == visitor).values(renewed=count, at=now))
            return count

        self._counts[visitor] = await self._store.write(work)
        return self._counts[visitor]
