"""Garbage collection policy: schedules full collections instead of leaving them to chance.

Reference counts free nearly everything at once, and young collections take a millisecond. A full collection takes a
quarter of a second with a thousand rooms, and stops the event loop; while rooms are created, Python would start one
every few seconds.
"""

import asyncio
import gc
from typing import Final

INTERVAL: Final = 600.0
"""Seconds between full collections."""
NEVER: Final = 1_000_000
"""Threshold of the oldest generation, high enough that Python starts no full collection by itself."""


def freeze() -> None:
    """Exempt everything that is loaded now from later collections, and switch automatic full collections off."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


async def collect_periodically() -> None:
    """Run a full collection every INTERVAL seconds."""
    while True:
        await asyncio.sleep(INTERVAL)
        gc.collect()
