"""Revocation of cookies: by session, when a browser signs out, or all of a visitor's, by a new epoch.

Setting a passphrase and signing out everywhere start a new epoch. This is how a visitor gets rid of a stolen cookie, which is
indistinguishable from the original. Each process caches the sessions that ended and the few visitors with an epoch above 0, and polls
the database for changes by other processes.
"""

import asyncio
import contextlib
import time
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from gomoku.server.people.identity import MAX_AGE, Session
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import renewal, signed_out
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
        self._ended: set[str] = set()
        """Sessions that were signed out."""
        self._latest: Moment = 0
        self._latest_end: Moment = 0

    def is_valid(self, session: Session) -> bool:
        """Is the cookie of this session still good?"""
        return session.renewed >= self.of(session.visitor) and session.name not in self._ended

    def of(self, visitor: str) -> int:
        return self._epochs.get(visitor, 0)

    async def refresh(self) -> None:
        """Load changed epochs from the database."""
        query = select(renewal).where(renewal.c.at >= self._latest - CLOCK_SKEW)
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            self._epochs[row.visitor] = row.renewed
            self._latest = max(self._latest, row.at)
        ended = select(signed_out).where(signed_out.c.at >= self._latest_end - CLOCK_SKEW)
        for row in await self._store.read(lambda connection: connection.execute(ended).all()):
            self._ended.add(row.session)
            self._latest_end = max(self._latest_end, row.at)

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

    async def end(self, session: str) -> None:
        """End a session: its cookie becomes invalid."""
        now = int(time.time() * 1000)

        def work(connection: Connection) -> None:
            connection.execute(delete(signed_out).where(signed_out.c.at < now - 1000 * MAX_AGE))
            connection.execute(insert(signed_out).values(session=session, at=now))

        with contextlib.suppress(IntegrityError):  # it has already ended
            await self._store.write(work)
        self._ended.add(session)
