"""Several processes on one database: games survive kills, restarts, and outages of PostgreSQL and Redis."""

import asyncio
import contextlib
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gomoku.server.cluster import peers, sync
from gomoku.server.live import hub
from gomoku.server.ops.errors import ServeError
from gomoku.server.ops.settings import Settings
from gomoku.server.serve import serve
from gomoku.server.storage import database
from gomoku.server.storage.store import StoreError
from tests.server.conftest import ProcessServer, ThreadServer
from tests.server.page import Page, request
from tests.support.processes import children, is_alive, wait_until_gone
from tests.support.waiting import TIMEOUT, wait_until


@contextlib.contextmanager
def servers(count, database, redis, *arguments: str) -> Iterator[list[ProcessServer]]:
    """`count` servers on one database, each at its own address."""
    started: list[ProcessServer] = []
    try:
        while len(started) < count:
            started.append(ProcessServer(database, "--redis", redis.url, *arguments))
        yield started
    finally:
        for each in started:
            each.end()


AnyServer = ProcessServer | ThreadServer
QUICK = 12.0
"""Seconds for eight moves. A process that misses notifications without noticing needs twenty."""


@pytest.fixture(scope="module")
def pair(postgres, redis) -> Iterator[list[ThreadServer]]:
    """Two servers in threads with short timeouts, connected by database and Redis only. Not to be killed."""
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(hub, "GONE_AFTER", 1.0)
        patch.setattr(database, "TIMEOUT", 3.0)
        settings = Settings(
            postgres.create(), redis=redis.url, engines=1, engine_threads=1, pace=0.02, opening_book=False
        )
        yield [stack.enter_context(ThreadServer(settings)) for _ in range(2)]


def game_of_two(a: AnyServer, b: AnyServer, **options: Any) -> tuple[Page, Page, str]:
    """A game of Ann, connected to one process, against Bob, connected to the other."""
    ann, bob = a.page(), b.page()
    room = ann.create("me", "open", kind="private", rules="freestyle;size=15", **options)
    bob.watch(room)
    assert bob.command("sit", room=room, player="P2", who={"type": "me", "name": "Bob"})["type"] == "done"
    for page in (ann, bob):
        assert page.command("ready", room=room, ready=True)["type"] == "done"
    for page in (ann, bob):
        page.until_state(room, lambda state: state["phase"] == "playing")
    return ann, bob, room


def play_on(pages: tuple[Page, Page], room: str, moves: int) -> None:
    """Play N moves in turn; each must reach both pages."""
    for _ in range(moves):
        ply = max(page.state(room)["ply"] for page in pages)
        for page in pages:
            page.until_state(room, lambda state, ply=ply: state["ply"] >= ply)
        mover = next(page for page in pages if page.me in page.state(room)["acts"])
        assert mover.play(room, ply % 15, 2 * (ply // 15))["type"] == "done"
        for page in pages:
            page.until_state(room, lambda state, ply=ply: state["ply"] > ply)


def test_a_game_between_pages_of_two_processes(pair):
    ann, bob, room = game_of_two(*pair)
    with ann, bob:
        watch = pair[0].stopwatch()
        play_on((ann, bob), room, 8)
        assert watch.seconds() < QUICK
        assert ann.cells(room) == bob.cells(room)
        ann.command("say", room=room, text="hello")
        bob.until(lambda m: m["type"] == "update" and m["event"].get("text") == "hello")
        assert bob.command("draw", room=room)["type"] == "done"
        ann.until_state(room, lambda state: state["offers"])
        assert ann.command("reply", room=room, offer="draw", accept=True)["type"] == "done"
        assert bob.until_state(room, lambda state: state["outcome"])["outcome"]["by"] == "agreement"


def test_lobby_and_spectator_counts(pair):
    a, b = pair
    with a.page() as ann, b.page() as bob, b.page() as cleo:
        bob.send("lobby", on=True)
        bob.until(lambda m: m["type"] == "lobby")
        room = ann.create("me", "open", kind="listed")
        bob.until(lambda m: m["type"] == "lobby_change" and m["room"] == room and m["line"])
        cleo.watch(room)
        assert ann.until(lambda m: m["type"] == "audience" and m["spectators"] == 1)["room"] == room
        bob.until(lambda m: m["type"] == "lobby_change" and m["line"] and m["line"]["spectators"] == 1)
        listed = {line["room"]: line for line in ann.get("/api/rooms")["games"]}
        assert listed[room]["spectators"] == 1
        cleo.send("unwatch", room=room)
        ann.until(lambda m: m["type"] == "audience" and m["spectators"] == 0)
        assert ann.http("DELETE", f"/api/games/{room}")[0] == 204
        bob.until(lambda m: m["type"] == "lobby_change" and m["room"] == room and m["line"] is None)


def test_thinking_is_relayed_to_pages_of_another_process(pair):
    a, b = pair
    with a.page() as ann, b.page(ann.cookie) as other:
        room = ann.create(ai_time=600, level=10)
        other.watch(room)
        other.send("follow", room=room, on=True)
        wait_until(lambda: other.me in a.app.state.hub.rooms[room].elsewhere, what="the second page is not noticed")
        ann.play(room, 9, 9)
        other.until(lambda m: m["type"] == "thinking" and not m["done"])
        other.until(lambda m: m["type"] == "thinking" and m["info"])
        other.until_state(room, lambda state: state["ply"] == 2)
        assert ann.until_my_turn(room)["ply"] == 2
        assert other.command("hint", room=room)["type"] == "done"
        ann.until(lambda m: m["type"] == "suggestion")
        assert other.play(room, 5, 5)["type"] == "done"
        assert ann.until_state(room, lambda state: state["ply"] == 4)


def test_a_command_id_is_executed_once_across_processes(pair):
    a, b = pair
    with a.page() as ann, b.page(ann.cookie) as other:
        room = ann.create("me", "me")
        assert ann.command("play", id="first", room=room, cell=[9, 9], ply=0)["seq"] == 2
        assert other.command("play", id="first", room=room, cell=[9, 9], ply=0)["seq"] == 2
        # decided on the stored state, though no notification has arrived
        assert other.command("play", id="second", room=room, cell=[8, 8], ply=1)["type"] == "done"
        assert ann.command("play", id="third", room=room, cell=[7, 7], ply=2)["type"] == "done"
        assert other.command("play", id="other", room=room, cell=[6, 6], ply=1)["reason"] == "stale"


def test_trees_and_reviews_are_shared_by_processes(pair):
    a, b = pair
    with a.page() as ann, b.page(ann.cookie) as other:
        position = {"rules": "freestyle;size=15", "rows": ["." * 15] * 15, "to_move": "X"}
        status, _, body = ann.http("POST", "/api/tree", json.dumps({"position": position, "ms": 200}).encode())
        assert status == 200, body
        name = json.loads(body)["id"]
        assert other.get(f"/api/tree/{name}") == ann.get(f"/api/tree/{name}")
        wish = {"start": position, "moves": [[7, 7], [8, 8], [6, 6], [9, 9]], "ms": 300}
        status, _, body = ann.http("POST", "/api/review", json.dumps(wish).encode())
        assert status in (200, 201), body
        name = json.loads(body)["id"]
        wait_until(lambda: (other.http("GET", f"/api/review/{name}")[0]) == 200)
        assert not other.get(f"/api/review/{name}")["complete"], "progress is visible to the other process"
        wait_until(lambda: other.get(f"/api/review/{name}")["complete"])
        wish = {**wish, "ms": 1000}
        name = json.loads(ann.http("POST", "/api/review", json.dumps(wish).encode())[2])["id"]
        wait_until(lambda: (other.http("GET", f"/api/review/{name}")[0]) == 200)
        assert other.http("DELETE", f"/api/review/{name}")[0] == 204
        wait_until(lambda: ann.http("GET", f"/api/review/{name}")[0] == 404)


def test_a_player_with_a_page_at_another_process_is_not_lost(pair, monkeypatch):
    a, b = pair
    at_b = b.app.state.hub
    maybe_lost, checked = at_b.maybe_lost, threading.Event()

    async def noted(live, visitor):
        await maybe_lost(live, visitor)
        checked.set()

    ann, bob, room = game_of_two(a, b)
    with bob:
        with ann, b.page(ann.cookie) as second:
            second.watch(room)
            wait_until(lambda: second.me in a.app.state.hub.rooms[room].elsewhere)
        # both closed, one after the other
        lost = bob.until_state(room, lambda state: state["seats"][0]["lost_since"])
        assert lost["seats"][1]["lost_since"] is None
        with a.page(ann.cookie) as back:
            back.watch(room)
            bob.until_state(room, lambda state: not state["seats"][0]["lost_since"])
            with b.page(ann.cookie) as second:
                second.watch(room)
                wait_until(lambda: second.me in a.app.state.hub.rooms[room].elsewhere)
                monkeypatch.setattr(at_b, "maybe_lost", noted)
            assert checked.wait(TIMEOUT)
            assert not [m for m in bob.so_far() if m["type"] == "update"], "one page is still there"


def test_a_player_is_back_once_the_other_processes_can_know(pair, monkeypatch):
    """Another process would record absence again."""
    a, b = pair
    hub, peers_of_a = a.app.state.hub, a.app.state.hub.cluster._peers
    may_write = threading.Event()

    class SlowStore:
        async def write(self, work, urgent=False):
            await asyncio.to_thread(may_write.wait, TIMEOUT)
            return await hub.store.write(work, urgent=urgent)

    ann, bob, room = game_of_two(a, b)
    with bob:
        with ann:
            pass
        bob.until_state(room, lambda state: state["seats"][0]["lost_since"])
        seq = b.app.state.hub.rooms[room].room.seq
        monkeypatch.setattr(peers_of_a, "_store", SlowStore())
        with a.page(ann.cookie) as back:
            back.watch(room)
            check = a.start(hub.presence(hub.rooms[room], back.me))
            with pytest.raises(TimeoutError):
                check.result(peers.HEARTBEAT_INTERVAL / 4)
            assert b.app.state.hub.rooms[room].room.seq == seq
            may_write.set()
            monkeypatch.undo()
            check.result(TIMEOUT)
            bob.until_state(room, lambda state: not state["seats"][0]["lost_since"])


def test_a_player_who_is_back_at_another_process_stays(pair, monkeypatch):
    """Absence that was read before the player came back is not recorded after it."""
    a, b = pair
    cluster = b.app.state.hub.cluster
    is_elsewhere = cluster.is_elsewhere
    read, is_back = threading.Event(), threading.Event()

    async def slowly(live, visitor):
        found = await is_elsewhere(live, visitor)
        if not found and not read.is_set():
            read.set()
            await asyncio.to_thread(is_back.wait, TIMEOUT)
        return found

    ann, bob, room = game_of_two(a, b)
    with bob:
        monkeypatch.setattr(cluster, "is_elsewhere", slowly)
        with ann:
            pass
        assert read.wait(TIMEOUT)
        bob.until_state(room, lambda state: state["seats"][0]["lost_since"])  # by the other process
        with a.page(ann.cookie) as back:
            back.watch(room)
            present = bob.until_state(room, lambda state: not state["seats"][0]["lost_since"])
            is_back.set()
            wait_until(lambda: not b.app.state.hub.cluster._checking)
            assert not [m for m in bob.so_far() if m["type"] == "update"], present


def test_redis_outage(pair, redis):
    ann, bob, room = game_of_two(*pair)
    with ann, bob:
        play_on((ann, bob), room, 2)
        redis.stop()
        watch = pair[0].stopwatch()
        play_on((ann, bob), room, 2)
        assert watch.seconds() < 12
        redis.start()
        wait_until(lambda: all(each.app.state.hub.cluster._pubsub.connected for each in pair))
        wait_until(
            lambda: all(each.app.state.hub.cluster._connected for each in pair),
            what="polling is not back to its normal interval",
        )
        watch = pair[0].stopwatch()
        play_on((ann, bob), room, 8)
        assert watch.seconds() < QUICK


def test_database_restart(pair, postgres, caplog):
    ann, bob, room = game_of_two(*pair)
    with ann, bob:
        play_on((ann, bob), room, 2)
        before = ann.cells(room)
        postgres.stop()
        watch = pair[0].stopwatch()
        refused = ann.play(room, 14, 14)
        assert (refused["type"], refused["reason"]) == ("refused", "storage")
        assert watch.seconds() < 5
        for _ in range(5):
            ann.play(room, 14, 14)
        assert request(pair[0].address, "GET", "/api/ready")[0] == 503
        postgres.start()
        assert ann.play(room, 14, 14)["type"] == "done", "at the first try"
        assert bob.until_state(room, lambda state: state["ply"] == 3)
        assert ann.cells(room) == [*before, (14, 14)]
        assert request(pair[0].address, "GET", "/api/ready")[0] == 200
        play_on((ann, bob), room, 2)
    lines = [record.getMessage() for record in caplog.records if "the database can" in record.getMessage()]
    assert 1 <= sum("cannot be used" in line for line in lines) <= 2, "once for each process, not for each request"
    assert sum("can be used again" in line for line in lines) >= 1


def test_a_hanging_database_does_not_block_the_server(pair, postgres):
    with pair[0].page() as ann:
        room = ann.create("me", "me")
        ann.play(room, 9, 9)
        postgres.freeze(True)
        try:
            name = "frozen"
            ann.send("play", id=name, room=room, cell=[8, 8], ply=1)
            ann.send("ping", sent=1)
            with pair[0].page(ann.cookie) as other:
                watch = pair[0].stopwatch()
                other.send("ping", sent=2)
                other.until(lambda m: m["type"] == "pong")
                assert watch.seconds() < 2
            assert ann.until(lambda m: m["type"] == "refused" and m["id"] == name)["reason"] == "storage"
        finally:
            postgres.freeze(False)
        wait_until(lambda: ann.command("play", id=name, room=room, cell=[8, 8], ply=1)["type"] == "done")
        ann.until_state(room, lambda state: state["ply"] == 2)


def test_a_killed_process_is_replaced_by_its_peer(postgres, redis):
    with servers(2, postgres.create(), redis) as (a, b):
        ann, bob, room = game_of_two(a, b)
        thinker = a.page(ann.cookie)
        game = thinker.create(ai_time=4_000, level=10)
        with bob, b.page(ann.cookie) as watcher:
            play_on((ann, bob), room, 5)
            watcher.watch(game)
            thinker.play(game, 9, 9)
            thinker.until_thinking(game)
            a.kill()
            with b.page(ann.cookie) as back:
                back.watch(room)
                assert back.cells(room) == bob.cells(room)
                assert len(back.cells(room)) == 5
                play_on((back, bob), room, 4)
            watcher.until_state(game, lambda state: state["ply"] == 2)  # the other process took over
            # Ann had no page left anywhere
            bob.until_state(room, lambda state: state["seats"][0]["lost_since"])


def test_a_live_process_declared_dead_neither_loses_nor_repeats_moves(pair, postgres, monkeypatch):
    """Its heartbeats fail while it goes on serving, so two processes run the same AI seat."""
    a, b = pair
    url = a.app.state.settings.database
    monkeypatch.setattr(peers, "PEER_TIMEOUT", 500)
    monkeypatch.setattr(sync, "HEARTBEAT_INTERVAL", 0.1)
    mute = a.app.state.hub.cluster
    lives = f"SELECT id FROM process WHERE id = '{mute.id}'"

    def heartbeats() -> set[Any]:
        return {(row["id"], row["alive"]) for row in postgres.query("SELECT id, alive FROM process", url)}

    store = a.app.state.hub.store

    class Muted:
        read = store.read

        async def write(self, work: Any, urgent: bool = False) -> Any:
            if urgent:
                raise StoreError("lost heartbeat")
            return await store.write(work)

    ann, bob, room = game_of_two(a, b)
    with ann, bob, a.page(ann.cookie) as thinker, b.page(ann.cookie) as watcher:
        game = thinker.create(ai_time=2_500, level=10)
        watcher.watch(game)
        wait_until(lambda: postgres.query(lives, url))
        before = heartbeats()
        wait_until(lambda: not before & heartbeats(), what="heartbeats are still slow")
        with monkeypatch.context() as patch:
            patch.setattr(mute._peers, "_store", Muted())
            thinker.play(game, 9, 9)
            wait_until(lambda: not postgres.query(lives, url), what="it is not declared dead")
            keeper = f"SELECT keeper FROM game WHERE id = '{game}'"
            other = b.app.state.hub.cluster.id
            wait_until(lambda: postgres.query(keeper, url)[0]["keeper"] == other, what="no takeover")
            play_on((ann, bob), room, 6)
            for page in (thinker, watcher):
                page.until_state(game, lambda state: state["ply"] >= 2)
        wait_until(lambda: postgres.query(lives, url), what="it did not come back")
        play_on((ann, bob), room, 2)
        idle = "an engine still thinks about that move"
        wait_until(lambda: not any(each.app.state.hub.engines.busy for each in pair), what=idle)
        for page in (thinker, watcher):
            assert len(page.cells(game)) == 2, "one answer of the AI"
        assert len(ann.cells(room)) == 8
        assert ann.cells(room) == bob.cells(room)
        assert thinker.play(game, 3, 3)["type"] == "done"
        bob.until_state(room, lambda state: not any(seat["lost_since"] for seat in state["seats"]))


def test_drain_hands_rooms_over(postgres, redis):
    with servers(2, postgres.create(), redis) as (a, b):
        ann, bob, room = game_of_two(a, b)
        thinker = a.page(ann.cookie)
        game = thinker.create(ai_time=5_000, level=10)
        with ann, bob, thinker, b.page(ann.cookie) as watcher:
            play_on((ann, bob), room, 3)
            watcher.watch(game)
            thinker.play(game, 9, 9)
            thinker.until_thinking(game)
            a.process.terminate()
            for page in (ann, thinker):
                with pytest.raises(ConnectionClosed) as closed:
                    page.until(lambda m: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            with b.page(ann.cookie) as back:
                back.watch(room, since=ann.rooms[room]["seq"])
                back.rooms[room] = ann.rooms[room]
                play_on((back, bob), room, 2)
                # on a busy machine she may have been away for longer than the grace period
                bob.until_state(room, lambda state: not any(seat["lost_since"] for seat in state["seats"]))
                watch = b.stopwatch()
                watcher.until(lambda m: m["type"] == "thinking" and not m["done"] and not m["waiting"])
                assert watch.seconds() < 4, "another process takes over at once"
                assert watcher.until_state(game, lambda state: state["ply"] == 2)
            assert a.process.wait(TIMEOUT) == 0
            assert "Traceback" not in (a.process.stdout.read() if a.process.stdout else "")


def test_supervisor_replaces_and_renews_processes(postgres, redis):
    """All processes serve, a killed one is replaced, SIGHUP restarts all during play, SIGTERM stops all."""
    database = postgres.create()

    def living() -> set[str]:
        return {row["id"] for row in postgres.query("SELECT id FROM process", database)}

    with servers(1, database, redis, "--processes", "2") as (server,), contextlib.ExitStack() as stack:
        parent = server.process.pid
        wait_until(lambda: len(living()) == 2)
        pages = [stack.enter_context(server.page()) for _ in range(24)]
        for page in pages:
            page.create("me", "me")
        spread = "SELECT process, count(*) AS pages FROM presence WHERE game_id <> '' GROUP BY process"

        def pages_of() -> dict[str, int]:
            return {row["process"]: row["pages"] for row in postgres.query(spread, database)}

        wait_until(lambda: sum(pages_of().values()) == len(pages))
        counts = pages_of()
        assert len(counts) == 2, counts
        assert min(counts.values()) >= 2, counts
        serving = [pid for pid in children(parent) if is_server(pid)]
        assert len(serving) == 2
        os.kill(serving[0], signal.SIGKILL)
        cookie = pages[0].cookie
        with server.page(cookie) as ann:
            room = ann.create("me", "me")
            assert ann.play(room, 9, 9)["type"] == "done"
        wait_until(lambda: len(living() ^ counts.keys()) == 2)  # one was replaced
        before = living()
        said = 0
        codes: set[int | None] = set()
        page = stack.enter_context(server.page(cookie))  # with a process that is to go
        page.watch(room)
        seq = page.rooms[room]["seq"]
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + TIMEOUT
        while not codes or living() & before or len(living()) != 2:
            assert time.monotonic() < end, "the processes are not replaced"
            try:
                done = page.command("rename", id=f"s{said}", room=room, player="P1", name=f"name {said}")
                said += 1
                assert (done["type"], done["seq"]) == ("done", seq + said), "each command once"
                time.sleep(0.05)  # slower than the limit of messages
            except ConnectionClosed as closed:
                codes.add(closed.rcvd.code if closed.rcvd else None)
                page = stack.enter_context(server.page(cookie))
                page.watch(room)
        assert codes == {1012}
        everybody = [pid for one in children(parent) for pid in (one, *children(one))]
        server.process.terminate()
        assert server.process.wait(TIMEOUT) == 0
    wait_until_gone(everybody)
    assert living() == set(), "all have deregistered"


def test_children_exit_with_a_killed_supervisor(postgres, redis):
    database = postgres.create()
    with servers(1, database, redis, "--processes", "2") as (server,):
        ann = server.page()
        room = ann.create("me", "me")
        assert ann.play(room, 9, 9)["type"] == "done"
        everybody = children(server.process.pid)
        server.process.kill()
        port = server.address.rpartition(":")[2]
        with servers(1, database, redis, "--processes", "2", "--port", port) as (again,):
            with again.page(ann.cookie) as back:
                back.watch(room)
                assert back.play(room, 8, 8)["type"] == "done"
            wait_until_gone(everybody)
        said = server.process.communicate(timeout=TIMEOUT)[0]
        assert said.count("the supervisor is gone; shutting down") == 2, said
        assert "Traceback" not in said


def is_server(pid: int) -> bool:
    try:
        return b"spawn_main" in (Path("/proc") / str(pid) / "cmdline").read_bytes() and is_alive(pid)
    except OSError:
        return False


POSTGRES = "postgresql://127.0.0.1:1/none"
REDIS = "redis://127.0.0.1:1"


@pytest.mark.parametrize(
    ("database", "redis", "processes", "words"),
    [
        ("sqlite:///games.sqlite", None, 2, "need PostgreSQL"),
        ("sqlite:///games.sqlite", REDIS, 1, "need PostgreSQL"),
        (POSTGRES, None, 2, "need Redis"),
        (POSTGRES, None, 1, "the database cannot be used"),
        (POSTGRES, "http://127.0.0.1", 1, "the address of Redis"),
        ("mysql://127.0.0.1/none", None, 1, "mysql"),
        ("postgresql://127.0.0.1:port/none", None, 1, "invalid address"),
    ],
)
def test_invalid_settings_are_refused(database, redis, processes, words):
    with pytest.raises(ServeError, match=words):
        serve(Settings(database, redis=redis), 0, False, print, processes)


def test_a_failed_start_is_reported(run_cli):
    code, out, err = run_cli("serve", "--port", "0", "--database", POSTGRES, "--redis", REDIS, "--processes", "2")
    assert (code, out) == (1, "")
    assert "the database cannot be used" in err
    assert err.count("\n") == 1, err
