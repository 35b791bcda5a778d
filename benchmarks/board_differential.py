"""Differential test of the core's board against `gomoku.rules`, on random games of every rule set, size and option.

    .venv/bin/python benchmarks/board_differential.py [--moves 1000000] [--processes 2] [--seed 1]

After every move it compares legality and its reason, captures, counts, status, winner, breaks and forbidden cells, and the
board's incremental state with a board built from scratch. Some moves are undone and compared again. A difference ends the
run with the position and rule set that reproduce it. tests/core runs a short round.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

from gomoku.core import _core
from gomoku.rules import PRESETS, Cell, Game, PositionError, Reason, Rules
from gomoku.rules.variant import choices

BAN_NUMBERS = {Reason.DOUBLE_THREE: 1, Reason.DOUBLE_FOUR: 2, Reason.OVERLINE: 3, Reason.SELF_CAPTURE: 4}
LONGEST_GAME = 160
"""Moves per game, at most: without a capture goal a game might not end."""
ROUND = 400
"""Moves per rule set."""

OPTIONS: dict[str, tuple[Any, ...]] = {
    **{name: choices(name) for name in Rules().options() if choices(name) and name != "renju_foul"},
    "capture_sizes": ((), (2,), (2, 3)),
    "capture_goal": (None, 2, 4, 6, 10, 15),
}
RICH = ("42", "boat_pente", "ninuki")
"""Presets chosen more often: they combine captures, breakable fives and forbidden moves."""


class Difference(AssertionError):
    """The board and the rules disagree."""


def random_size(chance: random.Random) -> int | tuple[int, int]:
    """Squares and rectangles of 5 to 32, small ones more often: they are denser in tactics."""

    def edge() -> int:
        return chance.randint(5, 9) if chance.random() < 0.4 else chance.randint(5, 32)

    return edge() if chance.random() < 0.6 else (edge(), edge())


def random_rules(chance: random.Random) -> Rules:
    """A preset of random size, half the time with changed options."""
    changes: dict[str, Any] = {"size": random_size(chance)}
    if chance.random() < 0.5:
        for name in chance.sample(list(OPTIONS), chance.randint(1, 5)):
            changes[name] = chance.choice(OPTIONS[name])
    return Rules.preset(chance.choice([*PRESETS, *RICH * 3]), **changes)


@cache
def weights() -> Any:
    """Arbitrary distinct weights for every code, packed into the two halves of a word, so that a wrong sum shows."""
    chance = random.Random(1)
    words = _core.buffer(6561, "q")
    for code in range(6561):
        words[code] = (chance.randint(-500, 500) << 32) + chance.randint(-500, 500)
    return words


class PairedGame:
    """One game, played on the rules and on the board in parallel."""

    def __init__(self, rules: Rules, seen: Counter[str] | None = None) -> None:
        self.rules = rules
        self.game = Game(rules)
        tables = _core.PatternTables(rules)
        self.board = _core.Board(rules, tables, weights())
        self.fresh = _core.Board(rules, tables, weights())
        self.prints = [self.board.fingerprint()]
        """Fingerprints of the board before each move, and now."""
        self.graces: list[list[Cell]] = [[]]
        """Breaks of the board before each move, and now."""
        self.seen: Counter[str] = seen if seen is not None else Counter()

    def expect(self, what: str, board: object, rules: object) -> None:
        if board != rules:
            game = self.game
            rows = "\n".join(game.rows())
            raise Difference(
                f"{what}: the board says {board!r}, the rules say {rules!r}\n{self.rules.spec()}\n{rows}\n"
                f"{game.to_move} to move, taken {game.taken['X']}, {game.taken['O']}, moves {game.moves}"  # type: ignore[index]
            )

    def restart(self, game: Game | None = None) -> None:
        """Restart from the empty board or from a set-up position."""
        self.game = game or Game(self.rules)
        if game:
            self.load(self.board)
        else:
            self.board.clear()
        self.prints, self.graces = [self.board.fingerprint()], [[tuple(cell) for cell in self.board.break_cells()]]
        self.load(self.fresh)
        self.expect("set up", self.prints[0] == self.fresh.fingerprint(), True)
        self.expect("breaks set up", self.graces[0], list(self.game.breaks))

    def load(self, board: Any) -> None:
        """Build the current position from scratch."""
        taken = tuple(self.game.taken.values())
        board.load(self.game.rows(), 1 if self.game.to_move == "X" else 2, *taken)

    def try_cell(self, cell: Cell) -> bool:
        """Play a cell on both if it is legal."""
        self.seen["cells"] += 1
        reason = self.game.why_illegal(cell)
        self.expect(f"ban on {cell}", self.board.ban_at(*cell), BAN_NUMBERS[reason] if reason else 0)
        if reason:
            self.seen[str(reason)] += 1
            return False
        mover = self.game.to_move
        before = self.board.rows()
        captured = self.game.play(cell).captured
        self.board.play(*cell)
        self.seen["moves"] += 1
        self.seen["captures"] += bool(captured)
        after = self.board.rows()
        self.expect("rows", after, self.game.rows())
        self.expect("captured", _lifted(before, after), captured)
        facts = self.board.facts()
        self.expect("taken", facts["taken"], tuple(self.game.taken.values()))
        self.expect("stones", facts["stones"], sum(len(row) - row.count(".") for row in after))
        self.compare_status(mover, cell, bool(captured))
        self.prints.append(self.board.fingerprint())
        self.compare_fresh()
        return True

    def compare_status(self, mover: str, cell: Cell, captured: bool) -> None:
        """Status, winner and breaks from the board, by the steps of `rules.game`."""
        board, game, facts = self.board, self.game, self.board.facts()
        goal = self.rules.capture_goal
        enemy = "O" if mover == "X" else "X"
        broke_nothing = bool(self.graces[-1]) and cell not in self.graces[-1]
        breaks = [tuple(cell) for cell in board.break_cells()]
        status: tuple[str, str | None, str | None]
        if captured and goal is not None and facts["taken"][mover == "O"] >= goal:
            status = ("win", mover, "capture")
        elif broke_nothing or facts["conceded_five"]:
            status = ("win", enemy, "line")
        elif facts["pending_five"] and not breaks:
            status = ("win", mover, "line")
        elif facts["pending_five"]:
            status = ("grace", None, None)
        elif facts["stones"] + len(board.banned_cells()) == self.rules.width * self.rules.height:
            status = ("draw", None, None)
        else:
            status = ("ongoing", None, None)
        self.expect("status", status, (game.status, game.winner, game.win_by))
        if status[0] == "grace":
            self.expect("breaks", breaks, list(game.breaks))
        self.graces.append(breaks if status[0] == "grace" else [])
        self.seen[status[0] if status[0] != "win" else f"win by {status[2]}"] += 1
        self.seen["conceded fives"] += facts["conceded_five"]

    def compare_fresh(self) -> None:
        """Compare the incremental state, and the five, with the position built from scratch."""
        fresh = self.fresh
        self.load(fresh)
        for number, (kept, built) in enumerate(zip(self.prints[-1], fresh.fingerprint(), strict=True)):
            if kept != built:
                self.expect(f"part {number} of the fingerprint", kept, built)
        if not self.game.is_over:
            self.expect("pending five", self.board.facts()["pending_five"], fresh.facts()["pending_five"])
            self.expect("breaks afresh", self.board.break_cells(), fresh.break_cells())

    def compare_closed(self) -> None:
        if not self.game.is_over:
            closed = [tuple(cell) for cell in self.board.banned_cells()]
            self.expect("closed cells", closed, self.game.forbidden_cells())
            self.seen["closed cells"] += len(closed)

    def take_back(self) -> None:
        self.game.undo()
        self.board.take_back()
        self.prints.pop()
        self.graces.pop()
        self.seen["taken back"] += 1
        self.expect("taken back", self.board.fingerprint() == self.prints[-1], True)
        self.expect("breaks taken back", [tuple(cell) for cell in self.board.break_cells()], self.graces[-1])


def _lifted(before: list[str], after: list[str]) -> tuple[Cell, ...]:
    """Cells that lost a stone, sorted."""
    pairs = zip(before, after, strict=True)
    return tuple(
        sorted(
            (x, y)
            for y, (old, new) in enumerate(pairs)
            if old != new
            for x in range(len(old))
            if new[x] == "." != old[x]
        )
    )


def random_position(rules: Rules, chance: random.Random) -> Game | None:
    """A crowded, unfinished position, where captures, breakable fives and forbidden moves are frequent."""
    density = chance.uniform(0.1, 0.7)
    most = (rules.capture_goal or 12) - 1
    for _ in range(12):
        rows = [
            "".join(chance.choice("XO") if chance.random() < density else "." for _ in range(rules.width))
            for _ in range(rules.height)
        ]
        taken = {"X": chance.randint(0, most), "O": chance.randint(0, most)}
        try:
            game = Game.from_rows(rules, rows, chance.choice("XO"), taken)
        except PositionError:
            continue
        if game.status == "grace" or (game.status == "ongoing" and not game.fives()):
            return game
        density *= 0.8
    return None


def candidates(game: Game, chance: random.Random, count: int) -> list[Cell]:
    """At most `count` empty cells, mostly near other stones, in random order."""
    rules = game.rules
    rows = game.rows()
    stones = [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph != "."]
    found = []
    for _ in range(count):
        if stones and chance.random() < 0.9:
            x, y = stones[int(chance.random() * len(stones))]
            x, y = x + int(chance.random() * 5) - 2, y + int(chance.random() * 5) - 2
        else:
            x, y = int(chance.random() * rules.width), int(chance.random() * rules.height)
        if 0 <= x < rules.width and 0 <= y < rules.height and rows[y][x] == ".":
            found.append((x, y))
    return found


def longest_row(game: Game, rows: list[str], cell: Cell) -> int:
    """Length of the longest row that the side to move would have through a cell."""
    best = 0
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = cell[0] + sign * dx, cell[1] + sign * dy
            while 0 <= x < game.rules.width and 0 <= y < game.rules.height and rows[y][x] == game.to_move:
                length += 1
                x, y = x + sign * dx, y + sign * dy
        best = max(best, length)
    return best


def choose(game: Game, chance: random.Random) -> list[Cell]:
    """Cells to try, in order; sometimes captures, long rows or breaks first."""
    mood = chance.random()
    if game.breaks and mood < 0.8:
        return [chance.choice(game.breaks)]
    if mood < 0.45 and game.rules.capture_sizes:
        return sorted(candidates(game, chance, 60), key=lambda cell: -len(game.captures(cell)))[:10]
    if mood < 0.75:
        rows = game.rows()
        return sorted(candidates(game, chance, 25), key=lambda cell: -longest_row(game, rows, cell))
    return candidates(game, chance, 10)


def play_round(seed: int, moves: int = ROUND, rules: Rules | None = None) -> Counter[str]:
    """Compare `moves` moves under one rule set; counts of what occurred. Raises Difference."""
    chance = random.Random(seed)
    pair = PairedGame(rules or random_rules(chance))
    while pair.seen["moves"] < moves:
        pair.restart(random_position(pair.rules, chance) if chance.random() < 0.5 else None)
        play_game(pair, chance, moves)
    return pair.seen


def play_game(pair: PairedGame, chance: random.Random, moves: int) -> None:
    pair.seen["games"] += 1
    longest = 30 if pair.game.setup else LONGEST_GAME
    while not pair.game.is_over and len(pair.game.moves) < longest and pair.seen["moves"] < moves:
        if chance.random() < 0.1:
            pair.compare_closed()
        if not any(pair.try_cell(cell) for cell in choose(pair.game, chance)):
            legal = pair.game.allowed_cells()
            pair.expect("legal cells", bool(legal), True)
            pair.try_cell(chance.choice(legal))
        if chance.random() < 0.05:
            for _ in range(min(chance.randint(1, 6), len(pair.game.moves))):
                pair.take_back()
    while pair.game.moves and chance.random() < 0.98:
        pair.take_back()


def rounds(seed: int, moves: int) -> Iterator[tuple[int, int]]:
    """Seeds and lengths of rounds that add up to `moves`."""
    for number in range(-(-moves // ROUND)):
        yield seed * 1_000_003 + number, min(ROUND, moves - number * ROUND)


def _play(job: tuple[int, int]) -> Counter[str]:
    return play_round(*job)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the fast board with the rules on random moves.")
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.monotonic()
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        for number, seen in enumerate(pool.map(_play, rounds(options.seed, options.moves), chunksize=4)):
            total += seen
            if number % 50 == 0 and sys.stderr.isatty():
                print(f"\r{total['moves']:,} of {options.moves:,} moves", end="", file=sys.stderr)
    seconds = time.monotonic() - started
    print(f"\nno difference in {total['moves']:,} moves, {total['taken back']:,} of them taken back, {seconds:,.0f} s")
    for name, count in total.most_common():
        print(f"{count:>12,} {name}")


if __name__ == "__main__":
    main()
