"""Strength of the levels: each against the next, in paired openings with colours swapped.

    .venv/bin/python benchmarks/ladder.py [--rules 42 freestyle] [--pairs 50] [--time 0.5] [--levels 1 10]

Prints a line per step: wins, draws and losses of the upper level, its score, Elo and error bars. A score of 75 % is 190 Elo.
"""

import argparse
import random
import time
from functools import partial

from gomoku.engine import LEVELS, Engine, Limit, play_at
from gomoku.lab.jobs import local
from gomoku.lab.jobs.pool import default_processes
from gomoku.lab.matches.match import GameResult, play_game
from gomoku.lab.matches.opening_sets import Openings
from gomoku.lab.matches.stats import Tally
from gomoku.lab.types import ChosenMove
from gomoku.rules import Game, Rules


class LevelPlayer:
    """A level of the engine as a match player."""

    def __init__(self, number: int, seconds: float, seed: int) -> None:
        self.level = LEVELS[number]
        self.time_limit = seconds
        self.rng = random.Random(seed)
        self.engine: Engine | None = None

    def new_game(self, rules: Rules) -> None:
        if self.engine is None:
            self.engine = Engine(rules, memory_mb=16)
        self.engine.new_game()

    def choose(self, game: Game) -> ChosenMove:
        assert self.engine is not None
        started = time.monotonic()
        result = play_at(self.engine, game, self.level, Limit(time=self.time_limit), self.rng)
        return ChosenMove(result.move, time.monotonic() - started, result.score, result.depth, result.nodes)

    def close(self) -> None:
        if self.engine:
            self.engine.close()


class StepWorker:
    """Plays pairs of one step of the ladder, each with its own opening and seed."""

    def __init__(self, upper: int, rules: str, seconds: float, seed: int) -> None:
        self.rules = Rules.parse(rules)
        self.openings = Openings(self.rules, seed)
        self.players = (LevelPlayer(upper, seconds, seed), LevelPlayer(upper - 1, seconds, seed))

    def __call__(self, number: int) -> list[GameResult]:
        opening = self.openings.opening(number)
        for player in self.players:
            player.rng.seed(f"{number}/{player.level.number}")
        return [play_game(self.players, self.rules, opening, black) for black in (True, False)]

    def close(self) -> None:
        self.openings.close()
        for player in self.players:
            player.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure each level against the next.")
    parser.add_argument("--rules", nargs="+", default=["42", "freestyle"])
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--time", type=float, default=0.5, help="seconds per move, at every level")
    parser.add_argument("--levels", type=int, nargs=2, default=(1, 10), metavar=("FROM", "TO"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=default_processes())
    options = parser.parse_args()
    first, last = options.levels
    for rules in options.rules:
        for upper in range(first + 1, last + 1):
            tally, moves = Tally(), 0
            worker = partial(StepWorker, upper, rules, options.time, options.seed)
            for _, pair in local.run(worker, range(options.pairs), options.processes):
                tally = tally.with_pair(pair[0].points, pair[1].points)
                moves += sum(len(game.moves) for game in pair)
            print(f"{rules:<12}{upper:>3} : {upper - 1:<3}{tally}  {moves / tally.games:.0f} moves a game", flush=True)


if __name__ == "__main__":
    main()
