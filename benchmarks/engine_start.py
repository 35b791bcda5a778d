"""Start time and memory of an engine process.

    .venv/bin/python benchmarks/engine_start.py [--threads 2] [--memory 32] [--runs 5]

Each run is a fresh process: it imports the engine, answers within a few nodes, then searches for a second to fill the
transposition table. Prints the time from process start to the first answer, and the peak resident memory.
"""

import argparse
import subprocess
import sys
from time import monotonic

CHILD = """
import resource, sys, time
from gomoku.engine import Engine, Limit
from gomoku.rules import Game, Rules
rules = Rules.preset(sys.argv[1])
with Engine(rules, threads=int(sys.argv[2]), memory_mb=float(sys.argv[3])) as engine:
    game = Game(rules)
    game.play(rules.centre)
    engine.search(game, Limit(nodes=200))
    print(time.monotonic(), flush=True)
    engine.search(game, Limit(time=1.0))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Start time and memory of an engine process.")
    parser.add_argument("--rules", default="42")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=float, default=32, help="transposition table in MB (default 32)")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    starts, peaks = [], []
    for _ in range(options.runs):
        command = [sys.executable, "-c", CHILD, options.rules, str(options.threads), str(options.memory)]
        started = monotonic()
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        answered, peak = ended.stdout.split()
        starts.append(1000 * (float(answered) - started))
        peaks.append(int(peak) / 1024)
    print(
        f"{options.rules}, {options.threads} threads, table {options.memory:g} MB, {options.runs} runs: "
        f"first answer after {min(starts):.0f} to {max(starts):.0f} ms, resident at most {max(peaks):.1f} MB"
    )


if __name__ == "__main__":
    main()
