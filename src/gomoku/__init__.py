"""Gomoku: the game with captures and its relatives, an engine, a server and a laboratory."""

from gomoku.rules import Game, Rules

__version__ = "0.1.0"

__all__ = ["Game", "Rules", "__version__"]
