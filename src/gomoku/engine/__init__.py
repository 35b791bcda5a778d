"""The engine: `Engine`, `Limit`, `Info`, `Result`. The only door to the compiled core.

`answer` decides in openings, `play_at` plays at a level, `Inspector` says what the evaluation sees. An engine in a process of its own is in `gomoku.engine.worker`, which
a program that needs none does not load.
"""

from gomoku.engine.engine import Engine
from gomoku.engine.inspector import Inspector
from gomoku.engine.levels import LEVELS, Level, play_at
from gomoku.engine.opening_decisions import answer
from gomoku.engine.search_tree import SearchTree
from gomoku.engine.threat_search import ThreatSearch
from gomoku.engine.types import WIN, WIN_BOUND, Info, Limit, Result, Variation

__all__ = [
    "LEVELS",
    "WIN",
    "WIN_BOUND",
    "Engine",
    "Info",
    "Inspector",
    "Level",
    "Limit",
    "Result",
    "SearchTree",
    "ThreatSearch",
    "Variation",
    "answer",
    "play_at",
]
