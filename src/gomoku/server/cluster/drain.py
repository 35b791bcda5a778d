"""The end of a process that nobody should notice: its pages are sent to others, and its work is handed over.

Nobody new comes in by then. Pages are told to connect anew, not all at the same moment; what they had asked for and was not
answered they ask again, and no command is carried out twice. An AI that is nearly done may finish.
"""

import asyncio
import random
import time
from typing import Any, Final

from litestar import Litestar, Request, Response, get

from gomoku.server.http.api import JSON
from gomoku.server.live.hub import Hub
from gomoku.server.wire.messages import Problem, Reason, encode

SPREAD: Final = 1.5
"""Seconds over which pages are sent away, if there are other processes to take them."""
LAST_MOVES: Final = 1.0
"""Seconds that AIs have to finish their moves."""
LAST_WORDS: Final = 2.0
"""Seconds that sockets have to close."""
RESTARTS: Final = 1012
"""Close code: the server restarts, or another process serves the page from now on. It comes back at once."""


@get("/api/ready")
async def ready(request: Request[Any, Any, Any]) -> Response[bytes]:
    """May new visitors be sent here? Not while the process ends, nor without its database."""
    if request.app.state.draining:
        return _answer(503, encode(Problem(Reason.BUSY, "the server is ending")))
    hub: Hub = request.app.state.hub
    await hub.store.setting("alive")  # raises StoreError, which is a 503 as well
    return _answer(200, b'{"ready":true}')


def _answer(status: int, body: bytes) -> Response[bytes]:
    return Response(body, media_type=JSON, status_code=status, headers={"Cache-Control": "no-store"})


async def drain(app: Litestar) -> None:
    """Send every page away."""
    app.state.draining = True
    hub: Hub = app.state.hub
    pages = list(hub.clients)
    random.shuffle(pages)
    pause = SPREAD / len(pages) if pages and hub.company is not None else 0.0
    began = time.monotonic()
    for number, page in enumerate(pages):
        page.drop(RESTARTS, "the server restarts")
        await asyncio.sleep(began + number * pause - time.monotonic())
    if hub.company is not None:
        await _until(lambda: not any(live.tasks for live in hub.rooms.values()), LAST_MOVES)
    await _until(lambda: not hub.clients, LAST_WORDS)


async def _until(condition: Any, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        await asyncio.sleep(0.02)
