"""Drain: graceful shutdown of a process.

Runs after the listener is closed. Pages are disconnected with a "restart" code, spread over a moment, and reconnect to other
processes; they resend unanswered commands under the same id, so none is executed twice. AIs may finish a move that is
nearly done.
"""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Final

from gomoku.server.live.clients import RESTARTS
from gomoku.server.live.hub import Hub

SPREAD: Final = 1.5
"""Seconds over which pages are disconnected if other processes can take them."""
AI_TIMEOUT: Final = 1.0
"""Seconds that AIs have to finish their moves."""
CLOSE_TIMEOUT: Final = 2.0
"""Seconds that sockets have to close."""


async def drain(hub: Hub) -> None:
    """Disconnect every page, and wait for AI moves and sockets to finish."""
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
