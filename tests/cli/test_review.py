"""`gomoku review`: the table, the players, the page with graphs, and what is left of an interrupted run."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gomoku.cli.review import Reviewed, reviews
from tests.library.test_library import put

BLUNDERS = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Bram];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag];B[lh])"


def test_review_prints_a_table(run, tmp_path):
    blunders = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Aoi]PW[Bram];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag];B[lh])"
    put(tmp_path, "games/a.sgf", blunders)
    put(tmp_path, "games/b.sgf", "(;GM[4]SZ[15];B[hh];B[hi])")
    code, out, err = run("review", tmp_path / "games", "--nodes", "2000")
    assert code == 1, "one game could not be read"
    assert "b.sgf, game 1" in err
    assert "Aoi" in out
    report = tmp_path / "reviews.html"
    put(tmp_path, "games/c.sgf", blunders.replace("Aoi", "<b>Ann"))
    assert run("review", tmp_path / "games", "--nodes", "2000", "--html", report)[0] == 1
    page = report.read_text()
    assert page.count("<svg") == 2, "a graph for each game"
    assert "&lt;b&gt;Ann" in page
    assert "<b>" not in page
    assert "b.sgf, game 1: " in page
    points = re.findall(r'points="([^"]+)"', page)[0].split()
    assert len(points) == 10 + 2, "the start and nine moves, and both lower corners"
    assert float(points[-2].split(",")[1]) < 1, "Black has won at the end"
    assert run("review", tmp_path / "games" / "a.sgf", "--nodes", "500", "--html", tmp_path / "no" / "x.html")[0] == 1
    code, out, _ = run("review", tmp_path / "games" / "a.sgf", "--nodes", "2000", "--json")
    (line,) = map(json.loads, out.splitlines())
    assert code == 0
    assert len(line["chances"]) == 10
    assert line["chances"][-1] == pytest.approx(1, abs=0.01)
    assert line["white"]["accuracy"] < line["black"]["accuracy"]


def games(folder: Path) -> Path:
    """Two games of Aoi and Bram, with colours swapped."""
    put(folder, "games/a.sgf", BLUNDERS)
    put(folder, "games/b.sgf", BLUNDERS.replace("PB[Aoi]PW[Bram]", "PB[Bram]PW[aoi]").replace("lh", "ll"))
    return folder / "games"


def test_a_game_has_one_line_in_a_narrow_terminal(run, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = run("review", games(tmp_path), "--nodes", "1000")
    assert code == 0
    lines = out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    found = [line for line in lines if re.match(r"[ab]\.sgf 1 ", line)]
    assert len(found) == 2
    for line in found:
        assert re.search(r" \d+\|\d+ ", line), "accuracy of both"
        assert re.search("[▁▂▃▄▅▆▇█]{8,10} *$", line), "the whole curve"


def test_the_players_are_summed_up(run, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    report = tmp_path / "reviews.html"
    code, out, _ = run("review", games(tmp_path), "--nodes", "1000", "--html", report)
    assert code == 0
    table = out[out.index("Player ") :].splitlines()[1:]
    assert [line.split()[:3] for line in table] == [["Aoi", "2", "9"], ["Bram", "2", "9"]]
    accuracy = [float(line.split()[3]) for line in table]
    assert accuracy == sorted(accuracy, reverse=True)
    page = report.read_text()
    assert "<h2>Players</h2>" in page
    assert 'name="viewport"' in page
    assert "prefers-color-scheme: dark" in page
    assert "Player " not in run("review", tmp_path / "games" / "a.sgf", "--nodes", "500")[1], "one game needs no sums"


def test_an_interrupted_review_shows_what_is_done(run, tmp_path, monkeypatch):
    def interrupted(*given) -> Iterator[Reviewed]:
        yield next(reviews(*given))
        raise KeyboardInterrupt

    # the command of that name hides the module
    monkeypatch.setattr(sys.modules["gomoku.cli.review"], "reviews", interrupted)
    report = tmp_path / "reviews.html"
    code, out, err = run("review", games(tmp_path), "--nodes", "500", "--html", report)
    assert code == 1
    assert "interrupted" in err
    assert "a.sgf 1" in out
    assert report.read_text().count("<svg") == 1
