"""Stored subscriptions: the browsers that receive a visitor's messages. Functions of a connection, to be called within a transaction."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, delete, insert, select

from gomoku.server.storage.tables import push_subscription as table
from gomoku.server.wire.values import DAY, Moment

MAX_SUBSCRIPTIONS: Final = 10
"""Browsers of one visitor; a further one takes the place of the oldest."""
RETENTION: Final = 180 * DAY
"""Milliseconds after which a browser is forgotten that has not come back: it subscribes again on every visit."""


@dataclass(frozen=True)
class Browser:
    """A subscribed browser: its endpoint and its encryption keys."""

    endpoint: str
    key: bytes
    auth: bytes


def add(connection: Connection, visitor: str, session: str, browser: Browser, now: Moment) -> None:
    """Subscribe a browser for a visitor; its subscription for another visitor ends."""
    connection.execute(delete(table).where(table.c.endpoint == browser.endpoint))
    row = {"endpoint": browser.endpoint, "visitor": visitor, "session": session, "at": now}
    connection.execute(insert(table).values(**row, key=browser.key, auth=browser.auth))
    latest = select(table.c.endpoint).where(table.c.visitor == visitor).order_by(table.c.at.desc(), table.c.endpoint)
    surplus = list(connection.scalars(latest.offset(MAX_SUBSCRIPTIONS).limit(100)))
    if surplus:
        connection.execute(delete(table).where(table.c.endpoint.in_(surplus)))


def forget_old(connection: Connection, now: Moment) -> None:
    """Delete subscriptions of browsers that have not come back for long."""
    connection.execute(delete(table).where(table.c.at < now - RETENTION))


def remove(connection: Connection, endpoint: str, visitor: str | None = None) -> None:
    """Delete the subscription of a browser; `visitor`: only if it is theirs."""
    mine = table.c.endpoint == endpoint
    connection.execute(delete(table).where(mine if visitor is None else and_(mine, table.c.visitor == visitor)))


def remove_session(connection: Connection, visitor: str, session: str | None) -> None:
    """Delete the subscription of a session that ends; None: all of the visitor's."""
    mine = table.c.visitor == visitor
    connection.execute(delete(table).where(mine if session is None else and_(mine, table.c.session == session)))


def browsers_of(connection: Connection, visitor: str) -> list[Browser]:
    """The browsers of a visitor."""
    rows = connection.execute(select(table).where(table.c.visitor == visitor))
    return [Browser(row.endpoint, row.key, row.auth) for row in rows]
