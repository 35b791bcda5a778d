"""What goes into a search and what comes out of it: small frozen values, no behaviour."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gomoku.rules import Cell

if TYPE_CHECKING:
    from gomoku.engine.search_tree import SearchTree

WIN = 30000
"""Score of a won game; a win in n plies scores WIN - n."""
WIN_BOUND = 29000


@dataclass(frozen=True)
class Limit:
    """When the search must stop. Unset fields do not bind; with none set it thinks until `Engine.stop()`."""

    time: float | None = None
    """Seconds for this move, from the call to the answer."""
    soft: float | None = None
    """Seconds after which no further depth is begun, for time that is better kept. Three times as long where the best move
    has just changed or looks worse than before."""
    nodes: int | None = None
    """Positions visited; with one thread this makes a search reproducible."""
    depth: int | None = None
    """Plies of the last iteration."""
    mate: int | None = None
    """Stop when a win or loss in at most so many plies is proved."""

    def __post_init__(self) -> None:
        for name in ("time", "soft", "nodes", "depth", "mate"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be positive, not {value!r}")


@dataclass(frozen=True)
class Variation:
    """A candidate move, with what the engine expects to follow."""

    move: Cell
    score: int
    """For the side to move, in evaluation points."""
    pv: tuple[Cell, ...] = ()

    @property
    def win_in(self) -> int | None:
        return win_in(self.score)


@dataclass(frozen=True)
class Info:
    """How far a search has come: the last completed iteration."""

    depth: int
    selective_depth: int
    """The longest line looked at."""
    score: int
    """For the side to move, in evaluation points; 100 or so is a clear advantage."""
    nodes: int
    seconds: float
    hash_permille: int
    pv: tuple[Cell, ...]
    lines: tuple[Variation, ...]
    """The best candidates, as many as were asked for."""

    @property
    def nodes_per_second(self) -> int:
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0

    @property
    def win_in(self) -> int | None:
        """Plies to a proved win, negative for a proved loss, None where nothing is proved."""
        return win_in(self.score)


@dataclass(frozen=True)
class Result:
    """The answer of a search."""

    move: Cell
    info: Info
    stopped: bool = False
    """The search was stopped from outside."""
    history: tuple[Info, ...] = field(default=(), repr=False)
    """Every completed iteration, in order."""
    tree: "SearchTree | None" = field(default=None, repr=False)
    """The positions looked at, where they were recorded."""

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


def win_in(score: int) -> int | None:
    """Plies to a proved win, negative for a proved loss, None where nothing is proved."""
    if score > WIN_BOUND:
        return WIN - score
    if score < -WIN_BOUND:
        return -(WIN + score)
    return None
