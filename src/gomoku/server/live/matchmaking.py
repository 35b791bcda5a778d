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
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.ops.tasks import Tasks
from gomoku.server.people import names, relations
from gomoku.server.people.games import rating_store
from gomoku.server.people.moderation import sanctions
from gomoku.server.rooms.pairing import Match, Wants, match_of, ratings_of, tolerance, wants_of
from gomoku.server.rooms.permissions import clean
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.records import new_id
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage.store import Store, StoreError, insert_room
from gomoku.server.storage.tables import seek
from gomoku.server.wire.events import Created
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people.account_messages import OpenSeek, Paired, SanctionKind, Seek, Seeking, SeekList, TakeSeek
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import ByoYomi, Fischer, Moment, Options, Person, RoomKind, is_bot

PAIRING_INTERVAL: Final = 1.0
"""Seconds between pairing rounds."""
SEEK_TIMEOUT: Final = 5_000
"""Milliseconds without a refresh by its process after which a seek is no longer paired."""
SEEK_RETENTION: Final = 600_000
"""Milliseconds without a refresh after which a seek is deleted."""

MAX_LISTED: Final = 50
"""Seeks listed, at most."""
MAX_PER_ADDRESS: Final = 20
"""Seeks from one address at this process, whose visitors may be one person with many cookies: they would fill the list."""

ADDRESS_RATE: Final = (0.2, 30.0)
"""Rate limit of seeks, and of listed seeks taken, per address: per second, and burst. Each pairs somebody who waits with a visitor
who may never come."""

_clock: Final = msgspec.json.Decoder(Fischer | ByoYomi).decode


@dataclass
class Seeker:
    """A waiting visitor, on one page or several."""

    request: str
    """Id of the request, chosen by the page."""
    clients: set[Client] = field(default_factory=set)


@dataclass(frozen=True)
class _Taker:
    """A visitor who takes a listed seek, in the form of a row of the queue."""

    visitor: str
    name: str
    rules: str
    rating: int
    clock: str
    wants: str
    since: Moment


class Matchmaker:
    """Pairs the pages of one process."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        opened: Callable[[Room], None],
        tasks: Tasks,
        require_few_waiting: Callable[[str, Connection], None],
    ) -> None:
        """`opened` is called with every room created here; `require_few_waiting` refuses a visitor with too many games that have
        not begun."""
        self._store = store
        self._now = now
        self._opened = opened
        self._tasks = tasks
        self._require_few_waiting = require_few_waiting
        self._rate = Buckets(*ADDRESS_RATE)
        self._seekers: dict[str, Seeker] = {}
        self._task: asyncio.Task[None] | None = None

    async def seek(self, client: Client, request: Seek) -> None:
        """Enter a page's visitor into the queue. Raises Refusal."""
        if is_bot(client.visitor):
            raise Refusal(Reason.RATED, "rated games are between people")
        for rules in (request.rules, *request.also):
            if rules not in PRESETS:
                raise Refusal(Reason.BAD_OPTIONS, f"there is no rule set {rules!r}")
        now = self._now()
        visitor, clock = client.visitor, msgspec.json.encode(request.clock).decode()
        self._require_few(client)
        known = self._seekers.get(visitor)
        if known is None or known.request != request.id:
            self._require_rare(client)

        def enter(connection: Connection) -> None:
            sanctions.require(connection, visitor, SanctionKind.BAN, now)
            if names.is_taken(connection, visitor, request.name):
                raise Refusal(Reason.NAME_TAKEN, "that name is taken")
            _delete_old(connection, now)
            own = connection.execute(select(seek).where(seek.c.visitor == visitor)).one_or_none()
            if own is not None and own.wish == request.id:
                return
            self._require_few_waiting(visitor, connection)
            kept = not names.unkept(connection, (visitor,))
            if request.rated and not kept:
                raise Refusal(Reason.UNKEPT, "a rated game needs names with a passphrase")
            ratings = _ratings(connection, visitor, (request.rules, *request.also), now)
            wants = Wants(ratings, request.rated, request.player, request.least, request.most, kept)
            connection.execute(delete(seek).where(seek.c.visitor == visitor))
            row: dict[str, Any] = {
                "visitor": visitor,
                "wish": request.id,
                "name": clean(request.name),
                "rules": request.rules,
            }
            row |= {"clock": clock, "rating": ratings[request.rules], "since": now, "seen": now}
            row["wants"] = msgspec.json.encode(wants).decode()
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

    def _require_few(self, client: Client) -> None:
        address = client.limited_address
        others = [
            each
            for visitor, each in self._seekers.items()
            if visitor != client.visitor and any(page.limited_address == address for page in each.clients)
        ]
        if address and len(others) >= MAX_PER_ADDRESS:
            raise Refusal(Reason.TOO_MANY, "too many are looking for a game from this address")

    def _require_rare(self, client: Client) -> None:
        if client.limited_address and not self._rate.take(client.limited_address):
            raise Refusal(Reason.TOO_FAST, "too many quick games from this address", wait=self._rate.interval)

    async def take(self, client: Client, request: TakeSeek) -> Paired:
        """Pair a page's visitor with the seek they have chosen. Raises Refusal."""
        if is_bot(client.visitor):
            raise Refusal(Reason.RATED, "rated games are between people")
        now, visitor = self._now(), client.visitor
        self._require_rare(client)

        def pair(connection: Connection) -> Room:
            sanctions.require(connection, visitor, SanctionKind.BAN, now)
            relations.require_unblocked(connection, visitor, request.seeker)
            if names.is_taken(connection, visitor, request.name):
                raise Refusal(Reason.NAME_TAKEN, "that name is taken")
            self._require_few_waiting(visitor, connection)
            fresh = and_(seek.c.visitor == request.seeker, seek.c.room.is_(None), seek.c.seen >= now - SEEK_TIMEOUT)
            other = connection.execute(select(seek).where(fresh).with_for_update()).one_or_none()
            if other is None:
                raise Refusal(Reason.SEAT_TAKEN, "this player is no longer waiting")
            known = _ratings(connection, visitor, ratings_of(other), now)
            wants = Wants(known, kept=not names.unkept(connection, (visitor,)))
            own = _Taker(
                visitor,
                clean(request.name),
                other.rules,
                known[other.rules],
                other.clock,
                msgspec.json.encode(wants).decode(),
                now,
            )
            match = match_of(own, other, None)
            if match is None:
                reason = Reason.UNKEPT if wants_of(other.wants).rated and not wants.kept else Reason.BAD_OPTIONS
                raise Refusal(reason, "you do not match what this player is looking for")
            connection.execute(delete(seek).where(seek.c.visitor == visitor))  # a visitor who plays no longer seeks
            return _open(connection, own, other, match, now)

        room = await self._store.write(pair)
        self._notify(visitor, lambda old: Seeking(old, None))
        self._seekers.pop(visitor, None)
        self._opened(room)
        await self._pair()
        return Paired(request.id, room.id)

    async def waiting(self) -> SeekList:
        """The open seeks, the longest wait first."""
        fresh = and_(seek.c.room.is_(None), seek.c.seen >= self._now() - SEEK_TIMEOUT)
        rows = await self._store.read(
            lambda connection: connection.execute(select(seek).where(fresh).order_by(seek.c.since)).all()
        )
        return SeekList(tuple(map(_listed, rows[:MAX_LISTED])), len(rows))

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

    async def expel(self, visitor: str) -> None:
        """End the search of a visitor who was banned."""
        await self._store.write(
            lambda connection: connection.execute(delete(seek).where(seek.c.visitor == visitor, seek.c.room.is_(None)))
        )
        self._notify(visitor, lambda request: Seeking(request, None))
        self._seekers.pop(visitor, None)

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
    """Pair these visitors. Returns the new rooms, the visitors' rows, and the number of all waiting visitors."""
    mine = seek.c.visitor.in_(visitors)
    waiting = select(seek).where(seek.c.room.is_(None), or_(mine, seek.c.seen >= now - SEEK_TIMEOUT))
    # rows are locked in one order, or two processes would deadlock
    free = list(connection.execute(waiting.order_by(seek.c.visitor).with_for_update()))
    connection.execute(update(seek).where(mine, seek.c.room.is_(None)).values(seen=now))
    count = len(free)
    blocks = relations.blocks(connection, [row.visitor for row in free])
    made = []
    for row in sorted(free, key=lambda row: row.since):  # the longest wait first
        if row.visitor not in visitors or row not in free:
            continue
        welcome = [each for each in free if frozenset((row.visitor, each.visitor)) not in blocks]
        best = best_for(row, welcome, now)
        if best is not None:
            other, match = best
            free = [each for each in free if each not in (row, other)]
            made.append(_open(connection, row, other, match, now))
    return made, connection.execute(select(seek).where(mine)).all(), count


def best_for(own: Row[Any], free: Iterable[Row[Any]], now: Moment) -> tuple[Row[Any], Match] | None:
    """The best opponent and the game that both want: the closest in rating, then the longest wait."""
    fits = ((other, match_of(own, other, tolerance(now - max(own.since, other.since)))) for other in free)
    matches = [(other, match) for other, match in fits if match is not None]
    return min(matches, key=lambda found: (found[1].difference, found[0].since), default=None)


def _ratings(connection: Connection, visitor: str, rules: Iterable[str], now: Moment) -> dict[str, int]:
    """A visitor's rating in each of these rule sets."""
    return {each: rating_store.elos_of(connection, each, (visitor,), now)[visitor].rating for each in rules}


def _listed(row: Row[Any]) -> OpenSeek:
    wants = wants_of(row.wants)
    return OpenSeek(
        row.visitor,
        row.name,
        tuple(ratings_of(row)),
        row.rating,
        _clock(row.clock),
        wants.rated,
        wants.player,
        wants.least,
        wants.most,
        row.since,
    )


def _open(connection: Connection, one: Row[Any] | _Taker, other: Row[Any], match: Match, now: Moment) -> Room:
    """Create the room of a pair, seated as they wish; rated if both want that and have a passphrase."""
    people = (Person(one.visitor, one.name), Person(other.visitor, other.name))
    if not match.first:
        people = by_lot(*people)
    elif match.first != one.visitor:
        people = people[::-1]
    rated = match.rated and not names.unkept(connection, [person.visitor for person in people])
    room = open_room(connection, *people, Options(match.rules, clock=_clock(one.clock), rated=rated), now)
    both = seek.c.visitor.in_((one.visitor, other.visitor))
    connection.execute(update(seek).where(both).values(room=room.id))
    return room


def by_lot(one: Person, other: Person) -> tuple[Person, Person]:
    """Two people in random order."""
    return (one, other) if secrets.randbelow(2) else (other, one)


def open_room(connection: Connection, first: Person, second: Person, options: Options, now: Moment) -> Room:
    """Create a listed room with both seated."""
    rules = ratings.pool_of(options.rules)
    people = (first.visitor, second.visitor)
    elos = {} if rules is None else rating_store.elos_of(connection, rules, people, now)
    created = Created(
        at=now,
        by=first.visitor,
        kind=RoomKind.LISTED,
        options=options,
        holders=(first, second),
        title=f"{first.name or '?'} – {second.name or '?'}"[:40],
        elos=(elos.get(first.visitor), elos.get(second.visitor)),
    )
    room = apply(new_id(), None, created)
    insert_room(connection, room, created, None)
    return room
