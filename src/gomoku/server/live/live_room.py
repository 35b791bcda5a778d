"""A room in memory, and the server's clock."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from gomoku.rules import Game, Player
from gomoku.server.analysis.room_jobs import OpponentMemory
from gomoku.server.live.clients import Client
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.rooms.spectator_delay import DelayedView
from gomoku.server.storage.store import CommandId
from gomoku.server.wire import messages
from gomoku.server.wire.values import Moment

FOLLOWERS: Final = "*"
"""Audience of a message: the pages that follow the AI's search."""


class ServerClock:
    """Wall clock in milliseconds since 1970, immune to jumps of the system clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def adopt(self, now: Moment) -> None:
        """Follow another clock from now on: the database's, which all processes share."""
        self._offset = now / 1000 - time.monotonic()

    def now(self) -> Moment:
        return int((self._offset + time.monotonic()) * 1000)


@dataclass(eq=False)
class LiveRoom:
    """A room in memory, with everything that is not stored."""

    room: Room
    relay: Callable[[str, str | None, bytes], None]
    """Publishes a message to the watchers at other processes: room, audience, message."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Client] = field(default_factory=set)
    done: "OrderedDict[CommandId, int]" = field(default_factory=OrderedDict)
    used: float = field(default_factory=time.monotonic)
    timer: asyncio.TimerHandle | None = None
    tasks: "dict[str, tuple[Game, asyncio.Task[None]]]" = field(default_factory=dict)
    """Running engine jobs by kind, each with the position it is about."""
    thinking: messages.Thinking | None = None
    remembered: messages.LastThinking | None = None
    """Search progress of the AI's last move."""
    opponents: dict[tuple[int, Player], OpponentMemory] = field(default_factory=dict)
    """Opponent models of the AIs by round and player; not stored, learned again after a restart."""
    audience: int = 0
    """Number of spectators that was announced last."""
    elsewhere: frozenset[str] = frozenset()
    """Visitors who watch through other processes."""
    deleted: bool = False
    reveal: asyncio.TimerHandle | None = None
    """Timer of the next release to delayed spectators."""

    def __post_init__(self) -> None:
        self.delayed_view = DelayedView(self.room)

    def visible_to(self, visitor: str) -> Room:
        """The room as a visitor may see it."""
        return self.delayed_view.visible_to(self.room, visitor)

    def tell(self, message: messages.ToClient, seated: bool | None = None) -> None:
        """Send a message to the watchers at this process; `seated`: to players only, or to spectators only."""
        written = messages.encode(message)
        for client in self.watchers:
            if seated is None or bool(self.room.held_by(client.visitor)) == seated:
                client.tell_bytes(written)

    def announce(self, message: messages.ToClient, to: str | None = None) -> None:
        """Send a message to the watchers at every process: to all, to FOLLOWERS, or to one visitor."""
        written = messages.encode(message)
        self.tell_bytes(written, to)
        if self.elsewhere:
            self.relay(self.room.id, to, written)

    def tell_bytes(self, written: bytes, to: str | None = None) -> None:
        """Send a message about the current position, except to delayed spectators."""
        room = self.room.id
        for client in self.watchers:
            if self.room.is_delayed and not self.room.held_by(client.visitor):
                continue
            if to is None or (room in client.followed if to == FOLLOWERS else client.visitor == to):
                client.tell_bytes(written)

    def is_followed(self) -> bool:
        """True if a page may be following the AI's search; pages at other processes are assumed to."""
        return bool(self.elsewhere) or any(self.room.id in client.followed for client in self.watchers)

    def is_here(self, visitor: str) -> bool:
        """True if a visitor watches through this process."""
        return any(client.visitor == visitor for client in self.watchers)

    @property
    def served(self) -> str:
        """The visitor whom an AI's move is for: a player who watches, else the owner, else a spectator; empty if no page here does."""
        here = {client.visitor for client in self.watchers}
        known = (*map(visitor_at, self.room.holders), self.room.owner, *sorted(here))
        return next((visitor for visitor in known if visitor in here), None) or ""

    @property
    def spectators(self) -> int:
        """Number of visitors who watch and do not play."""
        seated = {visitor_at(holder) for holder in self.room.holders}
        return len((self.elsewhere | {client.visitor for client in self.watchers}) - seated)
