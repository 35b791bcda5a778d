"""Proof trees of wins by continuous threats (VCF), with every legal reply answered on the core's board.

`Trees` makes the nodes and shares equal ones; `ForcedWins` builds the trees. The threat search is not trusted: it
proposes the attacker's moves, and each reply is played on the board.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from weakref import WeakValueDictionary

from gomoku.engine.proof import Defence, ProofNode
from gomoku.engine.threat_search import ThreatSearch
from gomoku.rules import Cell


class Trees:
    """Makes nodes. Equal ones are the same object, which lives as long as something refers to it."""

    def __init__(self) -> None:
        # a key holds ids of parts, which the value keeps alive
        self._nodes: WeakValueDictionary[tuple[Cell, int], ProofNode] = WeakValueDictionary()
        self._defences: WeakValueDictionary[tuple[object, ...], Defence] = WeakValueDictionary()

    def __len__(self) -> int:
        """Nodes in use."""
        return len(self._nodes)

    def node(self, move: Cell, defence: Defence | None = None) -> ProofNode:
        key = (move, id(defence))
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = ProofNode(move, defence)
        return node

    def defence(self, answers: Mapping[Cell, ProofNode], rest: ProofNode | None = None) -> Defence:
        """The answers to all replies; those equal to `rest` are left out of the list."""
        listed = [(cell, answers[cell]) for cell in sorted(answers) if answers[cell] is not rest]
        key = (id(rest), *((cell, id(node)) for cell, node in listed))
        defence = self._defences.get(key)
        if defence is None:
            defence = self._defences[key] = Defence(tuple(listed), rest)
        return defence

    def compact(self, answers: Mapping[Cell, ProofNode]) -> Defence:
        """The answers to all replies, none of which loses at once: the most common one becomes the default."""
        found = {id(node): node for node in answers.values()}
        [(common, _)] = Counter(map(id, answers.values())).most_common(1)
        return self.defence(answers, found[common])


class ForcedWins:
    """Builds proofs on the board of a threat search, which it leaves unchanged unless `tick` raises."""

    def __init__(self, search: ThreatSearch, trees: Trees, tick: Callable[[], None]) -> None:
        """`tick` is called at every node of the defender; it may raise to end the work."""
        self._search, self._trees, self._tick = search, trees, tick

    def win(self, threats: int, nodes: int) -> ProofNode | None:
        """A proof that the side to move wins by at most `threats` threats in a row, if one is found."""
        found = self._search.find_win(threats, nodes)
        if found is None:
            return None
        plies, move = found
        if plies == 1:
            return self._trees.node(move)
        for fewer in range(1, min(threats, plies // 2)):  # the search is depth-first: look for a shorter win
            if shorter := self._search.find_win(fewer, nodes):
                threats, move = fewer, shorter[1]
                break
        self._search.play(move)
        defence = self._defence(threats - 1, nodes)
        self._search.take_back()
        return self._trees.node(move, defence) if defence else None

    def after(self, reply: Cell, threats: int, nodes: int) -> ProofNode | None:
        """The forced win after a reply of the side to move."""
        self._search.play(reply)
        node = self.win(threats, nodes)
        self._search.take_back()
        return node

    def _defence(self, threats: int, nodes: int) -> Defence | None:
        """The answers to every reply to a threat; None if one of them holds."""
        self._tick()
        five = self._search.has_five_to_break
        replies, rest, others = self._search.refutations(0, nodes)
        if replies == 0:
            return None  # no legal reply: a draw
        answers = {}
        for reply, plies, move in others:
            node = self._trees.node(move) if plies and move else self.after(reply, threats, nodes)
            if node is None:
                return None
            answers[reply] = node
        if rest:
            return self._trees.defence(answers, self._trees.node(rest))
        return self._trees.defence(answers) if five or not answers else self._trees.compact(answers)
