"""Starts the server and ends it cleanly: `gomoku serve`, and `gomoku` alone, which opens the browser as well."""

import asyncio
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn
from litestar import Litestar

from gomoku.server.app import Settings, build
from gomoku.server.sockets import MOST_BYTES
from gomoku.server.store import Store, StoreError, sqlite_url

USUAL_PORT: Final = 8420
FAREWELL: Final = 2
"""Seconds that open connections have to end."""


class ServeError(Exception):
    """The server cannot start; the message says why."""


def default_database() -> Path:
    """Where games are kept unless another place is named."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(data) / "gomoku" / "games.sqlite"


def database_url(database: str | None) -> str:
    """The address of a database that was named by a file or an address."""
    if database and "://" in database:
        return database
    path = Path(database) if database else default_database()
    try:
        return sqlite_url(path.expanduser().absolute())
    except StoreError as error:
        raise ServeError(str(error)) from None


def serve(settings: Settings, port: int | None, open_browser: bool, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM. `port` 0 is any free one, None the usual one if it is free. Raises ServeError."""
    listener = listen_as_usual(settings.host) if port is None else listen(settings.host, port)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    shown = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(host, host)
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)

    def on_start() -> None:
        say(f"Gomoku is ready at {address}\nCtrl-C ends it.")
        if open_browser and _has_desktop():
            webbrowser.open(address)

    try:
        asyncio.run(_serve(settings, listener, on_start))
    except KeyboardInterrupt:
        say("")
    finally:
        listener.close()


async def _serve(settings: Settings, listener: socket.socket, on_start: Callable[[], None]) -> None:
    try:
        await (await Store.open(settings.database)).close()  # what is wrong with it is said in plain words
    except StoreError as error:
        raise ServeError(f"the database cannot be used: {error}") from None
    await _Server(config_of(build(settings)), on_start).serve([listener])


def config_of(app: Litestar) -> uvicorn.Config:
    """How uvicorn runs an app of ours."""
    return uvicorn.Config(
        app,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=8
        * MOST_BYTES,  # what is larger than one message may be is refused in words, far larger ones are cut off
        timeout_graceful_shutdown=FAREWELL,
    )


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_start()


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 is any free one."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # with its protocol named, or asyncio leaves the small-packet delay on and every answer comes 40 ms late
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
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
