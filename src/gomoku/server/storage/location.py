"""Location of the database: a file in the user's data folder by default."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from gomoku.server.storage.database import sqlite_url

SIDE_FILES = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""


def default_database() -> Path:
    """The database file in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(data) / "gomoku" / "games.sqlite"


def database_url(database: str | None) -> str:
    """The URL of a database named by a file or a URL; None is the default. Raises StoreError."""
    if database and "://" in database:
        return database
    return sqlite_url(_file(database))


@contextlib.contextmanager
def filled_database(database: str | None) -> Iterator[str]:
    """The URL of a database to be filled, as `database_url`. A file that was not there before is removed on failure."""
    is_new = "://" not in (database or "") and not _file(database).exists()
    try:
        yield database_url(database)
    except BaseException:
        if is_new:
            remove(_file(database))
        raise


def remove(file: Path) -> None:
    """Remove a SQLite database and its side files, if they exist."""
    for each in (file, *(Path(f"{file}{ending}") for ending in SIDE_FILES)):
        with contextlib.suppress(OSError):
            each.unlink(missing_ok=True)


def _file(database: str | None) -> Path:
    return (Path(database) if database else default_database()).expanduser().absolute()
