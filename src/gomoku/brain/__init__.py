"""Gomocup (Piskvork) brain: `Protocol` maps lines to lines, `process` connects it to standard input and output.

Imports the standard library, `rules`, `engine` and the core's `CoreError` only; knows nothing of the server. Rules
and engine are imported by the first command that needs a board, so that `ABOUT` is answered at once.
"""

from gomoku.brain.protocol import Protocol

__all__ = ["Protocol"]
