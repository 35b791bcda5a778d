"""Fair play: refuses engine help in rated and tournament games that are still being played.

A player of such a game gets no engine at all until it is over; slow games, which take weeks, are an exception.
Positions of running rated games, and those close to them, are refused to everyone: rotated, mirrored, with colours
swapped, moved across the board or onto another one, a few stones earlier or later, or with others far away. The first stones
of a game are common to many games, and are not guarded.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gomoku.rules import Game
from gomoku.server.rooms.room import Room
from gomoku.server.storage.store import Store
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import Phase

MIN_STONES: Final = 8
"""Stones from which a position identifies a game."""
NEARBY: Final = 3
"""Stones by which a position may differ from that of a game and still help its players."""
REACH: Final = 4
"""Distance up to which a stone can stand on one five with another one. Those further away change little, and are no difference."""
MOST: Final = 2
"""Times the stones of a game up to which a position is compared with it."""
MAX_AGE: Final = 1.0
"""Seconds for which the list of running rated games is cached."""

STRIDE: Final = 64
"""Bits of a row of cells: rows of a position that is moved do not run into each other where it matters."""
ORIGIN: Final = 32 * STRIDE + 32
"""Bit of the upper left stone: room to move by the width of a board."""

Stones = tuple[frozenset[int], frozenset[int]]
"""The stones of X and of O, each as a bit."""


class FairPlay:
    """Guards the rated games in progress."""

    def __init__(self, store: Store, load: Callable[[str], Awaitable[Room]]) -> None:
        """`load` returns the current state of a room, or raises Refusal."""
        self._store = store
        self._load = load
        self._running: Sequence[str] = ()
        self._read = -MAX_AGE

    async def require_fair(self, visitor: str, game: Game) -> None:
        """Refuse the engine for a position if it would help in a rated game."""
        running = await self._rated()
        if any(room.held_by(visitor) and not room.is_slow for room in running):
            raise Refusal(Reason.RATED, "you cannot use the engine while you play a rated game")
        _require_far(game, running)

    async def require_foreign(self, game: Game) -> None:
        """Refuse the position of a rated game in progress to everyone, players or not."""
        _require_far(game, await self._rated())

    async def _rated(self) -> list[Room]:
        if time.monotonic() - self._read >= MAX_AGE:
            self._running, self._read = await self._store.running_rated(), time.monotonic()
        rooms = []
        for room_id in self._running:
            try:
                rooms.append(await self._load(room_id))
            except Refusal:  # deleted meanwhile
                continue
        return [room for room in rooms if room.is_strict and room.phase is Phase.PLAYING]


def _require_far(asked: Game, running: Sequence[Room]) -> None:
    games = [_guarded(tuple(room.game.rows())) for room in running if len(room.game.played) >= MIN_STONES]
    if games and any(game.is_near(view) for view in map(View.of, views(asked.rows())) for game in games):
        raise Refusal(Reason.RATED, "this position is from a rated game that is still being played")


def stones_of(rows: Sequence[str]) -> Stones:
    """The stones of a position."""
    x, o = (
        frozenset(ORIGIN + STRIDE * y + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == side)
        for side in "XO"
    )
    return x, o


@dataclass(frozen=True)
class View:
    """A position in one view, with the stones of each side as one number."""

    stones: Stones
    x: int
    o: int

    @classmethod
    def of(cls, stones: Stones) -> "View":
        return cls(stones, _bits(stones[0]), _bits(stones[1]))


@dataclass(frozen=True)
class Guarded:
    """The position of a running game."""

    view: View
    anchors: tuple[tuple[int, int], ...]
    """Some of its stones with the index of their side; at most `NEARBY` of them are missing from a position that is close."""
    around: int
    """The cells within reach of its stones."""

    def is_near(self, asked: View) -> bool:
        """Has another position, moved in some way, nearly all stones of this one, and few more within their reach?"""
        mine, theirs = self.view.stones, asked.stones
        if any(len(mine[side]) - len(theirs[side]) > NEARBY for side in (0, 1)):
            return False
        if sum(map(len, theirs)) > MOST * sum(map(len, mine)):
            return False
        found = Counter([stone - other for stone, side in self.anchors for other in theirs[side]])
        for shift in [shift for shift, count in found.items() if count >= len(self.anchors) - NEARBY]:
            x, o = (asked.x << shift, asked.o << shift) if shift >= 0 else (asked.x >> -shift, asked.o >> -shift)
            differences = (self.view.x ^ x) & self.around, (self.view.o ^ o) & self.around
            if sum(map(int.bit_count, differences)) <= NEARBY:
                return True
        return False


@lru_cache(maxsize=1000)
def _guarded(rows: tuple[str, ...]) -> Guarded:
    view = View.of(stones_of(rows))
    anchors = [(stone, side) for side in (0, 1) for stone in sorted(view.stones[side])][:MIN_STONES]
    row = _spread(view.x | view.o, 1)
    return Guarded(view, tuple(anchors), _spread(row, STRIDE))


def _spread(cells: int, step: int) -> int:
    """These cells, with those up to `REACH` steps away in both directions."""
    found = cells
    for distance in range(step, REACH * step + 1, step):
        found |= cells << distance | cells >> distance
    return found


def _bits(stones: Iterable[int]) -> int:
    return sum(1 << stone for stone in stones)


def views(rows: Sequence[str]) -> list[Stones]:
    """A position turned, mirrored, and with the colours swapped."""
    found: list[Stones] = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]  # a quarter turn
        for x, o in (stones_of(rows), stones_of(rows[::-1])):
            found += [(x, o), (o, x)]
    return found
