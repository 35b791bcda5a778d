"""Two kinds of databases, used in one way: work is a plain function of a connection, done whole or not at all.

SQLite has one thread that writes and some that read: a transaction is one trip to its thread, however many statements it
holds. A driver that hands over every single statement was measured: three times the processor's time. PostgreSQL is
reached over the network by an asynchronous driver, and the same functions run on top of it. There nothing waits
for ever: a server that is gone, or hangs, is an error within seconds.
"""

import asyncio
import contextlib
import importlib.util
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import NullPool

from gomoku.server.ops.errors import ExpectedError
from gomoku.shortage import is_shortage

PATIENCE: Final = 10.0
"""Seconds to wait for another process that is writing, for a statement, or for a free connection."""
READERS: Final = 4
"""Threads that read SQLite; connections that read PostgreSQL."""
WRITERS: Final = 4
"""Connections that write PostgreSQL: every trip to it takes a while, and other rooms need not wait for it."""
SPARE: Final = 1
"""One more for what cannot wait for its turn: a sign of life."""
CONNECT: Final = 5.0
"""Seconds to wait for PostgreSQL to let us in."""
LOCK_PATIENCE: Final = 5_000
"""Milliseconds that PostgreSQL waits for a row that another transaction holds."""
TRIES: Final = 5
"""How often a transaction is begun that others are in the way of."""
IN_THE_WAY: Final = ("40001", "40P01")
"""PostgreSQL's codes for that: `serialization_failure` and `deadlock_detected`."""

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[Connection], T]
"""Something to be read or done in one transaction."""


class StoreError(ExpectedError):
    """The database cannot be read or written. Nothing has changed."""


class Database(Protocol):
    """Where work is done. Errors are SQLAlchemy's, or the network's."""

    writers: int
    """Transactions that can be written at the same time."""
    is_shared: bool
    """Can processes on other machines use it as well?"""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T], single: bool = False) -> T:
        """`single`: on PostgreSQL it is one statement only, which is whole by itself."""
        ...

    async def rework(self, work: Work[T]) -> T:
        """A transaction that may take as long as it likes: a change of the tables, a copy of everything."""
        ...

    async def close(self) -> None: ...


def connect(url: str) -> Database:
    """The database at an address; nothing is opened before it is used. Raises StoreError where we cannot use it."""
    address = checked(url)
    return Sqlite(address) if is_sqlite(address) else PostgreSql(address)


def checked(url: str) -> URL:
    """The address of a database, with the driver we use. Raises StoreError where we have none."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("its address cannot be read; a file, or postgresql://user:password@host/name") from None
    kind = address.get_backend_name()
    if kind == "sqlite":
        return address.set(drivername="sqlite")
    if kind not in ("postgresql", "postgres"):
        raise StoreError(f"{kind} is not a kind that we know; a file, or postgresql://user:password@host/name")
    if importlib.util.find_spec("asyncpg") is None:
        raise StoreError("PostgreSQL needs a package that is not installed: pip install 'gomoku[cluster]'")
    return address.set(drivername="postgresql+asyncpg")


def is_sqlite(address: URL) -> bool:
    return address.get_backend_name() == "sqlite"


def sqlite_url(path: Path) -> str:
    """The database of that file; the file and its folder are made for the owner alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot use {path}: {error.strerror or error}") from None
    return f"sqlite:///{path}"


# --- SQLite ---


class Sqlite:
    """A file of this machine."""

    writers = 1  # more of them were measured: slower, and some waited very long
    is_shared = False

    def __init__(self, address: URL) -> None:
        self._reading = _Threads(sqlite_engine(address, READERS, "BEGIN"), READERS, "database-read")
        # a writer that first reads and then finds the database changed would fail: take the right to write at once
        self._writing = _Threads(sqlite_engine(address, 1, "BEGIN IMMEDIATE"), 1, "database-write")

    async def read(self, work: Work[T]) -> T:
        return await self._reading.run(work)

    async def write(self, work: Work[T], single: bool = False) -> T:
        return await self._writing.run(work)

    rework = write

    async def close(self) -> None:
        await self._reading.close()
        await self._writing.close()


class _Threads:
    """Some threads with a connection each, which they keep: to fetch one takes longer than to begin and commit."""

    def __init__(self, engine: Engine, count: int, name: str) -> None:
        self._engine = engine
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._connections: dict[int, Connection] = {}
        """By thread."""

    async def run(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        me = threading.get_ident()
        connection = self._connections.get(me)
        if connection is None:
            connection = self._connections[me] = self._engine.connect()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            del self._connections[me]  # whatever it was: the next one begins anew
            connection.close()
            raise

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown)
        for connection in self._connections.values():
            connection.close()
        self._engine.dispose()


def sqlite_engine(address: URL, size: int, begin: str) -> Engine:
    engine = create_engine(address, pool_size=size, max_overflow=0, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver likes
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine


# --- PostgreSQL ---


class PostgreSql:
    """A server that many processes share.

    What fails because the server was started again meanwhile, or because two transactions wait for each other, is done
    once more. If it had arrived all the same the second time finds it there: a command by its id, a version taken.
    """

    writers = WRITERS
    is_shared = True

    def __init__(self, address: URL) -> None:
        # each statement that reads stands for itself: that saves the trips which begin and end a transaction
        self._reading = _postgresql(address, pool_size=READERS, isolation_level="AUTOCOMMIT")
        self._writing = _postgresql(address, pool_size=WRITERS + SPARE)
        self._stating = self._writing.execution_options(isolation_level="AUTOCOMMIT")  # the same connections
        self._rare = patient_engine(address)

    async def read(self, work: Work[T]) -> T:
        async def once() -> T:
            async with self._reading.connect() as connection, _in_no_doubt(connection):
                return await connection.run_sync(work)

        return await _persistently(once)

    async def write(self, work: Work[T], single: bool = False) -> T:
        engine = self._stating if single else self._writing

        async def once() -> T:
            async with engine.connect() as connection, _in_no_doubt(connection), connection.begin():
                return await connection.run_sync(work)

        return await _persistently(once)

    async def rework(self, work: Work[T]) -> T:
        async with self._rare.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        for engine in (self._reading, self._writing, self._rare):
            await engine.dispose()


@contextlib.asynccontextmanager
async def _in_no_doubt(connection: "AsyncConnection") -> AsyncIterator[None]:
    """Part with a connection in which memory ran out: nobody knows what has reached the server.

    A transaction that has begun there and not here would swallow the next one: acknowledged, and never committed.
    """
    try:
        yield
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None and not is_shortage(cause):
            cause = cause.__cause__ or cause.__context__
        if cause is not None:
            await connection.invalidate()
        raise


async def _persistently(once: Callable[[], Awaitable[T]]) -> T:
    for number in range(TRIES):
        try:
            return await once()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) in IN_THE_WAY:
                await asyncio.sleep(0.02 * number)
            elif not error.connection_invalidated or number:
                raise
    return await once()


def patient_engine(address: URL, **options: Any) -> "AsyncEngine":
    """Connections for work that may take long."""
    from sqlalchemy.ext.asyncio import create_async_engine  # SQLite does without, and starts sooner

    return create_async_engine(address, poolclass=NullPool, connect_args={"timeout": CONNECT}, **options)


def _postgresql(address: URL, **options: Any) -> "AsyncEngine":
    from sqlalchemy.ext.asyncio import create_async_engine

    settings = {
        "application_name": "gomoku",
        "synchronous_commit": "on",  # what is acknowledged is on its disk
        "lock_timeout": str(LOCK_PATIENCE),
        "idle_in_transaction_session_timeout": str(3 * LOCK_PATIENCE),  # if a process hangs, others go on
    }
    arguments = {"timeout": CONNECT, "command_timeout": PATIENCE, "server_settings": settings}
    return create_async_engine(address, max_overflow=0, pool_timeout=PATIENCE, connect_args=arguments, **options)


# --- what goes wrong ---


def reason(error: BaseException) -> str:
    """The database's own words, without the statement and the driver's names."""
    if isinstance(error, NoConnection):
        return "too much is asked of the database at once"
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    words = re.sub(r"^<class '[^']*'>: ", "", str(error)).strip()
    if isinstance(error, TimeoutError) and not words:
        return "the database does not answer"
    return words.splitlines()[0] if words else type(error).__name__
