"""Move reasons: what a move achieves by the rules and the evaluation, without a search."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from gomoku.engine.inspector import SHAPES, Capture, Inspector, Shape, ThreatCells
from gomoku.rules import Color, Game, Status, WinBy
from gomoku.server.analysis.positions import after, inspector_of
from gomoku.server.wire.analysis.learn_messages import ExplainedMove
from gomoku.server.wire.values import Cell, MoveReason, ThreatKind, ThreatMark


def explain(game: Game, line: Iterable[Cell]) -> tuple[ExplainedMove, ...]:
    """The moves of a line with their reasons. Plays them on `game`. Raises IllegalMove."""
    emptied: set[Cell] = set()
    steps = []
    for cell in line:
        color = game.to_move
        reasons, _ = reasons_of(game, cell, cell in emptied)
        captured = game.played[-1].captured
        emptied = (emptied - {cell}) | set(captured)
        steps.append(ExplainedMove(cell, color, captured, reasons))
    return tuple(steps)


def of_line(game: Game, line: Sequence[Cell | None]) -> tuple[tuple[MoveReason, ...], tuple[ThreatMark, ...]]:
    """`reasons_of` the last move of a line; nothing if the line is not legal, or ends with a pass."""
    before, cell = after(game, line[:-1]), line[-1]
    if before is None or cell is None or before.is_over or before.why_illegal(cell) is not None:
        return (), ()
    return reasons_of(before, cell)


def reasons_of(game: Game, cell: Cell, refills: bool = False) -> tuple[tuple[MoveReason, ...], tuple[ThreatMark, ...]]:
    """The reasons of a move, which is played, and the threats behind them. `refills`: a capture just emptied the cell."""
    inspector = inspector_of(game.rules)
    color, enemy = game.to_move, game.to_move.other
    found: list[MoveReason] = []
    before = inspector.threats(game)
    standing = _made(inspector, game, enemy, before[enemy])
    axes = inspector.cell(game, cell)[color].axes if game.why_illegal(cell) is None else ()
    if cell in game.breaks:
        found.append(MoveReason.BREAKS)
    if refills:
        found.append(MoveReason.REFILLS)
    played = game.play(cell)
    if game.winner is color:
        found.append(MoveReason.PAIRS if game.win_by is WinBy.CAPTURE else MoveReason.FIVE)
        return tuple(found), ()
    if game.is_over:
        return tuple(found) or (MoveReason.QUIET,), ()
    after = inspector.threats(game)
    shape = MoveReason.BREAKABLE_FIVE if game.status is Status.GRACE else _shape(axes)
    marks: list[ThreatMark] = []
    if shape not in (None, *_SLOW):
        found.append(shape)
        made = None if shape is MoveReason.BREAKABLE_FIVE else _made(inspector, game, color, after[color])
        marks += [made] if made else []
    if played.captured:
        found.append(MoveReason.TAKES)
    for reason, mark in (
        *_stopped(game, cell, color, standing, before[enemy], after[enemy]),
        *_attacked(color, before[color].captures, after[color].captures),
    ):
        found.append(reason)
        marks += [mark] if mark else []
    if not found:
        found.append(shape if shape in _SLOW else MoveReason.QUIET)
    return tuple(found), tuple(marks)


_SLOW = (MoveReason.THREE, MoveReason.OPEN_TWO)
"""Shapes that force no answer: a reason only if there is no other."""


def _shape(axes: Sequence[Shape]) -> MoveReason | None:
    """The strongest reason among the patterns that a stone makes."""
    fours = axes.count(Shape.FOUR) + axes.count(Shape.OPEN_FOUR)
    threes = axes.count(Shape.OPEN_THREE)
    for reason, is_made in (
        (MoveReason.DOUBLE_FOUR, fours > 1),
        (MoveReason.OPEN_FOUR, Shape.OPEN_FOUR in axes),
        (MoveReason.FOUR_THREE, fours and threes),
        (MoveReason.FOUR, fours),
        (MoveReason.DOUBLE_THREE, threes > 1),
        (MoveReason.OPEN_THREE, threes),
        (MoveReason.THREE, Shape.THREE in axes),
        (MoveReason.OPEN_TWO, Shape.OPEN_TWO in axes),
    ):
        if is_made:
            return reason
    return None


def _made(inspector: Inspector, game: Game, color: Color, own: ThreatCells) -> ThreatMark | None:
    """The next threat of a side: a five, otherwise an open or double four."""
    for kind, cells, least in (
        (ThreatKind.FIVE, own.fives, Shape.FIVE),
        (ThreatKind.OPEN_FOUR, own.open_fours, Shape.FOUR),
    ):
        if cells:
            return ThreatMark(color, kind, cells, _rows(inspector, game, color, cells, least))
    return None


_Row: TypeAlias = tuple[Cell, Cell]
_STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The axes of `CellView`."""
_FIVE: Final = 5


def _rows(inspector: Inspector, game: Game, color: Color, cells: Iterable[Cell], least: Shape) -> tuple[_Row, ...]:
    """The ends of every row that one more stone on one of the cells turns into a shape, or into a stronger one."""
    strong = SHAPES[SHAPES.index(least) :]
    return _unique(
        _row(game, color, cell, step)
        for cell in cells
        for step, shape in zip(_STEPS, inspector.cell(game, cell)[color].axes, strict=True)
        if shape in strong
    )


def _row(game: Game, color: Color, cell: Cell, step: Cell) -> _Row:
    """The ends of a side's stones in the five cells through this one that have the most of them, closest together."""
    line = [(cell[0] + i * step[0], cell[1] + i * step[1]) for i in range(1 - _FIVE, _FIVE)]
    rules = game.rules
    own = [0 <= x < rules.width and 0 <= y < rules.height and game.stone((x, y)) is color for x, y in line]
    runs = ([i for i in range(first, first + _FIVE) if own[i]] for first in range(_FIVE))
    best = min((run for run in runs if run), key=lambda run: (-len(run), run[-1] - run[0]))
    return line[best[0]], line[best[-1]]


def _taking(color: Color, captures: Sequence[Capture]) -> ThreatMark:
    """The threat to capture, with every row of stones that would be gone."""
    rows: dict[tuple[Cell, int, int], list[Cell]] = {}
    for way in captures:
        for x, y in way.stones:
            dx, dy = x - way.cell[0], y - way.cell[1]
            rows.setdefault((way.cell, (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)), []).append((x, y))
    cells = tuple(way.cell for way in captures)
    return ThreatMark(color, ThreatKind.CAPTURE, cells, _unique((min(row), max(row)) for row in rows.values()))


def _unique(rows: Iterable[_Row]) -> tuple[_Row, ...]:
    return tuple(dict.fromkeys(rows))


def _stopped(
    game: Game, cell: Cell, color: Color, standing: ThreatMark | None, before: ThreatCells, after: ThreatCells
) -> list[tuple[MoveReason, ThreatMark | None]]:
    """The opponent's threats that a move ended; `standing`: the greatest one before it."""
    enemy = color.other
    found: list[tuple[MoveReason, ThreatMark | None]] = []
    if before.fives and not after.fives:
        found.append((MoveReason.STOPS_FIVE, standing))
    elif cell in before.fives:
        found.append((MoveReason.STOPS_ONE_FIVE, standing))
    elif not before.fives and before.open_fours and not after.open_fours:
        found.append((MoveReason.STOPS_OPEN_FOUR, standing))
    elif cell in before.open_threes:
        found.append((MoveReason.STOPS_OPEN_THREE, None))
    endangered = {stone for way in after.captures for stone in way.stones}
    saved = [
        way
        for way in before.captures
        if any(game.stone(stone) is color and stone not in endangered for stone in way.stones)
    ]
    if saved:
        found.append((MoveReason.SAVES_PAIR, _taking(enemy, saved)))
    return found


def _attacked(color: Color, before: Sequence[Capture], after: Sequence[Capture]) -> list[tuple[MoveReason, ThreatMark]]:
    """The captures that a move threatens."""
    known = {stone for way in before for stone in way.stones}
    new = [way for way in after if not known.issuperset(way.stones)]
    return [(MoveReason.ATTACKS_PAIR, _taking(color, new))] if new else []
