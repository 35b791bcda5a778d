"""Pairings: round robin by Berger tables, gauntlet, Swiss, arena.

Swiss rounds follow the order of the Dutch system (FIDE C.04): no two players meet twice, no player has two byes, the
lowest has the bye, colours stay balanced, equal scores meet, the upper half of a score group meets its lower half. As
in bbpPairings, the best round is a matching of minimum cost in which each of these outweighs all that follow; the
floaters of FIDE's procedure are not traced one by one. All pairings are deterministic.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from gomoku.tournament.results import Pairing, PlayerRecord, Result, records_of

MAX_BALANCE: Final = 2
"""Largest imbalance between a player's games as first and as second player."""

Costs = tuple[int, ...]
"""Costs of a pair, the most important first."""


class NoPairing(ValueError):
    """No round is left without a repeated meeting."""


def round_robin(players: Sequence[str], cycles: int = 1) -> list[list[Pairing]]:
    """All rounds of a round robin by Berger tables; every second cycle with colours swapped. With an odd number, one has a bye."""
    seats: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    return [
        [pairing if cycle % 2 == 0 else _swapped(pairing) for pairing in _berger(seats, number)]
        for cycle in range(cycles)
        for number in range(len(seats) - 1)
    ]


def gauntlet(players: Sequence[str]) -> list[list[Pairing]]:
    """The first player against each of the others, one per round, colours alternating."""
    champion, *others = players
    return [
        [Pairing(other, champion) if number % 2 else Pairing(champion, other)] for number, other in enumerate(others)
    ]


def swiss(players: Sequence[str], results: Sequence[Result]) -> list[Pairing]:
    """The next Swiss round; players are given in order of seeding. Raises NoPairing."""
    records = records_of(players, results)
    ranked = sorted(players, key=lambda player: -records[player].points)  # stable: by seed within a score group
    places = _places(ranked, records)

    def costs(one: int, other: int) -> Costs | None:
        first, second = records[ranked[one]], records[ranked[other]]
        if ranked[other] in first.opponents:
            return None
        gap = round(2 * abs(first.points - second.points))
        clash = _clash(first, second)
        return (clash == _ABSOLUTE, 0, gap * gap, clash, 0 if gap else places[one].distance(places[other]))

    def rest(player: int) -> Costs | None:
        record = records[ranked[player]]
        return None if record.rested else (0, round(2 * record.points), 0, 0, len(ranked) - player)

    pairs = _matched(len(ranked), costs, rest if len(ranked) % 2 else None)
    if sum(map(len, pairs)) < len(ranked):
        raise NoPairing(f"{len(ranked)} players have met too often for another round")
    return _seated(pairs, ranked, records)


def arena(waiting: Sequence[str], results: Sequence[Result], rematch: bool = False) -> list[Pairing]:
    """Pairings of an arena's waiting players, who are given from the top of the table: neighbours, with few repeats.

    Two who have just met wait for others, unless `rematch`. A player without an opponent keeps waiting.
    """
    records = records_of(waiting, results)

    def costs(one: int, other: int) -> Costs | None:
        first, second = records[waiting[one]], records[waiting[other]]
        if not rematch and first.opponents[-1:] == [waiting[other]] and second.opponents[-1:] == [waiting[one]]:
            return None
        clash = _clash(first, second)
        gap = abs(one - other) + first.opponents.count(waiting[other])
        return (clash == _ABSOLUTE, gap * gap, clash)

    return _seated(_matched(len(waiting), costs), waiting, records)


# --- round robin ---


def _berger(seats: Sequence[str | None], number: int) -> Iterable[Pairing]:
    """A round of the Berger table; the last seat stays, the others move by half the table."""
    others = len(seats) - 1
    start = number * len(seats) // 2 % others
    top = (seats[start], seats[-1])
    pairs = [top if number % 2 == 0 else top[::-1]]
    pairs += [(seats[(start + k) % others], seats[(start - k) % others]) for k in range(1, len(seats) // 2)]
    return [Pairing(one, other) if one is not None else Pairing(other or "") for one, other in pairs]


def _swapped(pairing: Pairing) -> Pairing:
    return pairing if pairing.second is None else Pairing(pairing.second, pairing.first)


# --- matching ---


@dataclass(frozen=True)
class _Place:
    """Place of a player in a score group."""

    number: int
    group: int
    """Players of the group."""

    def distance(self, other: "_Place") -> int:
        """Distance of two players from the ideal pairing of the upper half with the lower half, in order."""
        return abs(abs(self.number - other.number) - self.group // 2)


def _places(ranked: Sequence[str], records: dict[str, PlayerRecord]) -> list[_Place]:
    points = [records[player].points for player in ranked]
    return [_Place(number - points.index(own), points.count(own)) for number, own in enumerate(points)]


def _matched(
    count: int, costs: Callable[[int, int], Costs | None], rest: Callable[[int], Costs | None] | None = None
) -> list[tuple[int, ...]]:
    """Matching with the most pairs, at the least cost; `rest`: cost of leaving a player out, if one must be."""
    import networkx  # only here: importing it takes longer than most commands

    edges = {(one, other): costs(one, other) for one, other in combinations(range(count), 2)}
    if rest is not None:
        edges |= {(one, count): rest(one) for one in range(count)}
    known = {pair: found for pair, found in edges.items() if found is not None}
    base = 1 + count * max((max(found) for found in known.values()), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    for pair, found in known.items():
        total = 0
        for cost in found:  # packed into one number: no sum of lesser costs reaches the next greater one
            total = total * base + cost
        graph.add_edge(*pair, weight=-total)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted(tuple(sorted(pair)) for pair in matching)
    return [tuple(player for player in pair if player < count) for pair in pairs]


# --- colours ---

_ABSOLUTE: Final = 4
"""Strength of an absolute colour preference: the player has had the other colour too often."""


def _wish(record: PlayerRecord) -> int:
    """Strength of a player's preference to go first; negative: to go second."""
    if not record.firsts:
        return 0
    due = -1 if record.firsts[-1] else 1
    if abs(record.balance) >= MAX_BALANCE:
        return -_ABSOLUTE if record.balance > 0 else _ABSOLUTE
    if record.firsts[-2:] in ([True, True], [False, False]):
        return _ABSOLUTE * due
    return 2 * (-1 if record.balance > 0 else 1) if record.balance else due


def _clash(first: PlayerRecord, second: PlayerRecord) -> int:
    """The weaker of two preferences for the same colour; 0 if both can be met."""
    one, other = _wish(first), _wish(second)
    return min(abs(one), abs(other)) if one * other > 0 else 0


def _seated(pairs: Iterable[tuple[int, ...]], ranked: Sequence[str], records: dict[str, PlayerRecord]) -> list[Pairing]:
    """The pairs with their colours, best board first, the bye last."""
    found, rests = [], []
    for board, pair in enumerate(pairs):
        names = [ranked[player] for player in pair]
        if len(names) == 1:
            rests.append(Pairing(names[0]))
        elif _goes_first(records[names[0]], records[names[1]], board):
            found.append(Pairing(names[0], names[1]))
        else:
            found.append(Pairing(names[1], names[0]))
    return found + rests


def _goes_first(higher: PlayerRecord, lower: PlayerRecord, board: int) -> bool:
    """Does the higher ranked of two go first?"""
    one, other = _wish(higher), _wish(lower)
    if abs(one) != abs(other):
        return one > 0 if abs(one) > abs(other) else other < 0
    if one != other:
        return one > 0
    if one == 0:
        return board % 2 == 0
    for mine, theirs in zip(reversed(higher.firsts), reversed(lower.firsts), strict=False):
        if mine != theirs:  # the last time that their colours differed, the other way round
            return theirs
    return one > 0
