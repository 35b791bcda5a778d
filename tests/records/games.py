"""Hypothesis strategies for records: every preset and opening, unusual boards, changed rules, setup positions."""

import random
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from gomoku.rules import OPENINGS, PRESETS, Cell, Color, Game, Kind, OpeningError, PositionError, Rules
from gomoku.rules.openings import are_equivalent
from gomoku.rules.records import Record
from gomoku.rules.records.record import setup_of

SAMPLES = Path(__file__).parent


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def facts(game: Game) -> dict[str, Any]:
    """Full state of a game, for comparison."""
    return {
        "rules": game.rules,
        "opening": game.opening,
        "setup": setup_of(game),
        "actions": game.actions,
        "rows": game.rows(),
        "taken": game.taken,
        "to_move": game.to_move,
        "status": game.status,
        "winner": game.winner,
        "win_by": game.win_by,
        "breaks": game.breaks,
        "decision": game.decision,
        "seats": game.seats,
    }


def play_on(game: Game, actions: int, dice: random.Random) -> Game:
    """Play random actions; stones cluster, so that captures and wins occur."""
    for _ in range(actions):
        due = game.decision
        if due is None:
            break
        if due.kind in (Kind.CHOICE, Kind.NUMBER):
            game.decide(dice.choice(due.choices))
        elif due.kind is Kind.OFFER:
            cells = _offer(game, due.count, dice)
            if len(cells) < due.count:
                break
            game.decide(tuple(cells))
        else:
            cell = _legal_cell(game, dice)
            if cell is None:
                break
            game.play(cell)
    return game


def _legal_cell(game: Game, dice: random.Random) -> Cell | None:
    near = game.moves[-1] if game.moves else game.rules.centre
    for _ in range(20):
        cell = (near[0] + dice.randint(-2, 2), near[1] + dice.randint(-2, 2))
        if game.why_illegal(cell) is None:
            return cell
    allowed = game.allowed_cells()
    return dice.choice(allowed) if allowed else None


def _offer(game: Game, count: int, dice: random.Random) -> list[Cell]:
    found: list[Cell] = []
    allowed = game.allowed_cells()
    dice.shuffle(allowed)
    for cell in allowed:
        if len(found) == count:
            break
        if not any(are_equivalent(game.moves, cell, other) for other in found):
            found.append(cell)
    return found


CHANGES: list[dict[str, Any]] = [
    {},
    {},
    {"three": "flank", "ban_self_capture": "both"},
    {"capture_sizes": (2, 3), "capture_goal": 15},
    {"capture_sizes": (), "ban_double_three": "nobody"},
    {"capture_sizes": (2,), "capture_goal": None},
    {"renju_foul": "loses", "ban_overline": "X", "five_X": "eq5"},
    {"endgame_capture": True, "caro": True, "win_lifts_bans": False, "capture_lifts_ban": False},
]


@st.composite
def rule_sets(draw: st.DrawFn, edges: st.SearchStrategy[int] | None = None) -> Rules:
    """A preset, perhaps with changes, on its own board, another square one or a rectangle."""
    changes = dict(draw(st.sampled_from(CHANGES)))
    edge = st.sampled_from([5, 6, 9, 15, 19, 20, 26, 27, 52]) if edges is None else edges
    size = draw(st.none() | edge | st.tuples(edge, edge))
    if size is not None or edges is not None:
        changes["size"] = size if size is not None else draw(edge)
    return Rules.preset(draw(st.sampled_from(sorted(PRESETS))), **changes)


@st.composite
def played_games(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, openings: tuple[str, ...] = tuple(OPENINGS)
) -> Game:
    """A game from the empty board."""
    chosen = draw(rule_sets() if rules is None else rules)
    dice = random.Random(draw(st.integers(0, 2**32)))
    try:
        game = Game(chosen, draw(st.sampled_from(openings)))
    except OpeningError:  # the board is too small for it
        game = Game(chosen)
    return play_on(game, draw(st.integers(0, 60)), dice)


@st.composite
def set_up_games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Game:
    """A game from a random position, with some moves after it."""
    chosen = draw(rule_sets() if rules is None else rules)
    dice = random.Random(draw(st.integers(0, 2**32)))
    stones = draw(st.sampled_from(["....XO", ".XO", "." * 30 + "XO"]))
    rows = ["".join(dice.choice(stones) for _ in range(chosen.width)) for _ in range(chosen.height)]
    taken = {color: draw(st.integers(0, 9)) for color in Color}
    try:
        game = Game.from_rows(chosen, rows, draw(st.sampled_from(["X", "O"])), taken)
    except PositionError:  # both sides have a five
        game = Game.from_rows(chosen, ["." * chosen.width] * chosen.height, "O", {"X": 2})
    return play_on(game, draw(st.integers(0, 20)), dice)


def games() -> st.SearchStrategy[Game]:
    return played_games() | set_up_games()


_texts = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=30)
names = _texts.map(lambda text: " ".join(text.split()))
comments = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r"), max_size=60)


@st.composite
def records(draw: st.DrawFn, of: st.SearchStrategy[Game] | None = None) -> Record:
    """A game with annotations."""
    game = draw(games() if of is None else of)
    last = len(game.actions)
    notes = draw(st.dictionaries(st.integers(0, last), comments.filter(bool), max_size=4))
    times = draw(st.dictionaries(st.integers(1, last), st.integers(1, 10**9), max_size=4)) if last else {}
    black, white, event, date = (draw(names) for _ in range(4))
    result = draw(st.sampled_from(["", "B+Resign", "W+Time", "0", "?"]))
    return Record(game, black, white, result, date, event, notes, times)
