"""Two kinds of databases, used in one way: work is a plain function of a connection, done whole or not at all.

SQLite has one thread that writes and some that read: a transaction is one trip to its thread, however many statements it
holds. A driver that hands over every single statement was measured: three times the processor's time. Other
databases are reached over the network by an asynchronous driver, and the same functions run on top of it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.ext.asyncio import create_async_engine

PATIENCE: Final = 10.0
"""Seconds to wait for another process that is writing."""
READERS: Final = 4
"""Threads that read SQLite."""

T = TypeVar("T")
Work = Callable[[Connection], T]
"""Something to be read or done in one transaction."""


class Database(Protocol):
    """Where work is done. Errors are SQLAlchemy's."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T: ...

    async def close(self) -> None: ...


def connect(url: str) -> Database:
    """The database at an address; nothing is opened before it is used."""
    address = make_url(url)
    return Sqlite(address) if address.get_backend_name() == "sqlite" else Server(address)


class Sqlite:
    """A file of this machine."""

    def __init__(self, address: URL) -> None:
        address = address.set(drivername="sqlite")
        self._reading = _Threads(_sqlite(address, READERS, "BEGIN"), READERS, "database-read")
        # a writer that first reads and then finds the database changed would fail: take the right to write at once
        self._writing = _Threads(_sqlite(address, 1, "BEGIN IMMEDIATE"), 1, "database-write")

    async def read(self, work: Work[T]) -> T:
        return await self._reading.run(work)

    async def write(self, work: Work[T]) -> T:
        return await self._writing.run(work)

    async def close(self) -> None:
        await self._reading.close()
        await self._writing.close()


class _Threads:
    """Some threads with a connection each."""

    def __init__(self, engine: Engine, count: int, name: str) -> None:
        self._engine = engine
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)

    async def run(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._transact, work)

    def _transact(self, work: Work[T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown)
        self._engine.dispose()


def _sqlite(address: URL, size: int, begin: str) -> Engine:
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


class Server:
    """A database that is reached over the network."""

    def __init__(self, address: URL) -> None:
        self._engine = create_async_engine(address)

    async def read(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()
