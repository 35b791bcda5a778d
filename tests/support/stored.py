"""Compares the database with the commands that were acknowledged."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select

from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage import database
from gomoku.server.storage.tables import game, game_command, game_event, rated_game, rating
from gomoku.server.wire.events import Event, Rated

_event: Final = msgspec.json.Decoder(Event)


async def missing(url: str, acknowledged: Mapping[tuple[str, str, str], int]) -> list[str]:
    """Acknowledged commands that are not stored, and rooms with missing events.

    `acknowledged`: room, visitor and id of commands, and the version each led to.
    """

    def look(connection: Connection) -> list[str]:
        columns = (game_command.c.game_id, game_command.c.visitor, game_command.c.id, game_command.c.seq)
        stored = {(room, visitor, name): seq for room, visitor, name, seq in connection.execute(select(*columns))}
        lost = [
            f"{room}: {name} of {visitor} led to {seq}, and {stored.get((room, visitor, name))} is there"
            for (room, visitor, name), seq in acknowledged.items()
            if stored.get((room, visitor, name)) != seq
        ]
        counts = select(game_event.c.game_id, func.count(), func.max(game_event.c.seq)).group_by(game_event.c.game_id)
        events = {room: (count, last) for room, count, last in connection.execute(counts)}
        for room, version in connection.execute(select(game.c.id, game.c.version)):
            if events.get(room) != (version, version):
                lost.append(f"{room}: version {version}, and {events.get(room)} events are there")
        return lost

    return await _read(url, look)


async def miscounted(url: str) -> list[str]:
    """Rated games not counted exactly once, and ratings that differ from the sum of their games."""

    def look(connection: Connection) -> list[str]:
        found = []
        counted = {(row.game_id, row.round): row for row in connection.execute(select(rated_game))}
        sums: Counter[tuple[str, str]] = Counter()
        games: Counter[tuple[str, str]] = Counter()
        for row in counted.values():
            for visitor, change in ((row.first, row.first_change), (row.second, row.second_change)):
                sums[visitor, row.rules] += change
                games[visitor, row.rules] += 1
        for row in connection.execute(select(rating)):
            key = (row.visitor, row.rules)
            if (row.value, row.games) != (ratings.NEW_PLAYER.rating + sums.pop(key, 0), games[key]):
                found.append(
                    f"{key}: {row.value} after {row.games} games, which does not follow from those that counted"
                )
        found += [f"{key}: games counted, and there is no rating" for key in sums]
        query = select(game_event.c.game_id, game_event.c.data).order_by(game_event.c.game_id, game_event.c.seq)
        for room_id, rows in groupby(connection.execute(query), key=lambda row: row.game_id):
            state: Room | None = None
            for row in rows:
                if state is not None and ratings.needs_rating_update(state) and b'"type":"rated"' not in row.data:
                    found.append(f"{room_id}: a game ended and was not counted with it")
                event = _event.decode(row.data)
                state = apply(room_id, state, event)
                if isinstance(event, Rated) and event.changes and counted.pop((room_id, state.round), None) is None:
                    found.append(f"{room_id}: counted in the room, and not in the list, or twice")
            if state is not None and ratings.needs_rating_update(state):
                found.append(f"{room_id}: a game ended and was not counted")
        return found + [f"{key}: counted, and the room does not know" for key in counted]

    return await _read(url, look)


async def _read(url: str, look: Callable[[Connection], list[str]]) -> list[str]:
    opened = database.connect(url)
    try:
        return await opened.read(look)
    finally:
        await opened.close()
