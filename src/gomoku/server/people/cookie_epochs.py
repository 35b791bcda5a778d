"""Revocation of cookies: setting a passphrase starts a new epoch, and cookies of earlier epochs are invalid.

This is how a visitor gets rid of a stolen cookie, which is indistinguishable from the original. Each process caches the
few visitors with an epoch above 0 and polls the database for changes by other processes.
"""

import asyncio
import contextlib
import time
from typing import Final

from sqlalchemy import Connection, insert, select, update

from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import renewal
from gomoku.server.wire.values import Moment

POLL_INTERVAL: Final = 5.0
"""Seconds between polls for new epochs."""
CLOCK_SKEW: Final = 60_000
"""Milliseconds that the clocks of processes may differ."""


class CookieEpochs:
    """Current cookie epoch of each visitor, 0 by default."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epochs: dict[str, int] = {}
        self._latest: Moment = 0

    def of(self, visitor: str) -> int:
        return self._epochs.get(visitor, 0)

    async def refresh(self) -> None:
        """Load changed epochs from the database."""
        query = select(renewal).where(renewal.c.at >= self._latest - CLOCK_SKEW)
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            self._epochs[row.visitor] = row.renewed
            self._latest = max(self._latest, row.at)

    async def watch(self) -> None:
        """Poll for changes until cancelled."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            with contextlib.suppress(StoreError):  # retried at the next poll
                await self.refresh()

    async def renew(self, visitor: str) -> int:
        """Start a new epoch and return it: all earlier cookies of the visitor become invalid."""
        now = int(time.time() * 1000)

        def work(connection: Connection) -> int:
            before = connection.scalar(select(renewal.c.renewed).where(renewal.c.visitor == visitor).with_for_update())
            if before is None:
                connection.execute(insert(renewal).values(visitor=visitor, renewed=1, at=now))
                return 1
            count = int(before) + 1
            connection.execute(update(renewal).where(renewal.c.visitor == visitor).values(renewed=count, at=now))
            return count

        self._epochs[visitor] = await self._store.write(work)
        return self._epochs[visitor]
