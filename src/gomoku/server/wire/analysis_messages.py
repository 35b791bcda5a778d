"""What goes over the wire about thinking: positions to think about, how far a search has come, and what explains it.

Part of the single list in `messages`. A position is sent whole, so that any of them can be asked about: one of a room, one
that a search looked at, one that somebody has set up.
"""

from typing import Annotated, Final

from msgspec import Meta

from gomoku.engine.inspector import Shape
from gomoku.engine.opponent_model import Weakness
from gomoku.engine.search_tree import Bound, StopReason
from gomoku.rules import Color
from gomoku.server.wire.values import Cell, Forbidden, Id, Millis, Struct, Tagged

MOST_LINES: Final = 10
MOST_STEPS: Final = 200
LONGEST_ANALYSIS: Final = 3_600_000


class Position(Struct, frozen=True):
    """Stones on a board, and whose turn it is."""

    rules: Annotated[str, Meta(max_length=400)]
    """As in `Options.rules`."""
    rows: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=100)]
    """`X`, `O` and `.`, top row first."""
    to_move: Color
    taken: tuple[Annotated[int, Meta(ge=0, le=1000)], Annotated[int, Meta(ge=0, le=1000)]] = (0, 0)
    """Stones captured by X and by O."""


# --- how far a search has come ---


class ThinkingLine(Struct, frozen=True):
    """A candidate move and what is expected to follow."""

    cell: Cell
    score: int
    """For the side that thinks; 100 or so is a clear advantage."""
    pv: tuple[Cell, ...] = ()
    win_in: int | None = None
    """Plies to a proved win, negative for a loss."""


class ThinkingInfo(Struct, frozen=True):
    """A completed depth of a search."""

    depth: int
    selective_depth: int
    score: int
    nodes: int
    nodes_per_second: int
    ms: Millis
    hash_permille: int
    lines: tuple[ThinkingLine, ...]
    """The best candidates, best first; the first one's `pv` is what the engine expects."""
    win_in: int | None = None


class Belief(Tagged, frozen=True, tag="belief"):
    """What an AI believes of the person it plays, and what that changed in its move. Only for those who `follow`."""

    room: str
    ply: int
    """The position it moved in."""
    moves: int
    """Moves of the person that it has seen."""
    mistakes: tuple[Weakness, ...]
    """What each of the person's mistakes overlooked."""
    offered: int
    """Turns in which the person could have taken stones, and did."""
    taken: int
    weakness: Weakness | None = None
    """What it believes the person overlooks."""
    instead_of: Cell | None = None
    """The move that the search liked best, where another was chosen."""
    given_up: int = 0
    """Evaluation points that this cost at most."""


class Analyse(Tagged, frozen=True, tag="analyse"):
    """Think about a position and say how it goes, as `analysis`. A page has one analysis at a time: another one, or none,
    takes its place."""

    id: Id
    """The page's own name for this analysis."""
    position: Position | None = None
    """None: stop."""
    lines: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 1
    """Candidates to be told apart."""
    ms: Annotated[Millis, Meta(ge=50, le=LONGEST_ANALYSIS)] | None = None
    """How long; as long as the page likes where it is left out."""


class Analysis(Tagged, frozen=True, tag="analysis"):
    """News of an analysis."""

    id: str
    info: ThinkingInfo | None = None
    waiting: bool = False
    """No engine is free at the moment: games go first."""
    done: bool = False
    refused: str | None = None
    """A `Reason` where it could not be done."""


# --- what a line of moves does: `POST /api/walk` ---


class LineRequest(Struct, frozen=True):
    """Moves from a position on; None is a pass."""

    position: Position
    moves: Annotated[tuple[Cell | None, ...], Meta(max_length=MOST_STEPS)]


class LineMove(Struct, frozen=True):
    """One move of it."""

    cell: Cell | None
    color: Color
    captured: tuple[Cell, ...] = ()
    fives: tuple[tuple[Cell, ...], ...] = ()
    over: bool = False


class LineReply(Struct, frozen=True):
    """The answer: as many steps as can be made."""

    steps: tuple[LineMove, ...]


# --- what the evaluation sees: `POST /api/sight`, `POST /api/cell` ---


class CaptureThreat(Struct, frozen=True):
    """A cell from which stones could be taken, and the stones."""

    cell: Cell
    stones: tuple[Cell, ...]


class SideThreats(Struct, frozen=True):
    """What one side could do if it were to move. A cell stands in the strongest list it belongs to."""

    fives: tuple[Cell, ...]
    open_fours: tuple[Cell, ...]
    fours: tuple[Cell, ...]
    open_threes: tuple[Cell, ...]
    captures: tuple[CaptureThreat, ...]


class Terms(Struct, frozen=True):
    """The evaluation in its parts, for the side to move; they add up to `total`."""

    own_cells: int
    other_cells: int
    taken: int
    own_captures: int
    other_captures: int
    total: int


class PositionEvaluation(Struct, frozen=True):
    """A position as the evaluation sees it."""

    X: SideThreats
    O: SideThreats  # noqa: E741
    forbidden: tuple[Forbidden, ...]
    """Cells that are closed to the side to move."""
    terms: Terms


class CellRequest(Struct, frozen=True):
    """A cell of a position."""

    position: Position
    cell: Cell


class CellSide(Struct, frozen=True):
    """What a stone of one side would make on a cell."""

    axes: tuple[Shape, Shape, Shape, Shape]
    """Along the row, the column, the falling and the rising diagonal."""
    takes: int
    to_move: int
    """Evaluation points that the chance of it is worth to the side on its turn …"""
    waiting: int
    """… and when it is not."""
    order: int
    """How early the move is tried."""


class CellEvaluation(Struct, frozen=True):
    """A cell as the evaluation sees it."""

    X: CellSide
    O: CellSide  # noqa: E741
    closed: str | None
    """The `Reason` for which the side to move may not go there."""
    before: Terms
    after: Terms | None
    """With the stone there, for the other side, whose turn it would be; none where it may not go there or the game ends."""


# --- why not that one: `POST /api/refute` ---


class Refutation(Struct, frozen=True):
    """What the engine would answer to a move."""

    score: int
    """For the side that makes the move."""
    win_in: int | None
    """Plies from its move on to a proved win, negative for a loss."""
    depth: int
    steps: tuple[LineMove, ...]
    """The move itself and what is expected to follow."""
    ms: Millis


# --- the tree of a search: `POST /api/tree`, `GET /api/tree/{id}` ---


class TreeRequest(Struct, frozen=True):
    """Search a position again and keep the tree."""

    position: Position
    ms: Annotated[Millis, Meta(ge=50, le=10_000)]


class TreeSummary(Struct, frozen=True):
    """A tree that can be had in pieces, for a while."""

    id: str
    count: int
    """Positions of the tree."""
    complete: bool
    """Nothing was left out for want of room."""
    info: ThinkingInfo


class TreeChunk(Struct, frozen=True):
    """Some positions of a tree, column by column. The root is number 0; parents come before their children."""

    start: int
    parent: tuple[int, ...]
    """-1 for the root."""
    move: tuple[Cell | None, ...]
    depth: tuple[int, ...]
    alpha: tuple[int, ...]
    beta: tuple[int, ...]
    value: tuple[int, ...]
    """From the side that is to move at the root, as the window is."""
    bound: tuple[Bound, ...]
    why: tuple[StopReason, ...]
    best: tuple[Cell | None, ...]
    unsearched: tuple[int, ...]
    taken: tuple[int, ...]
    """Stones that the move takes."""
    below: tuple[int, ...]
    """Recorded positions under it."""
    flags: tuple[str, ...]
    """Letters: `p`, it is a pass; `a`, the same move was looked at again by a later brother; `b`, on the best line."""


HTTP: Final = (
    LineRequest,
    LineReply,
    PositionEvaluation,
    CellRequest,
    CellEvaluation,
    Refutation,
    TreeRequest,
    TreeSummary,
    TreeChunk,
)
"""Bodies of the HTTP API that are about thinking, in and out."""
