"""Strength levels: ten of them, reproducible, none blind to a five in one."""

import random
from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest

from gomoku.engine import LEVELS, Engine, Level, Limit, play_at
from gomoku.rules import Game, Rules
from tests.core.test_threats import is_sound, passed, tactical, winning_moves
from tests.engine.positions import findings, quiet

FORTY_TWO = Rules.preset("42")


@pytest.fixture
def engine():
    with Engine(FORTY_TWO, memory_mb=2) as engine:
        yield engine


def test_ten_frozen_values():
    assert list(LEVELS) == list(range(1, 11))
    assert LEVELS[10] == Level(10, uses_book=True)
    assert [number for number, level in LEVELS.items() if level.uses_book] == [9, 10]
    with pytest.raises(FrozenInstanceError):
        LEVELS[1].nodes = 5  # type: ignore[misc]
    for level in (0, 11, -1):
        with pytest.raises(ValueError, match="levels are 1 to 10"), Engine(FORTY_TWO, memory_mb=1) as engine:
            play_at(engine, Game(FORTY_TWO), level)


@pytest.mark.parametrize("name", ["42", "freestyle", "renju", "pente"])
def test_no_level_misses_a_win_in_one(name: str):
    """Every level takes an immediate win, and stops an immediate win of the opponent where possible."""
    rules = Rules.preset(name, size=9)
    met = {"finish": 0, "threat": 0}
    rng = random.Random(1)
    with Engine(rules, memory_mb=1) as engine:
        for game in tactical(rules, 31, 40):
            wins = [] if game.status == "grace" else winning_moves(game)
            other = None if wins or game.status == "grace" else passed(game)
            threat = other is not None and not other.is_over and bool(winning_moves(other))
            met["finish" if wins else "threat"] += bool(wins) or threat
            moves = {play_at(engine, game, number, Limit(time=5), rng).move for number in range(1, 10)}
            if game.status == "grace":
                assert moves <= set(game.breaks)
            elif wins:
                assert moves <= set(wins)
            elif threat:
                unsound = [move for move in moves if not is_sound(game, move)]
                hopeless = not any(is_sound(game, cell) for cell in game.allowed_cells()) if unsound else False
                assert not unsound or hopeless, f"{unsound} in {game.rows()}"
    assert min(met.values()) >= 2, met


def test_level_10_is_the_full_engine(engine: Engine):
    game = quiet(FORTY_TWO)
    limit = Limit(nodes=3_000)
    full = findings(engine.search(game, limit))
    engine.new_game()
    assert findings(play_at(engine, game, 10, limit)) == full


def test_lower_levels_sample_by_seed(engine: Engine):
    """Equal seeds give equal moves, different seeds may differ; every move played is one of the candidates."""
    game = quiet(FORTY_TWO)

    def moves(level: int) -> list[tuple[int, int]]:
        chosen = []
        for seed in range(12):
            engine.new_game()
            chosen.append(play_at(engine, game, level, Limit(time=2), random.Random(seed)).move)
        return chosen

    first = moves(1)
    assert first == moves(1)
    assert len(set(first)) > 4
    assert len(set(moves(9))) == 1


def played(engine: Engine, game: Game, level: Level, times: int) -> Counter[tuple[int, int]]:
    """Number of times each move is played, with the seeds from 0 on."""
    return Counter(play_at(engine, game, level, rng=random.Random(seed)).move for seed in range(times))


def test_natural_moves_are_played_more_often(engine: Engine):
    """With the policy alone, the move that looks most natural is the most frequent one; without it, all are equal."""
    game = quiet(FORTY_TWO)
    level = Level(0, depth=1, width=8, noise=1e9, instinct=1.0)
    impressions = engine.impressions(game)
    natural = max(played(engine, game, replace(level, instinct=0.0), 60), key=lambda move: impressions[move].logit)
    by_policy = played(engine, game, level, 60)
    assert by_policy.most_common(1)[0][0] == natural
    assert by_policy[natural] > 2 * played(engine, game, replace(level, instinct=0.0), 60)[natural]


THREE = {"row": ((2, 2), (3, 2), (4, 2)), "diagonal": ((2, 2), (3, 3), (4, 4))}
"""Black's three in the corner."""


@pytest.mark.parametrize(
    ("line", "latest", "seen"),
    [("row", (5, 4), 1.0), ("diagonal", (6, 4), 0.75), ("row", (16, 16), 0.0), ("diagonal", (16, 16), 0.0)],
)
def test_far_moves_and_diagonals_escape_notice(line: str, latest: tuple[int, int], seen: float):
    """An open four in the corner is always noticed beside the latest stones, half the time at each end of a diagonal, and never from afar."""
    rules = Rules.preset("freestyle", size=19)
    game = Game(rules)
    for number, cell in enumerate(THREE[line]):
        game.play(cell)
        game.play((18 - 4 * number, 18))
    game.play((17, 15))
    game.play(latest)
    attentive = Level(0, depth=1, width=40, noise=1e-3)
    with Engine(rules, memory_mb=1) as engine:
        (x, y), *_, (right, below) = THREE[line]
        ends = {(x - 1, y - (line == "diagonal")), (right + 1, below + (line == "diagonal"))}
        assert set(played(engine, game, attentive, 5)) <= ends
        assert all(engine.impressions(game)[end].is_diagonal == (line == "diagonal") for end in ends)
        found = played(engine, game, replace(attentive, overlooks=1.0), 60)
    assert sum(found[end] for end in ends) / 60 == pytest.approx(seen, abs=0.15)


def test_result_describes_the_move_played(engine: Engine):
    for seed in range(6):
        result = play_at(engine, quiet(FORTY_TWO), 1, Limit(time=2), random.Random(seed))
        assert result.pv[0] == result.move
        line = next(line for line in result.info.lines if line.move == result.move)
        assert (line.score, line.pv) == (result.score, result.pv)


def test_limit_applies_beside_the_level(engine: Engine):
    assert play_at(engine, quiet(FORTY_TWO), 9, Limit(nodes=500)).nodes <= 600
    assert play_at(engine, quiet(FORTY_TWO), 9, Limit(depth=2)).depth == 2
    assert Level(0, nodes=100, depth=3).limit(Limit(time=1, nodes=50)) == Limit(time=1, nodes=50, depth=3)
    assert Level(0, nodes=100).limit(Limit(depth=9)) == Limit(nodes=100, depth=9)


def test_stronger_wins():
    """Levels far apart only; benchmarks/ladder.py measures adjacent ones."""
    rng = random.Random(5)
    points = 0
    with Engine(FORTY_TWO, memory_mb=2) as strong, Engine(FORTY_TWO, memory_mb=2) as weak:
        for number in range(6):
            game = Game(FORTY_TWO)
            while not game.is_over and len(game.moves) < 200:
                strong_moves = (game.to_move == "X") == (number % 2 == 0)
                engine, level = (strong, 6) if strong_moves else (weak, 1)
                game.play(play_at(engine, game, level, Limit(nodes=3_000), rng).move)
            points += (game.winner == "X") == (number % 2 == 0) if game.winner else 0
    assert points >= 5
