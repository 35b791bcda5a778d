"""Runs the engine within the memory limit and the time limit, until it is stopped."""

import math
import random
import warnings
from dataclasses import replace
from time import monotonic

from gomoku.brain.errors import OUT_OF_MEMORY
from gomoku.brain.settings import MEGABYTE, Settings
from gomoku.brain.stop_signal import StopSignal
from gomoku.brain.time_manager import MIN_SEARCH_TIME, TimeManager
from gomoku.engine import LEVELS, Engine, Limit, Result, answer, play_at
from gomoku.engine.engine import time_margin
from gomoku.rules import Cell, Game, Rules

MAX_HASH_MB = 256.0
"""Maximum hash table in MB; more is never filled at tournament time controls."""
MIN_HASH_MB = 1 / 256
"""Minimum hash table in MB."""
BASE_MB = 24.0
"""MB reserved for everything but the hash table, with one thread. Measured: 12 to 16 MB, depending on the rules."""
PER_THREAD_MB = 2.0
"""MB reserved for each further thread. Measured: 1.4 MB for board, stack and move lists."""
READY_MB = 4.0
"""MB of the hash table to begin with: clearing a large one takes longer than a short turn."""
GROWTH_SHARE = 0.05
"""Share of a move's time that may go to the rest of the hash table, if the manager has left no other time for it."""
IMMEDIATE = Limit(time=0.05, depth=1)


class EngineDriver:
    """Finds moves with an engine that is kept between moves."""

    def __init__(self, settings: Settings, time_manager: TimeManager, stop_signal: StopSignal) -> None:
        self.settings, self.time_manager, self.stop_signal = settings, time_manager, stop_signal
        self.result: Result | None = None
        """Result of the last search; None if the last move needed none or had to be found with less memory."""
        self._engine: Engine | None = None
        self._configuration: tuple[Rules, int, float] | None = None
        self._share = 1.0
        """Fraction of the intended hash table that could be allocated."""
        self._random = random.Random()

    # --- the engine ---

    def prepare(self, rules: Rules) -> Engine:
        """Return the engine for the rules and current settings. A previous engine is freed first.

        A new engine begins with a part of its hash table, because the manager's clock may be running: `grow` adds the
        rest.
        """
        wanted = self._wanted(rules)
        if self._engine is None or wanted != self._configuration:
            self.close()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about a hash table smaller than requested, which is fine here
                try:
                    self._engine = Engine(*wanted, ready_mb=READY_MB)
                except OUT_OF_MEMORY:
                    self._engine = Engine(rules, 1, MIN_HASH_MB)
            self._configuration = wanted
        return self._engine

    def grow(self) -> None:
        """Bring a further slice of the hash table into use, in a few milliseconds."""
        if self._engine is not None:
            self._engine.grow()

    def is_prepared(self, rules: Rules) -> bool:
        """The engine is that of the rules and current settings, with its whole hash table."""
        return self._configuration == self._wanted(rules) and self._engine is not None and self._engine.is_grown

    def forget(self) -> None:
        """Clear everything learnt in earlier games."""
        if self._engine is not None:
            self._engine.new_game()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
        self._engine = self._configuration = None

    @property
    def hash_mb(self) -> float:
        """Current size of the hash table in MB."""
        return self._engine.memory_mb if self._engine else 0.0

    def _wanted(self, rules: Rules) -> tuple[Rules, int, float]:
        settings = self.settings
        hash_mb, memory = MAX_HASH_MB, settings.memory
        if memory is not None:
            hash_mb = min(hash_mb, memory / MEGABYTE - BASE_MB - PER_THREAD_MB * (settings.threads - 1))
        if settings.hash_kb is not None:
            hash_mb = min(hash_mb, settings.hash_kb / 1024)
        hash_mb = max(MIN_HASH_MB, hash_mb * self._share)
        # rounded down as the table is, so that small changes need no new engine
        return rules, settings.threads, 2.0 ** math.floor(math.log2(hash_mb))

    # --- answers ---

    def move(self, game: Game, asked: float) -> Cell:
        """Find a move for the side to move, for a command received at `asked`."""
        self.result = None
        if not any(row.strip(".") for row in game.rows()):
            return game.rules.centre
        with self.stop_signal.during(asked, self._stop_engine):
            try:
                self.result = self._search(self.prepare(game.rules), game, asked)
            except OUT_OF_MEMORY:
                return self._with_less_memory(game, asked)
        return self.result.move

    def swap2(self, opening: Game, asked: float) -> str | None:
        """Answer our decisions in a swap2 opening; returns "swap" if we take black.

        The stones we place are played in `opening`.
        """
        decision = opening.decision
        assert decision is not None
        us = decision.player
        with self.stop_signal.during(asked, self._stop_engine):
            engine = self.prepare(opening.rules)
            limit = self._limit(asked, opening)
            due = monotonic() + (limit.time or 0)
            while decision is not None and decision.player is us:
                share = max(MIN_SEARCH_TIME, (due - monotonic()) / _decisions_left(decision.step, len(opening.moves)))
                found = answer(engine, opening, replace(limit, time=share, soft=None), self._random)
                if found == "black":
                    return "swap"
                opening.decide(found)
                if decision.step == "play":
                    break
                decision = opening.decision
        return None

    def value(self, game: Game) -> int:
        """Static evaluation for the side to move."""
        return self.prepare(game.rules).evaluate(game)

    def _search(self, engine: Engine, game: Game, asked: float) -> Result:
        level, limit = self.settings.level, self._limit(asked, game)
        if self.settings.uses_book and (found := self._from_book(game, level)) is not None:
            return found
        if not engine.is_grown:
            until = monotonic() + GROWTH_SHARE * (limit.soft or limit.time or 0)
            while monotonic() < until and engine.grow():
                pass
            limit = self._limit(asked, game)
        if level is None or level == 10:
            return engine.search(game, limit)
        return play_at(engine, game, level, limit, self._random)

    def _from_book(self, game: Game, level: int | None) -> Result | None:
        """A book move; None if the level has no book, or if the manager limits depth or nodes: such searches are reproducible."""
        if not LEVELS[level or 10].uses_book or self.settings.max_depth or self.settings.max_nodes:
            return None
        from gomoku.engine.book import book_for  # imported late: most games do without it

        book = book_for(game.rules)
        return None if book is None else book.choose(game, self._random)

    def _with_less_memory(self, game: Game, asked: float) -> Cell:
        """Search again with a smaller hash table; if that fails too, take the legal move nearest to the centre."""
        self._share /= 4
        try:
            return self._search(self.prepare(game.rules), game, asked).move
        except OUT_OF_MEMORY:
            self.close()
            x, y = game.rules.centre
            return min(game.allowed_cells(), key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)

    def _limit(self, asked: float, game: Game) -> Limit:
        if self.stop_signal.is_stopped:
            return IMMEDIATE
        now = monotonic()
        rows = game.rows()
        moves, room = (sum(row.count(glyph) for row in rows) for glyph in (game.to_move, "."))
        budget = self.time_manager.budget(asked, now, moves, (room + 1) // 2)
        seconds, allowance = budget.hard, self.stop_signal.end_allowance()
        if allowance is not None:
            seconds = max(MIN_SEARCH_TIME, min(seconds, allowance))
        margin = time_margin(seconds)
        self.time_manager.aim(now + seconds - margin, margin)
        settings = self.settings
        if not settings.turn_ms and seconds <= MIN_SEARCH_TIME:  # as fast as possible, and preparing took most of it
            return replace(IMMEDIATE, depth=4, nodes=1000)
        return Limit(time=seconds, soft=budget.soft, nodes=settings.max_nodes, depth=settings.max_depth)

    def _stop_engine(self) -> None:
        if self._engine is not None:
            self._engine.stop()


def _decisions_left(step: str, stones: int) -> int:
    """Upper bound of the swap2 decisions still ours, including this one: stones, or a choice and the stones after it."""
    return {"s3": 3 - stones, "c1": 3, "s2": 5 - stones, "c2": 2}.get(step, 1)
