"""Relations: the people whom a visitor follows or has blocked; one of the two at most for each person."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select

from gomoku.server.storage.tables import relation as table
from gomoku.server.storage.tables import visitor
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people.social_messages import Relation, RelationList
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment

MAX_RELATIONS: Final = 1_000
"""People that one visitor may follow or block."""


def relate(connection: Connection, who: str, other: str, kind: Relation | None, now: Moment) -> None:
    """Follow or block a person, or neither. Raises Refusal."""
    if who == other:
        raise Refusal(Reason.NOT_HERE, "that is you")
    connection.execute(delete(table).where(table.c.visitor == who, table.c.other == other))
    if kind is None:
        return
    if (connection.scalar(select(func.count()).select_from(table).where(table.c.visitor == who)) or 0) >= MAX_RELATIONS:
        raise Refusal(Reason.TOO_MANY, f"at most {MAX_RELATIONS} people")
    connection.execute(insert(table).values(visitor=who, other=other, kind=kind, at=now))


def relation(connection: Connection, who: str, other: str) -> Relation | None:
    """The relation of a visitor to a person."""
    kind = connection.scalar(select(table.c.kind).where(table.c.visitor == who, table.c.other == other))
    return None if kind is None else Relation(kind)


def followers(connection: Connection, person: str) -> int:
    """Number of people with a passphrase who follow a person: cookies cost nothing."""
    query = select(func.count()).select_from(table.join(visitor, visitor.c.id == table.c.visitor))
    query = query.where(table.c.other == person, table.c.kind == Relation.FOLLOW, visitor.c.sign_in.is_not(None))
    return connection.scalar(query) or 0


def others(connection: Connection, who: str, kind: Relation) -> set[str]:
    """The people whom a visitor follows, or has blocked."""
    return set(connection.scalars(select(table.c.other).where(table.c.visitor == who, table.c.kind == kind)))


def blocks(connection: Connection, visitors: Iterable[str]) -> set[frozenset[str]]:
    """Pairs among these visitors of whom one has blocked the other."""
    asked = sorted(set(visitors))
    among = and_(table.c.visitor.in_(asked), table.c.other.in_(asked), table.c.kind == Relation.BLOCK)
    rows = connection.execute(select(table.c.visitor, table.c.other).where(among))
    return {frozenset((who, other)) for who, other in rows}


def require_unblocked(connection: Connection, who: str, *people: str) -> None:
    """Refuse a visitor whom any of these people has blocked."""
    blockers = and_(table.c.visitor.in_(sorted(people)), table.c.other == who, table.c.kind == Relation.BLOCK)
    if connection.scalar(select(table.c.visitor).where(blockers).limit(1)) is not None:
        raise Refusal(Reason.BLOCKED, "this person has blocked you")


def listing(connection: Connection, who: str) -> RelationList:
    """The names of those whom a visitor follows, and has blocked."""
    query = select(visitor.c.name, table.c.kind).join(visitor, visitor.c.id == table.c.other)
    query = query.where(table.c.visitor == who, visitor.c.sign_in.is_not(None)).order_by(visitor.c.sign_in)
    rows = connection.execute(query).all()
    followed, blocked = (
        tuple(name for name, kind in rows if kind == wanted) for wanted in (Relation.FOLLOW, Relation.BLOCK)
    )
    return RelationList(followed, blocked)
