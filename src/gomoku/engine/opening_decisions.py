"""The engine's decisions in openings: stones to place, colours to take, moves to offer and to pick.

Each decision of `rules.openings` is answered by searching the positions it leads to. The player who places stones for
the other to choose a colour aims at an even game; the player who chooses takes the better colour. No opening is known
by name: the purpose of a stone follows from who decides next. `answer` decides; `advise` also gives the reasons and the
other answers.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic

from gomoku.core.learned import weights
from gomoku.engine.engine import Engine, time_margin
from gomoku.engine.types import Limit, Result, Variation
from gomoku.rules import Cell, Color, Decided, Decision, Game, IllegalMove, Kind
from gomoku.rules.openings import Answer, are_equivalent

EVEN_MARGIN = 15
"""Evaluation points within which a choice of colour counts as even and is passed on to the opponent."""
REACH = 3
"""Chebyshev distance, in cells, of an opening stone from the nearest other stone."""
BIAS: Mapping[str, Mapping[int, tuple[int, int]]] = {
    "42": {3: (-24, -9), 5: (-20, 3)},
    "standard": {3: (65, 26), 5: (-15, 22)},
    "renju": {3: (0, -18), 5: (-55, -10)},
}
"""By rule set and stones on the board: the value for White, to move, of openings that score 50 %, in evaluation points: in the
short searches that compare stones, and in one search with the whole limit. Zero, where there is no entry. A search ends long before the
game does: it sees some attacks too late, and in renju also the moves forbidden to Black. From games of the engine
against itself, by `benchmarks/opening_balance.py`; rule sets without an entry borrow that of the closest fit."""
MIN_NODES = 300
"""Smallest useful search, in nodes."""
SEARCH_OVERHEAD = 0.001
"""Set-up time of a search, in seconds."""
DEFAULT_LIMIT = Limit(nodes=200_000)
"""Replaces a missing or empty limit: an opening decision must end."""
ADVISED_STONES = 5
"""Stones that advice names, at most."""
EXPECTED_MOVES = 6
"""Moves of the expected continuation, at most."""


class Aim(StrEnum):
    """Reason for the engine's answer."""

    FORCED = "forced"  # there is nothing to choose
    CENTRE = "centre"  # the first stone: anywhere near the centre
    STRONGEST = "strongest"  # the best stone for its colour
    BALANCE = "balance"  # the opponent chooses next: an even game
    LEAVE_ROOM = "leave_room"  # the player places more stones: the next colour may be slightly ahead
    WEAKEST = "weakest"  # the opponent's stone that does the least harm
    BETTER_COLOR = "better_color"  # the better colour
    FOR_NOW = "for_now"  # the better colour, but the colours can still be swapped
    PASS_ON = "pass_on"  # even: two more stones, and the opponent chooses
    MANY_GOOD = "many_good"  # even the last of the stones to offer is good
    EVEN_OFFER = "even_offer"  # as many fifth stones as leave an even game


DRAWN = {Aim.BALANCE: (4, 8), Aim.LEAVE_ROOM: (8, 25)}
"""By aim: candidates in the last comparison of stones, and the evaluation points by which the stone drawn among them may be less even than
the best, so that openings vary. An imbalance left by LEAVE_ROOM is corrected by the stone that follows."""


@dataclass(frozen=True)
class Choice:
    """A possible answer and what the engine thinks of it."""

    answer: Answer
    value: int | None
    """Evaluation points: of a stone, for its colour; of a word or number, for the player who decides. None if it was not searched, or
    if the colours can be swapped after it: then the value of a colour is not that of the answer."""


@dataclass(frozen=True)
class Advice:
    """The engine's answer to a decision of an opening, its reason, and the other answers."""

    answer: Answer
    aim: Aim
    black: int | None = None
    """Evaluation points for Black in the current position; None while stones are to be placed."""
    choices: tuple[Choice, ...] = ()
    """Best first, the answer among them; of stones, only those that were searched longest."""
    line: tuple[Cell, ...] = ()
    """The moves that the engine expects after the answer, if normal play follows it."""


def advise(engine: Engine, game: Game, limit: Limit | None = None, rng: random.Random | None = None) -> Advice:
    """Advise on the pending decision of an opening: the best answer, and the value of each.

    The limit covers all searches together. Raises ValueError if the game is over or normal play has begun.
    """
    budget = _Budget(limit or DEFAULT_LIMIT, engine.threads)
    decision = game.decision
    if decision is None or decision.step == "play":
        raise ValueError("the opening is over")
    return _DecisionMaker(engine, game, decision, budget, rng or random.Random(0), ADVISED_STONES).advice()


def answer(engine: Engine, game: Game, limit: Limit | None = None, rng: random.Random | None = None) -> Answer:
    """Answer the pending decision of a game, for `game.decide`. The limit covers all searches together.

    Once normal play has begun, the answer is the best move. `rng` varies the first stones of a game. Raises ValueError if
    the game is over.
    """
    budget = _Budget(limit or DEFAULT_LIMIT, engine.threads)
    decision = game.decision
    if decision is None:
        raise ValueError("the game is over")
    if decision.step == "play":
        return engine.search(game, limit).move
    return _DecisionMaker(engine, game, decision, budget, rng or random.Random(0)).advice().answer


class _Budget:
    """Divides one limit among many searches. Time is converted to nodes: short searches are too quick for the clock."""

    def __init__(self, limit: Limit, threads: int) -> None:
        if limit.time is None and limit.nodes is None and limit.depth is None:
            limit = DEFAULT_LIMIT
        self.depth = limit.depth
        self.deadline = monotonic() + limit.time - time_margin(limit.time) if limit.time else None
        self.nodes = limit.nodes
        self.threads = threads
        self.speed = 100_000.0
        """Nodes per second of one thread: a low estimate until enough nodes have been measured."""
        self._spent = (0, 0.0)
        self.stopped = False

    def left(self) -> int | None:
        """Remaining nodes; None if only depth is limited."""
        left = self.nodes
        if self.deadline is not None:
            in_time = int((self.deadline - monotonic()) * self.speed)
            left = in_time if left is None else min(left, in_time)
        return left

    def most(self, wanted: int) -> int:
        """Number of searches the budget allows, at most `wanted`."""
        left = self.left()
        return wanted if left is None else max(0, min(wanted, left // MIN_NODES))

    def share(self, parts: int) -> Limit | None:
        """Limit of one of `parts` equal shares; None if a share is below `MIN_NODES`."""
        left = self.left()
        if self.stopped or (left is not None and left < MIN_NODES * parts):
            return None
        seconds = self.deadline - monotonic() if self.deadline is not None else None
        # a single search is bound by the clock alone
        nodes = self.nodes if parts == 1 or left is None else left // parts
        return Limit(time=seconds, nodes=nodes, depth=self.depth)

    def spend(self, result: Result) -> None:
        """Subtract the cost of a search, and refine the speed estimate."""
        self.stopped = self.stopped or result.stopped
        if self.nodes is not None:
            self.nodes -= result.nodes
        nodes, seconds = self._spent
        self._spent = (nodes + result.nodes // self.threads, seconds + result.seconds + SEARCH_OVERHEAD)
        if self._spent[0] > 20 * MIN_NODES:
            self.speed = self._spent[0] / self._spent[1]


class _DecisionMaker:
    """Answers one decision of one game."""

    def __init__(
        self, engine: Engine, game: Game, decision: Decision, budget: _Budget, rng: random.Random, lines: int = 1
    ) -> None:
        """`lines`: moves that an ordinary search compares."""
        self.engine, self.game, self.decision, self.rng = engine, game, decision, rng
        self.budget, self.lines = budget, lines
        self.stones = [played.cell for played in game.played]
        self.allowed = game.allowed_cells()
        self.plain = Game.from_rows(game.rules, game.rows(), game.to_move)
        self.bias = BIAS.get(weights.closest_fit(game.rules), {})
        self.values: dict[Cell, int] = {}
        """Best known value of the position after a stone on each cell, for the side then to move."""
        self.replies: dict[Cell, tuple[Cell, ...]] = {}
        """The best line after a stone on each cell of `values` that was searched."""
        self.expected: tuple[Cell, ...] = ()
        """The best line after the answer, or from the position that was searched as a whole."""
        self.order: list[Cell] = []
        """The cells of `values` by the last ranking, best first."""

    def advice(self) -> Advice:
        kind, choices = self.decision.kind, self.decision.choices
        if kind is Kind.STONE:
            return self.stone()
        if kind is Kind.OFFER:
            offered = self.offer(self.decision.count)
            return Advice(offered, Aim.STRONGEST, choices=self.looked_at(len(offered)))
        if kind is Kind.PICK:
            picked = self.best(self.allowed, lambda value: -value)
            return Advice(picked, Aim.WEAKEST, choices=self.looked_at(len(self.allowed)))
        if kind is Kind.NUMBER:
            return self.number([int(choice) for choice in choices])
        if "ten" in choices:
            return self.swap_or_ten()
        if "swap" in choices:
            return self.swap()
        return self.color()

    def looked_at(self, count: int) -> tuple[Choice, ...]:
        """The first stones of the last ranking."""
        return tuple(Choice(cell, -self.values[cell]) for cell in self.order[:count])

    # --- stones ---

    def stone(self) -> Advice:
        """Aim at an even game if the opponent will choose, else play the best move."""
        if len(self.allowed) == 1:
            return Advice(self.allowed[0], Aim.FORCED)
        if not self.stones:
            return Advice(self.first_stone(), Aim.CENTRE)
        following = self.following()
        if following is None or following.kind in (Kind.OFFER, Kind.STONE):
            if following is None or following.player != self.decision.player:
                return self.best_stone()
            # more stones of ours follow: leave the next colour slightly ahead, so that the last stone can restore the balance
            return self.balanced(Aim.LEAVE_ROOM)
        return self.balanced(Aim.LEAVE_ROOM if following.kind is Kind.NUMBER else Aim.BALANCE)

    def balanced(self, aim: Aim) -> Advice:
        """The stone that leaves the next colour even, or slightly ahead.

        The short searches that compare stones overrate the side to move, beyond the bias of its rules: over free-style
        openings its value fell by about 20 points whenever the nodes were multiplied by four.
        """
        target = EVEN_MARGIN if aim is Aim.BALANCE else 2 * EVEN_MARGIN
        bias = self.bias_after(1)[0]

        def distance(value: int) -> int:
            return abs(value - bias - target)

        count, margin = DRAWN[aim]
        finalists = self.ranked(self.near(), distance, keep=count)[:count]
        most = distance(self.values[finalists[0]]) + margin
        cell = self.rng.choice([each for each in finalists if distance(self.values[each]) <= most])
        self.order.remove(cell)
        self.order.insert(0, cell)
        self.values = {each: value - bias for each, value in self.values.items()}
        return Advice(cell, aim, choices=self.looked_at(ADVISED_STONES))

    def bias_after(self, stones: int) -> tuple[int, int]:
        """The bias of the position with that many stones more, if White is to move there."""
        return self.bias.get(len(self.stones) + stones, (0, 0))

    def following(self) -> Decision | None:
        """The decision after this stone; None if normal play begins."""
        twin = self.game.copy()
        twin.play(self.allowed[0])
        following = twin.decision
        return None if following is None or following.step == "play" else following

    def first_stone(self) -> Cell:
        """A random cell near the centre."""
        x, y = self.game.rules.centre
        cells = [cell for cell in self.allowed if max(abs(cell[0] - x), abs(cell[1] - y)) <= REACH]
        return self.rng.choice(cells or self.allowed)

    def best_stone(self) -> Advice:
        """Best move for the side whose stone it is."""
        limit = self.budget.share(1) if self.decision.cells is None else None
        if limit is not None:  # no restriction beyond the rules: an ordinary search
            result = self.engine.search(self.game, limit, lines=self.lines)
            if result.move in self.allowed:
                lines = result.info.lines or (Variation(result.move, result.score, result.pv),)
                choices = tuple(Choice(line.move, line.score) for line in lines if line.move in self.allowed)
                self.expected = result.pv[1:]
                return Advice(result.move, Aim.STRONGEST, choices=choices, line=self.line_after(result.move))
        cell = self.best(self.near(), lambda value: value)
        self.expected = self.replies.get(cell, ())
        return Advice(cell, Aim.STRONGEST, choices=self.looked_at(ADVISED_STONES), line=self.line_after(cell))

    def offer(self, count: int) -> tuple[Cell, ...]:
        """The best `count` cells, no two of them equivalent by symmetry."""
        cells = self.ranked(self.near(), lambda value: value, keep=count)
        chosen = cells[:count]
        for cell in self.allowed:  # too few cells near the stones: fill up with any others
            if len(chosen) == count:
                break
            if not any(are_equivalent(self.stones, cell, other) for other in chosen):
                chosen.append(cell)
        return tuple(chosen)

    def around(self, cells: Sequence[Cell]) -> list[Cell]:
        """The cells within `REACH` of a stone, or all if there are none."""
        near = [cell for cell in cells if any(max(abs(cell[0] - x), abs(cell[1] - y)) <= REACH for x, y in self.stones)]
        return near or list(cells)

    def near(self) -> list[Cell]:
        """Allowed cells near the stones, one per symmetry class."""
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
        """Symmetry-invariant hash key: sorted distances to the stones of each colour. Avoids most full comparisons."""
        away = [(cell[0] - x) ** 2 + (cell[1] - y) ** 2 for x, y in self.stones]
        return (tuple(sorted(away[::2])), tuple(sorted(away[1::2])))

    # --- choices ---

    def color(self) -> Advice:
        """The better colour, or two more stones if the position is even."""
        white = self.white_value()
        values: dict[str | int, int | None] = {"black": -white, "white": white}
        if "two" in self.decision.choices and abs(white) <= EVEN_MARGIN:
            return self.chosen("two", Aim.PASS_ON, -white, values)
        return self.better_color("white" if white > 0 else "black", -white, values)

    def swap(self) -> Advice:
        """Swap if the other colour is better."""
        color = next(color for color, player in self.game.seats.items() if player is self.decision.player)
        white = self.white_value()
        value = white if color is Color.O else -white
        word = "swap" if value < 0 else "keep"
        return self.better_color(word, -white, {"keep": value, "swap": -value})

    def swap_or_ten(self) -> Advice:
        """Black's choice: offer ten fifth stones if even the tenth-best is favourable, else take the better colour."""
        stones = self.fifth_stones(10)
        values: dict[str | int, int | None] = {"keep": stones[0], "swap": -stones[0]}
        if len(stones) == 10:
            values["ten"] = stones[-1]
            if stones[-1] > 0:
                known = {choice: None if self.are_swapped_after(choice) else value for choice, value in values.items()}
                return self.chosen("ten", Aim.MANY_GOOD, stones[0], known)
        return self.better_color("swap" if stones[0] < 0 else "keep", stones[0], values)

    def better_color(self, word: str, black: int, values: Mapping[str | int, int | None]) -> Advice:
        """Advice on colours: those that can be swapped later have no value."""
        known = {choice: None if self.are_swapped_after(choice) else value for choice, value in values.items()}
        return self.chosen(word, Aim.BETTER_COLOR if known[word] is not None else Aim.FOR_NOW, black, known)

    def are_swapped_after(self, answer: Answer) -> bool:
        """Whether a player can choose or swap colours between this answer and normal play."""
        twin = self.game.copy()
        twin.decide(answer)
        while (decision := twin.decision) is not None and decision.step != "play":
            if decision.kind is Kind.CHOICE:
                return True
            if decision.kind is Kind.STONE:
                twin.play(twin.allowed_cells()[0])
            elif decision.kind is Kind.NUMBER:
                twin.decide(decision.choices[0])
            else:  # fifth stones are offered last
                break
        return False

    def number(self, choices: list[int]) -> Advice:
        """Number of fifth stones to request: the one whose worst stone leaves the most even game."""
        stones = self.fifth_stones(max(choices))
        worst = {n: stones[min(n, len(stones)) - 1] for n in choices}
        number = min(choices, key=lambda n: abs(worst[n]))
        # the other player then takes the better colour, whichever it is
        return self.chosen(number, Aim.EVEN_OFFER, stones[0], {n: -abs(value) for n, value in worst.items()})

    def chosen(self, word: str | int, aim: Aim, black: int, values: Mapping[str | int, int | None]) -> Advice:
        """Advice with all answers of the question: the chosen one first, then by value."""

        def rank(choice: str | int) -> tuple[bool, float]:
            value = values.get(choice)
            return choice != word, float("inf") if value is None else -value

        ranked = sorted(self.decision.choices, key=rank)
        choices = tuple(Choice(choice, values.get(choice)) for choice in ranked)
        return Advice(word, aim, black, choices, self.line_after(word))

    def line_after(self, answer: Answer) -> tuple[Cell, ...]:
        """The expected moves, unless the opening has further questions after the answer."""
        twin = self.game.copy()
        twin.decide(answer)
        is_play = twin.decision is not None and twin.decision.step == "play"
        return self.expected[:EXPECTED_MOVES] if is_play else ()

    def white_value(self) -> int:
        """Value of the position for White, allowing for an announced number of fifth stones."""
        announced = self.announced()
        if announced:
            values = self.fifth_stones(announced)
            return -values[-1]
        limit = self.budget.share(1)
        if limit is None:
            value = self.engine.evaluate(self.game)
        else:
            result = self.engine.search(self.game, limit)
            value, self.expected = result.score, result.pv
        return value - self.bias_after(0)[1] if self.game.to_move is Color.O else -value

    def announced(self) -> int | None:
        """Number of fifth stones Black must offer, if White has just announced one."""
        last = self.game.actions[-1] if self.game.actions else None
        if isinstance(last, Decided) and isinstance(last.answer, int):
            return last.answer
        return None

    def fifth_stones(self, count: int) -> list[int]:
        """Values for Black of the best fifth stones, best first, at most `count`."""
        self.allowed = [
            cell
            for cell in ((x, y) for y in range(self.game.rules.height) for x in range(self.game.rules.width))
            if self.game.stone(cell) is None and not self.game.captures(cell)
        ]
        cells = self.near()
        order = self.ranked(cells, lambda value: value, keep=count)
        return [-self.values[cell] for cell in order[:count]] or [0]

    # --- ranking cells ---

    def best(self, cells: list[Cell], cost: Callable[[int], float]) -> Cell:
        """The cell of lowest cost."""
        return self.ranked(cells, cost)[0]

    def ranked(self, cells: list[Cell], cost: Callable[[int], float], keep: int = 1) -> list[Cell]:
        """Sort cells by cost, lowest first, where `cost` maps the value for the side then to move.

        Successive elimination: all cells are evaluated statically, the best are searched, the best third of those
        searched longer, and so on down to `keep` cells.
        """
        cells = cells[: max(keep, self.budget.most(len(cells)))]
        self.values = dict.fromkeys(cells, 0)
        for cell in cells:
            if self.budget.most(3) == 3:  # on a slow machine even static evaluation may exceed the budget
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
        self.order = order
        return order

    def look(self, cell: Cell, limit: Limit) -> None:
        """Search the position after a stone on the cell, if the budget allows."""
        limit_now = self.budget.share(1)
        if limit_now is None:
            return
        result = self.engine.search(self.with_stone(cell), replace(limit, time=limit_now.time))
        self.budget.spend(result)
        if result.depth > 0:
            self.values[cell], self.replies[cell] = result.score, result.pv

    def with_stone(self, cell: Cell) -> Game:
        """The position with one more stone, under the rules of normal play."""
        twin = self.plain.copy()
        try:
            twin.play(cell)
        except IllegalMove:  # forbidden in normal play, but legal in this opening
            rows = self.game.rows()
            x, y = cell
            rows[y] = rows[y][:x] + self.game.to_move + rows[y][x + 1 :]
            return Game.from_rows(self.game.rules, rows, self.game.to_move.other)
        return twin
