"""Slow games of a visitor in the database: whose turn it is, vacations, conditional moves.

Functions of a connection, to be called within a transaction.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update

from gomoku.server.rooms.slow import Facts, Plan
from gomoku.server.storage.tables import game, plan, vacation
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.slow_messages import VACATION_DAYS, PlanLine, SlowGame, SlowGames, VacationState
from gomoku.server.wire.values import DAY, Moment, Phase, Vacation

MAX_SLOW_GAMES: Final = 50
"""Slow games that one visitor plays at once; the text of `Reason.SLOW_GAMES` repeats the number."""

_summary: Final = msgspec.json.Decoder(RoomSummary).decode
_lines: Final = msgspec.json.Decoder(tuple[PlanLine, ...]).decode


def _played_by(visitor: str) -> ColumnElement[bool]:
    seated = or_(game.c.first == visitor, game.c.second == visitor)
    return and_(game.c.slow, game.c.phase == Phase.PLAYING, seated)


def require_few(connection: Connection, visitor: str) -> None:
    """Refuse a slow game to a visitor who plays too many."""
    count = select(func.count()).select_from(game).where(_played_by(visitor))
    if (connection.scalar(count) or 0) >= MAX_SLOW_GAMES:
        raise Refusal(Reason.SLOW_GAMES, f"you play {MAX_SLOW_GAMES} slow games already")


def rooms_of(connection: Connection, visitor: str) -> list[str]:
    """Rooms in which a visitor plays a slow game."""
    return list(connection.scalars(select(game.c.id).where(_played_by(visitor))))


def games_of(connection: Connection, visitor: str, now: Moment) -> SlowGames:
    """A visitor's slow games, the most urgent first, and the vacation."""
    rows = connection.execute(select(game.c.line, game.c.turn, game.c.deadline).where(_played_by(visitor)))
    games = [SlowGame(_summary(row.line), row.turn == visitor, row.deadline) for row in rows]
    games.sort(key=lambda each: (not each.mine, each.until or 0, each.line.room))
    return SlowGames(tuple(games), vacation_of(connection, visitor, now))


# --- vacations ---


def _row(connection: Connection, visitor: str) -> Row[Any] | None:
    return connection.execute(select(vacation).where(vacation.c.visitor == visitor).with_for_update()).one_or_none()


def _year(now: Moment) -> int:
    return datetime.fromtimestamp(now / 1000, UTC).year


def _state(row: Row[Any] | None, now: Moment) -> VacationState:
    if row is None:
        return VacationState(None, VACATION_DAYS)
    used = row.used if row.year == _year(now) else 0
    return VacationState(row.until if row.until > now else None, VACATION_DAYS - used)


def vacation_of(connection: Connection, visitor: str, now: Moment) -> VacationState:
    """A visitor's vacation, and the days left this year."""
    row = connection.execute(select(vacation).where(vacation.c.visitor == visitor)).one_or_none()
    return _state(row, now)


def take_vacation(connection: Connection, visitor: str, days: int, now: Moment) -> VacationState:
    """Begin a vacation. It counts for the year in which it begins. Raises Refusal."""
    row = _row(connection, visitor)
    before = _state(row, now)
    if before.until is not None:
        raise Refusal(Reason.NO_CHANGE, "you are on vacation already")
    if days > before.left:
        raise Refusal(Reason.BAD_OPTIONS, f"{before.left} days of vacation are left this year")
    values = {"since": now, "until": now + days * DAY, "year": _year(now), "used": VACATION_DAYS - before.left + days}
    if row is None:
        connection.execute(insert(vacation).values(visitor=visitor, **values))
    else:
        connection.execute(update(vacation).where(vacation.c.visitor == visitor).values(values))
    return VacationState(now + days * DAY, before.left - days)


def end_vacation(connection: Connection, visitor: str, now: Moment) -> None:
    """Come back from a vacation: days that have not begun are given back. Raises Refusal."""
    row = _row(connection, visitor)
    if row is None or row.until <= now:
        raise Refusal(Reason.NO_CHANGE, "you are not on vacation")
    values = {"until": now, "used": row.used - (row.until - now) // DAY}
    connection.execute(update(vacation).where(vacation.c.visitor == visitor).values(values))


# --- vacations and conditional moves of a room's players ---


def facts_of(connection: Connection, room: str, visitors: Sequence[str]) -> Facts:
    """Vacations and conditional moves of the players of a room."""
    rows = connection.execute(select(vacation).where(vacation.c.visitor.in_(visitors)))
    vacations = {row.visitor: Vacation(row.since, row.until) for row in rows}
    rows = connection.execute(select(plan).where(plan.c.game_id == room, plan.c.visitor.in_(visitors)))
    return Facts(vacations, {row.visitor: _plan(row) for row in rows})


def _plan(row: Row[Any]) -> Plan:
    return Plan(row.base, row.ply, _lines(row.data))


def put_plan(connection: Connection, room: str, visitor: str, new: Plan) -> None:
    """Store the conditional moves of a player in place of earlier ones."""
    mine = and_(plan.c.game_id == room, plan.c.visitor == visitor)
    connection.execute(delete(plan).where(mine))
    if new.lines:
        values = {"base": new.base, "ply": new.ply, "data": msgspec.json.encode(new.lines)}
        connection.execute(insert(plan).values(game_id=room, visitor=visitor, **values))


def read_facts(room: str, visitors: Sequence[str]) -> "partial[Facts]":
    """`facts_of` for a read transaction."""
    return partial(facts_of, room=room, visitors=visitors)
