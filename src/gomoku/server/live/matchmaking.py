"""Quick games: whoever waits is paired with somebody of about the same rating, and both are sent to a room.

The queue is in the database, so that it does not matter which process a page is connected to. Each process speaks for
the pages it holds: it notes that they still wait, pairs them, and tells them of a room, whoever made it. A pair and its
room are one transaction.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gomoku.rules import PRESETS
from gomoku.server.live.clients import Client
from gomoku.server.ops.tasks import Tasks
from gomoku.server.people import names, rating_store
from gomoku.server.rooms.permissions import clean
from gomoku.server.rooms.records import new_id
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage.store import Store, StoreError, insert_room
from gomoku.server.storage.tables import seek
from gomoku.server.wire.events import Created
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people_messages import Paired, Seek, Seeking
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import ByoYomi, Fischer, Moment, Options, Person, RoomKind, is_bot

log = logging.getLogger("gomoku.server")

WITHIN: Final = 100
"""Points that two ratings may be apart at once …"""
WIDENS: Final = 20
"""… and that many more for every second that both have waited."""
LOOK: Final = 1.0
"""Seconds between two looks at the queue."""
STALE: Final = 5_000
"""Milliseconds after which somebody for whom no process speaks any more is not paired."""
FORGOTTEN: Final = 600_000
"""Milliseconds after which such a line is deleted."""

_clock: Final = msgspec.json.Decoder(Fischer | ByoYomi).decode


@dataclass
class Seeker:
    """A visitor who waits, on one page or several."""

    wish: str
    clients: set[Client] = field(default_factory=set)


def tolerance(waited: int) -> int:
    """How far apart ratings may be after so many milliseconds."""
    return WITHIN + WIDENS * max(0, waited) // 1000


class Matchmaker:
    """For the pages of one process."""

    def __init__(self, store: Store, now: Callable[[], Moment], opened: Callable[[Room], None], tasks: Tasks) -> None:
        """`opened` is told of every room that is made here."""
        self._store = store
        self._now = now
        self._opened = opened
        self._tasks = tasks
        self._seekers: dict[str, Seeker] = {}
        self._looking: asyncio.Task[None] | None = None

    async def seek(self, client: Client, wish: Seek) -> None:
        """Somebody wants a quick game. Raises Refusal."""
        if is_bot(client.visitor):
            raise Refusal(Reason.RATED, "rated games are between people")
        if wish.rules not in PRESETS:
            raise Refusal(Reason.BAD_OPTIONS, f"there is no rule set {wish.rules!r}")
        now = self._now()
        visitor, clock = client.visitor, msgspec.json.encode(wish.clock).decode()

        def enter(connection: Connection) -> None:
            if names.is_taken(connection, visitor, wish.name):
                raise Refusal(Reason.NAME_TAKEN, "somebody else has that name")
            _forget(connection, now)
            own = connection.execute(select(seek).where(seek.c.visitor == visitor)).one_or_none()
            if own is not None and own.wish == wish.id:
                return
            elo = rating_store.elos_of(connection, wish.rules, (visitor,))[visitor]
            connection.execute(delete(seek).where(seek.c.visitor == visitor))
            row: dict[str, Any] = {"visitor": visitor, "wish": wish.id, "name": clean(wish.name), "rules": wish.rules}
            row |= {"clock": clock, "rating": elo.rating, "since": now, "seen": now}
            connection.execute(insert(seek).values(row))

        try:
            await self._store.write(enter)
        except IntegrityError:  # at the same moment in another process: the second wish replaces the first
            await self._store.write(enter)
        seeker = self._seekers.get(visitor)
        if seeker is None or seeker.wish != wish.id:
            self._tell(visitor, lambda old: Seeking(old, None))  # on another page
            seeker = self._seekers[visitor] = Seeker(wish.id)
        seeker.clients.add(client)
        await self._look()
        if self._looking is None or self._looking.done():
            self._looking = self._tasks.start(self._keep_looking())

    async def cancel(self, client: Client, wish: str) -> None:
        """Somebody does not want one any more."""
        visitor = client.visitor

        def leave(connection: Connection) -> str | None:
            mine = and_(seek.c.visitor == visitor, seek.c.wish == wish)
            room: str | None = connection.scalar(select(seek.c.room).where(mine).with_for_update())
            if room is None:
                connection.execute(delete(seek).where(mine))
            return room

        room = await self._store.write(leave)
        seeker = self._seekers.get(visitor)
        if seeker is not None and seeker.wish == wish:
            del self._seekers[visitor]
        client.tell(Seeking(wish, None) if room is None else Paired(wish, room))

    def leave(self, client: Client) -> None:
        """A page is gone."""
        seeker = self._seekers.get(client.visitor)
        if seeker is None or client not in seeker.clients:
            return
        seeker.clients.discard(client)
        if not seeker.clients:
            del self._seekers[client.visitor]
            self._tasks.start(self._withdraw(client.visitor, seeker.wish))

    async def _withdraw(self, visitor: str, wish: str) -> None:
        mine = and_(seek.c.visitor == visitor, seek.c.wish == wish, seek.c.room.is_(None))
        try:
            await self._store.write(lambda connection: connection.execute(delete(seek).where(mine)))
        except StoreError as error:
            log.warning("somebody who has gone still waits for a game, for a moment: %s", error)

    async def _keep_looking(self) -> None:
        while self._seekers:
            await asyncio.sleep(LOOK)
            try:
                await self._look()
            except StoreError as error:
                log.error("the database cannot be used: %s", error)

    async def _look(self) -> None:
        """Speak for those who wait here, pair whom one can, and tell them."""
        mine = tuple(self._seekers)
        if not mine:
            return
        now = self._now()
        made, rows, waiting = await self._store.write(lambda connection: _pair_all(connection, mine, now))
        for room in made:
            self._opened(room)
        for row in rows:
            seeker = self._seekers.get(row.visitor)
            if seeker is None or seeker.wish != row.wish:
                continue
            if row.room is None:
                within = tolerance(now - row.since)
                news = Seeking(row.wish, row.since, within, row.rating, waiting - 1)
                for client in seeker.clients:
                    client.tell(news)
            else:
                del self._seekers[row.visitor]
                for client in seeker.clients:
                    client.tell(Paired(row.wish, row.room))

    def _tell(self, visitor: str, news: Callable[[str], Seeking]) -> None:
        seeker = self._seekers.get(visitor)
        for client in seeker.clients if seeker else ():
            client.tell(news(seeker.wish if seeker else ""))


# --- in the database ---


def _forget(connection: Connection, now: Moment) -> None:
    connection.execute(delete(seek).where(seek.c.seen < now - FORGOTTEN))


def _pair_all(
    connection: Connection, visitors: Sequence[str], now: Moment
) -> tuple[list[Room], Sequence[Row[Any]], int]:
    """Pair these visitors where it is possible: the rooms made, the lines of them all, and how many wait in all."""
    mine = seek.c.visitor.in_(visitors)
    waiting = select(seek).where(seek.c.room.is_(None), or_(mine, seek.c.seen >= now - STALE))
    # in the same order everywhere, or two processes would wait for each other
    free = list(connection.execute(waiting.order_by(seek.c.visitor).with_for_update()))
    connection.execute(update(seek).where(mine, seek.c.room.is_(None)).values(seen=now))
    count = len(free)
    made = []
    for row in sorted(free, key=lambda row: row.since):  # who has waited longest chooses first
        if row.visitor not in visitors or row not in free:
            continue
        other = best_for(row, free, now)
        if other is not None:
            free = [each for each in free if each not in (row, other)]
            made.append(_open(connection, row, other, now))
    return made, connection.execute(select(seek).where(mine)).all(), count


def best_for(own: Row[Any], free: Iterable[Row[Any]], now: Moment) -> Row[Any] | None:
    """The nearest in rating of those who want the same, if it is near enough for both."""

    def apart(other: Row[Any]) -> int:
        return abs(int(other.rating) - int(own.rating))

    fits = [
        other
        for other in free
        if other.visitor != own.visitor
        and (other.rules, other.clock) == (own.rules, own.clock)
        and apart(other) <= tolerance(now - max(own.since, other.since))
    ]
    return min(fits, key=lambda other: (apart(other), other.since), default=None)


def _open(connection: Connection, one: Row[Any], other: Row[Any], now: Moment) -> Room:
    """A room with both seated; who plays first is drawn by lot."""
    first, second = (one, other) if secrets.randbelow(2) else (other, one)
    elos = rating_store.elos_of(connection, one.rules, (first.visitor, second.visitor))
    created = Created(
        at=now,
        by=first.visitor,
        kind=RoomKind.LISTED,
        options=Options(one.rules, clock=_clock(one.clock), rated=True),
        holders=(Person(first.visitor, first.name), Person(second.visitor, second.name)),
        title=f"{first.name or '?'} – {second.name or '?'}"[:40],
        elos=(elos[first.visitor], elos[second.visitor]),
    )
    room = apply(new_id(), None, created)
    insert_room(connection, room, created, None)
    both = seek.c.visitor.in_((one.visitor, other.visitor))
    connection.execute(update(seek).where(both).values(room=room.id))
    return room
