"""Memory use of the brain: whole games between two brains under a memory limit.

    .venv/bin/python benchmarks/brain_memory.py [--games 50] [--time 1] [--threads 2] [--memory 70] [--rules "freestyle;size=20"]

The limit is set as liskvork sets it (RLIMIT_DATA, which includes the stacks of threads). After each answer the unique set
size is read, as the Gomocup judge does. Prints failures, late answers and the peak USS of a brain.
"""

import argparse
import shlex
import sys

from gomoku.lab.matches.match import play_game
from gomoku.lab.matches.opening_sets import Openings
from gomoku.lab.matches.players import make_player
from gomoku.rules import Rules

BRAIN = shlex.join([sys.executable, "-P", "-m", "gomoku", "brain"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Memory use of the brain.")
    parser.add_argument("--games", type=int, default=50, help="games to play (default 50)")
    parser.add_argument("--time", type=float, default=1.0, help="seconds per move (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="threads of each brain (default 1)")
    parser.add_argument(
        "--memory", type=float, default=70, help="RLIMIT_DATA in MiB, and limit of the USS in MB (default 70)"
    )
    parser.add_argument("--rules", default="freestyle;size=20")
    parser.add_argument("--brain", default=BRAIN, help="command of the brain")
    options = parser.parse_args()
    rules = Rules.parse(options.rules)
    limits = f"memory={options.memory},enforce=both,info.thread_num={options.threads}"
    players = tuple(make_player(f"brain:{options.brain},time={options.time},{limits}") for _ in range(2))
    openings = Openings(rules, 1)
    held, moves, late, failures = 0, 0, 0, []
    try:
        for number in range(options.games):
            game = play_game((players[0], players[1]), rules, openings.opening(number), first_is_black=number % 2 == 0)
            held = max(held, *game.memory)
            moves += len(game.moves) - game.opening
            late += sum(game.late)
            if game.is_fault or held > 1e6 * options.memory:
                failures.append(f"game {number + 1}: {game.how} {game.note}, {held / 1e6:.1f} MB held")
    finally:
        openings.close()
        for player in players:
            player.close()
    print(
        f"{options.games} games, {moves} moves at {options.time:g} s, {options.threads} threads, RLIMIT_DATA {options.memory:g} MiB: "
        f"failures {len(failures)}, late {late}, most memory (USS) {held / 1e6:.1f} MB"
    )
    for failure in failures:
        print(failure)


if __name__ == "__main__":
    main()
