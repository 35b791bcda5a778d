"""Processes that share a database, without the processes: who lives, who is here, whose rooms are whose; and hints."""

import asyncio
from collections import deque

import pytest
from msgspec import Raw
from sqlalchemy import select, text, update

from gomoku.server.cluster.peers import DEAD, MISSED, Peers
from gomoku.server.cluster.pubsub import Changed, Hint, Left, NoPubSub, RedisPubSub, Told, Watched, connect
from gomoku.server.cluster.shared_cache import RedisCache
from gomoku.server.ops.metrics import Metrics
from gomoku.server.rooms import referee
from gomoku.server.rooms.room import apply
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.storage.tables import game, process
from gomoku.server.wire import messages
from gomoku.server.wire.values import Options
from tests.support.waiting import TIMEOUT


async def run_two(url, work) -> None:
    """Something with two processes, as it were."""
    stores = [await Store.open(url) for _ in range(2)]
    peers = [Peers(store, NoPubSub()) for store in stores]
    tasks = [asyncio.create_task(each.tell()) for each in peers]
    try:
        await work(*peers, stores[0])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for store in stores:
            await store.close()


async def die(store: Store, peer: Peers) -> None:
    """Nothing was heard of it for a while."""
    statement = update(process).where(process.c.id == peer.id).values(alive=process.c.alive - DEAD - 1000)
    await store.write(lambda connection: connection.execute(statement))


async def live(*peers: Peers) -> None:
    """For long enough to notice who does not."""
    for _ in range(MISSED):
        for each in peers:
            await each.beat()


async def names(store: Store) -> set[str]:
    return await store.read(lambda connection: set(connection.scalars(select(process.c.id))))


async def soon(condition) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not await condition():
            await asyncio.sleep(0.02)  # the interval of polling


def test_who_lives(postgres):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        found = await one.join()
        assert (found.alone, found.alive) == (True, None)
        found = await other.join()
        assert not found.alone
        assert found.alive is not None
        assert abs(found.now - found.alive) < 10_000
        await live(one, other)
        await die(store, other)
        await one.beat()
        assert await names(store) == {one.id}
        await other.beat()  # it was only slow
        assert await names(store) == {one.id, other.id}
        await die(store, one)
        await die(store, other)
        late = Peers(store, NoPubSub())
        found = await late.join()
        assert found.alone, "only dead ones are there"
        assert found.alive is not None
        assert found.now - found.alive > DEAD
        await late.leave()
        await other.leave()
        assert await names(store) == set()

    asyncio.run(run_two(postgres.create(), work))


def test_where_all_are_slow_nobody_is_dead(postgres):
    """On a machine that is busy beyond measure, and when a database is back that had hung for everybody."""

    async def work(one: Peers, other: Peers, store: Store) -> None:
        for each in (one, other):
            await each.join()
        await live(one, other)
        for _ in range(2 * MISSED):
            await die(store, one)
            await die(store, other)
            for each in (one, other):
                each._beats = deque((moment - DEAD - 1000 for moment in each._beats), MISSED)
            await one.beat()
            assert await names(store) == {one.id, other.id}, "it has had no more chances than we"
            await other.beat()
        await die(store, other)
        late = Peers(store, NoPubSub())
        for _ in range(MISSED):
            await late.beat()
            assert other.id in await names(store), "who has only just come does not judge"
        await late.beat()
        assert other.id not in await names(store)

    asyncio.run(run_two(postgres.create(), work))


ASLEEP = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"


def test_a_sign_of_life_waits_for_nobody(postgres):
    """However much there is to be written."""

    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        nap = text("SELECT pg_sleep(600)")
        writing = [asyncio.create_task(store.write(lambda connection: connection.execute(nap))) for _ in range(12)]

        async def busy() -> bool:
            return bool(await asyncio.to_thread(postgres.query, ASLEEP))

        await soon(busy)
        async with asyncio.timeout(TIMEOUT):
            await one.beat()
        assert not any(task.done() for task in writing)
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)

    asyncio.run(run_two(postgres.create(), work))


def test_who_is_here(postgres):
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

        await soon(seen)
        assert await one.elsewhere(["r", "q"]) == {}, "that is here, not elsewhere"
        await live(other)
        await die(store, one)
        await other.beat()
        assert await other.elsewhere(["r", "q"]) == {}, "who is dead speaks for nobody"
        await one.beat()
        assert await seen(), "one that was only slow tells everything again"
        one.note("r", "ann", False)

        async def gone() -> bool:
            return await other.elsewhere(["r"]) == {"r": {"bob"}}

        await soon(gone)
        await one.leave()
        assert await other.elsewhere(["r", "q"]) == {}

    asyncio.run(run_two(postgres.create(), work))


def test_rooms_without_a_process_are_claimed_once(postgres):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        await other.join()
        command = messages.Create("c", Options(rules="freestyle"), messages.AiSeat(1), messages.Me("Ann"))
        for name in ("a", "b"):
            created = referee.create(command, "ann", 1000)
            await store.create(apply(name, None, created), created, keeper=one.id)
        assert sorted(await one.mine()) == ["a", "b"]
        assert await other.mine() == []
        assert not await other.claim("a"), "its process lives"
        await live(other)
        await die(store, one)
        await other.beat()
        assert sorted(await other.mine()) == ["a", "b"]
        third = Peers(store, NoPubSub())
        await third.join()
        won = await asyncio.gather(other.claim("a"), third.claim("a"))
        assert sorted(won) == [False, True]
        keeper = await store.read(lambda connection: connection.scalar(select(game.c.keeper).where(game.c.id == "a")))
        assert keeper == (other.id if won[0] else third.id)
        assert await other.versions(["a", "b", "none"]) == {"a": 1, "b": 1}

    asyncio.run(run_two(postgres.create(), work))


def test_a_database_without_life_is_an_error_and_nothing_worse(postgres, caplog):
    async def work(one: Peers, other: Peers, store: Store) -> None:
        await one.join()
        await other.join()
        await asyncio.to_thread(postgres.stop)
        try:
            with pytest.raises(StoreError):
                await one.beat()
            one.note("r", "ann", True)

            async def failed() -> bool:
                return "who is here cannot be noted yet" in caplog.text

            with caplog.at_level("INFO", "gomoku.server"):
                await soon(failed)
        finally:
            await asyncio.to_thread(postgres.start)
        await one.beat()

        async def seen() -> bool:
            return await other.elsewhere(["r"]) == {"r": {"ann"}}

        await soon(seen)

    asyncio.run(run_two(postgres.create(), work))


# --- hints ---

HINTS: tuple[Hint, ...] = (
    Changed("r", 7, True),
    Watched(("r", "q")),
    Told("r", None, Raw(b'{"type":"gone","room":"r"}')),
    Left(),
)


def test_hints_arrive_and_come_back_after_an_outage(redis):
    async def work() -> None:
        heard: list[Hint] = []
        one, other = (RedisPubSub(redis.url, "gomoku:test", Metrics()) for _ in range(2))
        await one.start("one", lambda hint: None)
        await other.start("other", heard.append)

        async def connected() -> bool:
            return one.connected and other.connected

        await soon(connected)
        for hint in HINTS:
            one.say(hint)
        other.say(Changed("own", 1))

        async def arrived() -> bool:
            return len(heard) == len(HINTS)

        await soon(arrived)
        assert tuple(heard) == HINTS, "in order, and not one's own"
        async with connect(redis.url) as stranger:
            await stranger.publish("gomoku:test", b"\xff nonsense")
        await asyncio.to_thread(redis.stop)

        async def gone() -> bool:
            return not one.connected and not other.connected

        await soon(gone)
        for number in range(20_000):
            one.say(Changed("lost", number))  # nobody waits, and memory stays bounded
        await asyncio.to_thread(redis.start)
        await soon(connected)

        async def again() -> bool:
            one.say(Changed("again", 1))
            return Changed("again", 1) in heard

        await soon(again)
        for each in (one, other):
            await each.close()

    asyncio.run(work())


def test_what_is_on_the_shelf(redis):
    async def work() -> None:
        one, other = (RedisCache(redis.url, prefix) for prefix in ("a", "b"))
        await one.put("x", b"\x00\xff", 3)
        assert await one.get("x") == b"\x00\xff"
        assert await other.get("x") is None, "of another database"

        async def forgotten() -> bool:
            return await one.get("x") is None

        await soon(forgotten)
        await asyncio.to_thread(redis.stop)
        try:
            await one.put("y", b"1", 10)
            assert await one.get("y") is None
        finally:
            await asyncio.to_thread(redis.start)
        for each in (one, other):
            await each.close()

    asyncio.run(work())


def test_a_redis_that_is_not_there_is_waited_for(caplog):
    async def work() -> None:
        async def tried() -> bool:
            return "Redis cannot be reached" in caplog.text

        hints = RedisPubSub("redis://127.0.0.1:1", "c", Metrics())
        await hints.start("one", lambda hint: None)
        hints.say(Left())
        await soon(tried)
        assert not hints.connected
        async with asyncio.timeout(TIMEOUT):
            await hints.close()

    asyncio.run(work())
