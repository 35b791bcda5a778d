"""Pairing: whether two seeks are compatible, and the game that follows. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

import msgspec

from gomoku.rules import Player
from gomoku.server.wire.values import Moment, Struct

INITIAL_TOLERANCE: Final = 100
"""Rating points: accepted difference at the start."""
TOLERANCE_PER_SECOND: Final = 20
"""Rating points: widening for every second that both have waited."""


class Wants(Struct, frozen=True):
    """Preferences of a seek beyond its first rule set and its clock. Stored with it."""

    ratings: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    """Every acceptable rule set, with the seeker's rating."""
    rated: bool | None = None
    """Rated games only, casual ones only, or either."""
    player: Player | None = None
    """The wanted seat; none for either."""
    least: int | None = None
    """Lowest rating of the opponent; with `most`, these bounds replace the tolerance."""
    most: int | None = None
    kept: bool = False
    """The seeker's name has a passphrase, which rated games need."""

    def accepts(self, rating: int, difference: int, tolerance: int | None) -> bool:
        """Is an opponent of this rating wanted? Without bounds a difference is tolerated; None: any."""
        if self.least is None and self.most is None:
            return tolerance is None or difference <= tolerance
        return (self.least is None or rating >= self.least) and (self.most is None or rating <= self.most)


class Seeker(Protocol):
    """A row of the queue."""

    @property
    def visitor(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def rating(self) -> int: ...
    @property
    def clock(self) -> str: ...
    @property
    def wants(self) -> str: ...
    @property
    def since(self) -> Moment: ...


@dataclass(frozen=True)
class Match:
    """The game of two compatible seeks."""

    rules: str
    rated: bool
    difference: int
    """Difference of their ratings."""
    first: str | None
    """The visitor who moves first; None: random."""


@lru_cache(maxsize=4000)
def wants_of(text: str) -> Wants:
    """The stored preferences of a seek."""
    return msgspec.json.decode(text, type=Wants)


def ratings_of(seeker: Seeker) -> dict[str, int]:
    """The rule sets of a seek with the seeker's ratings, the first choice first."""
    return {seeker.rules: int(seeker.rating)} | wants_of(seeker.wants).ratings


def tolerance(waited: int) -> int:
    """Accepted rating difference after `waited` milliseconds."""
    return INITIAL_TOLERANCE + TOLERANCE_PER_SECOND * max(0, waited) // 1000


def match_of(own: Seeker, other: Seeker, within: int | None) -> Match | None:
    """The game that both want, with the rule set in which their ratings are closest; None if there is none.

    `within`: tolerated rating difference of those who give no bounds; None for any.
    """
    if own.visitor == other.visitor or own.clock != other.clock:
        return None
    mine, theirs = wants_of(own.wants), wants_of(other.wants)
    may_rate = mine.kept and theirs.kept and mine.rated is not False and theirs.rated is not False
    if not may_rate and (mine.rated or theirs.rated):
        return None
    if mine.player is not None and mine.player is theirs.player:
        return None
    found = []
    known = ratings_of(other)
    for rules, rating in ratings_of(own).items():
        if rules in known:
            difference = abs(rating - known[rules])
            if mine.accepts(known[rules], difference, within) and theirs.accepts(rating, difference, within):
                found.append((difference, rules))
    if not found:
        return None
    difference, rules = min(found, key=lambda each: each[0])
    wanted = (mine.player, own.visitor) if mine.player is not None else (theirs.player, other.visitor)
    first = None
    if wanted[0] is not None:
        first = wanted[1] if wanted[0] is Player.P1 else ({own.visitor, other.visitor} - {wanted[1]}).pop()
    return Match(rules, may_rate, difference, first)
