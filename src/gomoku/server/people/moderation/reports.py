"""Reports of one visitor about another, with the chat of the room, for moderators only."""

import secrets
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, and_, func, insert, select

from gomoku.server.people.moderation import moderators, sanctions
from gomoku.server.rooms.permissions import clean
from gomoku.server.rooms.room import Room
from gomoku.server.storage.tables import game, report, visitor
from gomoku.server.wire.messages import Reason, RoomSummary
from gomoku.server.wire.people.social_messages import Case, CaseList, Report, ReportReason, Taken
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import ChatLine, Moment

MAX_A_DAY: Final = 10
"""Reports of one visitor in a day."""
MAX_OPEN_ABOUT: Final = 50
"""Open reports about one person; further ones add nothing."""
DAY: Final = 86_400_000
CHAT_LINES: Final = 40
"""Lines of chat kept with a report."""
SHOWN_CASES: Final = 50
"""Cases per page."""
SHOWN_REPORTS: Final = 50
"""Reports shown with a case, the latest: all open ones, and of closed ones, which are never deleted, enough."""

_chat: Final = msgspec.json.Decoder(tuple[ChatLine, ...]).decode
_summary: Final = msgspec.json.Decoder(RoomSummary).decode


def make(
    connection: Connection,
    reporter: str,
    about: str,
    name: str,
    reason: ReportReason,
    text: str,
    room: Room | None,
    now: Moment,
    study: tuple[str, str] | None = None,
) -> None:
    """Store a report. `study`: id and title of one that it is about. Raises Refusal for a report about oneself, beyond the
    limits, or a second one about the same person."""
    if reporter == about:
        raise Refusal(Reason.NOT_HERE, "that is you")
    is_open = and_(report.c.about == about, report.c.closed.is_(None))
    if _count(connection, and_(is_open, report.c.reporter == reporter)):
        raise Refusal(Reason.NO_CHANGE, "you have reported this person; a moderator will look")
    if _count(connection, and_(report.c.reporter == reporter, report.c.at > now - DAY)) >= MAX_A_DAY:
        raise Refusal(Reason.TOO_FAST, f"at most {MAX_A_DAY} reports a day")
    if _count(connection, is_open) >= MAX_OPEN_ABOUT:
        return  # silently: the reporter need not know
    row: dict[str, Any] = {
        "id": secrets.token_urlsafe(9),
        "reporter": reporter,
        "about": about,
        "name": name,
        "reason": reason,
    }
    where, title = study or (None, room.title if room else "")
    row |= {"text": clean(text), "at": now, "room": room.id if room else None, "study": where, "title": title}
    row |= {"chat": msgspec.json.encode(room.chat[-CHAT_LINES:] if room else ()).decode()}
    connection.execute(insert(report).values(row))


def _count(connection: Connection, which: Any) -> int:
    return connection.scalar(select(func.count()).select_from(report).where(which)) or 0


def cases(
    connection: Connection,
    closed: bool,
    now: Moment,
    viewer: str = moderators.OPERATOR,
    offset: int = 0,
    mine: bool = False,
    person: str | None = None,
) -> CaseList:
    """A page of the people with open reports, or with none but closed ones, as a moderator sees them; the latest report first.
    `mine`: only those whom the viewer handles; `person`: only this one.

    Reports about the viewer are left out: they name who made them.
    """
    others = report.c.about != viewer
    is_open = and_(report.c.closed.is_(None), others)
    opened = select(report.c.about).where(is_open)
    which = and_(report.c.closed.is_not(None), report.c.about.not_in(opened), others) if closed else is_open
    listed = and_(which, report.c.taken == viewer) if mine else which
    listed = listed if person is None else and_(listed, report.c.about == person)
    latest = select(report.c.about).where(listed).group_by(report.c.about)
    latest = latest.order_by(func.max(report.c.at).desc(), report.c.about)
    people = list(connection.scalars(latest.limit(SHOWN_CASES).offset(offset)))
    age = func.row_number().over(partition_by=report.c.about, order_by=report.c.at.desc()).label("age")
    ranked = select(report, age).where(which, report.c.about.in_(people)).subquery()
    rows: dict[str, list[Row[Any]]] = {about: [] for about in people}
    for row in connection.execute(select(ranked).where(ranked.c.age <= SHOWN_REPORTS).order_by(ranked.c.age)):
        rows[row.about].append(row)
    shown = list(rows.items())
    games = _games(connection, {row.room for _, found in shown for row in found if row.room})
    named = {who for about, rows in shown for who in (about, *(row.reporter for row in rows))}
    names = _kept_names(connection, named | {row.taken for _, rows in shown for row in rows if row.taken})
    return CaseList(
        tuple(
            Case(
                person=about,
                name=names.get(about) or found[0].name,
                kept=about in names,
                reports=tuple(_report(row, names, games) for row in found),
                taken=_taken(found, names, viewer),
                sanctions=sanctions.in_force(connection, about, now),
                before=moderators.about(connection, about),
            )
            for about, found in shown
        ),
        open_cases(connection, viewer),
        connection.scalar(select(func.count(report.c.about.distinct())).where(listed)) or 0,
    )


def open_cases(connection: Connection, viewer: str) -> int:
    """Number of people with open reports, other than the viewer."""
    people = select(func.count(report.c.about.distinct())).where(report.c.closed.is_(None), report.c.about != viewer)
    return connection.scalar(people) or 0


def _games(connection: Connection, rooms: Iterable[str]) -> dict[str, RoomSummary]:
    """The rooms that still exist."""
    query = select(game.c.id, game.c.line).where(game.c.id.in_(sorted(rooms)))
    return {room: _summary(line) for room, line in connection.execute(query)}


def _taken(rows: Iterable[Row[Any]], names: dict[str, str], viewer: str) -> Taken | None:
    """The moderator who handles the reports about one person, later ones included."""
    by = next((row.taken for row in rows if row.closed is None and row.taken is not None), None)
    return None if by is None else Taken(names.get(by, ""), by == viewer)


def _report(row: Row[Any], names: dict[str, str], games: dict[str, RoomSummary]) -> Report:
    return Report(
        id=row.id,
        by=names.get(row.reporter, ""),
        reason=ReportReason(row.reason),
        text=row.text,
        at=row.at,
        room=row.room or "",
        study=row.study or "",
        title=row.title,
        chat=_chat(row.chat),
        game=games.get(row.room or ""),
        closed=row.closed,
    )


def _kept_names(connection: Connection, people: Iterable[str]) -> dict[str, str]:
    query = select(visitor.c.id, visitor.c.name).where(visitor.c.id.in_(sorted(people)), visitor.c.sign_in.is_not(None))
    return dict(connection.execute(query).all())


def name_in(room: Room, who: str) -> str | None:
    """The name under which a visitor plays or has written in a room; None if they did neither."""
    seats = room.held_by(who)
    said = [line.name for line in room.chat if line.visitor == who]
    return room.name(seats[0]) if seats else said[-1] if said else None
