"""Commands `gomoku match` and `gomoku sprt`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import parse_rules, takes
from gomoku.lab.options import (
    JsonOption,
    NodesOption,
    ProcessesOption,
    RayOption,
    RulesOption,
    TimeOption,
    errors,
    pool_of,
)

if TYPE_CHECKING:
    from gomoku.lab.matches.match import GameResult, Match
    from gomoku.lab.matches.report import Report
    from gomoku.lab.matches.stats import Sprt
    from gomoku.rules.records import Record

FirstArgument = Annotated[str, typer.Argument(metavar="FIRST", help="engine, greedy, classic or brain:PATH.")]
SecondArgument = Annotated[str, typer.Argument(metavar="SECOND", help="The opponent.")]


@dataclass(frozen=True)
class MatchOptions:
    """Options that `match` and `sprt` have in common."""

    rules: RulesOption = "42"
    time: TimeOption = None
    nodes: NodesOption = None
    processes: ProcessesOption = None
    ray: RayOption = None
    openings_seed: Annotated[int, typer.Option("--openings-seed", min=0, help="Seed of the random openings.")] = 1
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Log every game as it ends; an existing log is continued."),
    ] = None
    json: JsonOption = None
    sgf: Annotated[Path | None, typer.Option("--sgf", metavar="FOLDER", help="Write each game as SGF.")] = None
    psq: Annotated[Path | None, typer.Option("--psq", metavar="FOLDER", help="Write each game as PSQ.")] = None
    openings: Annotated[
        str,
        typer.Option(
            metavar="WHICH",
            help="balanced (random stones), swap2 (decided by the players), book (drawn from the shipped book), or a file: of gomoku book, or openings as Gomocup's, SGF, PSQ or POS.",
        ),
    ] = "balanced"
    repeat: Annotated[
        bool, typer.Option("--repeat/--no-repeat", help="Play each opening twice, colours swapped, or once.")
    ] = True

    def match(self, first: str, second: str, games: int, sprt: "Sprt | None" = None) -> "Match":
        """Build the match. Raises LabError if a player cannot play it or an opening file is invalid."""
        from gomoku.lab.matches import players
        from gomoku.lab.matches.match import SWAP2, Match, openings_of

        rules = parse_rules(self.rules)
        first, second = (players.with_limits(spec, self.time, self.nodes) for spec in (first, second))
        found = Match(
            first, second, rules.spec(), (games + 1) // 2, self.openings_seed, sprt, self.openings, self.repeat
        )
        for spec in dict.fromkeys((first, second)):
            players.check_player(spec, rules, SWAP2 if self.openings == SWAP2 else "standard")
        openings = openings_of(found)
        if openings is not None:
            openings.close()
        return found


def register(app: typer.Typer) -> None:
    """Add `match` and `sprt` to the program."""
    app.command("match")(match)
    app.command("sprt")(sprt)


@takes(MatchOptions)
def match(
    first: FirstArgument,
    second: SecondArgument,
    options: MatchOptions,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games, two per opening.")] = 100,
) -> None:
    """Play a match between two players and report Elo with error bars.

    Openings are random and balanced; each is played twice, with colours swapped. Games that repeat, as those of
    deterministic players do, are counted once in Elo and its error bars.

    Players: engine (options time, nodes, depth, level, threads, memory, weights=hand or a file, network=none or a file, book=shipped or a file of gomoku book, and any search parameter),
    greedy, classic:depth=4, and brain:PATH for any program that speaks the Gomocup protocol (options time, match,
    memory in MB, enforce=none, uss, data or both for that limit, grace, and info.KEY for any INFO). Options follow a
    colon and are separated by commas. A player that crashes, hangs, exceeds its memory or plays an illegal move loses
    the game.

    \b
    Examples:
      gomoku match engine classic --time 0.1 --games 200
      gomoku match engine:threads=2 brain:./pbrain-x --rules renju --log match.jsonl
      gomoku match brain:./pbrain-gomoku brain:./pbrain-x,info.thread_num=2 --rules "freestyle;size=20" --openings swap2
      gomoku match brain:./a brain:./b --openings openings.txt --psq games --sgf games
      gomoku match engine:nodes=5000 engine:nodes=5000,weights=hand --json result.json
      gomoku match engine classic --ray 192.168.1.10:6379 --games 2000 --log match.jsonl
    """
    with errors():
        _play(options.match(first, second, games), options)


@takes(MatchOptions)
def sprt(
    first: FirstArgument,
    second: SecondArgument,
    options: MatchOptions,
    elo0: Annotated[float, typer.Option(help="Null hypothesis: the test fails at or below this Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Alternative: the test passes at or above this Elo.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="Probability of either error.")] = 0.05,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Stop undecided after this many games.")] = 20_000,
) -> None:
    """Play until an SPRT decides whether the first player is stronger.

    The sequential probability ratio test is on pairs of games, with colours swapped.

    Exit code 0 when the test passes, 3 when it fails, 4 when it is undecided. Players as for gomoku match.

    \b
    Examples:
      gomoku sprt engine:nodes=5000,LMR_SLOPE=200 engine:nodes=5000 --elo1 5 --log sprt.jsonl
    """
    with errors():
        from gomoku.lab.matches.stats import Sprt

        try:
            test = Sprt(elo0, elo1, alpha, alpha)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        report = _play(options.match(first, second, games, test), options)
        verdict = test.verdict(report.score.tested)
        if verdict is not True:
            raise typer.Exit(3 if verdict is False else 4)


def _play(match: "Match", options: MatchOptions) -> "Report":
    from gomoku.lab import output
    from gomoku.lab.matches import players
    from gomoku.lab.matches.match import run
    from gomoku.lab.matches.report import Report

    output.check_target(options.json)
    # one of the two players thinks at a time, with all its threads
    threads = max(players.threads_of(spec) for spec in (match.first, match.second))
    report = Report(match)
    stopped = False
    with pool_of(options.ray, options.processes, threads) as (pool, workers), output.ticker() as ticker:
        ticker.start("pairs", match.pairs)
        playing = run(match, workers, options.log, pool)
        try:
            for tally, pair in playing:
                report.add(pair)
                for ending, folder in (("sgf", options.sgf), ("psq", options.psq)):
                    if folder is not None:
                        _write_games(folder, ending, match, sum(tally.pairs), pair)
                test = f"  {match.sprt.text(report.score.tested)}" if match.sprt else ""
                estimate = report.score.estimate
                ticker.show(sum(tally.pairs), f"{100 * estimate.score:.1f} %  {estimate.elo_text()}{test}")
        except KeyboardInterrupt:
            stopped = True
        finally:
            playing.close()
    output.show_report(report.as_json(), report.table(), report.lines(), options.json)
    if stopped:
        output.exit_stopped(f"{report.tally.games} games", options.log)
    return report


def _write_games(folder: Path, ending: str, match: "Match", number: int, pair: list["GameResult"]) -> None:
    for letter, game in zip("ab", pair, strict=True):
        write_game(folder, f"{number:05d}{letter}.{ending}", game.record(match))


def write_game(folder: Path, name: str, record: "Record") -> None:
    """Write a game to a file of a folder, which is created. Raises LabError."""
    from gomoku.lab.types import LabError
    from gomoku.rules.records import RecordError, write

    try:
        folder.mkdir(parents=True, exist_ok=True)
        write(record, folder / name)
    except (OSError, RecordError) as error:
        raise LabError(f"cannot write games to {folder}: {error}") from None
