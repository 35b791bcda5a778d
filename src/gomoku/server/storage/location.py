"""Location of the database: a file in the user's data folder by default."""

import os
from pathlib import Path

from gomoku.server.storage.database import sqlite_url


def default_database() -> Path:
    """The database file in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(data) / "gomoku" / "games.sqlite"


def database_url(database: str | None) -> str:
    """The URL of a database named by a file or a URL; None is the default. Raises StoreError."""
    if database and "://" in database:
        return database
    path = Path(database) if database else default_database()
    return sqlite_url(path.expanduser().absolute())
