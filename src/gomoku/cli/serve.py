"""Commands `gomoku serve` and `gomoku reindex`, and registration of `token`, `moderate`, `push-key` and `db`.

The server is imported when a command runs: its packages are an extra, and `gomoku --help` stays quick.
"""

import re
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from gomoku.cli_tools import fail
from gomoku.server.people import cli as tokens
from gomoku.server.people.moderation import cli as moderate
from gomoku.server.people.push import cli as push
from gomoku.server.storage import cli as database_commands
from gomoku.shortage import ensure

IMPORT_MEMORY = 44 << 20
"""Bytes that importing the server takes. Measured: 36 MB of data, 45 MB of address space. Libraries that run out of memory while
they are imported may print what they like."""


def register(app: typer.Typer) -> None:
    """Add the server's commands to the program."""
    app.command("serve")(serve)
    app.command("reindex")(reindex)
    database_commands.register(app)
    tokens.register(app)
    moderate.register(app)
    push.register(app)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 accepts other machines.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any free port.")] = 8420,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="DATABASE",
            help="Database: a file, or postgresql://user:password@host/name; by default a file in your data folder.",
            show_default=False,
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Redis server, redis://host, for publish/subscribe between several processes.",
            show_default=False,
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL and Redis.")
    ] = 1,
    browse: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    tls_cert: Annotated[
        str | None, typer.Option(metavar="FILE", help="Serve HTTPS with this certificate (PEM).")
    ] = None,
    tls_key: Annotated[
        str | None, typer.Option(metavar="FILE", help="Private key, if the certificate file does not hold it.")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Accept only requests for this host name. May be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Trust the X-Forwarded headers of this proxy or network. May be repeated.",
            show_default="this computer",
        ),
    ] = None,
    push_key: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Send Web Push with this key; gomoku push-key makes one.", show_default=False
        ),
    ] = None,
    push_contact: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Your address for push services: mailto:you@play.example, or https.",
            show_default=False,
        ),
    ] = None,
    engines: Annotated[int, typer.Option(min=1, max=256, help="Engine processes: searches at a time.")] = 2,
    engine_threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Search threads of each engine.", show_default="2, or 1 on a single core"),
    ] = None,
    engine_memory: Annotated[
        float, typer.Option(min=1, max=65536, metavar="MB", help="Transposition table of each engine.")
    ] = 32,
    opening_book: Annotated[
        bool, typer.Option("--book/--no-book", help="Let levels 9 and 10 open from the opening book.")
    ] = True,
    round_pause: Annotated[
        float, typer.Option(min=0, max=3600, help="Seconds between two rounds of a tournament.")
    ] = 10,
    analysis_time: Annotated[
        float, typer.Option(min=0.1, max=3600, metavar="SECONDS", help="Longest analysis of one position.")
    ] = 3600,
    collection: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Show this collection in the explorer. May be repeated. See: gomoku games."),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="[HOST:]PORT", help="Expose Prometheus metrics on this port.", show_default=False),
    ] = None,
    log_format: Annotated[str, typer.Option(metavar="FORMAT", help="Log format: text or json.")] = "text",
    log_level: Annotated[
        str,
        typer.Option(metavar="LEVEL", help="Log level: debug, info (one line per request), warning or error."),
    ] = "warning",
) -> None:
    """Serve the game to browsers until Ctrl-C.

    Without a command, gomoku serves on this computer and opens the browser; if port 8420 is taken, on any free one.

    \b
    Examples:
      gomoku
      gomoku serve --port 8000
      gomoku serve --host 0.0.0.0 --database /var/lib/gomoku/games.sqlite
      gomoku serve --database postgresql://gomoku:secret@db/gomoku --redis redis://db --processes 4
      gomoku serve --host 0.0.0.0 --port 8443 --tls-cert fullchain.pem --tls-key privkey.pem
      gomoku serve --allow-host play.example   # behind a proxy on the same computer
      gomoku serve --push-key push.pem --push-contact mailto:you@play.example
    """
    ensure(IMPORT_MEMORY)
    if tls_key is not None and tls_cert is None:
        raise typer.BadParameter("a key needs a certificate: give --tls-cert as well", param_hint="--tls-key")
    more: dict[str, Any] = {"certificate": tls_cert, "key": tls_key, "hosts": _host_names(allow_host or ())}
    more |= {"engines": engines, "engine_memory": engine_memory, "analysis_time": analysis_time}
    more |= {"round_pause": round_pause, "opening_book": opening_book, **_push(push_key, push_contact)}
    if engine_threads is not None:
        more["engine_threads"] = engine_threads
    more["collections"] = _collections(collection or ())
    if proxy:
        more["proxies"] = _proxies(proxy)
    more |= _monitoring(metrics, log_format, log_level)
    run(host, port, database, browse, redis, processes, **more)


def reindex(database: database_commands.DatabaseOption = None) -> None:
    """Rebuild the explorer's index of a server's games.

    The index is a file beside the database, and holds nothing that the database does not. A server extends it as games end. The
    index of a collection is rebuilt by gomoku games index.

    \b
    Examples:
      gomoku reindex
      gomoku reindex --database postgresql://gomoku:secret@db.example/gomoku
    """
    from gomoku.server.analysis.explorer import Explorer, index_file
    from gomoku.server.storage.location import database_url, default_database
    from gomoku.server.storage.store import Store

    async def work(store: Store) -> int:
        explorer = Explorer(index_file(database_url(database), default_database().parent), (), store)
        try:
            return await explorer.rebuild()
        finally:
            explorer.close()

    typer.echo(f"{database_commands.with_store(database, work)} games indexed")


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    browse: bool = True,
    redis: str | None = None,
    processes: int = 1,
    **more: Any,
) -> None:
    """Run the server until it is stopped; the default is `gomoku` without a command."""
    from gomoku.server.ops.errors import ServeError
    from gomoku.server.ops.settings import Settings
    from gomoku.server.serve import serve
    from gomoku.server.storage.database import StoreError
    from gomoku.server.storage.location import database_url

    try:
        serve(Settings(database_url(database), host, redis, **more), port, browse, typer.echo, processes)
    except (ServeError, StoreError) as error:
        fail(str(error))


def _monitoring(metrics: str | None, log_format: str, log_level: str) -> dict[str, Any]:
    """Settings of metrics and logs."""
    from gomoku.server.ops.logs import LogFormat, LogLevel
    from gomoku.server.ops.metrics import Address

    hint = "--log-format"
    try:
        found: dict[str, Any] = {"log_format": LogFormat(log_format)}
        hint = "--log-level"
        found["log_level"] = LogLevel(log_level)
        hint = "--metrics"
        found["metrics"] = None if metrics is None else Address.parse(metrics)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=hint) from None
    return found


def _push(key: str | None, contact: str | None) -> dict[str, Any]:
    """Settings of Web Push."""
    if (key is None) != (contact is None):
        raise typer.BadParameter("a key needs an address, and an address a key", param_hint="--push-contact")
    if contact is not None and not re.fullmatch(r"(mailto:[^@\s]+@|https://)[^@\s]+", contact):
        raise typer.BadParameter("give mailto:you@play.example or an https address", param_hint="--push-contact")
    return {} if key is None else {"push_key": key, "push_contact": contact}


def _collections(files: Iterable[str]) -> tuple[str, ...]:
    """Collections that can be opened."""
    from pathlib import Path

    from gomoku.library.store import Library, LibraryError

    for file in files:
        try:
            Library(Path(file)).close()
        except LibraryError as error:
            raise typer.BadParameter(str(error), param_hint="--collection") from None
    return tuple(files)


def _host_names(given: Iterable[str]) -> tuple[str, ...]:
    for name in given:
        if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:]+", name):
            raise typer.BadParameter(f"{name!r} is not a host name; leave out the port", param_hint="--allow-host")
    return tuple(given)


def _proxies(given: Iterable[str]) -> tuple[str, ...]:
    from gomoku.server.http.transport.connection_limits import TrustedProxies

    try:
        TrustedProxies(given)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--proxy") from None
    return tuple(given)
