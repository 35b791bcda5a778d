"""Columns of the room table, derived from the state for lists and queries."""

from typing import Any

from gomoku.server.rooms.referee import deadline
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.rooms.views import summary_of
from gomoku.server.wire.messages import encode
from gomoku.server.wire.values import Person


def indexed_columns(room: Room) -> dict[str, Any]:
    """Column values of a room, by column name."""
    first, second = map(visitor_at, room.holders)
    names = [holder.name for holder in room.holders if isinstance(holder, Person)]
    text = " ".join([room.title, room.options.rules, room.options.opening, *names])
    return {
        "version": room.seq,
        "line": encode(summary_of(room)),
        "kind": room.kind,
        "phase": room.phase,
        "owner": room.owner,
        "first": first,
        "second": second,
        "search": text.casefold(),
        "plies": room.ply,
        "ai_due": room.ai_due is not None,
        "deadline": deadline(room),
        "created": room.created,
        "updated": room.updated,
    }
