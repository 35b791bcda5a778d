"""What thinks: the engine in the size that memory allows, within the time that the clock allows, until it is interrupted."""

import math
import random
import warnings
from dataclasses import replace
from time import monotonic

from gomoku.brain.errors import NO_MEMORY
from gomoku.brain.settings import MEGABYTE, Settings
from gomoku.brain.stop_signal import Interruption
from gomoku.brain.time_manager import SHORTEST, Clock
from gomoku.engine import Engine, Limit, Result, answer, play_at
from gomoku.engine.engine import time_margin
from gomoku.rules import Cell, Game, Rules

LARGEST_HASH = 256.0
"""MB: no game at a board's pace fills more."""
SMALLEST_HASH = 1 / 256
BASE = 24.0
"""MB set aside for everything but the hash with one thread. It takes 12 to 16, as the rules are."""
PER_THREAD = 2.0
"""MB for each further thread; its board, stack and lists take 1.4."""
AT_ONCE = Limit(time=0.05, depth=1)


class Thinker:
    """Finds moves, and keeps its engine from one to the next."""

    def __init__(self, settings: Settings, clock: Clock, interruption: Interruption) -> None:
        self.settings, self.clock, self.interruption = settings, clock, interruption
        self.result: Result | None = None
        """How the last move was found, where one search found it."""
        self._engine: Engine | None = None
        self._made_for: tuple[Rules, int, float] | None = None
        self._share = 1.0
        """How much of the hash there turned out to be memory for."""
        self._luck = random.Random()

    # --- the engine ---

    def prepare(self, rules: Rules) -> Engine:
        """The engine that rules and settings ask for. What was held before is given back first."""
        wanted = self._wanted(rules)
        if self._engine is None or wanted != self._made_for:
            self.close()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of a smaller hash: that is what we want
                try:
                    self._engine = Engine(*wanted)
                except NO_MEMORY:
                    self._engine = Engine(rules, 1, SMALLEST_HASH)
            self._made_for = wanted
        return self._engine

    def is_prepared(self, rules: Rules) -> bool:
        return self._made_for == self._wanted(rules)

    def forget(self) -> None:
        """Nothing of the games before is remembered."""
        if self._engine is not None:
            self._engine.new_game()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
        self._engine = self._made_for = None

    @property
    def hash_mb(self) -> float:
        """What the hash takes at present."""
        return self._engine.memory_mb if self._engine else 0.0

    def _wanted(self, rules: Rules) -> tuple[Rules, int, float]:
        settings = self.settings
        hash_mb, memory = LARGEST_HASH, settings.memory
        if memory is not None:
            hash_mb = min(hash_mb, memory / MEGABYTE - BASE - PER_THREAD * (settings.threads - 1))
        if settings.hash_kb is not None:
            hash_mb = min(hash_mb, settings.hash_kb / 1024)
        hash_mb = max(SMALLEST_HASH, hash_mb * self._share)
        return (
            rules,
            settings.threads,
            2.0 ** math.floor(math.log2(hash_mb)),
        )  # as the table is: what differs less is the same

    # --- answers ---

    def move(self, game: Game, asked: float) -> Cell:
        """The move for the side to move, for a command that came at that moment."""
        self.result = None
        if not any(row.strip(".") for row in game.rows()):
            return game.rules.centre  # there is nothing to think about
        with self.interruption.of(asked, self._tell_engine):
            try:
                self.result = self._search(self.prepare(game.rules), game, asked)
            except NO_MEMORY:
                return self._with_less_memory(game, asked)
        return self.result.move

    def swap2(self, opening: Game, asked: float) -> str | None:
        """Answer the decisions of an opening until it is another's turn; "swap" where we take black.

        The stones we place are played in the game that was given.
        """
        decision = opening.decision
        assert decision is not None
        us = decision.player
        with self.interruption.of(asked, self._tell_engine):
            engine = self.prepare(opening.rules)
            limit = self._limit(asked, opening)
            due = monotonic() + (limit.time or 0)
            while decision is not None and decision.player is us:
                share = max(SHORTEST, (due - monotonic()) / _to_come(decision.step, len(opening.moves)))
                found = answer(engine, opening, replace(limit, time=share, soft=None), self._luck)
                if found == "black":
                    return "swap"
                opening.decide(found)
                if decision.step == "play":
                    break
                decision = opening.decision
        return None

    def value(self, game: Game) -> int:
        """What the position is worth to the side to move, at a glance."""
        return self.prepare(game.rules).evaluate(game)

    def _search(self, engine: Engine, game: Game, asked: float) -> Result:
        level, limit = self.settings.level, self._limit(asked, game)
        if level is None or level == 10:
            return engine.search(game, limit)
        return play_at(engine, game, level, limit, self._luck)

    def _with_less_memory(self, game: Game, asked: float) -> Cell:
        """Go on with a smaller hash; where even that is too much, with any move that is legal."""
        self._share /= 4
        try:
            return self._search(self.prepare(game.rules), game, asked).move
        except NO_MEMORY:
            self.close()
            x, y = game.rules.centre
            return min(game.allowed_cells(), key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)

    def _limit(self, asked: float, game: Game) -> Limit:
        if self.interruption.is_stopped:
            return AT_ONCE
        now = monotonic()
        rows = game.rows()
        moves, room = (sum(row.count(glyph) for row in rows) for glyph in (game.to_move, "."))
        budget = self.clock.budget(asked, now, moves, (room + 1) // 2)
        seconds, farewell = budget.hard, self.interruption.farewell()
        if farewell is not None:
            seconds = max(SHORTEST, min(seconds, farewell))
        margin = time_margin(seconds)
        self.clock.aim(now + seconds - margin, margin)
        settings = self.settings
        if not settings.turn_ms and seconds <= SHORTEST:  # as fast as possible, and getting ready took its time
            return replace(AT_ONCE, depth=4, nodes=1000)
        return Limit(time=seconds, soft=budget.soft, nodes=settings.max_nodes, depth=settings.max_depth)

    def _tell_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()


def _to_come(step: str, stones: int) -> int:
    """How many decisions of swap2 are still ours at most, this one included: stones, or a choice and what follows it."""
    return {"s3": 3 - stones, "c1": 3, "s2": 5 - stones, "c2": 2}.get(step, 1)
