"""What goes over the wire about analysing: positions to edit, moves with their variations, reviews of whole games.

Part of the single list in `messages`. The page holds the tree it works on and sends what it asks about; nothing of it is
stored here but finished reviews.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.rules import Color, Status, WinBy
from gomoku.server.wire.analysis_messages import Position, ThinkingInfo
from gomoku.server.wire.values import CaptureMove, Cell, Forbidden, Millis, Name, Struct

MOST_NODES: Final = 3_000
"""Of a study: moves of all its variations."""
LONGEST_LINE: Final = 1_100
LONGEST_COMMENT: Final = 4_000
Comment = Annotated[str, Meta(max_length=LONGEST_COMMENT)]


# --- positions: `POST /api/study/look` ---


class StudyPosition(Struct, frozen=True):
    """A position and the moves made from there."""

    start: Position
    moves: Annotated[tuple[Cell, ...], Meta(max_length=LONGEST_LINE)] = ()


class StudyView(Struct, frozen=True, kw_only=True):
    """All there is to see after those moves: enough to draw it without knowing a rule."""

    width: int
    height: int
    rows: tuple[str, ...]
    to_move: Color | None
    """None when the game is over."""
    taken: tuple[int, int]
    goal: int | None
    """Captured stones that win."""
    status: Status
    winner: Color | None
    win_by: WinBy | None
    captured: tuple[Cell, ...]
    """What the last move took."""
    fives: tuple[tuple[Cell, ...], ...]
    breaks: tuple[Cell, ...]
    forbidden: tuple[Forbidden, ...]
    takes: tuple[CaptureMove, ...]
    can_think: bool
    """The engine can be asked about it: the game goes on and the board is not too large."""


# --- trees of moves: `GET /api/study/game/{room}`, `POST /api/study/open`, `POST /api/study/sgf` ---


class StudyNode(Struct, frozen=True):
    """A move of a study. The root, number 0, is none: it stands for the position at the start."""

    parent: Annotated[int, Meta(ge=-1)]
    """The number of the node before it; -1 for the root. Parents come before their children, the main line's child first."""
    cell: Cell | None = None
    color: Color | None = None
    """Whose stone; may be left out when it is sent to the server."""
    captured: tuple[Cell, ...] = ()
    comment: Comment = ""
    ms: Millis | None = None
    """How long its player thought."""


class Study(Struct, frozen=True):
    """A game with its variations and comments."""

    start: Position
    nodes: Annotated[tuple[StudyNode, ...], Meta(min_length=1, max_length=MOST_NODES)]
    black: Name = ""
    white: Name = ""
    title: Name = ""
    result: Annotated[str, Meta(max_length=40)] = ""
    """In SGF's words: `B+`, `W+R`, `0`."""
    dropped: int = 0
    """Moves of variations that the rules refuse, or for which there was no room."""


class StudyList(Struct, frozen=True):
    """The games of a file."""

    studies: tuple[Study, ...]
    total: int


# --- reviews: `POST /api/review`, `GET /api/review/{id}`, `DELETE /api/review/{id}` ---


class Grade(StrEnum):
    """How good a move was, compared with the best one."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"  # ?!
    MISTAKE = "mistake"  # ?
    BLUNDER = "blunder"  # ??


class ReviewRequest(Struct, frozen=True):
    """Go through a whole game."""

    start: Position
    moves: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=LONGEST_LINE)]
    ms: Annotated[Millis, Meta(ge=50, le=5_000)] = 300
    """How long to think about each position."""


class ReviewedMove(Struct, frozen=True):
    """A move as the engine sees it."""

    color: Color
    score: int
    """The position after the move, for X, in evaluation points."""
    win_in: int | None
    """Plies from there to a proved win of X, negative for one of O."""
    chance: float
    """X's chance to win after the move, from 0 to 1."""
    loss: float
    """How much of its own chance the side gave away."""
    grade: Grade
    best: Cell | None
    """What it should have played, where that was another move …"""
    line: tuple[Cell, ...] = ()
    """… and how that would go on; it begins with `best`."""
    best_win_in: int | None = None
    """Plies to the win that was there to be had, or from the loss that could not be helped (negative), for the side to move."""
    depth: int = 0


class SideReview(Struct, frozen=True):
    """How well one side played."""

    accuracy: float | None
    """From 0 to 100; none without a move."""
    grades: dict[str, int]
    """How many moves of each `Grade`."""


class Review(Struct, frozen=True, kw_only=True):
    """A review, complete or under way."""

    id: str
    done: int
    """Positions that were thought about …"""
    total: int
    """… of so many."""
    complete: bool = False
    waiting: bool = False
    """Games go first: no engine is free."""
    failed: bool = False
    """The engine could not do it, or it was cancelled; ask again."""
    start_chance: float = 0.5
    """X's chance before the first move."""
    moves: tuple[ReviewedMove, ...] = ()
    """When it is complete: one for each move."""
    X: SideReview | None = None
    O: SideReview | None = None  # noqa: E741
    turning_points: tuple[int, ...] = ()
    """Numbers of the moves, from 1, that decided most."""


# --- puzzles: `GET /api/puzzles`, `GET /api/puzzles/{id}`, `POST /api/puzzles/{id}/try` ---


class PuzzleKind(StrEnum):
    """What is to be found."""

    FIVE = "five"  # a win by five in a row
    CAPTURE = "capture"  # a win by captures
    BREAK = "break"  # the enemy's five must be broken, and the win is still there
    SAVE = "save"  # the only move that does not lose


class PuzzleSummary(Struct, frozen=True):
    """A puzzle in the list."""

    id: str
    rules: str
    kind: PuzzleKind
    level: int
    """1 to 4."""


class PuzzleList(Struct, frozen=True):
    """`GET /api/puzzles`."""

    puzzles: tuple[PuzzleSummary, ...]


class Puzzle(Struct, frozen=True):
    """`GET /api/puzzles/{id}`: what is known before it is solved."""

    id: str
    rules: str
    kind: PuzzleKind
    level: int
    plies: int
    """To the end of the game: of the shortest win known, or of the longest resistance by moves that do not save."""
    start: Position
    last: Cell | None
    """The enemy's last move."""
    view: StudyView


class MoveReason(StrEnum):
    """What a move does, as a reason for it."""

    FIVE = "five"  # makes five in a row
    BREAKABLE_FIVE = "breakable_five"  # … which can still be broken
    PAIRS = "pairs"  # wins by captures
    BREAKS = "breaks"  # breaks a five
    REFILLS = "refills"  # fills a hole that a capture left
    OPEN_FOUR = "open_four"
    DOUBLE_FOUR = "double_four"
    FOUR = "four"
    OPEN_THREE = "open_three"
    TAKES = "takes"
    STOPS_FIVE = "stops_five"  # the enemy would make five there
    SAVES_PAIR = "saves_pair"  # what stood to be taken cannot be any more
    QUIET = "quiet"


class ExplainedMove(Struct, frozen=True):
    """A move of a line, with what it does."""

    cell: Cell
    color: Color
    captured: tuple[Cell, ...]
    deeds: tuple[MoveReason, ...]


class PuzzleTry(Struct, frozen=True):
    """The moves so far, both sides' in turn; the last one is the visitor's."""

    moves: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=61)]


class Verdict(StrEnum):
    """What a move came to."""

    SOLVED = "solved"
    ON = "on"  # right so far: the enemy has answered
    WRONG = "wrong"


class PuzzleAnswer(Struct, frozen=True):
    """`POST /api/puzzles/{id}/try`."""

    verdict: Verdict
    reply: Cell | None
    """The enemy's answer."""
    line: tuple[ExplainedMove, ...]
    """The visitor's move and the answer; where it was wrong, how it is refuted."""
    view: StudyView
    """After the answer."""
    left: int | None
    """Plies to the win that is still there."""


class PuzzleHint(Struct, frozen=True):
    """`POST /api/puzzles/{id}/hint`: the move that is to be found, and what it does."""

    move: ExplainedMove


class PuzzleSolution(Struct, frozen=True):
    """`GET /api/puzzles/{id}/solution`: played out to the end, with reasons."""

    line: tuple[ExplainedMove, ...]


class PuzzleHintRequest(Struct, frozen=True):
    """The moves so far, both sides' in turn; the visitor is to move."""

    moves: Annotated[tuple[Cell, ...], Meta(max_length=60)] = ()


# --- lessons: `GET /api/lessons/{name}` ---


class LessonNode(Struct, frozen=True):
    """A position of a small tree, in the order in which the search came to it."""

    parent: int
    move: Cell | None
    value: int
    """For the side to move at the root."""
    alpha: int
    beta: int
    depth: int
    why: str
    """A `Why`."""
    unsearched: int


class Lesson(Struct, frozen=True, kw_only=True):
    """Figures of a lesson, computed by the engine."""

    position: Position
    view: StudyView
    tree: tuple[LessonNode, ...] = ()
    """Alpha-beta as it went."""
    full: tuple[LessonNode, ...] = ()
    """Minimax over the same moves: nothing is left out."""
    history: tuple[ThinkingInfo, ...] = ()
    """How it looked after each depth."""
    again: tuple[ThinkingInfo, ...] = ()
    """The same search with all that is in the table."""
    lookups: int = 0
    """Positions of the recorded tree that were known from the table."""


HTTP: Final = (
    StudyPosition,
    StudyView,
    Study,
    StudyList,
    ReviewRequest,
    Review,
    PuzzleList,
    Puzzle,
    PuzzleTry,
    PuzzleAnswer,
    PuzzleHintRequest,
    PuzzleHint,
    PuzzleSolution,
    Lesson,
)
"""Bodies of the HTTP API that are about analysing, in and out."""
