"""To wait for what comes about in another thread or process."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_until(true: Callable[[], T], seconds: float = 20, what: str = "it did not come about") -> T:
    """What it gives as soon as that is something; an error with `what` after so many seconds."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return found
