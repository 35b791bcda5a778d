"""SPSA: simultaneous perturbation stochastic approximation (Spall, 1992), for parameters that are whole numbers.

An iteration perturbs all parameters at once, each up or down by a random sign. One comparison of the two perturbed sides
estimates the gradient of every parameter. Gains are given by their value in the last iteration, as in fishtest. Pure: knows
neither the engine nor games. Signs and rounding of an iteration depend only on the seed and its number.
"""

import math
import random
from dataclasses import dataclass

ALPHA, GAMMA = 0.602, 0.101
"""Exponents by which steps and perturbations decrease (Spall's)."""
STABILITY = 0.1
"""Spall's A, as a share of the iterations: damps the first steps."""
WALK = 0.6
"""Derived rate times the square root of the pairs of games. Equal players decide about half of the pairs: a parameter without
any influence then drifts by 1.3 steps (standard deviation)."""
MIN_STEP = 0.5
"""Least perturbation. The two sides are then at least 1 apart, and differ after rounding."""


@dataclass(frozen=True)
class TunedParameter:
    """A parameter to tune. Raises ValueError for an impossible range or step."""

    name: str
    start: int
    low: int
    high: int
    step: float
    """Perturbation in the last iteration."""

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"the range of {self.name} is empty: {self.low}..{self.high}")
        if not self.low <= self.start <= self.high:
            raise ValueError(f"{self.name} starts at {self.start}, outside {self.low}..{self.high}")
        if not MIN_STEP <= self.step <= (self.high - self.low) / 2:
            raise ValueError(f"the step of {self.name} must be {MIN_STEP:g} to half its range, not {self.step:g}")

    def __str__(self) -> str:
        return f"{self.start} in {self.low}..{self.high}, step {self.step:g}"

    def clip(self, value: float) -> float:
        return float(min(max(value, self.low), self.high))


@dataclass(frozen=True)
class State:
    """Values after a number of iterations."""

    iteration: int
    values: dict[str, float]

    def rounded(self) -> dict[str, int]:
        return {name: round(value) for name, value in self.values.items()}


@dataclass(frozen=True)
class Spsa:
    """A tuning: parameters, length, rate and seed. Equal ones with equal results go through equal states."""

    parameters: tuple[TunedParameter, ...]
    iterations: int
    rate: float
    """Share of its step by which a point moves a parameter in the last iteration."""
    seed: int = 1

    def start(self) -> State:
        return State(0, {parameter.name: float(parameter.start) for parameter in self.parameters})

    def perturbed(self, state: State) -> tuple[dict[str, int], dict[str, int]]:
        """The two sides to compare in the next iteration: along the signs, and against them."""
        signs, luck = self._draw(state.iteration)
        sides: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for parameter in self.parameters:
            name = parameter.name
            reach = self._reach(parameter, state.iteration)
            # near a bound both sides move inwards: they stay as far apart
            middle = min(max(state.values[name], parameter.low + reach), parameter.high - reach)
            for side, sign in zip(sides, (signs[name], -signs[name]), strict=True):
                # rounded up or down at random, right on average; both sides by the same draw, which keeps them apart
                side[name] = math.floor(parameter.clip(middle + sign * reach) + luck[name])
        return sides

    def updated(self, state: State, points: float) -> State:
        """The state after the next iteration; `points` are the wins less the losses of the side along the signs."""
        signs, _ = self._draw(state.iteration)
        values = {}
        for parameter in self.parameters:
            gain = self._gain(parameter, state.iteration) / self._reach(parameter, state.iteration)
            value = parameter.clip(state.values[parameter.name] + gain * signs[parameter.name] * points)
            values[parameter.name] = round(value, 6)  # the last digits of a power differ between machines
        return State(state.iteration + 1, values)

    def _draw(self, iteration: int) -> tuple[dict[str, int], dict[str, float]]:
        """Signs and rounding thresholds of an iteration."""
        rng = random.Random(f"spsa/{self.seed}/{iteration}")
        signs = {parameter.name: 1 if rng.random() < 0.5 else -1 for parameter in self.parameters}
        return signs, {parameter.name: rng.random() for parameter in self.parameters}

    def _reach(self, parameter: TunedParameter, iteration: int) -> float:
        """Spall's c_k: the perturbation, at most half the range."""
        wanted = parameter.step * math.pow(self.iterations / (iteration + 1), GAMMA)
        return min(wanted, (parameter.high - parameter.low) / 2)

    def _gain(self, parameter: TunedParameter, iteration: int) -> float:
        """Spall's a_k: the gain of a step."""
        offset = STABILITY * self.iterations
        decay = (offset + self.iterations) / (offset + iteration + 1)
        return self.rate * parameter.step**2 * math.pow(decay, ALPHA)


def derived_rate(pairs: int) -> float:
    """Learning rate of a tuning with `pairs` pairs of games in all: the more there are, the less each counts."""
    return round(WALK / math.sqrt(pairs), 6)
