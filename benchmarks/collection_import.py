"""Measures the import of large SGF files: time, and the peak memory of the whole process.

    .venv/bin/python benchmarks/collection_import.py 2 40 200 1000

Each file has that many megabytes of random games of 40 moves with remarks, about 1.4 kB each unless `--each` says more; it is
imported by `./Gomoku games import` and deleted. While the import runs, its memory is printed every 30 seconds. Needs Linux and,
for the file and the collection, about twice the size of the file on the disk.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

PROGRAM = Path(sys.executable).with_name("gomoku")
PLIES = 40
LETTERS = "abcdefghijklmno"
REMARK = "Black keeps the initiative; White has to answer the three on the left before the other side is settled. "
INTERVAL = 30
"""Seconds between two lines about memory."""


def game(rng: Random, number: int, size: int) -> str:
    cells = rng.sample(range(225), PLIES)
    moves = "".join(f";{'BW'[ply % 2]}[{LETTERS[cell % 15]}{LETTERS[cell // 15]}]" for ply, cell in enumerate(cells))
    remark = f"C[{number}. {REMARK * round(size / len(REMARK) * rng.uniform(0.7, 1.3))}]"
    return f"(;FF[4]GM[4]SZ[15]RU[freestyle]PB[p{number % 997}]PW[p{number % 991}]RE[B+Resign]{remark}{moves})\n"


def write(path: Path, megabytes: int, each: float) -> int:
    """Write a file of that size, of games of `each` kilobytes; return the number of games."""
    rng, size, number = Random(megabytes), 0, 0
    with path.open("w", encoding="ascii") as file:
        while size < megabytes * 1_000_000:
            size += file.write(game(rng, number, round(1000 * each) - 500))
            number += 1
    return number


def memory_of(process: "subprocess.Popen[str]") -> str:
    """Current and peak memory, as the system tells them."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    values = {
        key: int(rest.split()[0]) // 1024 for key, _, rest in (line.partition(":") for line in lines if "kB" in line)
    }
    return f"{values.get('VmRSS', 0)} MB now, {values.get('VmHWM', 0)} MB at most"


def measure(folder: Path, megabytes: int, each: float) -> None:
    path, store = folder / "games.sgf", folder / "all.games"
    games = write(path, megabytes, each)
    started, before = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
    importing = subprocess.Popen(
        [PROGRAM, "games", "import", str(store), str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    while True:
        try:
            output, _ = importing.communicate(timeout=INTERVAL)
            break
        except subprocess.TimeoutExpired:
            print(f"  after {time.perf_counter() - started:,.0f} s: {memory_of(importing)}", flush=True)
    after = getrusage(RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    stored = sum(file.stat().st_size for file in folder.glob("all.games*")) / 1e6
    print(
        f"{megabytes} MB, {games:,} games: {time.perf_counter() - started:,.0f} s, {work:,.0f} s of CPU, collection {stored:,.0f} MB;"
        f" peak memory of all imports so far {after.ru_maxrss // 1024} MB\n{output.strip()}",
        flush=True,
    )
    for file in folder.iterdir():
        file.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("megabytes", type=int, nargs="+")
    parser.add_argument("--each", type=float, default=1.4, metavar="KB", help="size of a game")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for megabytes in given.megabytes:
            measure(Path(folder), megabytes, given.each)
    return 0


if __name__ == "__main__":
    sys.exit(main())
