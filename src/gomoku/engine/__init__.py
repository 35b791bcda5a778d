"""Public interface of the compiled core: `Engine`, `Limit`, `Info`, `Result`.

`answer` makes the engine's decisions in openings, `play_at` plays at a strength level, `Inspector` breaks an evaluation
down, `ThreatSearch` finds wins by continuous threats. `gomoku.engine.worker` runs an engine in a separate process; it is
not imported here, because most programs do not need it.

May import `rules` and `core`. Knows nothing of protocols, rooms or the network.
"""

from gomoku.engine.engine import Engine
from gomoku.engine.inspector import Inspector
from gomoku.engine.levels import LEVELS, Level, play_at
from gomoku.engine.opening_decisions import answer
from gomoku.engine.search_tree import SearchTree
from gomoku.engine.threat_search import ThreatSearch
from gomoku.engine.types import WIN, WIN_BOUND, Info, Limit, Result, Variation, is_loss, is_win

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
    "is_loss",
    "is_win",
    "play_at",
]
