"""The command line: its output, its files, exit codes and one-line errors."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

import gomoku
from gomoku import Game, Rules, cli
from gomoku.rules import OPENINGS, PRESETS
from gomoku.rules.game import play_all
from gomoku.rules.records import FORMATS, Record, read, read_all, write, write_all
from gomoku.rules.variant import PARAMETERS
from tests.support.commands import failed

GRACE = Path(__file__).parents[2] / "docs" / "games" / "grace.sgf"


def process(*args, **options):
    """Run a command in a subprocess."""
    command = [sys.executable, "-m", "gomoku", *map(str, args)]
    environment = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1]), **options.pop("env", {})}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60, **options}
    return subprocess.run(command, env=environment, check=False, **options)


def saved(path, *moves, rules="42", opening="standard", **notes):
    game = Game(Rules.parse(rules), opening)
    for move in moves:
        game.decide(move)
    write(Record(game, **notes), path)
    return path


# --- help and rules ---


def test_formats_are_those_of_the_records():
    assert get_args(cli.FormatName) == tuple(FORMATS)


def test_version(run):
    assert run("--version") == (0, f"gomoku {gomoku.__version__}\n", "")


@pytest.mark.parametrize("args", [("--help",), ("-h",)])
def test_help_lists_the_commands(run, args):
    code, out, err = run(*args)
    assert (code, err) == (0, "")
    for command in ("serve", "rules", "show", "convert"):
        assert f"\n  {command} " in out


@pytest.mark.parametrize("command", ["serve", "rules", "show", "convert"])
def test_help_of_a_command_has_examples(run, command):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"    gomoku {command} " in out


def test_help_does_not_load_the_parts():
    script = "import sys, gomoku.cli; print([m for m in ('rich.table', 'gomoku.rules.records', 'litestar') if m in sys.modules])"
    env = {**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1])}
    loaded = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_rules_lists_everything(run):
    code, out, err = run("rules")
    assert (code, err) == (0, "")
    for name in (*PRESETS, *PARAMETERS, *OPENINGS):
        assert f"\n{name} " in out
    assert "\x1b" not in out
    assert "…" not in out


def test_rules_of_one_preset(run):
    code, out, _ = run("rules", "renju;size=19")
    assert code == 0
    assert "size *" in out
    assert "recursive" in out


@pytest.mark.parametrize("spec", ["nope", "42;size=3", "42;bogus=1", "42;size", "", ";;;", "42;three=[red]x[/red]"])
def test_invalid_rules_are_refused(run, spec):
    failed(run("rules", spec), 2)


# --- show ---


def test_show_a_game(run):
    code, out, err = run("show", GRACE)
    assert (code, err) == (0, "")
    assert "Aoi, took 8" in out
    assert "Black wins with a row of 5." in out
    assert " 7  . . . . . . . . . . O[X]. O . . . . .  7" in out
    assert "\x1b" not in out
    assert out.isascii()


def test_show_any_move(run):
    total = len(read(GRACE).game.moves)
    for move in range(total + 1):
        code, out, _ = run("show", GRACE, "--move", move)
        assert code == 0
        assert f"Move:      {move} of {total}" in out
    failed(run("show", GRACE, "--move", total + 1), 2, f"0 to {total}")
    failed(run("show", GRACE, "--move", -1), 2)


def test_show_a_grace_turn(run):
    _, out, _ = run("show", GRACE, "-m", 33)
    assert "White can break it at O7" in out
    assert "Comment:   Five in a row from H11 to M7." in out


def test_show_reads_standard_input():
    shown = process("show", "-", input=GRACE.read_bytes())
    assert shown.returncode == 0
    assert b"Black wins" in shown.stdout


def test_show_collection(run, tmp_path):
    path = tmp_path / "games.sgf"
    games = [play_all(Game(), moves) for moves in (["A1"], ["B2", "C3"], ["D4"])]
    write_all([Record(game) for game in games], path)
    assert "Game 1 of 3" in run("show", path)[1]
    assert "2 of 2: White C3" in run("show", path, "--game", 2)[1]
    assert [f"Game {n} of 3" in run("show", path, "--all")[1] for n in (1, 2, 3)] == [True] * 3
    failed(run("show", path, "--game", 4), 2, "3 games")
    failed(run("show", path, "--game", 0), 2)
    failed(run("show", path, "--all", "--svg", tmp_path / "a.svg"), 2)


def test_show_of_a_file_without_rules(run, tmp_path):
    path = saved(tmp_path / "game.psq", "H8", "I8", "A1", "J8", "K8", rules="pente;size=15")
    assert "pente;size=15, 15 x 15" in run("show", path, "--rules", "pente;size=15")[1]
    assert "freestyle" in run("show", path)[1]
    failed(run("show", path, "--rules", "nope"), 2, "nope")


def test_show_an_unfinished_opening(run, tmp_path):
    path = saved(tmp_path / "game.sgf", "H8", "J9", "G4", "two", rules="renju", opening="swap2")
    _, out, _ = run("show", path)
    assert "swap2; P2 says two" in out
    assert "P2 places a white stone" in out


def test_show_rows_from(run, tmp_path):
    path = tmp_path / "game.pos"
    path.write_text("a1b2\n")
    assert "White B14" in run("show", path)[1]
    assert "White B2" in run("show", path, "--rows-from", "bottom")[1]


@pytest.mark.parametrize("size", ["5", "26", "27", "52", "9x14"])
def test_show_any_board(run, tmp_path, size):
    path = saved(tmp_path / "game.sgf", (0, 0), (4, 4), rules=f"freestyle;size={size}")
    code, out, _ = run("show", path)
    assert code == 0
    assert "[O]" in out


def test_show_never_passes_on_control_characters(run, tmp_path):
    notes = {"black": "\x1b[31mevil\x07", "white": "a\nb", "comments": {1: "\x9b2J\u202eright to left"}}
    path = saved(tmp_path / "game.sgf", "K10", result="W+\x1b[0m", **notes)
    _, out, _ = run("show", path)
    assert all(c.isprintable() or c == "\n" for c in out)
    assert "[31mevil" in out


def test_show_in_colour(tmp_path):
    env = {"FORCE_COLOR": "1", "COLUMNS": "80", "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    shown = process("show", GRACE, "-m", 33, env=env)
    text = shown.stdout.decode()
    assert shown.returncode == 0
    assert text.count("●") == sum(row.count("X") + row.count("O") for row in read(GRACE).game.at(33).rows())
    assert "\x1b[" in text
    lines = text.split("\n")
    assert len(lines) <= 24


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 200])
def test_show_fits_the_terminal(columns):
    env = {"FORCE_COLOR": "1", "COLUMNS": str(columns), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    shown = process("show", GRACE, env=env)
    assert shown.returncode == 0
    assert "Black wins" in shown.stdout.decode().replace("\n", " ") or columns < 40


def test_show_plain_wins_over_a_terminal():
    shown = process("show", GRACE, "--plain", env={"FORCE_COLOR": "1"})
    assert b"\x1b" not in shown.stdout


def test_show_on_an_ascii_terminal():
    shown = process("show", GRACE, env={"FORCE_COLOR": "1", "PYTHONIOENCODING": "ascii"})
    assert shown.returncode == 0
    assert b"[X]" in shown.stdout


def test_show_writes_a_picture(run, tmp_path):
    out = tmp_path / "board.svg"
    assert run("show", GRACE, "-m", 33, "--svg", out, "--numbers") == (0, "", "")
    assert ElementTree.fromstring(out.read_text()).tag.endswith("svg")
    failed(run("show", GRACE, "--numbers"), 2, "--svg")
    failed(run("show", GRACE, "--range", "2-9"), 2, "--svg")
    code, text, _ = run("show", GRACE, "--svg", "-", "--range", "10-12", "--letters", "A1,B1", "--caption", "A & B")
    assert code == 0
    shown = [element.text for element in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
    assert {"10", "11", "12", "A & B"} <= set(shown)
    assert shown.count("A") == 3, "on two sides and on A1"
    assert "9" not in [word for word in shown if shown.count(word) == 1], "only the row"
    for bad in (
        ["--range", "12-10"],
        ["--range", "x"],
        ["--range", "1-999"],
        ["--letters", "Z99"],
        ["--letters", "K10"],
    ):
        failed(run("show", GRACE, "--svg", "-", *bad), 2, bad[0])
    failed(run("show", GRACE, "--svg", "-", "--range", "2-3", "-m", "5"), 2, "--move")
    code, text, _ = run("show", GRACE, "--svg", "-")
    assert code == 0
    assert text.startswith("<svg")


# --- convert ---


@pytest.mark.parametrize("ending", ["sgf", "link", "psq", "rec", "pos", "txt"])
def test_convert_keeps_the_moves(run, tmp_path, ending):
    game = saved(tmp_path / "game.sgf", "H8", "I9", "J7", "G6", rules="freestyle;size=20")
    target = tmp_path / f"out.{ending}"
    code, out, _ = run("convert", game, target)
    assert (code, out) == (0, "")
    rules = Rules.preset("freestyle", size=20) if ending in ("rec", "pos", "txt") else None
    assert read(target, rules=rules).game.moves == read(game).game.moves


def test_convert_names_what_is_lost(run, tmp_path):
    code, _, err = run("convert", GRACE, tmp_path / "out.link")
    assert code == 0
    assert "no room for" in err
    assert "comments" in err
    assert err.count("\n") == 1


def test_convert_collection(run, tmp_path):
    path = tmp_path / "games.sgf"
    write_all([Record(play_all(Game(), moves)) for moves in (["A1"], ["B2", "C3"])], path)
    assert run("convert", path, tmp_path / "all.sgf")[0] == 0
    assert len(read_all(tmp_path / "all.sgf")) == 2
    failed(run("convert", path, tmp_path / "one.psq"), 2, "--game")
    assert run("convert", path, tmp_path / "one.psq", "--game", 2)[0] == 0
    assert len(read(tmp_path / "one.psq", rules=Rules()).game.moves) == 2


def test_convert_through_pipes():
    linked = process("convert", "-", "-", "--to", "link", input=GRACE.read_bytes())
    assert linked.returncode == 0
    back = process("convert", "-", "-", "--to", "sgf", input=linked.stdout)
    assert Game.from_sgf(back.stdout.decode()).moves == read(GRACE).game.moves


def test_convert_refuses_what_a_format_cannot_hold(run, tmp_path):
    path = saved(tmp_path / "game.sgf", "H8", "J9", "G4", "white", rules="renju", opening="swap2")
    target = tmp_path / "out.psq"
    failed(run("convert", path, target), 1, "swap2")
    assert not target.exists()
    assert run("convert", path, target, "--lossy")[0] == 0


@pytest.mark.parametrize("target", ["out", "out.xyz", "-"])
def test_convert_needs_a_format(run, target):
    failed(run("convert", GRACE, target), 2, "--to")


def test_convert_into_itself(run, tmp_path):
    path = saved(tmp_path / "game.sgf", "K10", "A1")
    before = read(path).game.moves
    assert run("convert", path, path)[0] == 0
    assert read(path).game.moves == before


# --- files that are not what they should be ---


@pytest.mark.parametrize("command", ["show", "convert"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.sgf", b""),
        ("binary.sgf", bytes(range(256)) * 9),
        ("latin.sgf", "(;GM[4]PB[\xe9])".encode("latin-1")),
        ("zeros.psq", bytes(5000)),
        ("half.sgf", b"(;FF[4]GM[4]SZ[19];B[jj];W[k"),
        ("deep.sgf", b"(;GM[4]" * 30_000),
        ("twice.sgf", b"(;GM[4]SZ[19];B[jj];W[jj])"),
        ("off.psq", b"Piskvorky 15x15, 0:0, 0\n16,1,0\n"),
        ("words.pos", b"hello world\n"),
        ("bad.link", b"g1~42~~~abcd~aaaaaa\n"),
        ("unknown.sgf", b"(;GM[4]RU[calvinball])"),
        ("other.sgf", b"(;GM[1]SZ[19];B[jj])"),
        ("name\n\x1b[31m.sgf", b""),
    ],
)
def test_bad_files(run, tmp_path, command, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    target = tmp_path / "out.sgf"
    failed(run(command, path, *([target] if command == "convert" else [])), 1)
    assert not target.exists()


@pytest.mark.parametrize("name", ["missing.sgf", ".", "a" * 300, "no/such/folder.sgf"])
def test_files_that_cannot_be_read(run, tmp_path, name):
    failed(run("show", f"{tmp_path}/{name}"), 1)


def test_huge_file(run, tmp_path):
    path = tmp_path / "huge.sgf"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    failed(run("show", path), 1, "50000000 bytes")


def test_errors_have_a_location(run, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4]SZ[19]\n;B[jj]\n;W[jj])")
    failed(run("show", path), 1, str(path), "line 3", "move 2", "there is a stone already")


# --- destinations ---


def test_target_folder_is_missing(run, tmp_path):
    failed(run("convert", GRACE, tmp_path / "no" / "out.sgf"), 1, "No such file")


def test_target_is_a_folder(run, tmp_path):
    (tmp_path / "out.sgf").mkdir()
    failed(run("convert", GRACE, tmp_path / "out.sgf"), 1, "directory")


def test_full_device(run):
    failed(run("convert", GRACE, "/dev/full", "--to", "sgf"), 1, "No space left")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)  # written to, not replaced


def test_full_disk_leaves_the_old_file(run, tmp_path, monkeypatch):
    target = saved(tmp_path / "out.sgf", "A1")
    before = target.read_bytes()

    def fail(path, data):
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", fail)
        failed(run("convert", GRACE, target), 1, "No space left")
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["out.sgf"]


def test_target_keeps_its_mode_and_links(run, tmp_path):
    target = saved(tmp_path / "real.sgf", "A1")
    target.chmod(0o640)
    link = tmp_path / "link.sgf"
    link.symlink_to(target)
    assert run("convert", GRACE, link)[0] == 0
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert read(target).black == "Aoi"


def test_new_file_follows_the_umask(run, tmp_path):
    old = os.umask(0o027)
    try:
        run("convert", GRACE, tmp_path / "new.sgf")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new.sgf").stat().st_mode) == 0o640


# --- the end of a process ---


@pytest.mark.parametrize("args", [("rules",), ("show", GRACE), ("--help",), ("convert", GRACE, "-", "--to", "sgf")])
def test_full_standard_output(args):
    with open("/dev/full", "wb") as full:
        ended = process(*args, stdout=full)
    assert ended.returncode == 1
    assert ended.stderr == b"gomoku: cannot write: No space left on device\n"


@pytest.mark.parametrize("args", [("rules",), ("show", GRACE), ("convert", GRACE, "-", "--to", "sgf")])
def test_broken_pipe_is_quiet(args):
    reading, writing = os.pipe()
    os.close(reading)
    ended = process(*args, stdout=writing)
    os.close(writing)
    assert ended.returncode == 1
    assert ended.stderr == b""


def test_closed_standard_input():
    ended = process("show", "-", stdin=None, preexec_fn=lambda: os.close(0))
    assert ended.returncode == 1
    assert ended.stderr == b"gomoku: cannot read standard input: it is closed\n"


def test_standard_input_that_cannot_be_read(tmp_path):
    with open(tmp_path / "file", "wb") as write_only:
        ended = process("show", "-", stdin=write_only)
    assert ended.returncode == 1
    assert ended.stderr.count(b"\n") == 1


def test_closed_standard_output():
    ended = process("show", GRACE, stdout=None, preexec_fn=lambda: os.close(1))
    assert ended.stderr == b""


@pytest.mark.parametrize(("raised", "code", "words"), [(KeyboardInterrupt, 130, ""), (MemoryError, 1, "memory")])
def test_interrupt_and_memory(monkeypatch, run, raised, code, words):
    def raise_it(*_):
        raise raised

    monkeypatch.setattr(cli.ReadOptions, "read", raise_it)
    monkeypatch.setattr(os, "dup2", lambda *_: None)  # the test's own output stays where it is
    got, out, err = run("show", GRACE)
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == bool(words)


@pytest.mark.parametrize(
    "args", [("bogus",), ("show",), ("show", "x", "--bogus"), ("show", "x", "--move", "abc"), ("-x",)]
)
def test_wrong_usage(run, args):
    failed(run(*args), 2, "--help")
