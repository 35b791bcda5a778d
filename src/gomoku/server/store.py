"""The database: the truth about every room. An event is acknowledged when it is here, and not before.

One transaction moves a room from version n to a later one, if it is still at n, and adds the events and the command's
id. Any number of processes can do that at once: one wins, the others are told to look again. The same SQL runs on
SQLite, which is written by a single connection of each process, and on PostgreSQL.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, bindparam, delete, event, func, insert, make_url, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gomoku.server import migrations, referee, room, views
from gomoku.server.events import Event
from gomoku.server.messages import RoomLine
from gomoku.server.room import Room, visitor_at
from gomoku.server.tables import game, game_command, game_event, review, setting
from gomoku.server.values import Moment, Person, Phase, RoomKind

SNAPSHOT_EVERY: Final = 50
"""Events after which a room is written down as a whole, so that reading it stays quick."""
MOST_AT_ONCE: Final = 50
"""Changes that are written in one transaction."""
LONG_GAME: Final = 500
"""Actions: such a game is replayed in a thread of its own."""
MOST_REVIEWS: Final = 5_000
"""Finished reviews that are kept."""
PATIENCE: Final = 10.0
"""Seconds to wait for another process that is writing."""

_event: Final = msgspec.json.Decoder(Event)
_line: Final = msgspec.json.Decoder(RoomLine)
_encode: Final = msgspec.json.Encoder().encode


class StoreError(Exception):
    """The database cannot be read or written. Nothing has changed."""


class Conflict(Exception):
    """Somebody else has changed the room meanwhile, or there is one of that id already."""


class Repeated(Exception):
    """This command was carried out before."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before: version {seq}")
        self.seq = seq


@dataclass(frozen=True)
class CommandId:
    """The name of a command: unique within a room for each visitor."""

    visitor: str
    id: str


Work = Callable[[AsyncConnection], Awaitable[None]]
"""Part of a transaction: it looks first and changes then, so that where it raises Conflict or Repeated nothing is changed."""


@dataclass(frozen=True, eq=False)
class _Write:
    """Something that waits to be written."""

    work: Work
    done: "asyncio.Future[None]"


class Store:
    """Rooms in a database. Make one with `Store.open`."""

    def __init__(self, reading: AsyncEngine, writing: AsyncEngine) -> None:
        self._reading = reading
        self._writing = writing
        self._turn = asyncio.Lock()  # pooled writers to SQLite were measured: slower, and some waited very long
        self._waiting: list[_Write] = []
        self._committing: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect, and bring the database to the present form. Raises StoreError with what is wrong."""
        if make_url(url).get_backend_name() == "sqlite":
            reading = _sqlite(url, size=4, immediate=False)
            writing = _sqlite(url, size=1, immediate=True)
        else:
            reading = writing = create_async_engine(url)
        store = cls(reading, writing)
        try:
            async with store._write() as connection:
                await connection.run_sync(migrations.upgrade)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        await asyncio.gather(*self._committing)
        await self._reading.dispose()
        await self._writing.dispose()

    # --- rooms ---

    async def load(self, room_id: str, until: int | None = None) -> Room | None:
        """A room, as it is or as it was after so many events."""
        async with self._read() as connection:
            row = (await connection.execute(select(game).where(game.c.id == room_id))).one_or_none()
            if row is None:
                return None
            snapshot, seq = None, 0
            if row.snapshot is not None and (until is None or row.snapshot_seq <= until):
                snapshot, seq = row.snapshot, row.snapshot_seq
            history = await self._events(connection, room_id, seq, until)

        def rebuild() -> Room:
            return room.fold(room_id, history, room.from_bytes(snapshot) if snapshot else None)

        # a very long game takes a while to replay: others play on meanwhile
        return await asyncio.to_thread(rebuild) if row.plies > LONG_GAME else rebuild()

    async def events(self, room_id: str, after: int) -> list[Event]:
        """What happened in a room after that event."""
        async with self._read() as connection:
            return await self._events(connection, room_id, after, None)

    async def _events(self, connection: AsyncConnection, room_id: str, after: int, until: int | None) -> list[Event]:
        query = select(game_event.c.data).where(game_event.c.game_id == room_id, game_event.c.seq > after)
        if until is not None:
            query = query.where(game_event.c.seq <= until)
        rows = await connection.execute(query.order_by(game_event.c.seq))
        return [_event.decode(data) for (data,) in rows]

    async def create(self, made: Room, first: Event, command: CommandId | None = None) -> None:
        """A new room. Raises Repeated where the same command has made it before, Conflict where the id is taken."""
        await self._commit(lambda connection: _insert(connection, made, first, command))

    async def append(
        self,
        before: Room,
        after: Room,
        happened: Sequence[Event],
        command: CommandId | None = None,
        archive: tuple[Room, Event] | None = None,
    ) -> None:
        """The events that lead from one state of a room to the next, and a finished game to be kept as a room of its own.

        Raises Repeated or Conflict, with nothing changed.
        """
        values = _columns(after)
        if after.seq // SNAPSHOT_EVERY > before.seq // SNAPSHOT_EVERY:
            values |= {"snapshot": room.to_bytes(after), "snapshot_seq": after.seq}

        async def work(connection: AsyncConnection) -> None:
            await _raise_if_repeated(connection, before.id, command)
            statement = _MOVE if "snapshot" not in values else _MOVE_WITH_SNAPSHOT
            moved = await connection.execute(statement, values | {"room": before.id, "expected": before.seq})
            if moved.rowcount != 1:
                raise Conflict(before.id)
            await _insert_events(connection, before.id, before.seq, happened, command)
            if archive is not None:
                await _insert(connection, *archive, None)

        await self._commit(work)

    async def _commit(self, work: Work) -> None:
        """Do some work in a transaction, together with whatever else waits: one trip to the disk is enough for all."""
        write = _Write(work, asyncio.get_running_loop().create_future())
        self._waiting.append(write)
        task = asyncio.create_task(self._commit_waiting())
        self._committing.add(task)  # or nobody would hold it
        task.add_done_callback(self._committing.discard)
        await write.done

    async def _commit_waiting(self) -> None:
        async with self._turn:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not batch:
                return  # another one took it along
            try:
                failures = await self._transact(batch)
            except IntegrityError:  # one of them cannot be: each by itself, to find out which
                failures = [await self._transact_alone(write) for write in batch]
            for write, failure in zip(batch, failures, strict=True):
                if write.done.done():
                    continue
                if failure is None:
                    write.done.set_result(None)
                else:
                    write.done.set_exception(failure)

    async def _transact(self, batch: Sequence[_Write]) -> list[Exception | None]:
        """One transaction; says for each part why it was not done."""
        try:
            async with self._writing.begin() as connection:
                return [await _attempt(connection, write.work) for write in batch]
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            return [StoreError(_reason(error)) for _ in batch]

    async def _transact_alone(self, write: _Write) -> Exception | None:
        try:
            return (await self._transact([write]))[0]
        except IntegrityError:
            return Conflict("there is one already")

    async def seen(self, room_id: str, command: CommandId) -> int | None:
        """The version a command led to when it was carried out; None if it never was."""
        async with self._read() as connection:
            return await _seen(connection, room_id, command)

    async def delete(self, room_id: str) -> bool:
        """Forget a room with all that happened in it. False where there is none."""
        async with self._write() as connection:
            await connection.execute(delete(game_event).where(game_event.c.game_id == room_id))
            await connection.execute(delete(game_command).where(game_command.c.game_id == room_id))
            gone = await connection.execute(delete(game).where(game.c.id == room_id))
        return gone.rowcount == 1

    async def untouched(self, before: Moment) -> list[str]:
        """Rooms in which nothing was ever played, and nothing at all has happened since then."""
        query = select(game.c.id).where(game.c.plies == 0, game.c.updated < before, game.c.ai_due.is_(False))
        async with self._read() as connection:
            return list(await connection.scalars(query.limit(1000)))

    # --- lists ---

    async def games(
        self, visitor: str, search: str = "", phase: Phase | None = None, limit: int = 50, offset: int = 0
    ) -> tuple[list[RoomLine], int]:
        """A visitor's games, last changed first, and how many there are."""
        fits = [or_(game.c.owner == visitor, game.c.first == visitor, game.c.second == visitor)]
        if phase is not None:
            fits.append(game.c.phase == phase)
        return await self._list(fits, search, limit, offset)

    async def listed(
        self, since: Moment, search: str = "", limit: int = 50, offset: int = 0
    ) -> tuple[list[RoomLine], int]:
        """The rooms that anybody may enter and in which something has happened since then."""
        return await self._list([game.c.kind == RoomKind.LISTED, game.c.updated >= since], search, limit, offset)

    async def _list(
        self, fits: list[ColumnElement[bool]], search: str, limit: int, offset: int
    ) -> tuple[list[RoomLine], int]:
        fits = [*fits, *(game.c.search.contains(word, autoescape=True) for word in search.casefold().split()[:8])]
        query = select(game.c.line).where(and_(*fits)).order_by(game.c.updated.desc(), game.c.id)
        async with self._read() as connection:
            total = await connection.scalar(select(func.count()).select_from(game).where(and_(*fits)))
            rows = await connection.execute(query.limit(limit).offset(offset))
            return [_line.decode(line) for (line,) in rows], total or 0

    async def count(self, owner: str) -> int:
        """How many rooms a visitor owns."""
        async with self._read() as connection:
            query = select(func.count()).select_from(game).where(game.c.owner == owner)
            return int(await connection.scalar(query) or 0)

    async def waiting_for_ai(self) -> list[str]:
        """Rooms in which an AI must move."""
        async with self._read() as connection:
            return list(await connection.scalars(select(game.c.id).where(game.c.ai_due)))

    async def overdue(self, now: Moment) -> list[str]:
        """Rooms whose deadline has passed."""
        async with self._read() as connection:
            return list(await connection.scalars(select(game.c.id).where(game.c.deadline <= now).limit(1000)))

    async def timed(self) -> list[str]:
        """Rooms in which time runs."""
        async with self._read() as connection:
            return list(await connection.scalars(select(game.c.id).where(game.c.deadline.is_not(None))))

    # --- reviews ---

    async def review(self, name: str) -> bytes | None:
        """A finished review."""
        async with self._read() as connection:
            data: bytes | None = await connection.scalar(select(review.c.data).where(review.c.id == name))
            return data

    async def keep_review(self, name: str, data: bytes, now: Moment) -> None:
        """Keep a finished review; the oldest ones make room."""
        async with self._write() as connection:
            await connection.execute(delete(review).where(review.c.id == name))
            await connection.execute(insert(review).values(id=name, data=data, created=now))
            oldest = select(review.c.id).order_by(review.c.created.desc(), review.c.id).offset(MOST_REVIEWS)
            await connection.execute(delete(review).where(review.c.id.in_(oldest)))

    # --- settings ---

    async def setting(self, key: str) -> str | None:
        async with self._read() as connection:
            value: str | None = await connection.scalar(select(setting.c.value).where(setting.c.key == key))
            return value

    async def set(self, key: str, value: str) -> None:
        async with self._write() as connection:
            changed = await connection.execute(update(setting).where(setting.c.key == key).values(value=value))
            if changed.rowcount == 0:
                await connection.execute(insert(setting).values(key=key, value=value))

    async def secret(self) -> str:
        """What cookies are signed with: made once, the same for every process that shares the database."""
        while True:
            secret = await self.setting("secret")
            if secret is not None:
                return secret
            try:
                async with self._write() as connection:
                    await connection.execute(insert(setting).values(key="secret", value=secrets.token_urlsafe(32)))
            except IntegrityError:
                continue  # another process was quicker

    # --- inside ---

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._reading.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(_reason(error)) from error

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it, or nothing."""
        try:
            async with self._turn, self._writing.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(_reason(error)) from error


async def _attempt(connection: AsyncConnection, work: Work) -> Exception | None:
    """Do one part of a transaction, or say why it cannot be done. Savepoints would not survive a full disk."""
    try:
        await work(connection)
    except (Conflict, Repeated) as error:
        return error
    return None


async def _seen(connection: AsyncConnection, room_id: str, command: CommandId) -> int | None:
    key = {"room": room_id, "visitor": command.visitor, "name": command.id}
    seq: int | None = await connection.scalar(_SEEN, key)
    return seq


async def _raise_if_repeated(connection: AsyncConnection, room_id: str, command: CommandId | None) -> None:
    if command is not None:
        seq = await _seen(connection, room_id, command)
        if seq is not None:
            raise Repeated(seq)


async def _insert(connection: AsyncConnection, made: Room, first: Event, command: CommandId | None) -> None:
    """A room that begins with this event."""
    await _raise_if_repeated(connection, made.id, command)
    await connection.execute(insert(game), _columns(made) | {"id": made.id, "snapshot_seq": 0})
    await _insert_events(connection, made.id, 0, [first], command)


async def _insert_events(
    connection: AsyncConnection, room_id: str, after: int, happened: Sequence[Event], command: CommandId | None
) -> None:
    """Events that follow the one of that number, and the command that led to them."""
    rows = [
        {"game_id": room_id, "seq": number, "data": _encode(what)} for number, what in enumerate(happened, after + 1)
    ]
    await connection.execute(insert(game_event), rows)
    if command is not None:
        seq = after + len(happened)
        named = {"game_id": room_id, "visitor": command.visitor, "id": command.id, "seq": seq}
        await connection.execute(insert(game_command), named)


_AT: Final = (game.c.id == bindparam("room"), game.c.version == bindparam("expected"))
_CHANGED: Final[dict[str, Any]] = {
    column.name: bindparam(column.name) for column in game.columns if column.name != "id"
}
_MOVE_WITH_SNAPSHOT: Final = update(game).where(*_AT).values(_CHANGED)
_MOVE: Final = (
    update(game)
    .where(*_AT)
    .values({name: value for name, value in _CHANGED.items() if name not in ("snapshot", "snapshot_seq")})
)
"""Move a room from one version to the next. Statements are made once: making them takes longer than running them."""
_SEEN: Final = select(game_command.c.seq).where(
    game_command.c.game_id == bindparam("room"),
    game_command.c.visitor == bindparam("visitor"),
    game_command.c.id == bindparam("name"),
)


def _columns(of: Room) -> dict[str, Any]:
    """What the table `game` says about a room besides its events."""
    line = views.line_of(of)
    first, second = map(visitor_at, of.holders)
    names = [holder.name for holder in of.holders if isinstance(holder, Person)]
    text = " ".join([of.title, of.options.rules, of.options.opening, *names])
    return {
        "version": of.seq,
        "line": _encode(line),
        "kind": of.kind,
        "phase": of.phase,
        "owner": of.owner,
        "first": first,
        "second": second,
        "search": text.casefold(),
        "plies": of.ply,
        "ai_due": of.ai_due is not None,
        "deadline": referee.deadline(of),
        "created": of.created,
        "updated": of.updated,
    }


def _reason(error: BaseException) -> str:
    """The database's own words, without the statement."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return str(error.orig)
    return str(error).splitlines()[0] if str(error) else type(error).__name__


# --- SQLite ---


def sqlite_url(path: Path) -> str:
    """The database of that file; the file and its folder are made for the owner alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot use {path}: {error.strerror or error}") from None
    return f"sqlite+aiosqlite:///{path}"


def _sqlite(url: str, size: int, immediate: bool) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine.sync_engine, "connect")
    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver likes
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def on_begin(connection: Any) -> None:
        # a writer that first reads and then finds the database changed would fail: take the right to write at once
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


__all__ = ["CommandId", "Conflict", "Repeated", "Store", "StoreError", "sqlite_url"]
