"""Copies the position of a `Game` onto a board of the core."""

from typing import Any

from gomoku.rules import Color, Game


def load_position(board: Any, game: Game) -> None:
    """Replace the position of a core board, or of the baselines, by that of the game."""
    taken = game.taken
    board.load(game.rows(), 1 if game.to_move is Color.X else 2, taken[Color.X], taken[Color.O])
