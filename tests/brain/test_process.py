"""Time and memory limits of the brain's process. Transcripts cover what it writes."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import gomoku
from gomoku.brain import process
from gomoku.brain.protocol import Protocol
from gomoku.brain.settings import MEGABYTE
from gomoku.rules import Game, Rules
from tests.brain.conversation import Brain
from tests.support.stopwatch import wait_until_idle
from tests.support.waiting import TIMEOUT


@pytest.mark.clock
def test_about_within_100_ms_of_the_start():
    with Brain() as brain:
        brain.send("ABOUT")
        brain.line()
        assert brain.watch.seconds() < 0.1


@pytest.mark.clock
@pytest.mark.parametrize("rule", [0, 1, 4, 9])
def test_as_fast_as_possible_is_under_100_ms(rule):
    with Brain() as brain:
        brain.ask("START 20")
        brain.say("INFO timeout_turn 0", f"INFO rule {rule}")
        wait_until_idle(brain.process.pid)  # it prepares for the new rules while the manager is silent
        assert max(map(brain.time, ("BEGIN", "TURN 0,0", "TURN 19,0", "TURN 0,19"))) < 0.1


@pytest.mark.clock
def test_the_engine_is_ready_for_the_first_move():
    with Brain() as brain:
        brain.ask("START 20")
        brain.say("INFO timeout_turn 0")
        assert brain.time("TURN 10,10") < 0.06


@pytest.mark.clock
@pytest.mark.parametrize("turn", [100, 300])
def test_a_move_takes_no_longer_than_its_turn(turn):
    with Brain() as brain:
        brain.ask("START 15")
        brain.say(f"INFO timeout_turn {turn}")
        assert max(map(brain.time, ("TURN 7,7", "TURN 0,0", "TURN 14,0", "TURN 0,14"))) < turn / 1000


@pytest.mark.clock
@pytest.mark.parametrize("megabytes", [350, 1024])
def test_the_first_move_with_a_large_table_takes_no_longer_than_its_turn(megabytes):
    """The manager sends the limit after START and asks at once: clearing the memory takes longer than the turn."""
    with Brain() as brain:
        brain.ask("START 20")
        infos = f"INFO max_memory {megabytes * MEGABYTE}", "INFO timeout_turn 100", "INFO rule 1"
        assert brain.time(*infos, "TURN 10,10") < 0.1
        assert max(map(brain.time, ("TURN 0,0", "TURN 19,0", "TURN 0,19"))) < 0.1


def test_the_whole_table_is_used_once_the_manager_is_silent():
    with Brain() as brain:
        brain.ask("START 15")
        brain.say(f"INFO max_memory {100 * MEGABYTE}")
        wait_until_idle(brain.process.pid)
        assert uss(brain.process.pid) > 64 * MEGABYTE


@pytest.mark.clock
@pytest.mark.parametrize("stones", [(), ("7,7", "8,8", "10,6"), ("7,7", "8,8", "10,6", "6,6", "9,9")])
@pytest.mark.parametrize("turn", [300, 500])
def test_swap2_takes_no_longer_than_a_turn(turn, stones):
    with Brain() as brain:
        brain.ask("START 15")
        brain.say(f"INFO timeout_turn {turn}")
        for rules in ("freestyle", "42"):
            brain.say(f"INFO gomoku.rules {rules}")
            assert brain.time("SWAP2BOARD", *stones, "DONE") < turn / 1000


@pytest.mark.clock
def test_the_time_of_a_turn_is_used():
    with Brain() as brain:
        brain.ask("START 15")
        brain.say("INFO timeout_turn 400")
        brain.ask("TURN 7,7")
        assert brain.watch.wall() > 0.15


def test_a_decided_position_takes_no_time():
    with Brain() as brain:
        brain.ask("START 15")
        brain.say("INFO timeout_turn 60000")
        stones = [f"{x},7,1" for x in (4, 5, 6, 7)] + [f"{x},9,2" for x in (4, 5, 6)]
        assert brain.ask("BOARD", *stones, "DONE") in ("3,7", "8,7")
        assert brain.watch.seconds() < 2
        stones = [f"{x},7,2" for x in (4, 5, 6, 7)] + ["3,7,1", "4,9,1", "6,9,1"]
        assert brain.ask("BOARD", *stones, "DONE") == "8,7"
        assert brain.watch.seconds() < 2


def uss(pid):
    """Unique set size: bytes of memory that the process shares with no other."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as lines:
        return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Private_"))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("rules", "size"), [("freestyle", 20), ("renju", 20), ("42", 19)])
def test_a_game_in_70_mb(threads, rules, size):
    """Under liskvork's RLIMIT_DATA, with the unique set size checked as the Gomocup manager does; 42 has an opening book."""
    limit = 70 * MEGABYTE
    game = Game(Rules.preset(rules, size=size))
    with Brain(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))) as brain:
        assert brain.ask(f"START {size}") == "OK"
        brain.say("INFO max_memory 70000000", "INFO timeout_turn 50", f"INFO thread_num {threads}")
        brain.say(f"INFO gomoku.rules {rules}", "INFO gomoku.book 1")
        line = "BEGIN"
        for _ in range(12):
            x, y = map(int, brain.ask(line).split(","))
            game.play((x, y))
            assert uss(brain.process.pid) < 70_000_000
            if game.is_over:
                break
            reply = next(cell for cell in game.allowed_cells() if max(abs(cell[0] - x), abs(cell[1] - y)) == 2)
            game.play(reply)
            if game.is_over:  # it left a five standing that a capture could have broken
                break
            line = f"TURN {reply[0]},{reply[1]}"
        assert len(game.moves) > 8


@pytest.mark.parametrize("megabytes", [24, 30, 40])
def test_less_memory_means_a_smaller_hash_table(megabytes):
    limit = megabytes * MEGABYTE
    with Brain(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))) as brain:
        assert brain.ask("START 15") == "OK"
        brain.say("INFO timeout_turn 100", "INFO max_memory 0")
        for line in ("TURN 7,7", "TURN 0,0", "TURN 14,0"):
            assert "," in brain.ask(line)


@pytest.mark.memory
@pytest.mark.parametrize("megabytes", [6.5, 7.4, 8, 11])
def test_too_little_memory_to_start_is_one_line(megabytes):
    limit = int(megabytes * 1e6)
    done = subprocess.run(
        [sys.executable, "-m", "gomoku", "brain"],
        input=b"START 15\nEND\n",
        env={**os.environ, "PYTHONPATH": str(Path(gomoku.__file__).parents[1])},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"gomoku: not enough memory\n")


def test_memory_that_runs_out_later_is_an_error_line(monkeypatch, capfd):
    """The brain plays on: the next command may need less."""

    def receive(protocol, line, moment):
        if line == "END":
            protocol.has_ended = True
            return []
        raise MemoryError

    monkeypatch.setattr(Protocol, "receive", receive)
    monkeypatch.setattr(Protocol, "is_prepared", True)
    protocol = Protocol()
    reader = process.LineReader(protocol.stop_signal)
    for line in ("START 15", "BEGIN", "END"):
        reader._dispatch(line)
    process.serve(protocol, reader)
    assert capfd.readouterr() == ("ERROR not enough memory\n" * 2, "")


def test_a_lowered_memory_limit_is_kept():
    with Brain() as brain:
        brain.ask("START 15")
        brain.say("INFO timeout_turn 100")
        brain.ask("TURN 7,7")
        assert uss(brain.process.pid) > 40e6
        brain.say("INFO max_memory 30000000")
        brain.ask("TURN 0,0")
        assert uss(brain.process.pid) < 30e6


def test_long_lines_invalid_bytes_and_split_lines():
    with Brain() as brain:
        assert brain.ask("A" * 100_000).startswith("UNKNOWN AAAA")
        brain.process.stdin.write(b"\x00\xff\xfe\n")
        assert brain.line().startswith("UNKNOWN ")
        brain.process.stdin.write(b"ABO")
        wait_until_idle(brain.process.pid)  # the first half has been read
        brain.process.stdin.write(b"UT\n")
        assert brain.line().startswith("name=")
