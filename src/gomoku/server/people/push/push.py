"""Web Push as the rest of the server knows it. The sender needs a key; without one nothing is sent, nor loaded."""

from typing import Final, Protocol

from gomoku.server.people.push.subscriptions import Browser
from gomoku.server.rooms.room import Room
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.slow_messages import PushSubscription


class Push(Protocol):
    """Tells the browsers of players that it is their turn, also those that are closed."""

    @property
    def key(self) -> str:
        """The server's public key; empty for none."""
        ...

    def checked(self, given: PushSubscription) -> Browser:
        """The browser of a request. Raises Refusal if no message could be sent there."""
        ...

    def changed(self, before: Room, after: Room) -> None:
        """A change of a room was stored by this process. Returns at once."""
        ...

    def start(self) -> None:
        """Begin to send."""
        ...

    async def close(self) -> None:
        """Send nothing more."""
        ...


class NoPush:
    """A server without a key."""

    key: Final = ""

    def checked(self, given: PushSubscription) -> Browser:
        raise Refusal(Reason.NOT_HERE, "this server has no key for Web Push")

    def changed(self, before: Room, after: Room) -> None:
        """Nothing to do."""

    def start(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""
