"""Database outages: logged once when one begins and once when it ends, not for every failed request."""

import logging
import time
from typing import Final

log = logging.getLogger("gomoku.server")

READ: Final = "read"
WRITE: Final = "write"


class Outage:
    """State of the database: whether reads and writes fail at present. On a full disk, reads go on."""

    def __init__(self) -> None:
        self._failing: set[str] = set()
        self._since = 0.0
        self._failures = 0

    @property
    def is_going_on(self) -> bool:
        return bool(self._failing)

    def failed(self, what: str, reason: str) -> None:
        """Count a failed read or write."""
        if not self._failing:
            self._since, self._failures = time.monotonic(), 0
            log.error("the database cannot be used: %s", reason, extra={"same": "outage"})
        self._failing.add(what)
        self._failures += 1

    def succeeded(self, what: str) -> None:
        """Record a successful read or write; a write shows that reads work as well."""
        if not self._failing:
            return
        self._failing -= {READ, what}
        if not self._failing:
            lasted = time.monotonic() - self._since
            words = "the database can be used again, after %.0f s and %d failed reads and writes"
            log.warning(words, lasted, self._failures, extra={"same": "end of outage"})
