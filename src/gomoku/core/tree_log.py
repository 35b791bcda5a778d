"""Log of the search tree: on request, with a bound on its size.

A node is eight numbers (NODE constants), all from the side to move there; the move is 0 for a null move. The search opens a node when it enters
a position and closes it when it leaves. Nodes too far from the root or beyond the capacity are dropped with everything below them. The last
quarter of the capacity is kept for what a tree cannot do without: the moves of the root, the replies to them, and nodes with an open window,
such as those of the principal variation.
Nothing here knows how the search decides.
"""

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.patterns import buffer


@cython.final
@cython.cclass
class TreeLog:
    """Nodes of one iteration in order of entry; the root is the first."""

    words: cython.int[::1]
    count: cython.int
    room: cython.int
    """Capacity in nodes."""
    cut: cython.bint
    """Whether nodes were dropped because the log was full."""
    deepest: cython.int
    """Plies from the root beyond which nodes are dropped."""
    current: cython.int
    """The innermost open node: parent of the next one."""

    def __init__(self, room: int, deepest: int):
        self.room, self.deepest = room, deepest
        self.words = buffer(NODE_WORDS * max(room, 1), "i")
        self.begin()

    def begin(self):
        """Begin a new iteration: drop all nodes."""
        self.count, self.current = 0, -1
        self.cut = False

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(
        self, move: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Open a node; returns its number, or -1 if it is dropped."""
        if ply > self.deepest:
            return -1
        indispensable: cython.bint = ply <= NODE_NEAR or beta - alpha > 1
        if self.count >= (self.room if indispensable else self.room - self.room // 4):
            self.cut = True
            return -1
        at: cython.int = NODE_WORDS * self.count
        self.words[at + NODE_PARENT] = self.current
        self.words[at + NODE_MOVE] = move
        self.words[at + NODE_DEPTH] = depth
        self.words[at + NODE_ALPHA] = alpha
        self.words[at + NODE_BETA] = beta
        self.current = self.count
        self.count += 1
        return self.current

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(
        self, number: cython.int, value: cython.int, reason: cython.int, best: cython.int, unsearched: cython.int
    ) -> cython.void:
        """Close a node: its value, why the search left it (WHY), its best move and the number of moves not searched."""
        if number < 0:
            return
        at: cython.int = NODE_WORDS * number
        self.words[at + NODE_VALUE] = value
        self.words[at + NODE_REASON] = reason + NODE_UNSEARCHED * unsearched
        self.words[at + NODE_BEST] = best
        self.current = self.words[at + NODE_PARENT]

    def dump(self) -> bytes:
        """The numbers of all nodes, NODE_WORDS each; a node that was never closed has reason 0."""
        return bytes(self.words[: NODE_WORDS * self.count])
