"""Tokens by which programs come in: made by a person or by the host, shown once, kept as a digest.

Each token speaks for a bot, an identity of its own that everybody can tell from a person: its id begins with `bot-`.
Whoever has a token is that bot; whoever made it can take it back at any moment. 256 random bits need no slow hash.
"""

import asyncio
import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from sqlalchemy import Connection as Transaction
from sqlalchemy import delete, func, insert, select, update

from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import token
from gomoku.server.wire.messages import Reason, TokenSummary
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import BOT_ID_PREFIX, Moment

SCHEME: Final = "gomoku_"
"""What every token begins with, so that people and scanners know one when they see it."""
SHOWN: Final = len(SCHEME) + 4
"""Characters of a token that lists show."""
MOST_TOKENS: Final = 20
"""Of one person."""
MOST_SOCKETS: Final = 20
"""Of one token."""
USED_EVERY: Final = 60_000
"""Milliseconds: how exactly the last use of a token is noted."""
LOOK: Final = 5.0
"""Seconds until another process, or the command line, has taken a token back everywhere."""
REQUESTS: Final = (20.0, 100.0)
"""HTTP requests of one token: so many a second, and so many at once."""
FAILURES: Final = (0.5, 20.0)
"""Unknown tokens from one address: so many a second, and so many at once."""
MADE: Final = (1 / 60, 10.0)
"""Tokens that one person makes: so many a second, and so many at once."""
REVOKED: Final = 4401
"""Close code: the token was taken back."""


@dataclass(frozen=True)
class Bearer:
    """Who a token speaks for."""

    token: str
    """The token's own id."""
    visitor: str


class Connection(Protocol):
    """An open socket."""

    token: str
    """The id of the token it was opened with; empty for a browser."""

    def drop(self, code: int, why: str) -> None:
        """Close it."""
        ...


Connections = Callable[[], Iterable[Connection]]
"""Lists the open sockets of this process."""


class Tokens:
    """All tokens of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._failures = Buckets(*FAILURES)
        self._requests = Buckets(*REQUESTS)
        self._made = Buckets(*MADE)

    async def bearer(self, secret: str, address: str, now: Moment) -> Bearer:
        """Who comes with this token. Raises Refusal where nobody does, or too often."""
        query = select(token.c.id, token.c.visitor, token.c.used).where(token.c.hash == _digest(secret))
        row = None
        if secret.startswith(SCHEME) and len(secret) < 100:
            row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            if not self._failures.take(address):
                raise Refusal(Reason.TOO_FAST, "too many unknown tokens from this address")
            raise Refusal(Reason.BAD_TOKEN, "the token is not known, or was taken back")
        if not self._requests.take(row.id):
            raise Refusal(Reason.TOO_FAST, "too many requests with this token")
        if row.used is None or row.used < now - USED_EVERY:
            note = update(token).where(token.c.id == row.id).values(used=now)
            with contextlib.suppress(StoreError):  # nothing depends on it
                await self._store.write(lambda connection: connection.execute(note))
        return Bearer(row.id, row.visitor)

    async def create(self, owner: str, name: str, now: Moment, bot: str | None = None) -> tuple[str, TokenSummary]:
        """A new token for a new bot, or for one that the same person has already. Raises Refusal.

        The token itself is given here and never again. An empty `owner` is the host, who is not limited.
        """
        name = " ".join(name.split())
        if not name:
            raise Refusal(Reason.MALFORMED, "a token needs a name")
        if owner and not self._made.take(owner):
            raise Refusal(Reason.TOO_FAST, "too many tokens at once; wait a minute")
        secret = SCHEME + secrets.token_urlsafe(32)
        line = TokenSummary(
            id=secrets.token_hex(8),
            name=name,
            prefix=secret[:SHOWN],
            bot=bot or BOT_ID_PREFIX + secrets.token_urlsafe(12),
            created=now,
        )
        row: dict[str, str | int] = {"id": line.id, "hash": _digest(secret), "prefix": line.prefix, "name": name}
        row |= {"owner": owner, "visitor": line.bot, "created": now}

        def work(connection: Transaction) -> None:
            mine = select(func.count()).select_from(token).where(token.c.owner == owner)
            if owner and (connection.scalar(mine) or 0) >= MOST_TOKENS:
                raise Refusal(Reason.TOO_MANY, f"you have {MOST_TOKENS} tokens; take one back first")
            if bot and not connection.scalar(mine.where(token.c.visitor == bot)):
                raise Refusal(Reason.NOT_OWNER, "that is no bot of yours")
            connection.execute(insert(token).values(row))

        await self._store.write(work)
        return secret, line

    async def of(self, owner: str) -> list[TokenSummary]:
        """The tokens that somebody made, newest first."""
        query = select(token).where(token.c.owner == owner).order_by(token.c.created.desc(), token.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [TokenSummary(r.id, r.name, r.prefix, r.visitor, r.created, r.used) for r in rows]

    async def revoke(self, name: str, owner: str | None = None) -> None:
        """Take a token back; only its owner's where one is named. Raises Refusal where there is none."""
        statement = delete(token).where(token.c.id == name)
        if owner is not None:
            statement = statement.where(token.c.owner == owner)
        if await self._store.write(lambda connection: connection.execute(statement).rowcount) != 1:
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such token")

    async def watch(self, connections: Connections) -> None:
        """Close the sockets of tokens that were taken back elsewhere: by another process or on the command line."""
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(StoreError):  # the next look will do
                open_ones = {each.token for each in connections() if each.token}
                for gone in open_ones - await self._known(open_ones):
                    dismiss(connections(), gone)

    async def _known(self, names: Iterable[str]) -> set[str]:
        if not names:
            return set()
        query = select(token.c.id).where(token.c.id.in_(sorted(names)))
        return await self._store.read(lambda connection: set(connection.scalars(query)))


def dismiss(connections: Iterable[Connection], name: str) -> None:
    """Close every socket of a token."""
    for each in connections:
        if each.token == name:
            each.drop(REVOKED, "the token was taken back")


def is_full(connections: Iterable[Connection], name: str) -> bool:
    """Has a token as many sockets as it may have?"""
    return sum(each.token == name for each in connections) >= MOST_SOCKETS


def bearer_of(authorization: str) -> str | None:
    """The token of an `Authorization` header; None where it is of another kind."""
    kind, _, secret = authorization.strip().partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
