"""Move reasons: what a move achieves by the rules and the evaluation, without a search."""

from collections.abc import Iterable, Sequence

from gomoku.engine.inspector import Capture, Shape, ThreatCells
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


def of_line(game: Game, line: Sequence[Cell | None]) -> tuple[MoveReason, ...]:
    """The reasons of the last move of a line; none if the line is not legal, or ends with a pass."""
    before, cell = after(game, line[:-1]), line[-1]
    if before is None or cell is None or before.is_over or before.why_illegal(cell) is not None:
        return ()
    return reasons_of(before, cell)[0]


def reasons_of(game: Game, cell: Cell, refills: bool = False) -> tuple[tuple[MoveReason, ...], tuple[ThreatMark, ...]]:
    """The reasons of a move, which is played, and the threats behind them. `refills`: a capture just emptied the cell."""
    inspector = inspector_of(game.rules)
    color, enemy = game.to_move, game.to_move.other
    found: list[MoveReason] = []
    before = inspector.threats(game)
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
        marks += [] if shape is MoveReason.BREAKABLE_FIVE else _made(color, after[color])
    if played.captured:
        found.append(MoveReason.TAKES)
    for reason, mark in (
        *_stopped(game, cell, color, before[enemy], after[enemy]),
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


def _made(color: Color, own: ThreatCells) -> list[ThreatMark]:
    """The next threat of a side: a five, otherwise an open or double four."""
    if own.fives:
        return [ThreatMark(color, ThreatKind.FIVE, own.fives)]
    return [ThreatMark(color, ThreatKind.OPEN_FOUR, own.open_fours)] if own.open_fours else []


def _stopped(
    game: Game, cell: Cell, color: Color, before: ThreatCells, after: ThreatCells
) -> list[tuple[MoveReason, ThreatMark | None]]:
    """The opponent's threats that a move ended."""
    enemy = color.other
    found: list[tuple[MoveReason, ThreatMark | None]] = []
    if before.fives and not after.fives:
        found.append((MoveReason.STOPS_FIVE, ThreatMark(enemy, ThreatKind.FIVE, before.fives)))
    elif cell in before.fives:
        found.append((MoveReason.STOPS_ONE_FIVE, ThreatMark(enemy, ThreatKind.FIVE, before.fives)))
    elif not before.fives and before.open_fours and not after.open_fours:
        found.append((MoveReason.STOPS_OPEN_FOUR, ThreatMark(enemy, ThreatKind.OPEN_FOUR, before.open_fours)))
    elif cell in before.open_threes:
        found.append((MoveReason.STOPS_OPEN_THREE, None))
    endangered = {stone for way in after.captures for stone in way.stones}
    saved = [
        way.cell
        for way in before.captures
        if any(game.stone(stone) is color and stone not in endangered for stone in way.stones)
    ]
    if saved:
        found.append((MoveReason.SAVES_PAIR, ThreatMark(enemy, ThreatKind.CAPTURE, tuple(saved))))
    return found


def _attacked(color: Color, before: Sequence[Capture], after: Sequence[Capture]) -> list[tuple[MoveReason, ThreatMark]]:
    """The captures that a move threatens."""
    known = {stone for way in before for stone in way.stones}
    new = tuple(way.cell for way in after if not known.issuperset(way.stones))
    return [(MoveReason.ATTACKS_PAIR, ThreatMark(color, ThreatKind.CAPTURE, new))] if new else []
