"""Fair play: refuses engine help in rated and tournament games that are still being played.

A player of such a game gets no engine at all until it is over; slow games, which take weeks, are an exception.
Positions of running rated games, and those close to them, are refused to everyone: rotated, mirrored, with colours
swapped, moved across the board or onto another one, a few stones earlier or later. The first stones of a game are common
to many games, and are not guarded.
"""

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
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
    games = [stones_of(room.game.rows()) for room in running if len(room.game.played) >= MIN_STONES]
    if games and any(is_near(played, view) for view in views(asked.rows()) for played in games):
        raise Refusal(Reason.RATED, "this position is from a rated game that is still being played")


def stones_of(rows: Sequence[str]) -> Stones:
    """The stones of a position."""
    x, o = (
        frozenset(ORIGIN + STRIDE * y + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == side)
        for side in "XO"
    )
    return x, o


def is_near(played: Stones, asked: Stones) -> bool:
    """Do two positions differ in a few stones at most, under some translation?"""
    if sum(abs(len(mine) - len(theirs)) for mine, theirs in zip(played, asked, strict=True)) > NEARBY:
        return False
    board = [_bits(side) for side in played]
    other = [_bits(side) for side in asked]
    # of any NEARBY + 1 stones at least one is common to both: it says how far the other position is moved
    anchors = [(stone, side) for side in (0, 1) for stone in played[side]][: NEARBY + 1]
    shifts = {stone - other_stone for stone, side in anchors for other_stone in asked[side]}
    for shift in shifts:
        x, o = ((bits << shift) if shift >= 0 else (bits >> -shift) for bits in other)
        if (board[0] ^ x).bit_count() + (board[1] ^ o).bit_count() <= NEARBY:
            return True
    return False


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
