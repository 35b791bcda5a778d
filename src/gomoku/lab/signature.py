"""The stored bench signature: `make check` fails where the search changed and the stored value did not.

    python -m gomoku.lab.signature --write tests/bench.txt

One line per rule set, so that a difference says where to look. A commit that changes the file carries the match that
confirmed the change and the line `Bench: <signature>`.
"""

import argparse
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Compute the bench signature and store it.")
    parser.add_argument("--write", type=Path, required=True, metavar="FILE", help="file to write")
    options = parser.parse_args()
    signatures = current()
    write(options.write, signatures)
    print(f"Bench: {signatures['all']}")


if __name__ == "__main__":
    main()
