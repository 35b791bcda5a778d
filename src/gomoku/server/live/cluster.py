"""Other processes on the same database, as the hub sees them: an interface, and its single-process implementation.

`gomoku.server.cluster.sync` implements it for several processes.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gomoku.server.live.live_room import LiveRoom
from gomoku.server.rooms.room import Room
from gomoku.server.wire.messages import RoomSummary
from gomoku.server.wire.values import Moment

if TYPE_CHECKING:
    from gomoku.server.live.hub import Hub


@dataclass(frozen=True)
class Arrival:
    """State of the cluster when a process joins."""

    now: Moment
    """By the clock that all processes share."""
    alive: Moment | None = None
    """Last heartbeat of any other process; None if there is no trace of one."""
    alone: bool = True
    """No other process is alive."""


class Cluster(Protocol):
    """All processes on one database. The database is the source of truth; this keeps memory in step with it."""

    @property
    def is_shared(self) -> bool:
        """True if other processes may serve the same rooms."""
        ...

    async def join(self, hub: "Hub") -> Arrival:
        """Register this process. Call `start` next."""
        ...

    async def start(self) -> None:
        """Take over AI seats whose process is gone, and stay in step from now on."""
        ...

    async def close(self) -> None:
        """Leave; other processes take over."""
        ...

    async def catch_up(self, live: LiveRoom) -> bool:
        """Apply what other processes stored; True if there was something. Raises Refusal if the room is gone."""
        ...

    def changed(self, room: Room, gone: bool = False) -> None:
        """Publish that a room has a new version or was deleted."""
        ...

    def relay(self, room: str, to: str | None, message: bytes) -> None:
        """Publish a transient message to the watchers of a room at other processes."""
        ...

    def keeper(self, before: Room | None, after: Room) -> str | None:
        """The process that runs the AI seats after a change; None: the same as before."""
        ...

    def runs_ai(self, keeper: str | None) -> bool:
        """True if this process runs the AI seats of a room with that new keeper."""
        ...

    async def came(self, live: LiveRoom, visitor: str) -> None:
        """A visitor watches a room through this process."""
        ...

    async def shared(self) -> None:
        """Wait until the other processes can know who watches through this one."""
        ...

    def went(self, live: LiveRoom, visitor: str) -> None:
        """A visitor no longer watches a room through this process."""
        ...

    async def is_elsewhere(self, live: LiveRoom, visitor: str) -> bool:
        """True if a visitor watches a room through another process."""
        ...

    def arrived(self, visitor: str) -> None:
        """A visitor has a page open at this process."""
        ...

    def departed(self, visitor: str) -> None:
        """A visitor no longer has a page open at this process."""
        ...

    async def online(self) -> set[str]:
        """Visitors with a page open at other processes."""
        ...

    def told(self, visitor: str) -> None:
        """Publish that there is news for a visitor's pages at other processes."""
        ...

    async def is_watched(self, room: str) -> bool:
        """True if any visitor watches the room through another process."""
        ...

    async def counted(self, lines: list[RoomSummary]) -> list[RoomSummary]:
        """Lobby lines with the spectators of rooms that are live at other processes only."""
        ...


class SingleProcess:
    """The only process on its database."""

    is_shared = False
    _hub: "Hub"

    async def join(self, hub: "Hub") -> Arrival:
        self._hub = hub
        return Arrival(hub.clock.now())

    async def start(self) -> None:
        for room_id in await self._hub.store.waiting_for_ai():
            await self._hub.attend(room_id)

    async def close(self) -> None:
        pass

    async def catch_up(self, live: LiveRoom) -> bool:
        return False

    def changed(self, room: Room, gone: bool = False) -> None:
        pass

    def relay(self, room: str, to: str | None, message: bytes) -> None:
        pass

    def keeper(self, before: Room | None, after: Room) -> str | None:
        return None

    def runs_ai(self, keeper: str | None) -> bool:
        return True

    async def came(self, live: LiveRoom, visitor: str) -> None:
        pass

    async def shared(self) -> None:
        pass

    def went(self, live: LiveRoom, visitor: str) -> None:
        pass

    async def is_elsewhere(self, live: LiveRoom, visitor: str) -> bool:
        return False

    def arrived(self, visitor: str) -> None:
        pass

    def departed(self, visitor: str) -> None:
        pass

    async def online(self) -> set[str]:
        return set()

    def told(self, visitor: str) -> None:
        pass

    async def is_watched(self, room: str) -> bool:
        return False

    async def counted(self, lines: list[RoomSummary]) -> list[RoomSummary]:
        return lines
