"""Worth of an opening book: the engine with the book against the engine without it, each with half a second for a move.

    .venv/bin/python benchmarks/processor_clock.py .venv/bin/python benchmarks/book_worth.py --rules 42 --games 100

Every game begins with a line of the book (as `--openings book` of `gomoku match`) and is played twice, with colours swapped. As long as
the game is in the book, and for two more moves, both sides have the whole time; the rest is played at 20,000 nodes a move,
which takes a sixth of the time: what the book decides is decided by then. Repeated games count once.
"""

import argparse
import random
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from gomoku.engine.book import Book, book_for, read
from gomoku.lab.matches.opening_sets import BookOpenings
from gomoku.lab.matches.players import EnginePlayer
from gomoku.lab.matches.stats import SingleGames
from gomoku.rules import Cell, Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.positions import canonical_line

REST = 20_000
"""Nodes of a move after the book."""
AFTER = 2
"""Moves after the book that still have the whole time."""


class Side:
    """The engine in two speeds, with or without a book."""

    def __init__(self, seconds: float, book: Book | None) -> None:
        self.slow, self.fast = EnginePlayer({"time": str(seconds)}), EnginePlayer({"nodes": str(REST)})
        self.book = book

    def new_game(self, rules: Rules, rng: random.Random) -> None:
        self.rng = rng
        for player in (self.slow, self.fast):
            player.new_game(rules)

    def choose(self, game: Game, is_slow: bool) -> tuple[Cell, bool]:
        """The move, and whether it is the book's."""
        known = self.book.choose(game, self.rng) if self.book is not None else None
        return (known.move, True) if known else ((self.slow if is_slow else self.fast).choose(game).move, False)


def played(rules: Rules, opening: Sequence[Cell], sides: dict[Color, Side], book: Book) -> tuple[Game, int]:
    """A game, and the number of its moves from the book."""
    game, from_book = play_all(Game(rules), opening), 0
    inside = deque([True], AFTER + 1)
    while not game.is_over:
        inside.append(any(move.is_expanded for move in book.moves(game)))
        move, is_known = sides[game.to_move].choose(game, any(inside))
        from_book += is_known
        game.play(move)
    return game, from_book


def lines_of(rules: Rules, seed: int, book: Book) -> Iterator[list[Cell]]:
    """Lines of the book after which it knows a move."""
    openings = BookOpenings(rules, seed, book)
    for number in count():
        line = openings.opening(number)
        if any(move.is_expanded for move in book.moves(play_all(Game(rules), line))):
            yield line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="42")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book", type=Path, help="another book than the shipped one")
    given = parser.parse_args()
    rules = Rules.parse(given.rules)
    book = read(str(given.book)) if given.book else book_for(rules)
    assert book is not None, f"there is no book for {rules.name}"
    lines = lines_of(rules, given.seed, book)
    with_book, without = Side(given.time, book), Side(given.time, None)
    results, seen, moves = SingleGames(), set(), 0
    opening: list[Cell] = []
    for number in range(given.games):
        opening = next(lines) if number % 2 == 0 else opening
        is_black = number % 2 == 0
        first, second = (with_book, without) if is_black else (without, with_book)
        rng = random.Random(f"{given.seed} {number}")
        for side in (first, second):
            side.new_game(rules, rng)
        game, known = played(rules, opening, {Color.X: first, Color.O: second}, book)
        line = canonical_line(rules, game.moves)
        if line not in seen:
            seen.add(line)
            moves += known
            winner = game.winner
            results = results.with_game(0.5 if winner is None else float((winner is Color.X) == is_black))
        print(
            f"{number + 1} games, {len(seen)} different: {results.counts()}  {results.elo_text()}"
            f"  {moves / len(seen):.1f} moves of the book in a game",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
