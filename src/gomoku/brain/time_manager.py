"""The brain's clock: how long the next answer may take, and what is kept back.

The manager's clock runs from its command to our line. Between the two and our own lie the reading of the line, the
engine's last look at its clock and the writing of the answer; how long these took is measured, and kept back next time.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gomoku.brain.settings import Settings

QUICK = 0.03
"""Seconds for an answer "as fast as possible"."""
SHORTEST = 0.012
"""Seconds: of less the search would keep everything back, and an answer there must be."""
RESERVE = 0.01
"""Seconds kept back before any noise was measured; the engine keeps a margin of its own besides."""
GAME = 30
"""Own moves that a long game takes."""
REMAINING = 12
"""Own moves to reckon with, however long the game has lasted."""
LEAST = 0.03
"""Seconds kept for each move that the board has room for, so that no game lasts too long; at most a quarter of all."""
STRETCH = 3.0
"""How many times its share a move may take where its search is in trouble."""


class Budget:
    """Seconds for one answer, counted from now."""

    def __init__(self, hard: float, soft: float | None) -> None:
        self.hard = hard
        """The answer must be there."""
        self.soft = soft
        """Enough for a quiet move; None where time that is not used is lost."""


class Clock:
    """Keeps the time of one game after the other."""

    def __init__(self, settings: "Settings") -> None:
        self.settings = settings
        self.noise = 0.0
        """The longest that an answer came after the moment the search aimed at, in seconds."""
        self._margin = 0.0
        """What the search keeps back itself."""
        self._spent = 0.0
        self._counted_from = 0.0
        """What had been spent of the game's time when the manager last said what was left."""
        self._due: float | None = None
        """When the search under way means to end."""

    def new_game(self) -> None:
        self._spent = self._counted_from = 0.0
        self.settings.left_ms, self.settings.left_is_news = None, False

    @property
    def reserve(self) -> float:
        """Seconds kept back of a turn: with the search's own margin, twice the worst noise so far.

        Within reason: a process that was suspended while it thought has learnt nothing about the machine.
        """
        more = max(0.0, 2 * self.noise - self._margin)
        return RESERVE + min(more, 0.25 * self.settings.turn_ms / 1000, 0.5)

    def left(self) -> float | None:
        """Seconds left for the game; None without a limit."""
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
        """For a command that came at `asked`, with so many stones of ours on the board, and room for so many more."""
        turn = self.settings.turn_ms / 1000
        left = self.left()
        hard, soft = turn or QUICK, None
        if left is not None:
            whole = max(left + self._spent, self.settings.match_ms / 1000)
            least = min(LEAST, 0.25 * whole / max(1, moves + room))
            share = max((left - least * room) / max(REMAINING, GAME - moves), 0.4 * left / max(1, room))
            hard = min(hard, STRETCH * share)
            soft = share if share < hard else None
        hard -= (now - asked) + (self.reserve if turn else 0)
        return Budget(max(SHORTEST, hard), soft)

    def aim(self, due: float, margin: float) -> None:
        """The search will end at that moment, which is so much before its limit."""
        self._due, self._margin = due, margin

    def answered(self, asked: float, now: float) -> None:
        """The answer to the command of that moment has been written."""
        self._spent += now - asked
        if self._due is not None:
            self.noise = max(self.noise, now - self._due)
            self._due = None
