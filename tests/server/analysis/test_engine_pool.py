"""Engine pool: priorities, preemption, cancellation and replacement of engines."""

import asyncio
import os
import threading
from threading import Thread

import pytest

from gomoku.engine.types import Limit
from gomoku.engine.worker import WorkerDied
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from gomoku.server.analysis.engine_pool import EngineError, EnginePool, Job, PoolBusy, Priority
from tests.support.processes import children
from tests.support.stopwatch import Stopwatch
from tests.support.waiting import TIMEOUT, eventually, wait_until

RULES = Rules.parse("standard;size=15")

STONES = ((7, 7), (8, 8), (0, 0), (6, 6))
"""Opening moves: the first move of a game needs no search, and a forced win would end one early."""


def run(work):
    return asyncio.run(asyncio.wait_for(work, TIMEOUT))


def stopwatch() -> Stopwatch:
    """Stopwatch that excludes the time in which the pool, its engines and the test waited for a core."""
    return Stopwatch(os.getpid(), *children(os.getpid()))


def search(priority=Priority.PLAY, seconds=0.05, rules=RULES, log=None, name=""):
    game = play_all(Game(rules), STONES)

    def work(worker):
        if log is not None:
            log.append(name)
        return worker.search(game, Limit(time=seconds))

    return Job(rules, priority, work, name)


def test_priorities():
    async def work():
        engines = EnginePool(1, memory_mb=4)
        await engines.ask(search())
        log: list[str] = []
        first = asyncio.create_task(engines.ask(search(seconds=0.3, log=log, name="first")))
        await eventually(lambda: log == ["first"])
        others = [
            asyncio.create_task(engines.ask(search(priority, log=log, name=name)))
            for priority, name in (
                (Priority.ANALYSIS, "analysis"),
                (Priority.HINT, "hint"),
                (Priority.PLAY, "play 1"),
                (Priority.PLAY, "play 2"),
            )
        ]
        await asyncio.gather(first, *others)
        assert log == ["first", "play 1", "play 2", "hint", "analysis"]
        await engines.close()

    run(work())


def test_analysis_is_preempted():
    async def work():
        engines = EnginePool(1, memory_mb=4)
        await engines.ask(search())
        log: list[str] = []
        endless = asyncio.create_task(engines.ask(search(Priority.ANALYSIS, seconds=600, log=log)))
        await eventually(lambda: len(log) == 1)
        watch = stopwatch()
        await engines.ask(search(Priority.PLAY))
        assert watch.seconds() < 3
        assert (await endless).stopped
        await engines.close()

    run(work())


def test_a_cancelled_job_is_stopped():
    async def work():
        engines = EnginePool(1, memory_mb=4)
        await engines.ask(search())
        for wait in (0, 0.001, 0.01, 0.2):  # also before the process has received it
            unwanted = asyncio.create_task(engines.ask(search(seconds=600)))
            await asyncio.sleep(wait)  # at different stages on its way to the process
            unwanted.cancel()
            watch = stopwatch()
            await engines.ask(search())
            assert watch.seconds() < 3
        waiting = asyncio.create_task(engines.ask(search(seconds=0.5)))
        queued = asyncio.create_task(engines.ask(search(seconds=600)))
        await eventually(lambda: engines.waiting == 1)
        queued.cancel()
        await waiting
        assert engines.waiting == 0
        await engines.close()

    run(work())


def test_engines_are_reused_for_their_rules_and_replaced_for_others():
    async def work():
        engines = EnginePool(2, memory_mb=4)
        for size in (15, 15, 16, 17, 15):
            rules = Rules.parse(f"standard;size={size}")
            await engines.ask(search(rules=rules))
            assert engines.alive <= 2
        assert engines.alive == 2
        await engines.close()
        assert engines.alive == 0

    run(work())


def test_a_full_queue_refuses_jobs():
    async def work():
        engines = EnginePool(1, memory_mb=4, max_waiting=2)
        tasks = [asyncio.create_task(engines.ask(search(seconds=0.3))) for _ in range(3)]
        await asyncio.sleep(0)  # one iteration of the event loop, in which all of them queue
        with pytest.raises(PoolBusy):
            await engines.ask(search())
        await asyncio.gather(*tasks)
        await engines.close()

    run(work())


def test_a_dead_worker_is_an_error_and_is_replaced():
    def dies(worker):
        raise WorkerDied("killed")

    async def work():
        engines = EnginePool(1, memory_mb=4)
        with pytest.raises(EngineError, match="killed"):
            await engines.ask(Job(RULES, Priority.PLAY, dies))
        assert (await engines.ask(search())).depth >= 1
        await engines.close()

    run(work())


def test_an_unexpected_exception_is_an_engine_error(caplog):
    def wrong(worker):
        raise ValueError("nonsense")

    async def work():
        engines = EnginePool(1, memory_mb=4)
        with pytest.raises(EngineError, match="nonsense"):
            await engines.ask(Job(RULES, Priority.PLAY, wrong))
        await engines.close()

    run(work())
    assert "failed" in caplog.text


def test_close_fails_all_jobs_and_ends_all_threads():
    before = set(threading.enumerate())  # servers of other tests may have engines

    async def work():
        engines = EnginePool(1, memory_mb=4)
        log: list[str] = []
        tasks = [asyncio.create_task(engines.ask(search(seconds=600, log=log))) for _ in range(3)]
        await eventually(lambda: len(log) == 1)
        await engines.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, EngineError) for result in results)
        with pytest.raises(EngineError):
            await engines.ask(search())

    run(work())
    assert not {thread for thread in threading.enumerate() if thread.name.startswith("engine")} - before


def test_a_warm_engine_answers_quickly():
    async def work():
        engines = EnginePool(1, memory_mb=4)
        engines.warm(RULES)
        engines.warm(RULES)
        await eventually(lambda: engines.alive == 1 and not engines.busy)
        watch = stopwatch()
        await engines.ask(search(seconds=0.05))
        assert watch.seconds() < 0.5
        assert engines.alive == 1
        await engines.close()

    run(work())


def test_no_thread_waits_for_those_that_could_not_be_started(monkeypatch):
    real, left = Thread.start, [1]
    others = set(threading.enumerate())

    def start(thread: Thread) -> None:
        if not left:
            raise RuntimeError("can't start new thread")
        left.pop()
        real(thread)

    monkeypatch.setattr(Thread, "start", start)
    with pytest.raises(RuntimeError):
        EnginePool(3)
    wait_until(lambda: set(threading.enumerate()) <= others)


def test_a_job_works_with_less_than_the_pool_allows_and_never_with_more():
    async def work():
        engines = EnginePool(1, threads=2, memory_mb=8)
        used: list[tuple[int, float]] = []
        for power in ((1, 4.0), (1, 4.0), None, (64, 4096.0)):
            job = Job(RULES, Priority.ANALYSIS, lambda worker: used.append(worker.power), power=power)
            await engines.ask(job)
            assert engines.alive == 1
        assert used == [(1, 4.0), (1, 4.0), (2, 8), (2, 8)]
        await engines.close()

    run(work())


def job_of(visitor, log, seconds=0.05, priority=Priority.PLAY, expected=1.0):
    job = search(priority, seconds, log=log, name=visitor)
    job.visitor, job.seconds = visitor, expected
    return job


def test_visitors_share_the_engines_however_many_jobs_they_have():
    """A hundred games of one visitor against the computer would keep everybody else's waiting."""

    async def work():
        engines = EnginePool(1, memory_mb=4)
        engines.patron_of = lambda visitor: visitor.partition(" ")[0]  # cookies of one address
        await engines.ask(search())
        log: list[str] = []
        first = asyncio.create_task(engines.ask(job_of("flo", log, 0.3)))
        await eventually(lambda: log == ["flo"])
        crowd = [asyncio.create_task(engines.ask(job_of(f"flo {number}", log))) for number in range(4)]
        await asyncio.sleep(0)  # one iteration of the event loop, in which all of them queue
        others = [asyncio.create_task(engines.ask(job_of(visitor, log))) for visitor in ("ann", "bob", "ann")]
        await asyncio.gather(first, *crowd, *others)
        assert log == ["flo", "ann", "bob", "flo 0", "ann", "flo 1", "flo 2", "flo 3"]
        await engines.close()

    run(work())


def test_long_jobs_of_one_visitor_leave_an_engine_to_others():
    async def work():
        engines = EnginePool(2, memory_mb=4)
        await engines.ask(search())
        log: list[str] = []
        crowd = [asyncio.create_task(engines.ask(job_of("flo", log, 600, expected=60))) for _ in range(3)]
        await eventually(lambda: log == ["flo"])
        await engines.ask(job_of("ann", log))
        assert log == ["flo", "ann"]
        # an analysis may take it, as it is interrupted for others
        analysis = asyncio.create_task(engines.ask(job_of("flo", log, 600, Priority.ANALYSIS, expected=60)))
        await eventually(lambda: len(log) == 3)
        await engines.ask(job_of("ann", log))
        assert (await analysis).stopped
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        await engines.close()

    run(work())


def test_a_full_queue_refuses_those_who_have_most_in_it():
    async def work():
        engines = EnginePool(1, memory_mb=4, max_waiting=2)
        log: list[str] = []
        crowd = [asyncio.create_task(engines.ask(job_of("flo", log, 0.3))) for _ in range(3)]
        await asyncio.sleep(0)  # one iteration of the event loop, in which all of them queue
        await engines.ask(job_of("ann", log))
        answers = await asyncio.gather(*crowd, return_exceptions=True)
        assert [type(answer) for answer in answers].count(PoolBusy) == 1
        assert isinstance(answers[2], PoolBusy), "the last one"
        await engines.close()

    run(work())
