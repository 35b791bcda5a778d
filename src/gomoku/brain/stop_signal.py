"""Carries `STOP` and `END` from the reader thread to the search in the main thread.

`STOP` ends the search for a command received before it, which answers with the best move so far. `END` aborts the running
search without an answer; commands still queued at that time, as in a piped script, get a short search.
"""

from time import monotonic

from gomoku.brain.errors import SearchAborted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

END_ALLOWANCE = 0.1
"""Seconds for all commands that were queued when the manager sent `END`."""


class StopSignal:
    """Times of the last `STOP` and `END`. A search runs inside `with stop_signal.during(asked, stop_search)`."""

    def __init__(self) -> None:
        self._stopped_at = self._ended_at = float("-inf")
        self._asked: float | None = None
        """Time at which the command of the running search arrived; None while no search runs."""
        self._began = 0.0
        self._stop_search: Callable[[], None] = _ignore

    # --- called from the reader thread ---

    def stop(self, at: float) -> None:
        self._stopped_at = at
        self.resend()

    def end(self, at: float) -> None:
        self._ended_at = min(at, self._ended_at) if self._ended_at > 0 else at
        self.resend()

    @property
    def is_pending(self) -> bool:
        """A search is running that should have stopped."""
        asked = self._asked
        return asked is not None and (asked <= self._stopped_at or self._began < self._ended_at)

    def resend(self) -> None:
        """Stop the search again if it is still running: a stop sent just before it began has no effect."""
        if self.is_pending:
            self._stop_search()

    # --- called from the main thread ---

    def during(self, asked: float, stop_search: "Callable[[], None]") -> "StopSignal":
        """Context of the search for a command received at `asked`; `stop_search` is called from the reader thread."""
        self._began, self._stop_search, self._asked = monotonic(), stop_search, asked
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self._asked = None
        self._stop_search = _ignore
        if kind is None and self._began < self._ended_at:
            raise SearchAborted

    @property
    def is_stopped(self) -> bool:
        """`STOP` arrived before the search of the current command began."""
        return self._asked is not None and self._asked <= self._stopped_at

    def end_allowance(self) -> float | None:
        """Seconds left for the current command after `END`; None before `END`."""
        if self._ended_at < 0:
            return None
        return max(0.0, self._ended_at + END_ALLOWANCE - monotonic())


def _ignore() -> None:
    """Stands in for the search while none runs."""
