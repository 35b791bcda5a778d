"""Strength levels: ten of them, reproducible, none blind to a five in one."""

import math
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import pytest

from gomoku.engine import LEVELS, Engine, Level, Limit, play_at
from gomoku.engine.perception import LATEST, Kind, Oversights, distance
from gomoku.rules import Color, Game, Rules
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
        for seed in range(20):
            engine.new_game()
            chosen.append(play_at(engine, game, level, Limit(time=2), random.Random(seed)).move)
        return chosen

    first = moves(1)
    assert first == moves(1)
    assert len(set(first)) > 3
    assert len(set(moves(9))) == 1


def likeliest(engine: Engine, game: Game) -> tuple[tuple[int, int], Mapping[tuple[int, int], float]]:
    """The most natural move, and the logits of all."""
    logits = engine.look(game).logits
    return max(logits, key=lambda cell: logits[cell]), logits


def played(engine: Engine, game: Game, level: Level, times: int) -> Counter[tuple[int, int]]:
    """Number of times each move is played, with the seeds from 0 on."""
    return Counter(play_at(engine, game, level, rng=random.Random(seed)).move for seed in range(times))


def test_natural_moves_are_played_more_often(engine: Engine):
    """At temperature 1 a move is as frequent as the policy says; the hotter, the more alike are all."""
    game = quiet(FORTY_TWO)
    natural, logits = likeliest(engine, game)
    level = Level(0, depth=1, width=200)
    share = 1 / sum(math.exp(logit - logits[natural]) for logit in logits.values())
    assert played(engine, game, level, 200)[natural] / 200 == pytest.approx(share, abs=0.08)
    assert played(engine, game, replace(level, temperature=1e-3), 20)[natural] == 20
    assert played(engine, game, replace(level, temperature=1e9), 200)[natural] < 20


def test_judgement_prefers_what_scores_well(engine: Engine):
    game = quiet(FORTY_TWO)
    level = Level(0, depth=1, width=200, temperature=1e-3, judgement=1e6)
    best = engine.search(game, Limit(depth=1), lines=200).move
    assert played(engine, game, level, 10)[best] == 10


def test_nearness_keeps_to_the_latest_stones(engine: Engine):
    game = quiet(FORTY_TWO)
    x, y = game.moves[0]
    for step in range(4):  # the game has moved on to a corner
        game.play((3 * step % 5, step))
    level = Level(0, depth=1, width=200, temperature=1e9)

    def near_first(level: Level) -> int:
        moves = played(engine, game, level, 100)
        return sum(count for cell, count in moves.items() if distance(cell, [(x, y)]) <= 3)

    assert near_first(level) > 20
    assert near_first(replace(level, nearness=2.0)) == 0


THREES = {"row": ((2, 2), (3, 2), (4, 2)), "diagonal": ((2, 2), (3, 3), (4, 4))}
"""Black's three in the corner; its open ends are one cell further."""


def threatened(line: str, latest: tuple[int, int]) -> tuple[Game, set[tuple[int, int]]]:
    """A game in which Black, to move, has a three in the corner; and its cells, where a four is made."""
    game = Game(Rules.preset("freestyle", size=19))
    for number, cell in enumerate(THREES[line]):
        game.play(cell)
        game.play((18 - 4 * number, 18))
    game.play((17, 15))
    game.play(latest)
    (dx, dy) = (1, line == "diagonal")
    return game, {(2 + step * dx, 2 + step * dy) for step in (-2, -1, 3, 4)}


@pytest.mark.parametrize("line", THREES)
@pytest.mark.parametrize("defends", [False, True])
def test_a_three_is_overlooked_as_often_as_the_level_says(line: str, defends: bool):
    """The winning side does not see its win, the other not that it loses; a threat that is noticed decides the choice."""
    game, cells = threatened(line, (6, 5))
    if defends:
        game.play((14, 14))
    level = Level(0, depth=1, width=200, temperature=0.5, judgement=1.0, horizon=5)
    with Engine(game.rules, memory_mb=1) as engine:
        (threat,) = (each for each in engine.look(game).threats if each.kind is Kind.THREE)
        assert (threat.is_own, set(threat.cells)) == (not defends, cells)
        assert set(played(engine, game, level, 20)) <= cells
        assert not set(played(engine, game, replace(level, oversights=Oversights(three=1.0)), 20)) & cells
        sometimes = replace(level, oversights=Oversights(three=0.3))
        found = played(engine, game, sometimes, 100)
        missed = sometimes.oversights.chance(threat, game.moves[-LATEST:])
    assert 0.3 <= missed < 0.9
    assert 1 - sum(found[cell] for cell in cells) / 100 == pytest.approx(missed, abs=0.12)


def test_a_capture_that_is_overlooked_does_not_come_to_mind(engine: Engine):
    game = Game(FORTY_TWO)
    for cell in ((9, 9), (10, 9), (9, 12), (11, 9)):
        game.play(cell)
    level = Level(0, depth=1, width=200, temperature=1e9)
    assert (12, 9) in {cell for threat in engine.look(game).threats for cell in threat.cells}
    assert played(engine, game, replace(level, temperature=0.1, judgement=1.0), 10)[12, 9] == 10
    assert (12, 9) not in played(engine, game, replace(level, oversights=Oversights(capture=1.0)), 200)


def test_who_forgets_that_a_five_can_be_broken_plays_it(engine: Engine):
    rows = [["."] * 19 for _ in range(19)]
    for x, y, color in ((5, 9, "X"), (6, 9, "X"), (7, 9, "X"), (8, 9, "X"), (4, 9, "O"), (7, 8, "X"), (7, 7, "O")):
        rows[y][x] = color
    game = Game.from_rows(FORTY_TWO, ["".join(row) for row in rows], Color.X)
    game.play((9, 9))
    assert game.breaks
    game.undo()
    level = Level(0, depth=1, width=200, temperature=1e9)
    assert played(engine, game, level, 20)[9, 9] < 5
    assert played(engine, game, replace(level, oversights=Oversights(five_break=1.0)), 20)[9, 9] == 20


def test_wins_beyond_the_horizon_are_not_seen():
    """A double four of three moves is found with a horizon that reaches it, and is one move of many without."""
    rows = [["."] * 15 for _ in range(15)]
    for x, y, color in ((3, 7, "X"), (4, 7, "X"), (5, 7, "X"), (2, 7, "O"), (6, 4, "X"), (6, 5, "X"), (6, 3, "O")):
        rows[y][x] = color
    rows[6][6] = "X"
    game = Game.from_rows(Rules.preset("freestyle"), ["".join(row) for row in rows], Color.X)
    level = Level(0, depth=1, width=200, temperature=1e-3, judgement=1.0, horizon=3)
    with Engine(game.rules, memory_mb=1) as engine:
        assert played(engine, game, level, 10)[6, 7] == 10
        assert played(engine, game, replace(level, horizon=2, temperature=1e9), 20)[6, 7] < 5


@pytest.mark.parametrize("name", ["42", "freestyle", "renju"])
def test_the_lowest_level_stays_near_the_game(name: str):
    """Level 1 loses, but none of its stones is far from all others."""
    rules = Rules.preset(name)
    rng = random.Random(3)
    with Engine(rules, memory_mb=1) as engine:
        for _ in range(4):
            game = Game(rules)
            while not game.is_over and len(game.moves) < 24:
                move = play_at(engine, game, 1, Limit(time=5), rng).move
                assert distance(move, game.moves) <= 4, f"{move} after {game.moves}"
                game.play(move)


def test_the_lower_the_level_the_more_is_overlooked():
    """Each chance, and all that hides or blurs, falls from level to level."""
    weak = [LEVELS[number] for number in range(1, 7)]
    for below, above in pairwise(weak):
        for kind in ("three", "fork", "capture", "five_break"):
            assert getattr(below.oversights, kind) > getattr(above.oversights, kind)
        assert below.temperature > above.temperature
        assert below.judgement < above.judgement
        assert below.nearness > above.nearness
        assert below.horizon <= above.horizon


def test_result_describes_the_move_played(engine: Engine):
    for seed in range(6):
        result = play_at(engine, quiet(FORTY_TWO), 1, Limit(time=2), random.Random(seed))
        assert result.pv[0] == result.move
        line = next(line for line in result.info.lines if line.move == result.move)
        assert (line.score, line.pv) == (result.score, result.pv)
        assert len(result.info.lines) == 20
        assert sorted(result.info.lines, key=lambda line: -line.score) == list(result.info.lines)


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
