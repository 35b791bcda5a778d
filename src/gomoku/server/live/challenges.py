"""Challenges: one person invites another to a game, on whichever page the other is.

The database is the source of truth. A page is always sent the whole list of its visitor's challenges, so that a lost or
repeated message does no harm; other processes are notified, and poll as well. An accepted challenge and its room are
one transaction.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update

from gomoku.server.live.clients import Client
from gomoku.server.live.cluster import Cluster
from gomoku.server.live.matchmaking import by_lot, open_room
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people import names, origins, profiles, relations
from gomoku.server.people.games import slow_store
from gomoku.server.people.moderation import sanctions
from gomoku.server.rooms import referee
from gomoku.server.rooms.room import Room
from gomoku.server.storage.store import Store
from gomoku.server.storage.tables import challenge, visitor
from gomoku.server.wire import messages
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.people.account_messages import SanctionKind
from gomoku.server.wire.people.social_messages import (
    Challenge,
    ChallengeRequest,
    Challenges,
    ChallengeState,
    FirstMove,
    Relation,
)
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Correspondence, Moment, Options, Person, RoomKind

LAPSE: Final = 180_000
"""Milliseconds for which a challenge is open."""
SHOWN_ANSWERED: Final = 60_000
"""Milliseconds for which an answered challenge is still listed."""
MAX_OPEN: Final = 5
"""Open challenges of one person."""
MAX_RECEIVED: Final = 10
"""Open challenges to one person, from all challengers: each is a notice on every screen of theirs."""
ADDRESS_RATE: Final = (1 / 30, 20.0)
"""Challenges from an address, whose visitors may be one person with many accounts: per second, and burst."""
RATE_WINDOW: Final = 600_000
"""Milliseconds of the window in which challenges are counted."""
MAX_IN_WINDOW: Final = 20
"""Challenges of one person per window, at most."""
AFTER_DECLINED: Final = 120_000
"""Milliseconds after a refusal before the same person may be challenged again."""
RETENTION: Final = 86_400_000
"""Milliseconds for which challenges are kept."""
CLOCK_SKEW: Final = 10_000
"""Milliseconds by which a poll looks back: transactions become visible late."""

_options: Final = msgspec.json.Decoder(Options).decode


class Challengers:
    """Makes, answers and announces challenges."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        opened: Callable[[Room], None],
        clients: Callable[[], Iterable[Client]],
        cluster: Cluster,
    ) -> None:
        """`opened` is called with every room created here; `clients` lists the open pages of this process."""
        self._store = store
        self._now = now
        self._opened = opened
        self._clients = clients
        self._cluster = cluster
        self._rate = Buckets(*ADDRESS_RATE)
        self._polled: Moment = 0
        """Latest change that was announced."""

    async def challenge(self, who: str, request: ChallengeRequest, address: str = "") -> Challenge:
        """Challenge a person by name. `address`: key of the rate limit; empty for none. Raises Refusal."""
        now = self._now()
        _require_playable(request.options, who, now)
        if address and not self._rate.take(origins.network_of(address)):
            raise Refusal(Reason.TOO_FAST, "too many challenges from this address", wait=self._rate.interval)
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(9),
            "challenger": who,
            "first": request.first,
            "state": ChallengeState.OPEN,
        }
        row |= {"options": msgspec.json.encode(request.options).decode(), "created": now, "updated": now}

        def work(connection: Connection) -> str:
            sanctions.require(connection, who, SanctionKind.BAN, now)
            if names.unkept(connection, (who,)):
                raise Refusal(Reason.UNKEPT, "to challenge others, set a passphrase for your name first")
            _require_few_slow(connection, request.options, who)
            other: str = profiles.find(connection, request.name).id
            if other == who or relations.relation(connection, who, other) is Relation.BLOCK:
                raise Refusal(Reason.NOT_HERE, "that is you, or someone you have blocked")
            relations.require_unblocked(connection, who, other)
            connection.execute(delete(challenge).where(challenge.c.created < now - RETENTION))
            _require_rare(connection, who, other, now)
            connection.execute(insert(challenge).values(challenged=other, until=now + LAPSE, **row))
            return other

        other = await self._store.write(work)
        await self._tell(who, other)
        return await self._one(who, str(row["id"]))

    async def reply(self, who: str, name: str, accept: bool) -> Challenge:
        """Accept or decline a challenge. Raises Refusal."""
        now = self._now()

        def work(connection: Connection) -> tuple[str, Room | None]:
            mine = and_(challenge.c.id == name, challenge.c.challenged == who)
            row = connection.execute(select(challenge).where(mine).with_for_update()).one_or_none()
            if row is None or row.state != ChallengeState.OPEN or row.until <= now:
                raise Refusal(Reason.NO_OFFER, "that challenge is no longer open")
            room = None
            if accept:
                sanctions.require(connection, who, SanctionKind.BAN, now)
                relations.require_unblocked(connection, who, row.challenger)
                _require_few_slow(connection, _options(row.options), who)
                room = _open(connection, row, now)
            state = ChallengeState.ACCEPTED if accept else ChallengeState.DECLINED
            values = {"state": state, "room": room.id if room else None, "updated": now}
            connection.execute(update(challenge).where(mine).values(values))
            return row.challenger, room

        challenger, room = await self._store.write(work)
        if room is not None:
            self._opened(room)
        await self._tell(who, challenger)
        return await self._one(who, name)

    async def withdraw(self, who: str, name: str) -> None:
        """Withdraw a challenge. Raises Refusal."""

        def work(connection: Connection) -> str:
            mine = and_(challenge.c.id == name, challenge.c.challenger == who)
            row = connection.execute(select(challenge).where(mine).with_for_update()).one_or_none()
            if row is None or row.state != ChallengeState.OPEN:
                raise Refusal(Reason.NO_OFFER, "that challenge is no longer open")
            # lapsed rather than deleted: it still counts against the limits, and a poll of other processes sees it
            connection.execute(update(challenge).where(mine).values(until=0, updated=self._now()))
            return str(row.challenged)

        await self._tell(who, await self._store.write(work))

    async def of(self, who: str) -> Challenges:
        """A visitor's challenges: open, or answered a moment ago."""
        now = self._now()
        return await self._store.read(lambda connection: _listed(connection, who, now))

    async def _one(self, who: str, name: str) -> Challenge:
        """One challenge of a visitor, also if it has lapsed or was withdrawn meanwhile."""
        mine = and_(_is_of(who), challenge.c.id == name)
        found = await self._store.read(lambda connection: _described(connection, who, mine))
        if not found:
            raise Refusal(Reason.NO_OFFER, "that challenge is no longer open")
        return found[0]

    # --- notifying pages ---

    async def _tell(self, *visitors: str) -> None:
        for who in visitors:
            await self.tell_here(who)
            self._cluster.told(who)

    async def tell_here(self, who: str) -> None:
        """Send the list to the visitor's pages at this process."""
        pages = [client for client in self._clients() if client.visitor == who]
        if pages:
            news = await self.of(who)
            for client in pages:
                client.tell(news)

    async def poll(self) -> None:
        """Send the pages of this process what other processes have changed, in case a notification was lost."""
        since = self._polled - CLOCK_SKEW if self._polled else self._now() - LAPSE
        changed = select(challenge.c.challenger, challenge.c.challenged, challenge.c.updated)
        changed = changed.where(challenge.c.updated > since)
        rows = await self._store.read(lambda connection: connection.execute(changed).all())
        self._polled = max((row.updated for row in rows), default=self._polled)
        for who in {who for row in rows for who in (row.challenger, row.challenged)}:
            await self.tell_here(who)


def _require_playable(options: Options, who: str, now: Moment) -> None:
    """Refuse options that no online room can have."""
    seats = (messages.Me(), messages.OpenSeat())
    referee.create(messages.Create("challenge", options, *seats, kind=RoomKind.LISTED), who, now)


def _require_few_slow(connection: Connection, options: Options, who: str) -> None:
    """Refuse a slow game to a visitor who plays too many."""
    if isinstance(options.clock, Correspondence):
        slow_store.require_few(connection, who)


def _require_rare(connection: Connection, who: str, other: str, now: Moment) -> None:
    """Refuse too many challenges by one person, or to one person."""

    def count(*which: ColumnElement[bool]) -> int:
        mine = select(func.count()).select_from(challenge).where(challenge.c.challenger == who, *which)
        return connection.scalar(mine) or 0

    is_open = and_(challenge.c.state == ChallengeState.OPEN, challenge.c.until > now)
    to_them = challenge.c.challenged == other
    if count(is_open, to_them):
        raise Refusal(Reason.OFFER_PENDING, "they have not answered yet")
    if count(is_open) >= MAX_OPEN:
        raise Refusal(Reason.TOO_MANY, f"at most {MAX_OPEN} challenges at once")
    if count(challenge.c.created > now - RATE_WINDOW) >= MAX_IN_WINDOW:
        raise Refusal(Reason.TOO_FAST, "too many challenges; wait a few minutes")
    received = select(func.count()).select_from(challenge).where(is_open, to_them)
    if (connection.scalar(received) or 0) >= MAX_RECEIVED:
        raise Refusal(Reason.TOO_MANY, "this person has many challenges to answer; try again later")
    declined = and_(challenge.c.state == ChallengeState.DECLINED, challenge.c.updated > now - AFTER_DECLINED)
    if count(declined, to_them):
        raise Refusal(Reason.TOO_SOON, "they have just declined", wait=AFTER_DECLINED)


def _open(connection: Connection, row: Row[Any], now: Moment) -> Room:
    """Create the room of an accepted challenge, both seated as the challenger wanted."""
    known = _names(connection, [row])
    challenger, challenged = (Person(who, known[who]) for who in (row.challenger, row.challenged))
    seats = {FirstMove.ME: (challenger, challenged), FirstMove.OTHER: (challenged, challenger)}
    first, second = seats.get(FirstMove(row.first)) or by_lot(challenger, challenged)
    return open_room(connection, first, second, _options(row.options), now)


def _listed(connection: Connection, who: str, now: Moment) -> Challenges:
    is_open = and_(challenge.c.state == ChallengeState.OPEN, challenge.c.until > now)
    answered = and_(challenge.c.state != ChallengeState.OPEN, challenge.c.updated > now - SHOWN_ANSWERED)
    return Challenges(_described(connection, who, and_(_is_of(who), or_(is_open, answered))))


def _is_of(who: str) -> ColumnElement[bool]:
    return or_(challenge.c.challenger == who, challenge.c.challenged == who)


def _described(connection: Connection, who: str, which: ColumnElement[bool]) -> tuple[Challenge, ...]:
    """Challenges as a visitor sees them, the oldest first."""
    rows = connection.execute(select(challenge).where(which).order_by(challenge.c.created)).all()
    known = _names(connection, rows)
    return tuple(
        Challenge(
            id=row.id,
            by=known[row.challenger],
            to=known[row.challenged],
            mine=row.challenger == who,
            options=_options(row.options),
            first=FirstMove(row.first),
            until=row.until,
            state=ChallengeState(row.state),
            room=row.room or "",
        )
        for row in rows
    )


def _names(connection: Connection, rows: Iterable[Row[Any]]) -> dict[str, str]:
    people = sorted({who for row in rows for who in (row.challenger, row.challenged)})
    return {row.id: row.name for row in connection.execute(select(visitor).where(visitor.c.id.in_(people)))}
