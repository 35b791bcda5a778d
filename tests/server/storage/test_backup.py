"""Backup of a running server and restore into an empty database."""

import asyncio
import itertools
import sqlite3
import threading
from pathlib import Path

import pytest
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from typer.testing import CliRunner

from gomoku.cli import app
from gomoku.server.storage import backup, migrations
from gomoku.server.storage.database import StoreError, sqlite_url
from gomoku.server.storage.store import Store
from tests.server.conftest import ProcessServer
from tests.support.stored import missing


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Rows of the compared tables of a database file."""
    tables = ("game", "game_event", "game_command", "setting")
    with sqlite3.connect(path) as connection:
        found = {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}
    connection.close()
    return found


def test_backup_of_a_running_server_is_restored(start_process, run_cli, tmp_path):
    server = start_process()
    with server.page() as ann:
        room = ann.create("me", "me")
        acknowledged = {}
        for x in range(8):
            done = ann.play(room, x, 2 * x)
            acknowledged[(room, ann.me, done["id"])] = done["seq"]
        stop = threading.Event()

        def play_on() -> None:
            with server.page(ann.cookie) as twin:
                other = twin.create("me", "me")
                for number in itertools.count():
                    if stop.wait(0.05):
                        break
                    assert twin.command("retitle", room=other, title=f"game {number}")["type"] == "done"

        player = threading.Thread(target=play_on)
        player.start()
        file = tmp_path / "backup.sqlite"
        try:
            code, said, errors = run_cli("db", "backup", str(file), "--database", str(tmp_path / "games.sqlite"))
        finally:
            stop.set()
            player.join()
        assert code == 0, errors
        assert "verified" in said
        cookie, actions = ann.cookie, ann.actions(room)
    server.end()
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name or "backup" in path.name) == [
        "backup.sqlite"
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    assert asyncio.run(missing(f"sqlite:///{file}", acknowledged)) == []

    place = tmp_path / "elsewhere" / "games.sqlite"
    code, said, errors = run_cli("db", "restore", str(file), "--database", str(place))
    assert code == 0, errors
    assert rows(place) == rows(file)
    (tmp_path / "games.sqlite").unlink()
    again = start_process("--database", str(place))
    with again.page(cookie) as ann:  # the cookie is still valid: the secret was restored too
        ann.watch(room)
        assert ann.actions(room) == actions
        assert ann.play(room, 9, 0)["type"] == "done"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A database with one secret."""
    path = tmp_path / "games.sqlite"

    async def make() -> None:
        store = await Store.open(sqlite_url(path))
        await store.secret()
        await store.close()

    asyncio.run(make())
    return path


def write_backup(games: Path, file: Path) -> None:
    asyncio.run(backup.backup(f"sqlite:///{games}", file, lambda *_: None))


def restore(file: Path, place: Path) -> None:
    asyncio.run(backup.restore(file, sqlite_url(place), lambda *_: None))


def test_existing_data_is_never_overwritten(games, tmp_path):
    file = tmp_path / "backup.sqlite"
    file.write_text("mine")
    with pytest.raises(StoreError, match="already exists"):
        write_backup(games, file)
    assert file.read_text() == "mine"
    file.unlink()
    write_backup(games, file)
    before = rows(games)
    with pytest.raises(StoreError, match="not empty"):
        restore(file, games)
    assert rows(games) == before


def test_backup_of_an_older_schema_is_upgraded(tmp_path):
    file, place = tmp_path / "backup.sqlite", tmp_path / "new.sqlite"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        scripts = ScriptDirectory.from_config(migrations.config())
        environment = EnvironmentContext(migrations.config(), scripts)
        environment.configure(connection=connection, fn=lambda revision, _: scripts._upgrade_revs("0003", revision))
        environment.run_migrations()
        connection.execute(text("INSERT INTO setting (key, value) VALUES ('secret', 'kept')"))
    engine.dispose()
    before = file.read_bytes()
    restore(file, place)
    assert file.read_bytes() == before, "a backup is only read"
    assert rows(place)["setting"] == [("secret", "kept")]
    with sqlite3.connect(file) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(StoreError, match="newer version"):
        restore(file, tmp_path / "other.sqlite")


@pytest.mark.parametrize("content", [b"", b"hello" * 1000])
def test_invalid_backup_is_reported(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(StoreError, match="is not a backup made by gomoku"):
        restore(tmp_path / "file", tmp_path / "new.sqlite")


def test_failed_backup_leaves_no_file(games, tmp_path):
    with pytest.raises(StoreError):
        write_backup(games, Path("/proc/backup"))
    before = sorted(path.name for path in tmp_path.iterdir())
    with sqlite3.connect(games) as connection:  # a room without its events
        connection.execute(
            "INSERT INTO game (id, version, snapshot_seq, line, kind, phase, owner, search, plies, ai_due, created, updated)"
            " VALUES ('r', 3, 0, x'', 'local', 'playing', 'ann', '', 0, 0, 0, 0)"
        )
    connection.close()
    with pytest.raises(StoreError, match="inconsistent"):
        write_backup(games, tmp_path / "backup.sqlite")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_failed_restore_leaves_no_file(games, tmp_path):
    place, bad = tmp_path / "new.sqlite", tmp_path / "bad"
    bad.write_text("no backup")

    def fails(*command: str) -> str:
        done = CliRunner().invoke(app, ["db", *command])
        assert done.exit_code == 1
        return done.stderr

    assert "is not a backup" in fails("restore", str(bad), "--database", str(place))
    with sqlite3.connect(games) as connection:  # the copy is found to be wrong after the tables were made
        connection.execute(
            "INSERT INTO game (id, version, snapshot_seq, line, kind, phase, owner, search, plies, ai_due, created, updated)"
            " VALUES ('r', 3, 0, x'', 'local', 'playing', 'ann', '', 0, 0, 0, 0)"
        )
    connection.close()
    assert "inconsistent" in fails("restore", str(games), "--database", str(place))
    assert "inconsistent" in fails("copy", "--from", str(games), "--to", str(place))
    assert not list(tmp_path.glob("new.sqlite*"))
    place.touch()
    fails("restore", str(bad), "--database", str(place))
    assert place.exists(), "it was there before"


def test_missing_files_are_reported(run_cli, tmp_path):
    code, _, errors = run_cli("db", "restore", str(tmp_path / "nowhere"))
    assert (code, errors.count("\n")) == (1, 1)
    assert "there is no file" in errors
    code, _, errors = run_cli("db", "backup", str(tmp_path / "b"), "--database", str(tmp_path / "nowhere"))
    assert (code, errors.count("\n")) == (1, 1)
    assert "there is no file" in errors


def test_backup_and_restore_of_postgresql(postgres, tmp_path):
    """During a running game, into another PostgreSQL database."""
    source, target, file = postgres.create(), postgres.create(), tmp_path / "backup.sqlite"
    server = ProcessServer(source)
    try:
        with server.page() as ann:
            room = ann.create("me", "me")
            for x in range(5):
                assert ann.play(room, x, 2 * x)["type"] == "done"
            asyncio.run(backup.backup(source, file, lambda *_: None))
            assert ann.play(room, 9, 9)["type"] == "done"
    finally:
        server.end()
    asyncio.run(backup.restore(file, target, lambda *_: None))
    (plies,) = postgres.query(f"SELECT version, plies FROM game WHERE id = '{room}'", target)
    assert tuple(plies) == (6, 5), "as of the backup"
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version, plies FROM game WHERE id = ?", (room,)).fetchall() == [(6, 5)]
    connection.close()
