"""The score of a match in which games may repeat.

Deterministic players play the same game again from the same opening. A repeated game says nothing new: error bars that
treat it as another game are too narrow, so it counts once.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gomoku.lab.matches.stats import SingleGames, Tally
from gomoku.rules import Rules
from gomoku.rules.positions import canonical_line

if TYPE_CHECKING:
    from gomoku.lab.matches.match import GameResult


class Score:
    """Running results of a match."""

    def __init__(self, rules: Rules) -> None:
        self.tally = Tally()
        """Every game that was played."""
        self.different = SingleGames()
        """Every different game once."""
        self.tested = Tally()
        """The pairs with at least one new game: those that a sequential test may count."""
        self._rules = rules
        self._seen: set[tuple[bool, tuple[int, ...]]] = set()

    @property
    def repeated(self) -> int:
        """Games that were played before: the same moves, up to symmetry, with the same colours."""
        return self.tally.games - self.different.games

    @property
    def estimate(self) -> Tally | SingleGames:
        """The results that error bars are valid for: the pairs if no game is repeated, otherwise each game once."""
        return self.different if self.repeated else self.tally

    def add(self, pair: Sequence["GameResult"]) -> None:
        points = pair[0].points, pair[1].points
        self.tally = self.tally.with_pair(*points)
        fresh = [game for game in pair if self._is_new(game)]
        for game in fresh:
            self.different = self.different.with_game(game.points)
        if fresh:
            self.tested = self.tested.with_pair(*points)

    def _is_new(self, game: "GameResult") -> bool:
        if not game.moves:  # a fault before the first move
            return True
        name = game.first_is_black, canonical_line(self._rules, game.moves)
        before = len(self._seen)
        self._seen.add(name)
        return len(self._seen) > before

    def lines(self) -> list[str]:
        """The score in words; if games were repeated, how many, and what the different ones say."""
        if not self.repeated:
            return [str(self.tally)]
        return [
            f"{self.tally.counts()}  pairs {list(self.tally.pairs)}",
            f"{self.different.games} of these {self.tally.games} games differ; each of them once: {self.different}",
        ]
