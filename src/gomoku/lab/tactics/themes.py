"""Themes of puzzles, computed from the position, the proof and its main line, without a search.

A proof is in the form of the puzzle file (`puzzles`). Every theme is verified by playing on the board under the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from gomoku.engine.inspector import Inspector, Shape
from gomoku.rules import Cell, Color, Game
from gomoku.rules.notation import cell_of


class Theme(StrEnum):
    """Theme of a solution."""

    FOURS = "fours"  # every move of the attack threatens a five
    THREE = "three"  # the first move makes an open three
    QUIET = "quiet"  # the first move neither takes nor threatens a five or an open four
    FOUR_THREE = "four_three"  # one move makes a four and an open three
    DOUBLE_FOUR = "double_four"  # one move makes two fours
    TAKE = "take"  # a move of the solution takes a pair
    FORBIDDEN = "forbidden"  # a five cannot be blocked: the rules forbid the defender's stone there
    COUNTER_FOUR = "counter_four"  # the defence threatens a five itself


def themes_of(
    game: Game, line: Sequence[Cell], proofs: Sequence[Any], inspector: Inspector, *, defends: bool = False
) -> tuple[Theme, ...]:
    """The themes of a puzzle, in the order of `Theme`. `defends`: the line is the move that saves, and there is no attack."""
    found = set(_of_line(game.copy(), line, inspector))
    if defends:
        found &= {Theme.TAKE, Theme.COUNTER_FOUR}
    else:
        found.discard(Theme.COUNTER_FOUR)
        if proofs and all(_is_forced(game.copy(), proof, inspector) for proof in proofs):
            found.add(Theme.FOURS)
    return tuple(theme for theme in Theme if theme in found)


def _of_line(game: Game, line: Sequence[Cell], inspector: Inspector) -> Iterator[Theme]:
    """The themes of the moves of the side to move, one after the other. Plays the line on `game`."""
    side = game.to_move
    for number, cell in enumerate(line):
        if game.to_move is not side:
            game.play(cell)
            continue
        axes = inspector.cell(game, cell)[side].axes
        fours, threes = axes.count(Shape.FOUR) + axes.count(Shape.OPEN_FOUR), axes.count(Shape.OPEN_THREE)
        played = game.play(cell)
        if played.captured:
            yield Theme.TAKE
        if game.is_over:
            return
        after = inspector.threats(game)[side]
        if after.fives:
            if fours > 1:
                yield Theme.DOUBLE_FOUR
            elif fours and threes:
                yield Theme.FOUR_THREE
            if number == 0:
                yield Theme.COUNTER_FOUR
            if any(game.why_illegal(five) is not None for five in after.fives):
                yield Theme.FORBIDDEN
        elif number == 0 and threes and after.open_fours:
            yield Theme.THREE
        elif number == 0 and not played.captured and not after.open_fours and not _is_five(game, side):
            yield Theme.QUIET


def _is_five(game: Game, side: Color) -> bool:
    """Does this side have a five on the board that can still be broken?"""
    return any(game.stone(five[0]) is side for five in game.fives())


def _is_forced(game: Game, proof: Sequence[Any], inspector: Inspector) -> bool:
    """Does every move of a proof win, make a five or threaten one? Plays on `game`, which is left as it was."""
    side = game.to_move
    game.play(cell_of(proof[0], game.rules.width, game.rules.height))
    forced = game.is_over or _is_five(game, side) or bool(inspector.threats(game)[side].fives)
    replies: Mapping[str, Any] = proof[1] if len(proof) > 1 else {}
    for name, answer in replies.items():
        if not forced:
            break
        if name == "*":  # any other reply: the attack must end at once, since there is no single board to examine
            forced = len(answer) == 1
            continue
        game.play(cell_of(name, game.rules.width, game.rules.height))
        forced = _is_forced(game, answer, inspector)
        game.undo()
    game.undo()
    return forced
