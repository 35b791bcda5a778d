"""Exponential backoff for push services that do not answer: browsers name the hosts, and each attempt occupies a sender and a resolver thread."""

from collections import OrderedDict
from typing import Final

FREE: Final = 2
"""Consecutive failures without a pause: a network may fail for a moment."""
FIRST: Final = 60.0
"""Seconds of the first pause; it doubles with every further failure."""
LONGEST: Final = 6 * 3600.0
MAX_HOSTS: Final = 10_000


class Backoff:
    """Pauses by host; the hosts that failed longest ago are forgotten first."""

    def __init__(self) -> None:
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """By host: failures in a row, and when it may be tried again."""

    def pauses(self, host: str, now: float) -> bool:
        """Must requests to the host pause?"""
        return self._failures.get(host, (0, now))[1] > now

    def failed(self, host: str, now: float) -> None:
        """Record that the host has not answered."""
        count = 1 + self._failures.pop(host, (0, now))[0]
        pause = 0.0 if count <= FREE else min(LONGEST, FIRST * 2.0 ** min(count - FREE - 1, 20))
        self._failures[host] = count, now + pause
        if len(self._failures) > MAX_HOSTS:
            self._failures.popitem(last=False)

    def answered(self, host: str) -> None:
        """Record that the host answers."""
        self._failures.pop(host, None)
