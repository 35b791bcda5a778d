"""The director: creates tournaments, lets visitors join and withdraw, and keeps all running tournaments going.

Any process of the server directs any tournament: every second it finds those with a step due, decides the next step,
and writes it if no other process was faster. No tournament is bound to a process.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from gomoku.server.ops.logs import fields
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people import names
from gomoku.server.people.moderation import moderators, sanctions
from gomoku.server.rooms.permissions import clean
from gomoku.server.rooms.rating import ratings
from gomoku.server.rooms.records import new_id
from gomoku.server.rooms.referee import checked_options
from gomoku.server.rooms.room import Room
from gomoku.server.storage.store import Conflict, Store, StoreError
from gomoku.server.tournaments import tournament as steps
from gomoku.server.tournaments import tournament_store, views
from gomoku.server.tournaments.known import KnownTournaments
from gomoku.server.tournaments.tournament import Pace, Tournament
from gomoku.server.wire.people.account_messages import SanctionKind
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.room_updates import RoomSummary
from gomoku.server.wire.tournament_messages import (
    TournamentList,
    TournamentSettings,
    TournamentView,
)
from gomoku.server.wire.values import Moment, Options, is_bot

log = logging.getLogger("gomoku.server")

SWEEP_INTERVAL: Final = 1.0
"""Seconds between sweeps over the tournaments."""
MAX_TOURNAMENTS: Final = 3
"""Open and running tournaments of one visitor."""
CREATION_RATE: Final = (1 / 60, 5.0)
"""Tournaments created per address: per second, and burst."""
JOIN_RATE: Final = (1 / 10, 30.0)
"""Players who join per address, over all tournaments: per second, and burst. New cookies would fill the places of a club otherwise."""
MAX_LEAD: Final = 31 * 86_400_000
"""Milliseconds that a tournament may be announced in advance."""
LISTED: Final = 50
"""Tournaments listed per page, at most."""
MAX_EXPORTED: Final = 2_000
"""Games of a tournament in one file."""
ATTEMPTS: Final = 10
"""Retries of a step that lost the compare-and-swap."""


class Director:
    """Directs the tournaments of a database, together with the directors of other processes."""

    def __init__(
        self, store: Store, now: Callable[[], Moment], opened: Callable[[Room], None], pace: Pace | None = None
    ) -> None:
        """`opened` is called with every room created here."""
        self._store = store
        self._now = now
        self._opened = opened
        self._pace = pace or Pace()
        self._creations = Buckets(*CREATION_RATE)
        self._joins = Buckets(*JOIN_RATE)
        self._known = KnownTournaments()

    # --- actions of visitors ---

    async def create(self, settings: TournamentSettings, visitor: str, address: str = "") -> TournamentView:
        """Announce a tournament. `address`: key of the rate limit; empty for none. Raises Refusal."""
        now = self._now()
        if is_bot(visitor):
            raise Refusal(Reason.NOT_OWNER, "only people can announce tournaments")
        settings = _checked(settings, now)
        if address and not self._creations.take(address):
            raise Refusal(Reason.TOO_FAST, "too many tournaments from this address", wait=self._creations.interval)
        made = Tournament(new_id(), visitor, settings, now, due=settings.starts or now + steps.OPEN_FOR)

        def write(connection: Connection) -> None:
            for kind in SanctionKind.BAN, SanctionKind.MUTE:  # a name and a description are for everyone
                sanctions.require(connection, visitor, kind, now)
            if tournament_store.count_of(connection, visitor) >= MAX_TOURNAMENTS:
                raise Refusal(Reason.TOO_MANY, f"you have {MAX_TOURNAMENTS} tournaments; end one first")
            tournament_store.create(connection, made)

        await self._store.write(write)
        return await self.view(made.id, visitor)

    async def join(self, id: str, visitor: str, name: str, address: str = "") -> TournamentView:
        """Enter a visitor. `address`: key of the rate limit; empty for none. Raises Refusal."""
        name, now = clean(name), self._now()
        if not name:
            raise Refusal(Reason.BAD_OPTIONS, "a player needs a name")
        if address and not self._joins.take(address):
            raise Refusal(Reason.TOO_FAST, "too many players from this address", wait=self._joins.interval)

        def check(connection: Connection, tournament: Tournament) -> int:
            sanctions.require(connection, visitor, SanctionKind.BAN, now)
            if names.is_taken(connection, visitor, name):
                raise Refusal(Reason.NAME_TAKEN, "that name is taken")
            if tournament.settings.rated and not is_bot(visitor) and names.unkept(connection, (visitor,)):
                raise Refusal(Reason.UNKEPT, "a rated tournament needs a name with a passphrase")
            return tournament_store.rating_of(connection, tournament.settings.rules, visitor, now)

        before = await self._load(id)
        rating = await self._store.read(lambda connection: check(connection, before))
        await self._change(id, lambda found: steps.join(found, visitor, name, is_bot(visitor), rating, now))
        return await self._went_on(id, visitor)

    async def withdraw(self, id: str, visitor: str) -> TournamentView:
        """Withdraw a visitor. Raises Refusal."""
        await self._change(id, lambda found: steps.withdraw(found, visitor, self._now()))
        return await self._went_on(id, visitor)

    async def start(self, id: str, visitor: str) -> TournamentView:
        """Start a tournament by hand. Raises Refusal."""
        await self._change(id, lambda found: steps.start(_owned(found, visitor), self._now()))
        return await self._went_on(id, visitor)

    async def remove(self, id: str, visitor: str, number: int) -> TournamentView:
        """Remove a player for good. Raises Refusal."""
        await self._change(id, lambda found: steps.remove(_owned(found, visitor), number, self._now()))
        return await self._went_on(id, visitor)

    async def cancel(self, id: str, visitor: str) -> None:
        """Call off a tournament; its owner may, and moderators, which is logged. Raises Refusal."""
        moderates = await self._store.read(lambda connection: moderators.is_moderator(connection, visitor))
        before = await self._load(id)
        await self._change(id, lambda found: steps.cancel(found if moderates else _owned(found, visitor), moderates))
        if before.owner != visitor:
            log_entry = partial(moderators.called_off, by=visitor, owner=before.owner, name=before.settings.name)
            await self._store.write(lambda connection: log_entry(connection, now=self._now()))

    async def games(self, id: str) -> list[str]:
        """The rooms of a tournament's finished games, round by round; at most the last `MAX_EXPORTED`. Raises Refusal."""
        boards = (await self._load(id)).boards
        return [board.room for board in boards if board.room and board.played and board.points][-MAX_EXPORTED:]

    async def _went_on(self, id: str, visitor: str) -> TournamentView:
        await self.advance(id)
        return await self.view(id, visitor)

    # --- views ---

    async def view(self, id: str, visitor: str, round: int | None = None, all_scores: bool = False) -> TournamentView:
        """A tournament with the boards of a round, by default the last one. `all_scores`: of an arena, too. Raises Refusal."""

        def read(connection: Connection) -> TournamentView | None:
            found = self._known.load(connection, id)
            if found is None:
                return None
            boards = views.boards_of(found, round)
            games = tournament_store.games_of(connection, (board.room for board in boards))
            moderates = moderators.is_moderator(connection, visitor)
            return views.view_of(found, visitor, boards, games, self._now(), moderates, all_scores)

        found = await self._store.read(read)
        if found is None:
            raise _unknown(id)
        return found

    async def listing(self, offset: int = 0) -> TournamentList:
        """A page of the tournaments: running ones, open ones, then finished ones."""
        return await self._store.read(partial(tournament_store.listed, limit=LISTED, offset=offset))

    # --- background ---

    async def watch(self) -> None:
        """Keep all tournaments going, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                await self.sweep()
            except StoreError:  # the store logs it
                pass
            except Exception:  # out of memory, for instance: the sweep must go on
                log.exception("unexpected error")

    async def sweep(self) -> None:
        """Carry out the steps that are due in all tournaments."""
        now = self._now()
        for id in await self._store.read(lambda connection: tournament_store.due(connection, now)):
            await self.advance(id)

    async def advance(self, id: str) -> None:
        """Carry out the steps that are due in a tournament, unless another process is faster."""
        with contextlib.suppress(Conflict, Refusal):
            await self._advance(id)

    async def _advance(self, id: str) -> None:
        now = self._now()

        def read(connection: Connection) -> tuple[Tournament | None, dict[str, RoomSummary], set[str]]:
            found = self._known.load(connection, id)
            if found is None:
                return None, {}, set()
            games = tournament_store.games_of(connection, (board.room for board in found.running_boards))
            return found, games, sanctions.banned(connection, found.active, now)

        before, games, banned = await self._store.read(read)
        if before is None:
            return
        # a large Swiss round takes a second to pair
        after = await asyncio.to_thread(
            steps.advance, steps.without(before, banned), games, now, self._pace, partial(tournament_store.room_id, id)
        )
        await self._save(before, after, now)

    async def _change(self, id: str, step: Callable[[Tournament], Tournament]) -> None:
        """Decide a step and write it, with retries if another step came first. Raises Refusal."""
        for _ in range(ATTEMPTS):
            before = await self._load(id)
            with contextlib.suppress(Conflict):
                return await self._save(before, step(before), self._now())
        raise Refusal(Reason.BUSY, "the tournament changes too quickly")

    async def _save(self, before: Tournament, after: Tournament, now: Moment) -> None:
        if after == before:
            return
        try:
            rooms = await self._store.write(
                lambda connection: tournament_store.save(connection, before, after, now, self._pace.start_by)
            )
        except IntegrityError:
            raise Conflict(before.id) from None
        self._known.saved(before, after)
        if after.round > before.round:
            log.info("round %d is paired", after.round, extra=fields(tournament=after.id))
        for room in rooms:
            self._opened(room)

    async def _load(self, id: str) -> Tournament:
        found = await self._store.read(lambda connection: self._known.load(connection, id))
        if found is None:
            raise _unknown(id)
        return found


def _unknown(id: str) -> Refusal:
    return Refusal(Reason.UNKNOWN_ROOM, f"there is no tournament {id}")


def _owned(tournament: Tournament, visitor: str) -> Tournament:
    if tournament.owner != visitor:
        raise Refusal(Reason.NOT_OWNER, "only its owner may do that")
    return tournament


def _checked(settings: TournamentSettings, now: Moment) -> TournamentSettings:
    """Valid settings, with the rule set in its canonical spelling. Raises Refusal."""
    options = checked_options(Options(settings.rules, settings.opening, settings.clock, rated=settings.rated))
    if settings.rated and (why := ratings.unrated_reason(options)) is not None:
        raise Refusal(Reason.BAD_OPTIONS, why)
    if settings.starts is not None and not now <= settings.starts <= now + MAX_LEAD:
        raise Refusal(Reason.BAD_OPTIONS, "it must start within a month")
    name = clean(settings.name)
    if not name:
        raise Refusal(Reason.BAD_OPTIONS, "a tournament needs a name")
    return replace(settings, name=name, rules=options.rules, description=clean(settings.description))
