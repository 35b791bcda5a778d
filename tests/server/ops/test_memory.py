"""Memory shortage: the current request is refused, and everyone else plays on."""

import json
import os
import resource
import signal
import sys
from subprocess import run
from typing import Any

import pytest

from tests.server.conftest import ProcessServer
from tests.support.processes import data, family, limited
from tests.support.waiting import TIMEOUT, wait_until

pytestmark = pytest.mark.memory

MEGABYTE = 1 << 20


def start(arguments, megabytes: int, what: int = resource.RLIMIT_AS):
    """Run a command under a memory limit."""

    def limit() -> None:
        resource.setrlimit(what, (megabytes * MEGABYTE, megabytes * MEGABYTE))

    command = [sys.executable, "-m", "gomoku", *arguments]
    return run(command, capture_output=True, text=True, preexec_fn=limit, timeout=TIMEOUT, check=False)


@pytest.mark.parametrize(
    ("megabytes", "what"),
    [(20, resource.RLIMIT_AS), (40, resource.RLIMIT_AS), (70, resource.RLIMIT_AS), (67, resource.RLIMIT_DATA)],
)
def test_too_little_memory_to_start_is_one_error_line(tmp_path, megabytes, what):
    """The last limit lets the database open, and fails when its tables are created or the threads are started."""
    done = start(["serve", "--port", "0", "--database", str(tmp_path / "games.sqlite")], megabytes, what)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "gomoku: not enough memory\n")


def big_file() -> bytes:
    """A file below 5 MB that takes 100 MB to parse."""
    return b"(;GM[4]SZ[15]" + b";AA[]BB[]" * 90_000 + b")"


def test_import_without_memory_is_refused_and_others_play_on(start_process):
    server = start_process()
    with server.page() as ann, server.page() as bob:
        mine, theirs = ann.create("me", "me"), bob.create("me", "me")
        assert ann.play(mine, 9, 9)["type"] == "done"
        pid = server.process.pid
        with limited([pid], "DATA", data(pid) + 8 * MEGABYTE):
            status, _, body = ann.http("POST", "/api/import", big_file())
            assert status == 503, body
            assert json.loads(body) == {"reason": "busy", "detail": "the server is short of memory; try again"}
            for x in range(5):
                assert bob.play(theirs, x, 2 * x)["type"] == "done"
            assert ann.play(mine, 8, 8)["type"] == "done"
        assert ann.http("POST", "/api/import", b"(;GM[4]SZ[15];B[hh])")[0] == 201
    again = server.page(bob.cookie)
    with again:
        again.watch(theirs)
        assert again.cells(theirs) == [(x, 2 * x) for x in range(5)]


def kill_engines(server: ProcessServer) -> None:
    for pid, steps in family(server.process.pid):
        if steps:
            os.kill(pid, signal.SIGKILL)


def test_engine_start_is_retried(start_process):
    """No address space for a new process: the AI's move waits, everything else goes on."""
    server = start_process()
    with server.page() as ann:
        room = ann.create(level=1, ai_time=50)
        ann.play(room, 6, 6)
        ann.until_my_turn(room)
        other = ann.create("me", "me")
        kill_engines(server)
        pid = server.process.pid
        with limited([pid], "AS", 30 * MEGABYTE):
            cell = next((x, 0) for x in range(19) if (x, 0) not in ann.cells(room))
            assert ann.play(room, *cell)["type"] == "done"
            heard = ann.listen(2)  # the time of several attempts
            assert not [m for m in heard if m["type"] == "update" and m["room"] == room], "no engine can have answered"
            assert ann.play(other, 3, 3)["type"] == "done"
        assert ann.until_state(room, lambda state: state["ply"] == 4)


def test_failed_review_can_be_requested_again(start_process):
    server = start_process()
    with server.page() as ann:
        ann.create(level=1, ai_time=50)
        wish = {
            "start": {"rules": "42", "rows": ["." * 19] * 19, "to_move": "X"},
            "moves": [[9, 9], [8, 8], [10, 10]],
            "ms": 100,
        }
        body = json.dumps(wish).encode()
        wait_until(lambda: len(family(server.process.pid)) > 1, what="no engine was started")
        kill_engines(server)
        with limited([server.process.pid], "AS", 30 * MEGABYTE):
            status, _, answer = ann.http("POST", "/api/review", body)
            assert status == 200, answer
            assert review(ann, json.loads(answer)["id"])["failed"]
            assert ann.get("/api/health")["ok"]
        name = json.loads(ann.http("POST", "/api/review", body)[2])["id"]
        assert review(ann, name)["moves"]


def review(page, name: str):
    """A review, once it has finished or failed."""

    def over() -> Any:
        found = page.get(f"/api/review/{name}")
        return found if found["failed"] or found["moves"] else None

    return wait_until(over, what="the review does not end")


def test_memory_shortage_loses_no_acknowledged_move(start_process):
    """Commands fail with a reason or a lost connection; acknowledged ones are stored."""
    server = start_process()
    pid = server.process.pid
    with server.page() as ann:
        rooms = [ann.create("me", "me") for _ in range(3)]
        done = dict.fromkeys(rooms, 0)
        with limited([pid], "DATA", data(pid)):
            for x in range(40):
                room = rooms[x % 3]
                answer = ann.command("play", room=room, cell=[done[room], 2 * done[room] % 19], ply=done[room])
                if answer["type"] == "done":
                    done[room] += 1
                else:
                    assert answer["reason"] in ("busy", "storage"), answer
        cookie = ann.cookie
    server.kill()
    with start_process().page(cookie) as back:
        for room in rooms:
            back.watch(room)
            assert len(back.cells(room)) >= done[room]
            assert back.cells(room)[: done[room]] == [(x, 2 * x % 19) for x in range(done[room])]


def test_retry_after_failed_publication_returns_the_stored_version(server, monkeypatch):
    """Memory runs out between the commit and the reply: a retry returns the committed version."""
    hub = server.app.state.hub
    with server.page() as ann:
        room = ann.create("me", "me")
        assert ann.play(room, 9, 9)["type"] == "done"

        def out_of_memory(*_, **__):
            raise MemoryError

        monkeypatch.setattr(hub, "_publish", out_of_memory)
        assert ann.command("play", id="twice", room=room, cell=[3, 3], ply=1)["type"] == "refused"
        monkeypatch.undo()
        assert hub.rooms[room].room.seq == 2  # behind the database
        done = ann.command("play", id="twice", room=room, cell=[3, 3], ply=1)
        assert (done["type"], done["seq"]) == ("done", 3)
        ann.until_state(room, lambda state: state["ply"] == 2)
        assert ann.cells(room) == [(9, 9), (3, 3)]
