"""State of the protocol that transcripts do not show."""

import threading
import time

import pytest

from gomoku.brain import Protocol, engine_driver
from gomoku.engine import Engine
from gomoku.engine.book import book_for
from gomoku.rules import Game, Rules
from tests.support.waiting import wait_until


def talk(*lines, protocol=None):
    """A protocol after these lines, and all its answers."""
    protocol = protocol or Protocol()
    said = [answer for line in lines for answer in protocol.receive(line)]
    return protocol, said


QUICK = ("START 15", "INFO timeout_turn 0", "INFO max_node 200")


def test_default_is_freestyle():
    protocol, _ = talk("START 20")
    rules = protocol._state.game.rules
    assert (rules.name, rules.size) == ("freestyle", 20)
    protocol, _ = talk("RECTSTART 20,10")
    assert protocol._state.game.rules.size == (20, 10)


@pytest.mark.parametrize("command", ["TURN 0,0", "TURN 15,15", "TURN", "PLAY 0,0", "TAKEBACK 3,3", "BEGIN", "START 99"])
def test_an_error_changes_no_state(command):
    protocol, _ = talk(*QUICK, "PLAY 0,0", "PLAY 1,1")
    before = protocol._state.game
    moves, rows = before.moves, before.rows()
    _, said = talk(command, protocol=protocol)
    assert len(said) == 1
    assert said[0].startswith("ERROR ")
    assert protocol._state.game is before
    assert (before.moves, before.rows()) == (moves, rows)


def test_a_move_that_ends_the_game_is_refused_and_changes_no_state():
    protocol, _ = talk(*QUICK, "YXBOARD", "3,7,2", "4,7,2", "5,7,2", "6,7,2", "0,0,1", "DONE")
    before = protocol._state.game.rows()
    _, said = talk("TURN 7,7", protocol=protocol)
    assert said[0].startswith("ERROR the game is over")
    assert protocol._state.game.rows() == before


@pytest.mark.parametrize(
    ("lines", "black"),
    [
        (("7,7,2",), 2),
        (("7,7,1", "8,8,2"), 1),
        (("7,7,1", "8,8,2", "9,9,2"), 2),
        (("8,8,2", "7,7,1"), 1),
    ],
)
def test_colours_follow_from_the_stone_counts(lines, black):
    protocol, _ = talk("START 15", "YXBOARD", *lines, "DONE")
    game = protocol._state.game
    for line in lines:
        x, y, kind = map(int, line.split(","))
        assert game.stone((x, y)) == ("X" if kind == black else "O")
    assert game.to_move == ("X" if black == 1 else "O")


@pytest.mark.parametrize(
    ("rules", "black"),
    [("renju", 2), ("freestyle;ban_double_three=X", 2), ("freestyle", 1), ("ninuki", 1)],
)
def test_the_first_stone_is_black_if_colours_differ_and_nothing_is_captured(rules, black):
    """We have two stones, the enemy one, listed first. Counts make us Black; the order would make the enemy Black."""
    protocol, _ = talk("START 15", f"INFO gomoku.rules {rules}", "YXBOARD", "8,8,2", "7,7,1", "9,9,1", "DONE")
    assert protocol._state.game.stone((8, 8)) == ("X" if black == 2 else "O")


def test_captured_stones_apply_to_the_next_position_only():
    protocol, _ = talk("START 19", "INFO gomoku.rules 42", "INFO gomoku.captured 4,2", "YXBOARD", "3,3,1", "DONE")
    game = protocol._state.game
    assert (game.taken[game.to_move], game.taken[game.to_move.other]) == (4, 2)
    talk("YXBOARD", "3,3,1", "DONE", protocol=protocol)
    assert not any(protocol._state.game.taken.values())


def test_new_rules_apply_to_the_game_in_progress():
    protocol, said = talk(*QUICK, "PLAY 3,3", "INFO rule 4", "PLAY 4,4")
    assert said == ["OK", "3,3", "4,4"]
    assert protocol._state.game.rules.name == "renju"
    assert protocol._state.game.moves == ((3, 3), (4, 4))


def test_a_position_impossible_under_the_new_rules():
    fouls = ["6,7", "0,0", "5,7", "0,2", "7,8", "0,4", "7,9", "0,6", "7,7"]
    _, said = talk(
        *QUICK, *(f"PLAY {cell}" for cell in fouls), "INFO rule 4", "PLAY 14,14", "INFO rule 0", "PLAY 14,14"
    )
    assert said[-2].startswith("ERROR this position cannot be under the rules renju")
    assert said[-1] == "14,14"


def test_an_ordinary_game_follows_swap2():
    protocol, said = talk(*QUICK, "INFO timeout_turn 100", "SWAP2BOARD", "DONE")
    cells = [tuple(map(int, cell.split(","))) for cell in said[1].split()]
    game = protocol._state.game
    assert (game.opening, list(game.moves), game.to_move) == ("standard", cells, "O")


@pytest.mark.parametrize(
    ("infos", "least", "most"),
    [
        ((), 32, 32),
        (("INFO max_memory 0",), 256, 256),
        (("INFO max_memory 350000000",), 256, 256),
        (("INFO max_memory 40000000",), 8, 8),
        (("INFO max_memory 2000000",), 0.003, 0.01),
        (("INFO max_memory 40000",), 8, 8),  # KB
        (("INFO hash_size 2048",), 2, 2),
        (("INFO hash_size 9999999",), 32, 32),
        (("INFO max_memory 60000000", "INFO gomoku.threads 2"), 16, 32),
    ],
)
def test_hash_table_fits_the_memory_limit(infos, least, most):
    protocol, _ = talk("START 15", *infos)
    protocol.prepare()
    assert least <= protocol._driver.hash_mb <= most


def test_hash_table_shrinks_before_the_next_answer():
    protocol, _ = talk(*QUICK, "TURN 7,7")
    assert protocol._driver.hash_mb == 32
    _, said = talk("INFO max_memory 30000000", "TURN 0,0", protocol=protocol)
    assert len(said) == 1
    assert protocol._driver.hash_mb == 4


def test_a_large_table_is_not_cleared_while_the_clock_runs():
    large = "INFO max_memory 350000000"
    protocol, _ = talk("START 15", large, "INFO timeout_turn 60", "TURN 7,7")
    assert not protocol.is_prepared
    talk("RESTART", protocol=protocol)
    assert protocol.is_prepared
    protocol, _ = talk(large, "START 15")
    assert protocol.is_prepared


def test_the_rest_of_a_table_may_take_a_small_share_of_the_turn():
    """For managers that are never silent."""
    protocol, _ = talk(
        "START 15", "INFO max_memory 100000000", "INFO timeout_turn 60000", "INFO max_node 1000", "TURN 7,7"
    )
    assert protocol.is_prepared


def test_the_engine_is_prepared_once():
    protocol, _ = talk()
    assert protocol.is_prepared
    talk("START 15", protocol=protocol)
    assert protocol.is_prepared
    talk("INFO rule 4", protocol=protocol)
    assert not protocol.is_prepared
    protocol.prepare()
    talk("INFO rule 2", protocol=protocol)
    assert protocol.is_prepared  # nothing to prepare for unsupported rules


@pytest.mark.parametrize("no_memory", [MemoryError(), OSError(12, "Cannot allocate memory")])
def test_out_of_memory_for_the_engine(monkeypatch, no_memory):
    class Hungry(Engine):
        def __init__(self, rules, threads=1, memory_mb=32.0, **more):
            if memory_mb > 1:
                raise no_memory
            super().__init__(rules, threads, memory_mb, **more)

    monkeypatch.setattr(engine_driver, "Engine", Hungry)
    protocol, said = talk(*QUICK, "TURN 7,7")
    assert len(said) == 2
    assert protocol._driver.hash_mb < 1


def test_no_memory_at_all(monkeypatch):
    def none(*_, **__):
        raise MemoryError

    monkeypatch.setattr(engine_driver, "Engine", none)
    protocol, said = talk(*QUICK, "TURN 7,7", "TURN 3,3")
    assert said[0] == "OK"
    assert len(protocol._state.game.moves) == 4


def test_out_of_memory_during_the_search(monkeypatch):
    class Starving(Engine):
        def search(self, *_, **__):
            raise MemoryError

    monkeypatch.setattr(engine_driver, "Engine", Starving)
    protocol, said = talk(*QUICK, "TURN 7,7")
    cell = tuple(map(int, said[1].split(",")))
    assert protocol._state.game.moves == ((7, 7), cell)


def test_level_is_applied():
    protocol, _ = talk("START 15", "INFO timeout_turn 5000", "INFO gomoku.level 1", "TURN 7,7")
    assert protocol._driver.result.depth == 1
    talk("INFO gomoku.level 10", "INFO max_depth 3", "TURN 0,0", protocol=protocol)
    assert protocol._driver.result.depth == 3


def test_the_book_is_switched_on_and_off():
    """Off by default; on at levels 9 and 10, unless the manager limits depth or nodes: such searches are reproducible."""
    book = book_for(Rules.preset("freestyle"))
    assert book is not None
    game = Game(Rules.preset("freestyle"))
    game.play((7, 7))
    known = {cell for move in book.moves(game) if move.is_expanded for cell in move.cells}
    for infos, is_booked in (
        ((), False),
        (("INFO gomoku.book 1",), True),
        (("INFO gomoku.book 1", "INFO gomoku.level 9"), True),
        (("INFO gomoku.book 1", "INFO gomoku.level 8"), False),
        (("INFO gomoku.book 1", "INFO max_node 500"), False),
        (("INFO gomoku.book 1", "INFO gomoku.book 0"), False),
    ):
        protocol, said = talk("START 15", "INFO timeout_turn 50", *infos, "TURN 7,7")
        result = protocol._driver.result
        assert (result.nodes == 0 and result.depth == 0) == is_booked, infos
        assert not is_booked or tuple(map(int, said[-1].split(","))) in known


def test_depth_and_node_limits_are_applied():
    protocol, _ = talk("START 15", "INFO timeout_turn 20000", "INFO max_depth 3", "TURN 7,7")
    assert protocol._driver.result.depth == 3
    talk("INFO max_depth 0", "INFO max_node 3000", "TURN 0,0", protocol=protocol)
    assert protocol._driver.result.nodes < 8000


def thinking(protocol):
    """Start a search in a thread and wait until it runs; the returned function waits for its end and returns the answer."""
    said = []
    asked = time.monotonic()
    thread = threading.Thread(target=lambda: said.extend(protocol.receive("TURN 7,7", asked)))
    thread.start()
    wait_until(lambda: protocol.stop_signal._asked is not None)

    def end():
        while thread.is_alive():
            protocol.stop_signal.resend()
            thread.join(0.02)
        return said

    return end


def test_stop_returns_the_best_move_so_far():
    protocol, _ = talk("START 15", "INFO timeout_turn 60000")
    end = thinking(protocol)
    protocol.stop_signal.stop(time.monotonic())
    assert len(end()) == 1


def test_end_aborts_the_search_without_an_answer():
    protocol, _ = talk("START 15", "INFO timeout_turn 60000")
    end = thinking(protocol)
    protocol.stop_signal.end(time.monotonic())
    assert end() == []
    assert protocol._state.game.moves == ((7, 7),)


def test_stop_does_not_affect_later_commands():
    protocol, _ = talk("START 15", "INFO timeout_turn 300")
    protocol.stop_signal.stop(time.monotonic())
    before = time.monotonic()
    talk("TURN 7,7", protocol=protocol)
    assert time.monotonic() - before > 0.1


def test_input_after_end_is_ignored():
    protocol, said = talk("END", "START 15", "ABOUT")
    assert said == []
    assert protocol.has_ended


def test_game_is_played_by_the_rules_to_its_end():
    """Two brains play a whole game, each informed only of the other's moves."""
    sides = [talk("START 9", "INFO gomoku.rules 42", "INFO timeout_turn 0", "INFO max_node 100")[0] for _ in range(2)]
    game = Game(sides[0]._state.rules())
    line = "BEGIN"
    while not game.is_over:
        (answer,) = sides[len(game.moves) % 2].receive(line)
        x, y = map(int, answer.split(","))
        game.play((x, y))
        line = f"TURN {answer}"
    assert sides[len(game.moves) % 2].receive(line)[0].startswith("ERROR the game is over")


def test_an_equivalent_limit_needs_no_new_engine():
    protocol, _ = talk("START 15", "INFO max_memory 73400320", "INFO hash_size 40000", "INFO rule 0")
    assert protocol.is_prepared
    talk("INFO max_memory 40000000", protocol=protocol)
    assert not protocol.is_prepared
