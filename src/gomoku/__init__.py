"""Gomoku: the game with captures and its relatives, an engine, a server and a laboratory."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gomoku.engine import Engine, Info, Limit, Result
    from gomoku.rules import Game, Rules

__version__ = "0.1.0"

__all__ = ["Engine", "Game", "Info", "Limit", "Result", "Rules", "__version__"]


def __getattr__(name: str) -> object:
    """Parts are loaded when they are first asked for: reading files needs no engine, and a brain must start at once."""
    if name in ("Game", "Rules"):
        from gomoku import rules

        return getattr(rules, name)
    if name in ("Engine", "Info", "Limit", "Result"):
        from gomoku import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
