"""The database: the truth about every room. An event is acknowledged when it is here, and not before.

One transaction moves a room from version n to a later one, if it is still at n, and adds the events and the command's
id. Any number of processes can do that at once: one wins, the others are told to look again. The same SQL runs on
SQLite, which is written by a single thread of each process, and on PostgreSQL; `database` knows the difference.
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
from gomoku.server.storage.append import CommandId, Conflict, Repeated, advance, put_events, raise_if_repeated, seen
from gomoku.server.storage.database import Database, StoreError, reason, sqlite_url
from gomoku.server.storage.tables import game, game_command, game_event, review, setting
from gomoku.server.wire.events import Event
from gomoku.server.wire.messages import RoomSummary
from gomoku.server.wire.values import Moment, Phase, RoomKind

SNAPSHOT_EVERY: Final = 50
"""Events after which a room is written down as a whole, so that reading it stays quick."""
MOST_AT_ONCE: Final = 50
"""Changes that are written in one transaction."""
LONGEST: Final = 60.0
"""Seconds that anything may take. Databases give up sooner by themselves; but where memory ran out an answer can be lost
on its way to whoever waits for it, and nobody may wait for ever with a room in hand."""
LONG_GAME: Final = 500
"""Actions: such a game is replayed in a thread of its own."""
MOST_REVIEWS: Final = 5_000
"""Finished reviews that are kept."""

_event: Final = msgspec.json.Decoder(Event)
_line: Final = msgspec.json.Decoder(RoomSummary)
_encode: Final = msgspec.json.Encoder().encode


T = TypeVar("T")
Work = Callable[[Connection], None]
"""Part of a transaction: it looks first and changes then, so that where it raises Conflict or Repeated nothing is changed.
It may be called again, where the transaction failed as a whole."""


class Guard(Protocol):
    """Rows that change in the same transaction as a room, if they are still what the change was computed from."""

    def holds(self, connection: Connection) -> bool:
        """Lock and compare the rows; False: nothing is written, and the caller gets a Conflict."""
        ...

    def write(self, connection: Connection) -> None: ...


@dataclass(frozen=True, eq=False)
class _Write:
    """Something that waits to be written."""

    work: Work
    room: str
    single: bool
    """It is one statement, on PostgreSQL."""
    done: "asyncio.Future[None]"


class Store:
    """Rooms in a database. Make one with `Store.open`."""

    def __init__(self, database: Database, metrics: Metrics | None = None) -> None:
        self._database = database
        self._metrics = metrics or Metrics()
        self._turn = asyncio.Semaphore(database.writers)
        self._waiting: list[_Write] = []
        self._committing: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, url: str, metrics: Metrics | None = None) -> "Store":
        """Connect, and bring the database to the present form. Raises StoreError with what is wrong."""
        store = cls(database.connect(url), metrics)
        try:
            await store.upgrade()
        except BaseException:
            await store.close()
            raise
        return store

    async def upgrade(self) -> str:
        """Bring the database to the present form; gives the form it had."""
        try:
            return await self._database.rework(migrations.upgrade)
        except (SQLAlchemyError, OSError, migrations.Newer) as error:
            raise StoreError(reason(error)) from error

    @property
    def is_shared(self) -> bool:
        """Can processes on other machines use the same database?"""
        return self._database.is_shared

    async def close(self) -> None:
        await asyncio.gather(*self._committing)
        await self._database.close()

    # --- rooms ---

    async def load(self, room_id: str, until: int | None = None) -> Room | None:
        """A room, as it is or as it was after so many events."""

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
            return None  # it was deleted between the two looks

        def rebuild() -> Room:
            return room.fold(room_id, history, room.from_bytes(snapshot) if snapshot else None)

        # a very long game takes a while to replay: others play on meanwhile
        return await asyncio.to_thread(rebuild) if plies > LONG_GAME else rebuild()

    async def events(self, room_id: str, after: int) -> list[Event]:
        """What happened in a room after that event."""
        return await self.read(lambda connection: _events(connection, room_id, after, None))

    async def since(self, room_id: str, seq: int) -> list[Event] | None:
        """What happened after the event that somebody knows last; None where the room is gone."""

        def read(connection: Connection) -> list[Event] | None:
            missed = _events(connection, room_id, seq, None)
            return missed if missed or connection.scalar(_VERSION, {"room": room_id}) is not None else None

        return await self.read(read)

    async def create(
        self, made: Room, first: Event, command: CommandId | None = None, keeper: str | None = None
    ) -> None:
        """A new room. Raises Repeated where the same command has made it before, Conflict where the id is taken."""
        await self._commit(made.id, lambda connection: insert_room(connection, made, first, command, keeper))

    async def append(
        self,
        before: Room,
        after: Room,
        happened: Sequence[Event],
        command: CommandId | None = None,
        archive: tuple[Room, Event] | None = None,
        guard: Guard | None = None,
        keeper: str | None = None,
    ) -> None:
        """The events that lead from one state of a room to the next, and a finished game to be kept as a room of its own.

        With them goes what a rated game changes, and the process that sees to the room's AIs from now on (None: the
        same as before). Raises Repeated or Conflict, with nothing changed.
        """
        values = indexed_columns(after) | {"keeper": keeper}
        if after.seq // SNAPSHOT_EVERY > before.seq // SNAPSHOT_EVERY:
            values |= {"snapshot": room.to_bytes(after), "snapshot_seq": after.seq}
        events = [_encode(event) for event in happened]

        def work(connection: Connection) -> None:
            if guard is not None:
                raise_if_repeated(connection, before.id, command)
                if not guard.holds(connection):
                    raise Conflict("what it depends on has changed")
            advance(connection, before.id, before.seq, values, events, command)
            if archive is not None:
                insert_room(connection, *archive, None)
            if guard is not None:
                guard.write(connection)

        if guard is None:
            await self._commit(before.id, work, single=archive is None)
            return
        try:
            await self.write(work)  # by itself: it holds ratings, which others may hold with other rooms
        except IntegrityError:
            raise Conflict("another game of these players has just ended") from None

    async def _commit(self, room_id: str, work: Work, single: bool = False) -> None:
        """Change a room in a transaction, together with whatever else waits: one trip to the disk is enough for all."""
        write = _Write(work, room_id, single, asyncio.get_running_loop().create_future())
        self._waiting.append(write)
        task = asyncio.create_task(self._commit_waiting())
        self._committing.add(task)  # or nobody would hold it
        task.add_done_callback(self._committing.discard)
        try:
            async with asyncio.timeout(2 * LONGEST):
                await write.done
        except TimeoutError as error:
            raise self._failed(error) from None

    async def _commit_waiting(self) -> None:
        async with self._turn:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not batch:
                return  # another one took it along
            batch.sort(key=lambda write: write.room)  # so that no two transactions wait for each other's rooms
            try:
                failures = await self._transact(batch)
            except IntegrityError:  # one of them cannot be: each by itself, to find out which
                failures = [await self._transact_alone(write) for write in batch]
            except Exception as error:  # out of memory, say: nobody may wait for ever
                failures = [error for _ in batch]
            for write, failure in zip(batch, failures, strict=True):
                if write.done.done():
                    continue
                if failure is None:
                    write.done.set_result(None)
                else:
                    write.done.set_exception(failure)

    async def _transact(self, batch: Sequence[_Write]) -> list[Exception | None]:
        """One transaction; says for each part why it was not done."""
        began = time.perf_counter()
        try:
            async with asyncio.timeout(LONGEST):
                done = await self._database.write(
                    lambda connection: [_attempt(connection, write.work) for write in batch],
                    single=len(batch) == 1 and batch[0].single,
                )
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            return [self._failed(error) for _ in batch]
        self._metrics.committed(len(batch), time.perf_counter() - began)
        return done

    async def _transact_alone(self, write: _Write) -> Exception | None:
        try:
            return (await self._transact([write]))[0]
        except IntegrityError:
            return Conflict("there is one already")

    async def seen(self, room_id: str, command: CommandId) -> int | None:
        """The version a command led to when it was carried out; None if it never was."""
        return await self.read(lambda connection: seen(connection, room_id, command))

    async def delete(self, room_id: str) -> bool:
        """Forget a room with all that happened in it. False where there is none."""

        def work(connection: Connection) -> bool:
            connection.execute(delete(game_event).where(game_event.c.game_id == room_id))
            connection.execute(delete(game_command).where(game_command.c.game_id == room_id))
            return connection.execute(delete(game).where(game.c.id == room_id)).rowcount == 1

        return await self.write(work)

    async def untouched(self, before: Moment) -> list[str]:
        """Rooms in which nothing was ever played, and nothing at all has happened since then."""
        query = select(game.c.id).where(game.c.plies == 0, game.c.updated < before, game.c.ai_due.is_(False))
        return await self.read(lambda connection: list(connection.scalars(query.limit(1000))))

    # --- lists ---

    async def games(
        self, visitor: str, search: str = "", phase: Phase | None = None, limit: int = 50, offset: int = 0
    ) -> tuple[list[RoomSummary], int]:
        """A visitor's games, last changed first, and how many there are."""
        fits = [or_(game.c.owner == visitor, game.c.first == visitor, game.c.second == visitor)]
        if phase is not None:
            fits.append(game.c.phase == phase)
        return await self._list(fits, search, limit, offset)

    async def listed(
        self, since: Moment, search: str = "", limit: int = 50, offset: int = 0
    ) -> tuple[list[RoomSummary], int]:
        """The rooms that anybody may enter and in which something has happened since then."""
        return await self._list([game.c.kind == RoomKind.LISTED, game.c.updated >= since], search, limit, offset)

    async def _list(
        self, fits: list[ColumnElement[bool]], search: str, limit: int, offset: int
    ) -> tuple[list[RoomSummary], int]:
        fits = [*fits, *(game.c.search.contains(word, autoescape=True) for word in _words(search))]
        query = select(game.c.line).where(and_(*fits)).order_by(game.c.updated.desc(), game.c.id)

        def read(connection: Connection) -> tuple[list[RoomSummary], int]:
            total = connection.scalar(select(func.count()).select_from(game).where(and_(*fits)))
            rows = connection.execute(query.limit(limit).offset(offset))
            return [_line.decode(line) for (line,) in rows], total or 0

        return await self.read(read)

    async def lines(self, rooms: Sequence[str]) -> dict[str, RoomSummary]:
        """How lists show these rooms; those that are there."""
        query = select(game.c.id, game.c.line).where(game.c.id.in_(rooms))
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {name: _line.decode(line) for name, line in rows}

    async def count(self, owner: str) -> int:
        """How many rooms a visitor owns."""
        query = select(func.count()).select_from(game).where(game.c.owner == owner)
        return await self.read(lambda connection: int(connection.scalar(query) or 0))

    async def waiting_for_ai(self) -> list[str]:
        """Rooms in which an AI must move."""
        query = select(game.c.id).where(game.c.ai_due)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def overdue(self, now: Moment) -> list[str]:
        """Rooms whose deadline has passed."""
        query = select(game.c.id).where(game.c.deadline <= now).limit(1000)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def timed(self) -> list[str]:
        """Rooms in which time runs."""
        query = select(game.c.id).where(game.c.deadline.is_not(None))
        return await self.read(lambda connection: list(connection.scalars(query)))

    # --- reviews ---

    async def review(self, name: str) -> bytes | None:
        """A finished review."""
        query = select(review.c.data).where(review.c.id == name)
        data: bytes | None = await self.read(lambda connection: connection.scalar(query))
        return data

    async def keep_review(self, name: str, data: bytes, now: Moment) -> None:
        """Keep a finished review; the oldest ones make room."""

        def work(connection: Connection) -> None:
            connection.execute(delete(review).where(review.c.id == name))
            connection.execute(insert(review).values(id=name, data=data, created=now))
            oldest = select(review.c.id).order_by(review.c.created.desc(), review.c.id).offset(MOST_REVIEWS)
            connection.execute(delete(review).where(review.c.id.in_(oldest)))

        with contextlib.suppress(IntegrityError):  # another process has found the same
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

        with contextlib.suppress(IntegrityError):  # another process was quicker, with news as fresh
            await self.write(work)

    async def secret(self) -> str:
        """What cookies are signed with: made once, the same for every process that shares the database."""
        fresh = insert(setting).values(key="secret", value=secrets.token_urlsafe(32))
        while True:
            secret = await self.setting("secret")
            if secret is not None:
                return secret
            try:
                await self.write(lambda connection: connection.execute(fresh))
            except IntegrityError:
                continue  # another process was quicker

    # --- anything else ---

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What somebody finds who looks around."""
        try:
            async with asyncio.timeout(LONGEST):
                return await self._database.read(work)
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(error) from error

    async def write(self, work: Callable[[Connection], T], urgent: bool = False) -> T:
        """A transaction: all of it, or nothing. `urgent`: it does not wait for its turn; one at a time may be."""
        try:
            async with contextlib.nullcontext() if urgent else self._turn, asyncio.timeout(LONGEST):
                return await self._database.write(work)
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> StoreError:
        self._metrics.database_failed()
        return StoreError(reason(error))


def _attempt(connection: Connection, work: Work) -> Exception | None:
    """Do one part of a transaction, or say why it cannot be done. Savepoints would not survive a full disk."""
    try:
        work(connection)
    except (Conflict, Repeated) as error:
        return error
    return None


def _events(connection: Connection, room_id: str, after: int, until: int | None) -> list[Event]:
    if until is None:
        rows = connection.execute(_EVENTS, {"room": room_id, "after": after})
    else:
        rows = connection.execute(_EVENTS_UNTIL, {"room": room_id, "after": after, "until": until})
    return [_event.decode(data) for (data,) in rows]


def insert_room(
    connection: Connection, made: Room, first: Event, command: CommandId | None, keeper: str | None = None
) -> None:
    """A room that begins with this event."""
    raise_if_repeated(connection, made.id, command)
    connection.execute(insert(game), indexed_columns(made) | {"id": made.id, "snapshot_seq": 0, "keeper": keeper})
    put_events(connection, made.id, 0, [_encode(first)], command)


_EVENTS: Final = (
    select(game_event.c.data)
    .where(game_event.c.game_id == bindparam("room"), game_event.c.seq > bindparam("after"))
    .order_by(game_event.c.seq)
)
"""Statements are made once: making them takes longer than running them."""
_EVENTS_UNTIL: Final = _EVENTS.where(game_event.c.seq <= bindparam("until"))
_VERSION: Final = select(game.c.version).where(game.c.id == bindparam("room"))


def _words(search: str) -> list[str]:
    """What is looked for: PostgreSQL knows no character 0, nor half a pair of surrogates."""
    text = search.replace("\0", " ").encode("utf-8", "ignore").decode()
    return text.casefold().split()[:8]


__all__ = ["CommandId", "Conflict", "Repeated", "Store", "StoreError", "insert_room", "sqlite_url"]
