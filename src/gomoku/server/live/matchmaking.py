"""Matchmaking: pairs visitors of about the same rating for quick games and creates their rooms.

The queue is in the database, so visitors at different processes are paired. Each process refreshes the seeks of its own
pages, pairs them, and notifies them of their room, whichever process created it. A pair and its room are one transaction.
"""

import asyncio
import contextlib
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

INITIAL_TOLERANCE: Final = 100
"""Rating points: accepted difference at the start."""
TOLERANCE_PER_SECOND: Final = 20
"""Rating points: widening for every second that both have waited."""
PAIRING_INTERVAL: Final = 1.0
"""Seconds between pairing rounds."""
SEEK_TIMEOUT: Final = 5_000
"""Milliseconds without a refresh by its process after which a seek is no longer paired."""
SEEK_RETENTION: Final = 600_000
"""Milliseconds without a refresh after which a seek is deleted."""

_clock: Final = msgspec.json.Decoder(Fischer | ByoYomi).decode


@dataclass
class Seeker:
    """A waiting visitor, on one page or several."""

    request: str
    """Id of the request, chosen by the page."""
    clients: set[Client] = field(default_factory=set)


def tolerance(waited: int) -> int:
    """Accepted rating difference after `waited` milliseconds."""
    return INITIAL_TOLERANCE + TOLERANCE_PER_SECOND * max(0, waited) // 1000


class Matchmaker:
    """Pairs the pages of one process."""

    def __init__(self, store: Store, now: Callable[[], Moment], opened: Callable[[Room], None], tasks: Tasks) -> None:
        """`opened` is called with every room created here."""
        self._store = store
        self._now = now
        self._opened = opened
        self._tasks = tasks
        self._seekers: dict[str, Seeker] = {}
        self._task: asyncio.Task[None] | None = None

    async def seek(self, client: Client, request: Seek) -> None:
        """Enter a page's visitor into the queue. Raises Refusal."""
        if is_bot(client.visitor):
            raise Refusal(Reason.RATED, "rated games are between people")
        if request.rules not in PRESETS:
            raise Refusal(Reason.BAD_OPTIONS, f"there is no rule set {request.rules!r}")
        now = self._now()
        visitor, clock = client.visitor, msgspec.json.encode(request.clock).decode()

        def enter(connection: Connection) -> None:
            if names.is_taken(connection, visitor, request.name):
                raise Refusal(Reason.NAME_TAKEN, "that name is taken")
            _delete_old(connection, now)
            own = connection.execute(select(seek).where(seek.c.visitor == visitor)).one_or_none()
            if own is not None and own.wish == request.id:
                return
            elo = rating_store.elos_of(connection, request.rules, (visitor,), now)[visitor]
            connection.execute(delete(seek).where(seek.c.visitor == visitor))
            row: dict[str, Any] = {
                "visitor": visitor,
                "wish": request.id,
                "name": clean(request.name),
                "rules": request.rules,
            }
            row |= {"clock": clock, "rating": elo.rating, "since": now, "seen": now}
            connection.execute(insert(seek).values(row))

        try:
            await self._store.write(enter)
        except IntegrityError:  # a race with another process: the second request replaces the first
            await self._store.write(enter)
        seeker = self._seekers.get(visitor)
        if seeker is None or seeker.request != request.id:
            self._notify(visitor, lambda old: Seeking(old, None))  # replaced by this request
            seeker = self._seekers[visitor] = Seeker(request.id)
        seeker.clients.add(client)
        await self._pair()
        if self._task is None or self._task.done():
            self._task = self._tasks.start(self._run())

    async def cancel(self, client: Client, request: str) -> None:
        """Withdraw a request."""
        visitor = client.visitor

        def leave(connection: Connection) -> str | None:
            mine = and_(seek.c.visitor == visitor, seek.c.wish == request)
            room: str | None = connection.scalar(select(seek.c.room).where(mine).with_for_update())
            if room is None:
                connection.execute(delete(seek).where(mine))
            return room

        room = await self._store.write(leave)
        seeker = self._seekers.get(visitor)
        if seeker is not None and seeker.request == request:
            del self._seekers[visitor]
        client.tell(Seeking(request, None) if room is None else Paired(request, room))

    def leave(self, client: Client) -> None:
        """Remove a page that was closed."""
        seeker = self._seekers.get(client.visitor)
        if seeker is None or client not in seeker.clients:
            return
        seeker.clients.discard(client)
        if not seeker.clients:
            del self._seekers[client.visitor]
            self._tasks.start(self._withdraw(client.visitor, seeker.request))

    async def _withdraw(self, visitor: str, request: str) -> None:
        mine = and_(seek.c.visitor == visitor, seek.c.wish == request, seek.c.room.is_(None))
        with contextlib.suppress(StoreError):  # then it expires
            await self._store.write(lambda connection: connection.execute(delete(seek).where(mine)))

    async def _run(self) -> None:
        while self._seekers:
            await asyncio.sleep(PAIRING_INTERVAL)
            with contextlib.suppress(StoreError):  # the store logs it
                await self._pair()

    async def _pair(self) -> None:
        """Refresh the seeks of this process, pair them, and notify their pages."""
        mine = tuple(self._seekers)
        if not mine:
            return
        now = self._now()
        made, rows, waiting = await self._store.write(lambda connection: _pair_all(connection, mine, now))
        for room in made:
            self._opened(room)
        for row in rows:
            seeker = self._seekers.get(row.visitor)
            if seeker is None or seeker.request != row.wish:
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

    def _notify(self, visitor: str, news: Callable[[str], Seeking]) -> None:
        seeker = self._seekers.get(visitor)
        for client in seeker.clients if seeker else ():
            client.tell(news(seeker.request if seeker else ""))


# --- in the database ---


def _delete_old(connection: Connection, now: Moment) -> None:
    connection.execute(delete(seek).where(seek.c.seen < now - SEEK_RETENTION))


def _pair_all(
    connection: Connection, visitors: Sequence[str], now: Moment
) -> tuple[list[Room], Sequence[Row[Any]], int]:
    """Pair these visitors. Returns the new rooms, the visitors' rows, and the number of all who wait."""
    mine = seek.c.visitor.in_(visitors)
    waiting = select(seek).where(seek.c.room.is_(None), or_(mine, seek.c.seen >= now - SEEK_TIMEOUT))
    # rows are locked in one order, or two processes would deadlock
    free = list(connection.execute(waiting.order_by(seek.c.visitor).with_for_update()))
    connection.execute(update(seek).where(mine, seek.c.room.is_(None)).values(seen=now))
    count = len(free)
    made = []
    for row in sorted(free, key=lambda row: row.since):  # the longest wait first
        if row.visitor not in visitors or row not in free:
            continue
        other = best_for(row, free, now)
        if other is not None:
            free = [each for each in free if each not in (row, other)]
            made.append(_open(connection, row, other, now))
    return made, connection.execute(select(seek).where(mine)).all(), count


def best_for(own: Row[Any], free: Iterable[Row[Any]], now: Moment) -> Row[Any] | None:
    """The closest in rating with the same rules and clock, within the tolerance of both."""

    def difference(other: Row[Any]) -> int:
        return abs(int(other.rating) - int(own.rating))

    matches = [
        other
        for other in free
        if other.visitor != own.visitor
        and (other.rules, other.clock) == (own.rules, own.clock)
        and difference(other) <= tolerance(now - max(own.since, other.since))
    ]
    return min(matches, key=lambda other: (difference(other), other.since), default=None)


def _open(connection: Connection, one: Row[Any], other: Row[Any], now: Moment) -> Room:
    """Create a room with both seated, in random order; rated, if both have names that are kept."""
    first, second = (one, other) if secrets.randbelow(2) else (other, one)
    visitors = (first.visitor, second.visitor)
    elos = rating_store.elos_of(connection, one.rules, visitors, now)
    rated = not names.unkept(connection, visitors)
    created = Created(
        at=now,
        by=first.visitor,
        kind=RoomKind.LISTED,
        options=Options(one.rules, clock=_clock(one.clock), rated=rated),
        holders=(Person(first.visitor, first.name), Person(second.visitor, second.name)),
        title=f"{first.name or '?'} – {second.name or '?'}"[:40],
        elos=(elos[first.visitor], elos[second.visitor]),
    )
    room = apply(new_id(), None, created)
    insert_room(connection, room, created, None)
    both = seek.c.visitor.in_((one.visitor, other.visitor))
    connection.execute(update(seek).where(both).values(room=room.id))
    return room
