"""The commands that look after a server's database: `gomoku db upgrade`, `copy`, `backup` and `restore`.

What they need is imported when they run, so that `gomoku --help` stays quick.
"""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import fail

if TYPE_CHECKING:
    from gomoku.server.storage.copy import Copied, Progress

Named = Annotated[
    str | None,
    typer.Option(
        metavar="DATABASE",
        help="A file, or postgresql://user:password@host/name; otherwise the file in your data folder.",
        show_default=False,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    db = typer.Typer(help="Look after the database of a server.", no_args_is_help=True)
    db.command("upgrade")(upgrade)
    db.command("copy")(copy)
    db.command("backup")(backup)
    db.command("restore")(restore)
    app.add_typer(db, name="db")


def upgrade(database: Named = None) -> None:
    """Bring a database to the form that this version of the program needs.

    A server does that by itself when it starts. Before an upgrade of several servers it is done once, by this.

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
        typer.echo(f"The database has the present form already: {before}.")
    else:
        typer.echo(f"The database has the present form now: {migrations.HEAD}{f', before {before}' * bool(before)}.")


def copy(
    source: Annotated[str, typer.Option("--from", metavar="DATABASE", help="What is copied: a file or an address.")],
    target: Annotated[str, typer.Option("--to", metavar="DATABASE", help="Where to; nothing may be in it yet.")],
) -> None:
    """Copy all games and everything else from one database to another, SQLite or PostgreSQL.

    The original is only read. The copy is compared with it, row by row and room by room; unless all is right there is no
    copy. Stop the server first: what it writes meanwhile is not copied.

    \b
    Examples:
      gomoku db copy --from games.sqlite --to postgresql://gomoku:secret@db.example/gomoku
      gomoku db copy --from postgresql://gomoku:secret@db.example/gomoku --to backup.sqlite
    """
    from gomoku.server.storage.copy import copy_database
    from gomoku.server.storage.location import database_url
    from gomoku.server.storage.store import StoreError

    if "://" not in source and not Path(source).expanduser().is_file():
        fail(f"there is no file {source}")
    try:
        with _bar() as progress:
            copied = asyncio.run(copy_database(database_url(source), database_url(target), progress))
    except StoreError as error:
        fail(f"nothing was copied: {error}")
    _list(copied)
    typer.echo("All of it was copied, and compared.")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to be written; it may not be there yet.")],
    database: Named = None,
) -> None:
    """Write everything that a server has stored into one file. Servers may go on meanwhile.

    The file holds everything as it was at one moment, and was compared with it. It is a database by itself: a server can
    use it, and gomoku db restore fills an empty one from it.

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
    typer.echo(f"All of it is in {file}, and was compared.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What gomoku db backup has written.")],
    database: Named = None,
) -> None:
    """Fill an empty database from a backup. Nothing that is there is ever overwritten.

    \b
    Examples:
      gomoku db restore games-2026-11-15.sqlite --database /var/lib/gomoku/games.sqlite
      gomoku db restore games.sqlite --database postgresql://gomoku:secret@db.example/gomoku
    """
    from gomoku.server.storage import backup
    from gomoku.server.storage.location import database_url
    from gomoku.server.storage.store import StoreError

    if not file.expanduser().is_file():
        fail(f"there is no file {file}")
    try:
        with _bar() as progress:
            copied = asyncio.run(backup.restore(file.expanduser(), database_url(database), progress))
    except StoreError as error:
        fail(f"nothing was restored: {error}")
    _list(copied)
    typer.echo("All of it was restored, and compared.")


def _list(copied: "list[Copied]") -> None:
    for each in copied:
        typer.echo(f"{each.table:14}{each.rows:10} rows")


class _bar:
    """A bar on the terminal, if there is one."""

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
