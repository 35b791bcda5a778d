"""VCT, victory by continuous threats: every move of the attack is a three (it threatens a VCF) or part of a VCF.

A three leaves the defender few replies: cells of the threatened VCF, fours, captures and threats of captures. An attack is searched against
these; once found, it is searched again against every candidate, so that a win found here is a proof. A search that finds none, or
exhausts its budget, proves nothing.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.deadline import Deadline
    from gomoku.core.line_state import cell_of
    from gomoku.core.patterns import buffer
    from gomoku.core.threats.vcf import VcfSearch, failure_mark, has_failed


@cython.final
@cython.cclass
class VctSearch:
    """Attack search on its owner's board, which it leaves unchanged."""

    board: Board
    vcf: VcfSearch
    shared: cython.int[::1]
    """[0] is the stop flag of all threads."""
    moves: cython.int[::1]
    scores: cython.int[::1]
    failed: cython.ulonglong[::1]
    """Hash table of positions without a VCT: `failure_mark` with the number of threes searched."""
    vcf_depth: cython.int
    """Depth of the VCF searches, in threats."""
    vcf_nodes: cython.int
    """Budget of each VCF search, in positions."""
    budget: cython.longlong
    """Value of `vcf.nodes` at which the search gives up."""
    deadline: Deadline
    """Time limit of the search that owns this one."""
    best: cython.int
    """First move of the last attack found."""
    every: cython.bint
    """Try every candidate as a reply, not only the likely ones."""

    def __init__(self, board: Board, vcf: VcfSearch, shared, deadline: Deadline, vcf_depth: int, vcf_nodes: int):
        self.board, self.vcf, self.shared, self.deadline = board, vcf, shared, deadline
        self.moves, self.scores = buffer(MOVE_POOL, "i"), buffer(MOVE_POOL, "i")
        self.failed = buffer(VCT_FAILED_SLOTS, "Q")
        self.vcf_depth, self.vcf_nodes = vcf_depth, vcf_nodes
        self.budget = self.best = 0
        self.every = False

    def forget(self):
        """Reset all memory, for a new game."""
        i: cython.int
        for i in range(VCT_FAILED_SLOTS):
            self.failed[i] = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def prove(self, threes: cython.int, budget: cython.int, proof_budget: cython.int) -> cython.int:
        """Upper bound of the plies to a win by at most `threes` threes, or 0 if none is found. `best` holds the first move.

        An attack found within `budget` positions against the likely replies is proved against all of them within `proof_budget`.
        """
        if self.seek(threes, budget, False) == 0:
            return 0
        return self.seek(threes, proof_budget, True)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def seek(self, threes: cython.int, budget: cython.int, every: cython.bint) -> cython.int:
        """Like `prove`, by iterative deepening over threes. Unless `every`, only likely replies count: fast, nearly always right."""
        n: cython.int
        plies: cython.int = 0
        self.every = every
        self.best = 0
        self.budget = self.vcf.nodes + budget
        for n in range(1, threes + 1):
            plies = self.attack(n, 0, True)
            if plies or self.should_stop():
                break
        return plies

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def should_stop(self) -> cython.bint:
        """Is the budget or time exhausted, or the stop flag set?"""
        return self.vcf.nodes > self.budget or self.shared[0] != 0 or self.deadline.has_come()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def attack(self, threes: cython.int, top: cython.int, root: cython.bint) -> cython.int:
        """The attacker is to move: plies to its win, or 0."""
        me: cython.int = self.board.turn
        start: cython.int = top
        i: cython.int
        n: cython.int
        if self.should_stop() or top > POOL_FULL:
            return 0
        plies: cython.int = self.vcf.prove(self.vcf_depth, self.vcf_nodes)
        if plies:
            if root:
                self.best = self.vcf.best
            return plies
        if threes <= 0 or self.board.pending_five:
            return 0
        slot: cython.int = cython.cast(cython.int, self.board.hash & (VCT_FAILED_SLOTS - 1))
        mark: cython.ulonglong = failure_mark(self.board.hash, threes)
        if has_failed(self.failed[slot], mark):
            return 0
        if self.vcf.winning_move_of(3 - me):
            n = self.vcf.list_defences(0)
        else:
            n = self.vcf.list_marked(me - 1, MARK_FOUR, 0)
            n = self.vcf.list_marked(me - 1, MARK_THREE, n)
            if self.board.captures:
                n = self.vcf.list_marked(me - 1, MARK_CAPTURE, n)
            n = self.vcf.tidy(0, n)
        top = self.keep(n, top)
        for i in range(start, top):
            self.vcf.nodes += 1
            self.board.make(self.moves[i])
            plies = 0 if self.board.conceded_five else self.defend(threes - 1, top)
            self.board.undo()
            if plies:
                if root:
                    self.best = self.moves[i]
                return plies + 1
            if self.should_stop():
                return 0
        self.failed[slot] = mark
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def defend(self, threes: cython.int, top: cython.int) -> cython.int:
        """The defender is to move: plies to the attacker's win against the best reply, or 0."""
        start: cython.int = top
        i: cython.int
        plies: cython.int
        longest: cython.int = 2
        top = self.list_replies(top)
        if top < 0:
            return 0
        for i in range(start, top):
            self.vcf.nodes += 1
            self.board.make(self.moves[i])
            plies = 0 if self.board.conceded_five else self.attack(threes, top, False)
            self.board.undo()
            if plies == 0:
                return 0
            longest = max(longest, plies + 1)
        return longest

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_replies(self, top: cython.int) -> cython.int:
        """Append the replies to the attacker's last move, best first; -1 if it threatens nothing or loses."""
        me: cython.int = self.board.turn
        i: cython.int
        n: cython.int
        if self.board.pending_five:
            if not self.board.grace:
                return -1
            n = self.vcf.list_answers(0)
            for i in range(n):
                if self.board.reaches_goal(self.vcf.moves[i], me - 1):
                    return -1
            return self.keep(n, top)
        if self.board.winning_move():
            return -1
        if self.vcf.winning_move_of(3 - me):
            return self.keep(self.vcf.list_answers(0), top)
        return self.list_stops(top) if self.is_threatened() else -1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def keep(self, n: cython.int, top: cython.int) -> cython.int:
        """Append the first n moves of the VCF search's list, which its next search overwrites."""
        i: cython.int
        for i in range(n):
            self.moves[top + i] = self.vcf.moves[i]
        return top + n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def is_threatened(self) -> cython.bint:
        """Would the enemy have a VCF if the side to move passed? Its cells are stamped in `vcf.used`."""
        plies: cython.int
        self.vcf.stamp += 1
        self.board.pass_turn()
        plies = self.vcf.prove(self.vcf_depth, self.vcf_nodes)
        self.board.pass_turn()
        return plies > 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_stops(self, top: cython.int) -> cython.int:
        """Append the defences against a threatened VCF: its cells, fours, captures and threats of captures; if `every`, all the rest."""
        me: cython.int = self.board.turn
        start: cython.int = top
        i: cython.int
        y: cython.int
        p: cython.int
        bits: cython.uint
        score: cython.int
        n: cython.int = self.vcf.list_marked(me - 1, MARK_FIVE, 0)
        n = self.vcf.list_marked(me - 1, MARK_FOUR, n)
        if self.board.captures:
            n = self.vcf.list_marked(me - 1, MARK_CAPTURE, n)
            n = self.vcf.list_all_setups(me, n)
        for i in range(n):
            self.vcf.used[self.vcf.moves[i]] = self.vcf.stamp
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.candidates(y)
            for p in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                score = self.vcf.score(p, me - 1)
                if self.vcf.used[p] == self.vcf.stamp:
                    score += 1 << 20  # before all others
                elif not self.every or bits & self.board.bit[p] == 0:
                    continue
                if not self.board.is_legal(p):
                    continue
                i = top
                while i > start and self.scores[i - 1] < score:
                    self.moves[i], self.scores[i] = self.moves[i - 1], self.scores[i - 1]
                    i -= 1
                self.moves[i], self.scores[i] = p, score
                top += 1
        return top

    def line(self, threes: int, budget: int):
        """Moves of an attack, as (x, y), against the longest defence; truncated when the budget is exhausted."""
        i: cython.int
        left: cython.int = threes
        end: cython.longlong = self.vcf.nodes + budget
        top: cython.int
        plies: cython.int
        longest: cython.int
        made: cython.int = 0
        cells = []
        while self.vcf.nodes < end:
            if self.vcf.prove(self.vcf_depth, self.vcf_nodes):
                cells += self.vcf.line(self.vcf_depth, end - self.vcf.nodes)
                break
            if left == 0 or self.seek(left, end - self.vcf.nodes, False) == 0:
                break
            cells.append(self.best)
            self.board.make(self.best)
            made += 1
            left -= 1
            top = self.list_replies(0)
            longest, reply = 0, 0
            for answer in [self.moves[i] for i in range(top)]:
                self.board.make(answer)
                self.budget = end
                plies = self.attack(left, 0, False)
                self.board.undo()
                if plies > longest:
                    longest, reply = plies, answer
            if reply == 0:
                break
            cells.append(reply)
            self.board.make(reply)
            made += 1
        for i in range(made):
            self.board.undo()
        return [cell_of(p) for p in cells]
