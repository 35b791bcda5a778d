"""The listening socket."""

import errno
import socket
import time
from typing import Final

from gomoku.server.ops.errors import ServeError

DEFAULT_PORT: Final = 8420
BACKLOG: Final = 1024
"""Connections waiting to be accepted."""
RETRY_INTERVAL: Final = 0.1
"""Seconds between attempts to bind an address in use."""


def listen(host: str, port: int, timeout: float = 0.0) -> socket.socket:
    """A listening socket; port 0 is any free one. `timeout`: seconds to wait for an address in use. Raises ServeError."""
    end = time.monotonic() + timeout
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio sets TCP_NODELAY only on sockets whose protocol is named; without it, every response is 40 ms late
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        while True:
            try:
                listener.bind((host, port))
                break
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > end:
                    raise
                time.sleep(RETRY_INTERVAL)
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        raise ServeError(f"cannot listen at {host}, port {port}: {getattr(error, 'strerror', None) or error}") from None
    return listener


def listen_on_default_port(host: str) -> socket.socket:
    """A socket on the default port, or on any free one if that is taken. Raises ServeError.

    A stable port keeps the browser's cookies and stored data, which belong to an origin.
    """
    try:
        return listen(host, DEFAULT_PORT)
    except ServeError:
        return listen(host, 0)
