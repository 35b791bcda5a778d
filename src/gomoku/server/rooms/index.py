"""Columns of the room table, derived from the state for lists and queries."""

from functools import cache
from typing import Any

from gomoku.server.rooms.referee import deadline
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.rooms.views import summary_of
from gomoku.server.wire.catalogue import catalogue
from gomoku.server.wire.messages import encode
from gomoku.server.wire.values import Person


def indexed_columns(room: Room) -> dict[str, Any]:
    """Column values of a room, by column name."""
    first, second = map(visitor_at, room.holders)
    names = [holder.name for holder in room.holders if isinstance(holder, Person)]
    preset, opening = room.game.rules.name, room.options.opening
    text = " ".join([room.title, room.options.rules, opening, _titles(preset), _titles(opening), *names])
    return {
        "version": room.seq,
        "line": encode(summary_of(room)),
        "kind": room.kind,
        "phase": room.phase,
        "owner": room.owner,
        "first": first,
        "second": second,
        "search": text.casefold(),
        "preset": preset,
        "listed": room.is_listed,
        "open_seat": room.has_open_seat,
        "plies": room.ply,
        "ai_due": room.ai_due is not None,
        "deadline": deadline(room),
        "slow": room.is_slow,
        "turn": visitor_at(room.holder(room.to_act)) if room.is_slow and room.to_act else None,
        "created": room.created,
        "updated": room.updated,
    }


@cache
def _titles(name: str) -> str:
    """The titles of a rule set or opening in every language, as the page shows them."""
    known = catalogue()
    titles = [preset.title for preset in known.presets if preset.name == name]
    titles += [opening.title for opening in known.openings if opening.name == name]
    return " ".join(word for title in titles for word in dict.fromkeys((title.en, title.fr)))
