"""Commands `gomoku selfplay` and `gomoku fit`."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import fail, parse_rules
from gomoku.lab.options import ProcessesOption, RayOption, RulesOption, errors, interruptible, pool_of

if TYPE_CHECKING:
    from gomoku.lab.learning.training import Plan


def register(app: typer.Typer) -> None:
    """Add `selfplay` and `fit` to the program."""
    app.command("selfplay")(selfplay)
    app.command("fit")(fit)


def selfplay(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="File of games to write; an existing one is continued.")],
    rules: RulesOption = "42",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games wanted in the file.")] = 1000,
    nodes: Annotated[int, typer.Option(min=50, help="Nodes per move.")] = 2500,
    weights: Annotated[
        str, typer.Option(help="Evaluation weights: a file, or hand. [default: the built-in weights]")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
) -> None:
    """Play self-play games as training data for gomoku fit.

    \b
    Examples:
      gomoku selfplay games.jsonl --games 5000
      gomoku selfplay renju.jsonl --rules renju --weights hand
      gomoku selfplay games.jsonl --games 100000 --ray auto
    """
    with errors():
        from gomoku.lab import output
        from gomoku.lab.learning import selfplay as lab
        from gomoku.lab.matches.players import check_player

        parsed = parse_rules(rules)
        source = f",weights={weights}" if weights else ""
        check_player(f"engine:nodes={nodes}{source}", parsed)
        done = 0
        with (
            interruptible(f"stopped; the same command goes on with {out}"),
            pool_of(ray, processes) as (pool, workers),
            output.ticker() as ticker,
        ):
            ticker.start("games", games)
            playing = lab.run(parsed.spec(), games, nodes, out, workers, seed, weights, pool)
            with contextlib.closing(playing):
                for done in playing:
                    ticker.show(done)
        typer.echo(f"{out} holds {done} games of {parsed.spec()} at {nodes} nodes a move")


def fit(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[GAMES]...", help="Files of gomoku selfplay; not with --rounds.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Weights file to write; other rule sets in it are kept."),
    ] = None,
    rules: RulesOption = "42",
    start: Annotated[
        str, typer.Option(help="Initial weights: hand, or a file; empty for the built-in weights.")
    ] = "hand",
    mix: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Share of the game result in the target; the rest is the search score."),
    ] = 0.7,
    rounds: Annotated[
        int, typer.Option(min=0, help="Rounds of self-play, fit and gate match, instead of reading files.")
    ] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Working folder of --rounds; an interrupted training is resumed."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=20, help="Self-play games per round.")] = 5000,
    nodes: Annotated[int, typer.Option(min=50, help="Nodes per move, in self-play and in the gate match.")] = 2500,
    gate: Annotated[int, typer.Option(min=2, help="Games of a gate match, at most.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
    processes: ProcessesOption = None,
) -> None:
    """Fit the weights of the evaluation to self-play games.

    With --rounds, repeat self-play, fit and gate match; new weights are kept only if they win their match.

    \b
    Examples:
      gomoku fit games.jsonl --out weights.json
      gomoku fit --rules renju --rounds 4 --games 5000 --folder training --out weights.json
    """
    with errors():
        try:
            import numpy  # noqa: F401
        except ImportError:
            fail("the fit needs NumPy: pip install 'gomoku[lab]'")
        from gomoku.lab import output
        from gomoku.lab.jobs.pool import default_processes
        from gomoku.lab.learning.training import Plan

        output.check_target(out)
        parsed = parse_rules(rules)
        if bool(files) == bool(rounds):
            raise typer.BadParameter("give files of games, or --rounds", param_hint="GAMES")
        if rounds and folder is None:
            raise typer.BadParameter("--rounds needs a folder for its games", param_hint="--folder")
        if start not in ("", "hand") and not Path(start).is_file():
            raise typer.BadParameter(f"there is no file {start}", param_hint="--start")
        plan = Plan(
            parsed.spec(),
            folder or Path(),
            rounds,
            games,
            nodes,
            gate // 2,
            processes or default_processes(),
            start,
            seed,
        )
        with interruptible("stopped" + (f"; the same command goes on in {folder}" if folder else "")):
            if rounds:
                _train(plan, out)
            else:
                _fit(plan, files or [], mix, out)


def _fit(plan: "Plan", files: list[Path], mix: float, out: Path | None) -> None:
    from gomoku.lab import output
    from gomoku.lab.learning import training
    from gomoku.rules import Rules

    with output.ticker() as ticker:
        ticker.start("fit", None)
        fitted = training.fit_files(plan.rules, files, plan.start, plan.processes, mix)
    typer.echo(str(fitted))
    if out is not None:
        note = (
            f"gomoku fit --rules {plan.rules} --start {plan.start or 'own'} --mix {mix:g}, {fitted.positions} positions"
        )
        training.write_section(out, Rules.parse(plan.rules).name, fitted.numbers, note)
        typer.echo(f"written to {out}")


def _train(plan: "Plan", out: Path | None) -> None:
    from gomoku.lab import output
    from gomoku.lab.learning import training
    from gomoku.lab.matches.players import weights_of
    from gomoku.rules import Rules

    with output.ticker() as ticker:
        best = training.train(plan, ticker)
    if best == plan.start:
        typer.echo("nothing was better than the weights to start from")
        return
    typer.echo(f"best: {best}")
    rules = Rules.parse(plan.rules)
    numbers = weights_of(best, rules)
    if out is not None and numbers is not None:
        note = (
            f"gomoku fit --rules {plan.rules} --rounds {plan.rounds} --games {plan.games} --nodes {plan.nodes} "
            f"--start {plan.start or 'own'} --seed {plan.seed}"
        )
        training.write_section(out, rules.name, numbers, note)
        typer.echo(f"written to {out}")
