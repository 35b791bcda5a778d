"""The tree of a search, written down while it is searched: on request, and bounded in size.

A node is eight numbers: parent, move (0 for a pass), depth, alpha, beta, value, reason and best move; all from the side to move there. The search
opens a node when it enters a position and closes it when it leaves. Nodes beyond a ply or beyond the room are not kept, nor what
is below them. Nothing here knows how the search decides.
"""

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.patterns import buffer


@cython.final
@cython.cclass
class TreeLog:
    """The nodes of one iteration, in the order in which they were entered; the root is the first."""

    words: cython.int[::1]
    count: cython.int
    room: cython.int
    deepest: cython.int
    """Plies: positions further from the root are not kept."""
    current: cython.int
    """The open node that the next one belongs to."""

    def __init__(self, room: int, deepest: int):
        self.room, self.deepest = room, deepest
        self.words = buffer(NODE * max(room, 1), "i")
        self.begin()

    def begin(self):
        """Forget the nodes: a new iteration."""
        self.count, self.current = 0, -1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Open a node; returns its number, or -1 where it is not kept."""
        if ply > self.deepest or self.count >= self.room:
            return -1
        at: cython.int = NODE * self.count
        self.words[at] = self.current
        self.words[at + 1] = move
        self.words[at + 2] = depth
        self.words[at + 3] = alpha
        self.words[at + 4] = beta
        self.current = self.count
        self.count += 1
        return self.current

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(
        self, number: cython.int, value: cython.int, reason: cython.int, best: cython.int, unsearched: cython.int
    ) -> cython.void:
        """Close a node: what it was worth, why it ended, and how many of its moves were never looked at."""
        if number < 0:
            return
        at: cython.int = NODE * number
        self.words[at + 5] = value
        self.words[at + 6] = reason + 256 * unsearched
        self.words[at + 7] = best
        self.current = self.words[at]

    def dump(self) -> bytes:
        """The numbers of all nodes, one after the other; a node that was never closed has reason 0."""
        return bytes(self.words[: NODE * self.count])
