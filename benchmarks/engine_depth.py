"""How deep and how fast the engine looks in a given time: 30 mid-game positions of a rule set, from self-play.

    .venv/bin/python benchmarks/engine_depth.py [42 | freestyle | standard | renju] [--time 0.5] [--threads 2] [--memory 32]

Prints the last completed depth, the selective depth and nodes per second, on average, and how many of the nodes of one
thread the threads reach together.
"""

import argparse
from pathlib import Path

from gomoku.engine import Engine, Limit, Result
from gomoku.lab.bench import check_core
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

NAMES = ("42", "freestyle", "standard", "renju")


def positions(name: str) -> list[Game]:
    """The positions of `midgame-NAME.txt`, whose first line names the rules."""
    first, *lines = Path(__file__).with_name(f"midgame-{name}.txt").read_text(encoding="ascii").splitlines()
    rules = Rules.parse(first.removeprefix("# rules: "))
    return [play_all(Game(rules), line.split()) for line in lines if not line.startswith("#")]


def measure(games: list[Game], threads: int, seconds: float, memory: float) -> list[Result]:
    results = []
    with Engine(games[0].rules, threads, memory) as engine:
        for game in games:
            engine.new_game()
            results.append(engine.search(game, Limit(time=seconds)))
    return results


def show(threads: int, results: list[Result]) -> float:
    """Print the averages; returns nodes per second."""
    n = len(results)
    open_games = [r for r in results if r.win_in is None]
    speed = sum(r.nodes for r in results) / sum(r.seconds for r in results)
    print(
        f"{threads} thread{'s' if threads > 1 else ''}: {n} positions, {n - len(open_games)} decided; "
        f"depth {sum(r.depth for r in open_games) / max(1, len(open_games)):.1f}, "
        f"selective {sum(r.info.selective_depth for r in open_games) / max(1, len(open_games)):.1f}; "
        f"{speed:,.0f} nodes/s; average {sum(r.seconds for r in results) / n:.3f} s, "
        f"slowest {max(r.seconds for r in results):.3f} s"
    )
    return speed


def main() -> None:
    parser = argparse.ArgumentParser(description="Depth in a given time.")
    parser.add_argument("rules", nargs="?", choices=NAMES, default="42", help="rule set (default 42)")
    parser.add_argument("--time", type=float, default=0.5, help="seconds a position (default 0.5)")
    parser.add_argument("--threads", type=int, default=2, help="threads (default 2)")
    parser.add_argument("--memory", type=float, default=32, help="table in MB (default 32)")
    options = parser.parse_args()
    if warning := check_core():
        print(warning)
    games = positions(options.rules)
    alone = show(1, measure(games, 1, options.time, options.memory))
    if options.threads > 1:
        together = show(options.threads, measure(games, options.threads, options.time, options.memory))
        print(f"{together / alone:.2f} times the nodes of one thread")


if __name__ == "__main__":
    main()
