"""Jobs on a real local Ray cluster: same games as with local processes, even if workers are killed."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import pytest

from gomoku.lab.jobs import cluster
from gomoku.lab.jobs.pool import WorkerDied
from gomoku.lab.types import LabError
from tests.support.commands import failed, finish, interrupted, is_gone, start
from tests.support.waiting import TIMEOUT, free_port, wait_until

PLAYERS = ("engine:nodes=300,memory=1", "engine:nodes=200,memory=1,weights=hand")
RULES = ("--rules", "42;size=11")


class Machine:
    """A cluster of two processors, started by `ray start`."""

    def __init__(self):
        self.port, self.client_port = free_port(), free_port()
        self.token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex()}
        self.address = f"127.0.0.1:{self.port}"
        self.folder = tempfile.mkdtemp(prefix="gr", dir="/tmp")
        options = {
            "port": self.port,
            "ray-client-server-port": self.client_port,
            "node-ip-address": "127.0.0.1",
            "num-cpus": 2,
            "temp-dir": self.folder,
            "object-store-memory": 80 << 20,
            "include-dashboard": "false",
        }
        ray = Path(sys.executable).with_name("ray")
        command = [ray, "start", "--head", "--block", "--disable-usage-stats"]
        self.log = open(Path(self.folder) / "output", "w")  # noqa: SIM115
        self.process = subprocess.Popen(
            [*map(str, command), *(f"--{name}={value}" for name, value in options.items())],
            env={**os.environ, **cluster.RAY_ENVIRONMENT, **self.token},
            start_new_session=True,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def starts(self):
        """Does Ray answer? Fails with its output if it has ended instead."""
        assert self.process.poll() is None, (Path(self.folder) / "output").read_text()
        return answers(self.port) and answers(self.client_port)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT)
        finally:
            for pid in processes_of(self.folder):
                os.kill(pid, signal.SIGKILL)
            self.process.wait()
            self.log.close()
            shutil.rmtree(self.folder, ignore_errors=True)


def processes_of(word):
    """Ids of processes whose command line contains the word."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                if word.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def answers(port):
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0


def workers_of(machine):
    """Ids of our worker processes on this cluster."""
    return [pid for pid in processes_of("ray::RemoteHost") if parent(pid) in processes_of(machine.folder)]


def parent(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


@pytest.fixture(scope="module")
def machine():
    """A cluster with token authentication; this process and its children have the token."""
    machine = Machine()
    try:
        wait_until(machine.starts, what="Ray does not start")
        with pytest.MonkeyPatch.context() as patch:
            for name, value in machine.token.items():
                patch.setenv(name, value)
            yield machine
    finally:
        machine.stop()


def games_of(log):
    """The games by number, without values that depend on time or order."""
    _, *lines = map(json.loads, log.read_text().splitlines())
    timed = ("seconds", "late", "times", "memory")
    if "n" in lines[0]:
        return {line["n"]: line for line in lines}
    return {
        line["pair"]: [{name: value for name, value in game.items() if name not in timed} for game in line["games"]]
        for line in lines
    }


# --- the same games ---


def test_match_equals_a_local_match(machine, run, tmp_path):
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    args = ("match", *PLAYERS, *RULES, "--games", 6)
    assert run(*args, "--processes", 1, "--log", here, "--json", tmp_path / "here.json")[0] == 0
    address = f"ray://127.0.0.1:{machine.client_port}"
    out, err = finish(start(*args, "--ray", address, "--log", there, "--json", tmp_path / "there.json"))
    assert "average answer" in out
    assert "ray" not in err.lower(), "Ray keeps quiet"
    assert games_of(there) == games_of(here)
    found, wanted = (json.loads((tmp_path / name).read_text()) for name in ("there.json", "here.json"))
    assert found.keys() == wanted.keys()
    assert [found[name] for name in ("games", "wins", "losses", "draws", "elo")] == [
        wanted[name] for name in ("games", "wins", "losses", "draws", "elo")
    ]
    # a log begun on the cluster is continued locally, and vice versa
    there.write_text("".join(there.read_text().splitlines(keepends=True)[:2]))
    assert run(*args, "--processes", 2, "--log", there)[0] == 0
    assert games_of(there) == games_of(here)


def test_selfplay_on_a_local_cluster(run, tmp_path):
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    args = ("--games", 5, "--nodes", 60, "--rules", "42;size=13")
    assert run("selfplay", here, *args, "--processes", 1)[0] == 0
    running = start("selfplay", there, *args, "--ray", "local")
    out, _ = finish(running)
    assert "holds 5 games" in out
    assert games_of(there) == games_of(here)
    assert is_gone(running.pid), "the cluster ends with the command"


def test_tuning_equals_a_local_one(machine, run, tmp_path):
    """Begun locally and continued on the cluster; the ranges are wide, so that pairs are decided."""
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    tuned = ("--param", "LMR_BASE=-400..400:200", "--param", "VCF_NODES=0..16:8", "--rate", 0.05)
    args = ("tune", PLAYERS[0], *tuned, "--rules", "42;size=13", "--iterations", 2, "--pairs", 6)
    assert run(*args, "--processes", 1, "--log", here)[0] == 0
    there.write_text("".join(here.read_text().splitlines(keepends=True)[:2]))
    out, _ = finish(start(*args, "--ray", machine.address, "--log", there))
    assert "2 of 2 iterations" in out
    assert there.read_bytes() == here.read_bytes()


def test_sprt_at_the_address_of_the_environment(machine, run, monkeypatch):
    args = ("sprt", "classic:depth=2", "greedy", "--rules", "freestyle;size=9", "--json", "-", "--ray", "auto")
    out, _ = finish(start(*args, "--elo0", -400, "--elo1", -200, RAY_ADDRESS=machine.address))
    assert json.loads(out)["sprt"]["passed"] is True
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    failed(run(*args), 1, "cannot reach the Ray cluster 127.0.0.1:1")


# --- lost workers ---


def test_lost_worker_costs_only_its_unfinished_games(machine, run, tmp_path):
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    args = ("match", *PLAYERS, *RULES, "--games", 40)
    running = start(*args, "--ray", machine.address, "--log", there)
    killed = set()

    def written(lines):
        return there.exists() and there.read_text().count("\n") > lines

    for lines in (1, 6, 11):
        wait_until(partial(written, lines))
        pid = wait_until(lambda: [pid for pid in workers_of(machine) if pid not in killed])[0]
        os.kill(pid, signal.SIGKILL)
        killed.add(pid)
        assert running.poll() is None, "the match was still going on"
    finish(running)
    assert run(*args, "--log", here)[0] == 0
    assert games_of(there) == games_of(here)
    pairs = [json.loads(line)["pair"] for line in there.read_text().splitlines()[1:]]
    assert sorted(pairs) == [*range(20)], "each pair once"


class Moody:
    """A worker that dies during some jobs: once each, or always."""

    def __init__(self, folder, always=False):
        self.folder, self.always = Path(folder), always

    def __call__(self, job):
        mark = self.folder / str(job)
        if job % 3 == 0 and (self.always or not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if job == 7:
            raise ZeroDivisionError("seven")
        return job * job

    def close(self):
        pass


@pytest.fixture
def pool(machine):
    with cluster.connected(machine.address, 1) as (pool, room):
        assert room == 2
        yield pool


def test_every_job_is_done_once(pool, tmp_path):
    done = list(pool(partial(Moody, tmp_path), iter(range(7)), 2))
    assert sorted(done) == [(n, n * n) for n in range(7)]
    assert len(list(tmp_path.iterdir())) == 3, "three workers were lost on the way"
    assert list(pool(partial(Moody, tmp_path), [], 2)) == []


def test_more_workers_than_processors(pool, tmp_path):
    started = time.monotonic()
    assert dict(pool(partial(Moody, tmp_path), [1, 2, 4], 5)) == {1: 1, 2: 4, 4: 16}
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("todo", "words"), [([0, 1], "3 workers were lost trying to do the same job"), ([7, 1], "ZeroDivisionError: seven")]
)
def test_failures_are_reported(pool, tmp_path, todo, words):
    with pytest.raises(WorkerDied, match=words):
        list(pool(partial(Moody, tmp_path, always=True), todo, 2))


def test_workers_that_cannot_start(pool):
    with pytest.raises(WorkerDied, match="3 workers were lost trying to start"):
        list(pool(Unreadable(), [1], 2))


class Unreadable:
    """Cannot be unpickled."""

    def __reduce__(self):
        return (int, ("nothing",))


def test_different_build_is_refused(pool, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "fingerprint", lambda: "0.0.9 (deadbeef)")
    with pytest.raises(LabError, match=r"has another Gomoku, \d.*; here it is 0.0.9 \(deadbeef\)"):
        list(pool(partial(Moody, tmp_path), [1], 1))


def test_too_many_threads(machine):
    with (
        pytest.raises(LabError, match=r"no machine of the Ray cluster .* has 3 processors"),
        cluster.connected(machine.address, 3),
    ):
        pass


def test_interrupt_keeps_the_log_and_leaves_no_brain(machine, fake, tmp_path):
    """Workers are closed in the middle of a game; the cluster keeps running."""
    log = tmp_path / "match.jsonl"
    args = ("--rules", "freestyle;size=9", "--games", 10_000, "--log", log, "--processes", 2)
    running = start("match", f"{fake('slow')} {tmp_path}", "greedy", *args, "--ray", machine.address)
    wait_until(lambda: log.exists() and log.read_text().count("\n") > 1)
    assert processes_of(str(tmp_path))
    assert "average answer" in interrupted(running, log, timeout=120)
    wait_until(lambda: not processes_of(str(tmp_path)))
    assert is_gone(running.pid)
    assert machine.process.poll() is None


class Deserted:
    """Stands in for Ray on a cluster without machines, until it is asked for them the third time."""

    def __init__(self, answer=None):
        self.answer, self.asked = answer, 0

    def wait(self, pending, timeout):
        return ([self.answer] if self.answer and self.asked == 3 else []), pending

    def nodes(self):
        self.asked += 1
        return [{"Alive": False, "Resources": {"CPU": 8.0}}, {"Alive": True, "Resources": {}}]


def test_the_last_machine_is_waited_for_some_time(monkeypatch):
    with pytest.warns(RuntimeWarning, match="the last machine of the Ray cluster is gone; waiting 120 s") as told:
        assert cluster._wait(Deserted("future"), 1, ["future"]) == "future"
    assert len(told) == 1
    monkeypatch.setattr(cluster, "MACHINE_TIMEOUT", 0.0)
    with pytest.warns(RuntimeWarning), pytest.raises(LabError, match="is gone, and none came within 0 s"):
        cluster._wait(Deserted(), 1, ["future"])


def test_cluster_without_a_token_causes_a_warning(monkeypatch):
    """And the error for a cluster that asks for a token says how to give it."""

    class Ray(Deserted):
        init = shutdown = staticmethod(lambda *_, **__: None)

    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    monkeypatch.setattr(cluster, "_ray", Ray)
    with pytest.warns(RuntimeWarning, match="asks for no token"), pytest.raises(LabError), cluster.connected("auto", 1):
        pass

    def refuse(*_, **__):
        raise ConnectionError("no")

    monkeypatch.setattr(Ray, "init", staticmethod(refuse))
    with pytest.raises(LabError, match="set RAY_AUTH_MODE=token"), cluster.connected("auto", 1):
        pass


def test_documented_cluster_asks_for_a_token():
    page = (Path(__file__).parents[3] / "docs" / "LAB.md").read_text()
    commands = re.findall(r"^ray start .*", page, re.MULTILINE)
    assert len(commands) == 2
    assert all("--node-ip-address" in command for command in commands)
    assert page.index("export RAY_AUTH_MODE=token") < page.index(commands[0])
    assert "--include-dashboard false" in commands[0]


# --- what is wrong ---


@pytest.mark.parametrize(
    ("address", "code", "words"),
    [
        ("nowhere", 2, "auto, local, HOST:PORT or ray://HOST:PORT"),
        ("http://here:80", 2, "HOST:PORT"),
        ("", 2, "HOST:PORT"),
        ("127.0.0.1:1", 1, "cannot reach the Ray cluster 127.0.0.1:1"),
        ("ray://127.0.0.1:1", 1, "cannot reach the Ray cluster ray://127.0.0.1:1"),
        ("no-such-host.invalid:6379", 1, "cannot reach"),
        ("127.0.0.1:99999", 1, "cannot reach"),
    ],
)
def test_invalid_and_unreachable_addresses(run, address, code, words):
    failed(run("match", "greedy", "greedy", "--games", 2, "--ray", address), code, words)


def test_without_ray(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    failed(run("match", "greedy", "greedy", "--games", 2, "--ray", "auto"), 1, "pip install 'gomoku[ray]'")
