"""`gomoku games`: collections of games in one file. Import, search, export, and a list of unreadable games."""

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final, Literal, Protocol

import typer

from gomoku.cli_tools import complain, fail, parse_rules, replacing, stdout_console, takes

if TYPE_CHECKING:
    from gomoku.library.explorer import Reply
    from gomoku.library.importing import ImportReport
    from gomoku.library.store import GameLine, Library, Query
    from gomoku.rules import Game, Rules


class Bar(Protocol):
    """A progress bar."""

    def __call__(self, done: int, total: int, words: str = ...) -> None: ...


LibraryFile = Annotated[Path, typer.Argument(metavar="LIBRARY", help="File of the collection.")]
SHOWN_FAILURES: Final = 10
DATE: Final = re.compile(r"\d{4}(-\d\d){0,2}", re.ASCII)


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    games = typer.Typer(help="Collections of thousands of games: import, search, export.", no_args_is_help=True)
    games.command("import")(import_files)
    games.command("search")(search)
    games.command("export")(export)
    games.command("failures")(failures)
    games.command("explore")(explore)
    games.command("index")(index)
    app.add_typer(games, name="games")


@dataclass(frozen=True)
class Filters:
    """Options that choose games of a collection."""

    player: Annotated[str, typer.Option(help="Part of either player's name.")] = ""
    black: Annotated[str, typer.Option(help="Part of Black's name.")] = ""
    white: Annotated[str, typer.Option(help="Part of White's name.")] = ""
    event: Annotated[str, typer.Option(help="Part of the event's name.")] = ""
    since: Annotated[str, typer.Option(metavar="DATE", help="First date: 2024, 2024-05 or 2024-05-31.")] = ""
    until: Annotated[str, typer.Option(metavar="DATE", help="Last date.")] = ""
    rules: Annotated[str, typer.Option(metavar="RULES", help="Rule set, such as renju or 42;size=15.")] = ""
    opening: Annotated[str, typer.Option(help="Opening protocol, such as swap2.")] = ""
    pattern: Annotated[str, typer.Option(help="Name of the first stones: 7I or Hogetsu.")] = ""
    result: Annotated[Literal["black", "white", "draw"] | None, typer.Option(help="Who won.")] = None
    moves: Annotated[
        str,
        typer.Option(metavar="MOVES", help="A position that was reached, in any rotation: 'H8 I9 I7'. Needs --rules."),
    ] = ""

    def query(self) -> "Query":
        from gomoku.library.store import LibraryError, Query, pattern_of

        for name, date in (("--since", self.since), ("--until", self.until)):
            if date and not DATE.fullmatch(date):
                raise typer.BadParameter(f"{date!r} is not a date such as 2024, 2024-05 or 2024-05-31", param_hint=name)
        if self.moves and not self.rules:
            raise typer.BadParameter("a position needs its rules: give --rules as well", param_hint="--moves")
        rules = parse_rules(self.rules) if self.rules else None
        position = _position(rules, self.moves) if rules and self.moves else None
        try:
            pattern = pattern_of(self.pattern) if self.pattern else ""
        except LibraryError as error:
            raise typer.BadParameter(str(error), param_hint="--pattern") from None
        return Query(
            player=self.player,
            black=self.black,
            white=self.white,
            event=self.event,
            since=self.since,
            until=self.until,
            rules=self.rules,
            opening=self.opening,
            pattern=pattern,
            result={"black": "B", "white": "W", "draw": "0"}.get(self.result or "", ""),
            position=position,
        )


def import_files(
    library: LibraryFile,
    sources: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files, folders or ZIP archives.")],
    rules: Annotated[
        str | None,
        typer.Option(metavar="RULES", help="Rule set for files that name none; overrides the one in SGF files."),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Encoding of files that are not UTF-8 and declare none, such as gb18030."),
    ] = None,
) -> None:
    """Import games into a collection, which is created if necessary.

    Reads SGF (any number of games in a file), Piskvork PSQ, Gomotur REC, POS, RenLib .lib (each line is a game) and ZIP
    archives of them, such as Gomocup's results. Duplicates are recognised; games that cannot be read are kept with the
    reason (gomoku games failures). An interrupted import can be repeated.

    If neither the file nor --rules names the rules, a word in its path does (renju, standard, caro ...), otherwise freestyle.

    \b
    Examples:
      gomoku games import club.games ~/games tournament.sgf
      gomoku games import gomocup.games gomocup2024.zip --rules standard
      gomoku games import renju.games chinese.lib --encoding gb18030
    """
    from gomoku.library.importing import import_games
    from gomoku.library.sources import is_assumed_freestyle
    from gomoku.rules.records import RecordError
    from gomoku.rules.records.files import known_encoding

    given = None if rules is None else parse_rules(rules)
    try:
        codec = None if encoding is None else known_encoding(encoding)
    except RecordError as error:
        raise typer.BadParameter(str(error), param_hint="--encoding") from None
    for source in sources:
        if not source.exists():
            fail(f"there is no file or folder {source}")
    with _opened(library, create=True) as collection:
        with _bar("reading") as bar:

            def on_game(report: "ImportReport") -> None:
                words = f"{report.added} added, {report.known} known, {report.failed} not readable"
                bar(report.progress.done, report.progress.total, words)

            report = import_games(collection, sources, given, on_game, codec)
        total = collection.count()
        failed = list(islice(collection.failures(), SHOWN_FAILURES)) if report.failed else []
    other = f", {report.progress.other} other files" if report.progress.other else ""
    typer.echo(
        f"{_games(report.added)} added, {report.known} known already, {report.failed} not readable{other}."
        f" {library} has {_games(total)}."
    )
    for failure in failed:
        complain(f"gomoku: {failure.source}, game {failure.number}: {failure.why}")
    if report.failed:
        if given is None and any(is_assumed_freestyle(failure.source) for failure in failed):
            complain(
                "gomoku: files that name no rules were read as freestyle; for other rules, repeat the import with --rules"
            )
        complain(f"gomoku: all of them: gomoku games failures {library}")
        raise typer.Exit(1)


@takes(Filters)
def search(
    library: LibraryFile,
    options: Filters,
    limit: Annotated[int, typer.Option(min=0, help="Games shown, at most; 0 for all.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game, each on a line.")] = False,
) -> None:
    """List the games of a collection that match.

    \b
    Examples:
      gomoku games search club.games --player aoi --result black --since 2024
      gomoku games search club.games --pattern Hogetsu
      gomoku games search club.games --rules "renju" --moves "H8 I9 I7 H6"
    """
    query = options.query()
    with _opened(library) as collection:
        found = collection.search(query)
        if as_json:
            for line in found if limit == 0 else islice(found, limit):
                typer.echo(json.dumps(asdict(line)))
            return
        shown = list(found if limit == 0 else islice(found, limit))
        more = sum(1 for _ in found)
    if shown:
        stdout_console().print(_table(shown))
    typer.echo(_games(len(shown) + more) + (f", {len(shown)} of them shown (--limit)" if more else ""))


@takes(Filters)
def export(
    library: LibraryFile,
    target: Annotated[Path, typer.Argument(metavar="OUT", help="SGF file with all games, or a folder with --to.")],
    options: Filters,
    to: Annotated[
        Literal["sgf", "psq", "rec", "pos"] | None,
        typer.Option(help="Write a folder with a file of this format per game."),
    ] = None,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Write the stones even if the choices of an opening are lost.")
    ] = False,
) -> None:
    """Export the games of a collection that match, with everything their files said.

    \b
    Examples:
      gomoku games export club.games renju.sgf --rules renju
      gomoku games export gomocup.games games --to psq --player rapfi
    """
    from gomoku.library.sources import folder_of
    from gomoku.rules.records import FORMATS, RecordError, losses, sgf
    from gomoku.rules.records.record import RULES

    query = options.query()
    lost: set[str] = set()
    refused: list[str] = []
    count = left_out = 0
    with _opened(library) as collection:
        try:
            if to is None:
                if target.suffix.lower() != ".sgf":
                    raise typer.BadParameter("its ending must be .sgf; or give --to for a folder", param_hint="OUT")
                with replacing(target.resolve()) as draft, draft.open("w", encoding="utf-8", newline="") as file:
                    for line in collection.search(query):
                        record = collection.record(line.id)
                        file.write(sgf.dumps(record))
                        lost |= set(losses(record, "sgf"))
                        count += 1
                    if not count:
                        fail("no game matches: nothing is written")
            else:
                target.mkdir(parents=True, exist_ok=True)
                if any(target.iterdir()):
                    fail(f"the folder {target} is not empty")
                for line in collection.search(query):
                    record = collection.record(line.id)
                    try:
                        text = FORMATS[to].dumps(record, lossy)
                    except RecordError as error:
                        left_out += 1
                        if left_out <= SHOWN_FAILURES:
                            refused.append(f"game {line.id}: {error}")
                        continue
                    # the rules, if the format does not name them, are in the path: so the games are read as they were
                    folder = target if RULES in FORMATS[to].keeps else target / folder_of(record.game.rules)
                    folder.mkdir(exist_ok=True)
                    (folder / f"{line.id:07}.{to}").write_text(text, encoding="utf-8", newline="")
                    lost |= {what for what in losses(record, to) if what != RULES}
                    count += 1
        except RecordError as error:
            fail(f"game {line.id}: {error}")
        except OSError as error:
            fail(f"cannot write {target}: {error.strerror or error}")
    typer.echo(f"{_games(count)} written to {target}" + (f", {left_out} left out" if left_out else ""))
    if lost:
        complain(f"gomoku: {FORMATS[to or 'sgf'].name} has no room for: {', '.join(sorted(lost))}")
    for why in refused:
        complain(f"gomoku: {why}")
    if left_out:
        raise typer.Exit(1)


def failures(
    library: LibraryFile,
    texts: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the texts of these games to a file, to be repaired.")
    ] = None,
) -> None:
    """List the games that could not be read, with file, number and reason.

    \b
    Examples:
      gomoku games failures club.games
      gomoku games failures club.games --texts broken.sgf
    """
    with _opened(library) as collection:
        for failure in collection.failures():
            typer.echo(_printable(f"{failure.source}, game {failure.number}: {failure.why}"))
        if texts is None:
            return
        try:
            with replacing(texts.resolve()) as draft, draft.open("w", encoding="utf-8", newline="") as file:
                for failure in collection.failures():
                    file.write(failure.text.rstrip("\n") + "\n")
        except OSError as error:
            fail(f"cannot write {texts}: {error.strerror or error}")


def explore(
    library: LibraryFile,
    rules: Annotated[str, typer.Option(metavar="RULES", help="Rule set, such as renju or 42;size=15.")],
    moves: Annotated[str, typer.Option(metavar="MOVES", help="Moves to the position: 'H8 I9 I7'.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="Replies shown, at most.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per reply, each on a line.")] = False,
) -> None:
    """Show the moves played in a position, how often and with what result. Rotations and reflections count as one
    position.

    \b
    Examples:
      gomoku games explore club.games --rules renju
      gomoku games explore club.games --rules renju --moves "H8 I9 I7"
    """
    from gomoku.library.explorer import DEPTH
    from gomoku.rules.opening_names import named_opening

    position = _position(parse_rules(rules), moves)
    if len(position.moves) >= DEPTH:
        raise typer.BadParameter(f"the first {DEPTH} moves of each game are indexed", param_hint="--moves")
    with _opened(library) as collection:
        replies = collection.replies(position)
        if as_json:
            for reply in replies[:limit]:
                named = {"cells": [position.name(cell) for cell in reply.cells], "games": reply.games}
                facts = {name: getattr(reply, name) for name in ("black", "draws", "white", "rating")}
                typer.echo(json.dumps(named | facts))
            return
        name = named_opening(position)
        if name is not None:
            typer.echo(str(name))
        if replies:
            stdout_console().print(_replies(position, replies[:limit]))
        typer.echo(_games(sum(reply.games for reply in replies)))


def index(library: LibraryFile) -> None:
    """Rebuild the index of positions from the games of the collection.

    \b
    Examples:
      gomoku games index club.games
    """
    with _opened(library) as collection, _bar("indexing") as bar:
        count = collection.index(rebuild=True, on_game=bar)
    typer.echo(f"{_games(count)} indexed")


# --- output ---


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


@contextlib.contextmanager
def _opened(path: Path, create: bool = False) -> "Iterator[Library]":
    from gomoku.library.store import Library, LibraryError

    try:
        with Library(path, create) as library:
            yield library
    except LibraryError as error:
        fail(str(error))


@contextlib.contextmanager
def _bar(words: str) -> "Iterator[Bar]":
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total, words=words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words)
        last = 0.0

        def tell(done: int, total: int, words: str = words) -> None:
            nonlocal last
            if monotonic() - last > 0.1:
                last = monotonic()
                bar.update(task, completed=done, total=total, description=words)

        yield tell


def _position(rules: "Rules", moves: str) -> "Game":
    from gomoku.rules import Game, IllegalMove
    from gomoku.rules.game import play_all
    from gomoku.rules.notation import NotationError

    try:
        return play_all(Game(rules), moves.split())
    except (IllegalMove, NotationError) as error:
        raise typer.BadParameter(str(error), param_hint="--moves") from None


def _replies(position: "Game", replies: "list[Reply]") -> object:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("Move", "Games", "Black", "Draws", "White", "Rating"):
        table.add_column(heading, justify="left" if heading == "Move" else "right")
    for reply in replies:
        known = reply.black + reply.draws + reply.white
        shares = [f"{100 * part / known:.0f} %" if known else "" for part in (reply.black, reply.draws, reply.white)]
        names = " ".join(position.name(cell) for cell in reply.cells)
        table.add_row(names, str(reply.games), *shares, "" if reply.rating is None else str(reply.rating))
    return table


def _table(lines: "list[GameLine]") -> object:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in ("Game", "Black", "White", "Result", "Moves", "Date", "Rules", "Pattern", "Event"):
        table.add_column(heading, justify="right" if heading in ("Game", "Moves") else "left", overflow="fold")
    for line in lines:
        result = {"B": "1:0", "W": "0:1", "0": "½:½"}.get(line.result, "")
        cells = (
            str(line.id),
            line.black,
            line.white,
            result,
            str(line.plies),
            line.date,
            line.rules,
            line.pattern,
            line.event,
        )
        table.add_row(*(Text(_printable(cell)) for cell in cells))
    return table
