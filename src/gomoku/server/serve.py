"""Starts the server and ends it cleanly: `gomoku serve`, and `gomoku` alone, which opens the browser as well."""

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import ssl
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Final

import uvicorn
import uvloop
from litestar import Litestar

from gomoku.server.app import Settings, build
from gomoku.server.cluster.drain import drain
from gomoku.server.cluster.pubsub import connect
from gomoku.server.cluster.supervisor import Supervisor
from gomoku.server.http.connection_limits import limited_protocol, raise_file_limit
from gomoku.server.http.sockets import MOST_BYTES
from gomoku.server.ops import gc_policy, logs
from gomoku.server.ops.log_deduplication import DeduplicatingFilter
from gomoku.server.storage.database import checked, is_sqlite
from gomoku.server.storage.store import Store, StoreError

log = logging.getLogger("gomoku.server")

USUAL_PORT: Final = 8420
FAREWELL: Final = 2
"""Seconds that open connections have to end."""
METRICS_PORTS: Final = 128
"""Ports that processes choose from, each the first that is free: while they are renewed there is one more of them."""
HANDOVER: Final = 10.0
"""Seconds that processes may hold an address whose parent was killed, and which the next parent waits for."""
QUEUE: Final = 1024
"""Connections that wait to be taken."""

STACK: Final = 1 << 20
"""Bytes of a thread's stack: eight times as many are usual, and with a limit of memory each byte counts."""


class ServeError(Exception):
    """The server cannot start; the message says why."""


def serve(
    settings: Settings, port: int | None, open_browser: bool, say: Callable[[str], None], processes: int = 1
) -> None:
    """Serve until Ctrl-C or SIGTERM. `port` 0 is any free one, None the usual one if it is free. Raises ServeError."""
    _check(settings, processes)
    _check_certificate(settings)
    raise_file_limit()
    threading.stack_size(STACK)
    patience = 0.0 if processes == 1 else HANDOVER
    listener = listen_as_usual(settings.host) if port is None else listen(settings.host, port, patience)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    shown = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(host, host)
    address = f"http{'s' if settings.certificate else ''}://{shown}:{listener.getsockname()[1]}/"
    _log(settings)

    def on_start() -> None:
        by = f", served by {processes} processes" if processes > 1 else ""
        say(f"Gomoku is ready at {address}{by}\nCtrl-C ends it.")
        if open_browser and _has_desktop():
            webbrowser.open(address)

    try:
        if processes == 1:
            signal.signal(signal.SIGTERM, _leave)
            uvloop.run(_serve(settings, listener, on_start))
        else:
            several = Supervisor(processes, _shared_out(settings, processes), listener, _child)
            several.run(on_start)
            if several.failure is not None:
                raise ServeError(several.failure)
    except KeyboardInterrupt:
        say("")
    finally:
        listener.close()


def _check(settings: Settings, processes: int) -> None:
    """Can it be served like that? Raises ServeError."""
    try:
        shared = not is_sqlite(checked(settings.database))
    except StoreError as error:
        raise ServeError(f"the database cannot be used: {error}") from None
    if processes > 1 and not shared:
        raise ServeError("several processes need PostgreSQL: --database postgresql://user:password@host/name")
    if processes > 1 and settings.redis is None:
        raise ServeError("several processes need Redis, to tell each other what happens: --redis redis://host")
    if settings.redis is not None:
        if not shared:
            raise ServeError("Redis is for several processes, and they need PostgreSQL: SQLite serves one")
        try:
            connect(settings.redis)
        except ImportError:
            raise ServeError("Redis needs a package that is not installed: pip install 'gomoku[cluster]'") from None
        except ValueError as error:
            raise ServeError(f"the address of Redis cannot be read: {error}") from None


def _shared_out(settings: Settings, processes: int) -> Settings:
    """The same for one process of several: they share the machine."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = max(1, min(settings.engine_threads, cores // processes))
    return replace(settings, engines=max(1, settings.engines // processes), engine_threads=threads)


def _check_certificate(settings: Settings) -> None:
    """Raises ServeError where the files of TLS are not what they should be; uvicorn would only say that it cannot."""
    if settings.certificate is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.certificate, settings.key, password="")
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        files = settings.certificate + (f" and {settings.key}" if settings.key else "")
        raise ServeError(f"cannot use {files} for TLS: {reason}") from None


def _leave(*_: object) -> None:
    """SIGTERM, once the server has ended or before it has begun: that is no failure."""
    sys.exit(0)


def _child(settings: Settings, listener: socket.socket, parent: Connection) -> None:
    """One of several processes."""
    _log(settings)
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        uvloop.run(_serve(settings, listener, lambda: _tell(parent, "ready"), parent))
    except ServeError as error:
        _tell(parent, str(error))
        sys.exit(1)
    except KeyboardInterrupt:  # it came to the parent as well
        pass


def _tell(parent: Connection, word: str) -> None:
    with contextlib.suppress(OSError):  # it is gone: so are we, as soon as that is noticed
        parent.send(word)


def _log(settings: Settings) -> None:
    logs.configure(settings.log_format, settings.log_level)
    for name in ("gomoku.server", "uvicorn.error"):
        logging.getLogger(name).addFilter(DeduplicatingFilter())


async def _serve(
    settings: Settings, listener: socket.socket, on_start: Callable[[], None], parent: Connection | None = None
) -> None:
    try:
        await (await Store.open(settings.database)).close()  # what is wrong with it is said in plain words
    except StoreError as error:
        raise ServeError(f"the database cannot be used: {error}") from None
    app = build(settings)
    server = _Server(config_of(app), app, on_start)
    if parent is not None:
        # one connection at a time: whoever is busy leaves the next one to another process
        server.config.backlog = 1
        server.end_with(parent)
    with _figures(app, settings, tries=1 if parent is None else METRICS_PORTS):
        gc_policy.settle()
        collecting = asyncio.create_task(gc_policy.collect())
        await server.serve([listener])
        collecting.cancel()


@contextlib.contextmanager
def _figures(app: Litestar, settings: Settings, tries: int) -> Iterator[None]:
    """Let Prometheus read the figures meanwhile, where that is wanted. Raises ServeError."""
    if settings.metrics is None:
        yield
        return
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(app.state.metrics.served(settings.metrics, tries))
        except OSError as error:
            host, port = settings.metrics
            raise ServeError(f"cannot listen at {host}, port {port}, for metrics: {error.strerror or error}") from None
        yield


def config_of(app: Litestar) -> uvicorn.Config:
    """How uvicorn runs an app of ours."""
    settings: Settings = app.state.settings
    return uvicorn.Config(
        app,
        http=limited_protocol(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=8
        * MOST_BYTES,  # what is larger than one message may be is refused in words, far larger ones are cut off
        # a twelfth of the processor's time and half of a socket's memory would go to squeezing out two kilobytes a move
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=FAREWELL,
    )


class _Server(uvicorn.Server):
    """Says when it is ready, and sends its pages away when it ends."""

    def __init__(self, config: uvicorn.Config, app: Litestar, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for each in sockets or ():
                each.listen(QUEUE)  # however few are taken at a time, many may wait
            self._on_start()

    def end_with(self, parent: Connection) -> None:
        """Parents say nothing: one that does has gone."""
        loop = asyncio.get_running_loop()

        def gone() -> None:
            loop.remove_reader(parent)
            log.warning("the process that had started this one is gone: it ends as well")
            self.should_exit = True

        loop.add_reader(parent, gone)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new
        self._app.state.draining = True
        await drain(self._app.state.hub)
        await super().shutdown(sockets)


def listen(host: str, port: int, patience: float = 0.0) -> socket.socket:
    """A socket at that address; port 0 is any free one. `patience`: seconds to wait for one that is taken."""
    end = time.monotonic() + patience
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # with its protocol named, or asyncio leaves the small-packet delay on and every answer comes 40 ms late
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        while True:
            try:
                listener.bind((host, port))
                break
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > end:
                    raise
                time.sleep(0.1)
        listener.listen(QUEUE)
    except (OSError, OverflowError) as error:
        raise ServeError(f"cannot listen at {host}, port {port}: {getattr(error, 'strerror', None) or error}") from None
    return listener


def listen_as_usual(host: str) -> socket.socket:
    """A socket at the usual port, so that a browser finds again what it remembers of the page; else at any free one."""
    try:
        return listen(host, USUAL_PORT)
    except ServeError:
        return listen(host, 0)


def _has_desktop() -> bool:
    """Would a browser open in a window? A text browser would take the terminal away."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
