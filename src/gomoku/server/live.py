"""A room in memory, and the server's clock."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from gomoku.rules import Game, Player
from gomoku.server import messages
from gomoku.server.clients import Client
from gomoku.server.room import Room
from gomoku.server.store import CommandId
from gomoku.server.thinking import Picture
from gomoku.server.values import Moment


class ServerClock:
    """Milliseconds since 1970. A jump of the machine's clock does not move it."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> Moment:
        return int((self._offset + time.monotonic()) * 1000)


@dataclass(eq=False)
class Live:
    """A room in memory."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Client] = field(default_factory=set)
    done: "OrderedDict[CommandId, int]" = field(default_factory=OrderedDict)
    used: float = field(default_factory=time.monotonic)
    timer: asyncio.TimerHandle | None = None
    tasks: "dict[str, tuple[Game, asyncio.Task[None]]]" = field(default_factory=dict)
    """What the engine is asked in this room, and about which position."""
    thinking: messages.Thinking | None = None
    pictures: dict[tuple[int, Player], Picture] = field(default_factory=dict)
    """By round: what each AI remembers of its opponent. Gone with the process, and learned anew."""
    audience: int = 0
    """How many spectators the pages were last told of."""
    deleted: bool = False

    def tell(self, message: messages.ToClient, to: Callable[[Client], bool] | None = None) -> None:
        """Say something to every page that watches, or to some of them."""
        written = messages.encode(message)
        for client in self.watchers:
            if to is None or to(client):
                client.tell_bytes(written)
