"""Seats of online rooms: sitting, standing, ready, chat, mutes and bans, disconnected players."""

from typing import Final

from gomoku.rules import Player
from gomoku.server.rooms.lookalikes import skeleton
from gomoku.server.rooms.permissions import (
    Actor,
    acting_player,
    clean,
    players_of,
    require_engine,
    require_game,
    require_no_tournament,
    require_owner,
)
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import PLAYERS, Room, visitor_at
from gomoku.server.wire import events
from gomoku.server.wire import room_commands as commands
from gomoku.server.wire.events import Event
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.values import (
    Ai,
    Correspondence,
    EndedBy,
    Holder,
    Moment,
    Open,
    Options,
    Person,
    RoomKind,
    is_bot,
)

COUNTDOWN: Final = 3_000
"""Milliseconds from both ready to the start of the game."""
FIRST_MOVE: Final = 60_000
"""Milliseconds for the first move of a tournament's game, which no clock limits."""
ABSENCE_TIMEOUT: Final = 60_000
"""Milliseconds after a disconnect until the other player may claim the win."""

CHAT_WINDOW: Final = 10_000
"""Milliseconds of the window in which lines of chat are counted."""
MAX_LINES: Final = 5
"""Lines of one visitor per window."""
MAX_SPECTATOR_LINES: Final = 20
"""Lines of all spectators per window: they may be one person with many cookies."""

Events = tuple[Event, ...]


def holder_for(request: commands.SeatRequest, visitor: str) -> Holder:
    if isinstance(request, commands.Me):
        return Person(visitor, clean(request.name), is_bot(visitor))
    return Ai(request.level, request.matched) if isinstance(request, commands.AiSeat) else Open()


def sit(room: Room, command: commands.Sit, by: Actor, now: Moment) -> Events:
    require_no_tournament(room)
    player, request = command.player, command.who
    before, after = room.holder(player), holder_for(request, by.visitor)
    if before == after:
        raise Refusal(Reason.NO_CHANGE, "already the case")
    if isinstance(after, Ai):
        require_engine(room.options)
        require_live(room.options)
    if room.is_rated and not isinstance(after, Open) and not ratings.is_rateable(after):
        raise Refusal(Reason.RATED, "rated games are between people")
    if room.kind is RoomKind.LOCAL:  # the owner may swap a person and an AI at any time
        require_owner(room, by)
        if isinstance(after, Open):
            raise Refusal(Reason.NOT_HERE, "a local game has no free seats")
        return (events.Sat(at=now, player=player, holder=after),)
    if room.began and not room.is_over:
        raise Refusal(Reason.SEAT_TAKEN, "a game is in progress")
    if isinstance(before, Person):
        raise Refusal(Reason.SEAT_TAKEN, "the seat is taken")
    if isinstance(after, Person):
        if by.visitor in room.kicked:
            raise Refusal(Reason.BANNED, "the owner has sent you away")
        if room.held_by(by.visitor):
            raise Refusal(Reason.SEAT_TAKEN, "you have a seat already")
        if isinstance(before, Ai):
            require_owner(room, by)
        sat = events.Sat(at=now, player=player, holder=after)
        # An abandoned room passes to the next person who sits down.
        if by.visitor != room.owner and not any(isinstance(holder, Person) for holder in room.holders):
            return (sat, events.OwnerChanged(at=now, visitor=by.visitor))
        if room.is_slow and isinstance(room.holder(player.other), Person):
            return (sat, events.Started(at=now))  # the other player need not be connected to get ready
        return (sat,)
    require_owner(room, by)
    return (
        (events.Stood(at=now, player=player),)
        if isinstance(after, Open)
        else (events.Sat(at=now, player=player, holder=after),)
    )


def require_live(options: Options) -> None:
    """Refuse an engine in a slow game: it answers at once."""
    if isinstance(options.clock, Correspondence):
        raise Refusal(Reason.BAD_OPTIONS, "slow games are between people")


def stand(room: Room, command: commands.Stand, by: Actor, now: Moment) -> Events:
    if room.kind is RoomKind.LOCAL:
        raise Refusal(Reason.NOT_HERE, "a local game has no free seats")
    if command.player not in players_of(room, by):
        raise Refusal(Reason.NOT_SEATED, "that is not your seat")
    if room.tournament:  # the seats stay as they were paired
        require_game(room)
        return _resigned(room, command.player, now)
    return (*_resigned(room, command.player, now), *left(room, command.player, now))


def abandoned(room: Room) -> tuple[Player, Moment] | None:
    """A seat abandoned before the game while the other player waits, and when it is freed."""
    if room.kind is RoomKind.LOCAL or room.began or room.tournament:
        return None
    for player, lost in zip(PLAYERS, room.lost, strict=True):
        waits = isinstance(room.holder(player.other), Person) and room.lost[PLAYERS.index(player.other)] is None
        if lost is not None and waits:
            return player, lost + ABSENCE_TIMEOUT
    return None


def default_at(room: Room) -> Moment | None:
    """Time at which a tournament's game is decided by default: players are not ready, or the first move is not made."""
    if not room.tournament or room.is_over or room.ply:
        return None
    if room.began:
        return None if room.turn_since is None else room.turn_since + FIRST_MOVE
    return room.start_by if room.until is None else None


def lost_by_default(room: Room, now: Moment) -> Events:
    """The end of a tournament's game for which one player, or neither, showed up."""
    if room.began:
        winner = None if room.to_act is None else room.to_act.other
    else:
        winner = next((player for player, is_ready in zip(PLAYERS, room.ready, strict=True) if is_ready), None)
    by = EndedBy.CANCELLED if winner is None else EndedBy.ABANDONED
    ended = events.Ended(at=now, by=by, winner=winner)
    return (ended,) if room.began else (events.Started(at=now), ended)


def leave_abandoned(room: Room, visitor: str, now: Moment) -> Events:
    """Free the seat of a visitor who waits for an opponent without being connected; nothing otherwise."""
    seats = [player for player in room.held_by(visitor) if room.lost[PLAYERS.index(player)] is not None]
    return () if room.began or not seats else left(room, seats[0], now)


def _resigned(room: Room, player: Player, now: Moment) -> Events:
    """Resignation of a player who leaves a running game; nothing otherwise."""
    if not room.began or room.is_over:
        return ()
    return (events.Ended(at=now, by=EndedBy.RESIGNATION, winner=player.other),)


def _cancelled(room: Room, now: Moment) -> Events:
    """Cancellation of a running game; nothing otherwise."""
    return (events.Ended(at=now, by=EndedBy.CANCELLED),) if room.began and not room.is_over else ()


def left(room: Room, player: Player, now: Moment) -> Events:
    """Free a seat; if the owner leaves, the room passes to the other player."""
    stood = events.Stood(at=now, player=player)
    heir = visitor_at(room.holder(player.other))
    if visitor_at(room.holder(player)) == room.owner and heir:
        return (stood, events.OwnerChanged(at=now, visitor=heir))
    return (stood,)


def kick(room: Room, command: commands.Kick, by: Actor, now: Moment) -> Events:
    require_owner(room, by)
    victim = visitor_at(room.holder(command.player))
    if room.kind is RoomKind.LOCAL or victim is None or victim == by.visitor:
        raise Refusal(Reason.NOT_HERE, "there is no player to kick")
    # Kicking during a rated game loses it; otherwise owners could escape every loss.
    ending = _resigned(room, command.player.other, now) if room.is_rated else _cancelled(room, now)
    return (*ending, events.Stood(at=now, player=command.player, kicked=True, reason=command.reason))


def cleared(room: Room, now: Moment) -> Events:
    """Cancel a running game and free both seats of an online room."""
    if room.kind is RoomKind.LOCAL:
        raise Refusal(Reason.NOT_HERE, "a local game has no free seats")
    seated = [player for player in PLAYERS if not isinstance(room.holder(player), Open)]
    return (*_cancelled(room, now), *(events.Stood(at=now, player=player) for player in seated))


def expelled(room: Room, visitor: str, now: Moment) -> Events:
    """End the running game of a banned player and free their seat; a tournament's game is lost even before it starts."""
    seats = room.held_by(visitor)
    if room.kind is RoomKind.LOCAL or not seats or room.is_over:
        return ()
    ended = events.Ended(at=now, by=EndedBy.BANNED, winner=seats[0].other)
    if room.tournament:  # the seats stay as they were paired
        return (ended,) if room.began else (events.Started(at=now), ended)
    return (*((ended,) if room.began else ()), *left(room, seats[0], now))


def renamed(room: Room, visitor: str, name: str, now: Moment) -> Events:
    """A new name for a player whom a moderator has renamed."""
    return tuple(
        events.Renamed(at=now, player=player, name=name)
        for player in room.held_by(visitor)
        if room.kind is not RoomKind.LOCAL and room.name(player) != name
    )


def get_ready(room: Room, command: commands.Ready, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    if room.began:
        raise Refusal(Reason.NOT_HERE, "the game has begun")
    player = players[0]
    if room.ready[PLAYERS.index(player)] == command.ready:
        raise Refusal(Reason.NO_CHANGE, "already the case")
    readied = events.ReadyChanged(at=now, player=player, ready=command.ready)
    other = room.holder(player.other)
    other_ready = isinstance(other, Ai) or (isinstance(other, Person) and room.ready[PLAYERS.index(player.other)])
    if command.ready and other_ready:
        return (readied, events.CountdownStarted(at=now, until=now + COUNTDOWN))
    return (readied,)


def mute(room: Room, command: commands.Mute, by: Actor, now: Moment) -> Events:
    name = _guest_of(room, command.visitor, by)
    if (command.visitor in room.muted) == command.on:
        raise Refusal(Reason.NO_CHANGE, "already the case")
    return (events.Muted(at=now, visitor=command.visitor, name=name, on=command.on),)


def ban(room: Room, command: commands.Ban, by: Actor, now: Moment) -> Events:
    name = _guest_of(room, command.visitor, by)
    if command.visitor in room.kicked:
        raise Refusal(Reason.NO_CHANGE, "already the case")
    seats = room.held_by(command.visitor)
    if seats:
        return kick(room, commands.Kick(command.id, command.room, seats[0], command.reason), by, now)
    return (events.Banned(at=now, visitor=command.visitor, name=name, reason=command.reason),)


def _guest_of(room: Room, visitor: str, by: Actor) -> str:
    """The name of a visitor, other than the owner, who plays or has written here."""
    require_owner(room, by)
    seats = room.held_by(visitor)
    said = [line.name for line in room.chat if line.visitor == visitor]
    if room.kind is RoomKind.LOCAL or visitor == by.visitor or not (seats or said):
        raise Refusal(Reason.NOT_HERE, "there is no such visitor here")
    return room.name(seats[0]) if seats else said[-1]


def say(room: Room, command: commands.Say, by: Actor, now: Moment) -> Events:
    text = clean(command.text)
    if not text:
        raise Refusal(Reason.NO_CHANGE, "the message is empty")
    if by.visitor in room.kicked:
        raise Refusal(Reason.BANNED, "the owner has sent you away")
    if by.visitor in room.muted:
        raise Refusal(Reason.MUTED, "the owner has silenced you")
    players = room.held_by(by.visitor)
    if room.kind is RoomKind.LOCAL:
        players_of(room, by)  # only players may write there
    else:
        _require_slow(room, by.visitor, bool(players), now)
    name = room.name(players[0]) if players else clean(command.name)
    if not players and skeleton(name) in (skeleton(room.name(player)) for player in PLAYERS if room.name(player)):
        raise Refusal(Reason.NAME_TAKEN, "a player here has that name")
    return (events.Said(at=now, visitor=by.visitor, name=name, text=text),)


def _require_slow(room: Room, visitor: str, plays: bool, now: Moment) -> None:
    """Rate-limit the chat: refuse a line that comes too soon after those of the same visitor, or of all spectators."""
    latest = [line for line in room.chat if line.at > now - CHAT_WINDOW]
    own = [line.at for line in latest if line.visitor == visitor]
    others = [line.at for line in latest if line.seat is None]
    for lines, most in ((own, MAX_LINES), (() if plays else others, MAX_SPECTATOR_LINES)):
        if len(lines) >= most:
            wait = lines[-most] + CHAT_WINDOW - now
            raise Refusal(Reason.CHATTY, f"at most {most} lines in {CHAT_WINDOW // 1000} s", wait=wait)


def claim(room: Room, command: commands.Claim, by: Actor, now: Moment) -> Events:
    player = acting_player(room, players_of(room, by))
    require_game(room)
    lost = room.lost[PLAYERS.index(player.other)]
    if lost is None:
        raise Refusal(Reason.NOT_HERE, "the other player is connected")
    if now < lost + ABSENCE_TIMEOUT:
        raise Refusal(Reason.TOO_SOON, "the other player may still come back", wait=lost + ABSENCE_TIMEOUT - now)
    return (events.Ended(at=now, by=EndedBy.ABANDONED, winner=player),)


def presence(room: Room, visitor: str, here: bool, now: Moment) -> Events:
    """Events for a visitor's last connection lost or first connection restored."""
    if room.kind is RoomKind.LOCAL or room.is_slow:
        return ()
    changed = (player for player in room.held_by(visitor) if (room.lost[PLAYERS.index(player)] is None) != here)
    return tuple(
        events.Reconnected(at=now, player=p) if here else events.Disconnected(at=now, player=p) for p in changed
    )
