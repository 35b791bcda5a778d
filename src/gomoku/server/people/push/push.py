"""Interface of Web Push for the rest of the server: `Push` sends with a key; `NoPush` sends nothing and loads nothing."""

from typing import Final, Protocol

from gomoku.server.people.push.subscriptions import Browser
from gomoku.server.rooms.room import Room
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.slow_messages import PushSubscription


class Push(Protocol):
    """Notifies the browsers of players, even closed ones, that it is their turn."""

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
        """Start the senders."""
        ...

    async def close(self) -> None:
        """Stop the senders."""
        ...


class NoPush:
    """A server without a key."""

    key: Final = ""

    def checked(self, given: PushSubscription) -> Browser:
        raise Refusal(Reason.NOT_HERE, "this server has no key for Web Push")

    def changed(self, before: Room, after: Room) -> None:
        """Do nothing."""

    def start(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""
