"""`gomoku …`: one thin command per part of the program.

A command reads its arguments, calls the part it belongs to, and prints. Parts are imported when their command runs, so
that `--help` stays quick. Exit codes: 0 fine, 1 something is wrong with a file or the machine, 2 with the arguments.
"""

import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, TypeVar

import typer

from gomoku import __version__
from gomoku.bot import cli as bot
from gomoku.lab import cli as lab
from gomoku.server.storage import cli as database

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from rich.console import Console

    from gomoku.rules import Rules
    from gomoku.rules.records import Record
    from gomoku.server.people.tokens import Tokens

T = TypeVar("T")
app = typer.Typer(
    help="Gomoku with captures and its relatives: play it in the browser, rules, game files and a laboratory.",
    epilog="gomoku COMMAND --help explains a command and gives examples.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

FormatName = Literal["sgf", "psq", "rec", "pos", "link"]
RowsFrom = Literal["top", "bottom"]

FormatOption = Annotated[
    FormatName | None, typer.Option("--from", help="Format of the file, where its ending does not say it.")
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        metavar="RULES",
        help="Rule set such as 42 or renju;size=19, for files that do not hold one. See: gomoku rules.",
    ),
]
RowsFromOption = Annotated[RowsFrom, typer.Option(help="Where row 1 of a POS file is.")]
AnyGameOption = Annotated[bool, typer.Option("--any-game", help="Read SGF whatever game its GM names.")]


# --- commands ---


@app.callback(invoke_without_command=True)
def gomoku(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"gomoku {__version__}")
    elif context.invoked_subcommand is None:
        _serve("127.0.0.1", None, None, browse=True)
    else:
        return
    raise typer.Exit


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen at; 0 is any free one.")] = 8420,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="DATABASE",
            help="Where games are kept: a file, or postgresql://user:password@host/name; otherwise in your data folder.",
            show_default=False,
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Redis, redis://host, by which several processes tell each other what happens.",
            show_default=False,
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="How many serve at this address; several need PostgreSQL and Redis.")
    ] = 1,
    browse: Annotated[bool, typer.Option("--open", help="Open the browser as well.")] = False,
    tls_cert: Annotated[
        str | None, typer.Option(metavar="FILE", help="Serve https with this certificate (PEM).")
    ] = None,
    tls_key: Annotated[
        str | None, typer.Option(metavar="FILE", help="Its key, where the certificate's file does not hold it.")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name it is reached by; then it answers to no other. May be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy, or a network of them, whose X-Forwarded headers are believed. May be repeated.",
            show_default="this computer",
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="[HOST:]PORT", help="Let Prometheus read figures at this port.", show_default=False),
    ] = None,
    log_format: Annotated[str, typer.Option(metavar="FORMAT", help="How lines are logged: text or json.")] = "text",
    log_level: Annotated[
        str,
        typer.Option(metavar="LEVEL", help="What is logged: debug, info (a line for each request), warning or error."),
    ] = "warning",
) -> None:
    """Serve the game to browsers until Ctrl-C.

    Without any command, gomoku does the same at a free port of this computer and opens the browser.

    \b
    Examples:
      gomoku
      gomoku serve --port 8000
      gomoku serve --host 0.0.0.0 --database /var/lib/gomoku/games.sqlite
      gomoku serve --database postgresql://gomoku:secret@db/gomoku --redis redis://db --processes 4
      gomoku serve --host 0.0.0.0 --port 8443 --tls-cert fullchain.pem --tls-key privkey.pem
      gomoku serve --allow-host play.example   # behind a proxy on the same computer
    """
    if tls_key is not None and tls_cert is None:
        raise typer.BadParameter("a key needs a certificate: give --tls-cert as well", param_hint="--tls-key")
    more: dict[str, Any] = {"certificate": tls_cert, "key": tls_key, "hosts": _host_names(allow_host or ())}
    if proxy:
        more["proxies"] = _proxies(proxy)
    more |= _watched(metrics, log_format, log_level)
    _serve(host, port, database, browse, redis, processes, **more)


def _watched(metrics: str | None, log_format: str, log_level: str) -> dict[str, Any]:
    """The settings that are for whoever watches over the server."""
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


def _host_names(given: "Iterable[str]") -> tuple[str, ...]:
    import re

    for name in given:
        if not re.fullmatch(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:]+", name):
            raise typer.BadParameter(f"{name!r} is no name of a host; it has no port", param_hint="--allow-host")
    return tuple(given)


def _proxies(given: "Iterable[str]") -> tuple[str, ...]:
    from gomoku.server.http.connection_limits import TrustedProxies

    try:
        TrustedProxies(given)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--proxy") from None
    return tuple(given)


@app.command()
def rules(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="[RULES]", help="A rule set, changed or not: renju, or 42;size=15.", show_default=False),
    ] = None,
) -> None:
    """List rule sets, options and openings, or explain one of them.

    \b
    Examples:
      gomoku rules
      gomoku rules renju
      gomoku rules "42;size=15;three=flank"
    """
    from gomoku import listing

    console = _console()
    if preset is None:
        console.print(listing.everything())
    else:
        console.print(listing.one(_rules(preset, "RULES")))


@app.command()
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game: SGF, PSQ, REC, POS or link; - is standard input.")
    ],
    move: Annotated[
        int | None, typer.Option("--move", "-m", min=0, help="Show the board after this move; otherwise the last.")
    ] = None,
    game: Annotated[int, typer.Option("--game", "-g", min=1, help="Which game of a collection.")] = 1,
    all_games: Annotated[bool, typer.Option("--all", "-a", help="Show every game of a collection.")] = False,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the board as an SVG picture instead; - is standard output."),
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="Number the stones of the picture.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Letters only, no colour.")] = False,
    from_: FormatOption = None,
    rules: RulesOption = None,
    rows_from: RowsFromOption = "top",
    any_game: AnyGameOption = False,
) -> None:
    """Show a game at any move, on the terminal or as a picture.

    \b
    Examples:
      gomoku show game.sgf
      gomoku show game.sgf --move 20
      gomoku show games.sgf --all --plain
      gomoku show game.psq --rules pente --svg board.svg
      cat game.sgf | gomoku show -
    """
    from gomoku import terminal

    if svg is not None and all_games:
        raise typer.BadParameter("a picture shows one game; choose it with --game", param_hint="--all")
    if numbers and svg is None:
        raise typer.BadParameter("stones are numbered in a picture; give --svg as well", param_hint="--numbers")
    records = _read(file, from_, rules, rows_from, any_game)
    chosen = records if all_games else [_pick(records, game)]
    console = _console()
    for number, record in enumerate(chosen, 1 if all_games else game):
        whole = record.game
        if move is not None and move > len(whole.moves):
            raise typer.BadParameter(f"the game has moves 0 to {len(whole.moves)}, not {move}", param_hint="--move")
        shown = whole if move is None else whole.at(move)
        if svg is not None:
            from gomoku.rules.diagram import diagram_of, draw

            _write(svg, draw(diagram_of(shown, numbers=numbers)))
            return
        if len(records) > 1:
            console.print(f"Game {number} of {len(records)}", style="bold")
        if plain or not console.is_terminal or console.options.ascii_only:
            typer.echo(terminal.plain(record, shown))
        else:
            console.print(terminal.colored(record, shown, console.width))


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file to read; - is standard input.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write; its ending says the format.")],
    game: Annotated[
        int | None, typer.Option("--game", "-g", min=1, help="Only this game of a collection.", show_default="all")
    ] = None,
    from_: FormatOption = None,
    to: Annotated[
        FormatName | None, typer.Option(help="Format to write, where the ending of OUT does not say it.")
    ] = None,
    rules: RulesOption = None,
    rows_from: RowsFromOption = "top",
    any_game: AnyGameOption = False,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Write the stones even if an opening's choices are lost.")
    ] = False,
) -> None:
    """Convert a game from one format into another.

    SGF holds everything. What another format has no room for is named on standard error. Formats are known by the
    ending: .sgf, .psq (Piskvork), .rec (Gomotur), .pos or .txt (moves in one line), .link.

    \b
    Examples:
      gomoku convert game.psq game.sgf --rules standard
      gomoku convert games.sgf third.psq --game 3
      gomoku convert game.sgf - --to link
      gomoku convert opening.pos opening.sgf --rows-from bottom
    """
    from gomoku.rules.records import FORMATS, RecordError, losses, sgf

    wanted = to or {"txt": "pos"}.get(_ending(target), _ending(target))
    if wanted not in FORMATS:
        known = ", ".join(f".{name}" for name in (*FORMATS, "txt"))
        raise typer.BadParameter(f"its ending must be one of {known}, or give --to", param_hint="OUT")
    records = _read(source, from_, rules, rows_from, any_game)
    chosen = records if game is None else [_pick(records, game)]
    if len(chosen) > 1 and wanted != "sgf":
        message = f"{source} holds {len(records)} games and {FORMATS[wanted].name} only one; choose it with --game"
        raise typer.BadParameter(message, param_hint="--game")
    try:
        text = sgf.dumps_collection(chosen) if wanted == "sgf" else FORMATS[wanted].dumps(chosen[0], lossy)
    except RecordError as error:
        _fail(str(error))
    lost = sorted({what for record in chosen for what in losses(record, wanted)})
    _write(target, text)
    if lost:
        _complain(f"gomoku: {FORMATS[wanted].name} has no room for: {', '.join(lost)}")


@app.command()
def analyze(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="A game: SGF, PSQ, REC, POS or link; - is standard input.", show_default=False
        ),
    ] = None,
    moves: Annotated[
        str | None, typer.Option("--moves", metavar="MOVES", help="The moves of a game instead: 'K10 L11 …'.")
    ] = None,
    move: Annotated[
        int | None, typer.Option("--move", "-m", min=0, help="Analyse the board after this move; otherwise the last.")
    ] = None,
    game: Annotated[int, typer.Option("--game", "-g", min=1, help="Which game of a collection.")] = 1,
    time: Annotated[float, typer.Option(min=0, help="Seconds; 0 thinks until Ctrl-C.")] = 5.0,
    depth: Annotated[int | None, typer.Option(min=1, max=60, help="Plies at most.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Positions at most.")] = None,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, max=10, help="Candidate moves to follow.")] = 3,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 1,
    memory: Annotated[float, typer.Option(min=1, help="Table in MB.")] = 64,
    tree: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the search tree of the last depth as JSON; follows one line."),
    ] = None,
    tree_size: Annotated[int, typer.Option(min=1, max=2_000_000, help="Positions of the tree at most.")] = 100_000,
    json_lines: Annotated[bool, typer.Option("--json", help="A JSON object a line for every depth.")] = False,
    from_: FormatOption = None,
    rules: RulesOption = None,
    rows_from: RowsFromOption = "top",
    any_game: AnyGameOption = False,
) -> None:
    """Let the engine think about a position, and watch it.

    \b
    Examples:
      gomoku analyze game.sgf
      gomoku analyze game.sgf --move 20 --lines 5 --time 30
      gomoku analyze --moves "K10 L11 K12" --rules 42 --json
      gomoku analyze game.sgf --depth 8 --tree tree.json
    """
    import json

    from gomoku.analyze import Analysis, as_json, tree_text
    from gomoku.engine import Limit
    from gomoku.rules import IllegalMove
    from gomoku.rules.game import Game, play_all
    from gomoku.rules.notation import NotationError

    if (file is None) == (moves is None):
        raise typer.BadParameter("give a FILE, or --moves", param_hint="FILE")
    if file is not None:
        whole = _pick(_read(file, from_, rules, rows_from, any_game), game).game
    else:
        try:
            whole = play_all(Game(_rules(rules or "42", "--rules")), (moves or "").split())
        except (IllegalMove, NotationError) as error:
            raise typer.BadParameter(str(error), param_hint="--moves") from None
    if move is not None and move > len(whole.moves):
        raise typer.BadParameter(f"the game has moves 0 to {len(whole.moves)}, not {move}", param_hint="--move")
    shown = whole if move is None else whole.at(move)
    if shown.is_over:
        _fail("the game is over there; choose an earlier move with --move")
    if shown.decision is not None and shown.decision.step != "play":
        _fail("the opening is not over there: there is no position to analyse yet")
    console = _console()
    try:
        analysis = Analysis(shown, threads, memory)
    except ValueError as error:
        _fail(str(error))
    limit = Limit(time=time or None, depth=depth, nodes=nodes)
    record = tree_size if tree else 0
    count = 1 if tree else lines
    with _stopping(analysis.engine.stop):
        if json_lines:
            result = analysis.run(limit, count, record, lambda info: typer.echo(json.dumps(as_json(shown, info))))
        elif console.is_terminal:
            from rich.live import Live

            with Live(analysis.picture(), console=console, auto_refresh=False) as live:
                result = analysis.run(limit, count, record, lambda _: live.update(analysis.picture(), refresh=True))
        else:
            result = analysis.run(limit, count, record, lambda _: None)
            console.print(analysis.picture())
    if not json_lines:
        typer.echo(analysis.summary(result))
    if tree:
        _write(tree, tree_text(shown, result))


@contextlib.contextmanager
def _stopping(stop: "Callable[[], None]") -> "Iterator[None]":
    """Ctrl-C ends what is under way with what it has found so far, instead of the program."""
    before = signal.signal(signal.SIGINT, lambda *_: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@app.command()
def brain() -> None:
    """Play as a Gomocup brain: commands on standard input, answers on standard output.

    Managers such as Piskvork, liskvork and c-gomoku-cli start it and talk to it; docs/BRAIN.md lists what it understands.
    Without INFO it plays freestyle, 5 s a move, in 70 MB.

    \b
    Examples:
      gomoku brain
      printf 'START 15\\nBEGIN\\n' | gomoku brain
    """
    from gomoku.brain.process import main as talk

    talk()


lab.register(app)
bot.register(app)
database.register(app)

token_app = typer.Typer(help="Tokens by which programs come in to a server of yours.", no_args_is_help=True)
app.add_typer(token_app, name="token")
DatabaseOption = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where games are kept; otherwise in your data folder.", show_default=False),
]


@token_app.command("create")
def token_create(
    name: Annotated[str, typer.Option(help="What the token is for; lists show it.")], database: DatabaseOption = None
) -> None:
    """Make a token for a new bot, and print it: this once.

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


@token_app.command("list")
def token_list(database: DatabaseOption = None) -> None:
    """List the tokens that were made on the command line."""
    from datetime import datetime

    for line in _with_tokens(database, lambda tokens: tokens.of("")):
        used = datetime.fromtimestamp(line.used / 1000).strftime("%Y-%m-%d %H:%M") if line.used else "never used"
        typer.echo(f"{line.id}  {line.prefix}…  {used:16}  {line.name}")


@token_app.command("revoke")
def token_revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="The token's id, as gomoku token list shows it.")],
    database: DatabaseOption = None,
) -> None:
    """Take a token back. A running server disconnects its bot within seconds."""
    _with_tokens(database, lambda tokens: tokens.revoke(id))


def _with_tokens(database: str | None, work: "Callable[[Tokens], Awaitable[T]]") -> "T":
    """Do something with the tokens of a database."""
    import asyncio

    from gomoku.server.people.tokens import Tokens
    from gomoku.server.storage.location import database_url
    from gomoku.server.storage.store import Store, StoreError
    from gomoku.server.wire.refusal import Refusal

    async def run() -> "T":
        store = await Store.open(database_url(database))
        try:
            return await work(Tokens(store))
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (Refusal, StoreError) as error:
        _fail(str(error))


# --- what commands share ---


def _serve(
    host: str,
    port: int | None,
    database: str | None,
    browse: bool,
    redis: str | None = None,
    processes: int = 1,
    **more: Any,
) -> None:
    from gomoku.server.app import Settings
    from gomoku.server.serve import ServeError, serve
    from gomoku.server.storage.database import StoreError
    from gomoku.server.storage.location import database_url

    try:
        serve(Settings(database_url(database), host, redis, **more), port, browse, typer.echo, processes)
    except (ServeError, StoreError) as error:
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    """Say in one line what is wrong, and stop with exit code 1."""
    _complain(f"gomoku: {message}")
    raise typer.Exit(1)


def _complain(message: str) -> None:
    """One line on standard error. File names may hold anything: what could steer a terminal is replaced."""
    typer.echo("".join(c if c.isprintable() else "?" for c in message), err=True)


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _rules(spec: str, hint: str) -> "Rules":
    from gomoku.rules import Rules, RulesError

    try:
        return Rules.parse(spec)
    except RulesError as error:
        raise typer.BadParameter(str(error), param_hint=hint) from None


def _ending(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _read(
    file: Path, format: FormatName | None, spec: str | None, rows_from: RowsFrom, any_game: bool
) -> "list[Record]":
    """All games of a file, or of standard input."""
    from gomoku.rules.records import RecordError, read_all
    from gomoku.rules.records.errors import MAX_BYTES

    given = None if spec is None else _rules(spec, "--rules")
    stdin = str(file) == "-"
    if stdin and sys.stdin is None:
        _fail("cannot read standard input: it is closed")
    try:
        source = sys.stdin.buffer.read(MAX_BYTES + 1) if stdin else file
        return read_all(source, format, given, rows_from, any_game)
    except RecordError as error:
        name = "standard input" if stdin else str(file)
        _fail(str(error) if file.name in str(error) and not stdin else f"{name}: {error}")
    except OSError as error:
        _fail(f"cannot read standard input: {error.strerror or error}")


def _pick(records: "list[Record]", number: int) -> "Record":
    if number > len(records):
        count = "one game" if len(records) == 1 else f"{len(records)} games"
        raise typer.BadParameter(f"the file holds {count}, not {number}", param_hint="--game")
    return records[number - 1]


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all; - is standard output."""
    data = text.encode("utf-8", errors="replace")
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        if path.exists() and not path.is_file():  # a pipe or a device: there is nothing to replace
            path.write_bytes(data)
            return
        with _replacement(path.resolve()) as draft:
            draft.write_bytes(data)
    except OSError as error:
        _fail(f"cannot write {path}: {error.strerror or error}")


@contextlib.contextmanager
def _replacement(path: Path) -> "Iterator[Path]":
    """A file beside the path that takes its place when all went well, and is removed when it did not."""
    draft = path.with_name(f".gomoku-{os.getpid()}.part")
    mode = path.stat().st_mode if path.exists() else None
    try:
        yield draft
        if mode is not None:
            draft.chmod(mode & 0o7777)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


# --- the program ---


def main() -> NoReturn:
    """The entry point: runs a command and turns what nobody can mend into a line and an exit code."""
    sys.exit(_guarded())


def _guarded() -> int:
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = _exit_code()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader has seen enough
        code = 1
    except MemoryError:
        code = _last_words("not enough memory")
    except OSError as error:
        code = _last_words(f"cannot write: {error.strerror or error}")
    else:
        return code
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python complains once more when it flushes at exit
    return code


def _exit_code() -> int:
    try:
        return app(prog_name="gomoku", standalone_mode=False) or 0
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "gomoku"
        message = error.format_message().rstrip(".")
        _complain(f"{command}: {message} (see {command} --help)")
        return error.exit_code
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "gomoku"):
            raise
        # other commands need no package beyond the base dependencies, or check for it themselves
        _complain(f"gomoku: the server needs {missing}: pip install 'gomoku[server]'")
        return 1


def _last_words(message: str) -> int:
    with contextlib.suppress(OSError):
        os.write(2, f"gomoku: {message}\n".encode())
    return 1
