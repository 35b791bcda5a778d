"""Database commands: `gomoku db upgrade`, `copy`, `backup` and `restore`.

Imports are local to the commands, so that `gomoku --help` stays fast.
"""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gomoku.cli_tools import fail

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from gomoku.server.storage.copy import CopiedTable, Progress
    from gomoku.server.storage.store import Store

T = TypeVar("T")

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="DATABASE",
        help="File or postgresql://user:password@host/name; default: the file in your data folder.",
        show_default=False,
    ),
]


def with_store(database: str | None, work: "Callable[[Store], Awaitable[T]]") -> "T":
    """Open a database for one command; a refusal or a failure of the database becomes one line."""
    from gomoku.server.storage.location import database_url
    from gomoku.server.storage.store import Store, StoreError
    from gomoku.server.wire.refusal import Refusal

    async def run() -> "T":
        store = await Store.open(database_url(database))
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (Refusal, StoreError) as error:
        fail(str(error))


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    db = typer.Typer(help="Manage the database of a server.", no_args_is_help=True)
    db.command("upgrade")(upgrade)
    db.command("copy")(copy)
    db.command("backup")(backup)
    db.command("restore")(restore)
    app.add_typer(db, name="db")


def upgrade(database: DatabaseOption = None) -> None:
    """Upgrade a database to the schema of this version.

    A server does this when it starts. Run it once by hand before upgrading a cluster.

    \b
    Examples:
      gomoku db upgrade
      gomoku db upgrade --database postgresql://gomoku:secret@db.example/gomoku
    """
    from gomoku.server.storage import database as databases
    from gomoku.server.storage import migrations
    from gomoku.server.storage.location import database_url
    from gomoku.server.storage.store import Store, StoreError

    async def work() -> str:
        store = Store(databases.connect(database_url(database)))
        try:
            return await store.upgrade()
        finally:
            await store.close()

    try:
        before = asyncio.run(work())
    except StoreError as error:
        fail(f"the database cannot be used: {error}")
    if before == migrations.HEAD:
        typer.echo(f"The database schema is up to date: {before}.")
    else:
        typer.echo(f"The database schema was upgraded to {migrations.HEAD}{f' from {before}' * bool(before)}.")


def copy(
    source: Annotated[str, typer.Option("--from", metavar="DATABASE", help="Source: a file or an address.")],
    target: Annotated[str, typer.Option("--to", metavar="DATABASE", help="Target; must be empty.")],
) -> None:
    """Copy a whole database to another one, SQLite or PostgreSQL.

    The source is only read. The copy is verified row by row and room by room, and rolled back if anything differs. Stop
    the server first: later writes are not copied.

    \b
    Examples:
      gomoku db copy --from games.sqlite --to postgresql://gomoku:secret@db.example/gomoku
      gomoku db copy --from postgresql://gomoku:secret@db.example/gomoku --to backup.sqlite
    """
    from gomoku.server.storage.copy import copy_database
    from gomoku.server.storage.location import database_url, filled_database
    from gomoku.server.storage.store import StoreError

    if "://" not in source and not Path(source).expanduser().is_file():
        fail(f"there is no file {source}")
    try:
        with filled_database(target) as url, _bar() as progress:
            copied = asyncio.run(copy_database(database_url(source), url, progress))
    except StoreError as error:
        fail(f"nothing was copied: {error}")
    _list(copied)
    typer.echo("Copied and verified.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; must not exist yet.")],
    database: DatabaseOption = None,
) -> None:
    """Back up a database to one file while servers keep running.

    The backup is a consistent, verified snapshot. It is a database by itself: a server can use it, and gomoku db restore
    loads it into an empty one.

    \b
    Examples:
      gomoku db backup games-2026-11-15.sqlite
      gomoku db backup /backup/games.sqlite --database postgresql://gomoku:secret@db.example/gomoku
    """
    from gomoku.server.storage import backup
    from gomoku.server.storage.location import database_url, default_database
    from gomoku.server.storage.store import StoreError

    source = database or str(default_database())
    if "://" not in source and not Path(source).expanduser().is_file():
        fail(f"there is no file {source}")
    try:
        with _bar() as progress:
            copied = asyncio.run(backup.backup(database_url(source), file.expanduser(), progress))
    except StoreError as error:
        fail(f"nothing was written: {error}")
    _list(copied)
    typer.echo(f"Backed up to {file} and verified.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup written by gomoku db backup.")],
    database: DatabaseOption = None,
) -> None:
    """Restore a backup into an empty database. Existing data is never overwritten.

    \b
    Examples:
      gomoku db restore games-2026-11-15.sqlite --database /var/lib/gomoku/games.sqlite
      gomoku db restore games.sqlite --database postgresql://gomoku:secret@db.example/gomoku
    """
    from gomoku.server.storage import backup
    from gomoku.server.storage.location import filled_database
    from gomoku.server.storage.store import StoreError

    if not file.expanduser().is_file():
        fail(f"there is no file {file}")
    try:
        with filled_database(database) as url, _bar() as progress:
            copied = asyncio.run(backup.restore(file.expanduser(), url, progress))
    except StoreError as error:
        fail(f"nothing was restored: {error}")
    _list(copied)
    typer.echo("Restored and verified.")


def _list(copied: "list[CopiedTable]") -> None:
    for each in copied:
        typer.echo(f"{each.table:14}{each.rows:10} rows")


class _bar:
    """Progress bar on a terminal; nothing otherwise."""

    def __enter__(self) -> "Progress":
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description:18}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._shown = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self._shown.start()
        task = self._shown.add_task("copy")
        return lambda what, done, total: self._shown.update(task, description=what, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        self._shown.stop()
