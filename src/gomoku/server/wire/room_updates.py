"""Messages to the page: room snapshots and updates, replies to commands, the list of rooms."""

from gomoku.rules import Color, Kind, Player, Status
from gomoku.server.wire.analysis_messages import Position, ThinkingInfo
from gomoku.server.wire.events import Event
from gomoku.server.wire.refusal import Reason
from gomoku.server.wire.values import (
    Action,
    Answer,
    CaptureMove,
    Cell,
    ChatLine,
    ClockRule,
    Elo,
    Forbidden,
    Holder,
    Millis,
    Moment,
    Name,
    NoClock,
    Offer,
    Options,
    Outcome,
    Phase,
    Question,
    RoomKind,
    Seat,
    Stone,
    Struct,
    Tagged,
)


class Hello(Tagged, frozen=True, tag="hello"):
    """The first message on every socket."""

    me: str
    """The visitor's id: the page is meant where a seat or a list names it."""
    protocol: int
    version: str
    now: Moment
    """The server's clock."""


class Pong(Tagged, frozen=True, tag="pong"):
    """The answer to `ping`."""

    sent: float
    now: Moment
    rooms: dict[str, int]
    """The present `seq` of every room the page watches: one that is higher than the page's own was missed; watch again."""


class RoomState(Struct, frozen=True, kw_only=True):
    """All there is to see of a room but the list of actions: enough to draw it without knowing a rule."""

    kind: RoomKind
    title: Name
    owner: str
    phase: Phase
    until: Moment | None = None
    """When the countdown ends."""
    paused: bool = False
    options: Options
    seats: tuple[Seat, Seat]
    """P1 and P2."""
    turn_since: Moment | None = None
    """Since when the clock of the player who is asked runs; none while it stands."""
    acts: tuple[str, ...] = ()
    """The visitors who may answer `question` now."""
    may_undo: tuple[str, ...] = ()
    """The visitors who may ask for an undo now."""
    may_redo: tuple[str, ...] = ()
    # the board
    width: int
    height: int
    columns: tuple[str, ...]
    """Names of the columns from the left. A cell's name is its column and its row, which counts from the bottom, from 1;
    with a dash between where columns are numbers."""
    rows: tuple[str, ...]
    """The stones: `X`, `O` and `.`, top row first."""
    ply: int
    """How many actions have been made; goes with `play` and `decide`."""
    to_move: Color | None = None
    """The side whose stone is next; none when the game is over."""
    status: Status
    """On the board: `ongoing`, `grace` (a five stands, and the side to move can still break it), `win`, `draw`."""
    outcome: Outcome | None = None
    question: Question | None = None
    """What the game waits for; none when it is over."""
    fives: tuple[tuple[Cell, ...], ...] = ()
    """Standing or winning rows, each from end to end."""
    breaks: tuple[Cell, ...] = ()
    """In a grace turn, the replies that break the five."""
    forbidden: tuple[Forbidden, ...] = ()
    takes: tuple[CaptureMove, ...] = ()
    """Where the side to move would capture, and what: to be shown before the stone is down."""
    taken: tuple[int, int]
    """Stones captured by X and by O."""
    goal: int | None = None
    """Captured stones that win."""
    capture_sizes: tuple[int, ...] = ()
    """Lengths of the rows that can be captured: 2 for pairs, 3 for triples; empty where nothing can."""
    captured: tuple[Cell, ...] = ()
    """What the last action took."""
    offers: tuple[Offer, ...] = ()
    round: int = 1
    """Which game of the room this is."""
    setup: tuple[str, ...] | None = None
    """The rows the game started from, where that was not the empty board."""


class Thinking(Tagged, frozen=True, tag="thinking"):
    """What an AI is about at the moment. Not stored; an AI that is done says so by its action."""

    room: str
    player: Player | None
    """Whose seat; none for hints and analysis."""
    since: Moment
    """When its thinking began: waiting for a free engine is not counted."""
    limit: Millis
    waiting: bool = False
    """No engine is free yet."""
    done: bool = False
    info: ThinkingInfo | None = None
    """How far it has come; only for those who `follow`."""


class LastThinking(Tagged, frozen=True, tag="remembered"):
    """What an AI thought about its last move: the answer to a page that begins to `follow` when that is over. Not stored."""

    room: str
    round: int
    """Which game of the room …"""
    ply: int
    """… after how many actions …"""
    position: Position
    """… and the position that it thought about."""
    since: Moment
    limit: Millis
    infos: tuple[ThinkingInfo, ...]
    """Every depth that it completed."""


class Snapshot(Tagged, frozen=True, tag="snapshot"):
    """A room as it stands."""

    room: str
    seq: int
    now: Moment
    state: RoomState
    actions: tuple[Action, ...]
    chat: tuple[ChatLine, ...] = ()
    thinking: Thinking | None = None


class Update(Tagged, frozen=True, tag="update"):
    """Something happened in a room. Updates come in order, `seq` by `seq`, without a gap."""

    room: str
    seq: int
    now: Moment
    event: Event
    state: RoomState
    keep: int
    """How many of the actions known before still stand …"""
    actions: tuple[Action, ...] = ()
    """… and those that follow them: `actions = [...actions.slice(0, keep), ...update.actions]`."""


class Audience(Tagged, frozen=True, tag="audience"):
    """How many watch an online room and do not play. Not stored; comes with the room and whenever it changes."""

    room: str
    spectators: int


class RoomGone(Tagged, frozen=True, tag="gone"):
    """The room was deleted, or there is none of that id."""

    room: str


class Suggestion(Tagged, frozen=True, tag="suggestion"):
    """The engine's hint, for the visitor who asked."""

    room: str
    ply: int
    """For the board after so many actions."""
    kind: Kind
    color: Color
    cell: Cell | None = None
    """For a stone or a pick: where it would go …"""
    captured: tuple[Cell, ...] = ()
    """… and what it would take."""
    answer: Answer | None = None
    """For any other question: what to answer."""
    score: int | None = None
    """For the side to move; none in an opening."""
    win_in: int | None = None
    pv: tuple[Cell, ...] = ()
    ms: Millis = 0


class Done(Tagged, frozen=True, tag="done"):
    """A command was carried out and is stored."""

    id: str
    room: str
    seq: int


class Refused(Tagged, frozen=True, tag="refused"):
    """A command was not carried out; nothing has changed."""

    id: str
    """Of the command; empty where it could not be read."""
    reason: Reason
    detail: str = ""
    """In plain English, for logs and programs."""
    room: str = ""
    cell: Cell | None = None
    """The cell that was refused."""
    wait: Millis | None = None
    """When to try again."""


class RoomSummary(Struct, frozen=True, kw_only=True):
    """A room or game in a list."""

    room: str
    kind: RoomKind
    title: Name
    phase: Phase
    rules: str
    opening: str
    clock: ClockRule = NoClock()
    holders: tuple[Holder, Holder]
    names: tuple[Name, Name]
    stones: tuple[Stone, Stone]
    rows: tuple[str, ...]
    """For a thumbnail."""
    last: Cell | None = None
    actions: int
    """How many were made."""
    stones_played: int
    outcome: Outcome | None = None
    rated: bool = False
    elos: tuple[Elo | None, Elo | None] = (None, None)
    """The players' ratings in this rule set, as far as known …"""
    changes: tuple[int, int] | None = None
    """… and what the game, a rated one that is over, did to them."""
    spectators: int = 0
    """Visitors who watch and do not play; only in the list of rooms."""
    created: Moment
    updated: Moment


class LobbyList(Tagged, frozen=True, tag="lobby"):
    """The rooms that anybody may enter, last changed first."""

    rooms: tuple[RoomSummary, ...]


class LobbyChange(Tagged, frozen=True, tag="lobby_change"):
    """One of them has changed, is new, or is gone."""

    room: str
    line: RoomSummary | None
    """None: it is not in the list any more."""
