"""The engine: `Engine`, `Limit`, `Info`, `Result`. The only door to the compiled core.

`answer` decides in openings, `play_at` plays at a level, `Worker` is an engine in a process of its own.
"""

from gomoku.engine.engine import Engine
from gomoku.engine.levels import LEVELS, Level, play_at
from gomoku.engine.openings import answer
from gomoku.engine.types import WIN, WIN_BOUND, Info, Limit, Line, Result
from gomoku.engine.worker import Worker, WorkerClosed, WorkerDied, WorkerError, WorkerTimeout

__all__ = [
    "LEVELS",
    "WIN",
    "WIN_BOUND",
    "Engine",
    "Info",
    "Level",
    "Limit",
    "Line",
    "Result",
    "Worker",
    "WorkerClosed",
    "WorkerDied",
    "WorkerError",
    "WorkerTimeout",
    "answer",
    "play_at",
]
