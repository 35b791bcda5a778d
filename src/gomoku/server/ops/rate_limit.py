"""Token-bucket rate limits."""

import time
from collections import OrderedDict


class Bucket:
    """A token bucket: `rate` per second, with bursts of at most `burst`."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left = burst
        self._at = 0.0

    def take(self, now: float, count: int = 1) -> bool:
        """Take tokens; False, with none taken, if there are too few."""
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Buckets:
    """A bucket per key; the least recently used ones are evicted."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._held: OrderedDict[str, Bucket] = OrderedDict()

    @property
    def interval(self) -> int:
        """Milliseconds after which an empty bucket has a token again."""
        return round(1000 / self._rate)

    def take(self, key: str, count: int = 1) -> bool:
        """Take tokens from the bucket of a key; False, with none taken, if there are too few."""
        bucket = self._held.pop(key, None) or Bucket(self._rate, self._burst)
        self._held[key] = bucket
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return bucket.take(time.monotonic(), count)
