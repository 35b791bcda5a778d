"""Time keeping of the engine on a busy machine: self-play while other processes occupy cores.

    .venv/bin/python benchmarks/engine_clock.py [--moves 1000] [--time 0.5] [--threads 2] [--busy 1]

Prints the average and the slowest answer, in wall-clock time from call to return, and the number of late ones.
"""

import argparse
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.busy_cores import busy_cores
from gomoku.engine import Engine, Limit
from gomoku.lab.matches.opening_sets import Openings
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all


def play(rules: Rules, moves: int, seconds: float, threads: int) -> list[float]:
    """Seconds of `moves` answers of self-play."""
    times: list[float] = []
    openings = Openings(rules, 1)
    number = 0
    with Engine(rules, threads, 32) as engine:
        while len(times) < moves:
            game = play_all(Game(rules), openings.opening(number))
            number += 1
            engine.new_game()
            while not game.is_over and len(times) < moves:
                started = perf_counter()
                result = engine.search(game, Limit(time=seconds))
                times.append(perf_counter() - started)
                game.play(result.move)
    openings.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description="Time keeping of the engine on a busy machine.")
    parser.add_argument("--moves", type=int, default=1000, help="answers to measure (default 1000)")
    parser.add_argument("--time", type=float, default=0.5, help="seconds per move (default 0.5)")
    parser.add_argument("--threads", type=int, default=2, help="threads of the engine (default 2)")
    parser.add_argument("--busy", type=int, default=1, help="processes that occupy a core each (default 1)")
    parser.add_argument("--rules", default="42")
    options = parser.parse_args()
    with busy_cores(options.busy):
        times = play(Rules.parse(options.rules), options.moves, options.time, options.threads)
    times.sort()
    late = sum(t > options.time for t in times)
    print(
        f"{len(times)} answers at {options.time:g} s, {options.threads} threads, {options.busy} busy processes: "
        f"average {sum(times) / len(times):.3f} s, 99 % under {times[len(times) * 99 // 100 - 1]:.3f} s, "
        f"slowest {times[-1]:.4f} s, late {late}"
    )


if __name__ == "__main__":
    main()
