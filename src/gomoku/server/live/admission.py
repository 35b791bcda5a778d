"""Admission: checks commands that concern other people for reserved names, guests in rated games, blocks, mutes and bans.

The referee checks what the room itself knows; these checks need the database.
"""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from gomoku.server.live.slow_games import SlowGames
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

CHECKED = (
    messages.Sit,
    messages.Configure,
    messages.Ready,
    messages.Rename,
    messages.Retitle,
    messages.Say,
    messages.Play,
    messages.Restart,
    messages.Reply,
)
"""Commands that concern other people; the referee alone checks all others."""


class Admission:
    """Checks commands against names, blocks and sanctions in the database."""

    def __init__(self, store: Store, now: Callable[[], Moment], slow: SlowGames) -> None:
        self._store = store
        self._now = now
        self._slow = slow

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
        if called := names.name_in(command):
            await self._require_own(visitor, called)
        match command:
            case messages.Sit(who=messages.Me()):
                await self.require_sanctionless(visitor, SanctionKind.BAN)
                await self._require_welcome(room, visitor)
                if room.is_slow:
                    await self._slow.require_few(visitor)
                if room.is_rated:
                    await self._require_kept((visitor,))
            case messages.Restart() | messages.Reply(accept=True) if room.is_over:
                await self.require_sanctionless(visitor, SanctionKind.BAN)
            case messages.Retitle():  # the list is for everyone
                await self.require_sanctionless(visitor, SanctionKind.MUTE)
            case messages.Say():
                await self.require_sanctionless(visitor, SanctionKind.MUTE)
                await self._require_welcome(room, visitor)
            case messages.Configure() if command.options.rated and not room.options.rated:
                await self._require_kept(filter(None, map(visitor_at, room.holders)))
            case messages.Ready(ready=True) | messages.Play() if room.is_rated and address:
                now = self._now()
                await self._store.write(lambda connection: origins.note(connection, room.id, visitor, address, now))

    async def require_sanctionless(self, visitor: str, kind: SanctionKind) -> None:
        """Refuse a visitor whom a moderator has muted or banned."""
        now = self._now()
        await self._store.read(lambda connection: sanctions.require(connection, visitor, kind, now))

    async def _require_welcome(self, room: Room, visitor: str) -> None:
        """Refuse a visitor whom the owner or a player of the room has blocked."""
        people = {room.owner, *filter(None, map(visitor_at, room.holders))} - {visitor}
        await self._store.read(lambda connection: relations.require_unblocked(connection, visitor, *people))

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
