"""State of a room, folded from its events. No clock and no I/O; the rules of the game are in `Game` alone.

`apply` adds one event without checking it: `referee` decides what is allowed. The fold is deterministic, and a room can be
serialised as a snapshot at any point.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from gomoku.rules import Color, Game, Played, Player, Rules, WinBy
from gomoku.rules.openings import Answer as RulesAnswer
from gomoku.server.rooms import clocks
from gomoku.server.wire import events
from gomoku.server.wire.events import Event, Note
from gomoku.server.wire.values import (
    Action,
    Ai,
    Answer,
    ChatLine,
    Correspondence,
    Elo,
    EndedBy,
    Holder,
    LastGame,
    LevelResult,
    LevelUncounted,
    Millis,
    Moment,
    Name,
    Offer,
    OfferKind,
    Open,
    Options,
    Outcome,
    Person,
    Phase,
    Removal,
    RoomKind,
    Stone,
    Struct,
    Uncounted,
    Vacation,
)

PLAYERS: Final = (Player.P1, Player.P2)
SIDES: Final = (Color.X, Color.O)
MAX_NOTES: Final = 60
"""Events kept in the state for the chat."""
MAX_CHAT_LINES: Final = 100
"""Chat messages kept in the state; the events keep all of them."""


class Denial(Struct, frozen=True):
    """Number of times that a player's offer was denied or withdrawn in this game, but for a first withdrawal, and the last time."""

    kind: OfferKind
    player: Player
    count: int
    at: Moment


class Room(Struct, frozen=True, kw_only=True):
    """State of a room. Field names are part of the stored snapshots."""

    id: str
    seq: int
    """Number of events applied."""
    created: Moment
    updated: Moment
    kind: RoomKind
    title: Name
    owner: str
    options: Options
    holders: tuple[Holder, Holder]
    stones: tuple[Stone, Stone]
    """Stones of X and O."""
    game: Game
    actions: tuple[Action, ...] = ()
    """Actions of the game, followed by undone ones that can be redone."""
    times: tuple[clocks.Clocks, ...] = ()
    """The clocks after each action."""
    began: bool = True
    """A game has started, and may be over; False in the seating phase."""
    until: Moment | None = None
    """When the countdown ends."""
    ended: tuple[EndedBy, Player | None] | None = None
    """Result off the board and winner: resignation, time, agreement."""
    turn_since: Moment | None = None
    """Start of the current turn, shifted by time that does not count; None while the clock is stopped."""
    used: Millis = 0
    """Time used in the current turn before the clock stopped."""
    paused: bool = False
    offers: tuple[Offer, ...] = ()
    denials: tuple[Denial, ...] = ()
    hints: tuple[int, int] = (0, 0)
    ready: tuple[bool, bool] = (False, False)
    lost: tuple[Moment | None, Moment | None] = (None, None)
    kicked: tuple[str, ...] = ()
    """Visitors whom the owner has banned: they can neither sit nor write here."""
    removals: dict[str, Removal] = msgspec.field(default_factory=dict)
    """Notices of removal by visitor; none for those banned by earlier versions."""
    muted: tuple[str, ...] = ()
    """Visitors whom the owner has muted."""
    chat: tuple[ChatLine, ...] = ()
    notes: tuple[Note, ...] = ()
    """The latest events that the chat shows."""
    round: int = 1
    kept: bool = False
    """The finished game on the board is already archived as a separate room."""
    elos: tuple[Elo | None, Elo | None] = (None, None)
    """Ratings of the players, as far as loaded."""
    changes: tuple[int, int] | None = None
    """Rating changes of the finished game on the board; none if it was not rated."""
    source: str = ""
    """The file that the game on the board came from, as SGF."""
    uncounted: Uncounted | None = None
    """Reason for which the finished game on the board, though rated, changed no rating."""
    last_game: LastGame | None = None
    """The last game finished here, once one of its players has left."""
    unfit: LevelUncounted | None = None
    """Reason for which this game is unfit for an estimate of its player's level."""
    level_result: LevelResult | None = None
    """Change of its player's estimated level by the finished game on the board."""
    series: tuple[int, int] = (0, 0)
    """Half points of these two players in the games that they finished here before the one on the board."""
    tournament: str = ""
    """The tournament it is a game of; empty for none."""
    start_by: Moment | None = None
    """When a game of a tournament is decided by default, unless both players are ready."""
    vacations: tuple[Vacation | None, Vacation | None] = (None, None)
    """The latest vacation of each player of a slow game, as far as the room knows it."""

    # --- derived state ---

    @property
    def ply(self) -> int:
        return len(self.game.actions)

    @property
    def is_finished(self) -> bool:
        """The game on the board has a result, even if its players have left."""
        return self.ended is not None or self.game.is_over

    @property
    def is_over(self) -> bool:
        return self.began and self.is_finished

    @property
    def is_rated(self) -> bool:
        """Do its games change ratings?"""
        return self.options.rated and self.kind is not RoomKind.LOCAL

    @property
    def is_strict(self) -> bool:
        """Is it played without help, undo and pauses?"""
        return self.is_rated or bool(self.tournament)

    @property
    def is_slow(self) -> bool:
        """Is it played with days for a move, without players having to be connected?"""
        return isinstance(self.options.clock, Correspondence) and self.kind is not RoomKind.LOCAL

    @property
    def is_timed(self) -> bool:
        """Does this turn cost time? The first turn is free, except in slow games: the player may be reading the rules."""
        return self.ply > 0 or self.is_slow

    @property
    def is_delayed(self) -> bool:
        """Do spectators currently see an older state than the players?"""
        return self.options.delay > 0 and self.kind is not RoomKind.LOCAL and self.phase is Phase.PLAYING

    @property
    def is_listed(self) -> bool:
        """Is it in the lobby? Only while one of its players is connected."""
        seats = zip(self.holders, self.lost, strict=True)
        return self.kind is RoomKind.LISTED and any(
            isinstance(holder, Person) and lost is None for holder, lost in seats
        )

    @property
    def has_open_seat(self) -> bool:
        """Is there a free seat?"""
        return self.phase in (Phase.SEATING, Phase.OVER) and any(isinstance(holder, Open) for holder in self.holders)

    @property
    def is_running(self) -> bool:
        """A player is to act: clocks run, an AI searches."""
        return self.began and not self.is_over and not self.paused

    @property
    def phase(self) -> Phase:
        if not self.began:
            return Phase.COUNTDOWN if self.until is not None else Phase.SEATING
        return Phase.OVER if self.is_over else Phase.PLAYING

    @property
    def to_act(self) -> Player | None:
        """The player to act; None before and after a game."""
        if not self.began or self.is_over or self.game.decision is None:
            return None
        return self.game.decision.player

    @property
    def ai_due(self) -> Player | None:
        """The player to act, if held by an AI and not paused."""
        to_act = self.to_act
        return to_act if self.is_running and to_act and isinstance(self.holder(to_act), Ai) else None

    @property
    def clocks(self) -> clocks.Clocks | None:
        """Time left of both players at the start of this turn."""
        return self.times[self.ply - 1] if self.ply and self.times else clocks.start(self.options.clock)

    @property
    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        if self.ended is not None:
            by, player = self.ended
            return Outcome(by, None if player is None else self.color(player), player)
        winner, win_by = self.game.winner, self.game.win_by
        if winner is None or win_by is None:
            return Outcome(EndedBy.FULL)
        return Outcome(EndedBy(win_by), winner, self.game.seats[winner])

    @property
    def score(self) -> tuple[int, int]:
        """Half points of these two players in all games that they have finished here."""
        outcome = self.outcome
        if outcome is None or outcome.by is EndedBy.CANCELLED:
            return self.series
        first = 1 if outcome.player is None else 2 * (outcome.player is Player.P1)
        return self.series[0] + first, self.series[1] + 2 - first

    def holder(self, player: Player) -> Holder:
        return self.holders[PLAYERS.index(player)]

    def color(self, player: Player) -> Color:
        """The side a player has; an opening can change it."""
        return next(color for color, holder in self.game.seats.items() if holder is player)

    def held_by(self, visitor: str) -> tuple[Player, ...]:
        """The players whose seats a visitor holds."""
        return tuple(player for player in PLAYERS if visitor == visitor_at(self.holder(player)))

    def removal(self, visitor: str) -> Removal | None:
        """Notice for a visitor whom the owner has banned."""
        return self.removals.get(visitor, Removal()) if visitor in self.kicked else None

    def name(self, player: Player) -> Name:
        holder = self.holder(player)
        return holder.name if isinstance(holder, Person) else ""

    def elapsed(self, now: Moment) -> Millis:
        """Time used in the current turn."""
        return self.used if self.turn_since is None else max(0, now - self.turn_since - self.rested(now))

    def rested(self, until: Moment) -> Millis:
        """Part of the current turn, up to a moment, that is vacation of the player to act."""
        to_act = self.to_act
        vacation = None if to_act is None else self.vacations[PLAYERS.index(to_act)]
        if vacation is None or self.turn_since is None:
            return 0
        return max(0, min(until, vacation.until) - max(self.turn_since, vacation.since))


def visitor_at(holder: Holder) -> str | None:
    return holder.visitor if isinstance(holder, Person) else None


def new_game(options: Options) -> Game:
    """A game with these options. Raises RulesError or OpeningError."""
    return Game(Rules.parse(options.rules), options.opening)


def rules_answer(answer: Answer) -> RulesAnswer:
    """Wire answer to rules answer; equal at run time."""
    return answer


# --- events ---


def fold(room_id: str, history: Iterable[Event], room: Room | None = None) -> Room:
    """The room after these events, from its creation or from an earlier state."""
    for event in history:
        room = apply(room_id, room, event)
    assert room is not None, "a room begins with its creation"
    return room


def apply(room_id: str, room: Room | None, event: Event) -> Room:
    """The room after one more event."""
    if isinstance(event, events.Created):
        assert room is None, "a room is created once"
        room = _created(room_id, event)
    else:
        assert room is not None, "a room begins with its creation"
        room = _with_note(room, _APPLY[type(event)](room, event), event)
    return replace(room, seq=room.seq + 1, updated=event.at)


def _with_note(before: Room, after: Room, event: Event) -> Room:
    """The room with an event added to its chat."""
    name: Name = ""
    match event:
        case events.Sat() | events.Disconnected() | events.Reconnected():
            name = after.name(event.player)
        case events.Stood():
            name = before.name(event.player)
        case events.OwnerChanged():
            name = next((after.name(player) for player in after.held_by(event.visitor)), "")
        case events.StoneChosen():
            name = after.name(after.game.seats[event.color])
        case events.Muted() | events.Banned():
            name = event.name
        case events.OptionsChanged() | events.CountdownStarted() | events.Started() | events.Restarted():
            pass
        case _:
            return after
    if after.kind is RoomKind.LOCAL:
        return after
    return replace(after, notes=(*after.notes[-MAX_NOTES + 1 :], Note(events.without_reason(event), name)))


def _created(room_id: str, event: events.Created) -> Room:
    game = Game.from_link(event.link) if event.link else new_game(event.options)
    is_local = event.kind is RoomKind.LOCAL
    room = Room(
        id=room_id,
        seq=0,
        created=event.at,
        updated=event.at,
        kind=event.kind,
        title=event.title,
        owner=event.by,
        options=event.options,
        holders=event.holders,
        stones=event.stones,
        game=game,
        began=is_local,
        turn_since=event.at if is_local else None,
        elos=event.elos,
        changes=event.changes,
        source=event.source,
        unfit=LevelUncounted.SETUP if event.link else None,
        tournament=event.tournament,
        start_by=event.start_by,
    )
    if event.link:
        room = _with_imported_actions(room, event)
    return room


def _with_imported_actions(room: Room, event: events.Created) -> Room:
    """Replay an imported game into actions; its clocks stay at their start."""
    replay = room.game.copy()
    while replay.can_undo:
        replay.undo()
    actions: list[Action] = []
    while replay.can_redo:
        by = replay.decision.player if replay.decision else Player.P1
        color = replay.to_move
        replay.redo()
        ms = event.times[len(actions)] if len(actions) < len(event.times) else None
        actions.append(_action(replay, by, color, ms))
    left = clocks.start(room.options.clock)
    times = (left,) * len(actions) if left else ()
    return replace(room, actions=tuple(actions), times=times, ended=event.ended)


def _action(game: Game, by: Player, color: Color, ms: Millis | None) -> Action:
    """The last action of a game with its visible effects."""
    last = game.actions[-1]
    if isinstance(last, Played):
        fives = game.fives() if game.breaks or game.win_by is WinBy.LINE else ()
        return Action(by, last.color, last.cell, None, last.captured, ms, fives, game.breaks)
    return Action(by, color, None, last.answer, (), ms)  # type: ignore[arg-type]


def _acted(room: Room, event: events.Placed | events.Decided) -> Room:
    game = room.game.copy()
    color = game.to_move
    if isinstance(event, events.Placed):
        game.play(event.cell)
    else:
        game.decide(rules_answer(event.answer))
    action = _action(game, event.player, color, event.ms)
    return replace(
        _start_turn(room, event.at),
        game=game,
        actions=(*room.actions[: room.ply], action),
        times=(*room.times[: room.ply], charged) if (charged := _charged(room, event.player, event.ms)) else (),
        offers=(),
    )


def _charged(room: Room, player: Player, ms: Millis) -> clocks.Clocks | None:
    """The clocks after a player's turn."""
    left = room.clocks
    if left is None or not room.is_timed:
        return left
    rule = room.options.clock
    first, second = left
    if player is Player.P1:
        return (clocks.after(rule, first, ms), second)
    return (first, clocks.after(rule, second, ms))


def _start_turn(room: Room, at: Moment) -> Room:
    """Start a turn."""
    return replace(room, turn_since=None if room.paused else at, used=0)


def _undone(room: Room, event: events.Undone) -> Room:
    game = room.game.copy()
    for _ in range(event.count):
        game.undo()
    unfit = room.unfit or LevelUncounted.UNDONE
    return replace(_start_turn(room, event.at), game=game, ended=None, offers=(), unfit=unfit, level_result=None)


def _redone(room: Room, event: events.Redone) -> Room:
    game = room.game.copy()
    for _ in range(event.count):
        game.redo()
    return replace(_start_turn(room, event.at), game=game, offers=())


def _new_round(room: Room, at: Moment) -> Room:
    """A new game in the room, with the same options."""
    return replace(
        room,
        game=new_game(room.options),
        actions=(),
        times=(),
        began=True,
        until=None,
        ended=None,
        turn_since=at,
        used=0,
        paused=False,
        offers=(),
        denials=(),
        hints=(0, 0),
        ready=(False, False),
        round=room.round + bool(room.actions),
        kept=False,
        changes=None,
        source="",
        uncounted=None,
        last_game=None,
        unfit=None,
        level_result=None,
    )


def _restarted(room: Room, event: events.Restarted) -> Room:
    room = replace(room, series=room.score)
    if room.level_result is not None:
        plays = room.level_result.after.plays
        first, second = (_at_level(holder, plays) for holder in room.holders)
        room = replace(room, holders=(first, second))
    if event.swapped:
        first, second = room.holders
        room = replace(room, holders=(second, first), lost=room.lost[::-1], elos=room.elos[::-1])
        room = replace(room, series=room.series[::-1])
        room = replace(room, vacations=room.vacations[::-1])
    return _new_round(room, event.at)


def _at_level(holder: Holder, plays: int) -> Holder:
    return replace(holder, level=plays) if isinstance(holder, Ai) and holder.matched else holder


def _paused(room: Room, event: events.Paused) -> Room:
    return replace(room, paused=True, used=room.elapsed(event.at), turn_since=None, offers=())


def _resumed(room: Room, event: events.Resumed) -> Room:
    return replace(room, paused=False, turn_since=event.at - room.used, used=0)


def _ended(room: Room, event: events.Ended) -> Room:
    return replace(room, ended=(event.by, event.winner), offers=(), turn_since=None, used=room.elapsed(event.at))


def _options_changed(room: Room, event: events.OptionsChanged) -> Room:
    if room.kind is RoomKind.LOCAL or (room.began and not room.is_over):  # nothing here affects the running game
        return replace(room, options=event.options)
    if event.options.rules != room.options.rules:
        room = replace(room, elos=(None, None))
    room = replace(room, options=event.options, series=room.score)
    if room.is_slow:
        room = replace(room, lost=(None, None))  # players need not be connected
    return _seating(replace(_new_round(room, event.at), began=False))


def _seating(room: Room) -> Room:
    """Back to the seating phase: the last board stays visible, neither player is ready."""
    return replace(room, began=False, until=None, ready=(False, False), offers=(), turn_since=None, paused=False)


def _sat(room: Room, event: events.Sat) -> Room:
    if room.began and room.ply:
        room = replace(room, unfit=room.unfit or LevelUncounted.SEATS)
    room = replace(_with_holder(room, event.player, event.holder), last_game=None)
    return room if room.began else _seating(room)


def _stood(room: Room, event: events.Stood) -> Room:
    gone = visitor_at(room.holder(event.player))
    last = _last_game(room) or room.last_game
    room = _seating(replace(_with_holder(room, event.player, Open()), kept=room.is_finished, last_game=last))
    if event.kicked and gone:
        room = _removed(room, gone, Removal(event.reason))
    return replace(room, lost=_set_for(room.lost, event.player, None))


def _banned(room: Room, event: events.Banned) -> Room:
    return _removed(room, event.visitor, Removal(event.reason, seated=False))


def _removed(room: Room, visitor: str, removal: Removal) -> Room:
    return replace(room, kicked=(*room.kicked, visitor), removals={**room.removals, visitor: removal})


def _last_game(room: Room) -> LastGame | None:
    """Summary of the game that is over."""
    if room.outcome is None:
        return None
    return LastGame(
        room=archive_id(room) if room.actions else "",
        holders=room.holders,
        outcome=room.outcome,
        rated=room.is_rated,
        elos=room.elos,
        changes=room.changes,
        uncounted=room.uncounted,
    )


def archive_id(room: Room) -> str:
    """The id of the room that keeps the finished game of this one."""
    return hashlib.blake2b(f"{room.id} {room.round}".encode(), digest_size=9).hexdigest()


def _with_holder(room: Room, player: Player, holder: Holder) -> Room:
    """Replace a seat's holder. A different visitor's rating is not loaded yet; a renamed holder keeps it."""
    if visitor_at(holder) != visitor_at(room.holder(player)):
        room = replace(room, elos=_set_for(room.elos, player, None), changes=None, series=(0, 0))
        room = replace(room, vacations=_set_for(room.vacations, player, None))
    return replace(room, holders=_set_for(room.holders, player, holder))


def _set_for(pair: tuple[Any, Any], player: Player, value: Any) -> tuple[Any, Any]:
    """The pair with one player's item replaced."""
    return (value, pair[1]) if player is Player.P1 else (pair[0], value)


def _disconnected(room: Room, event: events.Disconnected) -> Room:
    room = replace(room, lost=_set_for(room.lost, event.player, event.at))
    if room.began:
        return room
    return replace(room, ready=_set_for(room.ready, event.player, False), until=None)  # no game starts without them


def _ready_changed(room: Room, event: events.ReadyChanged) -> Room:
    return replace(room, ready=_set_for(room.ready, event.player, event.ready), until=None)


def _renamed(room: Room, event: events.Renamed) -> Room:
    holder = room.holder(event.player)
    assert isinstance(holder, Person)
    return _with_holder(room, event.player, replace(holder, name=event.name))


def _stone_chosen(room: Room, event: events.StoneChosen) -> Room:
    x, o = room.stones
    return replace(room, stones=(event.stone, o) if event.color is Color.X else (x, event.stone))


def _said(room: Room, event: events.Said) -> Room:
    seats = room.held_by(event.visitor)
    line = ChatLine(event.at, event.visitor, event.name, event.text, seats[0] if seats else None)
    return replace(room, chat=(*room.chat[-MAX_CHAT_LINES + 1 :], line))


def _muted(room: Room, event: events.Muted) -> Room:
    others = tuple(visitor for visitor in room.muted if visitor != event.visitor)
    return replace(room, muted=(*others, event.visitor) if event.on else others)


def _offered(room: Room, event: events.Offered) -> Room:
    return replace(room, offers=(*room.offers, Offer(event.kind, event.player, event.until, event.moves)))


def _offer_closed(room: Room, event: events.OfferClosed) -> Room:
    offers = tuple(o for o in room.offers if (o.kind, o.by) != (event.kind, event.player))
    room = replace(room, offers=offers)
    if event.how not in ("denied", "withdrawn"):
        return room
    others = tuple(d for d in room.denials if (d.kind, d.player) != (event.kind, event.player))
    is_first = event.how == "withdrawn" and len(others) == len(room.denials)
    count = 0 if is_first else 1 + sum(d.count for d in room.denials if d not in others)
    return replace(room, denials=(*others, Denial(event.kind, event.player, count, event.at)))


def _hint_requested(room: Room, event: events.HintRequested) -> Room:
    before = room.hints[PLAYERS.index(event.player)]
    return replace(room, hints=_set_for(room.hints, event.player, before + 1))


def _rated(room: Room, event: events.Rated) -> Room:
    uncounted = event.uncounted or room.uncounted
    return replace(room, elos=event.elos, changes=event.changes or room.changes, uncounted=uncounted)


def _clock_credited(room: Room, event: events.ClockCredited) -> Room:
    return replace(
        room,
        turn_since=None if room.turn_since is None else room.turn_since + event.ms,
        until=None if room.until is None else room.until + event.ms,
        start_by=None if room.start_by is None else room.start_by + event.ms,
        offers=tuple(replace(offer, until=offer.until + event.ms) for offer in room.offers),
    )


def _vacation_changed(room: Room, event: events.VacationChanged) -> Room:
    before = room.vacations[PLAYERS.index(event.player)]
    if before is not None and before.since != event.vacation.since and room.to_act is event.player:
        # an earlier vacation in the same turn is forgotten, but its duration is kept
        since = None if room.turn_since is None else room.turn_since + room.rested(event.at)
        room = replace(room, turn_since=since)
    return replace(room, vacations=_set_for(room.vacations, event.player, event.vacation))


_APPLY: Final[dict[type, Callable[[Room, Any], Room]]] = {
    events.Placed: _acted,
    events.Decided: _acted,
    events.Undone: _undone,
    events.Redone: _redone,
    events.Started: lambda room, event: _new_round(room, event.at),
    events.Restarted: _restarted,
    events.Paused: _paused,
    events.Resumed: _resumed,
    events.Ended: _ended,
    events.OptionsChanged: _options_changed,
    events.Sat: _sat,
    events.Stood: _stood,
    events.ReadyChanged: _ready_changed,
    events.Renamed: _renamed,
    events.StoneChosen: _stone_chosen,
    events.Said: _said,
    events.Muted: _muted,
    events.Banned: _banned,
    events.Offered: _offered,
    events.OfferClosed: _offer_closed,
    events.HintRequested: _hint_requested,
    events.Rated: _rated,
    events.LevelRated: lambda room, event: replace(room, level_result=event.result),
    events.ClockCredited: _clock_credited,
    events.VacationChanged: _vacation_changed,
    events.Retitled: lambda room, event: replace(room, title=event.title),
    events.OwnerChanged: lambda room, event: replace(room, owner=event.visitor),
    events.CountdownStarted: lambda room, event: replace(room, until=event.until),
    events.Disconnected: _disconnected,
    events.Reconnected: lambda room, event: replace(room, lost=_set_for(room.lost, event.player, None)),
}
"""Transition function of each event type."""


# --- snapshots ---


class _GameSnapshot(Struct, frozen=True):
    """Serialised game: its link with the undone actions at the end, and their number."""

    link: str
    undone: int


def _encode_game(value: Any) -> Any:
    assert isinstance(value, Game)
    whole = value.copy()
    undone = 0
    while whole.can_redo:
        whole.redo()
        undone += 1
    return _GameSnapshot(whole.to_link(), undone)


def _decode_game(kind: type, value: Any) -> Any:
    assert kind is Game
    written = msgspec.convert(value, _GameSnapshot)
    game = Game.from_link(written.link)
    for _ in range(written.undone):
        game.undo()
    return game


to_bytes: Final = msgspec.json.Encoder(enc_hook=_encode_game).encode
"""Serialise a room as a snapshot."""
from_bytes: Final = msgspec.json.Decoder(Room, dec_hook=_decode_game).decode
"""Load a room from a snapshot."""
