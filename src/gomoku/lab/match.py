"""Matches between two players: paired openings, colours swapped, on all processors, with results kept as they come."""

import json
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from gomoku.lab.openings import balanced
from gomoku.lab.players import Player, make_player
from gomoku.lab.stats import Sprt, Tally
from gomoku.rules import Cell, Game, Rules

MAX_MOVES = 250
"""A game this long is called a draw."""


@dataclass(frozen=True)
class Match:
    """Everything that decides a match."""

    first: str
    second: str
    rules: str = "42"
    pairs: int = 50
    seed: int = 1
    sprt: Sprt | None = None


@dataclass
class GameResult:
    """One game, from the first player's side."""

    opening: list[Cell]
    first_is_black: bool
    points: float
    """For the first player: 1, 1/2 or 0."""
    how: str
    moves: list[Cell] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """The first player's time for each of its moves."""
    own_moves: int = 0


def play_game(players: tuple[Player, Player], rules: Rules, opening: list[Cell], first_is_black: bool) -> GameResult:
    """One game from an opening; the first player holds black or white."""
    game = Game(rules)
    for cell in opening:
        game.play(cell)
    for player in players:
        player.new_game(rules)
    result = GameResult(opening, first_is_black, 0.5, "draw")
    while not game.is_over and len(game.moves) < MAX_MOVES:
        first_moves = (game.to_move == "X") == first_is_black
        choice = players[0 if first_moves else 1].choose(game)
        if game.why_illegal(choice.move) is not None:
            result.points, result.how = (0.0 if first_moves else 1.0), "illegal move"
            break
        game.play(choice.move)
        if first_moves:
            result.seconds.append(choice.seconds)
            result.own_moves += 1
    if game.winner:
        result.points = 1.0 if (game.winner == "X") == first_is_black else 0.0
        result.how = str(game.win_by)
    result.moves = list(game.moves)
    return result


_players: dict[tuple[str, str], tuple[Player, Player]] = {}


def _play_pair(first: str, second: str, rules: str, opening: list[Cell]) -> list[GameResult]:
    """Both games of an opening, in a worker process that keeps its players."""
    key = (first, second)
    if key not in _players:
        _players[key] = (make_player(first), make_player(second))
    parsed = Rules.parse(rules)
    return [play_game(_players[key], parsed, opening, black) for black in (True, False)]


def run(match: Match, processes: int, log: Path | None = None) -> Iterator[tuple[Tally, list[GameResult]]]:
    """Play the match; yields the tally after each pair. A log that holds pairs already is continued."""
    tally = Tally()
    done = 0
    if log and log.exists():
        for line in log.read_text().splitlines():
            pair = json.loads(line)
            tally = tally.with_pair(pair[0]["points"], pair[1]["points"])
            done += 1
    openings = islice(balanced(Rules.parse(match.rules), match.seed), done, match.pairs)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting: set[Future[list[GameResult]]] = set()
        finished = False
        while not finished:
            while len(waiting) < 2 * processes and (opening := next(openings, None)) is not None:
                waiting.add(pool.submit(_play_pair, match.first, match.second, match.rules, opening))
            if not waiting:
                break
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                pair = future.result()
                tally = tally.with_pair(pair[0].points, pair[1].points)
                if log:
                    with log.open("a") as out:
                        out.write(json.dumps([asdict(game) for game in pair]) + "\n")
                yield tally, pair
                if match.sprt and match.sprt.verdict(tally) is not None:
                    finished = True
        for future in waiting:
            future.cancel()
