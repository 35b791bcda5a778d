"""Commands `gomoku bench` and `gomoku perft`, and registration of all commands of the laboratory."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import fail, parse_rules
from gomoku.lab.books import cli as books
from gomoku.lab.learning import cli as learning
from gomoku.lab.matches import cli as matches
from gomoku.lab.matches import tournament_cli as tournaments
from gomoku.lab.options import JsonOption, RulesOption, errors, interruptible
from gomoku.lab.tactics import cli as tactics

if TYPE_CHECKING:
    from gomoku.lab.bench import Bench


def register(app: typer.Typer) -> None:
    """Add the laboratory's commands to the program."""
    app.command("bench")(bench)
    app.command("perft")(perft)
    matches.register(app)
    tournaments.register(app)
    learning.register(app)
    tactics.register(app)
    books.register(app)


def bench(
    rules: Annotated[
        list[str] | None, typer.Argument(metavar="[RULES]...", help="Presets to measure; all by default.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=60, help="Search depth in plies. [default: 8]")] = None,
    json: JsonOption = None,
) -> None:
    """Search fixed positions and print speed and signature.

    One thread, fixed depth; speed is by CPU time. The signature is a hash of all node counts and root values. It changes
    with the search, never with the machine.

    \b
    Examples:
      gomoku bench
      gomoku bench 42 renju --depth 10
    """
    with errors():
        from gomoku.lab import bench as lab
        from gomoku.lab import output

        output.check_target(json)
        names = rules or list(lab.positions())
        depth = depth or lab.DEPTH
        benches = lab.run(names, depth)
        warning = lab.check_core()
        if warning:
            typer.echo(f"gomoku: {warning}", err=True)
        done: list[Bench] = []
        with interruptible("the bench was stopped"), output.ticker() as ticker:
            ticker.start("bench", len(names))
            for found in benches:
                done.append(found)
                ticker.show(len(done), found.rules)
        rows = [*done, lab.total(done)]
        signature = lab.signature(done)
        if json is not None:
            output.write_json(json, {"depth": depth, "signature": signature, "rows": [row.as_json() for row in rows]})
        if str(json) != "-":
            heads = ("rules", "positions", "nodes", "seconds", "nodes/s", "make+undo/s")
            output.print_table(f"depth {depth}, one thread", heads, [row.as_row() for row in rows])
            typer.echo(f"Bench: {signature}")


def perft(
    rules: RulesOption = "42",
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=20, help="Depth in plies.")] = 2,
    game: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Start from the end of this game (SGF, PSQ, POS, link).")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Count with the reference rules as well (slow), and compare.")
    ] = False,
    json: JsonOption = None,
) -> None:
    """Count all lines of play up to a depth, by kind of move.

    \b
    Examples:
      gomoku perft --rules "renju;size=9" --depth 3
      gomoku perft --game game.sgf --depth 2 --check
    """
    with errors():
        from time import perf_counter

        from gomoku.lab import bench as benching
        from gomoku.lab import output
        from gomoku.lab import perft as lab
        from gomoku.rules import Game
        from gomoku.rules.records import RecordError, read

        output.check_target(json)
        benching.check_core()
        start = Game(parse_rules(rules))
        if game is not None:
            try:
                start = read(game).game
            except RecordError as error:
                fail(f"{game}: {error}" if game.name not in str(error) else str(error))
        if start.is_over:
            fail("the game is over: there is nothing to count")
        with interruptible("the count was stopped"):
            started = perf_counter()
            counts = lab.by_core(start, depth)
            seconds = perf_counter() - started
            same = not check or counts == lab.by_rules(start, depth)
        moves = sum(level["moves"] for level in counts)
        if json is not None:
            found = {"rules": start.rules.spec(), "seconds": round(seconds, 3), "depths": counts}
            output.write_json(json, {**found, "agrees": same} if check else found)
        if str(json) != "-":
            rows = [[str(d), *(f"{n:,}" for n in level.values())] for d, level in enumerate(counts, start=1)]
            output.print_table(start.rules.spec(), ("depth", *lab.KINDS), rows)
            typer.echo(f"{moves:,} moves in {seconds:.2f} s, {moves / max(seconds, 1e-9):,.0f}/s")
            if check and same:
                typer.echo("the plain rules agree")
        if not same:
            fail("the plain rules count differently")
