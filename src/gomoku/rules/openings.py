"""Opening protocols as scripts: who must decide what, until normal play begins.

Each opening is a generator that reads like its description: it yields a `Decision`, is sent the answer, and returns
when normal play begins. It knows cells and colours but no board: `Game` checks whether a cell is empty and whether a stone
would capture. A script is rewound by replaying the remaining answers.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

from gomoku.rules.board import Cell
from gomoku.rules.variant import Color, Rules, quoted


class Player(StrEnum):
    """One of the two players; the opening decides which colour each one holds."""

    P1 = "P1"
    P2 = "P2"

    @property
    def other(self) -> "Player":
        return Player.P2 if self is Player.P1 else Player.P1


P1, P2 = Player.P1, Player.P2


class Kind(StrEnum):
    """Form of the answer to a decision."""

    STONE = "stone"  # a cell
    CHOICE = "choice"  # one of the words of `choices`
    NUMBER = "number"  # one of the numbers of `choices`
    OFFER = "offer"  # `count` cells, no two of them equivalent
    PICK = "pick"  # one of the cells offered


Answer: TypeAlias = Cell | str | int | tuple[Cell, ...]
"""Answer of a player: a cell, a word, a number, or the offered cells."""


@dataclass(frozen=True)
class Decision:
    """A decision that a player must make."""

    step: str
    """The name of the state, such as `m3` for the third stone or `c1` for the first choice; `play` once the opening is over."""
    player: Player
    kind: Kind
    color: Color | None = None
    """Colour of the stone that is placed, offered or picked."""
    choices: tuple[str | int, ...] = ()
    cells: frozenset[Cell] | None = None
    """Cells allowed by the opening, occupied or not; None for all."""
    count: int = 1
    """Number of cells in an offer."""
    number: int = 1
    """Number of this stone among the `total` that the player places in a row."""
    total: int = 1


Script: TypeAlias = Generator[Decision, Answer, None]
_SWAP: Final = ("swap", "keep")


class OpeningError(ValueError):
    """An unknown opening, or a board too small for it."""


@cache
def _cells(width: int, height: int) -> frozenset[Cell]:
    """All cells of a board; cached, because each copy of a game needs them."""
    return frozenset((x, y) for y in range(height) for x in range(width))


class Stage:
    """State of a script: the board size, the stones placed so far, and the players' colours."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.stones: list[Cell] = []
        self.black = P1
        self.board = _cells(rules.width, rules.height)

    def holder(self, color: Color) -> Player:
        return self.black if color is Color.X else self.black.other

    def next_color(self) -> Color:
        return Color.O if len(self.stones) % 2 else Color.X

    def ring(self, reach: int) -> frozenset[Cell]:
        """Cells at most `reach` king's moves from the centre."""
        cx, cy = self.rules.centre
        return frozenset(c for c in self.board if max(abs(c[0] - cx), abs(c[1] - cy)) <= reach)

    def stone(
        self, step: str, player: Player, cells: frozenset[Cell] | None = None, number: int = 1, total: int = 1
    ) -> Script:
        """One stone of the next colour."""
        cell = yield Decision(step, player, Kind.STONE, self.next_color(), cells=cells, number=number, total=total)
        assert isinstance(cell, tuple)
        self.stones.append(cell)  # type: ignore[arg-type]

    def choose(self, step: str, player: Player, *choices: str) -> Generator[Decision, Answer, str]:
        answer = yield Decision(step, player, Kind.CHOICE, choices=choices)
        assert isinstance(answer, str)
        return answer

    def take_color(self, step: str, player: Player) -> Script:
        self.assign(player, (yield from self.choose(step, player, "black", "white")))

    def assign(self, player: Player, color: str) -> None:
        self.black = player if color == "black" else player.other

    def may_swap(self, step: str) -> Script:
        """The player who did not place the last stone may exchange colours."""
        last = self.next_color().other
        if (yield from self.choose(step, self.holder(last).other, *_SWAP)) == "swap":
            self.black = self.black.other

    def offer(self, count: int) -> Script:
        """Black offers `count` fifth stones that are not equivalent, white picks one of them."""
        count = min(count, count_inequivalent(self.stones, self.board))
        cells = yield Decision("m5", self.black, Kind.OFFER, Color.X, count=count)
        assert isinstance(cells, tuple)
        offered = frozenset(cells)
        pick = yield Decision("pick", self.black.other, Kind.PICK, Color.X, cells=offered)  # type: ignore[arg-type]
        self.stones.append(pick)  # type: ignore[arg-type]


Start: TypeAlias = Callable[[Stage], Script]

OPENINGS: Final[dict[str, Start]] = {}
"""Openings by name, as functions that start their scripts; filled by `@opening`."""


def opening(script: Start) -> Start:
    """Register an opening under the function's name. The first line of its docstring describes it to players."""
    OPENINGS[script.__name__] = script
    return script


@opening
def standard(stage: Stage) -> Script:
    """Black plays anywhere."""
    yield from ()


def _pro(stage: Stage, closed: frozenset[Cell]) -> Script:
    """First stone in the centre, the third outside the closed cells."""
    open_cells = stage.board - closed
    if len(open_cells) < 2:  # the second stone may take one of them
        raise OpeningError("the board is too small for this opening")

    def script() -> Script:
        yield from stage.stone("m1", P1, frozenset([stage.rules.centre]))
        yield from stage.stone("m2", P2)
        yield from stage.stone("m3", P1, open_cells)

    return script()


@opening
def pro(stage: Stage) -> Script:
    """First stone in the centre, black's second outside the central 5 x 5."""
    return _pro(stage, stage.ring(2))


@opening
def long_pro(stage: Stage) -> Script:
    """First stone in the centre, black's second outside the central 7 x 7."""
    return _pro(stage, stage.ring(3))


@opening
def g_pente(stage: Stage) -> Script:
    """Pro, with the cells 4 and 5 away on the centre's row and column also closed to black's second stone."""
    cx, cy = stage.rules.centre
    arms = {(cx + d, cy) for d in (-5, -4, 4, 5)} | {(cx, cy + d) for d in (-5, -4, 4, 5)}
    return _pro(stage, stage.ring(2) | arms)


@opening
def swap(stage: Stage) -> Script:
    """One player places three stones, the other chooses a colour."""
    for number in (1, 2, 3):
        yield from stage.stone("s3", P1, number=number, total=3)
    yield from stage.take_color("c", P2)


@opening
def swap2(stage: Stage) -> Script:
    """Swap, in which the second player may add two stones and let the first choose."""
    for number in (1, 2, 3):
        yield from stage.stone("s3", P1, number=number, total=3)
    choice = yield from stage.choose("c1", P2, "black", "white", "two")
    if choice != "two":
        stage.assign(P2, choice)
        return
    for number in (1, 2):
        yield from stage.stone("s2", P2, number=number, total=2)
    yield from stage.take_color("c2", P1)


def _renju_three(stage: Stage) -> Script:
    for number, reach in enumerate((0, 1, 2), start=1):
        yield from stage.stone(f"m{number}", P1, stage.ring(reach), number, 3)
    yield from stage.take_color("c", P2)


@opening
def rif(stage: Stage) -> Script:
    """Three stones near the centre, choice of colour, then black offers two fifth stones."""
    yield from _renju_three(stage)
    yield from stage.stone("m4", stage.black.other)
    yield from stage.offer(2)


@opening
def soosorv8(stage: Stage) -> Script:
    """RIF, in which white announces with the fourth stone the number of fifth stones that black must offer."""
    yield from _renju_three(stage)
    white = stage.black.other
    yield from stage.stone("m4", white)
    number = yield Decision("m4", white, Kind.NUMBER, choices=tuple(range(1, 9)))
    assert isinstance(number, int)
    yield from stage.may_swap("c2")
    yield from stage.offer(number)


@opening
def taraguchi10(stage: Stage) -> Script:
    """A chance to swap after each stone; the fifth stone near the centre, or one of ten offered."""
    for number in range(1, 4):
        player = stage.holder(stage.next_color())
        yield from stage.stone(f"m{number}", player, stage.ring(number - 1))
        yield from stage.may_swap("swap")
    yield from stage.stone("m4", stage.black.other, stage.ring(3))
    choice = yield from stage.choose("c4", stage.black, *_SWAP, "ten")
    if choice == "ten":
        yield from stage.offer(10)
        return
    if choice == "swap":
        stage.black = stage.black.other
    yield from stage.stone("m5", stage.black, stage.ring(4))
    yield from stage.may_swap("swap")


class Opening:
    """An opening in progress: the current decision and the answers so far."""

    def __init__(self, name: str, rules: Rules) -> None:
        if name not in OPENINGS:
            raise OpeningError(f"unknown opening {quoted(name)}; known are {', '.join(OPENINGS)}")
        self.name = name
        self.rules = rules
        self._run(())

    def _run(self, answers: Sequence[Answer]) -> None:
        self.answers: list[Answer] = []
        self.stage = Stage(self.rules)
        self._script = OPENINGS[self.name](self.stage)
        self.decision = next(self._script, None)
        """The current decision; None once normal play has begun."""
        for answer in answers:
            self.send(answer)

    def send(self, answer: Answer) -> None:
        """Continue with an answer that has been validated."""
        self.answers.append(answer)
        try:
            self.decision = self._script.send(answer)
        except StopIteration:
            self.decision = None

    def rewind(self) -> None:
        """Undo the last answer."""
        self._run(self.answers[:-1])


def are_equivalent(stones: Sequence[Cell], a: Cell, b: Cell) -> bool:
    """Does a rotation, reflection or translation map the coloured stones onto themselves and one cell onto the other?

    Stones alternate in colour, X first. Edges are ignored: the strict reading of "unequal in all respects".
    """
    return a == b or any(move(a) == b for move in _motions(stones))


def first_equivalent(stones: Sequence[Cell], cells: Iterable[Cell]) -> tuple[Cell, Cell] | None:
    """Two of the cells that are equivalent, or None."""
    seen: list[Cell] = []
    for cell in cells:
        for earlier in seen:
            if are_equivalent(stones, earlier, cell):
                return earlier, cell
        seen.append(cell)
    return None


def count_inequivalent(stones: Sequence[Cell], board: Iterable[Cell]) -> int:
    """Maximum number of pairwise inequivalent cells."""
    moves = _motions(stones)
    free = set(board) - set(stones)
    count = 0
    while free:
        cell = free.pop()
        free -= {move(cell) for move in moves}
        count += 1
    return count


_TURNS: Final = [(a, 0, 0, d) for a in (1, -1) for d in (1, -1)] + [(0, b, c, 0) for b in (1, -1) for c in (1, -1)]
"""The eight rotations and reflections as matrices."""


def _motions(stones: Sequence[Cell]) -> list[Callable[[Cell], Cell]]:
    """All rigid motions that map the coloured stones onto themselves."""
    black, white = set(stones[::2]), set(stones[1::2])
    found: list[Callable[[Cell], Cell]] = []
    for a, b, c, d in _TURNS:
        x0, y0 = stones[0]
        for tx, ty in black:  # the first stone must land on some black stone
            dx, dy = tx - (a * x0 + b * y0), ty - (c * x0 + d * y0)

            def move(cell: Cell, m: tuple[int, ...] = (a, b, c, d, dx, dy)) -> Cell:
                x, y = cell
                return (m[0] * x + m[1] * y + m[4], m[2] * x + m[3] * y + m[5])

            if set(map(move, black)) == black and set(map(move, white)) == white:
                found.append(move)
    return found
