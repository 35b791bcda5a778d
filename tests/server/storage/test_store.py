"""The store: durability, concurrent writers, migrations, killed processes."""

import asyncio
import contextlib
import os
import re
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, text

import gomoku
from gomoku.server.analysis.engine_pool import EnginePool
from gomoku.server.live.hub import Hub
from gomoku.server.rooms import referee, room
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply, fold
from gomoku.server.storage import database, migrations
from gomoku.server.storage import store as store_module
from gomoku.server.storage.store import SNAPSHOT_EVERY, CommandId, Conflict, Repeated, Store, StoreError, sqlite_url
from gomoku.server.storage.tables import game, game_event, metadata, relation
from gomoku.server.wire import messages
from gomoku.server.wire.events import Event
from gomoku.server.wire.values import Options, Phase
from tests.support.waiting import eventually


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "games.sqlite"


def run(work):
    return asyncio.run(work)


def made(name="r1", owner="ann", rules="freestyle;size=15", now=1000, me="Ann") -> tuple[Room, Event]:
    command = messages.Create("c", Options(rules=rules), messages.Me(me), messages.Me("Bob"))
    created = referee.create(command, owner, now)
    return apply(name, None, created), created


def step(before: Room, now: int = 2000) -> tuple[Room, tuple[Event, ...]]:
    """Play one legal stone: the room after it, and its events."""
    cell = before.game.allowed_cells()[(7 * before.ply) % 100]
    command = messages.Play("p", before.id, cell, before.ply)
    by = Actor(before.owner) if not before.ai_due else Actor(engine_of=before.ai_due, ms=5)
    happened = referee.decide(before, command, by, now)
    return fold(before.id, happened, before), happened


async def read(store: Store, name: str = "r1", until: int | None = None) -> Room:
    found = await store.load(name, until)
    assert found is not None
    return found


async def filled(store: Store, count: int, name: str = "r1") -> Room:
    state, created = made(name)
    await store.create(state, created)
    for number in range(count):
        after, happened = step(state, 2000 + number)
        await store.append(state, after, happened, CommandId("ann", f"p{number}"))
        state = after
        if state.is_over:
            break
    return state


def test_write_and_read_back(url):
    async def work():
        store = await Store.open(url)
        state = await filled(store, 8)
        assert room.to_bytes(await store.load("r1")) == room.to_bytes(state)
        await store.close()
        again = await Store.open(url)
        assert room.to_bytes(await again.load("r1")) == room.to_bytes(state)
        for until in range(1, state.seq + 1):
            past = await read(again, "r1", until)
            assert past.seq == until
            assert past.ply == until - 1
        assert await again.load("r2") is None
        await again.close()

    run(work())


def test_long_room_is_loaded_from_its_snapshot(url):
    async def work():
        store = await Store.open(url)
        state, created = made()
        await store.create(state, created)
        for number in range(SNAPSHOT_EVERY + 20):
            command = messages.Say("s", "r1", f"line {number}")
            happened = referee.decide(state, command, Actor("ann"), 2000)
            after = fold("r1", happened, state)
            await store.append(state, after, happened)
            state = after
        await store.close()
        store = await Store.open(url)
        assert await store.read(lambda connection: connection.scalar(select(game.c.snapshot_seq))) == SNAPSHOT_EVERY
        await store.write(
            lambda connection: connection.execute(delete(game_event).where(game_event.c.seq <= SNAPSHOT_EVERY))
        )
        assert room.to_bytes(await store.load("r1")) == room.to_bytes(state)
        await store.close()

    run(work())


def test_very_long_game_is_loaded_in_a_thread(url, monkeypatch):
    monkeypatch.setattr(store_module, "LONG_GAME", 3)

    async def work():
        store = await Store.open(url)
        state = await filled(store, 8)
        assert room.to_bytes(await store.load("r1")) == room.to_bytes(state)
        await store.close()

    run(work())


def test_second_writer_gets_a_conflict(url):
    async def work():
        one, other = await Store.open(url), await Store.open(url)
        state = await filled(one, 3)
        after, happened = step(state)
        await one.append(state, after, happened, CommandId("ann", "mine"))
        with pytest.raises(Conflict):
            await other.append(state, after, happened, CommandId("bob", "his"))
        with pytest.raises(Repeated) as repeated:
            await other.append(state, after, happened, CommandId("ann", "mine"))
        assert repeated.value.seq == after.seq
        assert len(await other.events("r1", 0)) == after.seq
        assert await other.committed_seq("r1", CommandId("bob", "his")) is None
        await one.close()
        await other.close()

    run(work())


def test_concurrent_writers(url):
    """Two connections, many tasks: every event is stored once, in order."""

    async def writer(store: Store, count: int, name: str):
        stored = 0
        while stored < count:
            state = await read(store)
            command = messages.Say("s", "r1", f"{name} {stored}")
            happened = referee.decide(state, command, Actor("ann"), 2000)
            try:
                await store.append(state, fold("r1", happened, state), happened, CommandId(name, str(stored)))
                stored += 1
            except Conflict:
                continue

    async def work():
        stores = [await Store.open(url) for _ in range(2)]
        state, created = made()
        await stores[0].create(state, created)
        await asyncio.gather(*(writer(stores[n % 2], 10, f"w{n}") for n in range(4)))
        texts = [line.text for line in (await read(stores[1])).chat]
        assert sorted(texts) == sorted(f"w{n} {k}" for n in range(4) for k in range(10))
        for name in ("w0", "w1", "w2", "w3"):
            own = [text for text in texts if text.startswith(name)]
            assert own == sorted(own)
        for store in stores:
            await store.close()

    run(work())


def test_group_commit_isolates_failures(url):
    async def work():
        store = await Store.open(url)
        rooms = [await filled(store, 1, f"r{number}") for number in range(30)]
        writes = []
        for number, state in enumerate(rooms):
            after, happened = step(state)
            name = CommandId("ann", "p0" if number % 5 == 1 else "next")  # p0 was executed before
            before = (
                state if number % 5 != 2 else fold(state.id, step(state)[1], state)
            )  # a version that does not exist
            writes.append(store.append(before, after, happened, name))
        writes.append(store.create(*made("r7")))  # an id that is taken
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(results.pop(), Conflict)
        for number, result in enumerate(results):
            expected = {1: Repeated, 2: Conflict}.get(number % 5, type(None))
            assert type(result) is expected, number
            stored = await read(store, f"r{number}")
            assert stored.ply == (2 if expected is type(None) else 1)
            assert len(await store.events(f"r{number}", 0)) == stored.seq
        await store.close()

    run(work())


def test_lists_search_and_delete(url):
    async def work():
        store = await Store.open(url)
        for number, (owner, rules, name) in enumerate(
            (("ann", "42", "Ann"), ("ann", "renju", "Zoé 100%"), ("bob", "42", "Bob"), ("ann", "pente", "a_b"))
        ):
            state, created = made(f"r{number}", owner, rules, 1000 + number, me=name)
            await store.create(state, created)
        lines, total = await store.games("ann")
        assert ([line.room for line in lines], total) == (["r3", "r1", "r0"], 3)
        assert [line.room for line in (await store.games("ann", "ZOÉ"))[0]] == ["r1"]
        assert [line.room for line in (await store.games("ann", "%"))[0]] == ["r1"]
        assert [line.room for line in (await store.games("ann", "_"))[0]] == ["r3"]
        assert (await store.games("ann", "renju bob"))[1] == 1
        assert await store.games("ann", phase=Phase.OVER) == ([], 0)
        lines, total = await store.games("ann", limit=1, offset=1)
        assert ([line.room for line in lines], total) == (["r1"], 3)
        assert await store.delete("r1")
        assert not await store.delete("r1")
        assert (await store.games("ann"))[1] == 2
        assert await store.load("r1") is None
        await store.close()

    run(work())


async def talk(store: Store, stored: list[Room]) -> None:
    """Append chat messages until the store fails."""
    while len(stored) < 2000:
        happened = referee.decide(stored[-1], messages.Say("s", "r1", "x" * 400), Actor("ann"), 2000)
        after = fold("r1", happened, stored[-1])
        await store.append(stored[-1], after, happened)
        stored.append(after)


def test_full_disk_is_reported_and_loses_nothing(path):
    async def work():
        store = await Store.open(sqlite_url(path))
        state = await filled(store, 5)
        pages = await store.write(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar())
        await store.write(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
        stored = [state]
        with pytest.raises(StoreError, match="full"):
            await talk(store, stored)
        state = stored[-1]
        assert room.to_bytes(await store.load("r1")) == room.to_bytes(state)
        await store.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1000000"))
        after, happened = step(state)
        await store.append(state, after, happened)  # works again once there is space
        await store.close()

    run(work())


@contextlib.contextmanager
def files_of_at_most(size: int):
    """No file of this process may grow beyond `size` bytes: a small disk, without root."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


def test_full_log_is_written_back_and_play_goes_on(path):
    """The disk is full when the database is, not when its log is: on a tiny one, the log alone would fill it."""

    async def work():
        store = await Store.open(sqlite_url(path))
        stored = [await filled(store, 5)]
        with files_of_at_most(400_000), pytest.raises(StoreError):
            await talk(store, stored)
        assert path.stat().st_size > 390_000, "the log was written back before"
        after, happened = step(stored[-1])
        await store.append(stored[-1], after, happened)  # without a restart
        await store.close()

    run(work())


def test_log_stays_small_if_space_is_short(path, monkeypatch):
    async def work():
        store = await Store.open(sqlite_url(path))
        monkeypatch.setattr(database, "LOW_SPACE", 1 << 62)
        for number in range(30):
            await store.set("large", str(number % 10) * 20_000)
        assert path.with_name(path.name + "-wal").stat().st_size < 100_000
        await store.close()

    run(work())


def test_outage_is_logged_once_and_ends_by_itself(path, monkeypatch, caplog):
    monkeypatch.setattr(store_module, "PROBE_INTERVAL", 0.01)

    async def work():
        store = await Store.open(sqlite_url(path))
        await filled(store, 1)
        await store.probe()
        with files_of_at_most(1):
            for _ in range(20):
                with pytest.raises(StoreError):
                    await store.set("large", "x" * 100_000)
                assert await store.setting("large") is None, "reads go on"
            with pytest.raises(StoreError):
                await store.probe()
            assert [record.getMessage() for record in caplog.records] == ["the database cannot be used: disk I/O error"]
        await eventually(lambda: len(caplog.records) == 2)  # recovery is noticed without any request
        words = r"the database can be used again, after \d+ s and \d{2,} failed reads and writes"
        assert re.fullmatch(words, caplog.records[1].getMessage())
        await store.probe()
        await store.close()

    run(work())


def test_exhausted_connection_pool_is_reported(postgres, monkeypatch):
    monkeypatch.setattr(database, "TIMEOUT", 0.3)

    async def work():
        store = await Store.open(postgres.create())
        async with contextlib.AsyncExitStack() as held:
            assert isinstance(store._database, database.PostgreSql)
            for _ in range(database.READERS):
                await held.enter_async_context(store._database._reading.connect())
            with pytest.raises(StoreError) as refused:
                await store.setting("alive")
        assert str(refused.value) == "the database is overloaded: no free connection"
        assert await store.setting("alive") is None, "it recovers"
        await store.close()

    run(work())


def test_files_are_private(path):
    async def work():
        store = await Store.open(sqlite_url(path))
        await filled(store, 1)
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        await store.close()

    run(work())


def test_invalid_database_file(tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_text("This is not a database. " * 100)
    with pytest.raises(StoreError, match="not a database"):
        run(Store.open(sqlite_url(path)))


def test_unusable_path(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot use"):
        sqlite_url(tmp_path / "file" / "games.sqlite")


def test_secret_is_stable(url):
    async def work():
        store = await Store.open(url)
        secret = await store.secret()
        assert len(secret) >= 32
        await store.close()
        again = await Store.open(url)
        assert await again.secret() == secret
        await again.close()

    run(work())


def test_migrations_match_the_tables(url):
    """Alembic finds nothing to change between the migrated database and the tables."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    async def work():
        await (await Store.open(url)).close()
        store = await Store.open(url)  # the second time is a no-op
        changes = await store.write(
            lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
        )
        await store.close()
        return changes

    assert run(work()) == []
    assert ScriptDirectory.from_config(migrations.config()).get_heads() == [migrations.HEAD]


def test_newer_schema_is_refused(url):
    async def work():
        store = await Store.open(url)
        await store.write(
            lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        )
        await store.close()
        await Store.open(url)

    with pytest.raises(StoreError, match="newer version"):
        run(work())


def test_concurrent_migrations_run_once(url):
    async def work():
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        assert len({await store.secret() for store in stores}) == 1
        for store in stores:
            await store.close()

    run(work())


def test_no_table_has_an_autoincrement_key():
    """A copy of the database would have to set the sequence."""
    assert [table.name for table in metadata.sorted_tables if table.autoincrement_column is not None] == []


OLDEST = ("game", "game_event", "game_command", "setting")
"""Tables of the first schema."""


def test_first_schema_is_upgraded(path):
    """With existing games."""
    from sqlalchemy import create_engine

    from gomoku.server.storage.tables import metadata

    async def before():
        store = await Store.open(sqlite_url(path))
        await filled(store, 4)
        await store.close()

    async def after():
        store = await Store.open(sqlite_url(path))
        assert (await read(store)).ply == 4
        assert await store.unplayed(10**15, 10**15) == []
        await store.close()

    run(before())
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        for statement in (
            "DROP INDEX game_plies",
            "DROP INDEX game_listed",
            "DROP INDEX game_slow",
            "UPDATE game SET kind = 'listed'",
            *(f"ALTER TABLE game DROP COLUMN {name}" for name in ("plies", "keeper", "preset", "listed", "open_seat")),
            *(f"ALTER TABLE game DROP COLUMN {name}" for name in ("slow", "turn")),
            *(f"DROP TABLE {name}" for name in metadata.tables if name not in OLDEST),
        ):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    engine.dispose()
    run(after())
    with sqlite3.connect(path) as database:
        columns = database.execute("SELECT plies, preset, listed, open_seat FROM game").fetchall()
        assert columns == [(4, "freestyle", True, False)]
    database.close()


def test_unplayed_rooms_are_deleted(url):
    async def work():
        store = await Store.open(url)
        await filled(store, 3, "played")
        for name, now in (("old", 1000), ("new", 5000)):
            await store.create(*made(name, now=now))
        assert await store.unplayed(4000, 4000) == ["old"]
        engines = EnginePool(1)
        hub = Hub(store, engines)
        await hub.tidy()
        assert [line.room for line in (await store.games("ann"))[0]] == ["played"]
        await engines.close()
        await store.close()

    run(work())


WRITER = """
import asyncio, sys
from tests.server.storage.test_store import made, step
from gomoku.server.storage.store import CommandId, Store

async def main():
    store = await Store.open(sys.argv[1])
    number = 0
    while True:
        state, created = made(f"{sys.argv[2]}-{number}")
        await store.create(state, created)
        print(state.id, state.seq, flush=True)
        while not state.is_over and state.ply < 40:
            after, happened = step(state)
            await store.append(state, after, happened, CommandId("ann", str(after.seq)))
            state = after
            print(state.id, state.seq, flush=True)
        number += 1

asyncio.run(main())
"""


def test_killed_writers_lose_no_acknowledged_event(url):
    """Two concurrent writer processes are killed repeatedly."""
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root), str(Path(gomoku.__file__).parents[1])))}
    acknowledged: dict[str, int] = {}
    for round_ in range(3):
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, url, f"w{round_}{each}"],
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
            )
            for each in range(2)
        ]
        heard = [
            "".join(writer.stdout.readline() for _ in range(20 + 7 * round_)) for writer in writers if writer.stdout
        ]
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
        for writer, before in zip(writers, heard, strict=True):
            with writer:  # `communicate` would pass over what `readline` has buffered
                rest = writer.stdout.read() if writer.stdout else ""
            for line in (before + rest).splitlines():
                if line.count(" ") == 1 and line.endswith(tuple("0123456789")):
                    name, seq = line.split()
                    acknowledged[name] = max(acknowledged.get(name, 0), int(seq))

    async def check():
        store = await Store.open(url)
        for name, seq in acknowledged.items():
            state = await store.load(name)
            assert state is not None
            assert state.seq >= seq, f"{name}: {seq} was acknowledged, {state.seq} is there"
            assert len(await store.events(name, 0)) == state.seq
        await store.close()

    run(check())
    assert sum(acknowledged.values()) > 30


def test_a_row_that_two_replace_at_a_time_is_replaced_by_both(url):
    """On PostgreSQL both delete the row, and one of them then finds that of the other."""

    async def work():
        store = await Store.open(url)
        row = {"visitor": "ann", "other": "bob", "kind": "follow", "at": 1}
        attempts = []

        def relate(connection):
            attempts.append(connection)
            if len(attempts) > 1:  # the first attempt does not see what is being written
                connection.execute(delete(relation))
            connection.execute(insert(relation).values(row | {"kind": "block"}))
            return True

        try:
            await store.write(lambda connection: connection.execute(insert(relation).values(row)))
            assert await store.write(relate)
            assert await store.read(lambda connection: connection.scalars(select(relation.c.kind)).all()) == ["block"]
        finally:
            await store.close()

    run(work())
