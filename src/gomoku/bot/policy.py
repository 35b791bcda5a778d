"""What a bot does next in a room: a function of what it knows, without a clock, a brain or a connection."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from gomoku.bot.room_view import Table
from gomoku.rules import Player
from gomoku.server.wire import messages
from gomoku.server.wire.messages import RoomCommand
from gomoku.server.wire.values import Moment, OfferKind, Open, Phase, Seat

Deed: TypeAlias = Callable[[str], RoomCommand]
"""A command that still lacks its id."""


class Pause(Enum):
    """What is no command."""

    WAIT = "wait"  # nothing is to be done until something happens
    THINK = "think"  # the brain is asked
    FULL = "full"  # there is no seat
    DONE = "done"  # enough was played here


@dataclass(frozen=True)
class Habits:
    """How a bot behaves."""

    name: str
    accepts: frozenset[OfferKind] = frozenset()
    """What it grants the other player during a game; everything else is denied."""


ABSENCE: Final = 60_000
"""Milliseconds for which a lost player is waited for where no game is played."""


def next_deed(table: Table, me: str, habits: Habits, more: bool, asked: bool, now: Moment) -> Deed | Pause:
    """`more`: another game is wanted after this one; `asked`: it has asked for it already."""
    seat = table.seat_of(me)
    if seat is None:
        return _sit(table, habits)
    other = table.seat(seat.player.other)
    reply = _reply(table, seat, habits, more)
    if reply is not None:
        return reply
    if table.state.phase in (Phase.SEATING, Phase.OVER):
        if not more:
            return Pause.DONE
        if other.lost_since is not None and now > other.lost_since + ABSENCE:  # somebody else may want the seat
            return (lambda id: messages.Kick(id, table.room, other.player)) if me == table.state.owner else Pause.DONE
    match table.state.phase:
        case Phase.SEATING if not seat.ready and not isinstance(other.holder, Open):
            return lambda id: messages.Ready(id, table.room, True)
        case Phase.PLAYING if me in table.state.acts:
            return Pause.THINK
        case Phase.PLAYING if other.claim_at is not None and now >= other.claim_at:
            return lambda id: messages.Claim(id, table.room)
        case Phase.OVER if not asked:
            return lambda id: messages.Restart(id, table.room)
    return Pause.WAIT


def _sit(table: Table, habits: Habits) -> Deed | Pause:
    free = free_seat(table)
    if free is None or table.state.phase is Phase.PLAYING:
        return Pause.FULL
    return lambda id: messages.Sit(id, table.room, free, messages.Me(habits.name))


def free_seat(table: Table) -> Player | None:
    return next((seat.player for seat in table.state.seats if isinstance(seat.holder, Open)), None)


def _reply(table: Table, seat: Seat, habits: Habits, more: bool) -> Deed | None:
    """An answer to what the other player asks."""
    offer: Any = next((offer for offer in table.state.offers if offer.by is not seat.player), None)
    if offer is None:
        return None
    is_rematch = offer.kind is OfferKind.RESTART and table.state.phase is Phase.OVER
    accepts = more if is_rematch else offer.kind in habits.accepts
    return lambda id: messages.Reply(id, table.room, offer.kind, accepts)
