"""`STOP` and `END` on their way from the thread that listens to the search: told at any time, obeyed as soon as can be.

A question that was asked before `STOP` is answered at once. Thinking that began before `END` is broken off, and not answered; a
question that was still waiting then, as in a script that is piped in, gets a quick answer.
"""

from time import monotonic

from gomoku.brain.errors import Abandoned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

FAREWELL = 0.1
"""Seconds for all the questions that were waiting when the manager said good-bye."""


class Interruption:
    """Holds the moments, and who is to be told. `with interruption.of(asked, stop)` surrounds the thinking."""

    def __init__(self) -> None:
        self._stopped_at = self._ended_at = float("-inf")
        self._asked: float | None = None
        """When the question came that is being thought about; None while there is none."""
        self._began = 0.0
        self._tell: Callable[[], None] = _nobody

    # --- from the thread that listens ---

    def stop(self, at: float) -> None:
        self._stopped_at = at
        self.insist()

    def end(self, at: float) -> None:
        self._ended_at = min(at, self._ended_at) if self._ended_at > 0 else at
        self.insist()

    @property
    def is_due(self) -> bool:
        """Something is being thought about that should not be any more."""
        asked = self._asked
        return asked is not None and (asked <= self._stopped_at or self._began < self._ended_at)

    def insist(self) -> None:
        """Tell once more. A search that was about to begin has not heard: to be called until nothing `is_due`."""
        if self.is_due:
            self._tell()

    # --- from the thread that thinks ---

    def of(self, asked: float, tell: "Callable[[], None]") -> "Interruption":
        """For the question that came at that moment: `tell` ends the search under way."""
        self._began, self._tell, self._asked = monotonic(), tell, asked
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self._asked = None
        self._tell = _nobody
        if kind is None and self._began < self._ended_at:
            raise Abandoned

    @property
    def is_stopped(self) -> bool:
        """The question at hand was told to stop before its search began."""
        return self._asked is not None and self._asked <= self._stopped_at

    def farewell(self) -> float | None:
        """Seconds that the question at hand may take because the manager has left; None while it is there."""
        if self._ended_at < 0:
            return None
        return max(0.0, self._ended_at + FAREWELL - monotonic())


def _nobody() -> None:
    """There is nobody to be told."""
