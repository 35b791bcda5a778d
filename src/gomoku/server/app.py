"""Wires the parts together: settings, database, engines, hub, routes."""

import asyncio
import contextlib
import hashlib
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from litestar import Litestar, Response
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig

from gomoku.server.analysis.analyst import Analyst
from gomoku.server.analysis.cache import NoCache, SharedCache
from gomoku.server.analysis.engine_pool import EnginePool
from gomoku.server.analysis.lessons import LessonFigures
from gomoku.server.analysis.puzzles import PuzzleMaster
from gomoku.server.analysis.review import Reviewer
from gomoku.server.analysis.search_trees import TreeCache
from gomoku.server.cluster.pubsub import NoPubSub, PubSub, RedisPubSub
from gomoku.server.cluster.shared_cache import RedisCache
from gomoku.server.cluster.sync import ClusterSync
from gomoku.server.http import (
    analysis_api,
    games_api,
    learn_api,
    openapi,
    people_api,
    site,
    sockets,
    study_api,
    token_api,
)
from gomoku.server.http.connection_limits import TrustedProxies
from gomoku.server.http.middleware import RequestMiddleware, SecurityHeaders, names_of
from gomoku.server.http.requests import StrictBody, json_response, problem_of
from gomoku.server.http.static_files import StaticFiles
from gomoku.server.live.hub import Hub
from gomoku.server.ops.logs import AccessLog, LogFormat, LogLevel
from gomoku.server.ops.metrics import Address, Metrics
from gomoku.server.people import tokens
from gomoku.server.people.accounts import Accounts
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.identity import Identity
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.wire.messages import Problem, Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.shortage import is_shortage

log = logging.getLogger("gomoku.server")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    database: str
    """The database's address, such as `sqlite:////path/to/file`."""
    host: str = "127.0.0.1"
    """The address it listens at."""
    redis: str | None = None
    """The address of the Redis that carries hints between processes."""
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
    hosts: tuple[str, ...] = ()
    """Names by which others reach it; where some are given, it answers to no other."""
    metrics: Address | None = None
    """Where Prometheus reads the figures of this process; of several processes, each takes the next free port."""
    log_format: LogFormat = LogFormat.TEXT
    log_level: LogLevel = LogLevel.WARNING
    """What is written to standard error, and how."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of proxies: what they say of where a request comes from is believed."""
    certificate: str | None = None
    """A file with the certificate for TLS, and those that it rests on …"""
    key: str | None = None
    """… and one with its key, where that does not hold it."""


def build(settings: Settings) -> Litestar:
    """The app. What it needs is opened when it starts and closed when it ends."""
    metrics = Metrics()
    gates: list[RequestMiddleware] = []

    def gate(app: Any) -> RequestMiddleware:
        gates.append(RequestMiddleware(app, names_of(settings.host, settings.hosts)))
        return gates[-1]

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(settings.database, metrics)
        engines = EnginePool(settings.engines, settings.engine_threads, settings.engine_memory, metrics=metrics)
        secret = await store.secret()
        hints, cache = _between(settings, secret, metrics)
        cluster = ClusterSync(store, hints) if store.is_shared else None
        hub = Hub(store, engines, pace=settings.pace, cluster=cluster)
        analyst = Analyst(engines)
        reviewer = Reviewer(engines, store, cache)
        try:
            identity = Identity(secret)
            app.state.renewals = renewals = CookieEpochs(store)
            await renewals.look()
            app.state.tokens = tokens.Tokens(store)
            app.state.identity, app.state.accounts = identity, Accounts(store, hub.clock.now)
            for each in gates:
                each.identity, each.tokens, each.renewals = identity, app.state.tokens, renewals
            app.state.hub, app.state.analyst, app.state.trees = hub, analyst, TreeCache(cache)
            app.state.reviewer, app.state.riddler, app.state.teacher = reviewer, PuzzleMaster(engines), LessonFigures()
            await hub.start()
            _show(metrics, hub)
            watches = (app.state.tokens.watch(lambda: hub.clients), renewals.watch(), metrics.watch_loop())
            watching = [asyncio.create_task(watch) for watch in watches]
            yield
            for task in watching:
                task.cancel()
        finally:
            await hub.close()
            await analyst.close()
            await reviewer.close()
            await cache.close()
            await engines.close()
            await store.close()

    limits = RateLimitConfig(
        ("minute", settings.requests_per_minute), exclude=["^/ws"], identifier_for_request=_address
    )
    app = Litestar(
        route_handlers=[
            *token_api.ROUTES,
            *people_api.ROUTES,
            *analysis_api.ROUTES,
            *study_api.ROUTES,
            *learn_api.ROUTES,
            *games_api.ROUTES,
            *site.ROUTES,
            sockets.play,
        ],
        lifespan=[lifespan],
        middleware=[gate, limits.middleware],
        exception_handlers={
            Refusal: _problem,
            StoreError: _storage,
            HTTPException: _problem,
            Exception: _unexpected,
        },
        dto=StrictBody,
        return_dto=None,
        openapi_config=openapi.CONFIG,
        logging_config=None,
    )
    # around the router as well: what it refuses itself, such as a wrong method, is sealed and written down like the rest
    app.asgi_handler = AccessLog(SecurityHeaders(app.asgi_handler), metrics)
    app.state.settings, app.state.metrics = settings, metrics
    app.state.pages = StaticFiles()
    app.state.sockets = Counter()
    app.state.trusted = TrustedProxies(settings.proxies)
    app.state.draining = False
    return app


def _show(metrics: Metrics, hub: Hub) -> None:
    """Figures that can be read off at any time."""
    metrics.gauge("rooms", "Rooms in memory.", lambda: len(hub.rooms))
    metrics.gauge("sockets", "Open sockets.", lambda: len(hub.clients))
    metrics.gauge("engines", "Engine processes alive.", lambda: hub.engines.alive)
    metrics.gauge("engines_busy", "Engine processes that think.", lambda: hub.engines.busy)
    metrics.gauge("engine_questions_waiting", "Questions that wait for an engine.", lambda: hub.engines.waiting)


def _between(settings: Settings, secret: str, metrics: Metrics) -> tuple[PubSub, SharedCache]:
    """What goes from process to process; those of another database may use the same Redis."""
    if settings.redis is None:
        return NoPubSub(), NoCache()
    name = f"gomoku:{hashlib.sha256(secret.encode()).hexdigest()[:16]}"
    return RedisPubSub(settings.redis, name, metrics), RedisCache(settings.redis, name)


def _address(request: Any) -> str:
    """Whose requests are counted; uvicorn has believed `X-Forwarded-For` of a proxy on this machine only."""
    return request.client.host if request.client else ""


def _problem(request: Any, error: Exception) -> Response[Problem]:
    status, problem = problem_of(error)
    return json_response(problem, status)


def _storage(request: Any, error: Exception) -> Response[Problem]:
    log.error("the database cannot be used: %s", error)
    return json_response(Problem(Reason.STORAGE, str(error)), 503)


def _unexpected(request: Any, error: Exception) -> Response[Problem]:
    if is_shortage(error):
        log.error("short of memory: %s", error)
        return json_response(Problem(Reason.BUSY, "the server is short of memory; try again"), 503)
    log.error("unexpected", exc_info=error)
    return json_response(Problem(Reason.BUSY, "something went wrong in the server"), 500)
