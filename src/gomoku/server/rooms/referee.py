"""Decides commands: a command, its room and its sender in, events out.

Pure: it does not change the room, and the time is an argument. An illegal command raises `Refusal`. A command that
needs the other player's consent becomes an offer; accepting the offer produces its events.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from gomoku.rules import IllegalMove, Kind, OpeningError, Player, RulesError
from gomoku.server.rooms import clocks, seating
from gomoku.server.rooms.permissions import (
    Actor,
    acting_player,
    clean,
    needs_consent,
    players_of,
    require_casual,
    require_engine,
    require_game,
    require_no_tournament,
    require_owner,
    require_turn,
)
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.room import PLAYERS, SIDES, Room, new_game, rules_answer
from gomoku.server.wire import events
from gomoku.server.wire import room_commands as commands
from gomoku.server.wire.events import Event
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.room_commands import RoomCommand
from gomoku.server.wire.values import (
    DAY,
    SIMILAR_STONES,
    Ai,
    Correspondence,
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

OFFER_TIMEOUT: Final = 60_000
"""Milliseconds until an offer lapses; in slow games, the time for a move."""
FIRST_COOLDOWN: Final = 10_000
"""Milliseconds before an offer may be repeated that was denied, or withdrawn for the second time; doubles every time."""
MAX_COOLDOWN: Final = 300_000
"""Upper bound of the cooldown, in milliseconds."""

Events = tuple[Event, ...]


def create(command: commands.Create, visitor: str, now: Moment) -> events.Created:
    """The event that creates a room. Raises Refusal."""
    options = checked_options(command.options)
    _check_stones(*command.stones)
    requests = (command.first, command.second)
    if command.kind is RoomKind.LOCAL and any(isinstance(request, commands.OpenSeat) for request in requests):
        raise Refusal(Reason.BAD_OPTIONS, "a local game has no free seats")
    if command.kind is not RoomKind.LOCAL and all(isinstance(request, commands.Me) for request in requests):
        raise Refusal(Reason.BAD_OPTIONS, "online one visitor cannot hold both seats")
    if any(isinstance(request, commands.AiSeat) for request in requests):
        require_engine(options)
        seating.require_live(options)
    first, second = (seating.holder_for(request, visitor) for request in requests)
    _check_online(options, command.kind, (first, second))
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
    """Valid options, with the rule set in its canonical spelling. Raises Refusal."""
    try:
        game = new_game(options)
    except (RulesError, OpeningError) as error:
        raise Refusal(Reason.BAD_OPTIONS, str(error)) from None
    return replace(options, rules=game.rules.spec())


def _check_online(options: Options, kind: RoomKind, holders: Iterable[Holder]) -> None:
    """Refuse options that this kind of room or its players do not allow."""
    if kind is RoomKind.LOCAL and (options.rated or options.delay):
        raise Refusal(Reason.BAD_OPTIONS, "only online games can be rated or have a spectator delay")
    if isinstance(options.clock, Correspondence) and (kind is RoomKind.LOCAL or options.delay):
        raise Refusal(Reason.BAD_OPTIONS, "slow games are played online, and spectators see them at once")
    if options.rated:
        why = ratings.unrated_reason(options)
        if why is not None:
            raise Refusal(Reason.BAD_OPTIONS, why)
        if not all(isinstance(holder, Open) or ratings.is_rateable(holder) for holder in holders):
            raise Refusal(Reason.RATED, "rated games are between people")


def decide(room: Room, command: RoomCommand, by: Actor, now: Moment) -> Events:
    """The events caused by a command. Raises Refusal."""
    return _DECIDE[type(command)](room, command, by, now)


def due(room: Room, now: Moment) -> Events:
    """Events caused by time alone: end of a countdown, an abandoned seat, loss on time, expired offers."""
    if room.until is not None and not room.began and now >= room.until:
        return (events.Started(at=now),)
    abandoned = seating.abandoned(room)
    if abandoned is not None and now >= abandoned[1]:
        return seating.left(room, abandoned[0], now)
    default = seating.default_at(room)
    if default is not None and now >= default:
        return seating.lost_by_default(room, now)
    expiry = _expiry(room)
    if expiry is not None and now >= expiry:
        assert room.to_act is not None
        return (events.Ended(at=now, by=EndedBy.TIME, winner=room.to_act.other),)
    lapsed = (offer for offer in room.offers if now >= offer.until)
    return tuple(_closed(offer, "lapsed", now) for offer in lapsed)


def deadline(room: Room) -> Moment | None:
    """Time at which `due` will next return events."""
    moments = [offer.until for offer in room.offers]
    moments += [moment for moment in (_expiry(room), None if room.began else room.until) if moment is not None]
    if (abandoned := seating.abandoned(room)) is not None:
        moments.append(abandoned[1])
    if (default := seating.default_at(room)) is not None:
        moments.append(default)
    return min(moments, default=None)


def _expiry(room: Room) -> Moment | None:
    """Time at which the running clock expires. None for an AI, which limits its own search, so that queueing costs it nothing."""
    left, to_act = room.clocks, room.to_act
    if left is None or to_act is None or not room.is_running or room.turn_since is None or not room.is_timed:
        return None
    if isinstance(room.holder(to_act), Ai):
        return None
    index = PLAYERS.index(to_act)
    end = room.turn_since + clocks.allowance(room.options.clock, left[index]) + 1
    vacation = room.vacations[index]
    return end if vacation is None or vacation.since >= end else end + room.rested(vacation.until)


# --- moves ---


def _play(room: Room, command: commands.Play, by: Actor, now: Moment) -> Events:
    player = require_turn(room, by)
    _require_current(room, command.ply)
    try:
        room.game.check(command.cell)
    except IllegalMove as error:
        raise Refusal(Reason(error.reason), str(error), command.cell) from None
    return _charged(room, events.Placed(at=now, player=player, cell=command.cell, ms=_spent(room, by, now)))


def _answer(room: Room, command: commands.Decide, by: Actor, now: Moment) -> Events:
    player = require_turn(room, by)
    _require_current(room, command.ply)
    decision = room.game.decision
    if decision is None or decision.kind in (Kind.STONE, Kind.PICK):
        raise Refusal(Reason.OPENING, "the opening expects a stone, not an answer")
    try:
        room.game.copy().decide(rules_answer(command.answer))
    except IllegalMove as error:
        raise Refusal(Reason(error.reason), str(error)) from None
    return _charged(room, events.Decided(at=now, player=player, answer=command.answer, ms=_spent(room, by, now)))


def _require_current(room: Room, ply: int) -> None:
    if ply != room.ply:
        raise Refusal(Reason.STALE, f"the game has {room.ply} actions, not {ply}")


def _spent(room: Room, by: Actor, now: Moment) -> Millis:
    return room.elapsed(now) if by.ms is None else by.ms


def _charged(room: Room, event: events.Placed | events.Decided) -> Events:
    """The event, or a loss on time if it took too long."""
    left = room.clocks
    if left is not None and room.is_timed:
        if event.ms > clocks.allowance(room.options.clock, left[PLAYERS.index(event.player)]):
            return (events.Ended(at=event.at, by=EndedBy.TIME, winner=event.player.other),)
    return (event,)


def undo_count(room: Room, players: tuple[Player, ...]) -> int | None:
    """Number of actions an undo takes back: up to and including the players' own last one. None if impossible."""
    if not room.began:
        return None
    if room.ended is not None and room.ended[0] in (EndedBy.RESIGNATION, EndedBy.AGREEMENT, EndedBy.CANCELLED):
        return 0  # only the result is taken back
    if not players:  # AI against AI
        return 1 if room.ply else None
    for count, action in enumerate(reversed(room.actions[: room.ply]), 1):
        if action.by in players:
            return count
    return None


def may_undo(room: Room, players: tuple[Player, ...]) -> bool:
    """Can these players undo, or ask for it? Against another person, only the one who has just moved."""
    return undo_count(room, players) is not None and (
        not needs_consent(room, players) or _has_just_moved(room, players)
    )


def _has_just_moved(room: Room, players: tuple[Player, ...]) -> bool:
    return room.ply > 0 and room.actions[room.ply - 1].by in players


def redo_count(room: Room, players: tuple[Player, ...]) -> int | None:
    """Number of actions a redo repeats: until these players are to act again. None if impossible."""
    if not room.game.can_redo or room.is_over or not room.began:
        return None
    if not players:
        return 1
    undone = room.actions[room.ply :]
    for count in range(1, len(undone)):
        if undone[count].by in players:
            return count
    return len(undone)


def _undo(room: Room, command: commands.Undo, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    require_casual(room)
    if needs_consent(room, players):
        require_game(room)
    count = undo_count(room, players)
    if count is None:
        raise Refusal(Reason.NOTHING_TO_UNDO, "nothing to undo")
    if needs_consent(room, players):
        if not _has_just_moved(room, players):
            raise Refusal(Reason.NOT_YOUR_MOVE, "only the player who has just moved may ask for an undo")
        moves = tuple(range(room.ply - count + 1, room.ply + 1))
        return _offer(room, OfferKind.UNDO, players, now, moves)
    undone = events.Undone(at=now, count=count, player=players[0] if players else None)
    # Two AIs would repeat the move at once.
    return (undone,) if players or room.paused else (events.Paused(at=now), undone)


def _redo(room: Room, command: commands.Redo, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    if needs_consent(room, players):
        raise Refusal(Reason.NOT_HERE, "no redo against another person")
    count = redo_count(room, players)
    if count is None:
        raise Refusal(Reason.NOTHING_TO_REDO, "nothing to redo")
    return (events.Redone(at=now, count=count, player=players[0] if players else None),)


def _hint(room: Room, command: commands.Hint, by: Actor, now: Moment) -> Events:
    player = require_turn(room, by)
    require_casual(room)
    require_engine(room.options)
    players = players_of(room, by)
    if needs_consent(room, players):
        return _offer(room, OfferKind.HINT, (player,), now)
    return (events.HintRequested(at=now, player=player),)


# --- the whole game ---


def _restart(room: Room, command: commands.Restart, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    if not room.began:
        raise Refusal(Reason.NOT_PLAYING, "the game has not begun")
    require_no_tournament(room)
    if not room.is_over:
        require_casual(room)
    if needs_consent(room, players):
        return _offer(room, OfferKind.RESTART, players, now)
    return (events.Restarted(at=now, swapped=command.swap),)


def _resign(room: Room, command: commands.Resign, by: Actor, now: Moment) -> Events:
    player = acting_player(room, players_of(room, by))
    require_game(room)
    return (events.Ended(at=now, by=EndedBy.RESIGNATION, winner=player.other),)


def _draw(room: Room, command: commands.OfferDraw, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    player = acting_player(room, players)
    require_game(room)
    if len(players) == 2:
        return (events.Ended(at=now, by=EndedBy.AGREEMENT),)
    if isinstance(room.holder(player.other), Ai):
        require_turn(room, by)  # an AI decides between its moves, not during a search
    return _offer(room, OfferKind.DRAW, players, now)


def _cancel(room: Room, command: commands.Cancel, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    require_game(room)
    require_no_tournament(room)
    if needs_consent(room, players):
        return _offer(room, OfferKind.CANCEL, players, now)
    return (events.Ended(at=now, by=EndedBy.CANCELLED),)


def _pause(room: Room, command: commands.Pause, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    require_game(room)
    require_casual(room)
    if room.paused:
        raise Refusal(Reason.NO_CHANGE, "the game is already paused")
    if needs_consent(room, players):
        return _offer(room, OfferKind.PAUSE, players, now)
    return (events.Paused(at=now),)


def _resume(room: Room, command: commands.Resume, by: Actor, now: Moment) -> Events:
    players_of(room, by)
    if not room.paused:
        raise Refusal(Reason.NO_CHANGE, "the game is not paused")
    return (events.Resumed(at=now),)


# --- offers ---


def _offer(
    room: Room, kind: OfferKind, players: tuple[Player, ...], now: Moment, moves: tuple[int, ...] = ()
) -> Events:
    """Make an offer; if the other player already offers the same, it is accepted."""
    player = players[0]
    for offer in room.offers:
        if offer.kind is kind and offer.by is player.other:
            return _accepted(room, offer, now)
        if offer.by is player:
            raise Refusal(Reason.OFFER_PENDING, f"an offer is pending: {offer.kind}")
    wait = max((_cooldown_end(room, kind, player) - now, 0))
    if wait:
        raise Refusal(Reason.TOO_SOON, f"denied or withdrawn before: wait {wait / 1000:.0f} s", wait=wait)
    clock = room.options.clock
    timeout = clock.days * DAY if isinstance(clock, Correspondence) else OFFER_TIMEOUT
    return (events.Offered(at=now, kind=kind, player=player, until=now + timeout, moves=moves),)


def _cooldown_end(room: Room, kind: OfferKind, player: Player) -> Moment:
    """Time from which a player may repeat an offer that was denied or withdrawn."""
    for denial in room.denials:
        if denial.count and (denial.kind, denial.player) == (kind, player):
            return denial.at + int(min(MAX_COOLDOWN, FIRST_COOLDOWN * 2 ** (denial.count - 1)))
    return 0


def _reply(room: Room, command: commands.Reply, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    offer = next((o for o in room.offers if o.kind is command.offer and o.by not in players), None)
    if offer is None or not players:
        raise Refusal(Reason.NO_OFFER, f"no such offer: {command.offer}")
    return _accepted(room, offer, now) if command.accept else (_closed(offer, "denied", now),)


def _withdraw(room: Room, command: commands.Withdraw, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    offer = next((o for o in room.offers if o.kind is command.offer and o.by in players), None)
    if offer is None:
        raise Refusal(Reason.NO_OFFER, f"no such offer: {command.offer}")
    return (_closed(offer, "withdrawn", now),)


def _closed(offer: Offer, how: str, now: Moment) -> events.OfferClosed:
    return events.OfferClosed(at=now, kind=offer.kind, player=offer.by, how=how)


def _accepted(room: Room, offer: Offer, now: Moment) -> Events:
    """Close an accepted offer and carry it out."""
    happens: Event
    match offer.kind:
        case OfferKind.DRAW:
            happens = events.Ended(at=now, by=EndedBy.AGREEMENT)
        case OfferKind.CANCEL:
            happens = events.Ended(at=now, by=EndedBy.CANCELLED)
        case OfferKind.UNDO:
            happens = events.Undone(at=now, count=len(offer.moves), player=offer.by)
        case OfferKind.RESTART:
            happens = events.Restarted(at=now, swapped=room.is_over)  # a rematch swaps colours
        case OfferKind.HINT:
            happens = events.HintRequested(at=now, player=offer.by)
        case OfferKind.PAUSE:
            happens = events.Paused(at=now)
    return (_closed(offer, "accepted", now), happens)


# --- stones, names, options ---


def _choose_stone(room: Room, command: commands.ChooseStone, by: Actor, now: Moment) -> Events:
    players = players_of(room, by)
    if room.kind is not RoomKind.LOCAL and room.game.seats[command.color] not in players:
        raise Refusal(Reason.NOT_SEATED, "those are the other player's stones")
    side = SIDES.index(command.color)
    if room.stones[side] is command.stone:
        raise Refusal(Reason.NO_CHANGE, "these stones are already chosen")
    _check_stones(command.stone, room.stones[1 - side])
    return (events.StoneChosen(at=now, color=command.color, stone=command.stone),)


def _check_stones(one: Stone, other: Stone) -> None:
    if one is other or {one, other} in map(set, SIMILAR_STONES):
        raise Refusal(Reason.ALIKE, f"{one} and {other} cannot be told apart")


def _rename(room: Room, command: commands.Rename, by: Actor, now: Moment) -> Events:
    if command.player not in players_of(room, by):
        raise Refusal(Reason.NOT_SEATED, "that is not your seat")
    if not isinstance(room.holder(command.player), Person):
        raise Refusal(Reason.NOT_HERE, "an AI cannot be renamed")
    name = clean(command.name)
    if name == room.name(command.player):
        raise Refusal(Reason.NO_CHANGE, "the name is unchanged")
    return (events.Renamed(at=now, player=command.player, name=name),)


def _retitle(room: Room, command: commands.Retitle, by: Actor, now: Moment) -> Events:
    require_owner(room, by)
    title = clean(command.title)
    if title == room.title:
        raise Refusal(Reason.NO_CHANGE, "the title is unchanged")
    return (events.Retitled(at=now, title=title),)


def _configure(room: Room, command: commands.Configure, by: Actor, now: Moment) -> Events:
    require_owner(room, by)
    options = checked_options(command.options)
    if options == room.options:
        raise Refusal(Reason.NO_CHANGE, "the options are unchanged")
    if any(isinstance(holder, Ai) for holder in room.holders):
        require_engine(options)
        seating.require_live(options)
    _check_online(options, room.kind, room.holders)
    in_game = room.kind is RoomKind.LOCAL or (room.began and not room.is_over)
    if in_game and options != replace(room.options, ai_time=options.ai_time):
        raise Refusal(Reason.NOT_HERE, "during a game only the AI's time can change")
    return (events.OptionsChanged(at=now, options=options),)


def _set_level(room: Room, command: commands.SetLevel, by: Actor, now: Moment) -> Events:
    require_owner(room, by)
    holder = room.holder(command.player)
    if not isinstance(holder, Ai):
        raise Refusal(Reason.NOT_HERE, "there is no AI on that seat")
    if holder.level == command.level:
        raise Refusal(Reason.NO_CHANGE, "the level is unchanged")
    return (events.Sat(at=now, player=command.player, holder=Ai(command.level)),)


_DECIDE: Final[dict[type, Callable[[Room, Any, Actor, Moment], Events]]] = {
    commands.Play: _play,
    commands.Decide: _answer,
    commands.Undo: _undo,
    commands.Redo: _redo,
    commands.Hint: _hint,
    commands.Restart: _restart,
    commands.Resign: _resign,
    commands.OfferDraw: _draw,
    commands.Cancel: _cancel,
    commands.Reply: _reply,
    commands.Withdraw: _withdraw,
    commands.Pause: _pause,
    commands.Resume: _resume,
    commands.ChooseStone: _choose_stone,
    commands.Rename: _rename,
    commands.Retitle: _retitle,
    commands.Configure: _configure,
    commands.SetLevel: _set_level,
    commands.Sit: seating.sit,
    commands.Stand: seating.stand,
    commands.Kick: seating.kick,
    commands.Mute: seating.mute,
    commands.Ban: seating.ban,
    commands.Ready: seating.get_ready,
    commands.Say: seating.say,
    commands.Claim: seating.claim,
}
"""Decision function of each command."""
