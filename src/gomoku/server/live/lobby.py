"""The lobby: the list of public rooms, and the pages that show it."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from gomoku.server.live.clients import Client
from gomoku.server.live.cluster import Cluster
from gomoku.server.live.live_room import LiveRoom, ServerClock
from gomoku.server.rooms import views
from gomoku.server.rooms.room import Room
from gomoku.server.storage.store import Store
from gomoku.server.wire import messages
from gomoku.server.wire.messages import RoomSummary
from gomoku.server.wire.values import DAY, RoomKind

LISTED_FOR: Final = 3_600_000
"""Milliseconds without an event after which a room is no longer listed."""
SLOW_LISTED_FOR: Final = 14 * DAY
"""Milliseconds after which a slow game that waits for an opponent is no longer listed."""
LOBBY_PAGE: Final = 50
"""Rooms of the list per page, at most."""


class Lobby:
    """The public list of rooms; pages that subscribed get every change."""

    def __init__(self, store: Store, clock: ServerClock, cluster: Cluster, rooms: Mapping[str, LiveRoom]) -> None:
        self._store = store
        self._clock = clock
        self._cluster = cluster
        self._rooms = rooms
        self._clients: set[Client] = set()
        self._readings: dict[object, list[bytes]] = {}
        """By page that is reading the list: changes announced during the read."""

    def __bool__(self) -> bool:
        """True while any page shows the list."""
        return bool(self._clients)

    async def listed(
        self, search: str = "", limit: int = LOBBY_PAGE, offset: int = 0, rules: str = "", open_only: bool = False
    ) -> messages.GameList:
        """A page of the list: rooms that match these words, this rule set, and a free seat if asked for."""
        now = self._clock.now()
        lines, total = await self._store.listed(
            now - LISTED_FOR, search, limit, offset, rules, open_only, now - SLOW_LISTED_FOR
        )
        return messages.GameList(tuple(map(self._counted, await self._cluster.counted(lines))), total)

    async def enter(self, client: Client, wanted: messages.Lobby) -> None:
        """Send a page of the list, and every change from now on."""
        self._clients.add(client)
        reading = object()
        missed = self._readings[reading] = []
        try:
            found = await self.listed(wanted.search, LOBBY_PAGE, wanted.offset, wanted.rules, wanted.open_only)
        finally:
            del self._readings[reading]
        client.tell(messages.LobbyList(found.games, found.total, wanted.offset))
        for change in missed:  # the list may be older, and replaces what the page was told before
            client.tell_bytes(change)

    async def attended(self) -> list[tuple[str, str]]:
        """Every room of the list with each visitor who has a seat in it."""
        rows = await self._store.attended(self._clock.now() - LISTED_FOR)
        return [(room, visitor) for room, *seats in rows for visitor in seats if visitor]

    def leave(self, client: Client) -> None:
        """Stop sending changes."""
        self._clients.discard(client)

    def update(self, room: Room, gone: bool = False) -> None:
        """Announce the new state of a room, if it is listed."""
        if self._clients and room.kind is RoomKind.LISTED:
            self.announce(room.id, self._counted(views.summary_of(room)) if room.is_listed and not gone else None)

    def announce(self, room_id: str, line: RoomSummary | None) -> None:
        """Send a new line of the list; None removes it."""
        change = messages.encode(messages.LobbyChange(room_id, line))
        for client in self._clients:
            client.tell_bytes(change)
        for missed in self._readings.values():
            missed.append(change)

    def _counted(self, line: RoomSummary) -> RoomSummary:
        """The line with the number of spectators, if the room is live here."""
        live = self._rooms.get(line.room)
        return line if live is None else replace(line, spectators=live.spectators)
