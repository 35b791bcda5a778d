"""Finished online games between people, which profiles show; written in the transaction that ends them.

A room goes on to its next game and may be deleted; these rows stay, and name the room that keeps the game.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, delete, insert

from gomoku.rules.opening_names import named_opening
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import PLAYERS, Room, archive_id, visitor_at
from gomoku.server.storage.tables import played_game
from gomoku.server.wire.values import EndedBy, RoomKind


def just_ended(rooms: Sequence[Room]) -> Room | None:
    """The room at the end of a game between two people, among the states before and after each of some events."""
    for before, after in pairwise(rooms):
        if after.is_over and not before.is_over and after.kind is not RoomKind.LOCAL and after.actions:
            first, second = map(visitor_at, after.holders)
            outcome = after.outcome
            has_result = outcome is not None and outcome.by is not EndedBy.CANCELLED
            return after if first and second and first != second and has_result else None
    return None


def note(connection: Connection, room: Room) -> None:
    """Store the game that has just ended in a room."""
    first, second = map(visitor_at, room.holders)
    outcome = room.outcome
    assert outcome is not None
    key: dict[str, Any] = {"game_id": room.id, "round": room.round}
    row = key | {"archive": archive_id(room), "kind": room.kind, "rules": room.game.rules.name}
    row |= {"opening": str(named_opening(room.game) or ""), "first": first, "second": second, "at": room.updated}
    row |= {"first_side": room.color(PLAYERS[0]).value, "ended_by": outcome.by}
    row |= {"half_points": round(2 * ratings.score(room))}
    same = [played_game.c[name] == value for name, value in key.items()]
    connection.execute(delete(played_game).where(*same))
    connection.execute(insert(played_game).values(row))
