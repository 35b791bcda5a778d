"""Time keeping of the brain on a busy machine: two brains play over pipes while other processes occupy cores.

    .venv/bin/python benchmarks/brain_clock.py [--moves 1000] [--time 0.5] [--threads 1] [--busy 1] [--rules "freestyle;size=20"]

Times run from the command to the answering line. Prints the number of late answers, the average and the slowest.
"""

import argparse
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.busy_cores import busy_cores
from gomoku.lab.matches.match import play_game
from gomoku.lab.matches.opening_sets import Openings
from gomoku.lab.matches.players import make_player
from gomoku.rules import Rules

BRAIN = shlex.join([sys.executable, "-P", "-m", "gomoku", "brain"])


def play(rules: Rules, moves: int, spec: str) -> tuple[list[float], list[str]]:
    """Seconds of `moves` answers, and the faults."""
    times: list[float] = []
    faults: list[str] = []
    openings = Openings(rules, 1)
    players = (make_player(spec), make_player(spec))
    try:
        number = 0
        while len(times) < moves:
            game = play_game(players, rules, openings.opening(number), first_is_black=number % 2 == 0)
            times += game.seconds[0] + game.seconds[1]
            faults += [f"{game.how} {game.note}"] if game.is_fault else []
            number += 1
    finally:
        openings.close()
        for player in players:
            player.close()
    return times[:moves], faults


def main() -> None:
    parser = argparse.ArgumentParser(description="Time keeping of the brain on a busy machine.")
    parser.add_argument("--moves", type=int, default=1000, help="answers to measure (default 1000)")
    parser.add_argument("--time", type=float, default=0.5, help="seconds per move (default 0.5)")
    parser.add_argument("--threads", type=int, default=1, help="threads of each brain (default 1)")
    parser.add_argument("--busy", type=int, default=1, help="processes that occupy a core each (default 1)")
    parser.add_argument("--rules", default="freestyle;size=20")
    parser.add_argument("--brain", default=BRAIN, help="command of the brain")
    options = parser.parse_args()
    spec = f"brain:{options.brain},time={options.time},grace=5,info.thread_num={options.threads}"
    with busy_cores(options.busy):
        times, faults = play(Rules.parse(options.rules), options.moves, spec)
    times.sort()
    late = sum(seconds > options.time for seconds in times)
    print(
        f"{len(times)} answers at timeout_turn {1000 * options.time:g}, {options.threads} threads, {options.busy} busy processes: "
        f"late {late}, average {sum(times) / len(times):.3f} s, 99 % under {times[len(times) * 99 // 100 - 1]:.3f} s, "
        f"slowest {times[-1]:.4f} s"
    )
    for fault in faults:
        print(f"fault: {fault}")


if __name__ == "__main__":
    main()
