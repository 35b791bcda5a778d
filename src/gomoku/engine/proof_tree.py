"""Proofs in forms to be sent and drawn.

`proof_tree` unrolls a win as a search tree: every reply that the proof tells apart, with its answer. `proof_table`
lists the nodes of any proof by number, each once: a value without references that can be sent to another process.
"""

from collections import deque
from dataclasses import dataclass

from gomoku.core import constants as c
from gomoku.engine.proof import Attack, Defence, Ended, Outcome, Proof, ProofNode, Stage, other_reply
from gomoku.engine.search_tree import Bound, SearchTree, StopReason, TreeNode
from gomoku.engine.types import win_score
from gomoku.rules import Cell, Game


def proof_tree(game: Game, win: ProofNode, most: int) -> SearchTree:
    """The tree of a win of the side to move, the longest resistance first, truncated to `most` nodes.

    Of the unlisted replies, which all have the same answer, one is shown.
    """
    nodes = [_node(0, None, 0, None, win.plies, win.move)]
    board = game.copy()
    path = [0]
    todo: list[tuple[int, Cell, ProofNode | None]] = [(0, win.move, win)]
    """Moves to add with their parents; with the attacker's move its own proof, with a reply that of the answer."""
    while todo and len(nodes) < most:
        parent, move, proof = todo.pop()
        while path[-1] != parent:
            path.pop()
            board.undo()
        board.play(move)
        number, ply = len(nodes), nodes[parent].ply + 1
        path.append(number)
        if ply % 2 == 0:  # a reply
            following = [(proof.move, proof)] if proof else []
            plies = ply + (proof.plies if proof else 0)
        else:
            assert proof is not None
            following = _replies(board, proof.defence) if proof.defence else []
            plies = ply - 1 + proof.plies
        todo += [(number, cell, after) for cell, after in reversed(following)]
        nodes.append(_node(number, parent, ply, move, plies, following[0][0] if following else None))
    return SearchTree(tuple(nodes), not todo)


def _replies(board: Game, defence: Defence) -> list[tuple[Cell, ProofNode]]:
    """The legal replies with their answers, the longest resistance first."""
    replies = [(cell, answer) for cell, answer in defence.answers if board.why_illegal(cell) is None]
    if defence.rest is not None:
        other = other_reply(board, {cell for cell, _ in defence.answers}, defence.rest.move)
        replies += [(other, defence.rest)] if other else []
    return sorted(replies, key=lambda reply: -reply[1].plies)


def _node(number: int, parent: int | None, ply: int, move: Cell | None, plies: int, best: Cell | None) -> TreeNode:
    """A node of a line that wins `plies` plies after the root."""
    return TreeNode(
        number,
        parent,
        ply,
        move,
        False,
        plies - ply,
        -c.INFINITE,
        c.INFINITE,
        win_score(plies),
        Bound.EXACT,
        StopReason.FORCED if plies > ply else StopReason.OVER,
        best,
        0,
    )


# --- tables ---


@dataclass(frozen=True)
class TableDefence:
    """A `Defence`, its answers by number."""

    replies: tuple[tuple[tuple[Cell, ...], int], ...]
    """Replies with the same answer together, the longest resistance first."""
    rest: int | None
    """Answer to all other replies; None if those lose at once."""


@dataclass(frozen=True)
class TableNode:
    """A `ProofNode`. One with more than one ply and no defence was truncated: the table is full."""

    move: Cell
    plies: int
    defence: TableDefence | None


@dataclass(frozen=True)
class ProofTable:
    """A `Proof` without references between objects."""

    outcome: Outcome
    ended: Ended
    nodes: tuple[TableNode, ...]
    win: int | None
    lost: TableDefence | None
    threat: int | None
    open: tuple[Cell, ...]
    plies: int | None
    line: tuple[Cell, ...]
    searched: int
    """Positions searched."""
    seconds: float
    attack: Attack | None
    stages: tuple[Stage, ...]


def proof_table(game: Game, proof: Proof, most: int) -> ProofTable:
    """The nodes of a proof, those near the root first, until one has answers that would make them more than `most`."""
    numbers: dict[ProofNode, int] = {}
    found: deque[ProofNode] = deque()

    def number(node: ProofNode) -> int:
        if node not in numbers:
            numbers[node] = len(numbers)
            found.append(node)
        return numbers[node]

    def defence(given: Defence) -> TableDefence:
        replies = tuple((cells, number(node)) for cells, node in given.groups())
        return TableDefence(replies, number(given.rest) if given.rest else None)

    win = number(proof.win) if proof.win else None
    lost = defence(proof.lost) if proof.lost else None
    threat = number(proof.threat) if proof.threat else None
    rows: list[TableNode] = []
    while found:
        node = found.popleft()
        fits = node.defence is not None and len(numbers) + len(node.defence.answers) < most
        rows.append(TableNode(node.move, node.plies, defence(node.defence) if node.defence and fits else None))
    line = tuple(proof.line(game))
    return ProofTable(
        proof.outcome,
        proof.ended,
        tuple(rows),
        win,
        lost,
        threat,
        proof.open,
        proof.plies,
        line,
        proof.nodes,
        proof.seconds,
        proof.attack,
        proof.stages,
    )
