"""Command `gomoku tournament`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gomoku.cli_tools import parse_rules, takes
from gomoku.lab.matches.cli import MatchOptions, write_game
from gomoku.lab.options import errors, pool_of

if TYPE_CHECKING:
    from gomoku.lab.matches.tournament import FinishedGame, Tournament


def register(app: typer.Typer) -> None:
    """Add `tournament` to the program."""
    app.command("tournament")(tournament)


@takes(MatchOptions)
def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="As for gomoku match, best first.")],
    options: MatchOptions,
    kind: Annotated[
        str,
        typer.Option("--kind", "-k", metavar="KIND", help="round-robin, swiss, or gauntlet: the first against all."),
    ] = "round-robin",
    rounds: Annotated[
        int | None, typer.Option(min=1, max=100, help="Rounds of a Swiss tournament [5], cycles of the others [1].")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=1000, help="Games of each pairing.")] = 2,
) -> None:
    """Play a tournament and print its table, with tie-breaks and cross table.

    All boards of a round begin with the same opening; every second game of a pairing has colours swapped. Swiss rounds
    pair equal scores, no two players meet twice, and with an odd number the last one has a bye. Players as for gomoku
    match.

    \b
    Examples:
      gomoku tournament engine classic greedy --time 0.1
      gomoku tournament brain:./a brain:./b brain:./c engine --kind swiss --rounds 3 --log cup.jsonl
      gomoku tournament engine:nodes=5000 classic greedy --kind gauntlet --games 10 --psq games --sgf games
      gomoku tournament brain:./a brain:./b engine --openings swap2 --ray 192.168.1.10:6379 --log cup.jsonl
    """
    with errors():
        _play(_defined(players, options, kind, rounds, games), options)


def _defined(players: list[str], options: MatchOptions, kind: str, rounds: int | None, games: int) -> "Tournament":
    """The tournament of these options. Raises LabError if a player cannot play it or an opening file is invalid."""
    from gomoku.lab.matches import players as playing
    from gomoku.lab.matches.match import SWAP2, openings_of
    from gomoku.lab.matches.tournament import PairingSystem, Tournament

    if kind not in tuple(PairingSystem):
        raise typer.BadParameter(f"{kind!r}: known are {', '.join(PairingSystem)}", param_hint="--kind")
    rules = parse_rules(options.rules)
    specs = tuple(playing.with_limits(spec, options.time, options.nodes) for spec in players)
    found = Tournament(
        specs,
        PairingSystem(kind),
        rules.spec(),
        rounds or (5 if kind == PairingSystem.SWISS else 1),
        games,
        options.openings_seed,
        options.openings,
        options.repeat,
    )
    for spec in specs:
        playing.check_player(spec, rules, SWAP2 if options.openings == SWAP2 else "standard")
    openings = openings_of(found.match(*specs[:2]))
    if openings is not None:
        openings.close()
    return found


def _play(tournament: "Tournament", options: MatchOptions) -> None:
    from gomoku.lab import output
    from gomoku.lab.matches import players
    from gomoku.lab.matches.tournament import run
    from gomoku.lab.matches.tournament_report import TournamentReport

    output.check_target(options.json)
    threads = max(players.threads_of(spec) for spec in tournament.players)
    report, stopped = TournamentReport(tournament), False
    with pool_of(options.ray, options.processes, threads) as (pool, workers), output.ticker() as ticker:
        ticker.start("games", None)
        playing = run(tournament, workers, options.log, pool)
        try:
            for played in playing:
                report.add(played)
                for ending, folder in (("sgf", options.sgf), ("psq", options.psq)):
                    if folder is not None:
                        _write(folder, ending, tournament, played)
                ticker.show(len(report.games), f"round {played.job.number.round}")
        except KeyboardInterrupt:
            stopped = True
        finally:
            playing.close()
    output.show_report(report.as_json(), report.table(), report.notes, options.json)
    if stopped:
        output.exit_stopped(f"{len(report.games)} games", options.log)


def _write(folder: Path, ending: str, tournament: "Tournament", played: "FinishedGame") -> None:
    match = tournament.match(played.job.first, played.job.second)
    write_game(folder, f"{played.job.number}.{ending}", played.game.record(match))
