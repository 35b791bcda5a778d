"""Notices: what a visitor must hear of, wherever they are on the site.

The database is the truth. Pages are only told that there is something new, and ask; a page that comes back asks as well.
"""

from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from gomoku.server.live.clients import Client
from gomoku.server.live.cluster import Cluster
from gomoku.server.people.moderation import sanctions
from gomoku.server.storage.store import Store
from gomoku.server.wire import messages
from gomoku.server.wire.people_messages import Notices, SanctionKind
from gomoku.server.wire.values import Moment


class Noticeboard:
    """Reads a visitor's notices, and tells their pages that there are new ones."""

    def __init__(
        self, store: Store, now: Callable[[], Moment], clients: Callable[[], Iterable[Client]], cluster: Cluster
    ) -> None:
        """`clients` lists the open pages of this process."""
        self._store = store
        self._now = now
        self._clients = clients
        self._cluster = cluster

    async def of(self, who: str) -> Notices:
        """What there is for a visitor."""
        now = self._now()

        def read(connection: Connection) -> Notices:
            return Notices(sanctions.in_force(connection, who, now))

        return await self._store.read(read)

    async def warning_read(self, who: str) -> None:
        """Note that a visitor has read a moderator's warning; it stays in the log."""
        await self._store.write(lambda connection: sanctions.lift(connection, who, SanctionKind.WARNING))

    def tell(self, *visitors: str) -> None:
        """Tell these visitors' pages, at every process, that there is something new."""
        for who in visitors:
            self.tell_here(who)
            self._cluster.told(who)

    def tell_here(self, who: str) -> None:
        """Tell the visitor's pages at this process."""
        for client in self._clients():
            if client.visitor == who:
                client.tell(messages.NoticesChanged())
