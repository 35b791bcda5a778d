"""Measures the explorer: size and build time of its index, and lookups, for collections of synthetic games.

    .venv/bin/python benchmarks/explorer.py 10000 100000 1000000

The games are random but not uniform: each side mostly repeats what is popular in a position, as people do, so that the
first positions are shared by many games and the later ones by few. They are stored as an import stores them, without
replaying them. Between two lookups is a pause, as between two clicks: without one, the measurement would be a busy process
itself, which the system interrupts in favour of others. CPU time is given as well: on a busy machine the rest of a lookup is
waiting for a core.
"""

import argparse
import sys
import tempfile
from array import array
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from sqlite3 import connect
from statistics import median
from time import perf_counter, process_time, sleep

from gomoku.library.store import Library
from gomoku.rules import Game, Rules

RULES = Rules.preset("freestyle", size=15)
PLIES = 40
LOOK_UPS = 2000
PAUSE = 0.005
"""Seconds between two lookups."""


def cells(rng: Random) -> list[int]:
    """A game's cells: near the middle, the nearer the more popular."""
    found: dict[int, None] = {112: None}
    while len(found) < PLIES:
        reach = min(1 + len(found) // 4 + int(rng.expovariate(0.9)), 7)
        x, y = (7 + rng.randint(-reach, reach) for _ in "xy")
        found.setdefault(y * 15 + x)
    return list(found)


def fill(path: Path, games: int) -> None:
    """Store synthetic games."""
    with Library(path, create=True):
        pass
    rng = Random(games)
    database = connect(path)
    with database:
        database.executemany(
            "INSERT INTO games (digest, source, number, black, white, date, event, rules, opening, pattern, result, plies,"
            " moves, set_up, rating_black, rating_white) VALUES (?, 's', ?, 'a', 'b', '', '', ?, 'standard', '', ?, ?, ?, 0, ?, ?)",
            (
                (
                    number.to_bytes(16),
                    number,
                    RULES.spec(),
                    rng.choice("BBWW0"),
                    PLIES,
                    array("H", cells(rng)).tobytes(),
                    rng.randint(1000, 2200),
                    rng.randint(1000, 2200),
                )
                for number in range(games)
            ),
        )
    database.close()


def measure(folder: Path, games: int) -> None:
    path = folder / f"{games}.games"
    fill(path, games)
    bare = path.stat().st_size
    with Library(path) as library:
        start, busy = perf_counter(), process_time()
        library.index()
        built, work = perf_counter() - start, process_time() - busy
        start = perf_counter()
        library.index()
        nothing = perf_counter() - start
    with Library(path) as library:
        rng = Random(1)
        times, works = [], []
        replies = library.replies(Game(RULES))
        for _ in range(LOOK_UPS):
            game = Game(RULES)
            for cell in cells(rng)[: rng.randrange(12)]:
                game.play((cell % 15, cell // 15))
            sleep(PAUSE)
            start, busy = perf_counter(), process_time()
            library.replies(game)
            library.followed(game)
            times.append(perf_counter() - start)
            works.append(process_time() - busy)
    times.sort()
    size = (path.stat().st_size - bare) / 1e6
    print(
        f"{games:>9,} games: index {built:.0f} s ({work:.0f} s of CPU), {size:,.0f} MB; up to date {1000 * nothing:.0f} ms;"
        f" lookup median {1000 * median(times):.2f} ms, 99 % {1000 * times[len(times) * 99 // 100]:.2f} ms,"
        f" longest {1000 * times[-1]:.2f} ms, of CPU {1000 * max(works):.2f} ms; {sum(reply.games for reply in replies):,} games at the start;"
        f" {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MB of memory",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="+")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for games in given.games:
            measure(Path(folder), games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
