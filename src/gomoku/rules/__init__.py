"""Reference implementation of the rules in plain Python: rule sets, board, game, openings, notation, records.

The oracle for the compiled core: clear before fast. Imports the standard library only.
Must not know the engine, the server or the command line.
"""

from gomoku.rules.board import Cell
from gomoku.rules.game import Decided, Game, IllegalMove, Played, PositionError, Status, WinBy
from gomoku.rules.legality import Reason
from gomoku.rules.notation import NotationError
from gomoku.rules.openings import OPENINGS, Decision, Kind, OpeningError, Player
from gomoku.rules.variant import PRESETS, Banned, Color, Five, Foul, Rules, RulesError, Three

__all__ = [
    "OPENINGS",
    "PRESETS",
    "Banned",
    "Cell",
    "Color",
    "Decided",
    "Decision",
    "Five",
    "Foul",
    "Game",
    "IllegalMove",
    "Kind",
    "NotationError",
    "OpeningError",
    "Played",
    "Player",
    "PositionError",
    "Reason",
    "Rules",
    "RulesError",
    "Status",
    "Three",
    "WinBy",
]
