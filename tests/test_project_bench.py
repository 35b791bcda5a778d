"""The bench gate: the search gives the stored signature, and the commit that stored it says so."""

import shutil
import subprocess
from pathlib import Path

import pytest

from gomoku.lab import bench, signature

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "bench.txt"


def git(*arguments: str) -> str:
    """The output of git; empty if this is not a repository, or if there is no git."""
    if shutil.which("git") is None:
        return ""
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def difference(now: dict[str, str], before: dict[str, str]) -> str:
    """Difference of two signatures as a message, with advice; empty if there is none."""
    if now == before:
        return ""
    common = now.keys() & before.keys() - {"all"}
    kinds = {
        "the search changed under": [name for name in now if name in common and now[name] != before[name]],
        "rule sets were added to the bench:": [name for name in now if name not in before],
        "rule sets were removed from the bench:": [name for name in before if name not in now],
    }
    found = "; ".join(f"{kind} {', '.join(names)}" for kind, names in kinds.items() if names)
    found = found or "the order of the rule sets changed"
    match = "confirm the search by a match, then " if kinds["the search changed under"] else ""
    return f"{found}: {match}run `make signature` and commit tests/bench.txt with `Bench: {now['all']}` in the message"


def test_the_search_gives_the_stored_signature():
    warning = bench.check_core()
    assert warning is None, warning
    assert not difference(signature.current(), signature.stored(FILE))


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


def test_the_command_compares(tmp_path, monkeypatch, capsys):
    """The command that every wheel is tested with."""
    monkeypatch.setattr(signature, "current", lambda: {"42": "00000000", "all": "731c2404"})
    file = tmp_path / "bench.txt"
    monkeypatch.setattr("sys.argv", ["signature", "--check", str(file)])
    with pytest.raises(SystemExit, match="No such file"):
        signature.main()
    signature.write(file, {"42": "00000000", "all": "731c2404"})
    signature.main()
    assert capsys.readouterr().out == "Bench: 731c2404\n"
    signature.write(file, {"42": "00000001", "all": "731c2404"})
    with pytest.raises(SystemExit, match="a different signature of 42"):
        signature.main()


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({"42": "1", "all": "3"}, "the search changed under 42: confirm the search by a match"),
        ({"42": "0", "mine": "2", "all": "3"}, "rule sets were added to the bench: mine: run `make signature`"),
        ({"all": "3"}, "rule sets were removed from the bench: 42: run `make signature`"),
        ({"42": "0", "all": "0"}, ""),
    ],
)
def test_the_message_tells_a_new_rule_set_from_a_changed_search(now, said):
    message = difference(now, {"42": "0", "all": "0"})
    assert message.startswith(said)
    assert bool(message) is bool(said)
