"""The stored bench signature: `make check` fails if the search changed and the stored value did not.

    python -m gomoku.lab.signature --write tests/bench.txt
    python -m gomoku.lab.signature --check tests/bench.txt

One line per rule set, so that a difference says where to look. A commit that changes the file carries the match that
confirmed the change and the line `Bench: <signature>`.
"""

import argparse
import sys
from functools import cache
from pathlib import Path
from zlib import crc32

from gomoku.lab import bench

HEADER = "# Bench signature by rule set, and of all of them. Written by `make signature`.\n"


@cache
def current() -> dict[str, str]:
    """The signature of each rule set, and of `all`, as the search is now."""
    benches = list(bench.run(list(bench.positions())))
    found = {each.rules: f"{crc32(each.found.encode()):08x}" for each in benches}
    return found | {"all": bench.signature(benches)}


def stored(file: Path) -> dict[str, str]:
    """The signatures in a file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def write(file: Path, signatures: dict[str, str]) -> None:
    lines = [f"{rules:12}{value}\n" for rules, value in signatures.items()]
    file.write_text(HEADER + "".join(lines), encoding="utf-8")


def differences(expected: dict[str, str], found: dict[str, str]) -> list[str]:
    """Rule sets whose signatures differ, or are in only one of the two."""
    return sorted(name for name in expected | found if expected.get(name) != found.get(name))


def main() -> None:
    parser = argparse.ArgumentParser(description="Compute the bench signature, and store it or compare it.")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--write", type=Path, metavar="FILE", help="file to write")
    group.add_argument("--check", type=Path, metavar="FILE", help="file to compare with")
    options = parser.parse_args()
    try:
        expected = stored(options.check) if options.check else {}
        signatures = current()
        if options.write:
            write(options.write, signatures)
    except OSError as error:
        sys.exit(f"gomoku.lab.signature: {error}")
    print(f"Bench: {signatures['all']}")
    if options.check and (wrong := differences(expected, signatures)):
        sys.exit(f"{options.check} has a different signature of {', '.join(wrong)}")


if __name__ == "__main__":
    main()
