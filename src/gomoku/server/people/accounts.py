"""Accounts: names, and passphrases that carry an identity to another browser.

An account is optional: a visitor is identified by a signed cookie. Passphrases are stored as Argon2id hashes. Attempts
to sign in are counted in the database, per address and per name, so that the limit holds across processes. Attempts by
others never lock an account's owner out.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gomoku.server.people import origins, passphrases
from gomoku.server.people.games import rating_store
from gomoku.server.people.moderation import moderators, sanctions
from gomoku.server.people.names import is_taken, key_of
from gomoku.server.rooms.lookalikes import skeleton
from gomoku.server.rooms.permissions import clean
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import attempt, known_network, visitor
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people.account_messages import MIN_PASSPHRASE_LENGTH, Profile, SanctionKind
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Moment, is_bot

CONCURRENT_HASHES: Final = 2
"""Passphrases hashed at the same time; each takes memory and a thread."""
ATTEMPT_WINDOW: Final = 600_000
"""Milliseconds after which attempts are no longer counted."""
ATTEMPTS_PER_ADDRESS: Final = 20
"""Failed attempts per address and window."""
ATTEMPTS_PER_NAME: Final = 10
"""Failed attempts per name and address in a window."""
ATTEMPTS_FROM_ANYWHERE: Final = 200
"""Failed attempts per name in a window from addresses that it has never signed in from. It stays open from the known
ones, so that guesses by others cannot lock a player out."""
KNOWN_RETENTION: Final = 400 * 86_400_000
"""Milliseconds for which an account's addresses are remembered; as long as a cookie."""


class Accounts:
    """Profiles, names and passphrases of visitors."""

    def __init__(self, store: Store, now: Callable[[], Moment]) -> None:
        self._store = store
        self._now = now
        self._hashing = asyncio.Semaphore(CONCURRENT_HASHES)
        self._decoy = ""
        """A hash to verify against if the name is unknown."""

    async def profile(self, who: str) -> Profile:
        """The profile of a visitor: name, whether a passphrase is set, ratings."""

        def read(connection: Connection) -> Profile:
            row = connection.execute(select(visitor).where(visitor.c.id == who)).one_or_none()
            standings = rating_store.standings(connection, who, self._now())
            taken = sanctions.in_force(connection, who, self._now())
            is_moderator = moderators.is_moderator(connection, who)
            name, motto = (row.name, row.motto) if row else ("", "")
            return Profile(who, name, bool(row and row.sign_in), standings, is_moderator, taken, motto)

        return await self._store.read(read)

    async def rename(self, who: str, name: str) -> Profile:
        """Change a visitor's name. The name of an account is reserved to it. Raises Refusal."""
        name = _checked_name(who, name)

        def work(connection: Connection) -> None:
            _require_free(connection, who, name)
            row = connection.execute(select(visitor).where(visitor.c.id == who)).one_or_none()
            if row is None:
                connection.execute(insert(visitor).values(id=who, name=name, created=self._now()))
            else:
                kept = {"sign_in": key_of(name), "skeleton": skeleton(name)} if row.sign_in else {}
                values = {"name": name} | kept
                connection.execute(update(visitor).where(visitor.c.id == who).values(values))

        await self._write(work)
        return await self.profile(who)

    async def set_motto(self, who: str, motto: str) -> Profile:
        """Change the motto on a person's public page. Raises Refusal for visitors without a public page and for muted
        ones."""

        def work(connection: Connection) -> None:
            sanctions.require(connection, who, SanctionKind.MUTE, self._now())
            kept = and_(visitor.c.id == who, visitor.c.sign_in.is_not(None))
            if connection.execute(update(visitor).where(kept).values(motto=clean(motto))).rowcount == 0:
                raise Refusal(Reason.UNKEPT, "a motto needs a name with a passphrase")

        await self._store.write(work)
        return await self.profile(who)

    async def secure(self, who: str, name: str, passphrase: str, current: str, address: str) -> Profile:
        """Set the name and passphrase that a visitor signs in with elsewhere. Raises Refusal."""
        name = _checked_name(who, name)
        passphrase, current = _normalized(passphrase), _normalized(current)
        if len(passphrase) < MIN_PASSPHRASE_LENGTH:
            raise Refusal(Reason.BAD_OPTIONS, f"a passphrase needs at least {MIN_PASSPHRASE_LENGTH} characters")
        await self._count_attempt(f"address {origins.network_of(address)}", ATTEMPTS_PER_ADDRESS)
        query = select(visitor.c.passphrase).where(visitor.c.id == who)
        before: str | None = await self._store.read(lambda connection: connection.scalar(query))
        if before is not None:
            await self._count_attempt(f"visitor {who}", ATTEMPTS_PER_NAME)
            if not await self._verify(current, before):
                raise Refusal(Reason.BAD_PASSPHRASE, "the current passphrase is wrong")
        hashed = await self._hash(passphrase)

        def work(connection: Connection) -> None:
            _require_free(connection, who, name)
            values = {"name": name, "sign_in": key_of(name), "skeleton": skeleton(name), "passphrase": hashed}
            changed = connection.execute(update(visitor).where(visitor.c.id == who).values(values))
            if changed.rowcount == 0:
                connection.execute(insert(visitor).values(id=who, created=self._now(), **values))

        await self._write(work)
        return await self.profile(who)

    async def sign_in(self, name: str, passphrase: str, address: str) -> Profile:
        """The profile that a name and passphrase belong to. Raises Refusal, without saying which of them is wrong."""
        key, passphrase = key_of(name), _normalized(passphrase)
        network = origins.network_of(address)
        query = select(visitor.c.id, visitor.c.passphrase).where(visitor.c.sign_in == key)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        limits = {f"address {network}": ATTEMPTS_PER_ADDRESS, f"{network} {key}": ATTEMPTS_PER_NAME}
        if row is None or not await self._is_known(row.id, network):
            limits[f"name {key}"] = ATTEMPTS_FROM_ANYWHERE
        for name_of_limit, most in limits.items():
            await self._count_attempt(name_of_limit, most)
        if row is None:  # hash all the same: the response time must not tell which names exist
            self._decoy = self._decoy or await self._hash(secrets.token_hex())
        is_right = await self._verify(passphrase, row.passphrase if row else self._decoy)
        if row is None or not is_right:
            raise Refusal(Reason.BAD_PASSPHRASE, "wrong name or passphrase")
        now = self._now()
        await self._store.read(lambda connection: sanctions.require(connection, row.id, SanctionKind.BAN, now))
        await self._store.write(lambda connection: self._succeeded(connection, row.id, network, limits))
        if passphrases.needs_rehash(row.passphrase):
            await self._rehash(row.id, passphrase, row.passphrase)
        return await self.profile(row.id)

    async def _is_known(self, who: str, network: str) -> bool:
        """Has the account signed in from here before?"""
        here = and_(known_network.c.visitor == who, known_network.c.network == network)
        query = select(known_network.c.at).where(here)
        return await self._store.read(lambda connection: connection.scalar(query)) is not None

    def _succeeded(self, connection: Connection, who: str, network: str, limits: Iterable[str]) -> None:
        """Remember where the account signed in, and take this attempt off the counters."""
        now = self._now()
        here = and_(known_network.c.visitor == who, known_network.c.network == network)
        connection.execute(delete(known_network).where(or_(known_network.c.at < now - KNOWN_RETENTION, here)))
        connection.execute(insert(known_network).values(visitor=who, network=network, at=now))
        failed = attempt.c.key.in_([key[:200] for key in limits])
        connection.execute(update(attempt).where(failed, attempt.c.count > 0).values(count=attempt.c.count - 1))

    async def _write(self, work: Callable[[Connection], None]) -> None:
        try:
            await self._store.write(work)
        except IntegrityError:  # lost the race for the name
            raise Refusal(Reason.NAME_TAKEN, "that name is taken") from None

    async def _count_attempt(self, key: str, most: int) -> None:
        """Count one more attempt. Raises Refusal beyond the limit."""
        key, now = key[:200], self._now()

        def work(connection: Connection) -> int | None:
            connection.execute(delete(attempt).where(attempt.c.since < now - ATTEMPT_WINDOW))
            query = select(attempt.c.since, attempt.c.count.label("made")).where(attempt.c.key == key)
            row = connection.execute(query.with_for_update()).one_or_none()
            if row is None:
                connection.execute(insert(attempt).values(key=key, count=1, since=now))
            elif row.made >= most:
                return int(row.since + ATTEMPT_WINDOW - now)
            else:
                connection.execute(update(attempt).where(attempt.c.key == key).values(count=attempt.c.count + 1))
            return None

        try:
            wait = await self._store.write(work)
        except IntegrityError:  # two first attempts at the same time
            wait = await self._store.write(work)
        if wait is not None:
            raise Refusal(Reason.TOO_FAST, f"too many attempts; wait {wait // 1000 + 1} s", wait=wait)

    async def _rehash(self, who: str, passphrase: str, before: str) -> None:
        """Replace a hash of an older algorithm or cost, unless the passphrase was changed meanwhile."""
        hashed = await self._hash(passphrase)
        same = (visitor.c.id == who) & (visitor.c.passphrase == before)
        await self._store.write(
            lambda connection: connection.execute(update(visitor).where(same).values(passphrase=hashed))
        )

    async def _hash(self, passphrase: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(passphrases.hashed, passphrase)

    async def _verify(self, passphrase: str, hashed: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(passphrases.verify, passphrase, hashed)


def _normalized(passphrase: str) -> str:
    """The same text for every way to type it: keyboards compose accents differently."""
    return unicodedata.normalize("NFKC", passphrase)


def _checked_name(who: str, name: str) -> str:
    if is_bot(who):
        raise Refusal(Reason.NOT_OWNER, "bots cannot have a name or passphrase of their own")
    name = clean(name)
    if not name:
        raise Refusal(Reason.BAD_OPTIONS, "a name needs at least one letter")
    return name


def _require_free(connection: Connection, who: str, name: str) -> None:
    if is_taken(connection, who, name):
        raise Refusal(Reason.NAME_TAKEN, "that name is taken")
