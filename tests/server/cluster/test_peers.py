"""Peer registry, publish/subscribe and shared cache, tested inside one process."""

import asyncio
from collections import deque

import msgspec
import pytest
from msgspec import Raw
from sqlalchemy import select, text, update

from gomoku.server.cluster.peers import OWN_HEARTBEATS, PEER_TIMEOUT, Peers
from gomoku.server.cluster.pubsub import (
    Envelope,
    NoPubSub,
    Notification,
    ProcessLeft,
    RedisPubSub,
    RelayedMessage,
    RoomChanged,
    WatchersChanged,
    connect,
)
from gomoku.server.cluster.shared_cache import RedisCache
from gomoku.server.ops.metrics import Metrics
from gomoku.server.rooms import referee
from gomoku.server.rooms.room import apply
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import game, process
from gomoku.server.wire import messages
from gomoku.server.wire.values import Options
from tests.support.waiting import TIMEOUT, eventually


async def run_two_peers(url, work) -> None:
    """Run `work` with two peers on one database."""
    stores = [await Store.open(url) for _ in range(2)]
    peers = [Peers(store, NoPubSub()) for store in stores]
    tasks = [asyncio.create_task(each.write_presence()) for each in peers]
    try:
        await work(*peers, stores[0])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for store in stores:
            await store.close()


async def expire(store: Store, peer: Peers) -> None:
    """Age a peer's heartbeat beyond the timeout."""
    statement = update(process).where(process.c.id == peer.id).values(alive=process.c.alive - PEER_TIMEOUT - 1000)
    await store.write(lambda connection: connection.execute(statement))


async def send_heartbeats(*peers: Peers) -> None:
    """Send enough heartbeats to be allowed to declare others dead."""
    for _ in range(OWN_HEARTBEATS):
        for each in peers:
            await each.heartbeat()


async def names(store: Store) -> set[str]:
    return await store.read(lambda connection: set(connection.scalars(select(process.c.id))))


def test_a_peer_without_heartbeats_is_removed_and_may_come_back(postgres):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        found = await one.join()
        assert (found.alone, found.alive) == (True, None)
        found = await other.join()
        assert not found.alone
        assert found.alive is not None
        assert abs(found.now - found.alive) < 10_000
        await send_heartbeats(one, other)
        await expire(store, other)
        await one.heartbeat()
        assert await names(store) == {one.id}
        await other.heartbeat()  # it was only slow
        assert await names(store) == {one.id, other.id}
        await expire(store, one)
        await expire(store, other)
        late = Peers(store, NoPubSub())
        found = await late.join()
        assert found.alone, "the other peers are dead"
        assert found.alive is not None
        assert found.now - found.alive > PEER_TIMEOUT
        await late.leave()
        await other.leave()
        assert await names(store) == set()

    asyncio.run(run_two_peers(postgres.create(), work))


def test_a_slow_database_makes_no_peer_dead(postgres):
    """On an overloaded machine, or after the database hung for every process."""

    async def work(one: Peers, other: Peers, store: Store) -> None:
        for each in (one, other):
            await each.join()
        await send_heartbeats(one, other)
        for _ in range(2 * OWN_HEARTBEATS):
            await expire(store, one)
            await expire(store, other)
            for each in (one, other):
                each._heartbeats = deque((moment - PEER_TIMEOUT - 1000 for moment in each._heartbeats), OWN_HEARTBEATS)
            await one.heartbeat()
            assert await names(store) == {one.id, other.id}, "we missed as many heartbeats ourselves"
            await other.heartbeat()
        await expire(store, other)
        late = Peers(store, NoPubSub())
        for _ in range(OWN_HEARTBEATS):
            await late.heartbeat()
            assert other.id in await names(store), "a peer that has only just joined declares none dead"
        await late.heartbeat()
        assert other.id not in await names(store)

    asyncio.run(run_two_peers(postgres.create(), work))


ASLEEP = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"


def test_heartbeats_overtake_queued_writes(postgres):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        nap = text("SELECT pg_sleep(600)")
        writing = [asyncio.create_task(store.write(lambda connection: connection.execute(nap))) for _ in range(12)]

        async def busy() -> bool:
            return bool(await asyncio.to_thread(postgres.query, ASLEEP))

        await eventually(busy)
        async with asyncio.timeout(TIMEOUT):
            await one.heartbeat()
        assert not any(task.done() for task in writing)
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)

    asyncio.run(run_two_peers(postgres.create(), work))


def test_presence(postgres):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        await other.join()
        one.note("r", "ann", True)
        one.note("r", "bob", True)
        one.note("q", "bob", True)
        one.note("q", "bob", False)
        one.note("q", "bob", True)

        async def seen() -> bool:
            return await other.elsewhere(["r", "q", "none"]) == {"r": {"ann", "bob"}, "q": {"bob"}}

        await eventually(seen)
        assert await one.elsewhere(["r", "q"]) == {}, "that is here, not elsewhere"
        await send_heartbeats(other)
        await expire(store, one)
        await other.heartbeat()
        assert await other.elsewhere(["r", "q"]) == {}, "the presence of a dead peer is deleted"
        await one.heartbeat()
        assert await seen(), "a peer that was only slow restores its presence"
        one.note("r", "ann", False)

        async def gone() -> bool:
            return await other.elsewhere(["r"]) == {"r": {"bob"}}

        await eventually(gone)
        await one.leave()
        assert await other.elsewhere(["r", "q"]) == {}

    asyncio.run(run_two_peers(postgres.create(), work))


def test_rooms_of_a_dead_peer_are_claimed_once(postgres):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        await other.join()
        command = messages.Create("c", Options(rules="freestyle"), messages.AiSeat(1), messages.Me("Ann"))
        for name in ("a", "b"):
            created = referee.create(command, "ann", 1000)
            await store.create(apply(name, None, created), created, keeper=one.id)
        assert sorted(await one.rooms_to_attend()) == ["a", "b"]
        assert await other.rooms_to_attend() == []
        assert not await other.claim("a"), "its keeper is alive"
        await send_heartbeats(other)
        await expire(store, one)
        await other.heartbeat()
        assert sorted(await other.rooms_to_attend()) == ["a", "b"]
        third = Peers(store, NoPubSub())
        await third.join()
        won = await asyncio.gather(other.claim("a"), third.claim("a"))
        assert sorted(won) == [False, True]
        keeper = await store.read(lambda connection: connection.scalar(select(game.c.keeper).where(game.c.id == "a")))
        assert keeper == (other.id if won[0] else third.id)
        assert await other.versions(["a", "b", "none"]) == {"a": 1, "b": 1}

    asyncio.run(run_two_peers(postgres.create(), work))


def test_a_database_outage_is_survived(postgres, caplog):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        await other.join()
        await asyncio.to_thread(postgres.stop)
        try:
            with pytest.raises(StoreError):
                await one.heartbeat()
            one.note("r", "ann", True)

            async def failed() -> bool:
                return "presence cannot be written yet" in caplog.text

            with caplog.at_level("INFO", "gomoku.server"):
                await eventually(failed)
        finally:
            await asyncio.to_thread(postgres.start)
        await one.heartbeat()

        async def seen() -> bool:
            return await other.elsewhere(["r"]) == {"r": {"ann"}}

        await eventually(seen)

    asyncio.run(run_two_peers(postgres.create(), work))


# --- publish/subscribe ---

NOTIFICATIONS: tuple[Notification, ...] = (
    RoomChanged("r", 7, True),
    WatchersChanged(("r", "q")),
    RelayedMessage("r", None, Raw(b'{"type":"gone","room":"r"}')),
    ProcessLeft(),
)


def test_notifications_have_their_old_name_on_the_wire():
    """Processes of other versions read them during an upgrade."""
    sent = msgspec.json.decode(msgspec.json.encode(Envelope("one", NOTIFICATIONS)))
    assert sent.keys() == {"process", "hints"}
    assert [each["type"] for each in sent["hints"]] == ["changed", "watched", "told", "left"]


def test_notifications_arrive_and_come_back_after_an_outage(redis):
    async def work() -> None:
        heard: list[Notification] = []
        one, other = (RedisPubSub(redis.url, "gomoku:test", Metrics()) for _ in range(2))
        await one.start("one", lambda notification: None)
        await other.start("other", heard.append)

        async def connected() -> bool:
            return one.connected and other.connected

        await eventually(connected)
        for notification in NOTIFICATIONS:
            one.publish(notification)
        other.publish(RoomChanged("own", 1))

        async def arrived() -> bool:
            return len(heard) == len(NOTIFICATIONS)

        await eventually(arrived)
        assert tuple(heard) == NOTIFICATIONS, "in order, without the subscriber's own"
        async with connect(redis.url) as stranger:
            await stranger.publish("gomoku:test", b"\xff nonsense")
        await asyncio.to_thread(redis.stop)

        async def gone() -> bool:
            return not one.connected and not other.connected

        await eventually(gone)
        for number in range(20_000):
            one.publish(RoomChanged("lost", number))  # never blocks, and the queue stays bounded
        await asyncio.to_thread(redis.start)
        await eventually(connected)

        async def again() -> bool:
            one.publish(RoomChanged("again", 1))
            return RoomChanged("again", 1) in heard

        await eventually(again)
        for each in (one, other):
            await each.close()

    asyncio.run(work())


def test_shared_cache(redis):
    async def work() -> None:
        one, other = (RedisCache(redis.url, prefix) for prefix in ("a", "b"))
        await one.put("x", b"\x00\xff", 3)
        assert await one.get("x") == b"\x00\xff"
        assert await other.get("x") is None, "another prefix"

        async def expired() -> bool:
            return await one.get("x") is None

        await eventually(expired)
        await asyncio.to_thread(redis.stop)
        try:
            await one.put("y", b"1", 10)
            assert await one.get("y") is None
        finally:
            await asyncio.to_thread(redis.start)
        for each in (one, other):
            await each.close()

    asyncio.run(work())


def test_an_unreachable_redis_is_retried(caplog):
    async def work() -> None:
        async def tried() -> bool:
            return "Redis cannot be reached" in caplog.text

        pubsub = RedisPubSub("redis://127.0.0.1:1", "c", Metrics())
        await pubsub.start("one", lambda notification: None)
        pubsub.publish(ProcessLeft())
        await eventually(tried)
        assert not pubsub.connected
        async with asyncio.timeout(TIMEOUT):
            await pubsub.close()

    asyncio.run(work())
