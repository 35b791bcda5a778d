"""Mutes, bans and warnings: read from the database with every command they concern, so that they hold at once in every process."""

from collections.abc import Iterable

from sqlalchemy import Connection, Row, and_, delete, insert, or_, select

from gomoku.server.storage.tables import sanction
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people.account_messages import Sanction, SanctionKind
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment

_REASONS = {SanctionKind.MUTE: Reason.SILENCED, SanctionKind.BAN: Reason.EXPELLED}


def in_force(connection: Connection, visitor: str, now: Moment) -> tuple[Sanction, ...]:
    """The sanctions against a visitor that are in force."""
    lasts = or_(sanction.c.until.is_(None), sanction.c.until > now)
    rows = connection.execute(select(sanction).where(sanction.c.visitor == visitor, lasts).order_by(sanction.c.kind))
    return tuple(map(_sanction, rows))


def _sanction(row: Row[tuple[object, ...]]) -> Sanction:
    return Sanction(SanctionKind(row.kind), row.since, row.until, row.why)


def require(connection: Connection, visitor: str, kind: SanctionKind, now: Moment) -> None:
    """Refuse a muted or banned visitor, with the moderator's words as the detail."""
    for found in in_force(connection, visitor, now):
        if found.kind is kind:
            wait = None if found.until is None else found.until - now
            raise Refusal(_REASONS[kind], found.why, wait=wait)


def banned(connection: Connection, visitors: Iterable[str], now: Moment) -> set[str]:
    """The banned ones among these visitors."""
    lasts = or_(sanction.c.until.is_(None), sanction.c.until > now)
    theirs = and_(sanction.c.visitor.in_(sorted(visitors)), sanction.c.kind == SanctionKind.BAN)
    return set(connection.scalars(select(sanction.c.visitor).where(theirs, lasts)))


def impose(connection: Connection, visitor: str, found: Sanction) -> None:
    """Put a mute, a ban or a warning in force, in place of an earlier one."""
    lift(connection, visitor, found.kind)
    row = {"visitor": visitor, "kind": found.kind, "since": found.since, "until": found.until, "why": found.why}
    connection.execute(insert(sanction).values(row))


def lift(connection: Connection, visitor: str, kind: SanctionKind) -> bool:
    """End a mute or ban, or mark a warning as read; False if there is none."""
    mine = and_(sanction.c.visitor == visitor, sanction.c.kind == kind)
    return connection.execute(delete(sanction).where(mine)).rowcount > 0
