"""A record: a game with its annotations from a file.

The game is authoritative for the moves; everything else is annotation. Formats differ in what they can hold: `noted`
lists what a record holds, and each codec what it keeps (`KEEPS`).
"""

from dataclasses import dataclass, field
from typing import Final

from gomoku.rules.game import Game, Setup, Status
from gomoku.rules.records.errors import RecordError
from gomoku.rules.records.tree import Node
from gomoku.rules.variant import Color, Rules


@dataclass(frozen=True)
class Piskvork:
    """Metadata of Piskvork files."""

    levels: tuple[int, int] = (0, 0)
    """Levels of the first and second player: 0 is a human, n a program at level n."""
    first: int = 0
    """Index of the player who started: 0 or 1."""
    code: int = 0
    """The manager's result code; 0 is a normal end."""
    trailer: tuple[str, ...] = ()
    """Lines after the code, as tournament servers add them."""


@dataclass
class Record:
    """A game and its annotations. Empty texts and missing numbers mean unknown."""

    game: Game
    black: str = ""
    """Name of the player of X."""
    white: str = ""
    """Name of the player of O."""
    result: str = ""
    """Result in SGF notation: `B+`, `W+Resign`, `0` for a draw; see `outcome`."""
    date: str = ""
    event: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    """Comments by number of the action in `game.actions`, from 1; 0 is the whole game. Others are ignored."""
    times: dict[int, int] = field(default_factory=dict)
    """Thinking time in milliseconds, by number of the action from 1."""
    tree: Node | None = field(default=None, repr=False, compare=False)
    """The SGF tree that was read. Writing keeps it and makes the game its main line."""
    piskvork: Piskvork | None = None

    @property
    def outcome(self) -> str:
        """The stated result, otherwise that of the board; empty for an unfinished game."""
        return self.result or result_on_board(self.game)


def result_on_board(game: Game) -> str:
    """`B+`, `W+`, `0` for a draw; empty for an unfinished game."""
    if game.status is Status.DRAW:
        return "0"
    if game.winner is None:
        return ""
    return "B+" if game.winner is Color.X else "W+"


def setup_of(game: Game) -> Setup | None:
    """The initial position, or None for the usual start."""
    setup = game.setup
    if setup is None or (setup.to_move is Color.X and setup.taken == (0, 0) and _is_empty(setup.rows)):
        return None
    return setup


def _is_empty(rows: tuple[str, ...]) -> bool:
    return all(row.count(".") == len(row) for row in rows)


def checked_rules(rules: Rules) -> Rules:
    """The rules, if a file can name them."""
    try:
        named = Rules.parse(rules.spec())
    except ValueError as error:
        raise RecordError(f"these rules cannot be named in a file: {error}") from None
    if named != rules:
        raise RecordError(f"these rules cannot be named in a file: {rules.spec()} means others")
    return rules


def refuse_opening(record: Record, name: str, lossy: bool) -> None:
    """Raise RecordError if opening decisions would be lost in a format that holds moves only."""
    opening = record.game.opening
    if opening != "standard" and not lossy:
        raise RecordError(f"{name} holds moves only: the {opening} opening's decisions would be lost; write SGF")


NAMES: Final = "names"
RESULT: Final = "result"
DATE: Final = "date"
EVENT: Final = "event"
COMMENTS: Final = "comments"
TIMES: Final = "thinking times"
VARIATIONS: Final = "variations"
RULES: Final = "rules"
OPENING: Final = "opening"
PISKVORK: Final = "Piskvork's levels and code"


def noted(record: Record) -> list[str]:
    """Data of the record besides position and moves, for messages."""
    game = record.game
    tree = record.tree
    held = {
        RULES: game.rules != Rules.preset("freestyle", size=game.rules.size),
        OPENING: game.opening != "standard",
        NAMES: bool(record.black or record.white),
        RESULT: record.outcome != result_on_board(game),
        DATE: bool(record.date),
        EVENT: bool(record.event),
        COMMENTS: any(record.comments.values()),
        TIMES: any(record.times.values()),
        VARIATIONS: tree is not None and any(len(node.children) > 1 for node in tree.walk()),
        PISKVORK: record.piskvork not in (None, Piskvork()),
    }
    return [what for what, is_held in held.items() if is_held]
