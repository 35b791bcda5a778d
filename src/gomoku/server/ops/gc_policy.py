"""Garbage that only a search through everything finds: looked for seldom, because everybody waits meanwhile.

Nearly all memory is free again at once, and young garbage is found in a millisecond. But looking through all that has
been there for long takes a quarter of a second with a thousand rooms; left to itself, Python would do that in
the middle of play, every few seconds while rooms are being made.
"""

import asyncio
import gc
from typing import Final

EVERY: Final = 600.0
"""Seconds between two looks through everything."""
NEVER: Final = 1_000_000
"""Looks through what is not quite so young after which Python itself would look through everything."""


def settle() -> None:
    """The program is loaded and stays: leave it out of every later look."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


async def collect() -> None:
    """Look through everything now and then."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
