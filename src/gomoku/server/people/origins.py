"""Origins: addresses from which visitors play or write in online rooms.

Two players who share an address may be one person, and their rated game does not count; a guest with the address of somebody
who was sent away may be the same one. An origin is recorded when a visitor creates a room, sits down, gets ready or writes as
a spectator, and kept for a day.
"""

import ipaddress
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from gomoku.server.storage.tables import origin
from gomoku.server.wire.values import Moment

RETENTION: Final = 86_400_000
"""Milliseconds for which an origin is kept."""
_HOME_PREFIX: Final = 64
"""Bits of an IPv6 address that all computers of one home share."""


def network_of(address: str) -> str:
    """The network that the addresses of one home share."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:50]
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, _HOME_PREFIX), strict=False))
    return str(known)


NOTED_AGAIN: Final = RETENTION // 2
"""Milliseconds after which an origin is recorded again."""


def is_noted(connection: Connection, room: str, visitor: str, address: str, now: Moment) -> bool:
    """Was this address of a visitor recorded not long ago?"""
    here = (origin.c.game_id == room, origin.c.visitor == visitor, origin.c.network == network_of(address))
    return connection.scalar(select(origin.c.at).where(*here, origin.c.at > now - NOTED_AGAIN)) is not None


def seen_at(connection: Connection, room: str, address: str) -> set[str]:
    """The visitors who were in a room from an address."""
    here = (origin.c.game_id == room, origin.c.network == network_of(address))
    return set(connection.scalars(select(origin.c.visitor).where(*here)))


def note(connection: Connection, room: str, visitor: str, address: str, now: Moment) -> None:
    """Record the address from which a visitor plays in a room."""
    connection.execute(delete(origin).where(origin.c.at < now - RETENTION))
    here = {"game_id": room, "visitor": visitor, "network": network_of(address)}
    same = [column == here[column.name] for column in (origin.c.game_id, origin.c.visitor, origin.c.network)]
    connection.execute(delete(origin).where(*same))
    connection.execute(insert(origin).values(**here, at=now))


def are_shared(connection: Connection, room: str, first: str, second: str) -> bool:
    """Did these two play in a room from one address?"""

    def networks(visitor: str) -> set[str]:
        query = select(origin.c.network).where(origin.c.game_id == room, origin.c.visitor == visitor)
        return set(connection.scalars(query))

    return not networks(first).isdisjoint(networks(second))
