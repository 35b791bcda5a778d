"""VCF, victory by continuous fours: threat-space search, exact under captures; and the complete answers to a threat.

The attacker may only play moves that threaten to win at once; the defender answers from a complete list. Every move is played on the board and
nothing is inferred, so a win found here is a proof. A search that finds none, or exhausts its budget, proves nothing.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import Weights
    from gomoku.core.line_state import has_mark, marks_of
    from gomoku.core.patterns import buffer, lowest
    from gomoku.core.threats.space import ThreatSpace


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def failure_mark(hash: cython.ulonglong, effort: cython.int) -> cython.ulonglong:
    """Entry of a table of failed searches: the hash, with the effort (depth or threes) in the low FAILED_BITS."""
    return ((hash >> FAILED_BITS) << FAILED_BITS) | cython.cast(cython.ulonglong, min(effort, MAX_EFFORT))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def has_failed(entry: cython.ulonglong, mark: cython.ulonglong) -> cython.bint:
    """Does the entry say that a search of the same position failed with at least this effort?"""
    return entry >> FAILED_BITS == mark >> FAILED_BITS and entry >= mark


@cython.final
@cython.cclass
class VcfSearch:
    """Threat search on its owner's board, which it leaves unchanged."""

    board: Board
    weights: Weights
    space: ThreatSpace
    moves: cython.int[::1]
    scores: cython.int[::1]
    failed: cython.ulonglong[::1]
    """Hash table of positions without a VCF: `failure_mark` with the depth searched."""
    nodes: cython.longlong
    """Positions visited since the owner's limit was set."""
    budget: cython.longlong
    """Value of `nodes` at which the search gives up."""
    best: cython.int
    """First move of the last proof."""
    used: cython.int[CELLS]
    """By cell: `stamp` of the last search whose proof has a move of either side there."""
    stamp: cython.int
    """Number of the search, for `used`."""

    def __init__(self, board: Board, weights: Weights):
        i: cython.int
        if not cython.compiled:
            self.used = [0] * CELLS
        self.board = board
        self.weights = weights
        self.space = ThreatSpace(board)
        self.moves = buffer(MOVE_POOL, "i")
        self.scores = buffer(MOVE_POOL, "i")
        self.failed = buffer(VCF_FAILED_SLOTS, "Q")
        for i in range(CELLS):
            self.used[i] = 0
        self.nodes = 0
        self.budget = 0
        self.stamp = 0

    def forget(self):
        """Reset all memory, for a new game."""
        i: cython.int
        for i in range(VCF_FAILED_SLOTS):
            self.failed[i] = 0
        self.nodes = 0

    # --- move lists ---

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_marked(self, side: cython.int, mark: cython.int, top: cython.int) -> cython.int:
        """Append the empty cells where a stone of the side would make what the MARK says."""
        y: cython.int
        bits: cython.uint
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.cells_with(side, mark, y)
            while bits:
                self.moves[top] = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                top += 1
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def winning_move_of(self, color: cython.int) -> cython.int:
        """A move that would win at once for the colour if it were to move, or 0. No five may be pending."""
        turn: cython.int = self.board.turn
        self.board.turn = color
        cell: cython.int = self.board.winning_move()
        self.board.turn = turn
        return cell

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_winning_moves(self, color: cython.int, top: cython.int) -> cython.int:
        """Append every move that would win at once for the colour if it were to move."""
        side: cython.int = color - 1
        turn: cython.int = self.board.turn
        start: cython.int = top
        i: cython.int
        kept: cython.int
        q: cython.int
        self.board.turn = color
        if self.board.captures and self.board.taken[color] + MAX_TAKES >= self.board.goal:
            top = self.list_marked(side, MARK_CAPTURE, top)
            kept = start
            for i in range(start, top):
                q = self.moves[i]
                if self.board.reaches_goal(q, side) and self.board.ban(q) == 0:
                    self.moves[kept] = q
                    kept += 1
            start = top = kept
        if self.board.can_make_five(side):
            top = self.list_marked(side, MARK_FIVE, top)
            kept = start
            for i in range(start, top):
                if self.board.wins_by_five(self.moves[i]):
                    self.moves[kept] = self.moves[i]
                    kept += 1
            top = kept
        self.board.turn = turn
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_setups(self, color: cython.int, stone: cython.int, top: cython.int) -> cython.int:
        """Append the moves by which `color` threatens to capture the pair (or triple) of this enemy stone.

        Both ends of the row must be empty: a stone on one threatens to capture from the other.
        """
        enemy: cython.int = 3 - color
        a: cython.int
        step: cython.int
        first: cython.int
        last: cython.int
        n: cython.int
        for a in range(4):
            step = self.board.delta[a]
            first = last = stone
            n = 1
            while n < 4 and self.board.cell[first - step] == enemy:
                first -= step
                n += 1
            while n < 4 and self.board.cell[last + step] == enemy:
                last += step
                n += 1
            if not self.board.is_capturable(n):
                continue
            if self.board.cell[first - step] == EMPTY and self.board.cell[last + step] == EMPTY:
                self.moves[top] = first - step
                self.moves[top + 1] = last + step
                top += 2
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_all_setups(self, color: cython.int, top: cython.int) -> cython.int:
        """Append every move by which `color` threatens a capture, anywhere on the board."""
        y: cython.int
        p: cython.int
        for y in range(PAD, PAD + self.board.height):
            for p in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                if self.board.cell[p] == 3 - color and top < MOVE_POOL - 256:
                    top = self.list_setups(color, p, top)
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_defences(self, top: cython.int) -> cython.int:
        """Append every move that may stop the enemy from winning next turn: complete, but some of them may fail."""
        me: cython.int = self.board.turn
        enemy: cython.int = 3 - me
        start: cython.int = top
        i: cython.int
        w: cython.int
        ends: cython.int
        top = self.list_winning_moves(enemy, top)
        ends = top
        if self.board.captures:
            top = self.list_marked(me - 1, MARK_CAPTURE, top)
            top = self.list_marked(me - 1, MARK_FIVE, top)
            if self.board.grace:
                # make the coming five breakable: threaten to capture one of its stones
                if self.board.can_reach_goal_after_setup(me - 1):
                    top = self.list_all_setups(me, top)
                for i in range(start, ends):
                    w = self.moves[i]
                    if has_mark(marks_of(self.board.state[w]), enemy - 1, MARK_FIVE):
                        top = self.list_five_setups(w, top)
                        top = self.list_sacrifices(w, top)
        if self.board.caro:
            for i in range(start, ends):
                top = self.list_shut_ins(self.moves[i], top)
        return self.tidy(start, top)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_answers(self, top: cython.int) -> cython.int:
        """Append every move that may answer the threat: break the pending five, or stop the enemy from winning next turn."""
        if self.board.pending_five:
            return self.board.list_breaks(self.moves, top)
        return self.list_defences(top)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_five_setups(self, w: cython.int, top: cython.int) -> cython.int:
        """Append the moves that threaten to capture a stone of the five that the enemy would make on `w`."""
        me: cython.int = self.board.turn
        enemy: cython.int = 3 - me
        a: cython.int
        i: cython.int
        step: cython.int
        first: cython.int
        last: cython.int
        start: cython.int = self.board.make_on_cells(w, enemy)
        for a in range(4):
            step = self.board.delta[a]
            first = last = w
            while self.board.cell[first - step] == enemy:
                first -= step
            while self.board.cell[last + step] == enemy:
                last += step
            if (last - first) // step >= 4:
                for i in range((last - first) // step + 1):
                    top = self.list_setups(me, first + i * step, top)
        self.board.undo_on_cells(w, enemy, start)
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_sacrifices(self, w: cython.int, top: cython.int) -> cython.int:
        """Append the moves that let the enemy's stone on `w` capture: the cells it empties may be those from which its five is broken.

        In each direction from `w`: a row of our stones with one gap, and an enemy stone behind it.
        """
        me: cython.int = self.board.turn
        a: cython.int
        k: cython.int
        n: cython.int
        i: cython.int
        q: cython.int
        gap: cython.int
        step: cython.int
        for a in range(AXES):
            for k in range(2):
                step = self.board.delta[a] if k == 0 else -self.board.delta[a]
                for n in range(2, 4):
                    if not self.board.is_capturable(n):
                        continue
                    gap = 0
                    for i in range(1, n + 1):
                        q = w + i * step
                        if self.board.cell[q] == me:
                            continue
                        if self.board.cell[q] != EMPTY or gap:
                            gap = -1
                            break
                        gap = q
                    if gap > 0 and self.board.cell[w + (n + 1) * step] == 3 - me:
                        self.moves[top] = gap
                        top += 1
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_shut_ins(self, w: cython.int, top: cython.int) -> cython.int:
        """Append the ends of the five that the enemy would make on `w`: in caro a five blocked at both ends does not win."""
        enemy: cython.int = 3 - self.board.turn
        a: cython.int
        i: cython.int
        p: cython.int
        step: cython.int
        for a in range(4):
            for i in range(2):
                step = self.board.delta[a] if i == 0 else -self.board.delta[a]
                p = w + step
                while self.board.cell[p] == enemy:
                    p += step
                if self.board.cell[p] == EMPTY:
                    self.moves[top] = p
                    top += 1
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def tidy(self, start: cython.int, top: cython.int) -> cython.int:
        """Remove duplicates and illegal moves and sort the rest, best first for the side to move; returns the new top."""
        me: cython.int = self.board.turn - 1
        kept: cython.int = start
        i: cython.int
        j: cython.int
        q: cython.int
        score: cython.int
        fresh: cython.bint
        for i in range(start, top):
            q = self.moves[i]
            fresh = True
            for j in range(start, kept):
                if self.moves[j] == q:
                    fresh = False
                    break
            if not fresh or not self.board.is_legal(q):
                continue
            score = self.score(q, me)
            j = kept
            while j > start and self.scores[j - 1] < score:
                self.moves[j] = self.moves[j - 1]
                self.scores[j] = self.scores[j - 1]
                j -= 1
            self.moves[j] = q
            self.scores[j] = score
            kept += 1
        return kept

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def score(self, q: cython.int, me: cython.int) -> cython.int:
        """Static score of a move: what it makes, what it prevents, stones it captures and saves."""
        return self.weights.order_score(self.board, q, me)

    # --- the proof ---

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def prove(self, depth: cython.int, budget: cython.int) -> cython.int:
        """Plies to a win of the side to move by at most `depth` threats in a row, or 0. `best` holds the first move."""
        self.budget = self.nodes + budget
        self.best = 0
        return self.win(depth, 0, True)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def win(self, depth: cython.int, top: cython.int, root: cython.bint) -> cython.int:
        """The attacker is to move: plies to its win, or 0."""
        me: cython.int = self.board.turn
        side: cython.int = me - 1
        start: cython.int = top
        i: cython.int
        q: cython.int
        plies: cython.int
        if self.nodes > self.budget or top > POOL_FULL:
            return 0
        if self.board.pending_five:
            if not self.board.grace:
                return 0
            top = self.board.list_breaks(self.moves, top)
            for i in range(start, top):
                q = self.moves[i]
                if self.board.reaches_goal(q, side):
                    self.used[q] = self.stamp
                    if root:
                        self.best = q
                    return 1
        else:
            q = self.board.winning_move()
            if q:
                self.used[q] = self.stamp
                if root:
                    self.best = q
                return 1
        if depth <= 0:
            return 0
        slot: cython.int = cython.cast(cython.int, self.board.hash & (VCF_FAILED_SLOTS - 1))
        mark: cython.ulonglong = failure_mark(self.board.hash, depth)
        if has_failed(self.failed[slot], mark):
            return 0
        if not self.board.pending_five:
            q = 0
            if (
                self.space.is_exact(me)
                and self.board.can_make_double_threat(side)
                and not self.board.can_make_five(1 - side)
            ):
                q = self.space.double_four()
            if q:  # it wins: no other four is looked at
                self.moves[top] = q
                top += 1
            else:
                top = self.list_marked(side, MARK_FOUR, top)
            if self.board.captures:
                # a capture is a threat only near the goal, or where it may save a five from being broken
                if self.board.can_make_five(side) or self.board.is_goal_within(side, 2):
                    top = self.list_marked(side, MARK_CAPTURE, top)
                if self.board.is_goal_within(side, 1):
                    top = self.list_all_setups(me, top)
            top = self.tidy(start, top)
        for i in range(start, top):
            q = self.moves[i]
            self.nodes += 1
            self.board.make(q)
            plies = 0
            if not self.board.conceded_five and (self.board.pending_five or self.winning_move_of(me)):
                plies = self.defend(depth - 1, top)
            self.board.undo()
            if plies:
                self.used[q] = self.stamp
                if root:
                    self.best = q
                return plies + 1
            if self.nodes > self.budget:
                return 0
        self.failed[slot] = mark
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def defend(self, depth: cython.int, top: cython.int) -> cython.int:
        """The defender is to move and must answer a threat: plies to the attacker's win against the best answer, or 0."""
        me: cython.int = self.board.turn
        start: cython.int = top
        i: cython.int
        plies: cython.int
        longest: cython.int = 0
        if self.board.pending_five and not self.board.grace:
            return 0  # not reached: a five that wins at once is a winning move, found before
        if not self.board.pending_five:
            if self.board.winning_move():
                return 0
            longest = 2
        top = self.list_answers(top)
        if self.board.pending_five:
            for i in range(start, top):
                if self.board.reaches_goal(self.moves[i], me - 1):
                    return 0
        for i in range(start, top):
            self.nodes += 1
            self.board.make(self.moves[i])
            plies = 0 if self.board.conceded_five else self.win(depth, top, False)
            self.board.undo()
            if plies == 0:
                return 0
            longest = max(longest, plies + 1)
        for i in range(start, top):
            self.used[self.moves[i]] = self.stamp
        return longest

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def wins_at(self, q: cython.int) -> cython.bint:
        """Does the side to move win at once here? No five may be pending."""
        side: cython.int = self.board.turn - 1
        if self.board.cell[q] != EMPTY:
            return False
        if self.board.takes(q, side) and self.board.reaches_goal(q, side) and self.board.ban(q) == 0:
            return True
        return has_mark(marks_of(self.board.state[q]), side, MARK_FIVE) and self.board.wins_by_five(q)

    def refutations(self, depth: int, budget: int):
        """The attacker's win against each legal reply of the side to move: (replies, rest, others).

        `replies` is the number of those that were played. `rest` is a move that wins at once after every reply that is not among the
        others, or 0. Others are (reply, plies, move): the VCF after the reply, found with at most `budget` positions; plies 0 where none
        was found. Where a five is to be broken, only the breaks count. Where the attacker's five stops for nothing but a stone on its cell
        or a five of the enemy, only these are played, and one more.
        """
        y: cython.int
        p: cython.int
        top: cython.int = 0
        d: cython.int = depth
        n: cython.int = budget
        plies: cython.int
        move: cython.int
        me: cython.int = self.board.turn
        rest: cython.int = 0
        certain: cython.bint = False
        other: cython.bint = False
        if self.board.pending_five:
            top = self.board.list_breaks(self.moves, 0)
        else:
            rest = self.winning_move_of(3 - me)
            certain = rest != 0 and self.space.stops_on_its_cell(3 - me)
            for y in range(PAD, PAD + self.board.height):
                for p in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                    if (
                        certain
                        and other
                        and p != rest
                        and not has_mark(marks_of(self.board.state[p]), me - 1, MARK_FIVE)
                    ):
                        continue
                    if self.board.is_legal(p):
                        self.moves[top] = p
                        top += 1
                        other = other or p != rest
        others = []
        for reply in list(self.moves[:top]):  # a copy: the search overwrites the list
            p = reply
            with cython.nogil:
                self.board.make(p)
                plies = move = 0
                if self.board.taken[me] >= self.board.goal:
                    pass
                elif self.board.conceded_five:
                    plies = -1
                elif rest and self.board.pending_five == 0 and self.wins_at(rest):
                    plies, move = 1, rest
                else:
                    plies = self.prove(d, n)
                    move = self.best
                self.board.undo()
            if plies >= 0 and (move != rest or plies != 1):
                others.append((p, plies, move))
        return top, rest, others

    def line(self, depth: int, budget: int):
        """Moves of a VCF against the longest defence; truncated when the budget is exhausted."""
        i: cython.int
        d: cython.int = depth
        end: cython.longlong = self.nodes + budget
        top: cython.int
        plies: cython.int
        longest: cython.int
        made: cython.int = 0
        cells = []
        while self.nodes < end:
            plies = self.prove(d, end - self.nodes)
            if plies:
                cells.append(self.best)
            if plies <= 1:
                break
            self.board.make(self.best)
            made += 1
            d -= 1
            top = self.list_answers(0)
            answers = [self.moves[i] for i in range(top)]
            longest, reply = 0, 0
            for answer in answers:
                self.board.make(answer)
                plies = self.prove(d, end - self.nodes)
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
        return cells
