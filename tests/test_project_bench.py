"""The bench gate: the search gives the stored signature, and the commit that stored it says so."""

import subprocess
from pathlib import Path

from gomoku.lab import signature

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "bench.txt"


def git(*arguments: str) -> str:
    """The output of git; empty where this is no repository."""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def test_the_search_gives_the_stored_signature():
    now, before = signature.current(), signature.stored(FILE)
    changed = sorted(rules for rules in now.keys() | before.keys() if now.get(rules) != before.get(rules))
    assert not changed, (
        f"the search changed under {', '.join(changed)}: confirm it by a match, then run `make signature` and commit "
        f"tests/bench.txt with `Bench: {now['all']}` in the message"
    )


def test_the_commit_that_stored_the_signature_carries_it():
    if git("status", "--porcelain", "--", str(FILE)):
        return  # about to be committed
    message = git("log", "-1", "--format=%B", "--", str(FILE))
    if message:  # an exported source tree has no history
        assert f"Bench: {signature.stored(FILE)['all']}" in message


def test_a_changed_signature_is_seen(tmp_path):
    file = tmp_path / "bench.txt"
    signature.write(file, {"42": "00000000", "all": "731c2404"})
    assert signature.stored(file) == {"42": "00000000", "all": "731c2404"}
    assert signature.stored(file)["42"] != signature.current()["42"]
