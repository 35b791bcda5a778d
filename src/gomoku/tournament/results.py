"""Pairings and results of a tournament, and the record of each player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pairing:
    """Two players who meet; a bye if there is no second."""

    first: str
    """Plays first, or begins the opening."""
    second: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True)
class Result:
    """A finished pairing. The order of results is the order in which they ended."""

    round: int
    """From 1."""
    first: str
    second: str | None
    points: tuple[float, float]
    """Points of the first and of the second player: 1, 1/2 or 0 each, or sums of them if a pairing has several games."""
    played: bool = True
    """False for a bye and for a win by default: it counts as a meeting, but not for the colours."""


def bye(round: int, player: str) -> Result:
    """The full point of the player without an opponent."""
    return Result(round, player, None, (1.0, 0.0), played=False)


@dataclass
class PlayerRecord:
    """Results of a player so far."""

    points: float = 0.0
    opponents: list[str] = field(default_factory=list)
    """Opponents in order, including games decided by default."""
    firsts: list[bool] = field(default_factory=list)
    """Whether the player went first, for each game that was played."""
    rested: bool = False
    """Had a bye, or won by default: a full point without a game."""

    @property
    def balance(self) -> int:
        """Games played first minus games played second."""
        return 2 * sum(self.firsts) - len(self.firsts)


def records_of(players: Iterable[str], results: Sequence[Result]) -> dict[str, PlayerRecord]:
    """The record of each player."""
    records = {player: PlayerRecord() for player in players}
    for result in results:
        for index, player in enumerate((result.first, result.second)):
            if player is None or player not in records:
                continue
            record, other = records[player], result.first if index else result.second
            record.points += result.points[index]
            if other is not None:
                record.opponents.append(other)
            if result.played:
                record.firsts.append(index == 0)
            elif result.points[index]:
                record.rested = True
    return records
