"""A server's whole database in one file, and back: `gomoku db backup` and `gomoku db restore`.

A backup is a database like any other, SQLite in a single file, whatever the original is. It is made within one
transaction that reads, so servers play on meanwhile, and it is all as it was at one moment.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from gomoku.server.storage import database
from gomoku.server.storage.copy import Copied, Progress, copy_database
from gomoku.server.storage.database import StoreError, sqlite_url
from gomoku.server.storage.store import Store


async def backup(source: str, file: Path, progress: Progress) -> list[Copied]:
    """Write everything into a new file. Raises StoreError; the file is there whole or not at all."""
    if file.exists():
        raise StoreError(f"{file} is there already")
    draft = file.with_name(f".gomoku-{os.getpid()}.part")
    try:
        copied = await copy_database(source, sqlite_url(draft), progress)
        _seal(draft)
        draft.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(getattr(error, "strerror", None) or str(error)) from error
    finally:
        for rest in (draft, *(Path(f"{draft}{ending}") for ending in ("-wal", "-shm", "-journal"))):
            with contextlib.suppress(OSError):
                rest.unlink(missing_ok=True)
    return copied


def _seal(file: Path) -> None:
    """Make it a file that stands by itself, without a log beside it, and see it onto the disk."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with file.open("rb") as written:
        os.fsync(written.fileno())


async def restore(file: Path, target: str, progress: Progress) -> list[Copied]:
    """Fill an empty database from a backup, also of an older version of the program. Raises StoreError."""
    with tempfile.TemporaryDirectory(prefix="gomoku-") as folder:
        copy = Path(folder) / "backup.sqlite"  # what is older is brought to the present form, and not in the backup
        try:
            with contextlib.closing(sqlite3.connect(f"file:{file.absolute()}?mode=ro", uri=True)) as connection:
                connection.execute("SELECT version_num FROM alembic_version").fetchone()
            shutil.copyfile(file, copy)
        except sqlite3.DatabaseError:
            raise StoreError(f"{file} is no backup of ours") from None
        except OSError as error:
            raise StoreError(f"cannot read {file}: {error.strerror or error}") from None
        url = sqlite_url(copy)
        store = Store(database.connect(url))
        try:
            await store.upgrade()
        finally:
            await store.close()
        return await copy_database(url, target, progress)
