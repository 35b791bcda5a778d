"""Long attacks: how many of the forced wins in `tests/positions/attacks.txt` the engine announces, and how soon.

    .venv/bin/python benchmarks/attacks.py [FILE] [--times 0.1 0.25 0.5 1 5] [--threads 1] [--nodes N] [--set NAME=VALUE ...]
        [--list] [--replay]

Each position is searched cold, once for each time limit; a win counts if the last score of the search is a proved win. The
median time is that of the first announcement, over all positions, at the longest limit. `--nodes` searches with a
node limit instead, which gives the same result on any machine. `--replay` plays every win of the longest limit to its end,
against every legal reply on the way.
"""

import argparse
from collections import defaultdict
from pathlib import Path
from statistics import median

from gomoku.engine import Engine, Limit
from gomoku.lab import output
from gomoku.lab.bench import check_core
from gomoku.lab.tactics.attacks import AttackPosition, announced_after, read, replay
from gomoku.rules import Rules

FILE = Path(__file__).parent.parent / "tests" / "positions" / "attacks.txt"
REPLAY_NODES = 2_000_000
"""Nodes for the answer to each reply; nearly all take a few."""


def measure(
    attacks: list[AttackPosition],
    limit: Limit,
    threads: int,
    memory: float,
    search_params: dict[str, int],
    replayed: bool,
) -> list[float]:
    """Seconds until each win is announced; prints those that do not hold."""
    engines: dict[Rules, Engine] = {}
    seconds = []
    for number, attack in enumerate(attacks, start=1):
        rules = attack.game.rules
        if rules not in engines:
            engines[rules] = Engine(rules, threads, memory, search_params=search_params)
        engine = engines[rules]
        engine.new_game()
        result = engine.search(attack.game, limit)
        seconds.append(announced_after(result))
        if replayed and seconds[-1] < float("inf"):
            refuted = replay(engine, attack.game, result, REPLAY_NODES)
            names = " ".join(map(attack.game.name, (refuted or ())[len(attack.game.moves) :]))
            print(f"position {number}, win in {result.win_in}: {f'no answer to {names}' if refuted else 'holds'}")
    for engine in engines.values():
        engine.close()
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--times", type=float, nargs="+", default=[0.1, 0.25, 0.5, 1.0, 5.0])
    parser.add_argument("--nodes", type=int, help="node limit instead of a time limit")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=float, default=32, help="transposition table in MB (default 32)")
    parser.add_argument("--list", action="store_true", help="also list the positions without an announced win")
    parser.add_argument("--replay", action="store_true", help="play the wins to their end, against every reply")
    parser.add_argument("--set", metavar="NAME=VALUE", nargs="+", default=[], help="search parameters to change")
    options = parser.parse_args()
    search_params = {name: int(value) for name, value in (each.split("=") for each in options.set)}
    check_core()
    attacks = read(options.file)
    limits = [Limit(nodes=options.nodes)] if options.nodes else [Limit(time=each) for each in sorted(options.times)]
    found = [
        measure(attacks, limit, options.threads, options.memory, search_params, options.replay and limit is limits[-1])
        for limit in limits
    ]
    groups: dict[str, list[int]] = defaultdict(list)
    for number, attack in enumerate(attacks):
        groups[attack.rules].append(number)
    groups["all"] = list(range(len(attacks)))
    rows = []
    for rules, numbers in groups.items():
        counts = [str(sum(times[n] < float("inf") for n in numbers)) for times in found]
        rows.append((rules, str(len(numbers)), *counts, f"{median(found[-1][n] for n in numbers):.3f}"))
    heads = [f"{limit.nodes:,} nodes" if limit.nodes else f"{limit.time:g} s" for limit in limits]
    output.print_table(f"wins announced, threads: {options.threads}", ("rules", "positions", *heads, "median, s"), rows)
    if options.list:
        for number, attack in enumerate(attacks, start=1):
            if found[-1][number - 1] == float("inf"):
                print(f"not announced: position {number}, {attack.rules}, {attack.plies} plies")


if __name__ == "__main__":
    main()
