"""Commands `gomoku selfplay`, `gomoku fit`, `gomoku train` and `gomoku tune`."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import fail, parse_rules
from gomoku.lab.options import JsonOption, ProcessesOption, RayOption, RulesOption, errors, interruptible, pool_of

if TYPE_CHECKING:
    from gomoku.lab.learning.spsa import State
    from gomoku.lab.learning.training import TrainingPlan
    from gomoku.lab.learning.tuning import TuningPlan


def register(app: typer.Typer) -> None:
    """Add `selfplay`, `fit`, `train` and `tune` to the program."""
    app.command("selfplay")(selfplay)
    app.command("fit")(fit)
    app.command("train")(train)
    app.command("tune")(tune)


def selfplay(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="File of games to write; an existing one is continued.")],
    rules: RulesOption = "42",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games wanted in the file.")] = 1000,
    nodes: Annotated[int, typer.Option(min=50, help="Nodes per move.")] = 2500,
    weights: Annotated[
        str, typer.Option(help="Evaluation weights: a file, or hand. [default: the built-in weights]")
    ] = "",
    asides: Annotated[
        int, typer.Option(min=0, max=100, help="Moves tried beside the game in each position, for gomoku train.")
    ] = 0,
    own_openings: Annotated[
        bool,
        typer.Option("--own-openings", help="Open as the engine does, with variety, instead of with random stones."),
    ] = False,
    pack: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the games for the explorer, a line each.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
) -> None:
    """Play self-play games as training data for gomoku fit and gomoku train.

    \b
    Examples:
      gomoku selfplay games.jsonl --games 5000
      gomoku selfplay renju.jsonl --rules renju --weights hand
      gomoku selfplay games.jsonl --games 100000 --ray auto
      gomoku selfplay games.jsonl --games 200 --nodes 20000 --own-openings --pack 42.txt
    """
    with errors():
        from gomoku.lab import output
        from gomoku.lab.learning import selfplay as lab
        from gomoku.lab.matches.players import check_player

        output.check_target(pack)
        parsed = parse_rules(rules)
        source = f",weights={weights}" if weights else ""
        check_player(f"engine:nodes={nodes}{source}", parsed)
        done = 0
        with (
            interruptible(f"stopped; the same command resumes from {out}"),
            pool_of(ray, processes) as (pool, workers),
            output.ticker() as ticker,
        ):
            ticker.start("games", games)
            playing = lab.run(parsed.spec(), games, nodes, out, workers, seed, weights, pool, asides, own_openings)
            with contextlib.closing(playing):
                for done in playing:
                    ticker.show(done)
        if pack is not None:
            output.write_text(pack, lab.packed(out, games))
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
        from gomoku.lab.learning.training import TrainingPlan

        output.check_target(out)
        parsed = parse_rules(rules)
        if bool(files) == bool(rounds):
            raise typer.BadParameter("give files of games, or --rounds", param_hint="GAMES")
        if rounds and folder is None:
            raise typer.BadParameter("--rounds needs a folder for its games", param_hint="--folder")
        if start not in ("", "hand") and not Path(start).is_file():
            raise typer.BadParameter(f"there is no file {start}", param_hint="--start")
        plan = TrainingPlan(
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
        with interruptible("stopped" + (f"; the same command resumes in {folder}" if folder else "")):
            if rounds:
                _train(plan, out)
            else:
                _fit(plan, files or [], mix, out)


def _fit(plan: "TrainingPlan", files: list[Path], mix: float, out: Path | None) -> None:
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


def _train(plan: "TrainingPlan", out: Path | None) -> None:
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


def train(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="Files of gomoku selfplay.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Network file to write, such as 42.net.")],
    rules: RulesOption = "42",
    epochs: Annotated[int, typer.Option(min=1, help="Times that every position is looked at.")] = 5,
    batch: Annotated[int, typer.Option(min=1, help="Positions of one step.")] = 2048,
    rate: Annotated[float, typer.Option(min=1e-6, max=1.0, help="Learning rate at its peak.")] = 3e-3,
    mix: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Share of the game result in the target; the rest is the search score."),
    ] = 0.4,
    policy: Annotated[float, typer.Option(min=0.0, max=100.0, help="Weight of the policy's loss.")] = 0.1,
    only_policy: Annotated[
        bool,
        typer.Option("--only-policy", help="Train a network that orders moves and leaves the evaluation as it is."),
    ] = False,
    only_value: Annotated[
        bool,
        typer.Option("--only-value", help="Train a network that evaluates and leaves the order of moves as it is."),
    ] = False,
    decay: Annotated[
        float, typer.Option(min=0.0, max=10.0, help="Weight decay of single lines, towards those of their kind.")
    ] = 1.0,
    teacher: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Learn from a large network: the one in this file, or one trained first and kept there.",
        ),
    ] = None,
    teacher_epochs: Annotated[int, typer.Option(min=1, help="Times that the large network looks at a position.")] = 12,
    variations: Annotated[
        int, typer.Option(min=0, max=20, help="Variations on each position of a game, which the large network judges.")
    ] = 2,
    device: Annotated[str, typer.Option(help="Where to compute: cpu, cuda, or any device of PyTorch.")] = "auto",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first weights and of the order.")] = 1,
    processes: ProcessesOption = None,
    json: JsonOption = None,
) -> None:
    """Train a network on self-play games: its policy orders moves, its value adds to the evaluation.

    After every epoch a checkpoint is written beside the network (FILE.checkpoint), from which the same command resumes.
    The result is checked in the engine's core, and is a player: engine:network=FILE.

    \b
    Examples:
      gomoku train games.jsonl --out 42.net
      gomoku train games.jsonl --only-policy --epochs 14 --rate 0.01 --decay 0.1 --out 42.net
      gomoku train games.jsonl --teacher 42.teacher --epochs 40 --batch 4096 --rate 0.01 --decay 0.1 --out 42.net
      gomoku train renju-1.jsonl renju-2.jsonl --rules renju --epochs 8 --out renju.net
    """
    with errors():
        try:
            import torch
        except ImportError:
            fail("the training needs PyTorch: pip install 'gomoku[train]'")
        from gomoku.lab import output
        from gomoku.lab.jobs.pool import default_processes
        from gomoku.lab.learning import examples, network_training
        from gomoku.lab.learning.replay import read_games

        output.check_target(out)
        output.check_target(json)
        parsed = parse_rules(rules)
        if only_policy and only_value:
            raise typer.BadParameter("a network needs a policy or a value", param_hint="--only-policy, --only-value")
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        try:
            torch.zeros(1, device=device)
        except (RuntimeError, AssertionError) as error:
            reason = str(error).splitlines()[0]
            raise typer.BadParameter(f"{device} is not to be had here: {reason}", param_hint="--device") from None
        plan = network_training.NetworkPlan(
            epochs, batch, rate, mix, policy, only_policy, only_value, decay, seed, teacher_epochs if teacher else 0
        )
        checkpoint = out.with_name(out.name + ".checkpoint")
        with (
            interruptible(f"stopped; the same command resumes from {checkpoint}"),
            output.ticker() as ticker,
        ):
            ticker.start("positions", None)
            found = examples.extract(
                parsed.spec(), files, processes or default_processes(), variations if teacher else 0
            )
            training = network_training.Training(parsed, found, plan, device)
            ticker.say(f"{len(found.result)} positions, {len(training.held)} of them held out, on {device}")
            ticker.say(f"before: {training.losses()}")
            if teacher:
                ticker.start("steps of the teacher", None)
                training.learn_from_teacher(teacher, lambda done, all_steps: ticker.show(done, f"of {all_steps}"))
            ticker.start("steps", None)
            for losses in training.run(checkpoint, lambda done, all_steps: ticker.show(done, f"of {all_steps}")):
                ticker.say(f"epoch {training.epoch}: {losses}")
            trained = training.finish()
        games = sum(1 for _ in read_games(files))
        note = (
            f"gomoku train --rules {parsed.spec()} --epochs {epochs} --batch {batch} --rate {rate:g} --mix {mix:g} "
            + ("--only-policy" if only_policy else f"--policy {policy:g}")
            + (" --only-value" if only_value else "")
            + f" --decay {decay:g} --seed {seed}"
            + (f" --teacher-epochs {teacher_epochs} --variations {variations}" if teacher else "")
        )
        output.write_bytes(out, network_training.pack(parsed, trained, games, note))
        checkpoint.unlink(missing_ok=True)
        if json is not None:
            output.write_json(json, network_training.about(parsed, trained, games, note))
        if str(json) != "-":
            typer.echo(f"{out}: {trained.losses}; rounded to integers by {trained.rounding:.1f} points")


def tune(
    player: Annotated[
        str, typer.Argument(metavar="[PLAYER]", help="The engine to start from, with options as in gomoku match.")
    ] = "engine",
    param: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=LOW..HIGH[:STEP]]",
            help="A parameter to tune; repeatable. [default: margins, reductions, pruning counts and move order]",
        ),
    ] = None,
    hold: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A parameter to leave alone; repeatable.")
    ] = None,
    rules: RulesOption = "42",
    nodes: Annotated[int, typer.Option(min=1, help="Nodes per move, unless the player has a limit.")] = 150_000,
    iterations: Annotated[int, typer.Option("--iterations", "-n", min=1, max=1_000_000)] = 500,
    pairs: Annotated[
        int, typer.Option(min=1, max=100_000, help="Openings per iteration, each played twice, colours swapped.")
    ] = 8,
    rate: Annotated[
        float | None,
        typer.Option(
            min=0.0001,
            max=10,
            help="Share of its step by which one game moves a parameter at the end. [default: 0.6 / sqrt(all pairs)]",
        ),
    ] = None,
    # not the default seed of matches: an SPRT of the result then plays other openings
    seed: Annotated[int, typer.Option(min=0, help="Seed of the signs and of the openings.")] = 2,
    openings: Annotated[str, typer.Option(metavar="WHICH", help="balanced (random stones), or a file.")] = "balanced",
    processes: ProcessesOption = None,
    ray: RayOption = None,
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Log every iteration, one a line; an existing log is continued."),
    ] = None,
    json: JsonOption = None,
) -> None:
    """Tune search parameters by SPSA.

    In each iteration, two engines with all parameters moved a little in opposite random directions play each other, and
    all parameters move towards the winner. STEP is the size of that perturbation in the last iteration, by default a
    tenth of the range. The result is a player to be tested with gomoku sprt; the engine itself is not changed.

    \b
    Examples:
      gomoku tune --log tune.jsonl
      gomoku tune --param LMR_SLOPE --param LMR_BASE=-60..60:10 --iterations 2000 --log lmr.jsonl
      gomoku tune engine:nodes=20000,RFP_MARGIN=70 --hold KILLER_BONUS --rules renju
      gomoku tune --ray auto --pairs 32 --log tune.jsonl
    """
    with errors():
        from gomoku.lab import output
        from gomoku.lab.learning import tuning
        from gomoku.lab.learning.spsa import Spsa, derived_rate
        from gomoku.lab.matches import players
        from gomoku.lab.matches.match import SWAP2, openings_of
        from gomoku.lab.types import LabError

        output.check_target(json)
        parsed = parse_rules(rules)
        if openings == SWAP2:
            raise typer.BadParameter(
                "expected balanced or a file: in swap2 the games of a pair begin differently", param_hint="--openings"
            )
        player = players.with_limits(player, nodes=nodes)
        players.check_player(player, parsed)
        values = tuning.start_values(player, parsed)
        try:
            tuned = tuning.parameters(values, param or (), hold or ())
        except LabError as error:
            raise typer.BadParameter(str(error), param_hint="--param or --hold") from None
        spsa = Spsa(tuned, iterations, rate or derived_rate(iterations * pairs), seed)
        plan = tuning.TuningPlan(player, parsed.spec(), spsa, pairs, openings)
        state = spsa.start()
        if (found := openings_of(plan.next_match(state))) is not None:
            found.close()
        stopped = False
        with pool_of(ray, processes, players.threads_of(player)) as (pool, workers), output.ticker() as ticker:
            ticker.start("iterations", iterations)
            playing = tuning.run(plan, workers, log, pool)
            try:
                for state, tally in playing:
                    ticker.show(state.iteration, f"+{tally.wins} ={tally.draws} -{tally.losses}")
            except KeyboardInterrupt:
                stopped = True
            finally:
                playing.close()
        if json is not None:
            output.write_json(json, plan.as_json(state))
        if str(json) != "-":
            _print_tuned(plan, state)
        if stopped:
            output.exit_stopped(f"{state.iteration} iterations", log)


def _print_tuned(plan: "TuningPlan", state: "State") -> None:
    import shlex

    from gomoku.lab import output

    rows = []
    for parameter in plan.spsa.parameters:
        value = state.values[parameter.name]
        change = f"{value - parameter.start:+.1f}"
        limits = f"{parameter.low}..{parameter.high}"
        rows.append((parameter.name, str(parameter.start), str(round(value)), change, limits, f"{parameter.step:g}"))
    title = f"{plan.rules}, {state.iteration} of {plan.spsa.iterations} iterations, {plan.pairs} pairs each"
    output.print_table(title, ("parameter", "start", "now", "change", "range", "step"), rows)
    result = plan.result(state)
    if result == plan.player:
        typer.echo("no parameter has changed")
        return
    typer.echo(result)
    typer.echo("The engine is not changed. Do so only when this test passes:")
    typer.echo("  " + shlex.join(["gomoku", "sprt", result, plan.player, "--rules", plan.rules]))
