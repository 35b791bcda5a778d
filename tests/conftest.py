"""Settings of every test: how property tests search, in which order files run, and that interrupts arrive.

Property tests search the same examples on every run, so that a red test is never a matter of luck.
`HYPOTHESIS_PROFILE=search make test` looks at new, random examples, ten times as many.
"""

import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("same", derandomize=True, deadline=None, database=None, max_examples=40)
settings.register_profile(
    "search", deadline=None, max_examples=500, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A non-interactive shell starts background jobs with interrupts ignored. All processes that tests start would inherit
# that, and some tests interrupt them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE: Final = Path(__file__).parent
LOGGERS: Final = ("gomoku.server", "uvicorn.error", "alembic", "")
LONGEST: Final = (
    "server/cluster/test_cluster.py",
    "server/live/test_restart.py",
    "lab/jobs/test_cluster.py",
    "core/test_threats.py",
    "bot/test_bots.py",
    "server/storage/test_store.py",
    "fuzz/test_fuzz.py",
    "soak/test_soak.py",
    "server/live/test_durability.py",
    "brain/test_basic_positions.py",
    "core/test_compiled.py",
    "cli/test_cli.py",
    "server/tournaments/test_killed.py",
    "rules/test_properties.py",
    "engine/test_prover.py",
    "web/app/test_screens.py",
    "web/analysis/test_think.py",
    "web/play/test_play.py",
    "web/analysis/test_analyse.py",
    "web/wire/test_lost.py",
    "web/people/test_meeting.py",
    "web/rooms/test_rooms_play.py",
    "web/analysis/test_think_tree.py",
    "web/learn/test_learn_access.py",
    "web/people/test_people.py",
    "web/app/test_access.py",
    "web/rooms/test_rooms.py",
    "web/app/test_languages.py",
    "web/play/test_openings.py",
    "web/wire/test_renewed.py",
    "web/watch/test_watch.py",
    "web/slow/test_slow.py",
    "web/app/test_delight.py",
    "web/learn/test_lessons.py",
    "web/newgame/test_form.py",
    "web/tournaments/test_tournaments.py",
    "web/home/test_first_minute.py",
    "web/lobby/test_seeks.py",
    "web/games/test_files.py",
    "web/people/test_strangers.py",
    "web/app/test_phone.py",
    "web/app/test_sizes.py",
    "web/learn/test_puzzles.py",
)
"""The slowest files, the longest first: they run first, so that no worker process is left with one of them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, those of the browser last.

    Playwright keeps an event loop running in its process from its first test on, in which `asyncio.run` fails. As
    pytest-xdist hands out files in this order (`--no-loadscope-reorder`), no process that has started a browser file
    gets another kind of file.
    """
    places = {name: number for number, name in enumerate(LONGEST)}

    def place(item: pytest.Item) -> tuple[bool, int]:
        name = item.path.relative_to(HERE).as_posix()
        return name.startswith("web/"), places.get(name, len(places))

    items.sort(key=place)
    # The thousands of test items are never garbage: freezing them, and collecting less often, saves the Python tests a
    # fifth of their CPU time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """Restore filters and levels of loggers: a command that a test calls in this process changes them."""
    before = [(logger, logger.filters[:], logger.level) for logger in map(logging.getLogger, LOGGERS)]
    yield
    for logger, filters, level in before:
        logger.filters[:] = filters
        logger.setLevel(level)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[Any, str, str]]:
    """Run a command of the program in this process; returns exit code, standard output and standard error."""
    from gomoku import cli

    def run(*arguments: object) -> tuple[Any, str, str]:
        monkeypatch.setattr(sys, "argv", ["gomoku", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capfd.readouterr()
        return ended.value.code, out, err

    return run
