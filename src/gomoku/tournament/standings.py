"""Tables of a tournament: standings with tie-breaks, and the cross table.

Tie-breaks after FIDE C.07: Buchholz is the sum of the opponents' points, Sonneborn-Berger that of the opponents
defeated, plus half of that of those drawn with. A round without a game counts as one against an opponent with the
player's own points.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gomoku.tournament.results import Result

STREAK: Final = 2
"""Wins in a row after which an arena's points count double, until the next game that is not won."""


class TournamentKind(StrEnum):
    """System by which players are paired and ranked."""

    ARENA = "arena"
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


@dataclass(frozen=True)
class Standing:
    """A player's line of the table."""

    rank: int
    """From 1; equal for players whom no tie-break separates."""
    player: str
    points: float
    buchholz: float
    sonneborn_berger: float
    wins: int
    games: int
    """Games that were played."""


def standings(
    players: Sequence[str], results: Sequence[Result], kind: TournamentKind = TournamentKind.SWISS
) -> list[Standing]:
    """The table, best first; players are given in order of seeding, the last tie-break."""
    own: dict[str, list[tuple[str | None, float, bool]]] = {player: [] for player in players}
    for result in results:
        for player, other, points in (
            (result.first, result.second, result.points[0]),
            (result.second, result.first, result.points[1]),
        ):
            if player in own:
                own[player].append((other if result.played else None, points, result.played))
    totals = {player: sum(points for _, points, _ in games) for player, games in own.items()}
    lines = []
    for player, games in own.items():
        met = [(totals[player] if other is None else totals.get(other, 0.0), points) for other, points, _ in games]
        lines.append(
            Standing(
                rank=0,
                player=player,
                points=_arena_points([points for _, points, _ in games])
                if kind is TournamentKind.ARENA
                else totals[player],
                buchholz=sum(theirs for theirs, _ in met),
                sonneborn_berger=sum(theirs * points for theirs, points in met),
                wins=sum(points == 1 for _, points, _ in games),
                games=sum(played for _, _, played in games),
            )
        )
    return _ranked(lines, kind)


def _ranked(lines: Iterable[Standing], kind: TournamentKind) -> list[Standing]:
    ordered = sorted(lines, key=lambda line: _key(line, kind), reverse=True)  # stable, also in reverse: by seed
    found: list[Standing] = []
    for number, line in enumerate(ordered, start=1):
        tied = found and _key(found[-1], kind) == _key(line, kind)
        rank = found[-1].rank if tied else number
        found.append(Standing(**{**vars(line), "rank": rank}))
    return found


def _key(line: Standing, kind: TournamentKind) -> tuple[float, ...]:
    match kind:
        case TournamentKind.ARENA:
            return (line.points, line.wins, -line.games)
        case TournamentKind.SWISS:
            return (line.points, line.buchholz, line.sonneborn_berger, line.wins)
        case TournamentKind.ROUND_ROBIN:
            return (line.points, line.sonneborn_berger, line.wins)


def _arena_points(games: Iterable[float]) -> float:
    """Two points for a win, one for a draw; double after STREAK wins in a row."""
    total, streak = 0.0, 0
    for points in games:
        total += 2 * points * (2 if streak >= STREAK else 1)
        streak = streak + 1 if points == 1 else 0
    return total


def cross_table(results: Iterable[Result]) -> Mapping[tuple[str, str], float]:
    """Points that each player has scored against each other."""
    found: defaultdict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        if result.second is not None:
            found[result.first, result.second] += result.points[0]
            found[result.second, result.first] += result.points[1]
    return dict(found)


def points_text(points: float) -> str:
    """`2½` for 2.5."""
    whole, half = divmod(round(2 * points), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"
