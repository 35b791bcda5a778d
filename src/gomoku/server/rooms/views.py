"""Builds the messages about a room from its state. They carry everything the page draws: it knows no rules."""

from msgspec.structs import replace

from gomoku.rules import Color, Kind, Player
from gomoku.rules.notation import column_names
from gomoku.rules.opening_names import named_opening
from gomoku.rules.records.record import setup_of
from gomoku.rules.scan import Scan
from gomoku.server.rooms import clocks, seating
from gomoku.server.rooms.referee import may_undo, redo_count
from gomoku.server.rooms.room import PLAYERS, SIDES, Room
from gomoku.server.wire import messages
from gomoku.server.wire.events import Decided, Event, Placed, Redone, Restarted, Said, Started, Undone, without_reason
from gomoku.server.wire.values import (
    Clock,
    Moment,
    Person,
    Phase,
    Question,
    RoomKind,
    Seat,
    Timing,
    captures_in,
    forbidden_in,
)


def state_of(room: Room, now: Moment) -> messages.RoomState:
    """Visible state of a room, without the list of actions."""
    game = room.game
    setup = setup_of(game)
    scan = _scan(room)
    last = room.actions[room.ply - 1] if room.ply else None
    return messages.RoomState(
        kind=room.kind,
        title=room.title,
        owner=room.owner,
        phase=room.phase,
        until=room.until,
        paused=room.paused,
        options=room.options,
        seats=(_seat(room, PLAYERS[0], now), _seat(room, PLAYERS[1], now)),
        turn_since=room.turn_since if room.is_running else None,
        acts=_actors(room),
        may_undo=_undoers(room),
        may_redo=tuple(v for v in _visitors(room) if redo_count(room, room.held_by(v)) is not None)
        if room.kind is RoomKind.LOCAL
        else (),
        width=game.rules.width,
        height=game.rules.height,
        columns=tuple(column_names(game.rules.width)),
        rows=tuple(game.rows()),
        ply=room.ply,
        to_move=None if room.is_over else game.to_move,
        status=game.status,
        outcome=room.outcome,
        question=_question(room),
        fives=last.fives if last else (game.fives() if game.breaks or game.winner else ()),
        breaks=game.breaks,
        forbidden=forbidden_in(scan) if scan else (),
        takes=captures_in(scan) if scan else (),
        taken=(game.taken[Color.X], game.taken[Color.O]),
        goal=game.rules.capture_goal,
        capture_sizes=game.rules.capture_sizes,
        captured=last.captured if last else (),
        offers=room.offers,
        round=room.round,
        setup=None if setup is None else setup.rows,
        opening_name=str(named_opening(game) or ""),
        uncounted=room.uncounted,
        muted=room.muted,
        banned=room.kicked,
        last_game=room.last_game,
        level_result=room.level_result,
        score=(room.score[0] / 2, room.score[1] / 2),
        tournament=room.tournament,
    )


def snapshot_of(room: Room, now: Moment, thinking: messages.Thinking | None = None) -> messages.Snapshot:
    actions, state = room.actions[: room.ply], state_of(room, now)
    return messages.Snapshot(room.id, room.seq, now, state, actions, room.chat, thinking, room.notes)


def update_of(before: Room, event: Event, after: Room, now: Moment) -> messages.Update:
    """The update for one event."""
    keep = _kept(before, event, after)
    added = after.actions[keep : after.ply]
    note = None if after.notes is before.notes else after.notes[-1]
    shown = without_reason(event)
    return messages.Update(after.id, after.seq, now, shown, state_of(after, now), keep, added, note)


# --- asides: spectators' chat, hidden from the players during a game ---


def is_aside(before: Room, event: Event) -> bool:
    """Is it a spectator's line during a game? It is hidden from the players: it could be advice."""
    is_played = before.phase is Phase.PLAYING and before.kind is not RoomKind.LOCAL
    return is_played and isinstance(event, Said) and not before.held_by(event.visitor)


def without_aside(update: messages.Update) -> messages.Update:
    """The update of an aside as players get it: with its number, but without the text."""
    return replace(update, event=Said(at=update.event.at, visitor="", name="", text=""))


def without_asides(room: Room, snapshot: messages.Snapshot) -> messages.Snapshot:
    """The snapshot for a player: during a game, without spectators' lines since it began."""
    if room.phase is not Phase.PLAYING or room.kind is RoomKind.LOCAL:
        return snapshot
    starts = [note.event.at for note in room.notes if isinstance(note.event, Started | Restarted)]
    began = max(starts, default=0)
    return replace(snapshot, chat=tuple(line for line in room.chat if line.seat is not None or line.at < began))


def _kept(before: Room, event: Event, after: Room) -> int:
    """Number of leading actions that did not change."""
    if after.actions is before.actions or isinstance(event, Placed | Decided | Undone | Redone):
        return min(before.ply, after.ply)
    same = (one is other for one, other in zip(before.actions[: before.ply], after.actions[: after.ply], strict=False))
    count = 0
    for is_same in same:
        if not is_same:
            break
        count += 1
    return count


def summary_of(room: Room) -> messages.RoomSummary:
    """Entry of a list. Public: it shows no board while spectators are delayed."""
    shown = 0 if room.is_delayed else room.ply
    placed = [action.cell for action in room.actions[:shown] if action.cell is not None]
    running = _running(room)
    return messages.RoomSummary(
        room=room.id,
        kind=room.kind,
        title=room.title,
        phase=room.phase,
        rules=room.options.rules,
        opening=room.options.opening,
        clock=room.options.clock,
        delay=room.options.delay,
        holders=room.holders,
        names=(room.name(PLAYERS[0]), room.name(PLAYERS[1])),
        stones=room.stones,
        rows=tuple("." * room.game.rules.width for _ in range(room.game.rules.height))
        if room.is_delayed
        else tuple(room.game.rows()),
        last=placed[-1] if placed else None,
        actions=shown,
        stones_played=len(placed),
        outcome=room.outcome,
        rated=room.options.rated,
        away=(room.lost[0] is not None, room.lost[1] is not None),
        elos=room.elos,
        changes=room.changes,
        tournament=room.tournament,
        clocks=_clocks(room),
        running=running,
        running_since=room.turn_since if running else None,
        created=room.created,
        updated=room.updated,
    )


def _clocks(room: Room) -> tuple[Clock, Clock] | None:
    """Both clocks at the start of the latest turn, if a list may show them."""
    if room.clocks is None or not room.began or room.is_delayed:
        return None
    first, second = (clocks.shown(room.options.clock, state, 0) for state in room.clocks)
    return first, second


def _running(room: Room) -> Player | None:
    """The player whose clock runs, if a list may show it."""
    if _clocks(room) is None or not room.is_running or not room.is_timed or room.to_act is None:
        return None
    return None if room.vacations[PLAYERS.index(room.to_act)] else room.to_act


def _seat(room: Room, player: Player, now: Moment) -> Seat:
    index = PLAYERS.index(player)
    color = room.color(player)
    vacation = room.vacations[index]
    clock = None
    if room.clocks is not None:
        decision = room.game.decision
        runs = room.began and room.is_timed and decision is not None and decision.player is player
        clock = clocks.shown(room.options.clock, room.clocks[index], room.elapsed(now) if runs else 0)
    return Seat(
        player=player,
        holder=room.holders[index],
        color=color,
        stone=room.stones[SIDES.index(color)],
        name=room.name(player),
        ready=room.ready[index],
        lost_since=(lost := room.lost[index]),
        claim_at=None if lost is None or room.phase is not Phase.PLAYING else lost + seating.ABSENCE_TIMEOUT,
        timing=_timing(room, player),
        clock=clock,
        hints=room.hints[index],
        elo=room.elos[index],
        change=None if room.changes is None else room.changes[index],
        vacation=None if vacation is None or vacation.until <= now else vacation.until,
    )


def _timing(room: Room, player: Player) -> Timing:
    times = [action.ms for action in room.actions[: room.ply] if action.by is player and action.ms is not None]
    if not times:
        return Timing()
    return Timing(len(times), times[-1], round(sum(times) / len(times)), max(times))


def _visitors(room: Room) -> tuple[str, ...]:
    """Visitors who can act in the room: its players, and the owner of a local game."""
    holders = [holder.visitor for holder in room.holders if isinstance(holder, Person)]
    if room.kind is RoomKind.LOCAL:
        holders.append(room.owner)
    return tuple(dict.fromkeys(holders))


def _actors(room: Room) -> tuple[str, ...]:
    to_act = room.to_act
    if to_act is None or room.paused:
        return ()
    holder = room.holder(to_act)
    return (holder.visitor,) if isinstance(holder, Person) else ()


def _undoers(room: Room) -> tuple[str, ...]:
    if room.is_strict or (room.kind is not RoomKind.LOCAL and room.is_over):
        return ()
    return tuple(v for v in _visitors(room) if may_undo(room, room.held_by(v)))


def _question(room: Room) -> Question | None:
    decision = room.game.decision
    if decision is None or room.to_act is None:
        return None
    cells = None
    if decision.kind is Kind.PICK or (decision.kind is Kind.STONE and decision.cells is not None):
        cells = tuple(room.game.allowed_cells())
    return Question(
        decision.step,
        decision.player,
        decision.kind,
        decision.color,
        decision.choices,
        cells,
        decision.count,
        decision.number,
        decision.total,
    )


def _scan(room: Room) -> Scan | None:
    """Scan for forbidden cells and captures. None during an opening, whose own rules apply."""
    decision = room.game.decision
    return Scan(room.game) if room.to_act is not None and decision and decision.step == "play" else None
