"""Gomoku with captures and its variants: rules, engine, server and laboratory."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gomoku.engine import Engine, Info, Limit, Result
    from gomoku.rules import Game, Rules

__version__ = "0.2.0"

__all__ = ["Engine", "Game", "Info", "Limit", "Result", "Rules", "__version__"]


def __getattr__(name: str) -> object:
    """Import parts on first use: reading files needs no engine, and a brain must start quickly."""
    if name in ("Game", "Rules"):
        from gomoku import rules

        return getattr(rules, name)
    if name in ("Engine", "Info", "Limit", "Result"):
        from gomoku import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
