"""Commands `gomoku tactics find`, `attacks`, `check` and `solve`."""

from pathlib import Path
from typing import Annotated

import typer

from gomoku.cli_tools import parse_rules
from gomoku.lab.options import JsonOption, NodesOption, RulesOption, TimeOption, errors, interruptible

SuitesArgument = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Suites of positions.")]


def register(app: typer.Typer) -> None:
    """Add `tactics` and its subcommands to the program."""
    tactics = typer.Typer(help="Find, check and solve positions with a proved outcome.", no_args_is_help=True)
    tactics.command("find")(find)
    tactics.command("attacks")(attacks)
    tactics.command("check")(check)
    tactics.command("solve")(solve)
    app.add_typer(tactics, name="tactics")


def find(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="Files of gomoku selfplay.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The suite to write; an existing one is continued.")
    ],
    rules: RulesOption = "42",
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Positions wanted in the suite.")] = 100,
) -> None:
    """Search self-play games for forced wins and for positions with a single saving move, and prove them.

    \b
    Examples:
      gomoku tactics find games.jsonl --rules 42 --count 300 --out tactics-42.txt
    """
    with errors():
        from gomoku.lab import output
        from gomoku.lab.tactics.finder import find as find_positions

        finder = None
        with interruptible(f"stopped; the same command resumes from {out}"), output.ticker() as ticker:
            ticker.start("positions", count)
            for finder in find_positions(parse_rules(rules), files, out, count):
                ticker.show(len(finder.found))
        typer.echo(f"{out} holds {len(finder.found) if finder else count} positions")


def attacks(
    files: Annotated[
        list[Path], typer.Argument(metavar="GAMES...", help="Files of gomoku selfplay, or logs of matches.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write; an existing one is continued.")
    ],
    rules: RulesOption = "42",
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Positions wanted in the file.")] = 60,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes of the search that proves a win.")] = 3_000_000,
) -> None:
    """Search games for long attacks: wins of 15 plies and more in positions that look undecided.

    \b
    Examples:
      gomoku tactics attacks match.jsonl --rules 42 --count 60 --out attacks-42.txt
    """
    with errors():
        from gomoku.lab import output
        from gomoku.lab.tactics import attacks as long_attacks

        found = 0
        with interruptible(f"stopped; the same command resumes from {out}"), output.ticker() as ticker:
            ticker.start("positions", count)
            for found in long_attacks.find(parse_rules(rules), rules, files, out, count, nodes):
                ticker.show(found)
        typer.echo(f"{out} holds {found} positions")


def check(
    files: SuitesArgument,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Also play replies that do not break a standing five, and lose at once.")
    ] = False,
) -> None:
    """Verify every line of every proof with the reference rules, without the engine. Slow.

    \b
    Examples:
      gomoku tactics check tactics-renju.txt
    """
    with errors():
        from gomoku.engine import ProofError
        from gomoku.lab import output
        from gomoku.lab.tactics import suite

        tactics = [(path, tactic) for path in files for tactic in suite.read(path)]
        lines, wrong = 0, []
        with interruptible("the check was stopped"), output.ticker() as ticker:
            ticker.start("positions", len(tactics))
            for number, (path, tactic) in enumerate(tactics, start=1):
                try:
                    lines += suite.check(tactic, thorough).lines
                except ProofError as error:
                    wrong.append(f"{path}, position {number}: {error}")
                ticker.show(number)
        for text in wrong:
            typer.echo(text)
        typer.echo(f"{len(tactics)} positions, {lines:,} lines, {len(wrong)} wrong")
        if wrong:
            raise typer.Exit(1)


def solve(
    files: SuitesArgument,
    time: TimeOption = None,
    nodes: NodesOption = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Search threads.")] = 1,
    lines: Annotated[int, typer.Option(min=1, max=64, help="Variations searched; the first counts.")] = 1,
    json: JsonOption = None,
) -> None:
    """Let the engine solve positions; print how many it solves, and those it fails.

    \b
    Examples:
      gomoku tactics solve tactics-42.txt --time 0.5 --threads 2
    """
    with errors():
        from gomoku.engine import Limit
        from gomoku.lab import output
        from gomoku.lab.tactics import suite

        output.check_target(json)
        limit = Limit(time=time if time or nodes else 0.5, nodes=nodes)
        suites = [suite.read(path) for path in files]
        rows, failures = [], []
        with interruptible("stopped"), output.ticker() as ticker:
            ticker.start("positions", sum(map(len, suites)))
            done = 0
            for path, tactics in zip(files, suites, strict=True):
                score = suite.SuiteScore(path.stem)
                for outcome in suite.solve(tactics, limit, threads, lines=lines):
                    score.add(outcome)
                    done += 1
                    ticker.show(done)
                rows.append(score)
                failures += score.failures
        if json is not None:
            output.write_json(json, {"suites": [score.as_json() for score in rows], "failures": failures})
        if str(json) != "-":
            heads = ("file", "positions", "solved", "%", *suite.KINDS, "slowest, s")
            output.print_table(f"threads: {threads}", heads, [score.row() for score in rows])
            for text in failures:
                typer.echo(text)
