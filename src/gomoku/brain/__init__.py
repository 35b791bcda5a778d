"""The Gomocup (Piskvork) protocol: `Protocol` takes lines and gives lines, `process` is the program around it.

It needs the standard library and ourselves only. Rules and engine are loaded by the first command that needs a board, so
that `ABOUT` is answered as soon as the process runs.
"""

from gomoku.brain.protocol import Protocol

__all__ = ["Protocol"]
