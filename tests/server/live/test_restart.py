"""Kill, stop and restart: games resume where they stood."""

import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import gomoku
from gomoku import Game, Rules
from tests.support.processes import children, wait_until_gone
from tests.support.waiting import TIMEOUT, wait_until


def engines(pid: int) -> list[int]:
    """The engine processes of a server."""
    return [child for child in children(pid) if b"spawn_main" in (Path("/proc") / str(child) / "cmdline").read_bytes()]


def test_sigint_exits_cleanly(start_process):
    server = start_process()
    with server.page() as ann:
        room = ann.create(ai_time=20_000, level=10)
        ann.play(room, 9, 9)
        ann.until_thinking(room)
        workers = wait_until(lambda: engines(server.process.pid))
        watch = server.stopwatch()
        code, rest = server.interrupt()
        assert code == 0
        assert "Traceback" not in rest
        assert watch.seconds() < 6
    wait_until_gone(workers)


def test_sigterm_exits_cleanly(start_process):
    server = start_process()
    with server.page() as ann:
        room = ann.create()
        ann.play(room, 9, 9)
        ann.until_my_turn(room)
        workers = children(server.process.pid)
        server.process.terminate()
        assert server.process.wait(TIMEOUT) in (0, -signal.SIGTERM)
    wait_until_gone(workers)


def test_a_killed_server_resumes_and_the_ai_thinks_again(start_process):
    server = start_process()
    ann = server.page()
    room = ann.create(ai_time=3_000, level=10)
    ann.play(room, 9, 9)
    ann.until_thinking(room)
    workers = children(server.process.pid)
    server.kill()
    wait_until_gone(workers)
    again = start_process()
    with again.page(ann.cookie) as back:
        assert back.me == ann.me
        back.watch(room)
        assert back.cells(room)[0] == (9, 9)
        back.until_my_turn(room)
        assert len(back.cells(room)) == 2
        assert back.play(room, 3, 3)["type"] == "done"


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(start_process):
    """Killed repeatedly during a game; unanswered commands are sent again."""
    game = Game(Rules.parse("42"))
    server = start_process()
    ann = server.page()
    room = ann.create("me", "me")
    cookie = ann.cookie
    number = 0
    for _ in range(4):
        for _ in range(5):
            cell = game.allowed_cells()[(37 * number + 11) % 200]
            assert ann.command("play", id=f"m{number}", room=room, cell=cell, ply=number)["type"] == "done"
            game.play(cell)
            number += 1
        cell = game.allowed_cells()[(37 * number + 11) % 200]
        ann.send("play", id=f"m{number}", room=room, cell=cell, ply=number)  # it may or may not arrive
        server.kill()
        server = start_process()
        ann = server.page(cookie)
        ann.watch(room)
        assert ann.cells(room)[: len(game.moves)] == list(game.moves)
        assert ann.command("play", id=f"m{number}", room=room, cell=cell, ply=number)["type"] == "done"
        game.play(cell)
        number += 1
        ann.until_state(room, lambda state, number=number: state["ply"] == number)
        assert ann.cells(room) == list(game.moves)


def test_downtime_is_credited_to_the_clocks(start_process):
    server = start_process()
    ann = server.page()
    room = ann.create("me", "me", clock={"type": "fischer", "time": 600_000, "increment": 0})
    ann.play(room, 9, 9)
    server.kill()
    again = start_process(later=700)
    with again.page(ann.cookie) as back:
        back.watch(room)
        state = back.state(room)
        assert state["outcome"] is None
        assert state["seats"][1]["clock"]["left"] > 200_000


def test_a_killed_engine_is_replaced(start_process):
    server = start_process()
    with server.page() as ann:
        room = ann.create(ai_time=2_000, level=10)
        ann.play(room, 9, 9)
        ann.until_thinking(room)
        for worker in wait_until(lambda: engines(server.process.pid)):
            os.kill(worker, signal.SIGKILL)
        assert ann.until_my_turn(room)["ply"] == 2


def test_a_hung_engine_is_replaced(start_process):
    server = start_process()
    with server.page() as ann:
        room = ann.create(ai_time=500, level=10)
        ann.play(room, 9, 9)
        ann.until_my_turn(room)
        for worker in engines(server.process.pid):
            os.kill(worker, signal.SIGSTOP)
        assert ann.play(room, 2, 2)["type"] == "done"
        assert ann.until_state(room, lambda state: state["ply"] == 4)


def test_a_full_disk_is_reported_and_loses_nothing(start_process, tmp_path):
    server = start_process()
    with server.page() as ann:
        room = ann.create("me", "me", rules="freestyle;size=30")
        ann.play(room, 9, 9)
        ann.play(room, 8, 8)
        database = tmp_path / "games.sqlite"
        full = max(database.stat().st_size, (tmp_path / "games.sqlite-wal").stat().st_size)
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, hard))  # no file may grow
        refused = {"type": ""}
        number = 0
        while refused["type"] != "refused":
            assert number < 400
            before = list(ann.cells(room))
            refused = ann.play(room, number % 30, 11 + number // 30 * 2 + number % 2)
            number += 1
        assert refused["reason"] == "storage"
        assert refused["detail"]
        assert ann.get(f"/api/games/{room}")["state"]["ply"] == len(before)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, hard))  # no file may be written
        status, _, body = ann.http("GET", "/api/ready")
        assert (status, json.loads(body)) == (503, {"reason": "storage", "detail": "File too large"})
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert ann.play(room, 29, 29)["type"] == "done"
        assert ann.http("GET", "/api/ready")[0] == 200
        server.kill()
    with start_process().page(ann.cookie) as back:
        back.watch(room)
        assert back.cells(room) == [*before, (29, 29)]


def test_gomoku_alone_opens_the_browser_and_keeps_games_in_the_data_folder(tmp_path):
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    env = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1]), "PYTHONUNBUFFERED": "1"}
    env |= {"XDG_DATA_HOME": str(tmp_path / "data"), "BROWSER": str(browser), "DISPLAY": ":0"}
    command = [sys.executable, "-m", "gomoku"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as process:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found
        opened = tmp_path / "opened"
        assert wait_until(lambda: opened.exists() and opened.read_text()).strip() == found[0]
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0, rest
    database = tmp_path / "data" / "gomoku" / "games.sqlite"
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert stat.S_IMODE(database.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(("--database", "/proc/nowhere/games.sqlite"), "cannot use"), (("--host", "256.1.2.3"), "cannot listen")],
)
def test_a_failed_start_is_reported(run_cli, arguments, word):
    code, out, err = run_cli("serve", "--port", "0", *arguments)
    assert (code, out) == (1, "")
    assert word in err
    assert err.count("\n") == 1


def test_a_port_in_use_is_reported(run_cli, server, tmp_path):
    port = server.address.rpartition(":")[2]
    code, _, err = run_cli("serve", "--port", port, "--database", str(tmp_path / "a.sqlite"))
    assert code == 1
    assert "cannot listen" in err


def test_a_corrupt_database_is_reported(run_cli, tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_text("nonsense " * 200)
    code, _, err = run_cli("serve", "--port", "0", "--database", str(path))
    assert code == 1
    assert "not a database" in err
    assert path.read_text().startswith("nonsense"), "it was not touched"
