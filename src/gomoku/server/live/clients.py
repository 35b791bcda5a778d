"""One open page: what it watches, and a bounded queue of what it is to be told.

Nobody waits for a slow page. If its queue is full it is dropped; it comes back and asks for what it missed.
"""

import asyncio
from typing import Final

from gomoku.server.wire.messages import ToClient, encode

DROPPED: Final = 4000
"""Close code: the page was too slow or too fast; it may come back."""
RESTARTS: Final = 1012
"""Close code: the server restarts, or another process serves the page from now on; it reconnects at once."""
QUEUE: Final = 256
"""Messages that may wait for a page."""


class Client:
    """A page that listens."""

    def __init__(self, visitor: str, address: str = "", token: str = "") -> None:
        self.visitor = visitor
        self.address = address
        self.token = token
        """The id of the token it came in with; empty for a browser."""
        self.farewell = (DROPPED, "too slow or too fast")
        """With which code and words it is closed when it is dropped."""
        self.watched: set[str] = set()
        self.followed: set[str] = set()
        self.dropped = asyncio.Event()
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(QUEUE)

    def drop(self, code: int, why: str) -> None:
        """Close its socket, whatever waits to be told."""
        self.farewell = (code, why)
        self.dropped.set()

    def tell(self, message: ToClient) -> None:
        self.tell_bytes(encode(message))

    def tell_bytes(self, message: bytes) -> None:
        """Put a message, written once for many pages, into the queue."""
        if self.dropped.is_set():
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped.set()
