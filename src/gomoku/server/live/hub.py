"""The hub: registry of live rooms. Decides, stores and broadcasts the commands of a room, one at a time.

Memory is only a cache of the database: a room can be evicted at any time and is loaded again, and catches up after another
process has changed it.
"""

import asyncio
import contextlib
import hashlib
import logging
import math
import time
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection

from gomoku.server.analysis.engine_pool import EnginePool
from gomoku.server.live import admission
from gomoku.server.live.admission import Admission
from gomoku.server.live.ai_seat import AiSeats, Decide
from gomoku.server.live.challenges import Challengers
from gomoku.server.live.clients import Client
from gomoku.server.live.cluster import Cluster, SingleProcess
from gomoku.server.live.fair_play import FairPlay
from gomoku.server.live.live_room import LiveRoom, ServerClock
from gomoku.server.live.lobby import Lobby
from gomoku.server.live.matchmaking import Matchmaker
from gomoku.server.live.notices import Noticeboard
from gomoku.server.live.online import Online
from gomoku.server.live.slow_games import SlowGames
from gomoku.server.ops.logs import fields
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.ops.tasks import Tasks
from gomoku.server.people import profiles
from gomoku.server.people.games import level_store, played_games, rating_store
from gomoku.server.people.moderation import moderators
from gomoku.server.people.push import subscriptions
from gomoku.server.people.push.push import NoPush, Push
from gomoku.server.rooms import records, referee, seating, slow, spectator_delay, views
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply, fold, visitor_at
from gomoku.server.rooms.spectator_delay import DelayedView, Transition
from gomoku.server.storage.store import (
    CommandId,
    Conflict,
    Guard,
    Repeated,
    Store,
    StoreError,
    Work,
    shown_rooms,
    unfinished_rooms,
    waiting_rooms,
)
from gomoku.server.wire import events, messages
from gomoku.server.wire.events import Event
from gomoku.server.wire.messages import Reason, RoomCommand
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import DAY, Ai, Moment, Phase, RoomKind

log = logging.getLogger("gomoku.server")

MOST_MISSED: Final = 100
"""Events replayed to a reconnecting page; one that missed more gets a snapshot."""
COMMANDS_REMEMBERED: Final = 256
"""Command ids kept in memory per room, to answer repeats; the database keeps all of them."""
IDLE: Final = 60.0
"""Seconds without watchers after which a room is evicted from memory."""
MAX_ROOMS: Final = 10_000
"""Rooms that one visitor may own."""
MAX_OPEN_ROOMS: Final = 5
"""Listed rooms in which one visitor may have a seat before the game; the text of `Reason.OPEN_ROOMS` repeats the number."""
CREATION_RATE: Final = (0.1, 30.0)
"""Online rooms created per address: per second, and burst."""
GAME_RATE: Final = (1.0, 1_000.0)
"""Games stored per address, local and imported ones: per second, and burst. New cookies would fill the disk otherwise."""
MAX_WATCHERS: Final = 1_000
"""Pages that may watch one room; its players always may."""
SWEEP_INTERVAL: Final = 5.0
"""Seconds between sweeps over the rooms that are not in memory."""
PRESENCE_INTERVAL: Final = 30.0
"""Seconds between sweeps for players who vanished: their process died, or they never connected."""
CLEANUP_INTERVAL: Final = 3600.0
"""Seconds between clean-ups of rooms in which nothing was ever played."""
UNPLAYED_RETENTION: Final = 86_400_000
"""Milliseconds that a room without a move is kept."""
SLOW_RETENTION: Final = 14 * DAY
"""Milliseconds that a slow game without a move is kept while it waits for an opponent."""
SHORT_OUTAGE: Final = 3_000
"""Milliseconds of downtime that are not credited to the clocks."""
LONG_OUTAGE: Final = 600_000
"""Milliseconds of downtime that are not credited in slow games, of which there may be thousands."""
HEARTBEAT_INTERVAL: Final = 60.0
"""Seconds between heartbeats while no clock of a room in memory runs."""
GONE_AFTER: Final = 5.0
"""Seconds without a connection after which a player counts as absent."""


class Hub:
    """Registry of live rooms; serialises commands per room."""

    def __init__(
        self,
        store: Store,
        engines: EnginePool,
        clock: ServerClock | None = None,
        pace: float = 0,
        uses_book: bool = False,
        cluster: Cluster | None = None,
        push: Push | None = None,
    ) -> None:
        """`pace`: minimum seconds between moves when two AIs play. `uses_book`: whether levels 9 and 10 open from a book.
        `cluster`: other processes on the same database. `push`: tells closed browsers whose turn it is."""
        self.store = store
        self.engines = engines
        self.cluster: Cluster = cluster or SingleProcess()
        self.push: Push = push or NoPush()
        self.clock = clock or ServerClock()
        self.rooms: dict[str, LiveRoom] = {}
        self.clients: set[Client] = set()
        self.online = Online(store, self.cluster)
        engines.patron_of = self.online.patron_of
        self.lobby = Lobby(store, self.clock, self.cluster, self.rooms)
        self._loading: dict[str, asyncio.Lock] = {}
        self._changes: set[asyncio.Future[int]] = set()
        self._tasks = Tasks()
        self._ai_seats = AiSeats(engines, self.clock, pace, uses_book, self._change, self._tasks)
        self.matchmaker = Matchmaker(store, self.clock.now, self.opened, self._tasks, _require_few_waiting)
        self.challenges = Challengers(store, self.clock.now, self.opened, lambda: self.clients, self.cluster)
        self.notices = Noticeboard(store, self.clock.now, lambda: self.clients, self.cluster)
        self._creations = Buckets(*CREATION_RATE)
        self._games = Buckets(*GAME_RATE)
        self.fair_play = FairPlay(store, self._current)
        self.slow = SlowGames(store, self.clock.now, self._current, self._change)
        self._admission = Admission(store, self.clock.now, self.slow)
        self._closed = False

    async def start(self) -> None:
        """Resume all games: clocks continue, and AIs to move start thinking."""
        alive = int(await self.store.setting("alive") or 0)
        arrival = await self.cluster.join(self)
        self.clock.adopt(arrival.now)
        if arrival.alone:
            await self._credit_absence(max(alive, arrival.alive or 0))
        await self.cluster.start()
        self._tasks.start(self._sweep())
        self.push.start()

    async def attend(self, room_id: str) -> None:
        """Start the engine jobs that a room needs."""
        live = await self._get(room_id)
        async with live.lock:
            self._ai_seats.attend(live)

    async def close(self) -> None:
        self._closed = self._ai_seats.closed = True
        for live in self.rooms.values():
            for timer in (live.timer, live.reveal):
                if timer:
                    timer.cancel()
        await self._tasks.close()
        await asyncio.gather(*self._changes, return_exceptions=True)
        await self.push.close()
        await self.cluster.close()

    # --- watching ---

    async def watch(self, client: Client, room_id: str, since: int) -> None:
        """Subscribe a page to a room: a snapshot or the missed updates, then every update. Raises Refusal."""
        live = await self._get(room_id)
        async with live.lock:
            await self.cluster.catch_up(live)  # the page may have seen a later version at another process
            is_full = len(live.watchers) >= MAX_WATCHERS and client not in live.watchers
            if is_full and not live.room.held_by(client.visitor):  # spectators keep no player from the board
                raise Refusal(Reason.TOO_MANY, f"{MAX_WATCHERS} pages watch this room already")
            if not live.delayed_view.is_complete:
                await self._load_delayed(live)
            seen = live.visible_to(client.visitor)
            thinking = live.thinking if seen is live.room else None
            if 0 < since <= seen.seq and seen.seq - since <= MOST_MISSED:
                for update in await self._missed(seen, since, client.visitor, late=seen is not live.room):
                    client.tell(update)
                if thinking:
                    client.tell(thinking)
            else:
                client.tell(self._snapshot(live, client.visitor, thinking))
            if live.room.kind is not RoomKind.LOCAL:
                client.tell(messages.Audience(room_id, live.audience))
            live.watchers.add(client)
            client.watched.add(room_id)
        await self.cluster.came(live, client.visitor)
        await self.presence(live, client.visitor)
        self.count_spectators(live)

    def follow(self, client: Client, room_id: str, on: bool) -> None:
        """Subscribe a page to the AI's search progress, starting with that of its last move; or unsubscribe it."""
        if not on:
            client.followed.discard(room_id)
            return
        client.followed.add(room_id)
        live = self.rooms.get(room_id)
        if live is None or live.remembered is None or client not in live.watchers:
            return
        seen = live.visible_to(client.visitor)
        if seen.round == live.remembered.round and seen.ply > live.remembered.ply:
            client.tell(live.remembered)

    def _snapshot(self, live: LiveRoom, visitor: str, thinking: messages.Thinking | None = None) -> messages.Snapshot:
        seen, now = live.visible_to(visitor), self.clock.now()
        if seen is not live.room:
            snapshot = spectator_delay.snapshot_of(seen, now)
        else:
            snapshot = views.snapshot_of(seen, now, thinking)
        if seen.held_by(visitor):
            snapshot = views.without_asides(seen, snapshot)
        return replace(snapshot, removal=live.room.removal(visitor))

    async def _missed(self, room: Room, since: int, visitor: str, late: bool) -> list[messages.Update]:
        """The updates after version `since` for a visitor; `late`: as delayed for spectators."""
        if since == room.seq:
            return []
        before = await self.store.load(room.id, until=since)
        updates = []
        now = self.clock.now()
        for event in await self.store.events(room.id, since):
            assert before is not None
            after = apply(room.id, before, event)
            if after.seq <= room.seq:
                step = Transition(before, event, after)
                update = spectator_delay.update_of(step, now) if late else views.update_of(before, event, after, now)
                is_hidden = views.is_aside(before, event) and room.held_by(visitor)
                updates.append(views.without_aside(update) if is_hidden else update)
            before = after
        return updates

    def unwatch(self, client: Client, room_id: str) -> None:
        client.watched.discard(room_id)
        client.followed.discard(room_id)
        live = self.rooms.get(room_id)
        if live:
            live.watchers.discard(client)
            live.used = time.monotonic()
            if not live.is_here(client.visitor):
                self.cluster.went(live, client.visitor)
            if live.room.kind is not RoomKind.LOCAL and not self._closed:
                # a player who leaves during the countdown counts as absent at once
                is_starting = live.room.phase is Phase.COUNTDOWN
                leaving = (self.presence if is_starting else self.maybe_lost)(live, client.visitor)
                self._tasks.start(leaving)
                self.count_spectators(live)

    def arrive(self, client: Client) -> None:
        """Register a page that was opened."""
        self.clients.add(client)
        self.online.came(client)

    def leave(self, client: Client) -> None:
        """Unsubscribe a page that was closed from everything."""
        self.clients.discard(client)
        self.online.went(client)
        self.lobby.leave(client)
        self.matchmaker.leave(client)
        for room_id in tuple(client.watched):
            self.unwatch(client, room_id)

    # --- presence ---

    def count_spectators(self, live: LiveRoom) -> None:
        """Announce the number of spectators in the room and in the lobby, if it changed."""
        count = live.spectators
        if live.room.kind is not RoomKind.LOCAL and count != live.audience:
            live.audience = count
            live.tell(messages.Audience(live.room.id, count))
            self.lobby.update(live.room)

    async def maybe_lost(self, live: LiveRoom, visitor: str) -> None:
        await asyncio.sleep(GONE_AFTER)
        await self.presence(live, visitor)

    async def presence(self, live: LiveRoom, visitor: str) -> None:
        """Record that a player of an online room left or came back."""
        if live.room.kind is RoomKind.LOCAL:
            return
        with contextlib.suppress(StoreError, Refusal):  # deleted meanwhile
            while not await self._record_presence(live, visitor):
                pass

    async def _record_presence(self, live: LiveRoom, visitor: str) -> bool:
        """False if what was read is outdated: the player came or went, or may have come back through another process.

        A player counts as here only once the other processes can read it: one that cannot would record absence again.
        """
        seen, is_here = live.room.seq, live.is_here(visitor)
        if is_here:
            await self.cluster.shared()
        away = not is_here and not await self.cluster.is_elsewhere(live, visitor)
        is_outdated = False

        def decide(room: Room, now: Moment) -> tuple[Event, ...]:
            nonlocal is_outdated
            is_outdated = live.is_here(visitor) != is_here or (away and room.seq != seen)
            return () if is_outdated else seating.presence(room, visitor, not away, now)

        await self._change(live.room.id, decide)
        return not is_outdated

    # --- commands ---

    async def create(self, command: messages.Create, visitor: str, address: str = "") -> messages.Done:
        """Create a room; idempotent by command id. `address`: key of the rate limit; empty for none."""
        created = referee.create(command, visitor, self.clock.now())
        check = None
        if created.kind is RoomKind.LOCAL:
            self.require_few_games(address)
        else:
            if address and not self._creations.take(address):
                raise Refusal(Reason.TOO_FAST, "too many new rooms from this address", wait=self._creations.interval)
            created = await self._admission.require_creation(command, created, visitor)
            if created.kind is RoomKind.LISTED:
                check = partial(_require_few_waiting, visitor)
                await self._leave_abandoned(visitor)
            created = replace(created, elos=await rating_store.elos_in_room(self.store.read, apply("", None, created)))
        # derived from the command id, so that a repeated command finds the same room
        room_id = hashlib.blake2b(f"{visitor} {command.id}".encode(), digest_size=9).hexdigest()
        room = await self.add(apply(room_id, None, created), created, CommandId(visitor, command.id), check)
        if room.kind is not RoomKind.LOCAL:
            self._tasks.start(self.maybe_lost(await self._get(room_id), visitor))  # its creator may never enter it
            await self._admission.note(room, visitor, address)
        return messages.Done(command.id, room_id, room.seq)

    def require_few_games(self, address: str, count: int = 1) -> None:
        """Refuse to store more games for an address than its rate allows; none is limited if it is empty."""
        if address and not self._games.take(address, count):
            raise Refusal(Reason.TOO_FAST, "too many new games from this address", wait=self._games.interval * count)

    async def _require_few_seats(self, room: Room, visitor: str) -> None:
        """Refuse a seat to a visitor who has one in too many rooms: a few visitors could take those of the whole list."""
        if room.kind is RoomKind.LISTED and not room.held_by(visitor):
            await self._leave_abandoned(visitor)
            await self.store.read(partial(_require_few_waiting, visitor))

    async def _leave_abandoned(self, visitor: str) -> None:
        """Free the seats of a disconnected visitor who waits in too many rooms."""
        waits = await self.store.read(lambda connection: waiting_rooms(connection, visitor))
        for room_id in waits if len(waits) >= MAX_OPEN_ROOMS else ():
            await self._change(room_id, lambda room, now: seating.leave_abandoned(room, visitor, now))

    async def add(
        self, room: Room, created: events.Created, command: CommandId | None = None, check: Work | None = None
    ) -> Room:
        """Store a new room; `created` is its first event, `check` what must hold in the same transaction."""
        if await self.store.count(created.by) >= MAX_ROOMS:
            raise Refusal(Reason.TOO_MANY, f"you have {MAX_ROOMS} games; delete some first")
        try:
            await self.store.create(room, created, command, self.cluster.keeper(None, room), check)
        except Repeated:
            return (await self._get(room.id)).room
        self.opened(room)
        if any(isinstance(holder, Ai) for holder in room.holders):
            self.engines.warm(room.game.rules)
        if room.ai_due:
            await self.attend(room.id)
        return room

    def opened(self, room: Room) -> None:
        """Announce a new room to the lobby, to other processes, and to the players paired in it."""
        self.lobby.update(room)
        self.cluster.changed(room)
        if room.tournament:
            self.notices.tell(*filter(None, map(visitor_at, room.holders)))

    async def command(self, command: RoomCommand, visitor: str, address: str = "") -> messages.Done:
        """Carry out a visitor's command. Raises Refusal or StoreError, with nothing changed.

        `address`: the sender's; empty if it is a proxy's.
        """
        if isinstance(command, admission.CHECKED):
            room = (await self._get(command.room)).room
            await self._admission.require(command, room, visitor, address)
            if isinstance(command, messages.Sit) and isinstance(command.who, messages.Me):
                await self._require_few_seats(room, visitor)
        await self._check_fair_play(command, visitor)
        name = CommandId(visitor, command.id)
        seq = await self._change(
            command.room, lambda room, now: referee.decide(room, command, Actor(visitor), now), name
        )
        # a delayed spectator must not learn the true version
        live = self.rooms.get(command.room)
        return messages.Done(command.id, command.room, min(seq, live.visible_to(visitor).seq) if live else seq)

    async def _check_fair_play(self, command: RoomCommand, visitor: str) -> None:
        """Refuse the engine's moves and hints if they would help in a rated game."""
        room = (await self._get(command.room)).room
        match command:
            case messages.Hint() if not room.is_strict:
                await self.fair_play.require_fair(visitor, room.game)
            case messages.Sit(who=messages.AiSeat()):
                await self.fair_play.require_foreign(room.game)
            case _ if any(isinstance(holder, Ai) for holder in room.holders):
                try:
                    happened = referee.decide(room, command, Actor(visitor), self.clock.now())
                except Refusal:  # said when it is decided on the latest state
                    return
                after = fold(room.id, happened, room)
                if after.ai_due:  # by a move, or by a line that is played again, taken back or resumed
                    await self.fair_play.require_foreign(after.game)

    async def delete(self, room_id: str, visitor: str) -> None:
        live = await self._get(room_id)
        async with live.lock:
            if live.room.owner != visitor:
                raise Refusal(Reason.NOT_OWNER, "only the room's owner may delete it")
            if live.room.changes is not None or (live.room.is_rated and live.room.phase is Phase.PLAYING):
                raise Refusal(Reason.RATED, "a rated game cannot be deleted while it runs or after it has counted")
            await self.store.delete(room_id)
            self._gone(live)
            self.cluster.changed(live.room, gone=True)

    async def close_room(self, room_id: str) -> None:
        """Remove a room that a moderator has closed; a game that counted is kept as a separate room."""
        with contextlib.suppress(Refusal):  # deleted meanwhile
            await self._change(room_id, seating.cleared)
            live = await self._get(room_id)
            async with live.lock:
                await self.store.delete(room_id)
                self._gone(live)
                self.cluster.changed(live.room, gone=True)
        await self.store.write(lambda connection: moderators.room_closed(connection, room_id))

    async def expel(self, visitor: str) -> None:
        """Carry out a ban: running games are lost, seats are freed, seeks are withdrawn."""
        for room_id in await self.store.read(lambda connection: unfinished_rooms(connection, visitor)):
            with contextlib.suppress(Refusal):  # deleted meanwhile
                await self._change(room_id, lambda room, now: seating.expelled(room, visitor, now))
        await self.matchmaker.expel(visitor)
        await self.store.write(lambda connection: moderators.ban_carried_out(connection, visitor))
        self.notices.tell(visitor)

    async def rename(self, visitor: str) -> None:
        """Show the name that a moderator has given a person in the rooms in which they have a seat."""
        name = await self.store.read(lambda connection: profiles.name_of(connection, visitor))
        for room_id in await self.store.read(lambda connection: shown_rooms(connection, visitor)):
            with contextlib.suppress(Refusal):  # deleted meanwhile
                await self._change(room_id, lambda room, now: seating.renamed(room, visitor, name, now))

    def _gone(self, live: LiveRoom) -> None:
        """Evict a deleted room and tell its watchers."""
        self._drop(live)
        live.deleted = True
        live.tell(messages.RoomGone(live.room.id))
        self.lobby.update(live.room, gone=True)
        for client in live.watchers:
            client.watched.discard(live.room.id)

    async def _current(self, room_id: str) -> Room:
        """A room as it is now, whichever process changed it last."""
        live = await self._get(room_id)
        if not live.watchers:  # no page here keeps it in step
            async with live.lock:
                await self.cluster.catch_up(live)
        return live.room

    async def room(self, room_id: str, visitor: str) -> Room:
        """A room as a visitor may see it. Raises Refusal if there is none."""
        return (await self._get(room_id)).visible_to(visitor)

    async def snapshot(self, room_id: str, visitor: str) -> messages.Snapshot:
        """The snapshot of a room for a visitor, whichever process changed it last."""
        await self._current(room_id)
        return self._snapshot(await self._get(room_id), visitor)

    async def _change(
        self,
        room_id: str,
        decide: Decide,
        name: CommandId | None = None,
    ) -> int:
        """Decide, store and publish under the room's lock; the resulting version, also of a repeated command.

        Shielded from cancellation: what was stored must be published, even if the page is gone.
        """
        work = asyncio.ensure_future(self._decide_and_store(room_id, decide, name))
        self._changes.add(work)
        work.add_done_callback(self._changes.discard)
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(work)

    async def _decide_and_store(self, room_id: str, decide: Decide, name: CommandId | None) -> int:
        live = await self._get(room_id)
        async with live.lock:
            if live.deleted:
                raise Refusal(Reason.UNKNOWN_ROOM, f"there is no room {room_id}")
            if name is not None and name in live.done:
                return live.done[name]
            for _ in range(10):
                try:
                    now, facts = self.clock.now(), await self.slow.facts(live.room)
                    await self._store(live, slow.pending(live.room, facts, now), None)
                    await self._store(live, referee.due(live.room, now), None)
                    seq = await self._store(live, slow.answered(live.room, decide(live.room, now), facts, now), name)
                    break
                except Conflict:
                    await self.catch_up(live)
                except Repeated as repeated:
                    seq = repeated.seq
                    break
                except Refusal:
                    seen = await self.store.committed_seq(room_id, name) if name else None
                    if seen is None:
                        if await self.cluster.catch_up(live):
                            continue  # it was decided on an outdated state
                        raise
                    seq = seen
                    break
            else:
                raise Refusal(Reason.BUSY, "the room changes too quickly")
            if seq > live.room.seq:
                await self.catch_up(live)  # stored before, but never published: memory ran out in between
            if name is not None:
                live.done[name] = seq
                while len(live.done) > COMMANDS_REMEMBERED:
                    live.done.popitem(last=False)
            return seq

    async def _store(self, live: LiveRoom, happened: tuple[Event, ...], name: CommandId | None) -> int:
        """Store events in one transaction, then publish them."""
        if not happened:
            return live.room.seq
        before = live.room
        rooms = list(accumulate(happened, lambda room, event: apply(before.id, room, event), initial=before))
        rating_update: Guard | None
        if before.kind is RoomKind.LOCAL:
            happened, rooms, rating_update = await level_store.with_level(self.store.read, happened, rooms)
        else:
            happened, rooms, rating_update = await rating_store.with_ratings(self.store.read, happened, rooms)
        finished = records.archived(zip(rooms, happened, strict=False))
        keeper = self.cluster.keeper(before, rooms[-1])
        ended = played_games.just_ended(rooms)
        also = None if ended is None else partial(played_games.note, room=ended)
        await self.store.append(before, rooms[-1], happened, name, finished, rating_update, keeper, also)
        self._publish(live, happened, rooms[1:], begin=self.cluster.runs_ai(keeper))
        for event in happened:
            if isinstance(event, events.HintRequested):
                self._ai_seats.hint(live, event.player)
            if isinstance(event, events.CountdownStarted):  # the other may have left since getting ready
                for visitor in filter(None, map(visitor_at, live.room.holders)):
                    self._tasks.start(self.presence(live, visitor))
        self.cluster.changed(live.room)
        self.tell_players(live.room)
        self.push.changed(before, rooms[-1])
        return rooms[-1].seq

    def tell_players(self, room: Room) -> None:
        """Notify the players of a slow game that it has changed, on all their pages, whether they watch it or not."""
        if room.is_slow and room.began:
            self.tell_slow(room.id, filter(None, map(visitor_at, room.holders)))

    def tell_slow(self, room_id: str, visitors: Iterable[str]) -> None:
        """Notify these visitors' pages at this process that a slow game has changed."""
        players, news = set(visitors), messages.encode(messages.SlowChanged(room_id))
        for client in self.clients:
            if client.visitor in players:
                client.tell_bytes(news)

    def _publish(self, live: LiveRoom, happened: Sequence[Event], rooms: Sequence[Room], begin: bool) -> None:
        """Broadcast stored events and start what follows from them; `begin`: engine jobs as well."""
        now = self.clock.now()
        live.used = time.monotonic()
        try:
            for event, after in zip(happened, rooms, strict=True):
                before, live.room = live.room, after
                self._tell(live, Transition(before, event, after), now)
            self._schedule_reveal(live)
            self.lobby.update(live.room)
            self.count_spectators(live)
            self._ai_seats.attend(live, begin)
            self._set_timer(live)
        except Exception:  # out of memory, for instance: the events are stored all the same
            log.exception("an update did not reach every page", extra=fields(room=live.room.id))
            live.room = rooms[-1]
            live.delayed_view.is_complete = False
            for client in live.watchers:
                client.dropped.set()  # they reconnect and fetch what they missed
            self._retry_follow_ups(live, begin)

    def _tell(self, live: LiveRoom, step: Transition, now: Moment) -> None:
        """Send a step to the players, and to spectators what their delay allows."""
        shown = live.delayed_view.add(step) if live.delayed_view.is_complete else []
        if not live.watchers:
            return
        update, is_aside = (
            views.update_of(step.before, step.event, step.after, now),
            views.is_aside(step.before, step.event),
        )
        if shown == [step] and not is_aside:
            live.tell(update)
            return
        live.tell(views.without_aside(update) if is_aside else update, seated=True)
        for each in shown:
            live.tell(spectator_delay.update_of(each, now), seated=False)

    def _schedule_reveal(self, live: LiveRoom) -> None:
        """Schedule the next release to delayed spectators."""
        if live.reveal:
            live.reveal.cancel()
            live.reveal = None
        due = live.delayed_view.due
        if due is not None and not self._closed:
            delay = max(0, due - self.clock.now()) / 1000

            def reveal() -> None:
                self._tasks.start(self._reveal(live))

            live.reveal = asyncio.get_running_loop().call_later(delay, reveal)

    async def _reveal(self, live: LiveRoom) -> None:
        async with live.lock:
            now = self.clock.now()
            for step in live.delayed_view.release(now):
                live.tell(spectator_delay.update_of(step, now), seated=False)
            self._schedule_reveal(live)

    async def _load_delayed(self, live: LiveRoom) -> None:
        """Rebuild the spectators' delayed view from the stored events."""
        if live.room.options.delay:
            history = await self.store.events(live.room.id, 0)
            live.delayed_view = spectator_delay.rebuild(live.room.id, history[: live.room.seq], self.clock.now())
            self._schedule_reveal(live)
        else:
            live.delayed_view = DelayedView(live.room)

    def _retry_follow_ups(self, live: LiveRoom, begin: bool) -> None:
        """Retry the follow-ups of an event a second later."""

        def again() -> None:
            if not self._closed and not live.deleted:
                try:
                    self._ai_seats.attend(live, begin)
                    self._set_timer(live)
                except Exception:
                    log.exception("retry failed", extra=fields(room=live.room.id))
                    self._retry_follow_ups(live, begin)

        asyncio.get_running_loop().call_later(1, again)

    async def catch_up(self, live: LiveRoom) -> bool:
        """Apply events that another process stored; True if there were any. Raises Refusal if the room is gone."""
        missed = await self.store.since(live.room.id, live.room.seq)
        if missed is None:
            self._gone(live)
            raise Refusal(Reason.UNKNOWN_ROOM, f"there is no room {live.room.id}")
        if missed:
            game = live.room.game
            rooms = list(accumulate(missed, lambda room, event: apply(room.id, room, event), initial=live.room))
            self._publish(live, missed, rooms[1:], begin=self.cluster.runs_ai(None))
            if live.room.game is not game and not live.tasks:
                live.thinking = None  # a search of another process, about a previous position
        return bool(missed)

    async def refresh(self, live: LiveRoom) -> None:
        """Catch up, if the room still exists."""
        async with live.lock:
            if not live.deleted:
                with contextlib.suppress(Refusal):
                    await self.catch_up(live)

    # --- rooms in memory ---

    async def _get(self, room_id: str) -> LiveRoom:
        """The live room, loaded from the database if needed. Raises Refusal if there is none."""
        live = self.rooms.get(room_id)
        if live is None:
            async with self._loading.setdefault(room_id, asyncio.Lock()):
                live = self.rooms.get(room_id)
                if live is None:
                    try:
                        room = await self.store.load(room_id)
                        if room is None:
                            raise Refusal(Reason.UNKNOWN_ROOM, f"there is no room {room_id}")
                        live = LiveRoom(room, self.cluster.relay)
                        if room.is_delayed:  # before it can be watched
                            await self._load_delayed(live)
                        self.rooms[room_id] = live
                        self._set_timer(live)
                    finally:
                        self._loading.pop(room_id, None)
        live.used = time.monotonic()
        return live

    def _drop(self, live: LiveRoom) -> None:
        for timer in (live.timer, live.reveal):
            if timer:
                timer.cancel()
        for _, task in live.tasks.values():
            task.cancel()
        live.tasks.clear()
        self.rooms.pop(live.room.id, None)

    # --- time ---

    def _set_timer(self, live: LiveRoom) -> None:
        """Schedule the room's next deadline."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        deadline = referee.deadline(live.room)
        if deadline is not None and not self._closed:
            delay = max(0, deadline - self.clock.now()) / 1000
            live.timer = asyncio.get_running_loop().call_later(delay, self._on_deadline, live)

    def _on_deadline(self, live: LiveRoom) -> None:
        live.timer = None
        self._tasks.start(self._tick(live.room.id))

    async def _tick(self, room_id: str) -> None:
        with contextlib.suppress(Refusal):
            await self._change(room_id, lambda room, now: ())
            if live := self.rooms.get(room_id):
                self._set_timer(live)

    async def _sweep(self) -> None:
        """Periodically: expire overdue rooms, record the heartbeat, clean up, evict idle rooms."""
        tidied, looked, beat = -math.inf, time.monotonic(), -math.inf
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                for room_id in await self.store.overdue(self.clock.now()):
                    await self._tick(room_id)
                for room_id in await self.store.read(moderators.rooms_to_close):
                    await self.close_room(room_id)
                for visitor in await self.store.read(moderators.bans_to_carry_out):
                    await self.expel(visitor)
                is_running = any(live.timer for live in self.rooms.values())
                if is_running or time.monotonic() - beat > HEARTBEAT_INTERVAL:
                    await self.store.set("alive", str(self.clock.now()))
                    beat = time.monotonic()
                if time.monotonic() - looked > PRESENCE_INTERVAL:
                    await self.look_for_lost()
                    looked = time.monotonic()
                if time.monotonic() - tidied > CLEANUP_INTERVAL:
                    await self.tidy()
                    tidied = time.monotonic()
            except StoreError:  # the store logs it
                pass
            except Exception:  # out of memory, for instance: the sweep must go on
                log.exception("unexpected error")
            old = time.monotonic() - IDLE
            for live in list(self.rooms.values()):
                if live.used < old and not live.watchers and not live.tasks and not live.lock.locked():
                    self._drop(live)

    async def look_for_lost(self) -> None:
        """Record players of listed rooms as absent who are connected to no process."""
        for room_id, visitor in await self.lobby.attended():
            live = self.rooms.get(room_id)
            if live is None or not live.is_here(visitor):
                with contextlib.suppress(Refusal):
                    await self.presence(await self._get(room_id), visitor)

    async def tidy(self) -> None:
        """Delete rooms without a move, a day after their last event; those of slow games, two weeks after it. Forget
        browsers that have not come back."""
        now = self.clock.now()
        await self.store.write(partial(subscriptions.forget_old, now=now))
        for room_id in await self.store.unplayed(now - UNPLAYED_RETENTION, now - SLOW_RETENTION):
            if room_id not in self.rooms and not await self.cluster.is_watched(room_id):
                await self.store.delete(room_id)

    async def _credit_absence(self, alive: Moment) -> None:
        """Credit players with the time since the last heartbeat of any server, `alive`."""
        for room_id in await self.store.with_deadline(slow=self.clock.now() - alive > LONG_OUTAGE):
            live = await self._get(room_id)
            now = self.clock.now()
            away = now - max(alive, live.room.updated)
            if away > SHORT_OUTAGE:
                async with live.lock:
                    with contextlib.suppress(Conflict):
                        await self._store(live, (events.ClockCredited(at=now, ms=away),), None)
            self._set_timer(live)


def _require_few_waiting(visitor: str, connection: Connection) -> None:
    """Refuse a listed room, or a seat in one, to a visitor who waits in too many: the list is for everyone."""
    if len(waiting_rooms(connection, visitor)) >= MAX_OPEN_ROOMS:
        raise Refusal(Reason.OPEN_ROOMS, f"you wait in {MAX_OPEN_ROOMS} rooms; leave one first")
