"""What may happen: a command, the room it is meant for, and who gives it, into the events that follow.

Pure: it neither changes the room nor knows the time. A command that cannot be carried out raises `Refusal`. Where one
player needs the other's consent, the command becomes an offer, and the other's reply makes it happen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from gomoku.rules import IllegalMove, Kind, OpeningError, Player, RulesError
from gomoku.server import clocks, events, messages
from gomoku.server.events import Event
from gomoku.server.messages import Reason, RoomCommand
from gomoku.server.room import PLAYERS, SIDES, Room, new_game, rules_answer, visitor_at
from gomoku.server.values import (
    TOO_ALIKE,
    Ai,
    Cell,
    EndedBy,
    Holder,
    Millis,
    Moment,
    Offer,
    OfferKind,
    Open,
    Options,
    Person,
    RoomKind,
    Stone,
)

OFFER_LASTS: Final = 60_000
COUNTDOWN: Final = 3_000
ABSENCE: Final = 60_000
"""How long a lost player is waited for before the other may claim the win."""
FIRST_WAIT: Final = 10_000
LONGEST_WAIT: Final = 300_000
"""Waits after a refusal: each is twice the one before."""

Events = tuple[Event, ...]


class Refusal(Exception):
    """A command that cannot be carried out."""

    def __init__(self, reason: Reason, detail: str = "", cell: Cell | None = None, wait: Millis | None = None) -> None:
        super().__init__(detail or str(reason))
        self.reason, self.detail, self.cell, self.wait = reason, detail, cell, wait


@dataclass(frozen=True)
class Actor:
    """Who gives a command: a visitor, or the engine in a player's place."""

    visitor: str = ""
    engine_of: Player | None = None
    ms: Millis | None = None
    """How long the engine thought."""


def create(command: messages.Create, visitor: str, now: Moment) -> events.Created:
    """The event that makes a room."""
    options = checked_options(command.options)
    _check_looks(*command.stones)
    wishes = (command.first, command.second)
    if command.kind is RoomKind.LOCAL and any(isinstance(wish, messages.OpenSeat) for wish in wishes):
        raise Refusal(Reason.BAD_OPTIONS, "a local game has no free seats")
    if command.kind is not RoomKind.LOCAL and all(isinstance(wish, messages.Me) for wish in wishes):
        raise Refusal(Reason.BAD_OPTIONS, "online one visitor cannot hold both seats")
    first, second = (_holder(wish, visitor) for wish in wishes)
    return events.Created(
        at=now,
        by=visitor,
        kind=command.kind,
        options=options,
        holders=(first, second),
        stones=command.stones,
        title=clean(command.title),
    )


def checked_options(options: Options) -> Options:
    """The same options with the rule set in its shortest spelling."""
    try:
        game = new_game(options)
    except (RulesError, OpeningError) as error:
        raise Refusal(Reason.BAD_OPTIONS, str(error)) from None
    return replace(options, rules=game.rules.spec())


def clean(text: str) -> str:
    """What people wrote, on one line and without what cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def decide(room: Room, command: RoomCommand, by: Actor, now: Moment) -> Events:
    """The events that follow from a command. Raises Refusal."""
    return _DECIDE[type(command)](room, command, by, now)


def due(room: Room, now: Moment) -> Events:
    """What time itself brings about: a clock that has run out, an offer that lapses, a countdown that ends."""
    if room.until is not None and not room.began and now >= room.until:
        return (events.Started(at=now),)
    expiry = _expiry(room)
    if expiry is not None and now >= expiry:
        assert room.asked is not None
        return (events.Ended(at=now, by=EndedBy.TIME, winner=room.asked.other),)
    lapsed = (offer for offer in room.offers if now >= offer.until)
    return tuple(_closed(offer, "lapsed", now) for offer in lapsed)


def deadline(room: Room) -> Moment | None:
    """When `due` will next have something to say."""
    moments = [offer.until for offer in room.offers]
    moments += [moment for moment in (_expiry(room), None if room.began else room.until) if moment is not None]
    return min(moments, default=None)


def _expiry(room: Room) -> Moment | None:
    """When the clock of the player who is asked runs out. An AI keeps its own time, so that waiting for it costs nothing."""
    left, asked = room.clocks, room.asked
    if left is None or asked is None or not room.is_running or room.turn_since is None or room.ply == 0:
        return None
    if isinstance(room.holder(asked), Ai):
        return None
    return room.turn_since + clocks.allowance(room.options.clock, left[PLAYERS.index(asked)]) + 1


# --- who may ---


def _seats(room: Room, by: Actor) -> tuple[Player, ...]:
    """The players somebody speaks for; none for the owner of a game of AI against AI."""
    if by.engine_of is not None:
        return (by.engine_of,)
    seats = room.held_by(by.visitor)
    if not seats and not (room.kind is RoomKind.LOCAL and by.visitor == room.owner):
        raise Refusal(Reason.NOT_SEATED, "only players may do that")
    return seats


def _asked(room: Room, by: Actor) -> Player:
    """The player who is asked, if that is the one who speaks."""
    seats = _seats(room, by)
    _playing(room)
    if room.paused:
        raise Refusal(Reason.PAUSED, "the game is paused")
    asked = room.asked
    if asked is None or asked not in seats:
        raise Refusal(Reason.NOT_YOUR_TURN, f"{asked} is asked now")
    return asked


def _playing(room: Room) -> None:
    if not room.began:
        raise Refusal(Reason.NOT_PLAYING, "the game has not begun")
    if room.is_over:
        raise Refusal(Reason.GAME_OVER, "the game is over")


def _owner(room: Room, by: Actor) -> None:
    if by.visitor != room.owner:
        raise Refusal(Reason.NOT_OWNER, "only the room's owner may do that")


def _needs_consent(room: Room, seats: tuple[Player, ...]) -> bool:
    """Is there another person at the board?"""
    return any(isinstance(room.holder(player), Person) for player in PLAYERS if player not in seats)


# --- moves ---


def _play(room: Room, command: messages.Play, by: Actor, now: Moment) -> Events:
    player = _asked(room, by)
    _fresh(room, command.ply)
    try:
        room.game.copy().play(command.cell)
    except IllegalMove as error:
        raise Refusal(Reason(error.reason), str(error), command.cell) from None
    return _charged(room, events.Placed(at=now, player=player, cell=command.cell, ms=_spent(room, by, now)))


def _answer(room: Room, command: messages.Decide, by: Actor, now: Moment) -> Events:
    player = _asked(room, by)
    _fresh(room, command.ply)
    decision = room.game.decision
    if decision is None or decision.kind in (Kind.STONE, Kind.PICK):
        raise Refusal(Reason.OPENING, "a stone is to be played, no question answered")
    try:
        room.game.copy().decide(rules_answer(command.answer))
    except IllegalMove as error:
        raise Refusal(Reason(error.reason), str(error)) from None
    return _charged(room, events.Decided(at=now, player=player, answer=command.answer, ms=_spent(room, by, now)))


def _fresh(room: Room, ply: int) -> None:
    if ply != room.ply:
        raise Refusal(Reason.STALE, f"the game has {room.ply} actions, not {ply}")


def _spent(room: Room, by: Actor, now: Moment) -> Millis:
    return room.elapsed(now) if by.ms is None else by.ms


def _charged(room: Room, event: events.Placed | events.Decided) -> Events:
    """The event, or the loss on time of somebody who took too long over it."""
    left = room.clocks
    if left is not None and room.ply:
        if event.ms > clocks.allowance(room.options.clock, left[PLAYERS.index(event.player)]):
            return (events.Ended(at=event.at, by=EndedBy.TIME, winner=event.player.other),)
    return (event,)


def undo_count(room: Room, seats: tuple[Player, ...]) -> int | None:
    """How many actions an undo by these players takes back: to their own last one. None where there is none."""
    if not room.began:
        return None
    if room.ended is not None and room.ended[0] in (EndedBy.RESIGNATION, EndedBy.AGREEMENT, EndedBy.CANCELLED):
        return 0  # the result is taken back
    if not seats:  # AI against AI
        return 1 if room.ply else None
    for count, action in enumerate(reversed(room.actions[: room.ply]), 1):
        if action.by in seats:
            return count
    return None


def redo_count(room: Room, seats: tuple[Player, ...]) -> int | None:
    """How many actions a redo makes again: until these players are asked once more."""
    if not room.game.can_redo or room.is_over or not room.began:
        return None
    if not seats:
        return 1
    undone = room.actions[room.ply :]
    for count in range(1, len(undone)):
        if undone[count].by in seats:
            return count
    return len(undone)


def _undo(room: Room, command: messages.Undo, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    if _needs_consent(room, seats):
        _playing(room)
    count = undo_count(room, seats)
    if count is None:
        raise Refusal(Reason.NOTHING_TO_UNDO, "there is nothing to take back")
    if _needs_consent(room, seats):
        moves = tuple(range(room.ply - count + 1, room.ply + 1))
        return _offer(room, OfferKind.UNDO, seats, now, moves)
    undone = events.Undone(at=now, count=count, player=seats[0] if seats else None)
    # or the AIs would play the same move again at once
    return (undone,) if seats or room.paused else (events.Paused(at=now), undone)


def _redo(room: Room, command: messages.Redo, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    if _needs_consent(room, seats):
        raise Refusal(Reason.NOT_HERE, "against another person nothing is redone")
    count = redo_count(room, seats)
    if count is None:
        raise Refusal(Reason.NOTHING_TO_REDO, "there is nothing to make again")
    return (events.Redone(at=now, count=count, player=seats[0] if seats else None),)


def _hint(room: Room, command: messages.Hint, by: Actor, now: Moment) -> Events:
    player = _asked(room, by)
    seats = _seats(room, by)
    if _needs_consent(room, seats):
        return _offer(room, OfferKind.HINT, (player,), now)
    return (events.Helped(at=now, player=player),)


# --- the game as a whole ---


def _restart(room: Room, command: messages.Restart, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    if not room.began:
        raise Refusal(Reason.NOT_PLAYING, "the game has not begun")
    if _needs_consent(room, seats):
        return _offer(room, OfferKind.RESTART, seats, now)
    return (events.Restarted(at=now, swapped=command.swap),)


def _resign(room: Room, command: messages.Resign, by: Actor, now: Moment) -> Events:
    player = _speaker(room, _seats(room, by))
    _playing(room)
    return (events.Ended(at=now, by=EndedBy.RESIGNATION, winner=player.other),)


def _draw(room: Room, command: messages.OfferDraw, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    player = _speaker(room, seats)
    _playing(room)
    if len(seats) == 2:
        return (events.Ended(at=now, by=EndedBy.AGREEMENT),)
    if isinstance(room.holder(player.other), Ai):
        _asked(room, by)  # it is asked between its moves, not while it thinks
    return _offer(room, OfferKind.DRAW, seats, now)


def _cancel(room: Room, command: messages.Cancel, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    _playing(room)
    if _needs_consent(room, seats):
        return _offer(room, OfferKind.CANCEL, seats, now)
    return (events.Ended(at=now, by=EndedBy.CANCELLED),)


def _pause(room: Room, command: messages.Pause, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    _playing(room)
    if room.paused:
        raise Refusal(Reason.NO_CHANGE, "the game is paused already")
    if _needs_consent(room, seats):
        return _offer(room, OfferKind.PAUSE, seats, now)
    return (events.Paused(at=now),)


def _resume(room: Room, command: messages.Resume, by: Actor, now: Moment) -> Events:
    _seats(room, by)
    if not room.paused:
        raise Refusal(Reason.NO_CHANGE, "the game is not paused")
    return (events.Resumed(at=now),)


def _speaker(room: Room, seats: tuple[Player, ...]) -> Player:
    """For whom somebody speaks; where one holds both seats, for the player who is asked."""
    if not seats:
        raise Refusal(Reason.NOT_SEATED, "only a person who plays may do that")
    return seats[0] if len(seats) == 1 else room.asked or seats[0]


# --- offers ---


def _offer(room: Room, kind: OfferKind, seats: tuple[Player, ...], now: Moment, moves: tuple[int, ...] = ()) -> Events:
    """Ask the other player; the same wish from both sides is agreed at once."""
    player = seats[0]
    for offer in room.offers:
        if offer.kind is kind and offer.by is player.other:
            return _accepted(room, offer, now)
        if offer.by is player:
            raise Refusal(Reason.OFFER_PENDING, f"there is an offer already: {offer.kind}")
    wait = max((_wait_over(room, kind, player) - now, 0))
    if wait:
        raise Refusal(Reason.TOO_SOON, f"refused before: wait {wait / 1000:.0f} s", wait=wait)
    return (events.Offered(at=now, kind=kind, player=player, until=now + OFFER_LASTS, moves=moves),)


def _wait_over(room: Room, kind: OfferKind, player: Player) -> Moment:
    """When a player may ask for a thing again that was refused."""
    for denial in room.denials:
        if (denial.kind, denial.player) == (kind, player):
            return denial.at + int(min(LONGEST_WAIT, FIRST_WAIT * 2 ** (denial.count - 1)))
    return 0


def _reply(room: Room, command: messages.Reply, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    offer = next((o for o in room.offers if o.kind is command.offer and o.by not in seats), None)
    if offer is None or not seats:
        raise Refusal(Reason.NO_OFFER, f"nobody offers: {command.offer}")
    return _accepted(room, offer, now) if command.accept else (_closed(offer, "denied", now),)


def _withdraw(room: Room, command: messages.Withdraw, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    offer = next((o for o in room.offers if o.kind is command.offer and o.by in seats), None)
    if offer is None:
        raise Refusal(Reason.NO_OFFER, f"there is no such offer: {command.offer}")
    return (_closed(offer, "withdrawn", now),)


def _closed(offer: Offer, how: str, now: Moment) -> events.OfferClosed:
    return events.OfferClosed(at=now, kind=offer.kind, player=offer.by, how=how)


def _accepted(room: Room, offer: Offer, now: Moment) -> Events:
    """What was asked for happens."""
    happens: Event
    match offer.kind:
        case OfferKind.DRAW:
            happens = events.Ended(at=now, by=EndedBy.AGREEMENT)
        case OfferKind.CANCEL:
            happens = events.Ended(at=now, by=EndedBy.CANCELLED)
        case OfferKind.UNDO:
            happens = events.Undone(at=now, count=len(offer.moves), player=offer.by)
        case OfferKind.RESTART:
            happens = events.Restarted(at=now, swapped=room.is_over)  # a rematch changes colours
        case OfferKind.HINT:
            happens = events.Helped(at=now, player=offer.by)
        case OfferKind.PAUSE:
            happens = events.Paused(at=now)
    return (_closed(offer, "accepted", now), happens)


# --- looks, names, options ---


def _dress(room: Room, command: messages.Dress, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    if room.kind is not RoomKind.LOCAL and room.game.seats[command.color] not in seats:
        raise Refusal(Reason.NOT_SEATED, "those are the other player's stones")
    side = SIDES.index(command.color)
    if room.stones[side] is command.stone:
        raise Refusal(Reason.NO_CHANGE, "they look like that already")
    _check_looks(command.stone, room.stones[1 - side])
    return (events.Dressed(at=now, color=command.color, stone=command.stone),)


def _check_looks(one: Stone, other: Stone) -> None:
    if one is other or {one, other} in map(set, TOO_ALIKE):
        raise Refusal(Reason.ALIKE, f"{one} and {other} cannot be told apart")


def _rename(room: Room, command: messages.Rename, by: Actor, now: Moment) -> Events:
    if command.player not in _seats(room, by):
        raise Refusal(Reason.NOT_SEATED, "that is not your seat")
    if not isinstance(room.holder(command.player), Person):
        raise Refusal(Reason.NOT_HERE, "an AI keeps its name")
    name = clean(command.name)
    if name == room.name(command.player):
        raise Refusal(Reason.NO_CHANGE, "that is the name already")
    return (events.Renamed(at=now, player=command.player, name=name),)


def _retitle(room: Room, command: messages.Retitle, by: Actor, now: Moment) -> Events:
    _owner(room, by)
    title = clean(command.title)
    if title == room.title:
        raise Refusal(Reason.NO_CHANGE, "that is the title already")
    return (events.Titled(at=now, title=title),)


def _configure(room: Room, command: messages.Configure, by: Actor, now: Moment) -> Events:
    _owner(room, by)
    options = checked_options(command.options)
    if options == room.options:
        raise Refusal(Reason.NO_CHANGE, "those are the options already")
    in_game = room.kind is RoomKind.LOCAL or (room.began and not room.is_over)
    if in_game and options != replace(room.options, ai_time=options.ai_time):
        raise Refusal(Reason.NOT_HERE, "in a game only the AI's time can be changed")
    return (events.OptionsChanged(at=now, options=options),)


def _level(room: Room, command: messages.SetLevel, by: Actor, now: Moment) -> Events:
    _owner(room, by)
    holder = room.holder(command.player)
    if not isinstance(holder, Ai):
        raise Refusal(Reason.NOT_HERE, "no AI sits there")
    if holder.level == command.level:
        raise Refusal(Reason.NO_CHANGE, "that is its level already")
    return (events.Sat(at=now, player=command.player, holder=Ai(command.level)),)


# --- seats ---


def _holder(wish: messages.SeatWish, visitor: str) -> Holder:
    if isinstance(wish, messages.Me):
        return Person(visitor, clean(wish.name))
    return Ai(wish.level) if isinstance(wish, messages.AiSeat) else Open()


def _sit(room: Room, command: messages.Sit, by: Actor, now: Moment) -> Events:
    player, wish = command.player, command.who
    before, after = room.holder(player), _holder(wish, by.visitor)
    if before == after:
        raise Refusal(Reason.NO_CHANGE, "that is so already")
    if room.kind is RoomKind.LOCAL:  # its owner may hand a seat to the AI and take it back at any moment
        _owner(room, by)
        if isinstance(after, Open):
            raise Refusal(Reason.NOT_HERE, "a local game has no free seats")
        return (events.Sat(at=now, player=player, holder=after),)
    if room.began and not room.is_over:
        raise Refusal(Reason.SEAT_TAKEN, "a game is being played")
    if isinstance(before, Person):
        raise Refusal(Reason.SEAT_TAKEN, "somebody sits there")
    if isinstance(after, Person):
        if by.visitor in room.kicked:
            raise Refusal(Reason.NOT_HERE, "the room's owner has sent you away")
        if room.held_by(by.visitor):
            raise Refusal(Reason.SEAT_TAKEN, "you have a seat already")
        if isinstance(before, Ai):
            _owner(room, by)
        return (events.Sat(at=now, player=player, holder=after),)
    _owner(room, by)
    return (
        (events.Stood(at=now, player=player),)
        if isinstance(after, Open)
        else (events.Sat(at=now, player=player, holder=after),)
    )


def _stand(room: Room, command: messages.Stand, by: Actor, now: Moment) -> Events:
    if room.kind is RoomKind.LOCAL:
        raise Refusal(Reason.NOT_HERE, "a local game has no free seats")
    if command.player not in _seats(room, by):
        raise Refusal(Reason.NOT_SEATED, "that is not your seat")
    return (*_broken_off(room, command.player, EndedBy.RESIGNATION, now), *_left(room, command.player, now))


def _broken_off(room: Room, player: Player, how: EndedBy, now: Moment) -> Events:
    """The end of a game that a player leaves."""
    if not room.began or room.is_over:
        return ()
    return (events.Ended(at=now, by=how, winner=None if how is EndedBy.CANCELLED else player.other),)


def _left(room: Room, player: Player, now: Moment, kicked: bool = False) -> Events:
    """A seat becomes free; the room passes to the other player where its owner leaves."""
    stood = events.Stood(at=now, player=player, kicked=kicked)
    heir = visitor_at(room.holder(player.other))
    if visitor_at(room.holder(player)) == room.owner and heir:
        return (stood, events.Owned(at=now, visitor=heir))
    return (stood,)


def _kick(room: Room, command: messages.Kick, by: Actor, now: Moment) -> Events:
    _owner(room, by)
    victim = visitor_at(room.holder(command.player))
    if room.kind is RoomKind.LOCAL or victim is None or victim == by.visitor:
        raise Refusal(Reason.NOT_HERE, "there is nobody to send away")
    return (
        *_broken_off(room, command.player, EndedBy.CANCELLED, now),
        *_left(room, command.player, now, kicked=True),
    )


def _ready(room: Room, command: messages.Ready, by: Actor, now: Moment) -> Events:
    seats = _seats(room, by)
    if room.began:
        raise Refusal(Reason.NOT_HERE, "the game has begun")
    player = seats[0]
    if room.ready[PLAYERS.index(player)] == command.ready:
        raise Refusal(Reason.NO_CHANGE, "that is so already")
    readied = events.Readied(at=now, player=player, ready=command.ready)
    other = room.holder(player.other)
    other_ready = isinstance(other, Ai) or (isinstance(other, Person) and room.ready[PLAYERS.index(player.other)])
    if command.ready and other_ready:
        return (readied, events.Counting(at=now, until=now + COUNTDOWN))
    return (readied,)


def _say(room: Room, command: messages.Say, by: Actor, now: Moment) -> Events:
    text = clean(command.text)
    if not text:
        raise Refusal(Reason.NO_CHANGE, "nothing was said")
    seats = room.held_by(by.visitor)
    return (events.Said(at=now, visitor=by.visitor, name=room.name(seats[0]) if seats else "", text=text),)


def _claim(room: Room, command: messages.Claim, by: Actor, now: Moment) -> Events:
    player = _speaker(room, _seats(room, by))
    _playing(room)
    lost = room.lost[PLAYERS.index(player.other)]
    if lost is None:
        raise Refusal(Reason.NOT_HERE, "the other player is here")
    if now < lost + ABSENCE:
        raise Refusal(Reason.TOO_SOON, "the other player may still come back", wait=lost + ABSENCE - now)
    return (events.Ended(at=now, by=EndedBy.ABANDONED, winner=player),)


def presence(room: Room, visitor: str, here: bool, now: Moment) -> Events:
    """A visitor's last connection to a room was lost, or the first is there again."""
    if room.kind is RoomKind.LOCAL:
        return ()
    changed = (player for player in room.held_by(visitor) if (room.lost[PLAYERS.index(player)] is None) != here)
    return tuple(events.Back(at=now, player=p) if here else events.Lost(at=now, player=p) for p in changed)


_DECIDE: Final[dict[type, Callable[[Room, Any, Actor, Moment], Events]]] = {
    messages.Play: _play,
    messages.Decide: _answer,
    messages.Undo: _undo,
    messages.Redo: _redo,
    messages.Hint: _hint,
    messages.Restart: _restart,
    messages.Resign: _resign,
    messages.OfferDraw: _draw,
    messages.Cancel: _cancel,
    messages.Reply: _reply,
    messages.Withdraw: _withdraw,
    messages.Pause: _pause,
    messages.Resume: _resume,
    messages.Dress: _dress,
    messages.Rename: _rename,
    messages.Retitle: _retitle,
    messages.Configure: _configure,
    messages.SetLevel: _level,
    messages.Sit: _sit,
    messages.Stand: _stand,
    messages.Kick: _kick,
    messages.Ready: _ready,
    messages.Say: _say,
    messages.Claim: _claim,
}
"""Who decides which command."""

__all__ = ["Actor", "Refusal", "create", "deadline", "decide", "due", "presence"]
