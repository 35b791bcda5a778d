"""What sits at a board: the interface of a player, its answers and its faults. Shared by everything in `lab`, knows nothing of it."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gomoku.rules import Cell, Game, Rules
from gomoku.rules.openings import Answer


class LabError(ValueError):
    """Something that the user can mend: a player that does not exist, a log of another match, a file that is not one."""


class PlayerFault(Exception):
    """A player that loses the game by what it did outside the rules: it crashed, hung, or answered nonsense."""

    def __init__(self, how: str, detail: str = "") -> None:
        super().__init__(f"{how}: {detail}" if detail else how)
        self.how = how
        """A few words that are always the same for the same fault, such as "crashed"."""
        self.detail = detail


@dataclass(frozen=True)
class Choice:
    """A move and how it was found."""

    move: Cell
    seconds: float
    """Wall clock from the question to the answer."""
    score: int | None = None
    """For the side to move, in evaluation points."""
    depth: int | None = None
    nodes: int | None = None
    memory: int | None = None
    """Bytes that the player held when it had answered, where that can be seen."""


class Player(Protocol):
    """Anything that chooses moves."""

    @property
    def time_limit(self) -> float | None:
        """Seconds that an answer may take; None where the player sets its own pace."""

    def new_game(self, rules: Rules) -> None:
        """Forget the last game. May raise PlayerFault."""

    def choose(self, game: Game) -> Choice:
        """A move for the side to move; the game is not changed. May raise PlayerFault."""

    def close(self) -> None:
        """Let go of processes and threads."""


@runtime_checkable
class OpeningPlayer(Player, Protocol):
    """A player that can also decide in openings."""

    def decide(self, game: Game) -> tuple[list[Answer], float]:
        """Answers to the decision of an opening that is due, and to those after it that are the same player's; the seconds it took.

        The game is not changed. May raise PlayerFault.
        """
