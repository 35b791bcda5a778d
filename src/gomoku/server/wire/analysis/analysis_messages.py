"""Messages about engine searches: positions, search progress, proofs, evaluation, refutations, recorded search trees.

Registered in `messages`. A position is sent whole, so that any can be analysed: of a room, of a search tree, set up by
hand.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from gomoku.engine.inspector import Shape
from gomoku.engine.opening_decisions import Aim
from gomoku.engine.opponent_model import Weakness
from gomoku.engine.search_tree import Bound, StopReason
from gomoku.rules import Color, Kind
from gomoku.server.wire.values import Answer, Cell, Forbidden, Id, Millis, MoveReason, Struct, Tagged, ThreatMark

MAX_LINES: Final = 10
"""Candidate lines of one analysis."""
MAX_LINE_MOVES: Final = 200
"""Moves of one `LineRequest`."""
MAX_REASON_LINES: Final = 150
"""Lines of one `ReasonsRequest`."""
MAX_ANALYSIS_TIME: Final = 3_600_000
"""Milliseconds of one analysis."""


class Position(Struct, frozen=True):
    """Stones on a board, and the side to move."""

    rules: Annotated[str, Meta(max_length=400)]
    """As in `Options.rules`."""
    rows: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=100)]
    """`X`, `O` and `.`, top row first."""
    to_move: Color
    taken: tuple[Annotated[int, Meta(ge=0, le=1000)], Annotated[int, Meta(ge=0, le=1000)]] = (0, 0)
    """Stones captured by X and by O."""


# --- search progress ---


class ThinkingLine(Struct, frozen=True):
    """A candidate move with its principal variation."""

    cell: Cell
    score: int
    """Evaluation points for the side that searches; about 100 is a clear advantage."""
    pv: tuple[Cell, ...] = ()
    win_in: int | None = None
    """Plies to a proved win, negative for a loss."""


class ThinkingInfo(Struct, frozen=True):
    """Result of one completed depth of a search."""

    depth: int
    selective_depth: int
    score: int
    nodes: int
    nodes_per_second: int
    ms: Millis
    hash_permille: int
    lines: tuple[ThinkingLine, ...]
    """Candidates, best first; the first one's `pv` is the principal variation."""
    win_in: int | None = None


class Belief(Tagged, frozen=True, tag="belief"):
    """An AI's model of its opponent and its effect on the move. Only for subscribers of `follow`."""

    room: str
    ply: int
    """Number of actions before its move."""
    moves: int
    """Opponent moves observed."""
    mistakes: tuple[Weakness, ...]
    """What each of the opponent's mistakes overlooked."""
    offered: int
    """Turns in which the opponent could capture."""
    taken: int
    """Turns in which the opponent did capture."""
    weakness: Weakness | None = None
    """What the opponent is believed to overlook."""
    instead_of: Cell | None = None
    """The search's best move, if another was chosen."""
    given_up: int = 0
    """Upper bound of its cost, in evaluation points."""


class EnginePower(Struct, frozen=True):
    """Resources of an engine."""

    threads: Annotated[int, Meta(ge=1, le=256)]
    memory: Annotated[int, Meta(ge=1, le=1_000_000)]
    """Megabytes of its transposition table."""


class Analyse(Tagged, frozen=True, tag="analyse"):
    """Analyse a position; progress arrives as `analysis`. A page has one analysis at a time: the next request replaces it."""

    id: Id
    """Chosen by the page."""
    position: Position | None = None
    """None: stop."""
    lines: Annotated[int, Meta(ge=1, le=MAX_LINES)] = 1
    """Number of candidate lines."""
    ms: Annotated[Millis, Meta(ge=50, le=MAX_ANALYSIS_TIME)] | None = None
    """Time limit; none: until stopped."""
    power: EnginePower | None = None
    """Resources for the engine, at most what the server allows; none: all of them."""


class Analysis(Tagged, frozen=True, tag="analysis"):
    """Progress of an analysis."""

    id: str
    info: ThinkingInfo | None = None
    waiting: bool = False
    """Queued: all engines are busy, and games take precedence."""
    done: bool = False
    refused: str | None = None
    """A `Reason` if it was refused."""
    most: EnginePower | None = None
    """In the first message: what the server allows."""


# --- proofs ---


class ProofAttack(StrEnum):
    """Kind of attack that is searched; each includes those before it. An `Attack` of the engine."""

    FOURS = "fours"  # moves that threaten to win at once
    THREES = "threes"  # moves that threaten to win by fours
    EVERY = "every"


class Prove(Tagged, frozen=True, tag="prove"):
    """Search for a forced win, or for the moves that hold against one; progress arrives as `proving`.

    A visitor has one proof at a time: the next request replaces it. Proving the same position again resumes where the
    last proof ended, unless the engine has served someone else since.
    """

    id: Id
    """Chosen by the page."""
    position: Position | None = None
    """None: stop, and report what was found so far."""
    ms: Annotated[Millis, Meta(ge=50, le=MAX_ANALYSIS_TIME)] | None = None
    """Time limit; none: until stopped."""
    attack: ProofAttack = ProofAttack.EVERY
    """The widest kind of attack to try, for either side."""


class ProofStage(Struct, frozen=True):
    """Effort spent on one kind of attack."""

    attack: ProofAttack
    nodes: Annotated[int, Meta(ge=0)]
    """Positions searched."""
    ms: Millis


class ProofReplies(Struct, frozen=True):
    """Replies with the same answer."""

    cells: tuple[Cell, ...]
    node: int
    """The answer, by its number in `Proof.nodes`."""


class ProofDefence(Struct, frozen=True):
    """The answers to every reply."""

    replies: tuple[ProofReplies, ...]
    """The longest resistance first."""
    rest: int | None = None
    """The answer to all other replies; none if those lose at once."""


class ProofNode(Struct, frozen=True):
    """A move of the side that wins, and the answers to each reply."""

    move: Cell
    plies: int
    """Plies to the end of the game against the longest resistance, including this move."""
    defence: ProofDefence | None = None
    """None if the move ends the game, or if `plies` is more than 1: what follows was left out of a large tree."""


class ProofOutcome(StrEnum):
    """Result of a proof, for the side to move: an `Outcome` of the engine."""

    WIN = "win"
    LOSS = "loss"
    DEFENCE = "defence"  # it is threatened, and some of its moves were shown to lose
    UNKNOWN = "unknown"


class Proof(Struct, frozen=True):
    """Result of a prover for a position."""

    outcome: ProofOutcome
    decided: bool
    """Whether it is a win or a loss: then there is nothing more to find."""
    nodes: tuple[ProofNode, ...] = ()
    win: int | None = None
    """The winning move."""
    lost: ProofDefence | None = None
    """The opponent's wins after every move but those in `open`."""
    threat: int | None = None
    """The opponent's win if the side to move passed."""
    open: tuple[Cell, ...] = ()
    """The moves that were not refuted, if some were."""
    plies: int | None = None
    """Plies of a win or loss against the longest resistance."""
    line: tuple[Cell, ...] = ()
    """The main line of a win or a loss, or else of the threat."""
    attack: ProofAttack | None = None
    """The kind of attack that found the wins, of either side; none if none is proved."""
    exhausted: bool = False
    """Whether the search ended without a verdict: this kind of attack has nothing more to find."""


class Proving(Tagged, frozen=True, tag="proving"):
    """Progress of a proof, and at its end what was proved."""

    id: str
    nodes: int = 0
    """Positions searched."""
    ms: Millis = 0
    depth: int = 0
    """Plies from the position that the search has reached."""
    refuted: int = 0
    """Moves of the side to move that were shown to lose."""
    waiting: bool = False
    """Queued: all engines are busy, and games take precedence."""
    done: bool = False
    proof: Proof | None = None
    """The proof; none if no engine was ever free."""
    refused: str | None = None
    """A `Reason` if it was refused, or replaced by a newer request of the visitor."""
    attack: ProofAttack | None = None
    """The kind of attack being tried."""
    stages: tuple[ProofStage, ...] = ()
    """The kinds of attack tried so far."""


# --- effects of a line of moves: `POST /api/walk` ---


class LineRequest(Struct, frozen=True):
    """A position and moves from there; None is a pass."""

    position: Position
    moves: Annotated[tuple[Cell | None, ...], Meta(max_length=MAX_LINE_MOVES)]


class LineMove(Struct, frozen=True):
    """One move of a line and its effects."""

    cell: Cell | None
    color: Color
    captured: tuple[Cell, ...] = ()
    fives: tuple[tuple[Cell, ...], ...] = ()
    over: bool = False


class LineReply(Struct, frozen=True):
    """The legal prefix of the line."""

    steps: tuple[LineMove, ...]


# --- reasons for moves: `POST /api/reasons` ---


class ReasonsRequest(Struct, frozen=True):
    """A position, and lines of moves from there; None is a pass."""

    position: Position
    lines: Annotated[
        tuple[Annotated[tuple[Cell | None, ...], Meta(min_length=1, max_length=MAX_LINE_MOVES)], ...],
        Meta(max_length=MAX_REASON_LINES),
    ]


class ReasonsReply(Struct, frozen=True):
    """The reasons for the last move of each line, and the threats behind them; empty for an illegal line."""

    reasons: tuple[tuple[MoveReason, ...], ...]
    threats: tuple[tuple[ThreatMark, ...], ...]


# --- evaluation: `POST /api/sight`, `POST /api/cell` ---


class CaptureThreat(Struct, frozen=True):
    """A capturing move and the stones it would capture."""

    cell: Cell
    stones: tuple[Cell, ...]


class SideThreats(Struct, frozen=True):
    """Threats of one side if it were to move. A cell is listed under its strongest threat only."""

    fives: tuple[Cell, ...]
    open_fours: tuple[Cell, ...]
    fours: tuple[Cell, ...]
    open_threes: tuple[Cell, ...]
    captures: tuple[CaptureThreat, ...]


class Terms(Struct, frozen=True):
    """Terms of the evaluation for the side to move; they add up to `total`."""

    own_cells: int
    other_cells: int
    taken: int
    own_captures: int
    other_captures: int
    network: int
    """The network's contribution."""
    total: int


class PolicyMove(Struct, frozen=True):
    """A move and what the network's policy says of it, before any search."""

    cell: Cell
    probability: float
    """Probability that it is the best move."""


class CellShare(Struct, frozen=True):
    """An empty cell and what the network adds to the evaluation because of the stones in line with it."""

    cell: Cell
    points: int
    """Evaluation points for the side to move."""


class PositionEvaluation(Struct, frozen=True):
    """Threats, forbidden cells, evaluation, policy and shares of the network in a position."""

    X: SideThreats
    O: SideThreats  # noqa: E741
    forbidden: tuple[Forbidden, ...]
    """Cells forbidden to the side to move."""
    terms: Terms
    policy: tuple[PolicyMove, ...]
    """The likeliest moves, likeliest first; empty where the rule set has no network."""
    shares: tuple[CellShare, ...]
    """The largest first, of either sign; empty where the network only orders moves. They do not add up to `terms.network` exactly."""


class CellRequest(Struct, frozen=True):
    """A cell of a position."""

    position: Position
    cell: Cell


class CellSide(Struct, frozen=True):
    """Patterns and values of a stone of one side on a cell."""

    axes: tuple[Shape, Shape, Shape, Shape]
    """Pattern along the row, the column, the falling and the rising diagonal."""
    takes: int
    """Stones it would capture."""
    to_move: int
    """Evaluation points of the cell when the side is to move."""
    waiting: int
    """Evaluation points of the cell when the other side is to move."""
    order: int
    """Move-ordering score."""


class Glance(Struct, frozen=True):
    """The network's policy for a move, before any search."""

    probability: float
    """Probability that it is the best move."""
    rank: int
    """1 for the likeliest move."""
    axes: tuple[float, float, float, float]
    """Factor by which the stones on each axis change that probability, before all are scaled to sum up to 1."""


class CellEvaluation(Struct, frozen=True):
    """Evaluation of a cell for both sides."""

    X: CellSide
    O: CellSide  # noqa: E741
    closed: str | None
    """A `Reason` if the side to move may not play there."""
    before: Terms
    after: Terms | None
    """After the move, for the other side; none if the move is illegal or ends the game."""
    glance: Glance | None
    """None if the move is no candidate, or where the rule set has no network."""


# --- openings: hints, and `POST /api/study/advice` ---


class AdvisedChoice(Struct, frozen=True):
    """An answer to a question of an opening, as the engine sees it."""

    cell: Cell | None = None
    """For a stone, an offer or a pick: one cell."""
    answer: str | int | None = None
    """For a choice or a number."""
    chance: float | None = None
    """Winning chance: of the stone's colour, or of the player who answers. None if it was not searched."""


class OpeningAdvice(Struct, frozen=True, kw_only=True):
    """The engine's answer to a question of an opening, its reason, and its verdict on the other answers."""

    kind: Kind
    color: Color | None = None
    """Colour of the stone that is placed, offered or picked."""
    cell: Cell | None = None
    """For a stone or a pick: its cell."""
    answer: Answer | None = None
    """For any other question."""
    aim: Aim
    black: float | None = None
    """Black's winning chance in the current position; none while stones are placed."""
    choices: tuple[AdvisedChoice, ...] = ()
    """The advised answer first. For stones, those that were searched longest."""
    line: tuple[Cell, ...] = ()
    """The moves that the engine expects after the answer, if normal play follows it."""
    ms: Millis = 0


# --- refutations: `POST /api/refute` ---


class Refutation(Struct, frozen=True):
    """The engine's best reply to a move."""

    score: int
    """Evaluation points for the side that makes the move."""
    win_in: int | None
    """Plies from its move to a proved win, negative for a loss."""
    depth: int
    steps: tuple[LineMove, ...]
    """The move and its principal variation."""
    ms: Millis
    reasons: tuple[MoveReason, ...] = ()
    """Reasons for the move."""
    reply_reasons: tuple[MoveReason, ...] = ()
    """Reasons for the reply."""


# --- search trees: `POST /api/tree`, `GET /api/tree/{id}` ---


class TreeRequest(Struct, frozen=True):
    """Search a position and record the tree."""

    position: Position
    ms: Annotated[Millis, Meta(ge=50, le=10_000)]


class TreeSummary(Struct, frozen=True):
    """A recorded search tree, to be fetched in chunks until it expires."""

    id: str
    count: int
    """Number of nodes."""
    complete: bool
    """No nodes were dropped for lack of memory."""
    info: ThinkingInfo


class TreeChunk(Struct, frozen=True):
    """A range of nodes, as columns. The root is node 0; parents come before their children."""

    start: int
    parent: tuple[int, ...]
    """-1 for the root."""
    move: tuple[Cell | None, ...]
    depth: tuple[int, ...]
    alpha: tuple[int, ...]
    beta: tuple[int, ...]
    value: tuple[int, ...]
    """Node value for the side to move at the root, like the window."""
    bound: tuple[Bound, ...]
    why: tuple[StopReason, ...]
    best: tuple[Cell | None, ...]
    unsearched: tuple[int, ...]
    taken: tuple[int, ...]
    """Stones captured by the move."""
    below: tuple[int, ...]
    """Recorded descendants."""
    flags: tuple[str, ...]
    """Letters: `p` null move; `a` searched again as a later sibling; `b` on the principal variation."""


HTTP: Final = (
    LineRequest,
    LineReply,
    ReasonsRequest,
    ReasonsReply,
    PositionEvaluation,
    CellRequest,
    CellEvaluation,
    OpeningAdvice,
    Refutation,
    TreeRequest,
    TreeSummary,
    TreeChunk,
)
"""Request and reply bodies of the analysis API."""
