"""Notices: news for a visitor that every screen shows.

The database is the source of truth. Pages are only notified that there is news, and fetch it; a page that reconnects
fetches it too.
"""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec
from sqlalchemy import Connection, or_, select

from gomoku.server.live.clients import Client
from gomoku.server.live.cluster import Cluster
from gomoku.server.people.moderation import moderators, reports, sanctions
from gomoku.server.rooms.room import visitor_at
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import game, tournament_pairing
from gomoku.server.wire import messages
from gomoku.server.wire.people.account_messages import Notices, SanctionKind, TournamentGame
from gomoku.server.wire.values import Moment, Phase

_summary: Final = msgspec.json.Decoder(messages.RoomSummary).decode


class Noticeboard:
    """Reads a visitor's notices, and notifies their pages of new ones."""

    def __init__(
        self, store: Store, now: Callable[[], Moment], clients: Callable[[], Iterable[Client]], cluster: Cluster
    ) -> None:
        """`clients` lists the open pages of this process."""
        self._store = store
        self._now = now
        self._clients = clients
        self._cluster = cluster

    async def of(self, who: str) -> Notices:
        """The notices of a visitor."""
        now = self._now()

        def read(connection: Connection) -> Notices:
            open_cases = reports.open_cases(connection, who) if moderators.is_moderator(connection, who) else 0
            return Notices(sanctions.in_force(connection, who, now), _tournament_games(connection, who), open_cases)

        return await self._store.read(read)

    async def warning_read(self, who: str) -> None:
        """Mark a moderator's warning as read; it stays in the log."""
        await self._store.write(lambda connection: sanctions.lift(connection, who, SanctionKind.WARNING))

    async def tell_moderators(self) -> None:
        """Notify the moderators' pages that reports were made or closed."""
        self.tell(*await self._store.read(moderators.all_moderators))

    def tell(self, *visitors: str) -> None:
        """Notify these visitors' pages, at every process, that there is news."""
        for who in visitors:
            self.tell_here(who)
            self._cluster.told(who)

    def tell_here(self, who: str) -> None:
        """Notify the visitor's pages at this process."""
        for client in self._clients():
            if client.visitor == who:
                client.tell(messages.NoticesChanged())


def _tournament_games(connection: Connection, who: str) -> tuple[TournamentGame, ...]:
    """Games of tournaments that a visitor is to play, the latest first."""
    pairing = tournament_pairing.c
    mine = or_(pairing.first == who, pairing.second == who)
    query = select(game.c.line).join(tournament_pairing, pairing.room == game.c.id)
    query = query.where(pairing.ended.is_(None), mine, game.c.phase != Phase.OVER).order_by(pairing.made.desc())
    return tuple(_game(_summary(line), who) for line in connection.scalars(query))


def _game(line: messages.RoomSummary, who: str) -> TournamentGame:
    other = line.names[1 if visitor_at(line.holders[0]) == who else 0]
    return TournamentGame(line.room, line.tournament, line.title, other, line.phase is Phase.PLAYING)
