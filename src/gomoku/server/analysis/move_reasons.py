"""Move reasons: what a move achieves by the rules and the evaluation, without a search."""

from collections.abc import Iterable

from gomoku.engine import Inspector
from gomoku.engine.inspector import Shape
from gomoku.rules import Color, Game, Status, WinBy
from gomoku.server.analysis.positions import inspector_of
from gomoku.server.wire.study_messages import ExplainedMove, MoveReason
from gomoku.server.wire.values import Cell

SHAPES = (
    (Shape.OPEN_FOUR, MoveReason.OPEN_FOUR),
    (Shape.FOUR, MoveReason.FOUR),
    (Shape.OPEN_THREE, MoveReason.OPEN_THREE),
)
"""Shapes that are reasons, the strongest first; only the first match counts."""


def explain(game: Game, line: Iterable[Cell]) -> tuple[ExplainedMove, ...]:
    """The moves of a line with their reasons. Plays them on `game`. Raises IllegalMove."""
    emptied: set[Cell] = set()
    steps = []
    for cell in line:
        color = game.to_move
        reasons = _reasons(game, cell, cell in emptied)
        captured = game.played[-1].captured
        emptied = (emptied - {cell}) | set(captured)
        steps.append(ExplainedMove(cell, color, captured, reasons))
    return tuple(steps)


def _reasons(game: Game, cell: Cell, refills: bool) -> tuple[MoveReason, ...]:
    """The reasons of a move, which is played. `refills`: the cell was emptied by the capture before."""
    inspector = inspector_of(game.rules)
    color, enemy = game.to_move, game.to_move.other
    found: list[MoveReason] = []
    before = inspector.threats(game)[enemy]
    axes = inspector.cell(game, cell)[color].axes if game.why_illegal(cell) is None else ()
    if cell in game.breaks:
        found.append(MoveReason.BREAKS)
    if refills:
        found.append(MoveReason.REFILLS)
    played = game.play(cell)
    if game.winner is color:
        found.append(MoveReason.PAIRS if game.win_by is WinBy.CAPTURE else MoveReason.FIVE)
        return tuple(found)
    if game.status is Status.GRACE:
        found.append(MoveReason.BREAKABLE_FIVE)
    elif axes.count(Shape.FOUR) + axes.count(Shape.OPEN_FOUR) > 1:
        found.append(MoveReason.DOUBLE_FOUR)
    else:
        found += [reason for shape, reason in SHAPES if shape in axes][:1]
    if played.captured:
        found.append(MoveReason.TAKES)
    if cell in before.fives:
        found.append(MoveReason.STOPS_FIVE)
    if not game.is_over and _saves(inspector, game, color, {stone for way in before.captures for stone in way.stones}):
        found.append(MoveReason.SAVES_PAIR)
    return tuple(found) or (MoveReason.QUIET,)


def _saves(inspector: Inspector, game: Game, color: Color, threatened: set[Cell]) -> bool:
    """True where a threatened stone of that colour can no longer be captured."""
    if not threatened:
        return False
    after = {stone for way in inspector.threats(game)[color.other].captures for stone in way.stones}
    return any(game.stone(stone) is color for stone in threatened - after)
