"""Elo, error bars and SPRT against known values."""

import math
import random

import pytest

from gomoku.lab.matches.stats import MAX_ELO, Sprt, Tally, elo_of, score_of


def tally_of(*pairs):
    tally = Tally()
    for pair in pairs:
        tally = tally.with_pair(*pair)
    return tally


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.909091, 400), (0.25, -190.85), (0.99, 798.25)]
)
def test_elo_of_known_scores(score, elo):
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert score_of(elo) == pytest.approx(score, abs=1e-4)


def test_elo_is_bounded():
    assert elo_of(1.0) == MAX_ELO
    assert elo_of(0.0) == -MAX_ELO
    assert score_of(-1e6) < 1e-9


def test_tally_counts_games_and_pairs():
    tally = tally_of((1, 1), (1, 0), (0, 1), (0.5, 0), (0, 0), (0.5, 1))
    assert (tally.wins, tally.draws, tally.losses, tally.games) == (5, 2, 5, 12)
    assert tally.pairs == (1, 1, 2, 1, 1)
    assert tally.score == 0.5
    # shares 0, 1/4, 1/2, 1/2, 3/4, 1: variance (1/4 + 1/16 + 0 + 0 + 1/16 + 1/4) / 6
    assert tally.deviation == pytest.approx(math.sqrt(0.625 / 6))


def test_interval_shrinks_with_the_square_root():
    small = Tally(50, 0, 50, (10, 0, 30, 0, 10))
    large = Tally(5000, 0, 5000, (1000, 0, 3000, 0, 1000))
    width = [t.interval()[1] - t.interval()[0] for t in (small, large)]
    # deviation sqrt(0.4 * 0.25), 50 pairs, 1.96 either way
    assert width[0] == pytest.approx(2 * 1.959964 * math.sqrt(0.1 / 50), abs=1e-6)
    assert width[0] / width[1] == pytest.approx(10)


def test_pairs_narrow_the_interval():
    """A split pair has no variance: the same score from split pairs is more certain."""
    split = Tally(60, 0, 40, (0, 0, 40, 0, 10))
    loose = Tally(60, 0, 40, (20, 0, 0, 0, 30))
    assert split.score == loose.score
    assert split.deviation < loose.deviation


def test_sweep_has_a_finite_interval():
    sweep = Tally(200, 0, 0, (0, 0, 0, 0, 100))
    assert sweep.interval() == pytest.approx((0.985, 1.0))
    assert sweep.elo_text() == "Elo above +727"
    assert Tally(0, 0, 200, (100, 0, 0, 0, 0)).elo_text() == "Elo below -727"
    assert Tally().interval() == (0.0, 1.0)


def test_sprt_bounds():
    assert Sprt(0, 10).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 10, 0.05, 0.1).bounds == pytest.approx((-2.2513, 2.8904), abs=1e-4)


def test_llr_of_a_known_match():
    """The normal approximation by hand: n (s1 - s0) (2 mean - s0 - s1) / (2 variance) with pairs as they are."""
    tally = Tally(0, 0, 0, (1120, 8710, 19900, 10030, 1310))
    n = sum(tally.pairs)
    mean = sum(i * k for i, k in enumerate(tally.pairs)) / 4 / n
    variance = sum(k * (i / 4 - mean) ** 2 for i, k in enumerate(tally.pairs)) / n
    s0, s1 = 0.5, 1 / (1 + 10 ** (-5 / 400))
    by_hand = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 5).llr(tally) == pytest.approx(by_hand, rel=1e-3)


def test_llr_is_zero_half_way():
    """A mean half way between the hypotheses favours neither."""
    s0, s1 = score_of(0), score_of(100)
    share = (s0 + s1) / 2
    n = 10**9
    tally = Tally(0, 0, 0, (round(n * (1 - share)), 0, 0, 0, round(n * share)))
    assert Sprt(0, 100).llr(tally) == pytest.approx(0, abs=0.5)


@pytest.mark.parametrize(("elo", "passing"), [(0, (0.0, 0.09)), (60, (0.91, 1.0))])
def test_sprt_error_rate(elo, passing):
    """400 simulated tests of a player of known strength err in about 5 % of cases."""
    rng = random.Random(elo)
    test = Sprt(0, 60)
    chance = score_of(elo)
    passed = 0
    for _ in range(400):
        tally = Tally()
        while (verdict := test.verdict(tally)) is None:
            tally = tally.with_pair(float(rng.random() < chance), float(rng.random() < chance))
        passed += verdict
    assert passing[0] <= passed / 400 <= passing[1]


def test_a_few_pairs_alike_decide_nothing():
    assert Sprt(0, 80).verdict(Tally(3, 2, 7, (1, 2, 3, 0, 0))) is None
    assert Sprt(0, 80).verdict(Tally(4, 0, 10, (3, 0, 4, 0, 0))) is None


@pytest.mark.parametrize(("elo", "passing"), [(0, (0.0, 0.065)), (80, (0.935, 1.0))])
def test_wide_bounds_err_no_more_often(elo, passing):
    """1,000 simulated tests that end after some 50 pairs; colours matter, and few games are drawn."""
    rng = random.Random(elo)
    test = Sprt(0, 80)

    def game(chance: float) -> float:
        return rng.choices((1.0, 0.5, 0.0), (chance - 0.03, 0.06, 0.97 - chance))[0]

    passed = 0
    for _ in range(1000):
        tally = Tally()
        while (verdict := test.verdict(tally)) is None:
            tally = tally.with_pair(game(score_of(elo) + 0.12), game(score_of(elo) - 0.12))
        passed += verdict
    assert passing[0] <= passed / 1000 <= passing[1]


def test_verdicts():
    test = Sprt(0, 10)
    assert test.verdict(Tally()) is None
    assert test.verdict(Tally(600, 0, 400, (40, 0, 320, 0, 140))) is True
    assert test.verdict(Tally(400, 0, 600, (140, 0, 320, 0, 40))) is False
    assert test.verdict(Tally(2, 0, 0, (0, 0, 0, 0, 1))) is None
    assert "passed" in test.text(Tally(600, 0, 400, (40, 0, 320, 0, 140)))


@pytest.mark.parametrize("numbers", [(5, 5), (5, 0), (0, 5, 0.0), (0, 5, 0.05, 0.5)])
def test_invalid_sprt(numbers):
    with pytest.raises(ValueError, match="must"):
        Sprt(*numbers)
