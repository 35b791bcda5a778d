"""Brains as players: protocol, clock and all faults."""

import os
import shlex
import sys
import time

import pytest

from gomoku.lab.matches.match import play_game
from gomoku.lab.matches.players import make_player
from gomoku.lab.types import LabError, PlayerFault
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from tests.support.stopwatch import Stopwatch

FREE = Rules.parse("freestyle;size=9")
OPENING = [(4, 4), (5, 4), (4, 5)]


@pytest.fixture
def heard(tmp_path, monkeypatch):
    """Lines received by a fake brain."""
    path = tmp_path / "heard.txt"
    monkeypatch.setenv("FAKE_BRAIN_LOG", str(path))
    return lambda: path.read_text().splitlines()


@pytest.fixture
def brain(fake):
    """Create players that are closed at the end of the test."""
    made = []

    def make(way, **options):
        made.append(make_player(fake(way, **options)))
        return made[-1]

    yield make
    for player in made:
        player.close()


def test_conversation(brain, heard):
    player = brain("chatty", time=0.5, match=60, memory=50)
    rules = Rules.parse("42;size=9")
    player.new_game(rules)
    game = play_all(Game(rules), [(4, 4), (5, 4), (0, 8), (6, 4), (7, 4)])  # X captures a pair
    assert game.taken == {"X": 2, "O": 0}
    choice = player.choose(game)
    assert choice.move == (0, 0)
    assert 0 < choice.seconds < 0.5
    play_all(game, [(0, 0), (8, 8)])
    assert player.choose(game).move == (1, 0)
    player.close()
    lines = [line for line in heard() if not line.startswith("INFO time_left")]
    assert lines == [
        "START 9",
        "INFO timeout_turn 500",
        "INFO timeout_match 60000",
        "INFO max_memory 52428800",
        "INFO game_type 1",
        "INFO gomoku.rules 42",
        "INFO gomoku.captured 0,2",
        "BOARD",
        "4,4,2",
        "0,8,2",
        "7,4,2",
        "TURN 8,8",
        "END",
    ]
    left = [int(line.split()[-1]) for line in heard() if line.startswith("INFO time_left")]
    assert left[0] == 60000
    assert 59000 < left[1] <= 60000


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("renju;size=9", ["START 9", "INFO rule 4", "INFO gomoku.rules renju"]),
        ("standard;size=12x9", ["RECTSTART 12,9", "INFO rule 1"]),
        ("42;ban_double_three=nobody;size=9", ["INFO gomoku.rules 42;ban_double_three=nobody"]),
    ],
)
def test_rules_are_sent(brain, heard, spec, words):
    player = brain("good")
    rules = Rules.parse(spec)
    player.new_game(rules)
    player.choose(Game(rules))
    assert set(words) < set(heard())
    assert "BEGIN" in heard()
    told = [line for line in heard() if line.startswith("INFO rule ")]
    assert bool(told) == (rules.name in ("renju", "standard"))


def test_next_game_restarts_the_same_process(brain, heard):
    player = brain("good")
    for _ in range(2):
        player.new_game(FREE)
        player.choose(play_all(Game(FREE), OPENING))
    assert heard().count("RESTART") == 1
    assert heard().count("START 9") == 1
    player.new_game(Rules.parse("freestyle;size=10"))
    assert "START 10" in heard()


def test_brain_without_restart_is_restarted(brain, heard):
    player = brain("mortal")
    for _ in range(2):
        player.new_game(FREE)
        assert player.choose(play_all(Game(FREE), OPENING)).move == (0, 0)
    assert heard().count("START 9") == 2


def faulty(player, opponent, rules=FREE):
    return play_game((player, opponent), rules, OPENING, first_is_black=False)


@pytest.mark.parametrize(
    ("way", "how", "note"),
    [
        ("crash", "crashed", "exit code 3"),
        ("hang", "hung", ""),
        ("babble", "hung", ""),
        ("nonsense", "bad answer", "resign"),
        ("error", "bad answer", "ERROR no idea"),
        ("occupied", "illegal move", "occupied"),
        ("outside", "illegal move", "off_board"),
    ],
)
def test_faults_lose_the_game(brain, way, how, note):
    player = brain(way, time=0.1, grace=0.6)
    opponent = brain("good")
    started = time.monotonic()
    result = faulty(player, opponent)
    assert time.monotonic() - started < 10
    assert (result.points, result.how, result.is_fault) == (0.0, how, True)
    assert note in result.note
    # both are usable in the next game
    player.new_game(FREE)
    mirrored = play_game((opponent, player), FREE, OPENING, first_is_black=True)
    assert (mirrored.points, mirrored.how) == (1.0, how)


@pytest.mark.parametrize(
    ("enforce", "how"), [("none", "line"), ("uss", "too much memory"), ("data", "crashed"), ("both", "crashed")]
)
def test_memory_is_limited(brain, enforce, how):
    player = brain("hungry", memory=60, enforce=enforce)
    result = faulty(player, brain("good"))
    assert result.how == how
    if enforce == "uss":
        assert result.note.endswith("MB of 60")
    if enforce == "none":
        assert result.memory[0] > 100e6
        assert 0 < result.memory[1] < 30e6


def test_options_are_sent_as_info(brain, heard):
    player = brain("good", **{"info.thread_num": 2, "info.folder": "/tmp"})
    player.new_game(FREE)
    player.choose(Game(FREE))
    assert heard()[-4:-1] == ["INFO thread_num 2", "INFO folder /tmp", "INFO time_left 2147483647"]


# --- swap2 ---


@pytest.mark.parametrize(
    ("other", "opening", "places", "moves"),
    [
        ("good", 3, False, [(4, 4), (5, 5), (4, 5)]),  # it takes black, and we are white
        ("stay", 4, True, [(4, 4), (5, 5), (4, 5), (8, 8)]),
        ("place", 5, False, [(4, 4), (5, 5), (4, 5), (8, 8), (7, 8)]),  # it places two, and we take black
    ],
)
def test_swap2(brain, other, opening, places, moves):
    game = play_game((brain("good"), brain(other)), FREE, "swap2", first_is_black=True)
    assert not game.is_fault, game.note
    assert (game.opening, game.moves[:opening]) == (opening, moves)
    assert game.first_is_black is (places if other != "place" else True)
    assert len(game.times) == len(game.moves)
    # the winner by line held that colour
    winner = game.replay(FREE).winner
    assert game.points == float((winner == "X") == game.first_is_black)


@pytest.mark.parametrize(
    ("way", "how"), [("nonsense", "bad answer"), ("outside", "illegal move"), ("occupied", "illegal move")]
)
def test_swap2_faults(brain, way, how):
    game = play_game((brain("good"), brain(way)), FREE, "swap2", first_is_black=True)
    assert (game.points, game.how) == (1.0, how)


def test_swap2_is_the_only_opening_of_the_protocol(brain):
    player = brain("good")
    player.new_game(FREE)
    with pytest.raises(LabError, match="cannot express the opening rif"):
        player.decide(Game(FREE, "rif"))


def test_our_own_brain_plays_by_the_protocol():
    """Our player against our brain: no fault in whole games under every rule with a Piskvork number, and under 42."""
    ours = f"brain:{shlex.join([sys.executable, '-P', '-m', 'gomoku', 'brain'])},time=0.05,enforce=both"
    players = (make_player(ours), make_player(f"{ours},info.max_node=200"))
    try:
        for spec in ("42;size=11", "freestyle;size=20", "renju", "standard;size=12x9", "caro", "caro6"):
            game = play_game(players, Rules.parse(spec), [(4, 4), (5, 4)], first_is_black=True)
            assert not game.is_fault, (spec, game.how, game.note)
        game = play_game(players, Rules.parse("freestyle"), "swap2", first_is_black=True)
        assert not game.is_fault, (game.how, game.note)
        assert game.memory < (70e6, 70e6)
    finally:
        for player in players:
            player.close()


def test_late_answers_are_counted(brain):
    result = faulty(brain("slow", time=0.05, grace=5), brain("good"))
    assert result.late[0] == len(result.seconds[0]) > 0
    assert result.late[1] == 0
    assert min(result.seconds[0]) >= 0.15
    assert result.how == "line"


def test_match_time_runs_out(brain):
    player = brain("slow", time=1, match=0.4)
    player.new_game(FREE)
    game = play_all(Game(FREE), OPENING)
    for _ in range(2):
        game.play(player.choose(game).move)
        game.play(game.allowed_cells()[-1])
    with pytest.raises(PlayerFault, match="out of time"):
        player.choose(game)


def test_refused_board(brain):
    player = brain("small")
    player.new_game(FREE)
    with pytest.raises(PlayerFault, match="refused the board: ERROR too large"):
        player.new_game(Rules())


def test_stubborn_brain_is_killed(brain):
    player = brain("stubborn")
    player.new_game(FREE)
    pid = player._process._process.pid
    watch = Stopwatch(os.getpid(), pid)
    player.close()
    assert watch.seconds() < 2
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("brain", "needs a program"),
        ("brain:", "needs a program"),
        ("brain:/no/such/program", "/no/such/program"),
        ("brain:'unclosed", "cannot be read"),
        ("brain:python3,time=0", "time must be"),
        ("brain:python3,time=fast", "time must be"),
        ("brain:python3,color=red", "no option 'color'"),
        ("brain:python3,enforce=please", "enforce must be one of none, uss, data, both"),
        ("brain:python3,time", "expected option=value"),
    ],
)
def test_bad_specs(spec, words):
    with pytest.raises(LabError, match=words):
        make_player(spec)


def test_program_that_is_not_a_brain():
    player = make_player("brain:true")
    with pytest.raises(PlayerFault, match="crashed: exit code 0"):
        player.new_game(FREE)
    player.close()
