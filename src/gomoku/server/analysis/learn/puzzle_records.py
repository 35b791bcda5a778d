"""Puzzle records: solved marks, streaks of daily puzzles, and ratings of visitors and puzzles.

The first try of a puzzle is a rated game between visitor and puzzle. It ends with the solution, a wrong move, or help.
A try counts only along the line that the server has answered itself: a page cannot invent the defender's replies.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from gomoku.server.analysis.learn import puzzles
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.rating.glicko import Glicko
from gomoku.server.rooms.rating.ratings import PlayerRating
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import puzzle_day, puzzle_rating, puzzle_try
from gomoku.server.wire.analysis.learn_messages import (
    DailyPuzzle,
    PuzzleAnswer,
    PuzzleList,
    PuzzleProgress,
    PuzzleRating,
    PuzzleSummary,
    Verdict,
)
from gomoku.server.wire.values import Cell, Moment

DAY: Final = 86_400_000
"""Milliseconds."""
HISTORY: Final = 60
"""Ratings of a visitor shown, at most."""

Rated = Literal["visitor", "puzzle"]


@dataclass(frozen=True)
class _Try:
    """A row of `puzzle_try`."""

    line: str = ""
    score: int | None = None
    rating: int | None = None
    deviation: int | None = None
    solved: bool = False
    shown: bool = False
    at: Moment = 0


class PuzzleRecords:
    """The records of all visitors and puzzles."""

    def __init__(self, store: Store, now: Callable[[], Moment]) -> None:
        self._store = store
        self._now = now

    async def tried(self, visitor: str, name: str, moves: Sequence[Cell], answer: PuzzleAnswer) -> None:
        """Count a try that was judged: `moves` and the answer to them."""
        now = self._now()

        def work(connection: Connection) -> None:
            before = _try(connection, visitor, name)
            if len(moves) > 1 and _text(moves[:-1]) != before.line:
                return
            if answer.verdict is Verdict.ON:
                assert answer.reply is not None
                _keep(connection, visitor, name, before, line=_text((*moves, answer.reply)))
                return
            is_solved = answer.verdict is Verdict.SOLVED
            after = _decided(connection, visitor, name, before, int(is_solved), now)
            after |= {"line": ""} if is_solved else {"line": _text(moves[:-1])}
            _keep(connection, visitor, name, before, **after, solved=before.solved or is_solved)
            if is_solved and not before.shown and name == puzzles.daily(now // DAY):
                _mark(connection, visitor, now // DAY)

        await self._write(work)

    async def helped(self, visitor: str, name: str, shown: bool = False) -> None:
        """End the first try with a hint, or with the solution (`shown`)."""
        now = self._now()

        def work(connection: Connection) -> None:
            before = _try(connection, visitor, name)
            after = _decided(connection, visitor, name, before, 0, now)
            _keep(connection, visitor, name, before, **after, shown=before.shown or (shown and not before.solved))

        await self._write(work)

    async def _write(self, work: Callable[[Connection], None]) -> None:
        try:
            await self._store.write(work)
        except IntegrityError:  # a concurrent request inserted the row first: retry
            await self._store.write(work)

    async def listing(self) -> PuzzleList:
        """Every puzzle with its rating."""
        query = select(puzzle_rating).where(puzzle_rating.c.kind == "puzzle")
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        known = {row.id: row for row in rows}

        def rated(line: PuzzleSummary) -> PuzzleSummary:
            row = known.get(line.id)
            return line if row is None else msgspec.structs.replace(line, elo=_rating(row).elo(0), solved=row.solved)

        return PuzzleList(tuple(map(rated, puzzles.listing().puzzles)))

    def daily(self) -> DailyPuzzle:
        """The puzzle of the day."""
        today = self._now() // DAY
        return DailyPuzzle(date_of(today), puzzles.daily(today - 1), puzzles.statement(puzzles.daily(today)))

    async def progress(self, visitor: str) -> PuzzleProgress:
        """Solved puzzles, rating and streaks of a visitor."""
        now = self._now()
        tried = select(puzzle_try).where(puzzle_try.c.visitor == visitor).order_by(puzzle_try.c.at, puzzle_try.c.puzzle)
        solved_on = select(puzzle_day.c.day).where(puzzle_day.c.visitor == visitor)

        def read(connection: Connection) -> PuzzleProgress:
            rows, days = connection.execute(tried).all(), set(connection.scalars(solved_on))
            today = now // DAY
            streak, best = streaks(days, today)
            return PuzzleProgress(
                _rating_of(connection, "visitor", visitor).elo(now),
                tuple(PuzzleRating(row.rating, row.deviation) for row in rows if row.score is not None)[-HISTORY:],
                tuple(row.puzzle for row in rows if row.solved),
                tuple(row.puzzle for row in rows if row.score == 0 and not row.solved),
                date_of(today),
                puzzles.daily(today),
                tuple(day in days for day in range(today - 6, today + 1)),
                streak,
                best,
            )

        return await self._store.read(read)


def date_of(day: int) -> str:
    """A day since 1970 as 2026-11-16."""
    return datetime.fromtimestamp(day * DAY / 1000, UTC).date().isoformat()


def streaks(days: Collection[int], today: int) -> tuple[int, int]:
    """Current and longest streak in days. The current one runs up to today, or to yesterday while today's puzzle is
    unsolved."""
    run: dict[int, int] = {}
    for day in sorted(days):
        run[day] = run.get(day - 1, 0) + 1
    return run.get(today) or run.get(today - 1, 0), max(run.values(), default=0)


def _text(moves: Sequence[Cell]) -> str:
    return " ".join(f"{x},{y}" for x, y in moves)


# --- rows ---


def _mine(visitor: str, name: str) -> ColumnElement[bool]:
    return and_(puzzle_try.c.visitor == visitor, puzzle_try.c.puzzle == name)


def _try(connection: Connection, visitor: str, name: str) -> _Try:
    """A visitor's tries of a puzzle, locked for update."""
    row = connection.execute(select(puzzle_try).where(_mine(visitor, name)).with_for_update()).one_or_none()
    if row is None:
        return _Try()
    return _Try(row.line, row.score, row.rating, row.deviation, row.solved, row.shown, row.at)


def _keep(connection: Connection, visitor: str, name: str, before: _Try, **changes: Any) -> None:
    values = vars(before) | changes
    if connection.execute(update(puzzle_try).where(_mine(visitor, name)).values(values)).rowcount == 0:
        connection.execute(insert(puzzle_try).values(visitor=visitor, puzzle=name, **values))


def _mark(connection: Connection, visitor: str, day: int) -> None:
    """Note that the daily puzzle was solved."""
    here = and_(puzzle_day.c.visitor == visitor, puzzle_day.c.day == day)
    if connection.scalar(select(puzzle_day.c.day).where(here)) is None:
        connection.execute(insert(puzzle_day).values(visitor=visitor, day=day))


def _decided(connection: Connection, visitor: str, name: str, before: _Try, score: int, now: Moment) -> dict[str, Any]:
    """Rate the first try, unless it is over already. Returns what it changes in the row of the try."""
    if before.score is not None:
        return {}
    puzzle = _rating_of(connection, "puzzle", name, lock=True)  # one lock order everywhere: no deadlock
    player = _rating_of(connection, "visitor", visitor, lock=True)
    player, puzzle = ratings.after_game((player, puzzle), score, 1.0, now)
    _rate(connection, "visitor", visitor, player, score)
    _rate(connection, "puzzle", name, puzzle, score)
    elo = player.elo(now)
    return {"score": score, "rating": elo.rating, "deviation": elo.deviation, "at": now}


def _rating_of(connection: Connection, kind: Rated, name: str, lock: bool = False) -> PlayerRating:
    query = select(puzzle_rating).where(puzzle_rating.c.kind == kind, puzzle_rating.c.id == name)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is not None:
        return _rating(row)
    return puzzles.first_rating(name) if kind == "puzzle" else PlayerRating()


def _rating(row: Any) -> PlayerRating:
    updated = row.updated if row.kind == "visitor" else 0  # the deviation of a puzzle does not grow with time
    return PlayerRating(Glicko(row.value, row.deviation, row.volatility), row.tries, updated)


def _rate(connection: Connection, kind: Rated, name: str, now: PlayerRating, score: int) -> None:
    found = now.glicko
    values: dict[str, Any] = {"value": found.rating, "deviation": found.deviation, "volatility": found.volatility}
    values |= {"tries": now.games, "updated": now.updated}
    here = and_(puzzle_rating.c.kind == kind, puzzle_rating.c.id == name)
    changed = update(puzzle_rating).where(here).values(values | {"solved": puzzle_rating.c.solved + score})
    if connection.execute(changed).rowcount == 0:
        connection.execute(insert(puzzle_rating).values(kind=kind, id=name, solved=score, **values))
