"""Gomoku: the game with captures and its relatives, an engine, a server and a laboratory."""

from typing import TYPE_CHECKING, Any

from gomoku.rules import Game, Rules

if TYPE_CHECKING:
    from gomoku.engine import Engine, Info, Limit, Result

__version__ = "0.1.0"

__all__ = ["Engine", "Game", "Info", "Limit", "Result", "Rules", "__version__"]


def __getattr__(name: str) -> Any:
    """The engine is loaded when it is first asked for: a program that only reads files does not need it."""
    if name in ("Engine", "Info", "Limit", "Result"):
        from gomoku import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
