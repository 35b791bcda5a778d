"""Options and error handling shared by the laboratory's commands.

Commands import their modules when they run, so that `gomoku --help` stays quick.
Exit codes: 0 success, 1 a bad file or process, 2 bad arguments, 130 stopped by Ctrl-C.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import fail

if TYPE_CHECKING:
    from gomoku.lab.jobs.pool import Pool

RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar="RULES", help="Rule set, such as 42 or renju;size=19.")
]
TimeOption = Annotated[
    float | None,
    typer.Option(min=0.001, help="Seconds per move, for players without a limit in their spec. [default: 0.5]"),
]
NodesOption = Annotated[
    int | None, typer.Option(min=1, help="Nodes per move, for engines without a limit in their spec.")
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(
        "--processes", "-p", min=1, max=1024, help="Games in parallel. [default: as many as the processors allow]"
    ),
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Run on a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local to start one.",
    ),
]
JsonOption = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", help="Write the result as JSON; - is standard output, without the table."),
]


@contextlib.contextmanager
def errors() -> Iterator[None]:
    """Report errors that the user can fix as one line with exit code 1."""
    from gomoku.lab.jobs.pool import WorkerDied
    from gomoku.lab.types import LabError

    try:
        yield
    except (LabError, WorkerDied) as error:
        fail(str(error))


@contextlib.contextmanager
def interruptible(message: str) -> Iterator[None]:
    """On Ctrl-C, print the message and stop with exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"gomoku: {message}", err=True)
        raise typer.Exit(130) from None


@contextlib.contextmanager
def pool_of(ray: str | None, processes: int | None, threads: int = 1) -> "Iterator[tuple[Pool, int]]":
    """Yield the process pool, local or on a Ray cluster, and its number of workers of `threads` threads each."""
    from gomoku.lab.jobs import local, pool

    if ray is None:
        yield local.run, processes or max(1, pool.default_processes() // threads)
        return
    from gomoku.lab.jobs import cluster

    try:
        cluster.check_address(ray)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--ray") from None
    with cluster.connected(ray, threads) as (run, room):
        yield run, processes or room
