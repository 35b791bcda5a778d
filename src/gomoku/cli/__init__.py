"""Command line `gomoku`: its entry point and the commands for rules, game files, analysis and the brain.

May import every part; no part must know it. Other commands are registered by their packages: `lab`, `bot` and `server`. A command parses its arguments, calls one part of
the program and prints. Parts are imported when their command runs, so that `--help` stays quick.
Exit codes: 0 success, 1 a bad file or a failure of the machine, 2 bad arguments.
"""

import contextlib
import os
import re
import signal
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

from gomoku import __version__
from gomoku.bot import cli as bot
from gomoku.cli import games as collections
from gomoku.cli import serve as server
from gomoku.cli_tools import complain, fail, parse_rules, replacing, stdout_console, takes
from gomoku.lab import cli as lab
from gomoku.shortage import ensure, is_shortage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gomoku.rules import Game
    from gomoku.rules.diagram import Diagram
    from gomoku.rules.records import Record

app = typer.Typer(
    help="Gomoku with captures and its variants: play in the browser, analyse games, convert files, run engine matches.",
    epilog="Run gomoku COMMAND --help for details and examples.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PositionFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        help="Game file: SGF, PSQ, REC, POS or link; - is standard input.",
        show_default=False,
    ),
]
MovesOption = Annotated[
    str | None, typer.Option("--moves", metavar="MOVES", help="Moves of a game, instead of a file: 'K10 L11 …'.")
]
MoveOption = Annotated[
    int | None, typer.Option("--move", "-m", min=0, help="Analyse the board after this move; by default the last.")
]
GameOption = Annotated[int, typer.Option("--game", "-g", min=1, help="Number of the game in a collection.")]
ThreadsOption = Annotated[int, typer.Option(min=1, max=256, help="Search threads.")]
MemoryOption = Annotated[float, typer.Option(min=1, help="Transposition table in MB.")]

ENGINE_MEMORY = 14 << 20
"""Bytes that a command with an engine takes at least. Measured: 12 MB with the smallest transposition table."""

FormatName = Literal["sgf", "psq", "rec", "pos", "link"]
RowsFrom = Literal["top", "bottom"]


@dataclass(frozen=True)
class ReadOptions:
    """Options of commands that read a game file."""

    from_: Annotated[
        FormatName | None, typer.Option("--from", help="Format of the file, if its extension does not say.")
    ] = None
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="RULES", help="Rule set such as 42 or renju;size=19, for files without one. See: gomoku rules."
        ),
    ] = None
    rows_from: Annotated[RowsFrom, typer.Option(help="Side of row 1 in a POS file.")] = "top"
    any_game: Annotated[bool, typer.Option("--any-game", help="Ignore the game type (GM) of an SGF file.")] = False

    def read(self, file: Path) -> "list[Record]":
        """Read all games of a file; - is standard input."""
        from gomoku.rules.records import RecordError, read_all
        from gomoku.rules.records.errors import MAX_BYTES

        given = None if self.rules is None else parse_rules(self.rules)
        stdin = str(file) == "-"
        if stdin and sys.stdin is None:
            fail("cannot read standard input: it is closed")
        try:
            source = sys.stdin.buffer.read(MAX_BYTES + 1) if stdin else file
            return read_all(source, self.from_, given, self.rows_from, self.any_game)
        except RecordError as error:
            name = "standard input" if stdin else str(file)
            fail(str(error) if file.name in str(error) and not stdin else f"{name}: {error}")
        except OSError as error:
            fail(f"cannot read standard input: {error.strerror or error}")

    def position(self, file: Path | None, moves: str | None, move: int | None, number: int) -> "Game":
        """The position to search: of a file, after one of its moves, or after the moves given."""
        from gomoku.rules import IllegalMove
        from gomoku.rules.game import Game, play_all
        from gomoku.rules.notation import NotationError

        if (file is None) == (moves is None):
            raise typer.BadParameter("give a FILE, or --moves", param_hint="FILE")
        if file is not None:
            whole = _pick(self.read(file), number).game
        else:
            try:
                whole = play_all(Game(parse_rules(self.rules or "42")), (moves or "").split())
            except (IllegalMove, NotationError) as error:
                raise typer.BadParameter(str(error), param_hint="--moves") from None
        shown = _after_move(whole, move)
        if shown.is_over:
            fail("the game is over at that point; choose an earlier move with --move")
        if shown.decision is not None and shown.decision.step != "play":
            fail("the opening is not over at that point: there is no position to analyse yet")
        return shown


# --- commands ---


@app.callback(invoke_without_command=True)
def gomoku(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"gomoku {__version__}")
    elif context.invoked_subcommand is None:
        ensure(server.IMPORT_MEMORY)
        server.run()
    else:
        return
    raise typer.Exit


@app.command()
def rules(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="[RULES]", help="A rule set, such as renju or 42;size=15.", show_default=False),
    ] = None,
) -> None:
    """List rule sets, options and openings, or describe one rule set.

    \b
    Examples:
      gomoku rules
      gomoku rules renju
      gomoku rules "42;size=15;three=flank"
    """
    from gomoku.cli import listing

    console = stdout_console()
    if preset is None:
        console.print(listing.everything())
    else:
        console.print(listing.one(parse_rules(preset, "RULES")))


@app.command()
@takes(ReadOptions)
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Game file: SGF, PSQ, REC, POS or link; - is standard input.")
    ],
    options: ReadOptions,
    move: Annotated[
        int | None, typer.Option("--move", "-m", min=0, help="Show the board after this move; by default the last.")
    ] = None,
    game: Annotated[int, typer.Option("--game", "-g", min=1, help="Number of the game in a collection.")] = 1,
    all_games: Annotated[bool, typer.Option("--all", "-a", help="Show every game of a collection.")] = False,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the board as an SVG image instead; - is standard output."),
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="Number the stones of the image.")] = False,
    span: Annotated[
        str | None,
        typer.Option(
            "--range", metavar="10-25", help="Number these moves of the image only; stones of earlier ones are plain."
        ),
    ] = None,
    letters: Annotated[
        str | None, typer.Option(metavar="K10,L11", help="Empty cells of the image that get the letters A, B …")
    ] = None,
    caption: Annotated[str, typer.Option(help="Text under the image.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Plain text without colour.")] = False,
) -> None:
    """Show a game after any move, on the terminal or as an image.

    \b
    Examples:
      gomoku show game.sgf
      gomoku show game.sgf --move 20
      gomoku show games.sgf --all --plain
      gomoku show game.psq --rules pente --svg board.svg
      gomoku show game.sgf --svg figure.svg --range 10-25 --letters K10,L11
      cat game.sgf | gomoku show -
    """
    from gomoku.cli import terminal

    if svg is not None and all_games:
        raise typer.BadParameter("a picture shows one game; choose it with --game", param_hint="--all")
    if numbers and svg is None:
        raise typer.BadParameter("stones are numbered in a picture; give --svg as well", param_hint="--numbers")
    if (span or letters or caption) and svg is None:
        raise typer.BadParameter(
            "that applies to a picture; give --svg as well", param_hint="--range, --letters, --caption"
        )
    if span is not None and move is not None:
        raise typer.BadParameter("the range already says which move is the last", param_hint="--move")
    records = options.read(file)
    chosen = records if all_games else [_pick(records, game)]
    console = stdout_console()
    for number, record in enumerate(chosen, 1 if all_games else game):
        shown = _after_move(record.game, move)
        if svg is not None:
            from gomoku.rules.diagram import diagram_of, draw

            if span or letters or caption:
                _write(svg, draw(_figure(shown, span, numbers, letters, caption)))
            else:
                _write(svg, draw(diagram_of(shown, numbers=numbers)))
            return
        if len(records) > 1:
            console.print(f"Game {number} of {len(records)}", style="bold")
        if plain or not console.is_terminal or console.options.ascii_only:
            typer.echo(terminal.plain(record, shown))
        else:
            console.print(terminal.colored(record, shown, console.width))


@app.command()
@takes(ReadOptions)
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="File to read; - is standard input.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; its extension is the format.")],
    options: ReadOptions,
    game: Annotated[
        int | None,
        typer.Option("--game", "-g", min=1, help="Number of the game to convert; all by default.", show_default="all"),
    ] = None,
    to: Annotated[
        FormatName | None, typer.Option(help="Format to write, if the extension of OUT does not say.")
    ] = None,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Write the stones even if the choices of an opening are lost.")
    ] = False,
) -> None:
    """Convert a game from one format to another.

    SGF holds everything; what another format cannot hold is listed on standard error. The format follows from the
    extension: .sgf, .psq (Piskvork), .rec (Gomotur), .pos or .txt (moves in one line), .link.

    \b
    Examples:
      gomoku convert game.psq game.sgf --rules standard
      gomoku convert games.sgf third.psq --game 3
      gomoku convert game.sgf - --to link
      gomoku convert opening.pos opening.sgf --rows-from bottom
    """
    from gomoku.rules.records import FORMATS, RecordError, losses, sgf

    extension = target.suffix.lower().removeprefix(".")
    wanted = to or {"txt": "pos"}.get(extension, extension)
    if wanted not in FORMATS:
        known = ", ".join(f".{name}" for name in (*FORMATS, "txt"))
        raise typer.BadParameter(f"its ending must be one of {known}, or give --to", param_hint="OUT")
    records = options.read(source)
    chosen = records if game is None else [_pick(records, game)]
    if len(chosen) > 1 and wanted != "sgf":
        message = f"{source} holds {len(records)} games and {FORMATS[wanted].name} only one; choose it with --game"
        raise typer.BadParameter(message, param_hint="--game")
    try:
        text = sgf.dumps_collection(chosen) if wanted == "sgf" else FORMATS[wanted].dumps(chosen[0], lossy)
    except RecordError as error:
        fail(str(error))
    lost = sorted({what for record in chosen for what in losses(record, wanted)})
    _write(target, text)
    if lost:
        complain(f"gomoku: {FORMATS[wanted].name} has no room for: {', '.join(lost)}")


@app.command()
@takes(ReadOptions)
def analyze(
    options: ReadOptions,
    file: PositionFile = None,
    moves: MovesOption = None,
    move: MoveOption = None,
    game: GameOption = 1,
    time: Annotated[float, typer.Option(min=0, help="Time limit in seconds; 0 to search until Ctrl-C.")] = 5.0,
    depth: Annotated[int | None, typer.Option(min=1, max=60, help="Depth limit in plies.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Node limit.")] = None,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, max=10, help="Principal variations (MultiPV).")] = 3,
    threads: ThreadsOption = 1,
    memory: MemoryOption = 64,
    tree: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the search tree of the last depth as JSON; implies one line."),
    ] = None,
    tree_size: Annotated[int, typer.Option(min=1, max=2_000_000, help="Nodes of the tree, at most.")] = 100_000,
    json_lines: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per depth, each on a line.")
    ] = False,
) -> None:
    """Analyse a position with the engine.

    On a terminal the search is shown as it deepens.

    \b
    Examples:
      gomoku analyze game.sgf
      gomoku analyze game.sgf --move 20 --lines 5 --time 30
      gomoku analyze --moves "K10 L11 K12" --rules 42 --json
      gomoku analyze game.sgf --depth 8 --tree tree.json
    """
    import json

    ensure(ENGINE_MEMORY)
    from gomoku.cli.analyze import Analysis, as_json, tree_text
    from gomoku.engine import Limit

    shown = options.position(file, moves, move, game)
    console = stdout_console()
    try:
        analysis = Analysis(shown, threads, memory)
    except ValueError as error:
        fail(str(error))
    limit = Limit(time=time or None, depth=depth, nodes=nodes, analysis=True)
    record = tree_size if tree else 0
    count = 1 if tree else lines
    with _on_interrupt(analysis.engine.stop):
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


@app.command()
@takes(ReadOptions)
def prove(
    options: ReadOptions,
    file: PositionFile = None,
    moves: MovesOption = None,
    move: MoveOption = None,
    game: GameOption = 1,
    time: Annotated[float, typer.Option(min=0, help="Time limit in seconds; 0 to search until Ctrl-C.")] = 10.0,
    nodes: Annotated[int | None, typer.Option(min=1, help="Node limit.")] = None,
    threads: ThreadsOption = 1,
    memory: MemoryOption = 64,
    kept: Annotated[int, typer.Option(min=1, metavar="N", help="Positions of proofs kept in memory.")] = 200_000,
    tree: Annotated[bool, typer.Option("--tree", help="Print the tree: every reply and its answer.")] = False,
    depth: Annotated[int | None, typer.Option(min=1, help="Moves of the attacker that the tree shows.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Verify the proof with the reference rules, without the engine. Slow.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the proof as JSON, with the whole tree.")] = False,
) -> None:
    """Prove a forced win or loss, or find the moves that hold against a threat.

    Every legal reply is answered. Progress goes to standard error; Ctrl-C ends with what is proved so far.

    \b
    Examples:
      gomoku prove game.sgf --move 20 --time 60
      gomoku prove --moves "H8 H9 J8 J9 K8 K9" --rules freestyle --tree
      gomoku prove game.sgf --json > proof.json
    """
    import json

    ensure(ENGINE_MEMORY)
    from gomoku.cli.prove import Work, figures, tree_text, words
    from gomoku.engine import Limit
    from gomoku.engine.proof import ProofError
    from gomoku.engine.proof import check as verify

    position = options.position(file, moves, move, game)
    try:
        work = Work(position, threads, memory, kept)
        with _on_interrupt(work.stop):
            proof = work.run(Limit(time=time or None, nodes=nodes))
    except ValueError as error:
        fail(str(error))
    if as_json:
        typer.echo(json.dumps(proof.as_json(position)))
    else:
        typer.echo(words(position, proof))
        typer.echo(figures(proof), err=True)
        if tree:
            typer.echo("\n" + tree_text(position, proof, depth))
    if check:
        try:
            lines = verify(proof, position)
        except ProofError as error:
            fail(f"the proof does not hold: {error}")
        typer.echo(f"verified with the rules: {lines:,} lines", err=True)


@app.command()
def review(
    sources: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Game files, folders or ZIP archives.")],
    rules: Annotated[
        str | None,
        typer.Option(metavar="RULES", help="Rule set for files that name none; overrides the one in SGF files."),
    ] = None,
    time: Annotated[float, typer.Option(min=0.01, help="Seconds per position.")] = 0.1,
    nodes: Annotated[int | None, typer.Option(min=1, help="Nodes per position, instead of a time.")] = None,
    threads: ThreadsOption = 1,
    memory: MemoryOption = 64,
    json_lines: Annotated[bool, typer.Option("--json", help="Print one JSON object per game, each on a line.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the table as a page, with a graph for each game.")
    ] = None,
) -> None:
    """Review the games in files and folders: accuracy, mistakes, turning points, and the course of each game.

    \b
    Examples:
      gomoku review games/
      gomoku review games.sgf --time 0.5 --json > reviews.jsonl
      gomoku review games/ --html reviews.html
    """
    import json

    ensure(ENGINE_MEMORY)
    from gomoku.cli.review import NARROW, Players, as_json, reviews, row, tables
    from gomoku.engine import Limit
    from gomoku.library.sources import Progress

    for source in sources:
        if not source.exists():
            fail(f"there is no file or folder {source}")
    if html is not None and not html.absolute().parent.is_dir():
        fail(f"cannot write {html}: there is no folder {html.parent}")
    given = None if rules is None else parse_rules(rules)
    limit = Limit(nodes=nodes, analysis=True) if nodes else Limit(time=time, analysis=True)
    is_narrow = stdout_console().width < NARROW
    rows, done, failed, progress, players = [], [], 0, Progress(), Players()
    try:
        for reviewed in reviews(sources, given, limit, threads, memory, progress):
            players.add(reviewed)
            if json_lines:
                typer.echo(json.dumps(as_json(reviewed)))
            elif reviewed.why:
                complain(f"gomoku: {reviewed.source}, game {reviewed.number}: {reviewed.why}")
            else:
                rows.append(row(reviewed, is_narrow))
                if sys.stderr.isatty():
                    share = 100 * progress.done // max(1, progress.total)
                    typer.echo(f"\r{len(rows)} games reviewed, {share} % of the files read", err=True, nl=False)
            failed += bool(reviewed.why)
            if html is not None:
                done.append(reviewed)
    except KeyboardInterrupt:  # hours of work may be done
        complain("gomoku: interrupted; these are the games reviewed so far")
        failed += 1
    if html is not None:
        from gomoku.cli.review_page import page

        _write(html, page(done))
    if rows:
        stdout_console().print(tables(rows, players.rows(), is_narrow))
    if failed:
        raise typer.Exit(1)


@contextlib.contextmanager
def _on_interrupt(stop: "Callable[[], None]") -> "Iterator[None]":
    """Let Ctrl-C call `stop` instead of ending the program: the search returns its best result so far."""
    before = signal.signal(signal.SIGINT, lambda *_: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@app.command()
def brain() -> None:
    """Run as a Gomocup brain on standard input and output.

    Started by managers such as Piskvork, liskvork and c-gomoku-cli; docs/BRAIN.md lists the supported commands.
    Defaults before any INFO: freestyle, 5 s per move, 70 MB.

    \b
    Examples:
      gomoku brain
      printf 'START 15\\nBEGIN\\n' | gomoku brain
    """
    from gomoku.brain.process import main as talk

    talk()


collections.register(app)
lab.register(app)
bot.register(app)
server.register(app)


# --- helpers ---


def _pick(records: "list[Record]", number: int) -> "Record":
    """The game of that number, counted from 1."""
    if number > len(records):
        count = "one game" if len(records) == 1 else f"{len(records)} games"
        raise typer.BadParameter(f"the file holds {count}, not {number}", param_hint="--game")
    return records[number - 1]


def _after_move(game: "Game", move: int | None) -> "Game":
    """The game after that many moves; None is all of them."""
    if move is None:
        return game
    if move > len(game.moves):
        raise typer.BadParameter(f"the game has moves 0 to {len(game.moves)}, not {move}", param_hint="--move")
    return game.at(move)


def _figure(game: "Game", span: str | None, numbers: bool, letters: str | None, caption: str) -> "Diagram":
    """A figure with the moves of a range such as `10-25`, `10-` or `7`, or with all or none of them."""
    from gomoku.rules.figure import figure_of, lettered
    from gomoku.rules.notation import cell_of

    first, last = 1 if numbers else len(game.moves) + 1, len(game.moves)
    if span is not None:
        found = re.fullmatch(r"(\d{1,6})(-(\d{1,6})?)?", span)
        if found is None:
            raise typer.BadParameter(f"{span!r} is not a range of moves such as 10-25", param_hint="--range")
        first = int(found[1])
        last = last if found[2] == "-" else int(found[3] or found[1])
        if not 1 <= first <= last <= len(game.moves):
            raise typer.BadParameter(f"the game has moves 1 to {len(game.moves)}, not {span}", param_hint="--range")
    try:
        names = [name for name in re.split(r"[\s,]+", letters or "") if name]
        cells = [cell_of(name, game.rules.width, game.rules.height) for name in names]
        return figure_of(game.at(last), first=first, letters=lettered(dict.fromkeys(cells, "")), caption=caption)
    except ValueError as error:  # FigureError, or a name that is not a cell
        raise typer.BadParameter(str(error), param_hint="--letters") from None


def _write(path: Path, text: str) -> None:
    """Write a file atomically; - is standard output."""
    data = text.encode("utf-8", errors="replace")
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
            path.write_bytes(data)
            return
        with replacing(path.resolve()) as draft:
            draft.write_bytes(data)
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")


# --- entry point ---


def main() -> NoReturn:
    """Run the command line; failures of the machine become one line and an exit code."""
    sys.exit(_guarded())


def _guarded() -> int:
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            code = _exit_code()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader, such as head, has closed the pipe
        code = 1
    except MemoryError:
        code = _report("not enough memory")
    except OSError as error:
        code = _report("not enough memory" if is_shortage(error) else f"cannot write: {error.strerror or error}")
    else:
        return code
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the interpreter flushes standard output at exit: it would fail again
    return code


def _exit_code() -> int:
    try:
        return app(prog_name="gomoku", standalone_mode=False) or 0
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "gomoku"
        message = error.format_message().rstrip(".")
        complain(f"{command}: {message} (see {command} --help)")
        return error.exit_code
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "gomoku"):
            raise
        # other commands need no package beyond the base dependencies, or check for it themselves
        complain(f"gomoku: the server needs {missing}: pip install 'gomoku[server]'")
        return 1


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as a line, without its source location."""
    complain(f"gomoku: {message}")


def _report(message: str) -> int:
    """Write an error without buffers, which may be what failed."""
    with contextlib.suppress(OSError):
        os.write(2, f"gomoku: {message}\n".encode())
    return 1
