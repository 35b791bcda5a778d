"""Messages to the page: room snapshots and updates, replies to commands, the list of rooms."""

from gomoku.rules import Color, Kind, Player, Status
from gomoku.server.wire.analysis.analysis_messages import OpeningAdvice, Position, ThinkingInfo
from gomoku.server.wire.events import Event, Note
from gomoku.server.wire.refusal import Reason
from gomoku.server.wire.values import (
    Action,
    Answer,
    CaptureMove,
    Cell,
    ChatLine,
    Clock,
    ClockRule,
    Elo,
    Forbidden,
    Holder,
    LastGame,
    LevelResult,
    Millis,
    Moment,
    MoveReason,
    Name,
    NoClock,
    Offer,
    Options,
    Outcome,
    Phase,
    Question,
    Removal,
    RoomKind,
    Seat,
    Stone,
    Struct,
    Tagged,
    ThreatMark,
    Uncounted,
)


class Hello(Tagged, frozen=True, tag="hello"):
    """The first message on every socket."""

    me: str
    """The visitor's id, as in seats and lists."""
    protocol: int
    version: str
    now: Moment
    """The server's clock."""


class Pong(Tagged, frozen=True, tag="pong"):
    """Reply to `ping`."""

    sent: float
    now: Moment
    rooms: dict[str, int]
    """Current `seq` of every watched room. If it is higher than the page's own, an update was lost: watch again."""


class RoomState(Struct, frozen=True, kw_only=True):
    """Visible state of a room, without the list of actions: enough to draw it without knowing the rules."""

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
    """When the running clock was started; none while stopped."""
    acts: tuple[str, ...] = ()
    """The visitors who may answer `question` now."""
    may_undo: tuple[str, ...] = ()
    """The visitors who may ask for an undo now."""
    may_redo: tuple[str, ...] = ()
    # the board
    width: int
    height: int
    columns: tuple[str, ...]
    """Column names from the left. A cell is named by column and row, counted from 1 at the bottom; with a dash between
    if columns are numbers."""
    rows: tuple[str, ...]
    """Board: `X`, `O` and `.`, top row first."""
    ply: int
    """Number of actions made; sent back with `play` and `decide`."""
    to_move: Color | None = None
    """Side to move; none when the game is over."""
    status: Status
    """Status on the board: `ongoing`, `grace` (the side to move can still break a five), `win`, `draw`."""
    outcome: Outcome | None = None
    question: Question | None = None
    """The pending decision; none when the game is over."""
    fives: tuple[tuple[Cell, ...], ...] = ()
    """Rows of five on the board, each from end to end."""
    breaks: tuple[Cell, ...] = ()
    """In a grace turn, the replies that break the five."""
    forbidden: tuple[Forbidden, ...] = ()
    takes: tuple[CaptureMove, ...] = ()
    """Capturing moves of the side to move, for the preview."""
    taken: tuple[int, int]
    """Stones captured by X and by O."""
    goal: int | None = None
    """Captured stones needed to win."""
    capture_sizes: tuple[int, ...] = ()
    """Lengths of the rows that can be captured: 2 for pairs, 3 for triples; empty if captures are not part of the
    rules."""
    captured: tuple[Cell, ...] = ()
    """Stones captured by the last action."""
    offers: tuple[Offer, ...] = ()
    round: int = 1
    """Number of the game in the room, from 1."""
    setup: tuple[str, ...] | None = None
    """Starting position, if not the empty board."""
    opening_name: str = ""
    """Name of the pattern of the first stones, such as `7I Hogetsu`; empty if it has none."""
    uncounted: Uncounted | None = None
    """Why the finished rated game changed no rating."""
    muted: tuple[str, ...] = ()
    """Visitors whom the owner has muted."""
    banned: tuple[str, ...] = ()
    """Visitors whom the owner has banned."""
    last_game: LastGame | None = None
    """The last game finished here, from when one of its players leaves until someone else sits down."""
    level_result: LevelResult | None = None
    """Change of the player's estimated level by the finished game against the engine."""
    score: tuple[float, float] = (0.0, 0.0)
    """Points of these two players in the games they have finished in this room."""
    tournament: str = ""
    """The tournament it is a game of: no undo, no rematch, no change of seats. Empty for none."""


class Thinking(Tagged, frozen=True, tag="thinking"):
    """Progress of an AI's search. Not stored; the search ends with the AI's action."""

    room: str
    player: Player | None
    """The AI's seat; none for hints and analysis."""
    since: Moment
    """Start of the search, without queueing for an engine."""
    limit: Millis
    waiting: bool = False
    """Queued: all engines are busy."""
    done: bool = False
    info: ThinkingInfo | None = None
    """The last completed depth; only for subscribers of `follow`."""


class LastThinking(Tagged, frozen=True, tag="remembered"):
    """Search history of an AI's last move, sent when a page starts to `follow`. Not stored."""

    room: str
    round: int
    """Number of the game in the room."""
    ply: int
    """Number of actions before the search."""
    position: Position
    """Position searched."""
    since: Moment
    limit: Millis
    infos: tuple[ThinkingInfo, ...]
    """Every completed depth."""


class Snapshot(Tagged, frozen=True, tag="snapshot"):
    """Full state of a room."""

    room: str
    seq: int
    now: Moment
    state: RoomState
    actions: tuple[Action, ...]
    chat: tuple[ChatLine, ...] = ()
    thinking: Thinking | None = None
    notes: tuple[Note, ...] = ()
    """The latest events that the chat shows."""
    removal: Removal | None = None
    """Why the owner has removed the visitor who receives this."""


class Update(Tagged, frozen=True, tag="update"):
    """An event in a room and the state after it. Updates arrive in order of `seq`, without gaps."""

    room: str
    seq: int
    now: Moment
    event: Event
    state: RoomState
    keep: int
    """Number of earlier actions that remain."""
    actions: tuple[Action, ...] = ()
    """New actions: `actions = [...actions.slice(0, keep), ...update.actions]`."""
    note: Note | None = None
    """The event as the chat shows it; none if it does not."""


class Audience(Tagged, frozen=True, tag="audience"):
    """Number of spectators of an online room. Not stored; sent with the room and on every change."""

    room: str
    spectators: int


class RoomGone(Tagged, frozen=True, tag="gone"):
    """The room was deleted or does not exist."""

    room: str


class Suggestion(Tagged, frozen=True, tag="suggestion"):
    """The engine's hint, for the visitor who asked."""

    room: str
    ply: int
    """Number of actions on the board it is for."""
    kind: Kind
    color: Color
    cell: Cell | None = None
    """For a stone or a pick: the suggested cell."""
    captured: tuple[Cell, ...] = ()
    """Stones it would capture."""
    answer: Answer | None = None
    """For any other question: the suggested answer."""
    score: int | None = None
    """Evaluation for the side to move; none in an opening."""
    win_in: int | None = None
    pv: tuple[Cell, ...] = ()
    ms: Millis = 0
    reasons: tuple[MoveReason, ...] = ()
    """Why the stone, by the rules and the threats of both sides; none in an opening."""
    threats: tuple[ThreatMark, ...] = ()
    """The threats behind the reasons: those it stops, and those it makes."""
    advice: OpeningAdvice | None = None
    """In an opening: the reasons, and the other answers."""


class Done(Tagged, frozen=True, tag="done"):
    """The command was executed and stored."""

    id: str
    room: str
    seq: int


class Refused(Tagged, frozen=True, tag="refused"):
    """The command was refused; nothing has changed."""

    id: str
    """Id of the command; empty if it could not be decoded."""
    reason: Reason
    detail: str = ""
    """In plain English, for logs and programs."""
    room: str = ""
    cell: Cell | None = None
    """The refused cell."""
    wait: Millis | None = None
    """Time until a retry is allowed."""


class RoomSummary(Struct, frozen=True, kw_only=True):
    """Entry of a list of rooms or games."""

    room: str
    kind: RoomKind
    title: Name
    phase: Phase
    rules: str
    opening: str
    clock: ClockRule = NoClock()
    delay: Millis = 0
    """Spectator delay. While such a game is played, lists show no board; its snapshot has the delayed one."""
    holders: tuple[Holder, Holder]
    names: tuple[Name, Name]
    stones: tuple[Stone, Stone]
    rows: tuple[str, ...]
    """Board, for a thumbnail."""
    last: Cell | None = None
    actions: int
    """Number of actions made."""
    stones_played: int
    outcome: Outcome | None = None
    rated: bool = False
    elos: tuple[Elo | None, Elo | None] = (None, None)
    """The players' ratings in this rule set, as far as known."""
    changes: tuple[int, int] | None = None
    """Rating changes, once a rated game is over."""
    spectators: int = 0
    """Number of spectators; only in the list of rooms."""
    away: tuple[bool, bool] = (False, False)
    """Which of the players have lost their connection."""
    tournament: str = ""
    """The tournament it is a game of; empty for none."""
    clocks: tuple[Clock, Clock] | None = None
    """Clocks at the start of the latest turn; none without a clock, before the game, and while spectators are
    delayed."""
    running: Player | None = None
    """The player whose clock runs."""
    running_since: Moment | None = None
    created: Moment
    updated: Moment


class LobbyList(Tagged, frozen=True, tag="lobby"):
    """A page of the list of public rooms that match `lobby`, most recently changed first."""

    rooms: tuple[RoomSummary, ...]
    total: int = 0
    """Number of all matching rooms, not only of those sent."""
    offset: int = 0
    """Number of matching rooms before the first one sent."""


class LobbyChange(Tagged, frozen=True, tag="lobby_change"):
    """A public room was added, changed or removed."""

    room: str
    line: RoomSummary | None
    """None: removed from the list."""
