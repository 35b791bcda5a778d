"""Moderators: who they are, what they do, and the log of it. `gomoku moderate` and the moderators' page do the same."""

import secrets
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, and_, case, delete, func, insert, select, update

from gomoku.server.people import names
from gomoku.server.people.moderation import sanctions
from gomoku.server.rooms.lookalikes import skeleton
from gomoku.server.rooms.permissions import clean
from gomoku.server.storage.tables import (
    game,
    moderation,
    moderator,
    report,
    seek,
    study,
    tournament,
    tournament_player,
    visitor,
)
from gomoku.server.wire.analysis.study_messages import Access, StudySummary
from gomoku.server.wire.messages import Reason, RoomSummary
from gomoku.server.wire.people.account_messages import Sanction, SanctionKind
from gomoku.server.wire.people.social_messages import LogEntry, ModerationLog, ModerationRequest, ModeratorAction
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment, RoomKind

OPERATOR: Final = ""
"""The moderator at the command line, who may appoint others."""
SHOWN_BEFORE: Final = 10
"""Earlier actions shown with a case."""
MINUTE: Final = 60_000

_IMPOSED: Final = {
    ModeratorAction.WARN: SanctionKind.WARNING,
    ModeratorAction.MUTE: SanctionKind.MUTE,
    ModeratorAction.BAN: SanctionKind.BAN,
}
_LIFTED: Final = {ModeratorAction.UNMUTE: SanctionKind.MUTE, ModeratorAction.UNBAN: SanctionKind.BAN}


def is_moderator(connection: Connection, who: str) -> bool:
    """Is a visitor a moderator who still has a passphrase?"""
    kept = select(moderator.c.visitor).join(visitor, visitor.c.id == moderator.c.visitor)
    return connection.scalar(kept.where(moderator.c.visitor == who, visitor.c.sign_in.is_not(None))) is not None


def all_moderators(connection: Connection) -> list[str]:
    """All moderators."""
    kept = select(moderator.c.visitor).join(visitor, visitor.c.id == moderator.c.visitor)
    return list(connection.scalars(kept.where(visitor.c.sign_in.is_not(None))))


def require_moderator(connection: Connection, who: str) -> None:
    """Refuse everyone but moderators."""
    if not is_moderator(connection, who):
        raise Refusal(Reason.NOT_MODERATOR, "that is for moderators")


def act(connection: Connection, by: str, request: ModerationRequest, now: Moment) -> None:
    """Carry out an action and log it. A server closes rooms and ends the games of banned players later. Raises
    Refusal."""
    person, action = request.person or "", request.action
    lasts = request.minutes is not None and action is not ModeratorAction.WARN
    until = now + (request.minutes or 0) * MINUTE if lasts else None
    called = _name(connection, person)
    closes = action in (ModeratorAction.CLOSE_ROOM, ModeratorAction.CLOSE_STUDY)
    if action is ModeratorAction.CLOSE_ROOM:
        called = _title(connection, request.room or "")
    if not (person or closes) or (person and person == by):
        raise Refusal(Reason.NOT_HERE, "a moderator acts on others")
    if by != OPERATOR and (
        is_moderator(connection, person) or action in (ModeratorAction.GRANT, ModeratorAction.REVOKE)
    ):
        raise Refusal(Reason.NOT_OWNER, "only the operator decides about moderators")
    if action is ModeratorAction.CALL_OFF:
        raise Refusal(Reason.BAD_OPTIONS, "a tournament is called off at its own address")
    why = clean(request.why)
    if action is ModeratorAction.WARN and not why:
        raise Refusal(Reason.BAD_OPTIONS, "a warning needs words")
    if action is ModeratorAction.CLOSE_STUDY:
        called = _close_study(connection, request.study or "", by)
    elif action is ModeratorAction.RENAME:
        why = f"{why} ({called} → {_rename(connection, person, called)})"
        sanctions.impose(connection, person, Sanction(SanctionKind.WARNING, now, None, why))
    elif action in (ModeratorAction.TAKE, ModeratorAction.RELEASE):
        _take(connection, person, by if action is ModeratorAction.TAKE else None)
    elif action in _IMPOSED:
        sanctions.impose(connection, person, Sanction(_IMPOSED[action], now, until, why))
    elif action in _LIFTED:
        until = None
        if not sanctions.lift(connection, person, _LIFTED[action]):
            raise Refusal(Reason.NO_CHANGE, "there is nothing to lift")
    elif action is ModeratorAction.GRANT:
        if is_moderator(connection, person):
            raise Refusal(Reason.NO_CHANGE, "a moderator already")
        connection.execute(delete(moderator).where(moderator.c.visitor == person))
        connection.execute(insert(moderator).values(visitor=person, since=now))
    elif action is ModeratorAction.REVOKE:
        if connection.execute(delete(moderator).where(moderator.c.visitor == person)).rowcount == 0:
            raise Refusal(Reason.NO_CHANGE, "not a moderator")
    if action in _IMPOSED or action in (ModeratorAction.DISMISS, ModeratorAction.RENAME) or (closes and person):
        _close_reports(connection, person, now)
    row = {"id": secrets.token_urlsafe(9), "at": now, "moderator": by, "action": action, "about": person or None}
    row |= {"name": called, "room": request.room, "until": until, "why": why}
    row |= {"pending": action in (ModeratorAction.CLOSE_ROOM, ModeratorAction.BAN)}
    connection.execute(insert(moderation).values(row))


def called_off(connection: Connection, by: str, owner: str, name: str, now: Moment) -> None:
    """Log that a moderator has called off a tournament."""
    row = {"id": secrets.token_urlsafe(9), "at": now, "moderator": by, "action": ModeratorAction.CALL_OFF}
    row |= {"about": owner, "name": name, "room": None, "until": None, "why": "", "pending": False}
    connection.execute(insert(moderation).values(row))


def _take(connection: Connection, about: str, by: str | None) -> None:
    """Record who handles the open reports about a person; None releases them. Raises Refusal."""
    is_open = (report.c.about == about) & report.c.closed.is_(None)
    found = set(connection.scalars(select(report.c.taken).where(is_open)))
    if not found or found == {by}:
        raise Refusal(Reason.NO_CHANGE, "no such report to take" if by is None or not found else "you have it already")
    connection.execute(update(report).where(is_open).values(taken=by))


def _close_reports(connection: Connection, about: str, now: Moment) -> None:
    mine = (report.c.about == about) & report.c.closed.is_(None)
    connection.execute(update(report).where(mine).values(closed=now))


def _name(connection: Connection, person: str) -> str:
    """A person's name, or the name in the last report about them."""
    called = connection.scalar(select(visitor.c.name).where(visitor.c.id == person))
    reported = select(report.c.name).where(report.c.about == person).order_by(report.c.at.desc()).limit(1)
    return called or connection.scalar(reported) or ""


def _rename(connection: Connection, person: str, called: str) -> str:
    """Replace a person's name by a neutral, unused one, and return it. Raises Refusal for a visitor without a passphrase,
    whose name is stored in their browser."""
    kept = select(visitor.c.id).where(visitor.c.id == person, visitor.c.sign_in.is_not(None))
    if connection.scalar(kept) is None:
        raise Refusal(Reason.UNKEPT, "only a name with a passphrase can be replaced")
    while names.is_taken(connection, person, name := f"Player {secrets.randbelow(900_000) + 100_000}"):
        pass
    values = {"name": name, "sign_in": names.key_of(name), "skeleton": skeleton(name)}
    connection.execute(update(visitor).where(visitor.c.id == person).values(values))
    connection.execute(update(seek).where(seek.c.visitor == person).values(name=name))
    connection.execute(update(tournament_player).where(tournament_player.c.visitor == person).values(name=name))
    played = select(tournament_player.c.tournament).where(tournament_player.c.visitor == person)
    leader = case((tournament.c.leader == called, name), else_=tournament.c.leader)
    following = tournament.c.version + 1  # caches read it again
    changed = update(tournament).where(tournament.c.id.in_(played)).values(leader=leader, version=following)
    connection.execute(changed)
    return name


def _close_study(connection: Connection, id: str, by: str) -> str:
    """Make a study private that others could see; returns its title. Raises Refusal."""
    row = connection.execute(select(study.c.owner, study.c.access, study.c.line).where(study.c.id == id)).one_or_none()
    if row is None or row.access == Access.PRIVATE:
        raise Refusal(Reason.UNKNOWN_ROOM, "there is no such study")
    if row.owner == by or (by != OPERATOR and is_moderator(connection, row.owner)):
        raise Refusal(Reason.NOT_OWNER, "only the operator decides about moderators")
    line = msgspec.structs.replace(msgspec.json.decode(row.line, type=StudySummary), access=Access.PRIVATE)
    values = {"access": Access.PRIVATE, "line": msgspec.json.encode(line)}
    connection.execute(update(study).where(study.c.id == id).values(values))
    return line.title


def _title(connection: Connection, room: str) -> str:
    """The title of an online room. Raises Refusal if there is none."""
    line = connection.scalar(select(game.c.line).where(game.c.id == room, game.c.kind != RoomKind.LOCAL))
    if line is None:
        raise Refusal(Reason.UNKNOWN_ROOM, f"there is no online room {room}")
    return msgspec.json.decode(line, type=RoomSummary).title


def rooms_to_close(connection: Connection) -> list[str]:
    """Rooms that a moderator has closed and no server has removed yet."""
    marked = and_(moderation.c.pending, moderation.c.action == ModeratorAction.CLOSE_ROOM)
    return list(connection.scalars(select(moderation.c.room).where(marked)))


def room_closed(connection: Connection, room: str) -> None:
    """Record that a room was removed."""
    connection.execute(update(moderation).where(moderation.c.room == room).values(pending=False))


def bans_to_carry_out(connection: Connection) -> list[str]:
    """People whom a moderator has banned and whose games no server has ended yet."""
    marked = and_(moderation.c.pending, moderation.c.action == ModeratorAction.BAN)
    return list(connection.scalars(select(moderation.c.about).where(marked).distinct()))


def ban_carried_out(connection: Connection, person: str) -> None:
    """Record that the games of a banned person were ended."""
    theirs = and_(moderation.c.about == person, moderation.c.action == ModeratorAction.BAN)
    connection.execute(update(moderation).where(theirs).values(pending=False))


# --- the log ---


def log(connection: Connection, limit: int, offset: int) -> ModerationLog:
    """The log of moderation, latest first."""
    total = connection.scalar(select(func.count()).select_from(moderation)) or 0
    rows = connection.execute(_entries().limit(limit).offset(offset))
    return ModerationLog(tuple(map(_entry, rows)), total)


def about(connection: Connection, person: str) -> tuple[LogEntry, ...]:
    """The log of moderation for one person, latest first."""
    rows = connection.execute(_entries().where(moderation.c.about == person).limit(SHOWN_BEFORE))
    return tuple(map(_entry, rows))


def _entries() -> Any:
    query = select(moderation, visitor.c.name.label("by")).outerjoin(visitor, visitor.c.id == moderation.c.moderator)
    return query.order_by(moderation.c.at.desc(), moderation.c.id)


def _entry(row: Row[Any]) -> LogEntry:
    return LogEntry(
        at=row.at,
        by=row.by or "",
        action=ModeratorAction(row.action),
        about=row.name,
        person=row.about or "",
        room=row.room or "",
        until=row.until,
        why=row.why,
    )
