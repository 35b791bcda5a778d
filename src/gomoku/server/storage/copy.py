"""Copies a whole database into another one, SQLite or PostgreSQL: `gomoku db copy`.

The copy is one transaction, verified against the source before it is committed.
"""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Table, func, insert, literal, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from gomoku.server.storage import migrations
from gomoku.server.storage.database import StoreError, is_sqlite, long_running_engine, parse_url, reason, sqlite_engine
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import game, game_event, metadata, transient_tables

BATCH_ROWS: Final = 500
"""Rows per batch."""

Run = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Runs a function within a transaction."""
Progress = Callable[[str, int, int], None]
"""Progress callback: step with its table, rows done, rows in total."""


@dataclass(frozen=True)
class CopiedTable:
    """Number of rows copied of one table."""

    table: str
    rows: int


async def copy_database(source: str, target: str, progress: Progress) -> list[CopiedTable]:
    """Copy everything into an empty target. Raises StoreError; the target is then still empty."""
    if parse_url(source) == parse_url(target):
        raise StoreError("a database cannot be copied into itself")
    try:
        async with _transaction(source, reads=True) as read:
            schema = await read(migrations.version)
            if schema != migrations.HEAD:
                raise StoreError(f"the source has the schema version {schema or 'none'}: run gomoku db upgrade first")
            await (await Store.open(target)).close()
            async with _transaction(target) as write:
                return await _copy(read, write, progress)
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(reason(error)) from error


async def _copy(read: Run, write: Run, progress: Progress) -> list[CopiedTable]:
    tables = [table for table in metadata.sorted_tables if table not in transient_tables]
    for table in tables:
        if count := await write(_count(table)):
            raise StoreError(f"the target is not empty: {count} rows in its table {table.name}")
    copied = []
    for table in tables:
        total = await read(_count(table))
        before = _Checksum()
        async for rows in _rows(read, table):
            await write(_put(table, rows))
            before.add(rows)
            progress(f"copy {table.name}", before.rows, total)
        after = _Checksum()
        async for rows in _rows(write, table):
            after.add(rows)
            progress(f"compare {table.name}", after.rows, total)
        if (before.rows, before.value) != (after.rows, after.value):
            raise StoreError(f"the copy of {table.name} differs: {before.rows} rows were read, {after.rows} are there")
        copied.append(CopiedTable(table.name, after.rows))
    if inconsistent := await write(_inconsistent_rooms):
        raise StoreError(f"{len(inconsistent)} rooms are inconsistent: {', '.join(inconsistent[:3])} …")
    return copied


def _inconsistent_rooms(connection: Connection) -> list[str]:
    """Rooms whose events are not exactly numbers 1 to `version`."""
    events = select(func.count(), func.max(game_event.c.seq), game_event.c.game_id).group_by(game_event.c.game_id)
    known = {row[2]: (row[0], row[1]) for row in connection.execute(events)}
    rooms = connection.execute(select(game.c.id, game.c.version))
    return [name for name, version in rooms if known.get(name) != (version, version)]


class _Checksum:
    """Checksum of rows, independent of their order: databases collate text differently."""

    def __init__(self) -> None:
        self.rows = 0
        self.value = 0

    def add(self, rows: list[dict[str, Any]]) -> None:
        self.rows += len(rows)
        for row in rows:
            digest = hashlib.blake2b(repr(sorted(row.items())).encode("utf-8", "surrogatepass"), digest_size=16)
            self.value = (self.value + int.from_bytes(digest.digest())) % 2**128


def _count(table: Table) -> Callable[[Connection], int]:
    return lambda connection: int(connection.scalar(select(func.count()).select_from(table)) or 0)


def _put(table: Table, rows: list[dict[str, Any]]) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(insert(table), rows)


async def _rows(run: Run, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """All rows in batches, by keyset pagination on the primary key."""
    keys = list(table.primary_key.columns)
    query = select(table).order_by(*keys).limit(BATCH_ROWS)
    where = query

    def fetch(connection: Connection) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(where).mappings()]

    while rows := await run(fetch):
        yield rows
        last = (literal(rows[-1][key.name], key.type) for key in keys)
        where = query.where(tuple_(*keys) > tuple_(*last))


@asynccontextmanager
async def _transaction(url: str, reads: bool = False) -> AsyncIterator[Run]:
    """Run a block in one transaction; with `reads` it sees a consistent snapshot."""
    address = parse_url(url)
    if is_sqlite(address):
        engine = sqlite_engine(address, 1, "BEGIN" if reads else "BEGIN IMMEDIATE")
        try:
            with engine.begin() as connection:

                async def run(work: Callable[[Connection], Any]) -> Any:
                    return work(connection)

                yield run
        finally:
            engine.dispose()
    else:
        level = "REPEATABLE READ" if reads else "READ COMMITTED"
        server = long_running_engine(address, isolation_level=level)
        try:
            async with server.begin() as remote:
                yield remote.run_sync
        finally:
            await server.dispose()
