"""What stands out on a board: threats of both sides, and the chance that each is overlooked."""

import pytest

from gomoku.engine import Engine
from gomoku.engine.perception import DIAGONAL, FAR, GAPPED, Kind, Oversights, Sight, Threat, distance
from gomoku.rules import Cell, Color, Game, Rules

FREESTYLE = Rules.preset("freestyle", size=13)
FORTY_TWO = Rules.preset("42", size=13)


def seen(rules: Rules, stones: dict[str, tuple[Cell, ...]], to_move: str = "X") -> Sight:
    """The sight of a position with these stones."""
    rows = [["."] * rules.width for _ in range(rules.height)]
    for color, cells in stones.items():
        for x, y in cells:
            rows[y][x] = color
    with Engine(rules, memory_mb=1) as engine:
        return engine.look(Game.from_rows(rules, ["".join(row) for row in rows], Color(to_move)))


THREES = {
    "row": (((4, 6), (5, 6), (6, 6)), {(2, 6), (3, 6), (7, 6), (8, 6)}, False, False),
    "column": (((6, 4), (6, 5), (6, 6)), {(6, 2), (6, 3), (6, 7), (6, 8)}, False, False),
    "diagonal": (((4, 4), (5, 5), (6, 6)), {(2, 2), (3, 3), (7, 7), (8, 8)}, False, True),
    "rising": (((4, 6), (5, 5), (6, 4)), {(2, 8), (3, 7), (7, 3), (8, 2)}, False, True),
    "gapped": (((4, 6), (6, 6), (7, 6)), {(3, 6), (5, 6), (8, 6)}, True, False),
    "gapped diagonal": (((4, 4), (5, 5), (7, 7)), {(3, 3), (6, 6), (8, 8)}, True, True),
}


@pytest.mark.parametrize("name", THREES)
@pytest.mark.parametrize("to_move", ["X", "O"])
def test_a_three_is_a_threat_with_its_cells(name: str, to_move: str):
    stones, cells, is_gapped, is_diagonal = THREES[name]
    (threat,) = seen(FREESTYLE, {"X": stones, "O": ((0, 12), (12, 0))}, to_move).threats
    assert (threat.kind, threat.is_own, set(threat.cells)) == (Kind.THREE, to_move == "X", cells)
    assert (threat.is_gapped, threat.is_diagonal) == (is_gapped, is_diagonal)


def test_a_three_stopped_at_one_end_is_no_threat():
    assert not seen(FREESTYLE, {"X": ((4, 6), (5, 6), (6, 6)), "O": ((3, 6),)}).threats


def test_two_twos_that_cross_are_a_fork():
    sight = seen(FREESTYLE, {"X": ((4, 6), (5, 6), (6, 4), (6, 5)), "O": ((0, 12), (12, 0))}, "O")
    forks = [threat for threat in sight.threats if threat.kind is Kind.FORK]
    assert Threat(Kind.FORK, False, ((6, 6),)) in forks
    assert not any(threat.is_own for threat in sight.threats)


def test_a_capture_is_a_threat():
    sight = seen(FORTY_TWO, {"X": ((4, 6),), "O": ((5, 6), (6, 6))})
    assert Threat(Kind.CAPTURE, True, ((7, 6),)) in sight.threats
    sight = seen(FORTY_TWO, {"X": ((4, 4),), "O": ((5, 5), (6, 6))}, "O")
    assert Threat(Kind.CAPTURE, False, ((7, 7),), is_diagonal=True) in sight.threats


def test_fives_of_the_side_to_move_and_logits_of_every_candidate():
    stones = {"X": ((4, 6), (5, 6), (6, 6), (7, 6)), "O": ((4, 7), (5, 7), (6, 7))}
    sight = seen(FREESTYLE, stones)
    assert sight.fives == {(3, 6), (8, 6)}
    assert seen(FREESTYLE, stones, "O").fives == set()
    assert sight.fives <= set(sight.logits)


@pytest.mark.parametrize("preset", ["42", "freestyle", "renju", "caro", "pente"])
def test_every_rule_set_has_natural_moves(preset: str):
    """Also those without a network: a move beside the stones looks better than one in a far corner."""
    rules = Rules.preset(preset)
    game = Game(rules)
    x, y = rules.centre
    for dx, dy in ((0, 0), (1, 1), (1, 0), (3, 3)):
        game.play((x + dx, y + dy))
    with Engine(rules, memory_mb=1) as engine:
        logits = engine.look(game).logits
    assert set(logits) <= set(game.allowed_cells())
    most = max(logits, key=lambda cell: logits[cell])
    assert distance(most, game.moves) <= 2
    assert len(set(logits.values())) > 1


THREE = Threat(Kind.THREE, False, ((6, 6), (10, 6)))


def odds(chance: float) -> float:
    return chance / (1 - chance)


def test_gaps_diagonals_and_distance_raise_the_odds():
    oversights = Oversights(three=0.2, fork=0.5, capture=0.3)
    beside = [(7, 7)]
    assert oversights.chance(THREE, beside) == pytest.approx(0.2)
    assert oversights.chance(Threat(Kind.FORK, False, ((6, 6),)), beside) == pytest.approx(0.5)
    assert oversights.chance(Threat(Kind.CAPTURE, True, ((6, 6),)), beside) == pytest.approx(0.3)
    gapped = Threat(Kind.THREE, False, ((6, 6),), is_gapped=True)
    assert odds(oversights.chance(gapped, beside)) == pytest.approx(0.25 * GAPPED)
    diagonal = Threat(Kind.THREE, False, ((6, 6),), is_diagonal=True)
    assert odds(oversights.chance(diagonal, beside)) == pytest.approx(0.25 * DIAGONAL)
    assert odds(oversights.chance(THREE, [(0, 0), (6, 12)])) == pytest.approx(0.25 * FAR**4)
    assert oversights.chance(THREE, []) == pytest.approx(0.2)


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_never_and_always_stay_so(chance: float):
    threat = Threat(Kind.THREE, False, ((0, 0),), is_gapped=True, is_diagonal=True)
    assert Oversights(three=chance).chance(threat, [(12, 12)]) == chance
