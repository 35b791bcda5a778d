"""Backup and restore of a whole database: `gomoku db backup`, `gomoku db restore`.

A backup is a single SQLite file, also that of a PostgreSQL database. It is read in one transaction, so it is a consistent snapshot
and servers keep running.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from gomoku.server.storage import database
from gomoku.server.storage.copy import CopiedTable, Progress, copy_database
from gomoku.server.storage.database import StoreError, sqlite_url
from gomoku.server.storage.location import remove
from gomoku.server.storage.store import Store


async def backup(source: str, file: Path, progress: Progress) -> list[CopiedTable]:
    """Back up a database to a new file, written atomically. Raises StoreError."""
    if file.exists():
        raise StoreError(f"{file} already exists")
    draft = file.with_name(f".gomoku-{os.getpid()}.part")
    try:
        copied = await copy_database(source, sqlite_url(draft), progress)
        _finalise(draft)
        draft.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(getattr(error, "strerror", None) or str(error)) from error
    finally:
        remove(draft)
    return copied


def _finalise(file: Path) -> None:
    """Turn off the write-ahead log, so that the file is self-contained, and flush it to disk."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with file.open("rb") as written:
        os.fsync(written.fileno())


async def restore(file: Path, target: str, progress: Progress) -> list[CopiedTable]:
    """Restore a backup, possibly of an older version, into an empty database. Raises StoreError."""
    with tempfile.TemporaryDirectory(prefix="gomoku-") as folder:
        copy = Path(folder) / "backup.sqlite"  # migrations run on a copy, not on the backup
        try:
            with contextlib.closing(sqlite3.connect(f"file:{file.absolute()}?mode=ro", uri=True)) as connection:
                connection.execute("SELECT version_num FROM alembic_version").fetchone()
            shutil.copyfile(file, copy)
        except sqlite3.DatabaseError:
            raise StoreError(f"{file} is not a backup made by gomoku") from None
        except OSError as error:
            raise StoreError(f"cannot read {file}: {error.strerror or error}") from None
        url = sqlite_url(copy)
        store = Store(database.connect(url))
        try:
            await store.upgrade()
        finally:
            await store.close()
        return await copy_database(url, target, progress)
