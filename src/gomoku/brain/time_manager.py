"""Time management: how long the next search may take, and the reserve for latency.

The manager's clock runs from its command to our answer. The search controls only a part of that: reading the line, the
last clock check of the engine and writing the answer come on top. This latency is measured and reserved in later turns.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gomoku.brain.settings import Settings

FASTEST_TURN = 0.03
"""Seconds for a move with `timeout_turn 0`, which asks for an answer as fast as possible."""
MIN_SEARCH_TIME = 0.012
"""Seconds given to every search; the engine's own margin would use up anything shorter."""
RESERVE = 0.01
"""Seconds reserved before any latency was measured, in addition to the engine's own margin."""
EXPECTED_MOVES = 30
"""Own moves of a long game."""
MIN_REMAINING_MOVES = 12
"""Lower bound of the own moves still expected, also late in a long game."""
MIN_MOVE_TIME = 0.03
"""Seconds reserved for each own move until the board is full; in total at most a quarter of the game's time."""
MAX_STRETCH = 3.0
"""Upper limit of a move's time in multiples of its share, for searches whose best move changes or drops in value."""


class Budget:
    """Time limits of one search, in seconds from now."""

    def __init__(self, hard: float, soft: float | None) -> None:
        self.hard = hard
        """The search must have ended."""
        self.soft = soft
        """No further depth is begun in a stable search; None if unused time is lost."""


class TimeManager:
    """Tracks the time used in a game and the latency of answers."""

    def __init__(self, settings: "Settings") -> None:
        self.settings = settings
        self.noise = 0.0
        """Worst latency so far: seconds from the planned end of a search to the written answer."""
        self._margin = 0.0
        """Seconds of the time limit that the engine itself reserves."""
        self._spent = 0.0
        self._counted_from = 0.0
        """Value of `_spent` when the manager last sent `time_left`."""
        self._due: float | None = None
        """Planned end of the running search, on the monotonic clock."""

    def new_game(self) -> None:
        self._spent = self._counted_from = 0.0
        self.settings.left_ms, self.settings.left_is_news = None, False

    @property
    def reserve(self) -> float:
        """Seconds reserved in a turn. Together with the engine's margin: twice the worst latency so far.

        Bounded, because a process that was suspended during a search measures an arbitrary latency.
        """
        more = max(0.0, 2 * self.noise - self._margin)
        return RESERVE + min(more, 0.25 * self.settings.turn_ms / 1000, 0.5)

    def left(self) -> float | None:
        """Seconds left for the game; None if it has no limit."""
        from gomoku.brain.settings import UNLIMITED

        settings = self.settings
        if settings.left_is_news:
            settings.left_is_news = False
            self._counted_from = self._spent
        if settings.left_ms is not None:
            if settings.left_ms >= UNLIMITED:
                return None
            return settings.left_ms / 1000 - (self._spent - self._counted_from)
        return settings.match_ms / 1000 - self._spent if settings.match_ms else None

    def budget(self, asked: float, now: float, moves: int, room: int = 200) -> Budget:
        """Limits for a command received at `asked`; `moves`: own stones on the board, `room`: own stones it has room for."""
        turn = self.settings.turn_ms / 1000
        left = self.left()
        hard, soft = turn or FASTEST_TURN, None
        if left is not None:
            whole = max(left + self._spent, self.settings.match_ms / 1000)
            least = min(MIN_MOVE_TIME, 0.25 * whole / max(1, moves + room))
            share = max(
                (left - least * room) / max(MIN_REMAINING_MOVES, EXPECTED_MOVES - moves), 0.4 * left / max(1, room)
            )
            hard = min(hard, MAX_STRETCH * share)
            soft = share if share < hard else None
        hard -= (now - asked) + (self.reserve if turn else 0)
        return Budget(max(MIN_SEARCH_TIME, hard), soft)

    def aim(self, due: float, margin: float) -> None:
        """Record that the search plans to end at `due`, `margin` seconds before its limit."""
        self._due, self._margin = due, margin

    def answered(self, asked: float, now: float) -> None:
        """Record that the answer to the command received at `asked` was written at `now`."""
        self._spent += now - asked
        if self._due is not None:
            self.noise = max(self.noise, now - self._due)
            self._due = None
