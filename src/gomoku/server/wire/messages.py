"""The single list of what goes over the wire: `FromClient` and `ToClient` on the socket, the replies of the HTTP API.

The TypeScript types of the page are made from here by `python -m gomoku.server.wire.typescript`. The values inside are in
`values`, the events in `events`, what is said about people in `people`, about thinking in `thoughts`, about analysing
in `studies`.

A page opens one socket, `/ws`. The server says `hello`. The page says `watch` for each room that it shows, with the
last `seq` it knows, and is sent `snapshot`, or the `update`s it missed; then every new `update`. Commands carry an `id`
of the page's own making and are answered by `done` or `refused` with that id. A command that is sent again with the
same id has no second effect. A command's effects are in the database before `done` is sent.
"""

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from gomoku.rules import Color, Kind, Player, Status
from gomoku.server.wire import analysis_messages, people_messages, study_messages
from gomoku.server.wire.analysis_messages import Analyse as Analyse
from gomoku.server.wire.analysis_messages import Analysis, Belief, Position, ThinkingInfo
from gomoku.server.wire.events import Event
from gomoku.server.wire.people_messages import Paired, Seek, Seeking, Unseek
from gomoku.server.wire.values import (
    Action,
    Answer,
    Cell,
    ChatLine,
    ClockRule,
    Elo,
    Forbidden,
    Holder,
    Id,
    Millis,
    Moment,
    Name,
    NoClock,
    Offer,
    OfferKind,
    Options,
    Outcome,
    Phase,
    Question,
    RoomKind,
    Seat,
    Stone,
    Struct,
    Tagged,
    Takes,
)

PROTOCOL: Final = 1
"""Goes up when an old page could not understand a new server."""


class Reason(StrEnum):
    """Why something was refused. The page has a sentence for each, under `refused.<reason>`."""

    # the rules' own words
    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    GAME_OVER = "game_over"
    DOUBLE_THREE = "double_three"
    DOUBLE_FOUR = "double_four"
    OVERLINE = "overline"
    SELF_CAPTURE = "self_capture"
    OPENING = "opening"
    # the room's
    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    NOT_OWNER = "not_owner"
    STALE = "stale"  # the board has changed since the page last looked
    PAUSED = "paused"
    NOT_PLAYING = "not_playing"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_CHANGE = "no_change"  # it is so already
    NO_OFFER = "no_offer"
    OFFER_PENDING = "offer_pending"
    TOO_SOON = "too_soon"  # `wait` says for how long
    ALIKE = "alike"  # the two sides' stones could not be told apart
    SEAT_TAKEN = "seat_taken"
    BAD_OPTIONS = "bad_options"
    NOT_HERE = "not_here"  # this kind of room has no such thing
    RATED = "rated"  # not in a rated game
    # the server's
    UNKNOWN_ROOM = "unknown_room"
    MALFORMED = "malformed"
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    BUSY = "busy"
    STORAGE = "storage"  # the database cannot be written: nothing has changed
    UNREADABLE = "unreadable"  # a file or link that holds no game
    FOREIGN = "foreign"  # a request from another site
    NAME_TAKEN = "name_taken"  # somebody else signs in under that name
    BAD_PASSPHRASE = "bad_passphrase"  # nobody has this name and this passphrase
    BAD_TOKEN = "bad_token"  # an unknown token, or one that was taken back


# --- from the page: what needs no room ---


class Ping(Tagged, frozen=True, tag="ping"):
    """Is anybody there? Answered by `pong`."""

    sent: float = 0
    """Anything; it comes back."""


class Watch(Tagged, frozen=True, tag="watch"):
    """Show me a room, and all that happens in it from now on."""

    room: Id
    since: Annotated[int, Meta(ge=0)] = 0
    """The last `seq` the page knows; 0 for none."""


class Unwatch(Tagged, frozen=True, tag="unwatch"):
    """I have seen enough of that room."""

    room: Id


class Follow(Tagged, frozen=True, tag="follow"):
    """Say whether `thinking` should tell of every depth (`info`), or only of beginning and end. `remembered` tells of the last move."""

    room: Id
    on: bool


class Lobby(Tagged, frozen=True, tag="lobby"):
    """Show me the list of rooms and keep it up to date, or stop doing so."""

    on: bool


# --- from the page: commands ---


class Me(Tagged, frozen=True, tag="me"):
    """A seat for the visitor who makes the room."""

    name: Name = ""


class AiSeat(Tagged, frozen=True, tag="ai"):
    """A seat for the engine."""

    level: Annotated[int, Meta(ge=1, le=10)] = 10


class OpenSeat(Tagged, frozen=True, tag="open"):
    """A seat that anybody may take. Online rooms only."""


SeatWish: TypeAlias = Me | AiSeat | OpenSeat


class Create(Tagged, frozen=True, tag="create"):
    """Make a room. `done` says its id. A local game begins at once."""

    id: Id
    options: Options
    first: SeatWish
    """Who plays first: black, unless the opening says otherwise. Two `me` are two people on one computer."""
    second: SeatWish
    kind: RoomKind = RoomKind.LOCAL
    stones: tuple[Stone, Stone] = (Stone.BLACK, Stone.WHITE)
    """The looks of X and O."""
    title: Name = ""


class Command(Tagged, frozen=True):
    """The base of what is done in a room."""

    id: Id
    """The page's own name for this command."""
    room: Id


class Play(Command, frozen=True, tag="play"):
    """Put a stone down, or pick one of the cells offered."""

    cell: Cell
    ply: Annotated[int, Meta(ge=0)]
    """How many actions the page sees: if others were made or taken back since, the click was not meant for this board."""


class Decide(Command, frozen=True, tag="decide"):
    """Answer the opening's question: a word, a number, or the cells of an offer."""

    answer: Answer
    ply: Annotated[int, Meta(ge=0)]


class Undo(Command, frozen=True, tag="undo"):
    """Take one's last action back, and what the AI answered to it. Online the other player is asked."""


class Redo(Command, frozen=True, tag="redo"):
    """Make it again."""


class Hint(Command, frozen=True, tag="hint"):
    """Let the engine suggest an answer to the question that is due. Comes as `suggestion`. Online the other is asked."""


class Restart(Command, frozen=True, tag="restart"):
    """Begin anew with the same options. A finished game is kept in the list. Online the other is asked."""

    swap: bool = False
    """Change places."""


class Resign(Command, frozen=True, tag="resign"):
    """Give up. Where one visitor holds both seats, for the side to move."""


class OfferDraw(Command, frozen=True, tag="draw"):
    """Propose a draw. An AI answers by how it sees the game; on one computer it is agreed at once."""


class Cancel(Command, frozen=True, tag="cancel"):
    """End the game so that it counts for nobody. Online the other is asked."""


class Reply(Command, frozen=True, tag="reply"):
    """Answer the other player's offer."""

    offer: OfferKind
    accept: bool


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take one's own offer back."""

    offer: OfferKind


class Pause(Command, frozen=True, tag="pause"):
    """Stop clocks and AIs. Online the other is asked."""


class Resume(Command, frozen=True, tag="resume"):
    """Let them go on."""


class Dress(Command, frozen=True, tag="dress"):
    """Choose what a side's stones look like."""

    color: Color
    stone: Stone


class Rename(Command, frozen=True, tag="rename"):
    """Choose a player's name."""

    player: Player
    name: Name


class Retitle(Command, frozen=True, tag="retitle"):
    """Name the room."""

    title: Name


class Configure(Command, frozen=True, tag="configure"):
    """Change the options before a game; nobody is ready any more. In the middle of a game only `ai_time` can change."""

    options: Options


class SetLevel(Command, frozen=True, tag="level"):
    """Change an AI's level, also in the middle of a game."""

    player: Player
    level: Annotated[int, Meta(ge=1, le=10)]


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, or put an AI on it."""

    player: Player
    who: SeatWish


class Stand(Command, frozen=True, tag="stand"):
    """Leave one's seat."""

    player: Player


class Kick(Command, frozen=True, tag="kick"):
    """Send the other player away. The owner's right."""

    player: Player


class Ready(Command, frozen=True, tag="ready"):
    """Say that one is ready, or not."""

    ready: bool


class Say(Command, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""
    """What a spectator wants to be called. Players speak under the name of their seat."""


class Claim(Command, frozen=True, tag="claim"):
    """Take the win after the other player's connection was lost for too long."""


RoomCommand: TypeAlias = (
    Play
    | Decide
    | Undo
    | Redo
    | Hint
    | Restart
    | Resign
    | OfferDraw
    | Cancel
    | Reply
    | Withdraw
    | Pause
    | Resume
    | Dress
    | Rename
    | Retitle
    | Configure
    | SetLevel
    | Sit
    | Stand
    | Kick
    | Ready
    | Say
    | Claim
)
FromClient: TypeAlias = Ping | Watch | Unwatch | Follow | Lobby | Seek | Unseek | Analyse | Create | RoomCommand


# --- to the page ---


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
    takes: tuple[Takes, ...] = ()
    """Where the side to move would capture, and what: to be shown before the stone is down."""
    taken: tuple[int, int]
    """Stones captured by X and by O."""
    goal: int | None = None
    """Captured stones that win."""
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


class Remembered(Tagged, frozen=True, tag="remembered"):
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


class Gone(Tagged, frozen=True, tag="gone"):
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


class RoomLine(Struct, frozen=True, kw_only=True):
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

    rooms: tuple[RoomLine, ...]


class LobbyChange(Tagged, frozen=True, tag="lobby_change"):
    """One of them has changed, is new, or is gone."""

    room: str
    line: RoomLine | None
    """None: it is not in the list any more."""


ToClient: TypeAlias = (
    Hello
    | Pong
    | Snapshot
    | Update
    | Audience
    | Gone
    | Thinking
    | Remembered
    | Suggestion
    | Done
    | Refused
    | LobbyList
    | LobbyChange
    | Seeking
    | Paired
    | Analysis
    | Belief
)


# --- replies of the HTTP API ---


class GameList(Struct, frozen=True):
    """`GET /api/games`: the visitor's games, last played first. `GET /api/rooms`: the rooms that anybody may enter."""

    games: tuple[RoomLine, ...]
    total: int
    """All that fit the search, not only those listed."""
    me: str = ""
    """The visitor's id: whose games these are."""


class Imported(Struct, frozen=True):
    """`POST /api/import`: the rooms that were made, one for each game of the file."""

    rooms: tuple[RoomLine, ...]


class Shared(Struct, frozen=True):
    """`GET /api/games/{room}/link`."""

    link: str
    """The game in one line."""
    path: str
    """The page's address for it, without host."""


class Problem(Struct, frozen=True):
    """The body of every HTTP answer from 400 on."""

    reason: Reason
    detail: str


class TokenWish(Struct, frozen=True):
    """`POST /api/tokens`: the body."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    bot: Id | None = None
    """One of the visitor's bots, for another token; none for a new bot."""


class TokenLine(Struct, frozen=True):
    """A token, as lists show it."""

    id: str
    name: Name
    prefix: str
    """How it begins."""
    bot: str
    """The id of the bot that it speaks for, as seats show it."""
    created: Moment
    used: Moment | None = None
    """When it was last used, to the minute."""


class TokenList(Struct, frozen=True):
    """`GET /api/tokens`: the visitor's, newest first."""

    tokens: tuple[TokenLine, ...]


class NewToken(Struct, frozen=True):
    """`POST /api/tokens`: the answer."""

    token: str
    """The token itself, which is never shown again."""
    line: TokenLine


class Words(Struct, frozen=True):
    """A text for people, in the languages of the page."""

    en: str
    fr: str


class Preset(Struct, frozen=True):
    """A rule set with a name."""

    name: str
    title: Words
    summary: Words
    size: int
    sizes: tuple[int, ...]
    """Board sizes to offer first."""
    values: dict[str, str]
    """Every parameter, as a word."""


class ParameterKind(StrEnum):
    """How a parameter is chosen."""

    FLAG = "flag"  # `true` or `false`
    WORD = "word"  # one of `values`
    NUMBER = "number"  # from `least` to `most`, or one of `values`
    SIZE = "size"  # a board edge from `least` to `most`, or `15x12`


class ParameterValue(Struct, frozen=True):
    """One of the words a parameter can have."""

    value: str
    title: Words


class Parameter(Struct, frozen=True):
    """A switch of the rules. `Options.rules` is a preset's name and the changed ones: `42;size=15;three=flank`."""

    name: str
    kind: ParameterKind
    title: Words
    values: tuple[ParameterValue, ...] = ()
    least: int | None = None
    most: int | None = None


class OpeningChoice(Struct, frozen=True):
    """A way to open the game."""

    name: str
    title: Words
    summary: Words


class LevelChoice(Struct, frozen=True):
    """A strength of the engine."""

    number: int
    title: Words


class Catalogue(Struct, frozen=True):
    """`GET /api/rules`: all there is to choose from, so that the page knows no rule by name."""

    presets: tuple[Preset, ...]
    parameters: tuple[Parameter, ...]
    openings: tuple[OpeningChoice, ...]
    levels: tuple[LevelChoice, ...]
    largest_for_ai: int
    """Lines: on larger boards there is no AI and no hint."""
    stones: tuple[Stone, ...]
    too_alike: tuple[tuple[Stone, Stone], ...]
    reasons: dict[str, Words]
    """A sentence for each `Reason`."""
    steps: dict[str, Words]
    """What an opening asks, by `step` and, where steps share a name, `step.kind`."""
    answers: dict[str, Words]
    """The words of `Question.choices`."""


class Health(Struct, frozen=True):
    """`GET /api/health`."""

    ok: bool
    version: str
    rooms: int
    """Rooms held in memory."""
    sockets: int
    engines: int
    """Engine processes alive."""
    waiting: int
    """Questions to the engine that wait."""


HTTP: Final = (
    GameList,
    Imported,
    Shared,
    Problem,
    Catalogue,
    Health,
    Snapshot,
    TokenList,
    NewToken,
    *people_messages.HTTP,
    *analysis_messages.HTTP,
    *study_messages.HTTP,
)
"""Every body the HTTP API answers with."""

decode: Final = msgspec.json.Decoder(FromClient).decode
encode: Final = msgspec.json.Encoder().encode
