"""Log deduplication: repeated refusals become one line per interval, so that clients cannot flood the log."""

import logging
import time
from typing import Final

log = logging.getLogger("gomoku.server")

INTERVAL: Final = 10.0
"""Seconds between two lines with the same key."""
MAX_KEYS: Final = 10_000
"""Keys remembered; beyond that all are forgotten."""
HANDSHAKE_NOISE: Final = "ASGI callable returned without completing handshake."
"""uvicorn's error for every socket refused by an HTTP response; dropped."""


def log_refusal(reason: str, address: str, detail: str) -> None:
    """Log a refusal; reason and address are the key. `detail` may hold a client's text: it is escaped to one line."""
    shown = detail[:300].encode("unicode_escape").decode("ascii")
    log.warning("refused: %s from %s: %s", reason, address or "nowhere", shown, extra={"same": (reason, address)})


def install() -> None:
    """Deduplicate the lines of the server and of uvicorn."""
    for name in ("gomoku.server", "uvicorn.error"):
        logging.getLogger(name).addFilter(DeduplicatingFilter())


class DeduplicatingFilter(logging.Filter):
    """Passes one record per key and interval; the next one says how many were dropped.

    The key is the record's `same`; for uvicorn, the unformatted message. Records without a key pass.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[object, tuple[float, int]] = {}
        """By key: when a record passed, and how many were dropped since."""

    def filter(self, record: logging.LogRecord) -> bool:
        key = getattr(record, "same", None)
        if record.name.startswith("uvicorn") and record.levelno < logging.CRITICAL:
            if record.msg == HANDSHAKE_NOISE:
                return False
            key = record.msg
        if key is None:
            return True
        now = time.monotonic()
        last, dropped = self._last.get(key, (-INTERVAL, 0))
        if now - last < INTERVAL:
            self._last[key] = (last, dropped + 1)
            return False
        if len(self._last) >= MAX_KEYS:
            self._last.clear()
        self._last[key] = (now, 0)
        if dropped:
            record.msg = f"{record.msg} (and {dropped} more like it)"
        return True
