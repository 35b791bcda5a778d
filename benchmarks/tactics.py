"""Share of the proved positions of tests/positions that the engine solves.

    .venv/bin/python benchmarks/tactics.py [--time 0.5] [--threads 1]

Prints the share by suite and kind, then the unsolved positions. `gomoku tactics check` verifies the proofs.
"""

import argparse
from pathlib import Path

from gomoku.engine import Limit
from gomoku.lab import output
from gomoku.lab.tactics import suite as tactics

FOLDER = Path(__file__).parent.parent / "tests" / "positions"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=0.5, help="seconds per position")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    scores = []
    for path in sorted(FOLDER.glob("tactics-*.txt")):
        score = tactics.SuiteScore(path.stem.removeprefix("tactics-"))
        for outcome in tactics.solve(tactics.read(path), Limit(time=options.time), options.threads):
            score.add(outcome)
        scores.append(score)
    heads = ("rules", "positions", "solved", "%", *tactics.KINDS, "slowest, s")
    title = f"{options.time:g} s a position, threads: {options.threads}"
    output.print_table(title, heads, [score.row() for score in scores])
    for score in scores:
        for text in score.failures:
            print(text)


if __name__ == "__main__":
    main()
