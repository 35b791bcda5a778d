"""Chooses the bot's next command in a room: a pure function of its view, without clock, brain or connection."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from gomoku.bot.room_view import RoomView
from gomoku.rules import Player
from gomoku.server.wire import messages
from gomoku.server.wire.messages import RoomCommand
from gomoku.server.wire.values import Moment, OfferKind, Open, Phase, Seat

CommandFactory: TypeAlias = Callable[[str], RoomCommand]
"""Makes a command with the given id."""


class Intent(Enum):
    """Next step of a bot that sends no command."""

    WAIT = "wait"  # until the room changes
    THINK = "think"  # ask the brain for a move
    FULL = "full"  # no free seat
    DONE = "done"  # all games here are played


@dataclass(frozen=True)
class BotProfile:
    """The bot's name and how it answers offers."""

    name: str
    accepts: frozenset[OfferKind] = frozenset()
    """Offers accepted during a game; all others are declined."""


ABSENCE_TIMEOUT: Final = 60_000
"""Milliseconds to wait for a disconnected opponent while no game is in progress."""


def next_action(
    view: RoomView, me: str, profile: BotProfile, more: bool, asked: bool, now: Moment
) -> CommandFactory | Intent:
    """Return the next command. `more`: the bot wants another game; `asked`: it has already offered a rematch."""
    seat = view.seat_of(me)
    if seat is None:
        return _sit(view, profile)
    other = view.seat(seat.player.other)
    reply = _reply(view, seat, profile, more)
    if reply is not None:
        return reply
    if view.state.tournament and view.state.phase is Phase.OVER:
        return Intent.DONE
    if view.state.phase in (Phase.SEATING, Phase.OVER) and not view.state.tournament:
        if not more:
            return Intent.DONE
        if other.lost_since is not None and now > other.lost_since + ABSENCE_TIMEOUT:  # make room for another opponent
            return (lambda id: messages.Kick(id, view.room, other.player)) if me == view.state.owner else Intent.DONE
    match view.state.phase:
        case Phase.SEATING if not seat.ready and not isinstance(other.holder, Open):
            return lambda id: messages.Ready(id, view.room, True)
        case Phase.PLAYING if me in view.state.acts:
            return Intent.THINK
        case Phase.PLAYING if other.claim_at is not None and now >= other.claim_at:
            return lambda id: messages.Claim(id, view.room)
        case Phase.OVER if not asked:
            return lambda id: messages.Restart(id, view.room)
    return Intent.WAIT


def _sit(view: RoomView, profile: BotProfile) -> CommandFactory | Intent:
    free = free_seat(view)
    if free is None or view.state.phase is Phase.PLAYING:
        return Intent.FULL
    return lambda id: messages.Sit(id, view.room, free, messages.Me(profile.name))


def free_seat(view: RoomView) -> Player | None:
    return next((seat.player for seat in view.state.seats if isinstance(seat.holder, Open)), None)


def _reply(view: RoomView, seat: Seat, profile: BotProfile, more: bool) -> CommandFactory | None:
    """Answer the opponent's offer, if there is one."""
    offer: Any = next((offer for offer in view.state.offers if offer.by is not seat.player), None)
    if offer is None:
        return None
    is_rematch = offer.kind is OfferKind.RESTART and view.state.phase is Phase.OVER
    accepts = more if is_rematch else offer.kind in profile.accepts
    return lambda id: messages.Reply(id, view.room, offer.kind, accepts)
