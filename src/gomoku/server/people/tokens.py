"""API tokens for bots: created by a visitor or the operator, shown once, stored as a digest.

A token authenticates a bot, a separate identity whose id starts with `bot-`. Its creator can revoke it at any time. The
tokens have 256 random bits, so a fast hash is enough.
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

TOKEN_PREFIX: Final = "gomoku_"
"""Prefix of all tokens, recognisable by people and secret scanners."""
SHOWN_LENGTH: Final = len(TOKEN_PREFIX) + 4
"""Leading characters of a token shown in lists."""
MAX_TOKENS: Final = 20
"""Tokens per visitor."""
MAX_SOCKETS: Final = 20
"""Open sockets per token."""
LAST_USED_RESOLUTION: Final = 60_000
"""Milliseconds between updates of a token's last use."""
POLL_INTERVAL: Final = 5.0
"""Seconds between polls for tokens revoked by other processes or the command line."""
REQUEST_RATE: Final = (20.0, 100.0)
"""HTTP requests per token: per second, and burst."""
FAILURE_RATE: Final = (0.5, 20.0)
"""Unknown tokens per address: per second, and burst."""
CREATION_RATE: Final = (1 / 60, 10.0)
"""Tokens created per visitor: per second, and burst."""
REVOKED: Final = 4401
"""WebSocket close code: the token was revoked."""


@dataclass(frozen=True)
class Bearer:
    """Bot authenticated by a token."""

    token: str
    """Id of the token."""
    visitor: str


class TokenSocket(Protocol):
    """An open socket, as far as tokens are concerned."""

    token: str
    """Id of the token it was opened with; empty for a browser."""

    def drop(self, code: int, why: str) -> None:
        """Close the socket."""
        ...


TokenSockets = Callable[[], Iterable[TokenSocket]]
"""Lists the open sockets of this process."""


class Tokens:
    """Creates, lists, revokes and verifies tokens, with rate limits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._failures = Buckets(*FAILURE_RATE)
        self._requests = Buckets(*REQUEST_RATE)
        self._made = Buckets(*CREATION_RATE)

    async def authenticate(self, secret: str, address: str, now: Moment) -> Bearer:
        """The bot of a token. Raises Refusal if the token is unknown or over its rate limit."""
        query = select(token.c.id, token.c.visitor, token.c.used).where(token.c.hash == _digest(secret))
        row = None
        if secret.startswith(TOKEN_PREFIX) and len(secret) < 100:
            row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            if not self._failures.take(address):
                raise Refusal(Reason.TOO_FAST, "too many unknown tokens from this address")
            raise Refusal(Reason.BAD_TOKEN, "the token is unknown or was revoked")
        if not self._requests.take(row.id):
            raise Refusal(Reason.TOO_FAST, "too many requests with this token")
        if row.used is None or row.used < now - LAST_USED_RESOLUTION:
            note = update(token).where(token.c.id == row.id).values(used=now)
            with contextlib.suppress(StoreError):  # informational only
                await self._store.write(lambda connection: connection.execute(note))
        return Bearer(row.id, row.visitor)

    async def create(self, owner: str, name: str, now: Moment, bot: str | None = None) -> tuple[str, TokenSummary]:
        """Create a token for a new bot or an existing bot of the same owner. Raises Refusal.

        Returns the token in plain text, which is not stored. An empty `owner` is the operator, without limits.
        """
        name = " ".join(name.split())
        if not name:
            raise Refusal(Reason.MALFORMED, "a token needs a name")
        if owner and not self._made.take(owner):
            raise Refusal(Reason.TOO_FAST, "too many tokens at once; wait a minute")
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        line = TokenSummary(
            id=secrets.token_hex(8),
            name=name,
            prefix=secret[:SHOWN_LENGTH],
            bot=bot or BOT_ID_PREFIX + secrets.token_urlsafe(12),
            created=now,
        )
        row: dict[str, str | int] = {"id": line.id, "hash": _digest(secret), "prefix": line.prefix, "name": name}
        row |= {"owner": owner, "visitor": line.bot, "created": now}

        def work(connection: Transaction) -> None:
            mine = select(func.count()).select_from(token).where(token.c.owner == owner)
            if owner and (connection.scalar(mine) or 0) >= MAX_TOKENS:
                raise Refusal(Reason.TOO_MANY, f"you have {MAX_TOKENS} tokens; revoke one first")
            if bot and not connection.scalar(mine.where(token.c.visitor == bot)):
                raise Refusal(Reason.NOT_OWNER, "that bot is not yours")
            connection.execute(insert(token).values(row))

        await self._store.write(work)
        return secret, line

    async def of(self, owner: str) -> list[TokenSummary]:
        """Tokens of an owner, newest first."""
        query = select(token).where(token.c.owner == owner).order_by(token.c.created.desc(), token.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [TokenSummary(r.id, r.name, r.prefix, r.visitor, r.created, r.used) for r in rows]

    async def revoke(self, name: str, owner: str | None = None) -> None:
        """Revoke a token; with `owner`, only if it is theirs. Raises Refusal if there is no such token."""
        statement = delete(token).where(token.c.id == name)
        if owner is not None:
            statement = statement.where(token.c.owner == owner)
        if await self._store.write(lambda connection: connection.execute(statement).rowcount) != 1:
            raise Refusal(Reason.UNKNOWN_ROOM, "there is no such token")

    async def watch(self, connections: TokenSockets) -> None:
        """Close the sockets of tokens revoked by another process or the command line."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            with contextlib.suppress(StoreError):  # retried at the next poll
                open_ones = {each.token for each in connections() if each.token}
                for gone in open_ones - await self._known(open_ones):
                    close_sockets(connections(), gone)

    async def _known(self, names: Iterable[str]) -> set[str]:
        if not names:
            return set()
        query = select(token.c.id).where(token.c.id.in_(sorted(names)))
        return await self._store.read(lambda connection: set(connection.scalars(query)))


def close_sockets(connections: Iterable[TokenSocket], name: str) -> None:
    """Close every socket of a token."""
    for each in connections:
        if each.token == name:
            each.drop(REVOKED, "the token was revoked")


def at_socket_limit(connections: Iterable[TokenSocket], name: str) -> bool:
    """Has a token MAX_SOCKETS open sockets?"""
    return sum(each.token == name for each in connections) >= MAX_SOCKETS


def bearer_of(authorization: str) -> str | None:
    """Bearer token of an `Authorization` header; None for other schemes."""
    kind, _, secret = authorization.strip().partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
