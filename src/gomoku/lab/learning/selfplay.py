"""Self-play: games of the engine against itself, with the search score of each position, as training data for the fit.

A game is one JSON line: opening, moves, the score before each move (from the side to move) and the result. The fit
recomputes everything else by replaying the moves. A game depends only on its number, the seed and the engine.

In a third of the games one move is a slip: a plausible move instead of the best one, so that the games show how such moves are
refuted. `slip` holds its ply and the best move. Asides, where asked for, are moves near the stones, good or bad, that are tried and taken back: a
search visits such positions all the time, games do not. `asides` holds the ply, the move and the score behind it of each.

With own openings a game begins as the engine would play it, its first moves drawn from those that are nearly the best, and has no
slips: games to look at, not to learn from.
"""

import json
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
from gomoku.library import engine_games
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

MAX_MOVES = 250
"""Moves after which a game is adjudicated as a draw."""
DRAWN = 0.5
"""Result of a draw, for Black."""
SLIP_SHARE = 1 / 3
"""Share of the games with a slip."""
SLIP_PLIES = 24
"""Plies after the opening within which a slip happens."""
SLIP_LINES = 8
"""Best moves of a short search among which a slip chooses."""
SLIP_NODES = 400
"""Nodes of that search."""
ASIDE_NODES = 1_000
"""Nodes of the search behind an aside."""
ASIDE_REACH = 2
"""Greatest distance of an aside from a stone, in cells."""
OWN_PLIES = 8
"""Plies of an own opening; its first stone is in the centre."""
OWN_LINES = 6
"""Moves of a search among which an own opening chooses."""
OWN_MARGIN = 40
"""Largest difference to the best of them, in evaluation points."""


class SelfPlayer:
    """Worker that plays games by number. `source` is a weights file, `hand`, or empty for the built-in weights."""

    def __init__(
        self, rules: str, nodes: int, seed: int, source: str, asides: int = 0, own_openings: bool = False
    ) -> None:
        """`asides`: how many are tried in each position."""
        self.rules = Rules.parse(rules)
        self.nodes, self.seed, self.asides, self.own_openings = nodes, seed, asides, own_openings
        self.engine = Engine(self.rules, memory_mb=8, weights=weights_of(source, self.rules))

    def close(self) -> None:
        self.engine.close()

    def __call__(self, number: int) -> dict[str, Any]:
        """Play game `number` from the first balanced opening of its random sequence."""
        rng = random.Random(f"{self.seed}/{number}")
        for _ in range(ATTEMPTS):
            self.engine.new_game()
            stones = [self.rules.centre] if self.own_openings else random_stones(self.rules, rng)
            game = play_all(Game(self.rules), stones)
            played = self._play_on(game, rng)
            if played["scores"]:
                break
        else:
            raise LabError(f"no balanced opening was found for {self.rules}")
        winner = game.winner
        if not winner and is_win(played["scores"][-1]):
            winner = game.to_move
        value = DRAWN if winner is None else float(winner == "X")
        return {"n": number, "moves": [list(cell) for cell in game.moves], "X": value, **played}

    def _play_on(self, game: Game, rng: random.Random) -> dict[str, Any]:
        """Play from an opening to the end; `opening`, `scores` and `slip` of the game. No scores: the opening is not balanced."""
        opening = len(game.moves)
        slips = not self.own_openings and rng.random() < SLIP_SHARE
        slip_at = opening + rng.randrange(SLIP_PLIES) if slips else None
        scores: list[int] = []
        played: dict[str, Any] = {"opening": opening, "scores": scores}
        while not game.is_over and len(game.moves) < MAX_MOVES:
            # a random node limit per move makes games differ, and leaves mistakes to learn from
            limit = Limit(nodes=int(self.nodes * rng.uniform(0.5, 1.5)) + 1)
            varied = self.own_openings and len(game.moves) < OWN_PLIES
            result = self.engine.search(game, limit, lines=OWN_LINES if varied else 1)
            if not scores and abs(result.score) > 2 * BALANCE and not self.own_openings:
                break
            scores.append(result.score)
            if is_win(result.score):
                break  # proved win for the side to move
            for _ in range(self.asides):
                if (aside := self._aside(game, rng)) is not None:
                    played.setdefault("asides", []).append([len(game.moves), *aside])
            move = result.move
            if varied:
                lines = result.info.lines
                move = rng.choice([line.move for line in lines if line.score >= result.score - OWN_MARGIN] or [move])
            if len(game.moves) == slip_at:
                lines = self.engine.search(game, Limit(nodes=SLIP_NODES), lines=SLIP_LINES).info.lines
                move = rng.choice(lines).move
                if move != result.move:
                    played["slip"] = [slip_at, *result.move]
            game.play(move)
        return played

    def _aside(self, game: Game, rng: random.Random) -> tuple[int, int, int] | None:
        """Try a move near the stones, and the score for the side that answers it; None where the move is illegal or ends the game."""
        x, y = rng.choice([cell for cell in game.moves if game.stone(cell)])
        cell = (x + rng.randint(-ASIDE_REACH, ASIDE_REACH), y + rng.randint(-ASIDE_REACH, ASIDE_REACH))
        if game.why_illegal(cell) is not None:
            return None
        game.play(cell)
        score = None if game.is_over else self.engine.search(game, Limit(nodes=ASIDE_NODES)).score
        game.undo()
        return None if score is None else (*cell, score)


def run(
    rules: str,
    games: int,
    nodes: int,
    out: Path,
    processes: int,
    seed: int = 1,
    source: str = "",
    pool: Pool = local.run,
    asides: int = 0,
    own_openings: bool = False,
) -> Generator[int]:
    """Play games into a resumable log; yield the number of games it holds."""
    about = {"log": "selfplay", "rules": rules, "nodes": nodes, "seed": seed, "weights": source}
    if asides:
        about["asides"] = asides
    if own_openings:
        about["openings"] = "own"
    with Log(out, about) as log:
        done = {record.get("n") for record in log.records}
        yield len(done)
        missing = [number for number in range(games) if number not in done]
        worker = partial(SelfPlayer, rules, nodes, seed, source, asides, own_openings)
        with closing(pool(worker, missing, processes)) as results:
            for number, record in results:
                log.append(record)
                done.add(number)
                yield len(done)


def packed(file: Path, limit: int) -> str:
    """The first games of a log as the explorer's text."""
    with file.open(encoding="utf-8") as lines:
        about = json.loads(next(lines))
        games = sorted(map(json.loads, lines), key=lambda record: record["n"])[:limit]
    winners = {1.0: "B", 0.0: "W"}
    return engine_games.packed(
        ((winners.get(game["X"], "0"), [(x, y) for x, y in game["moves"]]) for game in games),
        f"{len(games)} games of {about['rules']}, {about['nodes']} nodes a move, seed {about['seed']}",
    )
