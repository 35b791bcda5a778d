"""`Engine`: reproducible searches, respected limits, legal moves."""

import threading
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from gomoku.engine import WIN_BOUND, Engine, Info, Limit
from gomoku.engine.engine import _SearchRun
from gomoku.engine.types import win_score
from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.game import play_all
from tests.engine.positions import findings, position, quiet
from tests.support.stopwatch import Stopwatch

FORTY_TWO = Rules.preset("42")


@pytest.fixture
def engine():
    with Engine(FORTY_TWO, memory_mb=2) as engine:
        yield engine


# --- positions to be judged ---


def test_an_empty_board_is_analysed_like_any_other(engine: Engine):
    result = engine.search(Game(FORTY_TWO), Limit(nodes=20_000, analysis=True), lines=3)
    assert result.depth > 3
    assert len({line.move for line in result.info.lines}) == 3
    assert engine.search(Game(FORTY_TWO), Limit(nodes=20_000), lines=3).move == FORTY_TWO.centre


def test_first_moves_keep_to_the_opening(engine: Engine):
    game = Game(FORTY_TWO, "pro")
    result = engine.search(game, Limit(nodes=2_000, analysis=True), lines=3)
    assert [line.move for line in result.info.lines] == [FORTY_TWO.centre]


@pytest.mark.parametrize("size", [5, (5, 9), 20])
def test_first_moves_of_any_board_are_legal(size: int | tuple[int, int]):
    rules = Rules.preset("freestyle", size=size)
    with Engine(rules, memory_mb=2) as engine:
        result = engine.search(Game(rules), Limit(nodes=3_000, analysis=True), lines=20)
    cells = [line.move for line in result.info.lines]
    assert len(set(cells)) == len(cells) > 3
    assert all(0 <= x < rules.width and 0 <= y < rules.height for x, y in cells)


def test_an_only_move_has_a_value_in_an_analysis():
    rows = ["." * 15] * 15
    rows[7] = "....OXXXX......"
    rows[3] = ".....XX........"
    rules = Rules.preset("freestyle")
    game = Game.from_rows(rules, rows, "O")
    with Engine(rules, memory_mb=2) as engine:
        judged = engine.search(game, Limit(nodes=20_000, analysis=True))
        played = engine.search(game, Limit(nodes=20_000))
    assert judged.move == played.move == (9, 7)
    assert judged.depth > 3 > played.depth


# --- reproducible ---


@pytest.mark.parametrize("name", ["42", "freestyle", "renju", "ninuki"])
@pytest.mark.parametrize("limit", [Limit(nodes=4_000), Limit(depth=4)], ids=str)
def test_reproducible(name: str, limit: Limit):
    rules = Rules.preset(name)
    game, other = position(rules, 3, 12), position(rules, 4, 16)
    with Engine(rules, memory_mb=2) as one, Engine(rules, memory_mb=2) as two:
        first = findings(one.search(game, limit))
        assert findings(two.search(game, limit)) == first
        one.search(other, limit)
        one.new_game()
        assert findings(one.search(game, limit)) == first, "something of the other game was left"


def test_two_engines_are_independent():
    """Interleaved searches of two engines give the same results as separate ones."""
    games = [position(FORTY_TWO, seed, 8 + 2 * seed) for seed in range(4)]
    limit = Limit(nodes=3_000)
    with Engine(FORTY_TWO, memory_mb=2) as alone:
        expected = [findings(alone.search(game, limit)) for game in games]
    rules = Rules.preset("renju")
    with Engine(FORTY_TWO, memory_mb=2) as one, Engine(rules, memory_mb=2) as two:
        for game, wanted in zip(games, expected, strict=True):
            two.search(position(rules, 1, 10), limit)
            assert findings(one.search(game, limit)) == wanted


def test_two_engines_at_once():
    games = [position(FORTY_TWO, seed, 12) for seed in range(2)]
    limit = Limit(nodes=30_000)
    expected, found = {}, {}

    def think(number: int) -> None:
        with Engine(FORTY_TWO, memory_mb=2) as own:
            found[number] = findings(own.search(games[number], limit))

    for number in range(2):
        think(number)
    expected.update(found)
    found.clear()
    threads = [threading.Thread(target=think, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_search_does_not_change_the_game(engine: Engine):
    game = position(FORTY_TWO, 2, 10)
    rows, moves = game.rows(), game.moves
    engine.search(game, Limit(nodes=500))
    engine.evaluate(game)
    assert (game.rows(), game.moves) == (rows, moves)


# --- limits ---


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1_000, 20_000])
def test_node_limit(engine: Engine, nodes: int):
    for seed in range(6):
        game = position(FORTY_TWO, seed, 10 + 3 * seed)
        engine.new_game()
        result = engine.search(game, Limit(nodes=nodes))
        assert game.why_illegal(result.move) is None
        assert result.nodes <= max(nodes, 200) + 100, "a leaf's threat search may run over by its own small budget"


def test_depth_limit(engine: Engine):
    game = position(FORTY_TWO, 3, 12)
    for depth in (1, 2, 5):
        result = engine.search(game, Limit(depth=depth))
        assert result.depth <= depth
        assert [info.depth for info in result.history] == list(range(1, len(result.history) + 1))


@pytest.mark.parametrize("changes", [{"time": 0}, {"nodes": -1}, {"depth": 0}, {"mate": -3}, {"time": -0.5}])
def test_limits_are_positive(changes: dict[str, Any]):
    with pytest.raises(ValueError, match="must be positive"):
        Limit(**changes)


def test_invalid_arguments(engine: Engine):
    with pytest.raises(ValueError, match="other rules"):
        engine.search(Game(Rules.preset("freestyle")))
    over = Game.from_rows(Rules.preset("freestyle"), ["OOOOO" + "." * 10, *["." * 15] * 14], "X")
    with Engine(over.rules, memory_mb=1) as freestyle, pytest.raises(ValueError, match="over"):
        freestyle.search(over)
    wrong: list[dict[str, Any]] = [{"threads": 0}, {"threads": 1000}, {"memory_mb": 0}, {"memory_mb": -1}]
    for changes in wrong:
        with pytest.raises(ValueError, match="must be"):
            Engine(FORTY_TWO, **changes)
    with pytest.raises(ValueError, match="32 x 32"):
        Engine(Rules.preset("42", size=33))


# --- info ---


def test_info(engine: Engine):
    seen: list[Info] = []
    result = engine.search(quiet(FORTY_TWO), Limit(depth=4), on_info=seen.append)
    assert tuple(seen) == result.history
    assert result.info is seen[-1]
    for info in seen:
        assert info.selective_depth >= info.depth
        assert info.pv[0] == info.lines[0].move
        assert 0 <= info.hash_permille <= 1000
    assert all(a.nodes <= b.nodes and a.seconds <= b.seconds for a, b in pairwise(seen))


def test_an_interrupted_search_keeps_its_lines(engine):
    """If a new best move was found just before the limit, the other lines are still reported, in order."""
    game = play_all(Game(FORTY_TWO), ["K10"])
    for nodes in range(1_000, 13_000, 400):
        engine.new_game()
        result = engine.search(game, Limit(nodes=nodes, analysis=True), lines=3)
        scores = [line.score for line in result.info.lines]
        assert len({line.move for line in result.info.lines}) == 3, nodes
        assert scores == sorted(scores, reverse=True)


def test_multiple_variations(engine: Engine):
    game = quiet(FORTY_TWO)
    result = engine.search(game, Limit(nodes=5_000), lines=4)
    lines = result.info.lines
    assert len({line.move for line in lines}) == 4
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert result.move == lines[0].move
    assert all(line.pv[0] == line.move for line in lines)


def test_variations_are_legal(engine: Engine):
    for seed in range(8):
        game = position(FORTY_TWO, seed, 14)
        result = engine.search(game, Limit(nodes=2_000))
        for cell in result.pv:
            assert not game.is_over
            game.play(cell)


# --- whole games ---


@pytest.mark.parametrize("name", PRESETS)
def test_plays_a_game_to_its_end(name: str):
    rules = Rules.preset(name, size=11)
    game = Game(rules)
    with Engine(rules, memory_mb=1) as engine:
        while not game.is_over:
            result = engine.search(game, Limit(nodes=300))
            game.play(result.move)
    assert game.status in ("win", "draw")


@pytest.mark.parametrize("size", [5, 6, (5, 9), 32, (32, 7)], ids=str)
def test_plays_on_every_size(size: int | tuple[int, int]):
    rules = Rules.preset("42", size=size)
    game = Game(rules)
    with Engine(rules, memory_mb=1) as engine:
        for _ in range(60):
            if game.is_over:
                break
            game.play(engine.search(game, Limit(nodes=200)).move)


def test_the_last_cell():
    rows = ["XOXOX", "XOXOX", "OXOXO", "OXOXO", "XOXO."]
    rules = Rules.preset("freestyle", size=5)
    game = Game.from_rows(rules, rows, "X")
    with Engine(rules, memory_mb=1) as engine:
        assert engine.search(game, Limit(nodes=100)).move == (4, 4)


def test_no_legal_cell_is_a_draw_before_the_search():
    rules = Rules.preset("freestyle", size=5)
    game = Game.from_rows(rules, ["XOXOX", "XOXOX", "OXOXO", "OXOXO", "XOXO."], "X")
    game.play((4, 4))
    with Engine(rules, memory_mb=1) as engine, pytest.raises(ValueError, match="over"):
        engine.search(game)


# --- immediate tactics ---


@pytest.mark.parametrize("threads", [1, 2])
def test_takes_the_win(threads: int):
    rules = Rules.preset("freestyle")
    game = Game.from_rows(rules, [*["." * 15] * 7, "....XXXX.......", "....OOOO.......", *["." * 15] * 6], "X")
    with Engine(rules, threads, 2) as engine:
        result = engine.search(game, Limit(time=0.5))
        assert result.move in ((3, 7), (8, 7))
        assert result.win_in == 1
        assert result.score > WIN_BOUND


def test_takes_the_tenth_stone(engine: Engine):
    rows = ["." * 19] * 19
    rows[4] = "....OXX............"
    game = Game.from_rows(FORTY_TWO, rows, "O", {"O": 8})
    assert engine.search(game, Limit(nodes=1_000)).move == (7, 4)


def test_breaks_a_five(engine: Engine):
    rows = ["." * 19] * 19
    rows[5] = "....XXXXX.........."
    rows[6] = "....X.............."
    rows[7] = "....O.............."
    game = Game.from_rows(FORTY_TWO, rows, "O")
    assert game.status == "grace"
    assert engine.search(game, Limit(nodes=1_000)).move == (4, 4)


# --- stop ---


@pytest.mark.clock
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int):
    game = quiet(FORTY_TWO)
    with Engine(FORTY_TWO, threads, 4) as engine:
        started = threading.Event()
        watches: list[Stopwatch] = []

        def stop() -> None:
            started.wait(60)
            watches.append(Stopwatch())
            engine.stop()

        def on_info(info: Info) -> None:
            if info.depth >= 6:  # well into the search
                started.set()

        helper = threading.Thread(target=stop)
        helper.start()
        result = engine.search(game, Limit(depth=90), on_info)
        took = watches[0].seconds() if threads == 1 else watches[0].cpu()
        helper.join()
    assert result.stopped
    assert took < 0.1, f"{took:.3f} s from stop to answer"
    assert game.why_illegal(result.move) is None


def test_stop_without_a_search_does_no_harm(engine: Engine):
    engine.stop()
    assert engine.search(quiet(FORTY_TWO), Limit(depth=3)).depth == 3


def test_close_ends_every_thread():
    before = threading.active_count()
    engine = Engine(FORTY_TWO, 2, 2)
    engine.search(quiet(FORTY_TWO), Limit(time=0.1))
    engine.close()
    assert threading.active_count() == before
    engine.close()


def test_forced_win_reports_its_whole_variation():
    rows = ["." * 15] * 15
    rows[7] = "...OXXX........"
    rows[8] = ".......X......."
    rows[9] = ".......X..O.O.."
    rules = Rules.preset("freestyle")
    game = Game.from_rows(rules, rows, "X")
    with Engine(rules, memory_mb=2) as engine:
        result = engine.search(game, Limit(nodes=20_000))
    assert result.win_in == len(result.pv)
    for move in result.pv:
        game.play(move)
    assert game.winner == "X"


def test_attack_by_threes_is_found_and_reported():
    rows = ["." * 15] * 15
    rows[7] = "......XX......."
    rows[8] = "........X....O."
    rows[9] = ".O......X......"
    rows[12] = "...O.........O."
    rules = Rules.preset("freestyle")
    game = Game.from_rows(rules, rows, "X")
    with Engine(rules, memory_mb=2, search_params={"ATTACK_NODES": 0}) as engine:
        assert len(engine.search(game, Limit(nodes=20_000)).history) > 1
    with Engine(rules, memory_mb=2) as engine:
        result = engine.search(game, Limit(nodes=20_000))
    assert len(result.history) == 1, "seen before the search"
    assert result.win_in is not None
    assert 5 <= len(result.pv) <= result.win_in
    for move in result.pv:
        game.play(move)
    assert game.winner == "X"


def test_best_move_that_loses_to_an_attack_is_dropped():
    played = "J8 N8 H9 K7 G10 M7 F11 E12 J10 O9 L6 L7 J7 J9 H10 N7 O7 J6 J7 F10 H11"
    game = play_all(Game(FORTY_TWO), played.split())

    def loses(**search_params: int) -> bool:
        """Whether the opponent has a winning attack after the engine's move."""
        with Engine(FORTY_TWO, memory_mb=4, search_params=search_params) as engine:
            move = engine.search(game, Limit(nodes=60_000)).move
            after = play_all(Game(FORTY_TWO), [*game.moves, move])
            return engine.search(after, Limit(nodes=200_000)).win_in is not None

    assert loses(CHECK_NODES=0)
    assert not loses()


@pytest.mark.parametrize(("dropped", "kept"), [(0, True), (1, False)])
def test_an_interrupted_iteration_that_only_lost_says_nothing_about_a_dropped_move(
    engine: Engine, dropped: int, kept: bool
):
    """The former best move was not searched in it: another one that loses may lose sooner."""
    game = play_all(Game(FORTY_TWO), ["K10", "L11"])
    limit = Limit(nodes=500)
    result = engine.search(game, limit)
    root = game.allowed_cells()
    run = _SearchRun(engine, limit, 0.0, root, 1, None)
    run.main = SimpleNamespace(root_moves_left=len(root) - dropped, selective_depth=1)
    run.history = list(result.history)
    other = next(cell for cell in root if cell != result.move)
    run._keep_partial([other], -win_score(4))
    assert (run.history[-1].pv[0] == other) is kept


def test_helpers_of_the_last_search_are_not_counted():
    rows = ["." * 15] * 15
    rows[7] = "....OXXXX......"
    rules = Rules.preset("freestyle")
    with Engine(rules, threads=2, memory_mb=2) as engine:
        assert engine.search(quiet(rules), Limit(nodes=30_000)).nodes > 1_000  # at the last completed depth
        assert engine.search(Game.from_rows(rules, rows, "O"), Limit(nodes=30_000)).nodes < 1_000
