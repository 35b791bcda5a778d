"""Hypothesis strategies: rule sets with any options, and plausible moves."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from gomoku.rules import OPENINGS, PRESETS, Cell, Color, Game, OpeningError, Rules
from gomoku.rules.variant import choices

OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(choices(name)) for name in Rules().options() if choices(name)},
    "capture_sizes": st.sampled_from([(), (2,), (2, 3)]),
    "capture_goal": st.sampled_from([None, 2, 4, 6, 10, 15]),
}
"""All values of every parameter except the size."""


def sizes(largest: int = 32) -> st.SearchStrategy[int | tuple[int, int]]:
    """Squares and rectangles. Small ones are drawn more often: more happens there."""
    edge = st.integers(5, 9) | st.integers(5, largest)
    return edge | st.tuples(edge, edge)


def rule_sets(largest: int = 32) -> st.SearchStrategy[Rules]:
    """A preset, with changed options half of the time."""
    unchanged: dict[str, Any] = {}
    options = st.just(unchanged) | st.fixed_dictionaries(unchanged, optional=OPTIONS)
    return st.builds(
        lambda name, size, changes: Rules.preset(name, size=size, **changes),
        st.sampled_from(list(PRESETS)),
        sizes(largest),
        options,
    )


seeds = st.integers(0, 2**32 - 1)


NEAR = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)]


def near_stones(game: Game) -> list[Cell]:
    """The empty cells at most two away from a stone, or the centre of an empty board."""
    cells = [(x, y, glyph) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row)]
    around = {(x + dx, y + dy) for x, y, glyph in cells if glyph != "." for dx, dy in NEAR}
    around.intersection_update((x, y) for x, y, glyph in cells if glyph == ".")
    return sorted(around) or [game.rules.centre]


def choose_cell(game: Game, chance: random.Random) -> Cell | None:
    """A legal cell near the stones: often one that captures or lengthens a row. None if none was found."""
    cells = near_stones(game)
    chance.shuffle(cells)
    legal = [cell for cell in cells[:12] if game.why_illegal(cell) is None]
    if not legal:
        legal = game.allowed_cells()
        chance.shuffle(legal)
    mood = chance.random()
    if mood < 0.3:
        return max(legal, key=lambda cell: len(game.captures(cell)), default=None)
    if mood < 0.6:
        rows = game.rows()
        return max(legal, key=lambda cell: longest_row(rows, game.to_move, cell), default=None)
    return legal[0] if legal else None


def longest_row(rows: list[str], color: Color, cell: Cell) -> int:
    """Length of the row that a stone of this colour on the cell would stand in."""
    best = 0
    height, width = len(rows), len(rows[0])
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sx, sy in ((dx, dy), (-dx, -dy)):
            x, y = cell[0] + sx, cell[1] + sy
            while 0 <= x < width and 0 <= y < height and rows[y][x] == color:
                length += 1
                x, y = x + sx, y + sy
        best = max(best, length)
    return best


def random_moves(game: Game, seed: int, most: int) -> Iterator[Cell]:
    """At most `most` legal cells until the game ends. The caller plays them."""
    chance = random.Random(seed)
    for _ in range(most):
        if game.is_over:
            return
        cell = choose_cell(game, chance)
        assert cell is not None, "the game goes on, but nothing can be played"
        yield cell


def random_answer(game: Game, chance: random.Random) -> Any:
    """A valid answer to the current opening decision."""
    decision = game.decision
    assert decision is not None
    if decision.kind in ("choice", "number"):
        return chance.choice(decision.choices)
    cells = game.allowed_cells()
    assert cells, f"{decision} can be answered by no cell"
    if decision.kind != "offer":
        return chance.choice(cells)
    return random_offer(game, cells, decision.count, chance)


def random_offer(game: Game, cells: list[Cell], count: int, chance: random.Random) -> list[Cell]:
    """Pairwise inequivalent cells, found by trial."""
    from gomoku.rules.openings import are_equivalent

    chance.shuffle(cells)
    stones = [played.cell for played in game.played]
    chosen: list[Cell] = []
    for cell in cells:
        if not any(are_equivalent(stones, cell, other) for other in chosen):
            chosen.append(cell)
    assert len(chosen) >= count, f"{count} cells are asked for, {len(chosen)} can be offered"
    return chosen[:count]


def new_game(rules: Rules, opening: str) -> Game | None:
    """A new game; None if the board is too small for the opening."""
    try:
        return Game(rules, opening)
    except OpeningError:
        assert min(rules.width, rules.height) < 9
        return None


openings = st.sampled_from(list(OPENINGS))


def seen(game: Game, everything: bool = True) -> dict[str, Any]:
    """Observable state of a game. `everything` includes per-cell queries, which are slow on large boards."""
    state: dict[str, Any] = {
        "rows": game.rows(),
        "to_move": game.to_move,
        "status": game.status,
        "winner": game.winner,
        "win_by": game.win_by,
        "breaks": game.breaks,
        "taken": game.taken,
        "actions": game.actions,
        "moves": game.moves,
        "decision": game.decision,
        "seats": game.seats,
        "fives": sorted(game.fives()),
    }
    if everything:
        state["allowed"] = game.allowed_cells()
        state["forbidden"] = game.forbidden_cells()
    return state
