"""Input and output of a search: `Limit`, `Info`, `Result` and their parts. Frozen values without behaviour."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gomoku.core import constants
from gomoku.rules import Cell

if TYPE_CHECKING:
    from gomoku.engine.search_tree import SearchTree

SCALE: Final = 200.0
"""Evaluation points per unit of log-odds: a score of SCALE is a winning chance of 73 %. The weights are fitted so."""
WIN: Final[int] = constants.WIN
"""Score of a won game, in evaluation points. A win in N plies scores WIN - N."""
WIN_BOUND: Final[int] = constants.WIN_BOUND
"""A score above WIN_BOUND is a proved win, one below -WIN_BOUND a proved loss."""


@dataclass(frozen=True)
class Limit:
    """When a search must stop. Unset fields impose no limit; with none set it runs until `Engine.stop()`."""

    time: float | None = None
    """Hard limit in seconds, from the call to the result."""
    soft: float | None = None
    """Soft limit in seconds: no new iteration starts after it. Tripled while the best move has just changed or its score
    has dropped."""
    nodes: int | None = None
    """Positions visited. With one thread a node limit makes a search reproducible."""
    depth: int | None = None
    """Depth of the last iteration, in plies."""
    mate: int | None = None
    """Stop once a win or loss in at most this many plies is proved."""
    analysis: bool = False
    """Judge the position, instead of choosing a move to play: without it (and without `mate`) an only move is returned at
    once, its value unknown, and so is the middle of an empty board."""

    def __post_init__(self) -> None:
        for name in ("time", "soft", "nodes", "depth", "mate"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be positive, not {value!r}")


@dataclass(frozen=True)
class Variation:
    """A candidate move with its score and expected continuation."""

    move: Cell
    score: int
    """For the side to move, in evaluation points."""
    pv: tuple[Cell, ...] = ()
    """Principal variation, starting with `move`."""

    @property
    def win_in(self) -> int | None:
        return plies_to_win(self.score)


@dataclass(frozen=True)
class Info:
    """State of a search after its last completed iteration."""

    depth: int
    selective_depth: int
    """Plies of the longest variation searched, extensions included."""
    score: int
    """For the side to move, in evaluation points; about 100 is a clear advantage."""
    nodes: int
    """Positions visited by all threads."""
    seconds: float
    hash_permille: int
    """Share of the transposition table in use, in thousandths."""
    pv: tuple[Cell, ...]
    """Principal variation: the best line of play found."""
    lines: tuple[Variation, ...]
    """Best candidates first, as many as were requested (MultiPV)."""

    @property
    def nodes_per_second(self) -> int:
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0

    @property
    def win_in(self) -> int | None:
        """Plies to a proved win, negative for a proved loss, None if nothing is proved."""
        return plies_to_win(self.score)


@dataclass(frozen=True)
class Result:
    """Result of a search. The shortcuts read the last `Info`."""

    move: Cell
    info: Info
    stopped: bool = False
    """`Engine.stop()` ended the search, rather than one of its limits."""
    history: tuple[Info, ...] = field(default=(), repr=False)
    """One entry per completed iteration, in order."""
    tree: "SearchTree | None" = field(default=None, repr=False)
    """The recorded search tree, if requested."""

    @property
    def score(self) -> int:
        return self.info.score

    @property
    def depth(self) -> int:
        return self.info.depth

    @property
    def pv(self) -> tuple[Cell, ...]:
        return self.info.pv

    @property
    def nodes(self) -> int:
        return self.info.nodes

    @property
    def seconds(self) -> float:
        return self.info.seconds

    @property
    def win_in(self) -> int | None:
        return self.info.win_in


def win_score(plies: int) -> int:
    """Score of a proved win in `plies` plies."""
    return WIN - plies


def is_win(score: int) -> bool:
    """Whether the score is a proved win for the side to move."""
    return score > WIN_BOUND


def is_loss(score: int) -> bool:
    """Whether the score is a proved loss for the side to move."""
    return score < -WIN_BOUND


def plies_to_win(score: int) -> int | None:
    """Plies to a proved win, negative for a proved loss, None if nothing is proved."""
    if is_win(score):
        return WIN - score
    if is_loss(score):
        return -(WIN + score)
    return None
