"""Glicko-2: a rating with a deviation, which says how far it may be off, and a volatility. Pure arithmetic.

After Mark Glickman, "Example of the Glicko-2 system" (2012), whose steps are numbered here. Every game is a separate
rating period; without games the deviation grows with time.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MAX_DEVIATION: Final = 350.0
"""Deviation of a new player, and of one who has not played for years."""
MIN_DEVIATION: Final = 45.0
"""Lowest deviation: below it a rating would hardly move."""
VOLATILITY: Final = 0.06
"""Volatility of a new player."""
_TAU: Final = 0.5
"""System constant: limits the change of volatilities; Glickman recommends 0.3 to 1.2."""
SCALE: Final = 173.7178
"""Rating points per unit of the internal scale."""
_CENTRE: Final = 1500.0
_PRECISION: Final = 1e-6


@dataclass(frozen=True)
class Glicko:
    """A rating in points, its deviation, and its volatility: how erratically its owner plays."""

    rating: float = _CENTRE
    deviation: float = MAX_DEVIATION
    volatility: float = VOLATILITY


@dataclass(frozen=True)
class GameScore:
    """A game against an opponent: one's score, 0 to 1, and the weight of the game, 0 to 1."""

    opponent: Glicko
    score: float
    weight: float = 1.0


def aged(own: Glicko, periods: float) -> Glicko:
    """The rating after some time without games (step 6)."""
    grown = math.sqrt(own.deviation**2 + max(0.0, periods) * (own.volatility * SCALE) ** 2)
    return Glicko(own.rating, min(MAX_DEVIATION, grown), own.volatility)


def after(own: Glicko, results: Sequence[GameScore]) -> Glicko:
    """The rating after the games of one period."""
    mu, phi = (own.rating - _CENTRE) / SCALE, own.deviation / SCALE  # step 2
    information = gain = 0.0
    for result in results:
        g = 1 / math.sqrt(1 + 3 * (result.opponent.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (result.opponent.rating - _CENTRE) / SCALE)))
        information += result.weight * g * g * expected * (1 - expected)
        gain += result.weight * g * (result.score - expected)
    if information == 0:
        return own
    variance = 1 / information  # step 3
    sigma = _volatility(own.volatility, phi, variance, variance * gain)  # steps 4 and 5
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + information)  # steps 6 and 7
    mu += phi * phi * gain
    deviation = min(MAX_DEVIATION, max(MIN_DEVIATION, SCALE * phi))
    return Glicko(_CENTRE + SCALE * mu, deviation, sigma)  # step 8


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility: the root of Glickman's f, by the Illinois algorithm (step 5)."""
    start = math.log(sigma * sigma)
    excess = delta * delta - phi * phi - variance

    def f(x: float) -> float:
        grown = math.exp(x)
        total = phi * phi + variance + grown
        return grown * (excess - grown) / (2 * total * total) - (x - start) / _TAU**2

    low = start
    if excess > 0:
        high = math.log(excess)
    else:
        steps = 1
        while f(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
