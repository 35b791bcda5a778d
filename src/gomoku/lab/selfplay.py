"""Self-play: games of the engine against itself, with what it thought of each position, for the fit to learn from.

A game is one JSON line: the opening, the moves, the score before each move (from the side to move), the result. Nothing else is stored: whatever
the fit needs is computed again by replaying the moves.
"""

import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gomoku.core import weights
from gomoku.engine import WIN_BOUND, Engine, Limit
from gomoku.lab.openings import BALANCE, random_stones
from gomoku.rules import Game, Rules

MAX_MOVES = 250
DRAWN = 0.5


def play_games(spec: str, games: int, nodes: int, seed: int, source: str) -> list[dict[str, Any]]:
    """So many games in this process; `source` names a weights file, or is empty for those that come with the program."""
    rules = Rules.parse(spec)
    rng = random.Random(seed)
    numbers = weights.read(source).get(rules.name) if source else None
    played = []
    with Engine(rules, memory_mb=8, weights=numbers) as engine:
        while len(played) < games:
            record = _play(engine, rules, rng, nodes)
            if record:
                played.append(record)
    return played


def _play(engine: Engine, rules: Rules, rng: random.Random, nodes: int) -> dict[str, Any] | None:
    """One game, or None where the opening was not balanced."""
    game = Game(rules)
    for cell in random_stones(rules, rng):
        game.play(cell)
    opening = len(game.moves)
    engine.new_game()
    scores: list[int] = []
    while not game.is_over and len(game.moves) < MAX_MOVES:
        # a little more or less thought in each move: no two games alike, and mistakes to learn from
        result = engine.search(game, Limit(nodes=int(nodes * rng.uniform(0.5, 1.5))))
        if not scores and abs(result.score) > 2 * BALANCE:
            return None
        scores.append(result.score)
        if result.score > WIN_BOUND:
            break  # proved: the mover wins
        game.play(result.move)
    winner = game.winner
    if not winner and scores[-1] > WIN_BOUND:
        winner = game.to_move
    value = DRAWN if winner is None else float(winner == "X")
    return {"opening": opening, "moves": [list(cell) for cell in game.moves], "scores": scores, "X": value}


def run(
    rules: str, games: int, nodes: int, out: Path, processes: int, seed: int = 1, source: str = ""
) -> Iterator[int]:
    """Play games into a file of JSON lines, continuing one that is there; yields how many it holds."""
    done = sum(1 for _ in out.open()) if out.exists() else 0
    yield done
    batch = 8
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool, out.open("a") as file:
        seeds = count(seed * 1_000_003 + done)
        waiting = []
        planned = done
        while done < games:
            while planned < games and len(waiting) < 2 * processes:
                size = min(batch, games - planned)
                waiting.append(pool.submit(play_games, rules, size, nodes, next(seeds), source))
                planned += size
            for record in waiting.pop(0).result():
                file.write(json.dumps(record, separators=(",", ":")) + "\n")
                done += 1
            file.flush()
            yield done
