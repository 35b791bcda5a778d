"""Waiting for a state in another thread or process; ports for servers that tests start."""

import asyncio
import random
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

T = TypeVar("T")

TIMEOUT: Final = 120.0
"""Timeout of waiting for a state, in seconds: enough for a machine whose cores are all busy."""
PORTS: Final = range(20_000, 30_000)
"""Below the ports that Linux gives to outgoing connections, any of which might take one that was just found free, and above those
that Ray keeps for its workers."""


def wait_until(read: Callable[[], T], seconds: float = TIMEOUT, what: str = "the state was not reached") -> T:
    """The first value of `read` that is true; after `seconds` without one, the test fails with `what`."""
    end = time.monotonic() + seconds
    while not (found := read()):
        assert time.monotonic() < end, what
        time.sleep(0.02)  # the interval of polling
    return found


async def eventually(holds: Callable[[], bool] | Callable[[], Awaitable[bool]]) -> None:
    """Wait for a condition in an event loop; after TIMEOUT without it, the test fails."""
    async with asyncio.timeout(TIMEOUT):
        while not (await found if isinstance(found := holds(), Awaitable) else found):
            await asyncio.sleep(0.01)  # the interval of polling


def free_port() -> int:
    """A port of this machine that stays free until a server listens on it, and again after it is restarted."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no free port in {PORTS}")
