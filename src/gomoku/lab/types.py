"""Types shared by all packages of `lab`: the player interface, its answers and its faults. Imports nothing of `lab`."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gomoku.rules import Cell, Game, Rules
from gomoku.rules.openings import Answer


class LabError(ValueError):
    """An error that the user can fix: an unknown player, the log of another match, an invalid file."""


class PlayerFault(Exception):
    """A fault that loses the game: the player crashed, hung, or answered nonsense."""

    def __init__(self, how: str, detail: str = "") -> None:
        super().__init__(f"{how}: {detail}" if detail else how)
        self.how = how
        """Kind of fault, such as "crashed": a fixed text, so that faults can be counted."""
        self.detail = detail


@dataclass(frozen=True)
class ChosenMove:
    """A move, with search statistics if the player gives them."""

    move: Cell
    seconds: float
    """Wall-clock time of the answer."""
    score: int | None = None
    """Evaluation points, from the side to move."""
    depth: int | None = None
    nodes: int | None = None
    memory: int | None = None
    """Memory of the player after its answer, in bytes, if it can be measured."""


class MatchPlayer(Protocol):
    """A player: anything that chooses moves."""

    @property
    def time_limit(self) -> float | None:
        """Seconds per move; None if the player has no time limit."""

    def new_game(self, rules: Rules) -> None:
        """Start a new game and discard the state of the last. May raise PlayerFault."""

    def choose(self, game: Game) -> ChosenMove:
        """Choose a move for the side to move; does not change `game`. May raise PlayerFault."""

    def close(self) -> None:
        """Release processes and threads."""


@runtime_checkable
class OpeningPlayer(MatchPlayer, Protocol):
    """A player that can also make the decisions of an opening protocol."""

    def decide(self, game: Game) -> tuple[list[Answer], float]:
        """Answer the current opening decision, and following ones of the same player; return the answers and the seconds taken.

        Does not change `game`. May raise PlayerFault.
        """


@runtime_checkable
class SeededPlayer(MatchPlayer, Protocol):
    """A player that draws at random: moves of a book, stones of an opening."""

    def seed(self, text: str) -> None:
        """Draw by this seed from here on."""
