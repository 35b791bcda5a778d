"""Messages of the study tools: positions, variation trees, game reviews, puzzles, lessons, explorer.

Registered in `messages`. The page holds the tree it works on and sends what a request needs; the server keeps studies and
finished reviews.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.rules import Color, Status, WinBy
from gomoku.rules.figure import MAX_LETTER
from gomoku.server.wire.analysis_messages import Position, Proof, ProofAttack, ProofStage, ThinkingInfo
from gomoku.server.wire.values import (
    MAX_SOURCE_LENGTH,
    CaptureMove,
    Cell,
    Elo,
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
"""Proofs that are kept with a study."""
MAX_KEPT_PROOF_NODES: Final = 400
"""Nodes of the tree of a proof that is kept with a study."""
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
    """What it does by the rules; empty where there is nothing to say."""
    threats: tuple[ThreatMark, ...]
    """The threats behind the reasons."""
    win_in: int | None
    """Plies to its proved win."""


class Coaching(Struct, frozen=True):
    """Why a move was a mistake: what it allows, and what the best move does."""

    reply: CoachedMove | None
    """The opponent's best answer; none where nothing is to be said of it."""
    better: CoachedMove | None
    """The best move in its place."""
    prevents: bool
    """After the better move, the reply is impossible or does no longer what it does now."""


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
    """Another move in the place of a mistake."""

    review: ReviewRequest
    """The request of the review that found it; it must be complete."""
    number: Annotated[int, Meta(ge=1, le=MAX_LINE_LENGTH)]
    """Number of the mistake, from 1."""
    cell: Cell


class MistakeAnswer(Struct, frozen=True):
    """The verdict on a move tried in the place of a mistake."""

    move: ReviewedMove
    """The move tried, as a review grades it."""
    good: bool
    """It gives away less than an inaccurate move."""
    view: StudyView
    """Position after the move."""


# --- kept studies: `POST /api/studies`, `GET`, `PUT` and `DELETE /api/studies/{id}`, `GET /api/studies[/public]` ---


class Access(StrEnum):
    """Who may see a study besides its owner."""

    PRIVATE = "private"  # nobody
    LINK = "link"  # everybody who knows its address
    PUBLIC = "public"  # everybody: it is in the list of public studies


class StudyProof(Struct, frozen=True):
    """What was proved about a position of a study, and how much was searched for it."""

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
    review: Review | None = None
    """The last complete review."""
    reviewed: Annotated[tuple[Cell, ...], Meta(max_length=MAX_LINE_LENGTH)] = ()
    """The moves that were reviewed."""
    proofs: Annotated[tuple[StudyProof, ...], Meta(max_length=MAX_STUDY_PROOFS)] = ()


class StudyCreation(Struct, frozen=True):
    """`POST /api/studies`."""

    draft: StudyDraft
    room: Id | None = None
    """The game it was made of: where the visitor has a study of it already, that one is returned and nothing made."""


class StudyUpdate(Struct, frozen=True):
    """`PUT /api/studies/{id}`."""

    draft: StudyDraft
    version: Annotated[int, Meta(ge=1)]
    """The version that was changed; refused as stale where there is a later one."""


class StudyAccess(Struct, frozen=True):
    """`PUT /api/studies/{id}/access`."""

    access: Access


class StoredStudy(Struct, frozen=True):
    """`GET /api/studies/{id}`, and the reply to the others: a study with its version."""

    id: str
    version: int
    access: Access
    mine: bool
    """The visitor is its owner, and may change it."""
    draft: StudyDraft


class StudySaved(Struct, frozen=True):
    """A study was saved."""

    id: str
    version: int
    is_new: bool = True
    """Made by this request."""


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
    """`GET /api/studies`: the visitor's studies; `GET /api/studies/public`: everybody's that are public. Last changed first."""

    studies: tuple[StudySummary, ...]
    total: int


# --- puzzles: `GET /api/puzzles`, `GET /api/puzzles/{id}`, `POST /api/puzzles/{id}/try` ---


class PuzzleKind(StrEnum):
    """Goal of a puzzle."""

    FIVE = "five"  # a win by five in a row
    CAPTURE = "capture"  # a win by captures
    BREAK = "break"  # break the opponent's five and still win
    SAVE = "save"  # find the only move that does not lose


class PuzzleTheme(StrEnum):
    """What a solution is made of, as `gomoku.lab.tactics.themes` finds it in the proof."""

    FOURS = "fours"  # every move of the attack threatens a five
    THREE = "three"  # the first move makes an open three
    QUIET = "quiet"  # the first move neither takes nor threatens a five or an open four
    FOUR_THREE = "four_three"  # one move makes a four and an open three
    DOUBLE_FOUR = "double_four"  # one move makes two fours
    TAKE = "take"  # a move of the solution takes a pair
    FORBIDDEN = "forbidden"  # a five cannot be blocked: the rules forbid the defender's stone there
    COUNTER_FOUR = "counter_four"  # the defence threatens a five itself


class PuzzleSummary(Struct, frozen=True):
    """Entry of the list of puzzles."""

    id: str
    rules: str
    kind: PuzzleKind
    themes: tuple[PuzzleTheme, ...]
    level: int
    """Difficulty, 1 to 4."""
    plies: int
    """Length of the shortest known win; for `save`, of the longest defence after a losing move."""
    rows: tuple[str, ...]
    """The position, `X O .`, top row first."""
    last: Cell | None
    """The opponent's last move."""
    elo: Elo
    """Rating of the puzzle; its games are the first tries of visitors."""
    solved: int
    """First tries that solved it."""


class PuzzleList(Struct, frozen=True):
    """`GET /api/puzzles`."""

    puzzles: tuple[PuzzleSummary, ...]


class PuzzleRating(Struct, frozen=True):
    """A visitor's rating after the first try of a puzzle."""

    rating: int
    deviation: int


class PuzzleProgress(Struct, frozen=True):
    """`GET /api/puzzles/me`: what the visitor has solved, and how well."""

    elo: Elo
    """Rating of the visitor; its games are first tries of puzzles."""
    history: tuple[PuzzleRating, ...]
    """Ratings after the latest first tries, the oldest first."""
    solved: tuple[str, ...]
    missed: tuple[str, ...]
    """Puzzles whose first try failed, and that are not solved yet."""
    date: str
    """The day by universal time, as in 2026-11-16."""
    daily: str
    """The puzzle of the day."""
    week: tuple[bool, ...]
    """Whether the daily puzzle was solved on its day, for seven days, today last."""
    streak: int
    """Days in a row with a solved daily puzzle, up to today or yesterday."""
    best: int
    """The longest streak."""


class Puzzle(Struct, frozen=True):
    """`GET /api/puzzles/{id}`: a puzzle without its solution."""

    id: str
    rules: str
    kind: PuzzleKind
    themes: tuple[PuzzleTheme, ...]
    level: int
    plies: int
    """Length of the shortest known win; for `save`, of the longest defence after a losing move."""
    start: Position
    last: Cell | None
    """The opponent's last move."""
    view: StudyView


class DailyPuzzle(Struct, frozen=True):
    """`GET /api/puzzles/daily`: the puzzle of the day, the same for everybody."""

    date: str
    """The day by universal time, as in 2026-11-16."""
    yesterday: str
    """The puzzle of the day before."""
    puzzle: Puzzle


class ExplainedMove(Struct, frozen=True):
    """A move of a line with its reasons."""

    cell: Cell
    color: Color
    captured: tuple[Cell, ...]
    deeds: tuple[MoveReason, ...]


class PuzzleTry(Struct, frozen=True):
    """Moves so far, both sides alternating; the last one is the visitor's."""

    moves: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=61)]


class Verdict(StrEnum):
    """Result of an attempt."""

    SOLVED = "solved"
    ON = "on"  # correct so far; the opponent has replied
    WRONG = "wrong"


class PuzzleAnswer(Struct, frozen=True):
    """`POST /api/puzzles/{id}/try`."""

    verdict: Verdict
    reply: Cell | None
    """The opponent's reply."""
    line: tuple[ExplainedMove, ...]
    """The visitor's move and the reply, or its refutation if it was wrong."""
    view: StudyView
    """Position after the reply."""
    left: int | None
    """Plies to the proved win; negative where the opponent has one after the visitor's move."""


class PuzzleHint(Struct, frozen=True):
    """`POST /api/puzzles/{id}/hint`: the next correct move with its reasons."""

    move: ExplainedMove


class PuzzleSolution(Struct, frozen=True):
    """`GET /api/puzzles/{id}/solution`: the full line with reasons."""

    line: tuple[ExplainedMove, ...]


class PuzzleHintRequest(Struct, frozen=True):
    """Moves so far, both sides alternating; the visitor is to move."""

    moves: Annotated[tuple[Cell, ...], Meta(max_length=60)] = ()


# --- lessons: `GET /api/lessons/{name}` ---


class LessonNode(Struct, frozen=True):
    """Node of a small search tree, in search order."""

    parent: int
    move: Cell | None
    value: int
    """Node value for the side to move at the root."""
    alpha: int
    beta: int
    depth: int
    why: str
    """A `StopReason`."""
    unsearched: int


class Lesson(Struct, frozen=True, kw_only=True):
    """Data of a lesson, computed by the engine."""

    position: Position
    view: StudyView
    tree: tuple[LessonNode, ...] = ()
    """Alpha-beta search tree."""
    full: tuple[LessonNode, ...] = ()
    """Full minimax tree over the same moves."""
    history: tuple[ThinkingInfo, ...] = ()
    """Result of each depth of iterative deepening."""
    again: tuple[ThinkingInfo, ...] = ()
    """The same search repeated with a warm transposition table."""
    lookups: int = 0
    """Transposition-table hits in the recorded tree."""


# --- explorer: what was played in a position, and in which games ---


class GameSource(StrEnum):
    """Where the games come from."""

    MINE = "mine"  # finished games of the visitor
    SERVER = "server"  # finished games of rooms that the lobby shows
    IMPORTED = "imported"  # games of the visitor's collection
    COLLECTIONS = "collections"  # collections that the server was started with
    ENGINE = "engine"  # the engine's own games, which come with the program


class ExplorerRequest(Struct, frozen=True):
    """A position, and the games to look at."""

    position: StudyPosition
    source: GameSource


class ExplorerReply(Struct, frozen=True):
    """A move that was played there."""

    cells: tuple[Cell, ...]
    """The cell, and those that mirror it in a symmetric position."""
    games: int
    black: int
    """Games that Black won."""
    draws: int
    white: int
    rating: int | None
    """Mean rating of those who played it, as far as known."""


class ExplorerGame(Struct, frozen=True):
    """A game that passed there."""

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


class ExplorerView(Struct, frozen=True):
    """`POST /api/explorer`: the games of one source, and how many the others have."""

    opening_name: str
    totals: dict[str, int]
    """Games that passed the position, by `GameSource`; sources that the server lacks are missing."""
    replies: tuple[ExplorerReply, ...]
    """The most frequent first."""
    games: tuple[ExplorerGame, ...]
    """The latest game of each of the first replies."""


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
    GameMistakes,
    MistakeTry,
    MistakeAnswer,
    StudyCreation,
    StudyUpdate,
    StudyAccess,
    StoredStudy,
    StudySaved,
    StudySummaries,
    PuzzleList,
    PuzzleProgress,
    Puzzle,
    DailyPuzzle,
    PuzzleTry,
    PuzzleAnswer,
    PuzzleHintRequest,
    PuzzleHint,
    PuzzleSolution,
    Lesson,
    ExplorerRequest,
    ExplorerView,
)
"""Request and reply bodies of the study API."""
