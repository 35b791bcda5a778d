"""Admission: checks commands that concern other people for reserved names, guests in rated games, blocks, mutes and bans.

The referee checks what the room itself knows; these checks need the database.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection

from gomoku.server.live.slow_games import SlowGames
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.people import names, origins, relations
from gomoku.server.people.moderation import sanctions
from gomoku.server.rooms.room import Room, visitor_at
from gomoku.server.storage.store import Store
from gomoku.server.wire import messages
from gomoku.server.wire.events import Created
from gomoku.server.wire.messages import Reason, RoomCommand
from gomoku.server.wire.people.account_messages import SanctionKind
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Correspondence, Moment, RoomKind, is_bot

TABLE_COMMANDS: Final = (
    messages.Sit,
    messages.Stand,
    messages.Ready,
    messages.Rename,
    messages.Retitle,
    messages.ChooseStone,
    messages.Configure,
    messages.SetLevel,
    messages.Kick,
    messages.Mute,
    messages.Ban,
)
"""Commands about seats, names, stones and options, which need no turn and no consent."""
TABLE_RATE: Final = (0.5, 40.0)
"""Rate limit of those of one visitor in online rooms: per second, and burst. Each is stored, and told to everybody who watches the
room or the list."""
CHAT_RATE: Final = (0.5, 10.0)
"""Rate limit of the lines that one visitor writes in all online rooms together: per second, and burst. The room has limits of its own."""
ADDRESS_CHAT_RATE: Final = (1.0, 30.0)
"""The same for all visitors of an address."""
CHECKED: Final = (*TABLE_COMMANDS, messages.Say, messages.Play, messages.Restart, messages.Reply)
"""Commands that concern other people; the referee alone checks all others."""


class Admission:
    """Checks commands against names, blocks and sanctions in the database."""

    def __init__(self, store: Store, now: Callable[[], Moment], slow: SlowGames) -> None:
        self._store = store
        self._now = now
        self._slow = slow
        self._table = Buckets(*TABLE_RATE)
        self._chat = Buckets(*CHAT_RATE)
        self._address_chat = Buckets(*ADDRESS_CHAT_RATE)

    async def require_creation(self, command: messages.Create, created: Created, visitor: str) -> Created:
        """Refuse an online room to banned visitors or under someone else's name, and a rated one to guests. A muted visitor's has
        no title."""
        await self.require_sanctionless(visitor, SanctionKind.BAN)
        await self._require_own(visitor, *names.names_in(command))
        if created.options.rated:
            await self._require_kept(filter(None, map(visitor_at, created.holders)))
        if isinstance(created.options.clock, Correspondence):
            await self._slow.require_few(visitor)
        now = self._now()
        taken = await self._store.read(lambda connection: sanctions.in_force(connection, visitor, now))
        is_muted = any(found.kind is SanctionKind.MUTE for found in taken)
        return replace(created, title="") if is_muted else created

    async def require(self, command: RoomCommand, room: Room, visitor: str, address: str) -> None:
        """Refuse commands against a block or sanction; record the addresses of the players of a rated game."""
        if room.kind is RoomKind.LOCAL or (isinstance(command, messages.Play) and not room.is_slow):
            return
        if isinstance(command, TABLE_COMMANDS) and not self._table.take(visitor):
            raise Refusal(Reason.TOO_FAST, "too many changes", wait=self._table.interval)
        if called := names.name_in(command):
            await self._require_own(visitor, called)
        match command:
            case messages.Sit(who=messages.Me()):
                await self.require_sanctionless(visitor, SanctionKind.BAN)
                await self._require_welcome(room, visitor)
                await self._require_not_sent_away(room, visitor, address)
                await self.note(room, visitor, address)
                if room.is_slow:
                    await self._slow.require_few(visitor)
                if room.is_rated:
                    await self._require_kept((visitor,))
            case messages.Restart() | messages.Reply(accept=True) if room.is_over:
                await self.require_sanctionless(visitor, SanctionKind.BAN)
            case messages.Retitle():  # the list is for everyone
                await self.require_sanctionless(visitor, SanctionKind.MUTE)
            case messages.Say():
                self._require_quiet(visitor, address)
                await self.require_sanctionless(visitor, SanctionKind.MUTE)
                await self._require_welcome(room, visitor)
                if not room.held_by(visitor):
                    await self._require_not_sent_away(room, visitor, address)
                    await self.note(room, visitor, address)
            case messages.Configure() if command.options.rated and not room.options.rated:
                await self._require_kept(filter(None, map(visitor_at, room.holders)))
            case messages.Ready(ready=True):
                await self.note(room, visitor, address)
            case messages.Play() if room.is_rated:
                await self.note(room, visitor, address)

    def _require_quiet(self, visitor: str, address: str) -> None:
        """Refuse the lines of somebody who writes the same in every room."""
        for limits, key in ((self._chat, visitor), (self._address_chat, address)):
            if key and not limits.take(key):
                raise Refusal(Reason.CHATTY, "too many lines in all rooms together", wait=limits.interval)

    async def note(self, room: Room, visitor: str, address: str) -> None:
        """Record the address from which a visitor plays or writes in an online room; none if it is a proxy's."""
        now = self._now()
        if not address or await self._store.read(
            lambda connection: origins.is_noted(connection, room.id, visitor, address, now)
        ):
            return
        await self._store.write(lambda connection: origins.note(connection, room.id, visitor, address, now))

    async def require_sanctionless(self, visitor: str, kind: SanctionKind) -> None:
        """Refuse a visitor whom a moderator has muted or banned."""
        now = self._now()
        await self._store.read(lambda connection: sanctions.require(connection, visitor, kind, now))

    async def _require_welcome(self, room: Room, visitor: str) -> None:
        """Refuse a visitor whom the owner or a player of the room has blocked."""
        people = {room.owner, *filter(None, map(visitor_at, room.holders))} - {visitor}
        await self._store.read(lambda connection: relations.require_unblocked(connection, visitor, *people))

    async def _require_not_sent_away(self, room: Room, visitor: str, address: str) -> None:
        """Refuse a guest from the address of somebody whom the owner has sent away, unless it is the owner's as well: a new
        cookie is no new person."""
        if not (room.kicked and address):
            return

        def is_back(connection: Connection) -> bool:
            away = origins.seen_at(connection, room.id, address)
            return (
                not away.isdisjoint(room.kicked)
                and room.owner not in away
                and bool(names.unkept(connection, (visitor,)))
            )

        if not is_bot(visitor) and await self._store.read(is_back):
            raise Refusal(Reason.BANNED, "the owner has sent away someone from this address; a kept name may enter")

    async def _require_kept(self, visitors: Iterable[str]) -> None:
        """Refuse a rated game to visitors who could shed their rating by deleting a cookie."""
        people = tuple(visitor for visitor in visitors if not is_bot(visitor))  # the referee refuses bots
        if await self._store.read(partial(names.unkept, visitors=people)):
            raise Refusal(Reason.UNKEPT, "a rated game needs names with a passphrase")

    async def _require_own(self, visitor: str, *called: str) -> None:
        """Refuse names that belong to other accounts."""
        for name in called:
            if await self._store.read(partial(names.is_taken, who=visitor, name=name)):
                raise Refusal(Reason.NAME_TAKEN, "that name is taken")
