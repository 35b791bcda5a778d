"""Names and passphrases. Nobody needs one: a cookie says who a visitor is. A name and a passphrase bring it elsewhere.

Passphrases are kept as salted scrypt hashes. Guessing is slow by itself, and counted by address and by name in the
database, so that more processes do not mean more guesses.
"""

import asyncio
import base64
import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from gomoku.server.people import rating_store
from gomoku.server.people.names import is_taken, key_of
from gomoku.server.rooms.permissions import clean
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import attempt, visitor
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people_messages import SHORTEST_PASSPHRASE, Profile
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment, is_bot

COST: Final = (2**14, 8, 1)
"""Of scrypt: 16 MB and some 50 ms for each guess."""
AT_ONCE: Final = 2
"""Hashes that are worked out at the same time."""
WINDOW: Final = 600_000
"""Milliseconds in which attempts are counted together."""
BY_ADDRESS: Final = 20
BY_NAME: Final = 30
"""Attempts within that time."""


class Accounts:
    """Who is who, beyond the cookie."""

    def __init__(self, store: Store, now: Callable[[], Moment]) -> None:
        self._store = store
        self._now = now
        self._hashing = asyncio.Semaphore(AT_ONCE)
        self._nobody = ""

    async def profile(self, who: str) -> Profile:
        """What there is to know about a visitor."""

        def look(connection: Connection) -> Profile:
            row = connection.execute(select(visitor).where(visitor.c.id == who)).one_or_none()
            standings = rating_store.standings(connection, who)
            return Profile(who, row.name if row else "", bool(row and row.sign_in), standings)

        return await self._store.read(look)

    async def rename(self, who: str, name: str) -> Profile:
        """Be called so. A name that somebody signs in with is theirs alone. Raises Refusal."""
        name = _checked_name(who, name)

        def work(connection: Connection) -> None:
            _require_free(connection, who, name)
            row = connection.execute(select(visitor).where(visitor.c.id == who)).one_or_none()
            if row is None:
                connection.execute(insert(visitor).values(id=who, name=name, created=self._now()))
            else:
                values = {"name": name} | ({"sign_in": key_of(name)} if row.sign_in else {})
                connection.execute(update(visitor).where(visitor.c.id == who).values(values))

        await self._write(work)
        return await self.profile(who)

    async def secure(self, who: str, name: str, passphrase: str, current: str, address: str) -> Profile:
        """Set the name and passphrase by which somebody signs in elsewhere. Raises Refusal."""
        name = _checked_name(who, name)
        if len(_text(passphrase)) < SHORTEST_PASSPHRASE:
            raise Refusal(Reason.BAD_OPTIONS, f"a passphrase has at least {SHORTEST_PASSPHRASE} characters")
        await self._count(f"address {address}", BY_ADDRESS)
        query = select(visitor.c.passphrase).where(visitor.c.id == who)
        before: str | None = await self._store.read(lambda connection: connection.scalar(query))
        if before is not None:
            await self._count(f"visitor {who}", BY_NAME)
            if not await self._fits(current, before):
                raise Refusal(Reason.BAD_PASSPHRASE, "the passphrase so far is another one")
        hashed = await self._hash(passphrase)

        def work(connection: Connection) -> None:
            _require_free(connection, who, name)
            values = {"name": name, "sign_in": key_of(name), "passphrase": hashed}
            changed = connection.execute(update(visitor).where(visitor.c.id == who).values(values))
            if changed.rowcount == 0:
                connection.execute(insert(visitor).values(id=who, created=self._now(), **values))

        await self._write(work)
        return await self.profile(who)

    async def sign_in(self, name: str, passphrase: str, address: str) -> Profile:
        """Whose name and passphrase these are. Raises Refusal; it does not say which of the two is wrong."""
        key = key_of(name)
        await self._count(f"address {address}", BY_ADDRESS)
        await self._count(f"name {key}", BY_NAME)
        query = select(visitor.c.id, visitor.c.passphrase).where(visitor.c.sign_in == key)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            self._nobody = self._nobody or await self._hash(secrets.token_hex())
        # a name that nobody has takes as long as one that somebody has
        fits = await self._fits(passphrase, row.passphrase if row else self._nobody)
        if row is None or not fits:
            raise Refusal(Reason.BAD_PASSPHRASE, "nobody has this name and this passphrase")
        return await self.profile(row.id)

    # --- inside ---

    async def _write(self, work: Callable[[Connection], None]) -> None:
        try:
            await self._store.write(work)
        except IntegrityError:  # somebody was quicker
            raise Refusal(Reason.NAME_TAKEN, "somebody else has that name") from None

    async def _count(self, key: str, most: int) -> None:
        """One more attempt. Raises Refusal where there were too many."""
        now = self._now()

        def work(connection: Connection) -> int | None:
            connection.execute(delete(attempt).where(attempt.c.since < now - WINDOW))
            query = select(attempt.c.since, attempt.c.count.label("made")).where(attempt.c.key == key)
            row = connection.execute(query.with_for_update()).one_or_none()
            if row is None:
                connection.execute(insert(attempt).values(key=key, count=1, since=now))
            elif row.made >= most:
                return int(row.since + WINDOW - now)
            else:
                connection.execute(update(attempt).where(attempt.c.key == key).values(count=attempt.c.count + 1))
            return None

        try:
            wait = await self._store.write(work)
        except IntegrityError:  # the first two at the same moment
            wait = await self._store.write(work)
        if wait is not None:
            raise Refusal(Reason.TOO_FAST, f"too many attempts; wait {wait // 1000 + 1} s", wait=wait)

    async def _hash(self, passphrase: str) -> str:
        salt = secrets.token_bytes(16)
        async with self._hashing:
            digest = await asyncio.to_thread(_scrypt, passphrase, salt)
        return f"scrypt${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"

    async def _fits(self, passphrase: str, hashed: str) -> bool:
        _, salt, digest = hashed.split("$")
        async with self._hashing:
            found = await asyncio.to_thread(_scrypt, passphrase, base64.b64decode(salt))
        return hmac.compare_digest(found, base64.b64decode(digest))


def _scrypt(passphrase: str, salt: bytes) -> bytes:
    n, r, p = COST
    return hashlib.scrypt(_text(passphrase).encode(), salt=salt, n=n, r=r, p=p, maxmem=2 * 128 * n * r, dklen=32)


def _text(passphrase: str) -> str:
    """The same however a keyboard spells it."""
    return unicodedata.normalize("NFKC", passphrase)


def _checked_name(who: str, name: str) -> str:
    if is_bot(who):
        raise Refusal(Reason.NOT_OWNER, "names and passphrases are for people")
    name = clean(name)
    if not name:
        raise Refusal(Reason.BAD_OPTIONS, "a name has at least one letter")
    return name


def _require_free(connection: Connection, who: str, name: str) -> None:
    if is_taken(connection, who, name):
        raise Refusal(Reason.NAME_TAKEN, "somebody else has that name")
