"""Depth and speed of the engine at a time limit, on 30 midgame positions of a rule set.

    .venv/bin/python benchmarks/engine_depth.py [42 | freestyle | standard | renju] [--time 0.5] [--threads 2] [--memory 32]

Prints the average completed depth, selective depth and nodes per second, and the speed-up of several threads. Depths
are averaged over positions that used their full time; where the game is decided or only one move defends, the engine
answers at once, and the number of these positions is printed.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from gomoku.engine import Engine, Limit, Result
from gomoku.lab.bench import check_core
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

NAMES = ("42", "freestyle", "standard", "renju")


def positions(name: str) -> list[Game]:
    """Positions of `midgame-NAME.txt`, whose first line is the rule set."""
    first, *lines = Path(__file__).with_name(f"midgame-{name}.txt").read_text(encoding="ascii").splitlines()
    rules = Rules.parse(first.removeprefix("# rules: "))
    return [play_all(Game(rules), line.split()) for line in lines if not line.startswith("#")]


@dataclass(frozen=True)
class Answer:
    """Result of a search and its wall-clock seconds."""

    result: Result
    seconds: float


def measure(games: list[Game], threads: int, seconds: float, memory: float) -> list[Answer]:
    answers = []
    with Engine(games[0].rules, threads, memory) as engine:
        for game in games:
            engine.new_game()
            started = monotonic()
            result = engine.search(game, Limit(time=seconds))
            answers.append(Answer(result, monotonic() - started))
    return answers


def show(threads: int, answers: list[Answer], seconds: float) -> float:
    """Print the averages; return nodes per second."""
    n = len(answers)
    results = [answer.result for answer in answers]
    decided = sum(result.win_in is not None for result in results)
    thought = [a.result for a in answers if a.result.win_in is None and a.seconds > seconds / 2]
    speed = sum(r.nodes for r in results) / sum(r.seconds for r in results)
    print(
        f"{threads} thread{'s' if threads > 1 else ''}: {n} positions, {decided} decided, {n - decided - len(thought)} forced; "
        f"depth {sum(r.depth for r in thought) / max(1, len(thought)):.1f}, "
        f"selective {sum(r.info.selective_depth for r in thought) / max(1, len(thought)):.1f}; "
        f"{speed:,.0f} nodes/s; average {sum(a.seconds for a in answers) / n:.3f} s, "
        f"slowest {max(a.seconds for a in answers):.3f} s"
    )
    return speed


def main() -> None:
    parser = argparse.ArgumentParser(description="Depth and speed of the engine at a time limit.")
    parser.add_argument("rules", nargs="?", choices=NAMES, default="42", help="rule set (default 42)")
    parser.add_argument("--time", type=float, default=0.5, help="seconds per position (default 0.5)")
    parser.add_argument("--threads", type=int, default=2, help="threads (default 2)")
    parser.add_argument("--memory", type=float, default=32, help="transposition table in MB (default 32)")
    options = parser.parse_args()
    if warning := check_core():
        print(warning)
    games = positions(options.rules)
    alone = show(1, measure(games, 1, options.time, options.memory), options.time)
    if options.threads > 1:
        together = show(options.threads, measure(games, options.threads, options.time, options.memory), options.time)
        print(f"{together / alone:.2f} times the nodes of one thread")


if __name__ == "__main__":
    main()
