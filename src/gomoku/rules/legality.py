"""Forbidden moves: double-three, double-four, overline and self-capture.

Bans are judged on a trial board: the stone is placed, its captures are removed, the shapes are read, and everything is
undone. Knows no turn and no end of the game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from gomoku.rules.board import (
    STONE,
    Board,
    Point,
    Window,
    fours,
    is_five,
    is_flanked_pair,
    is_flanked_three,
    is_overline,
    open_four_cells,
)
from gomoku.rules.variant import Color, Five, Rules, Three


class Reason(StrEnum):
    """Why a cell cannot be played."""

    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    GAME_OVER = "game_over"
    DOUBLE_THREE = "double_three"
    DOUBLE_FOUR = "double_four"
    OVERLINE = "overline"
    SELF_CAPTURE = "self_capture"
    OPENING = "opening"

    @property
    def explanation(self) -> str:
        """The reason as a sentence for players."""
        return _EXPLANATIONS[self]


_EXPLANATIONS = {
    Reason.OCCUPIED: "there is a stone already",
    Reason.OFF_BOARD: "the cell is not on the board",
    Reason.GAME_OVER: "the game is over",
    Reason.DOUBLE_THREE: "it would make two free-threes at once",
    Reason.DOUBLE_FOUR: "it would make two fours at once",
    Reason.OVERLINE: "it would make six or more in a row",
    Reason.SELF_CAPTURE: "it would step in between two enemy stones",
    Reason.OPENING: "the opening does not allow it",
}


@contextmanager
def trial(board: Board, point: Point, stone: int, captured: list[Point]) -> Iterator[None]:
    """Play a stone and remove its captures for the duration of a `with` block."""
    board.put(point, stone)
    for victim in captured:
        board.lift(victim)
    try:
        yield
    finally:
        for victim in captured:
            board.put(victim, 3 - stone)
        board.lift(point)


def has_bans(rules: Rules, color: Color) -> bool:
    """Does any ban apply to this side?"""
    return color in rules.bound


def find_ban(board: Board, rules: Rules, color: Color, point: Point, taken: int) -> Reason | None:
    """The ban that forbids an empty point to a side, or None. `taken` is its number of captured stones."""
    if not has_bans(rules, color):
        return None
    stone = STONE[color]
    if not rules.ban_self_capture.binds(color) and not _has_stones_for_ban(board, point, stone):
        return None
    captured = board.captures(point, stone, rules.capture_sizes)
    if captured and rules.capture_lifts_ban and _only_double_three(rules, color):
        return None
    with trial(board, point, stone, captured):
        return _ban_on_trial(board, rules, color, point, taken, len(captured))


def _has_stones_for_ban(board: Board, point: Point, stone: int) -> bool:
    """Are there enough own stones around for a ban? Tested first, since most cells have too few.

    A four needs three more stones on its axis, an overline five; two threes need two more on each of two axes.
    """
    threes = 0
    for axis in board.axes:
        stones = board.window(point, axis).count(stone)
        if stones > 2:
            return True
        threes += stones == 2
    return threes > 1


def free_threes(board: Board, rules: Rules, color: Color, point: Point, taken: int) -> int:
    """Number of axes on which a stone on this empty point would make a free-three, banned or not."""
    captured = board.captures(point, STONE[color], rules.capture_sizes)
    with trial(board, point, STONE[color], captured):
        return sum(_threes(board, rules, color, point, taken + len(captured)))


def _only_double_three(rules: Rules, color: Color) -> bool:
    others = (rules.ban_double_four, rules.ban_overline, rules.ban_self_capture)
    return not any(ban.binds(color) for ban in others)


def _ban_on_trial(board: Board, rules: Rules, color: Color, point: Point, taken: int, captured: int) -> Reason | None:
    five = rules.five(color)
    windows = [board.window(point, axis) for axis in board.axes]
    taken += captured
    if rules.win_lifts_bans:
        if captured and rules.capture_goal is not None and taken >= rules.capture_goal:
            return None
        if any(is_five(window, five, rules.caro) for window in windows):
            return None
    if rules.ban_overline.binds(color) and any(map(is_overline, windows)):
        return Reason.OVERLINE
    if rules.ban_double_four.binds(color) and sum(fours(window, five) for window in windows) >= 2:
        return Reason.DOUBLE_FOUR
    if rules.ban_double_three.binds(color) and not (captured and rules.capture_lifts_ban):
        if sum(bool(_three_cells(window, rules, color)) for window in windows) >= 2:
            threes = _threes(board, rules, color, point, taken)
            if any(threes) and any(threes):  # the second `any` continues after the first free-three
                return Reason.DOUBLE_THREE
    if rules.ban_self_capture.binds(color) and any(map(is_flanked_pair, windows)):
        return Reason.SELF_CAPTURE
    return None


def _threes(board: Board, rules: Rules, color: Color, point: Point, taken: int) -> Iterator[bool]:
    """Does the stone on the point make a free-three? One answer for each axis."""
    for axis in board.axes:
        cells = _three_cells(board.window(point, axis), rules, color)
        if rules.three is Three.RECURSIVE:
            yield any(_is_playable(board, rules, color, point + k * axis, taken) for k in cells)
        else:
            yield bool(cells)


def _three_cells(window: Window, rules: Rules, color: Color) -> tuple[int, ...]:
    """Offsets that turn the three into a straight four; empty if it is not a free-three. The cells may be forbidden."""
    if rules.three is Three.FLANK:
        return (0,) if is_flanked_three(window) else ()
    return open_four_cells(window, Five.AT_LEAST if rules.three is Three.OPEN_FOUR else rules.five(color))


def _is_playable(board: Board, rules: Rules, color: Color, point: Point, taken: int) -> bool:
    """Can the side complete its open four here: no five elsewhere, no ban? Recursive; each level adds a stone."""
    stone = STONE[color]
    captured = board.captures(point, stone, rules.capture_sizes)
    with trial(board, point, stone, captured):
        windows = [board.window(point, axis) for axis in board.axes]
        if any(is_five(window, rules.five(color), rules.caro) for window in windows):
            return False
        return _ban_on_trial(board, rules, color, point, taken, len(captured)) is None
