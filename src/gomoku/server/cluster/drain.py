"""Drain: the end of a process that players do not notice.

The listener is closed by then. Pages are told to reconnect, spread over a moment; unanswered commands are sent again under
the same id, so none is carried out twice. An AI that is nearly done may finish its move.
"""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Final

from gomoku.server.live.clients import RESTARTS
from gomoku.server.live.hub import Hub

SPREAD: Final = 1.5
"""Seconds over which pages are disconnected, if other processes can take them."""
AI_TIMEOUT: Final = 1.0
"""Seconds that AIs have to finish their moves."""
CLOSE_TIMEOUT: Final = 2.0
"""Seconds that sockets have to close."""


async def drain(hub: Hub) -> None:
    """Disconnect every page."""
    pages = list(hub.clients)
    random.shuffle(pages)
    pause = SPREAD / len(pages) if pages and hub.cluster.is_shared else 0.0
    began = time.monotonic()
    for number, page in enumerate(pages):
        page.drop(RESTARTS, "the server restarts")
        await asyncio.sleep(began + number * pause - time.monotonic())
    if hub.cluster.is_shared:
        await _until(lambda: not any(live.tasks for live in hub.rooms.values()), AI_TIMEOUT)
    await _until(lambda: not hub.clients, CLOSE_TIMEOUT)


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        await asyncio.sleep(0.02)
