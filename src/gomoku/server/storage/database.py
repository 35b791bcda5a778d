"""SQLite and PostgreSQL behind one interface: work is a plain function of a connection, run in one transaction.

SQLite has one writer thread and READERS reader threads; a transaction is handed to a thread once, with all its
statements. An asynchronous driver, with a hand-over per statement, was measured to take three times the CPU time.
PostgreSQL is used through an asynchronous driver that runs the same functions. Everything there has a timeout: a server
that is down or hangs is an error within seconds.
"""

import asyncio
import contextlib
import importlib.util
import os
import re
import sqlite3
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import NullPool

from gomoku.server.ops.errors import ExpectedError
from gomoku.shortage import is_shortage

TIMEOUT: Final = 10.0
"""Seconds to wait for SQLite's write lock, for a PostgreSQL statement, or for a free connection."""
READERS: Final = 4
"""Reader threads on SQLite; read connections to PostgreSQL."""
WRITERS: Final = 4
"""Write connections to PostgreSQL, so that rooms do not wait for each other's round trips."""
URGENT_CONNECTIONS: Final = 1
"""Additional connections for urgent writes: heartbeats."""
CONNECT_TIMEOUT: Final = 5.0
"""Seconds to wait for a connection to PostgreSQL."""
LOCK_TIMEOUT: Final = 5_000
"""Milliseconds PostgreSQL waits for a row lock."""
LOW_SPACE: Final = 16 << 20
"""Bytes left on the disk of a SQLite file below which its log is written back after every transaction. Otherwise the log grows
to 4 MB, and on a tiny disk it would fill what the database needs."""
NO_SPACE: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""Error codes of a write for which there is no space: on the disk, or by a limit or quota."""
RETRIES: Final = 5
"""Retries after a serialization failure or deadlock."""
RETRYABLE: Final = ("40001", "40P01")
"""SQLSTATE codes to retry: `serialization_failure` and `deadlock_detected`."""

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[Connection], T]
"""Body of one transaction."""


class StoreError(ExpectedError):
    """The database cannot be read or written; nothing has changed."""

    is_logged = True  # once for each outage, see `outage`


class Database(Protocol):
    """Runs transactions. Raises SQLAlchemyError or OSError."""

    writers: int
    """Concurrent write transactions."""
    is_shared: bool
    """Can processes on other machines use it as well?"""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T], single: bool = False) -> T:
        """`single`: on PostgreSQL it is a single statement, atomic without a transaction."""
        ...

    async def run_long(self, work: Work[T]) -> T:
        """A transaction without timeout: a migration, a copy of everything."""
        ...

    async def require_space(self, size: int) -> None:
        """Raise OSError unless a file of `size` bytes can be written beside the database, if it is a local one."""
        ...

    async def close(self) -> None: ...


def connect(url: str) -> Database:
    """The database at a URL, connected lazily. Raises StoreError if the URL is not supported."""
    address = parse_url(url)
    return Sqlite(address) if is_sqlite(address) else PostgreSql(address)


def parse_url(url: str) -> URL:
    """The URL of a database with our driver. Raises StoreError if it is not supported."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("invalid address; use a file or postgresql://user:password@host/name") from None
    kind = address.get_backend_name()
    if kind == "sqlite":
        return address.set(drivername="sqlite")
    if kind not in ("postgresql", "postgres"):
        raise StoreError(f"{kind} is not supported; use a file or postgresql://user:password@host/name")
    if importlib.util.find_spec("asyncpg") is None:
        raise StoreError("PostgreSQL needs a package that is not installed: pip install 'gomoku[cluster]'")
    return address.set(drivername="postgresql+asyncpg")


def is_sqlite(address: URL) -> bool:
    return address.get_backend_name() == "sqlite"


def sqlite_url(path: Path) -> str:
    """URL of a SQLite file. Creates the file and its folder, readable by the owner only. Raises StoreError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot use {path}: {error.strerror or error}") from None
    return f"sqlite:///{path}"


# --- SQLite ---


class Sqlite:
    """A local file."""

    writers = 1  # more were measured: slower, with starvation
    is_shared = False

    def __init__(self, address: URL) -> None:
        self._reading = _ThreadPool(sqlite_engine(address, READERS, "BEGIN"), READERS, "database-read")
        # BEGIN IMMEDIATE takes the write lock first: upgrading a read lock can fail.
        self._folder = Path(address.database or "").parent
        self._writing = _WriterThread(sqlite_engine(address, 1, "BEGIN IMMEDIATE"), self._folder)

    async def read(self, work: Work[T]) -> T:
        return await self._reading.run(work)

    async def write(self, work: Work[T], single: bool = False) -> T:
        return await self._writing.run(work)

    run_long = write

    async def require_space(self, size: int) -> None:
        def try_it() -> None:
            try:
                with tempfile.TemporaryFile(dir=self._folder) as draft:
                    draft.write(bytes(size))
                    draft.flush()
                    os.fsync(draft.fileno())
            except OSError as error:
                raise OSError(error.strerror or error) from None

        await asyncio.to_thread(try_it)

    async def close(self) -> None:
        await self._reading.close()
        await self._writing.close()


class _ThreadPool:
    """Thread pool with one persistent connection per thread: pool checkout costs more than a transaction."""

    def __init__(self, engine: Engine, count: int, name: str) -> None:
        self._engine = engine
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._connections: dict[int, Connection] = {}
        """By thread id."""

    async def run(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        connection = self._connection()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            del self._connections[threading.get_ident()]  # its state is unknown: reconnect next time
            connection.close()
            raise

    def _connection(self) -> Connection:
        """The connection of this thread."""
        me = threading.get_ident()
        found = self._connections.get(me)
        if found is None:
            found = self._connections[me] = self._engine.connect()
        return found

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown)
        for connection in self._connections.values():
            connection.close()
        self._engine.dispose()


class _WriterThread(_ThreadPool):
    """The thread that writes. Where space is short it keeps the write-ahead log small, so that the disk holds data."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        super().__init__(engine, 1, "database-write")
        self._folder = folder

    def _transact(self, work: Work[T]) -> T:
        try:
            done = super()._transact(work)
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF not in NO_SPACE or not self._write_back():
                raise
            return super()._transact(work)  # the log is overwritten from its start, and needs no more space
        if self._is_low():
            self._write_back()
        return done

    def _is_low(self) -> bool:
        try:
            disk = os.statvfs(self._folder)
        except OSError:
            return False
        return disk.f_bavail * disk.f_frsize < LOW_SPACE

    def _write_back(self) -> bool:
        """Move the log into the database, without waiting for readers; False if some of it is left."""
        try:
            driver: Any = self._connection().connection.driver_connection  # a checkpoint is no part of a transaction
            driver.execute("PRAGMA journal_size_limit = 0")  # the log is truncated when it is overwritten
            _, pages, moved = driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except (sqlite3.Error, DBAPIError):
            return False
        return bool(pages == moved)


def sqlite_engine(address: URL, size: int, begin: str) -> Engine:
    engine = create_engine(address, pool_size=size, max_overflow=0, connect_args={"timeout": TIMEOUT})

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # no implicit transactions: `on_begin` starts them
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
    """A PostgreSQL server, shared by any number of processes.

    Transactions are retried after a lost connection, a serialization failure or a deadlock. Retries are safe: if the
    first attempt was committed, the second one finds its command id or a changed version.
    """

    writers = WRITERS
    is_shared = True

    def __init__(self, address: URL) -> None:
        # Reads run in autocommit mode, which saves the round trips of BEGIN and COMMIT.
        self._reading = _postgresql(address, pool_size=READERS, isolation_level="AUTOCOMMIT")
        self._writing = _postgresql(address, pool_size=WRITERS + URGENT_CONNECTIONS)
        self._autocommit = self._writing.execution_options(isolation_level="AUTOCOMMIT")  # on the same connections
        self._long_running = long_running_engine(address)

    async def read(self, work: Work[T]) -> T:
        async def once() -> T:
            async with self._reading.connect() as connection, _invalidate_on_shortage(connection):
                return await connection.run_sync(work)

        return await _with_retries(once)

    async def write(self, work: Work[T], single: bool = False) -> T:
        engine = self._autocommit if single else self._writing

        async def once() -> T:
            async with engine.connect() as connection, _invalidate_on_shortage(connection), connection.begin():
                return await connection.run_sync(work)

        return await _with_retries(once)

    async def run_long(self, work: Work[T]) -> T:
        async with self._long_running.begin() as connection:
            return await connection.run_sync(work)

    async def require_space(self, size: int) -> None:
        """Do nothing: only the database server knows its disk."""

    async def close(self) -> None:
        for engine in (self._reading, self._writing, self._long_running):
            await engine.dispose()


@contextlib.asynccontextmanager
async def _invalidate_on_shortage(connection: "AsyncConnection") -> AsyncIterator[None]:
    """Discard a connection in which memory ran out: what reached the server is unknown.

    A transaction begun there but not here would absorb the next one, which would be acknowledged and never committed.
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


async def _with_retries(once: Callable[[], Awaitable[T]]) -> T:
    for number in range(RETRIES):
        try:
            return await once()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) in RETRYABLE:
                await asyncio.sleep(0.02 * number)
            elif not error.connection_invalidated or number:
                raise
    return await once()


def long_running_engine(address: URL, **options: Any) -> "AsyncEngine":
    """An engine without statement timeout."""
    from sqlalchemy.ext.asyncio import create_async_engine  # not needed for SQLite, which starts faster

    return create_async_engine(address, poolclass=NullPool, connect_args={"timeout": CONNECT_TIMEOUT}, **options)


def _postgresql(address: URL, **options: Any) -> "AsyncEngine":
    from sqlalchemy.ext.asyncio import create_async_engine

    settings = {
        "application_name": "gomoku",
        "synchronous_commit": "on",  # acknowledged means durable
        "lock_timeout": str(LOCK_TIMEOUT),
        "idle_in_transaction_session_timeout": str(3 * LOCK_TIMEOUT),  # a process that hangs does not block others
    }
    arguments = {"timeout": CONNECT_TIMEOUT, "command_timeout": TIMEOUT, "server_settings": settings}
    return create_async_engine(address, max_overflow=0, pool_timeout=TIMEOUT, connect_args=arguments, **options)


# --- errors ---


def reason(error: BaseException) -> str:
    """Message of a database error, without the SQL statement and driver names."""
    if isinstance(error, NoConnection):
        return "the database is overloaded: no free connection"
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    words = re.sub(r"^<class '[^']*'>: ", "", str(error)).strip()
    if isinstance(error, TimeoutError) and not words:
        return "the database does not answer"
    return words.splitlines()[0] if words else type(error).__name__
