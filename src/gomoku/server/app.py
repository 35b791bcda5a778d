"""Wires the parts together: settings, database, engines, hub, routes."""

import asyncio
import contextlib
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

from litestar import Litestar, Response, WebSocket, websocket
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig

from gomoku.server import api, learn_api, openapi, people_api, sockets, study_api, think_api, token_api, tokens
from gomoku.server.accounts import Accounts
from gomoku.server.analyst import Analyst
from gomoku.server.engines import Engines
from gomoku.server.gate import Gate, is_loopback, names_of, token_of, visitor_of
from gomoku.server.hub import Hub
from gomoku.server.identity import Identity
from gomoku.server.lessons import Teacher
from gomoku.server.messages import Problem, Reason, encode
from gomoku.server.pages import Pages
from gomoku.server.puzzles import Riddler
from gomoku.server.review import Reviewer
from gomoku.server.rights import Refusal
from gomoku.server.store import Store, StoreError
from gomoku.server.trees import Trees

log = logging.getLogger("gomoku.server")

MOST_SOCKETS: Final = 5_000
MOST_PER_ADDRESS: Final = 200
TOO_MANY: Final = 4429
"""Close code: there are too many sockets already."""


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    database: str
    """The database's address, such as `sqlite:////path/to/file`."""
    host: str = "127.0.0.1"
    """The address it listens at."""
    engines: int = 2
    """Engine processes."""
    engine_threads: int = min(2, _cores())
    """Threads of each."""
    engine_memory: float = 32
    """Megabytes of each one's table."""
    pace: float = 0.4
    """Seconds at least between the moves of two AIs, for those who watch."""
    messages_per_second: float = 30
    """Messages from one page."""
    requests_per_minute: int = 1200
    """HTTP requests from one address."""


@websocket("/ws")
async def play(socket: WebSocket[Any, Any, Any]) -> None:
    """The socket of a page."""
    per_address: Counter[str] = socket.app.state.sockets
    address = socket.client.host if socket.client else ""
    limit = MOST_SOCKETS if is_loopback(address) else MOST_PER_ADDRESS  # a proxy, say, speaks for many
    if per_address.total() >= MOST_SOCKETS or per_address[address] >= limit:
        await socket.close(TOO_MANY, "too many connections")
        return
    if (token := token_of(socket.scope)) and tokens.is_full(socket.app.state.hub, token):
        await socket.close(TOO_MANY, "too many connections with this token")
        return
    per_address[address] += 1
    try:
        await socket.accept()
        state = socket.app.state
        rate = state.settings.messages_per_second
        await sockets.serve(socket, state.hub, state.analyst, visitor_of(socket.scope), address, rate, token)
    finally:
        per_address[address] -= 1
        if not per_address[address]:
            del per_address[address]


def build(settings: Settings) -> Litestar:
    """The app. What it needs is opened when it starts and closed when it ends."""
    gates: list[Gate] = []

    def gate(app: Any) -> Gate:
        gates.append(Gate(app, names_of(settings.host)))
        return gates[-1]

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        engines = Engines(settings.engines, settings.engine_threads, settings.engine_memory)
        hub = Hub(store, engines, pace=settings.pace)
        analyst = Analyst(engines)
        reviewer = Reviewer(engines, store)
        try:
            identity = Identity(await store.secret())
            app.state.tokens = tokens.Tokens(store)
            app.state.identity, app.state.accounts = identity, Accounts(store, hub.clock.now)
            for each in gates:
                each.identity, each.tokens = identity, app.state.tokens
            app.state.hub, app.state.analyst, app.state.trees = hub, analyst, Trees()
            app.state.reviewer, app.state.riddler, app.state.teacher = reviewer, Riddler(engines), Teacher()
            await hub.start()
            watching = asyncio.create_task(app.state.tokens.watch(hub))
            yield
            watching.cancel()
        finally:
            await hub.close()
            await analyst.close()
            await reviewer.close()
            await engines.close()
            await store.close()

    limits = RateLimitConfig(
        ("minute", settings.requests_per_minute), exclude=["^/ws"], identifier_for_request=_address
    )
    app = Litestar(
        route_handlers=[
            *token_api.ROUTES,
            *people_api.ROUTES,
            *think_api.ROUTES,
            *study_api.ROUTES,
            *learn_api.ROUTES,
            *api.ROUTES,
            play,
        ],
        lifespan=[lifespan],
        middleware=[gate, limits.middleware],
        exception_handlers={
            Refusal: _problem,
            StoreError: _storage,
            HTTPException: _problem,
            Exception: _unexpected,
        },
        openapi_config=openapi.CONFIG,
        logging_config=None,
    )
    app.state.settings = settings
    app.state.pages = Pages()
    app.state.sockets = Counter()
    return app


def _address(request: Any) -> str:
    """Whose requests are counted; uvicorn has believed `X-Forwarded-For` of a proxy on this machine only."""
    return request.client.host if request.client else ""


def _answer(status: int, problem: Problem) -> Response[bytes]:
    return Response(encode(problem), media_type=api.JSON, status_code=status, headers={"Cache-Control": "no-store"})


def _problem(request: Any, error: Exception) -> Response[bytes]:
    return _answer(*api.problem_of(error))


def _storage(request: Any, error: Exception) -> Response[bytes]:
    log.error("the database cannot be used: %s", error)
    return _answer(503, Problem(Reason.STORAGE, str(error)))


def _unexpected(request: Any, error: Exception) -> Response[bytes]:
    log.error("unexpected", exc_info=error)
    return _answer(500, Problem(Reason.BUSY, "something went wrong in the server"))
