"""Threat space: wins that are certain before a five is threatened, and the few replies that can stop one.

Three facts are read from the patterns and checked on the board:

- a double four (an open four, or two fours at once) wins in three plies;
- a four-three (a four and an open three at once) wins in five, if the forced answer to the four is no four itself;
- where the enemy threatens one of these, every reply outside a short list loses to it.

Each of them is exact where stones stay on the board and a winning move is never banned: without captures. `is_exact` says for which colour
that holds; nothing here may be asked for another. In caro, where a five shut in at both ends does not win, the fives behind a double four
are looked at one by one, and four-threes are not decided.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.patterns import lowest


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def class_on(code: cython.int, axis: cython.int) -> cython.int:
    """The class of one axis in a code of four."""
    i: cython.int
    for i in range(axis):
        code //= CLASSES
    return code % CLASSES


@cython.final
@cython.cclass
class ThreatSpace:
    """Certain wins and relevant replies on its owner's board, which it leaves unchanged."""

    board: Board
    exact: cython.int[3]
    """By colour: do the facts above hold for its threats?"""
    fives: cython.int
    """Caro: fives of the double four that was checked last, a cell and an axis each."""
    stops: cython.int[2]
    """Cells where a stone stops all of them."""
    stop_count: cython.int
    ends: cython.int[MAX_ENDS]
    """Cells and ends of the fives: stones that may stop one of them, now or with another stone."""
    end_count: cython.int
    recursive_ban: cython.int[3]
    """By colour: a double-three is banned by the recursive definition, so that a distant stone can forbid a move."""
    zone: cython.int[CELLS]
    """By cell: `zone_base` plus the number of the last threat that a stone here may stop, if it may stop all before it."""
    zone_base: cython.int
    """Number of the list, times MAX_THREATS: older entries of `zone` do not count."""
    zone_list: cython.int[CELLS]
    """The cells that may stop the first threat."""
    zone_cells: cython.int
    threats: cython.int
    """Threats of the current list."""
    answer: cython.int
    """The forced answer to the four of the four-three that was checked last."""

    def __init__(self, board: Board):
        color: cython.int
        i: cython.int
        if not cython.compiled:
            self.exact, self.recursive_ban, self.stops = [0] * 3, [0] * 3, [0] * 2
            self.ends = [0] * MAX_ENDS
            self.zone, self.zone_list = [0] * CELLS, [0] * CELLS
        self.board = board
        self.answer = self.zone_base = self.zone_cells = self.threats = 0
        self.fives = self.stop_count = self.end_count = 0
        for i in range(CELLS):
            self.zone[i] = 0
        for color in (BLACK, WHITE):
            self.exact[color] = not board.captures and not board.grace and (board.win_lifts or board.bans[color] == 0)
            self.recursive_ban[color] = board.recursive and board.bans[color] & (1 << BAN_DOUBLE_THREE)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_exact(self, color: cython.int) -> cython.bint:
        """Are threats of this colour decided here?"""
        return self.exact[color]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def stops_on_its_cell(self, color: cython.int) -> cython.bint:
        """Does nothing but a stone on its last cell stop a five of this colour?"""
        return self.exact[color] and not self.board.caro

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def may_play(self, p: cython.int) -> cython.bint:
        """Does this move stay legal after any quiet stone of the enemy?

        An enemy stone only takes patterns away, so a move that is allowed stays allowed; except that by the recursive definition it can
        turn a three that did not count into one that does. Such moves, with two threes of either sort, are not relied upon.
        """
        me: cython.int = self.board.turn
        if self.board.ban(p):
            return False
        return not self.recursive_ban[me] or self.count_threes(p, me - 1) < 2

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def count_threes(self, p: cython.int, side: cython.int) -> cython.int:
        """Axes on which a stone makes a three by the line alone, whether or not it can become a straight four."""
        a: cython.int
        n: cython.int = 0
        for a in range(AXES):
            if (self.board.extra[self.board.key(p, a)] >> (EXTRA_BITS * side)) & EXTRA_THREE:
                n += 1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def double_four(self) -> cython.int:
        """A move that makes a double four for the side to move, or 0. Neither side may have a winning move."""
        return self.next_double_four(0)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def next_double_four(self, last: cython.int) -> cython.int:
        """The first double four of the side to move behind the cell `last`, or 0."""
        side: cython.int = self.board.turn - 1
        y: cython.int
        p: cython.int
        bits: cython.uint
        for y in range(max(PAD, last // STRIDE), PAD + self.board.height):
            bits = self.board.cells_with(side, MARK_FOUR, y)
            while bits:
                p = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if p <= last or self.board.kind[self.board.code(p, side)] & KIND_TWO_FOURS == 0 or not self.may_play(p):
                    continue
                if not self.board.caro or self.holds_in_caro(p):
                    return p
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def holds_in_caro(self, w: cython.int) -> cython.bint:
        """Play the double four: does no single stone stop all of its fives? `ends` holds what may stop one of them."""
        me: cython.int = self.board.turn
        y: cython.int
        bits: cython.uint
        self.board.make(w)
        self.fives = self.end_count = 0
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.cells_with(me - 1, MARK_FIVE, y)
            while bits:
                self.add_fives(y * STRIDE + PAD + lowest(bits), me)
                bits &= bits - 1
        self.board.undo()
        return self.fives > 0 and self.stop_count == 0 and self.end_count < MAX_ENDS - 8

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def add_fives(self, c: cython.int, me: cython.int) -> cython.void:
        """Caro: note the fives that the colour completes on `c`, of `stops` those that stop them, too, and what may stop them in `ends`.

        A row of just five is stopped on its last cell, or at an end if the enemy has the other. A stone that does nothing yet may take
        an end, so that the other becomes a stop: both are among the ends.
        """
        a: cython.int
        first: cython.int
        last: cython.int
        step: cython.int
        end: cython.int
        if self.end_count >= MAX_ENDS - 8:
            return
        for a in range(AXES):
            if class_on(self.board.code(c, me - 1), a) != FIVE:
                continue
            step = self.board.delta[a]
            first, last = c - step, c + step
            while self.board.cell[first] == me:
                first -= step
            while self.board.cell[last] == me:
                last += step
            end = 0
            if (last - first) // step == 6:  # six or more win with both ends shut, too
                if self.board.cell[first] == EMPTY:
                    self.ends[self.end_count] = first
                    self.end_count += 1
                    end = first if self.board.cell[last] == 3 - me else 0
                if self.board.cell[last] == EMPTY:
                    self.ends[self.end_count] = last
                    self.end_count += 1
                    end = last if self.board.cell[first] == 3 - me else 0
            self.keep_stops(c, end)
            self.fives += 1
        self.ends[self.end_count] = c
        self.end_count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def keep_stops(self, c: cython.int, end: cython.int) -> cython.void:
        """One more five, which is stopped on `c` or, unless 0, on `end`: keep the stops that are one of these."""
        i: cython.int
        kept: cython.int = 0
        if self.fives == 0:
            self.stops[0], self.stops[1] = c, end
            self.stop_count = 2 if end else 1
            return
        for i in range(self.stop_count):
            if self.stops[i] == c or self.stops[i] == end:
                self.stops[kept] = self.stops[i]
                kept += 1
        self.stop_count = kept

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def next_four_three(self, last: cython.int) -> cython.int:
        """The first four-three of the side to move behind the cell `last` that wins, or 0; `answer` holds the enemy's forced answer.

        None in caro: a four may have several answers there, and to look at all of them costs more than it gains (docs/SEARCH.md).
        """
        side: cython.int = self.board.turn - 1
        y: cython.int
        p: cython.int
        bits: cython.uint
        kinds: cython.int
        if self.board.caro:
            return 0
        for y in range(max(PAD, last // STRIDE), PAD + self.board.height):
            bits = self.board.cells_with(side, MARK_FOUR, y) & self.board.cells_with(side, MARK_THREE, y)
            while bits:
                p = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if p <= last:
                    continue
                kinds = self.board.kind[self.board.code(p, side)]
                if kinds & (KIND_TWO_FOURS | KIND_FIVE) or not self.has_open_three(self.board.code(p, side)):
                    continue
                if self.may_play(p) and self.wins_by_four_three(p):
                    return p
        return 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def has_open_three(self, code: cython.int) -> cython.bint:
        """Is one of the classes of the code an open three?"""
        a: cython.int
        for a in range(AXES):
            if code % CLASSES == OPEN_THREE:
                return True
            code //= CLASSES
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def wins_by_four_three(self, w: cython.int) -> cython.bint:
        """Play the four-three and the forced answer: the answer is no four, and an open four follows on an axis of the three?"""
        me: cython.int = self.board.turn
        side: cython.int = me - 1
        code: cython.int = self.board.code(w, side)
        wins: cython.bint = False
        a: cython.int
        i: cython.int
        e: cython.int
        self.board.make(w)
        self.answer = self.only_five_of(side)
        if self.answer and not (self.board.kind[self.board.code(self.answer, 1 - side)] & KIND_FOUR):
            self.board.make(self.answer)
            for a in range(AXES):
                if wins or class_on(code, a) != OPEN_THREE:
                    continue
                for i in range(-3, 4):
                    e = w + i * self.board.delta[a]
                    if self.board.cell[e] == EMPTY and class_on(self.board.code(e, side), a) == OPEN_FOUR:
                        if self.may_play(e):
                            wins = True
                            break
            self.board.undo()
        self.board.undo()
        return wins

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def only_five_of(self, side: cython.int) -> cython.int:
        """The only cell where the side completes a five; 0 if there are more, or none."""
        y: cython.int
        bits: cython.uint
        found: cython.int = 0
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.cells_with(side, MARK_FIVE, y)
            if bits:
                if found or bits & (bits - 1):
                    return 0
                found = y * STRIDE + PAD + lowest(bits)
        return found

    # --- replies ---

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_replies(self, out: cython.int[::1], top: cython.int, four_threes: cython.bint) -> cython.int:
        """Append the only replies that can stop the enemy's double fours, else its four-threes if asked; -1 without such a threat.

        Complete: every other legal move loses. Neither side may have a winning move.
        """
        side: cython.int = self.board.turn - 1
        i: cython.int
        y: cython.int
        p: cython.int
        bits: cython.uint
        self.zone_base += MAX_THREATS
        if self.zone_base > 1 << 30:
            for i in range(CELLS):
                self.zone[i] = 0
            self.zone_base = MAX_THREATS
        self.threats = self.zone_cells = 0
        self.board.pass_turn()
        self.mark_double_fours()
        if self.threats == 0 and four_threes and self.board.can_make_double_threat(1 - side):
            self.mark_four_threes()
        self.board.pass_turn()
        if self.threats == 0:
            return -1
        for i in range(self.zone_cells):
            p = self.zone_list[i]
            if self.zone[p] == self.zone_base + self.threats:
                if self.board.ban(p) == 0:
                    out[top] = p
                    top += 1
            else:
                self.zone[p] = 0
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.cells_with(side, MARK_FOUR, y)
            while bits:
                p = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if self.zone[p] != self.zone_base + self.threats and self.board.ban(p) == 0:
                    out[top] = p
                    top += 1
        return top

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def mark(self, p: cython.int) -> cython.void:
        """A stone here may stop the current threat; it counts if it may stop all those before, too."""
        if self.threats == 1:
            if self.zone[p] != self.zone_base + 1:
                self.zone[p] = self.zone_base + 1
                self.zone_list[self.zone_cells] = p
                self.zone_cells += 1
        elif self.zone[p] == self.zone_base + self.threats - 1:
            self.zone[p] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def mark_double_fours(self) -> cython.void:
        """Mark what stops each double four of the side to move: its cell, and the cells that would complete a five with it.

        A window of five with three stones has no other empty cells, and each of these two makes a four. In caro also the ends of its fives.
        """
        side: cython.int = self.board.turn - 1
        a: cython.int
        i: cython.int
        p: cython.int
        code: cython.int
        w: cython.int = self.next_double_four(0)
        while w and self.threats < MAX_THREATS - 1:
            self.threats += 1
            self.mark(w)
            if self.board.caro:
                self.holds_in_caro(w)
                for i in range(self.end_count):
                    self.mark(self.ends[i])
            code = self.board.code(w, side)
            for a in range(AXES):
                if self.board.caro or class_on(code, a) < FOUR:
                    continue
                for i in range(-4, 5):
                    p = w + i * self.board.delta[a]
                    if i and self.board.cell[p] == EMPTY and class_on(self.board.code(p, side), a) >= FOUR:
                        self.mark(p)
            w = self.next_double_four(w)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def mark_four_threes(self) -> cython.void:
        """Mark what stops each four-three of the side to move.

        Its cell; the answer to its four; cells of the open three; and cells from which the answer would be a four of the enemy.
        """
        side: cython.int = self.board.turn - 1
        a: cython.int
        i: cython.int
        p: cython.int
        c: cython.int
        code: cython.int
        w: cython.int = self.next_four_three(0)
        while w and self.threats < MAX_THREATS - 1:
            self.threats += 1
            c = self.answer
            self.mark(w)
            self.mark(c)
            code = self.board.code(w, side)
            for a in range(AXES):
                for i in range(-4, 5):
                    if i == 0:
                        continue
                    p = w + i * self.board.delta[a]
                    if class_on(code, a) == OPEN_THREE and self.board.cell[p] == EMPTY:
                        self.mark(p)
                    p = c + i * self.board.delta[a]
                    if self.board.cell[p] == EMPTY and class_on(self.board.code(p, 1 - side), a) >= THREE:
                        self.mark(p)
            w = self.next_four_three(w)
