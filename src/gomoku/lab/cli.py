"""The laboratory's commands: bench, perft, tactics, match, sprt, selfplay, fit. Each reads its arguments, calls its module, and prints.

Modules are imported when a command runs, so that `gomoku --help` stays quick. Results go to standard output, progress to standard error.
Exit codes: 0 fine, 1 something is wrong with a file or a process, 2 with the arguments, 130 stopped by Ctrl-C.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from gomoku.lab.jobs.local import Pool
    from gomoku.lab.learning.training import Plan
    from gomoku.lab.matches.match import GameResult, Match
    from gomoku.lab.matches.report import Report
    from gomoku.lab.matches.stats import Sprt
    from gomoku.rules import Rules

FirstArgument = Annotated[str, typer.Argument(metavar="FIRST", help="engine, greedy, classic or brain:PATH.")]
SecondArgument = Annotated[str, typer.Argument(metavar="SECOND", help="Whom it plays.")]
RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar="RULES", help="Rule set, such as 42 or renju;size=19.")
]
TimeOption = Annotated[
    float | None,
    typer.Option(min=0.001, help="Seconds a move, for players that set no limit of their own. [default: 0.5]"),
]
NodesOption = Annotated[
    int | None, typer.Option(min=1, help="Positions a move, for engines that set no limit of their own.")
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(
        "--processes", "-p", min=1, max=1024, help="Games at a time. [default: as many as there are processors for]"
    ),
]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local for a new one.",
    ),
]
SeedOption = Annotated[int, typer.Option("--openings-seed", min=0, help="Which openings.")]
LogOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep every game here, one pair a line; a log that exists is continued."),
]
JsonOption = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", help="Write the result here; - is standard output, without the table."),
]
SgfOption = Annotated[Path | None, typer.Option("--sgf", metavar="FOLDER", help="Write each game here as SGF.")]
PsqOption = Annotated[Path | None, typer.Option("--psq", metavar="FOLDER", help="Write each game here as PSQ.")]
OpeningsOption = Annotated[
    str,
    typer.Option(
        metavar="WHICH",
        help="balanced (random stones), swap2 (the players decide), or a file: Gomocup's openings, SGF, PSQ or POS.",
    ),
]
RepeatOption = Annotated[
    bool, typer.Option("--repeat/--no-repeat", help="Play each opening twice, colours swapped, or once.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    for command in (bench, perft, match, sprt, selfplay, fit):
        app.command(command.__name__)(command)
    tactics = typer.Typer(help="Positions with a proved outcome: find, check and solve them.", no_args_is_help=True)
    tactics.command("find")(tactics_find)
    tactics.command("check")(tactics_check)
    tactics.command("solve")(tactics_solve)
    app.add_typer(tactics, name="tactics")


# --- measuring ---


def bench(
    rules: Annotated[
        list[str] | None, typer.Argument(metavar="[RULES]...", help="Presets; all of them if none is named.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=60, help="Plies. [default: 8]")] = None,
    json: JsonOption = None,
) -> None:
    """Search fixed positions of every rule set with one thread, and print speed (by processor time) and signature.

    The signature is a hash of all node counts and root values: it changes when the search does, never with the machine.

    \b
    Examples:
      gomoku bench
      gomoku bench 42 renju --depth 10
    """
    with _errors():
        from gomoku.lab import bench as lab
        from gomoku.lab.matches import report

        report.check_target(json)
        names = rules or list(lab.positions())
        depth = depth or lab.DEPTH
        benches = lab.run(names, depth)
        warning = lab.check_core()
        if warning:
            typer.echo(f"gomoku: {warning}", err=True)
        done: list[lab.Bench] = []
        with _interruptible("the bench was stopped"), report.ticker() as ticker:
            ticker.start("bench", len(names))
            for found in benches:
                done.append(found)
                ticker.show(len(done), found.rules)
        nodes, seconds = sum(b.nodes for b in done), sum(b.seconds for b in done)
        pairs, pair_seconds = sum(b.pairs for b in done), sum(b.pair_seconds for b in done)
        total = lab.Bench("all", sum(b.positions for b in done), nodes, seconds, pairs, pair_seconds, "")
        if json is not None:
            rows = [
                {
                    "rules": b.rules,
                    "positions": b.positions,
                    "nodes": b.nodes,
                    "seconds": round(b.seconds, 3),
                    "nodes_per_second": round(b.nodes_per_second),
                    "make_undo_per_second": round(b.pairs_per_second),
                }
                for b in (*done, total)
            ]
            report.write_json(json, {"depth": depth, "signature": lab.signature(done), "rows": rows})
        if str(json) != "-":
            heads = ("rules", "positions", "nodes", "seconds", "nodes/s", "make+undo/s")
            rows_text = [
                (
                    b.rules,
                    str(b.positions),
                    f"{b.nodes:,}",
                    f"{b.seconds:.2f}",
                    f"{b.nodes_per_second:,.0f}",
                    f"{b.pairs_per_second:,.0f}",
                )
                for b in (*done, total)
            ]
            report.print_table(f"depth {depth}, one thread", heads, rows_text)
            typer.echo(f"Bench: {lab.signature(done)}")


def perft(
    rules: RulesOption = "42",
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=20, help="Plies.")] = 2,
    game: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Start from the end of this game (SGF, PSQ, POS, link).")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Count by the plain rules as well, slowly, and compare.")
    ] = False,
    json: JsonOption = None,
) -> None:
    """Count every line of play to a depth, by kind of move.

    \b
    Examples:
      gomoku perft --rules "renju;size=9" --depth 3
      gomoku perft --game game.sgf --depth 2 --check
    """
    with _errors():
        from time import perf_counter

        from gomoku.lab import bench as benching
        from gomoku.lab import perft as lab
        from gomoku.lab.matches import report
        from gomoku.rules import Game
        from gomoku.rules.records import RecordError, read

        report.check_target(json)
        benching.check_core()
        start = Game(_rules(rules))
        if game is not None:
            try:
                start = read(game).game
            except RecordError as error:
                _fail(f"{game}: {error}" if game.name not in str(error) else str(error))
        if start.is_over:
            _fail("the game is over: there is nothing to count")
        with _interruptible("the count was stopped"):
            started = perf_counter()
            counts = lab.by_core(start, depth)
            seconds = perf_counter() - started
            same = not check or counts == lab.by_rules(start, depth)
        moves = sum(level["moves"] for level in counts)
        if json is not None:
            found = {"rules": start.rules.spec(), "seconds": round(seconds, 3), "depths": counts}
            report.write_json(json, {**found, "agrees": same} if check else found)
        if str(json) != "-":
            rows = [[str(d), *(f"{n:,}" for n in level.values())] for d, level in enumerate(counts, start=1)]
            report.print_table(start.rules.spec(), ("depth", *lab.KINDS), rows)
            typer.echo(f"{moves:,} moves in {seconds:.2f} s, {moves / max(seconds, 1e-9):,.0f}/s")
            if check and same:
                typer.echo("the plain rules agree")
        if not same:
            _fail("the plain rules count differently")


# --- tactics ---

SuitesArgument = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of positions.")]


def tactics_find(
    files: Annotated[list[Path], typer.Argument(metavar="GAMES...", help="Files of gomoku selfplay.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where they go; a file that exists is continued.")
    ],
    rules: RulesOption = "42",
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Positions that the file shall hold.")] = 100,
) -> None:
    """Find positions in games of self-play that are won by force, or have one saving move, and prove them.

    \b
    Examples:
      gomoku tactics find games.jsonl --rules 42 --count 300 --out tactics-42.txt
    """
    with _errors():
        from gomoku.lab.matches import report
        from gomoku.lab.tactics import prover

        finder = None
        with _interruptible(f"stopped; the same command goes on with {out}"), report.ticker() as ticker:
            ticker.start("positions", count)
            for finder in prover.find(_rules(rules), files, out, count):
                ticker.show(len(finder.found))
        typer.echo(f"{out} holds {len(finder.found) if finder else count} positions")


def tactics_check(
    files: SuitesArgument,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Play the replies too that the rules call hopeless: while a five stands.")
    ] = False,
) -> None:
    """Play every line of every stored proof under the plain rules, without the engine. This takes long.

    \b
    Examples:
      gomoku tactics check tactics-renju.txt
    """
    with _errors():
        from gomoku.lab.matches import report
        from gomoku.lab.tactics import suite as tactics

        suite = [(path, tactic) for path in files for tactic in tactics.read(path)]
        lines, wrong = 0, []
        with _interruptible("the check was stopped"), report.ticker() as ticker:
            ticker.start("positions", len(suite))
            for number, (path, tactic) in enumerate(suite, start=1):
                try:
                    lines += tactics.check(tactic, thorough).lines
                except tactics.ProofError as error:
                    wrong.append(f"{path}, position {number}: {error}")
                ticker.show(number)
        for text in wrong:
            typer.echo(text)
        typer.echo(f"{len(suite)} positions, {lines:,} lines, {len(wrong)} wrong")
        if wrong:
            raise typer.Exit(1)


def tactics_solve(
    files: SuitesArgument,
    time: TimeOption = None,
    nodes: NodesOption = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of the engine.")] = 1,
    json: JsonOption = None,
) -> None:
    """Put positions to the engine, and print how many it solves and which it does not.

    \b
    Examples:
      gomoku tactics solve tactics-42.txt --time 0.5 --threads 2
    """
    with _errors():
        from gomoku.engine import Limit
        from gomoku.lab.matches import report
        from gomoku.lab.tactics import suite as tactics

        report.check_target(json)
        limit = Limit(time=time if time or nodes else 0.5, nodes=nodes)
        suites = [tactics.read(path) for path in files]
        rows, failures = [], []
        with _interruptible("stopped"), report.ticker() as ticker:
            ticker.start("positions", sum(map(len, suites)))
            done = 0
            for path, suite in zip(files, suites, strict=True):
                score = tactics.Score(path.stem)
                for outcome in tactics.solve(suite, limit, threads):
                    score.add(outcome)
                    done += 1
                    ticker.show(done)
                rows.append(score)
                failures += score.failures
        if json is not None:
            report.write_json(json, {"suites": [score.as_json() for score in rows], "failures": failures})
        if str(json) != "-":
            heads = ("file", "positions", "solved", "%", *tactics.KINDS, "slowest, s")
            report.print_table(f"threads: {threads}", heads, [score.row() for score in rows])
            for text in failures:
                typer.echo(text)


# --- matches ---


def match(
    first: FirstArgument,
    second: SecondArgument,
    rules: RulesOption = "42",
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games, two for each opening.")] = 100,
    time: TimeOption = None,
    nodes: NodesOption = None,
    processes: ProcessesOption = None,
    ray: RayOption = None,
    openings_seed: SeedOption = 1,
    log: LogOption = None,
    json: JsonOption = None,
    sgf: SgfOption = None,
    psq: PsqOption = None,
    openings: OpeningsOption = "balanced",
    repeat: RepeatOption = True,
) -> None:
    """Play a match: random balanced openings, each played twice with colours swapped.

    Players: engine (options time, nodes, depth, level, threads, memory, weights=hand or a file, and the search's own numbers),
    greedy, classic:depth=4, and brain:PATH for any program that speaks the Gomocup protocol (options time, match,
    memory in MB, enforce=none, uss, data or both for that limit, grace, and info.KEY for any INFO). Options follow a
    colon, with commas between them. A player that crashes, hangs, takes too much memory, or plays an illegal move loses
    that game.

    \b
    Examples:
      gomoku match engine classic --time 0.1 --games 200
      gomoku match engine:threads=2 brain:./pbrain-x --rules renju --log match.jsonl
      gomoku match brain:./pbrain-gomoku brain:./pbrain-x,info.thread_num=2 --rules "freestyle;size=20" --openings swap2
      gomoku match brain:./a brain:./b --openings openings.txt --psq games --sgf games
      gomoku match engine:nodes=5000 engine:nodes=5000,weights=hand --json result.json
      gomoku match engine classic --ray 192.168.1.10:6379 --games 2000 --log match.jsonl
    """
    with _errors():
        bout = _match(first, second, rules, (games + 1) // 2, time, nodes, openings_seed, openings, repeat, None)
        _play_match(bout, processes, ray, log, json, {"sgf": sgf, "psq": psq})


def sprt(
    first: FirstArgument,
    second: SecondArgument,
    elo0: Annotated[float, typer.Option(help="Fail at or below this Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Pass at or above this Elo.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="Chance of passing at elo0, and of failing at elo1.")] = 0.05,
    rules: RulesOption = "42",
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Give up undecided after so many.")] = 20_000,
    time: TimeOption = None,
    nodes: NodesOption = None,
    processes: ProcessesOption = None,
    ray: RayOption = None,
    openings_seed: SeedOption = 1,
    log: LogOption = None,
    json: JsonOption = None,
    sgf: SgfOption = None,
    psq: PsqOption = None,
    openings: OpeningsOption = "balanced",
    repeat: RepeatOption = True,
) -> None:
    """Play until it is certain that the first player is better, or that it is not: a sequential test on pairs of games.

    Exit code 0 when the test is passed, 3 when it is failed, 4 when it is undecided. Players as for gomoku match.

    \b
    Examples:
      gomoku sprt engine:nodes=5000,LMR_SLOPE=200 engine:nodes=5000 --elo1 5 --log sprt.jsonl
    """
    with _errors():
        from gomoku.lab.matches.stats import Sprt

        try:
            test = Sprt(elo0, elo1, alpha, alpha)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        bout = _match(first, second, rules, (games + 1) // 2, time, nodes, openings_seed, openings, repeat, test)
        report = _play_match(bout, processes, ray, log, json, {"sgf": sgf, "psq": psq})
        verdict = test.verdict(report.tally)
        if verdict is not True:
            raise typer.Exit(3 if verdict is False else 4)


def _match(
    first: str,
    second: str,
    rules: str,
    pairs: int,
    time: float | None,
    nodes: int | None,
    seed: int,
    openings: str,
    repeat: bool,
    test: "Sprt | None",
) -> "Match":
    """The match that was asked for, with players that can play it and openings that there are."""
    from gomoku.lab.matches import players
    from gomoku.lab.matches.match import SWAP2, Match, openings_of

    parsed = _rules(rules)
    first, second = (players.with_limits(spec, time, nodes) for spec in (first, second))
    bout = Match(first, second, parsed.spec(), pairs, seed, test, openings, repeat)
    for spec in dict.fromkeys((first, second)):
        players.check_player(spec, parsed, SWAP2 if openings == SWAP2 else "standard")
    found = openings_of(bout)
    if found is not None:
        found.close()
    return bout


def _play_match(
    bout: "Match",
    processes: int | None,
    ray: str | None,
    log: Path | None,
    json: Path | None,
    folders: "dict[str, Path | None]",
) -> "Report":
    from gomoku.lab.matches import players, report
    from gomoku.lab.matches.match import run

    report.check_target(json)
    # only one of the two thinks at a time, but with all its threads
    threads = max(players.threads_of(spec) for spec in (bout.first, bout.second))
    result = report.Report(bout)
    stopped = False
    with _pool(ray, processes, threads) as (pool, workers), report.ticker() as ticker:
        ticker.start("pairs", bout.pairs)
        playing = run(bout, workers, log, pool)
        try:
            for tally, pair in playing:
                result.add(pair)
                for ending, folder in folders.items():
                    if folder is not None:
                        _write_games(folder, ending, bout, sum(tally.pairs), pair)
                test_text = f"  {bout.sprt.text(tally)}" if bout.sprt else ""
                ticker.show(sum(tally.pairs), f"{100 * tally.score:.1f} %  {tally.elo_text()}{test_text}")
        except KeyboardInterrupt:
            stopped = True
        finally:
            playing.close()
    if json is not None:
        report.write_json(json, result.as_json())
    if str(json) != "-":
        report.console().print(result.table())
        for line in result.lines():
            typer.echo(line)
    if stopped:
        again = f"; the same command goes on with {log}" if log else ""
        typer.echo(f"gomoku: stopped after {result.tally.games} games{again}", err=True)
        raise typer.Exit(130)
    return result


def _write_games(folder: Path, ending: str, bout: "Match", number: int, pair: list["GameResult"]) -> None:
    from gomoku.lab.types import LabError
    from gomoku.rules.records import RecordError, write

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for letter, game in zip("ab", pair, strict=True):
            write(game.record(bout), folder / f"{number:05d}{letter}.{ending}")
    except (OSError, RecordError) as error:
        raise LabError(f"cannot write games to {folder}: {error}") from None


# --- learning ---


def selfplay(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where the games go; a file that exists is continued.")],
    rules: RulesOption = "42",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games that the file shall hold.")] = 1000,
    nodes: Annotated[int, typer.Option(min=50, help="Positions a move.")] = 2500,
    weights: Annotated[
        str, typer.Option(help="Weights to play with: a file, or hand. [default: the program's own]")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Which games.")] = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
) -> None:
    """Let the engine play itself, for gomoku fit to learn from.

    \b
    Examples:
      gomoku selfplay games.jsonl --games 5000
      gomoku selfplay renju.jsonl --rules renju --weights hand
      gomoku selfplay games.jsonl --games 100000 --ray auto
    """
    with _errors():
        from gomoku.lab.learning import selfplay as lab
        from gomoku.lab.matches import players as sitting
        from gomoku.lab.matches import report

        parsed = _rules(rules)
        source = f",weights={weights}" if weights else ""
        sitting.check_player(f"engine:nodes={nodes}{source}", parsed)
        done = 0
        with (
            _interruptible(f"stopped; the same command goes on with {out}"),
            _pool(ray, processes) as (pool, workers),
            report.ticker() as ticker,
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
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The weights file; other rule sets in it stay.")
    ] = None,
    rules: RulesOption = "42",
    start: Annotated[
        str, typer.Option(help="Weights to start from: hand, or a file; nothing means the program's own.")
    ] = "hand",
    mix: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Share of the game's result in what is learned; the rest is the score."),
    ] = 0.7,
    rounds: Annotated[int, typer.Option(min=0, help="Play, fit and gate so many times instead of reading files.")] = 0,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where --rounds keeps its games; goes on with what is there.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=20, help="Games of self-play a round.")] = 5000,
    nodes: Annotated[int, typer.Option(min=50, help="Positions a move, in self-play and at the gate.")] = 2500,
    gate: Annotated[int, typer.Option(min=2, help="Games at the gate, at most.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="Which games.")] = 1,
    processes: ProcessesOption = None,
) -> None:
    """Fit the evaluation to games of self-play.

    With --rounds it does everything: plays, fits, and keeps the new weights only if they beat the old ones.

    \b
    Examples:
      gomoku fit games.jsonl --out weights.json
      gomoku fit --rules renju --rounds 4 --games 5000 --folder training --out weights.json
    """
    with _errors():
        try:
            import numpy  # noqa: F401
        except ImportError:
            _fail("the fit needs NumPy: pip install 'gomoku[lab]'")
        from gomoku.lab.jobs import local as jobs
        from gomoku.lab.learning.training import Plan
        from gomoku.lab.matches import report

        report.check_target(out)
        parsed = _rules(rules)
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
            processes or jobs.default_processes(),
            start,
            seed,
        )
        with _interruptible("stopped" + (f"; the same command goes on in {folder}" if folder else "")):
            if rounds:
                _train(plan, out)
            else:
                _fit(plan, files or [], mix, out)


def _fit(plan: "Plan", files: list[Path], mix: float, out: Path | None) -> None:
    from gomoku.lab.learning import training
    from gomoku.lab.matches import report
    from gomoku.rules import Rules

    with report.ticker() as ticker:
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
    from gomoku.lab.learning import training
    from gomoku.lab.matches import report
    from gomoku.lab.matches.players import weights_of
    from gomoku.rules import Rules

    with report.ticker() as ticker:
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


# --- what commands share ---


@contextlib.contextmanager
def _errors() -> Iterator[None]:
    """What the user can mend becomes one line and exit code 1."""
    from gomoku.lab.jobs.local import WorkerDied
    from gomoku.lab.types import LabError

    try:
        yield
    except LabError as error:
        _fail(str(error))
    except WorkerDied as error:
        _fail(str(error))


@contextlib.contextmanager
def _pool(ray: str | None, processes: int | None, threads: int = 1) -> "Iterator[tuple[Pool, int]]":
    """Who plays, and how many games at a time: processes of this machine, or of a cluster."""
    from gomoku.lab.jobs import local as jobs

    if ray is None:
        yield jobs.run, processes or max(1, jobs.default_processes() // threads)
        return
    from gomoku.lab.jobs import cluster

    try:
        cluster.check_address(ray)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--ray") from None
    with cluster.connected(ray, threads) as (pool, room):
        yield pool, processes or room


@contextlib.contextmanager
def _interruptible(message: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"gomoku: {message}", err=True)
        raise typer.Exit(130) from None


def _fail(message: str) -> NoReturn:
    typer.echo("gomoku: " + "".join(c if c.isprintable() else "?" for c in message), err=True)
    raise typer.Exit(1)


def _rules(spec: str) -> "Rules":
    from gomoku.rules import Rules, RulesError

    try:
        return Rules.parse(spec)
    except RulesError as error:
        raise typer.BadParameter(str(error), param_hint="--rules") from None
