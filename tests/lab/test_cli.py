"""The laboratory's commands: their output, their files, and one-line errors."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gomoku
from gomoku.rules import PRESETS, Rules
from gomoku.rules.records import read
from tests.support.commands import failed, interrupted, is_gone, start
from tests.support.waiting import wait_until

MATCH = ("match", "greedy", "classic:depth=1", "--rules", "42;size=11", "--games", 4, "--processes", 1)


# --- bench and perft ---


def test_bench_is_reproducible(run, tmp_path):
    results = []
    for _ in range(2):
        code, out, _ = run("bench", "42", "renju", "--depth", 2, "--json", tmp_path / "bench.json")
        assert code == 0
        assert out.splitlines()[-1].startswith("Bench: ")
        results.append(out.split()[-1])
        found = json.loads((tmp_path / "bench.json").read_text())
        assert found["signature"] == results[-1]
        assert [row["rules"] for row in found["rows"]] == ["42", "renju", "all"]
        assert all(row["make_undo_per_second"] > 0 for row in found["rows"])
    assert results[0] == results[1]
    assert len(results[0]) == 8
    int(results[0], 16)
    assert run("bench", "42", "renju", "--depth", 3)[1].split()[-1] != results[0]


def test_bench_knows_every_rule_set(run):
    code, out, _ = run("bench", "--depth", 1, "--json", "-")
    assert code == 0
    assert sorted(row["rules"] for row in json.loads(out)["rows"]) == sorted([*PRESETS, "all"])


def test_bench_needs_the_compiled_core(run, monkeypatch):
    from gomoku.core import _core

    monkeypatch.setattr(_core, "__loader__", None)
    failed(run("bench"), 1, "not compiled")


def test_perft(run, tmp_path):
    code, out, _ = run("perft", "--rules", "42;size=7", "--depth", 2, "--check")
    assert code == 0
    assert "2,352" in out
    assert "agree" in out
    code, out, _ = run("perft", "-r", "freestyle", "-d", 1, "--json", "-")
    assert json.loads(out)["depths"][0]["moves"] == 225
    sgf = tmp_path / "game.sgf"
    sgf.write_text("(;FF[4]GM[4]SZ[9]RU[freestyle;size=9];B[aa];W[bb])")
    assert json.loads(run("perft", "--game", sgf, "-d", 1, "--json", "-")[1])["depths"][0]["moves"] == 79


# --- match and sprt ---


def test_match_prints_and_writes(run, tmp_path):
    log, result, games = tmp_path / "m.jsonl", tmp_path / "m.json", tmp_path / "sgf"
    code, out, _ = run(*MATCH, "--log", log, "--json", result, "--sgf", games)
    assert code == 0
    for words in ("average answer", "slowest answer", "own moves in won games", "Elo"):
        assert words in out
    found = json.loads(result.read_text())
    assert (found["games"], found["first"], found["second"]) == (4, "greedy", "classic:depth=1")
    assert len(log.read_text().splitlines()) == 3
    records = [read(path) for path in sorted(games.iterdir())]
    assert len(records) == 4
    assert {records[0].black, records[0].white} == {"greedy", "classic:depth=1"}
    assert records[0].black == records[1].white
    # the log is continued: no game is repeated
    before = log.read_bytes()
    assert run(*MATCH, "--log", log, "--json", "-")[0] == 0
    assert log.read_bytes() == before


def test_match_of_brains_on_openings_of_a_file(run, fake, tmp_path):
    openings, games = tmp_path / "openings.txt", tmp_path / "games"
    openings.write_text("0,0, 1,0\n0,1, 2,0\n")
    args = ("--rules", "freestyle;size=9", "--games", 4, "--processes", 1, "--openings", openings, "--json", "-")
    code, out, _ = run("match", fake("slow"), fake("crash"), *args, "--psq", games, "--sgf", games)
    assert code == 0
    assert json.loads(out)["openings"] == str(openings)
    assert sorted(path.name for path in games.iterdir()) == [
        f"0000{n}{ab}.{end}" for n in "12" for ab in "ab" for end in ("psq", "sgf")
    ]
    rules = Rules.parse("freestyle;size=9")
    for number, cells in ((1, [(4, 4), (5, 4)]), (2, [(4, 5), (6, 4)])):
        psq, sgf = (read(games / f"0000{number}a.{ending}", rules=rules) for ending in ("psq", "sgf"))
        assert list(psq.game.moves[:2]) == cells
        assert psq.game.moves == sgf.game.moves
        assert psq.times[3] >= 150
        assert psq.piskvork is not None
        assert psq.piskvork.code == -1
        assert sgf.result == "B+"
        assert "crashed" in sgf.comments[len(sgf.game.moves)]


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("greedy", "greedy", "--openings", "/no/such/file"), 1, "cannot read the openings"),
        (("greedy", "engine", "--openings", "swap2"), 1, "greedy cannot play the opening swap2"),
    ],
)
def test_invalid_openings(run, args, code, words):
    failed(run("match", *args, "--games", 2), code, words)


def test_match_against_a_brain(run, fake):
    args = ("--rules", "freestyle;size=9", "--games", 2, "--processes", 1, "--json", "-")
    code, out, _ = run("match", "greedy", fake("crash"), *args)
    assert code == 0
    found = json.loads(out)
    assert found["wins"] == 2
    assert found["players"][1]["faults"] == {"crashed": 2}


def test_sprt_exit_codes(run):
    args = ("--rules", "freestyle;size=9", "--processes", 1, "--json", "-")
    code, out, _ = run("sprt", "classic:depth=2", "greedy", "--elo0", -400, "--elo1", -200, *args)
    assert code == 0
    assert json.loads(out)["sprt"]["passed"] is True
    code, out, _ = run("sprt", "greedy", "classic:depth=2", "--elo0", 200, "--elo1", 400, *args)
    assert code == 3
    code, out, _ = run("sprt", "greedy", "greedy", "--games", 2, *args)
    assert code == 4
    assert json.loads(out)["sprt"]["passed"] is None


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("match", "engine", "nobody"), 1, "no player 'nobody'"),
        (("match", "engine", "brain:/no/such/brain"), 1, "/no/such/brain"),
        (("match", "engine", "brain:true"), 1, "cannot play"),
        (("match", "engine:time=soon", "greedy"), 1, "time"),
        (("match", "engine", "greedy", "--rules", "nope"), 2, "nope"),
        (("match", "engine", "greedy", "--rules", "42;size=40"), 1, "32"),
        (("match", "engine", "greedy", "--games", "0"), 2, "--games"),
        (("match", "engine", "greedy", "--time", "-1"), 2, "--time"),
        (("match", "engine", "greedy", "--log", "."), 1, "cannot use"),
        (("match", "engine", "greedy", "--json", "/no/such/folder/x"), 1, "/no/such/folder/x"),
        (("match", "engine"), 2, "SECOND"),
        (("sprt", "engine", "greedy", "--elo0", "5", "--elo1", "5"), 2, "elo0"),
        (("bench", "nope"), 1, "nope"),
        (("bench", "--depth", "0"), 2, "--depth"),
        (("perft", "--game", "/no/such/game.sgf"), 1, "game.sgf"),
        (("perft", "--rules", "42;size=40"), 1, "32"),
        (("selfplay", ".", "--games", "1"), 1, "cannot use"),
        (("selfplay", "x.jsonl", "--weights", "/no/such/file"), 1, "/no/such/file"),
        (("match", "engine:network=/no/such/file", "greedy"), 1, "/no/such/file"),
        (("match", f"engine:network={__file__}", "greedy"), 1, "not a network"),
        (("fit",), 2, "--rounds"),
        (("fit", "/no/such/games"), 1, "/no/such/games"),
        (("fit", "x", "--rounds", "1"), 2, "--rounds"),
        (("fit", "--rounds", "1"), 2, "--folder"),
        (("fit", "x", "--start", "/no/such/file"), 2, "/no/such/file"),
        (("fit", "x", "--out", "/no/such/folder/x"), 1, "/no/such/folder/x"),
    ],
)
def test_bad_input_is_one_line(run, tmp_path, monkeypatch, args, code, words):
    monkeypatch.chdir(tmp_path)
    failed(run(*args), code, words)
    assert list(tmp_path.iterdir()) == []


def test_selfplay_and_fit(run, tmp_path):
    games, out = tmp_path / "games.jsonl", tmp_path / "weights.json"
    args = ("--rules", "42;size=13", "--processes", 1)
    code, said, _ = run("selfplay", games, "--games", 30, "--nodes", 60, *args)
    assert (code, "holds 30 games" in said) == (0, True)
    code, said, _ = run("fit", games, "--out", out, *args)
    assert code == 0
    assert "loss" in said
    assert "42" in json.loads(out.read_text())["rules"]
    assert "gomoku fit" in json.loads(out.read_text())["made"]["42"]


def test_selfplay_for_the_explorer(run, tmp_path):
    games, text = tmp_path / "games.jsonl", tmp_path / "42.txt"
    args = ("--rules", "42;size=13", "--processes", 1, "--nodes", 200, "--own-openings", "--pack", text)
    assert run("selfplay", games, "--games", 6, *args)[0] == 0
    head, *lines = text.read_text().splitlines()
    assert head == "# 6 games of 42;size=13, 200 nodes a move, seed 1"
    assert len(lines) == len(set(lines)) == 6
    assert all(line[0] in "BW0" and line[2:].startswith("g7") for line in lines), "from the centre"
    assert '"slip"' not in games.read_text()
    failed(run("selfplay", games, "--games", 6, *args[:-3]), 1, "openings")


@pytest.mark.parametrize("processes", [1, 2])
def test_interrupt_keeps_the_log(tmp_path, processes):
    """Ctrl-C reaches the whole group, as on a terminal; finished games are logged and no process is left."""
    log = tmp_path / "match.jsonl"
    args = ("--rules", "42;size=11", "--games", 10_000, "--processes", processes, "--log", log)
    running = start("match", "greedy", "classic:depth=1", *args)
    wait_until(lambda: log.exists() and log.read_text().count("\n") > 2)
    assert "average answer" in interrupted(running, log)
    assert log.read_text().count("\n") > 2
    assert is_gone(running.pid)


def test_help_is_quick_and_loads_no_engine():
    code = "import sys, gomoku.cli; print(sorted({'rich', 'numpy', 'gomoku.core', 'gomoku.engine'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1])}
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
