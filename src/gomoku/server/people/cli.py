"""Commands `gomoku token create`, `list` and `revoke`."""

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gomoku.server.storage.cli import DatabaseOption, with_store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from gomoku.server.people.tokens import Tokens

T = TypeVar("T")


def register(app: typer.Typer) -> None:
    """Add `token` and its subcommands to the program."""
    token = typer.Typer(help="Manage the API tokens of bots on your server.", no_args_is_help=True)
    token.command("create")(create)
    token.command("list")(list_tokens)
    token.command("revoke")(revoke)
    app.add_typer(token, name="token")


def create(
    name: Annotated[str, typer.Option(help="Name of the bot, shown in lists.")], database: DatabaseOption = None
) -> None:
    """Create a token for a new bot and print it. It is not shown again.

    \b
    Examples:
      gomoku token create --name "House bot" > house.token
      gomoku token create --name "House bot" --database /var/lib/gomoku/games.sqlite
    """
    if not name.strip():
        raise typer.BadParameter("a token needs a name", param_hint="--name")
    import time

    secret, _ = _with_tokens(database, lambda tokens: tokens.create("", name[:40], int(time.time() * 1000)))
    typer.echo(secret)


def list_tokens(database: DatabaseOption = None) -> None:
    """List the tokens created on the command line."""
    from datetime import datetime

    for line in _with_tokens(database, lambda tokens: tokens.of("")):
        used = datetime.fromtimestamp(line.used / 1000).strftime("%Y-%m-%d %H:%M") if line.used else "never used"
        typer.echo(f"{line.id}  {line.prefix}…  {used:16}  {line.name}")


def revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="The token's id, as shown by gomoku token list.")],
    database: DatabaseOption = None,
) -> None:
    """Revoke a token. A running server disconnects its bot within seconds."""
    _with_tokens(database, lambda tokens: tokens.revoke(id))


def _with_tokens(database: str | None, work: "Callable[[Tokens], Awaitable[T]]") -> "T":
    """Open the token store of a database for one operation."""
    from gomoku.server.people.tokens import Tokens

    return with_store(database, lambda store: work(Tokens(store)))
