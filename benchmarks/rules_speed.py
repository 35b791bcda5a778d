"""Speed of `gomoku.rules`: random games of every rule set, with the legality of each cell checked before it is played.

    .venv/bin/python benchmarks/rules_speed.py [--seconds 2] [RULES ...]

Prints moves per second of CPU time. Target: 3,000 for the 42 rules.
"""

import argparse
import random
import time

from gomoku.rules import PRESETS, Game, Rules


def play_random_game(rules: Rules, chance: random.Random) -> int:
    """Play random legal moves to the end; the number of moves."""
    game = Game(rules)
    free = [(x, y) for y in range(rules.height) for x in range(rules.width)]
    chance.shuffle(free)
    while not game.is_over:
        cell = free.pop(chance.randrange(len(free)))
        if game.why_illegal(cell) is None:
            free.extend(game.play(cell).captured)
        else:
            free.append(cell)
    return len(game.moves)


def measure(rules: Rules, seconds: float) -> tuple[int, int, float]:
    """Games, moves, and the CPU seconds they took."""
    chance = random.Random(42)
    games = moves = 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        moves += play_random_game(rules, chance)
        games += 1
    return games, moves, elapsed


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of gomoku.rules in random games.")
    parser.add_argument("rules", nargs="*", default=list(PRESETS), help="rule sets (default: all presets)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds per rule set (default 2)")
    options = parser.parse_args()
    print(f"{'rules':<12}{'games':>7}{'moves':>9}{'moves/game':>12}{'moves/s':>10}")
    for spec in options.rules:
        games, moves, elapsed = measure(Rules.parse(spec), options.seconds)
        print(f"{spec:<12}{games:>7}{moves:>9}{moves / games:>12.1f}{moves / elapsed:>10,.0f}")


if __name__ == "__main__":
    main()
