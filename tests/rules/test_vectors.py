"""Hand-written test vectors: ours in tests/vectors, and public ones if they are present beside the project."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gomoku.rules import Game, IllegalMove, Rules
from gomoku.rules.notation import cell_of, name_of
from gomoku.rules.variant import piskvork_of_preset, preset_of_piskvork

ROOT = Path(__file__).parents[2]
OWN = ROOT / "tests" / "vectors"
PUBLIC = ROOT.parent / "shared" / "vectors-public"
"""Positions from public sources are read in place, never copied into the project."""


@dataclass(frozen=True)
class Case:
    """One case of a vector file."""

    file: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.file}:{self.data['id']}"


def read_cases(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("*.json")):
        for data in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            yield Case(path.stem, data)


CASES = [*read_cases(OWN), *read_cases(PUBLIC)]


def having(*keys: str) -> list[Case]:
    return [case for case in CASES if all(key in case.data for key in keys)]


def to_cell(pair: list[int]) -> tuple[int, int]:
    x, y = pair
    return (x, y)


def set_up(case: dict[str, Any]) -> Game:
    rules = Rules.preset(case["rules"], size=case["size"], **case.get("options", {}))
    if "rows" in case:
        return Game.from_rows(rules, case["rows"], case["to_move"], case["taken"])
    game = Game(rules)
    for pair in case["moves"]:
        game.play(to_cell(pair))
    return game


def lists(cells: Any) -> list[list[int]]:
    return sorted(map(list, cells))


def seen_before(game: Game, action: tuple[int, int] | None) -> dict[str, Any]:
    """Expectations on the position before the action."""
    seen: dict[str, Any] = {"forbidden_cells": lists(game.forbidden_cells())}
    if action is not None:
        reason = game.why_illegal(action)
        seen |= {"legal": reason is None, "reason": reason}
        on_board = 0 <= action[0] < game.rules.width and 0 <= action[1] < game.rules.height
        if on_board and game.stone(action) is None:
            seen["free_threes"] = game.free_threes(action)
    return seen


def seen_after(game: Game, action: tuple[int, int]) -> dict[str, Any]:
    """Expectations on the move and the position after it."""
    played = game.play(action)
    return {
        "captured": lists(played.captured),
        "status": game.status,
        "winner": game.winner,
        "win_by": game.win_by,
        "breaks": lists(game.breaks),
        "taken": game.taken,
    }


@pytest.mark.parametrize("case", having("expect"), ids=str)
def test_position(case: Case):
    data = case.data
    game = set_up(data)
    action = to_cell(data["action"]) if data.get("action") is not None else None
    seen = seen_before(game, action)
    if seen.get("legal"):
        assert action is not None
        seen |= seen_after(game, action)
    elif action is not None:
        rows = game.rows()
        with pytest.raises(IllegalMove) as refused:
            game.play(action)
        assert refused.value.reason == seen["reason"]
        assert game.rows() == rows
        seen["captured"] = []
    expect = {key: sorted(value) if key in SORTED else value for key, value in data["expect"].items()}
    assert {key: seen.get(key, "nothing") for key in expect} == expect, data["why"]


SORTED = ("captured", "breaks", "forbidden_cells")


@pytest.mark.parametrize("case", having("opening"), ids=str)
def test_opening(case: Case):
    data = case.data
    game = Game(Rules.preset("42" if data["size"] == 19 else "freestyle", size=data["size"]), opening=data["opening"])
    for player, answer, accepted in data["steps"]:
        if isinstance(answer, list):
            answer = to_cell(answer) if isinstance(answer[0], int) else [to_cell(pair) for pair in answer]
        if accepted:
            game.decide(answer, player)
        else:
            before = game.decision, game.rows()
            with pytest.raises(IllegalMove):
                game.decide(answer, player)
            assert (game.decision, game.rows()) == before
    decision = game.decision
    assert decision is not None
    seats = {str(color): player for color, player in game.seats.items()}
    final = None if decision.step != "play" else {**seats, "to_move": game.to_move}
    assert final == data["final"], data["why"]


@pytest.mark.parametrize("case", having("cell", "name"), ids=str)
def test_cell_name(case: Case):
    data, size = case.data, case.data["size"]
    assert name_of(to_cell(data["cell"]), size, size) == data["name"], data["why"]
    for text in (data["name"], data["name"].lower(), f" {data['name']} "):
        assert cell_of(text, size, size) == to_cell(data["cell"])


@pytest.mark.parametrize("case", having("number"), ids=str)
def test_piskvork_number(case: Case):
    assert preset_of_piskvork(case.data["number"]) == case.data["preset"], case.data["why"]
    if case.data["preset"] is not None:
        assert piskvork_of_preset(case.data["preset"]) == case.data["number"]


def test_every_case_is_run():
    kinds = [having("expect"), having("opening"), having("cell", "name"), having("number")]
    run = [str(case) for kind in kinds for case in kind]
    assert sorted(run) == sorted(map(str, CASES))
    assert len(run) == len(set(run))
    assert len(list(read_cases(OWN))) == 198
