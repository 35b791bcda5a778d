"""The engine: `Engine`, `Limit`, `Info`, `Result`. The only door to the compiled core."""

from gomoku.engine.engine import Engine
from gomoku.engine.openings import answer
from gomoku.engine.types import WIN, WIN_BOUND, Info, Limit, Line, Result

__all__ = ["WIN", "WIN_BOUND", "Engine", "Info", "Limit", "Line", "Result", "answer"]
