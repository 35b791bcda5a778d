"""The positions shown in the pages, as seen by the core and the engine."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.learned.weights import multisets, numbers_for
from gomoku.engine import Engine, Limit, Result
from gomoku.rules import Cell, Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.notation import name_of

RULES: Final = Rules.preset("42")
NUMBERS: Final = numbers_for(Rules.preset("42"))
CLASS_NAMES: Final = ("dead", "one", "two", "open two", "three", "open three", "four", "open four", "five")

QUIET: Final = "G7 H11 K13 J8 G13 G10 F9 H9 J12 H11 H13 J13 K11 F13"
"""Main example of both pages: Black to move, one captured pair each, no threat to win yet."""
FORCED: Final = "J9 G8 H11 H9 K8 N8 J10 J8 J11 L6 J12 J13 G10 K7 M5 K13 E8 F9 G12 M7"
"""Black to move wins by force through fives that are broken and refilled."""
ATTACK: Final = "K13 H13 N8 J10 G9 K11 H9 J12 L12 K11 L10 G14 F15 J14 G12 J11 K15 J14 H13 K11 L11 L13"
"""Black to move has no win by fours, but one that starts with a three."""


@dataclass(frozen=True)
class Sight:
    """An empty cell in the core: classes on the four axes and captured stones, for Black and for White."""

    classes: tuple[tuple[int, ...], tuple[int, ...]]
    takes: tuple[int, int]

    def index(self, side: int) -> int:
        """Index of the weight of these classes, independent of their order."""
        return INDEX[tuple(sorted(self.classes[side]))]

    def best(self, side: int) -> int:
        return max(self.classes[side])


INDEX: Final = {classes: i for i, classes in enumerate(multisets())}


def game_of(moves: str) -> Game:
    return play_all(Game(RULES), moves.split())


def name(cell: Cell) -> str:
    return name_of(cell, RULES.width, RULES.height)


@cache
def tools() -> tuple[Any, Any, Any]:
    tables = _core.PatternTables(RULES)
    weights = _core.Weights(tables, NUMBERS, RULES.capture_goal)
    return tables, weights, _core.Board(RULES, tables, weights.by_code())


def load(game: Game) -> Any:
    board = tools()[2]
    taken = game.taken
    board.load(game.rows(), 1 if game.to_move is Color.X else 2, taken[Color.X], taken[Color.O])
    return board


def sights(game: Game) -> dict[Cell, Sight]:
    """All empty cells as classified by the core."""
    stones, _, _, states, *_ = load(game).fingerprint()
    empty = [(i % game.rules.width, i // game.rules.width) for i, stone in enumerate(stones) if stone == c.EMPTY]
    found = {}
    for cell, state in zip(empty, states, strict=True):
        codes = (state & 8191, (state >> 13) & 8191)
        classes = tuple(tuple(code // c.CLASSES**axis % c.CLASSES for axis in range(4)) for code in codes)
        found[cell] = Sight((classes[0], classes[1]), ((state >> 26) & 31, (state >> 31) & 31))
    return found


def ordered(game: Game) -> list[tuple[int, Cell]]:
    """Moves in search order with an empty history, with their ordering score."""
    found = []
    for p, made, stopped, takes, saves in _core.candidates(load(game), tools()[0]):
        rank = NUMBERS["make"][made] + NUMBERS["stop"][stopped]
        rank += NUMBERS["take_rank"][0] * takes + NUMBERS["take_rank"][1] * saves
        found.append((rank, (p % c.STRIDE - c.PAD, p // c.STRIDE - c.PAD)))
    return sorted(found, key=lambda entry: (-entry[0], entry[1][1], entry[1][0]))


def static(game: Game) -> int:
    """Static evaluation for the side to move."""
    return int(tools()[1].value(load(game)))


@cache
def thought(moves: str, depth: int) -> Result:
    with Engine(RULES, memory_mb=16) as engine:
        return engine.search(game_of(moves), Limit(depth=depth))
