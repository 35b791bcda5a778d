"""Store of rooms, the source of truth: an event is acknowledged only after it is committed here.

One transaction updates a room from version N, if it is still at N, and inserts the events and the command id. Among
concurrent processes one wins; the others get Conflict and retry on the new state. `database` hides the difference
between SQLite and PostgreSQL. Writes of different rooms are batched into one transaction.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from gomoku.server.ops.metrics import Metrics
from gomoku.server.rooms import room
from gomoku.server.rooms.index import indexed_columns
from gomoku.server.rooms.room import Room
from gomoku.server.storage import database, migrations
from gomoku.server.storage.append import (
    CommandId,
    Conflict,
    Repeated,
    append_events,
    committed_seq,
    insert_events,
    require_new_command,
)
from gomoku.server.storage.database import Database, StoreError, reason, sqlite_url
from gomoku.server.storage.outage import READ, WRITE, Outage
from gomoku.server.storage.tables import game, game_command, game_event, plan, review, setting
from gomoku.server.wire.events import Event
from gomoku.server.wire.messages import RoomSummary
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment, Phase, RoomKind

SNAPSHOT_EVERY: Final = 50
"""Events between two snapshots of a room, which keep loading fast."""
MAX_BATCH: Final = 50
"""Writes per transaction."""
TRANSACTION_TIMEOUT: Final = 60.0
"""Seconds per transaction. A last resort behind the timeouts of `database`: when memory runs out, a reply can get lost, and
a caller that holds a room's lock must not wait forever."""
PROBE_BYTES: Final = 16 << 10
"""Size of the write that shows whether the database can be written: about that of a move with its indexes."""
PROBE_INTERVAL: Final = 1.0
"""Seconds between probes during an outage."""
LONG_GAME: Final = 500
"""Longer games, in actions, are replayed in a thread, off the event loop."""
MAX_REVIEWS: Final = 5_000
"""Finished reviews kept."""

_event: Final = msgspec.json.Decoder(Event)
_summary: Final = msgspec.json.Decoder(RoomSummary)
_encode: Final = msgspec.json.Encoder().encode


T = TypeVar("T")
Work = Callable[[Connection], None]
"""Part of a transaction. It checks before it writes, so that Conflict, Repeated and Refusal leave nothing changed. It may be
called again if the whole transaction failed."""


class Guard(Protocol):
    """Rows to update in a room's transaction, if they have not changed since the update was computed."""

    def holds(self, connection: Connection) -> bool:
        """Lock and compare the rows. False: nothing is written and the caller gets Conflict."""
        ...

    def write(self, connection: Connection) -> None: ...


@dataclass(frozen=True, eq=False)
class _Write:
    """A queued write."""

    work: Work
    room: str
    single: bool
    """A single statement on PostgreSQL."""
    done: "asyncio.Future[None]"


class Store:
    """Rooms, reviews and settings in a database. Use `Store.open`."""

    def __init__(self, database: Database, metrics: Metrics | None = None) -> None:
        self._database = database
        self._metrics = metrics or Metrics()
        self._write_slots = asyncio.Semaphore(database.writers)
        self._waiting: list[_Write] = []
        self._committing: set[asyncio.Task[None]] = set()
        self._outage = Outage()
        self._probing: asyncio.Task[None] | None = None
        """Probes until the outage ends."""

    @classmethod
    async def open(cls, url: str, metrics: Metrics | None = None) -> "Store":
        """Connect and upgrade the schema. Raises StoreError."""
        store = cls(database.connect(url), metrics)
        try:
            await store.upgrade()
        except BaseException:
            await store.close()
            raise
        return store

    async def upgrade(self) -> str:
        """Upgrade the schema. Returns the previous schema version."""
        try:
            return await self._database.run_long(migrations.upgrade)
        except (SQLAlchemyError, OSError, migrations.NewerSchema) as error:
            raise StoreError(reason(error)) from error

    @property
    def is_shared(self) -> bool:
        """Can processes on other machines use the same database?"""
        return self._database.is_shared

    async def close(self) -> None:
        if self._probing is not None:
            self._probing.cancel()
        await asyncio.gather(*self._committing)
        await self._database.close()

    async def probe(self) -> None:
        """Raise StoreError unless the database can be read and written, and there is space for more."""
        await self.setting("probe")
        try:
            await self._database.require_space(PROBE_BYTES)
        except OSError as error:
            raise self._failed(WRITE, error) from None
        await self.set("probe", secrets.token_hex(PROBE_BYTES // 2))  # SQLite does not write what has not changed

    async def _probe_until_it_works(self) -> None:
        while self._outage.is_going_on:
            await asyncio.sleep(PROBE_INTERVAL)
            with contextlib.suppress(StoreError):
                await self.probe()

    # --- rooms ---

    async def load(self, room_id: str, until: int | None = None) -> Room | None:
        """A room in its current state, or after its first `until` events."""

        def read(connection: Connection) -> tuple[bytes | None, list[Event], int] | None:
            row = connection.execute(select(game).where(game.c.id == room_id)).one_or_none()
            if row is None:
                return None
            snapshot, seq = None, 0
            if row.snapshot is not None and (until is None or row.snapshot_seq <= until):
                snapshot, seq = row.snapshot, row.snapshot_seq
            return snapshot, _events(connection, room_id, seq, until), row.plies

        found = await self.read(read)
        if found is None:
            return None
        snapshot, history, plies = found
        if snapshot is None and not history:
            return None  # deleted between the two reads

        def rebuild() -> Room:
            return room.fold(room_id, history, room.from_bytes(snapshot) if snapshot else None)

        # Replaying a very long game would block the event loop.
        return await asyncio.to_thread(rebuild) if plies > LONG_GAME else rebuild()

    async def events(self, room_id: str, after: int) -> list[Event]:
        """Events of a room after number `after`."""
        return await self.read(lambda connection: _events(connection, room_id, after, None))

    async def since(self, room_id: str, seq: int) -> list[Event] | None:
        """Events of a room after `seq`; None if the room does not exist."""

        def read(connection: Connection) -> list[Event] | None:
            missed = _events(connection, room_id, seq, None)
            return missed if missed or connection.scalar(_VERSION, {"room": room_id}) is not None else None

        return await self.read(read)

    async def create(
        self,
        made: Room,
        first: Event,
        command: CommandId | None = None,
        keeper: str | None = None,
        check: Work | None = None,
    ) -> None:
        """Insert a new room. Raises Repeated if this command created it before, Conflict if the id is taken.

        `check`: called in the transaction, before anything is written; it may raise Refusal.
        """

        def work(connection: Connection) -> None:
            require_new_command(connection, made.id, command)
            if check is not None:
                check(connection)
            insert_room(connection, made, first, command, keeper)

        await self._commit(made.id, work)

    async def append(
        self,
        before: Room,
        after: Room,
        happened: Sequence[Event],
        command: CommandId | None = None,
        archive: tuple[Room, Event] | None = None,
        guard: Guard | None = None,
        keeper: str | None = None,
        also: Work | None = None,
    ) -> None:
        """Append events to a room. Raises Repeated or Conflict with nothing changed.

        In the same transaction: `archive`, a finished game as a separate room; `guard`, the rating changes of a rated
        game; `keeper`, the process that runs the room's AIs from now on (None: unchanged); `also`, any further writes.
        """
        values = indexed_columns(after) | {"keeper": keeper}
        if after.seq // SNAPSHOT_EVERY > before.seq // SNAPSHOT_EVERY:
            values |= {"snapshot": room.to_bytes(after), "snapshot_seq": after.seq}
        events = [_encode(event) for event in happened]

        def work(connection: Connection) -> None:
            if guard is not None:
                require_new_command(connection, before.id, command)
                if not guard.holds(connection):
                    raise Conflict("the guarded rows have changed")
            append_events(connection, before.id, before.seq, values, events, command)
            if archive is not None:
                insert_room(connection, *archive, None)
            if guard is not None:
                guard.write(connection)
            if also is not None:
                also(connection)

        if guard is None:
            await self._commit(before.id, work, single=archive is None and also is None)
            return
        try:
            await self.write(work)  # not batched: it locks ratings, which other batches may lock too
        except IntegrityError:
            raise Conflict("another game of these players has just ended") from None

    async def _commit(self, room_id: str, work: Work, single: bool = False) -> None:
        """Group commit: queue a write and wait for the transaction of its batch."""
        write = _Write(work, room_id, single, asyncio.get_running_loop().create_future())
        self._waiting.append(write)
        task = asyncio.create_task(self._commit_waiting())
        self._committing.add(task)  # the event loop holds weak references only
        task.add_done_callback(self._committing.discard)
        try:
            async with asyncio.timeout(2 * TRANSACTION_TIMEOUT):
                await write.done
        except TimeoutError as error:
            raise self._failed(WRITE, error) from None

    async def _commit_waiting(self) -> None:
        async with self._write_slots:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if not batch:
                return  # already written with an earlier batch
            batch.sort(key=lambda write: write.room)  # a fixed lock order prevents deadlocks
            try:
                failures = await self._transact(batch)
            except IntegrityError:  # retry one by one to isolate the failure
                failures = [await self._transact_alone(write) for write in batch]
            except Exception as error:  # out of memory, for example: release the waiters
                failures = [error for _ in batch]
            for write, failure in zip(batch, failures, strict=True):
                if write.done.done():
                    continue
                if failure is None:
                    write.done.set_result(None)
                else:
                    write.done.set_exception(failure)

    async def _transact(self, batch: Sequence[_Write]) -> list[Exception | None]:
        """Run a batch in one transaction. Returns the error of each write, or None."""
        began = time.perf_counter()
        try:
            async with asyncio.timeout(TRANSACTION_TIMEOUT):
                done = await self._database.write(
                    lambda connection: [_attempt(connection, write.work) for write in batch],
                    single=len(batch) == 1 and batch[0].single,
                )
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            return [self._failed(WRITE, error) for _ in batch]
        self._outage.succeeded(WRITE)
        self._metrics.committed(len(batch), time.perf_counter() - began)
        return done

    async def _transact_alone(self, write: _Write) -> Exception | None:
        try:
            return (await self._transact([write]))[0]
        except IntegrityError:
            return Conflict("the id is taken")

    async def committed_seq(self, room_id: str, command: CommandId) -> int | None:
        """Version a command led to; None if it was never executed."""
        return await self.read(lambda connection: committed_seq(connection, room_id, command))

    async def delete(self, room_id: str) -> bool:
        """Delete a room with its events. False if it does not exist."""

        def work(connection: Connection) -> bool:
            connection.execute(delete(game_event).where(game_event.c.game_id == room_id))
            connection.execute(delete(game_command).where(game_command.c.game_id == room_id))
            connection.execute(delete(plan).where(plan.c.game_id == room_id))
            return connection.execute(delete(game).where(game.c.id == room_id)).rowcount == 1

        return await self.write(work)

    async def unplayed(self, before: Moment, slow_before: Moment) -> list[str]:
        """Rooms without a move and without any event since `before`, at most 1000.

        `slow_before`: the same for slow games that have not begun; the others end by their clocks.
        """
        stale = or_(~game.c.slow, and_(game.c.deadline.is_(None), game.c.updated < slow_before))
        query = select(game.c.id).where(game.c.plies == 0, game.c.updated < before, game.c.ai_due.is_(False), stale)
        return await self.read(lambda connection: list(connection.scalars(query.limit(1000))))

    # --- lists ---

    async def games(
        self, visitor: str, search: str = "", phase: Phase | None = None, limit: int = 50, offset: int = 0
    ) -> tuple[list[RoomSummary], int]:
        """A visitor's games, most recently changed first, and their total number. Rooms without a game do not count."""
        fits = [
            or_(game.c.owner == visitor, game.c.first == visitor, game.c.second == visitor),
            game.c.phase.in_((Phase.PLAYING, Phase.OVER)),
        ]
        if phase is not None:
            fits.append(game.c.phase == phase)
        return await self._list(fits, search, limit, offset)

    async def listed(
        self,
        since: Moment,
        search: str = "",
        limit: int = 50,
        offset: int = 0,
        rules: str = "",
        open_only: bool = False,
        slow_since: Moment | None = None,
    ) -> tuple[list[RoomSummary], int]:
        """Rooms of the lobby with an event since `since`, most recently changed first, and their total number.

        `rules`: only this rule set; `open_only`: only rooms with a free seat; `slow_since`: `since` for slow games that
        wait for an opponent.
        """
        recent = game.c.updated >= since
        if slow_since is not None:
            recent = or_(recent, and_(game.c.slow, game.c.open_seat, game.c.updated >= slow_since))
        fits: list[ColumnElement[bool]] = [game.c.listed, recent]
        fits += [game.c.preset == rules] if rules else []
        fits += [game.c.open_seat] if open_only else []
        return await self._list(fits, search, limit, offset)

    async def running_rated(self) -> list[str]:
        """Rooms in which a rated game, or one of a tournament, is being played."""
        query = select(game.c.id, game.c.line).where(game.c.phase == Phase.PLAYING, game.c.kind != RoomKind.LOCAL)
        rows = await self.read(lambda connection: connection.execute(query).all())
        lines = [(name, _summary.decode(line)) for name, line in rows]
        return [name for name, line in lines if line.rated or line.tournament]

    async def attended(self, since: Moment) -> list[tuple[str, str | None, str | None]]:
        """Rooms of the lobby with an event since `since`: id and the visitors on the two seats."""
        recent = and_(game.c.listed, game.c.updated >= since, ~game.c.slow)  # slow games need no one connected
        query = select(game.c.id, game.c.first, game.c.second).where(recent)
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [(row.id, row.first, row.second) for row in rows]

    async def _list(
        self, fits: list[ColumnElement[bool]], search: str, limit: int, offset: int
    ) -> tuple[list[RoomSummary], int]:
        fits = [*fits, *(game.c.search.contains(word, autoescape=True) for word in words_of(search))]
        query = select(game.c.line).where(and_(*fits)).order_by(game.c.updated.desc(), game.c.id)

        def read(connection: Connection) -> tuple[list[RoomSummary], int]:
            total = connection.scalar(select(func.count()).select_from(game).where(and_(*fits)))
            rows = connection.execute(query.limit(limit).offset(offset))
            return [_summary.decode(line) for (line,) in rows], total or 0

        return await self.read(read)

    async def summaries(self, rooms: Sequence[str]) -> dict[str, RoomSummary]:
        """Summaries of these rooms, as far as they are in the lobby."""
        query = select(game.c.id, game.c.line).where(game.c.id.in_(rooms), game.c.listed)
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {name: _summary.decode(line) for name, line in rows}

    async def count(self, owner: str) -> int:
        """Number of rooms a visitor owns."""
        query = select(func.count()).select_from(game).where(game.c.owner == owner)
        return await self.read(lambda connection: int(connection.scalar(query) or 0))

    async def ended_since(self, updated: Moment, room: str, limit: int) -> list[tuple[str, Moment]]:
        """Finished rooms changed after that moment, or at that moment with a greater id; the oldest change first."""
        later = or_(game.c.updated > updated, and_(game.c.updated == updated, game.c.id > room))
        query = select(game.c.id, game.c.updated).where(game.c.phase == Phase.OVER, later)
        query = query.order_by(game.c.updated, game.c.id).limit(limit)
        return await self.read(lambda connection: [(name, at) for name, at in connection.execute(query)])

    async def waiting_for_ai(self) -> list[str]:
        """Rooms in which an AI is to move."""
        query = select(game.c.id).where(game.c.ai_due)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def overdue(self, now: Moment) -> list[str]:
        """Rooms whose deadline has passed."""
        query = select(game.c.id).where(game.c.deadline <= now).limit(1000)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def with_deadline(self, slow: bool) -> list[str]:
        """Rooms with a deadline: a running clock, an offer or a countdown. `slow`: with those of slow games."""
        query = select(game.c.id).where(game.c.deadline.is_not(None))
        query = query if slow else query.where(~game.c.slow)
        return await self.read(lambda connection: list(connection.scalars(query)))

    # --- reviews ---

    async def review(self, name: str) -> bytes | None:
        """A finished review."""
        query = select(review.c.data).where(review.c.id == name)
        data: bytes | None = await self.read(lambda connection: connection.scalar(query))
        return data

    async def keep_review(self, name: str, data: bytes, now: Moment) -> None:
        """Save a finished review; the oldest beyond MAX_REVIEWS are deleted."""

        def work(connection: Connection) -> None:
            connection.execute(delete(review).where(review.c.id == name))
            connection.execute(insert(review).values(id=name, data=data, created=now))
            oldest = select(review.c.id).order_by(review.c.created.desc(), review.c.id).offset(MAX_REVIEWS)
            connection.execute(delete(review).where(review.c.id.in_(oldest)))

        with contextlib.suppress(IntegrityError):  # another process saved the same review
            await self.write(work)

    # --- settings ---

    async def setting(self, key: str) -> str | None:
        query = select(setting.c.value).where(setting.c.key == key)
        value: str | None = await self.read(lambda connection: connection.scalar(query))
        return value

    async def set(self, key: str, value: str) -> None:

        def work(connection: Connection) -> None:
            changed = connection.execute(update(setting).where(setting.c.key == key).values(value=value))
            if changed.rowcount == 0:
                connection.execute(insert(setting).values(key=key, value=value))

        with contextlib.suppress(IntegrityError):  # another process was faster; its value is as recent
            await self.write(work)

    async def secret(self) -> str:
        """Secret that signs cookies: generated once, shared by all processes on the database."""
        fresh = insert(setting).values(key="secret", value=secrets.token_urlsafe(32))
        while True:
            secret = await self.setting("secret")
            if secret is not None:
                return secret
            try:
                await self.write(lambda connection: connection.execute(fresh))
            except IntegrityError:
                continue  # another process was faster

    # --- transactions for other modules ---

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read transaction. Raises StoreError."""
        try:
            async with asyncio.timeout(TRANSACTION_TIMEOUT):
                done = await self._database.read(work)
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(READ, error) from error
        self._outage.succeeded(READ)
        return done

    async def write(self, work: Callable[[Connection], T], urgent: bool = False) -> T:
        """Run a write transaction. `urgent`: skip the queue; at most one at a time. Raises StoreError or IntegrityError."""
        try:
            async with contextlib.nullcontext() if urgent else self._write_slots, asyncio.timeout(TRANSACTION_TIMEOUT):
                try:
                    done = await self._database.write(work)
                except IntegrityError:  # two replace one row at a time: the second try finds what the other has written
                    done = await self._database.write(work)
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(WRITE, error) from error
        self._outage.succeeded(WRITE)
        return done

    def _failed(self, what: str, error: Exception) -> StoreError:
        self._metrics.database_failed()
        self._outage.failed(what, reason(error))
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe_until_it_works())
        return StoreError(reason(error))


def _attempt(connection: Connection, work: Work) -> Exception | None:
    """Run one write of a batch and return its error. No savepoints: they would not survive a full disk."""
    try:
        work(connection)
    except (Conflict, Repeated, Refusal) as error:
        return error
    return None


def _events(connection: Connection, room_id: str, after: int, until: int | None) -> list[Event]:
    if until is None:
        rows = connection.execute(_EVENTS, {"room": room_id, "after": after})
    else:
        rows = connection.execute(_EVENTS_UNTIL, {"room": room_id, "after": after, "until": until})
    return [_event.decode(data) for (data,) in rows]


def waiting_rooms(connection: Connection, visitor: str) -> list[str]:
    """Listed rooms in which a visitor has a seat and no game has begun; their own and those of others."""
    seated = or_(game.c.first == visitor, game.c.second == visitor)
    waits = and_(game.c.kind == RoomKind.LISTED, game.c.phase.in_((Phase.SEATING, Phase.COUNTDOWN)))
    return list(connection.scalars(select(game.c.id).where(waits, seated)))


def unfinished_rooms(connection: Connection, visitor: str) -> list[str]:
    """Online rooms in which a visitor has a seat and no game has ended."""
    seated = or_(game.c.first == visitor, game.c.second == visitor)
    online = and_(game.c.kind != RoomKind.LOCAL, game.c.phase != Phase.OVER)
    return list(connection.scalars(select(game.c.id).where(seated, online)))


def shown_rooms(connection: Connection, visitor: str) -> list[str]:
    """Online rooms in which a visitor has a seat, and which are listed or not over."""
    seated = or_(game.c.first == visitor, game.c.second == visitor)
    shown = and_(game.c.kind != RoomKind.LOCAL, or_(game.c.phase != Phase.OVER, game.c.listed))
    return list(connection.scalars(select(game.c.id).where(seated, shown)))


def insert_room(
    connection: Connection, made: Room, first: Event, command: CommandId | None, keeper: str | None = None
) -> None:
    """Insert a room with its first event."""
    require_new_command(connection, made.id, command)
    connection.execute(insert(game), indexed_columns(made) | {"id": made.id, "snapshot_seq": 0, "keeper": keeper})
    insert_events(connection, made.id, 0, [_encode(first)], command)


_EVENTS: Final = (
    select(game_event.c.data)
    .where(game_event.c.game_id == bindparam("room"), game_event.c.seq > bindparam("after"))
    .order_by(game_event.c.seq)
)
"""Built once: building a statement takes longer than executing it."""
_EVENTS_UNTIL: Final = _EVENTS.where(game_event.c.seq <= bindparam("until"))
_VERSION: Final = select(game.c.version).where(game.c.id == bindparam("room"))


def words_of(search: str) -> list[str]:
    """Search words, without NUL and lone surrogates, which PostgreSQL rejects."""
    text = search.replace("\0", " ").encode("utf-8", "ignore").decode()
    return text.casefold().split()[:8]


__all__ = [
    "CommandId",
    "Conflict",
    "Repeated",
    "Store",
    "StoreError",
    "insert_room",
    "sqlite_url",
    "unfinished_rooms",
    "waiting_rooms",
]
