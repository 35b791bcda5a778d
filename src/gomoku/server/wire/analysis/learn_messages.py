"""Messages of puzzles and lessons. Registered in `messages`.

A puzzle is played move by move: the page sends the moves so far, the server knows the solution and keeps the visitor's record.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.rules import Color
from gomoku.server.wire.analysis.analysis_messages import Position, ThinkingInfo
from gomoku.server.wire.analysis.study_messages import StudyView
from gomoku.server.wire.values import (
    Cell,
    Elo,
    MoveReason,
    Struct,
)

# --- puzzles: `GET /api/puzzles`, `GET /api/puzzles/{id}`, `POST /api/puzzles/{id}/try` ---


class PuzzleKind(StrEnum):
    """Goal of a puzzle."""

    FIVE = "five"  # a win by five in a row
    CAPTURE = "capture"  # a win by captures
    BREAK = "break"  # break the opponent's five and still win
    SAVE = "save"  # find the only move that does not lose


class PuzzleTheme(StrEnum):
    """Theme of a solution, as `gomoku.lab.tactics.themes` finds it in the proof."""

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
    """`GET /api/puzzles/me`: the visitor's solved puzzles, rating and streaks."""

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
    """`GET /api/puzzles/daily`: the puzzle of the day, the same for everyone."""

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
    """Plies to the proved win; negative if the opponent has one after the visitor's move."""


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


HTTP: Final = (
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
)
"""Request and reply bodies of puzzles and lessons."""
