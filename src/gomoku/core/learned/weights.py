"""Weights of the evaluation: the fitted ones of `weights.json`, and the hand-made ones that a fit starts from."""

import json
import os
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from gomoku.core.constants import (
    CLASSES,
    FIVE,
    FOUR,
    MULTISETS,
    OPEN_FOUR,
    OPEN_THREE,
)

if TYPE_CHECKING:
    from gomoku.rules import Rules

Numbers = dict[str, list[int]]
"""The weights of one rule set: `own`, `other`, `make`, `stop` by multiset; `taken`, `capture_own`, `capture_other` 5 x 5;
`take_rank` two numbers."""


@cache
def multisets() -> tuple[tuple[int, ...], ...]:
    """The four classes of each multiset index, ascending."""
    found: list[tuple[int, ...]] = [()] * MULTISETS
    for a, b, c, d in combinations_with_replacement(range(CLASSES), 4):
        index = a + (b + 1) * b // 2 + (c + 2) * (c + 1) * c // 6 + (d + 3) * (d + 2) * (d + 1) * d // 24
        found[index] = (a, b, c, d)
    return tuple(found)


#                dead one two open-two three open-three four open-four five
_CELL = (0, 1, 3, 8, 9, 26, 30, 90, 200)
_RANK = (0, 0, 4, 12, 14, 40, 50, 200, 1000)


def hand_made() -> Numbers:
    """Start of a fit: points for each class, summed over the axes, and a bonus for two threats at once."""
    numbers: Numbers = {name: [] for name in ("own", "other", "make", "stop")}
    for classes in multisets():
        fours = sum(c in (FOUR, OPEN_FOUR) for c in classes)
        threes = classes.count(OPEN_THREE)
        both = 0
        if FIVE not in classes:
            both = 90 if fours and fours + threes >= 2 else 25 if threes >= 2 else 0
        cell = sum(_CELL[c] for c in classes) + both
        rank = sum(_RANK[c] for c in classes) + both
        numbers["own"].append(cell * 11 // 10)
        numbers["other"].append(cell)
        numbers["make"].append(rank * 2)
        numbers["stop"].append(rank * 3 // 2)
    pairs = (0, 60, 150, 280, 480)
    numbers["taken"] = [pairs[mine] - pairs[theirs] for mine in range(5) for theirs in range(5)]
    threat = (10, 14, 20, 60, 200)
    numbers["capture_own"] = [threat[mine] * n for mine in range(5) for n in range(5)]
    numbers["capture_other"] = [threat[theirs] * n * 2 // 3 for theirs in range(5) for n in range(5)]
    numbers["take_rank"] = [30, 24]
    return numbers


@cache
def fitted() -> dict[str, Numbers]:
    """The weights that come with the program, by preset."""
    # not importlib.resources: importing it takes a tenth of the time to the first answer
    return read(os.path.join(os.path.dirname(__file__), "weights.json"))


def read(path: str) -> dict[str, Numbers]:
    """Read a weights file: weights by preset."""
    with open(path, encoding="ascii") as file:
        return json.load(file)["rules"]  # type: ignore[no-any-return]


def numbers_for(rules: "Rules") -> Numbers:
    """The weights for a rule set: those of the closest fit, which is its own where it has one."""
    return fitted()[closest_fit(rules)]


def closest_fit(rules: "Rules") -> str:
    """The fitted preset that plays most like these rules: a new preset needs no weights of its own."""
    return min(fitted(), key=lambda name: _distance(rules, rules.preset(name)))


def _distance(rules: "Rules", other: "Rules") -> tuple[int, int]:
    """Distance of two rule sets: by how they play, then by the number of parameters that differ, board size excluded.

    Captures change the game most, then blocked fives (caro), then how each colour is restricted: so Pente and its family
    borrow the weights of 42, caro6 those of caro, and omok, where both colours are restricted, those of standard.
    """
    play = (
        8 * (bool(rules.capture_sizes) != bool(other.capture_sizes))
        + 4 * (rules.caro != other.caro)
        + sum(_is_restricted(rules, color) != _is_restricted(other, color) for color in "XO")
    )
    mine, theirs = rules.options(), other.options()
    return play, sum(mine[name] != theirs[name] for name in mine if name != "size")


def _is_restricted(rules: "Rules", color: str) -> bool:
    """Whether a colour may not attack freely: its five must be exact, or double-threes are banned."""
    exact = (rules.five_X if color == "X" else rules.five_O) == "eq5"
    return exact or rules.ban_double_three in ("both", color)
