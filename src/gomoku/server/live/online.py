"""Online presence: visitors with an open page at any process. Only people with a passphrase are ever named."""

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import Connection, or_, select

from gomoku.server.live.clients import Client
from gomoku.server.live.cluster import Cluster
from gomoku.server.people import relations
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import game, visitor
from gomoku.server.wire.people.social_messages import Activity, OnlineList, OnlinePerson, Relation
from gomoku.server.wire.values import Phase

RoomActivity = tuple[Activity, str]
"""A person's activity, and the id of the listed room it takes place in."""


class Online:
    """The open pages of this process, and the visitors at all of them."""

    def __init__(self, store: Store, cluster: Cluster) -> None:
        self._store = store
        self._cluster = cluster
        self._pages: Counter[str] = Counter()
        """Open pages of this process by visitor."""
        self._patrons: dict[str, str] = {}
        """Of these visitors: the address of the page that was opened last, or the visitor if it is a proxy's."""

    def came(self, client: Client) -> None:
        """A page was opened."""
        self._pages[client.visitor] += 1
        self._patrons[client.visitor] = client.limited_address or client.visitor
        if self._pages[client.visitor] == 1:
            self._cluster.arrived(client.visitor)

    def went(self, client: Client) -> None:
        """A page was closed."""
        self._pages[client.visitor] -= 1
        if self._pages[client.visitor] <= 0:
            del self._pages[client.visitor], self._patrons[client.visitor]
            self._cluster.departed(client.visitor)

    def patron_of(self, visitor: str) -> str:
        """Whose share of the engines a visitor takes: that of their address; all who have no page open here have one share."""
        return self._patrons.get(visitor, "")

    async def visitors(self) -> set[str]:
        """Visitors with an open page, at any process."""
        return set(self._pages) | await self._cluster.online()

    async def activity(self, person: str) -> tuple[Activity | None, str]:
        """A person's current activity and its listed room; none if they are not online."""
        if person not in self._pages and person not in await self._cluster.online():
            return None, ""
        found = await self._store.read(lambda connection: _activities(connection, [person]))
        return found.get(person, (Activity.FREE, ""))

    async def people(self, viewer: str, limit: int) -> OnlineList:
        """People with a passphrase who are online, without those the viewer has blocked; the followed ones first."""
        here = await self.visitors()

        def read(connection: Connection) -> OnlineList:
            blocked = relations.others(connection, viewer, Relation.BLOCK)
            followed = relations.others(connection, viewer, Relation.FOLLOW)
            asked = sorted(here - blocked - {viewer})
            kept = select(visitor.c.id, visitor.c.name, visitor.c.sign_in)
            kept = kept.where(visitor.c.id.in_(asked), visitor.c.sign_in.is_not(None))
            rows = sorted(connection.execute(kept), key=lambda row: (row.id not in followed, row.sign_in))
            shown = rows[:limit]
            activities = _activities(connection, [row.id for row in shown])
            lines = (
                OnlinePerson(row.name, *activities.get(row.id, (Activity.FREE, "")), row.id in followed)
                for row in shown
            )
            return OnlineList(tuple(lines), len(rows))

        return await self._store.read(read)


def _activities(connection: Connection, people: Iterable[str]) -> dict[str, RoomActivity]:
    """Activities of these people in listed rooms."""
    asked = list(people)
    seated = or_(game.c.first.in_(asked), game.c.second.in_(asked))
    query = select(game.c.id, game.c.phase, game.c.first, game.c.second).where(game.c.listed, seated)
    found: dict[str, RoomActivity] = {}
    for row in connection.execute(query.order_by(game.c.updated)):
        is_playing = row.phase == Phase.PLAYING
        for person in (row.first, row.second):
            if person in asked and (is_playing or found.get(person, (None,))[0] is not Activity.PLAYING):
                found[person] = (Activity.PLAYING if is_playing else Activity.ROOM, row.id)
    return found
