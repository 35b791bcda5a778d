"""Threat search on a separate board: plays and takes back moves, and finds wins by continuous threats (VCF).

For programs that build proofs move by move. To choose a move, use `Engine`.
"""

from typing import NamedTuple

from gomoku.core import _core, params
from gomoku.core.learned.weights import numbers_for
from gomoku.engine.position import load_position
from gomoku.rules import Cell, Game, Rules

TABLE_MB = 1
"""Size of the transposition table in MiB. The constructor of the core's search requires one; threat search does not use it."""


class Refutations(NamedTuple):
    """The attacker's wins against each reply of the side to move."""

    replies: int
    """Number of replies that were played; 0 if there is no legal one."""
    rest: Cell | None
    """Wins at once after every reply that is not among the others."""
    others: list[tuple[Cell, int, Cell | None]]
    """Reply, plies to the attacker's win and its first move; 0 and None if none was found."""


class ThreatSearch:
    """A board under one rule set, and the threat search of the core on it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        tables = _core.PatternTables(rules)
        weights = _core.Weights(tables, numbers_for(rules), rules.capture_goal)
        self._board = _core.Board(rules, tables, weights.by_code())
        self._search = _core.Search(
            self._board,
            weights,
            _core.TranspositionTable(TABLE_MB),
            _core.buffer(16, "i"),
            params.as_array(params.values_for(rules)),
        )

    def load(self, game: Game) -> None:
        """Set up the position of a game; moves played before are forgotten."""
        load_position(self._board, game)

    def play(self, cell: Cell) -> bool:
        """Play a move for the side to move; False if it is illegal."""
        try:
            self._board.play(*cell)
        except ValueError:
            return False
        return True

    def take_back(self) -> None:
        """Undo the last move played."""
        self._board.take_back()

    def find_win(self, threats: int, nodes: int) -> tuple[int, Cell] | None:
        """Plies and first move of a win by at most `threats` threats in a row for the side to move, if one is found.

        With 0 threats only moves that end the game at once count. The search gives up after `nodes` positions.
        """
        plies, move = self._search.find_vcf(threats, nodes)
        return (int(plies), move) if plies else None

    def find_attack(self, threes: int, nodes: int) -> tuple[int, Cell] | None:
        """Plies and first move of a win by fours and at most `threes` threes for the side to move, if one is found (VCT).

        The search gives up after `nodes` positions; what it finds it proves with twice as many.
        """
        plies, move = self._search.find_vct(threes, nodes)
        return (int(plies), move) if plies else None

    def relevant_replies(self) -> list[Cell] | None:
        """The only moves that can stop a double four or four-three of the opponent; None if none is threatened or decided.

        Neither side may have a winning move.
        """
        replies: list[Cell] | None = self._search.relevant_replies()
        return replies

    def refutations(self, threats: int, nodes: int) -> "Refutations":
        """The attacker's wins by at most `threats` threats after every legal reply; `nodes` positions are searched after each."""
        return Refutations(*self._search.refutations(threats, nodes))

    def only_move(self) -> Cell | None:
        """The move of the side to move, if it can win at once or only one move may stop the enemy from doing so."""
        moves: list[Cell] = self._search.start()
        return moves[0] if len(moves) == 1 else None

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._search.node_count)

    @property
    def has_five_to_break(self) -> bool:
        """The side to move faces a breakable five: only moves that break it, or win by capture, are legal."""
        return bool(self._board.facts()["pending_five"])

    def breaking_cells(self) -> list[Cell]:
        """Replies that break the five on the board, sorted; empty if there is none to break."""
        cells: list[Cell] = self._board.break_cells()
        return cells

    @property
    def is_won_by_capture(self) -> bool:
        """The side that has just moved has reached the capture goal."""
        goal = self.rules.capture_goal
        if goal is None:
            return False
        turn, taken, _ = self._board.ply_facts()
        return bool(taken[2 - turn] >= goal)
