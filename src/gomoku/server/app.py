"""Wires the parts of a server together: database, engines, hub, middleware, routes."""

import asyncio
import contextlib
import hashlib
import logging
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig

from gomoku.server.analysis.analyst import Analyst
from gomoku.server.analysis.cache import NoCache, SharedCache
from gomoku.server.analysis.engine_pool import EnginePool
from gomoku.server.analysis.explorer import Explorer, index_file
from gomoku.server.analysis.learn.lessons import LessonFigures
from gomoku.server.analysis.learn.puzzle_records import PuzzleRecords
from gomoku.server.analysis.learn.puzzles import PuzzleChecker
from gomoku.server.analysis.review import Reviewer
from gomoku.server.analysis.search_trees import TreeCache
from gomoku.server.analysis.study_store import Studies
from gomoku.server.cluster.pubsub import NoPubSub, PubSub, RedisPubSub
from gomoku.server.cluster.shared_cache import RedisCache
from gomoku.server.cluster.sync import ClusterSync
from gomoku.server.http import (
    analysis_api,
    collection_api,
    games_api,
    learn_api,
    openapi,
    site,
    sockets,
    study_api,
    tournament_api,
)
from gomoku.server.http.middleware import RequestMiddleware, SecurityHeaders, address_of, allowed_hosts
from gomoku.server.http.people import account_api, challenge_api, moderation_api, person_api, token_api
from gomoku.server.http.requests import StrictBody, export_limits, json_response, problem_of
from gomoku.server.http.static_files import StaticFiles
from gomoku.server.http.transport.connection_limits import TrustedProxies
from gomoku.server.live.hub import Hub
from gomoku.server.ops.logs import AccessLog
from gomoku.server.ops.metrics import Metrics
from gomoku.server.ops.settings import Settings
from gomoku.server.people import origins
from gomoku.server.people.accounts import Accounts
from gomoku.server.people.collections.collections import Collections
from gomoku.server.people.cookie_epochs import CookieEpochs
from gomoku.server.people.identity import Identity
from gomoku.server.people.push.push import NoPush, Push
from gomoku.server.people.tokens import Tokens
from gomoku.server.storage.location import default_database
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.tournaments.director import Director
from gomoku.server.tournaments.tournament import Pace
from gomoku.server.wire.messages import Problem, Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.shortage import is_shortage

log = logging.getLogger("gomoku.server")


def build(settings: Settings) -> Litestar:
    """The ASGI app. Its resources are opened when it starts and closed when it ends."""
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        state = app.state
        store = await Store.open(settings.database, metrics)
        engines = EnginePool(settings.engines, settings.engine_threads, settings.engine_memory, metrics=metrics)
        secret = await store.secret()
        pubsub, cache = _connect_redis(settings, secret, metrics)
        cluster = ClusterSync(store, pubsub) if store.is_shared else None
        push = _push_of(settings, store, metrics)
        hub = Hub(store, engines, pace=settings.pace, uses_book=settings.opening_book, cluster=cluster, push=push)
        analyst = Analyst(engines, settings.analysis_time)
        reviewer = Reviewer(engines, store, cache)
        explorer = Explorer(index_file(settings.database, default_database().parent), settings.collections, store)
        try:
            state.explorer = explorer
            state.hub, state.analyst, state.reviewer, state.trees = hub, analyst, reviewer, TreeCache(cache)
            state.puzzles, state.lessons = PuzzleChecker(engines), LessonFigures()
            state.collections = Collections(store)
            state.studies, state.puzzle_records = Studies(store), PuzzleRecords(store, hub.clock.now)
            state.director = Director(store, hub.clock.now, hub.opened, Pace(round(1000 * settings.round_pause)))
            state.identity, state.tokens = Identity(secret), Tokens(store)
            state.report_limits, state.push_limits = moderation_api.report_limits(), account_api.push_limits()
            state.export_limits = export_limits()
            state.message_limits = sockets.message_limits(settings.messages_per_second)
            state.accounts, state.cookie_epochs = Accounts(store, hub.clock.now), CookieEpochs(store)
            await state.cookie_epochs.refresh()
            await hub.start()
            _add_gauges(metrics, hub)
            watches = (
                state.tokens.watch(lambda: hub.clients),
                state.cookie_epochs.watch(),
                metrics.watch_loop(),
                explorer.watch(),
                state.collections.index_positions(),
                state.director.watch(),
            )
            watching = [asyncio.create_task(watch) for watch in watches]
            yield
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
        finally:
            await hub.close()
            await analyst.close()
            await reviewer.close()
            await cache.close()
            await engines.close()
            explorer.close()
            await store.close()

    rate_limit = RateLimitConfig(
        ("minute", settings.requests_per_minute),
        exclude=["^/ws", "^/assets/"],  # a visit loads a dozen files, which cost nothing: they are kept in memory
        identifier_for_request=lambda request: origins.network_of(address_of(request.scope)),
    )
    app = Litestar(
        route_handlers=[
            *token_api.ROUTES,
            *account_api.ROUTES,
            *person_api.ROUTES,
            *challenge_api.ROUTES,
            *moderation_api.ROUTES,
            *analysis_api.ROUTES,
            *study_api.ROUTES,
            *collection_api.ROUTES,
            *learn_api.ROUTES,
            *games_api.ROUTES,
            *tournament_api.ROUTES,
            *site.ROUTES,
            sockets.endpoint,
        ],
        lifespan=[lifespan],
        middleware=[
            DefineMiddleware(RequestMiddleware, hosts=allowed_hosts(settings.host, settings.hosts)),
            rate_limit.middleware,
        ],
        exception_handlers={
            Refusal: _on_refusal,
            StoreError: _on_database_error,
            HTTPException: _on_refusal,
            Exception: _on_unexpected_error,
        },
        dto=StrictBody,
        return_dto=None,
        openapi_config=openapi.CONFIG,
        logging_config=None,
    )
    # outside the router, which answers some requests itself: a wrong method, an unknown path
    app.asgi_handler = AccessLog(SecurityHeaders(app.asgi_handler, settings.certificate is not None), metrics)
    app.state.settings, app.state.metrics = settings, metrics
    app.state.static_files = StaticFiles()
    app.state.sockets_per_address = Counter()
    app.state.trusted_proxies = TrustedProxies(settings.proxies)
    app.state.draining = False
    return app


def _add_gauges(metrics: Metrics, hub: Hub) -> None:
    metrics.gauge("rooms", "Rooms in memory.", lambda: len(hub.rooms))
    metrics.gauge("sockets", "Open sockets.", lambda: len(hub.clients))
    metrics.gauge("engines", "Engine processes alive.", lambda: hub.engines.alive)
    metrics.gauge("engines_busy", "Engine processes that are searching.", lambda: hub.engines.busy)
    metrics.gauge("engine_questions_waiting", "Searches that wait for an engine.", lambda: hub.engines.waiting)


def _push_of(settings: Settings, store: Store, metrics: Metrics) -> Push:
    """The sender of Web Push, if there is a key. Its packages take memory, so that they are imported here."""
    if settings.push_key is None:
        return NoPush()
    from gomoku.server.people.push.sender import PushSender
    from gomoku.server.people.push.vapid import Vapid, read_key

    vapid = Vapid(read_key(Path(settings.push_key).read_bytes()), settings.push_contact)
    return PushSender(store, vapid, metrics, settings.push_local)


def _connect_redis(settings: Settings, secret: str, metrics: Metrics) -> tuple[PubSub, SharedCache]:
    """Publish/subscribe and the cache between processes. Servers of other databases may share the Redis: keys differ."""
    if settings.redis is None:
        return NoPubSub(), NoCache()
    prefix = f"gomoku:{hashlib.sha256(secret.encode()).hexdigest()[:16]}"
    return RedisPubSub(settings.redis, prefix, metrics), RedisCache(settings.redis, prefix)


def _on_refusal(request: Any, error: Exception) -> Response[Problem]:
    return json_response(*problem_of(error))


def _on_database_error(request: Any, error: Exception) -> Response[Problem]:
    return json_response(Problem(Reason.STORAGE, str(error)), 503)


def _on_unexpected_error(request: Any, error: Exception) -> Response[Problem]:
    if is_shortage(error):
        log.error("short of memory: %s", error)
        return json_response(Problem(Reason.BUSY, "the server is short of memory; try again"), 503)
    log.error("unexpected error", exc_info=error)
    return json_response(Problem(Reason.BUSY, "something went wrong in the server"), 500)
