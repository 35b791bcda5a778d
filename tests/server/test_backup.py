"""Backup and restore: made while the server runs, restored into an empty place, and nothing is missing."""

import asyncio
import itertools
import sqlite3
import threading
from pathlib import Path

from benchmarks.stored import missing


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that counts in a database file."""
    tables = ("game", "game_event", "game_command", "setting")
    with sqlite3.connect(path) as connection:
        found = {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}
    connection.close()
    return found


def test_a_backup_of_a_running_server_is_restored(start_process, run_cli, tmp_path):
    server = start_process()
    with server.page() as ann:
        room = ann.create("me", "me")
        acknowledged = {}
        for x in range(8):
            done = ann.play(room, x, 2 * x)
            acknowledged[(room, ann.me, done["id"])] = done["seq"]
        stop = threading.Event()

        def play_on() -> None:
            with server.page(ann.cookie) as twin:
                other = twin.create("me", "me")
                for number in itertools.count():
                    if stop.wait(0.05):
                        break
                    assert twin.command("retitle", room=other, title=f"game {number}")["type"] == "done"

        player = threading.Thread(target=play_on)
        player.start()
        file = tmp_path / "backup.sqlite"
        try:
            code, said, errors = run_cli("db", "backup", str(file), "--database", str(tmp_path / "games.sqlite"))
        finally:
            stop.set()
            player.join()
        assert code == 0, errors
        assert "was compared" in said
        cookie, actions = ann.cookie, ann.actions(room)
    server.end()
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name or "backup" in path.name) == [
        "backup.sqlite"
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    assert asyncio.run(missing(f"sqlite:///{file}", acknowledged)) == []

    place = tmp_path / "elsewhere" / "games.sqlite"
    code, said, errors = run_cli("db", "restore", str(file), "--database", str(place))
    assert code == 0, errors
    assert rows(place) == rows(file)
    (tmp_path / "games.sqlite").unlink()
    again = start_process("--database", str(place))
    with again.page(cookie) as ann:  # the cookie is still good: the secret was restored as well
        ann.watch(room)
        assert ann.actions(room) == actions
        assert ann.play(room, 9, 0)["type"] == "done"


def test_nothing_is_overwritten(start_process, run_cli, tmp_path):
    server = start_process()
    with server.page() as ann:
        ann.create("me", "me")
    server.end()
    games, file = str(tmp_path / "games.sqlite"), tmp_path / "backup.sqlite"
    file.write_text("mine")
    code, _, errors = run_cli("db", "backup", str(file), "--database", games)
    assert (code, file.read_text()) == (1, "mine")
    assert "is there already" in errors
    file.unlink()
    assert run_cli("db", "backup", str(file), "--database", games)[0] == 0
    before = rows(tmp_path / "games.sqlite")
    code, _, errors = run_cli("db", "restore", str(file), "--database", games)
    assert code == 1
    assert "not empty" in errors
    assert rows(tmp_path / "games.sqlite") == before


def test_what_is_no_backup_is_said(run_cli, tmp_path):
    for name, content in (("text", b"hello" * 1000), ("empty", b"")):
        (tmp_path / name).write_bytes(content)
        code, _, errors = run_cli("db", "restore", str(tmp_path / name), "--database", str(tmp_path / "new"))
        assert code == 1
        assert "is no backup of ours" in errors
    assert "there is no file" in run_cli("db", "restore", str(tmp_path / "nowhere"))[2]
    code, _, errors = run_cli("db", "backup", str(tmp_path / "b"), "--database", str(tmp_path / "nowhere"))
    assert code == 1
    assert "there is no file" in errors


def test_a_full_disk_leaves_no_half_backup(start_process, run_cli, tmp_path):
    server = start_process()
    with server.page() as ann:
        ann.create("me", "me")
    server.end()
    code, _, errors = run_cli("db", "backup", str(tmp_path / "no" / "folder" / "b"), "--database", "/dev/null/x")
    assert code == 1
    assert errors.count("\n") == 1
    code, _, errors = run_cli("db", "backup", "/proc/backup", "--database", str(tmp_path / "games.sqlite"))
    assert code == 1
    assert "nothing was written" in errors
