"""A room in memory, and the server's clock."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from gomoku.rules import Game, Player
from gomoku.server.analysis.room_jobs import Picture
from gomoku.server.live.clients import Client
from gomoku.server.rooms.room import Room
from gomoku.server.rooms.spectator_delay import DelayedView
from gomoku.server.storage.store import CommandId
from gomoku.server.wire import messages
from gomoku.server.wire.values import Moment

FOLLOWERS: Final = "*"
"""The pages that follow what an AI thinks."""


class ServerClock:
    """Milliseconds since 1970. A jump of the machine's clock does not move it."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def adopt(self, now: Moment) -> None:
        """Go by another clock from now on: that of the database, which all processes share."""
        self._offset = now / 1000 - time.monotonic()

    def now(self) -> Moment:
        return int((self._offset + time.monotonic()) * 1000)


@dataclass(eq=False)
class LiveRoom:
    """A room in memory."""

    room: Room
    relay: Callable[[str, str | None, bytes], None]
    """Publishes a message to the watchers at other processes: room, audience, message."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Client] = field(default_factory=set)
    done: "OrderedDict[CommandId, int]" = field(default_factory=OrderedDict)
    used: float = field(default_factory=time.monotonic)
    timer: asyncio.TimerHandle | None = None
    tasks: "dict[str, tuple[Game, asyncio.Task[None]]]" = field(default_factory=dict)
    """What the engine is asked in this room, and about which position."""
    thinking: messages.Thinking | None = None
    remembered: messages.LastThinking | None = None
    """What an AI thought about its last move."""
    pictures: dict[tuple[int, Player], Picture] = field(default_factory=dict)
    """By round: what each AI remembers of its opponent. Gone with the process, and learned anew."""
    audience: int = 0
    """How many spectators the pages were last told of."""
    elsewhere: frozenset[str] = frozenset()
    """Visitors who watch through other processes."""
    deleted: bool = False
    reveal: asyncio.TimerHandle | None = None
    """For what spectators see later."""

    def __post_init__(self) -> None:
        self.delayed_view = DelayedView(self.room)

    def visible_to(self, visitor: str) -> Room:
        """The room as a visitor may know it."""
        return self.delayed_view.visible_to(self.room, visitor)

    def tell(self, message: messages.ToClient, seated: bool | None = None) -> None:
        """Say something to every page that watches through this process; to players or to the others where it is said."""
        written = messages.encode(message)
        for client in self.watchers:
            if seated is None or bool(self.room.held_by(client.visitor)) == seated:
                client.tell_bytes(written)

    def announce(self, message: messages.ToClient, to: str | None = None) -> None:
        """Say something to every page that watches, through whatever process: to all, to FOLLOWERS, or to one visitor's."""
        written = messages.encode(message)
        self.tell_bytes(written, to)
        if self.elsewhere:
            self.relay(self.room.id, to, written)

    def tell_bytes(self, written: bytes, to: str | None = None) -> None:
        """Say something about the present position: not to those who may not know it yet."""
        room = self.room.id
        for client in self.watchers:
            if self.room.is_delayed and not self.room.held_by(client.visitor):
                continue
            if to is None or (room in client.followed if to == FOLLOWERS else client.visitor == to):
                client.tell_bytes(written)

    def is_followed(self) -> bool:
        """Does any page want to know what the AI thinks? Of those elsewhere nothing is known: they may."""
        return bool(self.elsewhere) or any(self.room.id in client.followed for client in self.watchers)

    def is_here(self, visitor: str) -> bool:
        """Does somebody watch through this process?"""
        return any(client.visitor == visitor for client in self.watchers)
