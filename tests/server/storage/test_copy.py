"""Copies between SQLite and PostgreSQL, and upgrades on the command line."""

import asyncio
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text
from typer.testing import CliRunner

from gomoku.cli import app
from gomoku.server.rooms import room
from gomoku.server.storage import copy, migrations
from gomoku.server.storage.store import Store, StoreError, sqlite_url
from gomoku.server.storage.tables import game, game_event, metadata, token, transient_tables
from tests.server.storage.test_store import filled, made, read


@pytest.fixture
def source(tmp_path) -> str:
    """A database with rooms, a review, a secret and a token."""
    url = sqlite_url(tmp_path / "source.sqlite")

    async def work():
        store = await Store.open(url)
        await filled(store, 60, "long")
        for number in range(20):
            await filled(store, number % 4, f"r{number}")
        await store.create(*made("Zoé-é", me="Zoé 100% 🀄"))
        await store.keep_review("a review", bytes(range(256)), 5)
        await store.secret()
        row = {"id": "t", "hash": "h", "prefix": "p", "name": "n", "owner": "", "visitor": "bot-x", "created": 2**40}
        await store.write(lambda connection: connection.execute(insert(token).values(row)))
        await store.close()

    asyncio.run(work())
    return url


def copied(source: str, target: str) -> tuple[dict[str, int], list[tuple[str, int, int]]]:
    told: list[tuple[str, int, int]] = []
    done = asyncio.run(copy.copy_database(source, target, lambda *news: told.append(news)))
    return {each.table: each.rows for each in done}, told


async def everything(url: str) -> dict[str, Any]:
    """All rows of all tables, and every room rebuilt."""
    store = await Store.open(url)
    found: dict[str, Any] = {}
    for table in metadata.sorted_tables:
        rows = await store.read(partial(Connection.execute, statement=select(table)))
        found[table.name] = sorted(map(repr, map(tuple, rows.all())))
    for name in await store.read(lambda connection: list(connection.scalars(select(game.c.id)))):
        found[name] = room.to_bytes(await read(store, name))
    await store.close()
    return found


def test_copy_to_postgresql_and_back(source, postgres, tmp_path, monkeypatch):
    monkeypatch.setattr(copy, "BATCH_ROWS", 7)
    there, back = postgres.create(), sqlite_url(tmp_path / "back.sqlite")
    counts, told = copied(source, there)
    assert counts["game"] == 22
    assert counts["review"] == counts["setting"] == counts["token"] == 1
    assert set(counts) == set(metadata.tables) - {table.name for table in transient_tables}
    assert ("copy game", 22, 22) in told
    assert ("compare game", 22, 22) in told
    original = asyncio.run(everything(source))
    assert asyncio.run(everything(there)) == original
    assert copied(there, back)[0] == counts
    assert asyncio.run(everything(back)) == original


def test_non_empty_target_is_refused(source, postgres):
    target = postgres.create()

    async def put() -> None:
        store = await Store.open(target)
        await filled(store, 1, "mine")
        await store.close()

    asyncio.run(put())
    with pytest.raises(StoreError, match="not empty: 1 rows in its table game"):
        copied(source, target)
    assert [name for name in asyncio.run(everything(target)) if name in ("mine", "long")] == ["mine"]


def test_inconsistent_room_aborts_the_copy(source, postgres):
    target = postgres.create()

    async def spoil() -> None:
        store = await Store.open(source)
        gone = game_event.delete().where(game_event.c.game_id == "r3", game_event.c.seq == 2)
        await store.write(lambda connection: connection.execute(gone))
        await store.close()

    asyncio.run(spoil())
    with pytest.raises(StoreError, match="1 rooms are inconsistent: r3"):
        copied(source, target)
    assert asyncio.run(everything(target))["game"] == [], "nothing was copied"


def test_changed_rows_abort_the_copy(source, postgres):
    """A trigger in the target changes the written rows."""
    target = postgres.create()

    async def spoil() -> None:
        store = await Store.open(target)
        for statement in (
            "CREATE FUNCTION spoil() RETURNS trigger AS $$ BEGIN NEW.value := 'x'; RETURN NEW; END $$ LANGUAGE plpgsql",
            "CREATE TRIGGER spoil BEFORE INSERT ON setting FOR EACH ROW EXECUTE FUNCTION spoil()",
        ):
            await store.write(partial(Connection.execute, statement=text(statement)))
        await store.close()

    asyncio.run(spoil())
    with pytest.raises(StoreError, match="the copy of setting differs"):
        copied(source, target)


def test_copy_and_upgrade_commands(source, postgres, run_cli, tmp_path):
    file, target = source.removeprefix("sqlite:///"), postgres.create()
    code, out, err = run_cli("db", "copy", "--from", file, "--to", target)
    assert (code, err) == (0, "")
    assert "verified" in out
    code, out, err = run_cli("db", "copy", "--from", file, "--to", target)
    assert (code, out) == (1, "")
    assert "not empty" in err
    code, out, _ = run_cli("db", "upgrade", "--database", target)
    assert (code, migrations.HEAD in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("copy", "--from", "nowhere.sqlite", "--to", "b.sqlite"), "there is no file"),
        (("copy", "--from", "SOURCE", "--to", "SOURCE"), "into itself"),
        (("copy", "--from", "OLD", "--to", "b.sqlite"), "upgrade first"),
        (("upgrade", "--database", "mysql://host/name"), "mysql"),
    ],
)
def test_command_line_errors(source, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    old = tmp_path / "old.sqlite"
    old.touch()
    places = {"SOURCE": source.removeprefix("sqlite:///"), "OLD": str(old)}
    result = CliRunner().invoke(app, ["db", *(places.get(word, word) for word in arguments)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
