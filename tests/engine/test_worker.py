"""`EngineWorker`: same answers as `Engine`; survives crashes, kills and hangs of its process."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

import pytest

from gomoku.engine import Ended, Engine, Info, Limit, Outcome, Progress
from gomoku.engine.proof_tree import proof_table
from gomoku.engine.worker import EngineWorker, WorkerClosed, WorkerDied, WorkerTimeout, _Request, _RequestHandler
from gomoku.rules import Game, Rules
from tests.engine.positions import findings, position, quiet
from tests.support.stopwatch import Stopwatch
from tests.support.waiting import wait_until

FORTY_TWO = Rules.preset("42")
ENDLESS = Limit(depth=99)


@pytest.fixture(scope="module")
def shared():
    with EngineWorker(FORTY_TWO, memory_mb=2) as worker:
        yield worker


@pytest.fixture
def worker():
    with EngineWorker(FORTY_TWO, memory_mb=2) as worker:
        yield worker


def is_running(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def in_thread(work) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def watch_of(worker: EngineWorker) -> Stopwatch:
    """A stopwatch that follows the worker's process."""
    assert worker.pid
    return Stopwatch(worker.pid)


def stop_after(worker: EngineWorker, seconds: float) -> None:
    wait_until(lambda: worker._current is not None)
    time.sleep(seconds)  # on its way to the process, or in it
    worker.stop()


def kill_during_a_request(worker: EngineWorker, pid: int) -> None:
    wait_until(lambda: worker._current is not None)
    os.kill(pid, signal.SIGKILL)


class Killer:
    """Kills the worker's process in the middle of a search: an `on_info` callback."""

    def __init__(self, worker: EngineWorker, times: int) -> None:
        self.worker, self.times, self.pids = worker, times, set[int]()

    def __call__(self, info: Info) -> None:
        pid = self.worker.pid
        if pid is not None and len(self.pids) < self.times and pid not in self.pids:
            self.pids.add(pid)
            os.kill(pid, signal.SIGKILL)


# --- same behaviour as Engine ---


def test_same_as_the_engine(shared: EngineWorker):
    limit = Limit(nodes=3_000)
    with Engine(FORTY_TWO, memory_mb=2) as engine:
        for seed in range(4):
            game = position(FORTY_TWO, seed, 8 + 3 * seed)
            engine.new_game()
            shared.new_game()
            assert findings(shared.search(game, limit, lines=2)) == findings(engine.search(game, limit, lines=2))
            assert shared.evaluate(game) == engine.evaluate(game)


def test_progress_is_streamed(shared: EngineWorker):
    shared.new_game()
    seen: list[Info] = []
    result = shared.search(quiet(FORTY_TWO), Limit(depth=4), seen.append)
    assert tuple(seen) == result.history
    assert [info.depth for info in seen] == [1, 2, 3, 4]


def test_levels_and_openings(shared: EngineWorker):
    game = quiet(FORTY_TWO)
    moves = {shared.play_at(game, 1, Limit(time=1), seed).move for seed in range(12)}
    assert len(moves) > 1
    assert all(game.why_illegal(move) is None for move in moves)
    opening = Game(FORTY_TWO, "swap2")
    while opening.decision and opening.decision.step != "play":
        opening.decide(shared.answer(opening, Limit(nodes=2_000), seed=1))
    opening.decide(shared.answer(opening, Limit(nodes=2_000)))


def test_errors_are_the_engines_own(shared: EngineWorker):
    with pytest.raises(ValueError, match="other rules"):
        shared.search(Game(Rules.preset("freestyle")))
    over = Game.from_rows(FORTY_TWO, ["." * 19] * 19, "X", {"O": 10})
    with pytest.raises(ValueError, match="over"):
        shared.search(over)
    with pytest.raises(ValueError, match="levels"):
        shared.play_at(quiet(FORTY_TWO), 11)
    assert shared.search(quiet(FORTY_TWO), Limit(depth=1)).depth == 1
    with EngineWorker(Rules.preset("42", size=40)) as hopeless:
        with pytest.raises(ValueError, match="32 x 32"):
            hopeless.search(Game(hopeless.rules))
        assert hopeless.restarts == 0


@pytest.mark.clock
def test_in_time(shared: EngineWorker):
    shared.search(quiet(FORTY_TWO), Limit(nodes=1))  # the process has started
    for seed in range(8):
        game = position(FORTY_TWO, seed, 4 + seed)
        watch = watch_of(shared)
        shared.search(game, Limit(time=0.2), timeout=60)
        assert watch.seconds() < 0.2


@pytest.mark.clock
def test_in_time_while_the_process_starts():
    with EngineWorker(FORTY_TWO, memory_mb=2) as worker:
        watch = watch_of(worker)
        worker.search(quiet(FORTY_TWO), Limit(time=1), timeout=60)
        assert watch.seconds() < 1


def test_the_time_of_an_analysis_begins_with_its_process():
    """However late that is: an analysis whose engine started slowly once ended without a word."""
    ours, theirs = Pipe()
    with ours, theirs:
        handler = _RequestHandler(theirs)
        late = _Request(1, "search", (), asked=time.monotonic() - 60)
        assert handler.remaining(late, Limit(time=5, analysis=True)) == Limit(time=5, analysis=True)
        assert handler.remaining(late, Limit(time=5)) == Limit(time=0.01)


def test_failing_callback(shared: EngineWorker):
    def fail(info: Info) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        shared.search(quiet(FORTY_TWO), ENDLESS, fail)
    assert shared.search(quiet(FORTY_TWO), Limit(depth=2)).depth == 2
    assert shared.restarts == 0


def test_a_small_table_causes_a_warning():
    code = """
import resource, warnings
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game, Rules
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (60_000_000, 60_000_000))
    with EngineWorker(Rules.preset("42"), memory_mb=1_000_000) as worker, warnings.catch_warnings(record=True) as caught:
        worker.evaluate(Game(worker.rules))
        print(worker.memory_mb, caught[0].category.__name__, caught[0].message)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "RuntimeWarning not enough memory" in run.stdout
    assert 1 < float(run.stdout.split()[0]) < 60


# --- stop ---


@pytest.mark.clock
def test_stop(shared: EngineWorker):
    game = quiet(FORTY_TWO)
    started = threading.Event()
    watches: list[Stopwatch] = []

    def stop() -> None:
        started.wait(60)
        watches.append(watch_of(shared))
        shared.stop()

    thread = in_thread(stop)
    result = shared.search(game, ENDLESS, lambda info: started.set())
    took = watches[0].seconds()
    thread.join()
    assert result.stopped
    assert took < 0.3, f"{took:.3f} s"


def test_stop_at_any_moment(shared: EngineWorker):
    """Including before the search has begun in the process."""
    for delay in (0.0, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.05):
        thread = in_thread(partial(stop_after, shared, delay))
        result = shared.search(quiet(FORTY_TWO), ENDLESS)
        thread.join()
        assert result.move
    assert shared.restarts == 0


def test_a_proof_is_found_and_stopped(shared: EngineWorker):
    won = Game(FORTY_TWO)
    for move in ("K10", "A1", "L10", "A3", "M10", "A5"):
        won.play(move)
    with Engine(FORTY_TWO, memory_mb=2) as engine:
        table = proof_table(won, engine.prove(won, Limit(nodes=20_000)), 4_000)
    found = shared.prove(won, Limit(nodes=20_000))
    assert found.outcome is Outcome.WIN
    assert (found.nodes, found.line) == (table.nodes, table.line)
    seen: list[Progress] = []

    def stop(progress: Progress) -> None:
        seen.append(progress)
        shared.stop()

    ended = shared.prove(quiet(FORTY_TWO), ENDLESS, stop)
    assert (ended.ended, ended.outcome) == (Ended.STOPPED, Outcome.UNKNOWN)
    assert 0 < seen[0].nodes <= ended.searched
    for delay in (0.0, 0.001, 0.01):  # before it has begun in the process, too
        thread = in_thread(partial(stop_after, shared, delay))
        assert shared.prove(quiet(FORTY_TWO), ENDLESS).outcome is Outcome.UNKNOWN
        thread.join()
    assert shared.restarts == 0


def test_stop_without_a_search(shared: EngineWorker):
    shared.stop()
    assert shared.search(quiet(FORTY_TWO), Limit(depth=3)).depth == 3


# --- killed ---


def test_killed_between_searches(worker: EngineWorker):
    worker.evaluate(quiet(FORTY_TWO))
    first = worker.pid
    assert first
    os.kill(first, signal.SIGKILL)
    assert worker.search(quiet(FORTY_TWO), Limit(depth=3)).depth == 3
    assert worker.pid != first
    assert worker.restarts == 1


def test_killed_during_a_search_is_retried(worker: EngineWorker):
    killer = Killer(worker, 1)
    result = worker.search(quiet(FORTY_TWO), Limit(depth=13), killer)  # long enough to be killed in the middle
    assert result.depth == 13
    assert worker.restarts == 1
    assert not any(map(is_running, killer.pids))


def test_killed_repeatedly_fails(worker: EngineWorker):
    killer = Killer(worker, 2)
    with pytest.raises(WorkerDied, match="killed by SIGKILL while it was asked to search"):
        worker.search(quiet(FORTY_TWO), ENDLESS, killer)
    assert worker.restarts == 2
    assert worker.search(quiet(FORTY_TWO), Limit(depth=3)).depth == 3


def test_no_retry_with_retries_0():
    with EngineWorker(FORTY_TWO, memory_mb=2, retries=0) as worker:
        with pytest.raises(WorkerDied):
            worker.search(quiet(FORTY_TWO), ENDLESS, Killer(worker, 1))
        assert worker.search(quiet(FORTY_TWO), Limit(depth=2)).depth == 2


def test_killed_without_callbacks(worker: EngineWorker):
    """Killed from outside, while the parent only waits."""
    worker.evaluate(quiet(FORTY_TWO))
    pid = worker.pid
    assert pid
    thread = in_thread(partial(kill_during_a_request, worker, pid))
    result = worker.search(quiet(FORTY_TWO), Limit(time=0.6))
    thread.join()
    assert quiet(FORTY_TWO).why_illegal(result.move) is None
    assert worker.restarts == 1


@pytest.mark.clock
def test_a_process_that_hangs_is_replaced(worker: EngineWorker):
    worker.evaluate(quiet(FORTY_TWO))
    pid = worker.pid
    assert pid
    os.kill(pid, signal.SIGSTOP)
    watch = Stopwatch()
    with pytest.raises(WorkerTimeout, match="no answer"):
        worker.search(quiet(FORTY_TWO), Limit(time=0.1), timeout=0.5)
    assert watch.wall() > 0.4
    assert watch.seconds() < 1.5
    assert not is_running(pid)
    assert worker.search(quiet(FORTY_TWO), Limit(depth=2)).depth == 2


# --- close ---


def test_close(worker: EngineWorker):
    worker.evaluate(quiet(FORTY_TWO))
    pid = worker.pid
    assert pid
    watch = watch_of(worker)
    worker.close()
    assert watch.seconds() < 1
    assert not Path(f"/proc/{pid}").exists(), "not even a zombie"
    worker.close()
    worker.stop()
    with pytest.raises(WorkerClosed):
        worker.search(quiet(FORTY_TWO))


def test_close_during_a_search(worker: EngineWorker):
    started = threading.Event()
    errors: list[BaseException] = []

    def search() -> None:
        try:
            worker.search(quiet(FORTY_TWO), ENDLESS, lambda info: started.set())
        except WorkerClosed as error:
            errors.append(error)

    thread = in_thread(search)
    started.wait(60)
    pid = worker.pid
    assert pid
    watch = watch_of(worker)
    worker.close()
    thread.join()
    assert watch.seconds() < 1
    assert errors
    assert not Path(f"/proc/{pid}").exists()


def test_close_while_a_reply_is_read(worker: EngineWorker, monkeypatch: pytest.MonkeyPatch):
    """The reading thread keeps its connection: without it the bytes that follow would be asked from no file, or from another one."""
    read = Connection._recv_bytes  # type: ignore[attr-defined]

    def read_after_close(connection: Connection) -> object:
        worker.close()
        return read(connection)

    monkeypatch.setattr(Connection, "_recv_bytes", read_after_close)
    with pytest.raises(WorkerClosed):
        worker.search(quiet(FORTY_TWO), ENDLESS)


def test_close_while_starting():
    worker = EngineWorker(FORTY_TWO, memory_mb=2)
    pid = worker.pid
    worker.close()
    assert not Path(f"/proc/{pid}").exists()


def test_ends_with_its_parent():
    """Even if the parent is killed during a search."""
    code = """
from gomoku.engine import Limit
from gomoku.engine.worker import EngineWorker
from gomoku.rules import Game, Rules
if __name__ == "__main__":
    worker = EngineWorker(Rules.preset("42"), memory_mb=2)
    game = Game(worker.rules)
    for cell in ((9, 9), (10, 10), (8, 11), (11, 9)):
        game.play(cell)
    worker.search(game, Limit(depth=99), lambda info: print(worker.pid, flush=True))
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    with parent.stdout:
        pid = int(parent.stdout.readline())
        assert is_running(pid)
        parent.kill()
        parent.wait()
        wait_until(lambda: not is_running(pid), what="the worker outlived its parent")


def test_one_request_at_a_time(shared: EngineWorker):
    """Requests from several threads are serialised, and each gets its own reply."""
    games = [position(FORTY_TWO, seed, 6 + seed) for seed in range(6)]
    expected = [shared.evaluate(game) for game in games]
    found: dict[int, int] = {}
    threads = [
        in_thread(lambda number=number: found.update({number: shared.evaluate(games[number])})) for number in range(6)
    ]
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(6)] == expected


def test_orphaned_process_exits_silently(monkeypatch, capfd):
    """Whichever thread notices first."""
    ours, theirs = multiprocessing.Pipe()
    ours.close()

    def leave(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", leave)
    with pytest.raises(SystemExit) as left:
        _RequestHandler(theirs).serve(_Request(1, "evaluate", (), 0.0))
    assert left.value.code == 0
    assert capfd.readouterr() == ("", "")
    theirs.close()
