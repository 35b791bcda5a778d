"""Self-play: games of the engine against itself, with the search score of each position, as training data for the fit.

A game is one JSON line: opening, moves, the score before each move (from the side to move) and the result. The fit
recomputes everything else by replaying the moves. A game depends only on its number, the seed and the engine.
"""

import random
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from gomoku.engine import Engine, Limit, is_win
from gomoku.lab.jobs import local
from gomoku.lab.jobs.logs import Log
from gomoku.lab.jobs.pool import Pool
from gomoku.lab.matches.opening_sets import ATTEMPTS, BALANCE, random_stones
from gomoku.lab.matches.players import weights_of
from gomoku.lab.types import LabError
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

MAX_MOVES = 250
"""Moves after which a game is adjudicated as a draw."""
DRAWN = 0.5
"""Result of a draw, for Black."""


class SelfPlayer:
    """Worker that plays games by number. `source` is a weights file, `hand`, or empty for the built-in weights."""

    def __init__(self, rules: str, nodes: int, seed: int, source: str) -> None:
        self.rules = Rules.parse(rules)
        self.nodes, self.seed = nodes, seed
        self.engine = Engine(self.rules, memory_mb=8, weights=weights_of(source, self.rules))

    def close(self) -> None:
        self.engine.close()

    def __call__(self, number: int) -> dict[str, Any]:
        """Play game `number` from the first balanced opening of its random sequence."""
        rng = random.Random(f"{self.seed}/{number}")
        for _ in range(ATTEMPTS):
            game = play_all(Game(self.rules), random_stones(self.rules, rng))
            self.engine.new_game()
            opening = len(game.moves)
            scores = self._play_on(game, rng)
            if scores:
                break
        else:
            raise LabError(f"no balanced opening was found for {self.rules}")
        winner = game.winner
        if not winner and is_win(scores[-1]):
            winner = game.to_move
        value = DRAWN if winner is None else float(winner == "X")
        moves = [list(cell) for cell in game.moves]
        return {"n": number, "opening": opening, "moves": moves, "scores": scores, "X": value}

    def _play_on(self, game: Game, rng: random.Random) -> list[int]:
        """Play to the end and return the scores; none if the opening is not balanced."""
        scores: list[int] = []
        while not game.is_over and len(game.moves) < MAX_MOVES:
            # a random node limit per move makes games differ, and leaves mistakes to learn from
            result = self.engine.search(game, Limit(nodes=int(self.nodes * rng.uniform(0.5, 1.5)) + 1))
            if not scores and abs(result.score) > 2 * BALANCE:
                return []
            scores.append(result.score)
            if is_win(result.score):
                break  # proved win for the side to move
            game.play(result.move)
        return scores


def run(
    rules: str,
    games: int,
    nodes: int,
    out: Path,
    processes: int,
    seed: int = 1,
    source: str = "",
    pool: Pool = local.run,
) -> Generator[int]:
    """Play games into a resumable log; yield the number of games it holds."""
    about = {"log": "selfplay", "rules": rules, "nodes": nodes, "seed": seed, "weights": source}
    with Log(out, about) as log:
        done = {record.get("n") for record in log.records}
        yield len(done)
        missing = [number for number in range(games) if number not in done]
        worker = partial(SelfPlayer, rules, nodes, seed, source)
        with closing(pool(worker, missing, processes)) as results:
            for number, record in results:
                log.append(record)
                done.add(number)
                yield len(done)
