"""Origins: addresses of the players of rated games.

Two players who share an address may be one person, and their game does not count. An origin is recorded when a player
gets ready, and kept for a day.
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
