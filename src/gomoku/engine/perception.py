"""What a person sees on a board: which moves look natural, where the threats are, and how easily each is overlooked.

Knows patterns and the policy; no search, and no strength level but the numbers it is given.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.rules import Cell, Color, Game

STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Row, column, falling and rising diagonal."""
REACH: Final = 4
"""Cells between the ends of a five."""
LATEST: Final = 4
"""Stones played last, of both sides together: attention is on these."""

# How much more easily a threat is overlooked, as a factor of the odds.
GAPPED: Final = 2.0
"""Its stones are not side by side."""
DIAGONAL: Final = 1.6
"""It runs along a diagonal."""
FAR: Final = 1.25
"""For each cell beyond NEAR between it and the latest stones."""
NEAR: Final = 2


class Kind(StrEnum):
    """Kind of threat: what one move of a side would do."""

    THREE = "three"  # make an open four
    FORK = "fork"  # make two threes, a four and a three, or two fours
    CAPTURE = "capture"


@dataclass(frozen=True)
class Threat:
    """A threat of one side."""

    kind: Kind
    is_own: bool
    """Of the side to move."""
    cells: tuple[Cell, ...]
    """Where a stone of either side carries it out or stops it."""
    is_gapped: bool = False
    is_diagonal: bool = False


@dataclass(frozen=True)
class Sight:
    """A position as it looks before any search."""

    logits: Mapping[Cell, float]
    """By legal candidate move: a difference of 1 means e times as likely to be the best one, by the policy."""
    threats: tuple[Threat, ...] = ()
    fives: frozenset[Cell] = frozenset()
    """Where the side to move makes a five, which may yet be broken."""


@dataclass(frozen=True)
class Oversights:
    """Probabilities that a threat right beside the latest stones, in a row and without a gap, is overlooked, by kind."""

    three: float = 0.0
    fork: float = 0.0
    capture: float = 0.0
    five_break: float = 0.0
    """That the player forgets that a five can be broken by a capture."""

    def chance(self, threat: Threat, latest: Sequence[Cell]) -> float:
        """Probability that a threat is overlooked, `latest` being the stones played last."""
        base: float = getattr(self, threat.kind)
        if not 0 < base < 1:
            return base
        far = min(distance(cell, latest) for cell in threat.cells)
        factor = (
            (GAPPED if threat.is_gapped else 1) * (DIAGONAL if threat.is_diagonal else 1) * FAR ** max(0, far - NEAR)
        )
        odds = factor * base / (1 - base)
        return odds / (1 + odds)


def distance(cell: Cell, stones: Sequence[Cell]) -> int:
    """Cells between a cell and the nearest of some stones, diagonals counted as one; 0 without stones."""
    return min((max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in stones), default=0)


def look(board: Any, game: Game, logits: Mapping[Cell, float]) -> Sight:
    """The sight of a position, which is also set up on the board of the core."""
    threats: list[Threat] = []
    fives: frozenset[Cell] = frozenset()
    for side, color in enumerate((Color.X, Color.O)):
        found = _core.threat_cells(board, side)
        is_own = color is game.to_move
        threats += _threats(board, game, side, is_own, found)
        if is_own:
            fives = frozenset(cell for cell, kinds, _ in found if kinds & c.KIND_FIVE)
    return Sight(logits, tuple(threats), fives)


def _threats(board: Any, game: Game, side: int, is_own: bool, found: Sequence[Any]) -> Iterator[Threat]:
    """Threats of a side, given its cells of `threat_cells`."""
    rows, glyph = game.rows(), "XO"[side]
    lines: defaultdict[tuple[int, int], list[tuple[Cell, int]]] = defaultdict(list)
    for cell, _, victims in found:
        code = _core.cell_facts(board, *cell, side)[0]
        classes = [code // c.CLASSES**axis % c.CLASSES for axis in range(c.AXES)]
        for axis, made in enumerate(classes):
            if made in (c.FOUR, c.OPEN_FOUR):
                lines[axis, _line(cell, axis)].append((cell, made))
        strong = [axis for axis, made in enumerate(classes) if made >= c.OPEN_THREE]
        if len(strong) > 1 and max(classes) < c.OPEN_FOUR:
            yield Threat(
                Kind.FORK,
                is_own,
                (cell,),
                any(_is_gapped(rows, glyph, cell, axis) for axis in strong),
                max(strong) > 1,
            )
        if victims:
            yield Threat(Kind.CAPTURE, is_own, (cell,), False, all(x != cell[0] and y != cell[1] for x, y in victims))
    for (axis, _), cells in lines.items():
        open_fours = [cell for cell, made in cells if made == c.OPEN_FOUR]
        if open_fours:
            gapped = _is_gapped(rows, glyph, open_fours[0], axis)
            yield Threat(Kind.THREE, is_own, tuple(cell for cell, _ in cells), gapped, axis > 1)


def _line(cell: Cell, axis: int) -> int:
    """Number of the line through a cell along an axis."""
    dx, dy = STEPS[axis]
    return cell[1] * dx - cell[0] * dy


def _is_gapped(rows: Sequence[str], glyph: str, cell: Cell, axis: int) -> bool:
    """Is there a gap between the nearest stones of a colour along an axis, the cell itself left out?"""
    found = []
    for sign in (-1, 1):
        for step in range(1, REACH + 1):
            x, y = (start + sign * step * unit for start, unit in zip(cell, STEPS[axis], strict=True))
            if not (0 <= y < len(rows) and 0 <= x < len(rows[0])) or rows[y][x] not in (".", glyph):
                break
            if rows[y][x] == glyph:
                found.append(sign * step)
    return max(found) - min(found) >= len(found) if found else False
