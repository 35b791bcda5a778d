"""Balance of the engine's own openings: reads logs of matches between equal engines from swap2.

    ./Gomoku match engine:nodes=20000 engine:nodes=20000,memory=17 --openings swap2 --rules renju --games 240 --log renju.jsonl
    .venv/bin/python benchmarks/opening_balance.py renju.jsonl

Prints Black's score over the different games and, for openings of three and of five stones, White's score by White's value in
a search of 20,000 nodes: where it passes 50 % is the bias of `engine/opening_decisions.py`. Games whose first three stones have
the same shape, wherever they stand, are not independent: the 95 % intervals come from the variance between shapes.
"""

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from gomoku.engine import Engine, Limit
from gomoku.lab.matches.match import GameResult
from gomoku.lab.matches.stats import Z95
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.positions import canonical_line

GROUPS = 5
NODES = 20_000


def read(paths: Iterable[Path]) -> tuple[Rules, list[GameResult]]:
    """The rules, and every different game of the logs."""
    rules, games = Rules(), {}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if "rules" in record:
                rules = Rules.parse(record["rules"])
            for found in record.get("games", ()):
                game = GameResult.from_record(found)
                games[canonical_line(rules, game.moves)] = game
    return rules, list(games.values())


def points(game: GameResult) -> float:
    """Black's points."""
    return game.points if game.first_is_black else 1 - game.points


def shape(game: GameResult) -> tuple[tuple[int, int, int], ...]:
    """The first three stones, the same in every symmetry and wherever they stand."""
    views = []
    for turn in range(8):
        stones = []
        for number, (x, y) in enumerate(game.moves[:3]):
            u, v = (y, x) if turn & 4 else (x, y)
            stones.append((number % 2, -u if turn & 1 else u, -v if turn & 2 else v))
        left, top = min(u for _, u, _ in stones), min(v for _, _, v in stones)
        views.append(tuple(sorted((color, u - left, v - top) for color, u, v in stones)))
    return min(views)


def score(games: Sequence[GameResult], is_black: bool = True) -> str:
    """The score of a colour, with its interval."""
    groups = defaultdict(list)
    for game in games:
        groups[shape(game)].append(points(game) if is_black else 1 - points(game))
    mean = sum(map(sum, groups.values())) / len(games)
    spread = Z95 * math.sqrt(sum((sum(each) - mean * len(each)) ** 2 for each in groups.values())) / len(games)
    low, high = max(0.0, mean - spread), min(1.0, mean + spread)
    return f"{100 * mean:.1f} % [{100 * low:.0f}, {100 * high:.0f}] of {len(games)} games, {len(groups)} shapes"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--values", action="store_true", help="search every opening")
    given = parser.parse_args()
    rules, games = read(given.logs)
    print(f"{rules.name}: Black {score(games)}")
    with Engine(rules, memory_mb=16) as engine:
        for stones in sorted({game.opening for game in games}):
            some = [game for game in games if game.opening == stones]
            print(f"  {stones} stones: Black {score(some)}")
            if given.values:
                show_values(engine, rules, some)
    return 0


def show_values(engine: Engine, rules: Rules, games: Sequence[GameResult]) -> None:
    """White's score by groups of White's value."""
    valued = []
    for game in games:
        engine.new_game()
        position = play_all(Game(rules), game.moves[: game.opening])
        value = engine.search(position, Limit(nodes=NODES)).score
        valued.append((value if position.to_move == "O" else -value, game))
    valued.sort(key=lambda pair: pair[0])
    for k in range(GROUPS):
        part = valued[k * len(valued) // GROUPS : (k + 1) * len(valued) // GROUPS]
        if part:
            print(
                f"    White's value {part[0][0]:+d} to {part[-1][0]:+d}: White {score([game for _, game in part], is_black=False)}"
            )


if __name__ == "__main__":
    sys.exit(main())
