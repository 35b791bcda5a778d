"""Laws that hold in every game of every rule set."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gomoku.rules import PRESETS, Cell, Game, IllegalMove, PositionError, Reason, Rules
from gomoku.rules.variant import Five
from tests.rules.literal import Literal
from tests.rules.strategies import (
    new_game,
    openings,
    random_answer,
    random_moves,
    rule_sets,
    seeds,
    seen,
    sizes,
)

SMALL = 100
"""Largest board, in cells, on which every position is compared in full."""


def look(game: Game, number: int) -> dict[str, Any]:
    """Observable state; on large boards per-cell queries are made only now and then."""
    area = game.rules.width * game.rules.height
    return seen(game, everything=area <= SMALL or number % 16 == 0)


# --- undo and redo ---


@given(rule_sets(), seeds)
def test_undo_restores_everything_and_redo_plays_it_again(rules: Rules, seed: int):
    game = Game(rules)
    history = [look(game, 0)]
    for number, cell in enumerate(random_moves(game, seed, 60), start=1):
        game.play(cell)
        history.append(look(game, number))
    last = len(history) - 1
    for number in range(last - 1, -1, -1):
        undone = game.undo()
        assert undone == history[number + 1]["actions"][-1]
        assert look(game, number) == history[number]
        assert game.can_redo
    assert not game.can_undo
    with pytest.raises(IndexError):
        game.undo()
    for number in range(1, last + 1):
        game.redo()
        assert look(game, number) == history[number]
    assert not game.can_redo
    with pytest.raises(IndexError):
        game.redo()


@given(rule_sets(largest=12), openings, seeds)
def test_any_mix_of_moves_undo_and_redo_equals_a_fresh_game(rules: Rules, opening: str, seed: int):
    """Openings included: undo may step back into them at any time."""
    game = new_game(rules, opening)
    if game is None:
        return
    chance = random.Random(seed)
    for _ in range(40):
        step = chance.random()
        if step < 0.25 and game.can_undo:
            for _ in range(chance.randint(1, 4)):
                if game.can_undo:
                    game.undo()
        elif step < 0.4 and game.can_redo:
            game.redo()
        elif not game.is_over:
            before = game.can_redo
            game.decide(random_answer(game, chance))
            assert not (before and game.can_redo), "a new move forgets what was taken back"
    fresh = Game(rules, opening)
    for action in game.actions:
        fresh.decide(action.cell if hasattr(action, "cell") else action.answer)
    assert seen(game) == seen(fresh)
    assert seen(game.copy()) == seen(fresh)
    while game.can_undo:
        game.undo()
    assert seen(game) == seen(Game(rules, opening))


@given(rule_sets(largest=12), seeds)
def test_a_copy_is_independent(rules: Rules, seed: int):
    game = Game(rules)
    for cell in random_moves(game, seed, 20):
        game.play(cell)
    before, twin = seen(game), game.copy()
    assert seen(twin) == before
    for cell in random_moves(twin, seed + 1, 5):
        twin.play(cell)
    while twin.can_undo:
        twin.undo()
    assert seen(game) == before
    number = len(game.moves) // 2
    assert game.at(number).moves == game.moves[:number]


# --- symmetry ---

Turn = Callable[[Cell, int, int], Cell]

TURNS: dict[str, Turn] = {
    "as it is": lambda c, w, h: c,
    "quarter turn": lambda c, w, h: (h - 1 - c[1], c[0]),
    "half turn": lambda c, w, h: (w - 1 - c[0], h - 1 - c[1]),
    "three quarters": lambda c, w, h: (c[1], w - 1 - c[0]),
    "left-right": lambda c, w, h: (w - 1 - c[0], c[1]),
    "upside down": lambda c, w, h: (c[0], h - 1 - c[1]),
    "main diagonal": lambda c, w, h: (c[1], c[0]),
    "other diagonal": lambda c, w, h: (h - 1 - c[1], w - 1 - c[0]),
}
SWAPS_EDGES = ("quarter turn", "three quarters", "main diagonal", "other diagonal")


@pytest.mark.parametrize("name", [name for name in TURNS if name != "as it is"])
@settings(max_examples=15)
@given(rule_sets(largest=20), seeds)
def test_symmetries_agree(name: str, rules: Rules, seed: int):
    width, height = rules.width, rules.height

    def turn(cell: Cell) -> Cell:
        return TURNS[name](cell, width, height)

    def turned(cells: Any) -> list[Cell]:
        return sorted(map(turn, cells))

    edges = (height, width) if name in SWAPS_EDGES else (width, height)
    game, mirror = Game(rules), Game(rules.with_options(size=edges))
    every = 1 if width * height <= SMALL else 8
    for number, cell in enumerate(random_moves(game, seed, 40)):
        if number % every == 0:
            assert turned(game.allowed_cells()) == sorted(mirror.allowed_cells())
            assert turned(game.forbidden_cells()) == mirror.forbidden_cells()
        assert game.free_threes(cell) == mirror.free_threes(turn(cell))
        played, reflected = game.play(cell), mirror.play(turn(cell))
        assert turned(played.captured) == list(reflected.captured)
        assert turned(game.breaks) == list(mirror.breaks)
        assert sorted(map(turned, game.fives())) == sorted(map(sorted, mirror.fives()))
        for what in ("status", "winner", "win_by", "taken", "to_move"):
            assert getattr(game, what) == getattr(mirror, what)


# --- legality ---


@given(rule_sets(), seeds)
def test_legal_moves_never_fail_and_stones_are_accounted_for(rules: Rules, seed: int):
    game = Game(rules)
    for cell in random_moves(game, seed, 150):
        assert game.stone(cell) is None
        expected, mover = game.captures(cell), game.to_move
        played = game.play(cell)
        assert list(played.captured) == expected
        assert (played.cell, played.color) == (cell, mover)
        assert game.to_move == mover.other
        on_board = sum(len(row) - row.count(".") for row in game.rows())
        assert len(game.moves) == on_board + sum(game.taken.values())
        assert bool(game.breaks) == (game.status == "grace")
        assert (game.winner is None) == (game.win_by is None) == (game.status != "win")
    if game.is_over:
        assert game.decision is None
        assert game.allowed_cells() == game.forbidden_cells() == []


@given(rule_sets(largest=20), seeds, st.lists(st.tuples(st.integers(-3, 23), st.integers(-3, 23)), max_size=20))
def test_illegal_moves_are_refused_and_change_nothing(rules: Rules, seed: int, cells: list[Cell]):
    rules = rules.with_options(renju_foul="refuse")
    game = Game(rules)
    for cell in random_moves(game, seed, 50):
        game.play(cell)
    if game.can_undo and seed % 2:
        game.undo()
    before, could_redo = seen(game), game.can_redo
    legal = set(before["allowed"])
    for cell in [*cells, *game.moves[-3:], *before["forbidden"]]:
        if cell in legal:
            assert game.why_illegal(cell) is None
            continue
        reason = game.why_illegal(cell)
        assert reason == expected_reason(game, cell) or (cell in before["forbidden"] and reason in BANS)
        with pytest.raises(IllegalMove) as refused:
            game.play(cell)
        assert refused.value.reason == reason
        assert game.can_redo == could_redo
    assert seen(game) == before


BANS = (Reason.DOUBLE_THREE, Reason.DOUBLE_FOUR, Reason.OVERLINE, Reason.SELF_CAPTURE)


def expected_reason(game: Game, cell: Cell) -> Reason | None:
    """Why a cell is illegal, as far as it does not depend on the rules."""
    if game.is_over:
        return Reason.GAME_OVER
    if not (0 <= cell[0] < game.rules.width and 0 <= cell[1] < game.rules.height):
        return Reason.OFF_BOARD
    return Reason.OCCUPIED if game.stone(cell) else None


@settings(max_examples=40)
@given(rule_sets(largest=8), seeds)
def test_game_agrees_with_the_literal_rules(rules: Rules, seed: int):
    """`literal` is a second, independent implementation."""
    game, literal = Game(rules), Literal(rules)
    for number, cell in enumerate(random_moves(game, seed, 40)):
        if number % 4 == 0:
            forbidden = game.forbidden_cells()
            assert forbidden == literal.forbidden_cells()
            assert all(game.why_illegal(closed) in literal.bans(literal.stones, closed) for closed in forbidden)
        assert list(game.play(cell).captured) == literal.play(cell)
        assert (game.status, game.winner, game.win_by) == (literal.status, literal.winner, literal.win_by)
        assert list(game.breaks) == literal.breaks
        assert game.taken == literal.taken


@given(rule_sets(largest=8), seeds)
def test_setup_positions_agree_with_the_literal_rules(rules: Rules, seed: int):
    """Includes unreachable positions, such as one in which the side to move owns a five."""
    chance = random.Random(seed)
    full, black = chance.uniform(0.2, 0.9), chance.uniform(0.3, 0.7)

    def glyph() -> str:
        return "." if chance.random() > full else "X" if chance.random() < black else "O"

    rows = ["".join(glyph() for _ in range(rules.width)) for _ in range(rules.height)]
    taken = {color: chance.randrange(rules.capture_goal or 10) for color in "XO"}
    to_move = chance.choice("XO")
    try:
        game = Game.from_rows(rules, rows, to_move, taken)
    except PositionError:
        return
    stones = {(x, y): stone for y, row in enumerate(rows) for x, stone in enumerate(row) if stone != "."}
    literal = Literal(rules, stones, to_move, taken)
    if game.status == "grace":
        assert list(game.breaks) == literal.find_breaks(game.to_move.other)
    for cell in random_moves(game, seed, 3):
        assert game.forbidden_cells() == literal.forbidden_cells()
        assert list(game.play(cell).captured) == literal.play(cell)
        assert (game.status, game.winner, game.win_by) == (literal.status, literal.winner, literal.win_by)
        assert list(game.breaks) == literal.breaks


@given(rule_sets(largest=8), seeds)
def test_a_foul_that_may_be_played_loses(rules: Rules, seed: int):
    game = Game(rules.with_options(renju_foul="loses"))
    for cell in random_moves(game, seed, 40):
        for foul in game.forbidden_cells()[:2]:
            mover = game.to_move
            game.play(foul)
            assert (game.status, game.winner, game.win_by) == ("win", mover.other, "foul")
            game.undo()
        game.play(cell)


# --- set-up positions ---


@given(rule_sets(largest=14), seeds, seeds)
def test_a_setup_position_continues_like_a_played_one(rules: Rules, seed: int, other: int):
    game = Game(rules)
    for cell in random_moves(game, seed, 10 + seed % 40):
        game.play(cell)
    if game.is_over:
        game.undo()
    twin = Game.from_rows(rules, game.rows(), game.to_move, game.taken)
    history = ("actions", "moves", "seats", "decision")
    start = seen(twin)

    def position(one: Game) -> dict[str, Any]:
        return {key: value for key, value in seen(one).items() if key not in history}

    assert position(twin) == position(game)
    for cell in random_moves(game, other, 12):
        game.play(cell)
        twin.play(cell)
        assert position(twin) == position(game)
    while twin.can_undo:
        twin.undo()
    assert seen(twin) == start


# --- openings ---


@given(st.sampled_from(list(PRESETS)), sizes(largest=20), openings, seeds)
def test_openings_can_always_be_answered_and_undone(preset: str, size: Any, opening: str, seed: int):
    game = new_game(Rules.preset(preset, size=size), opening)
    if game is None:
        return
    chance = random.Random(seed)
    history = [seen(game)]
    while (decision := game.decision) is not None and decision.step != "play":
        assert not game.is_over
        answer = random_answer(game, chance)
        with pytest.raises(IllegalMove):
            game.decide(answer, decision.player.other)
        for nonsense in ("", "maybe", -1, [], [(99, 99)], ((0, 0), (0, 0)), (99, 99)):
            with pytest.raises(IllegalMove):
                game.decide(nonsense)
        if decision.kind in ("choice", "number", "offer"):
            assert game.why_illegal(game.rules.centre) is not None or decision.kind == "offer"
        assert seen(game) == history[-1]
        game.decide(answer, decision.player)
        history.append(seen(game))
        assert len(history) < 25, "an opening has few steps"
    assert sum(game.taken.values()) == 0
    assert len(game.moves) <= 5
    assert game.to_move == ("X", "O")[len(game.moves) % 2]
    if decision is not None:
        assert decision.player == game.seats[game.to_move]
    for before in reversed(history[:-1]):
        game.undo()
        assert seen(game) == before
    for after in history[1:]:
        game.redo()
        assert seen(game) == after


# --- the length of a game ---


def play_long(rules: Rules, seed: int) -> Game:
    """A game prolonged by both sides: they capture without winning, and fill the board without fives."""
    game, chance = Game(rules), random.Random(seed)
    while not game.is_over:
        mover = game.to_move
        cells = game.allowed_cells()
        chance.shuffle(cells)
        cells.sort(key=lambda cell: (-len(game.captures(cell)), "XO"[(cell[0] + 2 * cell[1]) // 4 % 2] != mover))
        for cell in cells:
            game.play(cell)
            if game.status == "ongoing":
                break
            game.undo()
        else:
            game.play(cells[0])
    return game


@given(rule_sets().filter(lambda rules: not rules.caro and rules.five_X == rules.five_O == Five.AT_LEAST), seeds)
@example(Rules.preset("42", size=7), 3)
def test_every_new_five_holds_the_stone_just_played(rules: Rules, seed: int):
    game = Game(rules)
    before: list[set[Cell]] = []
    for cell in random_moves(game, seed, 120):
        game.play(cell)
        fives = [set(five) for five in game.fives()]
        assert all(cell in five or any(five <= earlier for earlier in before) for five in fives)
        before = fives


@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_42_ends_within_377_moves(seed: int):
    game = play_long(Rules.preset("42"), seed)
    assert len(game.moves) <= 377
    assert len(game.moves) > 300, "the players meant to make it long"


@settings(max_examples=25)
@given(st.sampled_from(["42", "pente", "boat_pente", "ninuki"]), sizes(largest=9), seeds)
@example("42", 9, 0)
def test_a_game_with_captures_ends_when_the_board_is_full(preset: str, size: Any, seed: int):
    rules = Rules.preset(preset, size=size)
    game = play_long(rules, seed)
    assert len(game.moves) <= rules.width * rules.height + 16
