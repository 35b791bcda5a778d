"""Positions sent by clients: parsed, played through, and evaluated without a search."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from gomoku.engine import Inspector
from gomoku.engine.inspector import CellView, EvaluationTerms, ThreatCells
from gomoku.rules import Color, Game, IllegalMove, PositionError, Rules, RulesError
from gomoku.rules.scan import Scan
from gomoku.server.wire.analysis.analysis_messages import (
    CaptureThreat,
    CellEvaluation,
    CellShare,
    CellSide,
    Glance,
    LineMove,
    PolicyMove,
    Position,
    PositionEvaluation,
    SideThreats,
    Terms,
)
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Cell, forbidden_in

UNLIKELY: Final = 0.005
"""Probability below which a move of the policy is not told."""
MOST_LOGIT: Final = 9.0
"""Logits beyond it are told as if they were this large: a factor of 8,103."""


@lru_cache(maxsize=64)
def _rules(spec: str) -> Rules:
    return Rules.parse(spec)


@lru_cache(maxsize=8)
def inspector_of(rules: Rules) -> Inspector:
    """The inspector of a rule set, for the event loop's thread only: it holds a board."""
    return Inspector(rules)


def game_from(position: Position, largest: int | None = None) -> Game:
    """A game that starts from the position. Raises Refusal if it is invalid, or larger than the engine's largest board."""
    try:
        rules = _rules(position.rules)
        if largest and max(rules.width, rules.height) > largest:
            raise Refusal(Reason.BAD_OPTIONS, f"the engine thinks about boards up to {largest} x {largest}")
        x, o = position.taken
        return Game.from_rows(rules, position.rows, position.to_move, {Color.X: x, Color.O: o})
    except RulesError as error:
        raise Refusal(Reason.BAD_OPTIONS, str(error)) from None
    except PositionError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None


def game_of(position: Position) -> Game:
    """A game that starts from the position, on a board that the engine supports. Raises Refusal."""
    return game_from(position, MAX_AI_BOARD_SIZE)


def playable(position: Position) -> Game:
    """A game for the engine that is not over. Raises Refusal."""
    game = game_of(position)
    if game.is_over:
        raise Refusal(Reason.GAME_OVER, "the game is over")
    return game


def after(game: Game, moves: Iterable[Cell | None]) -> Game | None:
    """The game after moves, of which None passes; None if one is not legal."""
    game = game.copy()
    for cell in moves:
        if game.is_over:
            return None
        try:
            if cell is None:
                game = Game.from_rows(game.rules, game.rows(), game.to_move.other, game.taken)
            else:
                game.play(cell)
        except (IllegalMove, PositionError):
            return None
    return game


def walk(game: Game, moves: tuple[Cell | None, ...]) -> tuple[LineMove, ...]:
    """The effects of each move, up to the first illegal one. Plays on `game`; None passes."""
    steps: list[LineMove] = []
    for cell in moves:
        color = game.to_move
        if game.is_over:
            break
        if cell is None:
            game = Game.from_rows(game.rules, game.rows(), color.other, game.taken)
            steps.append(LineMove(None, color))
            continue
        try:
            played = game.play(cell)
        except IllegalMove:
            break
        fives = game.fives() if game.breaks or game.winner else ()
        steps.append(LineMove(cell, color, tuple(played.captured), fives, game.is_over))
    return tuple(steps)


def evaluate(game: Game) -> PositionEvaluation:
    """Threats of both sides, forbidden cells, the terms of the evaluation, and what the network says of moves and cells."""
    inspector = inspector_of(game.rules)
    threats = inspector.threats(game)
    forbidden = forbidden_in(Scan(game))
    policy = tuple(PolicyMove(cell, chance) for cell, chance in inspector.policy(game).items() if chance >= UNLIKELY)
    shares = sorted(inspector.shares(game).items(), key=lambda share: -abs(share[1]))
    return PositionEvaluation(
        _threats(threats[Color.X]),
        _threats(threats[Color.O]),
        forbidden,
        _terms(inspector.terms(game)),
        policy,
        tuple(CellShare(cell, points) for cell, points in shares),
    )


def evaluate_cell(game: Game, cell: Cell) -> CellEvaluation:
    """Shapes that either side would make on an empty cell, and the evaluation before and after."""
    inspector = inspector_of(game.rules)
    try:
        views = inspector.cell(game, cell)
    except ValueError as error:
        raise Refusal(Reason.OCCUPIED, str(error), cell) from None
    before, glance = _terms(inspector.terms(game)), inspector.glance(game, cell)
    reason = game.why_illegal(cell)
    after = None
    if reason is None:
        game.play(cell)
        after = None if game.is_over else _terms(inspector.terms(game))
    return CellEvaluation(
        _side(views[Color.X]),
        _side(views[Color.O]),
        None if reason is None else str(reason),
        before,
        after,
        None if glance is None else Glance(glance.probability, glance.rank, _factors(glance.axes)),
    )


def _factors(axes: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Logits as factors of a probability, within what a page can show."""
    row, column, falling, rising = (math.exp(max(-MOST_LOGIT, min(MOST_LOGIT, logit))) for logit in axes)
    return (row, column, falling, rising)


def _threats(threats: ThreatCells) -> SideThreats:
    captures = tuple(CaptureThreat(capture.cell, capture.stones) for capture in threats.captures)
    return SideThreats(threats.fives, threats.open_fours, threats.fours, threats.open_threes, captures)


def _terms(total: EvaluationTerms) -> Terms:
    return Terms(
        total.own_cells,
        total.other_cells,
        total.taken,
        total.own_captures,
        total.other_captures,
        total.network,
        total.total,
    )


def _side(view: CellView) -> CellSide:
    return CellSide(view.axes, view.takes, view.to_move, view.waiting, view.order)
