"""Second implementation of the rules, literal and independent: it shares only the parameters with `gomoku.rules`.

Stones are a dictionary, every question is answered by looking at the whole board, nothing is remembered. It is far too
slow to play with, and so plain that it can be compared with the text line by line.
"""

from dataclasses import dataclass, field

from gomoku.rules import Banned, Cell, Five, Foul, Rules, Three

Stones = dict[Cell, str]
Vector = tuple[int, int]

AXES: list[Vector] = [(1, 0), (0, 1), (1, 1), (1, -1)]
RAYS = AXES + [(-dx, -dy) for dx, dy in AXES]
OTHER = {"X": "O", "O": "X"}


def along(cell: Cell, step: Vector, count: int) -> Cell:
    return (cell[0] + count * step[0], cell[1] + count * step[1])


@dataclass
class Literal:
    """A position under a rule set."""

    rules: Rules
    stones: Stones = field(default_factory=dict)
    to_move: str = "X"
    taken: dict[str, int] = field(default_factory=lambda: {"X": 0, "O": 0})
    status: str = "ongoing"
    winner: str | None = None
    win_by: str | None = None
    breaks: list[Cell] = field(default_factory=list)

    @property
    def cells(self) -> list[Cell]:
        return [(x, y) for x in range(self.rules.width) for y in range(self.rules.height)]

    def is_empty(self, stones: Stones, cell: Cell) -> bool:
        """Is the cell on the board and empty?"""
        return 0 <= cell[0] < self.rules.width and 0 <= cell[1] < self.rules.height and cell not in stones

    # --- 1.2: what happens when side A plays cell p ---

    def copy(self) -> "Literal":
        return Literal(
            self.rules, dict(self.stones), self.to_move, dict(self.taken), self.status, self.winner, self.win_by,
            list(self.breaks),
        )  # fmt: skip

    def legal_cells(self) -> list[Cell]:
        if self.status in ("win", "draw"):
            return []
        return [cell for cell in self.cells if cell not in self.stones and not self.bans(self.stones, cell)]

    def forbidden_cells(self) -> list[Cell]:
        if self.status in ("win", "draw"):
            return []
        return [cell for cell in self.cells if cell not in self.stones and self.bans(self.stones, cell)]

    def play(self, p: Cell) -> list[Cell]:
        """Play a legal cell, or a foul where fouls are played. Returns the captured stones."""
        a, b = self.to_move, OTHER[self.to_move]
        foul = bool(self.bans(self.stones, p))
        assert not foul or self.rules.renju_foul is Foul.LOSES
        captured = self.captures(self.stones, p, a)
        self.stones = self.trial(self.stones, p, a)  # step 4
        self.taken[a] += len(captured)
        self.to_move, self.status, self.breaks = b, "ongoing", []
        if foul:
            self.end(b, "foul")
        elif self.rules.capture_goal is not None and self.taken[a] >= self.rules.capture_goal:  # step 5
            self.end(a, "capture")
        elif self.fives(self.stones, b):  # step 6
            self.end(b, "line")
        elif self.fives(self.stones, a):  # step 7
            self.breaks = self.find_breaks(a) if self.rules.endgame_capture else []
            if self.breaks:
                self.status = "grace"
            else:
                self.end(a, "line")
        elif all(cell in self.stones or self.bans(self.stones, cell) for cell in self.cells):  # step 8
            self.status = "draw"
        return captured

    def end(self, winner: str, win_by: str) -> None:
        self.status, self.winner, self.win_by = "win", winner, win_by

    def find_breaks(self, a: str) -> list[Cell]:
        """1.5: the legal replies of B after which A has no five, or B has reached the goal."""
        b, goal = OTHER[a], self.rules.capture_goal
        found = []
        for q in self.legal_cells():
            count = self.taken[b] + len(self.captures(self.stones, q, b))
            if not self.fives(self.trial(self.stones, q, b), a) or (goal is not None and count >= goal):
                found.append(q)
        return found

    # --- 1.3: capture ---

    def captures(self, stones: Stones, p: Cell, a: str) -> list[Cell]:
        found = []
        for ray in RAYS:
            for size in self.rules.capture_sizes:
                row = [along(p, ray, k) for k in range(1, size + 1)]
                if all(stones.get(cell) == OTHER[a] for cell in row) and stones.get(along(p, ray, size + 1)) == a:
                    found += row
        return sorted(found)

    def trial(self, stones: Stones, p: Cell, a: str) -> Stones:
        captured = self.captures(stones, p, a)
        return {cell: stone for cell, stone in stones.items() if cell not in captured} | {p: a}

    # --- runs and fives ---

    def run(self, stones: Stones, p: Cell, axis: Vector) -> list[Cell]:
        """The maximal unbroken row through the stone on p."""
        first = last = 0
        while stones.get(along(p, axis, first - 1)) == stones[p]:
            first -= 1
        while stones.get(along(p, axis, last + 1)) == stones[p]:
            last += 1
        return [along(p, axis, k) for k in range(first, last + 1)]

    def is_five(self, stones: Stones, run: list[Cell], axis: Vector) -> bool:
        a = stones[run[0]]
        if len(run) > 5:
            return not self.is_exact(a)
        if len(run) == 5 and self.rules.caro:
            return not stones.get(along(run[0], axis, -1)) == OTHER[a] == stones.get(along(run[-1], axis, 1))
        return len(run) == 5

    def is_exact(self, a: str) -> bool:
        return (self.rules.five_X if a == "X" else self.rules.five_O) is Five.EXACTLY

    def makes_five(self, stones: Stones, p: Cell) -> bool:
        return any(self.is_five(stones, self.run(stones, p, axis), axis) for axis in AXES)

    def fives(self, stones: Stones, a: str) -> bool:
        return any(self.makes_five(stones, cell) for cell, stone in stones.items() if stone == a)

    # --- 1.6, 1.7, 2.3: bans ---

    def bans(self, stones: Stones, p: Cell, a: str | None = None, taken: int | None = None) -> set[str]:
        """All bans that forbid the empty cell p to side A."""
        rules = self.rules
        a = a or self.to_move
        captured = self.captures(stones, p, a)
        count = (self.taken[a] if taken is None else taken) + len(captured)
        board = self.trial(stones, p, a)
        goal = bool(captured) and rules.capture_goal is not None and count >= rules.capture_goal
        if rules.win_lifts_bans and (goal or self.makes_five(board, p)):
            return set()
        found = set()
        if self.binds(rules.ban_overline, a) and any(len(self.run(board, p, axis)) >= 6 for axis in AXES):
            found.add("overline")
        if self.binds(rules.ban_double_four, a) and sum(len(self.fours(board, p, axis)) for axis in AXES) >= 2:
            found.add("double_four")
        if self.binds(rules.ban_double_three, a) and not (captured and rules.capture_lifts_ban):
            if sum(self.is_three(board, p, axis, count) for axis in AXES) >= 2:
                found.add("double_three")
        if self.binds(rules.ban_self_capture, a) and any(self.is_flanked_pair(board, p, axis) for axis in AXES):
            found.add("self_capture")
        return found

    def binds(self, ban: Banned, a: str) -> bool:
        return ban == "both" or ban == a

    def is_flanked_pair(self, stones: Stones, p: Cell, axis: Vector) -> bool:
        run = self.run(stones, p, axis)
        ends = (stones.get(along(run[0], axis, -1)), stones.get(along(run[-1], axis, 1)))
        return len(run) == 2 and ends == (OTHER[stones[p]],) * 2

    def fours(self, stones: Stones, p: Cell, axis: Vector) -> set[frozenset[Cell]]:
        """Sets of four stones with p that one more stone completes to a winning run."""
        exact = self.is_exact(stones[p])
        found = set()
        for spots, hole in self.four_windows(stones, p, axis):
            run = self.run(stones | {hole: stones[p]}, hole, axis)
            if len(run) == 5 or not exact:
                found.add(frozenset(spots) - {hole})
        return found

    def four_windows(self, stones: Stones, p: Cell, axis: Vector) -> list[tuple[list[Cell], Cell]]:
        """Five consecutive cells with p that hold four stones of one colour and one empty cell."""
        found = []
        for start in range(-4, 1):
            spots = [along(p, axis, start + k) for k in range(5)]
            holes = [cell for cell in spots if self.is_empty(stones, cell)]
            if len(holes) == 1 and sum(stones.get(cell) == stones[p] for cell in spots) == 4:
                found.append((spots, holes[0]))
        return found

    def is_three(self, stones: Stones, p: Cell, axis: Vector, taken: int) -> bool:
        if self.rules.three is Three.FLANK:
            return self.is_flank_three(stones, p, axis)
        if self.four_windows(stones, p, axis):
            return False
        a = stones[p]
        recursive = self.rules.three is Three.RECURSIVE
        for start in range(-4, 0):  # e s1 s2 s3 s4 e'
            six = [along(p, axis, start + k) for k in range(6)]
            inner = six[1:5]
            holes = [cell for cell in inner if self.is_empty(stones, cell)]
            if not (self.is_empty(stones, six[0]) and self.is_empty(stones, six[5]) and len(holes) == 1):
                continue
            if sum(stones.get(cell) == a for cell in inner) != 3:
                continue
            if not recursive or self.completes(stones, holes[0], six[0], six[5], axis, a, taken):
                return True
        return False

    def completes(self, stones: Stones, c: Cell, e: Cell, f: Cell, axis: Vector, a: str, taken: int) -> bool:
        """Is the open four that c makes, between e and f, a straight one, and c no five and itself legal?"""
        four = stones | {c: a}
        if self.is_exact(a):
            if any(len(self.run(four | {end: a}, end, axis)) != 5 for end in (e, f)):
                return False
        if self.makes_five(self.trial(stones, c, a), c):
            return False
        return not self.bans(stones, c, a, taken)

    def is_flank_three(self, stones: Stones, p: Cell, axis: Vector) -> bool:
        a = stones[p]
        for length in (3, 4):
            for start in range(1 - length, 1):
                spots = [along(p, axis, start + k) for k in range(length)]
                ends = along(spots[0], axis, -1), along(spots[-1], axis, 1)
                three = sum(stones.get(cell) == a for cell in spots) == 3
                hole = sum(self.is_empty(stones, cell) for cell in spots[1:-1]) == length - 3
                if three and hole and all(self.is_empty(stones, end) for end in ends):
                    return True
        return False
