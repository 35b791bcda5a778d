"""Command `gomoku push-key`: makes the key with which a server sends Web Push."""

from pathlib import Path
from typing import Annotated

import typer

from gomoku.cli_tools import fail


def register(app: typer.Typer) -> None:
    """Add `push-key` to the program."""
    app.command("push-key")(push_key)


def push_key(file: Annotated[Path, typer.Argument(metavar="FILE", help="New file for the private key (PEM).")]) -> None:
    """Make a key for Web Push. Keep the file: with another key, all browsers have to subscribe again.

    \b
    Examples:
      gomoku push-key push.pem
      gomoku serve --push-key push.pem --push-contact mailto:you@play.example
    """
    import os

    from gomoku.server.people.push.vapid import Vapid, new_key, read_key

    pem = new_key()
    try:
        # readable by its owner only, and never in place of another key
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(pem)
    except OSError as error:
        fail(f"cannot write {file}: {error.strerror}")
    typer.echo(f"The key is in {file}; its public half is {Vapid(read_key(pem), '').public}")
