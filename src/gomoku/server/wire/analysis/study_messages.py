"""Messages of the study tools: positions, variation trees, game reviews, explorer.

Registered in `messages`. The page holds the tree it works on and sends what a request needs; the server keeps studies and
finished reviews.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.rules import Color, Status, WinBy
from gomoku.rules.figure import MAX_LETTER
from gomoku.server.wire.analysis.analysis_messages import Position, Proof, ProofAttack, ProofStage
from gomoku.server.wire.values import (
    MAX_SOURCE_LENGTH,
    CaptureMove,
    Cell,
    Forbidden,
    Id,
    Millis,
    Moment,
    MoveReason,
    Name,
    Struct,
    ThreatMark,
)

MAX_STUDY_NODES: Final = 3_000
"""Moves of a study, over all variations."""
MAX_LINE_LENGTH: Final = 1_100
"""Moves of one line or game."""
MAX_COMMENT_LENGTH: Final = 4_000
"""Characters of one comment."""
MAX_STUDY_PROOFS: Final = 40
"""Proofs stored with a study."""
MAX_KEPT_PROOF_NODES: Final = 400
"""Nodes of a proof tree stored with a study."""
MAX_LETTERS: Final = 100
"""Letters on one board."""
Comment = Annotated[str, Meta(max_length=MAX_COMMENT_LENGTH)]


# --- positions: `POST /api/study/look` ---


class StudyPosition(Struct, frozen=True):
    """A position and moves from there."""

    start: Position
    moves: Annotated[tuple[Cell, ...], Meta(max_length=MAX_LINE_LENGTH)] = ()


class AdviceRequest(Struct, frozen=True):
    """`POST /api/study/advice`: the question that an opening asks after some stones on an empty board."""

    start: Position
    opening: Annotated[str, Meta(max_length=40)]
    """Name of the opening protocol."""
    moves: Annotated[tuple[Cell, ...], Meta(max_length=20)] = ()


class StudyPlay(Struct, frozen=True):
    """`POST /api/study/play`: a game from a position of a study, against the computer or on one device."""

    start: Position
    moves: Annotated[tuple[Cell, ...], Meta(max_length=MAX_LINE_LENGTH)] = ()
    level: Annotated[int, Meta(ge=1, le=10)] | None = None
    """Level of the computer, which gets the side that is not to move; none for a game without it."""


class Letter(Struct, frozen=True):
    """A letter, or another short text, on a cell: what SGF calls a label."""

    cell: Cell
    text: Annotated[str, Meta(max_length=MAX_LETTER)] = ""
    """Empty in a figure: the next of A, B, C …"""


class StudyFigure(Struct, frozen=True):
    """`POST /api/study/figure`: a line as a picture to print, its moves from `first` on with their numbers."""

    start: Position
    moves: Annotated[tuple[Cell, ...], Meta(max_length=MAX_LINE_LENGTH)] = ()
    first: Annotated[int, Meta(ge=1, le=MAX_LINE_LENGTH + 1)] = 1
    letters: Annotated[tuple[Letter, ...], Meta(max_length=MAX_LETTERS)] = ()
    """On empty cells."""
    caption: Annotated[str, Meta(max_length=200)] = ""
    at: Annotated[str, Meta(min_length=1, max_length=20)] = "at"
    """Word of the list of moves on cells that hold a stone: `7 at 3`."""


class StudyView(Struct, frozen=True, kw_only=True):
    """Visible state after the moves: enough to draw it without knowing the rules."""

    width: int
    height: int
    rows: tuple[str, ...]
    to_move: Color | None
    """None when the game is over."""
    taken: tuple[int, int]
    goal: int | None
    """Captured stones needed to win."""
    status: Status
    winner: Color | None
    win_by: WinBy | None
    captured: tuple[Cell, ...]
    """Stones captured by the last move."""
    fives: tuple[tuple[Cell, ...], ...]
    breaks: tuple[Cell, ...]
    forbidden: tuple[Forbidden, ...]
    takes: tuple[CaptureMove, ...]
    can_think: bool
    """The engine can analyse it: the game is not over and the board is not too large."""
    opening_name: str = ""
    """Name of the pattern of the first stones, such as `7I Hogetsu`; empty if it has none."""


# --- variation trees: `GET /api/study/game/{room}`, `POST /api/study/open`, `POST /api/study/sgf` ---


class StudyNode(Struct, frozen=True):
    """A move of a study. Node 0, the root, is the starting position and has no move."""

    parent: Annotated[int, Meta(ge=-1)]
    """Index of the parent; -1 for the root. Parents come before their children, the main line first."""
    cell: Cell | None = None
    color: Color | None = None
    """Side that moved; optional when sent to the server."""
    captured: tuple[Cell, ...] = ()
    comment: Comment = ""
    ms: Millis | None = None
    """Thinking time."""
    origin: Annotated[int, Meta(ge=0)] | None = None
    """Number of the node in the study's `source`; none for what was added since."""
    letters: Annotated[tuple[Letter, ...], Meta(max_length=MAX_LETTERS)] = ()


class Study(Struct, frozen=True):
    """A game with its variations and comments."""

    start: Position
    nodes: Annotated[tuple[StudyNode, ...], Meta(min_length=1, max_length=MAX_STUDY_NODES)]
    black: Name = ""
    white: Name = ""
    title: Name = ""
    result: Annotated[str, Meta(max_length=40)] = ""
    """SGF result: `B+`, `W+R`, `0`."""
    dropped: int = 0
    """Moves of variations that are not shown: illegal, or over `MAX_STUDY_NODES`. They stay in `source`."""
    date: Annotated[str, Meta(max_length=40)] = ""
    source: Annotated[str, Meta(max_length=MAX_SOURCE_LENGTH)] = ""
    """The file as SGF, with what a study has no place for: an opening's decisions, properties unknown here. Writing
    changes in it only what changed in the study."""


class StudyList(Struct, frozen=True):
    """The games of a file."""

    studies: tuple[Study, ...]
    total: int


# --- reviews, of which a study keeps the last one: `POST /api/review`, `GET /api/review/{id}`, `DELETE /api/review/{id}` ---


class Grade(StrEnum):
    """Quality of a move compared with the best one."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"  # ?!
    MISTAKE = "mistake"  # ?
    BLUNDER = "blunder"  # ??


class ReviewRequest(Struct, frozen=True):
    """Review a whole game."""

    start: Position
    moves: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=MAX_LINE_LENGTH)]
    ms: Annotated[Millis, Meta(ge=50, le=5_000)] = 300
    """Search time per position."""


class CoachedMove(Struct, frozen=True, kw_only=True):
    """A move that explains a mistake, with the reasons worth saying."""

    cell: Cell
    color: Color
    captured: tuple[Cell, ...]
    reasons: tuple[MoveReason, ...]
    """Effects of the move by the rules; empty if there are none worth telling."""
    threats: tuple[ThreatMark, ...]
    """The threats behind the reasons."""
    win_in: int | None
    """Plies to its proved win."""


class Coaching(Struct, frozen=True):
    """Explanation of a mistake: what the move allows, and what the best move does."""

    reply: CoachedMove | None
    """The opponent's best answer; none if there is nothing to say about it."""
    better: CoachedMove | None
    """The best move in its place."""
    prevents: bool
    """After the better move, the reply is impossible or no longer does what it does now."""


class ReviewedMove(Struct, frozen=True):
    """The engine's assessment of a move."""

    color: Color
    score: int
    """Evaluation points for X after the move."""
    win_in: int | None
    """Plies to a proved win of X, negative for a win of O."""
    chance: float
    """Winning probability of X after the move, from 0 to 1."""
    loss: float
    """Winning probability the side lost by the move."""
    grade: Grade
    best: Cell | None
    """The best move, if another was played."""
    line: tuple[Cell, ...] = ()
    """Variation that starts with `best`."""
    best_win_in: int | None = None
    """Plies to the proved win that was available, or to the unavoidable loss (negative), for the side to move."""
    depth: int = 0
    coach: Coaching | None = None
    """For mistakes and blunders."""


class SideReview(Struct, frozen=True):
    """Review of one side's play."""

    accuracy: float | None
    """Percent; none without moves."""
    grades: dict[str, int]
    """Number of moves by `Grade`."""


class Review(Struct, frozen=True, kw_only=True):
    """A review, complete or in progress."""

    id: str
    done: int
    """Positions searched so far."""
    total: int
    """Positions to search."""
    complete: bool = False
    waiting: bool = False
    """Queued: all engines are busy, and games take precedence."""
    failed: bool = False
    """Cancelled, or the engine failed; it can be requested again."""
    start_chance: float = 0.5
    """Winning probability of X before the first move."""
    moves: tuple[ReviewedMove, ...] = ()
    """One entry per move, once complete."""
    X: SideReview | None = None
    O: SideReview | None = None  # noqa: E741
    turning_points: tuple[int, ...] = ()
    """Numbers, from 1, of the moves with the largest swings."""


class KnownReview(Struct, frozen=True):
    """The stored review of a game's moves."""

    review: Review | None
    """None if these moves were not reviewed with this time."""


# --- learning from mistakes: `GET /api/study/game/{room}/mistakes`, `POST /api/review/try` ---


class GameMistake(Struct, frozen=True, kw_only=True):
    """A mistake or blunder of a game for which a better move is known."""

    number: int
    """Number of the move, from 1."""
    color: Color
    cell: Cell
    rows: tuple[str, ...]
    """The position after it."""
    loss: float
    """Winning probability the side lost by it."""
    missed: int | None
    """Plies to the proved win that was missed."""


class GameMistakes(Struct, frozen=True):
    """The mistakes of a game, as far as it was reviewed."""

    reviewed: bool
    mistakes: tuple[GameMistake, ...] = ()


class MistakeTry(Struct, frozen=True):
    """A move tried in place of a mistake."""

    review: ReviewRequest
    """The request of the review that found it; it must be complete."""
    number: Annotated[int, Meta(ge=1, le=MAX_LINE_LENGTH)]
    """Number of the mistake, from 1."""
    cell: Cell


class MistakeAnswer(Struct, frozen=True):
    """The verdict on a move tried in place of a mistake."""

    move: ReviewedMove
    """The move tried, as a review grades it."""
    good: bool
    """Whether the move loses less than an inaccuracy does."""
    view: StudyView
    """Position after the move."""


# --- stored studies: `POST /api/studies`, `GET`, `PUT` and `DELETE /api/studies/{id}`, `GET /api/studies[/public]` ---


class Access(StrEnum):
    """Who may see a study besides its owner."""

    PRIVATE = "private"  # no one
    LINK = "link"  # everyone who knows its address
    PUBLIC = "public"  # everyone: it is in the list of public studies


class StudyProof(Struct, frozen=True):
    """A proof of a position of a study, and the effort spent on it."""

    node: Annotated[int, Meta(ge=0)]
    """The position, by the number of its node in the study."""
    proof: Proof
    """Its tree has at most `MAX_KEPT_PROOF_NODES` nodes, those near the root."""
    nodes: Annotated[int, Meta(ge=0)] = 0
    """Positions searched."""
    ms: Millis = 0
    depth: Annotated[int, Meta(ge=0)] = 0
    refuted: Annotated[int, Meta(ge=0)] = 0
    """Moves of the side to move that were shown to lose."""
    stages: Annotated[tuple[ProofStage, ...], Meta(max_length=len(ProofAttack))] = ()


class StudyDraft(Struct, frozen=True):
    """A study as the page has it."""

    study: Study
    at: Annotated[int, Meta(ge=0)] = 0
    """The node shown."""
    turn: Annotated[int, Meta(ge=0, le=7)] = 0
    """How the board lies on the screen: clockwise quarters, plus 4 if it was mirrored from left to right before them."""
    review: Review | None = None
    """The last complete review."""
    reviewed: Annotated[tuple[Cell, ...], Meta(max_length=MAX_LINE_LENGTH)] = ()
    """The moves that were reviewed."""
    proofs: Annotated[tuple[StudyProof, ...], Meta(max_length=MAX_STUDY_PROOFS)] = ()


class StudyCreation(Struct, frozen=True):
    """`POST /api/studies`."""

    draft: StudyDraft
    room: Id | None = None
    """The game it was made of; if the visitor already has a study of that game, it is returned and none is made."""


class StudyUpdate(Struct, frozen=True):
    """`PUT /api/studies/{id}`."""

    draft: StudyDraft
    version: Annotated[int, Meta(ge=1)]
    """The version that was changed; refused as stale if there is a later one."""


class StudyAccess(Struct, frozen=True):
    """`PUT /api/studies/{id}/access`."""

    access: Access


class StoredStudy(Struct, frozen=True):
    """`GET /api/studies/{id}`, and the reply to the others: a study with its version."""

    id: str
    version: int
    access: Access
    mine: bool
    """Whether the visitor is its owner, and may change it."""
    draft: StudyDraft


class StudySaved(Struct, frozen=True):
    """A study was saved."""

    id: str
    version: int
    is_new: bool = True
    """Whether this request made it."""


class StudySummary(Struct, frozen=True):
    """Entry of the list of studies."""

    id: str
    title: Name
    black: Name
    white: Name
    rules: str
    rows: tuple[str, ...]
    """The position at the end of the main line."""
    moves: int
    """Moves of the main line."""
    nodes: int
    """Moves over all variations."""
    reviewed: bool
    access: Access
    updated: Moment


class StudySummaries(Struct, frozen=True):
    """`GET /api/studies`: the visitor's studies; `GET /api/studies/public`: the public ones of all visitors. Last changed first."""

    studies: tuple[StudySummary, ...]
    total: int


# --- explorer: moves played in a position, and their games ---


class GameSource(StrEnum):
    """Where the games come from."""

    MINE = "mine"  # finished games of the visitor
    SERVER = "server"  # finished games of rooms that the lobby shows
    IMPORTED = "imported"  # games of the visitor's collection
    COLLECTIONS = "collections"  # collections that the server was started with
    ENGINE = "engine"  # the engine's own games, which come with the program


class Tempo(StrEnum):
    """How fast a game is, by its clock."""

    QUICK = "quick"  # less than ten minutes of a side for 40 moves
    LONG = "long"
    DAYS = "days"  # days for a move
    UNLIMITED = "unlimited"  # no clock


RATING_STEP: Final = 200
"""Games are told apart by rating in these steps."""


class GameFilter(Struct, frozen=True):
    """Which games of the visitor and of the server to search."""

    rating: Annotated[int, Meta(ge=0, le=4000, multiple_of=RATING_STEP)] = 0
    """Rating that both players had at least; 0 for all games, unrated players included."""
    tempo: Tempo | None = None
    """None for all."""


class ExplorerRequest(Struct, frozen=True):
    """A position, and the games to search."""

    position: StudyPosition
    source: GameSource
    only: GameFilter = GameFilter()
    """Of the visitor's games and those of this server."""


class ExplorerReply(Struct, frozen=True):
    """A move that was played there; among the engine's games also one that only its book knows."""

    cells: tuple[Cell, ...]
    """The cell, and those that mirror it in a symmetric position."""
    games: int
    """0 for a move of the book that no game has."""
    black: int
    """Games that Black won."""
    draws: int
    white: int
    rating: int | None
    """Mean rating of those who played it, as far as known."""
    chance: float | None = None
    """Winning chance of the side that plays it by the engine's opening book, 0 to 1; None if the book does not know it."""


class ExplorerGame(Struct, frozen=True):
    """A game that reached the position."""

    black: str
    white: str
    result: str
    """`B`, `W`, `0` for a draw; empty if unknown."""
    date: str
    room: str | None = None
    """The room it was played in; none for a game of a collection."""
    ratings: tuple[int | None, int | None] = (None, None)
    at: Moment | None = None
    collected: str | None = None
    """Its id in the visitor's collection."""
    link: str | None = None
    """The whole game as a link: of the server's collections, and of the engine's own games, which have no names."""
    plies: int | None = None
    """Stones played, of the engine's own games."""
    rows: tuple[str, ...] = ()
    """The board at its end; empty for a game of the visitor's collection with a long text."""


class ExplorerView(Struct, frozen=True):
    """`POST /api/explorer`: the games of one source, and the number of games in the others."""

    opening_name: str
    opening_rows: tuple[str, ...]
    """Its stones on the seven lines around the centre, as they are usually drawn; empty if it is no single pattern."""
    totals: dict[str, int]
    """Games that reached the position, by `GameSource`; sources that the server lacks are missing."""
    replies: tuple[ExplorerReply, ...]
    """The most frequent first."""
    games: tuple[ExplorerGame, ...]
    """The latest game of each of the first replies; of the visitor's collection and the engine, then the next ones of each."""
    line: tuple[int, ...] = ()
    """Games that played each move of the line that leads to the position, its first 20 moves."""
    link: str | None = None
    """The line as a link, to list all games of the visitor's collection that reach its end; none for other sources."""


HTTP: Final = (
    AdviceRequest,
    StudyPosition,
    StudyPlay,
    StudyFigure,
    StudyView,
    Study,
    StudyList,
    ReviewRequest,
    Review,
    KnownReview,
    GameMistakes,
    MistakeTry,
    MistakeAnswer,
    StudyCreation,
    StudyUpdate,
    StudyAccess,
    StoredStudy,
    StudySaved,
    StudySummaries,
    ExplorerRequest,
    ExplorerView,
)
"""Request and reply bodies of the study API."""
