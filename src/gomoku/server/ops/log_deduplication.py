"""What is refused is logged, but ten thousand times the same is one line: a log that can be filled up is no log."""

import logging
import time
from typing import Final

log = logging.getLogger("gomoku.server")

EVERY: Final = 10.0
"""Seconds between two lines that are about the same."""
UNTRUE: Final = "ASGI callable returned without completing handshake."
"""What uvicorn says of every socket that is refused by an answer in words."""
MOST: Final = 10_000
"""Things that are remembered."""


def refused(reason: str, address: str, detail: str) -> None:
    """Note a refusal. `detail` may hold what a stranger wrote: it stays on one line."""
    shown = detail[:300].encode("unicode_escape").decode("ascii")
    log.warning("refused: %s from %s: %s", reason, address or "nowhere", shown, extra={"same": (reason, address)})


class DeduplicatingFilter(logging.Filter):
    """Lets one line through of many that are about the same, and says with the next how many were left out.

    What uvicorn says of requests that cannot be read is about the same whoever sent them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        same = getattr(record, "same", None)
        if record.name.startswith("uvicorn") and record.levelno < logging.CRITICAL:
            if record.msg == UNTRUE:
                return False
            same = record.msg
        if same is None:
            return True
        now = time.monotonic()
        last, left_out = self._last.get(same, (-EVERY, 0))
        if now - last < EVERY:
            self._last[same] = (last, left_out + 1)
            return False
        if len(self._last) >= MOST:
            self._last.clear()
        self._last[same] = (now, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more like it)"
        return True
