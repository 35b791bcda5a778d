"""The engine's part in an opening: which stones to place, which colour to take, what to offer and what to pick.

Every decision of `rules.openings` is answered by searching the positions it leads to. A player who places stones for
the other to choose from wants an even game; a player who chooses wants the better colour. Nothing here knows an opening
by name: what a stone is for follows from who decides next.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from gomoku.engine.engine import Engine, time_margin
from gomoku.engine.types import Limit, Result
from gomoku.rules import Cell, Color, Decided, Decision, Game, IllegalMove, Kind
from gomoku.rules.openings import Answer, are_equivalent

EVEN = 15
"""Evaluation points: where a choice between black and white is as close as this, it may as well be passed on."""
REACH = 3
"""How far from the other stones an opening stone may go, as a king walks."""
FEWEST = 300
"""Nodes: a smaller search is worth nothing."""
OVERHEAD = 0.001
"""Seconds to set up a search."""
DEFAULT = Limit(nodes=200_000)
"""For a limit that does not bind: an opening is no endless analysis."""


def answer(engine: Engine, game: Game, limit: Limit | None = None, rng: random.Random | None = None) -> Answer:
    """What the engine says to the decision that is due, within the limit as a whole; `game.decide` accepts it.

    Once normal play has begun it is the best move. `rng` gives variety to the stones that open a game. Raises
    ValueError where the game is over.
    """
    budget = _Budget(limit or DEFAULT, engine.threads)
    decision = game.decision
    if decision is None:
        raise ValueError("the game is over")
    if decision.step == "play":
        return engine.search(game, limit).move
    return _Advisor(engine, game, decision, budget, rng or random.Random(0)).answer()


class _Budget:
    """Shares one limit out among many searches. Time is shared out as nodes: short searches have no use for a clock."""

    def __init__(self, limit: Limit, threads: int) -> None:
        if limit.time is None and limit.nodes is None and limit.depth is None:
            limit = DEFAULT
        self.depth = limit.depth
        self.deadline = monotonic() + limit.time - time_margin(limit.time) if limit.time else None
        self.nodes = limit.nodes
        self.threads = threads
        self.speed = 100_000.0
        """Nodes per second of one thread: a careful guess until some are counted."""
        self._spent = (0, 0.0)
        self.stopped = False

    def left(self) -> int | None:
        """Nodes that can still be spent; None where only depth binds."""
        left = self.nodes
        if self.deadline is not None:
            in_time = int((self.deadline - monotonic()) * self.speed)
            left = in_time if left is None else min(left, in_time)
        return left

    def most(self, wanted: int) -> int:
        """How many searches there is room for, of so many that are wanted."""
        left = self.left()
        return wanted if left is None else max(0, min(wanted, left // FEWEST))

    def share(self, parts: int) -> Limit | None:
        """One of so many equal parts of what is left; None where that is too little to be worth a search."""
        left = self.left()
        if self.stopped or (left is not None and left < FEWEST * parts):
            return None
        seconds = self.deadline - monotonic() if self.deadline is not None else None
        # the only one may use all the time there is
        nodes = self.nodes if parts == 1 or left is None else left // parts
        return Limit(time=seconds, nodes=nodes, depth=self.depth)

    def spend(self, result: Result) -> None:
        """A search was made."""
        self.stopped = self.stopped or result.stopped
        if self.nodes is not None:
            self.nodes -= result.nodes
        nodes, seconds = self._spent
        self._spent = (nodes + result.nodes // self.threads, seconds + result.seconds + OVERHEAD)
        if self._spent[0] > 20 * FEWEST:
            self.speed = self._spent[0] / self._spent[1]


class _Advisor:
    """One decision of one game."""

    def __init__(self, engine: Engine, game: Game, decision: Decision, budget: _Budget, rng: random.Random) -> None:
        self.engine, self.game, self.decision, self.rng = engine, game, decision, rng
        self.budget = budget
        self.stones = [played.cell for played in game.played]
        self.allowed = game.allowed_cells()
        self.plain = Game.from_rows(game.rules, game.rows(), game.to_move)
        self.values: dict[Cell, int] = {}
        """What the position behind a cell is worth to the side to move there, as far as it has been looked at."""

    def answer(self) -> Answer:
        kind, choices = self.decision.kind, self.decision.choices
        if kind is Kind.STONE:
            return self.stone()
        if kind is Kind.OFFER:
            return self.offer(self.decision.count)
        if kind is Kind.PICK:
            return self.best(self.allowed, lambda value: -value)
        if kind is Kind.NUMBER:
            return self.number([int(choice) for choice in choices])
        if "ten" in choices:
            return self.swap_or_ten()
        if "swap" in choices:
            return self.swap()
        return self.color()

    # --- stones ---

    def stone(self) -> Cell:
        """An even game where the other player will choose, else the best move."""
        if len(self.allowed) == 1:
            return self.allowed[0]
        if not self.stones:
            return self.first_stone()
        following = self.following()
        if following is None or following.kind in (Kind.OFFER, Kind.STONE):
            if following is None or following.player != self.decision.player:
                return self.best_stone()
            # more stones of ours follow: leave the next colour a little ahead, so that the last one can even things out
            return self.best(self.near(), lambda value: abs(value - 2 * EVEN))
        if following.kind is Kind.NUMBER:
            return self.best(self.near(), lambda value: abs(value - 2 * EVEN))
        return self.best(self.near(), abs)

    def following(self) -> Decision | None:
        """The decision after this stone; None once normal play begins."""
        twin = self.game.copy()
        twin.play(self.allowed[0])
        following = twin.decision
        return None if following is None or following.step == "play" else following

    def first_stone(self) -> Cell:
        """Somewhere near the middle."""
        x, y = self.game.rules.centre
        cells = [cell for cell in self.allowed if max(abs(cell[0] - x), abs(cell[1] - y)) <= REACH]
        return self.rng.choice(cells or self.allowed)

    def best_stone(self) -> Cell:
        """The best move for the side whose stone it is."""
        limit = self.budget.share(1) if self.decision.cells is None else None
        if limit is not None:  # nothing but the rules binds: an ordinary search
            move = self.engine.search(self.game, limit).move
            if move in self.allowed:
                return move
        return self.best(self.near(), lambda value: value)

    def offer(self, count: int) -> tuple[Cell, ...]:
        """The best cells, no two of them equivalent."""
        cells = self.ranked(self.near(), lambda value: value, keep=count)
        chosen = cells[:count]
        for cell in self.allowed:  # few cells near the stones: any will do for the rest
            if len(chosen) == count:
                break
            if not any(are_equivalent(self.stones, cell, other) for other in chosen):
                chosen.append(cell)
        return tuple(chosen)

    def around(self, cells: Sequence[Cell]) -> list[Cell]:
        """Those of the cells that lie near a stone, or all where none does."""
        near = [cell for cell in cells if any(max(abs(cell[0] - x), abs(cell[1] - y)) <= REACH for x, y in self.stones)]
        return near or list(cells)

    def near(self) -> list[Cell]:
        """Allowed cells near the stones, one of each kind by symmetry."""
        found: dict[tuple[tuple[int, ...], ...], list[Cell]] = {}
        cells = self.around(self.allowed)
        self.rng.shuffle(cells)
        kept = []
        for cell in cells:
            alike = found.setdefault(self.distances(cell), [])
            if not any(are_equivalent(self.stones, cell, other) for other in alike):
                alike.append(cell)
                kept.append(cell)
        return kept

    def distances(self, cell: Cell) -> tuple[tuple[int, ...], ...]:
        """How far the stones of each colour are; the same for equivalent cells, so that few need be compared in full."""
        away = [(cell[0] - x) ** 2 + (cell[1] - y) ** 2 for x, y in self.stones]
        return (tuple(sorted(away[::2])), tuple(sorted(away[1::2])))

    # --- choices ---

    def color(self) -> str:
        """The colour that stands better, or more stones where it is too close to call."""
        white = self.white_value()
        if "two" in self.decision.choices and abs(white) <= EVEN:
            return "two"
        return "white" if white > 0 else "black"

    def swap(self) -> str:
        """Exchange colours if the other stands better."""
        color = next(color for color, player in self.game.seats.items() if player is self.decision.player)
        white = self.white_value()
        value = white if color is Color.O else -white
        return "swap" if value < 0 else "keep"

    def swap_or_ten(self) -> str:
        """Black is asked: offer ten fifth stones if the worst of them is good enough, else be the one who stands better."""
        values = self.fifth_stones(10)
        if len(values) == 10 and values[-1] > 0:
            return "ten"
        return "swap" if values[0] < 0 else "keep"

    def number(self, choices: list[int]) -> int:
        """How many fifth stones to ask for: so many that the last of them leaves an even game."""
        values = self.fifth_stones(max(choices))
        return min(choices, key=lambda n: abs(values[min(n, len(values)) - 1]))

    def white_value(self) -> int:
        """What the position is worth to white, an offer that was announced already taken into account."""
        announced = self.announced()
        if announced:
            values = self.fifth_stones(announced)
            return -values[-1]
        limit = self.budget.share(1)
        value = self.engine.evaluate(self.game) if limit is None else self.engine.search(self.game, limit).score
        return value if self.game.to_move is Color.O else -value

    def announced(self) -> int | None:
        """The number of fifth stones that black must offer, where white has just named it."""
        last = self.game.actions[-1] if self.game.actions else None
        if isinstance(last, Decided) and isinstance(last.answer, int):
            return last.answer
        return None

    def fifth_stones(self, count: int) -> list[int]:
        """What the best fifth stones are worth to black, best first, at most so many."""
        self.allowed = [
            cell
            for cell in ((x, y) for y in range(self.game.rules.height) for x in range(self.game.rules.width))
            if self.game.stone(cell) is None and not self.game.captures(cell)
        ]
        cells = self.near()
        order = self.ranked(cells, lambda value: value, keep=count)
        return [-self.values[cell] for cell in order[:count]] or [0]

    # --- looking at many cells ---

    def best(self, cells: list[Cell], cost: Callable[[int], float]) -> Cell:
        return self.ranked(cells, cost)[0]

    def ranked(self, cells: list[Cell], cost: Callable[[int], float], keep: int = 1) -> list[Cell]:
        """The cells by what the position behind each costs, cheapest first; `cost` is told its value for the next to move.

        All are looked at briefly, then half of the best more closely, and so on; `keep` of them to the end.
        """
        cells = cells[: max(keep, self.budget.most(len(cells)))]
        self.values = dict.fromkeys(cells, 0)
        for cell in cells:
            if self.budget.most(3) == 3:  # on a slow machine even this may take too long
                self.values[cell] = self.engine.evaluate(self.with_stone(cell))
        order = sorted(cells, key=lambda cell: cost(self.values[cell]))
        front = order[: max(keep, self.budget.most(3 * len(order)) // 3)]
        while front:
            last = len(front) <= keep
            limit = self.budget.share(len(front) if last else 3 * len(front))
            if limit is None:
                break
            for cell in front:
                self.look(cell, limit)
            front.sort(key=lambda cell: cost(self.values[cell]))
            order = front + [cell for cell in order if cell not in front]
            if last:
                break
            front = front[: max(keep, len(front) // 3)]
        return order

    def look(self, cell: Cell, limit: Limit) -> None:
        """Search the position behind a cell, unless time is up."""
        limit_now = self.budget.share(1)
        if limit_now is None:
            return
        result = self.engine.search(self.with_stone(cell), replace(limit, time=limit_now.time))
        self.budget.spend(result)
        if result.depth > 0:
            self.values[cell] = result.score

    def with_stone(self, cell: Cell) -> Game:
        """The position with one more stone, as if normal play had begun."""
        twin = self.plain.copy()
        try:
            twin.play(cell)
        except IllegalMove:  # a ban that does not bind in an opening
            rows = self.game.rows()
            x, y = cell
            rows[y] = rows[y][:x] + self.game.to_move + rows[y][x + 1 :]
            return Game.from_rows(self.game.rules, rows, self.game.to_move.other)
        return twin
