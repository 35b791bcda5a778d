"""Levels of players in the database: updated in the transaction that ends a game against the engine.

As with ratings, the update is committed only if the row has not changed since it was computed: a game counts exactly
once, even across crashes.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from gomoku.server.rooms.rating import player_levels
from gomoku.server.rooms.rating.glicko import Glicko
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage.tables import player_level
from gomoku.server.wire.events import Event, LevelRated
from gomoku.server.wire.people.account_messages import LevelEstimate
from gomoku.server.wire.values import Moment

Read = Callable[[Callable[[Connection], Any]], Awaitable[Any]]


def level_of(connection: Connection, visitor: str, rules: str, lock: bool = False) -> PlayerRating:
    """A visitor's level under a rule set, as a rating; the default for visitors who have not played yet."""
    query = select(player_level).where(player_level.c.visitor == visitor, player_level.c.rules == rules)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return PlayerRating()
    return PlayerRating(Glicko(row.value, row.deviation, row.volatility), row.games, row.updated)


def estimate(connection: Connection, visitor: str, rules: str, now: Moment) -> LevelEstimate:
    """A visitor's level for games with these rules. Raises RulesError."""
    found = level_of(connection, visitor, player_levels.pool_of(rules))
    return LevelEstimate(player_levels.shown(found, now), player_levels.is_pooled(rules))


@dataclass(frozen=True)
class LevelUpdate:
    """The new level of a player, written with the event that ended the game. A `Guard` of the store."""

    visitor: str
    rules: str
    before: PlayerRating
    after: PlayerRating

    def holds(self, connection: Connection) -> bool:
        """Lock the row. Is it still the one the change was computed from?"""
        return level_of(connection, self.visitor, self.rules, lock=True) == self.before

    def write(self, connection: Connection) -> None:
        found = self.after.glicko
        values: dict[str, Any] = {"value": found.rating, "deviation": found.deviation, "volatility": found.volatility}
        values |= {"games": self.after.games, "updated": self.after.updated}
        mine = and_(player_level.c.visitor == self.visitor, player_level.c.rules == self.rules)
        if self.before.games:
            connection.execute(update(player_level).where(mine).values(values))
        else:  # two first games at once: the second insertion fails, and is a Conflict
            connection.execute(insert(player_level).values(visitor=self.visitor, rules=self.rules, **values))


async def with_level(
    read: Read, happened: tuple[Event, ...], rooms: list[Room]
) -> tuple[tuple[Event, ...], list[Room], LevelUpdate | None]:
    """Add `level_rated` after the end of a game against the engine. `rooms`: the room before the events, and after each."""
    end = next((number for number, room in enumerate(rooms) if number and player_levels.is_due(room)), None)
    if end is None:
        return happened, rooms, None
    room = rooms[end]
    seats = player_levels.seats_of(room)
    assert seats is not None
    visitor, rules = seats[0].visitor, player_levels.pool_of(room.options.rules)
    before: PlayerRating = await read(lambda connection: level_of(connection, visitor, rules))
    after, result = player_levels.settled(room, before)
    happened = (*happened[:end], LevelRated(at=room.updated, result=result), *happened[end:])
    rooms = rooms[:1]
    for event in happened:
        rooms.append(apply(room.id, rooms[-1], event))
    return happened, rooms, None if result.uncounted else LevelUpdate(visitor, rules, before, after)
