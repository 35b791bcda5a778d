"""Fuzzer of every entry point.

    python -m benchmarks.fuzz [TARGET …] [--inputs 1000000] [--seconds 60] [--seed 1] [--batch N]

Targets: `messages` (WebSocket), `http` (routes), `wire` (raw bytes on a real port), `files` (SGF, PSQ, REC, POS, links),
`positions` (set-ups), `lines` (Gomocup protocol). `benchmarks/fuzz/schema.py` fuzzes the OpenAPI document with schemathesis. A
batch of inputs is determined by the seed and its number: a fault names both, and `--batch` reproduces it. `done.json` records
batches without a fault; the next run continues after them. Inputs that once failed are tests in `tests/corpus`.
"""

import argparse
import contextlib
import faulthandler
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from benchmarks.brain_fuzz import fuzz_protocol
from benchmarks.fuzz import files, positions, raw_http, web
from benchmarks.fuzz.generators import shown
from benchmarks.fuzz.in_process import Fault

DONE: Final = Path(__file__).with_name("done.json")
HANG_SECONDS: Final = 300
"""Seconds after which a batch counts as hung and its stack is dumped."""
SLOW_SECONDS: Final = 5.0
"""CPU seconds allowed for one file or position."""

Batch = Callable[[random.Random], int]
"""Generates and tries a batch of inputs; returns their number."""


@contextlib.contextmanager
def each(
    inputs: Callable[[random.Random], Iterator[bytes]], check: Callable[[bytes], None], count: int
) -> Iterator[Batch]:
    """A target with independent inputs."""

    def batch(rng: random.Random) -> int:
        for given in islice(inputs(rng), count):
            began = time.process_time()
            try:
                check(given)
                if time.process_time() - began > SLOW_SECONDS:
                    raise Fault(f"it took {time.process_time() - began:.1f} s")
            except Exception as error:
                error.add_note(f"the input was {given!r}\n{shown(given)}")
                raise
        return count

    yield batch


@contextlib.contextmanager
def lines() -> Iterator[Batch]:
    def batch(rng: random.Random) -> int:
        count = 2_000
        fuzz_protocol(count, rng.getrandbits(63))
        return count

    yield batch


TARGETS: Final[dict[str, Callable[[], contextlib.AbstractContextManager[Batch]]]] = {
    "messages": lambda: web.running(web.send_messages),
    "http": lambda: web.running(web.send_requests),
    "wire": raw_http.running,
    "files": lambda: each(files.inputs, files.check, 500),
    "positions": lambda: each(positions.inputs, positions.check, 2_000),
    "lines": lines,
}


def run(target: str, seed: int, first: int, inputs: int, seconds: float, note: Callable[[int, int], None]) -> int:
    """Run batches until a limit is reached; returns the number of inputs. `note` is called with each batch's number and inputs."""
    end = time.monotonic() + seconds
    total, number = 0, first
    with TARGETS[target]() as batch:
        while total < inputs and (time.monotonic() < end or number == first):
            faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
            try:
                count = batch(random.Random(f"{target} {seed} {number}"))
            except BaseException:
                print(f"{target}: a fault in batch {number} of seed {seed}: --batch {number} reproduces it", flush=True)
                raise
            finally:
                faulthandler.cancel_dump_traceback_later()
            note(number, count)
            total += count
            number += 1
    return total


class Ledger:
    """Progress by target, stored in a file."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.key = str(seed)
        self.done: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}

    def next(self, target: str) -> int:
        """Number of the first batch not yet run."""
        return int(self.done.get(target, {}).get(self.key, {}).get("batches", 0))

    def total(self, target: str) -> int:
        return sum(entry["inputs"] for entry in self.done.get(target, {}).values())

    def note(self, target: str, number: int, count: int) -> None:
        entry = self.done.setdefault(target, {}).setdefault(self.key, {"batches": 0, "inputs": 0})
        entry["batches"], entry["inputs"] = number + 1, entry["inputs"] + count
        if number % 20 == 0:
            self.write()

    def write(self) -> None:
        draft = self.path.with_suffix(".part")
        draft.write_text(json.dumps(self.done, indent=2, sort_keys=True) + "\n")
        draft.replace(self.path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help="targets (default: all)")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="total inputs per target (default 1000000)")
    parser.add_argument("--seconds", type=float, default=60, help="seconds per target in this run (default 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, help="reproduce only this batch")
    given = parser.parse_args()
    if unknown := set(given.targets) - set(TARGETS):
        parser.error(f"there is no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    gc.freeze()
    gc.set_threshold(20_000)  # most objects of an input are short-lived
    ledger = Ledger(DONE, given.seed)
    for target in given.targets or TARGETS:
        began = time.monotonic()
        if given.batch is not None:
            count = run(target, given.seed, given.batch, 1, 0, lambda number, count: None)
            print(f"{target}: batch {given.batch}, {count} inputs, no fault")
            continue
        try:
            count = run(
                target,
                given.seed,
                ledger.next(target),
                given.inputs - ledger.total(target),
                given.seconds,
                lambda number, count, target=target: ledger.note(target, number, count),  # type: ignore[misc]
            )
        finally:
            ledger.write()
        spent = time.monotonic() - began
        print(
            f"{target}: {count} inputs of seed {given.seed} in {spent:.0f} s, {ledger.total(target)} in all, no fault",
            flush=True,
        )


if __name__ == "__main__":
    main()
