"""`gomoku analyze`: text and JSON output, tree files and errors."""

import json
import os
import resource
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import gomoku
from tests.support.stopwatch import Stopwatch
from tests.support.waiting import TIMEOUT

MOVES = "K10 L11 K12 M10 L9"
GRACE = Path(__file__).parents[2] / "docs" / "games" / "grace.sgf"


@pytest.fixture
def analyze(run):
    return partial(run, "analyze")


def test_text_output(analyze):
    code, out, _ = analyze("--moves", MOVES, "--depth", 5, "--lines", 3)
    assert code == 0
    assert "depth 5 /" in out
    assert out.rstrip().splitlines()[-1].startswith("White to move. Best is ")
    assert sum(line.startswith(("1 ", "2 ", "3 ")) for line in out.splitlines()) == 3


def test_json_output(analyze):
    code, out, _ = analyze("--moves", MOVES, "--depth", 4, "--lines", 2, "--json")
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [info["depth"] for info in found] == [1, 2, 3, 4]
    assert all(len(info["lines"]) == 2 and info["lines"][0]["pv"][0] == info["lines"][0]["move"] for info in found)


def test_the_tree_is_written(analyze, tmp_path):
    code, out, _ = analyze("--moves", MOVES, "--depth", 4, "--json", "--tree", tmp_path / "tree.json")
    assert code == 0
    tree = json.loads((tmp_path / "tree.json").read_text())
    assert tree["complete"]
    assert tree["nodes"][0]["value"] == json.loads(out.splitlines()[-1])["score"]
    assert all(node["parent"] < number for number, node in enumerate(tree["nodes"]) if number)


def test_any_move_of_a_game(analyze):
    code, out, _ = analyze(GRACE, "--move", 4, "--depth", 2, "--json")
    assert code == 0
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        ((), 2, "FILE"),
        (("game.sgf", "--moves", "K10"), 2, "FILE"),
        (("--moves", "K10 K10"), 2, "cannot be played"),
        (("--moves", "Z99"), 2, "not on the board"),
        (("--moves", "K10", "--move", 3), 2, "0 to 1"),
        (("--moves", "K10", "--lines", 11), 2, "--lines"),
        (("nowhere.sgf",), 1, "nowhere.sgf"),
        (("--moves", "K10", "--rules", "chess"), 2, "chess"),
        (("--moves", "A1 B1", "--rules", "42;size=40"), 1, "32"),
    ],
)
def test_positions_that_cannot_be_analysed(analyze, args, code, word):
    got, out, err = analyze(*args)
    assert (got, out) == (code, "")
    assert word in err
    assert err.count("\n") == 1


def analyze_within(megabytes):
    """Run in a separate process with a data limit."""
    limit = int(megabytes * 1e6)
    return subprocess.run(
        [sys.executable, "-m", "gomoku", "analyze", "--moves", MOVES, "--depth", "3"],
        env={**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1])},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


@pytest.mark.memory
@pytest.mark.parametrize("megabytes", [42, 57, 60, 70])
def test_the_table_leaves_room_for_the_search(megabytes):
    done = analyze_within(megabytes)
    assert done.returncode == 0, done.stderr
    assert "Best is" in done.stdout
    assert done.stderr.startswith("gomoku: not enough memory for a table of 64 MB: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.memory
@pytest.mark.parametrize("megabytes", [8, 20, 33])
def test_too_little_memory_is_one_line(megabytes):
    done = analyze_within(megabytes)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "gomoku: not enough memory\n")


def test_ctrl_c_ends_an_infinite_analysis_with_its_best_move():
    environment = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1])}
    command = [sys.executable, "-m", "gomoku", "analyze", "--moves", MOVES, "--time", "0", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        while json.loads(process.stdout.readline())["depth"] < 3:
            pass
        watch = Stopwatch(process.pid)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=TIMEOUT)
        assert watch.seconds() < 10
    assert (process.returncode, errors) == (0, b"")
