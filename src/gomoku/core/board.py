"""The board of the core: make and undo of moves, captures, bans and the end of the game.

`make` and `undo` are exact for every rule set of `rules`. `turn` is the side to move; it may be set freely to ask what the other side
could do. Patterns are kept by `line_state`; nothing is searched here.
"""

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.line_state import LineState, cell_of, has_mark, index_of, marks_of
    from gomoku.core.patterns import PatternTables, buffer, lowest


@cython.final
@cython.cclass
class Board(LineState):
    """A position under one rule set."""

    goal: cython.int
    """Captured stones that win; out of reach where the rule set has no such win."""
    captures: cython.bint
    """The rule set has captures."""
    grace: cython.bint
    """A five wins only if no reply can break it."""
    plain_ban: cython.bint
    """The only ban is the double-three of 42, which the code of a cell decides."""
    shown_bans: cython.bint
    """The bans are those of renju: where one applies, `LineState.may_be_banned` is true."""
    capture_makes_five: cython.bint
    """A capture can make a five: captures together with exact fives or caro."""
    caro: cython.bint
    """A five with an enemy stone at both ends does not win."""
    exact: cython.int[3]
    """By colour: only exactly five wins."""
    bans: cython.int[3]
    """By colour: bits of the BAN numbers that apply."""
    capture_lifts: cython.bint
    """A capturing move is exempt from the double-three ban."""
    win_lifts: cython.bint
    """A winning move is exempt from all bans."""
    recursive: cython.bint
    """A three counts only if it can legally become a straight four."""

    taken: cython.int[3]
    """By colour: enemy stones it has captured."""
    turn: cython.int
    """Colour to move."""
    pending_five: cython.int
    """A stone of the five that the side not to move has made and the side to move must break; 0 if there is none."""
    disjoint_fives: cython.bint
    """The loaded position holds fives without a common stone: the whole board is searched for one that is left."""
    conceded_five: cython.bint
    """The last capture cut an exact five out of a longer row of the enemy: the enemy has won."""

    ply: cython.int
    """Moves that can be undone."""
    past_move: cython.int[MAX_UNDO]
    past_pending_five: cython.int[MAX_UNDO]
    past_taken: cython.int[MAX_UNDO]
    past_victims: cython.int[MAX_UNDO]
    past_sums: cython.longlong[UNDO_SUMS]
    past_hash: cython.ulonglong[MAX_UNDO]
    victims: cython.int[VICTIMS]
    """Stack. For each move: the cells of the captured stones, the top of the log before its stone, then before each capture."""
    victims_top: cython.int

    def __init__(self, rules, patterns: PatternTables, weight: cython.longlong[::1]):
        LineState.__init__(self, rules, patterns, weight)
        if not cython.compiled:
            self.exact, self.bans, self.taken, self.victims = [0] * 3, [0] * 3, [0] * 3, [0] * VICTIMS
            self.past_move, self.past_pending_five = [0] * MAX_UNDO, [0] * MAX_UNDO
            self.past_taken, self.past_victims = [0] * MAX_UNDO, [0] * MAX_UNDO
            self.past_sums, self.past_hash = [0] * UNDO_SUMS, [0] * MAX_UNDO
        self.captures = len(rules.capture_sizes) > 0
        self.goal = rules.capture_goal if rules.capture_goal is not None else 1000000
        self.grace = rules.endgame_capture and (self.captures or rules.caro)
        self.exact[BLACK], self.exact[WHITE] = rules.five_X == "eq5", rules.five_O == "eq5"
        self.caro = rules.caro
        self.capture_makes_five = self.captures and (self.exact[BLACK] or self.exact[WHITE] or rules.caro)
        self.capture_lifts, self.win_lifts = rules.capture_lifts_ban, rules.win_lifts_bans
        self.recursive = rules.three == "recursive"
        kinds = (rules.ban_double_three, rules.ban_double_four, rules.ban_overline, rules.ban_self_capture)
        for number, ban in enumerate(kinds, start=BAN_DOUBLE_THREE):
            if ban != "nobody":
                self.bans[BLACK] |= 1 << number
            if ban == "both":
                self.bans[WHITE] |= 1 << number
        self.plain_ban = len(patterns.extra) == 1
        others = self.captures or self.caro or self.bans[WHITE] or self.bans[BLACK] >> BAN_SELF_CAPTURE
        self.shown_bans = self.recursive and self.exact[BLACK] and not others
        self.clear()

    def clear(self):
        """Set up the empty board, black to move."""
        LineState.clear(self)
        self.taken[BLACK] = self.taken[WHITE] = 0
        self.turn, self.pending_five, self.conceded_five, self.disjoint_fives = BLACK, 0, False, False
        self.ply, self.victims_top = 0, 0
        self.hash = self.taken_key(0) ^ self.taken_key(1)

    def load(self, rows, turn: cython.int, taken_black: cython.int, taken_white: cython.int):
        """Set up a position: rows of `X O .` from the top. A five of the side not to move is pending."""
        self.clear()
        for y, row in enumerate(rows):
            for x, glyph in enumerate(row):
                if glyph != ".":
                    self.toggle(index_of(x, y), BLACK if glyph == "X" else WHITE)
        self.log_top = 0
        self.turn = turn
        self.hash ^= self.taken_key(0) ^ self.taken_key(1)
        self.taken[BLACK], self.taken[WHITE] = taken_black, taken_white
        self.hash ^= self.taken_key(0) ^ self.taken_key(1)
        if turn == WHITE:
            self.hash ^= self.zobrist[ZOBRIST_TURN]
        self.pending_five = self.find_keystone(3 - turn)

    # --- moves ---

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def taken_key(self, side: cython.int) -> cython.ulonglong:
        """Zobrist key of the number of stones that the side has captured."""
        return self.zobrist[ZOBRIST_TAKEN + (MAX_TAKEN_KEY + 1) * side + min(self.taken[side + 1], MAX_TAKEN_KEY)]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def hash_after(self, move: cython.int, side: cython.int) -> cython.ulonglong:
        """The hash of the position after a move; 0 for a capture, whose hash is costly."""
        if self.takes(move, side):
            return 0
        return self.hash ^ self.zobrist[(side + 1) * CELLS + move] ^ self.zobrist[ZOBRIST_TURN]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def pass_turn(self) -> cython.void:
        """Null move: give the turn to the other side. Undone by another one."""
        self.turn = 3 - self.turn
        self.hash ^= self.zobrist[ZOBRIST_TURN]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def make(self, p: cython.int) -> cython.void:
        """Play an empty cell for the side to move. Does not check for the end of the game."""
        me: cython.int = self.turn
        side: cython.int = me - 1
        n: cython.int = self.ply
        five: cython.bint = has_mark(marks_of(self.state[p]), side, MARK_FIVE)
        taking: cython.int = self.takes(p, side)
        i: cython.int
        self.past_move[n] = p
        self.past_pending_five[n] = self.pending_five
        self.past_victims[n] = self.victims_top
        self.past_taken[n] = taking
        for i in range(4):
            self.past_sums[4 * n + i] = self.sums[i]
        self.past_hash[n] = self.hash
        self.ply = n + 1
        self.conceded_five = False
        if taking:
            self.list_victims(p, side)
        self.victims[self.victims_top] = self.log_top
        self.victims_top += 1
        self.toggle(p, me)
        if taking:
            last: cython.int = self.victims_top - 1
            for i in range(self.past_victims[n], last):
                self.victims[self.victims_top] = self.log_top
                self.victims_top += 1
                self.toggle(self.victims[i], 3 - me)
            self.hash ^= self.taken_key(side)
            self.taken[me] += taking
            self.hash ^= self.taken_key(side)
        self.pending_five = p if five else 0
        if taking and self.capture_makes_five:
            if self.pending_five == 0:
                self.pending_five = self.find_five(me)
            if self.find_five(3 - me):
                self.conceded_five = True
        self.turn = 3 - me
        self.hash ^= self.zobrist[ZOBRIST_TURN]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def undo(self) -> cython.void:
        """Undo the last move."""
        n: cython.int = self.ply - 1
        me: cython.int = 3 - self.turn
        taking: cython.int = self.past_taken[n]
        first: cython.int = self.past_victims[n]
        i: cython.int
        if taking:
            for i in range(taking - 1, -1, -1):
                self.untoggle(self.victims[first + i], 3 - me, self.victims[first + taking + 1 + i])
            self.taken[me] -= taking
        self.untoggle(self.past_move[n], me, self.victims[first + taking])
        self.victims_top = first
        for i in range(4):
            self.sums[i] = self.past_sums[4 * n + i]
        self.hash = self.past_hash[n]
        self.pending_five = self.past_pending_five[n]
        self.conceded_five = False
        self.turn = me
        self.ply = n

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_capturable(self, stones: cython.int) -> cython.bint:
        """Can a row of that many stones be captured?"""
        return (stones == 2 and self.patterns.take_two) or (stones == 3 and self.patterns.take_three)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_victims(self, p: cython.int, side: cython.int) -> cython.void:
        """Push the cells of the stones that a stone of the side captures from here onto `victims`."""
        a: cython.int
        k: cython.int
        i: cython.int
        step: cython.int
        bits: cython.int
        for a in range(4):
            bits = self.patterns.shape[self.entry[AXES * p + a]] >> (SHAPE_BITS * side + SHAPE_CLASS_BITS)
            for k in range(2):
                if bits & SHAPE_TAKE_MASK:
                    step = self.delta[a] if k == 0 else -self.delta[a]
                    for i in range(1, (bits & SHAPE_TAKE_MASK) + 2):
                        self.victims[self.victims_top] = p + i * step
                        self.victims_top += 1
                bits >>= SHAPE_TAKE_BITS

    # --- fives, bans ---

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def is_five(self, p: cython.int) -> cython.bint:
        """Is the stone on the cell part of a five that wins?"""
        color: cython.int = self.cell[p]
        a: cython.int
        step: cython.int
        first: cython.int
        last: cython.int
        n: cython.int
        for a in range(4):
            step = self.delta[a]
            first = last = p
            while self.cell[first - step] == color:
                first -= step
            while self.cell[last + step] == color:
                last += step
            n = (last - first) // step + 1
            if n == 5:
                if not self.caro:
                    return True
                if self.cell[first - step] != 3 - color or self.cell[last + step] != 3 - color:
                    return True
            elif n > 5 and not self.exact[color]:
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def find_five(self, color: cython.int) -> cython.int:
        """A stone of the colour that is part of a five, or 0."""
        y: cython.int
        p: cython.int
        for y in range(self.height):
            for p in range((y + PAD) * STRIDE + PAD, (y + PAD) * STRIDE + PAD + self.width):
                if self.cell[p] == color and self.is_five(p):
                    return p
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def find_keystone(self, color: cython.int) -> cython.int:
        """A stone that all fives of the colour share, such as the one just played; 0 if it has no five.

        A loaded position may hold fives without such a stone: then `disjoint_fives` is set and any of their stones returned.
        """
        y: cython.int
        p: cython.int
        rest: cython.int
        some: cython.int = self.find_five(color)
        self.disjoint_fives = False
        if some == 0:
            return 0
        for y in range(self.height):
            for p in range((y + PAD) * STRIDE + PAD, (y + PAD) * STRIDE + PAD + self.width):
                if self.cell[p] == color and self.is_five(p):
                    self.cell[p] = EMPTY
                    rest = self.find_five(color)
                    self.cell[p] = color
                    if rest == 0:
                        return p
        self.disjoint_fives = True
        return some

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def ban(self, p: cython.int) -> cython.int:
        """The ban that forbids an empty cell to the side to move: a BAN number, or 0."""
        me: cython.int = self.turn
        bans: cython.int = self.bans[me]
        if bans == 0:
            return 0
        side: cython.int = me - 1
        if self.plain_ban:
            if self.kind[self.code(p, side)] & KIND_TWO_THREES and self.takes(p, side) == 0:
                return BAN_DOUBLE_THREE
            return 0
        if self.shown_bans and not self.may_be_banned(p, side):
            return 0
        return self.unusual_ban(p)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def unusual_ban(self, p: cython.int) -> cython.int:
        """`ban` for rule sets that need the EXTRA table."""
        me: cython.int = self.turn
        side: cython.int = me - 1
        bans: cython.int = self.bans[me]
        taking: cython.int = self.takes(p, side)
        a: cython.int
        bits: cython.int
        fours: cython.int = 0
        threes: cython.int = 0
        all_bits: cython.int = 0
        for a in range(4):
            bits = (self.extra[self.key(p, a)] >> (EXTRA_BITS * side)) & EXTRA_MASK
            all_bits |= bits
            fours += bits // EXTRA_FOURS
            if bits & EXTRA_THREE:
                threes += 1
        if self.win_lifts:
            if taking and self.taken[me] + taking >= self.goal:
                return 0
            if all_bits & EXTRA_FIVE:
                return 0
        if bans & (1 << BAN_OVERLINE) and all_bits & EXTRA_OVERLINE:
            return BAN_OVERLINE
        if bans & (1 << BAN_DOUBLE_FOUR) and fours >= 2:
            return BAN_DOUBLE_FOUR
        if bans & (1 << BAN_DOUBLE_THREE) and threes >= 2 and not (taking and self.capture_lifts):
            if not self.recursive or self.real_threes(p) >= 2:
                return BAN_DOUBLE_THREE
        if bans & (1 << BAN_SELF_CAPTURE) and all_bits & EXTRA_PAIR:
            return BAN_SELF_CAPTURE
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def real_threes(self, p: cython.int) -> cython.int:
        """Number of axes on which a stone here makes a three that can legally become a straight four; stops at two."""
        me: cython.int = self.turn
        side: cython.int = me - 1
        a: cython.int
        start: cython.int
        c: cython.int
        threes: cython.int = 0
        self.make(p)
        for a in range(4):
            if (self.extra[self.key(p, a)] >> (EXTRA_BITS * side)) & EXTRA_THREE == 0:
                continue
            for start in range(-3, 1):
                c = self.hole_of_straight_four(p, a, start, me)
                if c == 0:
                    continue
                self.turn = me
                if self.completes(c):
                    threes += 1
                    self.turn = 3 - me
                    break
                self.turn = 3 - me
            if threes >= 2:
                break
        self.undo()
        return threes

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def hole_of_straight_four(self, p: cython.int, a: cython.int, start: cython.int, me: cython.int) -> cython.int:
        """The only empty cell among the four from offset `start`, if a stone there makes a straight four; else 0."""
        step: cython.int = self.delta[a]
        first: cython.int = p + start * step
        i: cython.int
        hole: cython.int = 0
        if self.cell[first - step] != EMPTY or self.cell[first + 4 * step] != EMPTY:
            return 0
        if self.exact[me]:
            if self.cell[first - 2 * step] == me or self.cell[first + 5 * step] == me:
                return 0
        for i in range(4):
            if self.cell[first + i * step] == EMPTY:
                if hole:
                    return 0
                hole = first + i * step
            elif self.cell[first + i * step] != me:
                return 0
        return hole

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def completes(self, c: cython.int) -> cython.bint:
        """May the side to move complete its straight four here: it makes no five, and no ban forbids it?"""
        side: cython.int = self.turn - 1
        a: cython.int
        for a in range(4):
            if (self.extra[self.key(c, a)] >> (EXTRA_BITS * side)) & EXTRA_FIVE:
                return False
        return self.unusual_ban(c) == 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def is_legal(self, p: cython.int) -> cython.bint:
        """Is the cell empty and allowed to the side to move?"""
        return self.cell[p] == EMPTY and self.ban(p) == 0

    # --- end of the game ---

    # `make_on_cells` and `undo_on_cells` change `cell` alone: cheap answers where patterns and sums are not needed.

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def make_on_cells(self, p: cython.int, color: cython.int) -> cython.int:
        """Place a stone and remove what it captures in `cell` only; returns where its victims start, for `undo_on_cells`."""
        start: cython.int = self.victims_top
        enemy: cython.int = 3 - color
        a: cython.int
        k: cython.int
        n: cython.int
        i: cython.int
        q: cython.int
        step: cython.int
        for a in range(4):
            step = self.delta[a]
            for k in range(2):
                q = p + step
                n = 0
                while n < 4 and self.cell[q] == enemy:
                    q += step
                    n += 1
                if self.cell[q] == color and self.is_capturable(n):
                    for i in range(1, n + 1):
                        self.victims[self.victims_top] = p + i * step
                        self.victims_top += 1
                step = -step
        for i in range(start, self.victims_top):
            self.cell[self.victims[i]] = EMPTY
        self.cell[p] = color
        return start

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def undo_on_cells(self, p: cython.int, color: cython.int, start: cython.int) -> cython.void:
        """Undo `make_on_cells`."""
        i: cython.int
        for i in range(start, self.victims_top):
            self.cell[self.victims[i]] = 3 - color
        self.victims_top = start
        self.cell[p] = EMPTY

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def refutes_five(self, q: cython.int, five: cython.int, me: cython.int) -> cython.bint:
        """Would `me`, by playing q, break the enemy's five through that stone or reach the capture goal?"""
        if self.cell[q] != EMPTY:
            return False
        saved: cython.bint
        start: cython.int = self.make_on_cells(q, me)
        taking: cython.int = self.victims_top - start
        if taking == 0 and not self.caro:
            saved = False
        elif taking and self.taken[me] + taking >= self.goal:
            saved = True
        elif self.capture_makes_five or self.caro or self.disjoint_fives:
            saved = self.find_five(3 - me) == 0
        else:
            saved = self.cell[five] != 3 - me or not self.is_five(five)
        self.undo_on_cells(q, me, start)
        return saved

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def breaks_five(self, q: cython.int) -> cython.bint:
        """Would the side to move, by playing here, break the pending five or reach the capture goal?"""
        return self.refutes_five(q, self.pending_five, self.turn)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def five_holds(self, p: cython.int) -> cython.bint:
        """Would the five that the side to move makes on p survive every reply?

        A capturing reply is one that captures already, one that captures the new stone, or one on a cell that the new stone
        has just emptied: no other is tried. Rule sets where a reply may be banned, or where a five can arise or vanish in
        other ways, are played out.
        """
        me: cython.int = self.turn
        enemy: cython.int = 3 - me
        holds: cython.bint = True
        if self.capture_makes_five or self.caro or not (self.plain_ban or self.bans[enemy] == 0):
            self.make(p)
            holds = not self.conceded_five and not self.is_breakable()
            self.undo()
            return holds
        y: cython.int
        bits: cython.uint
        a: cython.int
        k: cython.int
        i: cython.int
        q: cython.int
        step: cython.int
        first: cython.int
        last: cython.int
        start: cython.int = self.make_on_cells(p, me)
        end: cython.int = self.victims_top
        if self.capture_moves(enemy - 1):
            for y in range(PAD, PAD + self.height):
                bits = self.cells_with(enemy - 1, MARK_CAPTURE, y)
                while bits and holds:
                    q = y * STRIDE + PAD + lowest(bits)
                    bits &= bits - 1
                    if self.refutes_five(q, p, enemy):
                        holds = False
        for i in range(start, end):
            if holds and self.refutes_five(self.victims[i], p, enemy):
                holds = False
        for a in range(4):
            # the row of the new stone can be captured: an enemy stone at one end, an empty cell at the other
            step = self.delta[a]
            first = last = p
            while self.cell[first - step] == me:
                first -= step
            while self.cell[last + step] == me:
                last += step
            k = (last - first) // step
            if not self.is_capturable(k + 1):
                continue
            q = 0
            if self.cell[first - step] == EMPTY and self.cell[last + step] == enemy:
                q = first - step
            elif self.cell[last + step] == EMPTY and self.cell[first - step] == enemy:
                q = last + step
            if holds and q and self.refutes_five(q, p, enemy):
                holds = False
        self.undo_on_cells(p, me, start)
        return holds

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def next_break(self, last: cython.int) -> cython.int:
        """The first reply behind the cell `last` that breaks the pending five or reaches the capture goal; 0 if there is none.

        A reply must capture, but in caro, where a stone at the end of a five may break it, too.
        """
        side: cython.int = self.turn - 1
        whole_row: cython.uint = 0xFFFFFFFF
        y: cython.int
        bits: cython.uint
        q: cython.int
        if not self.caro and self.capture_moves(side) == 0:
            return 0
        for y in range(max(PAD, last // STRIDE), PAD + self.height):
            bits = whole_row >> (MAX_EDGE - self.width) if self.caro else self.cells_with(side, MARK_CAPTURE, y)
            while bits:
                q = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if q > last and self.is_legal(q) and self.breaks_five(q):
                    return q
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_breaks(self, out: cython.int[::1], top: cython.int) -> cython.int:
        """Append every reply that breaks the pending five or reaches the capture goal; returns the new top."""
        q: cython.int = self.next_break(0)
        while q:
            out[top] = q
            top += 1
            q = self.next_break(q)
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def is_breakable(self) -> cython.bint:
        """Can the side to move break the pending five, or win by capture instead?"""
        return self.next_break(0) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def winning_move(self) -> cython.int:
        """A move that wins the game at once for the side to move, or 0. No five may be pending."""
        me: cython.int = self.turn
        side: cython.int = me - 1
        y: cython.int
        bits: cython.uint
        q: cython.int
        if self.captures and self.capture_moves(side) and self.taken[me] + MAX_TAKES >= self.goal:
            for y in range(PAD, PAD + self.height):
                bits = self.cells_with(side, MARK_CAPTURE, y)
                while bits:
                    q = y * STRIDE + PAD + lowest(bits)
                    bits &= bits - 1
                    if self.reaches_goal(q, side) and self.ban(q) == 0:
                        return q
        if not self.can_make_five(side):
            return 0
        for y in range(PAD, PAD + self.height):
            bits = self.cells_with(side, MARK_FIVE, y)
            while bits:
                q = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if self.wins_by_five(q):
                    return q
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def wins_by_five(self, q: cython.int) -> cython.bint:
        """Does the side to move win at once by completing a five here?"""
        won: cython.bint
        if self.ban(q):
            return False
        if self.grace:
            return self.five_holds(q)
        if not self.capture_makes_five:
            return True
        self.make(q)
        won = not self.conceded_five
        self.undo()
        return won

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def reaches_goal(self, q: cython.int, side: cython.int) -> cython.bint:
        """Would the side reach the capture goal by playing here?"""
        return self.taken[side + 1] + self.takes(q, side) >= self.goal

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_goal_within(self, side: cython.int, captures: cython.int) -> cython.bint:
        """Could the side reach the capture goal by that many captures of one row each?"""
        return self.taken[side + 1] + captures * self.longest_take() >= self.goal

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def longest_take(self) -> cython.int:
        """Length of the longest row that can be captured; 0 without captures."""
        if self.patterns.take_three:
            return 3
        return 2 if self.patterns.take_two else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def can_reach_goal_after_setup(self, side: cython.int) -> cython.bint:
        """Could the side reach the capture goal by one move after a set-up, which adds one row to what that move captures?"""
        y: cython.int
        bits: cython.uint
        q: cython.int
        left: cython.int = self.goal - self.taken[side + 1] - self.longest_take()
        if left <= 0:
            return True
        if left > MAX_TAKES or self.capture_moves(side) == 0:
            return False
        for y in range(PAD, PAD + self.height):
            bits = self.cells_with(side, MARK_CAPTURE, y)
            while bits:
                q = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if self.takes(q, side) >= left:
                    return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def candidates(self, y: cython.int) -> cython.uint:
        """Bit board of a padded row: the cells worth a move. Captures are among them also on lines where no five can be made."""
        if not self.captures:
            return self.cells_near(y)
        return self.cells_near(y) | self.cells_with(0, MARK_CAPTURE, y) | self.cells_with(1, MARK_CAPTURE, y)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_near_goal(self, side: cython.int) -> cython.bint:
        """Can the side capture, and two captures may reach the goal?"""
        return self.captures and self.capture_moves(side) != 0 and self.is_goal_within(side, 2)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def has_strong_threat(self, side: cython.int) -> cython.bint:
        """Can the side make a double threat, or nearly its last capture? Then static values are not trusted."""
        return self.can_make_double_threat(side) or self.is_near_goal(side)

    # --- for tests and the engine ---

    def play(self, x: cython.int, y: cython.int):
        """Play a legal move; ValueError otherwise."""
        p: cython.int = index_of(x, y)
        if not (0 <= x < self.width and 0 <= y < self.height) or not self.is_legal(p):
            raise ValueError(f"{x},{y} cannot be played")
        if self.ply >= MAX_UNDO - MAX_PLY or self.log_top > UNDO_LOG - 8192 or self.victims_top > 6000:
            self.ply = self.log_top = self.victims_top = 0  # a very long game: only recent moves can be undone
        self.make(p)

    def take_back(self):
        """Undo the last move; IndexError if there is none."""
        if self.ply == 0:
            raise IndexError("there is no move to take back")
        self.undo()

    def ban_at(self, x: cython.int, y: cython.int) -> int:
        """The BAN number of an empty cell for the side to move, or 0."""
        return self.ban((y + PAD) * STRIDE + x + PAD)

    def banned_cells(self):
        """Every empty cell that a ban forbids to the side to move, sorted."""
        cells = []
        for x in range(self.width):
            for y in range(self.height):
                p: cython.int = index_of(x, y)
                if self.cell[p] == EMPTY and self.ban(p):
                    cells.append((x, y))
        return cells

    def break_cells(self):
        """The replies that break the pending five, sorted; empty where there is none."""
        if not self.pending_five or not self.grace:
            return []
        out = buffer(1024, "i")
        top: cython.int = self.list_breaks(out, 0)
        return sorted(cell_of(out[i]) for i in range(top))

    def facts(self):
        """State of the game, for comparison with `rules`."""
        return {
            "turn": self.turn,
            "taken": (self.taken[BLACK], self.taken[WHITE]),
            "pending_five": self.pending_five != 0,
            "conceded_five": bool(self.conceded_five),
            "stones": self.stones,
        }

    def ply_facts(self):
        """Side to move, stones captured by each colour, capturing moves of each."""
        return (
            self.turn,
            (self.taken[BLACK], self.taken[WHITE]),
            (self.capture_moves(0), self.capture_moves(1)),
        )

    def make_undo(self, x: cython.int, y: cython.int, times: cython.int) -> None:
        """Make and undo one move `times` times, for the bench."""
        p: cython.int = index_of(x, y)
        i: cython.int
        with cython.nogil:
            for i in range(times):
                self.make(p)
                self.undo()
