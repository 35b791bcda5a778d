"""Starts the server and shuts it down cleanly: `gomoku serve`, and `gomoku` alone, which opens the browser as well."""

import asyncio
import contextlib
import os
import signal
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import uvloop
from litestar import Litestar

from gomoku.server.app import build
from gomoku.server.cluster.pubsub import connect
from gomoku.server.cluster.supervisor import READY, Supervisor
from gomoku.server.http.transport.connection_limits import raise_file_limit
from gomoku.server.http.transport.listener import listen, listen_on_default_port
from gomoku.server.http.transport.uvicorn_server import Server
from gomoku.server.ops import gc_policy, log_deduplication, logs
from gomoku.server.ops.errors import ServeError
from gomoku.server.ops.settings import Settings, available_cores
from gomoku.server.storage.database import is_sqlite, parse_url
from gomoku.server.storage.store import Store, StoreError
from gomoku.shortage import ensure, is_shortage

METRICS_PORTS: Final = 128
"""Ports that each of several processes tries for its metrics, from the given one on."""
BIND_TIMEOUT: Final = 10.0
"""Seconds to wait for the address, which processes of a supervisor that was killed hold until they notice."""
START_MEMORY: Final = 16 << 20
"""Bytes that a server takes from here until it is ready. Measured: 12 MB, and 14 MB to create its tables."""
THREAD_STACK: Final = 1 << 20
"""Stack of a thread in bytes: an eighth of the usual default, which matters if memory is limited."""


def serve(
    settings: Settings, port: int | None, open_browser: bool, say: Callable[[str], None], processes: int = 1
) -> None:
    """Serve until Ctrl-C or SIGTERM. Port 0 is any free one, None the default one if it is free. Raises ServeError."""
    _check_databases(settings, processes)
    _check_certificate(settings)
    _check_push_key(settings)
    raise_file_limit()
    threading.stack_size(THREAD_STACK)
    timeout = 0.0 if processes == 1 else BIND_TIMEOUT
    listener = listen_on_default_port(settings.host) if port is None else listen(settings.host, port, timeout)
    address = _url(settings, listener)
    _configure_logs(settings)

    def on_ready() -> None:
        by = f", served by {processes} processes" if processes > 1 else ""
        say(f"Gomoku is ready at {address}{by}\nCtrl-C ends it.")
        if open_browser and _has_desktop():
            webbrowser.open(address)

    try:
        if processes == 1:
            signal.signal(signal.SIGTERM, _exit)
            uvloop.run(_serve(settings, listener, on_ready))
        else:
            supervisor = Supervisor(processes, _share_of(settings, processes), listener, _serve_as_child)
            supervisor.run(on_ready)
            if supervisor.failure is not None:
                raise ServeError(supervisor.failure)
    except KeyboardInterrupt:
        say("")
    finally:
        if processes == 1:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as in _serve_as_child
        listener.close()


def _url(settings: Settings, listener: socket.socket) -> str:
    """The URL to open in a browser on this machine."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    host = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(host, host)
    return f"http{'s' if settings.certificate else ''}://{host}:{listener.getsockname()[1]}/"


def _check_databases(settings: Settings, processes: int) -> None:
    """Raise ServeError unless the database and Redis suit the number of processes."""
    try:
        shared = not is_sqlite(parse_url(settings.database))
    except StoreError as error:
        raise ServeError(f"the database cannot be used: {error}") from None
    if processes > 1 and not shared:
        raise ServeError("several processes need PostgreSQL: --database postgresql://user:password@host/name")
    if processes > 1 and settings.redis is None:
        raise ServeError("several processes need Redis to notify each other of changes: --redis redis://host")
    if settings.redis is not None:
        if not shared:
            raise ServeError("Redis is for several processes, and they need PostgreSQL: SQLite serves one")
        try:
            connect(settings.redis)
        except ImportError:
            raise ServeError("Redis needs a package that is not installed: pip install 'gomoku[cluster]'") from None
        except ValueError as error:
            raise ServeError(f"the address of Redis cannot be read: {error}") from None


def _check_certificate(settings: Settings) -> None:
    """Raise ServeError unless the TLS files can be loaded: uvicorn would end with a traceback."""
    if settings.certificate is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.certificate, settings.key, password="")
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        files = settings.certificate + (f" and {settings.key}" if settings.key else "")
        raise ServeError(f"cannot use {files} for TLS: {reason}") from None


def _check_push_key(settings: Settings) -> None:
    """Raise ServeError unless the key for Web Push can be loaded."""
    if settings.push_key is None:
        return
    from gomoku.server.people.push.vapid import BadKeyError, read_key

    try:
        read_key(Path(settings.push_key).read_bytes())
    except (OSError, BadKeyError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ServeError(f"cannot use {settings.push_key} for Web Push: {reason}") from None


def _share_of(settings: Settings, processes: int) -> Settings:
    """The settings of one of several processes: engines and cores are divided among them."""
    threads = max(1, min(settings.engine_threads, available_cores() // processes))
    return replace(settings, engines=max(1, settings.engines // processes), engine_threads=threads)


def _exit(*_: object) -> None:
    """Handle SIGTERM before uvicorn does and after it has ended: exit with 0."""
    sys.exit(0)


def _serve_as_child(settings: Settings, listener: socket.socket, supervisor: Connection) -> None:
    """Entry point of one of several processes."""
    _configure_logs(settings)
    signal.signal(signal.SIGTERM, _exit)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        uvloop.run(_serve(settings, listener, lambda: _report(supervisor, READY), supervisor))
    except ServeError as error:
        _report(supervisor, str(error))
        sys.exit(1)
    except KeyboardInterrupt:  # the terminal sends it to the supervisor as well
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # in the interpreter's own ending it would print a traceback


def _report(supervisor: Connection, message: str) -> None:
    with contextlib.suppress(OSError):  # the supervisor is gone; the server ends when it notices
        supervisor.send(message)


def _configure_logs(settings: Settings) -> None:
    logs.configure(settings.log_format, settings.log_level)
    log_deduplication.install()


async def _serve(
    settings: Settings, listener: socket.socket, on_ready: Callable[[], None], supervisor: Connection | None = None
) -> None:
    """Serve in this process until a signal ends it. Raises ServeError."""
    try:
        # a new thread without memory for its first steps dies, and the thread that started it waits forever
        ensure(START_MEMORY)
        await (await Store.open(settings.database)).close()  # an error here is one line, in the app a traceback
        ensure(START_MEMORY)
        app = build(settings)
    except StoreError as error:
        raise ServeError(f"the database cannot be used: {error}") from None
    except Exception as error:
        if not is_shortage(error):
            raise
        raise ServeError("not enough memory") from None
    server = Server(app, on_ready)
    if supervisor is not None:
        server.follow_supervisor(supervisor)
    with _metrics_endpoint(app, settings, tries=1 if supervisor is None else METRICS_PORTS):
        gc_policy.freeze()
        collecting = asyncio.create_task(gc_policy.collect_periodically())
        await server.serve([listener])
        collecting.cancel()


@contextlib.contextmanager
def _metrics_endpoint(app: Litestar, settings: Settings, tries: int) -> Iterator[None]:
    """Serve the metrics for the length of a `with`, if the settings ask for it. Raises ServeError."""
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


def _has_desktop() -> bool:
    """Can a browser open a window? Without a desktop, `webbrowser` may start a text browser in the terminal."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
