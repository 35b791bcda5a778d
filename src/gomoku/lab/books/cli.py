"""Command `gomoku book`."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import parse_rules
from gomoku.lab.options import ProcessesOption, RayOption, RulesOption, errors, interruptible, pool_of
from gomoku.rules import Game, IllegalMove, Rules

if TYPE_CHECKING:
    from gomoku.lab.books import growing


def register(app: typer.Typer) -> None:
    """Add `book` to the program."""
    app.command("book")(book)


def book(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Log of the book; an existing one is continued. A packed book, .book, is only shown."
        ),
    ],
    rules: RulesOption = "42",
    first: Annotated[
        str | None,
        typer.Option(
            "--first",
            metavar="MOVES",
            help="Moves before the book's first position; empty for the empty board.",
            show_default="the centre",
        ),
    ] = None,
    positions: Annotated[int, typer.Option("--positions", "-n", min=0, help="Positions wanted in the book.")] = 1000,
    nodes: Annotated[int, typer.Option(min=100, help="Nodes per position.")] = 150_000,
    lines: Annotated[int, typer.Option(min=1, max=50, help="Moves searched per position.")] = 6,
    pack: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the book in the engine's format.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the best lines as a tree.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the first moves, each with its best line.")] = False,
    processes: ProcessesOption = None,
    ray: RayOption = None,
) -> None:
    """Grow an opening book by drop-out expansion.

    Each position is searched once, for several moves; the next one is the position of least drop-out cost. Values are
    propagated to the root, the stone in the centre. An interrupted run resumes from its log.

    \b
    Examples:
      gomoku book 42.jsonl --positions 5000 --pack 42.book
      gomoku book renju.jsonl --rules renju --ray auto
      gomoku book 42.jsonl --positions 0 --show --svg 42.svg
      gomoku book 42.book --show
    """
    with errors():
        from gomoku.engine.book import SUFFIX, read
        from gomoku.lab import output
        from gomoku.lab.books import growing

        for target in (pack, svg):
            output.check_target(target)
        if out.suffix == SUFFIX:
            if pack is not None:
                raise typer.BadParameter(f"{out} is packed already", param_hint="--pack")
            found = read(str(out))
            tree = growing.tree_of(found)
            title = f"{tree.rules.spec()}, {found.about.get('nodes', 0):,} nodes"
            _shown(tree, svg, title if show else "")
            typer.echo(f"{out} holds {len(found)} positions of {tree.rules.spec()}")
            return
        parsed = parse_rules(rules)
        tree = growing.BookTree(parsed, _line(parsed, first))
        with (
            interruptible(f"stopped; the same command resumes from {out}"),
            pool_of(ray, processes) as (pool, workers),
            output.ticker() as ticker,
        ):
            ticker.start("positions", positions)
            steps = growing.grow(tree, positions, nodes, out, workers, lines, pool)
            with contextlib.closing(steps):
                for _ in steps:
                    root = tree.positions.get(tree.root)
                    ticker.show(len(tree.positions), f"first move {root.value:+d}" if root else "")
        if pack is not None:
            about = growing.about_of(parsed.spec(), tree.first, nodes, lines)
            del about["log"]
            output.write_bytes(pack, tree.packed(about))
        _shown(tree, svg, f"{parsed.spec()}, {nodes:,} nodes" if show else "")
        typer.echo(f"{out} holds {len(tree.positions)} positions of {parsed.spec()} at {nodes} nodes each")


def _line(rules: Rules, first: str | None) -> "growing.Line":
    """The moves before a book, the stone in the centre unless they are given."""
    game = Game(rules)
    try:
        for name in [rules.centre] if first is None else first.split():
            game.play(name)
    except (IllegalMove, ValueError) as error:
        raise typer.BadParameter(str(error), param_hint="--first") from None
    return game.moves


def _shown(tree: "growing.BookTree", svg: Path | None, title: str) -> None:
    """Draw a book, and print it under a title, if there is one."""
    from gomoku.lab import output
    from gomoku.lab.books import picture

    if svg is not None:
        output.write_text(svg, picture.drawn(tree))
    if title:
        output.print_table(title, picture.HEADS, picture.rows(tree))
