"""A connected page: the rooms it watches and a bounded queue of outgoing messages.

Backpressure: sending never waits. A page whose queue is full is disconnected; it reconnects and fetches what it missed.
"""

import asyncio
from typing import Final

from gomoku.server.people import origins
from gomoku.server.wire.messages import ToClient, encode

DROPPED: Final = 4000
"""Close code: the page was too slow or too fast; it may reconnect."""
RESTARTS: Final = 1012
"""Close code: the page should reconnect at once, to this or another process."""
MAX_QUEUED: Final = 256
"""Outgoing messages queued per page, at most."""


class Client:
    """A connected page."""

    def __init__(
        self, visitor: str, address: str = "", token: str = "", is_proxy: bool = False, session: str = ""
    ) -> None:
        self.visitor = visitor
        self.address = address
        self.limited_address = "" if is_proxy else origins.network_of(address)
        """Network for rate limits: one home has more IPv6 addresses than any limit; empty if it is a proxy's, which stands for many
        visitors."""
        self.token = token
        """Id of the API token it authenticated with; empty for a browser."""
        self.session = session
        """Session of its cookie; empty for a program."""
        self.close_frame = (DROPPED, "too slow or too fast")
        """Code and reason sent when the page is dropped."""
        self.watched: set[str] = set()
        self.followed: set[str] = set()
        self.dropped = asyncio.Event()
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(MAX_QUEUED)

    def drop(self, code: int, why: str) -> None:
        """Close the socket without sending what is queued."""
        self.close_frame = (code, why)
        self.dropped.set()

    def tell(self, message: ToClient) -> None:
        """Queue a message."""
        self.tell_bytes(encode(message))

    def tell_bytes(self, message: bytes) -> None:
        """Queue a message that was encoded once for many pages; drop the page if the queue is full."""
        if self.dropped.is_set():
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped.set()
