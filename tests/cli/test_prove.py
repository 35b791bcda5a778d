"""`gomoku prove`: outcome in words, tree, JSON, errors and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import gomoku
from tests.support.waiting import TIMEOUT

OPEN_THREE = "H8 H9 J8 J9 K8 A1"
"""Freestyle: black has an open three, white is to move after K8 and has played far away."""


@pytest.fixture
def prove(run):
    return partial(run, "prove")


def test_win_with_its_tree(prove):
    code, out, err = prove("--moves", OPEN_THREE, "--rules", "freestyle", "--tree", "--check")
    assert code == 0
    words, _, tree = out.partition("\n\n")
    assert words.startswith("Black to move.\nBlack wins with ")
    assert "Main line: " in words
    first, *replies = tree.rstrip().splitlines()
    assert first.endswith("(3 plies)")
    assert all(line.startswith("  ") and line.endswith(" wins") for line in replies)
    assert replies[-1].startswith("  any other: ")
    assert "3 different positions in the tree\nverified with the rules: " in err


def test_depth_of_the_tree(prove):
    _, out, _ = prove("--moves", OPEN_THREE, "--rules", "freestyle", "--tree", "--depth", 1)
    assert len(out.partition("\n\n")[2].splitlines()) == 1


def test_defence(prove):
    code, out, _ = prove("--moves", OPEN_THREE, "--move", 5, "--rules", "freestyle", "--nodes", 10_000, "--time", 0)
    assert code == 0
    assert out.startswith("White to move.\nBlack threatens to win within 3 plies. Not refuted: ")
    assert "The search ended early: the node limit was reached." in out


def test_nothing_proved(prove):
    code, out, _ = prove("--moves", "K10", "--nodes", 2_000)
    assert code == 0
    assert "Nothing is proved." in out


def test_json(prove):
    code, out, _ = prove("--moves", OPEN_THREE, "--rules", "freestyle", "--json")
    assert code == 0
    proof = json.loads(out)
    assert (proof["outcome"], proof["plies"], proof["ended"]) == ("win", 3, "decided")
    assert proof["nodes"][proof["win"]]["move"] == proof["move"] == proof["line"][0]


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        ((), 2, "FILE"),
        (("game.sgf", "--moves", "K10"), 2, "FILE"),
        (("--moves", "K10 K10"), 2, "cannot be played"),
        (("--moves", "K10", "--move", 3), 2, "0 to 1"),
        (("--moves", "K10", "--kept", 0), 2, "--kept"),
        (("nowhere.sgf",), 1, "nowhere.sgf"),
        (("--moves", "A1 B1", "--rules", "42;size=40"), 1, "32"),
    ],
)
def test_positions_that_cannot_be_proved(prove, args, code, word):
    got, out, err = prove(*args)
    assert (got, out) == (code, "")
    assert word in err
    assert err.count("\n") == 1


def test_ctrl_c_ends_with_what_is_known():
    environment = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1])}
    program = (
        "import sys\n"
        "from gomoku import cli\n"
        "from gomoku.engine import Prover\n"
        "tick = Prover._tick\n"
        "def tell(prover):\n"
        "    print('working', file=sys.stderr, flush=True)\n"
        "    tick(prover)\n"
        "Prover._tick = tell\n"
        "cli.main()\n"
    )
    command = [sys.executable, "-c", program, "prove", "--moves", "K10", "--time", "0", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"working\n"
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert json.loads(out)["ended"] == "stopped"
