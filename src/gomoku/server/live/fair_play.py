"""Fair play: no engine for a rated game, or one of a tournament, that is still being played, whoever asks and wherever.

A player of such a game gets no engine at all until it is over; slow games, which take weeks, are an exception. Everybody is refused
the positions of running rated games, and those close to them: turned, mirrored, with the colours swapped, a few stones before or
after. The first stones of a game are like those of many others, and are not guarded.
"""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final

from gomoku.rules import Game
from gomoku.server.rooms.room import Room
from gomoku.server.storage.store import Store
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import Phase

MIN_STONES: Final = 8
"""Stones from which a position is taken for that of one game."""
NEARBY: Final = 3
"""Stones by which a position may differ from that of a game and still help its players."""
MAX_AGE: Final = 1.0
"""Seconds for which the list of running rated games is used again."""

Stones = tuple[int, int]
"""The stones of X and of O, a bit per cell."""
_X: Final = str.maketrans("XO.", "100")
_O: Final = str.maketrans("XO.", "010")


class FairPlay:
    """Knows the rated games that are being played."""

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
            raise Refusal(Reason.RATED, "no engine for you while you play a rated game")
        _require_far(game, running)

    async def require_foreign(self, game: Game) -> None:
        """Refuse the position of a rated game that is being played, to whoever asks."""
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
    size = asked.rules.width
    others = [room.game for room in running if room.game.rules.width == size and len(room.game.played) >= MIN_STONES]
    if not others or asked.rules.height != size:
        return
    views = [*map(_stones, _symmetries(asked.rows()))]
    views += [(o, x) for x, o in views]
    if any(is_near(_stones(other.rows()), view) for other in others for view in views):
        raise Refusal(Reason.RATED, "this position is from a rated game that is still being played")


def is_near(played: Stones, asked: Stones) -> bool:
    """Do two positions have the same stones, but for a few?"""
    return (played[0] ^ asked[0]).bit_count() + (played[1] ^ asked[1]).bit_count() <= NEARBY


def _stones(rows: Sequence[str]) -> Stones:
    text = "".join(rows)
    return int(text.translate(_X), 2), int(text.translate(_O), 2)


def _symmetries(rows: Sequence[str]) -> Iterator[Sequence[str]]:
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]  # a quarter turn
        yield rows
        yield rows[::-1]
